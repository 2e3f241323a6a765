//! Compares counts in files with counts in memory.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Counter, LevelFiles};
use crate::board::{Distance, Goal, Shape};
use crate::generate::BuildError;
use crate::interrupt::Interrupt;
use crate::table::{Origin, SealKey, SealPolicy};

fn goals(shapes: &[(usize, usize)]) -> Vec<Goal> {
    let shapes = shapes.iter().map(|(rows, columns)| Shape::new(*rows, *columns).unwrap());
    shapes.flat_map(|shape| [Goal::blank_last(shape), Goal::snail(shape)]).collect()
}

pub(super) fn files_in(folder: &Path) -> LevelFiles {
    LevelFiles { folder: folder.join("levels"), every: Duration::ZERO, policy: SealPolicy::default() }
}

/// A head without a key.
pub(super) fn head_of(count: &str, levels: &str) -> String {
    let text = format!("tilebase levels 3\n{count}\n{levels}\nseal {}\n", "0".repeat(66));
    format!("{text}crc32 {:08x}\n", crc32fast::hash(text.as_bytes()))
}

pub(super) fn counter(goal: &Goal) -> Counter<'static> {
    Counter::for_goal(goal).unwrap().deepest_boards(usize::MAX)
}

pub(super) fn slabs_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(files_in(folder).folder).unwrap().map(|entry| entry.unwrap().path());
    let mut slabs: Vec<PathBuf> =
        entries.filter(|path| path.to_str().unwrap().ends_with(".states")).collect();
    slabs.sort();
    slabs
}

/// Creates a folder, in memory if possible, which is faster than a disk.
pub(super) fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_none| tempfile::tempdir()).unwrap()
}

/// Uses code units of several sizes, so that windows lie within, across, and after the leading
/// places; and several threads.
#[test]
fn levels_in_files_match_those_in_memory() {
    for goal in goals(&[(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (5, 2), (2, 5)]) {
        let expected = counter(&goal).run().unwrap();
        for (least, threads) in [(1, 1), (1, 3), (7, 2), (256, 1)] {
            let folder = folder();
            let counted = counter(&goal).checkpoints(files_in(folder.path())).run_in_files(least, threads);
            assert_eq!(counted.unwrap(), expected, "{goal} in units of {least}");
        }
    }
}

/// Stops after each level, alternately in files and in memory. Each resumes from what the other
/// saved.
#[test]
fn a_count_resumes_from_every_level() {
    let goal = Goal::snail(Shape::new(2, 4).unwrap());
    let expected = counter(&goal).run().unwrap();
    let (folder, last) = (folder(), expected.deepest().moves());
    let files = files_in(folder.path());
    for level in 0..last {
        assert_eq!(files.saved_level(&goal).unwrap(), level.checked_sub(1));
        let some = counter(&goal).resume_from(files.clone()).up_to(Distance::new(level));
        let some = if level % 3 == 1 { some.run() } else { some.run_in_files(256, 1) }.unwrap();
        assert_eq!(some.histogram(), &expected.histogram()[..=level.into()]);
        for cell in goal.shape().all_cells() {
            let with_blank_at = expected.histogram_with_blank_at(cell);
            assert_eq!(some.histogram_with_blank_at(cell), &with_blank_at[..=level.into()]);
        }
        assert!(!some.is_complete());
    }
    let mut sizes = Vec::new();
    let record = |level: crate::generate::Level| {
        sizes.push(level.new);
        ControlFlow::Continue(())
    };
    let all = Counter::for_goal(&goal)
        .unwrap()
        .deepest_boards(usize::MAX)
        .resume_from(files.clone())
        .on_level(record);
    assert_eq!(all.run().unwrap(), expected);
    assert_eq!(sizes, expected.histogram());
    files.remove().unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Cuts a count off within a level, so that slabs of three levels exist.
#[test]
fn a_count_resumes_within_a_level() {
    let goal = Goal::blank_last(Shape::new(3, 3).unwrap());
    let expected = counter(&goal).run().unwrap();
    let folder = folder();
    let files = files_in(folder.path());
    counter(&goal).checkpoints(files.clone()).up_to(Distance::new(14)).run_in_files(1, 1).unwrap();
    let of_14: Vec<(PathBuf, Vec<u8>)> =
        slabs_in(folder.path()).into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect();
    counter(&goal).resume_from(files.clone()).up_to(Distance::new(15)).run_in_files(1, 1).unwrap();
    let newer = slabs_in(folder.path());
    let head = files.folder.join("head");
    let head_of_15 = fs::read(&head).unwrap();
    // Goes back to level 14: restores its head and files, but keeps the newer slabs of the other
    // color from the fourth on.
    let is_of = |path: &Path, level: &str| path.to_str().unwrap().contains(level);
    let newer: Vec<PathBuf> = newer.into_iter().filter(|path| is_of(path, "-015-")).collect();
    assert_eq!(newer.len(), 8);
    newer.iter().take(3).for_each(|path| fs::remove_file(path).unwrap());
    for (path, bytes) in &of_14 {
        let slab = path.to_str().unwrap().rsplit('-').next().unwrap();
        if !is_of(path, "-013-") || slab < "04" {
            fs::write(path, bytes).unwrap();
        }
    }
    let size = |distance: usize| -> Vec<String> {
        let cells = goal.shape().all_cells();
        cells.map(|cell| expected.histogram_with_blank_at(cell)[distance].to_string()).collect()
    };
    let sizes: Vec<String> = (0..15).map(|distance| size(distance).join(",")).collect();
    fs::write(&head, head_of("3x3 to 1,2,3,4,5,6,7,8,0", &sizes.join(" "))).unwrap();
    assert_eq!(files.saved_level(&goal).unwrap(), Some(14));
    assert_ne!(fs::read(&head).unwrap(), head_of_15);
    // The count stays in files even though memory suffices.
    let counted = Counter::for_goal(&goal).unwrap().resume_from(files.clone()).deepest_boards(usize::MAX);
    assert_eq!(counted.run_in_memory(1).unwrap(), expected);
}

#[test]
fn foreign_and_locked_files_are_refused() {
    let shape = Shape::new(2, 3).unwrap();
    let (goal, other) = (Goal::blank_last(shape), Goal::blank_first(shape));
    let folder = folder();
    let files = files_in(folder.path());
    counter(&goal).checkpoints(files.clone()).up_to(Distance::new(5)).run_in_files(1, 1).unwrap();
    for run in [
        counter(&other).resume_from(files.clone()).run_in_files(1, 1),
        counter(&other).resume_from(files.clone()).run(),
    ] {
        assert!(run.unwrap_err().to_string().contains("these are the files of another count"));
    }
    assert!(files.saved_level(&other).unwrap_err().to_string().contains("another count"));
    let within = |level: crate::generate::Level| {
        if level.distance == 6 {
            let second = counter(&goal).resume_from(files.clone()).run_in_files(1, 1);
            assert!(second.unwrap_err().to_string().contains("another count is using this folder"));
            assert!(files.remove().unwrap_err().to_string().contains("another count is using this folder"));
        }
        ControlFlow::Continue(())
    };
    let first = Counter::for_goal(&goal).unwrap().resume_from(files.clone()).on_level(within);
    assert_eq!(first.run_in_files(1, 1).unwrap().histogram().len(), 22);
    // Without a resume, existing files are replaced, whatever count they belong to.
    assert_eq!(
        counter(&other).checkpoints(files).run_in_files(1, 1).unwrap(),
        counter(&other).run().unwrap()
    );
}

/// Interrupts a count after a level and within one, and resumes it each time.
#[test]
fn an_interrupted_count_resumes() {
    let goal = Goal::blank_last(Shape::new(2, 5).unwrap());
    let expected = counter(&goal).run().unwrap();
    let folder = folder();
    let files = files_in(folder.path());
    let mut last = 0;
    loop {
        let interrupt = Interrupt::new();
        let raise = |level: crate::generate::Level| {
            last = level.distance;
            if level.distance % 11 == 10 && files.saved_level(&goal).unwrap() == Some(level.distance) {
                interrupt.raise();
            }
            ControlFlow::Continue(())
        };
        let count = Counter::for_goal(&goal).unwrap().resume_from(files.clone()).interrupt(&interrupt);
        match count.on_level(raise).deepest_boards(usize::MAX).run_in_files(1, 2) {
            Err(BuildError::Interrupted { .. }) => {
                // The flag is only set for this run. The level after it is not complete.
                assert_eq!(files.saved_level(&goal).unwrap(), Some(last));
                let next = Distance::new(last + 1);
                counter(&goal).resume_from(files.clone()).up_to(next).run_in_files(1, 1).unwrap();
            }
            counted => {
                assert_eq!(counted.unwrap(), expected);
                break;
            }
        }
    }
    assert!(last == 55, "{last}");
}

/// Resumes a count for two more levels, and returns the origin of its files, or the error.
fn resumed_origin(goal: &Goal, files: &LevelFiles, in_files: bool) -> Result<Origin, BuildError> {
    let mut origin = None;
    let last = files.saved_level(goal).map_or(0, |level| level.unwrap());
    let count = counter(goal).resume_from(files.clone()).up_to(Distance::new(last + 2));
    let count = count.on_resumed(|level, found| {
        assert_eq!(level, last);
        origin = Some(found);
    });
    if in_files {
        count.run_in_files(1, 1)?
    } else {
        count.run_in_memory(1)?
    };
    Ok(origin.unwrap())
}

/// Writes other counts, or moves a state, with the right CRC-32s.
#[test]
fn forged_levels_are_refused() {
    let goal = Goal::blank_last(Shape::new(2, 4).unwrap());
    let folder = folder();
    let with_key = |key: Option<u8>, trusts_all| {
        let policy = SealPolicy { key: key.map(|byte| SealKey::new([byte; 32])), trusts_all };
        LevelFiles { policy, ..files_in(folder.path()) }
    };
    let own = with_key(Some(1), false);
    for in_files in [true, false] {
        let begin = |files: &LevelFiles| {
            let count = counter(&goal).checkpoints(files.clone()).up_to(Distance::new(9));
            count.run_in_files(1, 1).unwrap();
        };
        begin(&own);
        assert_eq!(resumed_origin(&goal, &own, in_files).unwrap(), Origin::Here);
        for other in [Some(2), None] {
            begin(&own);
            let error = resumed_origin(&goal, &with_key(other, false), in_files).unwrap_err();
            assert!(matches!(&error, BuildError::Checkpoint(error) if error.is_untrusted()), "{error}");
            let trusting = with_key(other, true);
            assert_eq!(resumed_origin(&goal, &trusting, in_files).unwrap(), Origin::Elsewhere);
            // Later saves of this count remain marked.
            let again = with_key(other, false);
            assert_eq!(resumed_origin(&goal, &again, in_files).unwrap(), Origin::Elsewhere);
        }
        // A head and slabs without a seal, among files with one.
        begin(&with_key(None, false));
        let forged = fs::read_dir(&own.folder).unwrap().map(|entry| entry.unwrap().path());
        let forged: Vec<(PathBuf, Vec<u8>)> =
            forged.map(|path| (path.clone(), fs::read(path).unwrap())).collect();
        for (path, bytes) in forged.iter().filter(|(_, bytes)| !bytes.is_empty()) {
            begin(&own);
            assert_ne!(&fs::read(path).unwrap(), bytes);
            fs::write(path, bytes).unwrap();
            let error = resumed_origin(&goal, &own, in_files).unwrap_err();
            assert!(matches!(&error, BuildError::Checkpoint(error) if error.is_untrusted()), "{error}");
            assert!(error.to_string().starts_with(&path.display().to_string()), "{error}");
        }
    }
}
