//! Running programs under `mpirun`: starting them, their output, and their end.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum duration of a job; a longer one is taken to hang.
pub(crate) const JOB_TIMEOUT: Duration = Duration::from_secs(600);

/// Maximum duration of a job in which a process has ended.
pub(crate) const BROKEN_JOB_TIMEOUT: Duration = Duration::from_secs(300);

/// The outcome of a job.
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) output: Vec<String>,
}

impl Ended {
    pub(crate) fn says(&self, what: &str) -> bool {
        self.output.iter().any(|line| line.contains(what))
    }
}

/// A command that runs a job with `ranks` processes, even on fewer cores.
pub(crate) fn mpirun(ranks: usize, program: &str, arguments: &[&str]) -> Command {
    let mut mpirun = Command::new("mpirun");
    mpirun
        .args(["-n", &ranks.to_string(), program])
        .args(arguments)
        // Settings of several versions of Open MPI; other implementations ignore them.
        .envs([("OMPI_ALLOW_RUN_AS_ROOT", "1"), ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")])
        .env("OMPI_MCA_orte_tmpdir_base", session_folder())
        // The key of saved work; the user's own is not touched.
        .env("XDG_CONFIG_HOME", PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("config"))
        .env("OMPI_MCA_rmaps_base_oversubscribe", "1")
        .env("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe");
    mpirun
}

/// A folder for the files of a job. Jobs share one by default, and a job that removes it when it
/// ends can make another one fail that begins.
fn session_folder() -> PathBuf {
    static JOBS: AtomicU32 = AtomicU32::new(0);
    let job = JOBS.fetch_add(1, Ordering::Relaxed);
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{job}", std::process::id()))
}

/// A running job, and its output on both streams.
pub(crate) struct Running {
    pub(crate) mpirun: Child,
    pub(crate) lines: Receiver<String>,
    pub(crate) output: Vec<String>,
}

impl Running {
    /// Starts a program with `ranks` processes.
    pub(crate) fn start(ranks: usize, program: &str, arguments: &[&str]) -> Self {
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
        Self { mpirun, lines, output: Vec::new() }
    }

    /// Kills the last process, and waits for the job to end with an error.
    pub(crate) fn wait_without_its_last_rank(self, ranks: usize) -> Ended {
        let mpirun = self.mpirun.id();
        let until = Instant::now() + JOB_TIMEOUT;
        let last = loop {
            let children = fs::read_to_string(format!("/proc/{mpirun}/task/{mpirun}/children")).unwrap();
            if let Some(last) = children.split_whitespace().nth(ranks - 1) {
                break last.to_owned();
            }
            assert!(Instant::now() < until, "the ranks were not started");
            thread::sleep(Duration::from_millis(5));
        };
        assert!(Command::new("kill").args(["-9", &last]).status().unwrap().success());
        let ended = self.wait(BROKEN_JOB_TIMEOUT);
        assert!(ended.code.is_some_and(|code| code != 0), "{:#?}", ended.output);
        ended
    }

    /// The next line of output, or `None` at the end of the job.
    pub(crate) fn next_line(&mut self, until: Instant) -> Option<String> {
        match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                self.output.push(line.clone());
                Some(line)
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => {
                // SIGTERM, so that `mpirun` ends its processes as well.
                let _ = Command::new("kill").arg(self.mpirun.id().to_string()).status();
                panic!("the job hangs; it printed {:#?}", self.output);
            }
        }
    }

    pub(crate) fn wait(mut self, timeout: Duration) -> Ended {
        let until = Instant::now() + timeout;
        while self.next_line(until).is_some() {}
        Ended { code: self.mpirun.wait().unwrap().code(), output: self.output }
    }
}

/// Creates an empty folder.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _absent = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

pub(crate) const PDB_SOLVE: &str = env!("CARGO_BIN_EXE_pdb-solve");

/// The exit code and both outputs of `pdb-solve`.
pub(crate) fn pdb_solve(ranks: usize, arguments: &[&str]) -> (Option<i32>, String, String) {
    let ran = mpirun(ranks, PDB_SOLVE, arguments).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (ran.status.code(), text(ran.stdout), text(ran.stderr))
}
