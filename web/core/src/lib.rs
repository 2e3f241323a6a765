//! The laboratory for a page: three functions, and texts in the memory of the module.
//!
//! The page [`reserve`]s room for a question, writes it there (the path, a newline, and the arguments as JSON), and [`ask`]s.
//! The answer stands at [`answer`]: the status in three digits, and then JSON.
//!
//! The module imports one function, `page.now`: the time in milliseconds, as `performance.now` tells it. So limits of time
//! hold, and searches tell what they took.
//!
//! A WebAssembly module has one thread, so nothing else accesses this state meanwhile.

use std::cell::RefCell;
use std::time::Duration;

use tilebase_api::{Bounds, Interrupt, Laboratory, Request};

thread_local! {
    static LABORATORY: Laboratory = laboratory();
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
#[expect(unsafe_code, reason = "what is imported can't be checked; it takes nothing, and any number will do")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The time in milliseconds, from any beginning.
    safe fn now() -> f64;
}

/// The laboratory of a page: its limits suit a personal machine, with one page among others. No
/// one else is kept waiting, and the page can end the worker, so a search may take its time.
fn laboratory() -> Laboratory {
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    tilebase::clock::provide(|| Duration::try_from_secs_f64(now() / 1e3).unwrap_or_default());
    let bounds = Bounds {
        time: Duration::from_secs(600),
        memory_in_bytes: 500_000_000,
        tables_in_bytes: 150_000_000,
        ..Bounds::default()
    };
    Laboratory::new(bounds, None)
}

/// Allocates a buffer of this many bytes for a request and returns its address. The memory may grow for it, and then its old buffer is of no use:
/// ask for the buffer afterwards.
#[expect(
    unsafe_code,
    reason = "an export has a name without a hash; no other function of the module has this one"
)]
#[unsafe(no_mangle)]
pub extern "C" fn reserve(len: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(len, 0);
        question.as_mut_ptr()
    })
}

/// Answers the question that was written there, and tells how many bytes the answer has.
#[expect(unsafe_code, reason = "as above")]
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let text = QUESTION.take();
    let end_of_path = text.iter().position(|byte| *byte == b'\n').unwrap_or(text.len());
    let path = String::from_utf8_lossy(&text[..end_of_path]);
    let body = text.get(end_of_path + 1..).unwrap_or_default();
    let response =
        LABORATORY.with(|laboratory| laboratory.answer(&Request::post(&path, body), &Interrupt::new()));
    ANSWER.with_borrow_mut(|answer| {
        *answer = response.status.to_string().into_bytes();
        answer.extend(response.body);
        answer.len()
    })
}

/// Where the answer stands, until the next question.
#[expect(unsafe_code, reason = "as above")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(Vec::as_ptr)
}
