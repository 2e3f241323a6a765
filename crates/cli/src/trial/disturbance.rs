//! Signs that something outside a program may have affected how its run ended.

use std::time::Duration;

use super::ending::{Cause, Ending};
use super::run::Run;

/// A sign that another process, the user, or the system may have changed how a run ended. Such a
/// run says little about the program, although the program itself may be the cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Disturbance {
    /// A SIGKILL that this process did not send ended it. One that it sent is reported as the limit
    /// that was reached.
    Killed,
    /// A signal such as SIGSTOP had suspended one of its processes when the time was up.
    Suspended,
    /// It timed out although it had used little CPU time.
    Starved {
        /// The time limit.
        limit: Duration,
        /// The CPU time.
        cpu: Duration,
    },
    /// The system could not start it.
    NotStarted {
        /// The system's reason.
        reason: String,
    },
}

/// The exit code with which a shell reports that SIGKILL ended the program that it ran.
const KILLED_IN_SHELL: i32 = 128 + 9;

impl Disturbance {
    /// The disturbance of a run, if there is a sign of one.
    pub(crate) fn of(run: &Run) -> Option<Self> {
        match &run.ending {
            Ending::Killed { by } if by == "SIGKILL" => Some(Self::Killed),
            Ending::Exited(KILLED_IN_SHELL) => Some(Self::Killed),
            Ending::TimedOut if run.is_suspended => Some(Self::Suspended),
            Ending::TimedOut => {
                let (limit, cpu) = (run.time_limit, run.cpu_time?);
                (cpu < limit / 2).then_some(Self::Starved { limit, cpu })
            }
            Ending::NotStarted { reason, cause: Cause::Isolation | Cause::System } => {
                Some(Self::NotStarted { reason: reason.clone() })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(ending: Ending, is_suspended: bool, cpu_in_s: u64) -> Option<Disturbance> {
        let never = Run::not_started(String::new(), Cause::System, Duration::ZERO);
        let (time_limit, cpu_time) = (Duration::from_secs(10), Some(Duration::from_secs(cpu_in_s)));
        Disturbance::of(&Run { ending, is_suspended, time_limit, cpu_time, ..never })
    }

    #[test]
    fn only_foreign_causes_are_disturbances() {
        let killed = |by: &str| Ending::Killed { by: by.to_owned() };
        assert_eq!(of(killed("SIGKILL"), false, 0), Some(Disturbance::Killed));
        assert_eq!(of(Ending::Exited(137), false, 0), Some(Disturbance::Killed));
        assert_eq!(of(Ending::TimedOut, true, 10), Some(Disturbance::Suspended));
        let (limit, cpu) = (Duration::from_secs(10), Duration::from_secs(4));
        assert_eq!(of(Ending::TimedOut, false, 4), Some(Disturbance::Starved { limit, cpu }));
        let not_started = |cause| Ending::NotStarted { reason: "no".to_owned(), cause };
        let reason = "no".to_owned();
        assert_eq!(of(not_started(Cause::System), false, 0), Some(Disturbance::NotStarted { reason }));
        let others = [killed("SIGSEGV"), Ending::Exited(1), Ending::Flooded, not_started(Cause::Command)];
        for ending in others {
            assert_eq!(of(ending, true, 0), None);
        }
        assert_eq!(of(Ending::TimedOut, false, 5), None);
    }
}
