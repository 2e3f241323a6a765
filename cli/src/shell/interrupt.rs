//! Ctrl-C: the first asks a search to say how far it got, the second ends the program.

use std::io;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// What the shell shows for a program that Ctrl-C ended.
const ENDED_BY_INTERRUPT: i32 = 128 + SIGINT;

/// What else asks a program to end. When Windows closes a console it ends the program at once.
#[cfg(unix)]
const OTHERS: [i32; 2] = [SIGTERM, SIGHUP];
#[cfg(not(unix))]
const OTHERS: [i32; 1] = [SIGTERM];

/// Sets the handler, and returns what it sets.
///
/// # Errors
/// Those of the system.
pub(crate) fn interrupt_flag() -> io::Result<&'static AtomicBool> {
    // Handlers run in this order: at the second signal the flag is set already.
    flag::register_conditional_shutdown(SIGINT, ENDED_BY_INTERRUPT, Arc::clone(&INTERRUPTED))?;
    flag::register(SIGINT, Arc::clone(&INTERRUPTED))?;
    Ok(&INTERRUPTED)
}

/// The same, set by SIGTERM and SIGHUP too, where there are such signals: for what has other processes to end before it ends.
///
/// # Errors
/// Those of the system.
pub(crate) fn ending_flag() -> io::Result<&'static AtomicBool> {
    for signal in OTHERS {
        flag::register(signal, Arc::clone(&INTERRUPTED))?;
    }
    interrupt_flag()
}
