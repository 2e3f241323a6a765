//! Many boards, one a line: read, answered and written as they come.
//!
//! Lines are taken as many at a time as have arrived, so a program at the other end of a pipe that waits for
//! each answer gets it at once, and a file is answered in large blocks over all cores. Answers come out in the
//! order of the lines. Memory is that of one block.

use std::io::{self, BufRead, Write};
use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::answer::{Answer, Verdict};
use super::answer_writer::AnswerWriter;

/// A line that is longer than this is no board, and is not kept in memory.
const LONGEST_LINE_IN_BYTES: usize = 1 << 20;

/// The most lines that one thread answers at a time.
const PORTION_IN_LINES: usize = 256;

/// How many lines are answered before the answers are written: few where each takes long, so that answers come as
/// they are found, and many where each takes microseconds, so that handing out the work costs nothing.
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
        Self { threads, lines: threads }
    }

    /// Lines for one thread at a time.
    fn portion(self) -> usize {
        self.lines.div_ceil(4 * self.threads).min(PORTION_IN_LINES)
    }

    /// Learns from how long a round of lines took.
    fn note(&mut self, lines: usize, took: Duration) {
        if took < Self::QUICK && lines == self.lines {
            self.lines *= 2;
        } else if took > Self::SLOW {
            self.lines = (self.lines / 2).max(self.threads);
        }
    }
}

/// What became of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchSummary {
    /// Lines read, and so answers written.
    pub lines: u64,
    /// Boards that can't reach the goal.
    pub unsolvable: u64,
    /// Lines without an answer.
    pub failed: u64,
    /// The first line without an answer, from 1.
    pub first_failed: Option<u64>,
}

impl BatchSummary {
    /// The worst verdict of all answers.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        match (self.failed, self.unsolvable) {
            (0, 0) => Verdict::Yes,
            (0, _) => Verdict::No,
            _ => Verdict::Failed,
        }
    }

    fn add(&mut self, verdict: Verdict) {
        self.lines += 1;
        match verdict {
            Verdict::Yes => {}
            Verdict::No => self.unsolvable += 1,
            Verdict::Failed => {
                self.failed += 1;
                self.first_failed = self.first_failed.or(Some(self.lines));
            }
        }
    }
}

/// Answers every line of the input, and writes the answers in their order.
///
/// # Errors
/// Those of the input and of the output.
pub fn run_batch(
    input: &mut impl BufRead,
    out: &mut impl Write,
    writer: &AnswerWriter,
    answer: impl Fn(&[u8]) -> Answer + Sync,
) -> io::Result<BatchSummary> {
    let mut summary = BatchSummary::default();
    writer.begin(out)?;
    let mut block = Vec::new();
    let mut is_at_end = false;
    let mut pace = Pace::new();
    while !is_at_end {
        is_at_end = read_block(input, &mut block)?;
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
            answer_round(now, pace.portion(), writer, &answer, &mut summary, out)?;
            out.flush()?;
            pace.note(now.len(), clock.elapsed());
            rest = later;
        }
        block.drain(..whole);
    }
    Ok(summary)
}

/// Answers some lines over all cores, and writes the answers in their order. One line is not shared out.
fn answer_round(
    lines: &[&[u8]],
    portion: usize,
    writer: &AnswerWriter,
    answer: &(impl Fn(&[u8]) -> Answer + Sync),
    summary: &mut BatchSummary,
    out: &mut impl Write,
) -> io::Result<()> {
    if lines.len() == 1 {
        return write_portion(answer_portion(lines, writer, answer)?, summary, out);
    }
    let answer_all = |lines: &[&[u8]]| answer_portion(lines, writer, answer);
    let portions: Vec<_> = lines.par_chunks(portion).map(answer_all).collect();
    portions.into_iter().try_for_each(|portion| write_portion(portion?, summary, out))
}

/// Adds what has arrived of the input to a block; says whether the input has ended. Of a line that is too
/// long, only so much is kept that it is seen to be too long.
fn read_block(input: &mut impl BufRead, block: &mut Vec<u8>) -> io::Result<bool> {
    let arrived = match input.fill_buf() {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(false),
        arrived => arrived?,
    };
    let len = arrived.len();
    let line_end = arrived.iter().position(|byte| *byte == b'\n').unwrap_or(len);
    let skipped = if block.len() > LONGEST_LINE_IN_BYTES { line_end } else { 0 };
    block.extend_from_slice(&arrived[skipped..]);
    input.consume(len);
    Ok(len == 0)
}

type Portion = (Vec<u8>, Vec<Verdict>);

fn answer_portion(
    lines: &[&[u8]],
    writer: &AnswerWriter,
    answer: &impl Fn(&[u8]) -> Answer,
) -> io::Result<Portion> {
    let mut text = Vec::with_capacity(lines.len() * 128);
    let mut verdicts = Vec::with_capacity(lines.len());
    for line in lines {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let answer = if line.len() > LONGEST_LINE_IN_BYTES {
            let error = format!("the line is longer than {LONGEST_LINE_IN_BYTES} bytes: no board is");
            Answer::Failed { text: String::new(), error }
        } else {
            answer(line.strip_suffix(b"\r").unwrap_or(line))
        };
        writer.write(&answer, &mut text)?;
        verdicts.push(answer.verdict());
    }
    Ok((text, verdicts))
}

fn write_portion(
    (text, verdicts): Portion,
    summary: &mut BatchSummary,
    out: &mut impl Write,
) -> io::Result<()> {
    verdicts.into_iter().for_each(|verdict| summary.add(verdict));
    out.write_all(&text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};

    /// Answers each line by an error that repeats it, so that order and number can be seen.
    fn echo(input: impl Read, capacity: usize) -> (Vec<String>, BatchSummary) {
        let mut out = Vec::new();
        let answer = |line: &[u8]| {
            let error = String::from_utf8_lossy(line).into_owned();
            Answer::Failed { text: String::new(), error }
        };
        let mut input = BufReader::with_capacity(capacity, input);
        let summary = run_batch(&mut input, &mut out, &AnswerWriter::default(), answer).unwrap();
        let lines = String::from_utf8(out).unwrap().lines().map(|l| l.replacen("error: ", "", 1)).collect();
        (lines, summary)
    }

    #[test]
    fn every_line_is_answered_in_its_place_however_it_arrives() {
        let lines: Vec<String> = (0..5000).map(|n| format!("line {n}")).collect();
        let text = lines.join("\n");
        for capacity in [1, 7, 64, 1 << 20] {
            assert_eq!(echo(text.as_bytes(), capacity).0, lines);
        }
        assert_eq!(echo(&b""[..], 8).0, Vec::<String>::new());
        assert_eq!(echo(&b"a\r\n\nb\n"[..], 8).0, ["a", "", "b"]);
    }

    #[test]
    fn an_endless_line_is_refused_and_the_next_answered() {
        let endless = io::repeat(b'7').take(5 * LONGEST_LINE_IN_BYTES as u64);
        let (lines, summary) = echo(endless.chain(&b"\nnext\n"[..]), 1 << 16);
        assert!(lines[0].starts_with("the line is longer"), "{lines:?}");
        assert_eq!(lines[1..], ["next"]);
        assert_eq!(summary, BatchSummary { lines: 2, unsolvable: 0, failed: 2, first_failed: Some(1) });
    }
}
