//! One loop for uniform cost, greedy search, A* and weighted A*.
//!
//! They differ in the [`Evaluation`] alone: of the states that wait, the one with the least f is expanded next.
//! Breadth-first search is uniform cost with a queue and an earlier goal test. What else may differ from program to
//! program are [`Conventions`].

use super::conventions::{
    Conventions, CountExpanded, CountGenerated, CountQueue, Duplicates, EndlessSearch, GoalTest, Ties,
};
use super::evaluation::{Evaluation, Weight};
use super::heuristic::Heuristic;
use super::limits::{LimitReached, Limits, Watch};
use super::move_order::StepsByCell;
use super::open_list::{ByAge, Entry, Heap, LargerG, OpenList};
use super::outcome::{Guarantee, Outcome, Statistics};
use super::problem::Problem;
use super::states::{Node, Packed, States};
use crate::board::{Board, Move};

/// A best-first search: what it goes by, and its conventions. It can be run on many problems.
///
/// ```
/// use tilebase::board::{Board, Goal, Shape};
/// use tilebase::search::{BestFirst, Guarantee, Limits, Manhattan, Problem, Weight};
///
/// let goal = Goal::blank_last(Shape::THREE_BY_THREE);
/// let board = Board::new(goal.shape(), &[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
/// let (problem, heuristic) = (Problem::new(board, goal)?, Manhattan::new(&goal));
/// let twice = Weight::new(2.0)?;
/// let outcome = BestFirst::weighted_astar(twice).run(&problem, &heuristic, Limits::default())?;
/// assert_eq!(outcome.guarantee, Guarantee::AtMostTimes(twice));
/// assert!(outcome.moves.len() <= 62);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestFirst {
    evaluation: Evaluation,
    conventions: Conventions,
}

/// A state that is about to be expanded.
#[derive(Clone, Copy, Debug)]
pub struct Expansion<'a> {
    /// Expansions so far, this one included.
    pub number: u64,
    /// The state.
    pub board: &'a Board,
    /// Moves made.
    pub g: u32,
    /// The heuristic's estimate of the moves to come.
    pub h: u32,
    /// What the state was chosen by. A whole number, but in weighted A*.
    pub f: f64,
}

impl BestFirst {
    /// A search with conventions of choice.
    ///
    /// # Errors
    /// [`EndlessSearch`] if it need not end.
    pub const fn new(evaluation: Evaluation, conventions: Conventions) -> Result<Self, EndlessSearch> {
        if conventions.end(evaluation) { Ok(Self { evaluation, conventions }) } else { Err(EndlessSearch) }
    }

    /// What it goes by.
    #[must_use]
    pub const fn evaluation(&self) -> Evaluation {
        self.evaluation
    }

    fn with_default_conventions(evaluation: Evaluation) -> Self {
        Self { evaluation, conventions: Conventions::default() }
    }

    /// A*: [`Evaluation::GPlusH`].
    #[must_use]
    pub fn astar() -> Self {
        Self::with_default_conventions(Evaluation::GPlusH)
    }

    /// Weighted A*: [`Evaluation::GPlusWeightedH`]. The path is at most the weight times as long as a shortest one.
    #[must_use]
    pub fn weighted_astar(weight: Weight) -> Self {
        Self::with_default_conventions(Evaluation::GPlusWeightedH(weight))
    }

    /// Greedy search: [`Evaluation::H`].
    #[must_use]
    pub fn greedy() -> Self {
        Self::with_default_conventions(Evaluation::H)
    }

    /// Uniform cost: [`Evaluation::G`]. Run it with [`Zero`](super::Zero), as nothing is asked of a heuristic.
    #[must_use]
    pub fn uniform_cost() -> Self {
        Self::with_default_conventions(Evaluation::G)
    }

    /// Breadth-first search: Moore, *The Shortest Path Through a Maze*, Proceedings of the International Symposium on the
    /// Theory of Switching (1959). States in the order in which they were reached, up to the first sight of the goal.
    /// Run it with [`Zero`](super::Zero).
    #[must_use]
    pub fn breadth_first() -> Self {
        Self { evaluation: Evaluation::G, conventions: Conventions::breadth_first() }
    }

    /// Finds a path.
    ///
    /// # Errors
    /// [`LimitReached`] if a limit comes before the answer.
    pub fn run<H: Heuristic + ?Sized>(
        &self,
        problem: &Problem,
        heuristic: &H,
        limits: Limits,
    ) -> Result<Outcome, LimitReached> {
        self.run_observed(problem, heuristic, limits, |_| ())
    }

    /// Finds a path, and tells of each state before it is expanded.
    ///
    /// # Errors
    /// [`LimitReached`] if a limit comes before the answer.
    pub fn run_observed<H: Heuristic + ?Sized>(
        &self,
        problem: &Problem,
        heuristic: &H,
        limits: Limits,
        observer: impl FnMut(&Expansion<'_>),
    ) -> Result<Outcome, LimitReached> {
        match self.conventions.ties {
            Ties::LargerG => Search::<H, LargerG>::new(self, problem, heuristic, limits).run(observer),
            Ties::FirstIn => Search::<H, ByAge<false>>::new(self, problem, heuristic, limits).run(observer),
            Ties::LastIn => Search::<H, ByAge<true>>::new(self, problem, heuristic, limits).run(observer),
            Ties::Heap => Search::<H, Heap<false>>::new(self, problem, heuristic, limits).run(observer),
            Ties::HeapOfNotLess => {
                Search::<H, Heap<true>>::new(self, problem, heuristic, limits).run(observer)
            }
        }
    }
}

/// Finds an optimal path by A* with the house conventions. The heuristic should be admissible: the outcome says what its
/// path is worth.
///
/// ```
/// use tilebase::board::{Board, Goal, Shape};
/// use tilebase::search::{LinearConflict, Problem, astar};
///
/// let goal = Goal::blank_last(Shape::THREE_BY_THREE);
/// let board = Board::new(goal.shape(), &[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
/// let outcome = astar(&Problem::new(board, goal)?, &LinearConflict::new(&goal));
/// assert_eq!((outcome.moves.len(), outcome.is_optimal()), (31, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn astar<H: Heuristic + ?Sized>(problem: &Problem, heuristic: &H) -> Outcome {
    let found = BestFirst::astar().run(problem, heuristic, Limits::default());
    found.unwrap_or_else(|limit| unreachable!("no limit is set: {limit}"))
}

struct Search<'a, H: ?Sized, O> {
    evaluation: Evaluation,
    conventions: Conventions,
    problem: &'a Problem,
    heuristic: &'a H,
    goal: Packed,
    steps: StepsByCell,
    states: States,
    open: O,
    /// Entries of the open list that still count: a state that was reached again in fewer moves has a newer one.
    open_len: u64,
    /// Expansions, whatever the conventions count.
    expansions: u64,
    statistics: Statistics,
    watch: Watch,
}

impl<'a, H: Heuristic + ?Sized, O: OpenList> Search<'a, H, O> {
    fn new(of: &BestFirst, problem: &'a Problem, heuristic: &'a H, limits: Limits) -> Self {
        Self {
            evaluation: of.evaluation,
            conventions: of.conventions,
            problem,
            heuristic,
            goal: Packed::new(&problem.goal().board()),
            steps: StepsByCell::new(problem.goal().shape(), &of.conventions.moves),
            states: States::new(),
            open: O::default(),
            open_len: 0,
            expansions: 0,
            statistics: Statistics { generated: 1, ..Statistics::default() },
            watch: Watch::start(limits),
        }
    }

    fn run(mut self, mut observer: impl FnMut(&Expansion<'_>)) -> Result<Outcome, LimitReached> {
        let start = Packed::new(self.problem.start());
        let h = self.heuristic.of(self.problem.start());
        let first = self.states.add(Node { board: start, parent: 0, g: 0, h, step: None, is_open: true });
        if self.conventions.duplicates == Duplicates::Reopened {
            self.make_known(first);
        }
        self.push(first);
        if !matches!(self.conventions.queue, CountQueue::AfterPushButTheStart) {
            self.statistics.peak_open = 1;
        }
        if self.conventions.goal_test == GoalTest::WhenGenerated && start == self.goal {
            return Ok(self.outcome(first));
        }
        while let Some(Entry { f, node: number, .. }) = self.next() {
            if self.states.nodes[number as usize].board == self.goal {
                return Ok(self.outcome(number));
            }
            if self.is_dropped(number) {
                continue;
            }
            if let Some(limit) = self.watch.reached(self.expansions, self.states.nodes.len()) {
                let statistics = self.final_statistics();
                return Err(LimitReached { limit, at_least: self.at_least(f), statistics });
            }
            if let Some(goal) = self.expand(number, &mut observer) {
                return Ok(self.outcome(goal));
            }
        }
        unreachable!("a problem's goal can be reached from its start")
    }

    /// Takes the best node out of the open list, past the entries that no longer count.
    #[inline]
    fn next(&mut self) -> Option<Entry> {
        if self.conventions.queue == CountQueue::BeforePop {
            self.look_at_queue();
        }
        loop {
            let entry = self.open.pop()?;
            let node = &mut self.states.nodes[entry.node as usize];
            if node.is_open && node.g == entry.g {
                node.is_open = false;
                self.open_len -= 1;
                if self.conventions.expanded == CountExpanded::EveryPop {
                    self.statistics.expanded += 1;
                }
                return Some(entry);
            }
        }
    }

    /// Is a state that was taken out a repetition, to be thrown away? If not, it is known from now on.
    fn is_dropped(&mut self, number: u32) -> bool {
        match self.conventions.duplicates {
            Duplicates::DroppedWhenPopped => !self.make_known(number),
            Duplicates::DroppedWhenGenerated => {
                self.make_known(number);
                false
            }
            Duplicates::Kept | Duplicates::KeptButNoStepBack | Duplicates::Reopened => false,
        }
    }

    /// Makes a state known, unless one with the same board is.
    fn make_known(&mut self, number: u32) -> bool {
        let found = self.states.find(self.states.nodes[number as usize].board);
        found.map_err(|slot| self.states.know(number, slot)).is_err()
    }

    /// Puts the successors of a state in the open list. Returns the goal if that is to be noticed now.
    #[inline]
    fn expand(&mut self, number: u32, observer: &mut impl FnMut(&Expansion<'_>)) -> Option<u32> {
        self.expansions += 1;
        if self.conventions.expanded == CountExpanded::Standard {
            self.statistics.expanded += 1;
        }
        let node = self.states.nodes[number as usize];
        let mut board = node.board.board(self.problem.goal().shape());
        let (g, h) = (node.g, node.h);
        observer(&Expansion { number: self.expansions, board: &board, g, h, f: self.evaluation.value(g, h) });
        let blank = board.blank();
        for place in 0..self.steps.from(blank).len() {
            let (step, to) = self.steps.from(blank)[place];
            if self.conventions.duplicates == Duplicates::KeptButNoStepBack
                && node.step == Some(step.inverse())
            {
                continue;
            }
            let next = node.board.after(blank, to);
            if let Some(new) = self.reach(next, number, step, &mut board)
                && self.conventions.goal_test == GoalTest::WhenGenerated
                && next == self.goal
            {
                return Some(new);
            }
        }
        if self.conventions.queue == CountQueue::AfterExpansion {
            self.look_at_queue();
        }
        None
    }

    /// A successor was produced. Returns it if it is put in the open list as new. `board` is the board before the move.
    #[inline]
    fn reach(&mut self, next: Packed, parent: u32, step: Move, board: &mut Board) -> Option<u32> {
        self.statistics.generated += 1;
        let Node { g, h, .. } = self.states.nodes[parent as usize];
        let mut slot_if_new = None;
        match self.conventions.duplicates {
            Duplicates::Reopened => match self.states.find(next) {
                Ok(known) if g + 1 < self.states.nodes[known as usize].g => {
                    self.improve(known, parent, step, g + 1);
                    return None;
                }
                Ok(_) => return None,
                Err(slot) => slot_if_new = Some(slot),
            },
            Duplicates::DroppedWhenGenerated if self.states.find(next).is_ok() => return None,
            _ => {}
        }
        let _is_legal = board.slide(step);
        let h = self.heuristic.after(h, board, step);
        let _is_legal = board.slide(step.inverse());
        let node = Node { board: next, parent, g: g + 1, h, step: Some(step), is_open: true };
        let number = self.states.add(node);
        if let Some(slot) = slot_if_new {
            self.states.know(number, slot);
        }
        self.push(number);
        Some(number)
    }

    #[cold]
    fn improve(&mut self, number: u32, parent: u32, step: Move, g: u32) {
        let node = &mut self.states.nodes[number as usize];
        (node.parent, node.step, node.g) = (parent, Some(step), g);
        if node.is_open {
            self.open_len -= 1;
        } else {
            node.is_open = true;
            self.statistics.reopened += 1;
        }
        self.push(number);
    }

    #[inline]
    fn push(&mut self, number: u32) {
        let Node { g, h, .. } = self.states.nodes[number as usize];
        self.open.push(self.evaluation.scaled(g, h), g, number);
        self.open_len += 1;
        let is_start = self.states.nodes.len() == 1;
        if matches!(self.conventions.queue, CountQueue::AfterPush | CountQueue::AfterPushButTheStart)
            && !is_start
        {
            self.look_at_queue();
        }
    }

    #[inline]
    fn look_at_queue(&mut self) {
        self.statistics.peak_open = self.statistics.peak_open.max(self.open_len);
    }

    fn guarantee(&self) -> Guarantee {
        self.conventions.guarantee(self.evaluation, self.heuristic)
    }

    /// What no path is shorter than, when the state that is next has this f, which is the least of all.
    ///
    /// Where the path has a guarantee, a state of a shortest path waits with f <= w·C, C being the distance
    /// ([`Conventions::guarantee`]): so C >= f/w. Beside that C is at least what an admissible heuristic says of the
    /// start, and has the parity of the blank's way home.
    fn at_least(&self, f: u32) -> u32 {
        let of_open = match (self.guarantee(), self.evaluation.bound_divisor()) {
            (Guarantee::Optimal | Guarantee::AtMostTimes(_), Some(divisor)) => f.div_ceil(divisor),
            _ => 0,
        };
        let of_start = if self.heuristic.is_admissible() { self.states.nodes[0].h } else { 0 };
        self.problem.with_parity(of_open.max(of_start))
    }

    fn final_statistics(&self) -> Statistics {
        let generated = match self.conventions.generated {
            CountGenerated::Standard => self.statistics.generated,
            CountGenerated::Kept => self.states.nodes.len() as u64,
        };
        Statistics { generated, elapsed: self.watch.elapsed(), ..self.statistics }
    }

    fn outcome(&self, goal: u32) -> Outcome {
        let (moves, guarantee) = (self.states.path_to(goal), self.guarantee());
        Outcome { moves, guarantee, statistics: self.final_statistics() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape};
    use crate::search::{Manhattan, Zero};

    fn counts(outcome: &Outcome) -> (u64, u64, u64, u64) {
        let Statistics { expanded, generated, peak_open, reopened, .. } = outcome.statistics;
        (expanded, generated, peak_open, reopened)
    }

    #[test]
    fn counts_follow_their_definitions() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let manhattan = Manhattan::new(&goal);
        let problem =
            |numbers: [u32; 9]| Problem::new(Board::new(goal.shape(), &numbers).unwrap(), goal).unwrap();
        let solved = problem([1, 2, 3, 4, 5, 6, 7, 8, 0]);
        let near = problem([1, 2, 3, 4, 5, 6, 7, 0, 8]);
        assert_eq!(counts(&astar(&solved, &manhattan)), (0, 1, 1, 0));
        // One expansion: the start, with three successors. The goal is the last of them.
        assert_eq!(counts(&astar(&near, &manhattan)), (1, 4, 3, 0));
        let breadth_first =
            |problem| BestFirst::breadth_first().run(problem, &Zero, Limits::default()).unwrap();
        assert_eq!(counts(&breadth_first(&solved)), (0, 1, 1, 0));
        assert_eq!(counts(&breadth_first(&near)), (1, 4, 3, 0));
    }

    /// The counts that A* had here before its loop served other searches.
    #[test]
    fn the_house_conventions_are_kept() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let hardest = Board::new(goal.shape(), &[8, 6, 7, 2, 5, 4, 3, 0, 1]).unwrap();
        let outcome = astar(&Problem::new(hardest, goal).unwrap(), &Manhattan::new(&goal));
        assert_eq!(counts(&outcome), (6744, 17_749, 3277, 0));
    }
}
