//! Distributes the tasks of an iteration among the processes of a group.
//!
//! The first process is the dispatcher. Its own threads take tasks one by one, from the front. The
//! other processes request batches that last some hundredths of a second, and request the next
//! before they finish the last. They report their results as progress, which the dispatcher merges
//! into its own and checkpoints. When a process finds the goal or stops, all learn which tasks
//! still matter. At the end, all receive the dispatcher's progress.
//!
//! In each process, one thread handles messages beside those that search. It sleeps most of the
//! time. Helpers need not wait for replies, since they still have tasks when they request more.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::clock::Clock;
use crate::exchange::{Exchange, ExchangeError};
use crate::search::ida::parallel::encoding::{put_numbers, read_number};
use crate::search::ida::parallel::iteration_progress::IterationProgress;
use crate::search::ida::parallel::task_list::TaskList;
use crate::threads::{self, OnDrop, lock};

/// Time between two checks for messages.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// A request is twice as large as the previous one if less than `QUICK` has passed since then, and
/// half as large if more than `SLOW` has.
const QUICK: Duration = Duration::from_millis(20);
const SLOW: Duration = Duration::from_millis(200);

/// Maximum number of tasks per request.
const MAX_TASKS_PER_REQUEST: usize = 1 << 12;

/// A message to the dispatcher: the number of tasks requested, and progress. A request of 0 tasks
/// is the sender's last report.
const REPORT: u8 = 0;

/// Messages to the other processes. `TASKS`: a range of tasks; an empty range means that no more
/// follow. `END`: the [`end`](TaskList::end) of the relevant tasks. `FINAL`: the final progress.
const TASKS: u8 = 1;
const END: u8 = 2;
const FINAL: u8 = 3;

/// A message to any process: the sender has left.
const LEFT: u8 = 4;

/// The state of the threads of this process.
const WORKING: u8 = 0;
const DONE: u8 = 1;
const BROKEN: u8 = 2;

/// Dispatches all tasks, as the first process, and does its share of them. The other processes must
/// call [`help`].
///
/// # Errors
/// [`ExchangeError`] if another process has ended; then some tasks are not done.
pub(in crate::search) fn dispatch(
    exchange: &mut dyn Exchange,
    tasks: &TaskList<'_>,
    is_parallel: bool,
    work: &(dyn Fn(usize) -> bool + Sync),
) -> Result<(), ExchangeError> {
    let next = AtomicUsize::new(0);
    let take = |_| {
        let task = next.fetch_add(1, Ordering::Relaxed);
        task < tasks.len() && work(task)
    };
    let mut dispatcher = Dispatcher {
        active_helpers: exchange.processes() - 1,
        exchange,
        tasks,
        next: &next,
        sent_end: usize::MAX,
        is_all_done: false,
    };
    run_with_messages(is_parallel, &take, |state| {
        // The result will be an error, so stop the threads that still search.
        dispatcher.serve(state).inspect_err(|_| tasks.adopt_end(0))
    })
}

/// Does tasks from the dispatcher until there are no more, then adopts the final progress.
///
/// # Errors
/// [`ExchangeError`] if the dispatcher has ended.
pub(in crate::search) fn help(
    exchange: &mut dyn Exchange,
    tasks: &TaskList<'_>,
    is_parallel: bool,
    work: &(dyn Fn(usize) -> bool + Sync),
) -> Result<(), ExchangeError> {
    // The dispatcher counts what an earlier run completed; reporting it would count it twice.
    tasks.replace_progress(IterationProgress::default());
    let queue = TaskQueue::default();
    // Dropped, even by a panic in `work`, the guard wakes the other threads. Forgotten if more
    // tasks may come.
    let take = |_| {
        let end_on_drop = OnDrop(|| queue.end());
        let continues = queue.next().is_some_and(work);
        if continues {
            std::mem::forget(end_on_drop);
        }
        continues
    };
    let wanted = if is_parallel { rayon::current_num_threads() } else { 1 };
    let mut helper = Helper {
        exchange,
        tasks,
        queue: &queue,
        wanted,
        min_wanted: wanted,
        requested_at: Clock::start(),
        end: tasks.end(),
        is_all_done: false,
    };
    run_with_messages(is_parallel, &take, |state| {
        helper.serve(state).inspect_err(|_| {
            tasks.adopt_end(0);
            queue.end();
        })
    })
}

/// Runs the search threads of this process, and beside them `serve`, which receives their
/// state.
fn run_with_messages(
    is_parallel: bool,
    take: &(dyn Fn(usize) -> bool + Sync),
    serve: impl FnOnce(&AtomicU8) -> Result<(), ExchangeError> + Send,
) -> Result<(), ExchangeError> {
    let state = AtomicU8::new(WORKING);
    thread::scope(|scope| {
        let messenger = thread::Builder::new().spawn_scoped(scope, || serve(&state));
        let messenger = messenger.map_err(|error| ExchangeError::Transport { reason: error.to_string() })?;
        {
            // Whether the threads have finished, or one has panicked.
            let _done = OnDrop(|| {
                state.store(if thread::panicking() { BROKEN } else { DONE }, Ordering::Release);
            });
            threads::work_through(usize::MAX, is_parallel, take);
        }
        messenger.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// The dispatcher, in the first process.
struct Dispatcher<'a, 'l> {
    exchange: &'a mut dyn Exchange,
    tasks: &'a TaskList<'l>,
    /// The next task.
    next: &'a AtomicUsize,
    /// The number of other processes that have not sent their last report.
    active_helpers: usize,
    /// The end of the relevant tasks that the others know.
    sent_end: usize,
    is_all_done: bool,
}

/// If dropped early, tells the others. Errors are ignored: a process that is gone needs no message.
impl Drop for Dispatcher<'_, '_> {
    fn drop(&mut self) {
        if !self.is_all_done {
            (1..self.exchange.processes()).for_each(|process| _ = self.exchange.send(process, vec![LEFT]));
        }
    }
}

impl Dispatcher<'_, '_> {
    fn serve(&mut self, state: &AtomicU8) -> Result<(), ExchangeError> {
        loop {
            let state = state.load(Ordering::Acquire);
            if state == BROKEN {
                return Err(ExchangeError::ProcessEnded { process: 0 });
            }
            let end = self.tasks.end();
            if end < self.sent_end {
                self.send_to_all(&message(END, [end as u64]))?;
                self.sent_end = end;
            }
            while let Some((process, message)) = self.exchange.receive(Duration::ZERO)? {
                self.answer(process, &message)?;
            }
            // Only when all have sent their last report is the progress complete.
            if state == DONE && self.active_helpers == 0 {
                break;
            }
            thread::sleep(POLL_INTERVAL);
        }
        let progress = self.tasks.replace_progress(IterationProgress::default());
        let mut final_progress = vec![FINAL];
        progress.write_all(&mut final_progress);
        self.tasks.replace_progress(progress);
        self.send_to_all(&final_progress)?;
        self.is_all_done = true;
        Ok(())
    }

    fn send_to_all(&mut self, message: &[u8]) -> Result<(), ExchangeError> {
        (1..self.exchange.processes()).try_for_each(|process| self.exchange.send(process, message.to_vec()))
    }

    fn answer(&mut self, process: usize, report: &[u8]) -> Result<(), ExchangeError> {
        let wanted = match report.split_first() {
            Some((&REPORT, mut report)) => read_number(&mut report).zip(self.tasks.read_progress(report)),
            Some((&LEFT, [])) => return Err(ExchangeError::ProcessEnded { process }),
            _ => None,
        };
        let (wanted, progress) = wanted.ok_or(ExchangeError::InvalidMessage { process })?;
        self.tasks.add_progress(progress);
        if wanted == 0 {
            self.active_helpers -= 1;
            return Ok(());
        }
        let wanted = (wanted as usize).min(MAX_TASKS_PER_REQUEST);
        let first = self.next.fetch_add(wanted, Ordering::Relaxed);
        let tasks = [first, first + wanted].map(|task| task.min(self.tasks.len()) as u64);
        self.exchange.send(process, message(TASKS, tasks))
    }
}

/// A helper: any process but the first.
struct Helper<'a, 'l> {
    exchange: &'a mut dyn Exchange,
    tasks: &'a TaskList<'l>,
    queue: &'a TaskQueue,
    /// The number of tasks to request, and its minimum.
    wanted: usize,
    min_wanted: usize,
    /// The time of the last request.
    requested_at: Clock,
    /// The end of the relevant tasks that the dispatcher knows.
    end: usize,
    is_all_done: bool,
}

/// If dropped early, tells the dispatcher. An error is ignored: if it is gone, it needs no message.
impl Drop for Helper<'_, '_> {
    fn drop(&mut self) {
        if !self.is_all_done {
            let _ended = self.exchange.send(0, vec![LEFT]);
        }
    }
}

impl Helper<'_, '_> {
    fn serve(&mut self, state: &AtomicU8) -> Result<(), ExchangeError> {
        let mut is_waiting = false;
        loop {
            let state = state.load(Ordering::Acquire);
            if state == BROKEN {
                return Err(ExchangeError::ProcessEnded { process: self.exchange.process() });
            }
            while let Some((process, message)) = self.exchange.receive(Duration::ZERO)? {
                let invalid_message = ExchangeError::InvalidMessage { process };
                match message.split_first() {
                    Some((&TASKS, mut tasks)) => {
                        let tasks = read_number(&mut tasks).zip(read_number(&mut tasks));
                        let (first, end) = tasks.ok_or(invalid_message)?;
                        self.queue.add(first as usize..end as usize);
                        is_waiting = false;
                    }
                    Some((&END, mut end)) => {
                        self.end = read_number(&mut end).ok_or(invalid_message)? as usize;
                        self.tasks.adopt_end(self.end);
                    }
                    Some((&FINAL, progress)) => {
                        self.tasks
                            .replace_progress(self.tasks.read_progress(progress).ok_or(invalid_message)?);
                        self.is_all_done = true;
                        return Ok(());
                    }
                    Some((&LEFT, [])) => return Err(ExchangeError::ProcessEnded { process }),
                    _ => return Err(invalid_message),
                }
            }
            if !is_waiting && state == DONE {
                self.report(0)?;
                is_waiting = true;
            // Request early enough that the threads never run dry, and report a goal at once.
            } else if !is_waiting && (self.queue.left() <= self.wanted / 2 || self.tasks.end() < self.end) {
                self.adapt_request();
                self.report(self.wanted)?;
                is_waiting = true;
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// Adapts the size of requests to the time since the last one.
    fn adapt_request(&mut self) {
        let took = self.requested_at.elapsed();
        self.requested_at = Clock::start();
        if took < QUICK {
            self.wanted = (2 * self.wanted).min(MAX_TASKS_PER_REQUEST);
        } else if took > SLOW {
            self.wanted = (self.wanted / 2).max(self.min_wanted);
        }
    }

    /// Sends the progress since the last report, and requests tasks.
    fn report(&mut self, wanted: usize) -> Result<(), ExchangeError> {
        // Included in the report, so the dispatcher will know it.
        self.end = self.end.min(self.tasks.end());
        let mut report = message(REPORT, [wanted as u64]);
        self.tasks.replace_progress(IterationProgress::default()).write_all(&mut report);
        self.exchange.send(0, report)
    }
}

fn message<const N: usize>(kind: u8, numbers: [u64; N]) -> Vec<u8> {
    let mut message = vec![kind];
    put_numbers(&mut message, numbers);
    message
}

/// The tasks that a helper has received.
#[derive(Debug, Default)]
struct TaskQueue {
    tasks: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct QueueState {
    waiting: VecDeque<usize>,
    /// Whether no more will come.
    is_complete: bool,
}

impl TaskQueue {
    fn tasks(&self) -> MutexGuard<'_, QueueState> {
        lock(&self.tasks)
    }

    /// Blocks until a task is available; returns `None` when all are done.
    fn next(&self) -> Option<usize> {
        let mut tasks = self.tasks();
        loop {
            if tasks.is_complete && tasks.waiting.is_empty() {
                return None;
            }
            if let Some(task) = tasks.waiting.pop_front() {
                return Some(task);
            }
            tasks = self.changed.wait(tasks).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn left(&self) -> usize {
        let tasks = self.tasks();
        if tasks.is_complete { usize::MAX } else { tasks.waiting.len() }
    }

    /// Adds tasks. An empty range means that no more will come.
    fn add(&self, range: Range<usize>) {
        let mut tasks = self.tasks();
        if range.is_empty() {
            tasks.is_complete = true;
        } else if !tasks.is_complete {
            tasks.waiting.extend(range);
        }
        self.changed.notify_all();
    }

    /// Discards all tasks: they no longer matter.
    fn end(&self) {
        let mut tasks = self.tasks();
        tasks.is_complete = true;
        tasks.waiting.clear();
        self.changed.notify_all();
    }
}
