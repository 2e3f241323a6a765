//! Mistaken command lines, with the messages that they get: `cli/tests/mistakes/*.txt`.
//!
//! A file is a list of blocks: `$ command` (with `> ` before further lines of it), `? exit code`, and the output, both
//! streams together. The commands of a file run one after the other in one folder. UPDATE=1 rewrites the files.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{folder, program, project};

/// No mistake fills more than a screen.
const LINES_OF_A_SCREEN: usize = 24;

#[test]
fn mistakes_get_the_messages_of_their_files() {
    let files = fs::read_dir(project().join("cli/tests/mistakes")).unwrap();
    let files: Vec<_> =
        files.map(|file| file.unwrap().path()).filter(|file| has_ending(file, "txt")).collect();
    assert!(files.len() >= 3, "{files:?}");
    std::thread::scope(|scope| {
        for file in &files {
            scope.spawn(|| check(file));
        }
    });
}

fn has_ending(file: &Path, ending: &str) -> bool {
    file.extension().is_some_and(|found| found == ending)
}

fn check(file: &Path) {
    let text = fs::read_to_string(file).unwrap();
    let found = run_all(&text);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(file, found).unwrap();
        return;
    }
    for (expected, found) in blocks(&text).zip(blocks(&found)) {
        assert_eq!(expected, found, "{}", file.display());
    }
}

/// The blocks of a file, each with its output.
fn blocks(text: &str) -> impl Iterator<Item = &str> {
    let starts: Vec<usize> = text.match_indices("$ ").map(|(at, _)| at).collect();
    let starts = starts.into_iter().filter(|at| *at == 0 || text[..*at].ends_with('\n')).collect::<Vec<_>>();
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([text.len()]).collect();
    starts.into_iter().zip(ends).map(|(start, end)| &text[start..end])
}

/// Runs the commands of a file, and gives the file as it should be.
fn run_all(text: &str) -> String {
    let folder = folder();
    fs::create_dir(folder.path().join("tests")).unwrap();
    symlink(project().join("tests/solvers"), folder.path().join("tests/solvers")).unwrap();
    let mut found = text.split("$ ").next().unwrap_or_default().to_owned();
    for block in blocks(text) {
        let mut lines = block.lines();
        let first = lines.next().unwrap_or_default().trim_start_matches("$ ");
        let more = lines.take_while(|line| line.starts_with("> ")).map(|line| &line[2..]);
        let command: Vec<&str> = [first].into_iter().chain(more).collect();
        let (code, output) = run(&command.join("\n"), folder.path());
        assert!(output.lines().count() <= LINES_OF_A_SCREEN, "{command:?} fills a screen:\n{output}");
        found += &format!("$ {}\n? {code}\n{}\n", command.join("\n> "), normal(&output, folder.path()));
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
        .env_remove("PDB_DIR")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let code = output.status.code().unwrap_or(-1);
    (code, String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The output without what differs from run to run: the folder, and times.
fn normal(output: &str, folder: &Path) -> String {
    let text = output.replace(folder.to_str().unwrap(), "FOLDER");
    let mut normal = String::new();
    let mut number = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_of_number = letter.is_ascii_digit() || (letter == '.' && !number.is_empty());
        if is_of_number {
            number.push(letter);
            continue;
        }
        let rest: String = letters.clone().take(2).collect();
        let is_time = letter == ' '
            && !number.is_empty()
            && (["s", "s,", "s)", "s;", "s\n", "s ", "ms", "µs", "ns"].contains(&rest.as_str()));
        normal += if is_time { "N" } else { &number };
        number.clear();
        normal.push(letter);
    }
    normal + &number
}

#[test]
fn times_are_made_alike() {
    let folder = Path::new("/nowhere");
    for (text, made) in [
        ("in 0.25 s\n", "in N s\n"),
        ("1.5 ms, 28 moves", "N ms, 28 moves"),
        ("/nowhere/pdb of 3x3", "FOLDER/pdb of 3x3"),
        ("181440", "181440"),
        ("--timeout 10 seconds", "--timeout 10 seconds"),
    ] {
        assert_eq!(normal(text, folder), made);
    }
}
