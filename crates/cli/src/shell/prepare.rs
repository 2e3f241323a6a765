//! Initialization of a process before a command runs.

use anyhow::Context;
use tilebase::table::Table;

/// Sets up the process, so that two failures are ordinary errors and end nothing: reading a table
/// file that another process truncates, and writing beyond the limit on file sizes (`ulimit -f`).
pub(crate) fn prepare() -> anyhow::Result<()> {
    // A signal with a handler no longer ends the process, and the write fails.
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default())
        .context("the handler for files that are too large could not be set")?;
    Table::catch_lost_files().context("the handler for files that are cut short could not be set")
}
