//! Makes every system call of a command fail once: the first, the second, and so on. No data may be
//! lost or wrong, and the message has to name the file.
//!
//! `tests/faults/fault.c` makes the calls fail. After the first calls, only some are tried; with
//! `TILEBASE_ALL_FAULTS` in the environment, all are.

use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{folder, names_in, program, project, run};

/// A kind of system call, and the way it fails.
#[derive(Clone, Copy, Debug)]
struct Fault {
    call: &'static str,
    how: &'static str,
    /// Whether all later calls fail, too.
    stays: bool,
}

const fn once(call: &'static str, how: &'static str) -> Fault {
    Fault { call, how, stays: false }
}

const fn from_then_on(call: &'static str, how: &'static str) -> Fault {
    Fault { call, how, stays: true }
}

const EINTR: &str = "4";
const EAGAIN: &str = "11";
const EIO: &str = "5";
const ENOMEM: &str = "12";
const EMFILE: &str = "24";
const ENOSPC: &str = "28";

const FAULTS: [Fault; 25] = [
    once("write", ENOSPC),
    from_then_on("write", ENOSPC),
    once("write", EIO),
    once("write", EINTR),
    once("write", "short"),
    from_then_on("write", "short"),
    once("write", "kill"),
    once("read", EIO),
    from_then_on("read", EIO),
    once("read", EINTR),
    once("read", "kill"),
    once("sync", EIO),
    once("sync", ENOSPC),
    once("sync", "kill"),
    once("rename", EIO),
    once("rename", "kill"),
    once("map", ENOMEM),
    once("open", EMFILE),
    once("open", EIO),
    once("open", "kill"),
    once("remove", EIO),
    once("remove", "kill"),
    once("alloc", ENOMEM),
    once("thread", EAGAIN),
    from_then_on("thread", EAGAIN),
];

/// The signal that ends a process whose allocation failed in the standard library.
const SIGABRT: i32 = 6;

/// Minimum size of the allocations that fail. Smaller ones belong to the standard library, which
/// aborts the process when they fail; in practice, they do not.
const LARGE_IN_BYTES: &str = "65536";

/// Time after which a command is taken to hang; all are much faster.
const HANGS_AFTER: Duration = Duration::from_secs(60);

/// The library that makes calls fail; `None` if it can't be built or does not work here.
fn library() -> Option<&'static Path> {
    static LIBRARY: OnceLock<Option<(tempfile::TempDir, PathBuf)>> = OnceLock::new();
    let made = LIBRARY.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("fault.so");
        let source = project().join("tests/faults/fault.c");
        let args = ["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"];
        let compiled = Command::new("cc").args(args).args([&file, &source]).arg("-ldl").status();
        assert!(compiled.is_ok_and(|status| status.success()), "cc can't compile tests/faults/fault.c");
        let log = folder.path().join("log");
        let mut tried = program("pdb-gen", folder.path());
        let code = preload(&mut tried, &file, &log, once("write", EIO), 1).arg("--version").status();
        let works = code.is_ok_and(|status| status.code() == Some(0) || status.code() == Some(2));
        works.then_some((folder, file))
    });
    if made.is_none() {
        eprintln!("not checked: system calls can't be caught here");
    }
    made.as_ref().map(|(_, file)| file.as_path())
}

fn preload<'a>(
    command: &'a mut Command,
    library: &Path,
    log: &Path,
    fault: Fault,
    at: u32,
) -> &'a mut Command {
    if fault.stays {
        command.env("FAULT_ON", "1");
    }
    command
        .env("LD_PRELOAD", library)
        .env("FAULT_LOG", log)
        .env("FAULT_CALL", fault.call)
        .env("FAULT_HOW", fault.how)
        .env("FAULT_ABOVE", LARGE_IN_BYTES)
        .env("FAULT_AT", at.to_string())
}

/// Whether to make every call fail, however long that takes.
fn tries_all() -> bool {
    std::env::var_os("TILEBASE_ALL_FAULTS").is_some()
}

/// The outcome of a run.
#[derive(Debug)]
struct Ran {
    status: ExitStatus,
    out: String,
    err: String,
}

/// A command, its input files, and its output file.
struct Job {
    program: &'static str,
    args: &'static [&'static str],
    begins_with: Vec<(&'static str, Vec<u8>)>,
    writes: Option<&'static str>,
}

impl Job {
    fn in_its_folder(&self) -> tempfile::TempDir {
        let folder = folder();
        for (name, bytes) in &self.begins_with {
            fs::write(folder.path().join(name), bytes).unwrap();
        }
        folder
    }

    fn command(&self, folder: &Path) -> Command {
        let mut command = program(self.program, folder);
        command.args(self.args).env("RAYON_NUM_THREADS", "2").env("RUST_BACKTRACE", "0");
        command
    }

    fn file_written(&self, folder: &Path) -> Option<Vec<u8>> {
        fs::read(folder.join(self.writes?)).ok()
    }
}

/// Runs a command to its end; panics if it hangs.
fn run_to_the_end(command: &mut Command, folder: &Path) -> Ran {
    // Files outside the folder, whose content is checked; no pipes, which would have to be read
    // during the run.
    let texts = tempfile::tempdir().unwrap();
    let [out, err] = ["out", "err"].map(|name| texts.path().join(name));
    command.stdin(Stdio::null()).stdout(File::create(&out).unwrap()).stderr(File::create(&err).unwrap());
    let mut child = command.current_dir(folder).spawn().unwrap();
    let clock = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if clock.elapsed() > HANGS_AFTER => {
                child.kill().unwrap();
                panic!("it hangs: {command:?}");
            }
            None => thread::sleep(Duration::from_micros(300)),
        }
    };
    let text = |file: &Path| String::from_utf8_lossy(&fs::read(file).unwrap()).into_owned();
    Ran { status, out: text(&out), err: text(&err) }
}

/// The results of an undisturbed run.
struct Right {
    out: String,
    file: Option<Vec<u8>>,
    names: Vec<String>,
    names_in_pdb: Vec<String>,
}

impl Job {
    fn undisturbed(&self) -> Right {
        let folder = self.in_its_folder();
        let ran = run_to_the_end(&mut self.command(folder.path()), folder.path());
        assert_eq!((ran.status.code(), ran.err.as_str()), (Some(0), ""), "{:?}", self.args);
        let [names, names_in_pdb] = names_kept(folder.path());
        Right { out: ran.out, file: self.file_written(folder.path()), names, names_in_pdb }
    }

    /// Makes one call after the other fail until there are no more. Returns the number of failures.
    fn try_all(&self) -> u32 {
        let Some(library) = library() else { return 0 };
        let right = self.undisturbed();
        let mut failed = 0;
        for fault in FAULTS {
            let mut at = 1;
            while self.try_one(library, &right, fault, at) {
                failed += 1;
                at += if tries_all() { 1 } else { (at / 2).max(1) };
            }
        }
        eprintln!("{:?}: {failed} calls failed", self.args);
        failed
    }

    /// Runs the command with a fault, and checks the results. Returns false if there was no such
    /// call.
    fn try_one(&self, library: &Path, right: &Right, fault: Fault, at: u32) -> bool {
        let folder = self.in_its_folder();
        let logs = tempfile::tempdir().unwrap();
        let log = logs.path().join("log");
        let mut command = self.command(folder.path());
        let ran = run_to_the_end(preload(&mut command, library, &log, fault, at), folder.path());
        let about = fs::read_to_string(&log).unwrap();
        let case = format!("{:?}, {fault:?} at {at}, {about:?}: {ran:?}", self.args);
        if about.is_empty() {
            assert_eq!((ran.status.code(), &ran.out), (Some(0), &right.out), "{case}");
            return false;
        }
        self.check_files(folder.path(), right, &case);
        // If the standard library can't allocate memory, it aborts the process.
        let was_ended = fault.call == "alloc" && ran.status.signal() == Some(SIGABRT);
        assert!(!was_ended || ran.err.starts_with("memory allocation of "), "{case}");
        if was_ended {
            eprintln!("{:?}: {}", self.args, ran.err.lines().next().unwrap_or_default());
        }
        if fault.how == "kill" || was_ended {
            assert_eq!(ran.status.code(), None, "{case}");
            self.check_next_run(folder.path(), right, &case);
            return true;
        }
        self.check_output(&ran.out, right, folder.path(), &about, &case);
        match ran.status.code() {
            Some(0) => {
                assert_eq!(ran.out, right.out, "{case}");
                assert_eq!(self.file_written(folder.path()), right.file, "{case}");
            }
            Some(2) => {
                assert!(!ran.err.contains("panicked"), "{case}");
                let is_reported = self.tells(&format!("{}{}", ran.err, ran.out), folder.path(), &about);
                assert!(is_reported, "{case}");
            }
            _ => panic!("{case}"),
        }
        let [names, names_in_pdb] = names_kept(folder.path());
        let known = |name: &String| right.names.contains(name) || name == ".out.pdb.checkpoint";
        assert!(names.iter().all(known), "{case}: {names:?}");
        assert!(
            names_in_pdb.iter().all(|name| right.names_in_pdb.contains(name)),
            "{case}: {names_in_pdb:?}"
        );
        true
    }

    /// Checks that the output file is the complete old or new one, and that input files are
    /// unchanged.
    fn check_files(&self, folder: &Path, right: &Right, case: &str) {
        let old =
            |name: &str| self.begins_with.iter().find(|(other, _)| *other == name).map(|(_, bytes)| bytes);
        if let Some(name) = self.writes {
            let found = self.file_written(folder);
            let (is_old, is_new) = (found.as_ref() == old(name), found == right.file);
            assert!(is_old || is_new, "{case}: {name} is neither the old nor the new one");
        }
        for (name, bytes) in &self.begins_with {
            let is_state = Some(*name) == self.writes || name.ends_with(".checkpoint");
            assert!(is_state || fs::read(folder.join(name)).unwrap() == *bytes, "{case}: {name}");
        }
    }

    /// Checks that every line is correct or reports the fault; the last one may be incomplete.
    fn check_output(&self, out: &str, right: &Right, folder: &Path, about: &str, case: &str) {
        let mut lines = right.out.split_inclusive('\n');
        for line in out.split_inclusive('\n') {
            let expected = lines.next().unwrap_or_default();
            let is_cut = !line.ends_with('\n') && expected.starts_with(line);
            assert!(line == expected || is_cut || self.tells(line, folder, about), "{case}: {line}");
        }
    }

    /// Whether a text names the file of a fault, or the resource that was exhausted.
    fn tells(&self, text: &str, folder: &Path, about: &str) -> bool {
        let is_named = |file: &str| {
            let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy().into_owned();
            // Messages name the final file, not its temporary file or the folder.
            let of_temporary = name.strip_prefix('.').and_then(|name| name.strip_suffix(".tmp"));
            let without_random = of_temporary.and_then(|name| name.rsplit_once('.')).map(|(name, _)| name);
            let of_folder = self.writes.filter(|_| Path::new(file) == folder);
            text.contains(of_folder.or(without_random).unwrap_or(&name))
        };
        about.lines().any(is_named) || ["memory", "standard output"].iter().any(|what| text.contains(what))
    }

    /// Checks that the same command succeeds after it was killed, and leaves the same files.
    fn check_next_run(&self, folder: &Path, right: &Right, case: &str) {
        let ran = run_to_the_end(&mut self.command(folder), folder);
        let was_done = ran.status.code() == Some(2) && ran.err.contains("exists");
        if !was_done {
            assert_eq!((ran.status.code(), &ran.out), (Some(0), &right.out), "{case}: then {ran:?}");
        }
        assert_eq!(self.file_written(folder), right.file, "{case}");
        let [names, names_in_pdb] = names_kept(folder);
        assert_eq!((&names, &names_in_pdb), (&right.names, &right.names_in_pdb), "{case}");
    }
}

/// The names in a folder and in its table folder.
fn names_kept(folder: &Path) -> [Vec<String>; 2] {
    [folder.to_owned(), folder.join("pdb")].map(|folder| names_in(&folder))
}

/// The bytes of a table.
fn table(args: &[&str]) -> Vec<u8> {
    let folder = folder();
    run("pdb-gen", folder.path(), &[&["build", "-q", "-o", "table"], args].concat());
    fs::read(folder.path().join("table")).unwrap()
}

const BOARDS: &str = "638541720\n867254301\n213456780\n12345678\n123456708\n";

fn boards() -> Vec<u8> {
    BOARDS.repeat(60).replace("213456780\n12345678\n", "").into_bytes()
}

#[test]
fn a_build() {
    let job = Job {
        program: "pdb-gen",
        args: &["build", "-q", "--force", "-o", "out.pdb"],
        begins_with: vec![("out.pdb", table(&["2x3"]))],
        writes: Some("out.pdb"),
    };
    assert!(library().is_none() || job.try_all() > 20);
}

#[test]
fn a_build_with_checkpoints() {
    let job = Job {
        program: "pdb-gen",
        args: &["build", "2x3", "-q", "--force", "--checkpoint", "0", "-o", "out.pdb"],
        begins_with: vec![("out.pdb", table(&["2x2"]))],
        writes: Some("out.pdb"),
    };
    assert!(library().is_none() || job.try_all() > 60);
}

#[test]
fn a_resumed_build() {
    let Some(library) = library() else { return };
    let mut job = Job {
        program: "pdb-gen",
        args: &["build", "2x3", "-q", "--resume", "--checkpoint", "0", "-o", "out.pdb"],
        begins_with: Vec::new(),
        writes: Some("out.pdb"),
    };
    let folder = job.in_its_folder();
    let log = folder.path().join("log");
    let mut killed = job.command(folder.path());
    run_to_the_end(preload(&mut killed, library, &log, once("rename", "kill"), 12), folder.path());
    let checkpoint = fs::read(folder.path().join(".out.pdb.checkpoint")).expect("a checkpoint of level 11");
    job.begins_with.push((".out.pdb.checkpoint", checkpoint));
    assert!(job.try_all() > 40);
}

#[test]
fn exports() {
    for (args, encoding) in
        [(&["export", "in.pdb", "-o", "out.csv"], "byte"), (&["export", "in.pdb", "-o", "out.npy"], "mod3")]
    {
        let job = Job {
            program: "pdb-gen",
            args,
            begins_with: vec![("in.pdb", table(&["--encoding", encoding])), (args[3], b"old".to_vec())],
            writes: Some(args[3]),
        };
        assert!(library().is_none() || job.try_all() > 20);
    }
}

#[test]
fn readers_of_a_table() {
    for (program, args) in [
        ("pdb-gen", &["verify", "-q", "in.pdb"][..]),
        ("pdb-gen", &["info", "in.pdb", "--format", "json"]),
        ("pdb-solve", &["638541720", "--table", "in.pdb", "--format", "csv"]),
        ("pdb-solve", &["--input", "boards.txt", "--table", "in.pdb", "--format", "csv"]),
    ] {
        let begins_with = vec![("in.pdb", table(&[])), ("boards.txt", boards())];
        let job = Job { program, args, begins_with, writes: None };
        assert!(library().is_none() || job.try_all() > 3, "{args:?}");
    }
}

#[test]
fn a_count() {
    let args = &["count", "2x5", "-q", "--format", "json"];
    let job = Job { program: "pdb-gen", args, begins_with: Vec::new(), writes: None };
    assert!(library().is_none() || job.try_all() > 2);
}

#[test]
fn sampling_and_conversion() {
    for args in [
        &["convert", "boards.txt", "--to", "spaces", "-q"][..],
        &["sample", "-n", "2000", "-q"],
        &["sample", "-n", "20", "--boards", "depths", "-q"],
        &["check", "answers.txt", "-q", "--verbose"],
        &["638541720", "-q"],
    ] {
        let answers = b"638541720 28\n123456708 R\n".repeat(50);
        let begins_with = vec![("boards.txt", boards()), ("answers.txt", answers)];
        let job = Job { program: "pdb-solve", args, begins_with, writes: None };
        assert!(library().is_none() || job.try_all() > 1, "{args:?}");
    }
}

#[test]
fn labels() {
    let job = Job {
        program: "pdb-solve",
        args: &["label", "-q", "-n", "40", "--shard-size", "20", "--as", "csv", "-o", "labels"],
        begins_with: Vec::new(),
        writes: Some("labels/labels-00001.csv"),
    };
    assert!(library().is_none() || job.try_all() > 40);
}

#[test]
fn pictures() {
    let job = Job {
        program: "pdb-gen",
        args: &["info", "in.pdb", "--plot", "out.svg", "--format", "json"],
        begins_with: vec![("in.pdb", table(&["2x3"])), ("out.svg", b"old".to_vec())],
        writes: Some("out.svg"),
    };
    assert!(library().is_none() || job.try_all() > 20);
}
