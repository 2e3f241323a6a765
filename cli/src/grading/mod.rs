//! A class of solvers, graded: an assignment says what is tried and what it is worth, each submission is built and run in
//! a folder of its own, and what it earned stands beside the reasons.
//!
//! The same submissions earn the same points every time: boards are drawn once, by a seed; the boards of a submission are
//! tried in order, so that what a limit leaves out is the same too; and no run sees what another has left.

mod archive;
mod assignment;
mod class;
mod grade;
mod grader;
mod ledger;
mod plan;
mod points;
mod submission;
mod toml_values;
mod tree;
mod workplace;

pub(crate) use assignment::{EXAMPLE, MovesOf, Source};
pub(crate) use class::{ClassResult, grade_class};
pub(crate) use grade::{BoardGrade, CategoryGrade, Grade, NOT_TRIED};
pub(crate) use grader::Grader;
pub(crate) use ledger::Ledger;
pub(crate) use plan::{Plan, plan};
pub(crate) use points::Points;
pub(crate) use submission::find_submissions;
