//! Searches that are ended from outside.

use crate::call::guard;
use crate::objects::{STOPS, Stop};
use crate::pointers::Place;
use crate::status::Status;

/// Makes what ends searches and builds: it is handed to them, and `tb_stop_request` ends all that have it. It serves once:
/// for searches after that, make a new one.
///
/// - `stop`: the handle, for `tb_stop_free`.
/// - Returns: `TB_STATUS_OK`, or what is wrong with the pointer.
/// - Threads: may be called from any thread.
///
/// # Safety
/// The pointer is to as much as is said.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_stop_new(stop: *mut *mut Stop) -> Status {
    guard(|| {
        // SAFETY: the caller's promise.
        let place = unsafe { Place::new(stop, "stop") }?;
        place.put(STOPS.keep(Stop { interrupt: tilebase::Interrupt::new() })?);
        Ok(())
    })
}

/// Ends the searches and builds that have this stop: they return `TB_STATUS_STOPPED` within some milliseconds. One that begins later
/// ends at once.
///
/// - Returns: `TB_STATUS_OK`, or `BAD_HANDLE`, and then there are no words for `tb_last_error`.
/// - Threads: may be called from any thread at any time while the stop is there, and from a handler of signals: it
///   neither waits nor asks for memory.
///
/// # Safety
/// The stop is not freed meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_stop_request(stop: *const Stop) -> Status {
    // SAFETY: the caller's promise.
    match unsafe { STOPS.find(stop) } {
        Some(stop) => {
            stop.interrupt.raise();
            Status::Ok
        }
        None => Status::BadHandle,
    }
}

/// Frees a stop. NULL is no fault, and nothing happens. Searches that have it go on, and can't be ended by it any more.
///
/// - Returns: `TB_STATUS_OK`, or `BAD_HANDLE` for one that was freed before or is none.
/// - Threads: may be called from any thread, but not while `tb_stop_request` or the beginning of a search has it.
///
/// # Safety
/// No other call with this stop is going on, but for searches that have begun.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_stop_free(stop: *mut Stop) -> Status {
    // SAFETY: references last as long as calls do; a search has a share of its own.
    guard(|| unsafe { STOPS.free(stop) })
}
