//! The tests of what crosses into C: the exports as Rust sees them, the header, and what is installed, with programs in C
//! and C++.

#![allow(unsafe_code)]
#![allow(unreachable_pub, reason = "modules of a test program are its own")]

mod bad_calls;
mod calls;
mod common;
mod header;

// `install.sh` installs on Linux only.
#[cfg(target_os = "linux")]
mod building;
#[cfg(target_os = "linux")]
mod installed;
#[cfg(target_os = "linux")]
mod programs;
#[cfg(target_os = "linux")]
mod readme;
