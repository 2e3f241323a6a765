//! Starting the user's browser.

use std::io;
use std::process::{Command, Stdio};
use std::thread;

/// The command that opens an address, and what stands before it.
const OPEN: (&str, &[&str]) = if cfg!(windows) {
    // The first argument in quotes would be the title of a window.
    ("cmd", &["/C", "start", ""])
} else if cfg!(target_os = "macos") {
    ("open", &[])
} else {
    ("xdg-open", &[])
};

/// Opens an address in the user's browser, and does not wait for it.
///
/// # Errors
/// If the command can't be started.
pub(super) fn open(address: &str) -> io::Result<()> {
    let (program, arguments) = OPEN;
    let mut command = Command::new(program);
    command.args(arguments).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    // It is waited for so that nothing of it stays in the list of processes; what it says of itself helps nobody.
    thread::spawn(move || child.wait());
    Ok(())
}
