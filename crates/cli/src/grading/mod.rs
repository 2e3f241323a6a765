//! Grades a class of solvers. An assignment defines the boards and the points. Each submission is
//! built and run in its own folder.
//!
//! Grading is reproducible: random boards depend only on the seed, the boards of a submission are
//! run in order, and no run sees files of another.

mod alike;
mod archive;
mod assignment;
mod calling;
mod checks;
mod class;
mod class_folder;
mod disturbed;
mod find_submissions;
mod grade;
mod grader;
mod grades_file;
mod language;
mod language_rules;
mod mend;
mod neighbors;
mod open_files;
mod plan;
mod points;
mod progress;
mod run_rules;
mod source;
mod submission;
mod submission_folder;
mod toml_values;
mod tree;
mod wording;

pub(crate) use assignment::{EXAMPLE, Visibility};
pub(crate) use checks::check;
pub(crate) use class::{ClassResult, grade_class};
pub(crate) use find_submissions::{Found, Places, find_submissions};
pub(crate) use grade::{BoardGrade, CategoryGrade, Grade, NOT_TRIED, Score};
pub(crate) use grader::Grader;
pub(crate) use grades_file::GradesFile;
pub(crate) use open_files::allowed_jobs;
pub(crate) use plan::{Category, Plan, plan};
pub(crate) use points::Points;
pub(crate) use source::Source;
