//! Random boards, as arrays.

use std::hash::{BuildHasher, RandomState};

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use tilebase::solve::{Depths, Population, SolveError};
use tilebase::{Board, Goal};

use crate::batches::misshapen;
use crate::board_functions::{oracle_of, with_table};
use crate::errors::SampleError;
use crate::failure;
use crate::goal::goal_of_shape;
use crate::interruptible::interruptible;
use crate::limits::{read_count, read_optional_count};
use crate::shape::read_optional_shape;

/// Maximum length of a walk; longer ones are not more random.
const MAX_STEPS: u64 = 1_000_000;

/// Maximum number of moves walked between two checks of the interrupt.
const STEPS_IN_A_PART: u64 = 1 << 20;

/// Maximum number of boards drawn between two checks of the interrupt.
const BOARDS_IN_A_PART: u64 = 1 << 16;

/// Draws boards that can reach the goal, uniformly at random.
///
/// Parameters
/// ----------
/// n
///     The number of boards, up to 16,777,216.
/// shape
///     Rows and columns, as (3, 4) or "3x4"; by default, those of the goal, or 3x3.
/// goal
///     A board or the name of a goal; by default, the blank is last.
/// depth
///     A distance from the goal, or a (min, max) pair. Boards are then drawn without replacement,
///     so fewer than n are returned if fewer exist. Requires a table.
/// seed
///     A number from 0 to 2^64 - 1, which gives the same boards on every machine, or a NumPy
///     Generator, from which it is drawn. Without a seed, each call gives other boards.
///
/// Returns
/// -------
/// ndarray
///     The boards, a uint8 array of shape (n, cells).
///
/// Raises
/// ------
/// SampleError
///     If no board has this depth, or n is too large.
/// TableTooLargeError
///     If a depth is given for more than ten cells, and the folder has no table.
/// ShapeError, GoalError, ValueError
///     If the shape, the goal, or a number is invalid.
///
/// Examples
/// --------
/// >>> import tilebase
/// >>> tilebase.distances(tilebase.sample(4, depth=31, seed=7))
/// array([31, 31], dtype=int16)
/// >>> tilebase.sample(1000, shape=(4, 4)).shape
/// (1000, 16)
#[pyfunction]
#[pyo3(signature = (n, *, shape=None, goal=None, depth=None, seed=None))]
pub(crate) fn sample<'py>(
    py: Python<'py>,
    n: &Bound<'py, PyAny>,
    shape: Option<&Bound<'py, PyAny>>,
    goal: Option<&Bound<'py, PyAny>>,
    depth: Option<&Bound<'py, PyAny>>,
    seed: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let number = read_count(n, "n")?;
    let goal = goal_of_shape(read_optional_shape(shape)?, goal)?;
    let seed = read_seed(seed)?;
    let Some(depth) = depth else {
        return draw(py, &goal, number, BOARDS_IN_A_PART, seed, Population::Solvable);
    };
    let depths = Depths::From(read_depths(depth)?);
    let tables = with_table(py, &goal)?;
    let oracle = oracle_of(py, &tables)?;
    let count = usize::try_from(number).unwrap_or(usize::MAX);
    let drawn = interruptible(py, |_not_long_enough| depths.draw(oracle, count, seed))?;
    as_array(py, &goal, &drawn.map_err(|error| failure::solve(py, &error))?)
}

/// Returns the end points of random walks from the goal; no move undoes the previous one.
///
/// Their distances are at most `steps`, with the same parity.
///
/// Parameters
/// ----------
/// n, shape, goal, seed
///     As for sample.
/// steps
///     The number of moves of each walk, up to 1,000,000.
///
/// Returns
/// -------
/// ndarray
///     The boards, a uint8 array of shape (n, cells). A board may occur several times.
///
/// Raises
/// ------
/// SampleError
///     If n or steps is too large.
/// ShapeError, GoalError, ValueError
///     As for sample.
///
/// Examples
/// --------
/// >>> import tilebase
/// >>> tilebase.distances(tilebase.scramble(1000, steps=10, seed=7)).max()
/// np.int16(10)
#[pyfunction]
#[pyo3(signature = (n, *, steps, shape=None, goal=None, seed=None))]
pub(crate) fn scramble<'py>(
    py: Python<'py>,
    n: &Bound<'py, PyAny>,
    steps: &Bound<'py, PyAny>,
    shape: Option<&Bound<'py, PyAny>>,
    goal: Option<&Bound<'py, PyAny>>,
    seed: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let (number, steps) = (read_count(n, "n")?, read_count(steps, "steps")?);
    let goal = goal_of_shape(read_optional_shape(shape)?, goal)?;
    let Some(walked) = u32::try_from(steps).ok().filter(|_| steps <= MAX_STEPS) else {
        return Err(SampleError::new_err(format!("expected at most {MAX_STEPS} steps, found {steps}")));
    };
    let part = (STEPS_IN_A_PART / steps.max(1)).clamp(1, BOARDS_IN_A_PART);
    draw(py, &goal, number, part, read_seed(seed)?, Population::Walks(walked))
}

/// Draws in parts, each with its own seed, so that Ctrl-C can end it between two parts.
fn draw<'py>(
    py: Python<'py>,
    goal: &Goal,
    number: u64,
    part: u64,
    seed: u64,
    population: Population,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    // More boards than the library draws at once: let it refuse them, with its own message.
    let refused = usize::try_from(number).unwrap_or(usize::MAX);
    if refused > BOARDS_IN_A_PART as usize * 256 {
        return population
            .draw(goal, refused, seed)
            .map_err(|error| failure::solve(py, &error))
            .and_then(|boards| as_array(py, goal, &boards));
    }
    let drawn = interruptible(py, |interrupt| {
        let mut boards = Vec::new();
        let parts = (0..number).step_by(usize::try_from(part).unwrap_or(1));
        for (first, seed) in parts.zip((0_u64..).map(|nth| seed.wrapping_add(nth.wrapping_mul(SEEDS_APART))))
        {
            if interrupt.is_raised() {
                break;
            }
            let count = usize::try_from(part.min(number - first)).unwrap_or(usize::MAX);
            boards.extend(population.draw(goal, count, seed)?);
        }
        Ok(boards)
    })?;
    as_array(py, goal, &drawn.map_err(|error: SolveError| failure::solve(py, &error))?)
}

/// Distance between the seeds of two parts: odd, so that no seed repeats, with well-mixed bits,
/// those of the golden ratio.
const SEEDS_APART: u64 = 0x9e37_79b9_7f4a_7c15;

fn as_array<'py>(py: Python<'py>, goal: &Goal, boards: &[Board]) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let cells = goal.shape().cells();
    let tiles = boards.iter().flat_map(|board| board.tiles().iter().map(|tile| tile.number()));
    let array = Array2::from_shape_vec((boards.len(), cells), tiles.collect()).map_err(misshapen)?;
    Ok(array.into_pyarray(py))
}

/// The given seed, one drawn from a NumPy generator, or a random one.
fn read_seed(seed: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
    if let Some(generator) = seed
        && generator.is_instance(&generator.py().import("numpy.random")?.getattr("Generator")?)?
    {
        return generator.call_method1("integers", (i64::MAX,))?.extract();
    }
    // `RandomState` has random keys, so the hash of any value is a random seed.
    Ok(read_optional_count(seed, "seed")?.unwrap_or_else(|| RandomState::new().hash_one(0)))
}

/// Reads a depth, or a (min, max) pair.
fn read_depths(depth: &Bound<'_, PyAny>) -> PyResult<std::ops::RangeInclusive<u32>> {
    let read = |object: &Bound<'_, PyAny>| {
        Ok::<_, PyErr>(u32::try_from(read_count(object, "depth")?).unwrap_or(u32::MAX))
    };
    let is_pair = depth.is_instance_of::<PyTuple>() || depth.is_instance_of::<PyList>();
    if !is_pair {
        let depth = read(depth)?;
        return Ok(depth..=depth);
    }
    if depth.len()? != 2 {
        return Err(PyTypeError::new_err("depth: expected a number or a (min, max) pair"));
    }
    let (least, greatest) = (read(&depth.get_item(0)?)?, read(&depth.get_item(1)?)?);
    if least > greatest {
        return Err(PyValueError::new_err(format!(
            "depth: expected the least first, found {least} and {greatest}"
        )));
    }
    Ok(least..=greatest)
}
