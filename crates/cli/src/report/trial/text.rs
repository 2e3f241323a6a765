//! The result of a trial for a terminal.

use std::io::{self, Write};
use std::time::Duration;

use anstream::adapter::strip_str;

use super::super::numbers::{duration, size};
use super::diagnosis::{Tone, plural, separated};
use super::report::TrialReport;
use crate::shell::{LIMIT, RIGHT, STRONG, WRONG, columns, wrapped};
use crate::trial::{Attempt, Verdict};
use tilebase_answers::{Quote, ReadAs, Stream};

const SLOWEST: usize = 3;
/// The column of the texts about the first failing board.
const MARGIN: usize = 14;
/// With fewer boards than this, more are suggested.
const FEW_BOARDS: usize = 200;
/// Faster runs are not mentioned.
const SLOW: Duration = Duration::from_secs(2);
const MAX_LINES_SHOWN: usize = 8;
/// Longer lines lose their middle: the end of an error message says most.
const MAX_SHOWN_LINE_BYTES: usize = 320;

impl TrialReport {
    /// Describes the formats in which answers were read, with a line of one.
    ///
    /// Adds a note if lengths were read but no path.
    fn what_was_read(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let forms = self.read_as();
        let has_path = forms.iter().any(|(form, ..)| *form == ReadAs::Path);
        let in_words = |(form, count, tried): &(ReadAs, usize, &Attempt)| {
            let name = match form {
                ReadAs::Path => plural(*count, "path", "paths"),
                ReadAs::Length => plural(*count, "length without a path", "lengths without a path"),
                ReadAs::Unsolvable => plural(*count, "answer 'unsolvable'", "answers 'unsolvable'"),
                ReadAs::Solvable => plural(*count, "answer 'solvable'", "answers 'solvable'"),
                ReadAs::Estimate => plural(*count, "estimate", "estimates"),
            };
            let quote =
                tried.quotes.first().map_or_else(String::new, |quote| format!(" (e.g. {})", shown(quote)));
            format!("{} {name}{quote}", separated(*count))
        };
        let forms: Vec<String> = forms.iter().map(in_words).collect();
        if let Some((last, before)) = forms.split_last() {
            let before = before.join(", ");
            let and = if before.is_empty() { "" } else { " and " };
            notes.push(format!("Read {before}{and}{last}"));
            if !has_path && self.read_as().iter().any(|(form, ..)| *form == ReadAs::Length) {
                notes.push("No path was printed, so no path was checked".to_owned());
            }
        }
        notes
    }

    /// Writes the verdict with its usual cause, the counts, the smallest failing board with the
    /// command that repeats it, and the slowest runs.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_diagnosis(out)?;
        let is_not_started = |tried: &Attempt| matches!(tried.verdict, Verdict::NotStarted { .. });
        if self.tried().iter().any(is_not_started) {
            return Ok(());
        }
        if !self.failures().is_empty() {
            writeln!(out)?;
            self.write_counts(out)?;
        }
        if let Some(smallest) = self.failures().first() {
            self.write_smallest(smallest, out)?;
            writeln!(out)?;
        }
        self.write_bad_text(out)?;
        let is_slow = self.slowest(1).first().is_some_and(|(_, time)| *time >= SLOW);
        for note in self.notes(is_slow) {
            writeln!(out, "{}", wrapped(&note, 2))?;
        }
        let is_all_right = self.diagnosis().tone == Tone::Right;
        if self.suggests_more && is_all_right && self.tried().len() < FEW_BOARDS {
            writeln!(out, "More boards: --boards depths:20")?;
        }
        Ok(())
    }

    fn write_diagnosis(&self, out: &mut dyn Write) -> io::Result<()> {
        let diagnosis = self.diagnosis();
        let style = match diagnosis.tone {
            Tone::Right => RIGHT,
            Tone::Wrong => WRONG,
            Tone::Unclear => LIMIT,
        };
        let style = style.bold();
        writeln!(out, "{style}{}{style:#}", wrapped(&diagnosis.verdict, 0))?;
        for advice in diagnosis.advice {
            writeln!(out, "{}", wrapped(&advice, 2))?;
        }
        diagnosis.more.map_or(Ok(()), |more| writeln!(out, "More: {more}"))
    }

    /// Writes the counts in a line, and a row for each kind of failure.
    fn write_counts(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", wrapped(&self.headline(), 2))?;
        let kinds = self.kinds();
        let width = kinds.iter().map(|kind| kind.kind.len()).max().unwrap_or(0);
        for kind in &kinds {
            let Attempt { board, verdict, .. } = kind.smallest;
            let style = if verdict.is_judged() { WRONG } else { LIMIT };
            let detail = verdict.to_string();
            let detail =
                detail.strip_prefix(kind.kind).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(&detail);
            let example = format!("{}{board}: {detail}", if kind.count > 1 { "e.g. " } else { "" });
            let before = width + 11;
            let example = wrapped(&format!("{}{example}", "x".repeat(before)), before);
            let (name, count) = (kind.kind, kind.count);
            writeln!(out, "  {style}{name:width$}{style:#} {count:>6}  {}", &example[before..])?;
        }
        Ok(())
    }

    /// Returns the counts as a sentence.
    pub(crate) fn headline(&self) -> String {
        let (tried, right) = (self.tried().len(), self.right());
        let goals = self.goals();
        let goal =
            if goals.len() > 1 { format!("{} goals", goals.len()) } else { format!("goal {}", self.goal) };
        let boards = plural(tried, "board", "boards");
        let hopeless = self.tried().iter().filter(|tried| tried.distance.is_none()).count();
        let of_which = if hopeless > 0 { format!(" ({hopeless} unsolvable)") } else { String::new() };
        let unclear = match self.not_judged() {
            0 => String::new(),
            count => format!(", {count} not judged"),
        };
        let [shown_right, shown_wrong, all] = [right, self.wrong(), tried].map(separated);
        match self.wrong() {
            _ if tried == 0 => "no board was tried".to_owned(),
            0 if right == tried => format!("{all} {boards}{of_which}, {goal}: all right"),
            0 => format!("{all} {boards}{of_which}, {goal}: {shown_right} right{unclear}"),
            _ => {
                format!("{all} {boards}{of_which}, {goal}: {shown_right} right, {shown_wrong} wrong{unclear}")
            }
        }
    }

    fn write_smallest(&self, smallest: &Attempt, out: &mut dyn Write) -> io::Result<()> {
        let (board, away) = (smallest.board, self.away(smallest));
        writeln!(out, "\n{STRONG}First failing board: {board}{STRONG:#}, {away}")?;
        writeln!(out, "  repeat it:  {}", smallest.call)?;
        if !smallest.quotes.is_empty() {
            let quotes: Vec<String> = smallest.quotes.iter().map(shown).collect();
            let line = format!("  read from:  {}", quotes.join(", "));
            writeln!(out, "{}", wrapped(&line, MARGIN))?;
        }
        let [printed, errors] = &smallest.shown;
        write_lines("printed:", &ends_of(printed), out)?;
        write_lines("its errors:", &last_of(errors), out)
    }

    /// Describes runs that gave an answer but did not end normally.
    fn ended_badly(&self) -> Option<String> {
        let badly: Vec<&str> = self.tried().iter().filter_map(|tried| tried.ended.as_deref()).collect();
        let first = badly.first()?;
        let runs = plural(badly.len(), "run", "runs");
        let alike = badly.iter().all(|how| how == first);
        let how = if alike { (*first).to_owned() } else { format!("e.g. {first}") };
        Some(format!("{} {runs} printed an answer, but failed afterwards: {how}", badly.len()))
    }

    /// Returns the calling program's first remark, and the number of boards with one.
    fn remark(&self) -> Option<String> {
        let has = self.tried().iter().filter(|tried| !tried.notes.is_empty());
        let first = has.clone().next()?.notes.first()?;
        let count = has.count();
        let on = if count > 1 { format!(" (and on {} more boards)", count - 1) } else { String::new() };
        Some(format!("Note: {first}{on}"))
    }

    /// Returns further remarks, optionally with the time and memory of the runs.
    pub(crate) fn notes(&self, with_cost: bool) -> Vec<String> {
        let mut notes = Vec::new();
        let result = &self.result;
        notes.extend(self.further_patterns());
        notes.extend(self.what_was_read());
        let slowest = self.slowest(SLOWEST);
        if !slowest.is_empty() && with_cost {
            let one = |(tried, time): &(&Attempt, Duration)| {
                let cpu = |time: Duration| format!(", {} CPU", duration(time.as_secs_f64()));
                let cpu = tried.cpu_time.map_or_else(String::new, cpu);
                format!("{} ({}{cpu})", tried.board, duration(time.as_secs_f64()))
            };
            notes.push(format!("Slowest: {}", slowest.iter().map(one).collect::<Vec<_>>().join(", ")));
        }
        if let Some(time) = result.batch_time {
            notes.push(format!("One run for all boards: {}", duration(time.as_secs_f64())));
        }
        if let Some(bytes) = self.peak_memory_in_bytes().filter(|_| with_cost) {
            notes.push(format!("Peak memory: {}", size(bytes)));
        }
        if result.lines_too_many > 0 {
            let more = result.lines_too_many;
            let lines = plural(more, "line", "lines");
            notes.push(format!(
                "It printed {more} more {lines} than there are boards, so answers may have been \
                matched to the wrong boards"
            ));
        }
        notes.extend(self.ended_badly());
        notes.extend(self.remark());
        if result.left_running > 0 {
            let left = result.left_running;
            let processes = plural(left, "process", "processes");
            notes.push(format!(
                "It left {left} {processes} running, which {} ended",
                plural(left, "was", "were")
            ));
        }
        if result.tried.len() < result.given {
            let untried = result.given - result.tried.len();
            let why = if result.is_interrupted { "Interrupted" } else { "Stopped at the first failure" };
            notes.push(format!("{why}: {untried} of {} boards were not tried", result.given));
        }
        notes
    }

    /// Describes a board's distance from the goal, which is named if there are several.
    fn away(&self, tried: &Attempt) -> String {
        let goal =
            if self.goals().len() > 1 { format!("the goal {}", tried.goal) } else { "the goal".to_owned() };
        match tried.distance {
            Some(0) => format!("{goal} itself"),
            Some(1) => format!("1 move from {goal}"),
            Some(distance) => format!("{distance} moves from {goal}"),
            None if self.goals().len() > 1 => format!("unsolvable for {goal}"),
            None => "unsolvable".to_owned(),
        }
    }
}

/// Formats a quote, such as `line 3: "Down"`.
fn shown(quote: &Quote) -> String {
    let of = match quote.stream {
        Stream::File => " of the answer file",
        Stream::Output => "",
        Stream::Errors => " of its errors",
    };
    format!("line {}{of}: \"{}\"", quote.line, quote.text)
}

fn write_lines(name: &str, lines: &[&str], out: &mut dyn Write) -> io::Result<()> {
    for (nth, line) in lines.iter().enumerate() {
        let name = if nth == 0 { name } else { "" };
        let line = format!("  {name:11} {}", printable(line));
        // A line that fits keeps its spaces, for example those of a board.
        let line = if line.chars().count() <= columns() { line } else { wrapped(&line, MARGIN) };
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// The first and last lines, where most programs print their answer.
fn ends_of(shown: &str) -> Vec<&str> {
    const FIRST: usize = 3;
    let lines: Vec<&str> = shown.lines().collect();
    if lines.len() <= MAX_LINES_SHOWN {
        return lines;
    }
    let last = lines.len() - (MAX_LINES_SHOWN - FIRST - 1);
    [&lines[..FIRST], &["[...]"], &lines[last..]].concat()
}

/// The last lines, where interpreters name the error.
fn last_of(shown: &str) -> Vec<&str> {
    let lines: Vec<&str> = shown.lines().collect();
    lines[lines.len().saturating_sub(MAX_LINES_SHOWN)..].to_vec()
}

/// Removes colors from a line, and replaces tabs, as in Java stack traces, by spaces.
fn printable(line: &str) -> String {
    let line = strip_str(line).to_string();
    let shown = |c: char| match c {
        '\t' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    let shown: Vec<char> = line.chars().map(shown).collect();
    if shown.len() <= MAX_SHOWN_LINE_BYTES {
        return shown.into_iter().collect();
    }
    let half = MAX_SHOWN_LINE_BYTES / 2;
    let ends = [&shown[..half], &['…'], &shown[shown.len() - half..]].concat();
    ends.into_iter().collect()
}
