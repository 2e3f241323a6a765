//! What other solvers say of a board: the one reader of their answers, whether a line each beside its board
//! ([`EntryReader`]), or somewhere in what a program has printed ([`Extractor`]).
//!
//! Both go by one vocabulary, so that a text means the same wherever it stands. Nothing that is read is believed: it
//! becomes claims, and every claim is judged. Where a text could mean several things it is not understood, rather than
//! taken for a wrong answer.

mod columns;
mod document;
mod fields;
mod line;
mod opening;
mod output;
mod pair;
mod sentences;
mod table;
mod vocabulary;

#[cfg(test)]
mod any_bytes;
#[cfg(test)]
mod tests;

pub(crate) use columns::Columns;
pub(crate) use fields::AnswerKind;
pub(crate) use line::{Entry, EntryReader};
pub(crate) use opening::{Entries, Opening, OpeningError};
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use output::EVERY_PRESET;
pub(crate) use output::{Extracted, Extractor, MoveNames, NoAnswer, Outputs, Preset, Quote, ReadAs};
