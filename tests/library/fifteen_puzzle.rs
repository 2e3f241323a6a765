//! The 15-puzzle: published instances, and pattern databases compared with exact distances.

use tilebase::board::{Board, Goal, Move, Shape, Tile};
use tilebase::generate::Generator;
use tilebase::prove::Rule;
use tilebase::search::{
    Heuristic, Limits, Manhattan, PatternEntries, PatternSet, PdbSet, PdbSetError, Problem, Search,
};
use tilebase::space::{FullSpace, Pattern, PatternSpace, Space, StateIndex};
use tilebase::table::{BuiltTable, Encoding, EncodingError};

fn table(goal: &Goal, pattern: &Pattern) -> (PatternSpace, PatternEntries) {
    let built = Generator::new(Space::new(goal, pattern).unwrap()).distances().unwrap();
    (PatternSpace::new(goal, pattern.clone()).unwrap(), PatternEntries::from(built.into_entries()))
}

fn pdb_set(goal: &Goal, patterns: &[Pattern]) -> Result<PdbSet, PdbSetError> {
    PdbSet::new(patterns.iter().map(|pattern| table(goal, pattern)).collect())
}

fn pattern(shape: Shape, tiles: &[u8]) -> Pattern {
    Pattern::new(shape, tiles.iter().copied().map(Tile::new)).unwrap()
}

fn replay(start: Board, moves: &[Move]) -> Option<Board> {
    moves.iter().try_fold(start, |board, step| board.after(*step))
}

/// The first fifty instances of Korf (1985), with the goal's blank first.
fn korf() -> Vec<(Board, usize)> {
    let rows = include_str!("../data/korf-15-puzzle.tsv").lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let fields: Vec<&str> = row.split('\t').collect();
        (Board::read(fields[1], None).unwrap(), fields[2].parse().unwrap())
    })
    .collect()
}

#[test]
fn published_instances_have_published_lengths() {
    let goal = Goal::blank_first(Shape::new(4, 4).unwrap());
    // The tables of 7-8 need a gigabyte or two; the benchmark has them.
    for partition in
        PatternSet::of_goal(&goal).into_iter().filter(|partition| !partition.name().starts_with("7-8"))
    {
        let pdb_set = pdb_set(&goal, partition.patterns()).unwrap();
        let mut count = 0;
        for (board, length) in korf() {
            let outcome = Search::ida_with_pdbs(&pdb_set).run(&Problem::new(board, goal).unwrap()).unwrap();
            assert_eq!(outcome.moves.len(), length, "{board} with {}", partition.name());
            assert_eq!(replay(board, &outcome.moves), Some(goal.board()));
            count += 1;
        }
        assert_eq!(count, 50);
    }
}

/// Path and counts are the same on every run and with any number of threads. One thread never
/// splits a search into subtrees for others; with more threads, the last iterations of these boards
/// are long enough to be split.
#[test]
fn path_and_counts_do_not_depend_on_threads() {
    let goal = Goal::blank_first(Shape::new(4, 4).unwrap());
    let partition = PatternSet::of_goal(&goal).pop().unwrap();
    let pdb_set = pdb_set(&goal, partition.patterns()).unwrap();
    let mut hard = 0;
    for (board, _) in korf().into_iter().skip(13).take(12) {
        let problem = Problem::new(board, goal).unwrap();
        let solve = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let outcome = pool.install(|| Search::ida_with_pdbs(&pdb_set).run(&problem).unwrap());
            (outcome.moves, outcome.statistics.expanded, outcome.statistics.generated)
        };
        let one = solve(1);
        assert_eq!(one, solve(2));
        assert_eq!(one, solve(5));
        let in_order = Limits::default().with_on_one_thread(true);
        let in_order = Search::ida_with_pdbs(&pdb_set).limits(in_order).run(&problem).unwrap();
        assert_eq!(one, (in_order.moves, in_order.statistics.expanded, in_order.statistics.generated));
        // A limit on states makes the search run in order on one thread, which needs just as many
        // states.
        let limits = |expanded| Limits::default().with_expanded(expanded);
        assert_eq!(Search::ida_with_pdbs(&pdb_set).limits(limits(one.1)).run(&problem).unwrap().moves, one.0);
        assert!(Search::ida_with_pdbs(&pdb_set).limits(limits(one.1 - 1)).run(&problem).is_err());
        hard += u32::from(one.1 > 1_000_000);
    }
    assert!(hard >= 2, "only {hard} boards took a million states");
}

#[test]
fn a_limit_is_respected_and_gives_a_correct_bound() {
    let goal = Goal::blank_first(Shape::new(4, 4).unwrap());
    let partition = PatternSet::of_goal(&goal).pop().unwrap();
    let pdb_set = pdb_set(&goal, partition.patterns()).unwrap();
    for (board, length) in korf() {
        let problem = Problem::new(board, goal).unwrap();
        let limits = Limits::default().with_expanded(1000);
        match Search::ida_with_pdbs(&pdb_set).limits(limits).run(&problem) {
            Ok(outcome) => assert_eq!(outcome.moves.len(), length),
            Err(limit) => {
                assert_eq!(limit.statistics.expanded, 1000);
                assert!(
                    limit.lower_bound as usize <= length && limit.lower_bound >= pdb_set.estimate(&board)
                );
            }
        }
    }
}

/// On every board of smaller shapes, estimates are admissible and have the right parity, and IDA*
/// finds the distance.
#[test]
fn pattern_databases_of_small_shapes_find_the_distances() {
    for (rows, columns, partition) in [
        (2, 3, &[&[1, 2][..], &[3, 4, 5]][..]),
        (3, 3, &[&[1, 2, 3, 4], &[5, 6, 7, 8]]),
        (2, 4, &[&[1, 2, 5, 6], &[3, 4, 7]]),
    ] {
        let shape = Shape::new(rows, columns).unwrap();
        for goal in [Goal::blank_last(shape), Goal::blank_first(shape), Goal::snail(shape)] {
            let patterns: Vec<Pattern> = partition.iter().map(|tiles| pattern(shape, tiles)).collect();
            let pdb_set = pdb_set(&goal, &patterns).unwrap();
            assert_eq!(pdb_set.is_reflected(), rows == columns, "blanks of squares here are on the diagonal");
            let distances = Generator::for_goal(&goal).unwrap().threads(1).distances().unwrap();
            let space = FullSpace::new(&goal).unwrap();
            for (number, distance) in (0..).zip(distances.entries()) {
                let board = space.board_at(StateIndex::new(number)).unwrap();
                let estimate = pdb_set.estimate(&board);
                assert!(
                    estimate <= u32::from(*distance) && (u32::from(*distance) - estimate).is_multiple_of(2)
                );
                if number % 29 == 0 {
                    let problem = Problem::new(board, goal).unwrap();
                    let outcome = Search::ida_with_pdbs(&pdb_set).run(&problem).unwrap();
                    assert_eq!(outcome.moves.len(), usize::from(*distance), "{board} to {goal}");
                    assert_eq!(replay(board, &outcome.moves), Some(goal.board()));
                }
            }
        }
    }
}

#[test]
fn ida_and_astar_agree_on_short_walks() {
    let shape = Shape::new(4, 4).unwrap();
    let mut random = fastrand::Rng::with_seed(5);
    for goal in [Goal::blank_last(shape), Goal::blank_first(shape)] {
        let partition = PatternSet::of_goal(&goal).pop().unwrap();
        let pdb_set = pdb_set(&goal, partition.patterns()).unwrap();
        for _ in 0..50 {
            let walk = |board: Board, _| board.after(Move::ALL[random.usize(0..4)]).unwrap_or(board);
            let board = (0..60).fold(goal.board(), walk);
            let problem = Problem::new(board, goal).unwrap();
            let found = Search::ida_with_pdbs(&pdb_set).run(&problem).unwrap();
            let astar = Search::astar(&Manhattan::new(&goal)).run(&problem).unwrap();
            assert_eq!(found.moves.len(), astar.moves.len(), "{board}");
        }
    }
}

/// A table of zeros gives no information, but zero is never taken as a sign of the goal.
#[test]
fn zero_entries_are_not_mistaken_for_the_goal() {
    let shape = Shape::new(2, 3).unwrap();
    let goal = Goal::blank_last(shape);
    let zeros = |tiles: &[u8]| {
        let space = PatternSpace::new(&goal, pattern(shape, tiles)).unwrap();
        let entries = vec![0; usize::try_from(space.placements()).unwrap()];
        (space, PatternEntries::from(entries))
    };
    let pdb_set = PdbSet::new(vec![zeros(&[1, 2]), zeros(&[3, 4, 5])]).unwrap();
    let start = goal.board().after(Move::Up).and_then(|board| board.after(Move::Left)).unwrap();
    let outcome = Search::ida_with_pdbs(&pdb_set).run(&Problem::new(start, goal).unwrap()).unwrap();
    assert_eq!(replay(start, &outcome.moves), Some(goal.board()));
    assert_eq!(outcome.moves.len(), 2);
}

#[test]
fn incompatible_tables_are_rejected_with_a_reason() {
    let shape = Shape::new(2, 4).unwrap();
    let goal = Goal::blank_last(shape);
    let refused = |patterns: &[&[u8]]| {
        let patterns: Vec<Pattern> = patterns.iter().map(|tiles| pattern(shape, tiles)).collect();
        pdb_set(&goal, &patterns).unwrap_err().to_string()
    };
    assert!(refused(&[&[1, 2, 3], &[3, 4, 5]]).starts_with("tile 3 is in 2 patterns"));
    assert!(refused(&[&[1, 2, 3], &[4, 5]]).starts_with("tile 6 is in no pattern;"));
    let one = || table(&goal, &pattern(shape, &[1, 2, 3]));
    let other = table(&Goal::blank_first(shape), &pattern(shape, &[4]));
    let error = PdbSet::new(vec![one(), other]).unwrap_err();
    assert!(error.to_string().contains("different goals"), "{error}");
    let short = PatternEntries::from(one().1.as_slice().unwrap()[1..].to_vec());
    let error = PdbSet::new(vec![(one().0, short)]).unwrap_err();
    assert!(
        matches!(
            &error,
            PdbSetError::WrongCount { pattern, expected: 336, found: 335 } if pattern == "1,2,3"
        ),
        "{error}"
    );
    assert!(matches!(PdbSet::new(Vec::new()), Err(PdbSetError::Empty)));
}

#[test]
fn a_wrong_entry_of_a_pattern_is_found() {
    let goal = Goal::blank_last(Shape::new(4, 4).unwrap());
    let space = Space::new(&goal, &pattern(goal.shape(), &[1, 4, 5, 8, 9])).unwrap();
    let built = Generator::new(space.clone()).threads(1).distances().unwrap();
    assert_eq!(built.encoded(Encoding::Mod3).unwrap_err(), EncodingError::Mod3Pattern);
    let mut entries = built.entries().to_vec();
    entries[77] += 2;
    let mut histogram = built.histogram().to_vec();
    histogram[usize::from(entries[77])] += 1;
    histogram[usize::from(entries[77]) - 2] -= 1;
    let wrong = BuiltTable::new(&space, &entries, &histogram, Encoding::Byte).unwrap().into_table();
    let found = wrong.prove().unwrap();
    assert_eq!((found.len(), found[0].rule, found[0].count), (1, Rule::SameComputedAgain, 1));
}
