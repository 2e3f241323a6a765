//! Is another solver right?

use std::ffi::{CStr, c_char};

use tilebase::board::Board;
use tilebase::judge::{Claim, Judge};

use crate::call::guard;
use crate::failure::Failure;
use crate::objects::{SOLVERS, Solver, Stop, TABLES, Table, board, moves_of};
use crate::pointers::{Buffer, Place, array};
use crate::solver::limits;
use crate::status::Status;

/// More moves than this are no path of anybody's.
const MOST_MOVES: usize = 1 << 20;

/// What an answer comes to. `TB_FINDING_OPTIMAL` is right, and all others are wrong in some way.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A path to the goal, or a length, that none is shorter than.
    Optimal = 0,
    /// It leads to the goal, but takes more moves than needed.
    Longer = 1,
    /// A move that can't be made.
    IllegalMove = 2,
    /// The moves are legal, but don't end at the goal.
    EndsElsewhere = 3,
    /// As many moves as a shortest path has, and the same ones, but in another order.
    WrongOrder = 4,
    /// Right if moves are named by where the tile goes, not the blank.
    OtherConvention = 5,
    /// Right if the moves are made from the goal to the board.
    Reversed = 6,
    /// The path leads to another goal that is in use.
    OtherGoal = 7,
    /// A length that is more than the shortest path has.
    TooLong = 8,
    /// A length that is less than any path has.
    TooShort = 9,
    /// The length is right if sliding several tiles at once counts as one move.
    MultiTile = 10,
    /// The board can't be solved, and the answer says that it can.
    SaysSolvable = 11,
    /// Something else, which the words tell.
    Other = 12,
}

/// The name of each finding at the place of its number.
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
            Found::IllegalMove { .. } => Self::IllegalMove,
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

/// The name of a finding, as `"TB_FINDING_LONGER"`, and `"TB_FINDING_?"` for a number that is none.
///
/// - Returns: a text that is there for ever, never NULL.
/// - Threads: may be called from any thread at any time.
#[unsafe(no_mangle)]
pub extern "C" fn tb_finding_name(finding: i32) -> *const c_char {
    let name = usize::try_from(finding).ok().and_then(|number| NAMES.get(number));
    name.map_or(c"TB_FINDING_?", |name| name).as_ptr()
}

/// Judges a path that another solver has found: it is replayed, and its length held against the distance. It is never
/// compared with another path, since most boards have several shortest ones.
///
/// - `tiles`: the board, `cells` tiles row by row, 0 for the blank.
/// - `path`: `length` letters U, D, L, R, by where the blank goes; it needs no zero at its end.
/// - `finding`: what it comes to.
/// - `words`: the finding in a sentence of English: room for `capacity` letters with the zero at the end. NULL with 0 if
///   it is not wanted.
/// - `words_length`: the length of the sentence, without the zero; NULL if that is not wanted.
/// - Returns: `TB_STATUS_OK` if there is a finding, whichever; `BAD_BOARD`; `BAD_MOVE`; `SHORT_BUFFER` (the finding and the
///   length of the words were written); `BAD_TABLE`; or what is wrong with a pointer or the handle.
/// - Threads: may be called from any thread at any time while the table is there.
///
/// # Safety
/// The pointers are to as much as is said, and the table is not freed meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_check_path(
    table: *const Table,
    tiles: *const u8,
    cells: usize,
    path: *const c_char,
    length: usize,
    finding: *mut Finding,
    words: *mut c_char,
    capacity: usize,
    words_length: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: the caller's promise.
        let (table, board, claim, verdict) = unsafe {
            let table = TABLES.get(table)?;
            let board = board(table.goal().shape(), tiles, cells)?;
            (table, board, path_claim(path, length)?, Verdict::new(finding, words, capacity, words_length)?)
        };
        verdict.put(&table.judge, &board, &claim)
    })
}

/// Judges a length that another solver says the shortest path has.
///
/// - `said`: the length.
/// - The rest is as for `tb_table_check_path`.
///
/// # Safety
/// The pointers are to as much as is said, and the table is not freed meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_check_length(
    table: *const Table,
    tiles: *const u8,
    cells: usize,
    said: u32,
    finding: *mut Finding,
    words: *mut c_char,
    capacity: usize,
    words_length: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: the caller's promise.
        let (table, board, verdict) = unsafe {
            let table = TABLES.get(table)?;
            let board = board(table.goal().shape(), tiles, cells)?;
            (table, board, Verdict::new(finding, words, capacity, words_length)?)
        };
        verdict.put(&table.judge, &board, &Claim::Length(said))
    })
}

/// Judges a path on a board of any size. What the shortest length is may take a search.
///
/// - `milliseconds`, `stop`: when to give up, as for `tb_solver_solve`; then `LIMIT` or `STOPPED` is returned, and there is
///   no finding.
/// - The rest is as for `tb_table_check_path`.
///
/// # Safety
/// The pointers are to as much as is said, and neither the solver nor the stop is freed meanwhile.
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
    words: *mut c_char,
    capacity: usize,
    words_length: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: the caller's promise.
        let (solver, board, claim, limits, verdict) = unsafe {
            let solver = SOLVERS.get(solver)?;
            let board = board(solver.solver.goal().shape(), tiles, cells)?;
            let verdict = Verdict::new(finding, words, capacity, words_length)?;
            (solver, board, path_claim(path, length)?, limits(milliseconds, stop)?, verdict)
        };
        verdict.put(&solver.judge_within(limits), &board, &claim)
    })
}

/// Judges a length on a board of any size, likewise.
///
/// - `said`: the length.
/// - The rest is as for `tb_solver_check_path`.
///
/// # Safety
/// The pointers are to as much as is said, and neither the solver nor the stop is freed meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_check_length(
    solver: *const Solver,
    tiles: *const u8,
    cells: usize,
    said: u32,
    milliseconds: u64,
    stop: *const Stop,
    finding: *mut Finding,
    words: *mut c_char,
    capacity: usize,
    words_length: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: the caller's promise.
        let (solver, board, limits, verdict) = unsafe {
            let solver = SOLVERS.get(solver)?;
            let board = board(solver.solver.goal().shape(), tiles, cells)?;
            let verdict = Verdict::new(finding, words, capacity, words_length)?;
            (solver, board, limits(milliseconds, stop)?, verdict)
        };
        verdict.put(&solver.judge_within(limits), &board, &Claim::Length(said))
    })
}

/// # Safety
/// As for [`array`].
unsafe fn path_claim(path: *const c_char, length: usize) -> Result<Claim, Failure> {
    if length > MOST_MOVES {
        let text = format!("the path has {length} moves: expected at most {MOST_MOVES}");
        return Err(Failure::new(Status::BadMove, text));
    }
    // SAFETY: the caller's promise.
    let letters = unsafe { array(path.cast::<u8>(), length, "path") }?;
    Ok(Claim::Path(moves_of(letters)?))
}

/// The places for what is found.
#[derive(Debug)]
struct Verdict {
    finding: Place<Finding>,
    words: Buffer<c_char>,
    words_length: Option<Place<usize>>,
}

impl Verdict {
    /// # Safety
    /// As for [`Place::new`] and [`Buffer::new`].
    unsafe fn new(
        finding: *mut Finding,
        words: *mut c_char,
        capacity: usize,
        words_length: *mut usize,
    ) -> Result<Self, Failure> {
        // SAFETY: the caller's promise.
        unsafe {
            Ok(Self {
                finding: Place::new(finding, "finding")?,
                words: Buffer::new(words, capacity, "words")?,
                words_length: Place::wanted(words_length, "words_length")?,
            })
        }
    }

    fn put(&self, judge: &Judge, board: &Board, claim: &Claim) -> Result<(), Failure> {
        let found = judge.judge(board, claim)?;
        self.finding.put(Finding::of(&found));
        self.words.fill_text(&found.to_string(), self.words_length.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_finding_stands_at_its_number() {
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
