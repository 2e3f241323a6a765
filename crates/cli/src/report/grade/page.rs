//! The grades of a class as one self-contained HTML page.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::super::html::{escape, write_head, write_table};
use super::histogram::write_chart;
use super::report::{ClassReport, mean, median};
use crate::grading::{CategoryGrade, Grade, Points};

/// Maximum number of boards listed per category. The JSON report has all of them.
const MAX_FAILURES: usize = 100;

/// The style of the chart, in the page's colors, and of sortable columns.
const STYLE: &str = "<style>
.chart { max-width: 100%; height: auto; font: 13px system-ui, sans-serif; }
.chart text { fill: var(--ink); } .chart .grid { stroke: var(--line); } .chart rect { fill: #0072b2; }
.sortable th { cursor: pointer; } .sortable th:after { content: \" ↕\"; color: #999; }
td.full { color: #007a53; } td.zero { color: #c8352b; } td.text { white-space: normal; \
overflow-wrap: break-word; }
td.why { min-width: 14rem; } td.score { white-space: nowrap; }
@media (max-width: 40rem) {
  .sortable td.why, .sortable th:last-child { display: none; } td.score { white-space: normal; }
  .sortable th:after { content: none; }
}
summary { cursor: pointer; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
@media print { .sortable th:after { content: none; } }
</style>";

/// Sorts a table by the column whose head is clicked; a second click reverses the order.
const SORT: &str = "<script>
for (const head of document.querySelectorAll('.sortable th')) head.onclick = () => {
  const body = head.closest('table').tBodies[0], column = head.cellIndex;
  const value = row => row.cells[column].dataset.value ?? row.cells[column].textContent;
  const down = head.dataset.down = head.dataset.down === 'yes' ? 'no' : 'yes';
  const rows = [...body.rows].sort((a, b) => {
    const [x, y] = [value(a), value(b)], isNumber = x !== '' && y !== '' && !isNaN(x) && !isNaN(y);
    return (isNumber ? y - x : x.localeCompare(y)) * (down === 'yes' ? 1 : -1);
  });
  body.append(...rows);
};
</script>";

impl ClassReport {
    /// Writes the page: submissions that need a manual review, the distribution of points, all
    /// submissions, each category, and each submission with its mistakes.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_page(&self, out: &mut dyn Write) -> io::Result<()> {
        write_head(&escape(&self.title), out)?;
        writeln!(out, "{STYLE}\n<p><b>{}</b></p>", escape(&self.summary()))?;
        for note in self.notes() {
            writeln!(out, "<p>{}</p>", escape(&note))?;
        }
        self.write_to_review(out)?;
        if let Some(bins) = self.histogram() {
            writeln!(out, "<h2>Distribution</h2>")?;
            write_chart(&bins, out)?;
            writeln!(out, "<p>{}</p>", escape(&self.averages().unwrap_or_default()))?;
        }
        self.write_submissions(out)?;
        self.write_categories(out)?;
        writeln!(out, "<h2>Details</h2>")?;
        self.result.grades.iter().try_for_each(|grade| write_submission(grade, out))?;
        writeln!(out, "{SORT}\n</body>\n</html>")
    }

    fn write_to_review(&self, out: &mut dyn Write) -> io::Result<()> {
        let to_review = self.to_review();
        if to_review.is_empty() {
            return Ok(());
        }
        writeln!(out, "<h2>Needs manual review</h2>")?;
        let names = ["submission", "points", "why"];
        let rows = to_review.iter().map(|grade| {
            vec![grade.submission.clone(), grade.score().to_string(), grade.needs_review.join("; ")]
        });
        write_table(out, &names, &names, rows)
    }

    /// Writes all submissions, in descending order of points.
    fn write_submissions(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "<h2>Submissions</h2>\n<div class=\"wide\"><table class=\"sortable\">\n<thead><tr>")?;
        let language = if self.has_languages { "<th class=\"text\">language</th>" } else { "" };
        write!(out, "<th class=\"text\">submission</th>{language}<th class=\"text\">points</th>")?;
        for category in &self.categories {
            write!(out, "<th>{}<br>{}</th>", escape(&category.name), category.out_of())?;
        }
        writeln!(out, "<th class=\"text\">why</th></tr></thead>\n<tbody>")?;
        let mut grades: Vec<&Grade> = self.result.grades.iter().collect();
        grades.sort_by_key(|grade| std::cmp::Reverse(grade.points));
        for grade in grades {
            self.write_row(grade, out)?;
        }
        writeln!(out, "</tbody></table></div>")
    }

    fn write_row(&self, grade: &Grade, out: &mut dyn Write) -> io::Result<()> {
        let class = |points: Points, out_of: Points| match points {
            points if points >= out_of => " class=\"full\"",
            points if points.is_zero() => " class=\"zero\"",
            _ => "",
        };
        let mark = if grade.needs_review() { "<br><em>needs review</em>" } else { "" };
        write!(out, "<tr><td class=\"text\">{}{mark}</td>", escape(&grade.submission))?;
        if self.has_languages {
            let language = grade.language.as_deref().unwrap_or("–");
            write!(out, "<td class=\"text\">{}</td>", escape(language))?;
        }
        write!(out, "<td class=\"text score\" data-value=\"{}\">{}</td>", grade.points, grade.score())?;
        for category in &grade.categories {
            write!(out, "<td{}>{}</td>", class(category.points, category.out_of), category.points)?;
        }
        writeln!(out, "<td class=\"text why\">{}</td></tr>", escape(&grade.reason()))
    }

    /// Writes the points of the class in each category, and its mistakes.
    fn write_categories(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "<h2>Categories</h2>")?;
        let names = ["category", "mistakes (boards)", "points", "median", "mean", "full points"];
        let grades = &self.result.grades;
        let rows = self.categories.iter().enumerate().map(|(nth, head)| {
            let of_all: Vec<&CategoryGrade> =
                grades.iter().filter_map(|grade| grade.categories.get(nth)).collect();
            let mut earned: Vec<Points> = of_all.iter().map(|category| category.points).collect();
            earned.sort_unstable();
            let full = of_all.iter().filter(|category| category.right == category.boards).count();
            vec![
                head.name.clone(),
                kinds_of(&of_all),
                head.out_of(),
                median(&earned).to_string(),
                mean(&earned).to_string(),
                format!("{full} of {}", of_all.len()),
            ]
        });
        write_table(out, &names, &names[..2], rows)
    }
}

/// Lists the number of boards in a category per kind of mistake, over the whole class.
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
    writeln!(out, "<details>\n<summary><b>{}</b>: {}</summary>", escape(&grade.submission), grade.score())?;
    let is_new = |why: &&String| !grade.needs_review.iter().any(|other| other.contains(why.as_str()));
    for why in grade.needs_review.iter().chain(grade.stopped.iter().filter(is_new)) {
        writeln!(out, "<p>{}</p>", escape(why))?;
    }
    if let Some(problem) = grade.problem.as_ref().filter(|problem| !problem.printed.is_empty()) {
        writeln!(out, "<div class=\"wide\"><pre>{}</pre></div>", escape(&problem.printed))?;
    }
    let names = ["category", "boards", "points"];
    let rows = grade.categories.iter().map(|category| {
        let name =
            if category.hidden { format!("{} (hidden)", category.name) } else { category.name.clone() };
        vec![name, category.counts(), format!("{} of {}", category.points, category.out_of)]
    });
    write_table(out, &names, &names[..2], rows)?;
    grade.categories.iter().try_for_each(|category| write_failures(category, out))?;
    writeln!(out, "</details>")
}

/// Writes the boards without a right answer, and the output for the first of them.
fn write_failures(category: &CategoryGrade, out: &mut dyn Write) -> io::Result<()> {
    let Some(example) = category.example() else { return Ok(()) };
    writeln!(out, "<h3>{}</h3>", escape(&category.name))?;
    let names = ["board", "distance", "mistake", "to reproduce, in the submission's folder"];
    let failed = category.tried.iter().filter(|tried| !tried.right).take(MAX_FAILURES);
    let rows = failed.map(|tried| {
        let distance = tried.distance.map_or_else(String::new, |distance| distance.to_string());
        vec![tried.board.clone(), distance, tried.mistake(), tried.repeat.clone()]
    });
    write_table(out, &names, &["board", names[2], names[3]], rows)?;
    for (what, text) in [("Output", &example.stdout), ("Error output", &example.stderr)] {
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
