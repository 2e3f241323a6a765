//! A search that is killed at any time resumes from its checkpoint, and gives the same answer and
//! counts as an undisturbed one.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{folder, names_in, parts, program, run};

/// Instance 1 of Korf's hundred: 31 million states with Manhattan distance, which takes some
/// seconds.
const BOARD: &str = "14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3";
/// A board of the 15-puzzle that is solved at once.
const EASY: &str = "5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0";
const SEARCH: [&str; 10] = [
    "--algorithm",
    "ida",
    "--heuristic",
    "manhattan",
    "--goal",
    "blank-first",
    "--format",
    "json",
    "--stats",
    "--checkpoint",
];
const FILE: &str = "pdb/.4x4-0123456789abcdef-from-edf7bc95602148a3.ida-manhattan.pdb.search";

/// The arguments of a search with this checkpoint interval.
fn search<'a>(every: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&SEARCH[..], &[every], more].concat()
}

/// An answer without the time, which is its last field, and without the note that it was resumed.
fn timeless(answer: &str) -> String {
    let (timeless, _) = answer.split_once(",\"seconds\":").expect("an answer with its time");
    timeless.replace(RESUMED, "")
}

/// The note that an answer was resumed.
const RESUMED: &str = ",\"resumed\":\"here\"";

/// The answer of an undisturbed search.
fn undisturbed() -> String {
    let folder = folder();
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &search("0.2", &[BOARD])));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(names_in(&folder.path().join("pdb")), [""; 0], "what was saved is removed");
    assert!(out.contains("\"length\":57") && out.contains("\"expanded\":29046050"), "{out}");
    timeless(&out)
}

/// Starts or resumes a search, and kills it some time after it was saved. Returns false if it
/// finished before.
fn is_killed(folder: &Path, more: &[&str], pause: Duration) -> bool {
    let file = folder.join(FILE);
    let before = fs::read(&file).ok();
    let mut child = program("pdb-solve", folder)
        .args(search("0.05", &[more, &["--quiet", BOARD]].concat()))
        .env("RAYON_NUM_THREADS", "2")
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none()
        && (!file.exists() || fs::read(&file).ok() == before)
        && begun.elapsed() < Duration::from_secs(60)
    {
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(pause);
    child.kill().unwrap();
    child.wait().unwrap().code().is_none()
}

/// A search is killed five times, each time farther, and then resumed to the end.
#[test]
fn a_killed_search_resumes_to_the_same_answer_and_counts() {
    let expected = undisturbed();
    let folder = folder();
    let mut random = fastrand::Rng::with_seed(16);
    let mut killed = 0;
    while killed < 5 {
        let was_killed = is_killed(folder.path(), &["--resume"], Duration::from_millis(random.u64(0..300)));
        // A search that finishes before it is killed removes its checkpoint, so the count starts
        // over.
        let is_saved = folder.path().join(FILE).exists();
        killed = if was_killed && is_saved { killed + 1 } else { 0 };
    }
    // The temporary file of a search that was killed while saving. The last search finishes before
    // it saves.
    let temporary = folder.path().join(FILE).with_extension("search.x1y2z3.tmp");
    fs::write(temporary, "half").unwrap();
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &search("30", &["--resume", BOARD])));
    assert_eq!(code, Some(0), "{err}");
    assert!(err.starts_with("pdb-solve: resuming from "), "{err}");
    assert!(out.contains(RESUMED), "{out}");
    assert_eq!(timeless(&out), expected);
    assert_eq!(names_in(&folder.path().join("pdb")), [""; 0]);
}

/// If a table answers, --resume reports that there is no search.
#[test]
fn a_table_answers_without_a_search() {
    let folder = folder();
    let ask = |options: &[&str]| {
        let (code, out, err) = parts(&run("pdb-solve", folder.path(), &[&["123456708"], options].concat()));
        assert_eq!((code, out.as_str()), (Some(0), "123456708: 1 move, optimal\nR\n"));
        err
    };
    assert!(ask(&[]).contains("built the 3x3 table"));
    let answer =
        "pdb-solve: answered from the table, so --resume has no effect; to search instead, add -a ida\n";
    assert_eq!(ask(&["--resume"]), answer);
    assert_eq!((ask(&["--resume", "--quiet"]), ask(&[])), (String::new(), String::new()));
}

/// A search that was killed once, and its checkpoint.
fn left_by_a_killed_search() -> (tempfile::TempDir, PathBuf) {
    let folder = folder();
    assert!(is_killed(folder.path(), &[], Duration::from_millis(50)));
    let file = folder.path().join(FILE);
    assert!(file.exists());
    (folder, file)
}

#[test]
fn saved_searches_are_reported_and_resumed_in_a_batch() {
    let expected = undisturbed();
    let (folder, file) = left_by_a_killed_search();
    let (code, out, err) = parts(&run("pdb-gen", folder.path(), &["list"]));
    assert_eq!((code, out.as_str()), (Some(0), "no tables in pdb; `pdb-gen build` builds one\n"));
    let removes = "`pdb-gen clean --checkpoints` removes it\n";
    assert!(
        err.contains(FILE) && err.contains("`pdb-solve --resume` continues it") && err.ends_with(removes),
        "{err}"
    );

    // Without --resume, the search starts over, and the checkpoint is kept.
    let before = fs::read(&file).unwrap();
    let (code, _, err) =
        parts(&run("pdb-solve", folder.path(), &search("30", &["--timeout", "0.01", BOARD])));
    assert_eq!(code, Some(2));
    assert!(err.contains(FILE) && err.ends_with("subtrees; --resume continues from it\n"), "{err}");
    assert_eq!(fs::read(&file).unwrap(), before);

    let boards = format!("{EASY}\n{BOARD}\n0 1 2\n");
    fs::write(folder.path().join("boards"), boards).unwrap();
    let args = search("30", &["--resume", "--input", "boards", "--shape", "4x4"]);
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &args));
    assert_eq!(code, Some(2), "the third line is no board");
    assert!(err.starts_with("pdb-solve: resuming from "), "{err}");
    let answers: Vec<&str> = out.lines().collect();
    assert_eq!((answers.len(), timeless(answers[1])), (3, expected));
    assert!(!file.exists());
}

#[test]
fn clean_removes_saved_searches_only_on_request() {
    let (folder, file) = left_by_a_killed_search();
    let temporary = folder.path().join("pdb/.4x4-0-from-1.ida-manhattan.pdb.search.x1y2z3.tmp");
    fs::write(&temporary, "half").unwrap();
    let other = folder.path().join("pdb/.notes.search");
    fs::write(&other, "mine").unwrap();
    assert_eq!(run("pdb-gen", folder.path(), &["clean", "-q"]).status.code(), Some(0));
    assert!(file.exists() && !temporary.exists());
    let (code, out, _) = parts(&run("pdb-gen", folder.path(), &["clean", "--checkpoints"]));
    assert_eq!((code, out), (Some(0), format!("removed {FILE}\n")));
    assert!(other.exists());
    let (code, _, err) =
        parts(&run("pdb-solve", folder.path(), &search("30", &["--resume", "--timeout", "0.01", BOARD])));
    assert_eq!(
        (code, err),
        (Some(2), format!("pdb-solve: no checkpoint {FILE}: searching from the beginning\n"))
    );
}

/// Damaged checkpoints, a search with a lower memory limit, and a different heuristic with the same
/// name.
#[test]
fn invalid_saved_searches_are_rejected_or_replaced() {
    let (folder, file) = left_by_a_killed_search();
    // A megabyte must be too little for the states above the subtrees: it holds about six thousand.
    let states_above = || {
        let bytes = fs::read(&file).ok()?;
        Some(u64::from_le_bytes(bytes[98..106].try_into().ok()?))
    };
    while states_above().is_none_or(|states| states < 10_000) {
        is_killed(folder.path(), &["--resume"], Duration::from_millis(50));
    }
    let whole = fs::read(&file).unwrap();
    let refused = |more: &[&str]| {
        let args = [&["--resume", BOARD], more].concat();
        let (code, out, err) = parts(&run("pdb-solve", folder.path(), &search("30", &args)));
        assert_eq!((code, err.contains("panicked")), (Some(2), false), "{err}");
        assert!(out.contains("to search from the beginning, leave out --resume"), "{out}");
        out + &err
    };
    let error = refused(&["--max-memory", "1"]);
    assert!(error.contains("resume it with the limit of memory"), "{error}");
    let mut damaged = whole.clone();
    damaged[60] ^= 4;
    for (bytes, expected) in [
        (&damaged[..], "it is damaged"),
        (&whole[..100], "has a wrong length"),
        (b"text", "this is not a checkpoint"),
    ] {
        fs::write(&file, bytes).unwrap();
        let error = refused(&[]);
        assert!(error.contains(expected) && error.contains(FILE), "{error}");
    }
    let (_, _, err) =
        parts(&run("pdb-solve", folder.path(), &search("0.05", &["--max-nodes", "20000000", BOARD])));
    assert!(err.contains("; replacing it\n") && err.contains("saved a checkpoint in "), "{err}");
    assert!(fs::read(&file).unwrap().starts_with(b"\x89TILS"));

    let other = folder.path().join(FILE.replace("manhattan", "linear-conflict"));
    fs::rename(&file, other).unwrap();
    let args = ["-a", "ida", "-H", "linear-conflict", "--goal", "blank-first", "--resume", BOARD];
    let (code, _, err) = parts(&run("pdb-solve", folder.path(), &args));
    assert_eq!(code, Some(2));
    assert!(err.contains("by another heuristic or other tables"), "{err}");
}

#[test]
fn searches_without_checkpoints_cannot_be_resumed() {
    let folder = folder();
    for (args, expected) in [
        (&["--resume", "-a", "astar"][..], "--resume is for ida and iterative-deepening; astar"),
        (&["--checkpoint", "5", "-a", "table"], "--checkpoint is for ida and iterative-deepening"),
        (&["--resume", "--table", "some.pdb"], "with --table no search runs"),
        (&["--resume", "-a", "ida", "--trace", "all"], "--trace all cannot be used with --resume"),
        (&["--checkpoint", "soon"], "--checkpoint soon: expected a time such as 10"),
        (&["--checkpoint", "-1"], "--checkpoint -1: expected a time such as 10"),
    ] {
        let (code, out, err) = parts(&run("pdb-solve", folder.path(), &[args, &["638541720"]].concat()));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(err.contains(expected), "{err}");
    }
}

/// Ctrl-C and other limits save the search if enough work would be lost.
#[test]
fn a_limit_leaves_the_search_saved() {
    let folder = folder();
    let solve = |more: &[&str]| parts(&run("pdb-solve", folder.path(), &search("0.1", more)));
    let (code, out, err) = solve(&["--max-nodes", "20000000", BOARD]);
    assert_eq!(code, Some(2));
    assert!(out.contains("\"expanded\":20000000"), "{out}");
    assert_eq!(err, format!("pdb-solve: saved a checkpoint in {FILE}; --resume continues from it\n"));
    let (code, out, err) = solve(&["--resume", "--quiet", BOARD]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(timeless(&out), undisturbed());
}

/// A search still runs if its folder is not writable.
#[test]
fn a_search_that_cannot_be_saved_reports_it() {
    let folder = folder();
    fs::remove_dir(folder.path().join("pdb")).unwrap();
    fs::write(folder.path().join("pdb"), "a file").unwrap();
    let args = search("0.1", &["--pdb-dir", "pdb", BOARD]);
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &args));
    assert_eq!((code, timeless(&out)), (Some(0), undisturbed()));
    assert_eq!(err.matches("searching without checkpoints").count(), 1, "{err}");
}
