//! Finding the answer in what a solver has printed.
//!
//! Nothing that is found is believed: it becomes a [`Claim`](super::Claim), which is judged.

mod boards;
mod extractor;
mod json;
mod length;
mod moves;
mod nodes;
mod preset;
mod programs;
mod sentences;

pub(crate) use extractor::{Extracted, Extractor};
pub(crate) use preset::Preset;
