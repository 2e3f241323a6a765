//! Finding the answer in what a solver has printed.
//!
//! Programs print answers in many forms, between banners, traces and statistics. A [`Preset`] says which form to look
//! for. [`Preset::Auto`] tries, in this order, and says which it was:
//!
//! 1. `princeton`, `tran`, `parnami`, `akhtar`, `zhang`: the sentences that these programs print;
//! 2. `json`: a last line that is an object with a field `moves`, `path`, `solution`, `length` or `solvable`;
//! 3. `unsolvable`: a sentence that says so, or `-1` alone;
//! 4. `moves`: the last line, or else the last word, that reads as moves;
//! 5. `boards`: two boards or more, one after the other;
//! 6. `last-number`: the last line that is a number or ends with one.
//!
//! Nothing that is found is believed: it becomes a [`Claim`](super::Claim), which is judged.

mod boards;
mod extractor;
mod json;
mod moves;
mod nodes;
mod preset;
mod programs;
mod sentences;

pub use extractor::{Extracted, Extractor, NoAnswer};
pub use preset::{Preset, PresetError};
