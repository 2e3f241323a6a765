//! How far runs are separated from the rest of the system, decided by a trial run.

use std::io;
use std::sync::OnceLock;
use std::time::Duration;

use super::call::Call;
use super::ending::{Cause, Ending};
use super::run::{RunLimits, run};
use super::system::{ContainedProcess, has_stages};

/// Time limit of the trial run.
const TRIAL: Duration = Duration::from_secs(30);

/// How runs are isolated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Isolation {
    /// In namespaces of their own: a run sees and reaches only its own processes, has no network
    /// unless it is allowed, and everything in it ends with it.
    Namespaces,
    /// Not at all.
    None {
        /// The reason, on systems that have namespaces.
        reason: Option<String>,
    },
}

impl Isolation {
    /// The name in reports.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Namespaces => "namespaces",
            Self::None { .. } => "none",
        }
    }

    /// A warning about missing guarantees; `None` on systems that never give them.
    pub(crate) fn note(&self) -> Option<String> {
        let Self::None { reason: Some(reason) } = self else { return None };
        Some(format!(
            "Runs were not isolated ({reason}): programs could stop other processes, use the network, and \
             leave processes running under other users"
        ))
    }

    /// The isolation of this process's runs. The first call makes a trial run of this program's own
    /// `--version`.
    ///
    /// # Errors
    /// If the system could not make the trial run, for example for lack of memory or because it is too
    /// busy. This must not count as a refusal: programs would run without isolation.
    pub(crate) fn of_runs() -> io::Result<&'static Self> {
        static ISOLATION: OnceLock<Isolation> = OnceLock::new();
        match ISOLATION.get() {
            Some(isolation) => Ok(isolation),
            None => Self::by_trial().map(|isolation| ISOLATION.get_or_init(|| isolation)),
        }
    }

    fn by_trial() -> io::Result<Self> {
        let none = |reason: &str| Self::None { reason: Some(reason.to_owned()) };
        if !cfg!(target_os = "linux") {
            return Ok(Self::None { reason: None });
        }
        if !has_stages() {
            return Ok(none("this program cannot start itself again"));
        }
        let command = ["/proc/self/exe", "--version"].map(Into::into).to_vec();
        let call = Call { command, ..Call::default() };
        let limits = RunLimits { time: TRIAL, ..RunLimits::default() };
        let try_once = || run::<ContainedProcess>(&call, "", None, &limits, &|| false).ending;
        let ending = match try_once() {
            // The system may have killed the trial run for lack of memory, so try once more. A
            // second kill counts as a refusal.
            Ending::Killed { .. } => try_once(),
            ending => ending,
        };
        Ok(match ending {
            Ending::Exited(0) => Self::Namespaces,
            Ending::NotStarted { reason, cause: Cause::System } => return Err(io::Error::other(reason)),
            Ending::NotStarted { reason, .. } => none(&reason),
            Ending::Exited(code) => none(&format!("a trial run ended with exit code {code}")),
            Ending::Killed { by } => none(&format!("a trial run ended with {by}")),
            Ending::TimedOut => {
                let seconds = TRIAL.as_secs();
                return Err(io::Error::other(format!(
                    "a trial run did not finish within {seconds} s; the system may be too busy, so try again \
                     later"
                )));
            }
            Ending::Flooded | Ending::Interrupted => none("a trial run did not end by itself"),
        })
    }
}
