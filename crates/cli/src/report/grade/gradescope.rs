//! The `results.json` of a Gradescope autograder.

use std::io::{self, Write};

use serde::Serialize;

use crate::grading::{BoardGrade, CategoryGrade, Grade, NOT_TRIED, Points, Visibility};

/// The file.
#[derive(Serialize)]
struct Results<'a> {
    score: f64,
    execution_time: f64,
    output: String,
    /// Hides the autograder's standard output from students.
    stdout_visibility: &'static str,
    tests: Vec<Test<'a>>,
}

#[derive(Serialize)]
struct Test<'a> {
    number: String,
    name: String,
    score: f64,
    max_score: f64,
    status: &'static str,
    output: String,
    visibility: &'a str,
}

/// Maximum number of boards listed per category.
const MAX_BOARDS: usize = 20;

impl Grade {
    /// Writes the grade for Gradescope: one test per category.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_gradescope(&self, out: &mut dyn Write) -> io::Result<()> {
        let tests = self.categories.iter().enumerate().map(|(nth, category)| test(nth, category));
        let results = Results {
            score: self.points.as_f64(),
            execution_time: (self.seconds * 100.0).round() / 100.0,
            output: self.in_words(),
            stdout_visibility: "hidden",
            tests: tests.collect(),
        };
        serde_json::to_writer_pretty(&mut *out, &results)?;
        writeln!(out)
    }

    /// The message for the whole submission.
    fn in_words(&self) -> String {
        // Students see this text at once, so it has only the points that they see at once.
        let is_shown = |category: &&CategoryGrade| category.visibility == Visibility::Visible.name();
        let shown: Vec<&CategoryGrade> = self.categories.iter().filter(is_shown).collect();
        let mut lines = if shown.len() == self.categories.len() {
            vec![format!("{} points", self.score())]
        } else {
            let sum = |points: fn(&CategoryGrade) -> Points| -> Points {
                shown.iter().filter(|category| !category.extra_credit).map(|category| points(category)).sum()
            };
            let (points, out_of) = (sum(|category| category.points), sum(|category| category.out_of));
            vec![format!("{points} of {out_of} points in the visible categories")]
        };
        if let Some(problem) = &self.problem {
            lines.push(problem.what.clone());
            lines.push(problem.printed.clone());
        }
        lines.extend(self.alike.clone());
        let stopped = |category: &&&CategoryGrade| category.kinds.contains_key(NOT_TRIED);
        lines.extend(shown.iter().filter(stopped).filter_map(|category| {
            let why = category.stopped.as_ref().or(self.stopped.as_ref())?;
            Some(format!("{}: {why}; the remaining boards were not tried", category.name))
        }));
        if self.left_running > 0 {
            lines.push(format!(
                "processes that the submission left running, now stopped: {}",
                self.left_running
            ));
        }
        lines.join("\n").trim_end().to_owned()
    }
}

fn test(nth: usize, category: &CategoryGrade) -> Test<'_> {
    let is_passed = category.right == category.boards;
    let extra = if category.extra_credit { " (extra credit)" } else { "" };
    let mut lines = vec![category.counts()];
    let failed: Vec<&BoardGrade> = category.tried.iter().filter(|tried| !tried.right).collect();
    lines.extend(failed.iter().take(MAX_BOARDS).map(|tried| format!("{}: {}", tried.board, tried.detail)));
    if failed.len() > MAX_BOARDS {
        lines.push(format!("and {} more", failed.len() - MAX_BOARDS));
    }
    if let Some(first) = failed.first() {
        lines.push(format!("to reproduce the first, in the submission's folder: {}", first.repeat));
        let printed = [("its output", &first.stdout), ("its error output", &first.stderr)];
        lines.extend(
            printed
                .into_iter()
                .filter(|(_, text)| !text.is_empty())
                .map(|(what, text)| format!("{what}:\n{text}")),
        );
    }
    if category.kinds.contains_key(NOT_TRIED) {
        lines.push(format!("boards that were not tried: {}", category.kinds[NOT_TRIED]));
    }
    Test {
        number: (nth + 1).to_string(),
        name: format!("{}{extra}", category.name),
        score: category.points.as_f64(),
        max_score: category.out_of.as_f64(),
        status: if is_passed { "passed" } else { "failed" },
        output: lines.join("\n"),
        visibility: &category.visibility,
    }
}
