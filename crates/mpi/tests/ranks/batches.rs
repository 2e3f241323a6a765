//! Boards of a file solved by all processes: `pdb-solve --input`.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::job::{PDB_SOLVE, Running, folder, mpirun, pdb_solve};

/// Boards of several shapes, some of them hard, and invalid lines: the output is the same for any
/// number of processes.
#[test]
fn batches_are_the_same_for_any_number_of_processes() {
    let folder = folder("batches");
    let boards = folder.join("boards.txt");
    let three_by_three = ["638541720", "12345678", "867254301", "123456870", "x", ""];
    let lines: Vec<String> = (0..600)
        .map(|n| match n % 97 {
            // Some seconds of IDA* in total.
            5 => "5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0".to_owned(),
            9 => "1,2,3,4,5,6,7,8,9,10,11,12,13,15,14,0".to_owned(),
            n => three_by_three[n % 6].to_owned(),
        })
        .collect();
    fs::write(&boards, lines.join("\n")).unwrap();
    let tables = folder.to_str().unwrap();
    for format in ["text", "json", "csv"] {
        let of_file = ["--input", boards.to_str().unwrap(), "--format", format, "--pdb-dir", tables];
        // The first run builds and saves the table of 3x3.
        let (code, expected, errors) = pdb_solve(1, &of_file);
        assert_eq!(code, Some(2));
        for ranks in [2, 3] {
            let (code, found, errors_too) = pdb_solve(ranks, &of_file);
            assert_eq!(code, Some(2), "{errors_too}");
            assert!(found == expected, "{format} by {ranks} ranks is other text");
            // `mpirun` may add lines about the exit code.
            let is_summary = |line: &&str| line.contains("lines have no answer");
            let summary = errors.lines().find(is_summary).unwrap();
            assert_eq!(errors_too.lines().filter(|line| *line == summary).count(), 1, "{errors_too}");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn missing_and_empty_batches_end() {
    let folder = folder("no-batches");
    let nothing = folder.join("nothing.txt");
    fs::write(&nothing, "").unwrap();
    let tables = ["--pdb-dir", folder.to_str().unwrap()];
    let empty = [&["--input", nothing.to_str().unwrap()], &tables[..]].concat();
    let absent = [&["--input", "no-such-file.txt"], &tables[..]].concat();
    let board = [&["638541720"], &tables[..]].concat();
    for (arguments, code, times, complaint) in [
        (&empty, Some(2), 1, "nothing.txt has no boards: nothing to solve"),
        (&absent, Some(2), 1, "pdb-solve: cannot read no-such-file.txt"),
        (&board, Some(0), 1, "638541720: 28 moves, optimal"),
    ] {
        let (found, out, err) = pdb_solve(3, arguments);
        assert_eq!(found, code, "{arguments:?}: {out}{err}");
        let lines = out.lines().chain(err.lines());
        assert_eq!(
            lines.filter(|line| !complaint.is_empty() && line.contains(complaint)).count(),
            times,
            "{out}{err}"
        );
    }
    fs::remove_dir_all(folder).unwrap();
}

/// A program that writes a line and waits gets its answer, even if no further input arrives.
#[test]
fn an_answer_comes_before_the_next_line() {
    let folder = folder("dialogue");
    let mut job = mpirun(3, PDB_SOLVE, &["--input", "-", "--quiet", "--pdb-dir", folder.to_str().unwrap()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = job.stdin.take().unwrap();
    let mut answers = BufReader::new(job.stdout.take().unwrap()).lines();
    for (board, moves) in [("638541720", "28 moves"), ("123456708", "1 move,"), ("867254301", "31 moves")] {
        writeln!(lines, "{board}").unwrap();
        let answer = answers.next().unwrap().unwrap();
        assert!(answer.starts_with(&format!("{board}: {moves}")), "{answer}");
        answers.next().unwrap().unwrap();
    }
    drop(lines);
    assert!(job.wait().unwrap().success());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_batch_ends_after_a_process_was_killed() {
    let folder = folder("killed-batch");
    let boards = folder.join("boards.txt");
    // Enough work for hours.
    fs::write(&boards, "0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1\n".repeat(1000)).unwrap();
    let tables = folder.to_str().unwrap();
    let arguments = ["--input", boards.to_str().unwrap(), "--algorithm", "ida", "--pdb-dir", tables];
    let job = Running::start(3, PDB_SOLVE, &[&arguments[..], &["--heuristic", "manhattan"]].concat());
    thread::sleep(Duration::from_secs(1));
    let ended = job.wait_without_its_last_rank(3);
    assert!(!ended.output.is_empty(), "the output says why");
    fs::remove_dir_all(folder).unwrap();
}
