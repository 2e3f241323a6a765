//! Resuming a count from any files must fail or finish, without a panic, with right and with wrong
//! checksums. It must never count more boards than exist. It must be able to resume from the files
//! that it saves.
#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;
use tilebase::count::{Counter, LevelFiles};
use tilebase::table::SealPolicy;
use tilebase_fuzz::level_folder::{parts_of, write_files};

fuzz_target!(|input: &[u8]| {
    let Some((mode, goal, parts)) = parts_of(input) else { return };
    let files = LevelFiles { folder: folder(), every: Duration::MAX, policy: SealPolicy::default() };
    let _there_may_be_none = fs::remove_dir_all(&files.folder);
    fs::create_dir(&files.folder).expect("a folder of our own");
    write_files(&files.folder, mode, &goal, parts);
    let saved = files.saved_level(&goal);
    let counter = Counter::for_goal(&goal).expect("a small board").threads(1).deepest_boards(3);
    match counter.resume_from(files.clone()).run() {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(counts) => {
            let from = saved.expect("a head that can be resumed from").expect("there is a head");
            assert!(counts.deepest().moves() >= from, "no level is lost");
            let counted: u64 = counts.histogram().iter().sum();
            assert!(counted <= Counter::for_goal(&goal).expect("a small board").states());
        }
    }
    files.remove().expect("nothing else is there");
});

/// The path of a folder that only this process uses, in memory if possible.
fn folder() -> PathBuf {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a folder of our own")
    });
    folder.path().join("levels")
}
