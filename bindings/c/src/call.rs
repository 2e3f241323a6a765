//! The frame of every call: catches panics, and stores the error message for the calling thread.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{self, AssertUnwindSafe};

use crate::failure::Failure;
use crate::status::Status;

thread_local! {
    /// The message of the last failure.
    static LAST_ERROR: RefCell<CString> = RefCell::new(CString::default());
}

/// Runs the body of a call. Catches panics, because unwinding into C would abort the process. (The
/// few exports that do not use it can't panic.)
///
/// `AssertUnwindSafe` is justified: a panic can leave only the caller's buffers incomplete, and
/// their content is unspecified after a failed call. Only the call that frees an object changes it.
pub(crate) fn guard(work: impl FnOnce() -> Result<(), Failure>) -> Status {
    let outcome = panic::catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|payload| Err(Failure::of_panic(payload.as_ref())));
    match outcome {
        Ok(()) => Status::Ok,
        Err(failure) => {
            remember(failure.text);
            failure.status
        }
    }
}

fn remember(text: String) {
    let mut bytes = text.into_bytes();
    // A C string can't contain zeros.
    bytes.retain(|byte| *byte != 0);
    // While a thread ends, its storage may already be gone, and nothing reads the message any more.
    let _kept = LAST_ERROR.try_with(|last| *last.borrow_mut() = CString::new(bytes).unwrap_or_default());
}

/// The message of this thread's last failed call: what was expected and what was found. One line of
/// UTF-8, without a period. Empty if no call has failed.
///
/// - Returns: a string, never NULL, valid until this thread's next failed call or its end. Copy it
///   to keep it.
/// - Threads: each thread has its own message.
#[unsafe(no_mangle)]
pub extern "C" fn tb_last_error() -> *const c_char {
    LAST_ERROR.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    fn words() -> String {
        // SAFETY: the message belongs to this thread, which makes no other call while it is read.
        unsafe { CStr::from_ptr(tb_last_error()) }.to_str().unwrap().to_owned()
    }

    #[test]
    fn a_panic_becomes_a_status_with_a_message() {
        assert_eq!(words(), "");
        assert_eq!(guard(|| panic!("number {}", 7)), Status::Internal);
        assert_eq!(words(), "internal error in libtilebase, please report it: number 7");
        assert_eq!(guard(|| panic::panic_any(3)), Status::Internal);
        assert_eq!(words(), "internal error in libtilebase, please report it: no message");
        assert_eq!(guard(|| Ok(())), Status::Ok);
        assert!(words().ends_with("no message"), "success leaves it");
        assert_eq!(guard(|| Err(Failure::new(Status::BadText, "a\0b"))), Status::BadText);
        assert_eq!(words(), "ab");
        std::thread::spawn(|| assert_eq!(words(), "")).join().unwrap();
    }
}
