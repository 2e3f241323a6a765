//! Judges answers of other solvers.

use std::ffi::{CStr, c_char};

use tilebase::board::Board;
use tilebase::judge::{Claim, Judge};

use crate::call::guard;
use crate::failure::Failure;
use crate::objects::{SOLVERS, Solver, Stop, limits, moves_of};
use crate::pointers::{Buffer, OutPointer, array};
use crate::status::Status;
use crate::tiles::board;

/// Maximum number of moves in a path to judge, far above any known path.
const MAX_MOVES: usize = 1 << 20;

/// The verdict on an answer. `TB_FINDING_OPTIMAL` is the only one for a right answer.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A shortest path to the goal, or its length.
    Optimal = 0,
    /// The path leads to the goal, but is longer than necessary.
    Longer = 1,
    /// A move is illegal.
    IllegalMove = 2,
    /// The moves are legal, but do not end at the goal.
    EndsElsewhere = 3,
    /// A shortest path has the same moves in a different order.
    WrongOrder = 4,
    /// Right if the letters are the directions of the tile, not the blank.
    OtherConvention = 5,
    /// Right if the moves are made from the goal to the board.
    Reversed = 6,
    /// The path leads to another common goal.
    OtherGoal = 7,
    /// The length is greater than that of a shortest path.
    TooLong = 8,
    /// The length is less than that of a shortest path.
    TooShort = 9,
    /// The length is right if sliding several tiles at once counts as one move.
    MultiTile = 10,
    /// The board is unsolvable, but the answer claims that it is solvable.
    SaysSolvable = 11,
    /// Another verdict; see `message`.
    Other = 12,
}

/// The names of the findings, indexed by their numbers.
const NAMES: [&CStr; 13] = [
    c"TB_FINDING_OPTIMAL",
    c"TB_FINDING_LONGER",
    c"TB_FINDING_ILLEGAL_MOVE",
    c"TB_FINDING_ENDS_ELSEWHERE",
    c"TB_FINDING_WRONG_ORDER",
    c"TB_FINDING_OTHER_CONVENTION",
    c"TB_FINDING_REVERSED",
    c"TB_FINDING_OTHER_GOAL",
    c"TB_FINDING_TOO_LONG",
    c"TB_FINDING_TOO_SHORT",
    c"TB_FINDING_MULTI_TILE",
    c"TB_FINDING_SAYS_SOLVABLE",
    c"TB_FINDING_OTHER",
];

impl Finding {
    const fn of(finding: &tilebase::judge::Finding) -> Self {
        use tilebase::judge::Finding as Found;
        match finding {
            Found::Optimal { .. } => Self::Optimal,
            Found::Longer { .. } => Self::Longer,
            Found::IllegalMove { .. } | Found::NotOneMove { .. } => Self::IllegalMove,
            Found::EndsElsewhere { .. } => Self::EndsElsewhere,
            Found::WrongOrder { .. } => Self::WrongOrder,
            Found::OtherConvention { .. } => Self::OtherConvention,
            Found::Reversed { .. } => Self::Reversed,
            Found::OtherGoal { .. } => Self::OtherGoal,
            Found::TooLong { .. } => Self::TooLong,
            Found::TooShort { .. } => Self::TooShort,
            Found::MultiTile { .. } => Self::MultiTile,
            Found::SaysSolvable => Self::SaysSolvable,
            _ => Self::Other,
        }
    }
}

/// The name of a finding, such as `"TB_FINDING_LONGER"`; `"TB_FINDING_?"` for an invalid number.
///
/// - Returns: a static string, never NULL.
/// - Threads: may be called from any thread at any time.
#[unsafe(no_mangle)]
pub extern "C" fn tb_finding_name(finding: i32) -> *const c_char {
    let name = usize::try_from(finding).ok().and_then(|number| NAMES.get(number));
    name.map_or(c"TB_FINDING_?", |name| name).as_ptr()
}

/// Judges a path of another solver: replays it, and compares its length with the distance, which is
/// looked up or searched. Any shortest path is right: most boards have several.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - `path`: `length` letters U, D, L, R, the directions of the blank; no terminating zero is
///   needed.
/// - `milliseconds`, `stop`: limits of a search, as for `tb_solver_solve`. If it ends early, the
///   status is `LIMIT` or `STOPPED`, and there is no verdict.
/// - `finding`: the verdict.
/// - `message`: the verdict as an English sentence: room for `capacity` letters, including the
///   terminating zero. NULL with capacity 0 if not needed.
/// - `message_length`: the length of the sentence, without the zero; NULL if not needed.
/// - Returns: `TB_STATUS_OK` if there is a verdict, whichever it is; `BAD_BOARD`; `BAD_MOVE`;
///   `LIMIT`; `STOPPED`; `SHORT_BUFFER` (the finding and the length of the sentence are written);
///   `BAD_TABLE`; or a status for an invalid pointer or handle.
/// - Threads: as for `tb_solver_solve`.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. Neither the solver nor the stop
/// may be freed during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_check_path(
    solver: *const Solver,
    tiles: *const u8,
    cells: usize,
    path: *const c_char,
    length: usize,
    milliseconds: u64,
    stop: *const Stop,
    finding: *mut Finding,
    message: *mut c_char,
    capacity: usize,
    message_length: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (solver, board, claim, limits, verdict) = unsafe {
            let solver = SOLVERS.get(solver)?;
            let board = board(solver.shape(), tiles, cells)?;
            let verdict = Verdict::new(finding, message, capacity, message_length)?;
            (solver, board, path_claim(path, length)?, limits(milliseconds, stop)?, verdict)
        };
        verdict.put(&solver.judge_within(limits), &board, &claim)
    })
}

/// Judges the length of a shortest path, as claimed by another solver.
///
/// - `claimed_length`: the length.
/// - The other parameters, returns, threads: as for `tb_solver_check_path`.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. Neither the solver nor the stop
/// may be freed during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_check_length(
    solver: *const Solver,
    tiles: *const u8,
    cells: usize,
    claimed_length: u32,
    milliseconds: u64,
    stop: *const Stop,
    finding: *mut Finding,
    message: *mut c_char,
    capacity: usize,
    message_length: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (solver, board, limits, verdict) = unsafe {
            let solver = SOLVERS.get(solver)?;
            let board = board(solver.shape(), tiles, cells)?;
            let verdict = Verdict::new(finding, message, capacity, message_length)?;
            (solver, board, limits(milliseconds, stop)?, verdict)
        };
        verdict.put(&solver.judge_within(limits), &board, &Claim::Length(claimed_length))
    })
}

/// # Safety
/// As for [`array()`].
unsafe fn path_claim(path: *const c_char, length: usize) -> Result<Claim, Failure> {
    if length > MAX_MOVES {
        let text = format!("the path has {length} moves: expected at most {MAX_MOVES}");
        return Err(Failure::new(Status::BadMove, text));
    }
    // SAFETY: guaranteed by the caller.
    let letters = unsafe { array(path.cast::<u8>(), length, "path") }?;
    Ok(Claim::Path(moves_of(letters)?))
}

/// The output parameters of a verdict.
#[derive(Debug)]
struct Verdict {
    finding: OutPointer<Finding>,
    message: Buffer<c_char>,
    message_length: Option<OutPointer<usize>>,
}

impl Verdict {
    /// # Safety
    /// As for [`OutPointer::new`] and [`Buffer::new`].
    unsafe fn new(
        finding: *mut Finding,
        message: *mut c_char,
        capacity: usize,
        message_length: *mut usize,
    ) -> Result<Self, Failure> {
        // SAFETY: guaranteed by the caller.
        unsafe {
            Ok(Self {
                finding: OutPointer::new(finding, "finding")?,
                message: Buffer::new(message, capacity, "message")?,
                message_length: OutPointer::wanted(message_length, "message_length")?,
            })
        }
    }

    fn put(&self, judge: &Judge, board: &Board, claim: &Claim) -> Result<(), Failure> {
        let found = judge.judge(board, claim)?;
        self.finding.put(Finding::of(&found));
        self.message.fill_text(&found.to_string(), self.message_length.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finding_names_are_indexed_by_number() {
        use Finding::*;
        let all = [
            Optimal,
            Longer,
            IllegalMove,
            EndsElsewhere,
            WrongOrder,
            OtherConvention,
            Reversed,
            OtherGoal,
            TooLong,
            TooShort,
            MultiTile,
            SaysSolvable,
            Other,
        ];
        assert_eq!(all.len(), NAMES.len());
        for (number, finding) in all.into_iter().enumerate() {
            assert_eq!(finding as usize, number);
            let name = NAMES[number].to_str().unwrap().replace("TB_FINDING_", "").replace('_', "");
            assert_eq!(name, format!("{finding:?}").to_uppercase());
        }
    }
}
