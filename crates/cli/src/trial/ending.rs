//! The ways in which a run ends.

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It exited with this code.
    Exited(i32),
    /// It was ended by a signal that the validator did not send, or by a Windows exception.
    Killed {
        /// The name, such as `SIGSEGV` or `access violation (0xC0000005)`.
        by: String,
    },
    /// It was killed at the time limit.
    TimedOut,
    /// It was killed because it had written too much.
    Flooded,
    /// It was killed because the user pressed Ctrl-C.
    Interrupted,
    /// It could not be started.
    NotStarted {
        /// The system's reason.
        reason: String,
        /// The cause.
        cause: Cause,
    },
}

/// The cause for which a run was not started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The command: for example, there is no such file.
    Command,
    /// The system refused to isolate the run.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux isolates runs"))]
    Isolation,
    /// The system: for example, it is short of memory or file descriptors. The same command may
    /// start later.
    System,
}
