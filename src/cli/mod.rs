//! What the two programs share: exit codes, messages, progress, completions, man pages.
//!
//! The exit codes mean the same everywhere: 0, the answer is yes or was found; 1, the answer is no; 2, there is
//! no answer. This room is there for the programs, with the feature `cli`; the library proper never prints.

mod completions;
mod exit;
mod interrupt;
mod man;
mod message;
mod progress;

pub use completions::{Completions, Shell};
pub use exit::{Exit, finish};
pub use interrupt::{ending_flag, interrupt_flag};
pub use man::Man;
pub use message::{tell, with_causes};
pub use progress::progress_bar;
