//! Shared parts of the programs: exit codes, messages, colors, progress, input, the table folder,
//! completions, and man pages.
//!
//! Exit codes have the same meaning everywhere: 0, the answer is yes or was found; 1, the answer is
//! no; 2, there is no answer.

mod exit;
mod files;
mod folder;
mod lists;
mod lock;
mod manual;
mod memory;
mod message;
mod metric_args;
mod options;
mod phase;
mod progress;
mod quote;
mod report_file;
mod seal_key;
mod signals;
mod standard_output;
mod status_line;
mod style;
mod tried_names;
mod usage;
mod values;
mod width;

pub(crate) use exit::{Exit, FailedElsewhere, agreed, finish};
pub(crate) use files::{
    Links, copy_regular_file, open_input, open_regular_file, read_regular_file, similar_file, write_file,
};
pub(crate) use folder::{FolderArgs, is_layout, open_table};
pub(crate) use lists::{median_of_sorted, plural, without_repeats};
pub(crate) use lock::lock;
pub(crate) use manual::{Completions, Man};
pub(crate) use memory::available_memory_in_bytes;
pub(crate) use message::{tell, with_causes};
pub(crate) use metric_args::MetricArgs;
pub(crate) use options::{Choice, Format, TextOrJson, WhenNamed, choice, named, read_depths};
pub(crate) use phase::{end_phase, show_phase};
pub(crate) use progress::{SearchBar, clear_on_interrupt, progress_bar};
pub(crate) use quote::{in_one_line, in_quotes, quoted, quoted_path};
pub(crate) use report_file::{
    ReportFile, ReportForm, check_reports, check_writable, check_writable_folder, report_file, write_all,
    write_report,
};
pub(crate) use seal_key::{TrustArgs, saved_in_words, with_trust_hint};
pub(crate) use signals::{ending_flag, interrupt_flag, prepare};
pub(crate) use standard_output::StandardOutput;
pub(crate) use style::{ColorArgs, LIMIT, MOVES, RIGHT, STRONG, WRONG, command_line, output_has_colors};
pub(crate) use usage::{nearest, parsed};
pub(crate) use values::{cores, count, number, read_size, read_time, threads};
pub(crate) use width::{columns, columns_of_output, fitted, wrapped};
