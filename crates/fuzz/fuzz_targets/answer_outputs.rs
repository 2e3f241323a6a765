//! Answers anywhere in the output of a program, as `pdb-solve validate` finds them. No input may
//! cause a panic, and every answer that is understood is judged. The rows of
//! `tests/data/answers.tsv` must get the verdict listed there, whatever surrounds them. A right
//! path among meaningless lines may be overlooked, but must not be judged wrong.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilebase::board::{Board, Goal, Move, Shape};
use tilebase::notation::{MoveForm, MoveOptions};
use tilebase_cli::fuzzing::{PRESETS, judge_output};
use tilebase_fuzz::answers::{Choices, check_messages, kind_of, rows};

/// First byte of an input that selects a row.
const ROW: u8 = b'=';
/// First byte of an input that selects a path and its surroundings; any other input is an output.
const PATH: u8 = b'>';

fuzz_target!(|input: &[u8]| match input.split_first() {
    Some((&ROW, choices)) => dressed_row(Choices(choices)),
    Some((&PATH, choices)) => path_among_lines(Choices(choices)),
    _ => any_output(input),
});

fn any_output(output: &[u8]) {
    let board = far().0;
    for preset in PRESETS {
        check_messages(&judge_output(preset, output, &board));
    }
}

fn dressed_row(mut choices: Choices<'_>) {
    let row = &rows()[usize::from(u16::from_le_bytes([choices.byte(), choices.byte()])) % rows().len()];
    let before = choices.of(&["", "\n", "\r\n", "\n\n\n"]);
    let behind = choices.of(&["", "\n", "\r\n", " \n", "\n\n"]);
    let output = format!("{before}{}{behind}", row.text);
    let judged = judge_output("auto", output.as_bytes(), &row.board);
    // An estimate alone is not an answer, unless estimates are expected.
    let expected = if row.kind == "admissible" { "malformed" } else { row.kind };
    assert_eq!(kind_of(&judged), expected, "{output:?}: {judged:?}");
}

fn path_among_lines(mut choices: Choices<'_>) {
    let (board, moves) = far();
    let forms = [MoveForm::Letters, MoveForm::Words, MoveForm::Boards];
    let form = *choices.of(&forms);
    let options = MoveOptions { form: Some(form), start: Some(board), ..MoveOptions::default() };
    let path = options.write(&moves).expect("legal moves can be written");
    let name =
        if form == MoveForm::Boards { "\n" } else { *choices.of(&["", "Path: ", "moves = ", "Solution:\n"]) };
    let length = *choices.of(&["", "\nLength: 6\n", "\n6 moves\n"]);
    let lines = choices.0.len() / 2;
    let (before, behind) = choices.0.split_at(lines);
    let output = format!("{}\n{name}{path}\n{length}{}", saying_nothing(before), saying_nothing(behind));
    for preset in ["auto", "moves"] {
        if let Ok(findings) = judge_output(preset, output.as_bytes(), &board) {
            let right = findings.iter().all(|finding| finding.is_right(false));
            assert!(right, "{preset}: {output:?}: {findings:?}");
        }
    }
}

/// Lines without digits or letters, made of spaces and characters used for drawing.
fn saying_nothing(choices: &[u8]) -> String {
    let signs = b"\n\n\n  .,;!#*=_~-+%&@$'?";
    choices.iter().map(|choice| char::from(signs[usize::from(*choice) % signs.len()])).collect()
}

/// A board six moves from the goal, and its path.
fn far() -> (Board, [Move; 6]) {
    let moves = [Move::Up, Move::Left, Move::Up, Move::Left, Move::Down, Move::Down];
    let goal = Goal::blank_last(Shape::THREE_BY_THREE).board();
    let board = moves.iter().try_fold(goal, |board, step| board.after(*step)).expect("legal moves");
    let mut back = moves.map(Move::inverse);
    back.reverse();
    (board, back)
}
