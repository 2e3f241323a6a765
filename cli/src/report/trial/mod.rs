//! The result of `validate`, for people and for programs.

mod bad_inputs;
mod causes;
mod data;
mod diagnosis;
mod estimates;
mod junit;
mod markdown;
mod nodes;
mod page;
mod patterns;
mod report;
mod text;

pub(crate) use causes::verdicts_in_words;
pub(crate) use report::TrialReport;
