//! If the system allows no more threads, everything works with one, and nothing panics.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;

use crate::common::{folder, run, run_as_nobody};

/// Runs a program that may start no threads or processes; `None` if that can't be arranged.
fn run_alone(folder: &Path, name: &str, args: &[&str]) -> Option<Output> {
    run_as_nobody(&["prlimit", "--nproc=1:1"], name, folder, args)
}

#[test]
fn one_thread_is_enough() {
    let folder = folder();
    let path = folder.path();
    for open in [path, &path.join("pdb")] {
        fs::set_permissions(open, fs::Permissions::from_mode(0o777)).unwrap();
    }
    assert!(run("pdb-gen", path, &["build", "-q"]).status.success());
    assert!(run("pdb-gen", path, &["build", "3x4", "-q", "-o", "large.pdb"]).status.success());
    fs::write(path.join("boards.txt"), "638541720\n867254301\n".repeat(500)).unwrap();
    fs::write(path.join("answers.txt"), "638541720 28\n".repeat(1000)).unwrap();
    fs::write(path.join("fifteen.txt"), "1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15\n".repeat(20)).unwrap();
    let hard = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let commands: [(&str, &[&str], &str); 13] = [
        ("pdb-solve", &["638541720"], "28 moves, optimal"),
        ("pdb-solve", &["--input", "boards.txt"], "31 moves, optimal"),
        ("pdb-solve", &["--input", "fifteen.txt"], "2 moves, optimal"),
        ("pdb-solve", &[hard, "--goal", "blank-first"], "57 moves, optimal"),
        ("pdb-solve", &["check", "answers.txt"], "1000"),
        ("pdb-solve", &["compare", "--boards", "keogh"], "astar"),
        ("pdb-solve", &["sample", "--boards", "hardest:3"], ""),
        ("pdb-solve", &["label", "-n", "300", "--shard-size", "100", "-o", "pdb/labels"], "300"),
        ("pdb-solve", &["--table", "large.pdb", "7,5,4,11,0,1,8,3,10,9,2,6"], "32 moves, optimal"),
        ("pdb-gen", &["verify", "pdb/3x3-123456780.pdb", "--astar", "100"], "agrees on 100 boards"),
        (
            "pdb-gen",
            &["build", "3x3", "--encoding", "mod3", "-o", "mod3.pdb", "--threads", "1"],
            "written to",
        ),
        ("pdb-gen", &["export", "large.pdb", "-o", "large.npy"], ""),
        ("pdb-gen", &["info", "large.pdb"], "239500800"),
    ];
    for (name, args, expected) in commands {
        let Some(output) = run_alone(path, name, args) else { return };
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{name} {args:?}: {err}");
        assert!(out.replace(',', "").contains(&expected.replace(',', "")), "{name} {args:?}: {out}");
    }
    // Errors for options that need more than one thread: explicit thread counts, and processes.
    for (name, args, expected) in [
        ("pdb-gen", &["build", "3x4", "-o", "x.pdb", "--threads", "2"][..], "try fewer"),
        ("pdb-gen", &["count", "3x4", "--threads", "2"], "try fewer"),
        ("pdb-solve", &["label", "-n", "3", "--threads", "2", "-o", "pdb/x"], "cannot start 2 threads"),
        (
            "pdb-solve",
            &["validate", "--boards", "depths:1", "--jobs", "2", "--", "cat"],
            "cannot start programs",
        ),
    ] {
        let Some(output) = run_alone(path, name, args) else { return };
        let printed = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&printed);
        assert!(
            matches!(output.status.code(), Some(1 | 2)) && text.contains(expected),
            "{name} {args:?}: {text}"
        );
    }
}
