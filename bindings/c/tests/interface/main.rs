//! Tests of the C interface: the exports called from Rust, the header, the installation, and
//! programs in C and C++.

#![allow(unsafe_code)]
#![allow(unreachable_pub, reason = "modules of a test program are its own")]

mod bad_calls;
mod bad_patterns;
mod boards;
mod calls;
mod common;
mod distances;
mod files;
mod header;
mod patterns;
mod pdb_sets;
mod searches;

// `install.sh` supports only Linux.
#[cfg(target_os = "linux")]
mod building;
#[cfg(target_os = "linux")]
mod installed;
#[cfg(target_os = "linux")]
mod programs;
#[cfg(target_os = "linux")]
mod readme;
