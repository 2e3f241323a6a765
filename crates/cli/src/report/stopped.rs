//! The reason why a search stopped, in words.

use std::fmt;
use std::time::Duration;

use tilebase::search::Limit;

use super::numbers::duration;

/// A limit that stopped a search: `stopped at --max-nodes`, `stopped after 3 s`, `interrupted`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped {
    /// The limit.
    pub(crate) limit: Limit,
    /// The time limit, if there was one.
    pub(crate) timeout: Option<Duration>,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.limit, self.timeout) {
            (Limit::Expanded, _) => f.write_str("stopped at --max-nodes"),
            (Limit::Memory, _) => f.write_str("stopped at --max-memory"),
            (Limit::Depth, _) => f.write_str("stopped at --depth-limit"),
            (Limit::Time, None) => f.write_str("stopped at --timeout"),
            (Limit::Time, Some(time)) if time.subsec_nanos() == 0 && time.as_secs() < 60 => {
                write!(f, "stopped after {} s", time.as_secs())
            }
            (Limit::Time, Some(time)) => write!(f, "stopped after {}", duration(time.as_secs_f64())),
            (Limit::Interrupt | Limit::Heuristic, _) => f.write_str(self.limit.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_written_as_it_was_asked_for() {
        let after = |milliseconds| {
            let timeout = Some(Duration::from_millis(milliseconds));
            Stopped { limit: Limit::Time, timeout }.to_string()
        };
        assert_eq!(
            [3000, 500, 2500, 90_000].map(after),
            ["stopped after 3 s", "stopped after 500 ms", "stopped after 2.5 s", "stopped after 1 min 30 s"]
        );
        let nodes = Stopped { limit: Limit::Expanded, timeout: None };
        assert_eq!(nodes.to_string(), "stopped at --max-nodes");
    }
}
