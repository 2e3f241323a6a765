//! The boards of all shards, distributed over processes.
//!
//! Processes already share lines, so a board is sent as a line, and its answer is a line: its path,
//! or an error. The first process generates or reads the boards and gets the answers in order. It
//! replays each path, writes the shards, and records them in the manifest. So the files are the
//! same as those of one process, and only the first process needs the folder.
//!
//! Boards that an earlier run has labeled in unfinished shards are skipped. The labels of the
//! current shard are saved every half minute and at the end.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Cursor, Read, Write};
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Instant;
use std::{thread, vec};

use anyhow::Context;
use tilebase::board::{Board, Goal, Move};
use tilebase::exchange::Exchange;

use super::data_set::DataSetSpec;
use super::label::Label;
use super::labeler::{LabelError, Labeler};
use super::parts::Numbered;
use super::shared_work::{SharedWork, WorkEnd, on_threads};
use super::source::BoardSource;
use crate::batch::{Line, LineWork, hand_out_lines, work_for_first};

/// First byte of an answer: a path, an error, or an interrupt.
const PATH: u8 = b'=';
const FAILED: u8 = b'!';
const INTERRUPTED: u8 = b'?';

/// The boards as lines of text. A shard's boards are made when all previous ones have been read.
struct BoardLines {
    /// Shard numbers, each with the indices of the boards that have labels.
    shards: vec::IntoIter<(u64, BTreeSet<usize>)>,
    source: BoardSource,
    data_set: DataSetSpec,
    goal: Goal,
    text: Cursor<Vec<u8>>,
}

impl Read for BoardLines {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(bytes)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for BoardLines {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.text.fill_buf()?.is_empty()
            && let Some((shard, known)) = self.shards.next()
        {
            let boards =
                self.source.boards_of(shard, &self.data_set, &self.goal).map_err(io::Error::other)?;
            let boards = boards.iter().enumerate().filter(|(nth, _)| !known.contains(nth));
            let lines: String = boards.map(|(_, board)| format!("{board}\n")).collect();
            self.text = Cursor::new(lines.into_bytes());
        }
        self.text.fill_buf()
    }

    fn consume(&mut self, read: usize) {
        self.text.consume(read);
    }
}

/// Labels boards for the first process.
struct LabelingWork<'a> {
    labeler: &'a Labeler,
    goal: &'a Goal,
}

impl LineWork for LabelingWork<'_> {
    type Note = ();

    fn work(&self, line: Line<'_>, text: &mut Vec<u8>) -> io::Result<()> {
        let board = line.text.and_then(|text| std::str::from_utf8(text).ok());
        let board =
            Board::read(board.unwrap_or_default(), Some(self.goal.shape())).map_err(io::Error::other)?;
        match self.labeler.label(&board) {
            Ok(label) => {
                text.push(PATH);
                text.extend(label.path().iter().map(|step| step.letter() as u8));
            }
            Err(LabelError::Interrupted) => text.push(INTERRUPTED),
            // An answer must be one line.
            Err(error) => write!(text, "{}{}", char::from(FAILED), error.to_string().replace('\n', " "))?,
        }
        text.push(b'\n');
        Ok(())
    }
}

/// Labels the boards that the first process dispatches until there are no more.
///
/// # Errors
/// If the first process sends an invalid message, or the threads cannot be started.
pub(crate) fn label_for_first(
    exchange: &mut dyn Exchange,
    labeler: &Labeler,
    goal: &Goal,
    threads: Option<NonZeroUsize>,
) -> anyhow::Result<()> {
    Ok(on_threads(threads, || work_for_first(exchange, &LabelingWork { labeler, goal }))??)
}

impl SharedWork<'_> {
    /// Does the work on the other processes, which must call [`label_for_first`].
    ///
    /// # Errors
    /// The first error of a board or a shard; and if another process has ended.
    pub(crate) fn hand_out(&self, exchange: &mut dyn Exchange) -> anyhow::Result<WorkEnd> {
        let missing = self.manifest.missing().into_iter().map(|shard| self.begun(shard));
        let missing = missing.collect::<anyhow::Result<Vec<Begun>>>()?;
        let numbers = |begun: &Begun| (begun.shard, begun.labels.iter().map(|(nth, _)| *nth).collect());
        let lines = BoardLines {
            shards: missing.iter().map(numbers).collect::<Vec<_>>().into_iter(),
            source: self.source.clone(),
            data_set: self.manifest.data_set().clone(),
            goal: *self.goal,
            text: Cursor::default(),
        };
        let ended = thread::scope(|scope| {
            let (shards, whole) = sync_channel(1);
            let keeping = scope.spawn(move || self.keep_all(&whole));
            let mut labels = Incoming::new(self, missing.into_iter(), shards);
            let ended = hand_out_lines(exchange, Box::new(lines), &[], &mut labels, |()| ());
            // The remaining shards may be complete without further boards.
            let ended = ended.map_err(anyhow::Error::from).and_then(|()| labels.pass_whole_shards());
            let saved = labels.save();
            let is_interrupted = labels.is_interrupted;
            // Disconnects the channel, which ends the thread that keeps shards.
            drop(labels);
            // Report a failure to save a shard first, since it causes the other errors.
            keeping.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            if is_interrupted { saved } else { ended.and(saved) }
        });
        ended.map(|()| if self.manifest.missing().is_empty() { WorkEnd::Done } else { WorkEnd::Interrupted })
    }

    /// Returns an unfinished shard with the labels of an earlier run.
    fn begun(&self, shard: u64) -> anyhow::Result<Begun> {
        // Skip making the boards: thousands of shards may have no part file.
        if !self.manifest.has_part(shard)? {
            return Ok(Begun { shard, labels: Vec::new() });
        }
        let boards = self.source.boards_of(shard, self.manifest.data_set(), self.goal)?;
        let labels = self.manifest.part(shard, &boards, self.goal)?;
        (self.on_boards)(labels.len() as u64);
        Ok(Begun { shard, labels })
    }

    /// Saves finished shards while more boards are dispatched.
    fn keep_all(&self, whole: &Receiver<(u64, Vec<Label>)>) -> anyhow::Result<()> {
        whole.iter().try_for_each(|(shard, labels)| (self.keep)(shard, &labels))
    }
}

/// An unfinished shard with the labels of an earlier run.
struct Begun {
    shard: u64,
    labels: Vec<Numbered>,
}

/// Converts the answers of other processes to labels.
struct Incoming<'a> {
    work: &'a SharedWork<'a>,
    to_come: vec::IntoIter<Begun>,
    /// The current shard.
    shard: u64,
    boards: Vec<Board>,
    /// The indices of its boards without labels, in order.
    to_do: vec::IntoIter<usize>,
    labels: Vec<Numbered>,
    saved: usize,
    saved_at: Instant,
    whole: SyncSender<(u64, Vec<Label>)>,
    is_interrupted: bool,
}

impl<'a> Incoming<'a> {
    fn new(
        work: &'a SharedWork<'a>,
        to_come: vec::IntoIter<Begun>,
        whole: SyncSender<(u64, Vec<Label>)>,
    ) -> Self {
        Self {
            work,
            to_come,
            shard: 0,
            boards: Vec::new(),
            to_do: Vec::new().into_iter(),
            labels: Vec::new(),
            saved: 0,
            saved_at: Instant::now(),
            whole,
            is_interrupted: false,
        }
    }

    /// Handles the answer for the next board.
    fn take_in(&mut self, answer: &[u8]) -> anyhow::Result<()> {
        match answer.split_first() {
            Some((&PATH, letters)) => {
                let step =
                    |letter: &u8| Move::ALL.into_iter().find(|step| step.letter() == char::from(*letter));
                let path = letters.iter().map(step).collect::<Option<Vec<Move>>>();
                self.add(path.context("a path has letters that are not moves")?)
            }
            Some((&FAILED, reason)) => Err(anyhow::Error::msg(String::from_utf8_lossy(reason).into_owned())),
            _ => {
                self.is_interrupted = true;
                Err(LabelError::Interrupted.into())
            }
        }
    }

    fn add(&mut self, path: Vec<Move>) -> anyhow::Result<()> {
        let nth = loop {
            match self.to_do.next() {
                Some(nth) => break nth,
                None => self.open_next()?.then_some(()).context("there are more answers than boards")?,
            }
        };
        self.labels.push((nth, Label::new(&self.boards[nth], path, self.work.goal)?));
        (self.work.on_boards)(1);
        self.pass_if_whole()
    }

    /// Moves to the next shard; returns false after the last.
    fn open_next(&mut self) -> anyhow::Result<bool> {
        let Some(Begun { shard, labels }) = self.to_come.next() else { return Ok(false) };
        let SharedWork { manifest, source, goal, .. } = self.work;
        self.boards = source.boards_of(shard, manifest.data_set(), goal)?;
        let known: BTreeSet<usize> = labels.iter().map(|(nth, _)| *nth).collect();
        let to_do: Vec<usize> = (0..self.boards.len()).filter(|nth| !known.contains(nth)).collect();
        (self.shard, self.saved, self.labels, self.to_do) = (shard, labels.len(), labels, to_do.into_iter());
        self.pass_if_whole()?;
        Ok(true)
    }

    /// Passes on the shard if all its boards have labels.
    fn pass_if_whole(&mut self) -> anyhow::Result<()> {
        if self.labels.len() < self.boards.len() || self.labels.is_empty() {
            return Ok(());
        }
        self.labels.sort_unstable_by_key(|(nth, _)| *nth);
        self.saved = 0;
        let labels = std::mem::take(&mut self.labels).into_iter().map(|(_, label)| label).collect();
        // If the receiver is gone, saving has failed, and that error is reported.
        self.whole.send((self.shard, labels)).context("the shard cannot be kept")
    }

    /// Passes on the following shards that are complete, up to the first that is not.
    fn pass_whole_shards(&mut self) -> anyhow::Result<()> {
        while self.to_do.as_slice().is_empty() && self.open_next()? {}
        Ok(())
    }

    /// Saves the labels of the unfinished shard.
    fn save(&mut self) -> anyhow::Result<()> {
        self.saved_at = Instant::now();
        if self.labels.len() == self.saved {
            return Ok(());
        }
        self.work.manifest.keep_part(self.shard, &self.labels)?;
        self.saved = self.labels.len();
        Ok(())
    }
}

/// Expects whole lines in each write.
impl Write for Incoming<'_> {
    fn write(&mut self, answers: &[u8]) -> io::Result<usize> {
        for answer in answers.split_inclusive(|byte| *byte == b'\n') {
            self.take_in(answer.trim_ascii_end()).map_err(io::Error::other)?;
        }
        Ok(answers.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.saved_at.elapsed() >= self.work.save_every {
            self.save().map_err(io::Error::other)?;
        }
        if self.work.interrupt.is_raised() {
            self.is_interrupted = true;
            return Err(io::Error::other(LabelError::Interrupted));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Mutex;

    use tilebase::Interrupt;
    use tilebase::board::Shape;
    use tilebase::exchange::InProcess;
    use tilebase::solve::{Algorithm, Method, Solver};
    use tilebase::table::SealPolicy;

    use super::super::data_set::{BoardOrigin, Content, LabelFormat};
    use super::super::manifest::LabelManifest;
    use super::super::shared_work::SAVED_EVERY;
    use super::*;

    /// Nine shards, of five boards each except the last, which has two.
    fn asked(goal: &Goal) -> DataSetSpec {
        DataSetSpec {
            version: DataSetSpec::VERSION,
            shape: goal.shape().to_string(),
            goal: goal.to_string(),
            boards: BoardOrigin::Drawn { count: 42, seed: 3, walk: None },
            shard_size: 5,
            content: Content::Paths,
            format: LabelFormat::Csv,
            moves: None,
        }
    }

    /// Labels with a solver on a number of processes. Returns the result and the saved shards.
    ///
    /// Saving fails from some shard on. Optionally, the first saved shard raises an interrupt.
    fn labeled(
        processes: usize,
        solver: &Solver,
        kept_before: u64,
        is_interrupted: bool,
    ) -> (anyhow::Result<WorkEnd>, BTreeMap<u64, Vec<Label>>) {
        let goal = *solver.goal();
        let folder = tempfile::tempdir().unwrap();
        let manifest = LabelManifest::open(folder.path(), &asked(&goal)).unwrap();
        let (kept, interrupt) = (Mutex::new(BTreeMap::new()), Interrupt::new());
        let labeler = Labeler::new(solver.clone(), SealPolicy::default);
        let keep = |shard, labels: &[Label]| {
            anyhow::ensure!(shard < kept_before, "the disk is full");
            kept.lock().unwrap().insert(shard, labels.to_vec());
            if is_interrupted {
                interrupt.raise();
            }
            manifest.add(shard, labels, |out| writeln!(out, "shard {shard}"))
        };
        let work = SharedWork {
            manifest: &manifest,
            source: &BoardSource::Drawn,
            goal: &goal,
            interrupt: &interrupt,
            save_every: SAVED_EVERY,
            on_boards: &|_| (),
            keep: &keep,
        };
        let mut team = InProcess::group(processes);
        let ended = thread::scope(|scope| {
            for mut other in team.split_off(1) {
                let (labeler, goal) = (&labeler, &goal);
                scope.spawn(move || {
                    label_for_first(&mut other, labeler, goal, NonZeroUsize::new(1)).unwrap();
                });
            }
            if processes == 1 { work.run(&labeler, None) } else { work.hand_out(&mut team[0]) }
        });
        (ended, kept.into_inner().unwrap())
    }

    #[test]
    fn many_processes_make_the_same_shards() {
        let goal = Goal::snail(Shape::new(2, 4).unwrap());
        let solver = Solver::new(&goal).unwrap();
        let (_, alone) = labeled(1, &solver, 9, false);
        assert_eq!(alone.len(), 9);
        for processes in [2, 3, 6] {
            let (ended, kept) = labeled(processes, &solver, 9, false);
            assert_eq!((ended.unwrap(), &kept), (WorkEnd::Done, &alone), "{processes} processes");
        }
    }

    #[test]
    fn errors_are_reported_and_whole_shards_are_kept() {
        let goal = Goal::snail(Shape::new(2, 4).unwrap());
        let solver = Solver::new(&goal).unwrap();
        let (ended, kept) = labeled(3, &solver, 4, false);
        assert_eq!((ended.unwrap_err().to_string().as_str(), kept.len()), ("the disk is full", 4));
        let (ended, kept) = labeled(3, &solver, 9, true);
        // The last shard may be in the channel while the first is saved.
        assert!(!kept.is_empty() && (ended.unwrap() == WorkEnd::Done) == (kept.len() == 9));

        let greedy = Solver::builder(&goal).method(Method::of(Algorithm::Greedy)).build().unwrap();
        let (ended, _) = labeled(3, &greedy, 9, false);
        let reason = ended.unwrap_err().to_string();
        assert!(reason.ends_with("is not known to be optimal"), "{reason}");
    }

    #[test]
    fn invalid_answers_are_refused() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let folder = tempfile::tempdir().unwrap();
        let manifest = LabelManifest::open(folder.path(), &asked(&goal)).unwrap();
        let work = SharedWork {
            manifest: &manifest,
            source: &BoardSource::Drawn,
            goal: &goal,
            interrupt: &Interrupt::new(),
            save_every: SAVED_EVERY,
            on_boards: &|_| (),
            keep: &|_, _| Ok(()),
        };
        for (answer, reason) in [
            ("=UDX\n", "a path has letters that are not moves"),
            ("=\n", "does not lead to 123456780"),
            ("!the table is damaged\n", "the table is damaged"),
            ("?\n", "interrupted"),
        ] {
            let (shards, _whole) = sync_channel(1);
            let mut incoming =
                Incoming::new(&work, vec![Begun { shard: 0, labels: Vec::new() }].into_iter(), shards);
            let error = incoming.write_all(answer.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(reason), "{answer}: {error}");
            assert_eq!(incoming.is_interrupted, answer == "?\n");
        }
    }
}
