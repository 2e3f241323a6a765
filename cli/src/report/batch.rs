//! Many boards, one a line.

use std::io::{self, BufRead, Write};

use super::answers::AnswerWriter;
use crate::ask::Answer;
use crate::batch::{LONGEST_LINE_IN_BYTES, Line, LineWork, run_lines};
use crate::shell::Exit;

/// What became of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BatchSummary {
    /// Lines read, and so answers written.
    pub(crate) lines: u64,
    /// Boards that can't reach the goal.
    pub(crate) unsolvable: u64,
    /// Lines without an answer.
    pub(crate) failed: u64,
    /// The first line without an answer, from 1.
    pub(crate) first_failed: Option<u64>,
}

impl BatchSummary {
    /// The worst of all answers.
    #[must_use]
    pub(crate) const fn exit(&self) -> Exit {
        match (self.failed, self.unsolvable) {
            (0, 0) => Exit::Yes,
            (0, _) => Exit::No,
            _ => Exit::Failed,
        }
    }

    fn add(&mut self, exit: Exit) {
        self.lines += 1;
        match exit {
            Exit::Yes => {}
            Exit::No => self.unsolvable += 1,
            Exit::Failed => {
                self.failed += 1;
                self.first_failed = self.first_failed.or(Some(self.lines));
            }
        }
    }
}

/// Answers every line of the input, over all cores, and writes the answers in their order, as they come.
///
/// # Errors
/// Those of the input and of the output.
pub(crate) fn run_batch(
    input: &mut impl BufRead,
    out: &mut impl Write,
    writer: &AnswerWriter,
    answer: impl Fn(&[u8]) -> Answer + Sync,
) -> io::Result<BatchSummary> {
    let mut summary = BatchSummary::default();
    writer.begin(out)?;
    run_lines(input, out, &Answering { writer, answer }, |exit| summary.add(exit))?;
    Ok(summary)
}

struct Answering<'a, A> {
    writer: &'a AnswerWriter,
    answer: A,
}

impl<A: Fn(&[u8]) -> Answer + Sync> LineWork for Answering<'_, A> {
    type Note = Exit;

    fn work(&self, line: Line<'_>, text: &mut Vec<u8>) -> io::Result<Exit> {
        let answer = line.text.map_or_else(
            || {
                let error = format!("the line is longer than {LONGEST_LINE_IN_BYTES} bytes: no board is");
                Answer::Failed { text: String::new(), error }
            },
            &self.answer,
        );
        self.writer.write(&answer, text)?;
        Ok(answer.exit())
    }
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
