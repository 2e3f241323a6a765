//! The write deadline of a connection.
//!
//! A client may stall for a fixed time, and gains time with each byte that it reads. So an answer
//! of `n` bytes keeps a connection open for that time plus `n / MIN_BYTES_PER_SECOND` seconds at
//! most, even if the client reads single bytes. The time only runs while the server waits for the
//! client.

use std::time::{Duration, Instant};

/// Minimum rate in bytes per second: about a tenth of a slow mobile connection.
const MIN_BYTES_PER_SECOND: u32 = 10_000;

/// The write deadline of a connection.
#[derive(Debug)]
pub(super) struct WriteDeadline {
    most: Duration,
    left: Duration,
    waits_since: Option<Instant>,
}

impl WriteDeadline {
    /// Allows the client to stall for `most`.
    pub(super) fn new(most: Duration) -> Self {
        Self { most, left: most, waits_since: None }
    }

    /// Records that the client has read bytes, so the server no longer waits.
    pub(super) fn took(&mut self, bytes: usize, now: Instant) {
        if let Some(since) = self.waits_since.take() {
            self.left = self.left.saturating_sub(now.saturating_duration_since(since));
        }
        let gained = Duration::from_secs(bytes as u64) / MIN_BYTES_PER_SECOND;
        self.left = self.left.saturating_add(gained).min(self.most);
    }

    /// Records that the server waits for the client. Returns the remaining time if it did not wait
    /// yet.
    pub(super) fn waits(&mut self, now: Instant) -> Option<Duration> {
        let begins = self.waits_since.is_none();
        self.waits_since.get_or_insert(now);
        begins.then_some(self.left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX_WAIT: Duration = Duration::from_secs(30);

    /// The time left for a client that reads `bytes` bytes `times` times, each after `each`; `None`
    /// if it reads everything in time.
    fn left_after(bytes: usize, times: u32, each: Duration) -> Option<Duration> {
        let begin = Instant::now();
        let mut write_deadline = WriteDeadline::new(MAX_WAIT);
        for nth in 0..times {
            let now = begin + nth * each;
            let may = write_deadline.waits(now).unwrap();
            assert_eq!(write_deadline.waits(now + each / 2), None, "it waits already");
            if may < each {
                return Some(nth * each + may);
            }
            write_deadline.took(bytes, now + each);
        }
        None
    }

    #[test]
    fn reading_single_bytes_gains_no_more_time_than_stalling() {
        let seconds = Duration::from_secs;
        assert_eq!(left_after(1, 10, seconds(31)), Some(MAX_WAIT));
        for each in [1, 10, 29] {
            let left = left_after(1, 1000, seconds(each)).unwrap();
            assert!(left >= MAX_WAIT && left < MAX_WAIT + seconds(1), "{left:?}");
        }
    }

    #[test]
    fn the_least_rate_is_what_keeps_it_waiting() {
        let each = Duration::from_secs(29);
        assert_eq!(left_after(290_000, 100_000, each), None);
        // An answer of 100,000,000 bytes.
        let left = left_after(280_000, 357, each).unwrap();
        assert!(left < MAX_WAIT + Duration::from_secs(10_000), "{left:?}");
    }

    #[test]
    fn fast_reading_gains_no_time_beyond_the_limit() {
        let begin = Instant::now();
        let mut write_deadline = WriteDeadline::new(MAX_WAIT);
        write_deadline.took(1_000_000_000, begin);
        assert_eq!(write_deadline.waits(begin), Some(MAX_WAIT));
        write_deadline.took(0, begin + Duration::from_secs(20));
        assert_eq!(write_deadline.waits(begin + Duration::from_secs(500)), Some(Duration::from_secs(10)));
    }
}
