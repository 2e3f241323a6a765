//! The rules of the house that a compiler does not check.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, from the lowest floor up. A room uses rooms before it, and its floor's where that is named.
const FLOORS: [&[&str]; 7] = [
    &["board"],
    &["space", "notation"],
    &["table"],
    &["generate", "search", "oracle"],
    &["validate"],
    &["report"],
    &["cli", "bin"],
];

/// The uses between rooms of one floor: an oracle builds the table that it lacks, and is a heuristic for searches.
const ON_ONE_FLOOR: [(&str, &str); 2] = [("oracle", "generate"), ("oracle", "search")];

/// The most lines of code in a file, comments, blank lines and tests left out.
const LONGEST_FILE_IN_LINES: usize = 400;

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files
}

fn floor_of(room: &str) -> usize {
    FLOORS.iter().position(|rooms| rooms.contains(&room)).unwrap_or_else(|| panic!("{room} is on no floor"))
}

fn code_lines(text: &str) -> impl Iterator<Item = &str> {
    let before_tests = text.split("#[cfg(test)]").next().unwrap_or_default();
    before_tests.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"))
}

/// The rooms that a line of code names by `crate::room`.
fn rooms_named(line: &str) -> impl Iterator<Item = &str> {
    line.split("crate::")
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_ascii_lowercase() && c != '_').next().unwrap_or_default())
}

#[test]
fn rooms_use_lower_floors_only() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut uses = 0;
    for file in rust_files(&source) {
        let within = file.strip_prefix(&source).unwrap();
        let room = within.components().next().unwrap().as_os_str().to_str().unwrap();
        if room == "lib.rs" || room == "bin" {
            continue;
        }
        for used in code_lines(&fs::read_to_string(&file).unwrap()).flat_map(rooms_named) {
            let allowed =
                used == room || floor_of(used) < floor_of(room) || ON_ONE_FLOOR.contains(&(room, used));
            assert!(allowed, "{} uses {used}, which is not below {room}", within.display());
            uses += 1;
        }
    }
    assert!(uses > 50, "only {uses} uses were found: the test reads the wrong lines");
}

#[test]
fn a_use_that_runs_up_would_be_seen() {
    let line = "use crate::oracle::Oracle; let t = crate::table::open();";
    assert_eq!(rooms_named(line).collect::<Vec<_>>(), ["oracle", "table"]);
    assert!(floor_of("oracle") > floor_of("table"));
}

#[test]
fn files_stay_short() {
    for folder in ["src", "tests", "benches"] {
        for file in rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)) {
            let lines = code_lines(&fs::read_to_string(&file).unwrap()).count();
            assert!(lines <= LONGEST_FILE_IN_LINES, "{} has {lines} lines of code", file.display());
        }
    }
}

#[test]
fn unsafe_code_is_in_the_map_alone() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let has_unsafe = |file: &PathBuf| {
        let text = fs::read_to_string(file).unwrap();
        code_lines(&text).any(|line| line.contains("unsafe ") || line.contains("unsafe_code"))
    };
    let files: Vec<PathBuf> = rust_files(&source).into_iter().filter(has_unsafe).collect();
    assert_eq!(files, [source.join("table/map.rs")]);
}
