//! Depth-first search with a depth limit, which remembers only its current path.
//!
//! It follows one path up to the limit, then takes back the last move and tries the next one. A
//! state on the path is not entered again, so no path has a cycle. States off the path are
//! forgotten, and visited again whenever they are reached. Memory is one path; the answer is the
//! first path found, seldom a shortest one.

use std::ops::ControlFlow;

use super::common::limits::{Limit, LimitReached, Limits, Watch};
use super::common::move_order::{MoveOrder, MoveTable};
use super::common::observer::{Expanded, Fate, Generated, Reporter};
use super::common::outcome::{Guarantee, Outcome, Statistics};
use super::common::packed_board::PackedBoard;
use super::common::problem::Problem;
use crate::board::{Cell, Move, Shape};

/// A state on the path.
#[derive(Clone, Copy, Debug)]
struct Visit {
    board: PackedBoard,
    blank: Cell,
    /// The number of its moves that were tried.
    tried: usize,
    /// The move that led here.
    step: Option<Move>,
}

/// Searches all paths of at most `depth_limit` moves, in the order U, D, L, R, and returns the
/// first that leads to the goal. There is no open list, so the peak is 0.
///
/// # Errors
/// [`LimitReached`] if a limit is reached first, or if no path of at most `depth_limit` moves leads
/// to the goal ([`Limit::Depth`]). Then the distance is larger, since a shortest path visits no
/// state twice and would have been found.
pub(super) fn depth_first<const OBSERVED: bool>(
    problem: &Problem,
    depth_limit: u32,
    limits: &Limits,
    mut reporter: Reporter<'_, OBSERVED>,
) -> Result<Outcome, LimitReached> {
    let shape = problem.goal().shape();
    let move_table = MoveTable::new(shape, &MoveOrder::STANDARD);
    let goal = PackedBoard::new(&problem.goal().board());
    let watch = Watch::start(limits);
    let mut statistics = Statistics { generated: 1, ..Statistics::default() };
    let (board, blank) = (PackedBoard::new(problem.start()), problem.start().blank());
    let mut path = vec![Visit { board, blank, tried: 0, step: None }];
    while let Some(Visit { board, blank, tried, .. }) = path.last().copied() {
        if board == goal {
            let moves = path.iter().filter_map(|visit| visit.step).collect();
            return Ok(Outcome { moves, guarantee: Guarantee::None, statistics: watch.timed(statistics) });
        }
        let moves = move_table.from(blank);
        // The path has one state more than moves, so at the limit its last state is not expanded.
        if tried == moves.len() || path.len() > depth_limit as usize {
            path.pop();
            continue;
        }
        if tried == 0
            && let Some(limit) =
                begin_expansion(&path, (shape, moves), &watch, &mut statistics, &mut reporter)
        {
            // Paths are not searched in order of length, so only the parity of the distance is
            // known.
            let lower_bound = problem.with_parity(0);
            return Err(LimitReached { limit, lower_bound, statistics: watch.timed(statistics) });
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
    let lower_bound = problem.with_parity(depth_limit.saturating_add(1));
    Err(LimitReached { limit: Limit::Depth, lower_bound, statistics: watch.timed(statistics) })
}

/// Counts and reports the expansion of the last state on a path. Returns the limit that forbids it,
/// if there is one.
#[inline]
fn begin_expansion<const OBSERVED: bool>(
    path: &[Visit],
    (shape, moves): (Shape, &[(Move, Cell)]),
    watch: &Watch,
    statistics: &mut Statistics,
    reporter: &mut Reporter<'_, OBSERVED>,
) -> Option<Limit> {
    if let Some(limit) = watch.reached(statistics.expanded, path.len()) {
        return Some(limit);
    }
    statistics.expanded += 1;
    statistics.generated += moves.len() as u64;
    let is_stopped = OBSERVED && report(path, moves, shape, reporter).is_break();
    is_stopped.then_some(Limit::Interrupt)
}

/// Reports the last state on a path, whose moves lead to these cells. Whenever one of its moves is
/// tried later, the path will be the same, so the fates of all successors are known now.
fn report<const OBSERVED: bool>(
    path: &[Visit],
    moves: &[(Move, Cell)],
    shape: Shape,
    reporter: &mut Reporter<'_, OBSERVED>,
) -> ControlFlow<()> {
    let Some((Visit { board, blank, .. }, before)) = path.split_last() else {
        return ControlFlow::Continue(());
    };
    let g = before.len() as u32;
    for &(step, to) in moves {
        let next = board.after(*blank, to);
        let fate = if path.iter().any(|visit| visit.board == next) { Fate::Known } else { Fate::Opened };
        reporter.add_successor(|| Generated {
            board: next.board(shape),
            step,
            h: 0,
            f: (g + 1).into(),
            fate,
        });
    }
    reporter.report(before.len(), before.len().checked_sub(1), || Expanded {
        board: board.board(shape),
        g,
        h: 0,
        f: g.into(),
        bound: None,
        side: None,
    })
}
