//! Processes under `mpirun`: their exchange, and the end of a job after one process has ended.

mod batches;
mod hard_boards;
mod job;
mod labels;

use std::ffi::OsString;
use std::fs::{self, DirEntry};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use job::{BROKEN_JOB_TIMEOUT, Ended, JOB_TIMEOUT, Running, folder};

fn trial(ranks: usize, arguments: &[&str]) -> Running {
    Running::start(ranks, env!("CARGO_BIN_EXE_exchange-trial"), arguments)
}

#[test]
fn messages_arrive_unchanged() {
    for ranks in [1, 2, 3, 4, 7] {
        let ended = trial(ranks, &[]).wait(JOB_TIMEOUT);
        assert_eq!(ended.code, Some(0), "{:#?}", ended.output);
        for rank in 0..ranks {
            assert!(
                ended.says(&format!("rank {rank} of {ranks}: all messages are correct")),
                "{:#?}",
                ended.output
            );
        }
    }
}

#[test]
fn a_process_without_mpirun_is_a_job_of_one() {
    let alone = Command::new(env!("CARGO_BIN_EXE_exchange-trial")).output().unwrap();
    assert_eq!(String::from_utf8(alone.stdout).unwrap(), "rank 0 of 1: all messages are correct\n");
    assert!(alone.status.success());
}

#[test]
fn a_killed_process_ends_the_job() {
    let mut job = trial(3, &["swap-forever"]);
    let until = Instant::now() + JOB_TIMEOUT;
    let mut processes = Vec::new();
    while processes.len() < 3 {
        let line = job.next_line(until).expect("the ranks say who they are");
        processes.extend(line.split_once(" is process ").map(|(rank, id)| (rank.to_owned(), id.to_owned())));
    }
    // Kill it during an exchange.
    thread::sleep(Duration::from_millis(200));
    let (_, killed) = processes.iter().find(|(rank, _)| rank == "rank 1").unwrap();
    assert!(Command::new("kill").args(["-9", killed]).status().unwrap().success());

    let before = job.output.len();
    let ended = job.wait(BROKEN_JOB_TIMEOUT);
    assert!(ended.code.is_some_and(|code| code != 0), "{:?}", ended.code);
    assert!(ended.output.len() > before, "the output says why");
}

#[test]
fn a_failing_process_ends_the_job_with_its_code() {
    let ended = trial(3, &["fail"]).wait(BROKEN_JOB_TIMEOUT);
    assert_eq!(ended.code, Some(2), "{:#?}", ended.output);
    assert!(ended.says("exchange-trial: rank 1: failed on request"), "{:#?}", ended.output);
}

#[test]
fn a_panicking_process_ends_the_job() {
    let ended = trial(3, &["panic"]).wait(BROKEN_JOB_TIMEOUT);
    assert!(ended.code.is_some_and(|code| code != 0), "{:?}", ended.code);
    assert!(ended.says("failed on request"), "{:#?}", ended.output);
}

#[test]
fn a_process_that_ends_early_is_named() {
    let ended = trial(3, &["leave"]).wait(BROKEN_JOB_TIMEOUT);
    assert_eq!(ended.code, Some(2), "{:#?}", ended.output);
    assert!(ended.says("process 1 has ended"), "{:#?}", ended.output);
}

fn pdb_gen(ranks: usize, arguments: &[&str]) -> Ended {
    Running::start(ranks, env!("CARGO_BIN_EXE_pdb-gen"), arguments).wait(JOB_TIMEOUT)
}

#[test]
fn tables_are_the_same_for_any_number_of_processes() {
    let builds: [&[&str]; 4] =
        [&["3x3"], &["2x5", "--encoding", "mod3"], &["2x5"], &["4x4", "--pattern", "1,2,5,6,9"]];
    let tables = |ranks: usize| -> Vec<(OsString, Vec<u8>)> {
        let folder = folder(&format!("tables-by-{ranks}"));
        for build in builds {
            let arguments = [&["build", "--pdb-dir", folder.to_str().unwrap()], build].concat();
            let ended = pdb_gen(ranks, &arguments);
            assert_eq!(ended.code, Some(0), "{:#?}", ended.output);
        }
        let mut names: Vec<OsString> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        let tables =
            names.into_iter().map(|name| (name.clone(), fs::read(folder.join(name)).unwrap())).collect();
        fs::remove_dir_all(folder).unwrap();
        tables
    };
    let by_one = tables(1);
    assert!(by_one.iter().filter(|(name, _)| name.as_encoded_bytes().ends_with(b".pdb")).count() >= 3);
    for ranks in [2, 3] {
        // Not `assert_eq`, which would print these long values.
        assert!(tables(ranks) == by_one, "tables by {ranks} ranks are others");
    }
}

fn has_checkpoint(folder: &Path) -> bool {
    let is_one = |entry: DirEntry| entry.path().extension().is_some_and(|ending| ending == "checkpoint");
    fs::read_dir(folder).unwrap().any(|entry| is_one(entry.unwrap()))
}

#[test]
fn a_build_resumes_after_a_process_was_killed() {
    let folder = folder("killed");
    let build = ["build", "2x6", "--encoding", "mod3", "--pdb-dir", folder.to_str().unwrap()];
    let arguments = [&build[..], &["--checkpoint", "0"]].concat();
    let job = Running::start(3, env!("CARGO_BIN_EXE_pdb-gen"), &arguments);
    let until = Instant::now() + JOB_TIMEOUT;
    while !has_checkpoint(&folder) {
        assert!(Instant::now() < until, "no checkpoint was saved");
        thread::sleep(Duration::from_millis(1));
    }
    job.wait_without_its_last_rank(3);

    let ended = pdb_gen(2, &[&build[..], &["--resume"]].concat());
    assert_eq!(ended.code, Some(0), "{:#?}", ended.output);
    assert!(ended.says("resuming from level"), "{:#?}", ended.output);
    // The BLAKE3 hash of the payload written by a single process.
    assert!(
        ended.says("e1c177dc3428cc934c989089aaf26163aefa41517c996fc2b66e769437bdbbab"),
        "{:#?}",
        ended.output
    );
    assert!(!has_checkpoint(&folder));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn pdb_gen_prints_messages_once() {
    for (ranks, asked, code, expected) in [
        (1, "info no-such-table.pdb", 2, "no-such-table.pdb"),
        (2, "info no-such-table.pdb", 2, "no-such-table.pdb"),
        (3, "build --nonsense", 2, "unknown option --nonsense"),
        (3, "--version", 0, "pdb-gen "),
    ] {
        let ended = pdb_gen(ranks, &asked.split(' ').collect::<Vec<_>>());
        assert_eq!(ended.code, Some(code), "{asked}: {:#?}", ended.output);
        let times = ended.output.iter().filter(|line| line.contains(expected)).count();
        assert_eq!(times, 1, "{asked}: {:#?}", ended.output);
    }
}

/// The number that follows these words.
fn number_behind(words: &str, text: &str) -> u64 {
    let (_, behind) = text.split_once(words).unwrap_or_else(|| panic!("no '{words}' in {text}"));
    let digits = behind.split(|character: char| !character.is_ascii_digit()).next().unwrap();
    digits.parse().unwrap_or_else(|_no_number| panic!("no number behind '{words}' in {text}"))
}

/// Two simulated hosts with a cable between them: the bytes on the cable, including packet headers
/// and MPI's own messages, must be within a fifth of the plan.
#[test]
fn network_traffic_matches_the_plan() {
    let folder = folder("two-hosts");
    let table = folder.join("3x4.pdb");
    let build = ["build", "3x4", "--encoding", "mod3", "--quiet", "--output", table.to_str().unwrap()];
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/two-hosts");
    let ran = Command::new(script).arg(env!("CARGO_BIN_EXE_pdb-gen")).args(build).output().unwrap();
    let output = String::from_utf8_lossy(&ran.stdout);
    if output.starts_with("not run: ") {
        println!("{output}");
        return;
    }
    assert!(ran.status.success(), "{output}{}", String::from_utf8_lossy(&ran.stderr));
    assert!(table.exists());
    let sent = number_behind("over the cable: ", &output) + number_behind("from rank 0 to rank 1, ", &output);
    let plan = pdb_gen(
        1,
        &["build", "--dry-run", "3x4", "--encoding", "mod3", "--processes", "2", "--format", "json"],
    );
    let planned = number_behind(",\"sent_in_bytes\":", &plan.output.concat());
    let times = sent as f64 / planned as f64;
    assert!((0.8..=1.2).contains(&times), "{sent} bytes over the cable, {planned} planned");
    println!("{sent} bytes over the cable, {planned} planned");
    fs::remove_dir_all(folder).unwrap();
}
