//! Ranks as processes, under `mpirun`: what they hand each other, and how a job ends of which one rank has ended.

use std::ffi::OsString;
use std::fs::{self, DirEntry};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A job that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// A job of which a rank has ended ends as well, and far sooner than any that hangs.
const PATIENCE_WITH_THE_BEREFT: Duration = Duration::from_secs(30);

/// What a job came to.
struct Ended {
    code: Option<i32>,
    said: Vec<String>,
}

impl Ended {
    fn says(&self, what: &str) -> bool {
        self.said.iter().any(|line| line.contains(what))
    }
}

/// A job of so many ranks, of which this machine may have fewer cores.
fn mpirun(ranks: usize, program: &str, arguments: &[&str]) -> Command {
    let mut mpirun = Command::new("mpirun");
    mpirun
        .args(["-n", &ranks.to_string(), program])
        .args(arguments)
        // Open MPI's own words for this, by version; others know neither the options nor the variables.
        .envs([("OMPI_ALLOW_RUN_AS_ROOT", "1"), ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")])
        .env("OMPI_MCA_rmaps_base_oversubscribe", "1")
        .env("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe");
    mpirun
}

/// A job that runs, and what it says on both streams.
struct Running {
    mpirun: Child,
    lines: Receiver<String>,
    said: Vec<String>,
}

impl Running {
    /// Starts a program as so many ranks.
    fn start(ranks: usize, program: &str, arguments: &[&str]) -> Self {
        let mut mpirun = mpirun(ranks, program, arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("mpirun is installed");
        let (sender, lines) = channel();
        let of_errors = sender.clone();
        let (out, err) = (mpirun.stdout.take().unwrap(), mpirun.stderr.take().unwrap());
        thread::spawn(move || BufReader::new(out).lines().try_for_each(|line| sender.send(line.unwrap())));
        thread::spawn(move || BufReader::new(err).lines().try_for_each(|line| of_errors.send(line.unwrap())));
        Self { mpirun, lines, said: Vec::new() }
    }

    /// Kills the last rank, and waits for the end of the job, which is not a good one.
    fn wait_without_its_last_rank(self) -> Ended {
        let mpirun = self.mpirun.id();
        let ranks = fs::read_to_string(format!("/proc/{mpirun}/task/{mpirun}/children")).unwrap();
        let last = ranks.split_whitespace().last().expect("the ranks are its children");
        assert!(Command::new("kill").args(["-9", last]).status().unwrap().success());
        let ended = self.wait(PATIENCE_WITH_THE_BEREFT);
        assert!(ended.code.is_some_and(|code| code != 0), "{:#?}", ended.said);
        ended
    }

    /// The next line that is said, or none if the job has no more to say.
    fn next_line(&mut self, until: Instant) -> Option<String> {
        match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                self.said.push(line.clone());
                Some(line)
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => {
                // By SIGTERM: so it takes its ranks along.
                let _ = Command::new("kill").arg(self.mpirun.id().to_string()).status();
                panic!("the job hangs; it has said {:#?}", self.said);
            }
        }
    }

    fn wait(mut self, patience: Duration) -> Ended {
        let until = Instant::now() + patience;
        while self.next_line(until).is_some() {}
        Ended { code: self.mpirun.wait().unwrap().code(), said: self.said }
    }
}

fn trial(ranks: usize, arguments: &[&str]) -> Running {
    Running::start(ranks, env!("CARGO_BIN_EXE_exchange-trial"), arguments)
}

#[test]
fn what_is_handed_over_arrives_as_it_was() {
    for ranks in [1, 2, 3, 4, 7] {
        let ended = trial(ranks, &[]).wait(PATIENCE);
        assert_eq!(ended.code, Some(0), "{:#?}", ended.said);
        for rank in 0..ranks {
            assert!(ended.says(&format!("rank {rank} of {ranks}: all is well")), "{:#?}", ended.said);
        }
    }
}

#[test]
fn a_process_that_nobody_started_as_a_rank_is_a_job_of_its_own() {
    let alone = Command::new(env!("CARGO_BIN_EXE_exchange-trial")).output().unwrap();
    assert_eq!(String::from_utf8(alone.stdout).unwrap(), "rank 0 of 1: all is well\n");
    assert!(alone.status.success());
}

#[test]
fn a_rank_that_is_killed_ends_the_job() {
    let mut job = trial(3, &["swap-forever"]);
    let until = Instant::now() + PATIENCE;
    let mut processes = Vec::new();
    while processes.len() < 3 {
        let line = job.next_line(until).expect("the ranks say who they are");
        processes.extend(line.split_once(" is process ").map(|(rank, id)| (rank.to_owned(), id.to_owned())));
    }
    // In the middle of it.
    thread::sleep(Duration::from_millis(200));
    let (_, killed) = processes.iter().find(|(rank, _)| rank == "rank 1").unwrap();
    assert!(Command::new("kill").args(["-9", killed]).status().unwrap().success());

    let before = job.said.len();
    let ended = job.wait(PATIENCE_WITH_THE_BEREFT);
    assert!(ended.code.is_some_and(|code| code != 0), "{:?}", ended.code);
    assert!(ended.said.len() > before, "somebody says why");
}

#[test]
fn a_rank_that_fails_says_why_and_ends_the_job_with_its_code() {
    let ended = trial(3, &["fail"]).wait(PATIENCE_WITH_THE_BEREFT);
    assert_eq!(ended.code, Some(2), "{:#?}", ended.said);
    assert!(ended.says("exchange-trial: rank 1: as was asked for"), "{:#?}", ended.said);
}

#[test]
fn a_rank_that_panics_ends_the_job() {
    let ended = trial(3, &["panic"]).wait(PATIENCE_WITH_THE_BEREFT);
    assert!(ended.code.is_some_and(|code| code != 0), "{:?}", ended.code);
    assert!(ended.says("as was asked for"), "{:#?}", ended.said);
}

#[test]
fn a_rank_that_goes_early_is_named_to_the_others() {
    let ended = trial(3, &["leave"]).wait(PATIENCE_WITH_THE_BEREFT);
    assert_eq!(ended.code, Some(2), "{:#?}", ended.said);
    assert!(ended.says("rank 1 has ended"), "{:#?}", ended.said);
}

fn pdb_gen(ranks: usize, arguments: &[&str]) -> Ended {
    Running::start(ranks, env!("CARGO_BIN_EXE_pdb-gen"), arguments).wait(PATIENCE)
}

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _absent = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn tables_are_the_same_by_however_many_ranks() {
    let builds: [&[&str]; 4] =
        [&["3x3"], &["2x5", "--encoding", "mod3"], &["2x5"], &["4x4", "--pattern", "1,2,5,6,9"]];
    let tables = |ranks: usize| -> Vec<(OsString, Vec<u8>)> {
        let folder = folder(&format!("tables-by-{ranks}"));
        for build in builds {
            let arguments = [&["build", "--pdb-dir", folder.to_str().unwrap()], build].concat();
            let ended = pdb_gen(ranks, &arguments);
            assert_eq!(ended.code, Some(0), "{:#?}", ended.said);
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
        // Not printed where they differ: they are long.
        assert!(tables(ranks) == by_one, "tables by {ranks} ranks are others");
    }
}

fn has_checkpoint(folder: &Path) -> bool {
    let is_one = |entry: DirEntry| entry.path().extension().is_some_and(|ending| ending == "checkpoint");
    fs::read_dir(folder).unwrap().any(|entry| is_one(entry.unwrap()))
}

#[test]
fn a_build_of_which_a_rank_was_killed_is_gone_on_with_by_others() {
    let folder = folder("killed");
    let build = ["build", "2x6", "--encoding", "mod3", "--pdb-dir", folder.to_str().unwrap()];
    let arguments = [&build[..], &["--checkpoint", "0"]].concat();
    let job = Running::start(3, env!("CARGO_BIN_EXE_pdb-gen"), &arguments);
    let until = Instant::now() + PATIENCE;
    while !has_checkpoint(&folder) {
        assert!(Instant::now() < until, "no checkpoint was saved");
        thread::sleep(Duration::from_millis(1));
    }
    job.wait_without_its_last_rank();

    let ended = pdb_gen(2, &[&build[..], &["--resume"]].concat());
    assert_eq!(ended.code, Some(0), "{:#?}", ended.said);
    assert!(ended.says("going on from level"), "{:#?}", ended.said);
    // The BLAKE3 of the payload, as one process writes it.
    assert!(
        ended.says("e1c177dc3428cc934c989089aaf26163aefa41517c996fc2b66e769437bdbbab"),
        "{:#?}",
        ended.said
    );
    assert!(!has_checkpoint(&folder));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_pdb_gen_says_is_said_once() {
    for (ranks, asked, code, said) in [
        (1, "info no-such-table.pdb", 2, "no-such-table.pdb"),
        (2, "info no-such-table.pdb", 2, "no-such-table.pdb"),
        (3, "build --nonsense", 2, "error: unexpected argument"),
        (3, "--version", 0, "pdb-gen "),
    ] {
        let ended = pdb_gen(ranks, &asked.split(' ').collect::<Vec<_>>());
        assert_eq!(ended.code, Some(code), "{asked}: {:#?}", ended.said);
        let times = ended.said.iter().filter(|line| line.contains(said)).count();
        assert_eq!(times, 1, "{asked}: {:#?}", ended.said);
    }
}

/// The number behind these words.
fn number_behind(words: &str, text: &str) -> u64 {
    let (_, behind) = text.split_once(words).unwrap_or_else(|| panic!("no '{words}' in {text}"));
    let digits = behind.split(|character: char| !character.is_ascii_digit()).next().unwrap();
    digits.parse().unwrap_or_else(|_no_number| panic!("no number behind '{words}' in {text}"))
}

/// Two hosts with a cable between them, as far as one machine can have them: all that goes over the cable, the heads of packets
/// and MPI's own words too, is within a fifth of the plan.
#[test]
fn what_goes_over_a_cable_is_what_was_planned() {
    let folder = folder("two-hosts");
    let table = folder.join("3x4.pdb");
    let build = ["build", "3x4", "--encoding", "mod3", "--quiet", "--output", table.to_str().unwrap()];
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/two-hosts");
    let ran = Command::new(script).arg(env!("CARGO_BIN_EXE_pdb-gen")).args(build).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    if said.starts_with("not run: ") {
        println!("{said}");
        return;
    }
    assert!(ran.status.success(), "{said}{}", String::from_utf8_lossy(&ran.stderr));
    assert!(table.exists());
    let sent = number_behind("over the cable: ", &said) + number_behind("from rank 0 to rank 1, ", &said);
    let plan = pdb_gen(1, &["plan", "3x4", "--encoding", "mod3", "--ranks", "2", "--format", "json"]);
    let planned = number_behind(",\"sent_in_bytes\":", &plan.said.concat());
    let times = sent as f64 / planned as f64;
    assert!((0.8..=1.2).contains(&times), "{sent} bytes over the cable, {planned} planned");
    println!("{sent} bytes over the cable, {planned} planned");
    fs::remove_dir_all(folder).unwrap();
}

const PDB_SOLVE: &str = env!("CARGO_BIN_EXE_pdb-solve");

/// What `pdb-solve` prints and says, and its exit code.
fn pdb_solve(ranks: usize, arguments: &[&str]) -> (Option<i32>, String, String) {
    let ran = mpirun(ranks, PDB_SOLVE, arguments).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (ran.status.code(), text(ran.stdout), text(ran.stderr))
}

/// Boards of several shapes, some of which take long, and lines that are none: in every form the same bytes.
#[test]
fn batches_are_the_same_by_however_many_ranks() {
    let folder = folder("batches");
    let boards = folder.join("boards.txt");
    let three_by_three = ["638541720", "12345678", "867254301", "123456870", "x", ""];
    let lines: Vec<String> = (0..600)
        .map(|n| match n % 97 {
            // Some seconds of IDA* all together.
            5 => "5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0".to_owned(),
            9 => "1,2,3,4,5,6,7,8,9,10,11,12,13,15,14,0".to_owned(),
            n => three_by_three[n % 6].to_owned(),
        })
        .collect();
    fs::write(&boards, lines.join("\n")).unwrap();
    let tables = folder.to_str().unwrap();
    for format in ["text", "json", "csv"] {
        let of_file = ["--input", boards.to_str().unwrap(), "--format", format, "--pdb-dir", tables];
        // The first run keeps the table of 3x3.
        let (code, expected, said) = pdb_solve(1, &of_file);
        assert_eq!(code, Some(2));
        for ranks in [2, 3] {
            let (code, found, said_too) = pdb_solve(ranks, &of_file);
            assert_eq!(code, Some(2), "{said_too}");
            assert!(found == expected, "{format} by {ranks} ranks is other text");
            // Whatever `mpirun` says of the code.
            let is_summary = |line: &&str| line.contains("lines have no answer");
            let summary = said.lines().find(is_summary).unwrap();
            assert_eq!(said_too.lines().filter(|line| *line == summary).count(), 1, "{said_too}");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn batches_that_can_not_be_read_or_have_no_lines_end() {
    let folder = folder("no-batches");
    let nothing = folder.join("nothing.txt");
    fs::write(&nothing, "").unwrap();
    let tables = ["--pdb-dir", folder.to_str().unwrap()];
    let empty = [&["--input", nothing.to_str().unwrap()], &tables[..]].concat();
    let absent = [&["--input", "no-such-file.txt"], &tables[..]].concat();
    let board = [&["638541720"], &tables[..]].concat();
    for (arguments, code, times, said) in [
        (&empty, Some(0), 0, ""),
        (&absent, Some(2), 1, "pdb-solve: no-such-file.txt can't be read"),
        (&board, Some(0), 1, "638541720: 28 moves, optimal"),
    ] {
        let (found, out, err) = pdb_solve(3, arguments);
        assert_eq!(found, code, "{arguments:?}: {out}{err}");
        let lines = out.lines().chain(err.lines());
        assert_eq!(lines.filter(|line| !said.is_empty() && line.contains(said)).count(), times, "{out}{err}");
    }
    fs::remove_dir_all(folder).unwrap();
}

/// Who writes a line and waits for its answer gets it, whatever else could be read.
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
fn a_batch_of_which_a_rank_was_killed_ends() {
    let folder = folder("killed-batch");
    let boards = folder.join("boards.txt");
    // Hours of work.
    fs::write(&boards, "0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1\n".repeat(1000)).unwrap();
    let tables = folder.to_str().unwrap();
    let arguments = ["--input", boards.to_str().unwrap(), "--algorithm", "ida", "--pdb-dir", tables];
    let job = Running::start(3, PDB_SOLVE, &[&arguments[..], &["--heuristic", "manhattan"]].concat());
    thread::sleep(Duration::from_secs(1));
    let ended = job.wait_without_its_last_rank();
    assert!(!ended.said.is_empty(), "somebody says why");
    fs::remove_dir_all(folder).unwrap();
}
