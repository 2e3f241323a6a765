//! The 15-puzzle: published instances to their published lengths, and the catalogue against the truth.

mod common;

use tilebase::board::{Board, Goal, Move, Shape, Tile};
use tilebase::build::{Threads, build, build_space};
use tilebase::notation::read_board;
use tilebase::search::{Catalogue, CatalogueError, Limits, Manhattan, Partition, Problem, astar, ida};
use tilebase::space::{Pattern, PatternSpace, Space, StateIndex, StateSpace};

fn table(goal: &Goal, pattern: &Pattern) -> (PatternSpace, Vec<u8>) {
    let built = build_space(&Space::new(goal, pattern).unwrap(), Threads::AllCores, |_| ()).unwrap();
    (PatternSpace::new(goal, pattern.clone()).unwrap(), built.entries().to_vec())
}

fn catalogue(goal: &Goal, patterns: &[Pattern]) -> Result<Catalogue, CatalogueError> {
    let tables: Vec<_> = patterns.iter().map(|pattern| table(goal, pattern)).collect();
    Catalogue::new(&tables.iter().map(|(space, entries)| (space, entries.as_slice())).collect::<Vec<_>>())
}

fn pattern(shape: Shape, tiles: &[u8]) -> Pattern {
    Pattern::new(shape, tiles.iter().copied().map(Tile::new)).unwrap()
}

fn replay(start: Board, moves: &[Move]) -> Option<Board> {
    moves.iter().try_fold(start, |board, step| board.after(*step))
}

/// Korf 1985: the first fifty instances, the goal's blank first.
fn korf() -> Vec<(Board, usize)> {
    let rows = include_str!("data/korf-15-puzzle.tsv").lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let fields: Vec<&str> = row.split('\t').collect();
        (read_board(fields[1], None).unwrap(), fields[2].parse().unwrap())
    })
    .collect()
}

#[test]
fn published_instances_have_their_published_lengths() {
    let goal = Goal::blank_first(Shape::new(4, 4).unwrap());
    for partition in Partition::of_goal(&goal) {
        let catalogue = catalogue(&goal, &partition.patterns(&goal).unwrap()).unwrap();
        let mut count = 0;
        for (board, length) in korf() {
            let outcome = ida(&Problem::new(board, goal).unwrap(), &catalogue, Limits::default()).unwrap();
            assert_eq!(outcome.moves.len(), length, "{board} with {}", partition.name);
            assert_eq!(replay(board, &outcome.moves), Some(goal.board()));
            count += 1;
        }
        assert_eq!(count, 50);
    }
}

/// Counts are part of the answer: the same on every run and machine.
#[test]
fn counts_are_the_same_every_time() {
    let goal = Goal::blank_first(Shape::new(4, 4).unwrap());
    let partition = Partition::of_goal(&goal).find(|partition| partition.name == "5-5-5").unwrap();
    let catalogue = catalogue(&goal, &partition.patterns(&goal).unwrap()).unwrap();
    let (board, _) = korf()[0];
    let solve =
        || ida(&Problem::new(board, goal).unwrap(), &catalogue, Limits::default()).unwrap().statistics;
    let (one, other) = (solve(), solve());
    assert_eq!((one.expanded, one.generated), (other.expanded, other.generated));
}

#[test]
fn a_limit_is_kept_and_leaves_a_sound_bound() {
    let goal = Goal::blank_first(Shape::new(4, 4).unwrap());
    let partition = Partition::of_goal(&goal).find(|partition| partition.name == "5-5-5").unwrap();
    let catalogue = catalogue(&goal, &partition.patterns(&goal).unwrap()).unwrap();
    for (board, length) in korf() {
        let problem = Problem::new(board, goal).unwrap();
        let limits = Limits { expanded: Some(1000), time: None };
        match ida(&problem, &catalogue, limits) {
            Ok(outcome) => assert_eq!(outcome.moves.len(), length),
            Err(limit) => {
                assert_eq!(limit.statistics.expanded, 1000);
                assert!(limit.at_least as usize <= length && limit.at_least >= catalogue.estimate(&board));
            }
        }
    }
}

/// On every board of smaller shapes: never above the distance, of its parity, and IDA* finds the distance.
#[test]
fn catalogues_of_small_shapes_lead_to_the_distances() {
    for (rows, columns, partition) in [
        (2, 3, &[&[1, 2][..], &[3, 4, 5]][..]),
        (3, 3, &[&[1, 2, 3, 4], &[5, 6, 7, 8]]),
        (2, 4, &[&[1, 2, 5, 6], &[3, 4, 7]]),
    ] {
        let shape = Shape::new(rows, columns).unwrap();
        for goal in [Goal::blank_last(shape), Goal::blank_first(shape), Goal::snail(shape)] {
            let patterns: Vec<Pattern> = partition.iter().map(|tiles| pattern(shape, tiles)).collect();
            let catalogue = catalogue(&goal, &patterns).unwrap();
            assert_eq!(
                catalogue.is_reflected(),
                rows == columns,
                "blanks of squares here are on the diagonal"
            );
            let distances = build(&goal, Threads::One, |_| ()).unwrap();
            let space = StateSpace::new(&goal).unwrap();
            for (number, distance) in (0..).zip(distances.entries()) {
                let board = space.board_at(StateIndex::new(number)).unwrap();
                let estimate = catalogue.estimate(&board);
                assert!(
                    estimate <= u32::from(*distance) && (u32::from(*distance) - estimate).is_multiple_of(2)
                );
                if number % 29 == 0 {
                    let problem = Problem::new(board, goal).unwrap();
                    let outcome = ida(&problem, &catalogue, Limits::default()).unwrap();
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
        let partition = Partition::of_goal(&goal).find(|partition| partition.name == "5-5-5").unwrap();
        let catalogue = catalogue(&goal, &partition.patterns(&goal).unwrap()).unwrap();
        for _ in 0..50 {
            let walk = |board: Board, _| board.after(Move::ALL[random.usize(0..4)]).unwrap_or(board);
            let board = (0..60).fold(goal.board(), walk);
            let problem = Problem::new(board, goal).unwrap();
            let found = ida(&problem, &catalogue, Limits::default()).unwrap();
            assert_eq!(found.moves.len(), astar(&problem, &Manhattan::new(&goal)).moves.len(), "{board}");
        }
    }
}

#[test]
fn tables_that_do_not_go_together_are_refused_with_a_reason() {
    let shape = Shape::new(2, 4).unwrap();
    let goal = Goal::blank_last(shape);
    let refused = |patterns: &[&[u8]]| {
        let patterns: Vec<Pattern> = patterns.iter().map(|tiles| pattern(shape, tiles)).collect();
        catalogue(&goal, &patterns).unwrap_err().to_string()
    };
    assert!(refused(&[&[1, 2, 3], &[3, 4, 5]]).starts_with("tile 3 is in 2 of the patterns"));
    assert!(refused(&[&[1, 2, 3], &[4, 5]]).starts_with("tile 6 is in 0 of the patterns"));
    let (one, other) =
        (table(&goal, &pattern(shape, &[1, 2, 3])), table(&Goal::blank_first(shape), &pattern(shape, &[4])));
    let error = Catalogue::new(&[(&one.0, &one.1), (&other.0, &other.1)]).unwrap_err();
    assert!(error.to_string().contains("don't go together"), "{error}");
    let error = Catalogue::new(&[(&one.0, &one.1[1..])]).unwrap_err();
    assert_eq!(error, CatalogueError::WrongCount { pattern: "1,2,3".to_owned(), expected: 336, found: 335 });
    assert_eq!(Catalogue::new(&[]).unwrap_err(), CatalogueError::TooLarge);
}
