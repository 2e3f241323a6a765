//! Processing of many lines: read, distributed over all cores, and written in order.
//!
//! A round takes the lines that have arrived. So a program at the other end of a pipe that waits
//! for each answer gets it at once, and a file is processed in large blocks. Memory is bounded by
//! one block. A board drawn over several lines is answered when the next line shows that it is
//! complete.

mod drawings;
mod made_once;
mod processes;

pub(crate) use drawings::JoinedDrawings;
pub(crate) use made_once::MadeOnce;
pub(crate) use processes::{SentNote, hand_out_lines, work_for_first};

use std::io::{self, BufRead, Write};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tilebase::notation::Lines;
use tilebase::threads;

/// Maximum length of a line; longer ones are not kept in memory.
pub(crate) const MAX_LINE_BYTES: usize = Lines::MAX_BYTES;

/// Maximum number of lines that one thread takes at a time.
const PORTION_IN_LINES: usize = 256;

/// Whether a line of a file has a board: it is not empty, and no comment.
pub(crate) fn has_board(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    !line.is_empty() && !line.starts_with(b"#")
}

/// A line, without its terminator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// Counted from 1.
    pub(crate) number: u64,
    /// The text; `None` if longer than [`MAX_LINE_BYTES`].
    pub(crate) text: Option<&'a [u8]>,
}

/// The number of lines per round, adapted to their cost.
///
/// Few if each takes long, so that answers appear early; many if each takes microseconds, so that
/// distributing them costs nothing.
#[derive(Clone, Copy, Debug)]
struct Pace {
    threads: usize,
    lines: usize,
}

impl Pace {
    const QUICK: Duration = Duration::from_millis(20);
    const SLOW: Duration = Duration::from_millis(200);

    fn new() -> Self {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        // The first line runs alone, so that shared values are made once and on all cores.
        Self { threads, lines: 1 }
    }

    /// Number of lines that a thread takes at a time.
    fn portion(self) -> usize {
        self.lines.div_ceil(4 * self.threads).min(PORTION_IN_LINES)
    }

    /// Adapts to the duration of a round.
    fn note(&mut self, lines: usize, took: Duration) {
        // A round that was short of lines says nothing about larger rounds.
        if took < Self::QUICK && lines == self.lines {
            self.lines *= 2;
        } else if took > Self::SLOW {
            self.lines = (self.lines / 2).max(self.threads);
        }
    }
}

/// A way of processing lines.
pub(crate) trait LineWork: Sync {
    /// The note taken of a line.
    type Note: Send;

    /// Processes a line, on any thread, and writes the result.
    fn work(&self, line: Line<'_>, text: &mut Vec<u8>) -> io::Result<Self::Note>;
}

/// Processes every line of the input. Writes the results and passes on the notes in order.
pub(crate) fn run_lines<W: LineWork>(
    input: &mut impl BufRead,
    out: &mut impl Write,
    work: &W,
    mut note: impl FnMut(W::Note),
) -> io::Result<()> {
    let mut block = Vec::new();
    let mut is_at_end = false;
    let mut pace = Pace::new();
    let mut number = 1;
    while !is_at_end {
        is_at_end = read_block(input, &mut block)?;
        // Process only whole lines; the rest is completed by the next read.
        let whole = if is_at_end {
            block.len()
        } else {
            block.iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1)
        };
        let lines: Vec<&[u8]> = block[..whole].split_inclusive(|byte| *byte == b'\n').collect();
        let mut rest = lines.as_slice();
        while !rest.is_empty() {
            let (now, later) = rest.split_at(pace.lines.min(rest.len()));
            let clock = Instant::now();
            for portion in run_round(number, now, pace.portion(), work) {
                let (text, notes) = portion?;
                out.write_all(&text)?;
                notes.into_iter().for_each(&mut note);
            }
            // Flush after each round: a program at the other end may wait for its answers.
            out.flush()?;
            pace.note(now.len(), clock.elapsed());
            number += now.len() as u64;
            rest = later;
        }
        block.drain(..whole);
    }
    Ok(())
}

type Portion<N> = io::Result<(Vec<u8>, Vec<N>)>;

/// Processes lines on all cores. A single line stays on the calling thread.
///
/// Each thread takes portions until none are left, and then joins the parallel searches of others.
/// If portions were separate pool jobs, a thread waiting for help in a search could start another
/// line, and its own line would only end after that one.
fn run_round<W: LineWork>(first: u64, lines: &[&[u8]], portion: usize, work: &W) -> Vec<Portion<W::Note>> {
    if lines.len() == 1 {
        return vec![run_portion(first, lines, work)];
    }
    threads::ensure();
    let portions: Vec<_> = lines.chunks(portion).map(|lines| (lines, Mutex::new(None))).collect();
    let next = AtomicUsize::new(0);
    rayon::broadcast(|_| {
        while let Some((nth, (lines, done))) =
            portions.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed))
        {
            let portion = run_portion(first + (nth * portion) as u64, lines, work);
            *done.lock().unwrap_or_else(PoisonError::into_inner) = Some(portion);
        }
    });
    portions
        .into_iter()
        .filter_map(|(_, done)| done.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect()
}

fn run_portion<W: LineWork>(first: u64, lines: &[&[u8]], work: &W) -> Portion<W::Note> {
    let mut text = Vec::with_capacity(lines.len() * 128);
    let mut notes = Vec::with_capacity(lines.len());
    for (number, line) in (first..).zip(lines) {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let kept = (line.len() <= MAX_LINE_BYTES).then(|| line.strip_suffix(b"\r").unwrap_or(line));
        notes.push(work.work(Line { number, text: kept }, &mut text)?);
    }
    Ok((text, notes))
}

/// Appends available input to a block. Returns whether the input has ended.
///
/// Keeps only the beginning of a line that is too long, enough to detect this.
fn read_block(input: &mut impl BufRead, block: &mut Vec<u8>) -> io::Result<bool> {
    let arrived = match input.fill_buf() {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(false),
        arrived => arrived?,
    };
    let len = arrived.len();
    let line_end = arrived.iter().position(|byte| *byte == b'\n').unwrap_or(len);
    let skipped = if block.len() > MAX_LINE_BYTES { line_end } else { 0 };
    block.extend_from_slice(&arrived[skipped..]);
    input.consume(len);
    Ok(len == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    thread_local! {
        /// Number of lines that the current thread is processing.
        static AT: Cell<u32> = const { Cell::new(0) };
    }

    /// Splits a line into three tasks that take up to the given number of microseconds, and notes
    /// how many lines the thread is processing.
    struct Shared;

    impl LineWork for Shared {
        type Note = u32;

        fn work(&self, line: Line<'_>, _: &mut Vec<u8>) -> io::Result<u32> {
            let time: u64 = std::str::from_utf8(line.text.unwrap()).unwrap().parse().unwrap();
            let at = AT.get() + 1;
            AT.set(at);
            rayon::scope(|scope| {
                for task in 1..4 {
                    scope.spawn(move |_| thread::sleep(Duration::from_micros(time / task)));
                }
            });
            AT.set(at - 1);
            Ok(at)
        }
    }

    #[test]
    fn a_thread_waiting_for_help_starts_no_line() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let texts: Vec<String> = (0..9_u64).map(|number| (number * 71 % 300).to_string()).collect();
        let lines: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
        for _ in 0..100 {
            let portions = pool.install(|| run_round(1, &lines, 1, &Shared));
            let notes: Vec<u32> = portions.into_iter().flat_map(|portion| portion.unwrap().1).collect();
            assert_eq!(notes, [1; 9]);
        }
    }
}
