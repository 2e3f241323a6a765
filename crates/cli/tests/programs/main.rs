//! The programs, run like a user does. Tests that need a shell, named pipes or `/proc` are skipped
//! on systems without them.
//!
//! The test data and the solvers under test are those of the repository, so these tests do not run
//! in the published package.
#![allow(unreachable_pub, reason = "modules of a test program are its own")]

mod common;
#[path = "../../../../tests/common/puzzles.rs"]
mod puzzles;

#[cfg(target_os = "linux")]
mod adapters;
#[cfg(unix)]
mod all_paths;
mod answers;
mod anytime;
mod atomic_writes;
#[cfg(unix)]
mod cards;
mod checking;
mod closed_pipes;
mod command_line;
mod convert;
#[cfg(unix)]
mod cost_commands;
#[cfg(unix)]
mod costs;
mod counting;
mod counting_in_files;
mod damage;
#[cfg(target_os = "linux")]
mod disturbed;
#[cfg(unix)]
mod documentation;
mod explain;
mod export;
mod export_examples;
#[cfg(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"))]
mod faults;
#[cfg(target_os = "linux")]
mod feeding;
#[cfg(unix)]
mod few_threads;
mod fifteen_puzzle;
#[cfg(target_os = "linux")]
mod grading;
#[cfg(target_os = "linux")]
mod grading_functions;
mod help;
#[cfg(target_os = "linux")]
mod heuristics;
#[cfg(target_os = "linux")]
mod hostile_class;
#[cfg(target_os = "linux")]
mod invented_class;
#[cfg(target_os = "linux")]
mod isolation;
mod labels;
#[cfg(unix)]
mod large_tables;
#[cfg(unix)]
mod leftovers;
#[cfg(target_os = "linux")]
mod malformed;
#[cfg(unix)]
mod masks;
mod metrics;
#[cfg(target_os = "linux")]
mod my_solver;
#[cfg(unix)]
mod planning;
mod regions;
mod resume;
mod sampling;
mod saved_searches;
mod search_commands;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "serve")]
mod serve_limits;
#[cfg(feature = "serve")]
mod server;
#[cfg(target_os = "linux")]
mod transcripts;
#[cfg(target_os = "linux")]
mod trusted_saves;
#[cfg(target_os = "linux")]
mod validate;
#[cfg(target_os = "linux")]
mod verdicts;
mod wrong_tables;
