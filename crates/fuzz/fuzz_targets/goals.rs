//! Reading any text as a goal must succeed or fail without a panic. A goal that was read must stay
//! the same when written and read again. On every shape that it fits, it must be reachable from
//! itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilebase::board::{Goal, Shape};
use tilebase::notation::GoalName;

fuzz_target!(|text: &str| {
    let name: GoalName = match text.parse() {
        Ok(name) => name,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert_eq!(name.to_string().parse(), Ok(name), "{name}");
    if let Some(shape) = name.shape() {
        assert_eq!(name.likely_shape(), Some(shape));
        assert_eq!(name.on(shape).map(|goal| goal.shape()), Ok(shape));
    }
    for shape in
        (2..=5).flat_map(|rows| (2..=5).map(move |columns| Shape::new(rows, columns))).map(Result::unwrap)
    {
        match name.on(shape) {
            Ok(goal) => {
                assert_eq!(goal.shape(), shape);
                assert!(goal.is_reachable_from(&goal.board()));
                assert_eq!(Goal::new(goal.board()), goal);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
