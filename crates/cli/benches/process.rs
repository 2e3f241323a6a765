//! The 8-puzzle as whole processes: one board, and all boards from a pipe. Each figure is the
//! median of many runs, and every answer is checked.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tilebase::board::{Goal, Shape};
use tilebase::space::{FullSpace, StateIndex};

const STATES: usize = 181_440;
const SUM_OF_DISTANCES: u64 = 3_986_672;

fn main() {
    // `cargo test` runs benches too, with other arguments; figures are for `cargo bench` alone.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    one_board(folder.path());
    all_boards(folder.path());
}

fn solver(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pdb-solve"));
    command.current_dir(folder).env_remove("PDB_DIR").stdin(Stdio::null());
    command
}

fn median(runs: usize, mut run: impl FnMut() -> Duration) -> Duration {
    let mut times: Vec<Duration> = (0..runs).map(|_| run()).collect();
    times.sort_unstable();
    times[runs / 2]
}

/// A process that answers one board, against a process that does nothing, turn by turn.
fn one_board(folder: &Path) {
    let first = Instant::now();
    assert!(solver(folder).arg("638541720").output().unwrap().status.success());
    println!("first run, which builds and saves the table  {:>9.3?}", first.elapsed());
    let answer = || {
        let clock = Instant::now();
        let output = solver(folder).arg("638541720").output().unwrap();
        let elapsed = clock.elapsed();
        assert!(output.stdout.starts_with(b"638541720: 28 moves, optimal\n"));
        elapsed
    };
    let nothing = || {
        let clock = Instant::now();
        assert!(Command::new("true").stdin(Stdio::null()).output().unwrap().status.success());
        clock.elapsed()
    };
    let (answer, nothing) = (median(301, answer), median(301, nothing));
    println!("pdb-solve 638541720, with the table already built   {answer:>9.3?}");
    println!("true, a program that does nothing            {nothing:>9.3?}");
    println!("difference                                   {:>9.3?}", answer.saturating_sub(nothing));
}

/// All boards from a file, in a random order, with their paths as CSV.
fn all_boards(folder: &Path) {
    let goal = Goal::blank_last(Shape::THREE_BY_THREE);
    let space = FullSpace::new(&goal).unwrap();
    let mut numbers: Vec<u64> = (0..space.states()).collect();
    fastrand::Rng::with_seed(1).shuffle(&mut numbers);
    let mut file = fs::File::create(folder.join("boards.txt")).unwrap();
    let lines: Vec<String> =
        numbers.iter().map(|n| space.board_at(StateIndex::new(*n)).unwrap().to_string() + "\n").collect();
    file.write_all(lines.concat().as_bytes()).unwrap();
    for format in ["csv", "json", "text"] {
        let all = || {
            let clock = Instant::now();
            let input = fs::File::open(folder.join("boards.txt")).unwrap();
            let output = fs::File::create(folder.join("answers")).unwrap();
            let args = ["--input", "-", "--format", format];
            assert!(solver(folder).args(args).stdin(input).stdout(output).status().unwrap().success());
            clock.elapsed()
        };
        println!("all {STATES} boards from stdin as {format:<4}        {:>9.3?}", median(9, all));
        check(&fs::read_to_string(folder.join("answers")).unwrap(), format, &lines);
    }
}

fn check(answers: &str, format: &str, boards: &[String]) {
    let lengths: u64 = match format {
        "csv" => {
            answers.lines().skip(1).map(|line| line.split(',').nth(3).unwrap().parse::<u64>().unwrap()).sum()
        }
        "json" => answers
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["length"].as_u64().unwrap())
            .sum(),
        _ => answers
            .lines()
            .filter_map(|line| line.split_once(": ")?.1.split(' ').next()?.parse::<u64>().ok())
            .sum(),
    };
    assert_eq!((boards.len(), lengths), (STATES, SUM_OF_DISTANCES));
}
