//! The two programs, run as a user runs them.
#![allow(unreachable_pub, reason = "modules of a test program are its own")]

#[path = "../common/programs.rs"]
mod common;
#[path = "../common/puzzles.rs"]
mod puzzles;

mod answers;
mod atomic_writes;
mod checking;
mod command_line;
mod convert;
mod damage;
mod export;
mod export_examples;
#[cfg(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"))]
mod faults;
mod fifteen_puzzle;
mod readme;
mod resume;
mod sampling;
mod search_commands;
mod validate;
mod wrong_tables;
