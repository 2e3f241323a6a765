//! Stops: requests to end searches and builds.

use crate::call::guard;
use crate::objects::{STOPS, Stop};
use crate::pointers::OutPointer;
use crate::status::Status;

/// Creates a stop: a cancellation token. `tb_stop_request` ends all calls that were given it. It
/// can be used once; create a new one for later calls.
///
/// - `stop`: the handle, for `tb_stop_free`.
/// - Returns: `TB_STATUS_OK`, or a status for an invalid pointer.
/// - Threads: may be called from any thread.
///
/// # Safety
/// The pointer must be valid for one handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_stop_new(stop: *mut *mut Stop) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let place = unsafe { OutPointer::new(stop, "stop") }?;
        place.put(STOPS.keep(Stop { interrupt: tilebase::Interrupt::new() })?);
        Ok(())
    })
}

/// Ends the searches and builds that have this stop: they return `TB_STATUS_STOPPED` within
/// milliseconds. Calls that begin later with this stop end at once.
///
/// - Returns: `TB_STATUS_OK` or `BAD_HANDLE`. Does not set a message for `tb_last_error`.
/// - Threads: may be called from any thread at any time until the stop is freed, and from a signal
///   handler: it neither waits nor allocates memory.
///
/// # Safety
/// The stop must not be freed during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_stop_request(stop: *const Stop) -> Status {
    // SAFETY: guaranteed by the caller.
    match unsafe { STOPS.find(stop) } {
        Some(stop) => {
            stop.interrupt.raise();
            Status::Ok
        }
        None => Status::BadHandle,
    }
}

/// Frees a stop. Does nothing for NULL. Searches and builds that use it keep running, but can no
/// longer be stopped.
///
/// - Returns: `TB_STATUS_OK`, or `BAD_HANDLE` for a handle that was already freed or is invalid.
/// - Threads: may be called from any thread, but not during `tb_stop_request` or while a call with
///   this stop begins.
///
/// # Safety
/// No other call with this stop may be in progress, except searches that have already begun.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_stop_free(stop: *mut Stop) -> Status {
    // SAFETY: references last only as long as a call; a search has its own copy of the interrupt.
    guard(|| unsafe { STOPS.free(stop) })
}
