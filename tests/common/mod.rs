//! What several test programs need.
#![allow(dead_code, unreachable_pub, reason = "each test program uses a part of it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tilebase::board::{Board, Goal, Shape};
use tilebase::generate::{Distances, Threads, build};
use tilebase::notation::read_board;
use tilebase::oracle::Oracle;
use tilebase::space::{Pattern, Space};
use tilebase::table::Encoding;

/// The 3x3 board with these digits.
pub fn board(digits: &str) -> Board {
    read_board(digits, Some(Shape::THREE_BY_THREE)).unwrap()
}

/// The 3x3 goal with these digits.
pub fn goal(digits: &str) -> Goal {
    Goal::new(board(digits))
}

/// The full puzzle of a goal.
pub fn full_space(goal: &Goal) -> Space {
    Space::new(goal, &Pattern::full(goal.shape())).unwrap()
}

/// All distances to a goal.
pub fn distances(goal: &Goal) -> Distances {
    build(goal, Threads::One, |_| ()).unwrap()
}

/// An oracle in memory.
pub fn oracle(goal: &Goal, encoding: Encoding) -> Oracle<Vec<u8>> {
    let table = distances(goal).image(encoding).unwrap().into_table().unwrap();
    Oracle::new(table, goal).unwrap()
}

/// Every 3x3 board, solvable or not: 9! of them.
pub fn every_board() -> Vec<Board> {
    fn extend(numbers: &mut Vec<u32>, boards: &mut Vec<Board>) {
        if numbers.len() == 9 {
            boards.push(Board::new(Shape::THREE_BY_THREE, numbers).unwrap());
            return;
        }
        for number in 0..9 {
            if !numbers.contains(&number) {
                numbers.push(number);
                extend(numbers, boards);
                numbers.pop();
            }
        }
    }
    let mut boards = Vec::new();
    extend(&mut Vec::new(), &mut boards);
    boards
}

/// One of the two programs, to be run in a folder, with no table folder named by the environment.
pub fn program(name: &str, folder: &Path) -> Command {
    let path = match name {
        "pdb-gen" => env!("CARGO_BIN_EXE_pdb-gen"),
        "pdb-solve" => env!("CARGO_BIN_EXE_pdb-solve"),
        other => panic!("no program {other}"),
    };
    let mut command = Command::new(path);
    command.current_dir(folder).env_remove("PDB_DIR");
    command
}

/// Runs a program with arguments in a folder.
pub fn run(name: &str, folder: &Path, args: &[&str]) -> Output {
    program(name, folder).args(args).output().unwrap()
}

/// The exit code, the standard output and the standard error.
pub fn parts(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// A folder of its own for a test.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// The names of everything in a folder, hidden files too.
pub fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The default table's path within a folder.
pub fn default_table(folder: &Path) -> PathBuf {
    folder.join("pdb/3x3-123456780.pdb")
}

/// Puts the checksums of a 3x3 table's file right again after its bytes were changed: those of the chunks, which
/// stand at the header's end, then the head's own.
pub fn forge_checksums(bytes: &mut [u8]) {
    let header_len = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let (head, payload) = bytes.split_at_mut(4096);
    let chunks: Vec<u32> = payload.chunks(1 << 16).map(crc32fast::hash).collect();
    let place = 20 + header_len - 4 * chunks.len();
    for (nth, checksum) in chunks.iter().enumerate() {
        head[place + 4 * nth..][..4].copy_from_slice(&checksum.to_le_bytes());
    }
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&head[..16]);
    hasher.update(&head[20..]);
    head[16..20].copy_from_slice(&hasher.finalize().to_le_bytes());
}
