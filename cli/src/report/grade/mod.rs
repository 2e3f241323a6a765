//! A class that was graded, for people and for programs.

mod data;
mod gradescope;
mod junit;
mod page;
mod report;
mod text;

pub(crate) use report::ClassReport;
