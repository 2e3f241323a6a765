//! The grades of a class as one HTML page that needs nothing beside it.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::super::html::{escape, write_head, write_table};
use super::report::ClassReport;
use crate::grading::{CategoryGrade, Grade, Points};

/// More failures of a category than this are left to the JSON.
const MOST_FAILURES: usize = 100;

impl ClassReport {
    /// Writes the page: all submissions in a table, what the categories came to, then each submission with its reasons.
    ///
    /// # Errors
    /// Those of the writer.
    pub(crate) fn write_page(&self, out: &mut dyn Write) -> io::Result<()> {
        write_head(&escape(&self.title), out)?;
        writeln!(out, "<p><b>{}</b></p>", escape(&self.headline()))?;
        for note in self.notes() {
            writeln!(out, "<p>{}</p>", escape(&note))?;
        }
        self.write_doubts(out)?;
        self.write_all(out)?;
        self.write_categories(out)?;
        writeln!(out, "<h2>Each submission</h2>")?;
        self.grades().into_iter().try_for_each(|grade| write_submission(grade, out))?;
        writeln!(out, "</body>\n</html>")
    }

    fn write_doubts(&self, out: &mut dyn Write) -> io::Result<()> {
        let to_be_looked_at = self.to_be_looked_at();
        if to_be_looked_at.is_empty() {
            return Ok(());
        }
        writeln!(out, "<h2>To be looked at by a person</h2>")?;
        let names = ["submission", "why"];
        let rows =
            to_be_looked_at.iter().map(|grade| vec![grade.submission.clone(), grade.needs_a_look.join(", ")]);
        write_table(out, &names, &names, rows)
    }

    fn write_all(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "<h2>All submissions</h2>")?;
        let categories: Vec<String> = self.categories.iter().map(|name| escape(name)).collect();
        let names = ["submission", "points"].into_iter().chain(categories.iter().map(String::as_str));
        let names: Vec<&str> = names.chain(["why"]).collect();
        let rows = self.grades().into_iter().map(|grade| {
            let earned = grade.categories.iter().map(|category| category.points.to_string());
            let row = [grade.submission.clone(), grade.points.to_string()].into_iter().chain(earned);
            row.chain([grade.reason()]).collect()
        });
        write_table(out, &names, &["submission", "why"], rows)
    }

    /// What the class as a whole has earned in each category, and what is wrong most often.
    fn write_categories(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "<h2>Each category</h2>")?;
        let names = ["category", "what is wrong", "points", "mean", "all right"];
        let grades = &self.result.grades;
        let rows = self.categories.iter().enumerate().map(|(nth, name)| {
            let of_all: Vec<&CategoryGrade> =
                grades.iter().filter_map(|grade| grade.categories.get(nth)).collect();
            let earned: Points = of_all.iter().map(|category| category.points).sum();
            let out_of = of_all.first().map(|category| category.out_of.to_string()).unwrap_or_default();
            let all_right = of_all.iter().filter(|category| category.right == category.boards).count();
            vec![
                name.clone(),
                kinds_of(&of_all),
                out_of,
                earned.share(1, of_all.len()).to_string(),
                all_right.to_string(),
            ]
        });
        write_table(out, &names, &names[..2], rows)
    }
}

/// How many boards of a category have which kind, in the whole class.
fn kinds_of(of_all: &[&CategoryGrade]) -> String {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for (kind, count) in of_all.iter().flat_map(|category| &category.kinds) {
        *kinds.entry(kind).or_default() += count;
    }
    let mut kinds: Vec<(&str, usize)> = kinds.into_iter().collect();
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect::<Vec<_>>().join(", ")
}

fn write_submission(grade: &Grade, out: &mut dyn Write) -> io::Result<()> {
    let Grade { submission, points, out_of, .. } = grade;
    writeln!(
        out,
        "<details>\n<summary><b>{}</b>: {points} of {out_of} points</summary>",
        escape(submission)
    )?;
    for why in grade.needs_a_look.iter().chain(&grade.stopped) {
        writeln!(out, "<p>{}</p>", escape(why))?;
    }
    if let Some(problem) = grade.problem.as_ref().filter(|problem| !problem.printed.is_empty()) {
        writeln!(out, "<div class=\"wide\"><pre>{}</pre></div>", escape(&problem.printed))?;
    }
    let names = ["category", "boards", "points", "out of"];
    let rows = grade.categories.iter().map(|category| {
        let name =
            if category.hidden { format!("{} (hidden)", category.name) } else { category.name.clone() };
        vec![name, category.counts(), category.points.to_string(), category.out_of.to_string()]
    });
    write_table(out, &names, &names[..2], rows)?;
    grade.categories.iter().try_for_each(|category| write_failures(category, out))?;
    writeln!(out, "</details>")
}

/// The boards that are not right, and what was printed on the first of them.
fn write_failures(category: &CategoryGrade, out: &mut dyn Write) -> io::Result<()> {
    let Some(example) = category.example() else { return Ok(()) };
    writeln!(out, "<h3>{}</h3>", escape(&category.name))?;
    let names = ["board", "what is wrong", "repeat it", "distance"];
    let failed = category.tried.iter().filter(|tried| !tried.right).take(MOST_FAILURES);
    let rows = failed.map(|tried| {
        let distance = tried.distance.map_or_else(String::new, |distance| distance.to_string());
        vec![tried.board.clone(), format!("{}: {}", tried.kind, tried.detail), tried.repeat.clone(), distance]
    });
    write_table(out, &names, &names[..3], rows)?;
    for (what, text) in [("It printed", &example.stdout), ("Its errors", &example.stderr)] {
        if !text.is_empty() {
            writeln!(
                out,
                "<p>{what} on {}:</p>\n<div class=\"wide\"><pre>{}</pre></div>",
                escape(&example.board),
                escape(text)
            )?;
        }
    }
    Ok(())
}
