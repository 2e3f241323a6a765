//! Tables above 16 MiB, which are mapped: damage is detected when it is accessed, and a file that
//! changes during a run never leads to a wrong answer.

use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::LazyLock;

use crate::common::{forge_checksums, parts, program, run};
use tilebase::oracle::Oracle;
use tilebase::solve::Population;
use tilebase::table::{Encoding, Table};
use tilebase::{Board, Goal, Shape};

/// The 3x4 table in the encodings `byte` (240 MB) and `mod3` (60 MB), built once.
///
/// Statics are never dropped, so a temporary folder held in one would never be removed. Therefore,
/// the files are in the build folder. The next run replaces them.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("large-tables");
    fs::create_dir_all(&folder).unwrap();
    for encoding in ["byte", "mod3"] {
        let args = ["build", "3x4", "-q", "--force", "--encoding", encoding, "-o", encoding];
        assert_eq!(parts(&run("pdb-gen", &folder, &args)), (Some(0), String::new(), String::new()));
    }
    folder
});

fn goal() -> Goal {
    Goal::blank_last(Shape::new(3, 4).unwrap())
}

/// A copy of a table in the folder of a test.
fn copy_of(encoding: Encoding, folder: &Path) -> PathBuf {
    let copy = folder.join("table.pdb");
    fs::copy(FOLDER.join(encoding.name()), &copy).unwrap();
    copy
}

fn oracle(encoding: Encoding) -> Oracle {
    Oracle::open(&FOLDER.join(encoding.name()), &goal()).unwrap()
}

fn boards(count: usize, seed: u64) -> Vec<Board> {
    Population::Solvable.draw(&goal(), count, seed).unwrap()
}

/// The distance of each board according to the undamaged table.
fn distances(boards: &[Board]) -> Vec<u8> {
    let oracle = oracle(Encoding::Byte);
    boards.iter().map(|board| oracle.distance(board).unwrap().moves()).collect()
}

/// The position of a board's entry in a file: the byte, and the bits in it.
fn entry_of(board: &Board, encoding: Encoding) -> (u64, u8) {
    let oracle = oracle(encoding);
    let index = oracle.space().index_of(board).unwrap().number();
    let head = oracle.table().len_in_bytes() - oracle.table().header().payload_len();
    match encoding {
        Encoding::Byte => (head + index, 0xFF),
        Encoding::Mod3 => (head + index / 4, 0x03 << (index % 4 * 2)),
        Encoding::Bit => (head + index / 8, 1 << (index % 8)),
    }
}

/// Number of entries that are changed, one after the other; can be set in the environment.
fn rounds() -> usize {
    std::env::var("TILEBASE_ROUNDS").map_or(30, |rounds| rounds.parse().unwrap())
}

fn change_byte(file: &Path, place: u64, change: impl Fn(u8) -> u8) {
    let open = OpenOptions::new().read(true).write(true).open(file).unwrap();
    let mut byte = [0];
    open.read_exact_at(&mut byte, place).unwrap();
    open.write_all_at(&[change(byte[0])], place).unwrap();
}

/// An entry is raised or has a bit flipped: that of the board, or of one on its path. A program
/// that reads it must end with exit code 2 and the name of the file; one that does not must give
/// the right answer.
#[test]
fn a_changed_entry_is_never_used() {
    let folder = tempfile::tempdir().unwrap();
    let (mut refused, mut right) = (0, 0);
    for encoding in [Encoding::Byte, Encoding::Mod3] {
        let whole = oracle(Encoding::Byte);
        let file = copy_of(encoding, folder.path());
        let elsewhere = boards(rounds(), 2);
        for (nth, board) in boards(rounds(), 1).iter().enumerate() {
            let path = whole.first_path(board).unwrap();
            // The board itself, then boards farther and farther along its path; every fifth time, a
            // board that is not on the path.
            let steps = path.len().min(nth * 3 % 60);
            let touched = board.along(path.iter().copied().take(steps)).last().map_or(*board, Result::unwrap);
            let (place, bits) = entry_of(if nth % 5 == 4 { &elsewhere[nth] } else { &touched }, encoding);
            let raise = |byte: u8| if encoding == Encoding::Byte { byte + 2 } else { byte ^ bits };
            let flip = |byte: u8| byte ^ (1 << (nth % 2) & bits).max(bits & bits.wrapping_neg());
            let change: &dyn Fn(u8) -> u8 = if nth % 2 == 0 { &raise } else { &flip };
            let before = fs::File::open(&file).unwrap();
            let mut original = [0];
            before.read_exact_at(&mut original, place).unwrap();
            change_byte(&file, place, change);
            let text = board.to_string();
            let (code, out, err) = parts(&run("pdb-solve", folder.path(), &["--table", "table.pdb", &text]));
            match code {
                Some(2) => {
                    assert!(
                        out.is_empty() && err.contains("table.pdb: the payload is damaged in bytes"),
                        "{err}"
                    );
                    refused += 1;
                }
                code => {
                    let expected = format!("{} moves, optimal", path.len());
                    assert!(code == Some(0) && out.contains(&expected), "{text}: {out}{err}");
                    right += 1;
                }
            }
            assert!(nth % 5 == 4 || code == Some(2), "the entry lies on the path");
            change_byte(&file, place, |_| original[0]);
        }
        let (code, _, err) =
            parts(&run("pdb-solve", folder.path(), &["--table", "table.pdb", &boards(1, 1)[0].to_string()]));
        assert_eq!(code, Some(0), "all is as it was: {err}");
    }
    println!("{refused} refused, {right} right");
    assert!(refused >= 2 * rounds() / 5 * 4 && right > 0, "{refused} refused, {right} right");
}

/// A table modulo 3 of this size is verified by recomputing its levels, not board by board.
#[test]
fn verify_finds_wrong_entries_with_right_checksums() {
    let folder = tempfile::tempdir().unwrap();
    let whole = fs::read(FOLDER.join("mod3")).unwrap();
    let verify = |bytes: &[u8], options: &[&str]| {
        fs::write(folder.path().join("table.pdb"), bytes).unwrap();
        parts(&run("pdb-gen", folder.path(), &[&["verify", "table.pdb"], options].concat()))
    };
    let (code, out, _) = verify(&whole, &[]);
    assert!(code == Some(0) && out.contains("239,500,800 entries match a recomputation"), "{out}");
    let (code, out, _) = verify(&whole, &["--sample", "500"]);
    assert!(code == Some(0) && out.contains("nothing wrong at 500 of 239,500,800 boards"), "{out}");

    for (board, flip) in boards(2, 3).iter().zip([1, 2]) {
        let mut bytes = whole.clone();
        let (place, bits) = entry_of(board, Encoding::Mod3);
        bytes[place as usize] ^= flip * (bits & bits.wrapping_neg());
        forge_checksums(&mut bytes);
        let (code, out, err) = verify(&bytes, &["--quiet"]);
        assert_eq!((code, err.as_str()), (Some(1), ""));
        let expected = "wrong: rule 6 is violated (the entries match a recomputation): ";
        assert!(out.contains(&format!("{expected}{board} has")), "{board}: {out}");
    }

    // One entry in four is wrong, so any sample of boards contains some of them.
    let mut bytes = whole;
    let head = bytes.len() - 59_875_200;
    bytes[head..].iter_mut().for_each(|byte| *byte ^= 1);
    forge_checksums(&mut bytes);
    let (code, out, err) = verify(&bytes, &["--sample", "20"]);
    assert!(code == Some(1) && err.is_empty() && out.contains("wrong: rule "), "{out}{err}");
}

/// A verification that does not fit is refused, with the memory that it needs.
#[test]
fn verify_reports_what_it_cannot_do() {
    let folder = tempfile::tempdir().unwrap();
    copy_of(Encoding::Mod3, folder.path());
    let (code, out, err) =
        parts(&run("pdb-gen", folder.path(), &["verify", "table.pdb", "--max-memory", "10"]));
    assert_eq!((code, out.as_str()), (Some(2), ""));
    let expected = "this proof does not fit: table.pdb: 32.3 MB of memory in addition to the table; \
                    --max-memory allows 10.0 MB";
    assert!(err.contains(expected), "{err}");
    run("pdb-gen", folder.path(), &["build", "2x3", "--pattern", "1,2", "-q", "-o", "pattern.pdb"]);
    let (code, out, err) =
        parts(&run("pdb-gen", folder.path(), &["verify", "pattern.pdb", "--sample", "10"]));
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("--sample only applies to full tables"), "{err}");
}

/// Runs everything that reads entries on a table with one damaged piece.
#[test]
fn every_reader_of_entries_names_the_damage() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for encoding in [Encoding::Byte, Encoding::Mod3] {
        let file = copy_of(encoding, path);
        let (place, _) = entry_of(&goal().board().after(tilebase::Move::Up).unwrap(), encoding);
        change_byte(&file, place, |byte| byte ^ 1);
        for (name, args) in [
            ("pdb-solve", &["--table", "table.pdb", "3x4:hardest"][..]),
            ("pdb-gen", &["info", "table.pdb"]),
            ("pdb-gen", &["verify", "table.pdb"]),
            ("pdb-gen", &["export", "table.pdb", "-o", "out.npy"]),
        ] {
            let args: Vec<String> =
                args.iter().map(|arg| arg.replace("3x4:hardest", &boards(1, 3)[0].to_string())).collect();
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let (code, out, err) = parts(&run(name, path, &args));
            assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}: {err}");
            assert!(err.contains("table.pdb: the payload is damaged in bytes"), "{args:?}: {err}");
            assert!(!path.join("out.npy").exists());
        }
    }
}

/// The table of a batch is truncated during the run: earlier answers are right, and the run ends
/// with an error that names the file. The same holds for files that are overwritten.
#[test]
fn a_table_changed_during_a_batch_gives_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let asked = boards(2000, 4);
    let right = distances(&asked);
    for (encoding, after, len) in [
        (Encoding::Byte, 0, Some(0)),
        (Encoding::Byte, 1, Some(5000)),
        (Encoding::Byte, 200, Some(1 << 20)),
        (Encoding::Mod3, 3, Some(30_000_000)),
        (Encoding::Byte, 7, None),
    ] {
        let file = copy_of(encoding, folder.path());
        let mut solver = program("pdb-solve", folder.path());
        solver.args(["--table", "table.pdb", "--input", "-", "--format", "csv"]);
        solver.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut solver = solver.spawn().unwrap();
        let mut input = solver.stdin.take().unwrap();
        let mut output = BufReader::new(solver.stdout.take().unwrap()).lines();
        let header =
            |output: &mut dyn Iterator<Item = std::io::Result<String>>| output.next().unwrap().unwrap();
        let mut answers = Vec::new();
        let mut printed_header = false;
        for board in &asked[..after] {
            writeln!(input, "{board}").unwrap();
            if !std::mem::replace(&mut printed_header, true) {
                assert!(header(&mut output).starts_with("board,"));
            }
            answers.push(output.next().unwrap().unwrap());
        }
        match len {
            Some(len) => OpenOptions::new().write(true).open(&file).unwrap().set_len(len).unwrap(),
            // In place, like `cp`.
            None => fs::write(&file, fs::read(FOLDER.join("mod3")).unwrap()).unwrap(),
        }
        let rest: String = asked[after..].iter().map(|board| format!("{board}\n")).collect();
        let writer = std::thread::spawn(move || {
            let _closed = input.write_all(rest.as_bytes());
        });
        answers.extend(output.map(Result::unwrap).skip(usize::from(!printed_header)));
        writer.join().unwrap();
        let mut messages = String::new();
        std::io::Read::read_to_string(&mut solver.stderr.take().unwrap(), &mut messages).unwrap();
        assert_eq!(solver.wait().unwrap().code(), Some(2), "{messages}");
        assert_eq!(answers.len(), asked.len());
        let mut refused = 0;
        for ((board, distance), answer) in asked.iter().zip(&right).zip(&answers) {
            assert!(answer.starts_with(&format!("\"{board}\",")), "{answer}");
            let is_right = answer.contains(&format!(",true,{distance},"));
            assert!(is_right != answer.contains("table.pdb: "), "{answer}");
            refused += usize::from(!is_right);
        }
        assert!(messages.contains(&format!("{refused} of 2000 lines have no answer")), "{messages}");
        assert_eq!(refused, asked.len() - after, "all after the change");
    }
}

/// The library alone: truncation of an open table is reported, and a table in memory is not
/// affected.
#[test]
fn the_library_survives_a_truncated_table() {
    Table::catch_lost_files().unwrap();
    Table::catch_lost_files().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = copy_of(Encoding::Mod3, folder.path());
    let board = boards(1, 9)[0];
    let [mapped, read] =
        [Table::open(&file), Table::read(&file)].map(|table| Oracle::new(table.unwrap(), &goal()).unwrap());
    let distance = mapped.distance(&board).unwrap();
    OpenOptions::new().write(true).open(&file).unwrap().set_len(8192).unwrap();
    let error = mapped.distance(&board).unwrap_err();
    assert!(error.to_string().contains("table.pdb: the file was cut short while it was in use"), "{error}");
    assert!(mapped.table().payload().is_err() && mapped.table().blake3().is_err());
    assert_eq!(read.distance(&board).unwrap(), distance);
}
