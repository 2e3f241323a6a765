//! A build that is killed at any time resumes from its last checkpoint, and produces the same bytes
//! as an undisturbed one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{folder, names_in, parts, program, run};
use tilebase::board::{Goal, Shape, Tile};
use tilebase::generate::Checkpoints;
use tilebase::space::{Pattern, Space};
use tilebase::table::SealPolicy;

/// A table to build: the arguments of the program, and the space.
struct Job {
    args: &'static [&'static str],
    space: Space,
}

/// A full board with 55 levels.
fn full_board() -> Job {
    let goal = Goal::blank_last(Shape::new(2, 5).unwrap());
    Job { args: &["2x5"], space: Space::new(&goal, &Pattern::full(goal.shape())).unwrap() }
}

/// 4x4 patterns of five and of six tiles; the latter is large enough for several threads.
fn pattern(args: &'static [&'static str], tiles: u8) -> Job {
    let goal = Goal::blank_last(Shape::new(4, 4).unwrap());
    let pattern = Pattern::new(goal.shape(), (1..=tiles).map(Tile::new)).unwrap();
    Job { args, space: Space::new(&goal, &pattern).unwrap() }
}

fn small_pattern() -> Job {
    pattern(&["4x4", "--pattern", "1,2,3,4,5"], 5)
}

fn threaded_pattern() -> Job {
    pattern(&["4x4", "--pattern", "1,2,3,4,5,6"], 6)
}

/// The arguments that build a table into `out.pdb`.
fn build<'a>(job: &Job, more: &[&'a str]) -> Vec<&'a str> {
    [&["build", "-o", "out.pdb"], job.args, more].concat()
}

/// The bytes of an undisturbed build.
fn undisturbed(job: &Job) -> Vec<u8> {
    let folder = folder();
    let built = run("pdb-gen", folder.path(), &build(job, &["-q"]));
    assert_eq!(parts(&built), (Some(0), String::new(), String::new()));
    assert_eq!(names_in(folder.path()), ["out.pdb"]);
    fs::read(folder.path().join("out.pdb")).unwrap()
}

fn checkpoint_in(folder: &Path) -> PathBuf {
    folder.join(".out.pdb.checkpoint")
}

fn saved_level(job: &Job, folder: &Path) -> Option<u8> {
    let policy = SealPolicy { key: None, trusts_all: true };
    let checkpoints = Checkpoints { file: checkpoint_in(folder), every: Duration::ZERO, policy };
    checkpoints.saved_level(&job.space).expect("a whole checkpoint at every moment, or none")
}

/// Starts or resumes a build that saves every level, and kills it when `level` is saved and about
/// `pause_in_levels` more levels have been built. Returns the level of the remaining checkpoint.
/// Retries if the build finishes before it is killed.
fn kill_after(job: &Job, folder: &Path, level: u8, more: &[&str], pause_in_levels: f64) -> u8 {
    let (table, checkpoint) = (folder.join("out.pdb"), checkpoint_in(folder));
    let before = fs::read(&checkpoint).ok();
    let first = before.as_ref().map_or(0, |_| saved_level(job, folder).unwrap());
    let args = build(job, &[&["-q", "--checkpoint", "0"], more].concat());
    for _ in 0..50 {
        let clock = Instant::now();
        let mut child = program("pdb-gen", folder).args(&args).spawn().unwrap();
        while saved_level(job, folder).is_none_or(|saved| saved < level)
            && child.try_wait().unwrap().is_none()
        {
            thread::sleep(Duration::from_micros(100));
        }
        thread::sleep((clock.elapsed() / u32::from(level - first)).mul_f64(pause_in_levels));
        child.kill().unwrap();
        let was_killed = child.wait().unwrap().code().is_none();
        match saved_level(job, folder) {
            Some(saved) if was_killed && saved >= level && !table.exists() => return saved,
            _ => {}
        }
        let _absent = fs::remove_file(&table);
        match &before {
            Some(bytes) => fs::write(&checkpoint, bytes).unwrap(),
            None => drop(fs::remove_file(&checkpoint)),
        }
    }
    panic!("no build could be killed after level {level}");
}

/// Resumes to the end, and checks the starting level and that only the table remains.
fn finish(job: &Job, folder: &Path, level: u8, threads: &str) -> Vec<u8> {
    let (code, _, err) = parts(&run("pdb-gen", folder, &build(job, &["--resume", "--threads", threads])));
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains(&format!("resuming from level {level} of .out.pdb.checkpoint\n")), "{err}");
    assert_eq!(names_in(folder), ["out.pdb"]);
    fs::read(folder.join("out.pdb")).unwrap()
}

#[test]
fn a_build_killed_at_ten_levels_gives_the_same_bytes() {
    let mut random = fastrand::Rng::with_seed(11);
    for job in [full_board(), small_pattern()] {
        let expected = undisturbed(&job);
        let mut levels = BTreeSet::new();
        for nth in 0..5 {
            let folder = folder();
            let pause = 2.0 * random.f64();
            let level = kill_after(&job, folder.path(), 1 + 4 * nth + random.u8(0..4), &[], pause);
            levels.insert(level);
            assert!(finish(&job, folder.path(), level, "1") == expected, "resumed from level {level}");
        }
        assert!(levels.len() >= 3, "kills landed at {levels:?} alone");
    }
}

/// The same build, killed several times, with varying numbers of threads.
#[test]
fn a_build_may_be_killed_again_and_resumed_with_other_threads() {
    let job = threaded_pattern();
    let expected = undisturbed(&job);
    let folder = folder();
    let mut level = kill_after(&job, folder.path(), 3, &["--threads", "2"], 0.0);
    for threads in ["1", "5", "2"] {
        let more = ["--resume", "--threads", threads];
        let later = kill_after(&job, folder.path(), level + 3, &more, 0.5);
        assert!(later > level);
        level = later;
    }
    assert!(finish(&job, folder.path(), level, "3") == expected);
}

#[test]
fn a_checkpoint_is_not_ignored_or_lost_by_mistake() {
    let (job, folder) = (small_pattern(), folder());
    let path = folder.path();
    let level = kill_after(&job, path, 2, &[], 0.0);
    let (code, out, err) = parts(&run("pdb-gen", path, &build(&job, &[])));
    assert_eq!((code, out.as_str()), (Some(2), ""));
    let advice = format!(
        "pdb-gen: .out.pdb.checkpoint is the checkpoint of an interrupted build; add --resume to continue \
         from level {level}, or --force to start over\n"
    );
    assert_eq!(err, advice);
    assert_eq!(saved_level(&job, path), Some(level));

    // Starting over removes the checkpoint, even before the new build saves one.
    let built = run("pdb-gen", path, &build(&job, &["-q", "--force"]));
    assert_eq!(parts(&built), (Some(0), String::new(), String::new()));
    assert_eq!(names_in(path), ["out.pdb"]);
    assert!(fs::read(path.join("out.pdb")).unwrap() == undisturbed(&job));
}

#[test]
fn resuming_without_a_checkpoint_starts_over() {
    let (job, folder) = (small_pattern(), folder());
    let (code, _, err) = parts(&run("pdb-gen", folder.path(), &build(&job, &["--resume"])));
    assert_eq!(code, Some(0));
    assert_eq!(err, "pdb-gen: no checkpoint .out.pdb.checkpoint: building from the start\n");
    let (code, _, err) = parts(&run("pdb-gen", folder.path(), &build(&job, &["--resume"])));
    assert_eq!((code, err.as_str()), (Some(2), "pdb-gen: out.pdb exists; add --force to rebuild it\n"));
}

/// Finished tables of a preset are kept, and the interrupted one is resumed.
#[test]
fn an_interrupted_preset_resumes() {
    let folder = folder();
    let pdb = folder.path().join("pdb");
    let preset = ["build", "4x4", "--preset", "5-5-5"];
    run("pdb-gen", folder.path(), &[&preset[..], &["-q"]].concat());
    let tables = names_in(&pdb);
    assert_eq!(tables.len(), 3);
    let whole: Vec<Vec<u8>> = tables.iter().map(|name| fs::read(pdb.join(name)).unwrap()).collect();

    let (second, checkpoint) = (pdb.join(&tables[1]), pdb.join(format!(".{}.checkpoint", tables[1])));
    let was_cut_off = (0..50).any(|_| {
        let _absent = fs::remove_file(&second);
        let args = [&preset[..], &["-q", "--force", "--checkpoint", "0"]].concat();
        let mut child = program("pdb-gen", folder.path()).args(args).spawn().unwrap();
        while !checkpoint.exists() && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_micros(100));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        checkpoint.exists() && !second.exists()
    });
    assert!(was_cut_off, "no build could be killed in time");
    let (code, _, err) = parts(&run("pdb-gen", folder.path(), &preset));
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("add --resume to continue from level"), "{err}");

    let (code, _, err) = parts(&run("pdb-gen", folder.path(), &[&preset[..], &["--resume"]].concat()));
    assert_eq!((code, err.matches("resuming from level").count()), (Some(0), 1), "{err}");
    assert_eq!(names_in(&pdb), tables);
    for (name, bytes) in tables.iter().zip(&whole) {
        assert!(fs::read(pdb.join(name)).unwrap() == *bytes, "{name}");
    }
}

/// For any invalid checkpoint, the exit code is 2, the file is named, and no table is written.
#[test]
fn invalid_checkpoints_are_rejected() {
    let (job, folder) = (small_pattern(), folder());
    let path = folder.path();
    kill_after(&job, path, 3, &[], 0.0);
    let file = checkpoint_in(path);
    let bytes = fs::read(&file).unwrap();
    let changed = |place: usize| {
        let mut bytes = bytes.clone();
        bytes[place] ^= 0x10;
        bytes
    };
    let last = bytes.len() - 1;
    let cases = [
        (changed(0), "this is not a checkpoint: it begins with 99 54"),
        (b"board,distance\n".to_vec(), "this is not a checkpoint: it begins with 62 6f"),
        (Vec::new(), "this is not a checkpoint: it begins with nothing"),
        (changed(8), "this is a checkpoint of version 21, and this program reads version 5"),
        (changed(13), "the checkpoint is inconsistent"),
        (changed(40), "it is damaged in bytes 0 to"),
        (changed(last / 2), "it is damaged in bytes"),
        (changed(last), "it is damaged in bytes"),
        (bytes[..last].to_vec(), "the checkpoint has a wrong length: expected"),
        (bytes[..5].to_vec(), "the checkpoint has a wrong length: expected 16 bytes, found 5"),
    ];
    for (bytes, message) in cases {
        fs::write(&file, &bytes).unwrap();
        let (code, out, err) = parts(&run("pdb-gen", path, &build(&job, &["--resume"])));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{message}");
        assert!(err.contains(&format!("pdb-gen: .out.pdb.checkpoint: {message}")), "{message}: {err}");
        assert!(err.ends_with("start over with --force\n"), "{err}");
        assert!(!path.join("out.pdb").exists() && fs::read(&file).unwrap() == bytes);
    }
    fs::write(&file, &bytes).unwrap();
    for other in [
        &["4x4", "--pattern", "1,2,3,4,6"][..],
        &["4x4", "--goal", "snail", "--pattern", "1,2,3,4,5"],
        &["3x3"],
    ] {
        let args = [&["build", "-o", "out.pdb", "--resume"], other].concat();
        let (code, _, err) = parts(&run("pdb-gen", path, &args));
        assert_eq!(code, Some(2));
        assert!(err.contains("this is a checkpoint of another table: expected"), "{err}");
    }
}

/// A build continues if checkpoints can't be saved, and reports this once.
#[test]
fn a_build_continues_if_checkpoints_cannot_be_saved() {
    let (job, folder) = (small_pattern(), folder());
    let path = folder.path();
    let expected = undisturbed(&job);
    // The names of the table and its temporary file fit, but that of the checkpoint is too long.
    let name = "n".repeat(255 - ".tmp".len() - "..abcdef".len());
    let args = [&["build", "-q", "--checkpoint", "0", "-o", &name], job.args].concat();
    let (code, out, err) = parts(&run("pdb-gen", path, &args));
    assert_eq!((code, out.as_str()), (Some(0), ""), "{err}");
    assert_eq!(err.matches("cannot save a checkpoint").count(), 1, "{err}");
    assert!(err.contains("File name too long"), "{err}");
    assert!(fs::read(path.join(name)).unwrap() == expected);
}
