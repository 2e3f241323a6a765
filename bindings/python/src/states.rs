//! All boards of a goal and their distances, as arrays in index order.

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::prelude::*;
use tilebase::Goal;
use tilebase::oracle::DistanceBlocks;
use tilebase::space::{FullSpace, StateIndex};

use crate::batch::PART;
use crate::batches::misshapen;
use crate::board_functions::oracle_of;
use crate::cache::tables_of;
use crate::failure;
use crate::goal::goal_of_shape;
use crate::interruptible::interruptible;
use crate::limits::CallLimits;
use crate::shape::read_optional_shape;

/// All boards that can reach the goal, in index order.
///
/// Parameters
/// ----------
/// shape
///     Rows and columns, up to ten cells; by default, those of the goal, or 3x3.
/// goal
///     A board or the name of a goal; by default, the blank is last.
///
/// Returns
/// -------
/// ndarray
///     The boards, a uint8 array of shape (n, cells): (181440, 9) for 3x3.
///
/// Raises
/// ------
/// TableTooLargeError
///     If the shape has more than ten cells: use Table.build, and Table.boards for the ones you
///     need.
/// ShapeError, GoalError
///     If the shape is invalid, or the goal is malformed or does not fit.
///
/// Examples
/// --------
/// >>> import tilebase
/// >>> boards = tilebase.all_boards()
/// >>> boards.shape, boards[174942]
/// ((181440, 9), array([6, 3, 8, 5, 4, 1, 7, 2, 0], dtype=uint8))
#[pyfunction]
#[pyo3(signature = (shape=None, goal=None))]
pub(crate) fn all_boards<'py>(
    py: Python<'py>,
    shape: Option<&Bound<'py, PyAny>>,
    goal: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let goal = goal_of_shape(read_optional_shape(shape)?, goal)?;
    check_size(py, &goal, goal.shape().cells() as u64)?;
    let space = FullSpace::new(&goal).map_err(|error| failure::too_large(py, error, None))?;
    boards_at(py, &space, space.states(), &|place| place)
}

/// The distances of all boards that can reach the goal, in the order of all_boards().
///
/// Parameters
/// ----------
/// shape, goal
///     As for all_boards.
///
/// Returns
/// -------
/// ndarray
///     An int16 array of shape (n,): signed, so that differences do not wrap.
///
/// Raises
/// ------
/// TableTooLargeError, ShapeError, GoalError
///     As for all_boards.
///
/// Examples
/// --------
/// >>> import tilebase
/// >>> distances = tilebase.all_distances()
/// >>> distances[174942], distances.max(), distances.dtype
/// (np.int16(28), np.int16(31), dtype('int16'))
#[pyfunction]
#[pyo3(signature = (shape=None, goal=None))]
pub(crate) fn all_distances<'py>(
    py: Python<'py>,
    shape: Option<&Bound<'py, PyAny>>,
    goal: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<i16>>> {
    let goal = goal_of_shape(read_optional_shape(shape)?, goal)?;
    check_size(py, &goal, 1)?;
    let tables = tables_of(py, &goal, CallLimits::UNLIMITED)?;
    let all = DistanceBlocks::new(oracle_of(py, &tables)?.table()).and_then(DistanceBlocks::all);
    let all = all.map_err(|error| failure::oracle(py, &error, None))?;
    Ok(all.iter().copied().map(i16::from).collect::<Vec<_>>().into_pyarray(py))
}

/// Limits the size of complete arrays to that of the tables that are built without an explicit
/// request.
fn check_size(py: Python<'_>, goal: &Goal, bytes_each: u64) -> PyResult<()> {
    const MAX_CELLS: usize = 10;

    /// Tables of up to this number of cells fit in the memory of usual machines: 240 MB for 3x4.
    const MAX_CELLS_OF_A_TABLE: usize = 12;
    let shape = goal.shape();
    if shape.cells() <= MAX_CELLS {
        return Ok(());
    }
    let states = FullSpace::new(goal).map_err(|error| failure::too_large(py, error, None))?.states();
    let bytes = states.saturating_mul(bytes_each);
    let (rows, columns) = (shape.rows(), shape.columns());
    let advice = if shape.cells() <= MAX_CELLS_OF_A_TABLE {
        format!(
            "build a table with Table.build(({rows}, {columns})), and pass the indexes you need to its \
             boards() method"
        )
    } else {
        "too many for a table; use Solver for single boards".to_owned()
    };
    let message = format!("all {states} boards of {shape} would take {bytes} bytes: {advice}");
    Err(failure::too_large(py, message, Some(bytes)))
}

/// The boards at `len` indexes: `index_of` maps each place in the result to an index.
pub(crate) fn boards_at<'py>(
    py: Python<'py>,
    space: &FullSpace,
    len: u64,
    index_of: &(dyn Fn(u64) -> u64 + Sync),
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let cells = space.shape().cells();
    let bytes = len.saturating_mul(cells as u64);
    let too_large = |py| failure::too_large(py, format!("{len} boards take {bytes} bytes"), Some(bytes));
    let mut boards = Vec::new();
    // A failed allocation must become an exception, not abort the process.
    let room = usize::try_from(bytes).ok().and_then(|bytes| boards.try_reserve_exact(bytes).ok());
    room.ok_or_else(|| too_large(py))?;
    let boards = interruptible(py, |interrupt| {
        for place in 0..len {
            if place.is_multiple_of(PART as u64) && interrupt.is_raised() {
                break;
            }
            if let Some(board) = space.board_at(StateIndex::new(index_of(place))) {
                boards.extend(board.tiles().iter().map(|tile| tile.number()));
            }
        }
        boards
    })?;
    let len = boards.len() / cells;
    Ok(Array2::from_shape_vec((len, cells), boards).map_err(misshapen)?.into_pyarray(py))
}
