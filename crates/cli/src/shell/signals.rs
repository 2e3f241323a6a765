//! Signal handling. The first Ctrl-C stops a search, which then reports what it knows; the second
//! ends the program. Two signals that would end the process at an ordinary error, SIGBUS and
//! SIGXFSZ, become error values.

use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex};

use anyhow::Context;
#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use tilebase::Interrupt;
use tilebase::table::Table;

use super::lock::lock;

/// The flag set by the signal handlers.
static FLAG: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The same flag as an [`Interrupt`].
static INTERRUPTED: LazyLock<Interrupt> = LazyLock::new(|| Arc::clone(&FLAG).into());

/// The exit code that shells report for a program ended by Ctrl-C.
const ENDED_BY_INTERRUPT: i32 = 128 + SIGINT;

/// Other signals that ask a program to end. Windows ends it at once when it closes a console.
#[cfg(unix)]
const OTHERS: [i32; 2] = [SIGTERM, SIGHUP];
#[cfg(not(unix))]
const OTHERS: [i32; 1] = [SIGTERM];

/// Installs the handler once, and returns the interrupt that it raises.
///
/// # Errors
/// Errors of the system.
pub(crate) fn interrupt_flag() -> io::Result<&'static Interrupt> {
    static IS_SET: Mutex<bool> = Mutex::new(false);
    // Ignores poison: after a panic the handler may be installed twice, which is harmless.
    let mut is_set = lock(&IS_SET);
    if !*is_set {
        // Handlers run in this order: only at the second signal is the flag already set.
        flag::register_conditional_shutdown(SIGINT, ENDED_BY_INTERRUPT, Arc::clone(&FLAG))?;
        flag::register(SIGINT, Arc::clone(&FLAG))?;
        *is_set = true;
    }
    Ok(&INTERRUPTED)
}

/// Like [`interrupt_flag`], but SIGTERM and SIGHUP raise it too, where they exist.
///
/// For commands that must end other processes before they end themselves.
///
/// # Errors
/// Errors of the system.
pub(crate) fn ending_flag() -> io::Result<&'static Interrupt> {
    for signal in OTHERS {
        flag::register(signal, Arc::clone(&FLAG))?;
    }
    interrupt_flag()
}

/// Sets up the process so that two failures are ordinary errors instead of fatal signals: reading a
/// table file that another process truncates, and exceeding the file size limit (`ulimit -f`).
pub(crate) fn prepare() -> anyhow::Result<()> {
    // A signal with a handler no longer ends the process, and the write fails.
    #[cfg(unix)]
    flag::register(signal_hook::consts::SIGXFSZ, Arc::default())
        .context("cannot set the handler for the file size limit (SIGXFSZ)")?;
    Table::catch_lost_files().context("cannot set the handler for files that are cut short")
}
