//! The API for a page: three functions, and texts in the memory of the module.
//!
//! The page calls [`reserve`] to get a buffer, writes its request there (the path, a newline, and
//! the arguments as JSON), and calls [`ask`]. The answer is at [`answer`]: the status in three
//! digits, then JSON.
//!
//! The module imports one function, `page.now`: the time in milliseconds, as returned by
//! `performance.now`. It makes time limits and the times of searches work.
//!
//! A WebAssembly module has one thread, so no other code accesses its state during a call.
//!
//! The module leaves out what a page does not use: threads, files, the readers of HTTP queries, and
//! patterns for answers that a user writes (the feature `patterns` of `tilebase-answers`). It
//! builds no pattern databases above 150 MB. The 5-5-5 of 4x4 takes 7 MB and a third of a second;
//! boards of 5x5 use linear conflict instead.

use std::cell::RefCell;
use std::time::Duration;

use tilebase_api::{Api, Interrupt, Request, RequestLimits};

thread_local! {
    static API: Api = api();
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
#[expect(
    unsafe_code,
    reason = "the compiler can't check an import; this one takes no arguments, and any result is safe"
)]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The time in milliseconds, from an arbitrary origin.
    safe fn now() -> f64;
}

/// The API with limits for a page on a personal computer. It serves only this page, which can end
/// the worker, so a search may take its time.
fn api() -> Api {
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    tilebase::clock::provide(|| Duration::try_from_secs_f64(now() / 1e3).unwrap_or_default());
    let limits = RequestLimits {
        time: Duration::from_secs(600),
        memory_in_bytes: 500_000_000,
        pdb_memory_in_bytes: 150_000_000,
        ..RequestLimits::default()
    };
    Api::new(limits, None)
}

/// Allocates a buffer of this many bytes for a request and returns its address. The memory may
/// grow, which invalidates earlier views of it, so the page has to get the memory's buffer
/// afterwards.
#[expect(
    unsafe_code,
    reason = "an export needs its name unmangled; no other function of the module has this name"
)]
#[unsafe(no_mangle)]
pub extern "C" fn reserve(len: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(len, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request in the buffer, and returns the length of the answer in bytes.
#[expect(unsafe_code, reason = "as above")]
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let text = REQUEST.take();
    let end_of_path = text.iter().position(|byte| *byte == b'\n').unwrap_or(text.len());
    let path = String::from_utf8_lossy(&text[..end_of_path]);
    let body = text.get(end_of_path + 1..).unwrap_or_default();
    let response = API.with(|api| api.answer(&Request::post(&path, body), &Interrupt::new()));
    ANSWER.with_borrow_mut(|answer| {
        *answer = response.status.to_string().into_bytes();
        answer.extend(response.body);
        answer.len()
    })
}

/// The address of the answer, valid until the next request.
#[expect(unsafe_code, reason = "as above")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(Vec::as_ptr)
}
