//! IDA* for moves with costs.

use super::outcome::{CostLimitReached, CostOutcome};
use super::weighted_manhattan::WeightedManhattan;
use crate::board::{Cell, Move, MoveCosts};
use crate::search::common::limits::{Limit, Limits, Watch};
use crate::search::common::move_order::{MoveOrder, MoveTable};
use crate::search::common::outcome::Statistics;
use crate::search::common::packed_board::PackedBoard;
use crate::search::common::problem::Problem;

/// The order among successors of equal f, as in other iterative deepening here.
const ORDER: MoveOrder = MoveOrder::everywhere([Move::Up, Move::Left, Move::Down, Move::Right]);

/// A state on the path, with the successors that are not yet visited.
#[derive(Clone, Copy, Debug)]
struct Visit {
    state: State,
    /// The best last, from where they are taken.
    successors: [State; 4],
    left: usize,
}

#[derive(Clone, Copy, Debug)]
struct State {
    board: PackedBoard,
    blank: Cell,
    g: u32,
    h: u32,
    /// The move that leads here; `None` at the start.
    step: Option<Move>,
}

impl State {
    const fn f(&self) -> u32 {
        self.g + self.h
    }
}

struct CostIda<'a> {
    goal: PackedBoard,
    costs: &'a MoveCosts,
    heuristic: &'a WeightedManhattan,
    moves: MoveTable,
    watch: Watch,
    statistics: Statistics,
}

/// The end of an iteration.
enum IterationEnd {
    Found(Vec<Move>, u32),
    /// The smallest f above the bound.
    NextBound(u32),
    Stopped(Limit),
}

/// Searches depth first within increasing bounds.
///
/// Each bound is the smallest f above the one before, so no path to the goal costs less than the
/// current bound, and the first path within it is a cheapest one. No move undoes the last one.
pub(super) fn deepen(
    problem: &Problem,
    costs: &MoveCosts,
    heuristic: &WeightedManhattan,
    limits: &Limits,
) -> Result<CostOutcome, CostLimitReached> {
    let mut ida = CostIda {
        goal: PackedBoard::new(&problem.goal().board()),
        costs,
        heuristic,
        moves: MoveTable::new(problem.goal().shape(), &ORDER),
        watch: Watch::start(limits),
        statistics: Statistics { generated: 1, ..Statistics::default() },
    };
    let (board, h) = (PackedBoard::new(problem.start()), heuristic.estimate(problem.start()));
    let start = State { board, blank: problem.start().blank(), g: 0, h, step: None };
    let mut bound = h;
    loop {
        let found = ida.search_within(start, bound);
        let statistics = ida.watch.timed(ida.statistics);
        match found {
            IterationEnd::Found(moves, cost) => return Ok(CostOutcome { moves, cost, statistics }),
            IterationEnd::NextBound(next) => bound = next,
            IterationEnd::Stopped(limit) => {
                return Err(CostLimitReached { limit, lower_bound: bound, statistics });
            }
        }
    }
}

impl CostIda<'_> {
    /// Visits all states with an f of at most `bound`, depth first. Not recursive: where some moves
    /// cost much less than others, the path may have too many moves for the call stack.
    fn search_within(&mut self, start: State, bound: u32) -> IterationEnd {
        let mut next_bound = u32::MAX;
        let mut path = Vec::new();
        let mut entered = Some(start);
        loop {
            if let Some(state) = entered.take() {
                if state.board == self.goal {
                    let steps = path.iter().map(|visit: &Visit| visit.state.step);
                    let moves = steps.chain([state.step]).flatten().collect();
                    return IterationEnd::Found(moves, state.g);
                }
                if let Some(limit) = self.watch.reached(self.statistics.expanded, path.len()) {
                    return IterationEnd::Stopped(limit);
                }
                path.push(self.expand(state, bound, &mut next_bound));
            }
            let Some(last) = path.last_mut() else { return IterationEnd::NextBound(next_bound) };
            match last.left.checked_sub(1) {
                Some(left) => {
                    last.left = left;
                    entered = Some(last.successors[left]);
                }
                None => {
                    path.pop();
                }
            }
        }
    }

    /// Generates the successors of a state, and keeps those within the bound.
    fn expand(&mut self, state: State, bound: u32, next_bound: &mut u32) -> Visit {
        self.statistics.expanded += 1;
        let mut visit = Visit { state, successors: [state; 4], left: 0 };
        let undoes = state.step.map(Move::inverse);
        let moves = self.moves.from(state.blank);
        // From the last to the first, as they are taken from the end.
        for &(step, to) in moves.iter().rev().filter(|(step, _)| Some(*step) != undoes) {
            self.statistics.generated += 1;
            let tile = state.board.tile_at(to);
            let next = State {
                board: state.board.after(state.blank, to),
                blank: to,
                g: state.g + self.costs.of(tile, step),
                h: self.heuristic.after_slide(state.h, tile, to, state.blank),
                step: Some(step),
            };
            if next.f() > bound {
                *next_bound = next.f().min(*next_bound);
            } else {
                visit.successors[visit.left] = next;
                visit.left += 1;
            }
        }
        // Stable: equals stay in their order.
        visit.successors[..visit.left].sort_by_key(|next| std::cmp::Reverse(next.f()));
        visit
    }
}
