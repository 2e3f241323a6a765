//! The tasks of an iteration, handed out among ranks.
//!
//! The first rank hands out tasks from the front, to its own threads one by one, and to other ranks as many as they ask for: some
//! hundredths of a second of work, and the next before they are done with the last. What they have done comes back as a tally,
//! which the first one adds to its own, and so keeps. When one finds the goal, or is stopped, all are told how far the
//! search still matters. In the end all have the tally of the first.
//!
//! On each rank one thread looks after the line, beside those that search. It sleeps most of the time: a rank need not wait for
//! an answer, as it has tasks left when it asks.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::ledger::Ledger;
use super::record::{put, read_number};
use super::tally::Tally;
use crate::clock::Clock;
use crate::exchange::{ExchangeError, Post};
use crate::threads;

/// How long is between two looks at the line.
const PAUSE: Duration = Duration::from_millis(1);

/// A rank that was done with what it has got sooner than this asks for twice as much, and after the other time for half.
const QUICK: Duration = Duration::from_millis(20);
const SLOW: Duration = Duration::from_millis(200);

/// No rank asks for more tasks than this.
const MOST_TASKS: usize = 1 << 12;

/// What the first rank is told: a tally, and how many tasks are asked for; none when there is no more to come.
const REPORT: u8 = 0;

/// What the others are told: tasks from one to before another, which may be none; before which root tasks matter; that all is
/// done, with the tally.
const TASKS: u8 = 1;
const NEWS: u8 = 2;
const ALL_DONE: u8 = 3;

/// What anybody is told by one that leaves.
const GONE: u8 = 4;

/// What the threads of this process are at.
const WORKING: u8 = 0;
const DONE: u8 = 1;
const BROKEN: u8 = 2;

/// Does a task, and says whether the next one matters.
type Work<'a> = &'a (dyn Fn(usize) -> bool + Sync);

/// Hands out all tasks, as the first rank, and does its part. The others are at [`help`], or get there.
///
/// # Errors
/// [`ExchangeError`] if another rank has ended: then not all was done.
pub(super) fn hand_out(
    post: &mut dyn Post,
    ledger: &Ledger<'_>,
    is_shared_out: bool,
    work: Work<'_>,
) -> Result<(), ExchangeError> {
    let next = AtomicUsize::new(0);
    let take = |_| {
        let task = next.fetch_add(1, Ordering::Relaxed);
        task < ledger.tasks() && work(task)
    };
    let mut counter = Counter {
        helping: post.ranks() - 1,
        post,
        ledger,
        next: &next,
        told: usize::MAX,
        is_all_done: false,
    };
    beside(is_shared_out, &take, |state| {
        // What is still searched is of no use.
        counter.serve(state).inspect_err(|_| ledger.hear(0))
    })
}

/// Does tasks that the first rank hands out, until there are no more, and takes over what all that has come to.
///
/// # Errors
/// [`ExchangeError`] if the first rank has ended.
pub(super) fn help(
    post: &mut dyn Post,
    ledger: &Ledger<'_>,
    is_shared_out: bool,
    work: Work<'_>,
) -> Result<(), ExchangeError> {
    // What was done before is counted by the first rank.
    ledger.replace(Tally::default());
    let share = Share::default();
    let take = |_| {
        let ending = Ending(&share);
        let goes_on = share.next().is_some_and(work);
        if goes_on {
            std::mem::forget(ending);
        }
        goes_on
    };
    let wanted = if is_shared_out { rayon::current_num_threads() } else { 1 };
    let mut bench = Bench {
        post,
        ledger,
        share: &share,
        wanted,
        least: wanted,
        asked: Clock::start(),
        end: ledger.end(),
        is_all_done: false,
    };
    beside(is_shared_out, &take, |state| {
        bench.look_after(state).inspect_err(|_| {
            ledger.hear(0);
            share.end();
        })
    })
}

/// Has the threads of this process work, and one more look after the line, which is told what these are at.
fn beside(
    is_shared_out: bool,
    take: Work<'_>,
    look_after: impl FnOnce(&AtomicU8) -> Result<(), ExchangeError> + Send,
) -> Result<(), ExchangeError> {
    let state = AtomicU8::new(WORKING);
    thread::scope(|scope| {
        let beside = thread::Builder::new().spawn_scoped(scope, || look_after(&state));
        let beside = beside.map_err(|error| ExchangeError::Transport { reason: error.to_string() })?;
        {
            let _leaving = Leaving(&state);
            threads::work_through(usize::MAX, is_shared_out, take);
        }
        beside.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Says that the threads work no more, and whether one has panicked.
struct Leaving<'a>(&'a AtomicU8);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.store(if thread::panicking() { BROKEN } else { DONE }, Ordering::Release);
    }
}

/// Where the first rank hands out.
struct Counter<'a, 'l> {
    post: &'a mut dyn Post,
    ledger: &'a Ledger<'l>,
    /// The next task.
    next: &'a AtomicUsize,
    /// How many others have not said their last.
    helping: usize,
    /// What the others know of the ledger's end.
    told: usize,
    is_all_done: bool,
}

/// Whoever is not there any more need not be told.
impl Drop for Counter<'_, '_> {
    fn drop(&mut self) {
        if !self.is_all_done {
            (1..self.post.ranks()).for_each(|rank| _ = self.post.send(rank, vec![GONE]));
        }
    }
}

impl Counter<'_, '_> {
    fn serve(&mut self, state: &AtomicU8) -> Result<(), ExchangeError> {
        loop {
            let state = state.load(Ordering::Acquire);
            if state == BROKEN {
                return Err(ExchangeError::RankEnded { rank: 0 });
            }
            let end = self.ledger.end();
            if end < self.told {
                self.tell_all(&message(NEWS, [end as u64]))?;
                self.told = end;
            }
            while let Some((rank, message)) = self.post.receive(Duration::ZERO)? {
                self.answer(rank, &message)?;
            }
            if state == DONE && self.helping == 0 {
                break;
            }
            thread::sleep(PAUSE);
        }
        let tally = self.ledger.replace(Tally::default());
        let mut all_done = vec![ALL_DONE];
        tally.write_all(&mut all_done);
        self.ledger.replace(tally);
        self.tell_all(&all_done)?;
        self.is_all_done = true;
        Ok(())
    }

    fn tell_all(&mut self, message: &[u8]) -> Result<(), ExchangeError> {
        (1..self.post.ranks()).try_for_each(|rank| self.post.send(rank, message.to_vec()))
    }

    fn answer(&mut self, rank: usize, report: &[u8]) -> Result<(), ExchangeError> {
        let wanted = match report.split_first() {
            Some((&REPORT, mut report)) => read_number(&mut report).zip(self.ledger.read(report)),
            Some((&GONE, [])) => return Err(ExchangeError::RankEnded { rank }),
            _ => None,
        };
        let (wanted, tally) = wanted.ok_or(ExchangeError::Misunderstood { rank })?;
        self.ledger.add(tally);
        if wanted == 0 {
            self.helping -= 1;
            return Ok(());
        }
        let wanted = (wanted as usize).min(MOST_TASKS);
        let first = self.next.fetch_add(wanted, Ordering::Relaxed);
        let tasks = [first, first + wanted].map(|task| task.min(self.ledger.tasks()) as u64);
        self.post.send(rank, message(TASKS, tasks))
    }
}

/// What another rank looks after.
struct Bench<'a, 'l> {
    post: &'a mut dyn Post,
    ledger: &'a Ledger<'l>,
    share: &'a Share,
    /// How many tasks it asks for, and how many at the least.
    wanted: usize,
    least: usize,
    /// When it last asked.
    asked: Clock,
    /// What the first rank knows of the ledger's end.
    end: usize,
    is_all_done: bool,
}

/// If the first rank is not there any more, it need not be told.
impl Drop for Bench<'_, '_> {
    fn drop(&mut self) {
        if !self.is_all_done {
            let _ended = self.post.send(0, vec![GONE]);
        }
    }
}

impl Bench<'_, '_> {
    fn look_after(&mut self, state: &AtomicU8) -> Result<(), ExchangeError> {
        let mut waits = false;
        loop {
            let state = state.load(Ordering::Acquire);
            if state == BROKEN {
                return Err(ExchangeError::RankEnded { rank: self.post.rank() });
            }
            while let Some((rank, message)) = self.post.receive(Duration::ZERO)? {
                let misunderstood = ExchangeError::Misunderstood { rank };
                match message.split_first() {
                    Some((&TASKS, mut tasks)) => {
                        let tasks = read_number(&mut tasks).zip(read_number(&mut tasks));
                        let (first, end) = tasks.ok_or(misunderstood)?;
                        self.share.add(first as usize..end as usize);
                        waits = false;
                    }
                    Some((&NEWS, mut end)) => {
                        self.end = read_number(&mut end).ok_or(misunderstood)? as usize;
                        self.ledger.hear(self.end);
                    }
                    Some((&ALL_DONE, tally)) => {
                        self.ledger.replace(self.ledger.read(tally).ok_or(misunderstood)?);
                        self.is_all_done = true;
                        return Ok(());
                    }
                    Some((&GONE, [])) => return Err(ExchangeError::RankEnded { rank }),
                    _ => return Err(misunderstood),
                }
            }
            if !waits && state == DONE {
                self.report(0)?;
                waits = true;
            } else if !waits && (self.share.left() <= self.wanted / 2 || self.ledger.end() < self.end) {
                self.keep_pace();
                self.report(self.wanted)?;
                waits = true;
            }
            thread::sleep(PAUSE);
        }
    }

    /// Learns from how long ago it last asked.
    fn keep_pace(&mut self) {
        let took = self.asked.elapsed();
        self.asked = Clock::start();
        if took < QUICK {
            self.wanted = (2 * self.wanted).min(MOST_TASKS);
        } else if took > SLOW {
            self.wanted = (self.wanted / 2).max(self.least);
        }
    }

    /// Tells what was done since it was told the last time, and asks for tasks.
    fn report(&mut self, wanted: usize) -> Result<(), ExchangeError> {
        self.end = self.end.min(self.ledger.end());
        let mut report = message(REPORT, [wanted as u64]);
        self.ledger.replace(Tally::default()).write_all(&mut report);
        self.post.send(0, report)
    }
}

fn message<const N: usize>(kind: u8, numbers: [u64; N]) -> Vec<u8> {
    let mut message = vec![kind];
    put(&mut message, numbers);
    message
}

/// The tasks that a rank has got.
#[derive(Debug, Default)]
struct Share {
    tasks: Mutex<Tasks>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Tasks {
    waiting: VecDeque<usize>,
    /// Are no more to come?
    is_all: bool,
}

impl Share {
    fn tasks(&self) -> MutexGuard<'_, Tasks> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a task, once there is one; none if there is none any more.
    fn next(&self) -> Option<usize> {
        let mut tasks = self.tasks();
        loop {
            if tasks.is_all && tasks.waiting.is_empty() {
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
        if tasks.is_all { usize::MAX } else { tasks.waiting.len() }
    }

    /// Adds tasks; if these are none, there are no more to come.
    fn add(&self, range: Range<usize>) {
        let mut tasks = self.tasks();
        if range.is_empty() {
            tasks.is_all = true;
        } else if !tasks.is_all {
            tasks.waiting.extend(range);
        }
        self.changed.notify_all();
    }

    /// Nothing of it matters any more.
    fn end(&self) {
        let mut tasks = self.tasks();
        tasks.is_all = true;
        tasks.waiting.clear();
        self.changed.notify_all();
    }
}

/// Ends a share when it is dropped, by a panic too: nobody else would wake those who wait for tasks.
struct Ending<'a>(&'a Share);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}
