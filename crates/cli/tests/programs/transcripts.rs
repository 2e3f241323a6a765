//! Transcripts of commands: `crates/cli/tests/mistakes/*.txt`, mistaken command lines with their
//! messages, and `crates/cli/tests/golden/*.txt`, outputs that must stay the same to the byte.
//!
//! A transcript is a list of blocks: `$ command` (further lines of it begin with `> `), `? exit
//! code`, and the output, both streams together. The commands of a file run one after the other in
//! one folder. Durations and rates may differ,
//! and with them the widths of columns. `UPDATE=1` rewrites the blocks that differ.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{config, folder, program, project};
use crate::masks::Masks;

/// Maximum number of lines of a message: one screen.
const LINES_OF_A_SCREEN: usize = 24;

#[test]
fn mistakes_get_the_messages_of_their_files() {
    check_all("mistakes", LINES_OF_A_SCREEN);
}

#[test]
fn golden_outputs_stay_the_same() {
    check_all("golden", usize::MAX);
}

fn check_all(kind: &str, max_lines: usize) {
    let files = fs::read_dir(project().join("crates/cli/tests").join(kind)).unwrap();
    let files: Vec<_> =
        files.map(|file| file.unwrap().path()).filter(|file| has_ending(file, "txt")).collect();
    assert!(files.len() >= 3, "{files:?}");
    // Two threads: more would slow down other tests, which have time limits.
    let (some, others) = files.split_at(files.len() / 2);
    std::thread::scope(|scope| {
        for files in [some, others] {
            scope.spawn(|| files.iter().for_each(|file| check(file, max_lines)));
        }
    });
}

fn has_ending(file: &Path, ending: &str) -> bool {
    file.extension().is_some_and(|found| found == ending)
}

/// Endpoints are queried with `curl` at the server's default address, for which the address of this
/// server is substituted.
#[cfg(feature = "serve")]
fn server_for(file: &Path) -> Option<crate::server::Server> {
    file.ends_with("endpoints.txt").then(|| crate::server::Server::start(&["--max-memory", "100MB"]))
}

const DEFAULT_ADDRESS: &str = "127.0.0.1:8080";

fn check(file: &Path, max_lines: usize) {
    let text = fs::read_to_string(file).unwrap();
    #[cfg(feature = "serve")]
    let server = server_for(file);
    #[cfg(feature = "serve")]
    let address = server.as_ref().map_or(DEFAULT_ADDRESS, |server| &server.address);
    #[cfg(not(feature = "serve"))]
    let address = DEFAULT_ADDRESS;
    let found = run_all(&text, address, max_lines);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(file, found).unwrap();
    } else if text != found {
        let differing = blocks(&text).zip(blocks(&found)).find(|(expected, found)| expected != found);
        let (expected, found) = differing.unwrap_or((&text, &found));
        panic!("{}: expected\n{expected}\nfound\n{found}\nUPDATE=1 rewrites the file", file.display());
    }
}

/// The blocks of a file, including their outputs.
fn blocks(text: &str) -> impl Iterator<Item = &str> {
    let starts: Vec<usize> = text.match_indices("$ ").map(|(at, _)| at).collect();
    let starts = starts.into_iter().filter(|at| *at == 0 || text[..*at].ends_with('\n')).collect::<Vec<_>>();
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([text.len()]).collect();
    starts.into_iter().zip(ends).map(|(start, end)| &text[start..end])
}

/// Runs the commands of a file, and returns the file with the blocks replaced whose output differs.
fn run_all(text: &str, address: &str, max_lines: usize) -> String {
    let folder = folder();
    let masks = Masks::of_times();
    fs::create_dir(folder.path().join("tests")).unwrap();
    symlink(project().join("tests/solvers"), folder.path().join("tests/solvers")).unwrap();
    let mut found = text.split("$ ").next().unwrap_or_default().to_owned();
    for block in blocks(text) {
        let mut lines = block.lines();
        let first = lines.next().unwrap_or_default().trim_start_matches("$ ");
        let more = lines.take_while(|line| line.starts_with("> ")).map(|line| &line[2..]);
        let command: Vec<&str> = [first].into_iter().chain(more).collect();
        let (code, output) = run(&command.join("\n").replace(DEFAULT_ADDRESS, address), folder.path());
        assert!(output.lines().count() <= max_lines, "{command:?} fills a screen:\n{output}");
        let output =
            output.replace(folder.path().to_str().unwrap(), "FOLDER").replace(address, DEFAULT_ADDRESS);
        let now = format!("$ {}\n? {code}\n{output}", command.join("\n> "));
        let is_alike = masks.are_alike("", block.trim_end(), now.trim_end());
        found += if is_alike { block.trim_end() } else { now.trim_end() };
        found += "\n\n";
    }
    format!("{}\n", found.trim_end())
}

fn run(command: &str, folder: &Path) -> (i32, String) {
    let bin = Path::new(program("pdb-solve", folder).get_program()).parent().unwrap().to_owned();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", path)
        .env("COLUMNS", "80")
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .env("XDG_CONFIG_HOME", config())
        .env_remove("PDB_DIR")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let code = output.status.code().unwrap_or(-1);
    (code, String::from_utf8_lossy(&output.stdout).into_owned())
}
