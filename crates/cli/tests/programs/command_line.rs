//! The two programs from a user's point of view: answers, exit codes, bad input, batches, pipes.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::common::{board, folder, goal, names_in, parts, program, run};
use serde_json::Value;
use tilebase::table::Encoding;

#[test]
fn the_first_run_solves_and_stores_the_table() {
    let folder = folder();
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &["638541720"]));
    assert_eq!((code, out.lines().next()), (Some(0), Some("638541720: 28 moves, optimal")));
    assert_eq!(out.lines().nth(1).map(str::len), Some(28));
    assert_eq!(err, "pdb-solve: built the 3x3 table and saved it as pdb/3x3-123456780.pdb\n");
    assert_eq!(names_in(&folder.path().join("pdb")), ["3x3-123456780.pdb"]);
    let again = parts(&run("pdb-solve", folder.path(), &["638541720"]));
    assert_eq!(again, (Some(0), out, String::new()));
}

/// Each of these errors is reported in one line, with what was expected and found.
#[test]
fn bad_boards_are_explained() {
    let folder = folder();
    let many = "7".repeat(10_000);
    for (text, message) in [
        ("12345678", "expected 9 tiles, found 8; the blank (0) is missing"),
        ("123456789", "tile 9 at place 9 is not one of 0 to 8; the blank (0) is missing"),
        ("1123456780", "expected 9 tiles, found 10; tile 1 appears twice"),
        ("abc", "\"abc\" is not a board: expected tiles"),
        ("", "the board is empty: expected tiles"),
        ("1,2,3,4,5,6,7,8,9,10,0", "no board has 11 cells; expected 9 tiles, found 11"),
        (many.as_str(), "found 10000 tiles, but a board has at most 25 cells: no shape fits"),
    ] {
        let (code, out, err) = parts(&run("pdb-solve", folder.path(), &[text]));
        assert_eq!((code, out.as_str()), (Some(2), ""));
        assert!(err.contains(message), "{err}");
        assert!(err.len() < 400 && err.lines().count() == 1, "{err}");
    }
    assert_eq!(names_in(folder.path()), [""; 0], "no table is needed to refuse a board");
}

#[test]
fn two_boards_in_one_argument_are_not_taken_for_one() {
    let folder = folder();
    for command in [&[][..], &["convert"]] {
        let args = [command, &["123456780 867254301"]].concat();
        let (code, out, err) = parts(&run("pdb-solve", folder.path(), &args));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
        assert!(err.contains("123456780 is a board, or an index before the board 867254301"), "{err}");
    }
    fs::write(folder.path().join("boards.txt"), "1 123456780\n123456780 867254301 638541720\n").unwrap();
    let (code, out, _) = parts(&run("pdb-solve", folder.path(), &["-i", "boards.txt", "-q"]));
    assert_eq!((code, out.lines().next()), (Some(2), Some("123456780: 0 moves, optimal")));
    assert!(out.contains("expected one board per line, found 3: 123456780 867254301 638541720"), "{out}");
}

#[cfg(unix)]
#[test]
fn invalid_utf8_is_explained() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder();
    let board = std::ffi::OsStr::from_bytes(b"1234\xff5678");
    let output = program("pdb-solve", folder.path()).arg(board).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("byte 5 is not UTF-8 text"));
}

#[test]
fn unsolvable_boards_are_reported_at_once() {
    let folder = folder();
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &["213456780"]));
    assert_eq!((code, err.as_str()), (Some(1), "pdb-solve: to see why, run: pdb-solve explain 213456780\n"));
    assert_eq!(out, "213456780: unsolvable: this board and the goal 123456780 have different parity\n");
    assert_eq!(names_in(folder.path()), [""; 0], "no table is needed to see that");
    let astar = run("pdb-solve", folder.path(), &["213456780", "--algorithm", "astar"]);
    assert_eq!(astar.status.code(), Some(1));
}

#[test]
fn a_goal_of_another_size_is_explained() {
    let folder = folder();
    let (code, _, err) = parts(&run("pdb-solve", folder.path(), &["638541720", "--goal", "123450"]));
    assert_eq!(code, Some(2));
    assert_eq!(err, "pdb-solve: the goal 123450 is a 2x3 board, not 3x3\n");
    let (code, _, err) = parts(&run("pdb-solve", folder.path(), &["638541720", "--goal", "12345678"]));
    assert_eq!(code, Some(2));
    assert!(err.contains("a goal is a board, or one of blank-last, blank-first and snail"), "{err}");
    let (code, _, err) = parts(&run("pdb-gen", folder.path(), &["build", "2x3", "--goal", "123456780"]));
    assert_eq!(code, Some(2));
    assert!(err.contains("the goal 123456780 is a 3x3 board"), "{err}");
}

#[test]
fn negative_numbers_are_explained() {
    let folder = folder();
    for (args, message) in [
        (&["1230", "--timeout", "-1"][..], "--timeout -1: expected a time such as 10"),
        (&["1230", "--weight", "-2.5"], "--weight -2.5: expected a number from 1 to 100"),
        (&["1230", "--max-nodes", "-1"], "--max-nodes -1: expected a whole number"),
        (&["sample", "--boards", "depth=-5"], "expected a whole number, found \"\""),
        (&["validate", "--timeout", "-1", "--", "true"], "--timeout -1: expected a time such as 10"),
    ] {
        let (code, _, err) = parts(&run("pdb-solve", folder.path(), args));
        assert!(code == Some(2) && err.contains(message) && !err.contains("-- -"), "{args:?}: {err}");
    }
}

#[test]
fn a_goal_without_rows_gets_the_requested_shape() {
    let folder = folder();
    let solve = |args: &[&str]| parts(&run("pdb-solve", folder.path(), args));
    let (code, out, err) = solve(&["123405", "--shape", "3x2", "--goal", "123450"]);
    assert_eq!((code, out.as_str()), (Some(0), "123405: 1 move, optimal\nR\n"), "{err}");
    assert_eq!(names_in(&folder.path().join("pdb")), ["3x2-123450.pdb"]);
    let (code, _, err) = parts(&run("pdb-gen", folder.path(), &["build", "3x2", "--goal", "123450"]));
    assert_eq!((code, err.contains("pdb/3x2-123450.pdb exists")), (Some(2), true), "{err}");
    // Rows determine the shape: a board with rows gives it to the goal, and a goal with rows to the
    // board.
    assert_eq!(solve(&["12/34/05", "--goal", "123450"]).1, out);
    assert_eq!(solve(&["123405", "--goal", "12/34/50"]).1, out);
    let (code, _, err) = solve(&["123405", "--goal", "12/34/50", "--shape", "2x3"]);
    assert_eq!((code, err.contains("the goal 123450 is a 3x2 board")), (Some(2), true), "{err}");
    let validate = ["validate", "12/34/05", "--goal", "123450", "-q", "--", "echo", "R"];
    let (code, _, err) = solve(&validate);
    assert_eq!((code, err.as_str()), (Some(0), ""));
}

/// The command that `pdb-solve` suggests works as it is.
#[test]
fn the_suggested_build_works() {
    let folder = folder();
    for (shape, goal, board) in [
        ("4x3", "1,2,3,4,5,6,7,8,9,11,10,0", "1,2,3,4,5,6,7,8,9,11,0,10"),
        ("5x3", "1,2,3,4,5,6,7,8,9,10,11,12,14,13,0", "1,2,3,4,5,6,7,8,9,10,11,12,14,0,13"),
    ] {
        let solve = || parts(&run("pdb-solve", folder.path(), &[board, "--shape", shape, "--goal", goal]));
        let (code, out, err) = solve();
        assert_eq!((code, out.lines().nth(1)), (Some(0), Some("R")), "{err}");
        let command = err.trim_end().split("run: ").nth(1).unwrap();
        let words: Vec<&str> = command.split(' ').skip(1).collect();
        let (code, _, err) = parts(&run("pdb-gen", folder.path(), &[&words[..], &["-q"]].concat()));
        assert_eq!((code, err.as_str()), (Some(0), ""), "{command}");
        assert_eq!(solve(), (Some(0), out, String::new()), "the tables are found");
    }
}

#[test]
fn other_shapes_and_goals_are_solved() {
    let folder = folder();
    let solve = |args: &[&str]| parts(&run("pdb-solve", folder.path(), args));
    assert!(solve(&["638541720", "--goal", "first"]).1.starts_with("638541720: 22 moves"));
    assert_eq!(solve(&["638541720", "--goal", "snail"]).0, Some(1));
    assert!(solve(&["812043765", "--goal", "snail"]).1.starts_with("812043765: 5 moves"));
    assert!(solve(&["412503"]).1.starts_with("412503: 5 moves"));
    assert!(solve(&["--shape", "3x2", "123405"]).1.starts_with("123405: 1 move, optimal\nR\n"));
    assert!(solve(&["0,1,2,3,4,5,6,7,8,9", "--goal", "first"]).1.starts_with("0123456789: 0 moves, optimal"));
    let (code, out, err) = solve(&["1 2 3 4 5 6 7 8 9 10 0 11"]);
    assert_eq!((code, out.lines().next()), (Some(0), Some("1,2,3,4,5,6,7,8,9,10,0,11: 1 move, optimal")));
    assert!(err.contains("building the 6-5 pattern databases of 3x4 in memory"), "{err}");
    let (code, _, err) = solve(&["1 2 3 4 5 6 7 8 9 10 11 0", "--algorithm", "table"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("build it with `pdb-gen build 3x4`, or search without it"), "{err}");
}

#[test]
fn json_has_the_documented_fields() {
    let folder = folder();
    let args = ["638541720", "213456780", "oops", "--format", "json", "--stats", "--paths", "count", "-q"];
    let (code, out, _) = parts(&run("pdb-solve", folder.path(), &args));
    assert_eq!(code, Some(2));
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(
        keys(&lines[0]),
        "algorithm board goal heuristic length limit lower_bound metric move_convention moves optimal \
         optimal_paths solvable statistics suboptimality_bound"
    );
    assert_eq!(keys(&lines[0]["statistics"]), "expanded generated peak_open reopened seconds");
    assert_eq!((&lines[0]["length"], &lines[0]["optimal_paths"]), (&Value::from(28), &Value::from(13)));
    assert_eq!((&lines[0]["metric"], &lines[0]["move_convention"]), (&"stm".into(), &"blank".into()));
    assert_eq!((&lines[1]["solvable"], &lines[1]["length"]), (&Value::from(false), &Value::Null));
    assert_eq!(keys(&lines[2]), "board error");
}

#[test]
fn algorithms_and_conventions_agree() {
    let folder = folder();
    let moves = |args: &[&str]| {
        let (_, out, _) =
            parts(&run("pdb-solve", folder.path(), &[args, &["-q", "--format", "json"]].concat()));
        let answer: Value = serde_json::from_str(&out).unwrap();
        answer["moves"].as_str().unwrap().to_owned()
    };
    let blank = moves(&["867254301"]);
    let tile = moves(&["867254301", "--moves", "tile"]);
    let swapped: String = tile.chars().map(|c| ['D', 'U', 'R', 'L']["UDLR".find(c).unwrap()]).collect();
    assert_eq!(blank, swapped);
    assert_eq!(moves(&["867254301", "--algorithm", "astar"]).len(), blank.len());
    let (_, out, _) = parts(&run("pdb-solve", folder.path(), &["867254301", "--paths", "all", "-q"]));
    assert_eq!(out.lines().count(), 1 + 40 + 1);
    assert!(out.ends_with("40 optimal paths\n"));
    let (code, _, err) =
        parts(&run("pdb-solve", folder.path(), &["867254301", "--paths", "all", "-a", "astar"]));
    assert_eq!((code, err.contains("--algorithm table")), (Some(2), true));
}

#[test]
fn a_bad_line_in_a_batch_keeps_its_place() {
    let folder = folder();
    let goal = goal("123456780");
    let space = tilebase::space::FullSpace::new(&goal).unwrap();
    let boards = (0..1000).map(|n| space.board_at(tilebase::space::StateIndex::new(n * 181)).unwrap());
    let mut lines: Vec<String> = boards.map(|board| board.to_string()).collect();
    lines[499] = "63854172x".to_owned();
    fs::write(folder.path().join("boards.txt"), lines.join("\n") + "\n").unwrap();
    for format in ["text", "json", "csv"] {
        let args = ["--input", "boards.txt", "--format", format, "-q"];
        let (code, out, err) = parts(&run("pdb-solve", folder.path(), &args));
        assert_eq!(code, Some(2));
        assert_eq!(err, "pdb-solve: 1 of 1000 lines have no answer; the first is line 500\n");
        let answers: Vec<&str> = match format {
            "csv" => out.lines().skip(1).collect(),
            "json" => out.lines().collect(),
            _ => out.lines().filter(|line| line.contains(':')).collect(),
        };
        assert_eq!(answers.len(), 1000, "{format}");
        assert!(answers[499].contains("unknown symbol"), "{}", answers[499]);
        for (line, answer) in lines.iter().zip(&answers) {
            assert!(answer.contains(line), "{line}: {answer}");
        }
    }
    let args = ["--input", "absent.txt"];
    let (code, _, err) = parts(&run("pdb-solve", folder.path(), &args));
    assert_eq!(code, Some(2));
    assert!(err.contains("cannot read absent.txt: No such file"), "{err}");
}

/// An interactive program gets each answer before it sends the next board.
#[test]
fn answers_come_as_soon_as_boards_do() {
    let folder = folder();
    let mut child = program("pdb-solve", folder.path())
        .args(["--input", "-", "--format", "json", "-q"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut ask = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (board, length) in [("638541720", 28), ("867254301", 31), ("123456780", 0)] {
        writeln!(ask, "{board}").unwrap();
        let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer["length"], length);
    }
    drop(ask);
    assert!(child.wait().unwrap().success());
}

#[test]
fn build_and_info_describe_tables_alike() {
    let folder = folder();
    let json = |args: &[&str]| {
        let (code, out, err) = parts(&run("pdb-gen", folder.path(), args));
        assert_eq!((code, err.as_str()), (Some(0), ""));
        serde_json::from_str::<Value>(&out).unwrap()
    };
    let zero_aware_bits = ["--pattern", "1,2,3,4,5,6", "--zero-aware"];
    for encoding in Encoding::ALL {
        let (of, states, deepest, farthest) = match encoding {
            Encoding::Bit => (&zero_aware_bits[..], 120_960, 23, 8),
            _ => (&[][..], 181_440, 31, 2),
        };
        let encoding = encoding.name();
        let file = format!("{encoding}.pdb");
        let build = [&["build", "--encoding", encoding, "-o", &file, "--format", "json"], of].concat();
        let built = json(&build);
        let mut info = json(&["info", &file, "--format", "json"]);
        assert_eq!(info.as_object_mut().unwrap().remove("file"), Some(file.clone().into()));
        assert_eq!(built, info);
        assert_eq!((&info["states"], &info["deepest"]), (&states.into(), &deepest.into()));
        assert_eq!((&info["histogram"][deepest], &info["encoding"]), (&farthest.into(), &encoding.into()));
        let bytes = fs::read(folder.path().join(&file)).unwrap();
        assert_eq!(info["bytes"], bytes.len());
        assert_eq!(info["blake3"], blake3::hash(&bytes).to_string());
    }
}

#[test]
fn the_folder_is_listed_and_searched() {
    let folder = folder();
    let gen_quietly =
        |args: &[&str]| assert!(run("pdb-gen", folder.path(), &[args, &["-q"]].concat()).status.success());
    gen_quietly(&["build", "--goal", "snail", "--encoding", "mod3"]);
    gen_quietly(&["build", "2x3", "--encoding", "mod3"]);
    let (code, out, _) = parts(&run("pdb-gen", folder.path(), &["list"]));
    assert_eq!((code, out.lines().count()), (Some(0), 3));
    assert!(out.contains("pdb/3x3-123804765.mod3.pdb"), "{out}");
    // The goal has its blank in the same cell as the snail, so that table is used, and no other is
    // built.
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &["--goal", "123405678", "123045678"]));
    assert_eq!((code, out.lines().next(), err.as_str()), (Some(0), Some("123045678: 1 move, optimal"), ""));
    assert_eq!(names_in(&folder.path().join("pdb")).len(), 2);
    let (code, out, _) = parts(&run("pdb-gen", folder.path(), &["list", "--pdb-dir", "nowhere"]));
    assert_eq!((code, out.as_str()), (Some(0), "no tables in nowhere; `pdb-gen build` builds one\n"));
}

#[test]
fn verify_proves_and_compares_with_astar() {
    let folder = folder();
    run("pdb-gen", folder.path(), &["build", "-q"]);
    let args = ["verify", "pdb/3x3-123456780.pdb", "--astar", "2000"];
    let (code, out, err) = parts(&run("pdb-gen", folder.path(), &args));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("right: checksums match, and all 181,440 entries satisfy the five rules"), "{out}");
    assert!(out.contains("A* with Manhattan distance agrees on 2,000 boards"), "{out}");
}

#[test]
fn exports_contain_every_state() {
    let folder = folder();
    run("pdb-gen", folder.path(), &["build", "--encoding", "mod3", "-o", "t.pdb", "-q"]);
    for file in ["t.csv", "t.npy"] {
        assert!(run("pdb-gen", folder.path(), &["export", "t.pdb", "-o", file]).status.success());
    }
    let csv = fs::read_to_string(folder.path().join("t.csv")).unwrap();
    assert_eq!(csv.lines().next(), Some("board,distance"));
    assert_eq!(csv.lines().count(), 181_441);
    assert!(csv.contains("\n638541720,28\n") && csv.contains("\n123456780,0\n"));
    let npy = fs::read(folder.path().join("t.npy")).unwrap();
    assert_eq!(npy.len(), 128 + 181_440);
    assert!(npy.starts_with(
        b"\x93NUMPY\x01\x00\x76\x00{'descr': '|u1', 'fortran_order': False, 'shape': (181440,), }"
    ));
    let space = tilebase::space::FullSpace::new(&goal("123456780")).unwrap();
    let index = space.index_of(&board("638541720")).unwrap().number() as usize;
    assert_eq!(npy[128 + index], 28);
    let (code, _, err) = parts(&run("pdb-gen", folder.path(), &["export", "t.pdb", "-o", "t.xyz"]));
    assert_eq!((code, err.contains("expected .csv, .npy or .parquet")), (Some(2), true));
}

#[test]
fn help_completions_and_man_pages_exist() {
    let folder = folder();
    for name in ["pdb-gen", "pdb-solve"] {
        let (code, out, _) = parts(&run(name, folder.path(), &["--help"]));
        assert_eq!(code, Some(0));
        assert!(out.contains("Examples:") && out.contains("Exit codes:") && !out.contains('\x1b'), "{out}");
        assert!(parts(&run(name, folder.path(), &["--version"])).1.starts_with(&format!("{name} 0.")));
        for shell in ["bash", "zsh", "fish"] {
            assert!(parts(&run(name, folder.path(), &["completions", shell])).1.contains(name));
        }
        assert!(parts(&run(name, folder.path(), &["man"])).1.starts_with(".ie"), "{name}");
        assert!(run(name, folder.path(), &["man", "pages"]).status.success());
        assert!(names_in(&folder.path().join("pages")).contains(&format!("{name}.1")));
    }
    for args in [&["build", "9x9"][..], &["build", "--encoding", "zip"], &["verify"], &["nonsense"], &[]] {
        assert_eq!(run("pdb-gen", folder.path(), args).status.code(), Some(2), "{args:?}");
    }
    assert_eq!(run("pdb-solve", folder.path(), &[]).status.code(), Some(2));
}

/// All messages begin with the name of the program that was started, also those of shared commands.
#[test]
fn messages_begin_with_the_name_of_the_program() {
    let folder = folder();
    for (name, args, expected) in [
        ("tilebase", &["solve", "638541720"][..], "tilebase: built the 3x3 table"),
        ("tilebase", &["solve", "x"], "tilebase: "),
        ("tilebase", &["check", "absent"], "tilebase: "),
        ("tilebase", &["list", "--nonsense"], "tilebase: "),
        ("pdb-solve", &["x"], "pdb-solve: "),
        ("pdb-gen", &["info", "absent"], "pdb-gen: "),
    ] {
        let (_, _, err) = parts(&run(name, folder.path(), args));
        assert!(err.starts_with(expected), "{name} {args:?}: {err}");
    }
}

/// No folder is littered: a table is stored in `./pdb` if it exists, else in the user's cache, and
/// a message says where.
#[test]
fn tables_are_stored_in_the_right_folder() {
    let folder = folder();
    fs::remove_dir(folder.path().join("pdb")).unwrap();
    let solve = |args: &[&str]| parts(&run("pdb-solve", folder.path(), args));
    let (code, _, err) = solve(&["638541720"]);
    let in_cache = folder.path().join("cache/tilebase/3x3-123456780.pdb");
    assert_eq!(code, Some(0));
    assert!(err.contains(&format!("saved it as {}", in_cache.display())) && in_cache.exists(), "{err}");
    assert_eq!(names_in(folder.path()), ["cache"]);
    assert_eq!(solve(&["638541720"]).2, "", "it is found there the next time");
    let (_, out, _) = parts(&run("pdb-gen", folder.path(), &["list"]));
    assert!(out.contains(in_cache.to_str().unwrap()), "{out}");

    fs::create_dir(folder.path().join("pdb")).unwrap();
    assert!(solve(&["638541720"]).2.contains("saved it as pdb/3x3-123456780.pdb"));
    let (_, _, err) = solve(&["638541720", "--pdb-dir", "named"]);
    assert!(err.contains("saved it as named/3x3-123456780.pdb"), "{err}");
    let by_environment =
        program("pdb-solve", folder.path()).env("PDB_DIR", "set").arg("638541720").output().unwrap();
    assert!(parts(&by_environment).2.contains("saved it as set/3x3-123456780.pdb"));
}
