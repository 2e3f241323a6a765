//! Answers one per line, as `pdb-solve check` reads them. No input may cause a panic, and every
//! answer that is understood is judged. The rows of `tests/data/answers.tsv` must get the verdict
//! listed there, whatever white space surrounds them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilebase_cli::fuzzing::{KINDS, judge_line};
use tilebase_fuzz::answers::{Choices, check_messages, kind_of, rows};

/// First byte of an input that selects a row; any other input is a file.
const ROW: u8 = b'=';

fuzz_target!(|input: &[u8]| match input.split_first() {
    Some((&ROW, choices)) => dressed_row(Choices(choices)),
    _ => any_file(input),
});

fn any_file(input: &[u8]) {
    let mut lines = input.split(|byte| *byte == b'\n');
    let first = String::from_utf8_lossy(lines.next().unwrap_or_default());
    for line in [first.as_bytes()].into_iter().chain(lines.take(8)) {
        for kind in 0..KINDS {
            if let Some(judged) = judge_line(&first, line, kind) {
                check_messages(&judged);
            }
        }
    }
}

fn dressed_row(mut choices: Choices<'_>) {
    let row = &rows()[usize::from(u16::from_le_bytes([choices.byte(), choices.byte()])) % rows().len()];
    let before = choices.of(&["", " ", "\t", "  "]);
    let between = choices.of(&[" ", "  ", "\t", " \t ", ": "]);
    let behind = choices.of(&["", " ", "\t", "\r", "  \r"]);
    let line = match row.text.strip_prefix('{') {
        Some(fields) => format!("{before}{{\"board\":\"{}\",{fields}{behind}", row.board),
        None => format!("{before}{}{between}{}{behind}", row.board, row.text),
    };
    let judged = judge_line(line.trim(), line.as_bytes(), 0).expect("it is a line about a 3x3 board");
    assert_eq!(kind_of(&judged), row.kind, "{line:?}: {judged:?}");
}
