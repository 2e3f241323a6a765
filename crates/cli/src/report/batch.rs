//! Batches of boards, one per line.

use std::io::{self, BufRead, Write};

use super::answers::AnswerWriter;
use crate::ask::Answer;
use tilebase::exchange::Exchange;

use crate::batch::{Line, LineWork, MAX_LINE_BYTES, SentNote, hand_out_lines, run_lines, work_for_first};
use crate::shell::Exit;

/// The outcome of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BatchSummary {
    /// The number of answers written.
    pub(crate) lines: u64,
    /// The number of unsolvable boards.
    pub(crate) unsolvable: u64,
    /// The number of unsolvable boards that can reach the goal with the blank first, if the goal
    /// is the one with the blank last.
    pub(crate) solvable_to_blank_first: u64,
    /// The number of lines without an answer.
    pub(crate) failed: u64,
    /// The first line without an answer, counted from 1 among all lines of the input.
    pub(crate) first_failed: Option<u64>,
    /// The number of lines without an answer that look like a row of a board.
    pub(crate) rows: u64,
    /// The number of lines read, including skipped ones.
    read: u64,
}

/// The outcome of a line. Processes send it as a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineOutcome {
    /// There is no board in it.
    Skipped,
    Solved,
    Unsolvable,
    /// Unsolvable for this goal, but solvable for the goal with the blank first.
    SolvableToBlankFirst,
    Failed,
    /// Failed, and it looks like a row of a board.
    Row,
}

impl LineOutcome {
    const ALL: [Self; 6] =
        [Self::Skipped, Self::Solved, Self::Unsolvable, Self::SolvableToBlankFirst, Self::Failed, Self::Row];

    fn of(answer: &Answer) -> Self {
        match (answer.exit(), answer) {
            (Exit::Yes, _) => Self::Solved,
            (Exit::No, _) if answer.is_solvable_to_blank_first() => Self::SolvableToBlankFirst,
            (Exit::No, _) => Self::Unsolvable,
            (Exit::Failed, Answer::Failed { text, .. }) if is_row(text) => Self::Row,
            (Exit::Failed, _) => Self::Failed,
        }
    }
}

/// Whether a text looks like a row of a board: two to five tiles.
fn is_row(text: &str) -> bool {
    let is_tile = |word: &&str| {
        let word = word.trim_matches(['[', ']', '(', ')', '{', '}']);
        word == "_" || (word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let words: Vec<&str> = text.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        [digits] => (2..=5).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()),
        words => (2..=5).contains(&words.len()) && words.iter().all(is_tile),
    }
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

    fn add(&mut self, end: LineOutcome) {
        self.read += 1;
        self.lines += u64::from(end != LineOutcome::Skipped);
        match end {
            LineOutcome::Skipped | LineOutcome::Solved => {}
            LineOutcome::Unsolvable | LineOutcome::SolvableToBlankFirst => {
                self.unsolvable += 1;
                self.solvable_to_blank_first += u64::from(end == LineOutcome::SolvableToBlankFirst);
            }
            LineOutcome::Failed | LineOutcome::Row => {
                self.failed += 1;
                self.rows += u64::from(end == LineOutcome::Row);
                self.first_failed = self.first_failed.or(Some(self.read));
            }
        }
    }
}

/// Answers every line of the input on all cores, and writes the answers in order as soon as
/// possible. Lines for which `answer` returns `None` are skipped.
///
/// # Errors
/// Errors of the input and of the output.
pub(crate) fn run_batch(
    input: &mut impl BufRead,
    out: &mut impl Write,
    writer: &AnswerWriter,
    answer: impl Fn(&[u8]) -> Option<Answer> + Sync,
) -> io::Result<BatchSummary> {
    let mut summary = BatchSummary::default();
    writer.begin(out)?;
    run_lines(input, out, &Answering { writer, answer }, |end| summary.add(end))?;
    Ok(summary)
}

/// Dispatches the lines to the other processes, which run [`answer_for_first`], and writes their
/// answers.
///
/// # Errors
/// Errors of the input and of the output, and if another process has ended.
pub(crate) fn hand_out_batch(
    exchange: &mut dyn Exchange,
    input: Box<dyn BufRead + Send>,
    out: &mut impl Write,
    writer: &AnswerWriter,
) -> io::Result<BatchSummary> {
    let mut summary = BatchSummary::default();
    let mut before = Vec::new();
    writer.begin(&mut before)?;
    hand_out_lines(exchange, input, &before, out, |end| summary.add(end))?;
    Ok(summary)
}

/// Answers the lines that the first process dispatches, until the input ends.
///
/// # Errors
/// If the first process sends a malformed message.
pub(crate) fn answer_for_first(
    exchange: &mut dyn Exchange,
    writer: &AnswerWriter,
    answer: impl Fn(&[u8]) -> Option<Answer> + Sync,
) -> io::Result<()> {
    work_for_first(exchange, &Answering { writer, answer })
}

impl SentNote for LineOutcome {
    fn to_byte(&self) -> u8 {
        *self as u8
    }

    fn of_byte(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|end| *end as u8 == byte)
    }
}

struct Answering<'a, A> {
    writer: &'a AnswerWriter,
    answer: A,
}

impl<A: Fn(&[u8]) -> Option<Answer> + Sync> LineWork for Answering<'_, A> {
    type Note = LineOutcome;

    fn work(&self, line: Line<'_>, text: &mut Vec<u8>) -> io::Result<LineOutcome> {
        let answer = line.text.map_or_else(
            || {
                let error = format!("the line is longer than {MAX_LINE_BYTES} bytes, so it is not a board");
                Some(Answer::Failed { text: String::new(), error })
            },
            &self.answer,
        );
        let Some(answer) = answer else { return Ok(LineOutcome::Skipped) };
        self.writer.write_on_line(line.number, &answer, text)?;
        Ok(LineOutcome::of(&answer))
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
            (error != "skip").then(|| Answer::Failed { text: String::new(), error })
        };
        let mut input = BufReader::with_capacity(capacity, input);
        let summary = run_batch(&mut input, &mut out, &AnswerWriter::default(), answer).unwrap();
        let lines = String::from_utf8(out).unwrap();
        let lines = lines.lines().map(|line| line.split_once(": ").unwrap().1.to_owned()).collect();
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

    #[test]
    fn skipped_lines_are_counted_by_their_numbers_only() {
        let (lines, summary) = echo(&b"skip\nskip\na\nskip\nb\n"[..], 1 << 16);
        assert_eq!(lines, ["a", "b"]);
        assert_eq!((summary.lines, summary.failed, summary.first_failed), (2, 2, Some(3)));
    }

    #[test]
    fn rows_are_recognized() {
        for row in ["1 2 3", "123", "13 14 15 0", "1,2,3", "[1, 2, 3],", "7 8 _"] {
            assert!(is_row(row), "{row}");
        }
        for other in ["", "1", "1 2 3 4 5 6 7 8 8", "12345678", "a b c", "word"] {
            assert!(!is_row(other), "{other}");
        }
    }

    /// The output of several processes. The last one panics at the line `panic`.
    fn echo_on(processes: usize, input: &[u8]) -> (Vec<u8>, io::Result<BatchSummary>) {
        let mut team = InProcess::group(processes);
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
                        Some(Answer::Failed { text: String::new(), error: text })
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
        let endless = "7".repeat(3 * MAX_LINE_BYTES);
        for text in [lines.join("\n"), String::new(), "\n\na\r\n".to_owned(), format!("{endless}\nnext\n")] {
            let mut alone = Vec::new();
            let answer = |line: &[u8]| {
                let error = String::from_utf8_lossy(line).into_owned();
                Some(Answer::Failed { text: String::new(), error })
            };
            let expected =
                run_batch(&mut text.as_bytes(), &mut alone, &AnswerWriter::default(), answer).unwrap();
            for processes in [2, 3, 7] {
                let (out, summary) = echo_on(processes, text.as_bytes());
                assert!(out == alone, "{processes} processes");
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
        let mut team = InProcess::group(3);
        let others = team.split_off(1);
        thread::scope(|scope| {
            for mut other in others {
                let answer = |_: &[u8]| Some(Answer::Failed { text: String::new(), error: "x".to_owned() });
                scope.spawn(move || answer_for_first(&mut other, &AnswerWriter::default(), answer).unwrap());
            }
            let input = Box::new(io::Cursor::new("a\nb\n".repeat(1000)));
            let ended = hand_out_batch(&mut team[0], input, &mut Closed, &AnswerWriter::default());
            assert_eq!(ended.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
        });
    }

    #[test]
    fn an_overlong_line_is_refused_and_the_next_answered() {
        let endless = io::repeat(b'7').take(5 * MAX_LINE_BYTES as u64);
        let (lines, summary) = echo(endless.chain(&b"\nnext\n"[..]), 1 << 16);
        assert!(lines[0].starts_with("the line is longer"), "{lines:?}");
        assert_eq!(lines[1..], ["next"]);
        let expected = BatchSummary { lines: 2, failed: 2, first_failed: Some(1), read: 2, ..summary };
        assert_eq!(summary, expected);
    }
}
