//! Reading boards from any bytes must not panic. A board that was read must stay the same when
//! written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilebase::notation::{BoardForm, BoardOptions, Boards, write_board};

fuzz_target!(|bytes: &[u8]| {
    for read in Boards::new(bytes, BoardOptions::default()).flatten() {
        for form in BoardForm::ALL {
            let Ok(text) = write_board(&read.board, form) else { continue };
            let options = BoardOptions { shape: Some(read.board.shape()), ..BoardOptions::default() };
            let again = Boards::new(text.as_bytes(), options).next();
            assert_eq!(
                again.and_then(Result::ok).map(|again| again.board),
                Some(read.board),
                "{form}: {text}"
            );
        }
    }
});
