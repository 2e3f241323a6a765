//! Starting the user's browser.

use std::io;
use std::process::{Command, Stdio};
use std::thread;

/// The command that opens an address, and its leading arguments.
const OPEN: (&str, &[&str]) = if cfg!(windows) {
    // `start` takes a first quoted argument as the window title.
    ("cmd", &["/C", "start", ""])
} else if cfg!(target_os = "macos") {
    ("open", &[])
} else {
    ("xdg-open", &[])
};

/// Opens an address in the user's browser, without waiting for it.
///
/// # Errors
/// If the command cannot be started.
pub(super) fn open(address: &str) -> io::Result<()> {
    let (program, arguments) = OPEN;
    let mut command = Command::new(program);
    command.args(arguments).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    // Reaps the process, so that it does not stay a zombie. Its exit status does not matter.
    thread::spawn(move || child.wait());
    Ok(())
}
