//! How long a client may keep an answer waiting.
//!
//! It has a time in which it need not take anything, and gains some with each byte that it takes. So an answer of `n` bytes
//! keeps a connection for that time and `n / LEAST_PER_SECOND` seconds at most, however it is taken: a byte now and then is
//! as good as none. Only the time counts in which the client is waited for, not that in which it waits for an answer.

use std::time::{Duration, Instant};

/// A client takes so many bytes in a second, or more: a tenth of what a slow line of a mobile telephone has.
const LEAST_PER_SECOND: u32 = 10_000;

/// How long a client may keep an answer waiting.
#[derive(Debug)]
pub(super) struct Patience {
    most: Duration,
    left: Duration,
    waits_since: Option<Instant>,
}

impl Patience {
    /// It may take nothing for so long.
    pub(super) fn new(most: Duration) -> Self {
        Self { most, left: most, waits_since: None }
    }

    /// It has taken bytes, and does not keep anything waiting now.
    pub(super) fn took(&mut self, bytes: usize, now: Instant) {
        if let Some(since) = self.waits_since.take() {
            self.left = self.left.saturating_sub(now.saturating_duration_since(since));
        }
        let gained = Duration::from_secs(bytes as u64) / LEAST_PER_SECOND;
        self.left = self.left.saturating_add(gained).min(self.most);
    }

    /// It is kept waiting from now on. Says for how long that may be; none if it was already.
    pub(super) fn waits(&mut self, now: Instant) -> Option<Duration> {
        let begins = self.waits_since.is_none();
        self.waits_since.get_or_insert(now);
        begins.then_some(self.left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: Duration = Duration::from_secs(30);

    /// How long a client is waited for that takes so many bytes so many times, each after a time; none if it is to the end.
    fn left_after(bytes: usize, times: u32, each: Duration) -> Option<Duration> {
        let begin = Instant::now();
        let mut patience = Patience::new(MOST);
        for nth in 0..times {
            let now = begin + nth * each;
            let may = patience.waits(now).unwrap();
            assert_eq!(patience.waits(now + each / 2), None, "it waits already");
            if may < each {
                return Some(nth * each + may);
            }
            patience.took(bytes, now + each);
        }
        None
    }

    #[test]
    fn who_takes_a_byte_now_and_then_is_left_as_soon_as_who_takes_none() {
        let seconds = Duration::from_secs;
        assert_eq!(left_after(1, 10, seconds(31)), Some(MOST));
        for each in [1, 10, 29] {
            let left = left_after(1, 1000, seconds(each)).unwrap();
            assert!(left >= MOST && left < MOST + seconds(1), "{left:?}");
        }
    }

    #[test]
    fn the_least_rate_is_what_keeps_it_waiting() {
        let each = Duration::from_secs(29);
        assert_eq!(left_after(290_000, 100_000, each), None);
        // An answer of 100,000,000 bytes.
        let left = left_after(280_000, 357, each).unwrap();
        assert!(left < MOST + Duration::from_secs(10_000), "{left:?}");
    }

    #[test]
    fn what_was_taken_fast_is_no_credit_beyond_the_most() {
        let begin = Instant::now();
        let mut patience = Patience::new(MOST);
        patience.took(1_000_000_000, begin);
        assert_eq!(patience.waits(begin), Some(MOST));
        patience.took(0, begin + Duration::from_secs(20));
        assert_eq!(patience.waits(begin + Duration::from_secs(500)), Some(Duration::from_secs(10)));
    }
}
