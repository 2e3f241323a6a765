//! Resumes counts from files that are damaged or contradict each other.

use std::fs;
use std::path::PathBuf;

use super::files::file_levels::FileLevels;
use super::files::folder::OpenFolder;
use super::states_by_cell::StatesByCell;
use super::tests::{counter, files_in, folder, head_of, slabs_in};
use crate::board::{Distance, Goal, Shape};
use crate::generate::BuildError;
use crate::space::FullSpace;

/// Flips a random bit of each byte of small files, and tries every third length: all bits would
/// take too long.
#[test]
fn all_damage_is_detected() {
    let goal = Goal::blank_last(Shape::new(2, 4).unwrap());
    let folder = folder();
    let files = files_in(folder.path());
    counter(&goal).checkpoints(files.clone()).up_to(Distance::new(11)).run_in_files(1, 1).unwrap();
    let whole: Vec<(PathBuf, Vec<u8>)> = fs::read_dir(&files.folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect();
    let restore = || {
        fs::remove_dir_all(&files.folder).unwrap();
        fs::create_dir(&files.folder).unwrap();
        whole.iter().for_each(|(path, bytes)| fs::write(path, bytes).unwrap());
    };
    let go_on = || counter(&goal).resume_from(files.clone()).up_to(Distance::new(12)).run_in_files(1, 1);
    let mut random = fastrand::Rng::with_seed(5);
    let mut tried = 0;
    for (path, bytes) in &whole {
        let damaged = |place: usize, bit: u8| {
            let mut bytes = bytes.clone();
            bytes[place] ^= 1 << bit;
            bytes
        };
        let flipped = (0..bytes.len()).map(|place| damaged(place, random.u8(0..8)));
        let flipped: Vec<Vec<u8>> = flipped.collect();
        let cut = (0..bytes.len()).step_by(3).map(|len| bytes[..len].to_vec());
        for broken in flipped.into_iter().chain(cut) {
            restore();
            fs::write(path, broken).unwrap();
            let error = go_on().unwrap_err();
            assert!(matches!(&error, BuildError::Checkpoint(_)), "{error}");
            assert!(error.to_string().starts_with(&path.display().to_string()), "{error}");
            tried += 1;
        }
    }
    assert!(tried > 1000, "{tried}");
    for (path, _) in whole.iter().filter(|(path, _)| path.to_str().unwrap().ends_with(".states")) {
        restore();
        fs::remove_file(path).unwrap();
        assert!(go_on().unwrap_err().to_string().contains("it is missing"));
    }
    restore();
    assert!(go_on().is_ok());
}

/// The boards of 2x2 form a ring. A level of one board, after a level with one of its neighbors,
/// would circle forever.
#[test]
fn inconsistent_levels_are_refused() {
    let goal = Goal::blank_last(Shape::new(2, 2).unwrap());
    let (folder, space) = (folder(), FullSpace::new(&goal).unwrap());
    let files = files_in(folder.path());
    let levels = FileLevels::new(&space, 256);
    for (nth, in_files) in [(0, false), (0, true), (1, false), (1, true)] {
        counter(&goal).checkpoints(files.clone()).up_to(Distance::new(3)).run().unwrap();
        let mut open = OpenFolder::open(&files, &goal, true).unwrap();
        let mut newest = vec![0; 2];
        levels.load(&open, 3, &mut newest).unwrap();
        let states: Vec<(usize, u64)> = (0..2)
            .flat_map(|row| (0..3).map(move |bit| (row, 1 << bit)))
            .filter(|(row, bit)| newest[*row] & bit != 0)
            .collect();
        let (row, bit) = states[nth];
        newest[row] ^= bit;
        levels.save(&open, 3, &newest, false).unwrap();
        // The rows of level 3 are those of the cells 1 and 2.
        let left = newest.iter().map(|words| u64::from(words.count_ones()));
        let mut sizes = open.sizes.clone();
        sizes[3] = StatesByCell::new([0].into_iter().chain(left).chain([0]).collect());
        open.finish_level(&sizes).unwrap();
        drop(open);
        let go_on = counter(&goal).resume_from(files.clone());
        let counted = if in_files { go_on.run_in_files(256, 1) } else { go_on.run() };
        let error = counted.unwrap_err().to_string();
        assert!(error.contains("its levels have more states than the board"), "{error}");
    }
}

/// Heads and slabs with correct checksums.
#[test]
fn wrong_numbers_of_states_are_refused() {
    let goal = Goal::blank_last(Shape::new(2, 2).unwrap());
    let folder = folder();
    let files = files_in(folder.path());
    let (different, malformed) =
        ("its level sizes are not those of the slabs", "its level sizes are malformed");
    let too_many = "more states than the board";
    let error_of = |in_files: bool| {
        let go_on = counter(&goal).resume_from(files.clone());
        let counted = if in_files { go_on.run_in_files(256, 1) } else { go_on.run() };
        counted.unwrap_err().to_string()
    };
    let endless = "0,1,1,0 ".repeat(252) + "0,1,1,0";
    for (level, in_memory, in_files) in [
        ("0,1,1,0", None, None),
        ("0,2,0,0", Some(different), Some(different)),
        ("1,1,0,0", Some(different), Some(different)),
        ("0,9,0,0", Some(different), Some(too_many)),
        ("18446744073709551615,0,0,1", Some(different), Some(too_many)),
        ("0,1,1", Some(malformed), Some(malformed)),
        ("0,1,1,0,0", Some(malformed), Some(malformed)),
        ("0,0,0,0", Some(malformed), Some(malformed)),
        ("", Some(malformed), Some(malformed)),
        (&endless, Some(malformed), Some(malformed)),
    ] {
        for (expected, in_files) in [(in_memory, false), (in_files, true)] {
            counter(&goal).checkpoints(files.clone()).up_to(Distance::new(3)).run().unwrap();
            let sizes = format!("0,0,0,1 0,1,1,0 2,0,0,0 {level}");
            fs::write(files.folder.join("head"), head_of("2x2 to 1,2,3,0", &sizes)).unwrap();
            match expected {
                Some(expected) => {
                    let error = error_of(in_files);
                    assert!(error.contains(expected), "{level}: {error}");
                }
                None => assert!(counter(&goal).resume_from(files.clone()).run().is_ok()),
            }
        }
    }
    // The slab of level 3, with numbers of states or bytes of its index left out, added, or
    // changed.
    let states =
        |numbers: &[u64]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let inconsistent = "its index is inconsistent";
    for (left, added, expected) in [
        (16, states(&[1, 1]), None),
        (16, states(&[2, 0]), Some(different)),
        (16, states(&[u64::MAX, 1]), Some(different)),
        (16, vec![], Some(inconsistent)),
        (1, vec![], Some(inconsistent)),
        (usize::MAX, vec![], Some(inconsistent)),
        (0, states(&[1]), Some("its index is missing or out of place")),
    ] {
        counter(&goal).checkpoints(files.clone()).up_to(Distance::new(3)).run().unwrap();
        let slab = slabs_in(folder.path()).pop().unwrap();
        fs::write(&slab, with_other_end(&fs::read(&slab).unwrap(), left, &added)).unwrap();
        match expected {
            Some(expected) => [false, true].map(error_of).iter().for_each(|error| {
                assert!(error.contains(expected), "{expected}, {left}: {error}");
            }),
            None => assert!(counter(&goal).resume_from(files.clone()).run().is_ok()),
        }
    }
}

/// Interrupts a count within a level, and changes the number of states in the slab that is
/// complete.
#[test]
fn a_wrong_number_of_states_in_the_next_level_is_refused() {
    let goal = Goal::blank_last(Shape::new(2, 2).unwrap());
    let folder = folder();
    let files = files_in(folder.path());
    let head = files.folder.join("head");
    for number in [0, u64::MAX] {
        counter(&goal).checkpoints(files.clone()).up_to(Distance::new(3)).run().unwrap();
        let head_of_3 = fs::read(&head).unwrap();
        counter(&goal).resume_from(files.clone()).up_to(Distance::new(4)).run_in_files(256, 1).unwrap();
        fs::write(&head, head_of_3).unwrap();
        let slab = slabs_in(folder.path()).pop().unwrap();
        let numbers = [number, 2].map(u64::to_le_bytes).concat();
        fs::write(&slab, with_other_end(&fs::read(&slab).unwrap(), 16, &numbers)).unwrap();
        let counted = counter(&goal).resume_from(files.clone()).run();
        match number {
            0 => assert_eq!(counted.unwrap(), counter(&goal).run().unwrap()),
            _ => {
                let error = counted.unwrap_err().to_string();
                assert!(error.contains("more states than the board"), "{error}");
            }
        }
    }
}

/// Replaces the last bytes of a slab's index and numbers of states, and corrects the checksum.
fn with_other_end(slab: &[u8], left_out: usize, added: &[u8]) -> Vec<u8> {
    let (rest, end) = slab.split_at(slab.len() - 45);
    let index_at = u64::from_le_bytes(*end.first_chunk().unwrap()) as usize;
    let kept = (rest.len() - index_at).saturating_sub(left_out) + index_at;
    let mut slab = [&rest[..kept], added, &end[..41]].concat();
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&slab[..20]);
    hasher.update(&slab[index_at..]);
    slab.extend(hasher.finalize().to_le_bytes());
    slab
}
