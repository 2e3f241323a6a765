//! Numbers as people read them.

/// A number with a comma between groups of three digits.
pub(crate) fn with_commas(number: u64) -> String {
    let digits = number.to_string();
    let grouped = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    grouped.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        assert_eq!(
            [0, 999, 1000, 181_440, 1_000_000].map(with_commas),
            ["0", "999", "1,000", "181,440", "1,000,000"]
        );
    }
}
