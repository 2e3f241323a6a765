//! The prelude of a search by pattern databases: A*, as long as its states fit in the processor's
//! caches.
//!
//! Most searches end here. Iterative deepening repeats earlier iterations, and must search the last
//! one depth-first; A* does neither. Beyond some hundred thousand states, A* mostly waits for
//! memory. Then iterative deepening continues from the bound proven so far. (Bu and Korf,
//! *A\*+IDA\*: A Simple Hybrid Search Algorithm*, IJCAI 2019, continue from the open list instead.)
//!
//! There is no hash table for duplicate detection. As in iterative deepening, an automaton prunes
//! redundant move sequences ([`PruningAutomaton`]). On 1,000 random 15-puzzles with 7-8x1, this
//! expands 1.08 times as many states as with a table, in 0.7 times the time. Sequences of up to ten
//! moves are best: twelve take equally long, eight 1.04 times as long.
//!
//! Several states with equal f are expanded together, in the order of A*, so that reads for one
//! overlap with work on the others. All of them would be expanded before any state with a larger f.
//! So only the last such group, the one that contains the goal, may hold superfluous expansions.

use super::evaluator::{BlankMove, Evaluator};
use super::pruning::{PruningAutomaton, PruningState};
use super::result::{Counts, Found, Stop};
use crate::board::{Board, Cell, Move};
use crate::search::common::limits::Watch;
use crate::search::common::move_order::MoveTable;

/// Number of states to expand before iterative deepening takes over. A compromise: with half as
/// many, random 15-puzzles with 7-8 took 1.1 times as long as with 300,000, but 300,000 need twice
/// the memory.
const MAX_EXPANDED: u64 = 1 << 17;

/// Number of states whose expansions are interleaved.
const INTERLEAVED: usize = 8;

/// Initial capacity for nodes, which most searches reach.
const INITIAL_CAPACITY: usize = 1 << 12;

/// An evaluator whose estimates take long to read, so that a search should start with the prelude.
pub(in crate::search) trait PreludeEvaluator: Evaluator {
    /// What is known of a successor while its data is being prefetched.
    type Pending: Copy;

    /// Starts to prefetch the data for the state after a legal move.
    fn request(&self, state: &Self::State, blank_move: BlankMove) -> Self::Pending;

    /// Changes a state into the one after a legal move, for which [`request`](Self::request) was
    /// called before.
    fn apply(&self, state: &mut Self::State, blank_move: BlankMove, pending: Self::Pending);
}

/// Searches from a board until the goal is found or enough states have been expanded. Also returns
/// a bound: no path is shorter.
pub(in crate::search) fn astar_prelude<E: PreludeEvaluator>(
    evaluator: &E,
    start: &Board,
    move_table: &MoveTable,
    watch: &Watch,
) -> (Found, u32, Counts) {
    let automaton =
        match PruningAutomaton::up_to(E::MAX_PRUNED_LENGTH, evaluator.shape(), &|| watch.time_or_interrupt())
        {
            Ok(automaton) => automaton,
            Err(limit) => {
                let lower_bound = evaluator.estimate(&evaluator.start(start));
                return (Found::Stopped(Stop::Limit(limit)), lower_bound, Counts::default());
            }
        };
    // Exceeding the memory limit ends only the prelude: iterative deepening needs far less
    // memory.
    let max_bytes = watch.memory_in_bytes().unwrap_or(u64::MAX);
    let mut prelude = Prelude {
        evaluator,
        automaton: &automaton,
        nodes: Nodes::new(evaluator, start, &automaton),
        counts: Counts::default(),
        group: Vec::with_capacity(INTERLEAVED),
        successors: Vec::with_capacity(3 * INTERLEAVED),
    };
    while prelude.counts.expanded < MAX_EXPANDED && prelude.nodes.bytes() <= max_bytes {
        if let Some(found) = prelude.take_group(watch) {
            return (found, prelude.nodes.f as u32, prelude.counts);
        }
        if prelude.group.is_empty() {
            break;
        }
        prelude.request_successors(move_table);
        prelude.open_successors();
    }
    (Found::Nothing, prelude.nodes.f as u32, prelude.counts)
}

/// A prelude in progress.
struct Prelude<'a, E: PreludeEvaluator> {
    evaluator: &'a E,
    automaton: &'a PruningAutomaton,
    nodes: Nodes<E::State>,
    counts: Counts,
    /// The nodes to expand together.
    group: Vec<u32>,
    successors: Vec<Successor<E::Pending>>,
}

impl<E: PreludeEvaluator> Prelude<'_, E> {
    /// Takes the next group of nodes. Returns the end of the search if one of them is the goal, or
    /// a limit forbids its expansion.
    #[inline]
    fn take_group(&mut self, watch: &Watch) -> Option<Found> {
        while self.group.len() < INTERLEAVED {
            let Some(number) = self.nodes.next(self.group.is_empty()) else { break };
            if self.evaluator.is_goal(&self.nodes.all[number as usize].state) {
                return Some(Found::Path(self.nodes.path_to(number)));
            }
            if let Some(limit) = watch.reached(self.counts.expanded, 0) {
                return Some(Found::Stopped(Stop::Limit(limit)));
            }
            self.counts.expanded += 1;
            self.group.push(number);
        }
        None
    }

    /// Generates the successors of the group, and starts to prefetch their data.
    #[inline]
    fn request_successors(&mut self, move_table: &MoveTable) {
        for parent in self.group.drain(..) {
            let PreludeNode { state, pruning_state, blank, .. } = &self.nodes.all[parent as usize];
            for &(step, to) in move_table.from(*blank) {
                let Some(pruning_state) = self.automaton.after(*pruning_state, step) else { continue };
                let blank_move = BlankMove { step, from: *blank, to };
                let pending = self.evaluator.request(state, blank_move);
                self.successors.push(Successor { parent, pruning_state, blank_move, pending });
            }
        }
        self.counts.generated += self.successors.len() as u64;
    }

    /// Opens the successors. All reads for them are in flight by now.
    #[inline]
    fn open_successors(&mut self) {
        for Successor { parent, pruning_state, blank_move, pending } in self.successors.drain(..) {
            let node = self.nodes.add_child(parent, blank_move, pruning_state);
            self.evaluator.apply(&mut node.state, blank_move, pending);
            let h = self.evaluator.estimate(&node.state);
            self.nodes.open_newest(h);
        }
    }
}

/// A successor whose data is being prefetched.
struct Successor<A> {
    parent: u32,
    pruning_state: PruningState,
    blank_move: BlankMove,
    pending: A,
}

/// A state, and how it was reached.
#[derive(Clone, Copy)]
struct PreludeNode<S> {
    state: S,
    /// The parent's index.
    parent: u32,
    /// The next older open node with the same f and g, or [`NONE`]: a linked list.
    newest_before: u32,
    g: u16,
    /// The pruning automaton's state after the moves so far.
    pruning_state: PruningState,
    blank: Cell,
    /// The move from the parent; `None` at the start.
    step: Option<Move>,
}

/// Stands for the absence of a node.
const NONE: u32 = u32::MAX;

/// All nodes, and which of them are open. Nodes are ordered by smallest f, then largest g, then
/// newest, as the newest is still in the caches.
struct Nodes<S> {
    all: Vec<PreludeNode<S>>,
    /// Indexed by f.
    open: Vec<NodesOfF>,
    /// A lower bound on the path length: the largest f of a node taken so far. Nodes with a smaller
    /// f are filed under this one. So no node gets a smaller f than its parent, even if the
    /// estimate is inconsistent.
    f: usize,
}

/// The open nodes of one f.
#[derive(Clone, Default)]
struct NodesOfF {
    /// `newest[g]`: the index of the newest open node, or [`NONE`].
    newest: Vec<u32>,
    /// Every open node has a smaller g than this.
    end: usize,
}

impl<S: Copy> Nodes<S> {
    /// Creates the list with the start as the only open node.
    fn new<E: Evaluator<State = S>>(evaluator: &E, start: &Board, automaton: &PruningAutomaton) -> Self {
        let state = evaluator.start(start);
        let (h, blank) = (evaluator.estimate(&state), start.blank());
        let mut nodes = Self { all: Vec::with_capacity(INITIAL_CAPACITY), open: Vec::new(), f: h as usize };
        let pruning_state = automaton.initial(blank);
        nodes.all.push(PreludeNode {
            state,
            parent: 0,
            newest_before: NONE,
            g: 0,
            pruning_state,
            blank,
            step: None,
        });
        nodes.open_newest(h);
        nodes
    }

    /// Memory in use, in bytes; doubled, since a growing `Vec` may need twice its length.
    const fn bytes(&self) -> u64 {
        2 * (size_of::<PreludeNode<S>>() * self.all.len()) as u64
    }

    /// Appends a child of `parent`. Its state is still a copy of the parent's.
    #[inline]
    fn add_child(
        &mut self,
        parent: u32,
        blank_move: BlankMove,
        pruning_state: PruningState,
    ) -> &mut PreludeNode<S> {
        let number = self.all.len();
        self.all.push(self.all[parent as usize]);
        let node = &mut self.all[number];
        (node.parent, node.g, node.pruning_state) = (parent, node.g + 1, pruning_state);
        (node.blank, node.step) = (blank_move.to, Some(blank_move.step));
        node
    }

    /// Opens the node that was appended last, with its estimate.
    #[inline]
    fn open_newest(&mut self, h: u32) {
        let number = self.all.len() - 1;
        let node = &mut self.all[number];
        let g = usize::from(node.g);
        let f = self.f.max(g + h as usize);
        if self.open.len() <= f {
            self.open.resize(f + 1, NodesOfF::default());
        }
        let of_f = &mut self.open[f];
        if of_f.newest.len() <= g {
            of_f.newest.resize(g + 1, NONE);
        }
        of_f.end = of_f.end.max(g + 1);
        node.newest_before = std::mem::replace(&mut of_f.newest[g], number as u32);
    }

    /// Removes and returns the next open node. Returns `None` if that would have a larger f and
    /// `may_be_larger` is false.
    fn next(&mut self, may_be_larger: bool) -> Option<u32> {
        loop {
            let of_f = self.open.get_mut(self.f)?;
            while let Some(g) = of_f.end.checked_sub(1) {
                let newest = &mut of_f.newest[g];
                if *newest != NONE {
                    let number = *newest;
                    *newest = self.all[number as usize].newest_before;
                    return Some(number);
                }
                of_f.end = g;
            }
            if !may_be_larger {
                return None;
            }
            // All nodes of this f are expanded, so f is proven to be too short for a path.
            self.f += 1;
        }
    }

    /// The moves from the start to a node.
    fn path_to(&self, number: u32) -> Vec<Move> {
        let mut node = &self.all[number as usize];
        let mut moves = Vec::with_capacity(node.g.into());
        while let Some(step) = node.step {
            moves.push(step);
            node = &self.all[node.parent as usize];
        }
        moves.reverse();
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::super::bounded_search::STACK_ORDER;
    use super::super::evaluator::HeuristicEvaluator;
    use super::*;
    use crate::board::{Goal, Shape};
    use crate::oracle::Oracle;
    use crate::search::common::limits::{Limit, Limits};
    use crate::search::common::packed_board::PackedBoard;
    use crate::search::heuristics::{Claims, Heuristic, Manhattan};
    use crate::space::StateIndex;

    /// Manhattan distance, reduced by 4 on some boards. It is inconsistent, so a state may be
    /// expanded before its shortest path is known.
    struct Uneven(Manhattan);

    impl Heuristic for Uneven {
        fn estimate(&self, board: &Board) -> u32 {
            let less = if PackedBoard::new(board).hash() >> 61 < 3 { 4 } else { 0 };
            self.0.estimate(board).saturating_sub(less)
        }

        fn claims(&self) -> Claims {
            Claims { consistent: false, ..self.0.claims() }
        }
    }

    impl<H: Heuristic + ?Sized> PreludeEvaluator for HeuristicEvaluator<'_, H> {
        type Pending = ();

        fn request(&self, _state: &Self::State, _blank_move: BlankMove) {}

        fn apply(&self, state: &mut Self::State, blank_move: BlankMove, (): ()) {
            *state = self.after(state, blank_move, u32::MAX).unwrap();
        }
    }

    fn prelude(
        board: &Board,
        heuristic: &dyn Heuristic,
        goal: &Goal,
        limits: &Limits,
    ) -> (Found, u32, Counts) {
        let evaluator = HeuristicEvaluator::new(heuristic, goal.board());
        let move_table = MoveTable::new(goal.shape(), &STACK_ORDER);
        astar_prelude(&evaluator, board, &move_table, &Watch::start(limits))
    }

    #[test]
    fn paths_are_optimal_even_with_inconsistent_estimates() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let oracle = Oracle::build(&goal).unwrap();
        let (even, uneven) = (Manhattan::new(&goal), Uneven(Manhattan::new(&goal)));
        for number in (0..oracle.space().states()).step_by(499) {
            let board = oracle.space().board_at(StateIndex::new(number)).unwrap();
            for heuristic in [&even as &dyn Heuristic, &uneven] {
                let (found, ..) = prelude(&board, heuristic, &goal, &Limits::default());
                let Found::Path(moves) = found else { panic!("no path from {board}") };
                assert_eq!(moves.len(), usize::from(oracle.distance(&board).unwrap().moves()), "{board}");
                let end = board.along(moves).last().map_or(board, Result::unwrap);
                assert_eq!(end, goal.board(), "{board}");
            }
        }
    }

    /// Wherever the search stops, the bound does not exceed the distance. The limit on states is
    /// exact.
    #[test]
    fn an_early_stop_still_proves_a_lower_bound() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let board = Board::new(goal.shape(), &[8, 6, 7, 2, 5, 4, 3, 0, 1]).unwrap();
        let heuristic = Manhattan::new(&goal);
        let first = heuristic.estimate(&board);
        let (mut bounds, mut are_larger) = (first..=31, false);
        for most in [1, 2, 9, 100, 1001, 4000] {
            let limits = Limits { expanded: Some(most), ..Limits::default() };
            let (stopped, bound, counts) = prelude(&board, &heuristic, &goal, &limits);
            assert_eq!(stopped, Found::Stopped(Stop::Limit(Limit::Expanded)));
            assert_eq!(counts.expanded, most);
            assert!(bounds.contains(&bound));
            are_larger |= bound > first;
            bounds = bound..=31;
        }
        assert!(are_larger);
        let limits = Limits { memory_in_bytes: Some(100_000), ..Limits::default() };
        let (ended, bound, counts) = prelude(&board, &heuristic, &goal, &limits);
        assert!(ended == Found::Nothing && (first..=31).contains(&bound));
        assert!((100..1500).contains(&counts.expanded), "{counts:?}");
    }
}
