//! The result of `validate`, for people and for programs.

mod bad_inputs;
mod causes;
mod data;
mod diagnosis;
mod junit;
mod markdown;
mod page;
mod parity_rule;
mod patterns;
mod report;
mod summary;
mod text;

pub(crate) use causes::verdicts_in_words;
pub(crate) use report::TrialReport;
