//! How many connections the system lets a process have.

pub(super) use system::allow;

#[cfg(unix)]
mod system {
    use anyhow::bail;
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    /// Files that are open beside connections: tables, the standard streams, the runtime's own.
    const OTHERS: u64 = 64;

    /// Raises the limit of open files as far as it goes, and holds it against the connections that there may be.
    ///
    /// # Errors
    /// If there are fewer.
    pub(in super::super) fn allow(connections: u32) -> anyhow::Result<()> {
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        // Where that is refused, the limit is what it was.
        let is_raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).is_ok();
        let limit = if is_raised { maximum } else { current };
        match limit {
            Some(files) if files < u64::from(connections) + OTHERS => bail!(
                "{connections} connections are more than this process may have: the system gives it {files} open files, \
                 of which it needs {OTHERS}; choose fewer with --max-connections, or raise `ulimit -n`"
            ),
            _ => Ok(()),
        }
    }
}

#[cfg(not(unix))]
mod system {
    /// The system has no such limit.
    #[expect(clippy::unnecessary_wraps, reason = "on other systems this fails")]
    pub(in super::super) fn allow(_connections: u32) -> anyhow::Result<()> {
        Ok(())
    }
}
