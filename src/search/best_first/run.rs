//! The loop of a best-first search.

use std::ops::ControlFlow;

use super::conventions::{Conventions, Duplicates, PeakSampling};
use super::evaluation::Evaluation;
use super::open_list::{Entry, OpenList};
use crate::board::{Board, Move};
use crate::search::common::limits::{Limit, LimitReached, Limits, Watch};
use crate::search::common::move_order::MoveTable;
use crate::search::common::observer::{Expanded, Fate, Generated, Reporter};
use crate::search::common::outcome::{Guarantee, Outcome, Statistics};
use crate::search::common::packed_board::PackedBoard;
use crate::search::common::problem::Problem;
use crate::search::common::states::{Node, States};
use crate::search::heuristics::Heuristic;

/// A search in progress.
pub(super) struct Run<'a, H: ?Sized, O, const OBSERVED: bool> {
    evaluation: Evaluation,
    conventions: Conventions,
    problem: &'a Problem,
    heuristic: &'a H,
    goal: PackedBoard,
    move_table: MoveTable,
    states: States,
    open: O,
    /// The number of valid entries in the open list. When a state is reached in fewer moves, its
    /// older entry becomes invalid.
    open_len: u64,
    /// The number of expansions, whatever the conventions count.
    expansions: u64,
    statistics: Statistics,
    watch: Watch,
    reporter: Reporter<'a, OBSERVED>,
}

impl<'a, H: Heuristic + ?Sized, O: OpenList, const OBSERVED: bool> Run<'a, H, O, OBSERVED> {
    pub(super) fn new(
        (evaluation, conventions): (Evaluation, Conventions),
        problem: &'a Problem,
        heuristic: &'a H,
        limits: &Limits,
        reporter: Reporter<'a, OBSERVED>,
    ) -> Self {
        Self {
            evaluation,
            conventions,
            problem,
            heuristic,
            goal: PackedBoard::new(&problem.goal().board()),
            move_table: MoveTable::new(problem.goal().shape(), &conventions.moves),
            states: States::new(),
            open: O::default(),
            open_len: 0,
            expansions: 0,
            statistics: Statistics { generated: 1, ..Statistics::default() },
            watch: Watch::start(limits),
            reporter,
        }
    }

    /// Runs the search to its end, reporting each expanded state.
    pub(super) fn run(mut self) -> Result<Outcome, LimitReached> {
        let start = PackedBoard::new(self.problem.start());
        let h = self.heuristic.estimate(self.problem.start());
        let first = self.states.add(Node { board: start, parent: 0, g: 0, h, step: None, is_open: true });
        if self.conventions.duplicates == Duplicates::Reopened {
            self.states.make_known(first);
        }
        self.push(first);
        if self.conventions.peak != PeakSampling::AfterPushExceptStart {
            self.statistics.peak_open = 1;
        }
        if self.conventions.early_goal_test && start == self.goal {
            return self.outcome(first);
        }
        while let Some(Entry { f, node: number, .. }) = self.next() {
            if self.states.nodes[number as usize].board == self.goal {
                return self.outcome(number);
            }
            if self.is_duplicate(number) {
                continue;
            }
            if Watch::is_time_to_check(self.expansions) && self.heuristic.has_failed() {
                return Err(self.failed());
            }
            if let Some(limit) = self.watch.reached(self.expansions, self.states.nodes.len()) {
                return Err(self.stopped(limit, f));
            }
            match self.expand(number) {
                ControlFlow::Continue(()) => {}
                ControlFlow::Break(Some(goal)) => return self.outcome(goal),
                // The observer stopped the search.
                ControlFlow::Break(None) => return Err(self.stopped(Limit::Interrupt, f)),
            }
        }
        unreachable!("a problem's goal can be reached from its start")
    }

    /// Takes the best node from the open list, skipping invalid entries.
    #[inline]
    fn next(&mut self) -> Option<Entry> {
        if self.conventions.peak == PeakSampling::BeforePop {
            self.sample_open_list();
        }
        loop {
            let entry = self.open.pop()?;
            let node = &mut self.states.nodes[entry.node as usize];
            // An entry with another g was superseded by a shorter path.
            if node.is_open && node.g == entry.g {
                node.is_open = false;
                self.open_len -= 1;
                if self.conventions.counts_every_pop {
                    self.statistics.expanded += 1;
                }
                return Some(entry);
            }
        }
    }

    /// Whether a state just taken out is a duplicate to be discarded. If not, it is known from now
    /// on.
    fn is_duplicate(&mut self, number: u32) -> bool {
        match self.conventions.duplicates {
            Duplicates::DroppedWhenPopped => !self.states.make_known(number),
            Duplicates::DroppedWhenGenerated => {
                self.states.make_known(number);
                false
            }
            Duplicates::Kept | Duplicates::KeptExceptParent | Duplicates::Reopened => false,
        }
    }

    /// Puts the successors of a state in the open list, and reports the expansion. Breaks with the
    /// index of the goal if the early goal test finds it, or with `None` if the observer stops the
    /// search.
    #[inline]
    fn expand(&mut self, number: u32) -> ControlFlow<Option<u32>> {
        let node = self.states.nodes[number as usize];
        let mut board = node.board.board(self.problem.goal().shape());
        self.expansions += 1;
        if !self.conventions.counts_every_pop {
            self.statistics.expanded += 1;
        }
        let blank = board.blank();
        let mut goal = None;
        for place in 0..self.move_table.from(blank).len() {
            let (step, to) = self.move_table.from(blank)[place];
            if self.conventions.duplicates == Duplicates::KeptExceptParent
                && node.step == Some(step.inverse())
            {
                continue;
            }
            let next = node.board.after(blank, to);
            if let Some(new) = self.handle_successor(next, number, step, &mut board)
                && self.conventions.early_goal_test
                && next == self.goal
            {
                goal = Some(new);
                break;
            }
        }
        let may_continue = self.report(number, &node, &board);
        if let Some(goal) = goal {
            return ControlFlow::Break(Some(goal));
        }
        if may_continue.is_break() {
            return ControlFlow::Break(None);
        }
        if self.conventions.peak == PeakSampling::AfterExpansion {
            self.sample_open_list();
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn report(&mut self, number: u32, node: &Node, board: &Board) -> ControlFlow<()> {
        let parent = node.step.map(|_| node.parent as usize);
        let (evaluation, Node { g, h, .. }) = (self.evaluation, *node);
        let expanded = || Expanded { board: *board, g, h, f: evaluation.f(g, h), bound: None, side: None };
        self.reporter.report(number as usize, parent, expanded)
    }

    /// Adds a successor to the report for the observer.
    #[inline]
    fn add_successor(&mut self, board: PackedBoard, step: Move, (g, h): (u32, u32), fate: Fate) {
        let (evaluation, shape) = (self.evaluation, self.problem.goal().shape());
        self.reporter.add_successor(|| Generated {
            board: board.board(shape),
            step,
            h,
            f: evaluation.f(g, h),
            fate,
        });
    }

    /// Handles a generated successor. Returns its index if it is put in the open list as new.
    /// `board` is the board before the move.
    #[inline]
    fn handle_successor(
        &mut self,
        next: PackedBoard,
        parent: u32,
        step: Move,
        board: &mut Board,
    ) -> Option<u32> {
        self.statistics.generated += 1;
        let Node { g, h, .. } = self.states.nodes[parent as usize];
        let mut slot_if_new = None;
        match self.conventions.duplicates {
            Duplicates::Reopened => match self.states.find(next) {
                Ok(known) => {
                    let Node { g: known_g, h, .. } = self.states.nodes[known as usize];
                    let fate =
                        if g + 1 < known_g { self.improve(known, parent, step, g + 1) } else { Fate::Known };
                    self.add_successor(next, step, (g + 1, h), fate);
                    return None;
                }
                Err(slot) => slot_if_new = Some(slot),
            },
            Duplicates::DroppedWhenGenerated => {
                if let Ok(known) = self.states.find(next) {
                    let h = self.states.nodes[known as usize].h;
                    self.add_successor(next, step, (g + 1, h), Fate::Known);
                    return None;
                }
            }
            Duplicates::Kept | Duplicates::KeptExceptParent | Duplicates::DroppedWhenPopped => {}
        }
        // One `board` serves all successors: slide, evaluate, and slide back.
        let _is_legal = board.slide(step);
        let h = self.heuristic.estimate_after(h, board, step);
        let _is_legal = board.slide(step.inverse());
        let node = Node { board: next, parent, g: g + 1, h, step: Some(step), is_open: true };
        let number = self.states.add(node);
        if let Some(slot) = slot_if_new {
            self.states.know(number, slot);
        }
        self.push(number);
        let ends = self.conventions.early_goal_test && next == self.goal;
        self.add_successor(next, step, (g + 1, h), if ends { Fate::Goal } else { Fate::Opened });
        Some(number)
    }

    #[cold]
    fn improve(&mut self, number: u32, parent: u32, step: Move, g: u32) -> Fate {
        let node = &mut self.states.nodes[number as usize];
        (node.parent, node.step, node.g) = (parent, Some(step), g);
        let fate = if node.is_open { Fate::Improved } else { Fate::Reopened };
        if node.is_open {
            self.open_len -= 1;
        } else {
            node.is_open = true;
            self.statistics.reopened += 1;
        }
        self.push(number);
        fate
    }

    #[inline]
    fn push(&mut self, number: u32) {
        let Node { g, h, .. } = self.states.nodes[number as usize];
        self.open.push(self.evaluation.scaled(g, h), g, number);
        self.open_len += 1;
        let is_start = self.states.nodes.len() == 1;
        if matches!(self.conventions.peak, PeakSampling::AfterPush | PeakSampling::AfterPushExceptStart)
            && !is_start
        {
            self.sample_open_list();
        }
    }

    #[inline]
    fn sample_open_list(&mut self) {
        self.statistics.peak_open = self.statistics.peak_open.max(self.open_len);
    }

    fn guarantee(&self) -> Guarantee {
        self.conventions.guarantee(self.evaluation, self.heuristic.claims())
    }

    /// Returns a lower bound on the path length while the next state, with the smallest f of all,
    /// has this f.
    ///
    /// If the path has a guarantee, the open list contains a state of a shortest path with f <=
    /// w·C, where C is the distance ([`Conventions::guarantee`]): so C >= f/w. Besides, C is at
    /// least an admissible heuristic's estimate of the start, and has the parity of the blank's
    /// distance to its goal cell.
    fn lower_bound(&self, f: u32) -> u32 {
        let of_open = match (self.guarantee(), self.evaluation.bound_divisor()) {
            (Guarantee::Optimal | Guarantee::AtMostTimes(_), Some(divisor)) => f.div_ceil(divisor),
            _ => 0,
        };
        let of_start = if self.heuristic.claims().admissible { self.states.nodes[0].h } else { 0 };
        self.problem.with_parity(of_open.max(of_start))
    }

    fn final_statistics(&self) -> Statistics {
        let generated = if self.conventions.counts_only_kept {
            self.states.nodes.len() as u64
        } else {
            self.statistics.generated
        };
        self.watch.timed(Statistics { generated, ..self.statistics })
    }

    /// Returns the path, unless the heuristic has failed.
    fn outcome(&self, goal: u32) -> Result<Outcome, LimitReached> {
        if self.heuristic.has_failed() {
            return Err(self.failed());
        }
        let (moves, guarantee) = (self.states.path_to(goal), self.guarantee());
        Ok(Outcome { moves, guarantee, statistics: self.final_statistics() })
    }

    /// Returns the error for a search that was stopped when the next state had this f.
    #[cold]
    fn stopped(&self, limit: Limit, f: u32) -> LimitReached {
        LimitReached { limit, lower_bound: self.lower_bound(f), statistics: self.final_statistics() }
    }

    #[cold]
    fn failed(&self) -> LimitReached {
        LimitReached { limit: Limit::Heuristic, lower_bound: 0, statistics: self.final_statistics() }
    }
}
