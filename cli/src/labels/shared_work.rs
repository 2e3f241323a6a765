//! The boards of all shards, worked on over all cores.
//!
//! Threads take boards one by one, in order, and go on into the next shard when one has no more. Who hands in the last labels
//! of a shard writes it, while the others go on. So no thread waits for another before the very end, however hard a board is;
//! then those without a board take part in the searches of the others, where these share them out. No more than a shard a
//! thread is in memory, beside the one that boards are taken from.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::vec;

use anyhow::Context;
use tilebase::Interrupt;
use tilebase::board::{Board, Goal};
use tilebase::threads;

use super::label::Label;
use super::labeller::{LabelError, Labeller};
use super::ledger::LabelLedger;
use super::source::BoardSource;

/// How it ended, if nothing failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WorkEnd {
    /// All shards are there.
    Done,
    /// It was interrupted. Shards that were not whole are lost.
    Interrupted,
}

/// What is to be done.
pub(crate) struct SharedWork<'a> {
    /// What the folder is to have.
    pub(crate) ledger: &'a LabelLedger,
    /// Its boards.
    pub(crate) source: &'a BoardSource,
    /// Their goal.
    pub(crate) goal: &'a Goal,
    /// Ends the work when it is raised; what labels boards is to heed it as well.
    pub(crate) interrupt: &'a Interrupt,
    /// Called for each board that is labelled.
    pub(crate) on_board: &'a (dyn Fn() + Sync),
    /// Called with the number of a shard and its labels, in order.
    pub(crate) keep: &'a (dyn Fn(u64, &[Label]) -> anyhow::Result<()> + Sync),
}

/// A shard whose boards are taken.
struct OpenShard {
    number: u64,
    boards: Vec<Board>,
    /// The next board to be taken.
    next: AtomicUsize,
    /// The labels that were handed in, with the numbers of their boards.
    labels: Mutex<Vec<(usize, Label)>>,
}

impl OpenShard {
    fn take(&self) -> Option<(usize, &Board)> {
        let nth = self.next.fetch_add(1, Ordering::Relaxed);
        Some((nth, self.boards.get(nth)?))
    }

    fn has_boards(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.boards.len()
    }

    /// Hands in labels. Gives all of them, in order, to the one who hands in the last.
    fn hand_in(&self, own: Vec<(usize, Label)>) -> Option<Vec<Label>> {
        if own.is_empty() {
            return None;
        }
        let mut labels = self.labels.lock().unwrap_or_else(PoisonError::into_inner);
        labels.extend(own);
        if labels.len() < self.boards.len() {
            return None;
        }
        let mut all = std::mem::take(&mut *labels);
        drop(labels);
        all.sort_unstable_by_key(|(nth, _)| *nth);
        Some(all.into_iter().map(|(_, label)| label).collect())
    }
}

/// The work while it goes on.
struct Progress<'a> {
    work: &'a SharedWork<'a>,
    labeller: &'a Labeller,
    /// The shard that boards are taken from, and those to come.
    shards: Mutex<(Option<Arc<OpenShard>>, vec::IntoIter<u64>)>,
    failure: Mutex<Option<anyhow::Error>>,
    is_over: AtomicBool,
}

impl SharedWork<'_> {
    /// Does it on so many threads; none are as many as there are cores.
    ///
    /// # Errors
    /// The first that a board, or a shard, came to; and if there are no such threads.
    pub(crate) fn run(&self, labeller: &Labeller, threads: Option<NonZeroUsize>) -> anyhow::Result<WorkEnd> {
        let progress = Progress {
            work: self,
            labeller,
            shards: Mutex::new((None, self.ledger.missing().into_iter())),
            failure: Mutex::default(),
            is_over: AtomicBool::new(false),
        };
        let share_out = || {
            rayon::scope(|scope| {
                for _ in 0..rayon::current_num_threads() {
                    scope.spawn(|_| progress.take_part());
                }
            });
        };
        on_threads(threads, share_out)?;
        match progress.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(failure) => Err(failure),
            None if self.ledger.missing().is_empty() => Ok(WorkEnd::Done),
            None => Ok(WorkEnd::Interrupted),
        }
    }
}

/// Does work with so many threads; none are as many as there are cores.
pub(super) fn on_threads<T: Send>(
    threads: Option<NonZeroUsize>,
    work: impl FnOnce() -> T + Send,
) -> anyhow::Result<T> {
    let Some(threads) = threads else {
        threads::ensure();
        return Ok(work());
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build();
    Ok(pool.with_context(|| format!("{threads} threads could not be started"))?.install(work))
}

impl Progress<'_> {
    /// What each thread does.
    fn take_part(&self) {
        loop {
            let ended = match self.next_shard() {
                Ok(Some(shard)) => self.label_boards_of(&shard),
                Ok(None) => return,
                Err(error) => Err(error),
            };
            if let Err(error) = ended {
                self.is_over.store(true, Ordering::Relaxed);
                self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            }
        }
    }

    /// The shard to take boards from; none if there is no more, or all is over.
    fn next_shard(&self) -> anyhow::Result<Option<Arc<OpenShard>>> {
        let mut shards = self.shards.lock().unwrap_or_else(PoisonError::into_inner);
        let (open, to_come) = &mut *shards;
        if self.is_over() {
            return Ok(None);
        }
        if let Some(open) = open.as_ref().filter(|open| open.has_boards()) {
            return Ok(Some(Arc::clone(open)));
        }
        let Some(number) = to_come.next() else { return Ok(None) };
        let SharedWork { ledger, source, goal, .. } = self.work;
        let boards = source.boards_of(number, ledger.asked(), goal)?;
        let shard = OpenShard { number, boards, next: AtomicUsize::new(0), labels: Mutex::default() };
        Ok(Some(Arc::clone(open.insert(Arc::new(shard)))))
    }

    /// Labels boards of a shard as long as it has some, and keeps it if these were the last.
    fn label_boards_of(&self, shard: &OpenShard) -> anyhow::Result<()> {
        let mut own = Vec::new();
        while let Some((nth, board)) = shard.take() {
            if self.is_over() {
                return Ok(());
            }
            match self.labeller.label(board) {
                Ok(label) => own.push((nth, label)),
                Err(LabelError::Interrupted) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
            (self.work.on_board)();
        }
        shard.hand_in(own).map_or(Ok(()), |labels| (self.work.keep)(shard.number, &labels))
    }

    /// Is nothing more to be begun?
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.work.interrupt.is_raised()
    }
}
