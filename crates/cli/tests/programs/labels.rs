//! `pdb-solve label`: every format has all boards with their lengths, and an interrupted run
//! resumes to the same bytes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use tilebase::board::{Board, Goal, Move, Shape};
use tilebase::notation::{MoveConvention, MoveForm, MoveOptions};
use tilebase::solve::{Algorithm, HeuristicName, Method, MethodOptions, Population};
use tilebase::{Oracle, Solver};

use crate::common::{folder, names_in, parts, program, project, run};

/// A row: a board, its length, and its path, if paths are written.
type Row = (String, u32, Option<String>);

/// Runs `pdb-solve label -q` with these arguments, and expects success without output.
fn label(folder: &Path, words: &str) {
    let args: Vec<&str> = ["label", "-q"].into_iter().chain(words.split(' ')).collect();
    let (code, out, err) = parts(&run("pdb-solve", folder, &args));
    assert_eq!((code, out.as_str(), err.as_str()), (Some(0), "", ""), "{words}: --quiet prints nothing");
}

/// Writes labels of 3x3 and returns the summary.
fn summary(folder: &Path, words: &str) -> String {
    let args: Vec<&str> = std::iter::once("label").chain(words.split(' ')).collect();
    // The first run says that it built the table.
    let (code, out, err) = parts(&run("pdb-solve", folder, &args));
    assert_eq!(code, Some(0), "{words}: {err}");
    out
}

/// The names of the shards in a folder, in order.
fn shards(folder: &Path) -> Vec<String> {
    names_in(folder).into_iter().filter(|name| name.starts_with("labels-")).collect()
}

/// The bytes of all shards.
fn bytes(folder: &Path) -> Vec<Vec<u8>> {
    shards(folder).iter().map(|name| fs::read(folder.join(name)).unwrap()).collect()
}

/// The rows of all shards in any format.
fn rows(folder: &Path, format: &str) -> Vec<Row> {
    shards(folder).iter().flat_map(|name| rows_of(&folder.join(name), format)).collect()
}

fn rows_of(file: &Path, format: &str) -> Vec<Row> {
    match format {
        "csv" => rows_of_csv(&fs::read_to_string(file).unwrap()),
        "npy" => rows_of_records(&fs::read(file).unwrap()),
        "npz" => rows_of_archive(file),
        #[cfg(feature = "parquet")]
        "parquet" => rows_of_parquet(file),
        program => rows_of_pickle(file, program),
    }
}

fn rows_of_csv(text: &str) -> Vec<Row> {
    let mut lines = csv::Reader::from_reader(text.as_bytes());
    let columns: Vec<String> = lines.headers().unwrap().iter().map(str::to_owned).collect();
    assert!(columns == ["board", "length"] || columns == ["board", "length", "path"]);
    let row = |line: csv::StringRecord| {
        (line[0].to_owned(), line[1].parse().unwrap(), line.get(2).map(str::to_owned))
    };
    lines.records().map(|line| row(line.unwrap())).collect()
}

/// The header of a NumPy array, as text, and its items.
fn array(bytes: &[u8]) -> (String, &[u8]) {
    assert_eq!(bytes[..8], *b"\x93NUMPY\x01\x00");
    let begin = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    assert_eq!((begin % 64, bytes[begin - 1]), (0, b'\n'));
    (String::from_utf8(bytes[10..begin].to_vec()).unwrap(), &bytes[begin..])
}

/// The number after a word.
fn number_after(text: &str, word: &str) -> usize {
    let rest = text.split(word).nth(1).unwrap();
    rest.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
}

fn board_of(tiles: &[u8]) -> String {
    Board::from_bytes(Shape::squarest(tiles.len()).unwrap(), tiles).unwrap().to_string()
}

fn path_of(letters: &[u8]) -> String {
    String::from_utf8(letters.to_vec()).unwrap().trim_end_matches('\0').to_owned()
}

fn rows_of_records(bytes: &[u8]) -> Vec<Row> {
    let (header, items) = array(bytes);
    let cells = number_after(&header, "('board', '|u1', (");
    assert!(header.contains("('length', '<u2')") && header.contains("'fortran_order': False"), "{header}");
    let room = header.contains("'path'").then(|| number_after(&header, "('path', '|S"));
    let count = number_after(&header, "'shape': (");
    let records = items.chunks_exact(cells + 2 + room.unwrap_or(0));
    assert!(records.len() == count && records.remainder().is_empty());
    let row = |record: &[u8]| {
        let length = u16::from_le_bytes([record[cells], record[cells + 1]]).into();
        (board_of(&record[..cells]), length, room.map(|_| path_of(&record[cells + 2..])))
    };
    records.map(row).collect()
}

fn rows_of_archive(file: &Path) -> Vec<Row> {
    let mut archive = zip::ZipArchive::new(fs::File::open(file).unwrap()).unwrap();
    let mut names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    names.sort();
    let read = |name: &str, archive: &mut zip::ZipArchive<fs::File>| {
        let mut bytes = Vec::new();
        std::io::copy(&mut archive.by_name(name).unwrap(), &mut bytes).unwrap();
        bytes
    };
    let [boards, lengths] = ["boards.npy", "lengths.npy"].map(|name| read(name, &mut archive));
    let ((header, boards), (of_lengths, lengths)) = (array(&boards), array(&lengths));
    assert!(
        header.contains("'descr': '|u1'") && of_lengths.contains("'descr': '<u2'"),
        "{header} {of_lengths}"
    );
    let count = number_after(&header, "'shape': (");
    assert_eq!(number_after(&of_lengths, "'shape': ("), count);
    let boards = boards.chunks_exact(number_after(&header, &format!("({count}, ")));
    let lengths = lengths.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]]).into());
    assert!(boards.len() == count && lengths.len() == count);
    let paths = if names == ["boards.npy", "lengths.npy", "paths.npy"] {
        let paths = read("paths.npy", &mut archive);
        let (header, items) = array(&paths);
        items.chunks_exact(number_after(&header, "'|S")).map(|letters| Some(path_of(letters))).collect()
    } else {
        assert_eq!(names, ["boards.npy", "lengths.npy"]);
        vec![None; count]
    };
    assert_eq!(paths.len(), count);
    boards.zip(lengths).zip(paths).map(|((tiles, length), path)| (board_of(tiles), length, path)).collect()
}

#[cfg(feature = "parquet")]
fn rows_of_parquet(file: &Path) -> Vec<Row> {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    let reader = SerializedFileReader::new(fs::File::open(file).unwrap()).unwrap();
    let row = |row: parquet::record::Row| {
        let path = (row.len() == 3).then(|| row.get_string(2).unwrap().clone());
        (row.get_string(0).unwrap().clone(), row.get_ushort(1).unwrap().into(), path)
    };
    reader.get_row_iter(None).unwrap().map(|found| row(found.unwrap())).collect()
}

/// Rows of a pickle, read by Python with stand-ins for the classes of the program.
fn rows_of_pickle(file: &Path, program: &str) -> Vec<Row> {
    let reader = project().join("tests/labels/read_pickle.py");
    let output = Command::new("python3").args([&reader, Path::new(program), file]).output();
    let output = output.expect("python3, which scripts/test installs");
    let (code, out, err) = parts(&output);
    assert_eq!(code, Some(0), "{err}");
    rows_of_csv(&out)
}

/// The formats for any goal and shape.
const ANY: &[&str] =
    if cfg!(feature = "parquet") { &["csv", "npy", "npz", "parquet"] } else { &["csv", "npy", "npz"] };

/// Checks every row: the length against the exact distance, and the path by replaying it.
fn check_rows(rows: &[Row], goal: &Goal, convention: MoveConvention, distance: impl Fn(&Board) -> u32) {
    for (text, length, path) in rows {
        let board = Board::read(text, Some(goal.shape())).unwrap();
        assert_eq!(distance(&board), *length, "{text}");
        if let Some(path) = path {
            let options = MoveOptions { form: Some(MoveForm::Letters), convention, ..MoveOptions::default() };
            let moves: Vec<Move> = options.read(path).unwrap();
            let end = board.along(moves.iter().copied()).last().unwrap_or(Ok(board)).unwrap();
            assert_eq!((end, moves.len() as u32), (goal.board(), *length), "{text}");
        }
    }
}

#[test]
fn every_form_has_every_board_with_its_length() {
    let folder = folder();
    let goal = Goal::blank_last(Shape::THREE_BY_THREE);
    let oracle = Oracle::build(&goal).unwrap();
    let distance = |board: &Board| oracle.distance(board).unwrap().moves().into();
    let programs = ["deepcubea", "deepxube"];
    for what in ["boards", "paths", "along-path"] {
        let moves = if what == "paths" { " --moves tile" } else { "" };
        let mut expected = None;
        for format in ANY.iter().chain(&programs) {
            let name = format!("{what}-{format}");
            let out = summary(
                folder.path(),
                &format!(
                    "-n 500 --seed 5 --shard-size 200 --what {what}{moves} --as {format} -o {name} --format \
                     json"
                ),
            );
            let made = folder.path().join(&name);
            assert_eq!(shards(&made).len(), 3, "{name}");
            let rows = rows(&made, format);
            let expected = expected.get_or_insert_with(|| rows.clone());
            assert!(rows == *expected, "{name}");
            assert!(out.contains(&format!("\"files\":3,\"boards\":500,\"rows\":{},", rows.len())), "{out}");
        }
        let rows: Vec<Row> = expected.unwrap();
        check_rows(&rows, &goal, MoveConvention::Tile, distance);
        assert!(rows.iter().all(|(_, _, path)| path.is_some() == (what == "paths")), "{what}");
        if what == "along-path" {
            // Each row is one move closer, up to the goal.
            assert_eq!(rows.iter().filter(|(_, length, _)| *length == 0).count(), 500);
            assert!(rows.windows(2).all(|two| two[0].1 == 0 || two[0].1 == two[1].1 + 1));
            assert!(rows.len() > 10_000);
        } else {
            assert_eq!(rows.len(), 500);
        }
    }
    assert_eq!(
        rows(&folder.path().join("boards-csv"), "csv").iter().map(|row| (&row.0, row.1)).collect::<Vec<_>>(),
        rows(&folder.path().join("paths-csv"), "csv").iter().map(|row| (&row.0, row.1)).collect::<Vec<_>>()
    );
}

/// Compared with a search by another heuristic.
#[test]
fn labels_without_a_table_equal_those_of_another_search() {
    let folder = folder();
    for (shape, goal, count) in [("3x4", "snail", 40), ("4x4", "blank-first", 3), ("2x5", "blank-last", 100)]
    {
        label(folder.path(), &format!("{shape} -n {count} --goal {goal} --what paths --as csv -o {shape}"));
        let rows = rows(&folder.path().join(shape), "csv");
        assert_eq!(rows.len(), count);
        let goal = goal.parse::<tilebase::notation::GoalName>().unwrap().on(shape.parse().unwrap()).unwrap();
        let options =
            MethodOptions { heuristic: Some(HeuristicName::LinearConflict), ..MethodOptions::default() };
        let method = Method::new(Algorithm::Ida, options).unwrap();
        let solver = Solver::builder(&goal).method(method).build().unwrap();
        check_rows(&rows, &goal, MoveConvention::Blank, |board| solver.distance(board).unwrap());
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let folder = folder();
    for what in
        ["-n 1000 --shard-size 90 --what along-path", "4x4 -n 30 --shard-size 4 --what paths --as npy"]
    {
        for threads in 1..=3 {
            label(folder.path(), &format!("{what} --threads {threads} -o {threads}"));
        }
        let first = bytes(&folder.path().join("1"));
        assert!(first.len() >= 8 && first.iter().all(|shard| !shard.is_empty()));
        for threads in ["2", "3"] {
            assert!(bytes(&folder.path().join(threads)) == first, "{what}");
        }
        ["1", "2", "3"].iter().for_each(|name| fs::remove_dir_all(folder.path().join(name)).unwrap());
    }
}

#[test]
fn walks_end_near_the_goal() {
    let folder = folder();
    let walks = "4x4 -n 40 --shard-size 15 --seed 3 --what paths --as csv";
    label(folder.path(), &format!("{walks} --walk 21 -o near"));
    let rows = rows(&folder.path().join("near"), "csv");
    assert_eq!(rows.len(), 40);
    assert!(rows.iter().all(|(_, length, _)| *length <= 21 && length % 2 == 1));
    assert!(rows.iter().any(|(_, length, _)| *length > 11));
    let boards: BTreeSet<&String> = rows.iter().map(|(board, ..)| board).collect();
    assert!(boards.len() > 35, "walks differ");
    let goal = Goal::blank_last(Shape::new(4, 4).unwrap());
    let drawn = Population::Walks(21).draw(&goal, 15, seed_of_first(&folder.path().join("near"))).unwrap();
    assert!(rows.iter().map(|(board, ..)| board.clone()).take(15).eq(drawn.iter().map(Board::to_string)));

    label(folder.path(), "-n 5 --walk 0 --as csv -o goals");
    let goals = self::rows(&folder.path().join("goals"), "csv");
    assert!(goals.iter().all(|(board, length, _)| board == "123456780" && *length == 0));

    // The walks belong to the description of a data set.
    for other in ["--walk 20", ""] {
        let words = format!("label {walks} {other} -o near");
        let (code, _, err) =
            parts(&run("pdb-solve", folder.path(), &words.split_whitespace().collect::<Vec<_>>()));
        assert!(
            code == Some(2) && err.contains("found the ends of 40 random walks of 21 moves with seed 3"),
            "{err}"
        );
    }
    fs::write(folder.path().join("boards.txt"), "123456708\n").unwrap();
    for (words, complaint) in [
        ("label --input boards.txt --walk 3 -o given", "cannot be used with"),
        ("label -n 3 --walk 100001 -o far", "100000"),
    ] {
        let (code, _, err) = parts(&run("pdb-solve", folder.path(), &words.split(' ').collect::<Vec<_>>()));
        assert!(code == Some(2) && err.contains(complaint), "{err}");
    }
}

/// The seed of the first shard.
fn seed_of_first(folder: &Path) -> u64 {
    let manifest = fs::read_to_string(folder.join("labels.jsonl")).unwrap();
    let first = manifest.lines().find(|line| line.contains("\"shard\":0,")).unwrap();
    first.split("\"seed\":").nth(1).unwrap().split(',').next().unwrap().parse().unwrap()
}

#[test]
fn boards_from_a_file_are_labeled_in_order() {
    let folder = folder();
    label(folder.path(), "-n 25 --shard-size 10 --seed 3 --as csv -o drawn");
    let drawn = rows(&folder.path().join("drawn"), "csv");
    let boards: String = drawn.iter().map(|(board, ..)| format!("{board}\n")).collect();
    fs::write(folder.path().join("boards.txt"), &boards).unwrap();
    label(folder.path(), "--input boards.txt --shard-size 10 --as csv -o read");
    assert!(bytes(&folder.path().join("read")) == bytes(&folder.path().join("drawn")));

    // The seed of a shard draws its boards.
    let seed = seed_of_first(&folder.path().join("drawn")).to_string();
    let sample = run("pdb-solve", folder.path(), &["sample", "-n", "10", "--seed", &seed]);
    assert_eq!(parts(&sample).1, boards.lines().take(10).map(|line| format!("{line}\n")).collect::<String>());

    let two = boards.lines().rev().map(|line| format!("{line}\n")).collect::<String>();
    fs::write(folder.path().join("boards.txt"), two).unwrap();
    let args = ["label", "--input", "boards.txt", "--shard-size", "10", "--as", "csv", "-o", "read"];
    let (code, _, err) = parts(&run("pdb-solve", folder.path(), &args));
    assert!(
        code == Some(2)
            && err.contains("describes another data set (boards): expected 25 boards from a file, with hash"),
        "{err}"
    );
}

/// Labels that take some seconds with two threads, in many shards.
const MANY: &str = "4x4 -n 400 --shard-size 10 --what paths --as csv --threads 2";

/// Starts to label many boards, and waits until a shard exists.
fn begin(folder: &Path, shard: usize) -> std::process::Child {
    let mut command = program("pdb-solve", folder);
    command.args(["label", "-q"]).args(MANY.split(' ')).args(["-o", "cut"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let file = folder.join(format!("cut/labels-{shard:05}.csv"));
    while !file.exists() {
        assert!(child.try_wait().unwrap().is_none(), "it was over before it could be ended");
        thread::sleep(Duration::from_millis(2));
    }
    child
}

#[test]
fn a_killed_run_resumes_to_the_same_bytes() {
    let folder = folder();
    let cut = folder.path().join("cut");
    for shard in [0, 4, 9, 14] {
        let mut child = begin(folder.path(), shard);
        child.kill().unwrap();
        child.wait().unwrap();
        // Shards need not be completed in order.
        assert!((1..40).contains(&shards(&cut).len()));
    }
    let args: Vec<&str> = ["label"].into_iter().chain(MANY.split(' ')).chain(["-o", "cut"]).collect();
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &args));
    assert!(
        code == Some(0)
            && err.starts_with("pdb-solve: resuming: ")
            && err.contains(" of 400 labels are in cut ("),
        "{err}"
    );
    assert!(out.contains("boards    400\n"), "{out}");
    // A second run has nothing to do, and prints the same report.
    assert_eq!(parts(&run("pdb-solve", folder.path(), &args)), (Some(0), out, String::new()));
    label(folder.path(), &format!("{MANY} -o whole"));
    assert!(bytes(&cut) == bytes(&folder.path().join("whole")));
    assert!(!names_in(&cut).iter().any(|name| name.ends_with(".tmp")), "{:?}", names_in(&cut));
}

#[cfg(unix)]
#[test]
fn an_interrupt_reports_what_was_kept() {
    let folder = folder();
    let child = begin(folder.path(), 2);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let (code, out, err) = parts(&child.wait_with_output().unwrap());
    assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
    let there = shards(&folder.path().join("cut")).len();
    // Shards need not be completed in order.
    assert!((1..40).contains(&there));
    let (message, kept) =
        (err.strip_prefix("pdb-solve: interrupted: ").unwrap(), number_after(&err, "interrupted: "));
    let files = format!("{kept} of 400 labels are in cut ({there} of 40 files are complete)");
    assert_eq!(message, format!("{files}; run the same command to continue\n"));
    assert!(kept >= there * 10, "{err}");
}

/// An interrupt keeps the labels of an incomplete shard, and the bytes are those of an
/// uninterrupted run.
#[cfg(unix)]
#[test]
fn interrupts_within_a_shard_lose_no_label() {
    let folder = folder();
    let cut = folder.path().join("cut");
    let words = |threads: usize| format!("4x4 -n 300 --what paths --as csv --threads {threads} -o cut");
    let mut kept = 0;
    for (threads, milliseconds) in [(2, 700), (1, 500), (3, 600)] {
        let args: Vec<String> = words(threads).split(' ').map(str::to_owned).collect();
        let mut command = program("pdb-solve", folder.path());
        let child = command.arg("label").args(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let child = child.unwrap();
        thread::sleep(Duration::from_millis(milliseconds));
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let (code, _, err) = parts(&child.wait_with_output().unwrap());
        if code == Some(0) {
            // A fast machine may have labeled all boards.
            break;
        }
        // The run reports the stored labels at the start, unless it was interrupted before.
        if kept > 0 && err.contains("resuming") {
            assert_eq!(number_after(&err, "resuming: "), kept, "{err}");
        }
        if err.contains("interrupted: ") && err.contains("run the same command") {
            let now = number_after(&err, "interrupted: ");
            assert!(now >= kept, "{err}");
            kept = now;
        }
    }
    label(folder.path(), &words(2));
    label(folder.path(), "4x4 -n 300 --what paths --as csv -o whole");
    assert!(bytes(&cut) == bytes(&folder.path().join("whole")));
    assert_eq!(names_in(&cut), ["labels-00000.csv", "labels.jsonl"]);
}

#[test]
fn impossible_labels_are_rejected_with_a_reason() {
    let folder = folder();
    fs::write(folder.path().join("boards.txt"), "123456780\n213456780\n").unwrap();
    fs::write(folder.path().join("file"), "no folder").unwrap();
    label(folder.path(), "-n 20 --as csv --shard-size 10 -o made");
    fs::create_dir(folder.path().join("foreign")).unwrap();
    fs::write(folder.path().join("foreign/labels-00007.npz"), "foreign").unwrap();
    let before = bytes(&folder.path().join("made"));
    for (words, reason) in [
        ("-o x", "missing --count N or --input FILE"),
        ("-n 0 -o x", "--count 0: expected a number, 1 or more"),
        ("-n 5 -o x --shard-size 0", "expected a number from 1 to 1000000"),
        ("-n 5 -o x --input boards.txt", "cannot be used with"),
        ("--input boards.txt --seed 3 -o x", "cannot be used with"),
        (
            "--input boards.txt -o x",
            "boards.txt cannot be labeled: line 2: 213456780 cannot reach the goal 123456780",
        ),
        ("--input absent.txt -o x", "cannot read absent.txt"),
        ("4x4 --goal 123456780 -n 5 -o x", "4x4"),
        ("-n 5 -o x --moves tile", "only applies to --what paths"),
        (
            "2x3 -n 5 -o x --as deepcubea",
            "pickle formats support only square boards with the goal 1,2,..,0, not 2x3",
        ),
        ("-n 5 -o x --as deepxube --goal snail", "not 3x3 with the goal 123804765"),
        ("-n 5 -o x --as deepxube --what paths --moves blank", "remove --moves"),
        (
            "-n 20 --as csv --shard-size 10 --seed 2 -o made",
            "(boards): expected 20 random boards with seed 2, found 20 random boards with seed 1",
        ),
        ("-n 20 --as npy --shard-size 10 -o made", "(format): expected npy, found csv"),
        ("-n 20 --as csv --shard-size 10 --what paths -o made", "(content): expected paths, found boards"),
        ("-n 20 -o foreign", "foreign has labels-00007.npz but no labels.jsonl that describes it"),
        ("-n 5 -o file", "file"),
    ] {
        let args: Vec<&str> = ["label", "-q"].into_iter().chain(words.split(' ')).collect();
        let (code, out, err) = parts(&run("pdb-solve", folder.path(), &args));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{words}: {err}");
        assert!(err.contains(reason), "{words}: {err}");
    }
    assert!(bytes(&folder.path().join("made")) == before);
    assert!(!folder.path().join("x").exists(), "nothing was begun");
}

#[test]
#[cfg(not(feature = "parquet"))]
fn parquet_is_refused_before_anything_is_labeled() {
    let folder = folder();
    let args = ["label", "-n", "5", "-o", "x", "--as", "parquet"];
    let (code, _, err) = parts(&run("pdb-solve", folder.path(), &args));
    assert!(code == Some(2) && err.contains("`cargo install --path crates/cli --features parquet`"), "{err}");
    assert!(!folder.path().join("x").exists());
}
