//! Adapters for solvers that are functions: small programs that call them and print the result.
//!
//! The programs are embedded in this executable and written to a temporary folder for each trial.
//! The resulting command is treated like any other solver.

mod adapter;
mod java;
mod probe;
mod python;
mod python_form;

/// Prefix of an error-output line that is a remark by the calling program, not by the solver.
pub(super) const NOTE: &str = "\u{1f}note: ";

pub(crate) use adapter::Adapter;
pub(crate) use java::JavaSolver;
pub(crate) use probe::Probe;
pub(crate) use python::PythonFunction;
pub(crate) use python_form::PythonNotation;
