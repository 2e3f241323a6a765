//! What other solvers print, as claims that can be judged.

mod entry;
mod extract;

pub(crate) use entry::{AnswerKind, Entry, EntryForm, EntryReader};
pub(crate) use extract::{Extracted, Extractor, Preset};
