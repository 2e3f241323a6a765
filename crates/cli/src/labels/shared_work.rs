//! The boards of all shards, distributed over all cores.
//!
//! Threads take boards in order, and continue with the next shard when none are left. The thread
//! that delivers the last labels of a shard writes it. So no thread waits for another before the
//! very end; then idle threads join running searches. Memory holds at most one shard per thread,
//! plus the current one.
//!
//! Another thread saves the labels of unfinished shards every half minute and when the work ends
//! early. A search that runs for more than half a minute also saves checkpoints at this interval,
//! in a file of its own.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use std::vec;

use anyhow::{Context, anyhow};
use tilebase::Interrupt;
use tilebase::board::{Board, Goal};
use tilebase::table::AtomicFile;
use tilebase::threads;

use super::label::Label;
use super::labeler::{LabelError, Labeler};
use super::manifest::LabelManifest;
use super::parts::Numbered;
use super::source::BoardSource;
use crate::shell::lock;

/// How the work ended, unless it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WorkEnd {
    /// All shards are finished.
    Done,
    /// It was interrupted. The labels of unfinished shards are in part files.
    Interrupted,
}

/// Interval for saving labels and running searches. Newer work may be lost if the process is
/// killed.
pub(crate) const SAVED_EVERY: Duration = Duration::from_secs(30);

/// A thread delivers its labels after this time or number, whichever comes first.
///
/// Taking the lock for every board would be too slow when a table answers.
const HANDED_IN_AFTER: Duration = Duration::from_secs(1);
const HANDED_IN_AT: usize = 1 << 10;

/// The work, and its callbacks.
pub(crate) struct SharedWork<'a> {
    /// The folder, and the labels that it should have.
    pub(crate) manifest: &'a LabelManifest,
    /// The boards.
    pub(crate) source: &'a BoardSource,
    /// The goal.
    pub(crate) goal: &'a Goal,
    /// Ends the work when raised; the solver must observe it as well.
    pub(crate) interrupt: &'a Interrupt,
    /// Interval between saves of finished labels, and between checkpoints of each running search.
    pub(crate) save_every: Duration,
    /// Called with the number of newly labeled boards.
    pub(crate) on_boards: &'a (dyn Fn(u64) + Sync),
    /// Called with the number of a finished shard and its labels, in order.
    pub(crate) keep: &'a (dyn Fn(u64, &[Label]) -> anyhow::Result<()> + Sync),
}

/// A shard whose boards are being labeled.
struct OpenShard {
    number: u64,
    boards: Vec<Board>,
    /// The indices of the boards that had no label at the beginning.
    to_do: Vec<usize>,
    /// The position in `to_do` of the next board.
    next: AtomicUsize,
    labels: Mutex<HandedIn>,
}

/// The finished labels of a shard.
#[derive(Default)]
struct HandedIn {
    labels: Vec<Numbered>,
    /// Number of labels in the part file.
    saved: usize,
    is_whole: bool,
}

impl OpenShard {
    /// Creates a shard with the labels of an earlier run.
    fn new(number: u64, boards: Vec<Board>, labels: Vec<Numbered>) -> Self {
        let mut is_known = vec![false; boards.len()];
        labels.iter().for_each(|(nth, _)| is_known[*nth] = true);
        let to_do = (0..boards.len()).filter(|nth| !is_known[*nth]).collect();
        let labels = HandedIn { saved: labels.len(), labels, is_whole: false };
        Self { number, boards, to_do, next: AtomicUsize::new(0), labels: Mutex::new(labels) }
    }

    fn take(&self) -> Option<(usize, &Board)> {
        let place = self.next.fetch_add(1, Ordering::Relaxed);
        let nth = *self.to_do.get(place)?;
        Some((nth, &self.boards[nth]))
    }

    /// Adds labels, and saves all at once. Since some are new, no other thread has completed the
    /// shard.
    fn receive_and_save(&self, own: &mut Vec<Numbered>, manifest: &LabelManifest) -> anyhow::Result<()> {
        let mut labels = lock(&self.labels);
        labels.labels.append(own);
        manifest.keep_part(self.number, &labels.labels)?;
        labels.saved = labels.labels.len();
        Ok(())
    }

    fn has_boards(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.to_do.len()
    }

    /// Delivers labels. Returns all of them, in order, to the caller who delivers the last.
    fn hand_in(&self, own: &mut Vec<Numbered>) -> Option<Vec<Label>> {
        let mut labels = lock(&self.labels);
        labels.labels.append(own);
        if labels.is_whole || labels.labels.len() < self.boards.len() {
            return None;
        }
        labels.is_whole = true;
        let mut all = std::mem::take(&mut labels.labels);
        // Sort without holding the lock.
        drop(labels);
        all.sort_unstable_by_key(|(nth, _)| *nth);
        Some(all.into_iter().map(|(_, label)| label).collect())
    }

    /// Saves the labels received so far, if any are new.
    fn save(&self, manifest: &LabelManifest) -> anyhow::Result<()> {
        let mut labels = lock(&self.labels);
        if labels.is_whole || labels.labels.len() == labels.saved {
            return Ok(());
        }
        manifest.keep_part(self.number, &labels.labels)?;
        labels.saved = labels.labels.len();
        Ok(())
    }
}

/// The unfinished shards.
struct Shards {
    /// The shard from which boards are taken.
    current: Option<Arc<OpenShard>>,
    /// The shards from which boards were taken.
    open: Vec<Arc<OpenShard>>,
    to_come: vec::IntoIter<u64>,
}

/// The state of the running work.
struct Progress<'a> {
    work: &'a SharedWork<'a>,
    labeler: &'a Labeler,
    shards: Mutex<Shards>,
    failure: Mutex<Option<anyhow::Error>>,
    is_over: AtomicBool,
}

impl SharedWork<'_> {
    /// Does the work with this many threads, by default one per core.
    ///
    /// # Errors
    /// The first error of a board or a shard; and if the threads cannot be started.
    pub(crate) fn run(&self, labeler: &Labeler, threads: Option<NonZeroUsize>) -> anyhow::Result<WorkEnd> {
        let to_come = self.manifest.missing().into_iter();
        let progress = Progress {
            work: self,
            labeler,
            shards: Mutex::new(Shards { current: None, open: Vec::new(), to_come }),
            failure: Mutex::default(),
            is_over: AtomicBool::new(false),
        };
        // A broadcast, since a thread that waits for helpers in a search may start other jobs of
        // the pool.
        let share_out = || {
            rayon::broadcast(|_| progress.take_part());
        };
        thread::scope(|scope| {
            let (working, ended) = sync_channel::<()>(0);
            let progress = &progress;
            let save = move || progress.save_until(&ended);
            // If this thread cannot be started, labels are only saved at the end.
            let _saver = thread::Builder::new().name("saver".to_owned()).spawn_scoped(scope, save);
            let done = on_threads(threads, share_out);
            // Disconnects the channel, which ends the saving thread.
            drop(working);
            done
        })?;
        let saved = progress.save_parts();
        match progress.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(failure) => Err(failure),
            None => saved.map(|()| match self.manifest.missing().is_empty() {
                true => WorkEnd::Done,
                false => WorkEnd::Interrupted,
            }),
        }
    }
}

/// Runs a function with this many threads, by default one per core.
pub(super) fn on_threads<T: Send>(
    threads: Option<NonZeroUsize>,
    work: impl FnOnce() -> T + Send,
) -> anyhow::Result<T> {
    let Some(threads) = threads else {
        threads::ensure();
        return Ok(work());
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build();
    // The error's text contains that of its cause.
    let pool =
        pool.map_err(|error| anyhow!("cannot start {threads} threads ({error}): use fewer --threads"))?;
    Ok(pool.install(work))
}

impl Progress<'_> {
    /// The loop of each thread.
    fn take_part(&self) {
        loop {
            let ended = match self.next_shard() {
                Ok(Some(shard)) => self.label_boards_of(&shard),
                Ok(None) => return,
                Err(error) => Err(error),
            };
            if let Err(error) = ended {
                self.fail(error);
            }
        }
    }

    /// The shard to take boards from; `None` if there are no more, or the work is over.
    fn next_shard(&self) -> anyhow::Result<Option<Arc<OpenShard>>> {
        // Held while boards are made, so that other threads wait for this shard instead of opening
        // more.
        let mut shards = lock(&self.shards);
        loop {
            if self.is_over() {
                return Ok(None);
            }
            if let Some(current) = shards.current.as_ref().filter(|shard| shard.has_boards()) {
                return Ok(Some(Arc::clone(current)));
            }
            let Some(number) = shards.to_come.next() else { return Ok(None) };
            let SharedWork { manifest, source, goal, on_boards, .. } = self.work;
            let boards = source.boards_of(number, manifest.data_set(), goal)?;
            let labels = manifest.part(number, &boards, goal)?;
            on_boards(labels.len() as u64);
            let shard = Arc::new(OpenShard::new(number, boards, labels));
            // A run that was killed may have labeled all its boards without writing the shard.
            if let Some(labels) = shard.hand_in(&mut Vec::new()) {
                (self.work.keep)(number, &labels)?;
                continue;
            }
            shards.open.retain(|shard| !lock(&shard.labels).is_whole);
            shards.open.push(Arc::clone(&shard));
            shards.current = Some(shard);
        }
    }

    /// Labels boards of a shard until none are left, and writes it if these were the last.
    fn label_boards_of(&self, shard: &OpenShard) -> anyhow::Result<()> {
        let mut own = Vec::new();
        let mut since = Instant::now();
        let hand_in = |own: &mut Vec<Numbered>| {
            (self.work.on_boards)(own.len() as u64);
            shard.hand_in(own).map_or(Ok(()), |labels| (self.work.keep)(shard.number, &labels))
        };
        while let Some((nth, board)) = shard.take() {
            if self.is_over() {
                break;
            }
            let file = || self.work.manifest.checkpoint_of(shard.number, nth);
            match self.labeler.label_resumable(board, file, self.work.save_every) {
                Ok((label, checkpoint)) => {
                    own.push((nth, label));
                    if let Some(checkpoint) = checkpoint {
                        self.replace(&checkpoint, shard, &mut own)?;
                    }
                }
                Err(LabelError::Interrupted) => break,
                Err(error) => {
                    // Keep the labels finished before the error.
                    hand_in(&mut own)?;
                    return Err(error.into());
                }
            }
            if own.len() >= HANDED_IN_AT || since.elapsed() >= HANDED_IN_AFTER {
                hand_in(&mut own)?;
                since = Instant::now();
            }
        }
        hand_in(&mut own)
    }

    /// Saves labels, then removes the checkpoint of the last one. In this order, a kill can't lose
    /// both.
    fn replace(&self, checkpoint: &Path, shard: &OpenShard, own: &mut Vec<Numbered>) -> anyhow::Result<()> {
        (self.work.on_boards)(own.len() as u64);
        shard.receive_and_save(own, self.work.manifest)?;
        AtomicFile::remove(checkpoint).with_context(|| format!("{} cannot be removed", checkpoint.display()))
    }

    /// Saves finished labels periodically until the work has ended.
    fn save_until(&self, ended: &Receiver<()>) {
        while ended.recv_timeout(self.work.save_every) == Err(RecvTimeoutError::Timeout) {
            if let Err(error) = self.save_parts() {
                self.fail(error);
            }
        }
    }

    fn save_parts(&self) -> anyhow::Result<()> {
        let open = lock(&self.shards).open.clone();
        open.iter().try_for_each(|shard| shard.save(self.work.manifest))
    }

    fn fail(&self, error: anyhow::Error) {
        self.is_over.store(true, Ordering::Relaxed);
        lock(&self.failure).get_or_insert(error);
        // Others may be in searches of hours, which can be saved.
        self.work.interrupt.raise();
    }

    /// Whether to stop taking boards.
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.work.interrupt.is_raised()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::sync::atomic::AtomicU64;

    use tilebase::board::Shape;
    use tilebase::search::Limits;
    use tilebase::solve::{Algorithm, Method, Solver};
    use tilebase::table::SealPolicy;

    use super::super::data_set::{BoardOrigin, Content, DataSetSpec, LabelFormat};
    use super::*;

    const BOARDS: u64 = 6;

    /// Labels a shard with searches that are saved every three milliseconds. After this number of
    /// labels, they are interrupted.
    fn label(folder: &Path, most: u64) -> WorkEnd {
        let goal = Goal::blank_last(Shape::new(4, 4).unwrap());
        let data_set = DataSetSpec {
            version: DataSetSpec::VERSION,
            shape: goal.shape().to_string(),
            goal: goal.to_string(),
            boards: BoardOrigin::Drawn { count: BOARDS, seed: 1, walk: Some(18) },
            shard_size: BOARDS,
            content: Content::Paths,
            format: LabelFormat::Csv,
            moves: None,
        };
        let manifest = LabelManifest::open(folder, &data_set).unwrap();
        let (interrupt, counted) = (Interrupt::new(), AtomicU64::new(0));
        let limits = Limits::default().with_interrupt(interrupt.clone());
        let solver = Solver::builder(&goal).method(Method::of(Algorithm::IterativeDeepening)).limits(limits);
        let solver = solver.build().unwrap();
        let work = SharedWork {
            manifest: &manifest,
            source: &BoardSource::Drawn,
            goal: &goal,
            interrupt: &interrupt,
            save_every: Duration::from_millis(3),
            on_boards: &|boards| {
                if counted.fetch_add(boards, Ordering::Relaxed) + boards >= most {
                    interrupt.raise();
                }
            },
            keep: &|shard, labels| {
                manifest.add(shard, labels, |out| {
                    labels.iter().try_for_each(|label| writeln!(out, "{:?}", label.path()))
                })
            },
        };
        let labeler = Labeler::new(solver, SealPolicy::default);
        let end = work.run(&labeler, NonZeroUsize::new(2)).unwrap();
        assert_eq!(counted.into_inner(), manifest.kept_labels().unwrap());
        end
    }

    #[test]
    fn interrupted_searches_give_the_same_labels_and_leave_no_checkpoint() {
        let folders = [0, 1].map(|_| tempfile::tempdir().unwrap());
        let [cut, whole] = folders.each_ref().map(tempfile::TempDir::path);
        assert_eq!(label(whole, u64::MAX), WorkEnd::Done);
        assert_eq!(label(cut, 2), WorkEnd::Interrupted);
        // A run that is killed leaves checkpoints of boards that have labels.
        for nth in 0..BOARDS {
            let file = cut.join(format!(".labels-00000.csv.{nth}.search"));
            if !file.exists() {
                fs::write(file, "left behind").unwrap();
            }
        }
        assert_eq!(label(cut, u64::MAX), WorkEnd::Done);
        let content = |folder: &Path| -> BTreeSet<_> {
            let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
            entries.map(|path| (path.file_name().unwrap().to_owned(), fs::read(path).unwrap())).collect()
        };
        assert_eq!(content(cut).len(), 2);
        assert_eq!(content(cut), content(whole));
    }
}
