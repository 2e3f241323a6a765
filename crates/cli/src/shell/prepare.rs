//! Initialization of a process before a command runs.

use anyhow::Context;
use tilebase::table::Table;

/// Sets up the process: truncating a table file in use causes an ordinary error, not a crash.
pub(crate) fn prepare() -> anyhow::Result<()> {
    Table::catch_lost_files().context("the handler for files that are cut short could not be set")
}
