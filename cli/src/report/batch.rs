//! Batches of boards, one per line.

use std::io::{self, BufRead, Write};

use super::answers::AnswerWriter;
use crate::ask::Answer;
use tilebase::exchange::Post;

use crate::batch::{
    LONGEST_LINE_IN_BYTES, Line, LineWork, SentNote, hand_out_lines, run_lines, work_for_first,
};
use crate::shell::Exit;

/// The outcome of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BatchSummary {
    /// The number of lines read, which equals the number of answers written.
    pub(crate) lines: u64,
    /// The number of unsolvable boards.
    pub(crate) unsolvable: u64,
    /// The number of lines without an answer.
    pub(crate) failed: u64,
    /// The first line without an answer, counted from 1.
    pub(crate) first_failed: Option<u64>,
}

impl BatchSummary {
    /// The exit code of the worst answer.
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

/// Answers every line of the input on all cores, and writes the answers in order as soon as
/// possible.
///
/// # Errors
/// Errors of the input and of the output.
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

/// Dispatches the lines to the other processes, which run [`answer_for_first`], and writes their
/// answers.
///
/// # Errors
/// Errors of the input and of the output, and if another process has ended.
pub(crate) fn hand_out_batch(
    post: &mut dyn Post,
    input: Box<dyn BufRead + Send>,
    out: &mut impl Write,
    writer: &AnswerWriter,
) -> io::Result<BatchSummary> {
    let mut summary = BatchSummary::default();
    let mut before = Vec::new();
    writer.begin(&mut before)?;
    hand_out_lines(post, input, &before, out, |exit| summary.add(exit))?;
    Ok(summary)
}

/// Answers the lines that the first process dispatches, until the input ends.
///
/// # Errors
/// If the first process sends a malformed message.
pub(crate) fn answer_for_first(
    post: &mut dyn Post,
    writer: &AnswerWriter,
    answer: impl Fn(&[u8]) -> Answer + Sync,
) -> io::Result<()> {
    work_for_first(post, &Answering { writer, answer })
}

impl SentNote for Exit {
    fn to_byte(&self) -> u8 {
        *self as u8
    }

    fn of_byte(byte: u8) -> Option<Self> {
        [Self::Yes, Self::No, Self::Failed].into_iter().find(|exit| *exit as u8 == byte)
    }
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
                let error =
                    format!("the line is longer than {LONGEST_LINE_IN_BYTES} bytes, so it is not a board");
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
    use std::panic::AssertUnwindSafe;
    use std::thread;
    use std::time::Duration;
    use tilebase::exchange::InProcess;

    /// Answers each line with an error that repeats it, to show order and number.
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
    fn every_line_is_answered_in_order() {
        let lines: Vec<String> = (0..5000).map(|n| format!("line {n}")).collect();
        let text = lines.join("\n");
        for capacity in [1, 7, 64, 1 << 20] {
            assert_eq!(echo(text.as_bytes(), capacity).0, lines);
        }
        assert_eq!(echo(&b""[..], 8).0, Vec::<String>::new());
        assert_eq!(echo(&b"a\r\n\nb\n"[..], 8).0, ["a", "", "b"]);
    }

    /// The output of several processes. The last one panics at the line `panic`.
    fn echo_on(ranks: usize, input: &[u8]) -> (Vec<u8>, io::Result<BatchSummary>) {
        let mut team = InProcess::ranks_of_a_team(ranks);
        let others = team.split_off(1);
        let writer = AnswerWriter::default();
        thread::scope(|scope| {
            for mut other in others {
                let writer = &writer;
                scope.spawn(move || {
                    let answer = |line: &[u8]| {
                        let text = String::from_utf8_lossy(line).into_owned();
                        if text == "wait" {
                            thread::sleep(Duration::from_millis(50));
                        }
                        if text == "panic" {
                            std::panic::resume_unwind(Box::new(text));
                        }
                        Answer::Failed { text: String::new(), error: text }
                    };
                    let ended = std::panic::catch_unwind(AssertUnwindSafe(|| {
                        answer_for_first(&mut other, writer, answer)
                    }));
                    assert!(ended.is_err() || ended.is_ok_and(|worked| worked.is_ok()));
                });
            }
            let mut out = Vec::new();
            let input = Box::new(io::Cursor::new(input.to_vec()));
            let summary = hand_out_batch(&mut team[0], input, &mut out, &writer);
            (out, summary)
        })
    }

    #[test]
    fn many_processes_write_the_same_as_one() {
        let line = |n: u32| if n % 1000 == 3 { "wait".to_owned() } else { format!("line {n}") };
        let lines: Vec<String> = (0..5000).map(line).collect();
        let endless = "7".repeat(3 * LONGEST_LINE_IN_BYTES);
        for text in [lines.join("\n"), String::new(), "\n\na\r\n".to_owned(), format!("{endless}\nnext\n")] {
            let mut alone = Vec::new();
            let answer = |line: &[u8]| {
                let error = String::from_utf8_lossy(line).into_owned();
                Answer::Failed { text: String::new(), error }
            };
            let expected =
                run_batch(&mut text.as_bytes(), &mut alone, &AnswerWriter::default(), answer).unwrap();
            for ranks in [2, 3, 7] {
                let (out, summary) = echo_on(ranks, text.as_bytes());
                assert!(out == alone, "{ranks} ranks");
                assert_eq!(summary.unwrap(), expected);
            }
        }
    }

    #[test]
    fn a_process_that_ends_early_is_reported() {
        let (_, ended) = echo_on(3, b"a\nb\npanic\nc\nd\n");
        assert!(ended.unwrap_err().to_string().contains("has ended"));
    }

    /// A closed pipe.
    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn workers_are_notified_when_the_first_process_fails() {
        let mut team = InProcess::ranks_of_a_team(3);
        let others = team.split_off(1);
        thread::scope(|scope| {
            for mut other in others {
                let answer = |_: &[u8]| Answer::Failed { text: String::new(), error: "x".to_owned() };
                scope.spawn(move || answer_for_first(&mut other, &AnswerWriter::default(), answer).unwrap());
            }
            let input = Box::new(io::Cursor::new("a\nb\n".repeat(1000)));
            let ended = hand_out_batch(&mut team[0], input, &mut Closed, &AnswerWriter::default());
            assert_eq!(ended.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
        });
    }

    #[test]
    fn an_overlong_line_is_refused_and_the_next_answered() {
        let endless = io::repeat(b'7').take(5 * LONGEST_LINE_IN_BYTES as u64);
        let (lines, summary) = echo(endless.chain(&b"\nnext\n"[..]), 1 << 16);
        assert!(lines[0].starts_with("the line is longer"), "{lines:?}");
        assert_eq!(lines[1..], ["next"]);
        assert_eq!(summary, BatchSummary { lines: 2, unsolvable: 0, failed: 2, first_failed: Some(1) });
    }
}
