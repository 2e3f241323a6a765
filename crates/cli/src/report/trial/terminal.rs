//! The result of a trial for a terminal.

use std::io::{self, Write};
use std::time::Duration;

use anstream::adapter::strip_str;
use tilebase::board::Metric;

use super::super::foreign_text::printable;
use super::diagnosis::{Tone, separated};
use super::notes::shown;
use super::report::TrialReport;
use crate::shell::{LIMIT, RIGHT, STRONG, WRONG, columns, plural, wrapped};
use crate::trial::{Attempt, Verdict};

/// The column of the texts about the first failing board.
const MARGIN: usize = 14;
/// With fewer boards than this, more are suggested.
const FEW_BOARDS: usize = 200;
/// Faster runs are not mentioned.
const SLOW: Duration = Duration::from_secs(2);
const MAX_LINES_SHOWN: usize = 8;
/// Longer lines lose their middle: the end of an error message says most.
const MAX_LINE_CHARS: usize = 320;

impl TrialReport {
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
            let style = if verdict.is_conclusive() { WRONG } else { LIMIT };
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
        let counts = match self.wrong() {
            _ if tried == 0 => return "no board was tried".to_owned(),
            0 if right == tried => "all right".to_owned(),
            0 => format!("{shown_right} right{unclear}"),
            _ => format!("{shown_right} right, {shown_wrong} wrong{unclear}"),
        };
        let metric = match self.metric {
            Metric::SingleTile => "",
            Metric::MultiTile => ", in multi-tile moves (mtm)",
        };
        format!("{all} {boards}{of_which}, {goal}{metric}: {counts}")
    }

    fn write_smallest(&self, smallest: &Attempt, out: &mut dyn Write) -> io::Result<()> {
        let (board, away) = (smallest.board, self.away(smallest));
        writeln!(out, "\n{STRONG}First failing board: {board}{STRONG:#}, {away}")?;
        writeln!(out, "  reproduce:  {}", smallest.call)?;
        if !smallest.quotes.is_empty() {
            let quotes: Vec<String> = smallest.quotes.iter().map(shown).collect();
            let line = format!("  read from:  {}", quotes.join(", "));
            writeln!(out, "{}", wrapped(&line, MARGIN))?;
        }
        let [printed, errors] = &smallest.shown;
        write_lines("printed:", &ends_of(printed), out)?;
        write_lines("its errors:", &last_of(errors), out)
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

fn write_lines(name: &str, lines: &[&str], out: &mut dyn Write) -> io::Result<()> {
    for (nth, line) in lines.iter().enumerate() {
        let name = if nth == 0 { name } else { "" };
        let line = format!("  {name:11} {}", shortened(line));
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
fn shortened(line: &str) -> String {
    let line = strip_str(line).to_string().replace('\t', " ");
    let shown: Vec<char> = printable(&line).chars().collect();
    if shown.len() <= MAX_LINE_CHARS {
        return shown.into_iter().collect();
    }
    let half = MAX_LINE_CHARS / 2;
    let ends = [&shown[..half], &['…'], &shown[shown.len() - half..]].concat();
    ends.into_iter().collect()
}
