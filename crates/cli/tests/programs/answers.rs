//! `check` and `validate` understand the answers of another solver in the same way.

use std::fs;
use std::path::Path;

use crate::common::{folder, parts, run};
use serde_json::{Value, json};

const TABLE: &str = include_str!("../../../../tests/data/answers.tsv");

/// A text about a board, and the kind of finding that it must get.
struct Row {
    board: &'static str,
    kind: &'static str,
    text: &'static str,
}

fn rows() -> Vec<Row> {
    let lines = TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let columns = lines.map(|line| line.splitn(3, '\t').collect::<Vec<_>>());
    columns.map(|columns| Row { board: columns[0], kind: columns[1], text: columns[2] }).collect()
}

/// The kind of the finding of `check` for each line of a file; of several findings, the first wrong
/// one.
fn kinds_by_check(folder: &Path, lines: &[String], first: u64) -> Vec<String> {
    fs::write(folder.join("lines"), lines.join("\n")).unwrap();
    let (_, out, err) =
        parts(&run("pdb-solve", folder, &["check", "lines", "--verbose", "--quiet", "--format", "json"]));
    let findings: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of_line = |number: u64| {
        // Inconsistencies concern several lines.
        let of_it = |finding: &&Value| finding["line"] == number && finding["kind"] != "inconsistent";
        let mut of_line = findings.iter().filter(of_it);
        let wrong = of_line.clone().find(|finding| finding["right"] == false);
        let finding = wrong.or_else(|| of_line.next());
        finding.unwrap_or_else(|| panic!("line {number}: {out}{err}"))["kind"].as_str().unwrap().to_owned()
    };
    (first..=lines.len() as u64).map(of_line).collect()
}

/// The kind of the finding of `validate` for an output.
fn kind_by_validate(folder: &Path, row: &Row) -> String {
    fs::write(folder.join("output"), format!("{}\n", row.text)).unwrap();
    let options = ["--quiet", "--format", "csv", "--notation", "digits"];
    let args = [&["validate", row.board], &options[..], &["--", "cat", "output"]].concat();
    let (_, out, err) = parts(&run("pdb-solve", folder, &args));
    let line = out.lines().nth(1).unwrap_or_else(|| panic!("{}: {out}{err}", row.text));
    // `check` requires an answer on every line, while an output only has to contain one, so the
    // kinds differ.
    line.split(',').nth(2).unwrap().replace("not-understood", "malformed")
}

/// The text as a line for `check`: after the board, or with the board among the fields of an
/// object.
fn as_line(row: &Row) -> String {
    match row.text.strip_prefix('{') {
        Some(fields) => format!("{{\"board\":\"{}\",{fields}", row.board),
        None => format!("{} {}", row.board, row.text),
    }
}

/// The rows with an unexpected finding, one per line.
fn differences<'a>(rows: impl IntoIterator<Item = (&'a Row, String)>, reader: &str) -> String {
    let wrong = rows.into_iter().filter(|(row, found)| row.kind != found);
    wrong
        .map(|(row, found)| format!("{reader}: {} {:?}: {found}, not {}\n", row.board, row.text, row.kind))
        .collect()
}

#[test]
fn check_and_validate_read_answers_alike() {
    let folder = folder();
    let rows = rows();
    assert!(rows.len() > 150, "{} rows", rows.len());
    let lines: Vec<String> = rows.iter().filter(|row| !row.text.starts_with('{')).map(as_line).collect();
    let plain = rows.iter().filter(|row| !row.text.starts_with('{'));
    let mut wrong = differences(plain.zip(kinds_by_check(folder.path(), &lines, 1)), "check, lines");

    let objects: Vec<&Row> = rows.iter().filter(|row| row.text.starts_with('{')).collect();
    let lines: Vec<String> = objects.iter().copied().map(as_line).collect();
    let found = kinds_by_check(folder.path(), &lines, 1);
    wrong += &differences(objects.into_iter().zip(found), "check, objects");

    // An answer in a field must be read like one next to a board, and like an output.
    let plain: Vec<&Row> = rows.iter().filter(|row| !row.text.starts_with('{')).collect();
    let answers = plain.iter().map(|row| json!({ "board": row.board, "answer": row.text }).to_string());
    let answers: Vec<String> = answers.collect();
    let found = kinds_by_check(folder.path(), &answers, 1);
    wrong += &differences(plain.iter().copied().zip(found), "check, answers in objects");
    let records = plain.iter().map(|row| format!("{},\"{}\"", row.board, row.text.replace('"', "\"\"")));
    let records: Vec<String> = std::iter::once("board,answer".to_owned()).chain(records).collect();
    let found = kinds_by_check(folder.path(), &records, 2);
    wrong += &differences(plain.into_iter().zip(found), "check, records");

    // An output with an answer that cannot be judged is not understood, nor is an estimate alone.
    let of_output = |row: &Row| Row {
        kind: if matches!(row.kind, "unjudged" | "admissible") { "malformed" } else { row.kind },
        ..*row
    };
    let outputs: Vec<Row> = rows.iter().map(of_output).collect();
    let found = outputs.iter().map(|row| kind_by_validate(folder.path(), row));
    wrong += &differences(outputs.iter().zip(found), "validate");
    assert!(wrong.is_empty(), "{} differ:\n{wrong}", wrong.lines().count());
}
