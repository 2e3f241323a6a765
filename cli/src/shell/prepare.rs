//! What is set up before a command runs.

use anyhow::Context;
use tilebase::table::Table;

/// Sets up the process: a table whose file is cut short while it is in use is an error like any other.
pub(crate) fn prepare() -> anyhow::Result<()> {
    Table::catch_lost_files().context("the handler for files that are cut short could not be set")
}
