//! Pattern databases compared with a simple slow implementation, and with exact distances.

use std::collections::{HashMap, VecDeque};
use std::fs::OpenOptions;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use tilebase::board::{Board, Goal, Move, Shape, Tile};
use tilebase::generate::Generator;
use tilebase::search::{Limit, PatternEntries, PdbSet, Problem, Search};
use tilebase::space::{FullSpace, Pattern, PatternSpace, Space, StateIndex};
use tilebase::table::{BuiltTable, Encoding, FormatError, Table, TableError};

fn pattern(shape: Shape, tiles: &[u8]) -> Pattern {
    Pattern::new(shape, tiles.iter().copied().map(Tile::new)).unwrap()
}

/// Computes costs with a search over placements of the pattern's tiles and the blank. Moves of
/// other tiles cost nothing.
fn costs_by_queue(goal: &Goal, pattern: &Pattern) -> Vec<u8> {
    let shape = goal.shape();
    // The key has, for each cell, the pattern's tile, 0 for the blank, or 255 for any other tile.
    let symbol = |tile: &Tile| match tile.number() {
        0 => 0,
        number if pattern.contains(*tile) => number,
        _ => 255,
    };
    let start: Vec<u8> = goal.board().tiles().iter().map(symbol).collect();
    let mut costs = HashMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(placement) = queue.pop_front() {
        let cost: u8 = costs[&placement];
        let blank = shape.all_cells().find(|cell| placement[cell.index()] == 0).unwrap();
        for to in Move::ALL.into_iter().filter_map(|step| shape.neighbor(blank, step)) {
            let mut next = placement.clone();
            next.swap(blank.index(), to.index());
            let step = u8::from(placement[to.index()] != 255);
            let better = costs.get(&next).is_none_or(|known| cost + step < *known);
            if better {
                costs.insert(next.clone(), cost + step);
                if step == 0 { queue.push_front(next) } else { queue.push_back(next) }
            }
        }
    }
    let space = PatternSpace::new(goal, pattern.clone()).unwrap();
    let mut entries = vec![u8::MAX; usize::try_from(space.placements()).unwrap()];
    for (placement, cost) in costs {
        let index = space.index_of(&any_board(shape, &placement)).unwrap().number() as usize;
        entries[index] = entries[index].min(cost);
    }
    entries
}

/// A board with the pattern's tiles and the blank as in a placement.
fn any_board(shape: Shape, placement: &[u8]) -> Board {
    let mut others = (1..u8::try_from(shape.cells()).unwrap()).filter(|number| !placement.contains(number));
    let numbers: Vec<u32> = placement
        .iter()
        .map(|symbol| if *symbol == 255 { others.next().unwrap() } else { *symbol }.into())
        .collect();
    Board::new(shape, &numbers).unwrap()
}

fn entries(goal: &Goal, pattern: &Pattern) -> Vec<u8> {
    let built = Generator::new(Space::new(goal, pattern).unwrap()).distances().unwrap();
    assert_eq!(built.histogram().iter().sum::<u64>(), built.entries().len() as u64);
    built.entries().to_vec()
}

#[test]
fn entries_match_a_simple_queue() {
    for (rows, columns, tiles) in [
        (2, 2, &[1][..]),
        (2, 3, &[1, 2]),
        (2, 3, &[1, 3, 5]),
        (3, 2, &[2, 4, 5]),
        (2, 4, &[1, 2, 5, 6]),
        (2, 4, &[1, 2, 3, 5, 6]),
        (3, 3, &[1, 2, 3]),
        (3, 3, &[1, 2, 4, 5, 7]),
        (3, 3, &[2, 4, 6, 8]),
        (3, 3, &[1, 3, 5, 6, 7, 8]),
        (2, 6, &[1, 2, 6, 7, 11]),
        (3, 4, &[1, 2, 5, 6]),
    ] {
        let shape = Shape::new(rows, columns).unwrap();
        let pattern = pattern(shape, tiles);
        for goal in [Goal::blank_last(shape), Goal::blank_first(shape), Goal::snail(shape)] {
            assert!(entries(&goal, &pattern) == costs_by_queue(&goal, &pattern), "{pattern} to {goal:?}");
        }
    }
}

/// On every board, the sum over a partition is at most the distance, and has the same parity.
#[test]
fn sums_never_exceed_the_distance() {
    for (rows, columns, partition) in [
        (2, 4, &[&[1, 2, 5, 6][..], &[3, 4, 7]][..]),
        (3, 3, &[&[1, 2, 3, 4], &[5, 6, 7, 8]]),
        (3, 3, &[&[1, 2, 4], &[3, 5, 6], &[7, 8]]),
        (2, 5, &[&[1, 2, 6, 7], &[3, 4, 5, 8, 9]]),
    ] {
        let shape = Shape::new(rows, columns).unwrap();
        for goal in [Goal::blank_last(shape), Goal::snail(shape)] {
            let distances = Generator::for_goal(&goal).unwrap().distances().unwrap();
            let space = FullSpace::new(&goal).unwrap();
            let tables: Vec<(PatternSpace, Vec<u8>)> = partition
                .iter()
                .map(|tiles| {
                    let pattern = pattern(shape, tiles);
                    (PatternSpace::new(&goal, pattern.clone()).unwrap(), entries(&goal, &pattern))
                })
                .collect();
            for (number, distance) in (0..).zip(distances.entries()) {
                let board = space.board_at(StateIndex::new(number)).unwrap();
                let costs = tables
                    .iter()
                    .map(|(space, entries)| entries[space.index_of(&board).unwrap().number() as usize]);
                let sum: u8 = costs.inspect(|cost| assert!(cost <= distance)).sum();
                assert!(
                    sum <= *distance && (distance - sum).is_multiple_of(2),
                    "{board} to {goal}: {sum} of {distance}"
                );
            }
        }
    }
}

/// Writes a table of seven tiles, which is above 16 MiB and so is mapped. All its entries are 0.
fn large_pattern_table(file: &Path) -> (Goal, Pattern) {
    let goal = Goal::blank_last(Shape::new(4, 4).unwrap());
    let pattern = pattern(goal.shape(), &[1, 2, 3, 4, 5, 6, 7]);
    let space = Space::new(&goal, &pattern).unwrap();
    let entries = vec![0; 57_657_600];
    let image = BuiltTable::new(&space, &entries, &[57_657_600], Encoding::Byte).unwrap();
    image.write_to(file).unwrap();
    (goal, pattern)
}

fn flip_bit(file: &Path, place: u64) {
    let mut open = OpenOptions::new().read(true).write(true).open(file).unwrap();
    let mut byte = [0];
    open.seek(SeekFrom::Start(place)).unwrap();
    open.read_exact(&mut byte).unwrap();
    open.seek(SeekFrom::Start(place)).unwrap();
    open.write_all(&[byte[0] ^ 1 << (place % 8)]).unwrap();
}

#[test]
fn damaged_tables_are_rejected_before_a_search() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("1-7.pdb");
    large_pattern_table(&file);
    let len = std::fs::metadata(&file).unwrap().len();
    let mut random = fastrand::Rng::with_seed(3);
    let places: Vec<u64> =
        [len - 57_657_600, len - 1].into_iter().chain((0..20).map(|_| random.u64(8192..len))).collect();
    for place in places {
        flip_bit(&file, place);
        let error = PatternEntries::from_table(Table::open(&file).unwrap()).unwrap_err();
        let TableError::Format { file: named, problem: FormatError::PayloadChecksum { from, to, .. } } =
            *error
        else {
            panic!("{error}")
        };
        assert!(
            named == file && (from..=to).contains(&place) && to - from < 65_536,
            "{place}: {from} to {to}"
        );
        flip_bit(&file, place);
    }
    assert!(PatternEntries::from_table(Table::open(&file).unwrap()).is_ok());
}

/// A `PdbSet` reads large tables from their files during the whole search.
#[cfg(unix)]
#[test]
fn a_search_fails_if_its_table_file_changes() {
    Table::catch_lost_files().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("1-7.pdb");
    let (goal, seven) = large_pattern_table(&file);
    let pdb_set = || {
        let entries = PatternEntries::from_table(Table::open(&file).unwrap()).unwrap();
        let mut tables = vec![(PatternSpace::new(&goal, seven.clone()).unwrap(), entries)];
        for tiles in [[8, 9, 10, 11], [12, 13, 14, 15]] {
            let pattern = pattern(goal.shape(), &tiles);
            let built = Generator::new(Space::new(&goal, &pattern).unwrap()).distances().unwrap();
            tables.push((PatternSpace::new(&goal, pattern).unwrap(), built.into_entries().into()));
        }
        PdbSet::new(tables).unwrap()
    };
    let near = goal.board().along([Move::Up, Move::Left]).last().unwrap().unwrap();
    let problem = Problem::new(near, goal).unwrap();
    let search = |pdb_set: &PdbSet| Search::ida_with_pdbs(pdb_set).run(&problem);
    let [written_into, cut] = [pdb_set(), pdb_set()];
    assert!(search(&written_into).is_ok() && search(&cut).is_ok());
    flip_bit(&file, 1 << 20);
    for pdb_set in [&written_into, &cut] {
        assert_eq!(search(pdb_set).unwrap_err().limit, Limit::Heuristic);
        let error = pdb_set.check_unchanged().unwrap_err();
        assert!(
            error.to_string().contains("1-7.pdb: the file was written into while it was in use"),
            "{error}"
        );
    }
    OpenOptions::new().write(true).open(&file).unwrap().set_len(1 << 13).unwrap();
    assert_eq!(search(&cut).unwrap_err().limit, Limit::Heuristic);
    let error = cut.check_unchanged().unwrap_err();
    assert!(error.to_string().contains("1-7.pdb: the file was cut short while it was in use"), "{error}");
}

/// The memory of the entries, two bit sets, and the footprints with their slides.
#[test]
fn memory_of_a_build_is_predicted() {
    let goal = Goal::blank_last(Shape::new(4, 4).unwrap());
    let megabytes = |tiles: &[u8]| {
        let space = Space::new(&goal, &pattern(goal.shape(), tiles)).unwrap();
        Generator::new(space).memory_in_bytes().div_ceil(1_000_000)
    };
    assert_eq!(megabytes(&[1, 2, 3, 4, 5, 6, 7, 8]), 790);
}
