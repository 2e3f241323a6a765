//! Labels as pickles for two programs that learn heuristics: DeepCubeA and its successor DeepXube.
//!
//! Both use square boards with the goal 1, 2, .., 0, as `uint8` arrays in their own state classes.
//! Both name a move by the tile's direction, and number the moves U, D, L, R from 0. So their `U`
//! is [`Move::Down`].

use std::io::{self, Write};

use tilebase::board::{Board, Goal, Move, Shape};
use tilebase::notation::MoveConvention;

use super::pickle::{Memo, Pickle, TileArrays};
use super::rows::rows;
use crate::labels::{Content, Label};

/// The moves, in the numbering of both programs.
const NUMBERED: [Move; 4] = [Move::Down, Move::Up, Move::Right, Move::Left];

fn number_of(step: Move) -> usize {
    NUMBERED.iter().position(|numbered| *numbered == step).unwrap_or_default()
}

/// Writes a dictionary of `states`, `outputs` (the lengths), and, with paths, `solutions`.
///
/// The solutions are lists of letters, as in that program's own test sets.
///
/// # Errors
/// Errors of the writer.
pub(super) fn write_deepcubea(
    content: Content,
    shape: Shape,
    labels: &[Label],
    out: &mut (dyn Write + Send),
) -> io::Result<()> {
    let mut pickle = Pickle::begin(out)?;
    let letters = NUMBERED.map(|step| MoveConvention::Tile.letter(step).to_string());
    let letters = put_by_each(&mut pickle, |pickle, nth| pickle.text(&letters[nth]))?;
    let state = StateClass::put_by("environments.n_puzzle", "NPuzzleState", shape, &mut pickle)?;
    pickle.dictionary(|pickle| {
        pickle.text("states")?;
        pickle.list(rows(content, labels), |pickle, (board, _)| state.push(&board, pickle))?;
        pickle.text("outputs")?;
        pickle.list(rows(content, labels), |pickle, (_, length)| pickle.number(length))?;
        if content == Content::Paths {
            pickle.text("solutions")?;
            push_paths(&letters, labels, pickle)?;
        }
        Ok(())
    })?;
    pickle.end()
}

/// Writes a dictionary of `states`, `goals`, `path_costs` (the lengths), and, with paths,
/// `actions`.
///
/// The actions are lists of that program's action objects, as in its own results.
///
/// # Errors
/// Errors of the writer.
pub(super) fn write_deepxube(
    content: Content,
    goal: &Goal,
    labels: &[Label],
    out: &mut (dyn Write + Send),
) -> io::Result<()> {
    const MODULE: &str = "deepxube.domains.npuzzle";
    let mut pickle = Pickle::begin(out)?;
    pickle.global(MODULE, "NPAction")?;
    let class = pickle.put_by()?;
    let actions = put_by_each(&mut pickle, |pickle, nth| {
        pickle.instance(class, |pickle| {
            pickle.dictionary(|pickle| {
                pickle.text("action")?;
                pickle.number(u16::try_from(nth).map_err(io::Error::other)?)
            })
        })
    })?;
    let state = StateClass::put_by(MODULE, "NPState", goal.shape(), &mut pickle)?;
    pickle.global(MODULE, "NPGoal")?;
    let class = pickle.put_by()?;
    pickle.instance(class, |pickle| {
        pickle.dictionary(|pickle| {
            pickle.recall(state.tiles)?;
            state.arrays.push(&goal.board(), pickle)
        })
    })?;
    let goal = pickle.put_by()?;
    pickle.dictionary(|pickle| {
        pickle.text("states")?;
        pickle.list(rows(content, labels), |pickle, (board, _)| state.push(&board, pickle))?;
        pickle.text("goals")?;
        pickle.list(rows(content, labels), |pickle, _| pickle.recall(goal))?;
        pickle.text("path_costs")?;
        pickle.list(rows(content, labels), |pickle, (_, length)| pickle.float(length.into()))?;
        if content == Content::Paths {
            pickle.text("actions")?;
            push_paths(&actions, labels, pickle)?;
        }
        Ok(())
    })?;
    pickle.end()
}

/// Memoizes the objects of the four moves, in the order of their numbers.
fn put_by_each(
    pickle: &mut Pickle<'_>,
    mut push: impl FnMut(&mut Pickle<'_>, usize) -> io::Result<()>,
) -> io::Result<Vec<Memo>> {
    (0..NUMBERED.len())
        .map(|nth| {
            push(pickle, nth)?;
            pickle.put_by()
        })
        .collect()
}

fn push_paths(moves: &[Memo], labels: &[Label], pickle: &mut Pickle<'_>) -> io::Result<()> {
    pickle.list(labels, |pickle, label| {
        pickle.list(label.path(), |pickle, step| pickle.recall(moves[number_of(*step)]))
    })
}

/// The class of states, which has slots for the tiles and for a hash that is computed on demand.
struct StateClass {
    class: Memo,
    tiles: Memo,
    hash: Memo,
    arrays: TileArrays,
}

impl StateClass {
    fn put_by(module: &str, name: &str, shape: Shape, pickle: &mut Pickle<'_>) -> io::Result<Self> {
        pickle.global(module, name)?;
        let class = pickle.put_by()?;
        pickle.text("tiles")?;
        let tiles = pickle.put_by()?;
        pickle.text("hash")?;
        let hash = pickle.put_by()?;
        Ok(Self { class, tiles, hash, arrays: TileArrays::put_by(shape, pickle)? })
    }

    fn push(&self, board: &Board, pickle: &mut Pickle<'_>) -> io::Result<()> {
        let Self { class, tiles, hash, arrays } = self;
        pickle.instance(*class, |pickle| {
            // The instance has slots but no attributes.
            pickle.tuple(|pickle| {
                pickle.none()?;
                pickle.dictionary(|pickle| {
                    pickle.recall(*tiles)?;
                    arrays.push(board, pickle)?;
                    pickle.recall(*hash)?;
                    pickle.none()
                })
            })
        })
    }
}
