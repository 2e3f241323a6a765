//! Reading any text as moves must not panic, with or without a board. Moves read on a board must be
//! legal on it, and must stay the same when written in any form and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilebase::board::{Board, Goal, Move, Shape};
use tilebase::notation::{MoveConvention, MoveForm, MoveOptions};

fuzz_target!(|text: &str| {
    let start = Goal::blank_last(Shape::THREE_BY_THREE).board();
    for form in MoveForm::ALL.map(Some).into_iter().chain([None]) {
        for start in [None, Some(start)] {
            let read = (MoveOptions { form, start, ..MoveOptions::default() }).read(text);
            if let (Ok(moves), Some(start)) = (read, start) {
                let end = moves.iter().try_fold(start, |board, step| board.after(*step));
                assert!(end.is_some());
                if form.is_none() {
                    comes_back(start, &moves);
                }
            }
        }
    }
});

fn comes_back(start: Board, moves: &[Move]) {
    for form in MoveForm::ALL {
        for convention in [MoveConvention::Blank, MoveConvention::Tile] {
            let options =
                MoveOptions { form: Some(form), convention, start: Some(start), ..MoveOptions::default() };
            let text = options.write(moves).expect("legal moves can be written");
            let again = options.read(&text);
            assert_eq!(again.as_deref(), Ok(moves), "{form}: {text}");
        }
    }
}
