//! How a run ends.

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// By itself, with this exit code.
    Exited(i32),
    /// By a signal that was not the judge's, or by an exception of Windows.
    Killed {
        /// The name, as `SIGSEGV` or `access violation (0xC0000005)`.
        by: String,
    },
    /// It was killed when its time was up.
    TimedOut,
    /// It was killed when it had written too much.
    Flooded,
    /// It was killed because everything is to end.
    Interrupted,
    /// It could not be started.
    NotStarted {
        /// Why not.
        reason: String,
    },
}
