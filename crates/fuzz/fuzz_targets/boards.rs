//! Reading boards from any bytes must not panic. A board that was read must stay the same when
//! written and read again, also in a frame and with bars.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilebase::board::Board;
use tilebase::notation::{BoardForm, BoardOptions, Boards};

fuzz_target!(|bytes: &[u8]| {
    for read in Boards::new(bytes, BoardOptions::default()).flatten() {
        for form in BoardForm::ALL {
            let Ok(text) = form.write(&read.board) else { continue };
            let options = BoardOptions { shape: Some(read.board.shape()), ..BoardOptions::default() };
            let again = Boards::new(text.as_bytes(), options).next();
            assert_eq!(
                again.and_then(Result::ok).map(|again| again.board),
                Some(read.board),
                "{form}: {text}"
            );
        }
        for text in drawn(&read.board) {
            let again = Boards::new(text.as_bytes(), BoardOptions::default()).next();
            assert_eq!(again.and_then(Result::ok).map(|again| again.board), Some(read.board), "{text}");
            assert_eq!(Board::read(&text, None), Ok(read.board), "{text}");
        }
    }
});

/// The board in a frame, and with bars between its tiles.
fn drawn(board: &Board) -> [String; 2] {
    let tiles: Vec<String> = board.tiles().iter().map(ToString::to_string).collect();
    let columns = board.shape().columns();
    let rule = "+---".repeat(columns) + "+\n";
    let rows = || tiles.chunks(columns);
    let framed = rows().map(|row| format!("| {} |\n{rule}", row.join(" | "))).collect::<String>();
    [rule.clone() + &framed, rows().map(|row| row.join("|") + "\n").collect()]
}
