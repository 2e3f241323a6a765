//! The operating system layer: everything that differs between systems.
//!
//! Each system has one type, [`SystemProcess`], that implements the trait [`Process`]. Linux has a
//! second one, [`ContainedProcess`], for systems that grant namespaces:
//!
//! | system | how the end of a run is detected | what belongs to a run | file |
//! |---|---|---|---|
//! | Linux | message of its init process | its PID namespace | `contained`, `stages`, `channel`, `loopback` |
//! | Linux without them | process descriptor | its group, mark, descendants, orphans | `linux`, `family` |
//! | macOS and other Unix systems | polling every few milliseconds | its process group | `group` |
//! | Windows | polling every few milliseconds | its job object | `job` |
//!
//! On Unix the pipes are nonblocking (`pipes`); on Windows, threads wait for them (`threads`). Code
//! that can be tested on another system is compiled there for the tests.
//!
//! # Rejected alternatives
//!
//! - cgroups would contain a run on Linux completely. They need a delegated hierarchy, which few
//!   machines give to a user.
//! - A memory limit set before the program starts requires code between fork and exec, which is
//!   unsafe, or a second program. With namespaces, that program exists and sets the limit.
//!   Otherwise it is set from outside, right after the start. macOS has no memory limit that can be
//!   set from outside.

mod process;

#[cfg(target_os = "linux")]
mod channel;
#[cfg(target_os = "linux")]
mod contained;
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
#[cfg(target_os = "linux")]
mod loopback;
#[cfg(unix)]
mod pipes;
#[cfg(target_os = "linux")]
mod running;
#[cfg(unix)]
mod signal_name;
#[cfg(target_os = "linux")]
mod stages;
#[cfg(any(windows, test))]
mod threads;
#[cfg(target_os = "linux")]
mod usage;

#[cfg(target_os = "linux")]
pub(crate) use contained::ContainedProcess;
#[cfg(all(unix, not(target_os = "linux")))]
pub(crate) use group::GroupProcess as SystemProcess;
#[cfg(windows)]
pub(crate) use job::JobProcess as SystemProcess;
#[cfg(target_os = "linux")]
pub(crate) use linux::LinuxProcess as SystemProcess;
pub(crate) use process::{End, Process, SpawnOptions, StartError, is_shortage};
#[cfg(target_os = "linux")]
pub(crate) use running::output_of_tool;
#[cfg(target_os = "linux")]
pub(crate) use stages::{has_stages, run_stage};

#[cfg(not(target_os = "linux"))]
pub(crate) use self::SystemProcess as ContainedProcess;

/// Whether this process can start the stages of an isolated run: never on this system.
#[cfg(not(target_os = "linux"))]
pub(crate) fn has_stages() -> bool {
    false
}

/// Runs the stage of a run that this process was started as. This system has no stages.
#[cfg(not(target_os = "linux"))]
pub(crate) fn run_stage() -> Option<std::process::ExitCode> {
    None
}

/// Runs a program that is part of no run, such as a compiler, and collects its output.
///
/// # Errors
/// Errors of the system.
#[cfg(not(target_os = "linux"))]
pub(crate) fn output_of_tool(command: &mut std::process::Command) -> std::io::Result<std::process::Output> {
    command.output()
}

#[cfg(all(unix, test))]
mod tests;
