//! Running another program, once a board or once for many, so that nothing it does can harm the judge.
//!
//! A run has a limit of time, of memory and of output. The judge never waits for the program: it writes and reads through
//! pipes that don't block, and hears of the program's end through a process descriptor. So a program that closes its
//! input, never reads it, never closes its output, or writes without end, costs its limit at the most.
//!
//! # What is left of a run is ended
//!
//! Each run is a process group of its own, and bears a mark in its environment ([`MARK`]), which its children inherit.
//! When a run is over, its group, everything with its mark, and all descendants of these are killed, however they
//! treat SIGTERM and whatever session they went into. The scan for marks takes some milliseconds, so after a run that
//! ended by itself, it is made only if the group has members or an output is still held open; [`Runner::sweep`] makes
//! it once for all runs.
//!
//! One kind of process escapes the marks: one that has *both* cleared its environment and lost its parent. A program that
//! starts no other processes finds these too, by [`Runner::adopting_orphans`]. What remains out of reach without the
//! powers of root: a process that changes its user, or one started by asking another service (cron, systemd) for it.
//!
//! The limit of memory is set right after the start: a program gets some microseconds without one.

mod call;
mod family;
mod run;
mod runner;
mod signal_name;

pub use call::{Call, CallError, Solver};
pub use family::MARK;
pub use run::{Ending, Run};
pub use runner::{RunLimits, Runner};
