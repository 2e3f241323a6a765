//! Iterative deepening A*: Korf, *Depth-First Iterative-Deepening: An Optimal Admissible Tree Search*, Artificial
//! Intelligence 27 (1985).
//!
//! Depth-first searches that leave out whatever has g + h above a bound: first the start's estimate, then a larger one
//! each time (two more, where estimates have the parity of the distance). A search that finds nothing proves that no
//! path is as short as its bound. Memory is that of one path with its open choices.
//!
//! No move is taken back at once. From an iteration on that follows one of over a million states, longer sequences of
//! moves that only lead where others lead are left out as well ([`Detours`]). How much of the last iteration is searched
//! depends on the order of the successors: the most promising first, and among equals U, L, D, R; in long iterations, on
//! that of the subtrees.
//!
//! # The parts
//!
//! `walk` is a depth-first search within a bound. What it follows is a [`Guide`]: an estimate that is kept up move by
//! move, from any [`Heuristic`] here, or from a catalogue's sums (`patterns`). `detours` knows the sequences of moves
//! to leave out.
//!
//! # The beginning
//!
//! Where an estimate takes long to read, A* comes first (`opening`): it expands fewer states, as long as it has few.
//!
//! # Long iterations
//!
//! A long iteration is cut into subtrees below a `frontier` of distinct states, those that are nearest to the goal
//! first, and `subtrees` has threads take them from the front. When one finds the goal, later subtrees are given up and
//! earlier ones finished, and only what the search in order would have seen is counted (`ledger`). So the path and all
//! counts are the same with any number of threads. What is done is a `tally` of runs of subtrees, which a `keeper` may save
//! and give back: as the frontier comes out the same each time, a search goes on from that, and a bound. So may several
//! processes share it: who does the tasks is a `crew`, the threads of one, or a `team` of ranks, which exchange tallies.

mod crew;
mod detours;
mod frontier;
mod guide;
mod handed_out;
mod keeper;
mod ledger;
mod opening;
mod record;
mod subtrees;
mod tally;
mod team;
mod walk;

use std::ops::ControlFlow;

use self::detours::Detours;
use self::frontier::Pace;
use self::guide::ByHeuristic;
use self::opening::Opened;
use self::subtrees::{Allowance, search_subtrees};
use self::walk::{Found, Node, Permit, Walk};
use super::heuristics::Heuristic;
use super::journal::{Journal, ResumableError, keep};
use super::limits::{Limit, LimitReached, Limits, Watch};
use super::move_order::{MoveOrder, Steps};
use super::observer::{Expansion, Nobody, Observer, Somebody, Teller};
use super::outcome::{Guarantee, Outcome, Statistics};
use super::problem::Problem;
use crate::board::Move;
use crate::threads;

pub(super) use crew::Crew;
pub(super) use guide::{BlankStep, Guide, Memo};
pub(super) use keeper::{Iteration, Keeper, Stage};
pub(super) use opening::{Opener, Opening};
pub(super) use record::{put, read_counts, read_number, take};
pub(super) use tally::Tally;
#[cfg(test)]
pub(super) use tally::{Run, Solved};
pub(super) use team::Team;
pub(super) use walk::{Counts, Root};

/// After an iteration of so many states, the next is cut into subtrees, and shared out among threads: some milliseconds
/// of work.
const WORTH_SUBTREES: u64 = 1 << 16;

/// After an iteration of so many states, the automaton of the longest sequences is worth being made.
const WORTH_LONG_DETOURS: u64 = 1 << 20;

/// The order U, L, D, R, backwards, since a stack gives the last first.
const OF_THE_STACK: MoveOrder = MoveOrder::everywhere([Move::Right, Move::Down, Move::Left, Move::Up]);

/// Finds an optimal path by IDA* with any admissible heuristic, on all cores where that is worth it. A limit on the states
/// expanded is kept exactly, and by one thread. With [`Zero`](super::Zero) this is iterative deepening: depth-first
/// searches with a limit on the depth that rises. For a catalogue [`ida`](super::ida) is quicker.
///
/// ```
/// use tilebase::board::{Board, Goal, Shape};
/// use tilebase::search::{Limits, LinearConflict, Problem, ida_with};
///
/// let goal = Goal::blank_last(Shape::THREE_BY_THREE);
/// let board = Board::new(goal.shape(), &[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
/// let outcome = ida_with(&Problem::new(board, goal)?, &LinearConflict::new(&goal), &Limits::default())?;
/// assert_eq!((outcome.moves.len(), outcome.is_optimal()), (31, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`LimitReached`] if a limit comes before the answer.
///
/// # Panics
/// If the heuristic does not claim to be admissible: nothing would tell when to end.
pub fn ida_with<H: Heuristic + ?Sized>(
    problem: &Problem,
    heuristic: &H,
    limits: &Limits,
) -> Result<Outcome, LimitReached> {
    ida_for(problem, heuristic, limits, Nobody, &Nobody)
}

/// The same, and a [`Journal`] is told how far it is, saves that, and may have it go on where it was.
///
/// ```
/// use std::time::Duration;
/// use tilebase::board::{Board, Goal, Shape};
/// use tilebase::search::{Journal, Limits, Manhattan, Problem, ida_with_resumable};
///
/// let goal = Goal::blank_last(Shape::THREE_BY_THREE);
/// let board = Board::new(goal.shape(), &[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
/// let folder = tempfile::tempdir()?;
/// let journal = Journal::new().save_to(folder.path().join("hardest.search"), Duration::from_secs(30)).resume();
/// let problem = Problem::new(board, goal)?;
/// let outcome = ida_with_resumable(&problem, &Manhattan::new(&goal), &Limits::default(), &journal)?;
/// assert_eq!(outcome.moves.len(), 31);
/// journal.remove()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ResumableError`] if a limit comes before the answer, or the journal was to go on from what can't be gone on from.
///
/// # Panics
/// If the heuristic does not claim to be admissible.
pub fn ida_with_resumable<H: Heuristic + ?Sized>(
    problem: &Problem,
    heuristic: &H,
    limits: &Limits,
    journal: &Journal<'_>,
) -> Result<Outcome, ResumableError> {
    keep(journal, problem, &|board| heuristic.of(board), |crew| {
        ida_for(problem, heuristic, limits, Nobody, crew)
    })
}

/// The same on one thread, and it tells of each state that it expanded. The search goes on as long as the observer says
/// so. All iterations are depth-first, the long ones as well: so path and counts are those of the search that nobody
/// observes up to some hundred thousand states, and beyond that they may differ, but not the length.
///
/// # Errors
/// [`LimitReached`] if a limit comes before the answer, or the observer stops the search.
///
/// # Panics
/// If the heuristic does not claim to be admissible.
pub fn ida_with_observed<H: Heuristic + ?Sized>(
    problem: &Problem,
    heuristic: &H,
    limits: &Limits,
    mut observer: impl FnMut(&Expansion<'_>) -> ControlFlow<()>,
) -> Result<Outcome, LimitReached> {
    ida_for(problem, heuristic, limits, &mut observer as Somebody<'_>, &Nobody)
}

fn ida_for<H: Heuristic + ?Sized>(
    problem: &Problem,
    heuristic: &H,
    limits: &Limits,
    observer: impl Observer,
    crew: &dyn Crew,
) -> Result<Outcome, LimitReached> {
    assert!(heuristic.claims().admissible, "IDA* needs a heuristic that never says too much");
    deepen(problem, &ByHeuristic::new(heuristic, problem.goal().board()), None, limits, observer, crew)
}

/// Iteration after iteration, until one finds the goal. A crew does the long ones. Before the first there may be an opening.
pub(super) fn deepen<O: Observer, G: Guide>(
    problem: &Problem,
    guide: &G,
    opening: Option<&dyn Opening>,
    limits: &Limits,
    observer: O,
    crew: &dyn Crew,
) -> Result<Outcome, LimitReached> {
    let mut teller = Teller::new(observer);
    let watch = Watch::start(limits);
    let steps = Steps::new(problem.goal().shape(), &OF_THE_STACK);
    // Whoever is told of each state is told of those of iterative deepening.
    let opening = opening.filter(|_| !O::LISTENS);
    let mut iteration = match (crew.beginning(), opening) {
        (Some(iteration), _) => iteration,
        (None, Some(opening)) => {
            let (opened, counts) = opening.open(problem.start(), &steps, &watch);
            let statistics = statistics_of(counts, &watch);
            match opened {
                _ if guide.has_failed() => return Err(failed(statistics)),
                Opened::Path(moves) => {
                    return Ok(Outcome { moves, guarantee: Guarantee::Optimal, statistics });
                }
                Opened::Stopped(limit, at_least) => return Err(LimitReached { limit, at_least, statistics }),
                Opened::Bound(bound) => Iteration { bound, before: counts, last: [counts.expanded; 2] },
            }
        }
        (None, None) => {
            Iteration { bound: guide.estimate(&guide.start(problem.start())), ..Iteration::default() }
        }
    };
    let state = guide.start(problem.start());
    let blank = problem.start().blank();
    loop {
        let Iteration { bound, before, last: [last, _] } = iteration;
        let longest = if last < WORTH_LONG_DETOURS { 2 } else { G::LONGEST_DETOURS };
        let detours = match Detours::up_to(longest, guide.shape(), &|| watch.outside()) {
            Ok(detours) => detours,
            Err(limit) => {
                let statistics = statistics_of(before, &watch);
                return Err(LimitReached { limit, at_least: bound, statistics });
            }
        };
        let start = Node { state, g: 0, blank, past: detours.first(blank), step: None };
        let mut walk = Walk::new(guide, &steps, &detours, bound);
        let (found, of_iteration) = if last < WORTH_SUBTREES || O::LISTENS {
            let permit = |expanded, kept| {
                if Watch::is_time_to_look(expanded) && guide.has_failed() {
                    Permit::Stop(Some(Limit::Heuristic))
                } else {
                    watch.reached(before.expanded + expanded, kept).into()
                }
            };
            let found = walk.search(start, permit, &mut teller);
            (found, walk.counts())
        } else {
            let is_exact = limits.expanded.is_some();
            let is_shared_out = threads::CAN_BE && !is_exact && !limits.on_one_thread;
            let pace = Pace { is_shared_out, is_exact };
            search_subtrees(&walk, start, &Allowance { watch: &watch, iteration, pace, crew })
        };
        // Each iteration begins with the start.
        let counts = before.and(of_iteration).and(Counts { expanded: 0, generated: 1 });
        let statistics = statistics_of(counts, &watch);
        if guide.has_failed() {
            return Err(failed(statistics));
        }
        match found {
            Found::Path(moves) => return Ok(Outcome { moves, guarantee: Guarantee::Optimal, statistics }),
            Found::Stopped(Some(limit)) => return Err(LimitReached { limit, at_least: bound, statistics }),
            Found::Stopped(None) | Found::Nothing => {}
        }
        let step = if guide.has_parity() { 2 } else { 1 };
        iteration = Iteration { bound: bound + step, before: counts, last: [of_iteration.expanded, last] };
    }
}

fn statistics_of(counts: Counts, watch: &Watch) -> Statistics {
    let Counts { expanded, generated } = counts;
    Statistics { expanded, generated, elapsed: watch.elapsed(), ..Statistics::default() }
}

/// The guide gave what is no estimate.
const fn failed(statistics: Statistics) -> LimitReached {
    LimitReached { limit: Limit::Heuristic, at_least: 0, statistics }
}
