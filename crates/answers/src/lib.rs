//! Reads the answers of other solvers: one per line beside its board ([`EntryReader`]), or anywhere
//! in the output of a program ([`Extractor`]).
//!
//! Both use the same vocabulary, so a text has the same meaning in `check`, `validate`, and
//! `grade`, on the server, and on the page. `tests/data/answers.tsv` has texts with the finding
//! that all of these must reach. Nothing is trusted: answers become claims, and every claim is
//! judged. In an output, an ambiguous text is reported as not understood. On a line of `check`, it
//! is malformed and counts as wrong.
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

mod all_paths;
mod columns;
mod document;
mod fault;
mod fields;
mod length_sentences;
mod line;
mod number;
mod opening;
mod output;
mod pair;
mod parser;
mod path_list;
mod reprs;
mod sentences;
mod step_objects;
mod table;
mod tile_moves;
mod values;
mod vocabulary;

#[cfg(test)]
mod any_bytes;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod verdicts;

pub use columns::{Columns, ColumnsError, NamesError};
pub use document::DocumentError;
pub use fault::AnswerFault;
pub use fields::may_mean_unsolvable;
pub use line::{Entry, EntryError, EntryFault, EntryReader};
pub use opening::{Entries, Opening, OpeningError};
pub use output::{
    EVERY_PRESET, Extracted, Extractor, MoveNames, MoveNamesError, NoAnswer, NoEstimate, Outputs, PathStart,
    Preset, PresetError, Quote, ReadAs, Stream,
};
pub use parser::AnswerKind;
pub use table::TooManyFields;
