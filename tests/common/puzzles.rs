//! Boards, goals, and tables for many tests.

use tilebase::board::{Board, Goal, Shape};
use tilebase::generate::{Distances, Generator};
use tilebase::oracle::Oracle;
use tilebase::table::Encoding;

/// The 3x3 board with these digits.
pub fn board(digits: &str) -> Board {
    Board::read(digits, Some(Shape::THREE_BY_THREE)).unwrap()
}

/// The 3x3 goal with these digits.
pub fn goal(digits: &str) -> Goal {
    Goal::new(board(digits))
}

/// The distances of all boards from a goal.
pub fn distances(goal: &Goal) -> Distances {
    Generator::for_goal(goal).unwrap().threads(1).distances().unwrap()
}

/// An oracle with a table in memory.
pub fn oracle(goal: &Goal, encoding: Encoding) -> Oracle {
    let table = distances(goal).encoded(encoding).unwrap().into_table();
    Oracle::new(table, goal).unwrap()
}

/// All 9! 3x3 boards, solvable or not.
pub fn every_board() -> Vec<Board> {
    fn extend(numbers: &mut Vec<u32>, boards: &mut Vec<Board>) {
        if numbers.len() == 9 {
            boards.push(Board::new(Shape::THREE_BY_THREE, numbers).unwrap());
            return;
        }
        for number in 0..9 {
            if !numbers.contains(&number) {
                numbers.push(number);
                extend(numbers, boards);
                numbers.pop();
            }
        }
    }
    let mut boards = Vec::new();
    extend(&mut Vec::new(), &mut boards);
    boards
}
