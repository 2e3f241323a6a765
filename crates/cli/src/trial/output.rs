//! Captured output of a run.

/// The beginning of one of the two outputs, up to a limit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Output {
    pub(crate) head: Vec<u8>,
    /// Whether the run wrote more than the limit.
    pub(crate) is_too_long: bool,
}

impl Output {
    /// Appends bytes, up to the limit.
    pub(crate) fn take(&mut self, bytes: &[u8], limit_in_bytes: usize) {
        let room = limit_in_bytes.saturating_sub(self.head.len());
        self.head.extend_from_slice(&bytes[..bytes.len().min(room)]);
        self.is_too_long |= bytes.len() > room;
    }
}

#[cfg(test)]
mod tests {
    use super::Output;

    #[test]
    fn the_beginning_is_kept_up_to_the_limit() {
        let mut output = Output::default();
        output.take(b"abc", 5);
        output.take(b"de", 5);
        assert_eq!((output.head.as_slice(), output.is_too_long), (&b"abcde"[..], false));
        output.take(b"f", 5);
        assert_eq!((output.head.as_slice(), output.is_too_long), (&b"abcde"[..], true));
    }
}
