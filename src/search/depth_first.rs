//! Depth-first search with a depth limit: how a search goes that remembers its path alone.
//!
//! It follows one path as far as the limit, then takes back the last move and tries the next one. A state that is on the
//! path already is not entered again, so no path goes in a circle; states off the path are forgotten, and entered again
//! whenever they are reached. The memory is one path, the answer is the first path found, seldom a shortest one.

use std::ops::ControlFlow;

use super::limits::{Limit, LimitReached, Limits, Watch};
use super::move_order::{MoveOrder, Steps};
use super::observer::{Expanded, Expansion, Fate, Generated, Nobody, Observer, Somebody, Teller};
use super::outcome::{Guarantee, Outcome, Statistics};
use super::packed_board::PackedBoard;
use super::problem::Problem;
use crate::board::{Cell, Move, Shape};

/// A state on the path.
#[derive(Clone, Copy, Debug)]
struct Visit {
    board: PackedBoard,
    blank: Cell,
    /// How many of its moves were tried.
    tried: usize,
    /// The move that led here.
    step: Option<Move>,
}

/// Searches all paths of at most so many moves, in the order U, D, L, R, for the first that leads to the goal. There is no
/// open list, so [`Statistics::peak_open`] is 0.
///
/// ```
/// use tilebase::board::{Board, Goal, Shape};
/// use tilebase::search::{Guarantee, Limits, Problem, depth_first};
///
/// let goal = Goal::blank_last(Shape::THREE_BY_THREE);
/// let board = Board::new(goal.shape(), &[1, 2, 0, 4, 5, 3, 7, 8, 6])?;
/// let outcome = depth_first(&Problem::new(board, goal)?, 10, &Limits::default())?;
/// assert_eq!((outcome.moves.len(), outcome.guarantee), (2, Guarantee::None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`LimitReached`] if a limit comes before the answer, or if no path of at most `depth_limit` moves leads to the goal
/// ([`Limit::Depth`]). A shortest path visits no state twice, so it would have been found: then the distance is larger.
pub fn depth_first(problem: &Problem, depth_limit: u32, limits: &Limits) -> Result<Outcome, LimitReached> {
    search(problem, depth_limit, limits, Nobody)
}

/// The same, and it tells of each state that it expanded. The search goes on as long as the observer says so.
///
/// # Errors
/// As for [`depth_first`], and if the observer stops the search.
pub fn depth_first_observed(
    problem: &Problem,
    depth_limit: u32,
    limits: &Limits,
    mut observer: impl FnMut(&Expansion<'_>) -> ControlFlow<()>,
) -> Result<Outcome, LimitReached> {
    search(problem, depth_limit, limits, &mut observer as Somebody<'_>)
}

fn search<O: Observer>(
    problem: &Problem,
    depth_limit: u32,
    limits: &Limits,
    observer: O,
) -> Result<Outcome, LimitReached> {
    let mut teller = Teller::new(observer);
    let shape = problem.goal().shape();
    let steps = Steps::new(shape, &MoveOrder::STANDARD);
    let goal = PackedBoard::new(&problem.goal().board());
    let watch = Watch::start(limits);
    let mut statistics = Statistics { generated: 1, ..Statistics::default() };
    let (board, blank) = (PackedBoard::new(problem.start()), problem.start().blank());
    let mut path = vec![Visit { board, blank, tried: 0, step: None }];
    while let Some(Visit { board, blank, tried, .. }) = path.last().copied() {
        if board == goal {
            statistics.elapsed = watch.elapsed();
            let moves = path.iter().filter_map(|visit| visit.step).collect();
            return Ok(Outcome { moves, guarantee: Guarantee::None, statistics });
        }
        let moves = steps.from(blank);
        if tried == moves.len() || path.len() > depth_limit as usize {
            path.pop();
            continue;
        }
        if tried == 0 {
            if let Some(limit) = watch.reached(statistics.expanded, path.len()) {
                statistics.elapsed = watch.elapsed();
                return Err(LimitReached { limit, at_least: problem.with_parity(0), statistics });
            }
            statistics.expanded += 1;
            statistics.generated += moves.len() as u64;
            if O::LISTENS && tell(&path, moves, shape, &mut teller).is_break() {
                let (limit, at_least) = (Limit::Interrupt, problem.with_parity(0));
                statistics.elapsed = watch.elapsed();
                return Err(LimitReached { limit, at_least, statistics });
            }
        }
        if let Some(visit) = path.last_mut() {
            visit.tried += 1;
        }
        let (step, to) = moves[tried];
        let next = board.after(blank, to);
        if path.iter().all(|visit| visit.board != next) {
            path.push(Visit { board: next, blank: to, tried: 0, step: Some(step) });
        }
    }
    statistics.elapsed = watch.elapsed();
    Err(LimitReached {
        limit: Limit::Depth,
        at_least: problem.with_parity(depth_limit.saturating_add(1)),
        statistics,
    })
}

/// Tells of the last state on a path, whose moves lead to these cells. What will be on the path when a move is tried is what is
/// on it now, so the fates of all are known.
fn tell<O: Observer>(
    path: &[Visit],
    moves: &[(Move, Cell)],
    shape: Shape,
    teller: &mut Teller<O>,
) -> ControlFlow<()> {
    let Some((Visit { board, blank, .. }, before)) = path.split_last() else {
        return ControlFlow::Continue(());
    };
    let g = before.len() as u32;
    for &(step, to) in moves {
        let next = board.after(*blank, to);
        let fate = if path.iter().any(|visit| visit.board == next) { Fate::Known } else { Fate::Opened };
        teller.note(|| Generated { board: next.board(shape), step, h: 0, f: (g + 1).into(), fate });
    }
    teller.tell(before.len(), before.len().checked_sub(1), || Expanded {
        board: board.board(shape),
        g,
        h: 0,
        f: g.into(),
        bound: None,
        side: None,
    })
}
