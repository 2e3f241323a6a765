//! Searches the subtrees of one long iteration, on one or all cores, with the path and counts of a
//! sequential search.
//!
//! The iteration is split below a `frontier` of distinct states, in order of their estimated
//! remoteness from the goal. Threads take the subtrees from the front. When one finds the goal,
//! later subtrees are abandoned and earlier ones completed. Only what a sequential search would
//! have seen is counted (`task_list`), so the path and all counts are independent of the number of
//! threads.
//!
//! Progress is a list of ranges of completed subtrees (`iteration_progress`), which may be saved
//! and restored. The frontier is the same in every run of a search, so resuming needs only the
//! bound and this list. An [`IterationHost`] runs the tasks: the threads of one process, or a
//! process group (`super::distributed`) whose members exchange their progress.

pub(super) mod encoding;
pub(super) mod frontier;
mod interleaved;
pub(super) mod iteration_progress;
pub(super) mod root;
pub(super) mod task_list;

use std::ops::{ControlFlow, Range};

use self::frontier::Frontier;
use self::iteration_progress::Iteration;
use self::root::Root;
use self::task_list::{IterationHost, TaskList, Work};
use crate::board::Move;
use crate::search::common::limits::{Limit, Watch};
use crate::search::common::observer::{Expansion, Reporter};
use crate::search::ida::bounded_search::{BoundedSearch, StackNode, check_limits};
use crate::search::ida::evaluator::Evaluator;
use crate::search::ida::result::{Counts, Found, Stop, break_if_reached};
use crate::threads;

/// Limits the states expanded above the roots to 1/4 of those of the previous iteration: finding
/// the roots takes a few times as long per state as searching below them.
const FRONTIER_DIVISOR: u64 = 4;

/// Maximum number of states to expand above the roots: a few seconds of work. With more, fewer
/// states are expanded below, but each takes less time below fewer roots, since a search stays in
/// one region for longer.
const MAX_EXPANDED_ABOVE_ROOTS: u64 = 1 << 20;

/// Upper bound on the memory per state expanded above the roots, with the one or two roots it leads
/// to, while they are sorted. Measured: 70 to 100 bytes with roots of 48 bytes. Now roots have 64,
/// and a `Vec` that just doubled has as much spare capacity.
const BYTES_ABOVE_ROOTS: u64 = 192;

/// Searches everything that one depth-first search would search below `start`, subtree by subtree.
pub(in crate::search) fn search_subtrees<E: Evaluator>(
    search: &BoundedSearch<'_, E>,
    start: StackNode<E::State>,
    iteration: &Iteration,
    watch: &Watch,
    host: &dyn IterationHost,
) -> (Found, Counts) {
    let fit = watch.memory_in_bytes().map_or(u64::MAX, |bytes| bytes / BYTES_ABOVE_ROOTS);
    let max_expanded = (iteration.expanded_before / FRONTIER_DIVISOR).min(fit).min(MAX_EXPANDED_ABOVE_ROOTS);
    let may_expand = |expanded| match watch.has_expansion_limit() {
        true => check_limits(search.evaluator, watch, iteration.earlier.expanded + expanded, 0),
        false if search.evaluator.has_failed() => ControlFlow::Break(Limit::Heuristic),
        // Asked only once for many states, so the clock can be checked every time.
        false => break_if_reached(watch.time_or_interrupt()),
    };
    let frontier = match Frontier::build(search, &start, max_expanded, watch, may_expand) {
        Ok(frontier) => frontier,
        Err((limit, counts)) => return (Found::Stopped(Stop::Limit(limit)), counts),
    };
    let Some(tasks) = TaskList::resume(&frontier, iteration, host) else {
        // The checkpoint does not match this frontier. The host has kept that error, and reports it
        // instead of this limit.
        return (Found::Stopped(Stop::Limit(Limit::Interrupt)), frontier.counts);
    };
    // The roots are found with the first evaluator in every run, so that a checkpoint fits them.
    let evaluator = search.evaluator.suited_to(|| frontier.sample());
    let search =
        &evaluator.as_ref().map_or_else(|| search.fresh(), |evaluator| search.with_evaluator(evaluator));
    let subtrees = Subtrees {
        search,
        frontier: &frontier,
        tasks: &tasks,
        watch,
        expanded_earlier: iteration.earlier.expanded,
    };
    let work = |task| subtrees.work(task);
    if watch.has_expansion_limit() {
        // An exact limit holds for each process alone, so no work is shared.
        threads::work_through(tasks.len(), false, &work);
    } else {
        host.work_through(&tasks, watch.is_parallel(), &work);
    }
    tasks.sum_up()
}

/// The subtrees being searched.
struct Subtrees<'a, E: Evaluator> {
    search: &'a BoundedSearch<'a, E>,
    frontier: &'a Frontier,
    tasks: &'a TaskList<'a>,
    watch: &'a Watch,
    /// The states expanded in earlier iterations.
    expanded_earlier: u64,
}

impl<E: Evaluator> Subtrees<'_, E> {
    /// Does a task if it still matters. Returns whether later tasks may matter.
    fn work(&self, task: usize) -> bool {
        let roots = match self.tasks.work_of(task) {
            Work::Search(roots) => roots,
            Work::Done => return true,
            Work::End => return false,
        };
        let mut search = self.search.fresh();
        let found = self.search_roots(&mut search, roots.clone());
        self.tasks.record(roots, search.counts, found);
        true
    }

    fn search_roots(&self, search: &mut BoundedSearch<'_, E>, roots: Range<usize>) -> Found {
        let expanded_so_far = self.expanded_earlier + self.tasks.expanded();
        let first = roots.start;
        let may_expand = |expanded, _| {
            if self.watch.has_expansion_limit() {
                let expanded = expanded_so_far + expanded;
                check_limits(self.search.evaluator, self.watch, expanded, 0).map_break(Stop::Limit)
            // The clock and the shared task list are checked only now and then.
            } else if !Watch::is_time_to_check(expanded) {
                ControlFlow::Continue(())
            } else if self.search.evaluator.has_failed() {
                ControlFlow::Break(Stop::Limit(Limit::Heuristic))
            } else if self.tasks.matters(first) {
                break_if_reached(self.watch.time_or_interrupt()).map_break(Stop::Limit)
            } else {
                ControlFlow::Break(Stop::Superseded)
            }
        };
        let roots = &self.frontier.roots[roots];
        if E::INTERLEAVED == 1 {
            return self.search_in_order(search, roots, may_expand);
        }
        let nodes =
            roots.iter().map(|root| self.search.node_of(root)).filter(|node| self.search.is_within(node));
        match search.reaches_goal(nodes, may_expand) {
            // Finding the path again is not counted: most of it was just searched.
            Ok(true) => {
                self.search_in_order(&mut self.search.fresh(), roots, |_, _| ControlFlow::Continue(()))
            }
            Ok(false) => Found::Nothing,
            Err(stop) => Found::Stopped(stop),
        }
    }

    fn search_in_order(
        &self,
        search: &mut BoundedSearch<'_, E>,
        roots: &[Root],
        may_expand: impl Fn(u64, usize) -> ControlFlow<Stop>,
    ) -> Found {
        let mut unobserved = |_: &Expansion<'_>| ControlFlow::Continue(());
        let mut reporter = Reporter::<false>::new(&mut unobserved);
        for root in roots {
            let node = self.search.node_of(root);
            if !search.is_within(&node) {
                continue;
            }
            match search.search_below(node, &may_expand, &mut reporter) {
                Found::Path(below) => {
                    let above = self.frontier.path_to(root, search.evaluator.shape());
                    return Found::Path([above, below].concat::<Move>());
                }
                stopped @ Found::Stopped(_) => return stopped,
                Found::Nothing => {}
            }
        }
        Found::Nothing
    }
}

#[cfg(test)]
mod tests {
    use super::task_list::LocalThreads;
    use super::*;
    use crate::board::{Board, Goal, Shape};
    use crate::oracle::Oracle;
    use crate::search::common::limits::Limits;
    use crate::search::common::move_order::MoveTable;
    use crate::search::heuristics::{Heuristic, Manhattan, Misplaced};
    use crate::search::ida::bounded_search::STACK_ORDER;
    use crate::search::ida::evaluator::{BlankMove, HeuristicEvaluator, Memo};
    use crate::search::ida::pruning::PruningAutomaton;

    /// Searches by subtrees within a bound, as if the previous iteration had expanded `last`
    /// states.
    fn found(
        board: &Board,
        heuristic: &dyn Heuristic,
        goal: &Goal,
        (bound, longest, last): (u32, usize, u64),
        is_parallel: bool,
    ) -> (Found, Counts) {
        let evaluator = HeuristicEvaluator::new(heuristic, goal.board());
        found_by(&evaluator, board, (bound, longest, last), is_parallel)
    }

    fn found_by<E: Evaluator>(
        evaluator: &E,
        board: &Board,
        (bound, longest, last): (u32, usize, u64),
        is_parallel: bool,
    ) -> (Found, Counts) {
        let automaton = PruningAutomaton::up_to(longest, evaluator.shape(), &|| None).unwrap();
        let move_table = MoveTable::new(evaluator.shape(), &STACK_ORDER);
        let pruning_state = automaton.initial(board.blank());
        let start = StackNode {
            state: evaluator.start(board),
            g: 0,
            blank: board.blank(),
            pruning_state,
            step: None,
        };
        let expanded = (!is_parallel).then_some(u64::MAX);
        let watch = Watch::start(&Limits { expanded, ..Limits::default() });
        let iteration = Iteration { bound, expanded_before: last, ..Iteration::default() };
        let search = BoundedSearch::new(evaluator, &move_table, &automaton, bound);
        search_subtrees(&search, start, &iteration, &watch, &LocalThreads)
    }

    /// An evaluator with one heuristic above the roots, and another below.
    struct Changing<'a> {
        now: HeuristicEvaluator<'a, dyn Heuristic + 'a>,
        then: Option<(&'a dyn Heuristic, Board)>,
    }

    impl Evaluator for Changing<'_> {
        type State = (Board, u32);

        fn shape(&self) -> Shape {
            self.now.shape()
        }

        fn start(&self, board: &Board) -> Self::State {
            self.now.start(board)
        }

        fn estimate(&self, state: &Self::State) -> u32 {
            self.now.estimate(state)
        }

        fn suited_to(&self, _sample: impl Fn() -> Vec<Memo>) -> Option<Self> {
            self.then
                .map(|(heuristic, goal)| Self { now: HeuristicEvaluator::new(heuristic, goal), then: None })
        }

        fn after(&self, state: &Self::State, blank_move: BlankMove, max_h: u32) -> Option<Self::State> {
            self.now.after(state, blank_move, max_h)
        }

        fn board(&self, state: &Self::State) -> Board {
            self.now.board(state)
        }

        fn is_goal(&self, state: &Self::State) -> bool {
            self.now.is_goal(state)
        }

        fn has_parity(&self) -> bool {
            false
        }

        fn has_failed(&self) -> bool {
            false
        }
    }

    fn found_changing(
        board: &Board,
        (now, then): (&dyn Heuristic, Option<&dyn Heuristic>),
        goal: &Goal,
        bound: u32,
    ) -> (Found, Counts) {
        let then = then.map(|then| (then, goal.board()));
        let evaluator = Changing { now: HeuristicEvaluator::new(now, goal.board()), then };
        found_by(&evaluator, board, (bound, 2, 400), false)
    }

    /// Roots that the second evaluator finds too far are skipped, and no state is missed below the
    /// others. The path is as short, and no more states are expanded than with the weaker evaluator
    /// alone.
    #[test]
    fn the_evaluator_may_change_below_the_roots() {
        let goal = Goal::snail(Shape::THREE_BY_THREE);
        let oracle = Oracle::build(&goal).unwrap();
        let (manhattan, misplaced) = (Manhattan::new(&goal), Misplaced::new(&goal));
        let [strong, weak]: [&dyn Heuristic; 2] = [&manhattan, &misplaced];
        for number in (0..oracle.space().states()).step_by(2999).skip(1) {
            let board = oracle.space().board_at(crate::space::StateIndex::new(number)).unwrap();
            let distance = u32::from(oracle.distance(&board).unwrap().moves());
            let within = |bound, now, then| found_changing(&board, (now, then), &goal, bound);
            for (now, then) in [(strong, weak), (weak, strong)] {
                let (nothing, of_both) = within(distance - 1, now, Some(then));
                assert_eq!(nothing, Found::Nothing, "{board}");
                let of_one = within(distance - 1, weak, None).1;
                assert!(of_both.expanded <= of_one.expanded, "{board}");
                let Found::Path(moves) = within(distance, now, Some(then)).0 else {
                    panic!("no path from {board}")
                };
                assert_eq!(moves.len(), distance as usize, "{board}");
            }
        }
    }

    /// For every frontier: a bound that is too small finds nothing, the distance finds a path of
    /// that length, and threads change neither path nor counts.
    #[test]
    fn an_optimal_path_is_found_below_every_frontier() {
        for (shape, every) in [((2, 3), 1), ((4, 2), 61), ((3, 3), 1499)] {
            let goal = Goal::snail(Shape::new(shape.0, shape.1).unwrap());
            let oracle = Oracle::build(&goal).unwrap();
            let (manhattan, misplaced) = (Manhattan::new(&goal), Misplaced::new(&goal));
            for number in (0..oracle.space().states()).step_by(every) {
                let board = oracle.space().board_at(crate::space::StateIndex::new(number)).unwrap();
                let distance = u32::from(oracle.distance(&board).unwrap().moves());
                for heuristic in [&manhattan as &dyn Heuristic, &misplaced] {
                    if distance < heuristic.estimate(&board) + 1 {
                        continue;
                    }
                    for (longest, last) in [(2, 4), (2, 400), (8, 40), (12, 4000)] {
                        let within =
                            |bound, shared| found(&board, heuristic, &goal, (bound, longest, last), shared);
                        assert_eq!(within(distance - 1, false).0, Found::Nothing, "{board}");
                        let (one, all) = (within(distance, false), within(distance, true));
                        assert_eq!(one, all, "{board}");
                        let Found::Path(moves) = one.0 else { panic!("no path from {board}") };
                        assert_eq!(moves.len(), distance as usize);
                        let end = board.along(moves).last().map_or(board, Result::unwrap);
                        assert_eq!(end, goal.board(), "{board}");
                    }
                }
            }
        }
    }
}
