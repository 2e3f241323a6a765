//! Random boards, of given distances if there is a table.

use std::ops::RangeInclusive;

use fastrand::Rng;

use super::error::SolveError;
use crate::board::{Board, Goal, MAX_CELLS, Move, Shape, Tile};
use crate::oracle::Oracle;
use crate::space::StateIndex;

/// Maximum number of boards drawn at once. They are kept in memory, 30 bytes each.
const MAX_DRAWN: usize = 1 << 24;

/// The boards to draw from, regardless of distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Population {
    /// All boards that can reach the goal, uniformly, with replacement.
    Solvable,
    /// All boards that can't reach the goal, uniformly, with replacement.
    Unsolvable,
    /// Ends of random walks of this many moves from the goal. No move undoes the one before.
    Walks(u32),
}

/// The depths of the boards to draw, without replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Depths {
    /// All of these depths together.
    From(RangeInclusive<u32>),
    /// The maximum depth.
    Deepest,
    /// Each depth separately, from 0 to the maximum.
    Each,
}

impl Population {
    /// Draws `count` boards of any shape. The seed determines the boards, independent of the
    /// machine.
    ///
    /// ```
    /// use tilebase::solve::Population;
    /// use tilebase::{Goal, Shape};
    ///
    /// let goal = Goal::blank_last(Shape::new(5, 5)?);
    /// let boards = Population::Solvable.draw(&goal, 9, 7)?;
    /// assert!(boards.len() == 9 && boards.iter().all(|board| goal.is_reachable_from(board)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SolveError::TooManyBoards`] if `count` is above the maximum.
    pub fn draw(self, goal: &Goal, count: usize, seed: u64) -> Result<Vec<Board>, SolveError> {
        check_count(count)?;
        let mut random = Rng::with_seed(seed);
        let draw = |_| match self {
            Self::Solvable => random_board(goal, true, &mut random),
            Self::Unsolvable => random_board(goal, false, &mut random),
            Self::Walks(moves) => walk(goal, moves, &mut random),
        };
        Ok((0..count).map(draw).collect())
    }
}

impl Depths {
    /// Draws `count` boards of these depths, or `count` of each depth for [`Each`](Self::Each); all
    /// if there are fewer. The oracle finds them by scanning all states. The seed determines the
    /// boards, independent of the machine.
    ///
    /// ```
    /// use tilebase::solve::Depths;
    /// use tilebase::{Goal, Oracle, Shape};
    ///
    /// let goal = Goal::blank_last(Shape::new(2, 2)?);
    /// let boards = Depths::Each.draw(&Oracle::build(&goal)?, 1, 7)?;
    /// assert_eq!((boards.len(), boards[0]), (7, goal.board()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SolveError`] if no board has such a depth, `count` is above the maximum, or the table is
    /// wrong.
    pub fn draw(&self, oracle: &Oracle, count: usize, seed: u64) -> Result<Vec<Board>, SolveError> {
        check_count(count)?;
        let mut random = Rng::with_seed(seed);
        let deepest = oracle.histogram().len().saturating_sub(1) as u32;
        match self {
            Self::Each => {
                let strata = draw_by_depth(oracle, Some, count, &mut random)?;
                Ok(strata.into_iter().flatten().collect())
            }
            Self::Deepest => draw_from(oracle, &(deepest..=deepest), count, &mut random),
            Self::From(depths) if depths.is_empty() || *depths.start() > deepest => {
                let shape = oracle.goal().shape();
                Err(SolveError::NoSuchDepth { shape, asked: depths.clone(), deepest })
            }
            Self::From(depths) => draw_from(oracle, depths, count, &mut random),
        }
    }
}

const fn check_count(count: usize) -> Result<(), SolveError> {
    if count > MAX_DRAWN { Err(SolveError::TooManyBoards { asked: count, most: MAX_DRAWN }) } else { Ok(()) }
}

fn draw_from(
    oracle: &Oracle,
    depths: &RangeInclusive<u32>,
    count: usize,
    random: &mut Rng,
) -> Result<Vec<Board>, SolveError> {
    let only_stratum = |depth: usize| depths.contains(&(depth as u32)).then_some(0);
    Ok(draw_by_depth(oracle, only_stratum, count, random)?.pop().unwrap_or_default())
}

/// Draws a board that can reach the goal, or one that can't, uniformly. If the shuffled board has
/// the wrong parity, the first two tiles are exchanged, which pairs the boards of both kinds.
fn random_board(goal: &Goal, is_solvable: bool, random: &mut Rng) -> Board {
    let shape = goal.shape();
    let mut tiles = [Tile::BLANK; MAX_CELLS];
    tiles[..shape.cells()].copy_from_slice(goal.board().tiles());
    for last in 1..shape.cells() {
        tiles.swap(last, below(last + 1, random));
    }
    let board = whole(shape, tiles);
    if goal.is_reachable_from(&board) == is_solvable {
        return board;
    }
    let mut others = (0..shape.cells()).filter(|cell| !tiles[*cell].is_blank());
    if let (Some(one), Some(other)) = (others.next(), others.next()) {
        tiles.swap(one, other);
    }
    whole(shape, tiles)
}

fn whole(shape: Shape, tiles: [Tile; MAX_CELLS]) -> Board {
    let blank = shape.all_cells().find(|cell| tiles[cell.index()].is_blank());
    Board::from_valid(shape, tiles, blank.unwrap_or(shape.last_cell()))
}

fn walk(goal: &Goal, moves: u32, random: &mut Rng) -> Board {
    let mut board = goal.board();
    let mut last: Option<Move> = None;
    for _ in 0..moves {
        let steps = board.successors().map(|(step, _)| step);
        let onward: Vec<Move> = steps.filter(|step| last != Some(step.inverse())).collect();
        last = onward.get(below(onward.len(), random)).copied();
        let _is_legal = last.is_some_and(|step| board.slide(step));
    }
    board
}

/// A random number below `end`, which is at least 1. It is drawn in 64 bits, because a `usize`
/// would give other boards on 32-bit systems, such as WebAssembly.
fn below(end: usize, random: &mut Rng) -> usize {
    random.u64(..end as u64) as usize
}

/// Draws `count` boards from each stratum of depths, or all if there are fewer, uniformly
/// (reservoir sampling). Returns them by stratum. Depths without a stratum are skipped.
fn draw_by_depth(
    oracle: &Oracle,
    stratum_of: impl Fn(usize) -> Option<usize>,
    count: usize,
    random: &mut Rng,
) -> Result<Vec<Vec<Board>>, SolveError> {
    let space = oracle.space();
    // For each stratum, the number of boards so far, and those kept.
    let mut strata: Vec<(usize, Vec<Board>)> = Vec::new();
    for board in (0..space.states()).filter_map(|number| space.board_at(StateIndex::new(number))) {
        let Some(stratum) = stratum_of(oracle.distance(&board)?.moves().into()) else { continue };
        strata.resize_with(strata.len().max(stratum + 1), Default::default);
        let (seen, boards) = &mut strata[stratum];
        *seen += 1;
        if boards.len() < count {
            boards.push(board);
        } else if let Some(replaced) = boards.get_mut(below(*seen, random)) {
            *replaced = board;
        }
    }
    oracle.table().check_unchanged()?;
    Ok(strata.into_iter().map(|(_, boards)| boards).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pearson's chi-squared test of the boards' depths against the table's histogram. Classes with
    /// fewer than ten expected boards are merged.
    fn chi_squared(boards: &[Board], oracle: &Oracle, histogram: &[u64]) -> (f64, usize) {
        let mut found = vec![0_u64; histogram.len()];
        for board in boards {
            found[usize::from(oracle.distance(board).unwrap().moves())] += 1;
        }
        let states: u64 = histogram.iter().sum();
        let (mut classes, mut open) = (Vec::new(), (0.0, 0.0));
        for (found, of_all) in found.iter().zip(histogram) {
            open.0 += *found as f64;
            open.1 += *of_all as f64 / states as f64 * boards.len() as f64;
            if open.1 >= 10.0 {
                classes.push(std::mem::take(&mut open));
            }
        }
        let sum = classes.iter().map(|(found, expected)| (found - expected).powi(2) / expected).sum();
        (sum, classes.len())
    }

    fn oracle(goal: &Goal) -> Oracle {
        Oracle::build(goal).unwrap()
    }

    #[test]
    fn solvable_boards_are_drawn_uniformly() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let boards = Population::Solvable.draw(&goal, 100_000, 3).unwrap();
        let oracle = oracle(&goal);
        let histogram = oracle.histogram().to_vec();
        let (uniform, classes) = chi_squared(&boards, &oracle, &histogram);
        assert!(classes > 20);
        // With 28 degrees of freedom, one in a thousand uniform samples is above 57.
        assert!(uniform < 57.0, "chi-squared {uniform} over {classes} classes");
        let walks = Population::Walks(60).draw(&goal, 100_000, 3).unwrap();
        assert!(
            chi_squared(&walks, &oracle, &histogram).0 > 200.0,
            "walks are not uniform, and the test sees it"
        );
    }

    #[test]
    fn populations_contain_what_they_describe() {
        let goal = Goal::snail(Shape::THREE_BY_THREE);
        let oracle = oracle(&goal);
        let any = |population: Population, count| population.draw(&goal, count, 5).unwrap();
        let draw = |depths: Depths, count| depths.draw(&oracle, count, 5).unwrap();
        let depth = |board: &Board| u32::from(oracle.distance(board).unwrap().moves());
        assert!(any(Population::Unsolvable, 1000).iter().all(|board| !goal.is_reachable_from(board)));
        assert!(draw(Depths::From(20..=22), 50).iter().all(|board| (20..=22).contains(&depth(board))));
        assert_eq!(draw(Depths::From(0..=1), 50).len(), 5, "there are no more");
        let hardest = draw(Depths::Deepest, 1000);
        assert!(hardest.len() == 148 && hardest.iter().all(|board| depth(board) == 30));
        assert!(any(Population::Walks(7), 100).iter().all(|board| [1, 3, 5, 7].contains(&depth(board))));
        let every = draw(Depths::Each, 3);
        assert!(every.len() == 1 + 30 * 3 && every.is_sorted_by_key(depth));
        let too_deep = Depths::From(31..=40).draw(&oracle, 1, 5).unwrap_err();
        assert_eq!(too_deep.to_string(), "no 3x3 board is 31 to 40 moves from the goal: the farthest are 30");
        let too_many = Population::Solvable.draw(&goal, MAX_DRAWN + 1, 5).unwrap_err();
        assert!(matches!(too_many, SolveError::TooManyBoards { .. }));
    }
}
