//! The laboratory for a page: three functions, and texts in the memory of the module.
//!
//! The page [`reserve`]s room for a question, writes it there (the path, a newline, and the arguments as JSON), and [`ask`]s.
//! The answer stands at [`answer`]: the status in three digits, and then JSON.
//!
//! A module of WebAssembly has one thread, so what stands here is read and written by nobody else meanwhile.

use std::cell::RefCell;

use tilebase_api::{Interrupt, Laboratory, Request};

thread_local! {
    static LABORATORY: Laboratory = Laboratory::default();
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a question of so many bytes, and tells where. The memory may grow for it, and then its old buffer is of no use:
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
