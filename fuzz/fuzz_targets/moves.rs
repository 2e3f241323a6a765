//! Any text is read as moves without a panic, with a board and without one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilebase::board::{Goal, Shape};
use tilebase::notation::{MoveForm, MoveOptions, read_moves};

fuzz_target!(|text: &str| {
    let start = Goal::blank_last(Shape::THREE_BY_THREE).board();
    for form in MoveForm::ALL.map(Some).into_iter().chain([None]) {
        for start in [None, Some(start)] {
            let read = read_moves(text, &MoveOptions { form, start, ..MoveOptions::default() });
            // Whatever is read on a board can be made on it.
            if let (Ok(read), Some(start)) = (read, start) {
                let end = read.moves.iter().try_fold(start, |board, step| board.after(*step));
                assert!(end.is_some());
            }
        }
    }
});
