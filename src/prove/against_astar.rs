//! Compares a table with A* with the Manhattan distance, board by board.

use super::sample::find_first;
use crate::board::Board;
use crate::oracle::Oracle;
use crate::search::{Manhattan, Problem, Search};
use crate::space::StateIndex;

impl Oracle {
    /// Solves distinct random boards by A* and compares the lengths with the table. Compares all
    /// boards if there are no more than `count`. The seed determines the boards, independent of the
    /// machine. `done` is called after each board, on any thread.
    ///
    /// Returns the number of boards compared and, if any differ, the one with the lowest index and
    /// the length of A*'s path for it.
    ///
    /// ```
    /// use tilebase::{Goal, Oracle, Shape};
    ///
    /// let oracle = Oracle::build(&Goal::blank_last(Shape::new(3, 3)?))?;
    /// assert_eq!(oracle.compare_with_astar(20, 1, || {}), (20, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compare_with_astar(
        &self,
        count: u64,
        seed: u64,
        done: impl Fn() + Sync,
    ) -> (u64, Option<(Board, usize)>) {
        let heuristic = Manhattan::new(self.goal());
        let compare = |number: u64| {
            let board = self.space().board_at(StateIndex::new(number))?;
            let problem = Problem::new(board, *self.goal()).expect("all boards of the space are solvable");
            let found = Search::astar(&heuristic).run(&problem);
            let length = found.unwrap_or_else(|limit| unreachable!("no limit is set: {limit}")).moves.len();
            done();
            let agree = self.distance(&board).is_ok_and(|distance| usize::from(distance.moves()) == length);
            (!agree).then_some((board, length))
        };
        find_first(count, seed, self.space().states(), compare)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape};
    use crate::generate::Generator;
    use crate::table::{BuiltTable, Encoding};

    #[test]
    fn astar_finds_the_first_wrong_entry() {
        let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
        let distances = Generator::for_goal(&goal).unwrap().distances().unwrap();
        let mut entries = distances.entries().to_vec();
        let right = (entries[99], entries[200]);
        (entries[99], entries[200]) = (right.0 + 2, right.1 + 2);
        let mut histogram = vec![0; 30];
        entries.iter().for_each(|entry| histogram[usize::from(*entry)] += 1);
        let image = BuiltTable::new(distances.space(), &entries, &histogram, Encoding::Byte).unwrap();
        let oracle = Oracle::new(image.into_table(), &goal).unwrap();
        let first = oracle.space().board_at(StateIndex::new(99)).unwrap();
        let found = oracle.compare_with_astar(u64::MAX, 1, || {});
        assert_eq!(found, (360, Some((first, right.0.into()))));
    }
}
