//! What running another program takes of the system. All that differs from one system to the other is here.
//!
//! A system has one type, [`SystemProcess`], that does what the trait [`Process`] asks for:
//!
//! | system | how a run's end is heard of | what belongs to a run | file |
//! |---|---|---|---|
//! | Linux | a process descriptor | its group, its mark in `/proc`, their descendants, orphans | `linux`, `family` |
//! | macOS and other unixes | a look every few milliseconds | its process group | `group` |
//! | Windows | a look every few milliseconds | its job object | `job` |
//!
//! On unixes the pipes don't block (`pipes`); on Windows, threads wait at them (`threads`). What can be tested on any
//! system is part of the tests on all.

mod process;

#[cfg(any(windows, test))]
mod exception_name;
#[cfg(target_os = "linux")]
mod family;
#[cfg(all(unix, any(not(target_os = "linux"), test)))]
mod group;
#[cfg(windows)]
mod job;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(unix)]
mod pipes;
#[cfg(unix)]
mod signal_name;
#[cfg(any(windows, test))]
mod threads;
#[cfg(target_os = "linux")]
mod usage;

#[cfg(all(unix, not(target_os = "linux")))]
pub(crate) use group::GroupProcess as SystemProcess;
#[cfg(windows)]
pub(crate) use job::JobProcess as SystemProcess;
#[cfg(target_os = "linux")]
pub(crate) use linux::LinuxProcess as SystemProcess;
pub(crate) use process::{End, Frame, Process};

#[cfg(all(unix, test))]
mod tests;
