//! Running another program, once a board or once for many, so that nothing it does can harm the judge.
//!
//! [`Runner`] says how that is done.

mod call;
mod family;
mod run;
mod runner;
mod signal_name;

pub use call::{Call, CallError, Solver};
pub use family::MARK;
pub use run::{Ending, Run};
pub use runner::{RunLimits, Runner};
