//! Questions about pattern databases: what they are, and their entries for boards.

use tilebase::board::Board;

use crate::call::guard;
use crate::failure::Failure;
use crate::patterns::{PDBS, Pdb};
use crate::pointers::{Buffer, OutPointer};
use crate::results::{put_claims, put_goal, put_shape};
use crate::status::Status;
use crate::tiles::{Boards, Tile, batch_of, board};

/// The number of rows and columns of the database's boards. Either pointer may be NULL if not
/// needed.
///
/// - Returns: `TB_STATUS_OK`, or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the database is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The database must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_shape(pdb: *const Pdb, rows: *mut u32, columns: *mut u32) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_shape(PDBS.get(pdb)?.space.shape(), rows, columns) })
}

/// The goal of a pattern database, in row order, 0 for the blank.
///
/// - `tiles`: room for `capacity` tiles; `TB_MAX_CELLS` are always enough. NULL with capacity 0
///   only queries the number.
/// - `cells`: the number of tiles; NULL if not needed.
/// - Returns: `TB_STATUS_OK`; `SHORT_BUFFER`; or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the database is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The database must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_goal(
    pdb: *const Pdb,
    tiles: *mut u8,
    capacity: usize,
    cells: *mut usize,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_goal(PDBS.get(pdb)?.space.goal(), tiles, capacity, cells) })
}

/// The tiles of the pattern, in ascending order.
///
/// - `pattern`: room for `capacity` tiles; `TB_MAX_CELLS` are always enough. NULL with capacity 0
///   only queries the number.
/// - `pattern_tiles`: the number of tiles; NULL if not needed.
/// - Returns: `TB_STATUS_OK`; `SHORT_BUFFER`; or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the database is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The database must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_tiles(
    pdb: *const Pdb,
    pattern: *mut u8,
    capacity: usize,
    pattern_tiles: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (pdb, buffer, count) = unsafe {
            (
                PDBS.get(pdb)?,
                Buffer::new(pattern, capacity, "pattern")?,
                OutPointer::wanted(pattern_tiles, "pattern_tiles")?,
            )
        };
        let tiles: Vec<u8> = pdb.space.pattern().tiles().iter().map(|tile| tile.number()).collect();
        buffer.fill(&tiles, count.as_ref())
    })
}

/// The size of a pattern database. Either pointer may be NULL if not needed.
///
/// - `entries`: the number of entries.
/// - `bytes`: their size in bytes, in memory or mapped from the file. With one-bit entries, it also
///   includes the decoded copy (one byte per entry) after the first lookup.
/// - Returns: `TB_STATUS_OK`, or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the database is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The database must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_size(pdb: *const Pdb, entries: *mut u64, bytes: *mut u64) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (pdb, entries, bytes) = unsafe {
            (PDBS.get(pdb)?, OutPointer::wanted(entries, "entries")?, OutPointer::wanted(bytes, "bytes")?)
        };
        for (place, size) in [(entries, pdb.space.entries()), (bytes, pdb.bytes())] {
            if let Some(place) = place {
                place.put(size);
            }
        }
        Ok(())
    })
}

/// The number of entries of each value, from 0 to the largest.
///
/// - `counts`: room for `capacity` numbers. NULL with capacity 0 only queries how many.
/// - `levels`: the number of counts, one more than the largest entry; NULL if not needed.
/// - Returns: `TB_STATUS_OK`; `SHORT_BUFFER`; or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the database is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The database must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_histogram(
    pdb: *const Pdb,
    counts: *mut u64,
    capacity: usize,
    levels: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (pdb, buffer, levels) = unsafe {
            (PDBS.get(pdb)?, Buffer::new(counts, capacity, "counts")?, OutPointer::wanted(levels, "levels")?)
        };
        buffer.fill(pdb.table().header().histogram(), levels.as_ref())
    })
}

/// Reports whether the entries are admissible lower bounds (never above the distance; always true)
/// and consistent (no move lowers one by more than one; true for zero-aware databases only).
///
/// - `admissible`, `consistent`: the results; NULL if not needed.
/// - Returns: `TB_STATUS_OK`, or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the database is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The database must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_claims(
    pdb: *const Pdb,
    admissible: *mut bool,
    consistent: *mut bool,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_claims(PDBS.get(pdb)?.claims(), admissible, consistent) })
}

/// The entry of a board: the fewest moves that the pattern's tiles need. Boards that can't reach
/// the goal have entries, too.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `BAD_TABLE`; or a status for an invalid pointer or
///   handle.
/// - Threads: may be called from any thread at any time until the database is freed; calls do not
///   block each other.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The database must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_lookup(
    pdb: *const Pdb,
    tiles: *const u8,
    cells: usize,
    entry: *mut u32,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_entry(pdb, tiles, cells, entry) })
}

/// Like `tb_pdb_lookup`, for a board with 32-bit tiles, such as `std::array<int, 16>` and HOG2's
/// `MNPuzzleState`.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - Returns, threads: as for `tb_pdb_lookup`.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The database must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_lookup_i32(
    pdb: *const Pdb,
    tiles: *const i32,
    cells: usize,
    entry: *mut u32,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_entry(pdb, tiles, cells, entry) })
}

/// # Safety
/// As for [`tb_pdb_lookup`].
unsafe fn put_entry<T: Tile>(
    pdb: *const Pdb,
    tiles: *const T,
    cells: usize,
    entry: *mut u32,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    let (pdb, place) = unsafe { (PDBS.get(pdb)?, OutPointer::new(entry, "entry")?) };
    // SAFETY: guaranteed by the caller.
    let board = unsafe { board(pdb.space.shape(), tiles, cells) }?;
    place.put(pdb.entry(&board)?.into());
    Ok(())
}

/// The entries of many boards, as `tb_pdb_lookup` gives them.
///
/// - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
/// - `entries`: room for `capacity` entries, one per board and in the same order. The array must
///   not overlap the tiles.
/// - Returns: `TB_STATUS_OK`; `BAD_BOARD` (the message gives the number of the first invalid board,
///   counted from 0), also if the last board is incomplete; `SHORT_BUFFER`; `BAD_ARGUMENT` if the
///   arrays overlap; `BAD_TABLE`; or a status for an invalid pointer or handle. Only with
///   `TB_STATUS_OK` are all entries written.
/// - Threads: may be called from any thread at any time until the database is freed; calls do not
///   block each other. A call uses one thread: to use several threads, split the boards among them.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The database must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_lookups(
    pdb: *const Pdb,
    tiles: *const u8,
    length: usize,
    entries: *mut i32,
    capacity: usize,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_entries(pdb, (tiles, length), (entries, capacity)) })
}

/// Like `tb_pdb_lookups`, for boards with 32-bit tiles, such as `std::array<int, 16>` and HOG2's
/// `MNPuzzleState`.
///
/// - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
/// - `entries`, returns, threads: as for `tb_pdb_lookups`.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The database must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_lookups_i32(
    pdb: *const Pdb,
    tiles: *const i32,
    length: usize,
    entries: *mut i32,
    capacity: usize,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_entries(pdb, (tiles, length), (entries, capacity)) })
}

/// # Safety
/// As for [`tb_pdb_lookups`].
unsafe fn put_entries<T: Tile>(
    pdb: *const Pdb,
    tiles: (*const T, usize),
    (entries, capacity): (*mut i32, usize),
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    let pdb = unsafe { PDBS.get(pdb) }?;
    // SAFETY: guaranteed by the caller.
    let boards = unsafe { Boards::read(pdb.space.shape(), tiles, (entries, capacity, "entries")) }?;
    let all = pdb.entries()?;
    boards.in_parts(|tiles, buffer, first| write_entries(pdb, all, tiles, buffer, first))?;
    Ok(pdb.table().check_unchanged()?)
}

/// Writes the entries of a part of the boards; `first` is the number of its first board.
fn write_entries(
    pdb: &Pdb,
    all: &[u8],
    tiles: &[u8],
    buffer: &Buffer<i32>,
    first: usize,
) -> Result<(), Failure> {
    let batch = batch_of(pdb.space.shape(), tiles, first)?;
    for (place, board) in (first..).zip(batch.boards()) {
        buffer.put(place, pdb.entry_in(all, &board)?.into());
    }
    Ok(())
}

/// The index of a board's placement: the position of its entry in `tb_pdb_data`.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - Returns: `TB_STATUS_OK`; `BAD_BOARD`; or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the database is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The database must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_rank(
    pdb: *const Pdb,
    tiles: *const u8,
    cells: usize,
    index: *mut u64,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (pdb, place) = unsafe { (PDBS.get(pdb)?, OutPointer::new(index, "index")?) };
        // SAFETY: guaranteed by the caller.
        let board: Board = unsafe { board(pdb.space.shape(), tiles, cells) }?;
        place.put(pdb.index_of(&board)?.number());
        Ok(())
    })
}

/// All entries in index order, one byte each, as many as `tb_pdb_size` reports.
///
/// The index of a placement of k tiles is n * k! + r. The tiles occupy a set of k cells; n is its
/// number among all such sets, ordered as binary numbers in which cell 0 is the lowest bit. The
/// tiles on these cells, from the first cell to the last, are a permutation of the pattern's tiles
/// in goal order; r is its lexicographic rank. In a zero-aware database, n numbers the pairs of a
/// set and a region of the blank: set by set, and within a set by the first cell of the region.
/// `tb_pdb_rank` computes the index of a board.
///
/// - `data`: the address of the first entry. The memory belongs to the database: it must not be
///   written, and not be read after the database is freed.
/// - Returns: `TB_STATUS_OK`; `BAD_TABLE`; or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the database is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The database must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_data(pdb: *const Pdb, data: *mut *const u8) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (pdb, place) = unsafe { (PDBS.get(pdb)?, OutPointer::new(data, "data")?) };
        place.put(pdb.entries()?.as_ptr());
        Ok(())
    })
}
