//! Random boards, of known difficulty where there is a table.

use std::ops::RangeInclusive;

use fastrand::Rng;

use crate::board::{Board, Goal, MAX_CELLS, Move, Shape, Tile};
use crate::oracle::{Oracle, OracleError, Supplied, SupplyError, TableBytes, supply};
use crate::space::StateIndex;
use crate::table::Folder;

/// The most states that are looked through for boards of some depth: 2x5, 3x3 and smaller.
pub(super) const MOST_STATES: u64 = 1 << 22;

/// The most boards that are drawn at a time: they are kept in memory, 30 bytes each.
const MOST_DRAWN: usize = 1 << 24;

/// Which boards to draw from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Population {
    /// All boards that can reach the goal, each with the same chance, again and again.
    Solvable,
    /// All boards that can't, in the same way.
    Unsolvable,
    /// Boards of these depths, each at most once.
    Depths(RangeInclusive<u32>),
    /// Boards of each depth by itself, from 0 to the deepest, each at most once.
    EveryDepth,
    /// Boards of the deepest level, each at most once.
    Hardest,
    /// Ends of random walks of so many moves from the goal, none of which takes back the one before.
    Walks(u32),
}

/// Why there is no sample.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SampleError {
    /// The board has too many states to look through.
    #[error("{shape} has too many states to look through for boards of some depth")]
    TooLarge {
        /// The shape.
        shape: Shape,
    },
    /// More boards than are kept in memory.
    #[error(
        "{asked} boards are more than can be drawn at a time, {most}: draw them in parts, with other seeds"
    )]
    TooMany {
        /// The boards asked for.
        asked: usize,
        /// The most.
        most: usize,
    },
    /// No board has such a depth.
    #[error("no board of {shape} is {from} to {to} moves away: the deepest is {deepest}", from = asked.start(), to = asked.end())]
    NoSuchDepth {
        /// The shape.
        shape: Shape,
        /// The depths that were asked for.
        asked: RangeInclusive<u32>,
        /// The largest distance.
        deepest: u32,
    },
    /// There is no table to tell depths from.
    #[error(transparent)]
    NoTable(#[from] SupplyError),
    /// The table is wrong.
    #[error(transparent)]
    Table(#[from] OracleError),
}

/// Draws so many boards (of every depth so many, if that is asked). The same seed gives the same boards on every
/// machine. Where depths are asked for, the table is taken from the folder, or built.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::report::{Population, draw_sample};
/// use tilebase::table::Folder;
///
/// let goal = Goal::blank_last(Shape::new(2, 2)?);
/// let folder = Folder::new(tempfile::tempdir()?.path().to_owned());
/// let boards = draw_sample(&goal, &Population::EveryDepth, 1, 7, &folder)?;
/// assert_eq!((boards.len(), boards[0]), (7, goal.board()));
/// let large = Goal::blank_last(Shape::new(5, 5)?);
/// assert!(draw_sample(&large, &Population::Solvable, 9, 7, &folder)?.iter().all(|b| large.is_reachable_from(b)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SampleError`] if there is no table, it is too large to look through, or no board has such a depth.
pub fn draw_sample(
    goal: &Goal,
    population: &Population,
    count: usize,
    seed: u64,
    folder: &Folder,
) -> Result<Vec<Board>, SampleError> {
    if count > MOST_DRAWN {
        return Err(SampleError::TooMany { asked: count, most: MOST_DRAWN });
    }
    let mut random = Rng::with_seed(seed);
    let many =
        |random: &mut Rng, draw: &dyn Fn(&mut Rng) -> Board| (0..count).map(|_| draw(random)).collect();
    match population {
        Population::Solvable => Ok(many(&mut random, &|random| random_board(goal, true, random))),
        Population::Unsolvable => Ok(many(&mut random, &|random| random_board(goal, false, random))),
        Population::Walks(moves) => Ok(many(&mut random, &|random| walk(goal, *moves, random))),
        Population::EveryDepth => {
            let oracle = oracle(goal, folder)?;
            let strata = draw_by_depth(&oracle, Some, count, &mut random)?;
            Ok(strata.into_iter().flatten().collect())
        }
        Population::Hardest => {
            let oracle = oracle(goal, folder)?;
            let deepest = deepest(&oracle);
            draw_of_depths(&oracle, &(deepest..=deepest), count, &mut random)
        }
        Population::Depths(depths) => {
            let oracle = oracle(goal, folder)?;
            let deepest = deepest(&oracle);
            if depths.is_empty() || *depths.start() > deepest {
                return Err(SampleError::NoSuchDepth { shape: goal.shape(), asked: depths.clone(), deepest });
            }
            draw_of_depths(&oracle, depths, count, &mut random)
        }
    }
}

fn deepest(oracle: &Oracle<TableBytes>) -> u32 {
    oracle.histogram().len().saturating_sub(1) as u32
}

fn draw_of_depths(
    oracle: &Oracle<TableBytes>,
    depths: &RangeInclusive<u32>,
    count: usize,
    random: &mut Rng,
) -> Result<Vec<Board>, SampleError> {
    let only_stratum = |depth: usize| depths.contains(&(depth as u32)).then_some(0);
    Ok(draw_by_depth(oracle, only_stratum, count, random)?.pop().unwrap_or_default())
}

/// A board that can reach the goal, or can't, each with the same chance: a shuffled board, or, if that is in the wrong
/// half, the one that it is paired with by an exchange of the first two tiles.
fn random_board(goal: &Goal, is_solvable: bool, random: &mut Rng) -> Board {
    let shape = goal.shape();
    let mut tiles = [Tile::BLANK; MAX_CELLS];
    tiles[..shape.cells()].copy_from_slice(goal.board().tiles());
    random.shuffle(&mut tiles[..shape.cells()]);
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
    Board::of_whole(shape, tiles, blank.unwrap_or(shape.last_cell()))
}

fn walk(goal: &Goal, moves: u32, random: &mut Rng) -> Board {
    let mut board = goal.board();
    let mut last: Option<Move> = None;
    for _ in 0..moves {
        let steps = board.successors().map(|(step, _)| step);
        let onward: Vec<Move> = steps.filter(|step| last != Some(step.inverse())).collect();
        last = random.choice(onward);
        let _is_legal = last.is_some_and(|step| board.slide(step));
    }
    board
}

/// Of each stratum of depths so many boards, or all if there are fewer, each with the same chance (reservoir sampling),
/// by stratum. Depths without a stratum are left out.
fn draw_by_depth(
    oracle: &Oracle<TableBytes>,
    stratum_of: impl Fn(usize) -> Option<usize>,
    count: usize,
    random: &mut Rng,
) -> Result<Vec<Vec<Board>>, SampleError> {
    let space = oracle.space();
    // How many boards there were so far, and those that are kept.
    let mut strata: Vec<(usize, Vec<Board>)> = Vec::new();
    for board in (0..space.states()).filter_map(|number| space.board_at(StateIndex::new(number))) {
        let Some(stratum) = stratum_of(oracle.distance(&board)?.moves().into()) else { continue };
        strata.resize_with(strata.len().max(stratum + 1), Default::default);
        let (seen, boards) = &mut strata[stratum];
        *seen += 1;
        if boards.len() < count {
            boards.push(board);
        } else if let Some(replaced) = boards.get_mut(random.usize(..*seen)) {
            *replaced = board;
        }
    }
    Ok(strata.into_iter().map(|(_, boards)| boards).collect())
}

fn oracle(goal: &Goal, folder: &Folder) -> Result<Oracle<TableBytes>, SampleError> {
    let too_large = || SampleError::TooLarge { shape: goal.shape() };
    match supply(goal, folder) {
        Err(SupplyError::NotBuilt { .. } | SupplyError::OutOfReach { .. } | SupplyError::TooLarge(_)) => {
            Err(too_large())
        }
        Ok(Supplied { oracle, .. }) if oracle.space().states() > MOST_STATES => Err(too_large()),
        supplied => Ok(supplied?.oracle),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> (tempfile::TempDir, Folder) {
        let folder = tempfile::tempdir().unwrap();
        let kept = Folder::new(folder.path().to_owned());
        (folder, kept)
    }

    /// Pearson's test of the depths of drawn boards against the table's histogram, classes of under ten expected boards
    /// put together.
    fn chi_squared(boards: &[Board], oracle: &Oracle<TableBytes>, histogram: &[u64]) -> (f64, usize) {
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

    #[test]
    fn solvable_boards_are_drawn_with_equal_chances() {
        let (_kept, folder) = folder();
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let boards = draw_sample(&goal, &Population::Solvable, 100_000, 3, &folder).unwrap();
        let oracle = oracle(&goal, &folder).unwrap();
        let histogram = oracle.histogram().to_vec();
        let (uniform, classes) = chi_squared(&boards, &oracle, &histogram);
        assert!(classes > 20);
        // One in a thousand of uniform samples is above 57 with 28 degrees of freedom.
        assert!(uniform < 57.0, "chi-squared {uniform} over {classes} classes");
        let walks = draw_sample(&goal, &Population::Walks(60), 100_000, 3, &folder).unwrap();
        assert!(
            chi_squared(&walks, &oracle, &histogram).0 > 200.0,
            "walks are not uniform, and the test sees it"
        );
    }

    #[test]
    fn populations_hold_what_they_say() {
        let (_kept, folder) = folder();
        let goal = Goal::snail(Shape::THREE_BY_THREE);
        let draw = |population, count| draw_sample(&goal, &population, count, 5, &folder).unwrap();
        let oracle = oracle(&goal, &folder).unwrap();
        let depth = |board: &Board| u32::from(oracle.distance(board).unwrap().moves());
        assert!(draw(Population::Unsolvable, 1000).iter().all(|board| !goal.is_reachable_from(board)));
        assert!(draw(Population::Depths(20..=22), 50).iter().all(|board| (20..=22).contains(&depth(board))));
        assert_eq!(draw(Population::Depths(0..=1), 50).len(), 5, "there are no more");
        let hardest = draw(Population::Hardest, 1000);
        assert!(hardest.len() == 148 && hardest.iter().all(|board| depth(board) == 30));
        assert!(draw(Population::Walks(7), 100).iter().all(|board| [1, 3, 5, 7].contains(&depth(board))));
        let every = draw(Population::EveryDepth, 3);
        assert!(every.len() == 1 + 30 * 3 && every.is_sorted_by_key(depth));
        let too_deep = draw_sample(&goal, &Population::Depths(31..=40), 1, 5, &folder).unwrap_err();
        assert_eq!(too_deep.to_string(), "no board of 3x3 is 31 to 40 moves away: the deepest is 30");
    }
}
