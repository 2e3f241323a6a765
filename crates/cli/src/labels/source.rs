//! The boards of each shard.

use std::io::BufRead;
use std::sync::Arc;

use anyhow::{Context, bail};
use tilebase::board::{Board, Goal, Shape};
use tilebase::notation::{GoalName, Lines};

use super::data_set::{BoardOrigin, DataSetSpec};
use crate::batch::has_board;

/// The source of boards. Clones share the given boards.
#[derive(Clone, Debug)]
pub(crate) enum BoardSource {
    /// Generated as the data set says: uniformly, with replacement, from all boards that can reach
    /// the goal, or as the ends of random walks.
    Drawn,
    /// Read from an input; all of one shape and solvable.
    Given(Arc<[Board]>),
}

/// Maximum number of boards to read: they stay in memory, 30 bytes each.
const MAX_READ: usize = 1 << 26;

impl BoardSource {
    /// Reads boards, one per line. Without a shape, the first board determines it. Empty lines and
    /// comments are skipped.
    ///
    /// All are validated before the work starts, so that an error is not found only after hours.
    ///
    /// # Errors
    /// If a line is not a board, has another shape, or cannot reach the goal, with the line's
    /// number; if there are no lines, or too many to keep in memory.
    pub(crate) fn read(
        input: impl BufRead,
        shape: Option<Shape>,
        name: &GoalName,
    ) -> anyhow::Result<(Self, Goal)> {
        let mut goal = shape.or_else(|| name.likely_shape()).map(|shape| name.on(shape)).transpose()?;
        let mut boards = Vec::new();
        for (number, line) in (1..).zip(Lines::new(input)) {
            // The error for an unreadable line already contains its number.
            let line = line?;
            if !has_board(line.as_bytes()) {
                continue;
            }
            let wrong = || format!("line {number}");
            let board = Board::read(&line, goal.map(|goal| goal.shape())).with_context(wrong)?;
            let goal = match goal {
                Some(goal) => goal,
                None => *goal.insert(name.on(board.shape()).with_context(wrong)?),
            };
            goal.check_reachable(&board).with_context(wrong)?;
            if boards.len() == MAX_READ {
                bail!("too many boards: at most {MAX_READ} fit in memory; label them in parts");
            }
            boards.push(board);
        }
        let goal =
            goal.filter(|_| !boards.is_empty()).context("the input has no boards: expected one per line")?;
        Ok((Self::Given(boards.into()), goal))
    }

    /// The description of given boards; `None` for generated ones.
    pub(crate) fn origin(&self) -> Option<BoardOrigin> {
        let Self::Given(boards) = self else { return None };
        let mut hasher = blake3::Hasher::new();
        for board in boards.iter() {
            board.tiles().iter().for_each(|tile| {
                hasher.update(&[tile.number()]);
            });
        }
        let blake3 = hasher.finalize().to_hex().to_string();
        Some(BoardOrigin::Given { count: boards.len() as u64, blake3 })
    }

    /// Returns the boards of a shard.
    ///
    /// # Errors
    /// If this many boards cannot be generated at once.
    pub(crate) fn boards_of(
        &self,
        shard: u64,
        data_set: &DataSetSpec,
        goal: &Goal,
    ) -> anyhow::Result<Vec<Board>> {
        let size = usize::try_from(data_set.boards_of(shard))?;
        match self {
            Self::Drawn => {
                let seed = data_set.seed_of(shard).context("boards are drawn by a seed")?;
                Ok(data_set.population().draw(goal, size, seed)?)
            }
            Self::Given(boards) => {
                let first = usize::try_from(data_set.first_of(shard))?;
                Ok(boards.iter().skip(first).take(size).copied().collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_cannot_be_labeled_is_named() {
        let read = |text: &str, shape| {
            BoardSource::read(text.as_bytes(), shape, &GoalName::default()).map(|(_, goal)| goal.shape())
        };
        assert_eq!(read("123450786\n1 2 3 4 0 5 7 8 6\n", None).unwrap(), Shape::THREE_BY_THREE);
        let wide = Shape::new(2, 3).unwrap();
        assert_eq!(read("123450\n", Some(wide)).unwrap(), wide);
        for (text, complaint) in [
            ("", "the input has no board"),
            ("# none\n\n", "the input has no board"),
            ("# one\n\n12345678\n", "line 3"),
            ("123456780\n213456780\n", "line 2: 213456780 cannot reach the goal 123456780"),
            ("123456780\n1230\n", "line 2"),
            ("123456780\n123456770\n", "line 2"),
        ] {
            let error = format!("{:#}", read(text, None).unwrap_err());
            assert!(error.contains(complaint), "{text:?}: {error}");
        }
    }
}
