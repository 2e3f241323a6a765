//! Tests of several modules of the library together, and architecture rules.
#![allow(unreachable_pub, reason = "modules of a test program are its own")]

#[path = "../common/puzzles.rs"]
mod common;

mod anytime;
mod batch_search;
mod distributed;
mod drawn_boards;
mod eight_puzzle;
mod examples;
mod fifteen_puzzle;
mod heuristics;
mod house;
mod judge;
mod levels;
mod names;
mod notation;
mod observed;
mod patterns;
mod plans;
mod presets;
mod random_24_puzzles;
mod regions;
mod search_algorithms;
mod solver;
