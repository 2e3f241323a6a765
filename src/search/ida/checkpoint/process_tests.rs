//! Tests of searches shared by process groups, and what ends them.

use std::fs;
use std::panic::AssertUnwindSafe;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use super::tests::resumable;
use super::{CheckpointEvent, Checkpoints, SearchError};
use crate::board::{Board, Goal, Move, Shape};
use crate::exchange::{ExchangeError, InProcess};
use crate::interrupt::Interrupt;
use crate::search::common::limits::{Limit, Limits};
use crate::search::common::outcome::Outcome;
use crate::search::common::problem::Problem;
use crate::search::heuristics::{Claims, Heuristic, Manhattan, Misplaced, Zero};

fn problem(tiles: [u32; 9]) -> Problem {
    let goal = Goal::blank_last(Shape::THREE_BY_THREE);
    Problem::new(Board::new(goal.shape(), &tiles).unwrap(), goal).unwrap()
}

/// The hardest 8-puzzle, which has several shared iterations with a weak heuristic.
fn hardest() -> Problem {
    problem([8, 6, 7, 2, 5, 4, 3, 0, 1])
}

type Found = Result<Outcome, SearchError>;

/// The result of each process of a group; `None` if it panics.
fn on_each(processes: usize, search: impl Fn(usize, &Checkpoints<'_>) -> Found + Sync) -> Vec<Option<Found>> {
    thread::scope(|scope| {
        let search = &search;
        let one = |(process, own): (usize, InProcess)| {
            scope.spawn(move || {
                // The connection closes with the search, even in a panic.
                let connection = Mutex::new(own);
                let found =
                    AssertUnwindSafe(|| search(process, &Checkpoints::new().with_processes(&connection)));
                std::panic::catch_unwind(found).ok()
            })
        };
        let group = InProcess::group(processes).into_iter().enumerate();
        let running: Vec<_> = group.map(one).collect();
        running.into_iter().map(|process| process.join().unwrap()).collect()
    })
}

fn essence(outcome: &Outcome) -> (Vec<Move>, u64, u64) {
    (outcome.moves.clone(), outcome.statistics.expanded, outcome.statistics.generated)
}

fn on_threads(is_one: bool) -> Limits {
    Limits { on_one_thread: is_one, ..Limits::default() }
}

#[test]
fn all_processes_get_the_path_and_counts_of_one() {
    let goal = Goal::blank_last(Shape::THREE_BY_THREE);
    let easy = problem([1, 2, 3, 4, 5, 6, 0, 7, 8]);
    for heuristic in [&Zero as &dyn Heuristic, &Misplaced::new(&goal), &Manhattan::new(&goal)] {
        for problem in [hardest(), easy] {
            let alone = resumable(&problem, heuristic, &Limits::default(), &Checkpoints::new()).unwrap();
            for (processes, is_one) in [(1, false), (2, true), (3, false), (7, true)] {
                let search = |_, checkpoints: &Checkpoints<'_>| {
                    resumable(&problem, heuristic, &on_threads(is_one), checkpoints)
                };
                for found in on_each(processes, search) {
                    let outcome = found.unwrap().unwrap();
                    assert_eq!(essence(&outcome), essence(&alone), "{processes} processes");
                }
            }
        }
    }
}

/// Checkpoints saved by the first process of a group at many moments are resumed by groups of other
/// sizes.
#[test]
fn groups_resume_checkpoints_of_other_groups() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    let saved = Mutex::new(Vec::new());
    let unbroken = resumable(&hardest(), &Zero, &Limits::default(), &Checkpoints::new()).unwrap();
    let search_on = |processes: usize, every, resumes: bool, on_save: &(dyn Fn() + Sync)| {
        thread::scope(|scope| {
            let one = |own: InProcess| {
                let file = file.clone();
                scope.spawn(move || {
                    let connection = Mutex::new(own);
                    let note = |event| {
                        if let CheckpointEvent::Saved = event {
                            on_save();
                        }
                    };
                    let checkpoints =
                        Checkpoints::new().save_to(file, every).on_event(note).with_processes(&connection);
                    let checkpoints = if resumes { checkpoints.resume() } else { checkpoints };
                    essence(&resumable(&hardest(), &Zero, &on_threads(true), &checkpoints).unwrap())
                })
            };
            let running: Vec<_> = InProcess::group(processes).into_iter().map(one).collect();
            running.into_iter().map(|process| process.join().unwrap()).collect::<Vec<_>>()
        })
    };
    search_on(3, Duration::from_millis(2), false, &|| saved.lock().unwrap().push(fs::read(&file).unwrap()));
    let saved = saved.into_inner().unwrap();
    assert!(!saved.is_empty(), "nothing was saved");
    for (nth, bytes) in saved.iter().step_by(saved.len().div_ceil(5)).enumerate() {
        fs::write(&file, bytes).unwrap();
        let processes = 1 + nth % 4;
        for found in search_on(processes, Duration::MAX, true, &|| ()) {
            assert_eq!(found, essence(&unbroken), "by {processes} processes from save {nth}");
        }
    }
    // An unusable checkpoint is reported by the first process, and ends all.
    fs::write(&file, "no search").unwrap();
    let ended = on_each(3, |_, checkpoints| {
        let of_file = Checkpoints {
            processes: checkpoints.processes,
            ..Checkpoints::new().save_to(file.clone(), Duration::MAX).resume()
        };
        resumable(&hardest(), &Zero, &on_threads(true), &of_file)
    });
    let ended: Vec<SearchError> = ended.into_iter().map(|found| found.unwrap().unwrap_err()).collect();
    assert!(matches!(ended[0], SearchError::Checkpoint(_)), "{ended:?}");
    let is_interrupted = |error: &SearchError| match error {
        SearchError::Limit(reached) => reached.limit == Limit::Interrupt,
        _ => false,
    };
    assert!(ended[1..].iter().all(is_interrupted), "{ended:?}");
}

/// A heuristic with a side effect when it is called for the n-th time.
struct Counting<F> {
    calls: AtomicU64,
    n: u64,
    then: F,
}

impl<F: Fn() + Sync> Counting<F> {
    fn new(n: u64, then: F) -> Self {
        Self { calls: AtomicU64::new(0), n, then }
    }
}

impl<F: Fn() + Sync> Heuristic for Counting<F> {
    fn estimate(&self, _: &Board) -> u32 {
        if self.calls.fetch_add(1, Ordering::Relaxed) == self.n {
            (self.then)();
        }
        0
    }

    fn claims(&self) -> Claims {
        Zero.claims()
    }
}

/// Numbers of calls: at the beginning of the search, in unshared iterations, and in shared ones.
const MOMENTS: [u64; 4] = [10, 5_000, 100_000, 1_000_000];

#[test]
fn a_limit_in_one_process_ends_all_searches() {
    for (n, at) in MOMENTS.into_iter().zip([0, 1, 2, 1]) {
        let found = on_each(3, |process, checkpoints| {
            let interrupt = Interrupt::new();
            let heuristic = Counting::new(if process == at { n } else { u64::MAX }, || interrupt.raise());
            let limits = Limits { interrupt: Some(interrupt.clone()), ..on_threads(true) };
            resumable(&hardest(), &heuristic, &limits, checkpoints)
        });
        for found in found {
            match found.unwrap() {
                Err(SearchError::Limit(reached)) => assert_eq!(reached.limit, Limit::Interrupt),
                other => panic!("interrupted at {n}: {other:?}"),
            }
        }
    }
    // A limit on states is exact, for each process alone.
    for found in on_each(2, |_, checkpoints| {
        let limits = Limits { expanded: Some(300_000), ..Limits::default() };
        resumable(&hardest(), &Zero, &limits, checkpoints)
    }) {
        let Err(SearchError::Limit(reached)) = found.unwrap() else { panic!("no limit") };
        assert_eq!((reached.limit, reached.statistics.expanded), (Limit::Expanded, 300_000));
    }
}

#[test]
fn a_panic_in_one_process_ends_all_searches() {
    for (n, at) in MOMENTS.into_iter().zip([1, 0, 2, 0]) {
        let found = on_each(3, |process, checkpoints| {
            let panic = || std::panic::resume_unwind(Box::new("a planned panic"));
            let heuristic = Counting::new(if process == at { n } else { u64::MAX }, panic);
            resumable(&hardest(), &heuristic, &on_threads(true), checkpoints)
        });
        for (process, found) in found.into_iter().enumerate() {
            match found {
                None => assert_eq!(process, at),
                Some(Err(SearchError::Processes(ExchangeError::ProcessEnded { .. }))) => {
                    assert_ne!(process, at);
                }
                Some(other) => panic!("{other:?} on process {process}"),
            }
        }
    }
}

#[test]
fn processes_with_different_heuristics_are_detected() {
    let goal = Goal::blank_last(Shape::THREE_BY_THREE);
    let misplaced = Misplaced::new(&goal);
    let found = on_each(3, |process, checkpoints| {
        let heuristic: &dyn Heuristic = if process == 2 { &misplaced } else { &Zero };
        resumable(&hardest(), heuristic, &on_threads(true), checkpoints)
    });
    for found in found {
        let error = found.unwrap().unwrap_err();
        assert!(
            matches!(error, SearchError::Processes(ExchangeError::InvalidMessage { process: 2 })),
            "{error:?}"
        );
    }
}
