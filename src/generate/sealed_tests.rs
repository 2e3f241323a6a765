//! Tests of sealed checkpoints: forged ones, and those that were saved elsewhere.

use std::fs;
use std::path::Path;

use super::checkpoint::Checkpoints;
use super::checkpoint_schedule::CheckpointSchedule;
use super::error::BuildError;
use super::record::{ByteWord, ColumnDeltas};
use super::saving_tests::{at, checkpoints, full, state_after};
use crate::exchange::Alone;
use crate::space::Space;
use crate::table::{CheckpointProblem, Origin, SEAL_BYTES, SealKey, SealPolicy};

fn with_key(file: &Path, key: Option<u8>, trusts_all: bool) -> Checkpoints {
    let policy = SealPolicy { key: key.map(|byte| SealKey::new([byte; 32])), trusts_all };
    Checkpoints { policy, ..at(file) }
}

/// The origin of a checkpoint's head and pages, or the problem with them.
fn origin(checkpoints: &Checkpoints, space: &Space) -> Result<Origin, CheckpointProblem> {
    let mut schedule = CheckpointSchedule::new(checkpoints.clone(), true);
    match schedule.load::<ColumnDeltas<ByteWord>>(space, &mut Alone) {
        Ok(loaded) => Ok(loaded.unwrap().1),
        Err(BuildError::Checkpoint(error)) => Err(error.problem),
        Err(other) => panic!("{other}"),
    }
}

/// Writes a file's checksums anew: that of the head, and those of its pages.
fn forge_checksums(bytes: &mut [u8]) {
    let fields = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let head = 16 + fields + SEAL_BYTES;
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[..head]);
    let (mut at, mut page) = (head, 0);
    loop {
        bytes[at..at + 4].copy_from_slice(&hasher.clone().finalize().to_le_bytes());
        let begin = at + 4;
        if begin == bytes.len() {
            break;
        }
        let end = (begin + (1 << 20)).min(bytes.len() - 36);
        hasher.update(&bytes[begin..end]);
        (at, page) = (end + 32, page + 1);
    }
    assert!(page > 1, "the file has several pages");
}

/// Changes bytes of the head, of each page, and of each tag, and corrects the checksums.
#[test]
fn a_forged_checkpoint_is_refused() {
    let space = full(5, 2);
    let (_folder, checkpoints) = checkpoints();
    let own = with_key(&checkpoints.file, Some(1), false);
    let state = state_after::<ColumnDeltas<ByteWord>>(&space, 7);
    CheckpointSchedule::new(own.clone(), false).save(&state, &space, &mut Alone).unwrap();
    assert_eq!(origin(&own, &space).unwrap(), Origin::Here);
    let whole = fs::read(&own.file).unwrap();
    let mut same = whole.clone();
    forge_checksums(&mut same);
    assert!(same == whole, "the checksums are those of the writer");
    let last = whole.len() - 1;
    for place in [30, 60, 1000, 1 << 20, (1 << 20) + 300, last - 100, last - 10] {
        let mut forged = whole.clone();
        forged[place] ^= 1;
        forge_checksums(&mut forged);
        fs::write(&own.file, forged).unwrap();
        match (origin(&own, &space).unwrap_err(), place) {
            (CheckpointProblem::Elsewhere | CheckpointProblem::OtherTask { .. }, 0..100) => {}
            (CheckpointProblem::Damaged { reason, .. }, 100..) => {
                assert!(reason.contains("keyed hash"), "{reason}");
            }
            (other, _) => panic!("{place}: {other}"),
        }
    }
    fs::write(&own.file, &whole).unwrap();
    for key in [Some(2), None] {
        let other = with_key(&own.file, key, false);
        assert!(matches!(origin(&other, &space), Err(CheckpointProblem::Elsewhere)));
        assert!(other.saved_level(&space).unwrap_err().is_untrusted());
        let trusting = with_key(&own.file, key, true);
        assert_eq!(origin(&trusting, &space).unwrap(), Origin::Elsewhere);
        // Later saves of this build remain marked.
        let mut schedule = CheckpointSchedule::new(trusting, true);
        let (state, _) = schedule.load::<ColumnDeltas<ByteWord>>(&space, &mut Alone).unwrap().unwrap();
        schedule.save(&state, &space, &mut Alone).unwrap();
        assert_eq!(origin(&other, &space).unwrap(), Origin::Elsewhere);
        fs::write(&own.file, &whole).unwrap();
    }
}
