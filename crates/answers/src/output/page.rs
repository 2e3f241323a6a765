//! The lines of an output as a person would see them: without colors, frames, and prompts.

use super::super::reprs::without_types;
use std::fmt;

/// The origin of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stream {
    /// The answer file.
    File,
    /// The standard output.
    Output,
    /// The error output.
    Errors,
}

/// The outputs of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outputs<'a> {
    /// The answer file, if there is one.
    pub file: Option<&'a [u8]>,
    /// The standard output.
    pub stdout: &'a [u8],
    /// The error output.
    pub stderr: &'a [u8],
    /// Whether the run ended with a signal or a nonzero exit code.
    pub has_failed: bool,
}

impl<'a> Outputs<'a> {
    /// The outputs of a successful run that printed only this.
    pub fn of_stdout(stdout: &'a [u8]) -> Self {
        Self { stdout, ..Self::default() }
    }

    /// The main output, where the answer is expected: the file if there is one, else the standard
    /// output.
    pub fn main(&self) -> &'a [u8] {
        self.file.unwrap_or(self.stdout)
    }

    /// Everything except the main output.
    pub(super) fn besides_main(&self) -> Self {
        let stdout = if self.file.is_some() { self.stdout } else { &[] };
        Self { file: None, stdout, ..*self }
    }

    /// Whether nothing was printed except blanks.
    pub(super) fn are_blank(&self) -> bool {
        let is_blank = |bytes: &[u8]| bytes.trim_ascii().is_empty();
        is_blank(self.main()) && is_blank(self.stdout) && is_blank(self.stderr)
    }

    /// Only the main output.
    pub(super) fn only_main(&self) -> Self {
        Self { stdout: if self.file.is_some() { &[] } else { self.stdout }, stderr: &[], ..*self }
    }
}

/// A quoted line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// Its origin.
    pub stream: Stream,
    /// Its number, from 1.
    pub line: usize,
    /// The line, shortened.
    pub text: String,
}

/// Formats the quote, such as `line 3 ("Path: UL")`.
impl fmt::Display for Quote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = match self.stream {
            Stream::File => " of the answer file",
            Stream::Output => "",
            Stream::Errors => " of the error output",
        };
        write!(f, "line {}{of} (\"{}\")", self.line, self.text)
    }
}

/// A line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) stream: Stream,
    /// Its number in its stream, from 1.
    pub(super) number: usize,
    /// The visible text: tabs become spaces, and frames become `|`, `-`, and `+`. The types of
    /// values are left out.
    pub(super) text: String,
}

impl Line {
    pub(super) fn quote(&self) -> Quote {
        const SHOWN: usize = 70;
        let text = self.text.trim();
        let text = match text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", text[..end].trim_end()),
            None => text.to_owned(),
        };
        Quote { stream: self.stream, line: self.number, text }
    }
}

/// All lines: of the file, of the standard output, and of the error output.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    pub(super) lines: Vec<Line>,
}

impl Page {
    pub(super) fn of(outputs: &Outputs<'_>) -> Self {
        let streams = [
            (Stream::File, outputs.file.unwrap_or_default()),
            (Stream::Output, outputs.stdout),
            (Stream::Errors, outputs.stderr),
        ];
        let mut lines = Vec::new();
        for (stream, bytes) in streams {
            let text = String::from_utf8_lossy(bytes);
            let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
            for (number, line) in (1..).zip(text.lines()) {
                // A line that overwrites itself, such as a counter, is split into its successive
                // states.
                let shown = line.split('\r').map(seen).map(without_prompt);
                let plain = shown.map(|text| without_types(&text).into_owned());
                lines.extend(plain.map(|text| Line { stream, number, text }));
            }
        }
        Self { lines }
    }

    /// The stream in which an answer is expected: the file, if it has lines, or the standard
    /// output.
    pub(super) fn main_stream(&self) -> Stream {
        self.lines.first().map_or(Stream::Output, |line| line.stream.min(Stream::Output))
    }

    /// The last lines that are not blank.
    pub(super) fn tail(&self, count: usize) -> Vec<Quote> {
        let lines = self.lines.iter().filter(|line| !line.text.trim().is_empty());
        let mut tail: Vec<Quote> = lines.rev().take(count).map(Line::quote).collect();
        tail.reverse();
        tail
    }
}

/// Distance of tab stops.
const TAB_STOP: usize = 8;

/// The text that a terminal would show for a line.
fn seen(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut column = 0;
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        let shown = match c {
            '\u{1b}' => {
                skip_escape(&mut rest);
                continue;
            }
            '\t' => {
                let gap = TAB_STOP - column % TAB_STOP;
                text.extend(std::iter::repeat_n(' ', gap));
                column += gap;
                continue;
            }
            // Variation selectors and zero-width characters.
            '\u{fe0e}' | '\u{fe0f}' | '\u{200b}'..='\u{200d}' | '\u{feff}' => continue,
            '│' | '┃' | '║' | '╎' | '┆' | '┊' => '|',
            '─' | '━' | '═' | '╌' | '┄' | '┈' => '-',
            '\u{2500}'..='\u{257f}' => '+',
            c if c.is_whitespace() || c.is_control() => ' ',
            c => c,
        };
        text.push(shown);
        column += 1;
    }
    text.truncate(text.trim_end().len());
    text
}

/// Skips an escape sequence after its escape character: `[31m`, a title, or a single character.
fn skip_escape(rest: &mut std::str::Chars<'_>) {
    match rest.next() {
        Some('[') => drop(rest.find(|c| ('\u{40}'..='\u{7e}').contains(c))),
        Some(']') => drop(rest.find(|c| matches!(c, '\u{7}' | '\u{1b}'))),
        _ => {}
    }
}

/// Removes leading prompts. A `>` that is followed by other arrows is a move.
fn without_prompt(line: String) -> String {
    let mut rest = line.as_str();
    loop {
        let start = rest.trim_start();
        let after = start.trim_start_matches('>');
        let is_prompt = after.len() < start.len() && start.len() - after.len() <= 3;
        let is_arrow = |c: char| c.is_whitespace() || "<>^v".contains(c);
        // `>> ` alone is an unanswered prompt; `> > v <` is a path.
        let has_other_arrows = after.contains(['<', '^', 'v']) && after.chars().all(is_arrow);
        if !is_prompt || has_other_arrows || !(after.is_empty() || after.starts_with(' ')) {
            return if rest.len() == line.len() { line } else { rest.to_owned() };
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(stdout: &str) -> Vec<String> {
        let page = Page::of(&Outputs::of_stdout(stdout.as_bytes()));
        page.lines.into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn lines_are_as_they_are_seen() {
        for (printed, seen) in [
            ("\u{1b}[1;31mUp\u{1b}[0m, Left", "Up, Left"),
            ("\u{1b}]0;title\u{7}Up", "Up"),
            ("1\t2\t3", "1       2       3"),
            ("│ 1 │ 2 │", "| 1 | 2 |"),
            ("┌───┬───┐", "+---+---+"),
            ("⬆️ ➡️", "⬆ ➡"),
            ("\u{feff}R  ", "R"),
            ("a\u{0}b\u{8}", "a b"),
            ("\u{1b}", ""),
        ] {
            assert_eq!(texts(printed), [seen], "{printed:?}");
        }
        assert_eq!(texts("10 %\r20 %\rUL\r\n"), ["10 %", "20 %", "UL"]);
    }

    #[test]
    fn prompts_are_no_arrows() {
        for (printed, seen) in [
            (">> ", ""),
            ("> > > ", ""),
            (">>> Up", " Up"),
            ("> Enter row 1:", " Enter row 1:"),
            ("> > v <", "> > v <"),
            (">>v<", ">>v<"),
            ("a > b", "a > b"),
        ] {
            assert_eq!(texts(printed), [seen], "{printed:?}");
        }
    }

    #[test]
    fn quotes_say_where_they_stand() {
        let outputs = Outputs { stdout: b"\n UL\n", stderr: b"x\n", ..Outputs::default() };
        let page = Page::of(&outputs);
        assert_eq!(page.lines[1].quote().to_string(), "line 2 (\"UL\")");
        assert_eq!(page.tail(1)[0].to_string(), "line 1 of the error output (\"x\")");
        assert_eq!(page.main_stream(), Stream::Output);
    }
}
