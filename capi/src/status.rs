//! What a call came to.

use std::ffi::{CStr, c_char};

/// What a call came to. Every function that can fail returns one; `tb_last_error` has the words.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Done. Only now is there anything in the places for results.
    Ok = 0,
    /// A pointer is NULL that must not be.
    NullPointer = 1,
    /// A handle that is none: freed before, of another kind, or a pointer from elsewhere.
    BadHandle = 2,
    /// A pointer does not have the alignment of what it should point to.
    Misaligned = 3,
    /// A length that no array can have, or buffers that overlap.
    BadArgument = 4,
    /// No board has so many rows and columns: each must be at least 2, and there may be 25 cells.
    BadShape = 5,
    /// Tiles that are no board of the shape: each number from 0 (the blank) up must be there once.
    BadBoard = 6,
    /// A letter that names no move, or more of them than any path has.
    BadMove = 7,
    /// A text that is not UTF-8.
    BadText = 8,
    /// No board has this number.
    BadIndex = 9,
    /// The board can't reach the goal. This is an exact answer: no moves lead there.
    Unreachable = 10,
    /// A buffer is too small for the result. Its length was written, if there is a place for it.
    ShortBuffer = 11,
    /// A table beyond the limit of memory, or beyond what any machine holds; a number beyond 64 bits.
    TooLarge = 12,
    /// There is not enough memory.
    OutOfMemory = 13,
    /// There is no such file.
    NoFile = 14,
    /// The system did not let a file be read, or it is none.
    Io = 15,
    /// A file is no table, is damaged, was changed while it was in use, or contradicts itself.
    BadTable = 16,
    /// The table serves another goal.
    OtherGoal = 17,
    /// The time was up before there was an answer.
    Limit = 18,
    /// `tb_stop_request` has ended the search.
    Stopped = 19,
    /// Threads could not be started.
    Threads = 20,
    /// A fault of this library. It was caught, and the handles are as good as before.
    Internal = 21,
}

impl Status {
    /// The names, each at the place of its number.
    const NAMES: [&'static CStr; 22] = [
        c"TB_STATUS_OK",
        c"TB_STATUS_NULL_POINTER",
        c"TB_STATUS_BAD_HANDLE",
        c"TB_STATUS_MISALIGNED",
        c"TB_STATUS_BAD_ARGUMENT",
        c"TB_STATUS_BAD_SHAPE",
        c"TB_STATUS_BAD_BOARD",
        c"TB_STATUS_BAD_MOVE",
        c"TB_STATUS_BAD_TEXT",
        c"TB_STATUS_BAD_INDEX",
        c"TB_STATUS_UNREACHABLE",
        c"TB_STATUS_SHORT_BUFFER",
        c"TB_STATUS_TOO_LARGE",
        c"TB_STATUS_OUT_OF_MEMORY",
        c"TB_STATUS_NO_FILE",
        c"TB_STATUS_IO",
        c"TB_STATUS_BAD_TABLE",
        c"TB_STATUS_OTHER_GOAL",
        c"TB_STATUS_LIMIT",
        c"TB_STATUS_STOPPED",
        c"TB_STATUS_THREADS",
        c"TB_STATUS_INTERNAL",
    ];
}

/// The name of a status, as `"TB_STATUS_UNREACHABLE"`, and `"TB_STATUS_?"` for a number that is none.
///
/// - Returns: a text that is there for ever, never NULL.
/// - Threads: may be called from any thread at any time.
#[unsafe(no_mangle)]
pub extern "C" fn tb_status_name(status: i32) -> *const c_char {
    let name = usize::try_from(status).ok().and_then(|number| Status::NAMES.get(number));
    name.map_or(c"TB_STATUS_?", |name| name).as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `ShortBuffer` is `TB_STATUS_SHORT_BUFFER`.
    fn name_in_c(status: Status) -> String {
        let mut name = String::from("TB_STATUS");
        for letter in format!("{status:?}").chars() {
            if letter.is_uppercase() {
                name.push('_');
            }
            name.push(letter.to_ascii_uppercase());
        }
        name
    }

    #[test]
    fn every_status_stands_at_its_number() {
        use Status::*;
        let all = [
            Ok,
            NullPointer,
            BadHandle,
            Misaligned,
            BadArgument,
            BadShape,
            BadBoard,
            BadMove,
            BadText,
            BadIndex,
            Unreachable,
            ShortBuffer,
            TooLarge,
            OutOfMemory,
            NoFile,
            Io,
            BadTable,
            OtherGoal,
            Limit,
            Stopped,
            Threads,
            Internal,
        ];
        assert_eq!(all.len(), Status::NAMES.len());
        for (number, status) in all.into_iter().enumerate() {
            assert_eq!(status as usize, number);
            assert_eq!(Status::NAMES[number].to_str().unwrap(), name_in_c(status));
        }
    }
}
