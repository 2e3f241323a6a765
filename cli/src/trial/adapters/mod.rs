//! Solvers that are a function of some program: small programs that call them, and print what they return.
//!
//! They are kept in this one, and written to a temporary folder for a trial. What comes of it is a command like any other.

mod adapter;
mod java;
mod probe;
mod python;

/// Begins a line of the error output that is a remark of the program that calls a function.
pub(super) const NOTE: &str = "\u{1f}note: ";

pub(crate) use adapter::Adapter;
pub(crate) use java::JavaSolver;
pub(crate) use probe::Probe;
pub(crate) use python::{PythonArg, PythonFunction};
