//! The system's limit on open files, and thus on connections.

pub(super) use system::allow;

#[cfg(unix)]
mod system {
    use anyhow::bail;
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    /// Open files other than connections: tables, standard streams, and the async runtime's own.
    const OTHERS: u64 = 64;

    /// Raises the limit of open files to its maximum.
    ///
    /// # Errors
    /// If the limit does not allow this number of connections.
    pub(in super::super) fn allow(connections: u32) -> anyhow::Result<()> {
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        // If raising fails, the previous limit remains.
        let is_raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).is_ok();
        let limit = if is_raised { maximum } else { current };
        match limit {
            Some(files) if files < u64::from(connections) + OTHERS => bail!(
                "cannot serve {connections} connections: the open-file limit is {files}, of which {OTHERS} \
                 are reserved; lower --max-connections, or raise `ulimit -n`"
            ),
            _ => Ok(()),
        }
    }
}

#[cfg(not(unix))]
mod system {
    /// Does nothing: the system has no such limit.
    #[expect(clippy::unnecessary_wraps, reason = "on other systems this fails")]
    pub(in super::super) fn allow(_connections: u32) -> anyhow::Result<()> {
        Ok(())
    }
}
