//! The status codes of calls.

use std::ffi::{CStr, c_char};

/// The status of a call. Every function that can fail returns one; `tb_last_error` returns the
/// message.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Success. With any other status, results are written only where a function says so.
    Ok = 0,
    /// A required pointer is NULL.
    NullPointer = 1,
    /// An invalid handle: already freed, of another kind, or an ordinary pointer.
    BadHandle = 2,
    /// A pointer is not aligned for its type.
    Misaligned = 3,
    /// A length that no array can have, overlapping buffers, an unknown preset, or an invalid
    /// option.
    BadArgument = 4,
    /// An invalid shape: boards have at least 2 rows, 2 columns, and at most 25 cells.
    BadShape = 5,
    /// The tiles are not a board of the shape: each number from 0 (the blank) up must appear once.
    BadBoard = 6,
    /// A letter is not a move, or there are too many letters.
    BadMove = 7,
    /// A string is not UTF-8, or not a board or moves.
    BadText = 8,
    /// There is no board at the index.
    BadIndex = 9,
    /// The board can't reach the goal. This is an exact answer, not a failed search.
    Unreachable = 10,
    /// A buffer is too small for the result. The required length is written if there is a place for
    /// it.
    ShortBuffer = 11,
    /// A table exceeds the memory limit or the memory of any machine; a number exceeds 64 bits; or
    /// boards of more than 16 cells have no indexes.
    TooLarge = 12,
    /// There is not enough memory.
    OutOfMemory = 13,
    /// The file does not exist.
    NoFile = 14,
    /// A file can't be read or written.
    Io = 15,
    /// A file is not a table, is damaged, was changed while in use, or is inconsistent.
    BadTable = 16,
    /// The table is for another goal, or pattern databases to combine have different goals.
    OtherGoal = 17,
    /// The call needs a full table, and the solver has none.
    NoTable = 18,
    /// The time limit was reached before an answer was found.
    Limit = 19,
    /// `tb_stop_request` has ended the call.
    Stopped = 20,
    /// Threads could not be started.
    Threads = 21,
    /// The file is a pattern database where a full table is expected, or the other way around; or
    /// its distances are in the multi-tile metric.
    OtherKind = 22,
    /// The tiles are not a pattern, or the patterns can't be combined.
    BadPattern = 23,
    /// A bug in this library. It was caught, and all handles remain valid.
    Internal = 24,
}

impl Status {
    /// The names of the statuses, indexed by their numbers.
    const NAMES: [&'static CStr; 25] = [
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
        c"TB_STATUS_NO_TABLE",
        c"TB_STATUS_LIMIT",
        c"TB_STATUS_STOPPED",
        c"TB_STATUS_THREADS",
        c"TB_STATUS_OTHER_KIND",
        c"TB_STATUS_BAD_PATTERN",
        c"TB_STATUS_INTERNAL",
    ];
}

/// The name of a status, such as `"TB_STATUS_UNREACHABLE"`; `"TB_STATUS_?"` for an invalid number.
///
/// - Returns: a static string, never NULL.
/// - Threads: may be called from any thread at any time.
#[unsafe(no_mangle)]
pub extern "C" fn tb_status_name(status: i32) -> *const c_char {
    let name = usize::try_from(status).ok().and_then(|number| Status::NAMES.get(number));
    name.map_or(c"TB_STATUS_?", |name| name).as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The name in C: `TB_STATUS_SHORT_BUFFER` for `ShortBuffer`.
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
    fn status_names_are_indexed_by_number() {
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
            NoTable,
            Limit,
            Stopped,
            Threads,
            OtherKind,
            BadPattern,
            Internal,
        ];
        assert_eq!(all.len(), Status::NAMES.len());
        for (number, status) in all.into_iter().enumerate() {
            assert_eq!(status as usize, number);
            assert_eq!(Status::NAMES[number].to_str().unwrap(), name_in_c(status));
        }
    }
}
