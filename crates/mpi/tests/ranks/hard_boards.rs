//! One hard board searched by all processes: the same path and counts as with one process, and
//! checkpoints.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::job::{JOB_TIMEOUT, PDB_SOLVE, Running, folder, pdb_solve};

/// Number 10 of Korf's hundred, which takes some seconds with linear conflicts, mostly in shared
/// iterations.
const HARD: &str = "13,11,8,9,0,15,7,10,4,3,6,14,5,12,2,1";

/// One of the 15-puzzle boards at the greatest distance, which takes far longer.
const HARDEST: &str = "0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1";

const BY_CONFLICTS: [&str; 4] = ["--algorithm", "ida", "--heuristic", "linear-conflict"];

/// The output without the times.
fn without_times(printed: &str) -> Vec<&str> {
    printed.lines().map(|line| line.rsplit_once("  time ").map_or(line, |(counts, _)| counts)).collect()
}

#[test]
fn a_hard_board_has_the_path_and_the_counts_of_one_process() {
    let folder = folder("hard-board");
    let tables = ["--goal", "blank-first", "--stats", "--quiet", "--pdb-dir", folder.to_str().unwrap()];
    // Some boards need no search, and one is invalid.
    let boards = [HARD, "1234", "12,1,2,3,4,5,6,7,8,9,10,11,0,13,14,15", "123456780"];
    let arguments = [&boards[..], &BY_CONFLICTS, &tables].concat();
    let (code, expected, errors) = pdb_solve(1, &arguments);
    assert_eq!(code, Some(2));
    assert!(expected.contains("59 moves, optimal"), "{expected}");
    let complaint = errors.lines().find(|line| line.starts_with("pdb-solve: ")).unwrap();
    for ranks in [2, 3, 5] {
        let (code, found, errors) = pdb_solve(ranks, &arguments);
        assert_eq!(
            (code, without_times(&found)),
            (Some(2), without_times(&expected)),
            "{ranks} ranks: {errors}"
        );
        assert_eq!(
            errors.lines().filter(|line| line.starts_with("pdb-solve: ")).collect::<Vec<_>>(),
            [complaint]
        );
    }
    fs::remove_dir_all(folder).unwrap();
}

fn has_saved(folder: &Path) -> bool {
    fs::read_dir(folder)
        .unwrap()
        .any(|entry| entry.unwrap().path().extension().is_some_and(|ending| ending == "search"))
}

#[test]
fn a_search_resumes_after_a_process_was_killed() {
    let folder = folder("killed-search");
    let tables = ["--goal", "blank-first", "--stats", "--pdb-dir", folder.to_str().unwrap()];
    let board = [&[HARD][..], &BY_CONFLICTS, &tables].concat();
    let job = Running::start(3, PDB_SOLVE, &[&board[..], &["--checkpoint", "0.1"]].concat());
    let until = Instant::now() + JOB_TIMEOUT;
    while !has_saved(&folder) {
        assert!(Instant::now() < until, "nothing was saved");
        thread::sleep(Duration::from_millis(1));
    }
    job.wait_without_its_last_rank(3);
    let (code, found, errors) = pdb_solve(2, &[&board[..], &["--resume"]].concat());
    assert_eq!(code, Some(0), "{errors}");
    assert!(errors.contains("resuming from"), "{errors}");
    let (_, expected, _) = pdb_solve(1, &board);
    assert!(found.contains("moves, optimal (resumed)\n"), "{found}");
    assert_eq!(without_times(&found.replace(" (resumed)", "")), without_times(&expected));
    assert!(!has_saved(&folder));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_limit_ends_a_shared_search() {
    let folder = folder("limited-search");
    let tables = ["--quiet", "--pdb-dir", folder.to_str().unwrap(), "--timeout", "3"];
    let (code, found, errors) = pdb_solve(3, &[&[HARDEST][..], &BY_CONFLICTS, &tables].concat());
    assert_eq!(code, Some(2));
    assert!(found.contains("stopped after 3 s; the optimal length is at least "), "{found}{errors}");
    assert!(!errors.lines().any(|line| line.starts_with("pdb-solve: ")), "{errors}");
    fs::remove_dir_all(folder).unwrap();
}
