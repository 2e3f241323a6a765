//! The grades of a class, in formats for people and for programs.

mod data;
mod gradescope;
mod histogram;
mod junit;
mod markdown;
mod page;
mod report;
mod table;
mod text;

pub(crate) use report::{ClassReport, Outputs};
