//! Searches with linear conflicts while large pattern databases are built.
//!
//! Easy boards are solved before a build begins. For other boards, the search with linear conflicts
//! goes on until the pattern databases are ready, and then starts again with them.

use std::sync::mpsc::{RecvError, RecvTimeoutError, channel};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use tilebase::Interrupt;
use tilebase::search::{Limit, Limits, Outcome};
use tilebase::solve::SolveError;

use crate::instance::Instance;
use crate::model::FoundBy;
use crate::solvers::Solvers;

/// Divisor of the time limit: a build begins after a tenth of it.
pub(crate) const HEAD_START_DIVISOR: u32 = 10;

/// How often a waiting request checks whether its client is still connected.
const POLL: Duration = Duration::from_millis(10);

/// Finds an optimal path, with large pattern databases only if linear conflicts are not enough.
pub(crate) fn solve(
    solvers: &Solvers,
    instance: &Instance,
    limits: &Limits,
) -> (FoundBy, Result<Outcome, SolveError>) {
    let Instance { board, goal } = instance;
    let begin = Instant::now();
    let client = limits.interrupt.clone().unwrap_or_default();
    // A flag of its own, because the search also ends when the pattern databases are ready.
    let stop = limits.time.map_or_else(Interrupt::new, |time| Interrupt::new().within(time));
    let weak = match solvers.at_once(goal) {
        Ok(solver) => solver,
        Err(error) => return (FoundBy::WITHOUT_TABLE, Err(error)),
    };
    let by_weak = FoundBy::from(&weak);
    let weak = weak.with_limits(limits.clone().with_time(None).with_interrupt(stop.clone()));
    let head_start = limits.time.unwrap_or(Duration::MAX) / HEAD_START_DIVISOR;
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        let search = move || sender.send(weak.solve(board));
        let search = thread::Builder::new().spawn_scoped(scope, search);
        while let Some(left) = head_start.checked_sub(begin.elapsed())
            && !client.is_raised()
        {
            match receiver.recv_timeout(left.min(POLL)) {
                Ok(found) => return (by_weak, found),
                Err(RecvTimeoutError::Timeout) => {}
                // The system allows no other thread.
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let is_over = || client.is_raised() || search.as_ref().is_ok_and(ScopedJoinHandle::is_finished);
        // The limit is for the whole request.
        let left = limits.clone().with_time(limits.time.map(|time| time.saturating_sub(begin.elapsed())));
        let strong = solvers.for_search_unless(goal, None, &left, &is_over);
        stop.raise();
        match (receiver.recv(), strong) {
            (Ok(found @ Ok(_)), _) => (by_weak, found),
            (Ok(found), Err(SolveError::NotReady { limit, .. })) => {
                (by_weak, found.map_err(|error| with_limit(error, limit)))
            }
            (before, Ok(solver)) => {
                let found = solver.solve(board);
                (FoundBy::from(&solver), found.map_err(|error| with_bound(error, before)))
            }
            (_, Err(error)) => (FoundBy::WITHOUT_TABLE, Err(error.for_board(board, goal))),
        }
    })
}

/// Replaces [`Limit::Interrupt`] in a search's error with the limit that ended the wait for the
/// pattern databases: the search often sees the flag before its own deadline.
const fn with_limit(mut error: SolveError, limit: Limit) -> SolveError {
    if let SolveError::Limit(reached) = &mut error
        && matches!(reached.limit, Limit::Interrupt)
    {
        reached.limit = limit;
    }
    error
}

/// The error of a search, with the lower bound of an earlier one if it is higher.
fn with_bound(mut error: SolveError, before: Result<Result<Outcome, SolveError>, RecvError>) -> SolveError {
    if let (SolveError::Limit(reached), Ok(Err(SolveError::Limit(earlier)))) = (&mut error, before) {
        reached.lower_bound = reached.lower_bound.max(earlier.lower_bound);
    }
    error
}
