//! The tables in `docs/my-solver.md`: every row is tested with a program that behaves as described.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{folder, parts, program, project, run};
use serde_json::Value;

/// A row: the behavior of the program, and the code in each of the other cells.
struct Row {
    name: String,
    cells: Vec<Vec<String>>,
}

/// The texts between backticks in a table cell, in which `\|` is a bar.
fn code(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(|code| code.replace("\\|", "|")).collect()
}

/// The rows of the table whose header starts with these words.
fn table(header: &str) -> Vec<Row> {
    let page = fs::read_to_string(project().join("docs/my-solver.md")).unwrap();
    let begin = format!("| {header} |");
    let tables: Vec<&str> = page.split("\n\n").filter(|part| part.starts_with(&begin)).collect();
    let rows = tables.iter().flat_map(|table| table.lines().skip(2));
    let rows = rows.map(|line| {
        let line = line.replace("\\|", "\u{1}");
        let cells: Vec<String> =
            line.trim_matches('|').split('|').map(|cell| cell.trim().replace('\u{1}', "\\|")).collect();
        Row { name: cells[0].clone(), cells: cells[1..].iter().map(|cell| code(cell)).collect() }
    });
    rows.collect()
}

/// Writes an executable file.
fn write_program(folder: &Path, name: &str, script: &str) {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Quotes a text for the shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// Runs a command of the page on boards. Returns the exit code and the output.
fn tried(folder: &Path, boards: &[&str], command: &str) -> (Option<i32>, String) {
    let rest = command.strip_prefix("validate ").expect("a command of the page begins with validate");
    let solve = program("pdb-solve", folder).get_program().to_str().unwrap().to_owned();
    let script = format!("{} validate {} {rest}", quoted(&solve), boards.join(" "));
    let output = Command::new("sh").args(["-c", &script]).current_dir(folder).output().unwrap();
    let (code, out, err) = parts(&output);
    (code, format!("{script}\n{out}{err}"))
}

/// Boards two moves and one move from the goal, and an unsolvable one.
fn boards(command: &str) -> [&'static str; 3] {
    if command.contains("--goal snail") {
        ["123864075", "123864705", "213804765"]
    } else {
        ["123456078", "123450786", "213456780"]
    }
}

#[test]
fn programs_get_boards_in_the_form_they_read() {
    let folder = folder();
    let solver = project().join("tests/solvers/reads.py");
    for Row { name, cells } in table("it reads") {
        let [command] = cells[0].as_slice() else { panic!("{name}: one command is expected") };
        let script = format!("exec python3 {} {} \"$@\"", quoted(solver.to_str().unwrap()), quoted(&name));
        write_program(folder.path(), "solver", &script);
        let (code, printed) = tried(folder.path(), &boards(command), command);
        assert!(code == Some(0) && printed.contains(" right: "), "{name}: {printed}");
        // The program reads no other form, and none is tried if a notation is given.
        // Without a placeholder, the board would be tried as an argument.
        let other = if name.contains("argument") { "--stdin '{}' -- ./solver" } else { "-- ./solver x {}" };
        let (code, printed) =
            tried(folder.path(), &["123456078"], &format!("validate --notation digits {other}"));
        assert!(matches!(code, Some(1 | 2)), "{name}: {printed}");
    }
}

/// The page states that common notations are detected.
#[test]
fn common_forms_are_detected() {
    let folder = folder();
    let solver = project().join("tests/solvers/reads.py");
    let mut found = 0;
    for Row { name, cells } in table("it reads") {
        let command = &cells[0][0];
        let Some((before, after)) = command.split_once("--notation ") else { continue };
        let (form, after) = after.split_once(' ').unwrap();
        // Notations are only tried if the board is a single argument or the whole input.
        if ["--stdin", "{rows}", "{file}"].iter().any(|place| command.contains(place)) {
            continue;
        }
        let script = format!("exec python3 {} {} \"$@\"", quoted(solver.to_str().unwrap()), quoted(&name));
        write_program(folder.path(), "solver", &script);
        let (code, printed) =
            tried(folder.path(), &boards(command), &format!("{before}--timeout 60 {after}"));
        let is_named = printed.contains(&format!("using --notation {form}, which works"));
        assert!(code == Some(0) && is_named, "{name}: {printed}");
        found += 1;
    }
    assert!(found >= 8, "{found}");
}

#[test]
fn functions_are_called_as_the_page_says() {
    let folder = folder();
    let solvers = project().join("tests/solvers");
    let source = format!(
        "import sys\nsys.path.append({:?})\nfrom functions import letters\n\
         def solve(board):\n    return letters(board)\n\
         class Puzzle:\n    def solve(self, board):\n        return letters(board)\n    bfs = solve\n",
        solvers.to_str().unwrap()
    );
    fs::write(folder.path().join("solver.py"), &source).unwrap();
    let notebook = serde_json::json!({"cells": [{"cell_type": "code", "source": source}]});
    fs::write(folder.path().join("solver.ipynb"), notebook.to_string()).unwrap();
    let has_java = Command::new("javac")
        .arg("-d")
        .arg(folder.path().join("bin"))
        .arg(solvers.join("Functions.java"))
        .status();
    for Row { name, cells } in table("it is") {
        let command = &cells[0][0];
        if command.contains("--java") && has_java.is_err() {
            eprintln!("not checked: there is no javac for {command}");
            continue;
        }
        let (code, printed) = tried(folder.path(), &boards(command), command);
        assert!(code == Some(0) && printed.contains(" right: "), "{name}: {printed}");
    }
}

/// Runs a program that prints a text in the way that the row describes.
fn printed_by(folder: &Path, board: &str, name: &str, text: &str, options: &str) -> (Option<i32>, String) {
    fs::write(folder.join("text"), text.replace('⏎', "\n") + "\n").unwrap();
    let to = match name {
        "to the file output.txt" => " > output.txt",
        "to standard error" => " >&2",
        "an error" => " >&2; exit 1",
        _ => "",
    };
    write_program(folder, "solver", &format!("cat text{to}"));
    tried(folder, &[board], &format!("validate {options} -- ./solver {{}}"))
}

/// Checks that every example is read with the option of its row, and that a required option is
/// really required.
fn assert_examples_are_read(rows: &[Row], board: &str) {
    let folder = folder();
    for Row { name, cells } in rows {
        let [examples, options] = cells.as_slice() else { panic!("{name}: two cells are expected") };
        assert!(!examples.is_empty() && options.len() <= 1, "{name}");
        for text in examples {
            let options = options.first().map_or("", String::as_str);
            let (code, printed) = printed_by(folder.path(), board, name, text, options);
            assert!(code == Some(0) && printed.contains(" right: "), "{name}, {text}: {printed}");
            if !options.is_empty() {
                let (code, printed) = printed_by(folder.path(), board, name, text, "");
                assert!(matches!(code, Some(1 | 2)), "{name}, {text} is read without {options}: {printed}");
            }
        }
    }
}

#[test]
fn all_forms_of_output_are_read() {
    let (unsolvable, solved): (Vec<Row>, Vec<Row>) =
        table("it prints").into_iter().partition(|row| UNSOLVABLE_ROWS.contains(&row.name.as_str()));
    assert_eq!(unsolvable.len(), UNSOLVABLE_ROWS.len());
    assert_examples_are_read(&solved, "123406758");
    assert_examples_are_read(&unsolvable, "213456780");
}

/// The rows of the second table, which is about an unsolvable board.
const UNSOLVABLE_ROWS: [&str; 5] =
    ["a sentence, in about thirty languages", "-1", "a word at the end", "an error", "its own word"];

/// A board and a program for each kind of verdict, in the order of the page; `PATH` is a path to
/// the goal with the blank first.
const FAULTS: [(&str, &str, &str); 31] = [
    ("optimal", "123406758", "echo DR"),
    ("all-paths", "123408765", "echo DRULDR; echo RDLURD"),
    ("unsolvable", "213456780", "echo unsolvable"),
    ("solvable", "123406758", "echo '{\"solvable\": true}'"),
    ("longer", "123406758", "echo DUDR"),
    ("costlier", "123406758", "echo DUDR"),
    ("missing-paths", "123408765", "echo DRULDR"),
    ("repeated-path", "123408765", "echo DRULDR; echo RDLURD; echo DRULDR"),
    ("illegal-move", "123456708", "echo 'path: DD'"),
    ("ends-elsewhere", "123406758", "echo 'path: DL'"),
    (
        "starts-elsewhere",
        "123406758",
        "echo '[[1,2,3,4,5,6,0,7,8], [1,2,3,4,5,6,7,0,8], [1,2,3,4,5,6,7,8,0]]'",
    ),
    ("wrong-order", "152803476", "echo 'path: LRDUURDD'"),
    ("reversed", "123406758", "echo 'path: LU'"),
    ("other-convention", "123406758", "echo 'path: UL'"),
    ("other-goal", "123406758", "echo 'path: PATH'"),
    ("length-disagrees", "123406758", "echo 'path: DR'; echo 'length: 3'"),
    ("cost-disagrees", "123406758", "echo 'path: DR'; echo 'cost: 12'"),
    ("other-cost", "123406758", "echo 'cost: 12'"),
    ("too-long", "123406758", "echo 'length: 4'"),
    ("too-short", "867254301", "echo 'length: 3'"),
    ("multi-tile", "123456078", "echo 'length: 1'"),
    ("single-tile", "123456078", "echo 'length: 2'"),
    ("says-unsolvable", "123406758", "echo unsolvable"),
    ("says-solvable", "213456780", "echo 'path: LR'; echo 'length: 2'"),
    ("says-both", "123406758", "echo 'no solution'; echo 'path: DR'"),
    ("not-understood", "123406758", "echo hello"),
    ("crashed", "123406758", "exit 1"),
    ("timed-out", "123406758", "sleep 100"),
    ("flooded", "123406758", "yes"),
    ("not-started", "123406758", ""),
    ("not-reached", "123406758", "echo DR"),
];

#[test]
fn every_verdict_of_the_page_occurs() {
    let folder = folder();
    let named = table("verdict").into_iter().map(|row| code(&row.name).concat());
    assert_eq!(named.collect::<Vec<_>>(), FAULTS.map(|(kind, ..)| kind.to_owned()));
    let solved = run("pdb-solve", folder.path(), &["123406758", "--goal", "blank-first", "--quiet"]);
    let path = parts(&solved).1.lines().nth(1).unwrap().to_owned();
    for (kind, board, script) in FAULTS {
        write_program(folder.path(), "solver", &script.replace("PATH", &path));
        let (options, solver) = match kind {
            "timed-out" => ("--timeout 0.5 --notation digits", "./solver {}"),
            "flooded" => ("--notation digits", "./solver {}"),
            "not-started" => ("", "./missing {}"),
            "costlier" | "cost-disagrees" | "other-cost" => ("--cost tile", "./solver {}"),
            "single-tile" => ("--metric mtm", "./solver {}"),
            "all-paths" | "missing-paths" | "repeated-path" => ("--all-paths", "./solver {}"),
            "not-reached" => ("123406758 123456708 --batch", "./solver"),
            _ => ("", "./solver {}"),
        };
        let (code, printed) =
            tried(folder.path(), &[board], &format!("validate {options} --format json -- {solver}"));
        let json = printed.lines().find(|line| line.starts_with('{')).expect(&printed);
        let report: Value = serde_json::from_str(json).unwrap();
        let found: Vec<&str> =
            report["kinds"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect();
        let is_right = ["optimal", "all-paths", "unsolvable", "solvable"].contains(&kind);
        let expected = if is_right { vec![] } else { vec![kind] };
        assert_eq!(found, expected, "{kind}: {printed}");
        let expected = match kind {
            _ if is_right => 0,
            "not-understood" | "not-started" => 2,
            _ => 1,
        };
        assert_eq!(code, Some(expected), "{kind}: {printed}");
    }
}

/// A new kind of verdict has to be added to the page, too; four kinds occur only in `check`, and
/// one is not understood.
#[test]
fn every_kind_of_verdict_is_on_the_page() {
    const OTHERS: [&str; 5] = ["admissible", "inadmissible", "inconsistent", "malformed", "which-cost"];
    for file in ["src/judge/finding.rs", "crates/cli/src/trial/verdict.rs"] {
        let text = fs::read_to_string(project().join(file)).unwrap();
        let body = text.split("const fn kind(&self)").nth(1).unwrap().split("\n    }\n").next().unwrap();
        let kinds: Vec<&str> = body.split('"').skip(1).step_by(2).collect();
        assert!(kinds.len() > 5, "{file}");
        for kind in kinds {
            let is_known = OTHERS.contains(&kind) || FAULTS.iter().any(|(known, ..)| *known == kind);
            assert!(is_known, "{file}: {kind} is not on the page");
        }
    }
}
