//! What came of a trial of another solver, for people and for programs.

mod bad_inputs;
mod data;
mod estimates;
mod junit;
mod markdown;
mod nodes;
mod page;
mod patterns;
mod report;
mod text;

pub(crate) use report::TrialReport;
