//! Bidirectional breadth-first search: Pohl, *Bi-directional Search*, Machine Intelligence 6
//! (1971).
//!
//! Moves are reversible, so a breadth-first search that starts at the goal finds the states in
//! order of their distance to it. Two such searches, from the start and from the goal, take turns,
//! level by level, until they meet. For a distance of *d*, each goes about *d*/2 deep. Levels grow
//! by a factor of about 1.7 (3x3), so two searches of half the depth are much smaller than one of
//! the whole.
//!
//! *The first meeting is on a shortest path.* Say all states up to distance a from the start and b
//! from the goal are known, and no state is known to both sides. Then the distance is more than a +
//! b: otherwise, some state on a shortest path would be at most a moves from the start and at most
//! b from the goal, and so known to both sides. Now one side is expanded by a level, and reaches a
//! state that the other side knows. A path of at most a + 1 + b moves leads through that state. No
//! path is shorter, since the distance is more than a + b.

use std::ops::ControlFlow;

use super::common::limits::{Limit, LimitReached, Limits, Watch};
use super::common::move_order::{MoveOrder, MoveTable};
use super::common::observer::{Expanded, Fate, Generated, Reporter, Side};
use super::common::outcome::{Guarantee, Outcome, Statistics};
use super::common::packed_board::PackedBoard;
use super::common::problem::Problem;
use super::common::states::{Node, States};
use crate::board::{Move, Shape};

/// One of the two searches.
#[derive(Debug)]
struct Half {
    side: Side,
    states: States,
    /// The level to expand next, as indices of states.
    frontier: std::ops::Range<usize>,
    /// The number of complete levels.
    depth: u32,
}

impl Half {
    fn from(side: Side, start: PackedBoard) -> Self {
        let mut states = States::new();
        let node = Node { board: start, parent: 0, g: 0, h: 0, step: None, is_open: true };
        states.add_known(node);
        Self { side, states, frontier: 0..1, depth: 0 }
    }

    /// Expands all states of the frontier, and makes the new states the next frontier. Breaks if
    /// the searches meet, or a limit is reached.
    fn expand_level<const OBSERVED: bool>(
        &mut self,
        other: &Self,
        (shape, move_table): (Shape, &MoveTable),
        watch: &Watch,
        statistics: &mut Statistics,
        reporter: &mut Reporter<'_, OBSERVED>,
    ) -> ControlFlow<End> {
        let level_end = self.len();
        for number in self.frontier.clone() {
            if let Some(limit) = watch.reached(statistics.expanded, self.len() + other.len()) {
                return ControlFlow::Break(End::Limit(limit));
            }
            statistics.expanded += 1;
            let meeting =
                self.expand(number, (shape, move_table), other, &mut statistics.generated, reporter);
            let may_continue = self.report(number, shape, reporter);
            // The rest of this level, the next level so far, and the other side's frontier.
            let open = (level_end - number - 1) + (self.len() - level_end) + other.frontier.len();
            statistics.peak_open = statistics.peak_open.max(open as u64);
            if let Some((on_this_side, on_other_side)) = meeting {
                return ControlFlow::Break(End::Meeting { on_this_side, on_other_side });
            }
            if may_continue.is_break() {
                return ControlFlow::Break(End::Limit(Limit::Interrupt));
            }
        }
        self.frontier = level_end..self.len();
        self.depth += 1;
        ControlFlow::Continue(())
    }

    /// Generates the successors of a state, and adds the new ones. Stops at the first that the
    /// other side knows, and returns its indices on both sides.
    fn expand<const OBSERVED: bool>(
        &mut self,
        number: usize,
        (shape, move_table): (Shape, &MoveTable),
        other: &Self,
        generated: &mut u64,
        reporter: &mut Reporter<'_, OBSERVED>,
    ) -> Option<(u32, u32)> {
        let node = self.states.nodes[number];
        let g = node.g + 1;
        let blank = node.board.blank(shape);
        for &(step, to) in move_table.from(blank) {
            *generated += 1;
            let next = node.board.after(blank, to);
            let mut add_successor = |fate| {
                reporter.add_successor(|| Generated {
                    board: next.board(shape),
                    step,
                    h: 0,
                    f: g.into(),
                    fate,
                });
            };
            let Err(slot) = self.states.find(next) else {
                add_successor(Fate::Known);
                continue;
            };
            // Added even if the searches meet here: the path on this side ends with it.
            let (parent, step) = (number as u32, Some(step));
            let new = self.states.add(Node { board: next, parent, g, h: 0, step, is_open: true });
            self.states.know(new, slot);
            if let Ok(meeting) = other.states.find(next) {
                add_successor(Fate::Goal);
                return Some((new, meeting));
            }
            add_successor(Fate::Opened);
        }
        None
    }

    /// Reports a state after its expansion.
    fn report<const OBSERVED: bool>(
        &self,
        number: usize,
        shape: Shape,
        reporter: &mut Reporter<'_, OBSERVED>,
    ) -> ControlFlow<()> {
        // One search uses the even places, the other the odd ones.
        let place = |number: usize| 2 * number + usize::from(self.side == Side::Goal);
        let Node { board, g, parent, step, .. } = self.states.nodes[number];
        reporter.report(place(number), step.map(|_| place(parent as usize)), || Expanded {
            board: board.board(shape),
            g,
            h: 0,
            f: g.into(),
            bound: None,
            side: Some(self.side),
        })
    }

    fn len(&self) -> usize {
        self.states.nodes.len()
    }
}

/// The end of the whole search.
enum End {
    /// Both sides know a state, under these indices.
    Meeting {
        on_this_side: u32,
        on_other_side: u32,
    },
    Limit(Limit),
}

/// Expands one whole level at a time: of the side with the smaller frontier, or of the start's side
/// if they are equal. Start and goal both count as generated, and the peak is that of both sides
/// together.
pub(super) fn bidirectional<const OBSERVED: bool>(
    problem: &Problem,
    limits: &Limits,
    mut reporter: Reporter<'_, OBSERVED>,
) -> Result<Outcome, LimitReached> {
    let shape = problem.goal().shape();
    let move_table = MoveTable::new(shape, &MoveOrder::STANDARD);
    let watch = Watch::start(limits);
    let [start, goal] = [*problem.start(), problem.goal().board()];
    let (mut ahead, mut back) =
        (Half::from(Side::Start, PackedBoard::new(&start)), Half::from(Side::Goal, PackedBoard::new(&goal)));
    let mut statistics = Statistics { generated: 2, peak_open: 2, ..Statistics::default() };
    if start == goal {
        return Ok(Outcome { moves: Vec::new(), guarantee: Guarantee::Optimal, statistics });
    }
    loop {
        let goes_ahead = ahead.frontier.len() <= back.frontier.len();
        let (side, other) = if goes_ahead { (&mut ahead, &back) } else { (&mut back, &ahead) };
        // All states within these depths are known and the sides have not met.
        let lower_bound = problem.with_parity(side.depth + other.depth + 1);
        match side.expand_level(other, (shape, &move_table), &watch, &mut statistics, &mut reporter) {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(End::Meeting { on_this_side, on_other_side }) => {
                let [from_start, from_goal] =
                    if goes_ahead { [on_this_side, on_other_side] } else { [on_other_side, on_this_side] };
                let moves = join(&ahead.states.path_to(from_start), &back.states.path_to(from_goal));
                let statistics = watch.timed(statistics);
                return Ok(Outcome { moves, guarantee: Guarantee::Optimal, statistics });
            }
            ControlFlow::Break(End::Limit(limit)) => {
                return Err(LimitReached { limit, lower_bound, statistics: watch.timed(statistics) });
            }
        }
    }
}

/// Concatenates the path from the start and the reversed path from the goal.
fn join(from_start: &[Move], from_goal: &[Move]) -> Vec<Move> {
    let back = from_goal.iter().rev().map(|step| step.inverse());
    from_start.iter().copied().chain(back).collect()
}
