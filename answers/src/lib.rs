//! What other solvers say of a board: the one reader of their answers, whether a line each beside its board
//! ([`EntryReader`]), or somewhere in what a program has printed ([`Extractor`]).
//!
//! Both go by one vocabulary, so that a text means the same wherever it stands. Nothing that is read is believed: it
//! becomes claims, and every claim is judged. Where a text could mean several things it is not understood, rather than
//! taken for a wrong answer.
//!
//! ```
//! use tilebase::judge::Judge;
//! use tilebase::{Goal, Shape, Solver};
//! use tilebase_answers::{Extractor, Outputs};
//!
//! let judge = Judge::new(Solver::new(&Goal::blank_last(Shape::new(3, 3)?))?);
//! let board = "123456078".parse()?;
//! let printed = Outputs::of_stdout(b"Searching...\nPath: right, right\nnodes expanded: 12\n");
//! let found = Extractor::default().extract(&printed, &board, &judge)?;
//! let finding = judge.judge(&board, &found.claims[0])?;
//! assert_eq!((finding.kind(), found.nodes), ("optimal", Some(12)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod columns;
mod document;
mod fields;
mod line;
mod number;
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

pub use columns::{Columns, ColumnsError, NamesError};
pub use document::DocumentError;
pub use fields::{AnswerFault, AnswerKind};
pub use line::{Entry, EntryError, EntryFault, EntryReader};
pub use opening::{Entries, Opening, OpeningError};
pub use output::{
    EVERY_PRESET, Extracted, Extractor, MoveNames, MoveNamesError, NoAnswer, NoEstimate, Outputs, Preset,
    PresetError, Quote, ReadAs, Stream,
};
pub use table::TooManyFields;
