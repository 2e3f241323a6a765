//! The notes on all answers together: what was read, what runs cost, and how a heuristic's
//! estimates and the counts of expanded nodes compare with the right ones.

use std::time::Duration;

use tilebase::judge::Finding;
use tilebase_answers::{Quote, ReadAs, Stream};

use super::super::numbers::{duration, size};
use super::diagnosis::separated;
use super::report::TrialReport;
use crate::shell::plural;
use crate::trial::{Attempt, Verdict};

/// Number of the slowest runs that are named.
const SLOWEST: usize = 3;

impl TrialReport {
    /// Returns further remarks, optionally with the time and memory of the runs.
    pub(crate) fn notes(&self, with_cost: bool) -> Vec<String> {
        let mut notes = Vec::new();
        let result = &self.result;
        notes.extend(self.of_estimates());
        notes.extend(self.of_nodes());
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
        notes.extend(self.isolation.note());
        if result.left_running > 0 {
            let left = result.left_running;
            let processes = plural(left, "process", "processes");
            notes.push(format!(
                "It left {left} {processes} running, which {} ended",
                plural(left, "was", "were")
            ));
        }
        notes.extend(self.not_tried());
        notes
    }

    /// Describes the boards and goals that were not tried, and why; `None` if all were tried.
    fn not_tried(&self) -> Option<String> {
        let result = &self.result;
        let boards = result.given - result.tried.len();
        let boards = (boards > 0).then(|| format!("{boards} of {} boards", result.given));
        let goals = result.goals_not_tried;
        let goals = (goals > 0).then(|| format!("{goals} more {}", plural(goals, "goal", "goals")));
        let parts: Vec<String> = boards.into_iter().chain(goals).collect();
        let why = match result.stopped_after_timeouts {
            _ if result.is_interrupted => "Interrupted".to_owned(),
            Some(count) => format!("Stopped after {count} {}", plural(count, "timeout", "timeouts")),
            None => "Stopped at the first failure".to_owned(),
        };
        let were = if parts == ["1 more goal"] { "was" } else { "were" };
        (!parts.is_empty()).then(|| format!("{why}: {} {were} not tried", parts.join(" and ")))
    }

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
                notes.push("No path was found in the output, so only lengths were checked".to_owned());
            }
        }
        notes
    }

    /// Counts estimates that are inadmissible or inconsistent; `None` without estimates.
    pub(super) fn of_estimates(&self) -> Option<String> {
        let is_estimate =
            |tried: &&Attempt| tried.read_as == Some(ReadAs::Estimate) && tried.distance.is_some();
        let estimates: Vec<&Attempt> = self.tried().iter().filter(is_estimate).collect();
        let count = |is_it: fn(&Finding) -> bool| {
            let is_it =
                |tried: &&&Attempt| matches!(&tried.verdict, Verdict::Judged(finding) if is_it(finding));
            estimates.iter().filter(is_it).count()
        };
        let too_large = count(|finding| matches!(finding, Finding::Inadmissible { .. }));
        let unlike = count(|finding| matches!(finding, Finding::Inconsistent { .. }));
        let count = estimates.len();
        let all = match count {
            0 => return None,
            1 => "the one solvable board".to_owned(),
            _ => format!("all {count} solvable boards"),
        };
        Some(match (too_large, unlike) {
            (0, 0) => format!("The heuristic is admissible and consistent on {all}"),
            (0, _) => format!("The heuristic is admissible on {all}, but not consistent on {unlike}"),
            (_, 0) => format!("The heuristic is not admissible on {too_large} of {count} solvable boards"),
            _ => format!(
                "The heuristic is not admissible on {too_large} of {count} solvable boards, and not \
                consistent on {unlike} others"
            ),
        })
    }

    /// Counts the boards on which the solver expanded as many nodes as the method of `--nodes-as`,
    /// with an example of a difference.
    ///
    /// Returns `None` if no method was named.
    pub(super) fn of_nodes(&self) -> Option<String> {
        let method = self.nodes_as.as_ref()?;
        let counts = |tried: &Attempt| Some((tried.board, tried.nodes?, tried.expected_nodes?));
        let counts: Vec<_> = self.tried().iter().filter_map(counts).collect();
        if counts.is_empty() {
            return Some(format!("It printed no count of expanded nodes to compare with {method}"));
        }
        let alike = counts.iter().filter(|(_, nodes, expected)| nodes == expected).count();
        let other = counts.iter().filter(|(_, nodes, expected)| nodes != expected);
        let example = other
            .min_by_key(|(_, _, expected)| *expected)
            .map(|(board, nodes, expected)| format!("; e.g. {nodes} instead of {expected} on {board}"));
        let boards = plural(counts.len(), "board", "boards");
        Some(format!(
            "It expanded as many nodes as {method} on {alike} of {} {boards}{}",
            counts.len(),
            example.unwrap_or_default()
        ))
    }

    /// Describes runs that gave an answer but did not end normally.
    fn ended_badly(&self) -> Option<String> {
        let badly: Vec<&str> =
            self.tried().iter().filter_map(|tried| tried.failed_after_answer.as_deref()).collect();
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
}

/// Formats a quote, such as `line 3: "Down"`.
pub(super) fn shown(quote: &Quote) -> String {
    let of = match quote.stream {
        Stream::File => " of the answer file",
        Stream::Output => "",
        Stream::Errors => " of the error output",
    };
    format!("line {}{of}: \"{}\"", quote.line, quote.text)
}
