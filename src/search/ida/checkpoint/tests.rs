//! Tests of searches that are interrupted at any moment and resumed, and of unusable checkpoints.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use super::file::Checkpoint;
use super::{CheckpointEvent, Checkpoints, SearchError};
use crate::board::{Board, Goal, Move, Shape};
use crate::interrupt::Interrupt;
use crate::search::Search;
use crate::search::common::limits::{Limit, Limits};
use crate::search::common::outcome::Outcome;
use crate::search::common::problem::Problem;
use crate::search::heuristics::{Heuristic, Manhattan, Zero};
use crate::search::ida::parallel::iteration_progress::{DoneRange, IterationProgress, Solved};
use crate::table::{CheckpointProblem, Origin, SealKey, SealPolicy};

/// The hardest 8-puzzle, which has several iterations by subtrees without a heuristic.
fn hardest() -> Problem {
    let goal = Goal::blank_last(Shape::THREE_BY_THREE);
    let board = Board::new(goal.shape(), &[8, 6, 7, 2, 5, 4, 3, 0, 1]).unwrap();
    Problem::new(board, goal).unwrap()
}

pub(super) fn resumable<H: Heuristic + ?Sized>(
    problem: &Problem,
    heuristic: &H,
    limits: &Limits,
    checkpoints: &Checkpoints<'_>,
) -> Result<Outcome, SearchError> {
    Search::ida(heuristic).limits(limits.clone()).run_resumable(problem, checkpoints)
}

fn search(checkpoints: &Checkpoints<'_>, limits: &Limits) -> Result<Outcome, SearchError> {
    resumable(&hardest(), &Zero, limits, checkpoints)
}

/// The part of the outcome that does not depend on threads or interruptions.
fn essence(outcome: &Outcome) -> (Vec<Move>, u64, u64) {
    (outcome.moves.clone(), outcome.statistics.expanded, outcome.statistics.generated)
}

fn on_threads(is_one: bool) -> Limits {
    Limits { on_one_thread: is_one, ..Limits::default() }
}

/// The result of an uninterrupted search.
fn unbroken() -> (Vec<Move>, u64, u64) {
    essence(&search(&Checkpoints::new(), &on_threads(false)).unwrap())
}

/// So often that a search of half a second is saved at many moments.
const OFTEN: Duration = Duration::from_millis(2);

/// All checkpoints of one search, in order.
fn all_saved(is_one: bool) -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    let saved = Mutex::new(Vec::new());
    let note = |event| {
        if let CheckpointEvent::Saved = event {
            saved.lock().unwrap().push(fs::read(&file).unwrap());
        }
    };
    search(&Checkpoints::new().save_to(file.clone(), OFTEN).on_event(note), &on_threads(is_one)).unwrap();
    saved.into_inner().unwrap()
}

fn read(file: &Path) -> Checkpoint {
    Checkpoint::read(file, &SealPolicy::default()).unwrap().unwrap().0
}

fn encoded(saved: &Checkpoint) -> Vec<u8> {
    saved.encode(&SealPolicy::default(), None)
}

fn bound_of(bytes: &[u8], folder: &Path) -> u32 {
    let file = folder.join("bound");
    fs::write(&file, bytes).unwrap();
    read(&file).iteration.bound
}

#[test]
fn resuming_any_checkpoint_gives_the_same_path_and_counts() {
    let expected = unbroken();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    let mut bounds = Vec::new();
    for was_one in [true, false] {
        let saved = all_saved(was_one);
        // With two threads, one keeps searching while the other writes, and what falls due
        // meanwhile is skipped. So a slow disk means few checkpoints.
        let least = if was_one { 20 } else { 1 };
        assert!(saved.len() >= least, "{} were saved", saved.len());
        let some = saved.iter().step_by(saved.len().div_ceil(10)).chain(saved.last());
        for (nth, bytes) in some.enumerate() {
            bounds.push(bound_of(bytes, folder.path()));
            fs::write(&file, bytes).unwrap();
            let checkpoints = Checkpoints::new().save_to(file.clone(), Duration::MAX).resume();
            let outcome = search(&checkpoints, &on_threads(nth % 2 == 0)).unwrap();
            assert_eq!(essence(&outcome), expected, "from save {nth}");
        }
    }
    bounds.dedup();
    assert!(bounds.len() > 2, "all in {bounds:?}");
}

/// Interrupts a search again and again until it ends by itself. Runs with one thread are
/// interrupted after four checkpoints, and those with two threads after the first, because on a
/// slow disk few are saved.
#[test]
fn an_interrupted_search_gives_the_same_result() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    let mut pieces = 0;
    let outcome = loop {
        let interrupt = Interrupt::new();
        // The first two with one thread: the interrupt comes before the end, however slow the disk
        // is.
        let on_one = pieces < 2 || pieces % 2 == 1;
        let saves = Mutex::new(0);
        let stop = |event| {
            let mut saves = saves.lock().unwrap();
            *saves += u32::from(matches!(event, CheckpointEvent::Saved));
            if *saves == if on_one { 4 } else { 1 } {
                interrupt.raise();
            }
        };
        let checkpoints = Checkpoints::new().save_to(file.clone(), OFTEN).resume().on_event(stop);
        let limits = Limits { interrupt: Some(interrupt.clone()), ..on_threads(on_one) };
        match search(&checkpoints, &limits) {
            Ok(outcome) => break outcome,
            Err(SearchError::Limit(reached)) => {
                assert_eq!(reached.limit, Limit::Interrupt);
                pieces += 1;
            }
            Err(error) => panic!("{error}"),
        }
    };
    assert!(pieces > 1, "{pieces} pieces");
    assert_eq!(essence(&outcome), unbroken());
}

/// A limit on states is exact, counted over all runs.
#[test]
fn a_limit_on_states_counts_all_runs() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoints = Checkpoints::new().save_to(folder.path().join("search"), OFTEN).resume();
    let (_, all, _) = unbroken();
    for limit in [all / 2, all * 3 / 4, all - 1] {
        let limits = Limits { expanded: Some(limit), ..Limits::default() };
        let Err(SearchError::Limit(reached)) = search(&checkpoints, &limits) else { panic!("no limit") };
        assert_eq!((reached.limit, reached.statistics.expanded), (Limit::Expanded, limit));
    }
    assert_eq!(essence(&search(&checkpoints, &Limits::default()).unwrap()), unbroken());
}

/// The result of a search that resumes from these bytes.
fn resumed_from(bytes: &[u8], limits: &Limits) -> Result<Outcome, CheckpointProblem> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    fs::write(&file, bytes).unwrap();
    let checkpoints = Checkpoints::new().save_to(file.clone(), Duration::MAX).resume();
    search(&checkpoints, limits).map_err(|error| match error {
        SearchError::Checkpoint(error) => {
            assert_eq!(error.file, file);
            error.problem
        }
        other => panic!("{other}"),
    })
}

fn some_saved() -> Vec<u8> {
    let saved = all_saved(false);
    saved[saved.len() / 2].clone()
}

#[test]
fn damage_in_any_byte_is_detected() {
    let bytes = some_saved();
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        let problem = resumed_from(&damaged, &Limits::default()).unwrap_err();
        let is_detected = match place {
            0..8 => matches!(problem, CheckpointProblem::Foreign { .. }),
            8..12 => matches!(problem, CheckpointProblem::Version { .. }),
            12..16 => matches!(problem, CheckpointProblem::Length { .. }),
            _ => matches!(problem, CheckpointProblem::Damaged { .. }),
        };
        assert!(is_detected, "byte {place}: {problem}");
        let problem = resumed_from(&bytes[..place], &Limits::default()).unwrap_err();
        let is_detected = match place {
            0 => matches!(problem, CheckpointProblem::Foreign { .. }),
            _ => matches!(problem, CheckpointProblem::Length { .. }),
        };
        assert!(is_detected, "{place} bytes: {problem}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(resumed_from(&longer, &Limits::default()), Err(CheckpointProblem::Length { .. })));
}

/// Files with correct checksums whose parts contradict each other, or this search.
#[test]
fn inconsistent_files_are_rejected() {
    type Fault = fn(&mut Checkpoint);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    fs::write(&file, some_saved()).unwrap();
    let saved = read(&file);
    assert!(resumed_from(&encoded(&saved), &Limits::default()).is_ok());
    let with_path = |saved: &mut Checkpoint, moves: Vec<Move>| {
        let subtrees = saved.subtrees as usize;
        let solved = Solved { roots: subtrees - 1..subtrees, counts: Default::default(), path: moves };
        saved.progress = IterationProgress::from_parts(Vec::new(), Some(solved), subtrees).unwrap();
    };
    let refused = |change: &dyn Fn(&mut Checkpoint)| {
        let mut changed = saved.clone();
        change(&mut changed);
        resumed_from(&encoded(&changed), &Limits::default()).unwrap_err()
    };
    let contradictions: [Fault; 3] = [
        |saved| saved.subtrees = 3,
        |saved| saved.iteration.earlier.expanded = u64::MAX,
        |saved| saved.above.generated = u64::MAX,
    ];
    for contradiction in contradictions {
        let problem = refused(&contradiction);
        assert!(matches!(problem, CheckpointProblem::Contradiction { .. }), "{problem}");
    }
    let above_bound = |_: &Board| saved.iteration.bound + 1;
    let problem = saved.check(&saved.problem, saved.estimates_checksum, &above_bound).unwrap_err();
    assert!(matches!(problem, CheckpointProblem::Contradiction { .. }), "{problem}");
    // A path that ends elsewhere, and one whose length is not the bound.
    let (path, ..) = unbroken();
    for moves in [vec![Move::Up; saved.iteration.bound as usize], path] {
        let problem = refused(&|changed| with_path(changed, moves.clone()));
        assert!(matches!(problem, CheckpointProblem::Contradiction { .. }), "{problem}");
    }
    let others: [Fault; 2] =
        [|saved| saved.roots_checksum ^= 1, |saved| saved.iteration.expanded_before = 70_000];
    for other in others {
        let problem = refused(&other);
        assert!(matches!(problem, CheckpointProblem::OtherTask { .. }), "{problem}");
    }
    let problem = refused(&|saved| saved.estimates_checksum ^= 1);
    assert!(matches!(problem, CheckpointProblem::OtherTask { .. }), "{problem}");
}

/// Another board, goal, heuristic, or memory limit, and a path that is not a file.
#[test]
fn checkpoints_of_other_searches_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    fs::write(&file, some_saved()).unwrap();
    let checkpoints = Checkpoints::new().save_to(file.clone(), Duration::MAX).resume();
    let problem = hardest();
    let goal = *problem.goal();
    let limits = Limits::default();
    let refused = |problem: &Problem| {
        let Err(SearchError::Checkpoint(error)) = resumable(problem, &Zero, &limits, &checkpoints) else {
            panic!("it was resumed")
        };
        error.problem
    };
    let other_board = Problem::new(problem.start().after(Move::Up).unwrap(), goal).unwrap();
    let other_goal =
        Problem::new(*problem.start(), Goal::new(goal.board().after(Move::Up).unwrap())).unwrap();
    for other in [other_board, other_goal] {
        assert!(matches!(refused(&other), CheckpointProblem::OtherTask { .. }));
    }
    let Err(SearchError::Checkpoint(error)) =
        resumable(&problem, &Manhattan::new(&goal), &limits, &checkpoints)
    else {
        panic!("it was resumed")
    };
    assert!(matches!(error.problem, CheckpointProblem::OtherTask { .. }), "{error}");
    let little = Limits { memory_in_bytes: Some(1_000_000), ..Limits::default() };
    let Err(SearchError::Checkpoint(error)) = resumable(&problem, &Zero, &little, &checkpoints) else {
        panic!("it was resumed")
    };
    assert!(matches!(error.problem, CheckpointProblem::OtherTask { .. }), "{error}");
    let nowhere = Checkpoints::new().save_to(folder.path().to_owned(), Duration::MAX).resume();
    let Err(SearchError::Checkpoint(error)) = resumable(&problem, &Zero, &limits, &nowhere) else {
        panic!("it was resumed")
    };
    assert!(matches!(error.problem, CheckpointProblem::NotAFile), "{error}");
}

/// Unless told to resume, a search starts from the beginning, but keeps a checkpoint that is
/// further than itself.
#[test]
fn a_checkpoint_is_only_replaced_by_a_later_one() {
    let saved = all_saved(true);
    let (early, late) = (&saved[2], &saved[saved.len() - 2]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    fs::write(&file, late).unwrap();
    let events = Mutex::new(Vec::new());
    let interrupt = Interrupt::new();
    let note = |event| {
        interrupt.raise();
        events.lock().unwrap().push(event);
    };
    let checkpoints = Checkpoints::new().save_to(file.clone(), Duration::ZERO).on_event(note);
    let limits = Limits { interrupt: Some(interrupt.clone()), ..on_threads(true) };
    assert!(matches!(search(&checkpoints, &limits), Err(SearchError::Limit(_))));
    assert_eq!(&fs::read(&file).unwrap(), late);
    assert!(matches!(events.lock().unwrap()[..], [CheckpointEvent::NotResumed(_)]));

    // The file is replaced by a later checkpoint, or if it is unusable.
    for there in [&early[..], b"no search"] {
        fs::write(&file, there).unwrap();
        events.lock().unwrap().clear();
        let checkpoints = Checkpoints::new().save_to(file.clone(), OFTEN).on_event(|event| {
            if !matches!(event, CheckpointEvent::Progress(_)) {
                events.lock().unwrap().push(event);
            }
        });
        search(&checkpoints, &on_threads(true)).unwrap();
        let events = events.lock().unwrap();
        assert!(
            matches!(
                events[..],
                [CheckpointEvent::NotResumed(_) | CheckpointEvent::Unusable(_), CheckpointEvent::Saved, ..]
            ),
            "{events:?}"
        );
        assert_eq!(
            essence(&resumed_from(&fs::read(&file).unwrap(), &Limits::default()).unwrap()),
            unbroken()
        );
    }
}

#[test]
fn a_failure_to_save_is_reported_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("no-folder"), "").unwrap();
    let events = Mutex::new(Vec::new());
    let checkpoints = Checkpoints::new()
        .save_to(folder.path().join("no-folder/search"), Duration::ZERO)
        .on_event(|event| events.lock().unwrap().push(event));
    assert_eq!(essence(&search(&checkpoints, &Limits::default()).unwrap()), unbroken());
    let events = events.lock().unwrap();
    let failures = events.iter().filter(|event| matches!(event, CheckpointEvent::NotSaved(_))).count();
    assert_eq!(failures, 1, "{events:?}");
    checkpoint_is_removed_where_there_is_none(folder.path());
}

fn checkpoint_is_removed_where_there_is_none(folder: &Path) {
    let checkpoints = Checkpoints::new().save_to(folder.join("search"), Duration::ZERO);
    checkpoints.remove().unwrap();
    fs::write(folder.join("search"), "").unwrap();
    checkpoints.remove().unwrap();
    assert!(!folder.join("search").exists());
}

/// Compares some offsets with the description of the file.
#[test]
fn offsets_match_the_description() {
    let bytes = some_saved();
    let number = |place: usize| u64::from_le_bytes(bytes[place..][..8].try_into().unwrap());
    assert_eq!(
        bytes[..16],
        [b"\x89TILS\r\n\x1a".as_slice(), &[2, 0, 0, 0], &(bytes.len() as u32 - 53).to_le_bytes()].concat()
    );
    assert_eq!(bytes[16..18], [3, 3]);
    assert_eq!(bytes[18..27], [1, 2, 3, 4, 5, 6, 7, 8, 0]);
    assert_eq!(bytes[27..36], [8, 6, 7, 2, 5, 4, 3, 0, 1]);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("search"), &bytes).unwrap();
    let saved = read(&folder.path().join("search"));
    assert_eq!(u32::from_le_bytes(bytes[48..52].try_into().unwrap()), saved.iteration.bound);
    assert_eq!([number(52), number(68)], [saved.iteration.earlier.expanded, saved.iteration.expanded_before]);
    assert_eq!(number(100), saved.subtrees);
    let [DoneRange { roots, .. }, ..] = &saved.progress.done_ranges[..] else { panic!("no done range") };
    assert_eq!([number(116), number(124)], [roots.start as u64, roots.end as u64]);
}

fn policy(key: u8) -> SealPolicy {
    SealPolicy { key: Some(SealKey::new([key; 32])), trusts_all: false }
}

/// The origin of a checkpoint that a search with this policy resumes; `None` if it is refused.
fn resumed_origin(file: &Path, policy: &SealPolicy, every: Duration) -> Option<Origin> {
    let origin = Mutex::new(None);
    let note = |event| {
        if let CheckpointEvent::Resumed(_, found) = event {
            *origin.lock().unwrap() = Some(found);
        }
    };
    let checkpoints = Checkpoints::new().save_to(file.to_owned(), every).policy(policy.clone());
    match search(&checkpoints.resume().on_event(note), &on_threads(true)) {
        Ok(outcome) => assert_eq!(essence(&outcome), unbroken()),
        Err(SearchError::Checkpoint(error)) => {
            assert!(error.is_untrusted() && matches!(error.problem, CheckpointProblem::Elsewhere), "{error}");
        }
        Err(error) => panic!("{error}"),
    }
    origin.into_inner().unwrap()
}

/// A checkpoint whose fields were changed, with the right CRC-32, is only resumed on request. What
/// is saved afterwards remains marked.
#[test]
fn a_forged_checkpoint_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    fs::write(&file, some_saved()).unwrap();
    let saved = read(&file);
    fs::write(&file, saved.encode(&policy(1), None)).unwrap();
    let whole = fs::read(&file).unwrap();
    assert_eq!(resumed_origin(&file, &policy(1), Duration::MAX), Some(Origin::Here));
    for field in 16..whole.len() - 4 {
        let mut forged = whole.clone();
        forged[field] ^= 1;
        let end = forged.len() - 4;
        let checksum = crc32fast::hash(&forged[..end]);
        forged[end..].copy_from_slice(&checksum.to_le_bytes());
        fs::write(&file, forged).unwrap();
        assert!(matches!(Checkpoint::read(&file, &policy(1)), Err(CheckpointProblem::Elsewhere)), "{field}");
    }
    fs::write(&file, &whole).unwrap();
    for other in [policy(2), SealPolicy::default()] {
        assert_eq!(resumed_origin(&file, &other, Duration::MAX), None);
        let trusting = SealPolicy { trusts_all: true, ..other.clone() };
        assert_eq!(resumed_origin(&file, &trusting, OFTEN), Some(Origin::Elsewhere));
        assert_ne!(fs::read(&file).unwrap(), whole, "it was saved again");
        assert_eq!(resumed_origin(&file, &other, Duration::MAX), Some(Origin::Elsewhere));
        fs::write(&file, &whole).unwrap();
    }
}

/// A search that starts from the beginning keeps a checkpoint from elsewhere until it has got
/// further.
#[test]
fn a_checkpoint_from_elsewhere_is_not_replaced_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    fs::write(&file, all_saved(true).last().unwrap()).unwrap();
    let late = read(&file).encode(&policy(2), None);
    fs::write(&file, &late).unwrap();
    let interrupt = Interrupt::new();
    let events = Mutex::new(Vec::new());
    let note = |event| {
        interrupt.raise();
        events.lock().unwrap().push(event);
    };
    let checkpoints = Checkpoints::new().save_to(file.clone(), Duration::ZERO).policy(policy(1));
    let limits = Limits { interrupt: Some(interrupt.clone()), ..on_threads(true) };
    assert!(matches!(search(&checkpoints.on_event(note), &limits), Err(SearchError::Limit(_))));
    assert!(matches!(events.lock().unwrap()[..], [CheckpointEvent::NotResumed(_)]));
    assert_eq!(fs::read(&file).unwrap(), late);
}
