//! Saved work that was forged, or saved elsewhere: it is refused, or the answer reports it. And
//! proofs that use no saved work.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;
use tilebase::board::{Goal, Shape};
use tilebase::generate::{Checkpoints, Event, Generator};
use tilebase::table::{SealKey, SealPolicy};

use crate::common::{config, folder, parts, program, run};

/// Instance 1 of Korf's hundred, whose optimal length is 57.
const BOARD: &str = "14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3";
const SEARCH: [&str; 8] =
    [BOARD, "--goal", "blank-first", "--algorithm", "ida", "--heuristic", "manhattan", "--quiet"];
const SAVED: &str = "pdb/.4x4-0123456789abcdef-from-edf7bc95602148a3.ida-manhattan.pdb.search";
const REFUSED: &str = "its seal does not match your key: it was saved elsewhere or changed; \
                       if you trust it, resume with --trust-save";

/// The exit code and all output of a program with this configuration folder.
fn with_config(name: &str, folder: &Path, config: &Path, args: &[&str]) -> (Option<i32>, String) {
    let output = program(name, folder).env("XDG_CONFIG_HOME", config).args(args).output().unwrap();
    let (code, out, err) = parts(&output);
    (code, out + &err)
}

/// Leaves an unfinished search in a folder.
fn save_search(folder: &Path, config: &Path) {
    // Otherwise it would be kept, since this search gets no further.
    let _absent = fs::remove_file(folder.join(SAVED));
    let args = [&SEARCH[..], &["--checkpoint", "10ms", "--max-nodes", "4000000"]].concat();
    let (code, output) = with_config("pdb-solve", folder, config, &args);
    assert!(code == Some(2) && output.contains("stopped at --max-nodes"), "{output}");
    assert!(folder.join(SAVED).exists());
}

fn resume_search(folder: &Path, config: &Path, more: &[&str]) -> (Option<i32>, String) {
    with_config("pdb-solve", folder, config, &[&SEARCH[..], &["--resume"], more].concat())
}

/// Changes a search's checkpoint so that all subtrees of its iteration are finished, with the right
/// CRC-32.
fn forge_search(file: &Path) {
    let bytes = fs::read(file).unwrap();
    let (seal, subtrees) = (bytes.len() - 37, &bytes[114..122]);
    let run = [&[0; 8][..], subtrees, &[0; 16]].concat();
    let mut forged = [&bytes[..126], &1_u32.to_le_bytes(), &run, &[0]].concat();
    let fields = u32::try_from(forged.len() - 16).unwrap();
    forged[12..16].copy_from_slice(&fields.to_le_bytes());
    forged.extend(&bytes[seal..seal + 33]);
    forged.extend(crc32fast::hash(&forged).to_le_bytes());
    fs::write(file, forged).unwrap();
}

#[test]
fn a_forged_search_is_refused_or_reported() {
    let folder = folder();
    save_search(folder.path(), &config());
    forge_search(&folder.path().join(SAVED));
    let (code, output) = resume_search(folder.path(), &config(), &[]);
    assert!(code == Some(2) && output.contains(REFUSED), "{output}");
    let (code, output) = resume_search(folder.path(), &config(), &["--trust-save"]);
    assert_eq!(code, Some(0));
    assert!(output.contains(" moves, optimal (resumed from a checkpoint saved elsewhere)\n"), "{output}");

    let prove =
        |length| run("pdb-solve", folder.path(), &["-q", "--goal", "blank-first", "--prove", length, BOARD]);
    let (code, out, err) = parts(&prove("57"));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.starts_with(&format!("{BOARD}: 57 moves, optimal\n")), "{out}");
    let end = "proved from scratch: this path has 57 moves, and no path is shorter\n";
    assert!(out.lines().nth(1).is_some_and(|path| path.len() == 57) && out.ends_with(end), "{out}");
    for (length, end) in [("59", "this path is shorter"), ("55", "every path has at least 57 moves")] {
        let (code, out, err) = parts(&prove(length));
        assert_eq!((code, err.as_str()), (Some(1), ""));
        assert!(out.starts_with(&format!("{BOARD}: 57 moves, optimal\n")), "{out}");
        assert!(out.ends_with(&format!("{length} moves is wrong: {end}\n")), "{out}");
    }
}

#[test]
fn a_proof_uses_no_table_and_leaves_no_file() {
    let folder = folder();
    let prove = |args: &[&str]| parts(&run("pdb-solve", folder.path(), &[&["--prove"], args].concat()));
    // A file that would be an error if it were opened.
    fs::write(folder.path().join("pdb/3x3-123456780.pdb"), "no table").unwrap();
    for more in [&[][..], &["-a", "ida", "-H", "manhattan"], &["-a", "astar"], &["-a", "bfs"]] {
        let (code, out, _) = prove(&[&["28", "638541720"], more].concat());
        assert_eq!(code, Some(0), "{out}");
        assert!(out.ends_with("this path has 28 moves, and no path is shorter\n"), "{out}");
    }
    let (code, out, _) = prove(&["26", "638541720", "-f", "json"]);
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (code, &answer["proved"], &answer["claimed"]),
        (Some(1), &Value::from(false), &Value::from(26))
    );
    assert_eq!(answer["length"], Value::from(28));
    let (code, out, _) = prove(&["0", "213456780"]);
    assert!(code == Some(1) && out.contains(": unsolvable"), "{out}");
    let (code, out, err) = prove(&["28", "638541720", "-a", "ida", "-H", "misplaced", "--max-nodes", "10"]);
    assert!(
        code == Some(2) && err.contains("the search stopped before it could prove or refute"),
        "{out}{err}"
    );
    let (code, out, _) = prove(&["1", "638541720", "-a", "ida", "--max-nodes", "10"]);
    assert!(code == Some(1) && out.contains("1 move is wrong: every path has at least"), "{out}");
    for (args, expected) in [
        (&["28"][..], "--prove needs exactly one board"),
        (&["28", "638541720", "123456780"], "--prove needs exactly one board"),
        (&["28", "638541720", "-a", "greedy"], "greedy may not"),
        (&["28", "638541720", "-f", "csv"], "--prove needs --format text or json"),
        (&["28", "638541720", "--resume"], "cannot be used with"),
    ] {
        let (code, out, err) = prove(args);
        assert!(code == Some(2) && out.is_empty() && err.contains(expected), "{args:?}: {err}");
    }
    assert_eq!(crate::common::names_in(&folder.path().join("pdb")), ["3x3-123456780.pdb"]);
}

#[test]
fn resumed_answers_say_so_in_every_format() {
    let folder = folder();
    for (format, expected) in [
        ("text", ": 57 moves, optimal (resumed)\n"),
        ("json", ",\"resumed\":\"here\""),
        ("csv", ",true,here,"),
    ] {
        save_search(folder.path(), &config());
        let limited = ["--max-nodes", "4000001", "--checkpoint", "1m", "--format", format];
        let (_, output) = resume_search(folder.path(), &config(), &limited);
        let bound = if format == "text" { "is at least 53 moves (resumed)\n" } else { "here" };
        assert!(output.contains(bound), "{output}");
        let (code, output) = resume_search(folder.path(), &config(), &["--format", format]);
        assert!(code == Some(0) && output.contains(expected), "{output}");
    }
    let (code, output) = resume_search(folder.path(), &config(), &["--max-nodes", "1000"]);
    assert!(code == Some(2) && !output.contains("(resumed"), "nothing was saved: {output}");
}

#[test]
fn another_key_or_none_is_refused() {
    let folder = folder();
    let other = folder.path().join("other");
    // A file where a folder would be made.
    let none = folder.path().join("none");
    fs::write(&none, "").unwrap();
    let configs = [&config(), &other, &none];
    for (writer, reader) in (0..3).flat_map(|writer| (0..3).map(move |reader| (writer, reader))) {
        save_search(folder.path(), configs[writer]);
        // One more state suffices to see what is resumed.
        let resume = |more: &[&str]| {
            let args = [&["--checkpoint", "1m", "--max-nodes", "4000001"], more].concat();
            let (code, output) = resume_search(folder.path(), configs[reader], &args);
            assert_eq!(code, Some(2));
            output
        };
        let output = resume(&[]);
        if writer == reader {
            let from = if reader == 2 { " from a checkpoint saved without a key" } else { "" };
            assert!(output.ends_with(&format!(" moves (resumed{from})\n")), "{output}");
            continue;
        }
        assert!(output.contains(REFUSED), "{output}");
        for _ in 0..2 {
            let output = resume(&["--trust-save"]);
            assert!(output.ends_with(" moves (resumed from a checkpoint saved elsewhere)\n"), "{output}");
        }
    }
    let (code, output) = with_config("pdb-solve", folder.path(), &other, &[BOARD, "--trust-save"]);
    assert!(code == Some(2) && output.contains("--resume"), "{output}");
}

/// The key of the tests' configuration folder.
fn key() -> SealKey {
    let folder = folder();
    assert_eq!(run("pdb-gen", folder.path(), &["build", "2x2", "-q"]).status.code(), Some(0));
    SealKey::new(fs::read(config().join("tilebase/save.key")).unwrap().try_into().unwrap())
}

/// Leaves the checkpoint of an unfinished build of `out.pdb`.
fn save_build(folder: &Path, key: Option<SealKey>) -> PathBuf {
    let beside = Checkpoints::beside(&folder.join("out.pdb"), Duration::ZERO);
    let checkpoints = Checkpoints { policy: SealPolicy { key, trusts_all: false }, ..beside };
    let stop = |event| match event {
        Event::Level(level) if level.distance == 8 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let goal = Goal::blank_last(Shape::new(2, 4).unwrap());
    let build = Generator::for_goal(&goal).unwrap().checkpoints(checkpoints.clone()).on_event(stop);
    assert!(build.distances().is_err());
    checkpoints.file
}

#[test]
fn resumed_builds_and_counts_say_so() {
    let folder = folder();
    let build = |args: &[&str]| {
        parts(&run(
            "pdb-gen",
            folder.path(),
            &[&["build", "2x4", "-o", "out.pdb", "--resume"], args].concat(),
        ))
    };
    let table = folder.path().join("out.pdb");
    save_build(folder.path(), Some(key()));
    let (code, out, _) = build(&[]);
    assert!(code == Some(0) && out.contains("\nresumed   from a checkpoint saved here\n"), "{out}");
    fs::remove_file(&table).unwrap();
    save_build(folder.path(), None);
    let (code, out, err) = build(&["-f", "json"]);
    assert!(code == Some(2) && out.is_empty() && err.contains(REFUSED), "{err}");
    let (code, out, _) = build(&["-f", "json", "--trust-save"]);
    assert!(code == Some(0) && out.ends_with(",\"resumed\":\"elsewhere\"}\n"), "{out}");

    let count = |config: &Path, args: &[&str]| {
        with_config("pdb-gen", folder.path(), config, &[&["count", "2x4", "-q"], args].concat())
    };
    assert_eq!(count(&config(), &["--up-to", "9"]).0, Some(0));
    let (code, output) = count(&config(), &["--resume", "--up-to", "12"]);
    assert!(code == Some(0) && output.ends_with("\nresumed   after level 9, saved here\n"), "{output}");
    let other = folder.path().join("other");
    let (code, output) = count(&other, &["--resume"]);
    assert!(code == Some(2) && output.contains(REFUSED), "{output}");
    let (code, output) = count(&other, &["--resume", "--trust-save", "-f", "json"]);
    assert!(code == Some(0) && output.ends_with(",\"resumed\":\"elsewhere\"}\n"), "{output}");
}

/// Needs the right to give files away.
#[cfg(unix)]
#[test]
fn saved_work_of_another_user_is_refused() {
    const OTHER: u32 = 12_345;
    let folder = folder();
    save_search(folder.path(), &config());
    let count = |args: &[&str]| {
        with_config("pdb-gen", folder.path(), &config(), &[&["count", "2x4", "-q"], args].concat())
    };
    assert_eq!(count(&["--up-to", "9"]).0, Some(0));
    let checkpoint = save_build(folder.path(), Some(key()));
    let levels = folder.path().join("pdb/.2x4-12345670.pdb.levels");
    let search = folder.path().join(SAVED);
    if std::os::unix::fs::chown(&search, Some(OTHER), None).is_err() {
        eprintln!("not checked: files can't be given to other users here");
        return;
    }
    let refused =
        format!("it belongs to another user, with ID {OTHER}; if you trust it, resume with --trust-save");
    let (code, output) = resume_search(folder.path(), &config(), &[]);
    assert!(code == Some(2) && output.contains(&refused), "{output}");
    let (code, output) = resume_search(folder.path(), &config(), &["--trust-save"]);
    assert!(
        code == Some(0) && output.contains("optimal (resumed)\n"),
        "the key shows who saved it: {output}"
    );

    let build = ["build", "2x4", "-o", "out.pdb", "--resume", "-q"];
    std::os::unix::fs::chown(&checkpoint, Some(OTHER), None).unwrap();
    let (code, _, err) = parts(&run("pdb-gen", folder.path(), &build));
    assert!(code == Some(2) && err.contains(&refused), "{err}");
    let trusted = run("pdb-gen", folder.path(), &[&build[..], &["--trust-save"]].concat());
    assert_eq!(trusted.status.code(), Some(0));

    for name in ["head", "level-009-00.states", "level-008-00.states"] {
        let file = levels.join(name);
        std::os::unix::fs::chown(&file, Some(OTHER), None).unwrap();
        let (code, output) = count(&["--resume"]);
        assert!(code == Some(2) && output.contains(&format!("{name}: {refused}")), "{output}");
        std::os::unix::fs::chown(&file, Some(rustix::process::geteuid().as_raw()), None).unwrap();
    }
    assert_eq!(count(&["--resume"]).0, Some(0));
}
