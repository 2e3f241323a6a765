//! Sets of pattern databases: one heuristic made of several databases.

use tilebase::search::{self, Heuristic as _, PatternEntries};
use tilebase::space::PatternSpace;
use tilebase::{Board, Goal};

use crate::batch::write_bounds;
use crate::call::guard;
use crate::failure::Failure;
use crate::patterns::{PDBS, Pdb, PdbSet, SETS};
use crate::pointers::{Buffer, OutPointer, array};
use crate::results::{put_claims, put_goal, put_shape};
use crate::status::Status;
use crate::tiles::{Boards, Tile, board};

/// Maximum number of databases to combine; more than the library combines are rejected by it.
const MAX_PDBS: usize = 1 << 12;

/// Combines additive pattern databases (Korf and Felner, Disjoint pattern database heuristics,
/// 2002): each tile is in exactly one pattern, and a lower bound is the sum of the entries. On a
/// square board whose goal has the blank on the main diagonal, the reflected board is looked up as
/// well, and the larger sum is used.
///
/// The bounds are admissible and have the same parity as the distance. They are consistent if the
/// databases are zero-aware. The set copies the entries, so the databases can be freed.
///
/// - `pdbs`: the handles of `count` pattern databases of one goal: either all of them are
///   zero-aware, or none is.
/// - `set`: the handle, for `tb_pdb_set_free`.
/// - Returns: `TB_STATUS_OK`; `BAD_PATTERN` if a tile is in no pattern or in several, or only some
///   databases are zero-aware; `OTHER_GOAL` if their goals differ; `TOO_LARGE`; `OUT_OF_MEMORY`;
///   `BAD_TABLE`; or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. No database may be freed during
/// the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_set_new(
    pdbs: *const *const Pdb,
    count: usize,
    set: *mut *mut PdbSet,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { keep(pdbs, count, set, |tables| Ok(search::PdbSet::new(tables)?)) })
}

/// Combines zero-aware pattern databases of at most six tiles each. The patterns may overlap and
/// need not cover all tiles. A lower bound is the largest sum over disjoint patterns, with
/// Manhattan distances for the tiles in none of them. The bounds are admissible and consistent.
///
/// Such a set stores one bit per entry and computes a bound by descending to the goal. It is
/// smaller but slower than an additive set.
///
/// - `pdbs`: the handles of `count` zero-aware pattern databases of one goal.
/// - `set`: the handle, for `tb_pdb_set_free`.
/// - Returns: as for `tb_pdb_set_new`; `BAD_PATTERN` if a database is not zero-aware.
/// - Threads: may be called from any thread.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. No database may be freed during
/// the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_set_compound(
    pdbs: *const *const Pdb,
    count: usize,
    set: *mut *mut PdbSet,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { keep(pdbs, count, set, |tables| Ok(search::PdbSet::compound(&tables)?)) })
}

type Tables = Vec<(PatternSpace, PatternEntries)>;

/// Reads the handles, combines copies of the databases, and writes the handle of the set.
///
/// # Safety
/// As for [`tb_pdb_set_new`].
unsafe fn keep(
    pdbs: *const *const Pdb,
    count: usize,
    set: *mut *mut PdbSet,
    combine: impl FnOnce(Tables) -> Result<search::PdbSet, Failure>,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    let place = unsafe { OutPointer::new(set, "set") }?;
    if count > MAX_PDBS {
        let text = format!("expected at most {MAX_PDBS} pattern databases, found {count}");
        return Err(Failure::new(Status::TooLarge, text));
    }
    // SAFETY: guaranteed by the caller.
    let handles = unsafe { array(pdbs, count, "pdbs") }?;
    let mut found = Vec::new();
    for handle in handles {
        // SAFETY: guaranteed by the caller.
        found.push(unsafe { PDBS.get(*handle) }?);
    }
    let mut tables = Vec::new();
    for pdb in &found {
        tables.push((pdb.space.clone(), copy_of(pdb.entries()?)?.into()));
    }
    let pdbs = combine(tables)?;
    for pdb in found {
        pdb.table().check_unchanged()?;
    }
    place.put(SETS.keep(PdbSet { pdbs })?);
    Ok(())
}

/// Copies entries, which may be large, without ending the process if there is no memory.
fn copy_of(entries: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(entries.len()).map_err(|error| {
        let text = format!("no memory to copy {} entries: {error}", entries.len());
        Failure::new(Status::OutOfMemory, text)
    })?;
    copy.extend_from_slice(entries);
    Ok(copy)
}

/// The number of rows and columns of the set's boards. Either pointer may be NULL if not needed.
///
/// - Returns: `TB_STATUS_OK`, or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the set is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The set must not be freed during
/// the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_set_shape(set: *const PdbSet, rows: *mut u32, columns: *mut u32) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_shape(SETS.get(set)?.goal().shape(), rows, columns) })
}

/// The goal of a set, in row order, 0 for the blank.
///
/// - `tiles`: room for `capacity` tiles; `TB_MAX_CELLS` are always enough. NULL with capacity 0
///   only queries the number.
/// - `cells`: the number of tiles; NULL if not needed.
/// - Returns: `TB_STATUS_OK`; `SHORT_BUFFER`; or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the set is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The set must not be freed during
/// the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_set_goal(
    set: *const PdbSet,
    tiles: *mut u8,
    capacity: usize,
    cells: *mut usize,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_goal(SETS.get(set)?.goal(), tiles, capacity, cells) })
}

/// Reports whether the lower bounds are admissible (never above the distance; always true) and
/// consistent (no move lowers one by more than one; true if all databases are zero-aware).
///
/// - `admissible`, `consistent`: the results; NULL if not needed.
/// - Returns: `TB_STATUS_OK`, or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the set is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The set must not be freed during
/// the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_set_claims(
    set: *const PdbSet,
    admissible: *mut bool,
    consistent: *mut bool,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_claims(SETS.get(set)?.pdbs.claims(), admissible, consistent) })
}

/// A lower bound on the number of moves. It is admissible: never above the distance.
/// `tb_pdb_set_claims` reports whether it is also consistent.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; or a status for an invalid pointer or
///   handle.
/// - Threads: may be called from any thread at any time until the set is freed; calls do not block
///   each other.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The set must not be freed during
/// the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_set_lower_bound(
    set: *const PdbSet,
    tiles: *const u8,
    cells: usize,
    bound: *mut u32,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_bound(set, tiles, cells, bound) })
}

/// Like `tb_pdb_set_lower_bound`, for a board with 32-bit tiles, such as `std::array<int, 16>` and
/// HOG2's `MNPuzzleState`.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - Returns, threads: as for `tb_pdb_set_lower_bound`.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The set must not be freed during
/// the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_set_lower_bound_i32(
    set: *const PdbSet,
    tiles: *const i32,
    cells: usize,
    bound: *mut u32,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_bound(set, tiles, cells, bound) })
}

/// # Safety
/// As for [`tb_pdb_set_lower_bound`].
unsafe fn put_bound<T: Tile>(
    set: *const PdbSet,
    tiles: *const T,
    cells: usize,
    bound: *mut u32,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    let (set, place) = unsafe { (SETS.get(set)?, OutPointer::new(bound, "bound")?) };
    // SAFETY: guaranteed by the caller.
    let board = unsafe { board(set.goal().shape(), tiles, cells) }?;
    place.put(set.bound(&board)?);
    Ok(())
}

/// The lower bounds of many boards, as `tb_pdb_set_lower_bound` gives them.
///
/// - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
/// - `bounds`: room for `capacity` bounds, one per board and in the same order. A board that can't
///   reach the goal gets `TB_NO_BOUND`. The array must not overlap the tiles.
/// - Returns: `TB_STATUS_OK`; `BAD_BOARD` (the message gives the number of the first invalid board,
///   counted from 0), also if the last board is incomplete; `SHORT_BUFFER`; `BAD_ARGUMENT` if the
///   arrays overlap; or a status for an invalid pointer or handle. Only with `TB_STATUS_OK` are all
///   bounds written.
/// - Threads: may be called from any thread at any time until the set is freed; calls do not block
///   each other. A call uses one thread: to use several threads, split the boards among them.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The set must not be freed during
/// the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_set_lower_bounds(
    set: *const PdbSet,
    tiles: *const u8,
    length: usize,
    bounds: *mut i32,
    capacity: usize,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_bounds(set, (tiles, length), (bounds, capacity)) })
}

/// Like `tb_pdb_set_lower_bounds`, for boards with 32-bit tiles, such as `std::array<int, 16>` and
/// HOG2's `MNPuzzleState`.
///
/// - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
/// - `bounds`, returns, threads: as for `tb_pdb_set_lower_bounds`.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The set must not be freed during
/// the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_set_lower_bounds_i32(
    set: *const PdbSet,
    tiles: *const i32,
    length: usize,
    bounds: *mut i32,
    capacity: usize,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_bounds(set, (tiles, length), (bounds, capacity)) })
}

/// # Safety
/// As for [`tb_pdb_set_lower_bounds`].
unsafe fn put_bounds<T: Tile>(
    set: *const PdbSet,
    tiles: (*const T, usize),
    (bounds, capacity): (*mut i32, usize),
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    let set = unsafe { SETS.get(set) }?;
    // SAFETY: guaranteed by the caller.
    let boards = unsafe { Boards::read(set.goal().shape(), tiles, (bounds, capacity, "bounds")) }?;
    boards.in_parts(|tiles, bounds, first| set.write_bounds(tiles, bounds, first))
}

impl PdbSet {
    const fn goal(&self) -> &Goal {
        self.pdbs.goal()
    }

    fn bound(&self, board: &Board) -> Result<u32, Failure> {
        self.goal().check_reachable(board)?;
        Ok(self.pdbs.estimate(board))
    }

    fn write_bounds(&self, tiles: &[u8], bounds: &Buffer<i32>, first: usize) -> Result<(), Failure> {
        write_bounds(self.goal(), tiles, bounds, first, |board| Ok(self.pdbs.estimate(board)))
    }
}

/// Frees a set of pattern databases, but not the databases that it was made from. Does nothing for
/// NULL.
///
/// - Returns: `TB_STATUS_OK`, or `BAD_HANDLE` for a handle that was already freed or is invalid.
/// - Threads: may be called from any thread, but not during another call with the same set.
///
/// # Safety
/// No other call with this set may be in progress.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_set_free(set: *mut PdbSet) -> Status {
    // SAFETY: references last only as long as a call, and the caller guarantees that no other call
    // is in progress.
    guard(|| unsafe { SETS.free(set) })
}
