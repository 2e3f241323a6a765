//! Command lines of both programs, run within this process in a separate folder. No arguments may
//! cause a panic, the exit code must be 0, 1 or 2, and output in the format JSON must be valid
//! JSON.
//!
//! Command lines that would run other programs, leave the folder, or take long are excluded: see
//! [`is_tame`].
#![no_main]

use std::ffi::OsString;
use std::fs::{self, File};
use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;
use tilebase_cli::fuzzing::{Run, run_pdb_gen, run_pdb_solve};

/// Maximum number of arguments, and maximum length of an argument.
const MAX_WORDS: usize = 12;
const MAX_WORD_BYTES: usize = 80;

// The first byte selects the program; the rest is its arguments, one per line.
fuzz_target!(|input: &[u8]| {
    let Some((program, rest)) = input.split_first() else { return };
    let words: Vec<&[u8]> = rest.split(|byte| *byte == b'\n').collect();
    if words.len() > MAX_WORDS || !words.iter().all(|word| is_tame(word)) {
        return;
    }
    stand_in_a_folder();
    let run = match program {
        b'g' => run_gen(&words),
        _ => run_solve(&words),
    };
    let Some(Run { code, out, error }) = run else { return };
    assert!(code <= 2 && error.is_none_or(|error| !error.trim().is_empty()));
    // After `--`, words are not options.
    let options = words.split(|word| *word == b"--").next().unwrap_or_default();
    let is_json = options.windows(2).any(|pair| pair == [&b"--format"[..], b"json"]);
    let makes_json = !matches!(words.first(), Some(&(b"completions" | b"man")));
    for line in out.split(|byte| *byte == b'\n').filter(|line| is_json && makes_json && !line.is_empty()) {
        assert!(
            serde_json::from_slice::<serde_json::Value>(line).is_ok(),
            "{}",
            String::from_utf8_lossy(line)
        );
    }
});

/// Whether a word is safe to use. It must not lead out of the folder: a slash is allowed only
/// between the rows of a board, and in `./` and `pdb/`. It must not be a board so large that
/// pattern databases would be built for it.
fn is_tame(word: &[u8]) -> bool {
    let stays_here = word.iter().enumerate().filter(|(_, byte)| **byte == b'/').all(|(place, _)| {
        let before = &word[..place];
        before.last().is_some_and(|byte| byte.is_ascii_digit() || b"._".contains(byte))
            || before.ends_with(b"pdb")
    });
    let numbers = word.split(|byte| !byte.is_ascii_digit()).filter(|number| !number.is_empty()).count();
    let symbols = word.iter().filter(|byte| byte.is_ascii_hexdigit()).count();
    let is_large_board = numbers > 10 || (symbols > 10 && symbols + 2 >= word.len());
    let up = word.windows(2).any(|pair| pair == b"..");
    word.len() <= MAX_WORD_BYTES && stays_here && !up && !is_large_board
}

/// Whether the numbers in a word are small enough for every command to be fast.
fn is_few(word: &[u8]) -> bool {
    word.split(|byte| !byte.is_ascii_digit()).all(|number| number.len() <= 3)
}

fn run_gen(words: &[&[u8]]) -> Option<Run> {
    let (command, rest) = words.split_first()?;
    let begins = |name: &[u8]| rest.iter().any(|word| word.starts_with(name));
    match *command {
        b"build" | b"count" if begins(b"--max-memory") || begins(b"--th") => None,
        b"build" | b"count" => {
            run_pdb_gen(&arguments(&[&[command, &b"--max-memory"[..], b"2"], rest].concat()))
        }
        b"verify" if !rest.iter().all(|word| is_few(word) || word.starts_with(b"pdb/")) => None,
        _ => run_pdb_gen(&arguments(words)),
    }
}

fn run_solve(words: &[&[u8]]) -> Option<Run> {
    let (command, rest) = words.split_first()?;
    let limit: [&[u8]; 2] = [b"--max-nodes", b"300"];
    let has_limit = words.iter().any(|word| word.starts_with(b"--max-n"));
    if has_limit && !words.iter().all(|word| is_few(word)) {
        return None;
    }
    // The multi-tile metric takes no limit: it has no search.
    let is_named = |pair: &[&[u8]]| pair == [&b"--metric"[..], b"mtm"];
    let is_multi_tile = words.contains(&&b"--metric=mtm"[..]) || words.windows(2).any(is_named);
    let limit = if has_limit || is_multi_tile { &[][..] } else { &limit };
    match *command {
        // The options are parsed, but there is no program to run.
        b"validate" => {
            let options = rest.split(|word| *word == b"--").next().unwrap_or_default();
            run_pdb_solve(&arguments(&[&[*command][..], options].concat()))
        }
        b"convert" | b"completions" | b"man" => run_pdb_solve(&arguments(words)),
        b"sample" | b"compare" if !rest.iter().all(|word| is_few(word)) => None,
        b"check" | b"sample" | b"compare" => run_pdb_solve(&arguments(&[&[*command], limit, rest].concat())),
        _ => run_pdb_solve(&arguments(&[limit, words].concat())),
    }
}

fn arguments(words: &[&[u8]]) -> Vec<OsString> {
    words.iter().map(|word| OsString::from_vec(word.to_vec())).collect()
}

/// Creates a folder for this process on the first call, and makes it the current one. Removes the
/// files of earlier command lines, and restores those that command lines may use.
fn stand_in_a_folder() {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder =
            tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a folder of our own");
        std::env::set_current_dir(folder.path()).expect("the folder is there");
        // No one answers at a terminal.
        rustix::stdio::dup2_stdin(File::open("/dev/null").expect("/dev/null exists")).expect("an open file");
        folder
    });
    let names = fs::read_dir(folder.path()).expect("the folder is there").flatten().map(|entry| entry.path());
    for path in names.filter(|path| !KEPT.iter().any(|(name, _)| path.ends_with(name))) {
        let _kept = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
    }
    for (name, text) in KEPT {
        let path = folder.path().join(name);
        let is_there = fs::metadata(&path).is_ok_and(|found| found.len() == text.len() as u64);
        if !is_there && Path::new(name).extension().is_some() {
            fs::write(&path, text).expect("room for a small file");
        }
    }
    // Because this folder exists, the programs do not use the user's own.
    let pdb = folder.path().join("pdb");
    fs::create_dir_all(&pdb).expect("room for a folder");
    // Verifying a table of 2x5 would exceed the time limit of a command line.
    for table in fs::read_dir(&pdb).expect("the folder is there").flatten() {
        if table.metadata().is_ok_and(|found| found.len() > MAX_TABLE_BYTES) {
            let _kept = fs::remove_file(table.path());
        }
    }
    let table = folder.path().join("pdb/2x3-123450.pdb");
    if !table.exists() {
        let built = run_pdb_gen(&arguments(&[b"build", b"2x3", b"-q"]));
        assert_eq!(built.map(|run| run.code), Some(0));
    }
}

/// Slightly more than the size of a 3x3 table in bytes.
const MAX_TABLE_BYTES: u64 = 200_000;

const KEPT: [(&str, &str); 4] = [
    ("pdb", ""),
    ("boards.txt", "123456780\n638541720\n213456780\n1 2 3 4 5 0\n"),
    ("answers.txt", "123456708 R\n123456708 7\n213456780 unsolvable\n"),
    ("answers.csv", "board,moves,length,h\n123456708,R,1,1\n"),
];
