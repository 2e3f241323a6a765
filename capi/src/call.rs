//! What goes round every call: panics are caught, and the words of a failure are kept for the thread that asks for them.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{self, AssertUnwindSafe};

use crate::failure::Failure;
use crate::status::Status;

thread_local! {
    /// The words of the last failure.
    static LAST_ERROR: RefCell<CString> = RefCell::new(CString::default());
}

/// Does the work of a call. No panic leaves it: to unwind into C is to abort. (The few exports without it read a constant or
/// an atomic number, and have nothing that could panic.)
///
/// (What a panic may leave half done is the caller's buffers, which a failed call says nothing of; the objects behind
/// handles are changed by no call but the one that frees them.)
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
    bytes.retain(|byte| *byte != 0);
    // A thread that is ending has no place for it any more, and nobody who would ask.
    let _kept = LAST_ERROR.try_with(|last| *last.borrow_mut() = CString::new(bytes).unwrap_or_default());
}

/// The words of the last call of this thread that failed: what was expected, what was found. UTF-8, one line, without a
/// full stop. Empty if none has failed.
///
/// - Returns: a text, never NULL, that is there until the next call of this thread that fails, or the thread's end. Copy
///   it to keep it.
/// - Threads: each thread has a text of its own.
#[unsafe(no_mangle)]
pub extern "C" fn tb_last_error() -> *const c_char {
    LAST_ERROR.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    fn words() -> String {
        // SAFETY: the text is this thread's, and it makes no call while it reads.
        unsafe { CStr::from_ptr(tb_last_error()) }.to_str().unwrap().to_owned()
    }

    #[test]
    fn a_panic_is_a_status_and_its_words_are_kept() {
        assert_eq!(words(), "");
        assert_eq!(guard(|| panic!("number {}", 7)), Status::Internal);
        assert_eq!(words(), "a fault of libtilebase, please report it: number 7");
        assert_eq!(guard(|| panic::panic_any(3)), Status::Internal);
        assert_eq!(words(), "a fault of libtilebase, please report it: no words");
        assert_eq!(guard(|| Ok(())), Status::Ok);
        assert!(words().ends_with("no words"), "success leaves it");
        assert_eq!(guard(|| Err(Failure::new(Status::BadText, "a\0b"))), Status::BadText);
        assert_eq!(words(), "ab");
        std::thread::spawn(|| assert_eq!(words(), "")).join().unwrap();
    }
}
