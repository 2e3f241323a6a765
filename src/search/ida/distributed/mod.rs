//! A process group that searches one board together.
//!
//! All processes go through the same iterations and find the same frontiers, so no states are
//! exchanged. Each does short iterations alone. At a long one they meet, compare their frontiers,
//! and share the tasks (`dispatch`). Afterwards all have the same progress, and continue
//! identically. A process that has an answer or gives up says so where the others would meet next.

mod dispatch;

use std::sync::Mutex;

use self::dispatch::{dispatch, help};
use crate::exchange::{Exchange, ExchangeError};
use crate::search::common::limits::Limit;
use crate::search::ida::parallel::encoding::{
    limit_from_byte, limit_to_byte, put_numbers, read_counts, read_number,
};
use crate::search::ida::parallel::frontier::Frontier;
use crate::search::ida::parallel::iteration_progress::{Iteration, IterationProgress};
use crate::search::ida::parallel::root::Root;
use crate::search::ida::parallel::task_list::{IterationHost, TaskList};
use crate::search::ida::result::{Counts, Found, Stop};
use crate::threads::{self, lock};

/// If the previous iteration expanded at least this many states, the next is shared: a few tenths
/// of a second of work. Tests share shorter ones.
const MIN_EXPANDED_TO_SHARE: u64 = if cfg!(test) { 1 << 13 } else { 1 << 20 };

/// The first byte of a message at a meeting.
const CONTINUES: u8 = 0;
const LEAVES: u8 = 1;

/// One process of the group, with the host of its threads, which saves its checkpoints.
pub(in crate::search) struct ProcessGroup<'a> {
    exchange: &'a Mutex<dyn Exchange + 'a>,
    host: &'a dyn IterationHost,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Whether the iteration begun last is shared.
    is_shared: bool,
    /// Whether some process has left. Then there are no more meetings.
    is_over: bool,
    /// The limit that made another process leave.
    left_by: Option<Limit>,
    failure: Option<ExchangeError>,
}

impl<'a> ProcessGroup<'a> {
    pub(in crate::search) fn new(
        exchange: &'a Mutex<dyn Exchange + 'a>,
        host: &'a dyn IterationHost,
    ) -> Self {
        Self { exchange, host, state: Mutex::default() }
    }

    /// Tells the other processes that this one has an answer, or has given up because of a limit.
    /// Only the first call has an effect.
    pub(in crate::search) fn leave(&self, limit: Option<Limit>) {
        self.meet(vec![LEAVES, limit_to_byte(limit)]);
    }

    /// The limit that made another process leave.
    pub(in crate::search) fn left_by(&self) -> Option<Limit> {
        lock(&self.state).left_by
    }

    /// The error that ended the cooperation, if any.
    pub(in crate::search) fn failure(&self) -> Option<ExchangeError> {
        lock(&self.state).failure.clone()
    }

    /// Exchanges a message with all processes, and returns all messages in process order. Returns
    /// `None` if a process has left.
    fn meet(&self, message: Vec<u8>) -> Option<Vec<Vec<u8>>> {
        let mut state = lock(&self.state);
        if state.is_over {
            return None;
        }
        let continues = message[0] == CONTINUES;
        let mut exchange = lock(self.exchange);
        let outgoing = vec![message; exchange.processes()];
        match exchange.swap(outgoing, &mut || ()) {
            Err(error) => state.failure = Some(error),
            Ok(messages) => {
                let Some(process) = messages.iter().position(|message| message.first() != Some(&CONTINUES))
                else {
                    return Some(messages);
                };
                match messages[process][..] {
                    [LEAVES, limit] => state.left_by = limit_from_byte([limit]).flatten(),
                    _ => state.failure = Some(ExchangeError::InvalidMessage { process }),
                }
                // Given the same board and tables, all processes find the answer in the same
                // iteration. So one that leaves without a limit while this one continues has
                // different input.
                if continues && state.left_by.is_none() {
                    state.failure = Some(ExchangeError::InvalidMessage { process });
                }
            }
        }
        state.is_over = true;
        None
    }

    /// Ends the cooperation with an error.
    fn fail(&self, failure: ExchangeError) {
        let mut state = lock(&self.state);
        (state.is_over, state.failure) = (true, Some(failure));
    }
}

impl IterationHost for ProcessGroup<'_> {
    fn work_through(&self, tasks: &TaskList<'_>, is_parallel: bool, work: &(dyn Fn(usize) -> bool + Sync)) {
        let mut exchange = lock(self.exchange);
        if exchange.processes() == 1 || !lock(&self.state).is_shared {
            return threads::work_through(tasks.len(), is_parallel, work);
        }
        let share = if exchange.process() == 0 { dispatch } else { help };
        if let Err(failure) = share(&mut *exchange, tasks, is_parallel, work) {
            // Undone tasks must not pass for searched ones.
            tasks.record(0..0, Counts::default(), Found::Stopped(Stop::Limit(Limit::Interrupt)));
            self.fail(failure);
        }
    }

    /// The iteration that the first process resumes: only it has a checkpoint.
    fn resumed_iteration(&self) -> Option<Iteration> {
        let mut message = vec![CONTINUES];
        if let Some(Iteration { bound, earlier, expanded_before, expanded_two_before }) =
            self.host.resumed_iteration()
        {
            put_numbers(&mut message, [bound.into(), earlier.expanded, earlier.generated]);
            put_numbers(&mut message, [expanded_before, expanded_two_before]);
        }
        let messages = self.meet(message)?;
        let first = &mut messages[0].get(1..)?;
        let bound = u32::try_from(read_number(first)?).ok()?;
        let earlier = read_counts(first)?;
        let (expanded_before, expanded_two_before) = (read_number(first)?, read_number(first)?);
        Some(Iteration { bound, earlier, expanded_before, expanded_two_before })
    }

    fn begin(&self, iteration: &Iteration, roots: &[Root]) -> Option<IterationProgress> {
        let own = self.host.begin(iteration, roots)?;
        let is_shared = iteration.expanded_before >= MIN_EXPANDED_TO_SHARE;
        lock(&self.state).is_shared = is_shared;
        // Short iterations are not compared, since meeting would take longer than searching.
        if !is_shared {
            return Some(own);
        }
        let mut message = vec![CONTINUES];
        put_numbers(&mut message, [iteration.bound.into(), roots.len() as u64, Root::checksum(roots).into()]);
        let head = message.len();
        own.write(&mut message);
        // All must have the same bound and frontier. Only the first process's progress counts.
        let messages = self.meet(message)?;
        let differs = messages.iter().position(|message| message.get(..head) != messages[0].get(..head));
        let progress =
            messages[0].get(head..).and_then(|mut bytes| IterationProgress::read(&mut bytes, roots.len()));
        match (differs, progress) {
            (None, Some(progress)) => Some(progress),
            (differs, _) => {
                self.fail(ExchangeError::InvalidMessage { process: differs.unwrap_or(0) });
                None
            }
        }
    }

    fn is_due(&self) -> bool {
        self.host.is_due()
    }

    fn save(&self, frontier: &Frontier, progress: &IterationProgress) {
        self.host.save(frontier, progress);
    }

    fn save_final(&self, frontier: &Frontier, progress: &IterationProgress) {
        self.host.save_final(frontier, progress);
    }
}
