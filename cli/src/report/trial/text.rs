//! A trial for people at a terminal.

use std::io::{self, Write};

use super::report::TrialReport;
use crate::trial::Attempt;

const SLOWEST: usize = 3;
const MOST_LINES_SHOWN: usize = 8;
const LONGEST_LINE_SHOWN: usize = 100;

impl TrialReport {
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
        match tried - right {
            _ if tried == 0 => format!("no board to {goal} was tried"),
            0 => format!("{tried} {plural} to {goal}{of_which}: all right"),
            wrong => format!("{tried} {plural} to {goal}{of_which}: {right} right, {wrong} not"),
        }
    }

    fn write_smallest(&self, smallest: &Attempt, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "the smallest: {}, {}", smallest.board, self.away(smallest))?;
        writeln!(out, "  {}", smallest.verdict)?;
        writeln!(out, "  repeat it: {}", smallest.call)?;
        for (name, shown) in ["it printed:", "its errors:"].into_iter().zip(&smallest.shown) {
            for (nth, line) in shown.lines().take(MOST_LINES_SHOWN).enumerate() {
                let name = if nth == 0 { name } else { "" };
                // What is meant for a terminal does not reach ours.
                let printable = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
                let line: String = line.chars().take(LONGEST_LINE_SHOWN).map(printable).collect();
                writeln!(out, "{}", format!("  {name:11} {line}").trim_end())?;
            }
        }
        Ok(())
    }

    /// What is worth knowing beside.
    pub(crate) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let result = &self.result;
        let found_by = self.found_by();
        if !found_by.is_empty() {
            notes.push(format!("answers were read as: {}", found_by.join(", ")));
        }
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
