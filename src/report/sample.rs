//! Random boards of known difficulty.

use crate::board::{Board, Goal, Shape};
use crate::oracle::{OracleError, Supplied, SupplyError, supply};
use crate::space::StateIndex;
use crate::table::Folder;

/// The most states that are looked through for boards of every depth: 2x5, 3x3 and smaller.
const MOST_STATES: u64 = 1 << 22;

/// Why there is no sample.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SampleError {
    /// The board has too many states to look through.
    #[error("{shape} has too many states to draw boards of every depth from: name boards instead")]
    TooLarge {
        /// The shape.
        shape: Shape,
    },
    /// There is no table to tell depths from.
    #[error(transparent)]
    NoTable(#[from] SupplyError),
    /// The table is wrong.
    #[error(transparent)]
    Table(#[from] OracleError),
}

/// Boards of every depth from 0 to the deepest, so many of each where there are that many, drawn with equal chances
/// (reservoir sampling). The same seed gives the same boards. The table is taken from the folder, or built.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::report::sample_by_depth;
/// use tilebase::table::Folder;
///
/// let goal = Goal::blank_last(Shape::new(2, 2)?);
/// let folder = tempfile::tempdir()?;
/// let boards = sample_by_depth(&goal, 1, 7, &Folder::new(folder.path().to_owned()))?;
/// assert_eq!((boards.len(), boards[0]), (7, goal.board()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SampleError`] if there is no table, or it is too large to look through.
pub fn sample_by_depth(
    goal: &Goal,
    of_each_depth: usize,
    seed: u64,
    folder: &Folder,
) -> Result<Vec<Board>, SampleError> {
    let Supplied { oracle, .. } = match supply(goal, folder) {
        Err(SupplyError::NotBuilt { shape, .. }) => return Err(SampleError::TooLarge { shape }),
        supplied => supplied?,
    };
    let space = oracle.space();
    if space.states() > MOST_STATES {
        return Err(SampleError::TooLarge { shape: goal.shape() });
    }
    let mut random = fastrand::Rng::with_seed(seed);
    // By depth: how many boards there were so far, and those that were kept.
    let mut kept: Vec<(usize, Vec<Board>)> = Vec::new();
    for board in (0..space.states()).filter_map(|number| space.board_at(StateIndex::new(number))) {
        let depth = usize::from(oracle.distance(&board)?.moves());
        kept.resize_with(kept.len().max(depth + 1), Default::default);
        let (seen, boards) = &mut kept[depth];
        *seen += 1;
        if boards.len() < of_each_depth {
            boards.push(board);
        } else if let Some(replaced) = boards.get_mut(random.usize(..*seen)) {
            *replaced = board;
        }
    }
    Ok(kept.into_iter().flat_map(|(_, boards)| boards).collect())
}
