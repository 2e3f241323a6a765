//! Initialization of a process before a command runs.

use anyhow::Context;
use tilebase::table::Table;

/// Sets up the process so that two failures are ordinary errors instead of fatal signals: reading a
/// table file that another process truncates, and exceeding the file size limit (`ulimit -f`).
pub(crate) fn prepare() -> anyhow::Result<()> {
    // A signal with a handler no longer ends the process, and the write fails.
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default())
        .context("cannot set the handler for the file size limit (SIGXFSZ)")?;
    Table::catch_lost_files().context("the handler for files that are cut short could not be set")
}
