//! The beginning of a search by pattern tables: A*, as long as its states fit the processor's caches.
//!
//! Most searches end here. Of a random 15-puzzle with 7-8 A* expands some 5,700 states (3,100 with 7-8x1), and iterative deepening, which
//! comes to states again, on other ways and in later iterations, 14,000. Beyond some hundred thousand states A* waits for
//! memory most of the time; then iterative deepening goes on from the bound that was proven. (Bu and Korf, *A\*+IDA\*: A
//! Simple Hybrid Search Algorithm*, IJCAI 2019, go on from the open list instead.)
//!
//! Some states are expanded at a time: those that come next in the order of A*, as far as they have the same f. What is
//! read for one of them comes while there is work on the others. All of them would be expanded before any of a larger f,
//! so at most those are lost that are expanded with the last.

use super::guide::{BlankStep, Guide};
use super::walk::Counts;
use crate::board::{Board, Cell, Move};
use crate::search::limits::{Limit, Watch};
use crate::search::move_order::Steps;
use crate::search::open_list::{LargerG, OpenList};
use crate::search::packed_board::PackedBoard;
use crate::search::states::{Node, States};

/// States that are expanded before deepening begins. With half as many random 15-puzzles by 7-8 took 1.1 times as long as
/// with 300,000, which take twice the memory.
const MOST_EXPANDED: u64 = 1 << 17;

/// How the beginning ended.
pub(in crate::search) enum Opened {
    /// At the goal, by a shortest path.
    Path(Vec<Move>),
    /// No path is shorter than this.
    Bound(u32),
    /// By a limit, and no path is shorter than this.
    Stopped(Limit, u32),
}

/// States that are expanded at a time.
const AT_ONCE: usize = 8;

/// So many states most searches come to: there is room for them from the beginning.
const FIRST_ROOM: usize = 1 << 14;

/// A guide whose estimates take long to read, so that the search is to begin here.
pub(in crate::search) trait Opener: Guide {
    /// What is known of a successor when it is asked for.
    type Asked: Copy;

    /// Has what the state after a legal move needs brought to the processor.
    fn ask(&self, state: &Self::State, step: BlankStep) -> Self::Asked;

    /// The state after a legal move that was asked for; and its board.
    fn after_asking(&self, state: &Self::State, board: PackedBoard, asked: Self::Asked) -> Self::State;
}

/// The beginning of a search, whatever it goes by.
pub(in crate::search) trait Opening {
    /// Searches from a board until the goal is found, or enough is done.
    fn open(&self, start: &Board, steps: &Steps, watch: &Watch) -> (Opened, Counts);
}

impl<G: Opener> Opening for G {
    fn open(&self, start: &Board, steps: &Steps, watch: &Watch) -> (Opened, Counts) {
        let bytes = size_of::<Node>() + size_of::<Place<G::State>>() + 2 * size_of::<u64>();
        let most_bytes = watch.memory_in_bytes().unwrap_or(u64::MAX);
        let state = self.start(start);
        let mut known = Known::new(self.packed(&state), self.estimate(&state));
        let mut places = Vec::with_capacity(FIRST_ROOM);
        places.push(Place { state, blank: start.blank() });
        let mut turn = Vec::with_capacity(AT_ONCE);
        let mut new = Vec::with_capacity(3 * AT_ONCE);
        // Lists take twice as much while they grow.
        while known.counts.expanded < MOST_EXPANDED && 2 * (bytes * places.len()) as u64 <= most_bytes {
            while turn.len() < AT_ONCE {
                let Some(number) = known.next(turn.is_empty()) else { break };
                if self.is_goal(&places[number as usize].state) {
                    return (Opened::Path(known.states.path_to(number)), known.counts);
                }
                if let Some(limit) = watch.reached(known.counts.expanded, 0) {
                    return (Opened::Stopped(limit, known.bound), known.counts);
                }
                known.counts.expanded += 1;
                turn.push(number);
            }
            if turn.is_empty() {
                break;
            }
            for parent in turn.drain(..) {
                let Place { state, blank } = &places[parent as usize];
                for &(step, to) in steps.from(*blank) {
                    let step = BlankStep { step, from: *blank, to };
                    if let Some(board) = known.reach(parent, step) {
                        new.push(Asked { parent, board, blank: to, asked: self.ask(state, step) });
                    }
                }
            }
            for Asked { parent, board, blank, asked } in new.drain(..) {
                let state = self.after_asking(&places[parent as usize].state, board, asked);
                known.make_open(places.len(), self.estimate(&state));
                places.push(Place { state, blank });
            }
        }
        (Opened::Bound(known.bound), known.counts)
    }
}

/// A state as the guide has it. It has the number of its node.
struct Place<S> {
    state: S,
    blank: Cell,
}

/// A new state, of which the guide has not said yet what it is.
struct Asked<A> {
    parent: u32,
    board: PackedBoard,
    blank: Cell,
    asked: A,
}

/// The states that are known, and which of them come next: the same for all guides.
struct Known {
    states: States,
    /// Of those with equal f and g the newest comes first, which is in the caches still.
    open: LargerG<true>,
    /// No path is shorter: the largest f so far. A state is never taken to be nearer, even if the estimate is not
    /// consistent.
    bound: u32,
    counts: Counts,
}

/// The estimate of a state that was only just reached.
const NOT_YET: u32 = u32::MAX;

impl Known {
    /// The start alone, with its estimate.
    fn new(start: PackedBoard, h: u32) -> Self {
        let mut known = Self {
            states: States::with_room_for(FIRST_ROOM),
            open: LargerG::default(),
            bound: h,
            counts: Counts::default(),
        };
        if let Err(slot) = known.states.find(start) {
            known.add(Node { board: start, parent: 0, g: 0, h: NOT_YET, step: None, is_open: false }, slot);
        }
        known.make_open(0, h);
        known
    }

    fn add(&mut self, node: Node, slot: usize) {
        let number = self.states.add(node);
        self.states.know(number, slot);
    }

    /// The state that comes next, which is open no longer; none, if that is one of a larger f and may not be.
    #[inline(never)]
    fn next(&mut self, may_be_larger: bool) -> Option<u32> {
        loop {
            let entry = self.open.pop()?;
            let node = &mut self.states.nodes[entry.node as usize];
            if !node.is_open || node.g != entry.g {
                // A shorter way led there since.
                continue;
            }
            if entry.f > self.bound && !may_be_larger {
                self.open.push(entry.f, entry.g, entry.node);
                return None;
            }
            self.bound = entry.f;
            node.is_open = false;
            return Some(entry.node);
        }
    }

    /// The board of the successor by this step, if it was not known before; one that was may have a shorter way now. A move that
    /// is taken back leads to what is known.
    #[inline]
    fn reach(&mut self, parent: u32, step: BlankStep) -> Option<PackedBoard> {
        let node = &self.states.nodes[parent as usize];
        if node.step == Some(step.step.inverse()) {
            return None;
        }
        let (board, g) = (node.board.after(step.from, step.to), node.g + 1);
        self.counts.generated += 1;
        let reached = Node { board, parent, g, h: NOT_YET, step: Some(step.step), is_open: false };
        match self.states.find(board) {
            Ok(known) => {
                self.shorten(known, &reached);
                None
            }
            Err(slot) => {
                self.add(reached, slot);
                Some(board)
            }
        }
    }

    /// Notes a way to a known state, if it is shorter.
    fn shorten(&mut self, known: u32, way: &Node) {
        let node = &mut self.states.nodes[known as usize];
        if way.g < node.g {
            let is_open = node.h != NOT_YET;
            *node = Node { h: node.h, is_open, ..*way };
            if is_open {
                self.open.push(self.bound.max(node.g + node.h), node.g, known);
            }
        }
    }

    /// Opens a state that was reached, with its estimate.
    #[inline]
    fn make_open(&mut self, number: usize, h: u32) {
        let node = &mut self.states.nodes[number];
        (node.h, node.is_open) = (h, true);
        self.open.push(self.bound.max(node.g + h), node.g, number as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::super::OF_THE_STACK;
    use super::super::guide::ByHeuristic;
    use super::*;
    use crate::board::{Goal, Shape};
    use crate::oracle::Oracle;
    use crate::search::heuristics::{Claims, Heuristic, Manhattan};
    use crate::search::limits::Limits;
    use crate::space::StateIndex;

    /// Manhattan, but on some boards four less: so a state may be expanded before the shortest way there is known.
    struct Uneven(Manhattan);

    impl Heuristic for Uneven {
        fn of(&self, board: &Board) -> u32 {
            let less = if PackedBoard::new(board).hash() >> 61 < 3 { 4 } else { 0 };
            self.0.of(board).saturating_sub(less)
        }

        fn claims(&self) -> Claims {
            Claims { consistent: false, ..self.0.claims() }
        }
    }

    impl<H: Heuristic + ?Sized> Opener for ByHeuristic<'_, H> {
        type Asked = BlankStep;

        fn ask(&self, _state: &Self::State, step: BlankStep) -> BlankStep {
            step
        }

        fn after_asking(&self, state: &Self::State, _board: PackedBoard, asked: BlankStep) -> Self::State {
            self.after(state, asked, u32::MAX).unwrap()
        }
    }

    fn opened(board: &Board, heuristic: &dyn Heuristic, goal: &Goal, limits: &Limits) -> (Opened, Counts) {
        let guide = ByHeuristic::new(heuristic, goal.board());
        let steps = Steps::new(goal.shape(), &OF_THE_STACK);
        guide.open(board, &steps, &Watch::start(limits))
    }

    #[test]
    fn its_paths_are_optimal_whether_the_estimate_is_consistent_or_not() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let oracle = Oracle::build(&goal).unwrap();
        let (even, uneven) = (Manhattan::new(&goal), Uneven(Manhattan::new(&goal)));
        for number in (0..oracle.space().states()).step_by(499) {
            let board = oracle.space().board_at(StateIndex::new(number)).unwrap();
            for heuristic in [&even as &dyn Heuristic, &uneven] {
                let (found, _) = opened(&board, heuristic, &goal, &Limits::default());
                let Opened::Path(moves) = found else { panic!("no path from {board}") };
                assert_eq!(moves.len(), usize::from(oracle.distance(&board).unwrap().moves()), "{board}");
                let end = board.along(moves).last().map_or(board, Result::unwrap);
                assert_eq!(end, goal.board(), "{board}");
            }
        }
    }

    /// Whatever it has come to, what it says is no more than the distance; and a limit on the states is kept exactly.
    #[test]
    fn where_it_ends_early_its_bound_is_proven() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let board = Board::new(goal.shape(), &[8, 6, 7, 2, 5, 4, 3, 0, 1]).unwrap();
        let heuristic = Manhattan::new(&goal);
        let first = heuristic.of(&board);
        let (mut bounds, mut are_larger) = (first..=31, false);
        for most in [1, 2, 9, 100, 1001, 4000] {
            let limits = Limits { expanded: Some(most), ..Limits::default() };
            let (stopped, counts) = opened(&board, &heuristic, &goal, &limits);
            let Opened::Stopped(Limit::Expanded, bound) = stopped else { panic!("no limit") };
            assert_eq!(counts.expanded, most);
            assert!(bounds.contains(&bound));
            are_larger |= bound > first;
            bounds = bound..=31;
        }
        assert!(are_larger);
        let limits = Limits { memory_in_bytes: Some(100_000), ..Limits::default() };
        let (ended, counts) = opened(&board, &heuristic, &goal, &limits);
        assert!(matches!(ended, Opened::Bound(bound) if (first..=31).contains(&bound)));
        assert!((100..1500).contains(&counts.expanded), "{counts:?}");
    }
}
