//! Saves and loads every level of small builds, and rejects files that are not their checkpoints.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::Checkpoints;
use super::checkpoint_schedule::CheckpointSchedule;
use super::distances::Distances;
use super::error::BuildError;
use super::generator::Generator;
use super::newest_levels::color_of;
use super::record::{BitEntries, ByteEntries, ByteWord, ColumnDeltas, DistanceWord, Entries, ResidueWord};
use super::state::BuildState;
use crate::board::{Goal, Shape, Tile};
use crate::exchange::Alone;
use crate::interrupt::Interrupt;
use crate::space::{Pattern, Space};
use crate::table::{CheckpointProblem, Encoding, SealPolicy};

pub(super) fn full(rows: usize, columns: usize) -> Space {
    let goal = Goal::blank_last(Shape::new(rows, columns).unwrap());
    Space::new(&goal, &Pattern::full(goal.shape())).unwrap()
}

fn pattern(rows: usize, columns: usize, tiles: &[u8]) -> Space {
    let goal = Goal::blank_last(Shape::new(rows, columns).unwrap());
    let pattern = Pattern::new(goal.shape(), tiles.iter().copied().map(Tile::new)).unwrap();
    Space::new(&goal, &pattern).unwrap()
}

fn zero_aware_pattern(rows: usize, columns: usize, tiles: &[u8]) -> Space {
    let space = pattern(rows, columns, tiles);
    Space::zero_aware(space.goal(), space.pattern()).unwrap()
}

/// Returns a folder and checkpoints in it.
pub(super) fn checkpoints() -> (tempfile::TempDir, Checkpoints) {
    let folder = tempfile::tempdir().unwrap();
    let checkpoints = Checkpoints::beside(&folder.path().join("table.pdb"), Duration::MAX);
    (folder, checkpoints)
}

fn save<E: Entries>(
    state: &BuildState<E>,
    space: &Space,
    file: &Path,
    exchange: &mut Alone,
) -> Result<(), BuildError> {
    CheckpointSchedule::new(at(file), true).save(state, space, exchange)
}

fn load<E: Entries>(
    space: &Space,
    file: &Path,
    exchange: &mut Alone,
) -> Result<Option<BuildState<E>>, BuildError> {
    let loaded = CheckpointSchedule::new(at(file), true).load(space, exchange)?;
    Ok(loaded.map(|(state, _origin)| state))
}

pub(super) fn at(file: &Path) -> Checkpoints {
    Checkpoints { file: file.to_owned(), every: Duration::MAX, policy: SealPolicy::default() }
}

/// Returns the state after some levels.
pub(super) fn state_after<E: Entries>(space: &Space, levels: usize) -> BuildState<E> {
    let mut state = BuildState::at_goal(space, &Alone).unwrap();
    (0..levels).for_each(|_| assert!(state.advance(false, &Interrupt::new(), &mut Alone).unwrap()));
    state
}

fn resume(space: &Space, checkpoints: &Checkpoints) -> Distances {
    Generator::new(space.clone()).resume_from(checkpoints.clone()).distances().unwrap()
}

/// Returns a checkpoint from the middle of a build.
fn saved(space: &Space) -> (tempfile::TempDir, PathBuf, Vec<u8>) {
    let (folder, checkpoints) = checkpoints();
    if space.pattern().is_full() {
        save(&state_after::<ColumnDeltas<ByteWord>>(space, 7), space, &checkpoints.file, &mut Alone).unwrap();
    } else {
        save(&state_after::<ByteEntries>(space, 7), space, &checkpoints.file, &mut Alone).unwrap();
    }
    let bytes = fs::read(&checkpoints.file).unwrap();
    (folder, checkpoints.file, bytes)
}

fn problem_of(space: &Space, file: &Path) -> CheckpointProblem {
    let loaded = if space.pattern().is_full() {
        load::<ColumnDeltas<ByteWord>>(space, file, &mut Alone).map(|state| state.is_some())
    } else {
        load::<ByteEntries>(space, file, &mut Alone).map(|state| state.is_some())
    };
    match loaded {
        Err(BuildError::Checkpoint(error)) => {
            assert_eq!(error.file, file);
            error.problem
        }
        other => panic!("expected a checkpoint's error, found {other:?}"),
    }
}

/// Covers full boards, a pattern with several regions of the blank, patterns whose rows are a word
/// or a bit, and zero-aware patterns.
#[test]
fn a_build_resumes_from_any_level() {
    let spaces = [
        pattern(3, 3, &[1, 2, 5, 6]),
        pattern(2, 4, &[1, 2, 3, 4, 5]),
        pattern(2, 3, &[4]),
        zero_aware_pattern(3, 3, &[1, 2, 5, 6]),
        zero_aware_pattern(2, 4, &[1, 2, 3, 4, 5]),
        zero_aware_pattern(2, 3, &[4]),
    ];
    spaces.iter().for_each(resumes_from_any_level::<ByteEntries>);
    for space in [full(2, 2), full(2, 4), full(4, 2), full(3, 3)] {
        resumes_from_any_level::<ColumnDeltas<ByteWord>>(&space);
    }
    for blank in Shape::new(2, 3).unwrap().all_cells() {
        let goal = Goal::in_order_with_blank_at(Shape::new(2, 3).unwrap(), blank);
        resumes_from_any_level::<ColumnDeltas<ByteWord>>(
            &Space::new(&goal, &Pattern::full(goal.shape())).unwrap(),
        );
    }
}

fn resumes_from_any_level<E: Entries>(space: &Space) {
    let (_folder, checkpoints) = checkpoints();
    let whole = Generator::new(space.clone()).distances().unwrap();
    let mut state = BuildState::<E>::at_goal(space, &Alone).unwrap();
    let mut levels = 0;
    loop {
        save(&state, space, &checkpoints.file, &mut Alone).unwrap();
        assert_eq!(checkpoints.saved_level(space).unwrap(), Some(levels));
        let resumed = resume(space, &checkpoints);
        assert_eq!(resumed.entries(), whole.entries(), "from level {levels}");
        assert_eq!(resumed.histogram(), whole.histogram());
        if !state.advance(false, &Interrupt::new(), &mut Alone).unwrap() {
            break;
        }
        levels += 1;
    }
    assert!(usize::from(levels) + 1 >= whole.histogram().len());
    checkpoints.remove().unwrap();
    assert_eq!(checkpoints.saved_level(space).unwrap(), None);
}

#[test]
fn a_compact_build_resumes_from_any_level() {
    for space in [full(2, 2), full(2, 4), full(3, 3)] {
        resumes_compact_from_any_level::<ColumnDeltas<ResidueWord>>(&space);
    }
    for tiles in [&[4][..], &[2, 5, 6], &[1, 2, 5, 6], &[1, 2, 3, 4, 6]] {
        resumes_compact_from_any_level::<BitEntries>(&zero_aware_pattern(3, 3, tiles));
    }
}

fn resumes_compact_from_any_level<E: Entries>(space: &Space) {
    let (_folder, checkpoints) = checkpoints();
    let generator = || Generator::new(space.clone()).resume_from(checkpoints.clone());
    let built = || generator().build(E::ENCODING).unwrap().blake3();
    let whole = built();
    let mut state = BuildState::<E>::at_goal(space, &Alone).unwrap();
    loop {
        save(&state, space, &checkpoints.file, &mut Alone).unwrap();
        assert_eq!(built(), whole);
        assert!(matches!(generator().distances(), Err(BuildError::Checkpoint(_))));
        if !state.advance(false, &Interrupt::new(), &mut Alone).unwrap() {
            break;
        }
    }
}

/// Each form rejects the checkpoints of the others.
#[test]
fn a_checkpoint_in_another_encoding_is_refused() {
    let space = full(2, 4);
    let (_folder, file, _) = saved(&space);
    let found = load::<ColumnDeltas<ResidueWord>>(&space, &file, &mut Alone).unwrap_err().to_string();
    assert!(found.contains("in the encoding byte, and mod3 is to be built"), "{found}");
    save(&state_after::<ColumnDeltas<ResidueWord>>(&space, 20), &space, &file, &mut Alone).unwrap();
    let problem = problem_of(&space, &file);
    let found = CheckpointProblem::OtherEntries { expected: Encoding::Byte, found: Encoding::Mod3 };
    assert_eq!(problem.to_string(), found.to_string());
    let space = zero_aware_pattern(3, 3, &[1, 2, 5]);
    save(&state_after::<ByteEntries>(&space, 4), &space, &file, &mut Alone).unwrap();
    let found = load::<BitEntries>(&space, &file, &mut Alone).unwrap_err().to_string();
    assert!(found.contains("in the encoding byte, and bit is to be built"), "{found}");
}

/// A state that lacks one board leads to another table. So equal tables show that the whole state
/// was saved and used.
#[test]
fn a_resumed_build_depends_on_what_was_saved() {
    let space = full(2, 4);
    let whole = Generator::new(space.clone()).distances().unwrap();
    let (_folder, checkpoints) = checkpoints();
    let mut state = state_after::<ColumnDeltas<ByteWord>>(&space, 8);
    // Moves one state, so that the counts still match.
    let newest = state.levels.words_mut(color_of(8));
    let word = newest.iter().position(|word| *word != 0).unwrap();
    let other = newest.iter().position(|word| *word == 0).unwrap();
    newest[word] &= newest[word] - 1;
    newest[other] = 1;
    save(&state, &space, &checkpoints.file, &mut Alone).unwrap();
    match Generator::new(space.clone()).resume_from(checkpoints.clone()).distances() {
        Ok(resumed) => assert_ne!(resumed.entries(), whole.entries()),
        Err(error) => assert!(error.to_string().contains("do not have every entry once"), "{error}"),
    }
}

#[test]
fn a_flip_of_any_byte_is_refused() {
    for space in [full(2, 3), pattern(2, 3, &[1, 2, 3]), zero_aware_pattern(2, 3, &[1, 2, 3])] {
        let (_folder, file, mut bytes) = saved(&space);
        for place in 0..bytes.len() {
            for flip in [0x01, 0x80] {
                bytes[place] ^= flip;
                fs::write(&file, &bytes).unwrap();
                let problem = problem_of(&space, &file);
                match place {
                    0..8 => {
                        assert!(matches!(problem, CheckpointProblem::Foreign { .. }), "{place}: {problem}");
                    }
                    8..12 => {
                        assert!(matches!(problem, CheckpointProblem::Version { .. }), "{place}: {problem}");
                    }
                    12..16 => {}
                    _ => {
                        assert!(matches!(problem, CheckpointProblem::Damaged { .. }), "{place}: {problem}");
                    }
                }
                bytes[place] ^= flip;
            }
        }
        fs::write(&file, &bytes).unwrap();
        assert!(Generator::new(space).resume_from(at(&file)).distances().is_ok());
    }
}

#[test]
fn a_file_of_any_other_length_is_refused() {
    let space = full(2, 3);
    let (_folder, file, bytes) = saved(&space);
    let longer = [&bytes[..], &[0]].concat();
    for len in (0..bytes.len()).chain([longer.len()]) {
        fs::write(&file, &longer[..len]).unwrap();
        match problem_of(&space, &file) {
            CheckpointProblem::Foreign { found, .. } => assert_eq!((len, found.as_str()), (0, "nothing")),
            CheckpointProblem::Length { found, expected } => {
                assert!(found == len as u64 && expected != found, "{len}");
            }
            other => panic!("cut at {len}: {other}"),
        }
    }
}

fn expected_and_found(problem: &CheckpointProblem) -> (&str, &str) {
    let CheckpointProblem::OtherTask { what, difference } = problem else { panic!("{problem}") };
    assert_eq!(*what, "this is a checkpoint of another table");
    difference.strip_prefix("expected ").and_then(|rest| rest.split_once(", found ")).unwrap()
}

#[test]
fn a_checkpoint_of_another_table_is_refused() {
    let space = full(2, 3);
    let (_folder, file, _) = saved(&space);
    let snail = Goal::snail(Shape::new(2, 3).unwrap());
    let of_snail = Space::new(&snail, &Pattern::full(snail.shape())).unwrap();
    for other in [full(3, 2), full(3, 3), pattern(2, 3, &[1, 2]), of_snail] {
        let problem = problem_of(&other, &file);
        let (expected, found) = expected_and_found(&problem);
        assert_eq!(found, "2x3 to 1,2,3,4,5,0 with tiles 1,2,3,4,5");
        assert_ne!(expected, found);
    }
    // With one tile, all other cells are one region. The arrays have the same length, but the
    // tables differ.
    for tiles in [&[1, 2, 3][..], &[4]] {
        let [plain, zero_aware] = [pattern(2, 3, tiles), zero_aware_pattern(2, 3, tiles)];
        for (saved_of, asked) in [(&plain, &zero_aware), (&zero_aware, &plain)] {
            let (_folder, checkpoints) = checkpoints();
            save(&state_after::<ByteEntries>(saved_of, 2), saved_of, &checkpoints.file, &mut Alone).unwrap();
            let problem = problem_of(asked, &checkpoints.file);
            let (expected, found) = expected_and_found(&problem);
            let regions = " and the blank's regions";
            assert_eq!(expected.ends_with(regions), asked.is_zero_aware());
            assert_eq!(found.ends_with(regions), saved_of.is_zero_aware());
        }
    }
}

/// Corrupts a state.
type Spoil = fn(&mut BuildState<ByteEntries>);

/// States saved with correct checksums that no search can have.
#[test]
fn an_inconsistent_state_is_refused() {
    let spoil: [(&str, Spoil); 8] = [
        ("histogram", |state| state.histogram.fill(u64::MAX)),
        ("histogram", |state| state.histogram[3] += 1),
        ("histogram", |state| state.entries.distances[0] = 200),
        ("histogram", |state| state.histogram.truncate(6)),
        ("sets", |state| state.levels.words_mut(1).fill(0)),
        ("sets", |state| state.levels.words_mut(0).fill(0)),
        ("sets", |state| state.levels.words_mut(0)[0] |= 1 << 63),
        ("sets", |state| state.levels.words_mut(1)[0] |= 1 << 63),
    ];
    let spaces = [pattern(3, 3, &[1, 2, 5, 6]), zero_aware_pattern(3, 3, &[1, 2, 5, 6])];
    for (space, (what, spoil)) in spaces.iter().flat_map(|space| spoil.map(|spoil| (space, spoil))) {
        let (_folder, checkpoints) = checkpoints();
        let mut state = state_after(space, 7);
        spoil(&mut state);
        save(&state, space, &checkpoints.file, &mut Alone).unwrap();
        let problem = problem_of(space, &checkpoints.file);
        let CheckpointProblem::Contradiction { reason } = &problem else { panic!("{problem}") };
        assert!(reason.contains(what), "{reason}");
    }
}

/// Corrupts a full board's column deltas: a distance of the first column, the delta of a reached
/// and of an unreached state, and counts that would be correct on their own.
#[test]
fn deltas_that_contradict_the_histogram_are_refused() {
    refuses_deltas_that_contradict_the_histogram::<ByteWord>();
    refuses_deltas_that_contradict_the_histogram::<ResidueWord>();
}

fn refuses_deltas_that_contradict_the_histogram<W: DistanceWord>() {
    let space = full(3, 3);
    let spoil: [fn(&mut BuildState<ColumnDeltas<W>>); 9] = [
        |state| state.histogram[3] += 1,
        |state| state.histogram[19] += 1,
        |state| state.histogram[20] += 1,
        |state| state.histogram[3] = u64::MAX,
        |state| state.entries.cell_mut(0).fill(200),
        |state| state.entries.cell_mut(3).fill(2),
        |state| state.entries.cell_mut(7).fill(0xFF),
        |state| state.entries.cell_mut(4).iter_mut().for_each(|byte| *byte ^= 0xFF),
        |state| *state.entries.cell_mut(8).iter_mut().rfind(|byte| **byte == 0).unwrap() = 1,
    ];
    for (nth, spoil) in spoil.into_iter().enumerate() {
        let (_folder, checkpoints) = checkpoints();
        let mut state = state_after(&space, 20);
        spoil(&mut state);
        save(&state, &space, &checkpoints.file, &mut Alone).unwrap();
        let problem = load::<ColumnDeltas<W>>(&space, &checkpoints.file, &mut Alone).unwrap_err().to_string();
        assert!(problem.contains("its histogram does not count its entries"), "{nth}: {problem}");
    }
}

/// Corrupts bit entries and their counts.
#[test]
fn bits_that_contradict_the_histogram_are_refused() {
    let space = zero_aware_pattern(3, 3, &[1, 2, 5, 6]);
    let spoil: [fn(&mut BuildState<BitEntries>); 5] = [
        |state| state.histogram[3] += 1,
        |state| state.histogram[3] = u64::MAX,
        |state| state.histogram.swap(1, 2),
        |state| state.entries.bytes_mut()[0] ^= 1,
        |state| state.entries.bytes_mut().fill(0),
    ];
    for (nth, spoil) in spoil.into_iter().enumerate() {
        let (_folder, checkpoints) = checkpoints();
        let mut state = state_after(&space, 7);
        spoil(&mut state);
        save(&state, &space, &checkpoints.file, &mut Alone).unwrap();
        let problem = load::<BitEntries>(&space, &checkpoints.file, &mut Alone).unwrap_err().to_string();
        assert!(problem.contains("its histogram does not count its entries"), "{nth}: {problem}");
    }
}

/// The checkpoint has several pages, and arrays cross their boundaries.
#[test]
fn damage_in_a_later_page_is_found_there() {
    let space = full(5, 2);
    let (_folder, file, mut bytes) = saved(&space);
    assert!(bytes.len() > 9 << 17, "{} bytes are too few", bytes.len());
    let loaded: BuildState<ColumnDeltas<ByteWord>> = load(&space, &file, &mut Alone).unwrap().unwrap();
    assert!(loaded.entries == state_after::<ColumnDeltas<ByteWord>>(&space, 7).entries);
    let place = bytes.len() - 100;
    bytes[place] ^= 2;
    fs::write(&file, &bytes).unwrap();
    let problem = problem_of(&space, &file);
    let CheckpointProblem::Damaged { from, to, .. } = problem else { panic!("{problem}") };
    assert!(from > 1 << 20 && (from..=to).contains(&(place as u64)));
}
