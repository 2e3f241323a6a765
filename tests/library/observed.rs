//! Observed expansions of searches: they are complete and correct, and determine the open and
//! closed lists.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;

use crate::common::{board, distances, goal};
use tilebase::board::{Board, Goal, Shape};
use tilebase::search::{
    Conventions, Duplicates, Expansion, Fate, Generated, Limit, MoveOrder, Outcome, Side, Ties, Weight,
};
use tilebase::solve::{Algorithm, HeuristicName, Method, MethodError, MethodOptions, SolveError, Solver};
use tilebase::space::{FullSpace, StateIndex};

/// A copy of an expansion.
struct Observed {
    number: u64,
    board: Board,
    parent: Option<u64>,
    g: u32,
    h: u32,
    f: f64,
    bound: Option<u32>,
    side: Option<Side>,
    generated: Vec<Generated>,
}

impl From<&Expansion<'_>> for Observed {
    fn from(expansion: &Expansion<'_>) -> Self {
        let Expansion { number, board, parent, g, h, f, bound, side, generated } = *expansion;
        Self { number, board: *board, parent, g, h, f, bound, side, generated: generated.to_vec() }
    }
}

fn solver(goal: &Goal, algorithm: Algorithm, options: MethodOptions) -> Solver {
    let method = Method::new(algorithm, options).unwrap();
    Solver::builder(goal).method(method).build().unwrap()
}

fn watch(solver: &Solver, board: &Board) -> (Outcome, Vec<Observed>) {
    let mut observed = Vec::new();
    let outcome = solver.solve_observed(board, &mut |expansion| {
        observed.push(expansion.into());
        ControlFlow::Continue(())
    });
    (outcome.unwrap(), observed)
}

/// At most `most` solvable boards of a shape, evenly spaced.
fn boards(goal: &Goal, most: usize) -> Vec<Board> {
    let space = FullSpace::new(goal).unwrap();
    let step = (space.states() as usize).div_ceil(most);
    (0..space.states()).step_by(step).map(|number| space.board_at(StateIndex::new(number)).unwrap()).collect()
}

/// Every search with every heuristic that it can use.
fn searches(goal: &Goal) -> Vec<Solver> {
    let mut all = Vec::new();
    for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| *algorithm != Algorithm::Table) {
        let named = HeuristicName::ALL.into_iter().filter(|name| *name != HeuristicName::Patterns).map(Some);
        let heuristics: Vec<_> = if algorithm.takes_heuristic() { named.collect() } else { vec![None] };
        for heuristic in heuristics {
            let depth_limit = algorithm.has_depth_limit().then_some(22);
            match Method::new(algorithm, MethodOptions { heuristic, depth_limit, ..MethodOptions::default() })
            {
                Ok(method) => all.push(Solver::builder(goal).method(method).build().unwrap()),
                Err(error) => assert_eq!(error, MethodError::NotAdmissible),
            }
        }
    }
    all
}

/// Checks that the observed search has the same path and counts, and that every expansion is
/// reported once and is correct.
fn check_observed(solver: &Solver, start: &Board) {
    let (outcome, observed) = watch(solver, start);
    let alone = solver.solve(start).unwrap();
    let counts = |outcome: &Outcome| {
        let statistics = &outcome.statistics;
        (statistics.expanded, statistics.generated, statistics.peak_open, statistics.reopened)
    };
    assert_eq!((&outcome.moves, counts(&outcome)), (&alone.moves, counts(&alone)), "{solver:?} {start}");
    assert_eq!(outcome.statistics.expanded, observed.len() as u64, "{solver:?} {start}");
    let is_deepening = matches!(solver.algorithm(), Algorithm::Ida | Algorithm::IterativeDeepening);
    let (mut generated, mut roots) = (0, 0);
    for (number, state) in (1..).zip(&observed) {
        assert_eq!(state.number, number);
        assert_eq!((state.h, state.f), (solver.estimate(&state.board).unwrap(), solver.f(state.g, state.h)));
        assert_eq!(state.bound.is_some(), is_deepening);
        assert_eq!(state.side.is_some(), solver.algorithm() == Algorithm::Bidirectional);
        generated += state.generated.len() as u64;
        for next in &state.generated {
            assert_eq!(state.board.after(next.step), Some(next.board));
            assert_eq!(next.h, solver.estimate(&next.board).unwrap());
            assert_eq!(next.f, solver.f(state.g + 1, next.h));
        }
        let Some(parent) = state.parent else {
            roots += 1;
            let root = if state.side == Some(Side::Goal) { solver.goal().board() } else { *start };
            assert_eq!((state.board, state.g), (root, 0));
            continue;
        };
        let parent = &observed[usize::try_from(parent).unwrap() - 1];
        assert!(parent.number < number && parent.g + 1 == state.g);
        assert_eq!((parent.bound, parent.side), (state.bound, state.side));
        let way = parent.generated.iter().find(|next| next.board == state.board).unwrap();
        assert!(matches!(way.fate, Fate::Opened | Fate::Improved | Fate::Reopened), "{way:?}");
    }
    let starts = match solver.algorithm() {
        Algorithm::Bidirectional => 2,
        // Each iteration begins with the start. If the start is the goal, nothing is expanded.
        _ if is_deepening => roots.max(1),
        _ => 1,
    };
    // An iteration with bound 0 generates only the start.
    let looks = u64::from(is_deepening && !observed.is_empty() && solver.estimate(start).unwrap() == 0);
    let expected = generated + starts + looks;
    assert_eq!(outcome.statistics.generated, expected, "{solver:?} {start}");
}

#[test]
fn every_search_reports_all_expansions() {
    for (rows, columns, most) in [(2, 2, 12), (2, 3, 40), (3, 2, 40)] {
        for goal in [Goal::blank_last, Goal::blank_first, Goal::snail]
            .map(|goal| goal(Shape::new(rows, columns).unwrap()))
        {
            for solver in searches(&goal) {
                boards(&goal, most).iter().for_each(|board| check_observed(&solver, board));
            }
        }
    }
    let goal = goal("123456780");
    for solver in searches(&goal).into_iter().filter(|solver| solver.algorithm() != Algorithm::DepthFirst) {
        check_observed(&solver, &board("120483765"));
    }
}

/// With every kind of duplicate detection, and several orders.
#[test]
fn searches_report_every_expansion_under_all_conventions() {
    let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
    for duplicates in [
        Duplicates::Kept,
        Duplicates::KeptExceptParent,
        Duplicates::DroppedWhenPopped,
        Duplicates::DroppedWhenGenerated,
    ] {
        for (ties, early_goal_test) in [(Ties::Heap, false), (Ties::Lifo, true)] {
            let moves = "LRUD".parse::<MoveOrder>().unwrap();
            let conventions =
                Conventions { moves, duplicates, ties, early_goal_test, ..Conventions::STANDARD };
            let options = MethodOptions { conventions: Some(conventions), ..MethodOptions::default() };
            let solver = solver(&goal, Algorithm::AStar, options);
            let near = |board: &&Board| solver.estimate(board).unwrap() < 9;
            boards(&goal, 60).iter().filter(near).for_each(|board| check_observed(&solver, board));
        }
    }
}

/// The observer can stop every search after any number of expansions.
#[test]
fn an_observer_stops_every_search() {
    let goal = goal("123456780");
    let start = board("638541720");
    let distance = 28;
    for solver in searches(&goal) {
        for most in [1, 7, 20] {
            let mut last = 0;
            let stopped = solver.solve_observed(&start, &mut |expansion| {
                last = expansion.number;
                if last == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let Err(SolveError::Limit(reached)) = stopped else { panic!("{solver:?}: {stopped:?}") };
            assert_eq!((reached.limit, reached.statistics.expanded, last), (Limit::Interrupt, most, most));
            assert!(reached.lower_bound <= distance, "{solver:?}: {reached}");
        }
    }
}

/// The priority of an open entry: smallest f in hundredths, then largest g if that counts, then
/// oldest.
type Rank = (u64, u32, u64);

/// The open and closed lists, reconstructed from the reports. Each board is in one of them, once.
#[derive(Default)]
struct Lists {
    counts_g: bool,
    order: BTreeMap<Rank, Board>,
    open: HashMap<Board, (Rank, u32)>,
    closed: HashSet<Board>,
    entries: u64,
    peak: usize,
    reopened: u64,
}

impl Lists {
    fn open(&mut self, board: Board, f: f64, g: u32) {
        self.entries += 1;
        let rank = ((f * 100.0).round() as u64, if self.counts_g { u32::MAX - g } else { 0 }, self.entries);
        self.order.insert(rank, board);
        if let Some((before, _)) = self.open.insert(board, (rank, g)) {
            self.order.remove(&before);
        }
        self.peak = self.peak.max(self.open.len());
    }

    /// Expands the first open entry, which must be `state`.
    fn take(&mut self, state: &Observed) {
        let first = self.order.pop_first().map(|(_, board)| board);
        assert_eq!(
            (first, self.open.remove(&state.board).map(|(_, g)| g)),
            (Some(state.board), Some(state.g))
        );
        self.closed.insert(state.board);
        for next in &state.generated {
            let is_closed = self.closed.contains(&next.board);
            let before = self.open.get(&next.board).map(|(_, g)| *g);
            match next.fate {
                Fate::Opened | Fate::Goal => assert!(before.is_none() && !is_closed),
                Fate::Improved => assert!(before.is_some_and(|g| state.g + 1 < g) && !is_closed),
                Fate::Reopened => assert!(self.closed.remove(&next.board) && before.is_none()),
                Fate::Known => assert!(is_closed || before.is_some_and(|g| state.g + 1 >= g)),
                Fate::Cut => panic!("nothing is cut without a bound"),
            }
            self.reopened += u64::from(next.fate == Fate::Reopened);
            if next.fate != Fate::Known {
                self.open(next.board, next.f, state.g + 1);
            }
        }
    }
}

/// Every expanded state is the first of the open list at that time, and so is the goal at the end.
#[test]
fn open_and_closed_lists_follow_from_the_reports() {
    let mut reopened = 0;
    for (rows, columns, most) in [(2, 3, 60), (3, 2, 20)] {
        let goal = Goal::blank_last(Shape::new(rows, columns).unwrap());
        let of_open_lists = searches(&goal).into_iter().filter(|solver| solver.algorithm().has_conventions());
        for solver in of_open_lists {
            let is_breadth_first = solver.algorithm() == Algorithm::BreadthFirst;
            for start in boards(&goal, most) {
                let (outcome, observed) = watch(&solver, &start);
                let mut lists = Lists { counts_g: !is_breadth_first, ..Lists::default() };
                let h = solver.estimate(&start).unwrap();
                lists.open(start, solver.f(0, h), 0);
                observed.iter().for_each(|state| lists.take(state));
                if !is_breadth_first {
                    assert_eq!(lists.order.pop_first().map(|(_, board)| board), Some(goal.board()));
                } else if let Some(last) = observed.last() {
                    let ends: Vec<_> = last.generated.iter().filter(|next| next.fate == Fate::Goal).collect();
                    assert!(ends.len() == 1 && ends[0].board == goal.board());
                }
                assert_eq!(lists.peak as u64, outcome.statistics.peak_open);
                assert_eq!(lists.reopened, outcome.statistics.reopened);
                reopened += lists.reopened;
            }
        }
    }
    assert!(reopened > 0, "a heuristic that is not consistent has states reopened");
}

/// Checks that an iteration goes depth-first within its bound: the states to visit form a stack.
fn check_iteration(solver: &Solver, observed: &[&Observed], bound: u32) {
    let mut stack = vec![(observed[0].board, 0)];
    for state in observed {
        assert!(state.f <= f64::from(bound));
        // A state as deep as the bound is generated, but has no successor within it, so it is not
        // expanded.
        while stack.last().is_some_and(|(_, g)| *g == bound) {
            stack.pop();
        }
        assert_eq!(stack.pop(), Some((state.board, state.g)), "{solver:?}");
        for next in state.generated.iter().rev() {
            match next.fate {
                Fate::Opened => stack.push((next.board, state.g + 1)),
                Fate::Cut => assert!(next.f > f64::from(bound)),
                other => panic!("a search that remembers its path alone says {other:?}"),
            }
        }
        assert!(state.generated.is_sorted_by_key(|next| next.fate == Fate::Cut));
    }
}

#[test]
fn deepening_searches_are_depth_first_with_rising_bounds() {
    for (rows, columns, most) in [(2, 3, 90), (3, 2, 30), (2, 4, 12)] {
        let goal = Goal::blank_last(Shape::new(rows, columns).unwrap());
        let distances = distances(&goal);
        let space = FullSpace::new(&goal).unwrap();
        let with_bounds = searches(&goal)
            .into_iter()
            .filter(|solver| matches!(solver.algorithm(), Algorithm::Ida | Algorithm::IterativeDeepening));
        for solver in with_bounds {
            for start in boards(&goal, most) {
                let distance = distances.entries()[space.index_of(&start).unwrap().number() as usize];
                if distance > 14 && solver.heuristic() != Some(HeuristicName::LinearConflict) {
                    continue;
                }
                let (_, observed) = watch(&solver, &start);
                let mut iterations: BTreeMap<u32, Vec<&Observed>> = BTreeMap::new();
                let bounds = observed.iter().map(|state| state.bound.unwrap());
                assert!(bounds.clone().is_sorted());
                bounds
                    .zip(&observed)
                    .for_each(|(bound, state)| iterations.entry(bound).or_default().push(state));
                let least_cut = |observed: &[&Observed]| {
                    let cut = observed.iter().flat_map(|state| &state.generated);
                    cut.filter(|next| next.fate == Fate::Cut).map(|next| next.f as u32).min()
                };
                for ((bound, observed), next) in
                    iterations.iter().zip(iterations.keys().skip(1).map(Some).chain([None]))
                {
                    check_iteration(&solver, observed, *bound);
                    let Some(next) = next else {
                        assert_eq!(*bound, u32::from(distance));
                        continue;
                    };
                    match (least_cut(observed), solver.heuristic()) {
                        // With Manhattan distance, a move changes g + h by 0 or 2.
                        (Some(least), Some(HeuristicName::Manhattan)) => assert_eq!(*next, least),
                        // Other heuristics may rise by more. Then an iteration follows that visits
                        // no new states.
                        (Some(least), _) => assert!(*next <= least),
                        (None, _) => assert_eq!(*next, bound + 1),
                    }
                }
            }
        }
    }
}

/// Two breadth-first searches, level by level, until one generates a state that the other knows.
#[test]
fn bidirectional_search_reports_the_side() {
    let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
    let solver = solver(&goal, Algorithm::Bidirectional, MethodOptions::default());
    for start in boards(&goal, 360) {
        let (outcome, observed) = watch(&solver, &start);
        let mut known = HashMap::from([((Side::Start, start), 0), ((Side::Goal, goal.board()), 0)]);
        let mut queues = HashMap::from([(Side::Start, vec![start]), (Side::Goal, vec![goal.board()])]);
        let mut meeting = (start == goal.board()).then_some(0);
        for state in &observed {
            assert_eq!(meeting, None, "a meeting is the end");
            let side = state.side.unwrap();
            assert_eq!(queues.get_mut(&side).unwrap().remove(0), state.board);
            for next in &state.generated {
                let before = known.get(&(side, next.board)).copied();
                match next.fate {
                    Fate::Known => assert!(before.is_some_and(|g| g <= state.g + 1)),
                    Fate::Opened | Fate::Goal => {
                        assert_eq!(known.insert((side, next.board), state.g + 1), None);
                    }
                    other => panic!("a search from both ends says {other:?}"),
                }
                let other = if side == Side::Start { Side::Goal } else { Side::Start };
                let behind = known.get(&(other, next.board)).filter(|_| next.fate != Fate::Known);
                assert_eq!(behind.is_some(), next.fate == Fate::Goal);
                meeting = meeting.or(behind.map(|behind| behind + state.g + 1));
                queues.get_mut(&side).unwrap().extend((next.fate != Fate::Known).then_some(next.board));
            }
        }
        assert_eq!(meeting, Some(outcome.moves.len() as u32));
    }
}

/// Each state is followed by its first successor that is not on the path, down to the limit.
#[test]
fn depth_first_search_reports_states_on_its_path() {
    let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
    let options = MethodOptions { depth_limit: Some(22), ..MethodOptions::default() };
    let solver = solver(&goal, Algorithm::DepthFirst, options);
    for start in boards(&goal, 12) {
        let (_, observed) = watch(&solver, &start);
        let mut path: Vec<Board> = Vec::new();
        let mut stack = vec![(start, 0)];
        for state in &observed {
            while stack.last().is_some_and(|(_, g)| *g == 22) {
                stack.pop();
            }
            assert_eq!(stack.pop(), Some((state.board, state.g)));
            path.truncate(state.g as usize);
            path.push(state.board);
            for next in state.generated.iter().rev() {
                let fate = if path.contains(&next.board) { Fate::Known } else { Fate::Opened };
                assert_eq!(next.fate, fate);
                stack.extend((fate == Fate::Opened).then_some((next.board, state.g + 1)));
            }
        }
    }
}

/// The reported f is g + w·h.
#[test]
fn f_of_weighted_astar_includes_the_weight() {
    let goal = goal("123456780");
    let weight = Some(Weight::new(1.5).unwrap());
    let solver =
        solver(&goal, Algorithm::WeightedAStar, MethodOptions { weight, ..MethodOptions::default() });
    let (_, observed) = watch(&solver, &board("638541720"));
    assert!((observed[0].f - 1.5 * f64::from(observed[0].h)).abs() < 1e-9);
    assert!(observed.iter().flat_map(|state| &state.generated).any(|next| next.f.fract() > 0.0));
}
