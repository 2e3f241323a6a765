//! Labels made by all processes: the same files for any number of processes, also after interrupted
//! runs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::job::{JOB_TIMEOUT, PDB_SOLVE, Running, folder, pdb_solve};

/// The shards of a folder by name, and the sorted lines of its manifest: shards are listed in the
/// order of completion.
fn files(folder: &Path) -> (BTreeMap<String, Vec<u8>>, Vec<String>) {
    let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    let names = fs::read_dir(folder).unwrap().map(|entry| name(entry.unwrap()));
    let shards = names.filter(|name| name.starts_with("labels-"));
    let shards = shards.map(|name| (name.clone(), fs::read(folder.join(name)).unwrap())).collect();
    let manifest = fs::read_to_string(folder.join("labels.jsonl")).unwrap();
    let mut lines: Vec<String> = manifest.lines().map(str::to_owned).collect();
    lines[1..].sort();
    (shards, lines)
}

/// The arguments of `pdb-solve label`, with the tables in `folder`.
fn arguments<'a>(words: &'a str, folder: &'a str, output: &'a str) -> Vec<&'a str> {
    let mut arguments = vec!["label", "--quiet"];
    arguments.extend(words.split(' '));
    arguments.extend(["--output", output, "--pdb-dir", folder]);
    arguments
}

#[test]
fn labels_are_the_same_for_any_number_of_processes() {
    let folder = folder("labels");
    let boards = folder.join("boards.txt");
    fs::write(&boards, "123456708\n867254301\n123456780\n638541720\n".repeat(40)).unwrap();
    let of_file = format!("--input {} --shard-size 50 --what paths --as npz", boards.display());
    for words in [
        "-n 1000 --shard-size 90 --what along-path --as csv",
        "4x4 -n 40 --shard-size 7 --what paths --as npy --goal snail --threads 2",
        "2x6 -n 60 --shard-size 100 --goal blank-first --as csv",
        &of_file,
    ] {
        let mut made = Vec::new();
        for ranks in [1, 2, 3] {
            let output = folder.join(ranks.to_string());
            let arguments = arguments(words, folder.to_str().unwrap(), output.to_str().unwrap());
            let (code, printed, errors) = pdb_solve(ranks, &arguments);
            assert_eq!((code, errors.as_str()), (Some(0), ""), "{words}");
            made.push((printed.replace(output.to_str().unwrap(), "labels"), files(&output)));
            // All shards exist, so the second run only repeats the report.
            let again = pdb_solve(ranks, &arguments);
            assert_eq!(again, (Some(0), printed, errors), "{words}");
            fs::remove_dir_all(output).unwrap();
        }
        assert!(made[0].1.0.values().all(|shard| !shard.is_empty()) && !made[0].1.0.is_empty());
        // Not `assert_eq`, which would print these long values.
        assert!(made.iter().all(|others| *others == made[0]), "{words}");
    }
    fs::remove_dir_all(folder).unwrap();
}

/// Labels that take some seconds, in many shards.
const MANY: &str = "4x4 -n 400 --shard-size 10 --what paths --as csv";

#[test]
fn labels_resume_after_a_process_was_killed() {
    let folder = folder("killed-labels");
    let [cut, whole] = ["cut", "whole"].map(|name| folder.join(name).to_str().unwrap().to_owned());
    let tables = folder.to_str().unwrap();
    let until = Instant::now() + JOB_TIMEOUT;
    for (ranks, shard) in [(3, 0), (2, 9)] {
        let job = Running::start(ranks, PDB_SOLVE, &arguments(MANY, tables, &cut));
        while !Path::new(&cut).join(format!("labels-{shard:05}.csv")).exists() {
            assert!(Instant::now() < until, "no shard was written");
            thread::sleep(Duration::from_millis(2));
        }
        job.wait_without_its_last_rank(ranks);
        let there = files(Path::new(&cut)).0.len();
        assert!((shard + 1..40).contains(&there), "{there} files");
    }
    let (code, _, errors) = pdb_solve(4, &arguments(MANY, tables, &cut));
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    pdb_solve(1, &arguments(MANY, tables, &whole));
    assert!(files(Path::new(&cut)).0 == files(Path::new(&whole)).0);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn label_errors_are_printed_once() {
    let folder = folder("no-labels");
    let boards = folder.join("boards.txt");
    fs::write(&boards, "123456780\n213456780\n").unwrap();
    let (tables, output) = (folder.to_str().unwrap(), folder.join("output"));
    let damaged = folder.join("damaged");
    fs::create_dir(&damaged).unwrap();
    fs::write(damaged.join("3x3-123456780.pdb"), "no table").unwrap();
    let of_file = format!("--input {}", boards.display());
    for (words, tables, reason) in [
        ("-n 5 --moves tile", tables, "--moves only applies to --what paths"),
        (of_file.as_str(), tables, "line 2: 213456780 cannot reach the goal"),
        ("-n 5", damaged.to_str().unwrap(), "3x3-123456780.pdb"),
    ] {
        for ranks in [1, 3] {
            let arguments = arguments(words, tables, output.to_str().unwrap());
            let (code, printed, errors) = pdb_solve(ranks, &arguments);
            assert_eq!((code, printed.as_str()), (Some(2), ""), "{words}: {errors}");
            assert_eq!(errors.matches(reason).count(), 1, "{words}: {errors}");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}
