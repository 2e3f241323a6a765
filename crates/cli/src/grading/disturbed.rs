//! Runs of a submission that something outside it may have ended: another program, the user, or a
//! busy machine. Their grade needs a review and is not kept, so that a rerun can improve it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::trial::{Disturbance, Ending, Run};

/// Numbers of disturbed runs, by the kind of the disturbance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Disturbed {
    /// Runs ended by a SIGKILL that the judge had not sent.
    pub(crate) killed: usize,
    /// Runs that timed out while a signal had suspended them.
    pub(crate) suspended: usize,
    /// Runs that timed out although they had used little CPU time.
    pub(crate) starved: usize,
    /// The longest time limit that the starved runs reached, in seconds.
    pub(crate) limit_seconds: f64,
    /// The most CPU time that one of the starved runs used, in seconds.
    pub(crate) cpu_seconds: f64,
}

impl Disturbed {
    /// Adds the disturbance of a run, if any. A run that the system could not start ends the
    /// grading, so it is not counted.
    pub(super) fn note(&mut self, disturbance: Option<&Disturbance>) {
        match disturbance {
            None | Some(Disturbance::NotStarted { .. }) => {}
            Some(Disturbance::Killed) => self.killed += 1,
            Some(Disturbance::Suspended) => self.suspended += 1,
            Some(Disturbance::Starved { limit, cpu }) => {
                self.starved += 1;
                self.limit_seconds = self.limit_seconds.max(limit.as_secs_f64());
                self.cpu_seconds = self.cpu_seconds.max(cpu.as_secs_f64());
            }
        }
    }

    /// The sum of two.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            killed: self.killed + other.killed,
            suspended: self.suspended + other.suspended,
            starved: self.starved + other.starved,
            limit_seconds: self.limit_seconds.max(other.limit_seconds),
            cpu_seconds: self.cpu_seconds.max(other.cpu_seconds),
        }
    }

    /// Whether there is a disturbed run.
    pub(super) const fn is_any(&self) -> bool {
        self.killed + self.suspended + self.starved > 0
    }

    /// The reasons for a review; `boards` is the number of boards of the submission. Starved runs
    /// are included only on request: there may be a better reason.
    pub(super) fn reasons(&self, boards: usize, with_starved: bool) -> Vec<String> {
        let Self { killed, suspended, starved, limit_seconds, cpu_seconds } = self;
        let mut reasons = Vec::new();
        if *starved > 0 && with_starved {
            reasons.push(format!(
                "{starved} of {boards} boards timed out after {limit_seconds} s ({cpu_seconds:.1} s of CPU \
                 time): if the machine was busy, rerun with --jobs 1"
            ));
        }
        if *killed > 0 {
            reasons.push(format!(
                "{killed} of {boards} runs were ended by SIGKILL: by the program itself, by another program, \
                 or for lack of memory"
            ));
        }
        if *suspended > 0 {
            reasons.push(format!(
                "{suspended} of {boards} runs were suspended by a signal such as SIGSTOP: by the program \
                 itself or by another program"
            ));
        }
        reasons
    }
}

/// The disturbance of a build, if there is a sign of one: its own end, or that of a program that it
/// started.
pub(super) fn disturbance_of_build(run: &Run) -> Option<Disturbance> {
    let has_failed = !matches!(run.ending, Ending::Exited(0));
    let says_so = || has_failed && [&run.stderr, &run.stdout].iter().any(|output| says_killed(output));
    Disturbance::of(run).or_else(|| says_so().then_some(Disturbance::Killed))
}

/// Whether a build says that SIGKILL ended a program that it started, in the words of GCC, or of a
/// shell or `make`.
fn says_killed(output: &[u8]) -> bool {
    let text = String::from_utf8_lossy(output);
    text.lines().any(|line| line.contains("Killed signal terminated program") || line.ends_with("Killed"))
}

/// How a build has failed.
pub(super) fn failed_build(ending: &Ending, timeout: Duration, disturbance: Option<&Disturbance>) -> String {
    let timed_out = format!("timed out after {} s", timeout.as_secs_f64());
    match (disturbance, ending) {
        (Some(Disturbance::Killed), _) => "SIGKILL, from another program or for lack of memory".to_owned(),
        (Some(Disturbance::Suspended), _) => format!("{timed_out}, suspended by a signal such as SIGSTOP"),
        (Some(Disturbance::Starved { cpu, .. }), _) => {
            format!("{timed_out} ({:.1} s of CPU time)", cpu.as_secs_f64())
        }
        (_, Ending::Exited(code)) => format!("exit code {code}"),
        (_, Ending::Killed { by }) => by.clone(),
        (_, Ending::TimedOut) => timed_out,
        (_, Ending::Flooded) => "it printed too much".to_owned(),
        (_, Ending::Interrupted) => "interrupted".to_owned(),
        (_, Ending::NotStarted { reason, .. }) => reason.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::Cause;

    #[test]
    fn builds_that_were_killed_are_recognized() {
        let never = Run::not_started(String::new(), Cause::Command, Duration::ZERO);
        let of = |code: i32, stderr: &str| {
            let run = Run { ending: Ending::Exited(code), stderr: stderr.into(), ..never.clone() };
            let disturbance = disturbance_of_build(&run);
            (disturbance.is_some(), failed_build(&run.ending, Duration::ZERO, disturbance.as_ref()))
        };
        let killed = (true, "SIGKILL, from another program or for lack of memory".to_owned());
        assert_eq!(of(1, "g++: fatal error: Killed signal terminated program cc1plus\n"), killed);
        assert_eq!(of(2, "make: *** [Makefile:2: all] Killed\n"), killed);
        assert_eq!(of(137, ""), killed);
        assert_eq!(of(1, "error: Killed is not a type\n"), (false, "exit code 1".to_owned()));
        assert!(!of(0, "Killed").0);
    }

    #[test]
    fn each_kind_of_disturbance_has_its_reason() {
        let starved =
            |cpu| Disturbance::Starved { limit: Duration::from_secs(5), cpu: Duration::from_secs(cpu) };
        let not_started = Disturbance::NotStarted { reason: String::new() };
        let mut all = Disturbed::default();
        for none in [None, Some(&not_started)] {
            all.note(none);
        }
        assert!(!all.is_any() && all.reasons(9, true).is_empty());
        let mut other = all;
        for disturbance in [starved(1), starved(2), Disturbance::Killed] {
            all.note(Some(&disturbance));
        }
        other.note(Some(&Disturbance::Suspended));
        let all = all.and(other);
        assert!(all.is_any() && other.is_any());
        let reasons = all.reasons(9, true);
        let heads = [
            "2 of 9 boards timed out after 5 s (2.0 s of CPU",
            "1 of 9 runs were ended",
            "1 of 9 runs were suspended",
        ];
        assert!(
            reasons.len() == 3 && reasons.iter().zip(heads).all(|(reason, head)| reason.starts_with(head)),
            "{reasons:?}"
        );
        assert_eq!(all.reasons(9, false), reasons[1..]);
    }
}
