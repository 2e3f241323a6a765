//! The two processes between this one and a program in namespaces of its own.
//!
//! ```text
//! pdb-solve
//! └─ outer      enters new namespaces, waits for init
//!    └─ init    process 1 of the new namespaces: mounts their /proc, collects orphans
//!       └─ the program
//! ```
//!
//! Code between fork and exec would be unsafe, so both are this program again, started under a name
//! that no user gives it. When init ends, the system kills everything that is left in its
//! namespace, whatever session or environment it has. Outer and init end with their parent, so a
//! run also ends with the judging process.
//!
//! A user without privileges needs a user namespace to create the others. It maps the user and the
//! group to themselves, so files look the same. A privileged user does not need one, and would lose
//! access to the files of other users in it.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, ErrorKind};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::io::Errno;
use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_change};
use rustix::param::page_size;
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitOptions, getegid, geteuid, prlimit, set_parent_process_death_signal,
    wait,
};
use rustix::thread::{
    CapabilitySet, CapabilitySets, UnshareFlags, capabilities, clear_ambient_capability_set,
    configure_capability_in_ambient_set, remove_capability_from_bounding_set, set_capabilities,
};

use super::channel::{Message, receive_pipes};
use super::loopback;
use super::process::start_unless_busy;

/// This program, even if its file has been replaced.
const OWN_PROGRAM: &str = "/proc/self/exe";

/// The names that the stages are started under.
const OUTER: &str = "pdb-solve (outer process of a run)";
const INIT: &str = "pdb-solve (init process of a run)";

/// The capabilities that a program started by root keeps: those for files and user IDs.
///
/// Dropping the others prevents it from unmounting the `/proc` that hides other processes, and from
/// raising its limits.
const KEPT: CapabilitySet = CapabilitySet::CHOWN
    .union(CapabilitySet::DAC_OVERRIDE)
    .union(CapabilitySet::DAC_READ_SEARCH)
    .union(CapabilitySet::FOWNER)
    .union(CapabilitySet::FSETID)
    .union(CapabilitySet::KILL)
    .union(CapabilitySet::NET_BIND_SERVICE)
    .union(CapabilitySet::SETGID)
    .union(CapabilitySet::SETUID);

/// The capabilities that init needs.
const NEEDED: [CapabilitySet; 2] = [CapabilitySet::SYS_ADMIN, CapabilitySet::SETPCAP];

/// Whether the `main` of this program looks for the name of a stage first.
static HAS_STAGES: AtomicBool = AtomicBool::new(false);

/// Whether the stages can be started: not in a test, or in another program that uses this library.
pub(crate) fn has_stages() -> bool {
    HAS_STAGES.load(Ordering::Relaxed)
}

/// The settings of a run, passed on as arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) has_network: bool,
    pub(super) memory_in_bytes: Option<u64>,
    /// The process ID of the program in its namespace; 0 if not known yet.
    pub(super) program_id: u32,
}

impl Settings {
    fn arguments(self) -> [String; 3] {
        let memory = self.memory_in_bytes.map_or_else(String::new, |bytes| bytes.to_string());
        [self.has_network.to_string(), memory, self.program_id.to_string()]
    }

    fn of(arguments: &[OsString]) -> Option<(Self, &[OsString])> {
        let ([network, memory, program], command) = arguments.split_first_chunk()?;
        let memory = memory.to_str()?;
        let memory_in_bytes = if memory.is_empty() { None } else { Some(memory.parse().ok()?) };
        let (has_network, program_id) = (network.to_str()?.parse().ok()?, program.to_str()?.parse().ok()?);
        Some((Self { has_network, memory_in_bytes, program_id }, command))
    }

    /// The command of the outer process of a run.
    pub(super) fn outer(self, command: &[OsString]) -> Command {
        self.stage(OUTER, command)
    }

    fn stage(self, name: &str, command: &[OsString]) -> Command {
        let mut stage = Command::new(OWN_PROGRAM);
        stage.arg0(name).args(self.arguments()).args(command);
        stage
    }
}

/// Runs the stage that this process was started as; returns `None` if it was started by a user.
///
/// Must be called before this process starts threads.
pub(crate) fn run_stage() -> Option<ExitCode> {
    let mut arguments = std::env::args_os();
    let name = arguments.next()?;
    let stage: fn(Settings, &[OsString]) -> Result<(), Message> = if name == OsStr::new(OUTER) {
        outer
    } else if name == OsStr::new(INIT) {
        init
    } else {
        HAS_STAGES.store(true, Ordering::Relaxed);
        return None;
    };
    let arguments: Vec<OsString> = arguments.collect();
    let Some((settings, command)) = Settings::of(&arguments) else { return Some(ExitCode::FAILURE) };
    Some(match stage(settings, command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // If the judge has ended, no one receives it.
            let _is_sent = message.send(io::stdin()).is_ok();
            ExitCode::FAILURE
        }
    })
}

fn number(error: &io::Error) -> i32 {
    error.raw_os_error().unwrap_or(Errno::IO.raw_os_error())
}

fn refused(error: impl Into<io::Error>) -> Message {
    Message::Refused(number(&error.into()))
}

fn outer(settings: Settings, command: &[OsString]) -> Result<(), Message> {
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(refused)?;
    enter_namespaces(settings.has_network).map_err(refused)?;
    let program_id = std::process::id();
    let mut init = Settings { program_id, ..settings }.stage(INIT, command).spawn().map_err(refused)?;
    init.wait().map_err(refused)?;
    Ok(())
}

/// Moves this process, or its children, to new namespaces.
#[expect(deprecated, reason = "it is unsound only with `FILES`, and its replacement is unsafe")]
fn enter_namespaces(has_network: bool) -> io::Result<()> {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    let mut new = UnshareFlags::NEWPID | UnshareFlags::NEWNS | UnshareFlags::NEWIPC;
    if !has_network {
        new |= UnshareFlags::NEWNET;
    }
    match rustix::thread::unshare(new) {
        Err(Errno::PERM) => {
            rustix::thread::unshare(new | UnshareFlags::NEWUSER)?;
            // The kernel requires this before an unprivileged user may map a group.
            fs::write("/proc/self/setgroups", "deny")?;
            fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
            fs::write("/proc/self/gid_map", format!("{group} {group} 1"))?;
            pass_on_capabilities()?;
        }
        entered => entered?,
    }
    if has_network { Ok(()) } else { loopback::bring_up() }
}

/// Lets init keep the capabilities that it needs. Otherwise they are lost when it is started,
/// unless the user is root.
fn pass_on_capabilities() -> io::Result<()> {
    let inheritable = NEEDED.into_iter().collect();
    set_capabilities(None, CapabilitySets { inheritable, ..capabilities(None)? })?;
    for capability in NEEDED {
        configure_capability_in_ambient_set(capability, true)?;
    }
    Ok(())
}

fn init(settings: Settings, command: &[OsString]) -> Result<(), Message> {
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(refused)?;
    let pipes = receive_pipes(io::stdin()).map_err(refused)?;
    mount_own_proc().map_err(refused)?;
    choose_process_id(settings.program_id);
    give_up_capabilities().map_err(refused)?;
    let not_started = |error: io::Error| Message::NotStarted(number(&error));
    let program = start(settings, command, pipes).map_err(not_started)?;
    Message::Started.send(io::stdin()).map_err(refused)?;
    let program = Pid::from_child(&program);
    while let Some((child, status)) = reap() {
        if child == program {
            Message::Ended(status).send(io::stdin()).map_err(refused)?;
        }
    }
    // From here on, the judge measures the run, and kills this process when it is over.
    let _is_over = Message::receive(io::stdin()).is_ok();
    Ok(())
}

/// Waits for the end of any child, and returns it with its status; `None` if there are no children.
fn reap() -> Option<(Pid, i32)> {
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((child, status))) => return Some((child, status.as_raw())),
            Err(Errno::CHILD) => return None,
            // Interrupted.
            Ok(None) | Err(_) => {}
        }
    }
}

/// Replaces `/proc` with one that shows only the processes of this namespace.
fn mount_own_proc() -> io::Result<()> {
    // Otherwise other namespaces, and thus the user, would see the mount.
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("proc", "/proc", "proc", flags, None)?;
    Ok(())
}

/// Makes the next process of this namespace have an ID that no other run has.
///
/// Programs use their ID in names of temporary files, and in each namespace it would be 2. Java
/// then prints a warning that `/tmp/hsperfdata_user/2` is locked.
fn choose_process_id(id: u32) {
    // Not all kernels can do this. Then the program starts with the ID 2.
    let _chosen = fs::write("/proc/sys/kernel/ns_last_pid", id.saturating_sub(1).to_string());
}

/// Ensures that the program does not get the capabilities of init, even if the user is root.
fn give_up_capabilities() -> io::Result<()> {
    clear_ambient_capability_set()?;
    for (_, capability) in CapabilitySet::all().difference(KEPT).iter_names() {
        match remove_capability_from_bounding_set(capability) {
            // The kernel is older than this capability.
            Ok(()) | Err(Errno::INVAL) => {}
            Err(error) => return Err(error.into()),
        }
    }
    set_capabilities(None, CapabilitySets { inheritable: CapabilitySet::empty(), ..capabilities(None)? })?;
    Ok(())
}

/// Starts the program with its limits.
fn start(settings: Settings, command: &[OsString], pipes: [OwnedFd; 3]) -> io::Result<Child> {
    let (program, arguments) = command.split_first().ok_or(ErrorKind::NotFound)?;
    let [input, output, errors] = pipes;
    let mut command = Command::new(program);
    command.args(arguments).stdin(input).stdout(output).stderr(errors).process_group(0);
    let Some(bytes) = settings.memory_in_bytes else { return start_unless_busy(|| command.spawn()) };
    let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    // The program inherits the limit. If it is too low for this process, which has to start the
    // program, it is set right after the start.
    let is_enough = own_address_space()? < bytes;
    if is_enough {
        prlimit(None, Resource::As, limit)?;
    }
    let child = start_unless_busy(|| command.spawn())?;
    if !is_enough {
        prlimit(Some(Pid::from_child(&child)), Resource::As, limit)?;
    }
    Ok(child)
}

/// The address space of this process, with room for starting another one.
fn own_address_space() -> io::Result<u64> {
    const ROOM_IN_BYTES: u64 = 1 << 20;
    let sizes = fs::read_to_string("/proc/self/statm")?;
    let pages = sizes.split(' ').next().and_then(|pages| pages.parse::<u64>().ok());
    let pages = pages.ok_or(ErrorKind::InvalidData)?;
    Ok(pages * page_size() as u64 + ROOM_IN_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_as_they_were_written() {
        for has_network in [false, true] {
            for memory_in_bytes in [None, Some(0), Some(u64::MAX)] {
                let settings = Settings { has_network, memory_in_bytes, program_id: 7 };
                let words = settings.arguments().into_iter().map(OsString::from);
                let words: Vec<OsString> = words.chain(["ls".into(), "true".into()]).collect();
                assert_eq!(Settings::of(&words), Some((settings, &words[3..])));
            }
        }
        let words = |words: [&str; 3]| words.map(OsString::from);
        for wrong in [["yes", "", "7"], ["true", "1 GB", "7"], ["true", "", "-7"], ["", "", ""]] {
            assert_eq!(Settings::of(&words(wrong)), None);
        }
        assert_eq!(Settings::of(&words(["true", "", "7"])[..2]), None);
    }
}
