//! A trial for people at a terminal.

use std::io::{self, Write};

use anstream::adapter::strip_str;

use super::report::TrialReport;
use crate::trial::Attempt;
use tilebase_answers::ReadAs;

const SLOWEST: usize = 3;
const MOST_LINES_SHOWN: usize = 8;
const LONGEST_LINE_SHOWN: usize = 100;

impl TrialReport {
    /// In what forms answers were read, with the line that one of them stands in. A length alone is worth less than a path.
    fn what_was_read(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let forms = self.read_as();
        let has_path = forms.iter().any(|(form, ..)| *form == ReadAs::Path);
        let in_words = |(form, count, tried): &(ReadAs, usize, &Attempt)| {
            let name = match form {
                ReadAs::Path if *count == 1 => "path, replayed",
                ReadAs::Path => "paths, replayed",
                ReadAs::Length if *count == 1 => "length only",
                ReadAs::Length => "lengths only",
                ReadAs::Unsolvable => "that there is no path",
                ReadAs::Solvable => "that there is a path",
                ReadAs::Estimate if *count == 1 => "estimate",
                ReadAs::Estimate => "estimates",
            };
            let quote = tried.quotes.first().map_or_else(String::new, |quote| format!(", as on {quote}"));
            format!("{count} {name}{quote}")
        };
        if !forms.is_empty() {
            let forms: Vec<String> = forms.iter().map(in_words).collect();
            notes.push(format!("answers: {}", forms.join("; ")));
        }
        if !has_path && forms.iter().any(|(form, ..)| *form == ReadAs::Length) {
            notes.push("no path was seen, so none was replayed".to_owned());
        }
        notes
    }

    /// Writes what came of it: counts, an example of each kind of what is wrong, the smallest failing board with the
    /// command that repeats it, and what took longest.
    ///
    /// # Errors
    /// Those of the writer.
    pub(crate) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.headline())?;
        let kinds = self.kinds();
        let width = kinds.iter().map(|kind| kind.kind.len()).max().unwrap_or(0);
        for kind in &kinds {
            let Attempt { board, verdict, .. } = kind.smallest;
            writeln!(out, "  {:width$} {:>5}, as {board}: {verdict}", kind.kind, kind.count)?;
        }
        if let Some(smallest) = self.failures().first() {
            self.write_smallest(smallest, out)?;
        }
        self.write_bad_text(out)?;
        for note in self.notes() {
            writeln!(out, "{note}")?;
        }
        Ok(())
    }

    /// The counts in a sentence.
    pub(crate) fn headline(&self) -> String {
        let (tried, right) = (self.tried().len(), self.right());
        let goals = self.goals();
        let goal = if goals.len() > 1 { format!("{} goals", goals.len()) } else { self.goal.to_string() };
        let plural = if tried == 1 { "board" } else { "boards" };
        let hopeless = self.tried().iter().filter(|tried| tried.distance.is_none()).count();
        let of_which = if hopeless > 0 { format!(", {hopeless} of them unsolvable") } else { String::new() };
        let unclear = match self.not_understood() {
            0 => String::new(),
            count => format!(", {count} not understood"),
        };
        match self.wrong() {
            _ if tried == 0 => format!("no board to {goal} was tried"),
            0 if right == tried => format!("{tried} {plural} to {goal}{of_which}: all right"),
            0 => format!("{tried} {plural} to {goal}{of_which}: {right} right{unclear}"),
            wrong => format!("{tried} {plural} to {goal}{of_which}: {right} right, {wrong} wrong{unclear}"),
        }
    }

    fn write_smallest(&self, smallest: &Attempt, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "the smallest: {}, {}", smallest.board, self.away(smallest))?;
        writeln!(out, "  {}", smallest.verdict)?;
        writeln!(out, "  repeat it: {}", smallest.call)?;
        if !smallest.quotes.is_empty() {
            let quotes: Vec<String> = smallest.quotes.iter().map(ToString::to_string).collect();
            writeln!(out, "  read from: {}", quotes.join(", "))?;
        }
        for (name, shown) in ["it printed:", "its errors:"].into_iter().zip(&smallest.shown) {
            for (nth, line) in ends_of(shown).into_iter().enumerate() {
                let name = if nth == 0 { name } else { "" };
                writeln!(out, "{}", format!("  {name:11} {}", printable(line)).trim_end())?;
            }
        }
        Ok(())
    }

    /// Runs that gave an answer and did not end well.
    fn ended_badly(&self) -> Option<String> {
        let badly: Vec<&str> = self.tried().iter().filter_map(|tried| tried.ended.as_deref()).collect();
        let first = badly.first()?;
        let plural = if badly.len() == 1 { "run" } else { "runs" };
        let alike = badly.iter().all(|how| how == first);
        let how = if alike { (*first).to_owned() } else { format!("one with {first}") };
        Some(format!("{} {plural} gave an answer and did not end well: {how}", badly.len()))
    }

    /// What is worth knowing beside.
    pub(crate) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let result = &self.result;
        notes.extend(self.patterns());
        notes.extend(self.what_was_read());
        let slowest = self.slowest(SLOWEST);
        if !slowest.is_empty() {
            let one = |(tried, time): &(&Attempt, std::time::Duration)| {
                let of_processor = match tried.cpu_time {
                    Some(time) => format!(" (processor time {:.2} s)", time.as_secs_f64()),
                    None => String::new(),
                };
                format!("{} in {:.3} s{of_processor}", tried.board, time.as_secs_f64())
            };
            notes.push(format!("slowest: {}", slowest.iter().map(one).collect::<Vec<_>>().join(", ")));
        }
        if let Some(time) = result.batch_time {
            notes.push(format!("one run for all boards: {:.3} s", time.as_secs_f64()));
        }
        if let Some(bytes) = self.peak_memory_in_bytes() {
            notes.push(format!("most memory seen: {:.1} MB", bytes as f64 / 1e6));
        }
        if result.lines_too_many > 0 {
            let more = result.lines_too_many;
            notes.push(format!(
                "it printed {more} more lines than there were boards: answers may have been judged for other boards than their own"
            ));
        }
        notes.extend(self.ended_badly());
        if result.left_running > 0 {
            let left = result.left_running;
            let plural = if left == 1 { "process" } else { "processes" };
            notes.push(format!("it left {left} {plural} running; ended"));
        }
        if result.tried.len() < result.given {
            let untried = result.given - result.tried.len();
            let why = if result.is_interrupted { "interrupted" } else { "stopped at the first failure" };
            notes.push(format!("{why}: {untried} of {} boards were not tried", result.given));
        }
        notes
    }

    /// How far a board is from the goal, in words; from which, if there are several.
    fn away(&self, tried: &Attempt) -> String {
        let goal =
            if self.goals().len() > 1 { format!("the goal {}", tried.goal) } else { "the goal".to_owned() };
        match tried.distance {
            Some(1) => format!("1 move from {goal}"),
            Some(distance) => format!("{distance} moves from {goal}"),
            None if self.goals().len() > 1 => format!("which can't reach {goal}"),
            None => "which can't be solved".to_owned(),
        }
    }
}

/// The first lines and the last, where most programs have their answer.
fn ends_of(shown: &str) -> Vec<&str> {
    const FIRST: usize = 3;
    let lines: Vec<&str> = shown.lines().collect();
    if lines.len() <= MOST_LINES_SHOWN {
        return lines;
    }
    let last = lines.len() - (MOST_LINES_SHOWN - FIRST - 1);
    [&lines[..FIRST], &["[...]"], &lines[last..]].concat()
}

/// What is meant for a terminal does not reach ours. Colours are left out, and tabs, as in every trace of Java, are gaps.
fn printable(line: &str) -> String {
    let line = strip_str(line).to_string();
    let shown = |c: char| match c {
        '\t' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    line.chars().take(LONGEST_LINE_SHOWN).map(shown).collect()
}
