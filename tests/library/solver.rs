//! The solver: its choice of method, its tables, and its errors.

use std::cell::RefCell;
use std::fs;
use std::time::Duration;

use tilebase::board::Tile;
use tilebase::generate::Generator;
use tilebase::search::{Checkpoints, Claims, Heuristic, Limit, Limits, LinearConflict, PatternSet};
use tilebase::solve::{
    Algorithm, HeuristicName, Method, MethodOptions, Notice, Preparation, SolveError, SolverBuilder,
};
use tilebase::space::{Pattern, Space};
use tilebase::table::{Encoding, Folder, TableName};
use tilebase::{Board, Goal, Interrupt, Shape, Solver};

use crate::common::{board, goal};

const USUAL: &str = "123456780";
const HARD: &str = "867254301";

fn by(algorithm: Algorithm, heuristic: HeuristicName) -> Method {
    let options = MethodOptions { heuristic: Some(heuristic), ..MethodOptions::default() };
    Method::new(algorithm, options).unwrap()
}

#[test]
fn the_solver_prefers_a_table_to_a_search() {
    let table = Solver::new(&goal(USUAL)).unwrap();
    assert_eq!((table.algorithm(), table.heuristic()), (Algorithm::Table, None));
    assert!(table.oracle().is_some());
    let outcome = table.solve(&board(HARD)).unwrap();
    assert_eq!((outcome.moves.len(), outcome.statistics.expanded), (31, 31));

    let search = Solver::new(&Goal::blank_last(Shape::new(4, 4).unwrap())).unwrap();
    assert_eq!((search.algorithm(), search.heuristic()), (Algorithm::Ida, Some(HeuristicName::Patterns)));
    assert!(search.oracle().is_none());
}

#[test]
fn pattern_databases_over_the_limit_are_not_built() {
    let goal = Goal::blank_last(Shape::new(4, 4).unwrap());
    let within = |bytes| Solver::builder(&goal).pdb_memory_in_bytes(bytes);
    let named = within(1_000_000).method(by(Algorithm::Ida, HeuristicName::Patterns)).build();
    let SolveError::PatternsTooLarge { pattern_set, bytes, most } = named.unwrap_err() else {
        panic!("another error");
    };
    // 3 * 524,160 entries of five tiles, and 3 * 16^5 bytes for lookups.
    assert!(pattern_set == "5-5-5" && most < bytes && bytes >= 3 * 524_160 + 3 * 1_048_576, "{bytes}");
    let [less, enough] = [within(bytes - 1).build().unwrap(), within(bytes).build().unwrap()];
    assert_eq!(less.heuristic(), Some(HeuristicName::LinearConflict));
    assert_eq!(enough.heuristic(), Some(HeuristicName::Patterns));
    let board = "5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0".parse().unwrap();
    assert_eq!((less.distance(&board).unwrap(), enough.distance(&board).unwrap()), (12, 12));
}

/// The tables of 6-6-3 are in the folder. They need a byte for each of 16^6, 16^6, and 16^3
/// placements.
#[test]
fn tables_over_the_memory_limit_are_skipped() {
    let goal = Goal::blank_first(Shape::new(4, 4).unwrap());
    let sets = PatternSet::of_goal(&goal);
    let set = sets.iter().find(|set| set.name() == "6-6-3").unwrap();
    let temporary = tempfile::tempdir().unwrap();
    let folder = Folder::new(temporary.path().to_owned());
    for pattern in set.patterns() {
        let built = Generator::new(Space::new(&goal, pattern).unwrap()).distances().unwrap();
        let file = folder.file_of(&TableName::of_space(built.space(), Encoding::Byte));
        built.encoded(Encoding::Byte).unwrap().write_to(&file).unwrap();
    }
    let needed = 2 * 16_u64.pow(6) + 16_u64.pow(3);
    let board: Board = "14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3".parse().unwrap();
    let notices = RefCell::new(Vec::new());
    let within = |bytes| {
        notices.borrow_mut().clear();
        let tell = |notice| {
            if !matches!(notice, Notice::Preparing(_)) {
                notices.borrow_mut().push(notice);
            }
        };
        Solver::builder(&goal).folder(&folder).pdb_memory_in_bytes(bytes).on_notice(tell)
    };
    let estimate = |builder: SolverBuilder<'_>| builder.build().unwrap().estimate(&board).unwrap();

    let by_large_ones = estimate(within(needed));
    assert!(notices.borrow().is_empty());
    let by_small_ones = estimate(within(needed - 1));
    assert!(by_small_ones < by_large_ones, "{by_small_ones} and {by_large_ones}");
    match &notices.take()[..] {
        [Notice::PatternSetTooLarge { pattern_set: name, bytes, most }, Notice::BuildingPdbSet { .. }] => {
            assert_eq!((name.as_str(), *bytes, *most), ("6-6-3", needed, needed - 1));
        }
        others => panic!("{others:?}"),
    }

    let named = by(Algorithm::Ida, HeuristicName::Patterns);
    let named = within(needed - 1).pattern_set(set.clone()).method(named).build();
    assert!(matches!(named, Err(SolveError::PatternsTooLarge { .. })));
    let nothing_fits = within(1_000_000).build().unwrap();
    assert_eq!(nothing_fits.heuristic(), Some(HeuristicName::LinearConflict));
    let passed_over = notices.take().into_iter().map(|notice| match notice {
        Notice::PatternSetTooLarge { pattern_set, .. } => pattern_set,
        other => panic!("{other:?}"),
    });
    assert_eq!(passed_over.collect::<Vec<_>>(), ["6-6-3", "5-5-5"]);
}

/// Tables of another pattern of the same size, of another goal, and a zero-aware one, each under
/// the name of the expected table.
#[test]
fn misnamed_pattern_databases_are_rejected() {
    let goal = goal(USUAL);
    let set = PatternSet::of_goal(&goal).pop().unwrap();
    let [pattern, ..] = set.patterns() else { panic!("a pattern set has patterns") };
    let size = pattern.tiles().len() as u8;
    let same_size = Pattern::new(goal.shape(), (9 - size..=8).map(Tile::new)).unwrap();
    assert_ne!(same_size, *pattern);
    let right = Space::new(&goal, pattern).unwrap();
    let temporary = tempfile::tempdir().unwrap();
    let folder = Folder::new(temporary.path().to_owned());
    let solver = |space: &Space| {
        let built = Generator::new(space.clone()).distances().unwrap();
        let file = folder.file_of(&TableName::of_space(&right, Encoding::Byte));
        built.encoded(Encoding::Byte).unwrap().write_to(&file).unwrap();
        let method = by(Algorithm::Ida, HeuristicName::Patterns);
        Solver::builder(&goal).method(method).folder(&folder).build().map(|_| ())
    };
    assert!(solver(&right).is_ok());
    for wrong in [
        Space::new(&goal, &same_size),
        Space::new(&Goal::blank_first(goal.shape()), pattern),
        Space::zero_aware(&goal, pattern),
    ] {
        let wrong = wrong.unwrap();
        let Err(SolveError::Misnamed { file, expected, found }) = solver(&wrong) else {
            panic!("{wrong:?} passes")
        };
        assert_eq!(file, folder.path().join(&expected));
        assert_eq!(expected, TableName::of_space(&right, Encoding::Byte).to_string());
        assert_eq!(found, TableName::of_space(&wrong, Encoding::Byte).to_string());
    }
}

#[test]
fn methods_with_a_guarantee_give_the_distance() {
    let goal = goal(USUAL);
    let table = Solver::new(&goal).unwrap();
    let methods = [
        Method::of(Algorithm::Bidirectional),
        Method::of(Algorithm::AStar),
        by(Algorithm::AStar, HeuristicName::Exact),
        by(Algorithm::Ida, HeuristicName::LinearConflict),
        Method::of(Algorithm::Ida),
    ];
    for method in methods {
        let solver = Solver::builder(&goal).method(method).build().unwrap();
        for start in [HARD, "638541720", "123456708", USUAL].map(board) {
            assert_eq!(solver.distance(&start).unwrap(), table.distance(&start).unwrap(), "{method}");
            assert!(solver.estimate(&start).unwrap() <= table.distance(&start).unwrap(), "{method}");
        }
    }
    let greedy = Solver::builder(&goal).method(Method::of(Algorithm::Greedy)).build().unwrap();
    assert!(matches!(greedy.distance(&board(HARD)), Err(SolveError::NoGuarantee { .. })));
}

/// Servers respond differently to each of these.
#[test]
fn errors_distinguish_bad_boards_missing_and_damaged_tables() {
    let kept = tempfile::tempdir().unwrap();
    let folder = Folder::new(kept.path().to_owned());
    let solver = Solver::builder(&goal(USUAL)).folder(&folder).save_tables().build().unwrap();
    assert!(matches!(solver.solve(&board("213456780")), Err(SolveError::Board(_))));
    assert!(matches!(solver.solve(&"1230".parse().unwrap()), Err(SolveError::Board(_))));

    let file = kept.path().join("3x3-123456780.pdb");
    let mut bytes = fs::read(&file).unwrap();
    bytes[5000] ^= 1;
    fs::write(&file, bytes).unwrap();
    let damaged = Solver::builder(&goal(USUAL)).folder(&folder).build().unwrap_err();
    assert!(matches!(damaged, SolveError::Table(_)) && !damaged.is_no_table(), "{damaged}");

    let large = Goal::blank_last(Shape::new(3, 4).unwrap());
    let table_alone = Solver::builder(&large).folder(&folder).method(Method::of(Algorithm::Table));
    let missing = table_alone.build().unwrap_err();
    assert!(matches!(missing, SolveError::NoTable { .. }) && missing.is_no_table());
    let huge = Solver::builder(&Goal::blank_last(Shape::new(4, 4).unwrap())).oracle().unwrap_err();
    assert!(matches!(huge, SolveError::OutOfReach { .. }) && huge.is_no_table(), "{huge}");
}

#[test]
fn tables_are_saved_only_on_request() {
    let kept = tempfile::tempdir().unwrap();
    let folder = Folder::new(kept.path().to_owned());
    let names = || fs::read_dir(kept.path()).unwrap().count();
    let notices = RefCell::new(Vec::new());
    let solver = || {
        Solver::builder(&goal(USUAL)).folder(&folder).on_notice(|notice| notices.borrow_mut().push(notice))
    };
    solver().build().unwrap();
    assert_eq!((names(), notices.borrow().len()), (0, 0));
    solver().save_tables().build().unwrap();
    assert!(matches!(notices.borrow().as_slice(), [Notice::TableSaved(file)] if file.exists()));
    solver().save_tables().build().unwrap();
    assert_eq!((names(), notices.borrow().len()), (1, 1), "the second time it is there");
}

#[test]
fn a_limit_stops_a_search_with_a_bound() {
    let goal = Goal::blank_first(Shape::new(4, 4).unwrap());
    let limits = Limits::default().with_expanded(1000);
    let solver = Solver::builder(&goal).limits(limits).build().unwrap();
    let hard: Board = "14,7,8,2,13,11,10,4,9,12,5,0,3,6,1,15".parse().unwrap();
    let Err(SolveError::Limit(limit)) = solver.solve(&hard) else { panic!("a thousand states are too few") };
    assert!((50..=59).contains(&limit.lower_bound), "{limit}");
}

/// The time limit includes the preparation. Once it is over, the bound is that of linear conflicts.
#[test]
fn a_deadline_stops_the_preparation_with_a_bound() {
    let board: Board = "14,7,8,2,13,11,10,4,9,12,5,0,3,6,1,15".parse().unwrap();
    let goal = Goal::blank_first(board.shape());
    let limits = || Limits::default().with_time(Duration::ZERO);
    let build = Solver::builder(&goal).limits(limits()).build();
    assert!(matches!(build, Err(SolveError::NotReady { limit: Limit::Time, .. })), "{build:?}");
    let usual = Solver::builder(&goal).limits(limits()).solve(&board);
    let named = Solver::builder(&goal).method(Method::of(Algorithm::Ida)).limits(limits()).solve(&board);
    let least = LinearConflict::new(&goal).estimate(&board);
    for found in [usual, named] {
        let Err(SolveError::Limit(reached)) = found else { panic!("no time was left") };
        assert_eq!((reached.limit, reached.lower_bound), (Limit::Time, least));
    }
    let odd: Board = "2,1,3,4,5,6,7,8,9,10,11,12,13,14,15,0".parse().unwrap();
    let unsolvable = Solver::builder(&Goal::blank_last(odd.shape())).limits(limits()).solve(&odd);
    assert!(matches!(unsolvable, Err(SolveError::Board(_))));
    // Building a table counts as preparation; a method without tables is ready at once.
    let table = Solver::builder(&super::common::goal(USUAL)).limits(limits()).build();
    assert!(matches!(table, Err(SolveError::NotReady { limit: Limit::Time, .. })));
    let plain = Solver::builder(&goal).method(Method::of(Algorithm::AStar)).limits(limits()).build();
    assert!(plain.is_ok());
}

/// Between two tables, before they are laid out, and afterwards, when it is too late.
#[test]
fn an_interrupt_stops_the_preparation_at_the_next_step() {
    let goal = Goal::blank_last(Shape::new(4, 4).unwrap());
    let building = |number| Preparation::Building { number, of: 3 };
    let steps = [building(1), building(2), building(3), Preparation::LayingOut, Preparation::Ended];
    for (nth, raised_at) in steps.into_iter().enumerate() {
        let interrupt = Interrupt::new();
        let begun = RefCell::new(Vec::new());
        let limits = Limits::default().with_interrupt(interrupt.clone());
        let tell = |notice| {
            let Notice::Preparing(step) = notice else { return };
            if step == raised_at {
                interrupt.raise();
            }
            begun.borrow_mut().push(step);
        };
        let built = Solver::builder(&goal).limits(limits).on_notice(tell).build();
        let mut expected = steps[..=nth].to_vec();
        if raised_at == Preparation::Ended {
            assert!(built.is_ok());
        } else {
            assert!(matches!(built, Err(SolveError::NotReady { limit: Limit::Interrupt, .. })), "{built:?}");
            expected.push(Preparation::Ended);
        }
        assert_eq!(begun.take(), expected);
    }
}

/// Resumable algorithms find the same path with checkpoints; all others, including the table,
/// reject it.
#[test]
fn only_resumable_algorithms_accept_checkpoints() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoints =
        Checkpoints::new().save_to(folder.path().join("search"), std::time::Duration::MAX).resume();
    for algorithm in Algorithm::ALL {
        let solver = Solver::builder(&goal(USUAL)).method(Method::of(algorithm)).build().unwrap();
        match solver.solve_resumable(&board(HARD), &checkpoints) {
            Ok(outcome) => {
                assert!(algorithm.is_resumable() && outcome.moves.len() == 31, "{algorithm}");
                let without = solver.solve(&board(HARD)).unwrap();
                assert_eq!(outcome.moves, without.moves);
                assert_eq!(outcome.statistics.expanded, without.statistics.expanded);
            }
            Err(error) => {
                assert!(
                    matches!(error, SolveError::NoCheckpoints { algorithm: found } if found == algorithm)
                );
                assert!(!algorithm.is_resumable(), "{algorithm}");
            }
        }
    }
    let solver = Solver::builder(&goal(USUAL)).method(Method::of(Algorithm::Ida)).build().unwrap();
    let unreachable = solver.solve_resumable(&board("213456780"), &checkpoints).unwrap_err();
    assert!(matches!(unreachable, SolveError::Board(_)), "{unreachable}");
}

/// Twice the Manhattan distance.
struct Double(tilebase::search::Manhattan);

impl Heuristic for Double {
    fn estimate(&self, board: &Board) -> u32 {
        2 * self.0.estimate(board)
    }

    fn claims(&self) -> Claims {
        Claims::NONE.with_parity(true)
    }
}

#[test]
fn a_custom_heuristic_guarantees_what_it_claims() {
    let goal = goal(USUAL);
    let double = || Double(tilebase::search::Manhattan::new(&goal));
    let solver =
        Solver::builder(&goal).method(Method::of(Algorithm::AStar)).heuristic(double()).build().unwrap();
    let outcome = solver.solve(&board(HARD)).unwrap();
    assert!(!outcome.is_optimal() && outcome.moves.len() >= 31);
    assert!(matches!(solver.distance(&board(HARD)), Err(SolveError::NoGuarantee { .. })));
    let ida = Solver::builder(&goal).method(Method::of(Algorithm::Ida)).heuristic(double()).build();
    assert!(matches!(ida, Err(SolveError::Method(_))), "nothing would tell it when to end");
    let table = Solver::builder(&goal).method(Method::of(Algorithm::Table)).heuristic(double()).build();
    assert!(matches!(table, Err(SolveError::Method(_))), "a table goes by no heuristic");
    let usual = Solver::builder(&goal).heuristic(double()).build().unwrap();
    assert_eq!(usual.algorithm(), Algorithm::AStar);
}
