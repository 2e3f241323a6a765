//! A program under `mpirun`: how it is started, what it says, and how it ends.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A job that takes longer hangs.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A job of which a rank has ended ends as well, and far sooner than any that hangs.
pub(crate) const PATIENCE_WITH_THE_BEREFT: Duration = Duration::from_secs(30);

/// What a job came to.
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) said: Vec<String>,
}

impl Ended {
    pub(crate) fn says(&self, what: &str) -> bool {
        self.said.iter().any(|line| line.contains(what))
    }
}

/// A job of so many ranks, of which this machine may have fewer cores.
pub(crate) fn mpirun(ranks: usize, program: &str, arguments: &[&str]) -> Command {
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
pub(crate) struct Running {
    pub(crate) mpirun: Child,
    pub(crate) lines: Receiver<String>,
    pub(crate) said: Vec<String>,
}

impl Running {
    /// Starts a program as so many ranks.
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
        Self { mpirun, lines, said: Vec::new() }
    }

    /// Kills the last rank, and waits for the end of the job, which is not a good one.
    pub(crate) fn wait_without_its_last_rank(self) -> Ended {
        let mpirun = self.mpirun.id();
        let ranks = fs::read_to_string(format!("/proc/{mpirun}/task/{mpirun}/children")).unwrap();
        let last = ranks.split_whitespace().last().expect("the ranks are its children");
        assert!(Command::new("kill").args(["-9", last]).status().unwrap().success());
        let ended = self.wait(PATIENCE_WITH_THE_BEREFT);
        assert!(ended.code.is_some_and(|code| code != 0), "{:#?}", ended.said);
        ended
    }

    /// The next line that is said, or none if the job has no more to say.
    pub(crate) fn next_line(&mut self, until: Instant) -> Option<String> {
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

    pub(crate) fn wait(mut self, patience: Duration) -> Ended {
        let until = Instant::now() + patience;
        while self.next_line(until).is_some() {}
        Ended { code: self.mpirun.wait().unwrap().code(), said: self.said }
    }
}

/// An empty folder.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _absent = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

pub(crate) const PDB_SOLVE: &str = env!("CARGO_BIN_EXE_pdb-solve");

/// What `pdb-solve` prints and says, and its exit code.
pub(crate) fn pdb_solve(ranks: usize, arguments: &[&str]) -> (Option<i32>, String, String) {
    let ran = mpirun(ranks, PDB_SOLVE, arguments).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (ran.status.code(), text(ran.stdout), text(ran.stderr))
}
