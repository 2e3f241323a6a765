//! Resuming a build from any bytes must fail or finish, without a panic, with right and with wrong
//! checksums. If the result is proved right, it must equal the table built from scratch. (The build
//! itself can't detect a carefully forged checkpoint; the proof does.)
#![no_main]

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;
use tilebase::generate::{Checkpoints, Event, Generator};
use tilebase::table::{Encoding, SealPolicy};
use tilebase_fuzz::checkpoint_file::{Tiny, file_of};

fuzz_target!(|input: &[u8]| {
    let Some((tiny, bytes)) = file_of(input) else { return };
    let checkpoints = Checkpoints { file: file(), every: Duration::MAX, policy: SealPolicy::default() };
    fs::write(&checkpoints.file, bytes).expect("room for a small file");
    let saved = checkpoints.saved_level(&tiny.space);
    if tiny.space.pattern().is_full() {
        modulo_3(tiny, checkpoints.clone());
    }
    let mut from = None;
    let result = Generator::new(tiny.space.clone())
        .threads(1)
        .resume_from(checkpoints)
        .on_event(|event| {
            if let Event::Resumed(level, _) = event {
                from = Some(level.distance);
            }
            ControlFlow::Continue(())
        })
        .distances();
    let distances = match result {
        Ok(distances) => distances,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert_eq!(saved.ok().flatten(), from, "the build resumes from the level in the head");
    assert_eq!(distances.entries().len(), tiny.truth.entries().len());
    let Ok(image) = distances.encoded(Encoding::Byte) else { return };
    if image.into_table().prove().is_ok_and(|broken| broken.is_empty()) {
        assert_eq!(distances.entries(), tiny.truth.entries());
        assert_eq!(distances.histogram(), tiny.truth.histogram());
    }
});

/// Repeats the test with a build that stores distances modulo 3; one of the two builds rejects the
/// file.
fn modulo_3(tiny: &Tiny, checkpoints: Checkpoints) {
    match Generator::new(tiny.space.clone()).threads(1).resume_from(checkpoints).table(Encoding::Mod3) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(table) => {
            if table.prove().is_ok_and(|broken| broken.is_empty()) {
                let truth = tiny.truth.encoded(Encoding::Mod3).expect("a full board");
                assert_eq!(table.blake3().expect("in memory"), truth.blake3());
            }
        }
    }
}

/// The path of a file that only this process uses, in memory if possible.
fn file() -> PathBuf {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a folder of our own")
    });
    folder.path().join("checkpoint")
}
