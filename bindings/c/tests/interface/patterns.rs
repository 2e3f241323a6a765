//! Pattern databases: entries, files, and progress of builds.

use std::collections::VecDeque;
use std::ffi::{CString, c_void};
use std::path::Path;
use std::ptr;

use tilebase::board::Tile;
use tilebase::generate::Generator;
use tilebase::space::{Pattern, PatternSpace, Space};
use tilebase::table::{Encoding, Table};
use tilebase::{Goal, Shape};
use tilebase_c::*;

use super::common::{FAR, GOAL, all_boards, build_pdb, defaults, full, with_message, words};

pub const BITS: u32 = TB_PDB_ZERO_AWARE | TB_PDB_BITS;

fn c_path(path: &Path) -> CString {
    CString::new(path.to_str().unwrap()).unwrap()
}

/// The entries of many boards in one call, after a check that single calls and 32-bit tiles give
/// the same.
fn lookups(pdb: *const Pdb, tiles: &[u8], cells: usize) -> Vec<i32> {
    let numbers: Vec<i32> = tiles.iter().copied().map(i32::from).collect();
    let mut found = vec![-7; tiles.len() / cells];
    let mut again = found.clone();
    // SAFETY: the arrays have the stated sizes.
    unsafe {
        let room = found.len();
        let status = tb_pdb_lookups(pdb, tiles.as_ptr(), tiles.len(), found.as_mut_ptr(), room);
        assert_eq!(status, Status::Ok, "{}", words());
        let status = tb_pdb_lookups_i32(pdb, numbers.as_ptr(), numbers.len(), again.as_mut_ptr(), room);
        assert_eq!(status, Status::Ok, "{}", words());
        assert_eq!(found, again);
        for (place, entry) in found.iter().enumerate().step_by(97) {
            let (mut single, mut of_numbers) = (0, 0);
            let start = place * cells;
            let status = [
                tb_pdb_lookup(pdb, tiles[start..].as_ptr(), cells, &raw mut single),
                tb_pdb_lookup_i32(pdb, numbers[start..].as_ptr(), cells, &raw mut of_numbers),
            ];
            assert_eq!(status, [Status::Ok; 2], "{}", words());
            assert_eq!((single as i32, of_numbers), (*entry, single));
        }
    }
    found
}

/// The fewest moves of three tiles of 3x3 by a plain search, indexed by their cells and the
/// blank's.
fn plain_search(goal: &[u8; 9], pattern: [u8; 3]) -> Vec<Option<i32>> {
    let cell_of = |tile: u8| goal.iter().position(|other| *other == tile).unwrap();
    let key = |state: [usize; 4]| state.iter().fold(0, |key, cell| key * 9 + cell);
    let mut moves = vec![None; 9_usize.pow(4)];
    let start = [cell_of(pattern[0]), cell_of(pattern[1]), cell_of(pattern[2]), cell_of(0)];
    // Slides of other tiles are free, so their successors come first.
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((state, cost)) = queue.pop_front() {
        if moves[key(state)].is_some() {
            continue;
        }
        moves[key(state)] = Some(cost);
        let blank = state[3];
        for to in 0..9_usize {
            if (blank / 3).abs_diff(to / 3) + (blank % 3).abs_diff(to % 3) != 1 {
                continue;
            }
            let mut next = state;
            next[3] = to;
            match state[..3].iter().position(|cell| *cell == to) {
                Some(tile) => {
                    next[tile] = blank;
                    queue.push_back((next, cost + 1));
                }
                None => queue.push_front((next, cost)),
            }
        }
    }
    moves
}

/// All 362,880 boards, of both parities, for two goals.
#[test]
fn entries_match_a_plain_search() {
    let pattern = [2, 5, 7];
    let boards = all_boards();
    for goal in [GOAL, [1, 2, 3, 8, 0, 4, 7, 6, 5]] {
        let moves = plain_search(&goal, pattern);
        let expected = |board: &[u8], is_zero_aware: bool| {
            let cells = pattern.map(|tile| board.iter().position(|other| *other == tile).unwrap());
            let placed = cells.iter().fold(0, |key, cell| key * 9 + cell) * 9;
            let blank = board.iter().position(|tile| *tile == 0).unwrap();
            let entry = if is_zero_aware {
                moves[placed + blank]
            } else {
                moves[placed..placed + 9].iter().flatten().min().copied()
            };
            entry.unwrap()
        };
        for (flags, entries) in [(0, 504), (TB_PDB_ZERO_AWARE, 744), (BITS, 744)] {
            let pdb = build_pdb(3, 3, &goal, &[7, 2, 5], flags);
            let found = lookups(pdb, &boards, 9);
            for (board, entry) in boards.chunks(9).zip(&found) {
                assert_eq!(*entry, expected(board, flags != 0), "{board:?} {flags}");
            }
            check_facts(pdb, &goal, flags, entries);
            check_data(pdb, &boards, &found, entries);
            // SAFETY: the handle is not used again.
            assert_eq!(unsafe { tb_pdb_free(pdb) }, Status::Ok);
        }
    }
}

/// Checks what a database says about itself.
fn check_facts(pdb: *const Pdb, goal: &[u8; 9], flags: u32, expected_entries: u64) {
    let (mut rows, mut columns, mut entries, mut bytes) = (0, 0, 0, 0);
    let (mut own_goal, mut tiles, mut cells, mut count) = ([0; 9], [0; 3], 0, 0);
    let (mut admissible, mut consistent, mut levels) = (false, false, 0);
    let mut counts = [0; 64];
    // SAFETY: the arrays have the stated sizes.
    unsafe {
        for status in [
            tb_pdb_shape(pdb, &raw mut rows, &raw mut columns),
            tb_pdb_goal(pdb, own_goal.as_mut_ptr(), 9, &raw mut cells),
            tb_pdb_tiles(pdb, tiles.as_mut_ptr(), 3, &raw mut count),
            tb_pdb_size(pdb, &raw mut entries, &raw mut bytes),
            tb_pdb_claims(pdb, &raw mut admissible, &raw mut consistent),
            tb_pdb_histogram(pdb, counts.as_mut_ptr(), counts.len(), &raw mut levels),
            tb_pdb_check_file(pdb),
        ] {
            assert_eq!(status, Status::Ok, "{}", words());
        }
    }
    assert_eq!((rows, columns, cells, count), (3, 3, 9, 3));
    assert_eq!((&own_goal, tiles), (goal, [2, 5, 7]));
    assert_eq!((admissible, consistent), (true, flags != 0));
    assert_eq!((entries, counts[..levels].iter().sum()), (expected_entries, expected_entries));
    assert!(counts[0] > 0 && counts[levels - 1] > 0);
    assert_eq!(bytes, if flags == BITS { 744 / 8 + 744 } else { expected_entries });
}

/// Checks that the index of each board leads to its entry.
fn check_data(pdb: *const Pdb, boards: &[u8], found: &[i32], entries: u64) {
    let mut data = ptr::null();
    // SAFETY: the boards have nine tiles, there are places for the results, and the database has as
    // many entries as stated.
    unsafe {
        assert_eq!(tb_pdb_data(pdb, &raw mut data), Status::Ok);
        let data = std::slice::from_raw_parts(data, usize::try_from(entries).unwrap());
        let mut seen = vec![false; data.len()];
        for (board, entry) in boards.chunks(9).zip(found) {
            let mut index = 0;
            assert_eq!(tb_pdb_rank(pdb, board.as_ptr(), 9, &raw mut index), Status::Ok);
            seen[usize::try_from(index).unwrap()] = true;
            assert_eq!(i32::from(data[usize::try_from(index).unwrap()]), *entry);
        }
        assert!(seen.into_iter().all(|seen| seen), "each index has a board");
    }
}

/// The BLAKE3 hashes of the files of `pdb-gen build 4x4 --pattern 1,2,5,6`, also with
/// `--zero-aware` and with `--zero-aware --encoding bit`.
const OF_PDB_GEN: [(u32, Encoding, &str); 3] = [
    (0, Encoding::Byte, "d7527c47ced20fb0995aac238df4709e667125867cb7665b775fbac262909e10"),
    (TB_PDB_ZERO_AWARE, Encoding::Byte, "43bdab83e641916dda69b89a87712508f69288b6517c30dd06a0550753e5f994"),
    (BITS, Encoding::Bit, "d8ea8b92422dcbe31027befb3e00363bdccaa512dca70d7e2aeef3d78945b51e"),
];

#[test]
fn saved_files_are_those_of_pdb_gen() {
    let folder = tempfile::tempdir().unwrap();
    let goal = Goal::blank_last(Shape::new(4, 4).unwrap());
    for (flags, encoding, hash) in OF_PDB_GEN {
        let (file, expected) = (folder.path().join("new/ü.pdb"), folder.path().join("expected.pdb"));
        let pattern = Pattern::new(goal.shape(), [1, 2, 5, 6].map(Tile::new)).unwrap();
        let space = if flags == 0 { PatternSpace::new } else { PatternSpace::zero_aware };
        let generator = Generator::new(Space::Pattern(space(&goal, pattern).unwrap()));
        generator.build(encoding).unwrap().write_to(&expected).unwrap();
        let pdb = build_pdb(4, 4, &[], &[6, 1, 5, 2], flags);
        let path = c_path(&file);
        let boards: Vec<u8> = [(0..16).collect::<Vec<u8>>(), (0..16).rev().collect()].concat();
        // SAFETY: the paths end with a zero, and no handle is used after it is freed.
        unsafe {
            assert_eq!(tb_pdb_save(pdb, path.as_ptr()), Status::Ok, "{}", words());
            assert_eq!(Table::read(&file).unwrap().blake3().unwrap(), hash);
            assert!(std::fs::read(&file).unwrap() == std::fs::read(&expected).unwrap());
            for open in [tb_pdb_open, tb_pdb_read] {
                let mut opened = ptr::null_mut();
                assert_eq!(open(path.as_ptr(), &raw mut opened), Status::Ok, "{}", words());
                assert_eq!(lookups(opened, &boards, 16), lookups(pdb, &boards, 16));
                // It can also replace the file that it came from.
                assert_eq!(tb_pdb_save(opened, path.as_ptr()), Status::Ok, "{}", words());
                assert_eq!((tb_pdb_check_file(opened), tb_pdb_free(opened)), (Status::Ok, Status::Ok));
            }
            assert!(std::fs::read(&file).unwrap() == std::fs::read(&expected).unwrap());
            assert_eq!(tb_pdb_save(pdb, c_path(folder.path()).as_ptr()), Status::Io);
            assert_eq!(tb_pdb_free(pdb), Status::Ok);
        }
    }
}

#[test]
fn full_tables_and_databases_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let [table, database, damaged] =
        ["table.pdb", "database.pdb", "damaged.pdb"].map(|name| c_path(&folder.path().join(name)));
    let (solver, pdb) = (full(), build_pdb(3, 3, &[], &[1, 2], 0));
    let (mut no_pdb, mut no_solver) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: the paths end with a zero, and no handle is used after it is freed.
    unsafe {
        assert_eq!(tb_solver_save(solver, table.as_ptr()), Status::Ok);
        assert_eq!(tb_pdb_save(pdb, database.as_ptr()), Status::Ok);
        assert_eq!((tb_solver_free(solver), tb_pdb_free(pdb)), (Status::Ok, Status::Ok));
        let mut bytes = std::fs::read(folder.path().join("database.pdb")).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(folder.path().join("damaged.pdb"), bytes).unwrap();
        for open in [tb_pdb_open, tb_pdb_read] {
            let (status, text) = with_message(open(table.as_ptr(), &raw mut no_pdb));
            assert_eq!(status, Status::OtherKind);
            let end = "table.pdb is a full table of 3x3, not a pattern database: open it with tb_solver_open";
            assert!(text.ends_with(end), "{text}");
            let (status, text) = with_message(open(damaged.as_ptr(), &raw mut no_pdb));
            assert_eq!(status, Status::BadTable);
            assert!(text.contains("damaged.pdb: the payload is damaged"), "{text}");
            let absent = c_path(&folder.path().join("absent"));
            assert_eq!(open(absent.as_ptr(), &raw mut no_pdb), Status::NoFile);
            assert_eq!(open(c_path(folder.path()).as_ptr(), &raw mut no_pdb), Status::Io);
            assert_eq!(open(c"\xff".as_ptr(), &raw mut no_pdb), Status::BadText);
        }
        for open in [tb_solver_open, tb_solver_read] {
            let (status, text) = with_message(open(database.as_ptr(), ptr::null(), 0, &raw mut no_solver));
            assert_eq!(status, Status::OtherKind);
            let end = "database.pdb is a pattern database (tiles 1,2 of 3x3), not a full table: open it \
                       with tb_pdb_open";
            assert!(text.ends_with(end), "{text}");
        }
    }
    assert!(no_pdb.is_null() && no_solver.is_null(), "nothing is written");
}

/// The levels that [`collect`] saw, and the number after which it ends the build.
struct Seen {
    levels: Vec<Level>,
    most: usize,
}

unsafe extern "C" fn collect(context: *mut c_void, level: *const Level) -> bool {
    // SAFETY: the context of the options is a `Seen`, and nothing else uses it during the build.
    let (seen, level) = unsafe { (&mut *context.cast::<Seen>(), *level) };
    seen.levels.push(level);
    seen.levels.len() < seen.most
}

#[test]
fn levels_are_reported_and_may_end_a_build() {
    let (pattern, goal) = ([1, 2, 3, 4], ptr::null());
    for threads in [0, 1, 2] {
        let build = |is_full: bool, most: usize| {
            let mut seen = Seen { levels: Vec::new(), most };
            let context = (&raw mut seen).cast();
            let options = BuildOptions { threads, on_level: Some(collect), context, ..defaults() };
            let (mut solver, mut pdb) = (ptr::null_mut(), ptr::null_mut());
            // SAFETY: the pattern has four tiles, the function has the context that it expects, and
            // the handles are not used after they are freed.
            let status = unsafe {
                let status = match is_full {
                    true => tb_solver_build(3, 3, goal, 0, &raw const options, &raw mut solver),
                    false => {
                        let (tiles, options) = (pattern.as_ptr(), &raw const options);
                        tb_pdb_build(3, 3, goal, 0, tiles, 4, 0, options, &raw mut pdb)
                    }
                };
                assert_eq!((tb_solver_free(solver), tb_pdb_free(pdb)), (Status::Ok, Status::Ok));
                status
            };
            (status, seen.levels)
        };
        for (is_full, entries, deepest) in [(true, 181_440, Some(31)), (false, 3024, None)] {
            let (status, levels) = build(is_full, usize::MAX);
            assert_eq!(status, Status::Ok, "{}", words());
            assert!((0..).zip(&levels).all(|(distance, level)| level.distance == distance));
            assert_eq!(levels.iter().map(|level| level.added).sum::<u64>(), entries);
            let last = levels.last().unwrap();
            assert_eq!((last.reached, last.entries), (entries, entries));
            assert!(deepest.is_none_or(|deepest| last.distance == deepest));
            for most in [1, 2, 7] {
                let (status, levels) = build(is_full, most);
                assert_eq!((status, levels.len()), (Status::Stopped, most));
                assert_eq!(words(), "the build was interrupted");
            }
        }
    }
}

#[test]
fn builds_stop_and_stay_within_their_memory() {
    let mut stop = ptr::null_mut();
    let mut pdb = ptr::null_mut();
    let pattern = [1, 2, 3, 4, 5, 6, 7, 8];
    // SAFETY: the pattern has eight tiles, and no handle is used after it is freed.
    unsafe {
        assert_eq!(tb_stop_new(&raw mut stop), Status::Ok);
        let mut build = |options: BuildOptions| {
            let (tiles, options) = (pattern.as_ptr(), &raw const options);
            with_message(tb_pdb_build(4, 4, ptr::null(), 0, tiles, 8, 0, options, &raw mut pdb))
        };
        let (status, text) = build(BuildOptions { max_memory: 500_000_000, ..defaults() });
        assert_eq!(status, Status::TooLarge);
        let begin = "the pattern database of 1,2,3,4,5,6,7,8 of 4x4 takes ";
        assert!(text.starts_with(begin) && text.ends_with(", and the limit is 500000000"), "{text}");
        let (status, text) = build(BuildOptions { threads: 1025, ..defaults() });
        let expected = "threads: expected at most 1024, or 0 for one per core, found 1025";
        assert_eq!((status, text.as_str()), (Status::BadArgument, expected));
        assert_eq!(tb_stop_request(stop), Status::Ok);
        assert_eq!(build(BuildOptions { stop, ..defaults() }).0, Status::Stopped);
        assert_eq!(tb_stop_free(stop), Status::Ok);
        assert_eq!(build(BuildOptions { stop, ..defaults() }).0, Status::BadHandle);
    }
    assert!(pdb.is_null(), "nothing is written");
}

/// A table of more than 16 MiB is mapped, so a change of its file is noticed.
#[test]
fn a_changed_file_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.pdb");
    let built = build_pdb(3, 5, &[], &[1, 2, 3, 6, 7, 8, 11], 0);
    let board: Vec<u8> = (0..15).rev().collect();
    let (mut opened, mut entry, mut entries) = (ptr::null_mut(), 0, [77]);
    // SAFETY: the path ends with a zero, and no handle is used after it is freed.
    unsafe {
        assert_eq!(tb_pdb_save(built, c_path(&file).as_ptr()), Status::Ok, "{}", words());
        assert_eq!(tb_pdb_open(c_path(&file).as_ptr(), &raw mut opened), Status::Ok, "{}", words());
        assert_eq!(tb_pdb_lookup(opened, board.as_ptr(), 15, &raw mut entry), Status::Ok);
        assert_eq!(lookups(opened, &board, 15), lookups(built, &board, 15));
        assert_eq!(tb_pdb_check_file(opened), Status::Ok);
        assert!(std::fs::metadata(&file).unwrap().len() > 16 << 20, "the file is mapped");
        let mut bytes = std::fs::read(&file).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::thread::sleep(std::time::Duration::from_millis(20));
        std::fs::write(&file, bytes).unwrap();
        assert_eq!(tb_pdb_check_file(opened), Status::BadTable);
        let status = tb_pdb_lookups(opened, board.as_ptr(), 15, entries.as_mut_ptr(), 1);
        assert_eq!(status, Status::BadTable);
        let (mut set, one) = (ptr::null_mut(), [opened.cast_const()]);
        assert_ne!(tb_pdb_set_new(one.as_ptr(), 1, &raw mut set), Status::Ok);
        assert_eq!((tb_pdb_free(opened), tb_pdb_free(built)), (Status::Ok, Status::Ok));
    }
}

/// The longest distance of 3x3 is above the entry of any of its patterns.
#[test]
fn an_entry_never_exceeds_the_distance() {
    let pdb = build_pdb(3, 3, &[], &[1, 2, 3, 4, 5, 6], 0);
    let solver = full();
    let (mut entry, mut distance) = (0, 0);
    // SAFETY: the board has nine tiles, and no handle is used after it is freed.
    unsafe {
        assert_eq!(tb_pdb_lookup(pdb, FAR.as_ptr(), 9, &raw mut entry), Status::Ok);
        assert_eq!(
            tb_solver_distance(solver, FAR.as_ptr(), 9, 0, ptr::null(), &raw mut distance),
            Status::Ok
        );
        assert_eq!((tb_pdb_free(pdb), tb_solver_free(solver)), (Status::Ok, Status::Ok));
    }
    assert!(entry <= distance && entry > 10, "{entry} {distance}");
}
