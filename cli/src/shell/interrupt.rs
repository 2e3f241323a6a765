//! Ctrl-C: the first asks a search to say how far it got, the second ends the program.

use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use tilebase::Interrupt;

/// What handlers set.
static FLAG: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The same for those who heed it.
static INTERRUPTED: LazyLock<Interrupt> = LazyLock::new(|| Arc::clone(&FLAG).into());

/// What the shell shows for a program that Ctrl-C ended.
const ENDED_BY_INTERRUPT: i32 = 128 + SIGINT;

/// What else asks a program to end. When Windows closes a console it ends the program at once.
#[cfg(unix)]
const OTHERS: [i32; 2] = [SIGTERM, SIGHUP];
#[cfg(not(unix))]
const OTHERS: [i32; 1] = [SIGTERM];

/// Sets the handler, unless it is set, and returns what it sets.
///
/// # Errors
/// Those of the system.
pub(crate) fn interrupt_flag() -> io::Result<&'static Interrupt> {
    static IS_SET: Mutex<bool> = Mutex::new(false);
    // A thread that panicked meanwhile has left a handler set, or none; another is set then, which does no harm.
    let mut is_set = IS_SET.lock().unwrap_or_else(PoisonError::into_inner);
    if !*is_set {
        // Handlers run in this order: at the second signal the flag is set already.
        flag::register_conditional_shutdown(SIGINT, ENDED_BY_INTERRUPT, Arc::clone(&FLAG))?;
        flag::register(SIGINT, Arc::clone(&FLAG))?;
        *is_set = true;
    }
    Ok(&INTERRUPTED)
}

/// The same, set by SIGTERM and SIGHUP too, where there are such signals: for what has other processes to end before it ends.
///
/// # Errors
/// Those of the system.
pub(crate) fn ending_flag() -> io::Result<&'static Interrupt> {
    for signal in OTHERS {
        flag::register(signal, Arc::clone(&FLAG))?;
    }
    interrupt_flag()
}
