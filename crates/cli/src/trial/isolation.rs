//! How far runs are separated from the rest of the system, decided by a trial run.

use std::sync::OnceLock;
use std::time::Duration;

use super::call::Call;
use super::ending::Ending;
use super::run::{RunLimits, run};
use super::system::{ContainedProcess, has_stages};

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
             leave processes of other users running"
        ))
    }

    /// The isolation of this process's runs. The first call makes a trial run of this program's own
    /// `--version`.
    pub(crate) fn of_runs() -> &'static Self {
        static ISOLATION: OnceLock<Isolation> = OnceLock::new();
        ISOLATION.get_or_init(Self::by_trial)
    }

    fn by_trial() -> Self {
        if !cfg!(target_os = "linux") {
            return Self::None { reason: None };
        }
        if !has_stages() {
            return Self::None { reason: Some("this program cannot start itself again".to_owned()) };
        }
        let command = ["/proc/self/exe", "--version"].map(Into::into).to_vec();
        let call = Call { command, ..Call::default() };
        let limits = RunLimits { time: Duration::from_secs(10), ..RunLimits::default() };
        let reason = match run::<ContainedProcess>(&call, "", None, &limits, &|| false).ending {
            Ending::Exited(0) => return Self::Namespaces,
            Ending::NotStarted { reason } => reason,
            Ending::Exited(code) => format!("a trial run ended with exit code {code}"),
            Ending::Killed { by } => format!("a trial run ended with {by}"),
            Ending::TimedOut | Ending::Flooded | Ending::Interrupted => "a trial run timed out".to_owned(),
        };
        Self::None { reason: Some(reason) }
    }
}
