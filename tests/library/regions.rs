//! Zero-aware pattern databases compared with a simple slow implementation, with plain ones, and
//! with exact distances.

use std::collections::{HashMap, VecDeque};

use tilebase::board::{Board, Goal, Move, Shape, Tile};
use tilebase::generate::{Distances, Generator};
use tilebase::oracle::{DistanceBlocks, Oracle};
use tilebase::prove::Rule;
use tilebase::search::{PatternEntries, PdbSet, PdbSetError};
use tilebase::space::{FullSpace, Pattern, PatternSpace, Space, StateIndex};
use tilebase::table::{BuiltTable, Encoding, Table};

fn pattern(shape: Shape, tiles: &[u8]) -> Pattern {
    Pattern::new(shape, tiles.iter().copied().map(Tile::new)).unwrap()
}

fn goals(shape: Shape) -> [Goal; 3] {
    [Goal::blank_last(shape), Goal::blank_first(shape), Goal::snail(shape)]
}

fn built(goal: &Goal, pattern: &Pattern) -> Distances {
    Generator::new(Space::zero_aware(goal, pattern).unwrap()).distances().unwrap()
}

/// The plain and the zero-aware space of a pattern, with their entries.
fn both(goal: &Goal, pattern: &Pattern) -> [(PatternSpace, Vec<u8>); 2] {
    let plain = Generator::new(Space::new(goal, pattern).unwrap()).distances().unwrap();
    [
        (PatternSpace::new(goal, pattern.clone()).unwrap(), plain.into_entries()),
        (PatternSpace::zero_aware(goal, pattern.clone()).unwrap(), built(goal, pattern).into_entries()),
    ]
}

fn entry(table: &(PatternSpace, Vec<u8>), board: &Board) -> u8 {
    table.1[table.0.index_of(board).unwrap().number() as usize]
}

/// Computes costs with a search over placements of the pattern's tiles and the blank, without
/// merging any. Moves of other tiles cost nothing. Returns each cost with a board that has this
/// placement.
fn costs_by_queue(goal: &Goal, pattern: &Pattern) -> Vec<(Board, u8)> {
    const OTHER: u8 = u8::MAX;
    let shape = goal.shape();
    let symbol = |tile: &Tile| {
        if tile.is_blank() || pattern.contains(*tile) { tile.number() } else { OTHER }
    };
    let start: Vec<u8> = goal.board().tiles().iter().map(symbol).collect();
    let mut costs = HashMap::from([(start.clone(), 0_u8)]);
    let mut queue = VecDeque::from([start]);
    while let Some(placement) = queue.pop_front() {
        let cost = costs[&placement];
        let blank = shape.all_cells().find(|cell| placement[cell.index()] == 0).unwrap();
        for to in Move::ALL.into_iter().filter_map(|step| shape.neighbor(blank, step)) {
            let mut next = placement.clone();
            next.swap(blank.index(), to.index());
            let step = u8::from(placement[to.index()] != OTHER);
            if costs.get(&next).is_none_or(|known| cost + step < *known) {
                costs.insert(next.clone(), cost + step);
                if step == 0 { queue.push_front(next) } else { queue.push_back(next) }
            }
        }
    }
    let filled = |placement: &[u8]| {
        let mut others = (1..=shape.tiles() as u8).filter(|tile| !pattern.contains(Tile::new(*tile)));
        let number = |symbol: &u8| if *symbol == OTHER { others.next().unwrap() } else { *symbol };
        let numbers: Vec<u32> = placement.iter().map(number).map(u32::from).collect();
        Board::new(shape, &numbers).unwrap()
    };
    costs.iter().map(|(placement, cost)| (filled(placement), *cost)).collect()
}

/// Every placement of the tiles and the blank has its exact cost. The minimum over the regions is
/// the plain entry.
#[test]
fn entries_are_exact_and_their_minimum_is_the_plain_entry() {
    for (rows, columns, tiles) in [
        (2, 2, &[1][..]),
        (2, 3, &[4]),
        (2, 3, &[1, 2]),
        (2, 3, &[1, 3, 5]),
        (3, 2, &[2, 4, 5]),
        (3, 2, &[1, 4]),
        (2, 4, &[1, 2, 3, 5, 6]),
        (3, 3, &[1, 2, 3]),
        (3, 3, &[5, 6, 8]),
        (3, 3, &[2, 4, 6, 8]),
        (3, 3, &[1, 2, 4, 5, 7]),
        (3, 3, &[1, 3, 5, 6, 7, 8]),
    ] {
        let shape = Shape::new(rows, columns).unwrap();
        let pattern = pattern(shape, tiles);
        for goal in goals(shape) {
            let [plain, zero_aware] = both(&goal, &pattern);
            let mut least = vec![u8::MAX; plain.1.len()];
            let mut seen = vec![false; zero_aware.1.len()];
            let costs = costs_by_queue(&goal, &pattern);
            assert_eq!(costs.len() as u64, plain.0.placements() * (shape.cells() - tiles.len()) as u64);
            for (board, cost) in costs {
                assert_eq!(entry(&zero_aware, &board), cost, "{board} of {pattern} to {goal}");
                seen[zero_aware.0.index_of(&board).unwrap().number() as usize] = true;
                let least = &mut least[plain.0.index_of(&board).unwrap().number() as usize];
                *least = cost.min(*least);
            }
            assert!(least == plain.1, "{pattern} to {goal}");
            assert!(seen.iter().all(|seen| *seen));
            assert_eq!(zero_aware.1[zero_aware.0.goal_index().number() as usize], 0);
            assert_eq!(zero_aware.1.iter().filter(|entry| **entry == 0).count(), 1);
        }
    }
}

/// On every board, a move of another tile leaves an entry unchanged, and a move of its own tile
/// changes it by one. Sums are at most the distance and at least the plain sums, and sometimes
/// larger than those.
#[test]
fn zero_aware_sums_are_consistent_and_larger() {
    for (rows, columns, partition) in [
        (2, 4, &[&[1, 2, 5, 6][..], &[3, 4, 7]][..]),
        (3, 3, &[&[1, 2, 3, 4], &[5, 6, 7, 8]]),
        (3, 3, &[&[1, 2, 4], &[3, 5, 6], &[7, 8]]),
    ] {
        let shape = Shape::new(rows, columns).unwrap();
        for goal in goals(shape) {
            let space = FullSpace::new(&goal).unwrap();
            let distances = Generator::for_goal(&goal).unwrap().distances().unwrap();
            let tables: Vec<_> = partition.iter().map(|tiles| both(&goal, &pattern(shape, tiles))).collect();
            let mut gained = 0;
            for (number, distance) in (0..).zip(distances.entries()) {
                let board = space.board_at(StateIndex::new(number)).unwrap();
                let sum = |kind: usize| -> u8 { tables.iter().map(|both| entry(&both[kind], &board)).sum() };
                assert!(sum(0) <= sum(1) && sum(1) <= *distance && (distance - sum(1)).is_multiple_of(2));
                gained += u64::from(sum(1) - sum(0));
                for (_, next) in board.successors() {
                    let moved = board.tile_at(next.blank());
                    for [_, zero_aware] in &tables {
                        let changed = entry(zero_aware, &board).abs_diff(entry(zero_aware, &next));
                        assert_eq!(
                            changed,
                            u8::from(zero_aware.0.pattern().contains(moved)),
                            "{board} to {next}"
                        );
                    }
                }
            }
            assert!(gained > 0, "{goal}");
        }
    }
}

/// With one thread and with several.
#[test]
fn any_number_of_threads_gives_the_same_entries() {
    let goal = Goal::blank_last(Shape::new(4, 4).unwrap());
    let space = Space::zero_aware(&goal, &pattern(goal.shape(), &[1, 2, 3, 5, 6, 9])).unwrap();
    let by = |threads| Generator::new(space.clone()).threads(threads).distances().unwrap();
    let alone = by(1);
    assert_eq!(alone.entries().len() as u64, space.entries());
    assert_eq!(alone.histogram().iter().sum::<u64>(), space.entries());
    for threads in [2, 5] {
        assert!(by(threads).entries() == alone.entries());
    }
}

/// Writes a file in each encoding, and checks its header.
#[test]
fn files_round_trip_and_are_not_accepted_as_full_tables() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.pdb");
    let goal = Goal::snail(Shape::new(3, 3).unwrap());
    let pattern = pattern(goal.shape(), &[1, 2, 3, 4]);
    let built = built(&goal, &pattern);
    for encoding in Encoding::all_of(built.space()) {
        built.encoded(encoding).unwrap().write_to(&file).unwrap();
        let table = Table::open(&file).unwrap();
        let header = table.header();
        assert_eq!((header.space(), header.unit_name()), (built.space(), "additive-zero-aware"));
        assert_eq!((header.entries(), header.histogram()), (built.space().entries(), built.histogram()));
        assert_eq!(*DistanceBlocks::new(&table).unwrap().all().unwrap(), *built.entries());
        assert_eq!(table.prove().unwrap(), []);
        assert!(Oracle::new(table, &goal).is_err());
    }
    assert_eq!(Encoding::all_of(built.space()).count(), 2);
    assert!(built.encoded(Encoding::Mod3).is_err());
}

/// A `PdbSet` of one partition ignores the blank in lookups. So it rejects zero-aware tables, both
/// with their own space and with the plain one.
#[test]
fn a_pdb_set_rejects_zero_aware_tables() {
    let goal = Goal::blank_last(Shape::new(3, 3).unwrap());
    let [one, other] =
        [&[1, 2, 3, 4][..], &[5, 6, 7, 8]].map(|tiles| both(&goal, &pattern(goal.shape(), tiles)));
    let pdb_set = |table: (PatternSpace, Vec<u8>)| {
        PdbSet::new(
            [table, other[0].clone()].map(|(space, entries)| (space, PatternEntries::from(entries))).into(),
        )
    };
    assert!(pdb_set(one[0].clone()).is_ok());
    let under_other = pdb_set((one[0].0.clone(), one[1].1.clone()));
    assert!(matches!(under_other, Err(PdbSetError::WrongCount { .. })), "{under_other:?}");
    let under_own = pdb_set(one[1].clone());
    assert!(matches!(under_own, Err(PdbSetError::ZeroAware { .. })), "{under_own:?}");
}

/// An entry is wrong by two, or is the plain entry: the proof reports the first. With bit entries,
/// an error of two is found, since it changes the bit.
#[test]
fn a_wrong_entry_is_found() {
    let goal = Goal::blank_last(Shape::new(3, 3).unwrap());
    let pattern = pattern(goal.shape(), &[5, 6, 8]);
    let [plain, zero_aware] = both(&goal, &pattern);
    let space = Space::Pattern(zero_aware.0.clone());
    let found_as = |encoding, entries: &[u8]| {
        let mut histogram = vec![0; 256];
        entries.iter().for_each(|entry| histogram[usize::from(*entry)] += 1);
        let levels = histogram.iter().rposition(|count| *count > 0).unwrap() + 1;
        let image = BuiltTable::new(&space, entries, &histogram[..levels], encoding).unwrap();
        image.into_table().prove().unwrap()
    };
    let found_in = |entries: &[u8]| found_as(Encoding::Byte, entries);
    assert_eq!((found_in(&zero_aware.1), found_as(Encoding::Bit, &zero_aware.1)), (vec![], vec![]));
    for number in (0..zero_aware.1.len()).step_by(37) {
        let mut wrong = zero_aware.1.clone();
        wrong[number] += 2;
        let found = found_in(&wrong);
        assert_eq!((found.len(), found[0].rule, found[0].count), (1, Rule::SameComputedAgain, 1));
        let state = space.describe(StateIndex::new(number as u64));
        assert!(found[0].first.starts_with(&state));
        // The histogram is wrong too, since it was computed from the wrong entries.
        let found = found_as(Encoding::Bit, &wrong);
        let rules: Vec<Rule> = found.iter().map(|violation| violation.rule).collect();
        assert_eq!((rules, found[0].count), (vec![Rule::SameComputedAgain, Rule::HistogramCounts], 1));
        let bits = [&wrong, &zero_aware.1].map(|entries| entries[number] >> 1 & 1);
        let [bit, right] = bits;
        assert_eq!(
            found[0].first,
            format!("{state} has the bit {bit}, but the bit of its distance is {right}")
        );
    }
    // The minimum over the regions instead of each entry.
    let mut least = zero_aware.1.clone();
    for (board, _) in costs_by_queue(&goal, &pattern) {
        least[zero_aware.0.index_of(&board).unwrap().number() as usize] = entry(&plain, &board);
    }
    let differ = least.iter().zip(&zero_aware.1).filter(|(least, entry)| least != entry).count() as u64;
    let found = found_in(&least);
    assert!(differ > 0);
    assert_eq!((found.len(), found[0].rule, found[0].count), (1, Rule::SameComputedAgain, differ));
}

/// The memory of the entries, two bit sets, and the footprints with their slides. No set of known
/// entries is needed.
#[test]
fn memory_of_a_build_is_predicted() {
    let goal = Goal::blank_last(Shape::new(5, 5).unwrap());
    let space = Space::zero_aware(&goal, &pattern(goal.shape(), &[1, 2, 5, 6, 7, 12])).unwrap();
    assert_eq!(Generator::new(space).memory_in_bytes().div_ceil(1_000_000), 270);
}
