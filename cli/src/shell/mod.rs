//! What the two programs share: exit codes, messages, progress, input, the table folder, completions, man pages.
//!
//! The exit codes mean the same everywhere: 0, the answer is yes or was found; 1, the answer is no; 2, there is
//! no answer.

mod choice;
mod completions;
mod exit;
mod folder;
mod format;
mod input;
mod interrupt;
mod man;
mod message;
mod output;
mod progress;
mod when_named;

pub(crate) use choice::{Choice, choice};
pub(crate) use completions::Completions;
pub(crate) use exit::{Exit, finish};
pub(crate) use folder::{FolderArgs, open_table};
pub(crate) use format::{Format, TextOrJson};
pub(crate) use input::open_input;
pub(crate) use interrupt::{ending_flag, interrupt_flag};
pub(crate) use man::Man;
pub(crate) use message::{PDB_GEN, PDB_SOLVE, tell, with_causes};
pub(crate) use output::write_file;
pub(crate) use progress::progress_bar;
pub(crate) use when_named::WhenNamed;
