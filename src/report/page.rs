//! A comparison as one HTML page that needs nothing beside it.

use std::io::{self, Write};

use super::chart::Chart;
use super::comparison::{ComparedRun, Comparison, MethodSummary};

const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #222; --paper: #fff; --line: #d5d5d5; --faint: #f4f4f2; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e6; --paper: #191919; --line: #444; --faint: #222; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 68rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
figure { margin: 1rem 0; background: #fff; border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; }
figure svg { display: block; max-width: 100%; height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.9rem; }
th, td { padding: 0.25rem 0.7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th { background: var(--faint); position: sticky; top: 0; }
td.text, th.text { text-align: left; }
code { font-family: ui-monospace, monospace; }
";

const COUNTS: &str = "\
<p><b>Expanded</b>: states whose successors were generated. <b>Generated</b>: states produced, the start and repetitions \
included. <b>Peak open</b>: the longest open list. Conventions other than <i>house</i> may count otherwise. Each search \
ran alone.</p>";

/// Writes the page: pictures, means, and every run.
///
/// # Errors
/// Those of the writer.
pub fn write_page(comparison: &Comparison, charts: &[Chart], out: &mut impl Write) -> io::Result<()> {
    write_head("Search methods compared", out)?;
    writeln!(out, "{COUNTS}")?;
    for chart in charts {
        writeln!(out, "<figure>\n{}</figure>", chart.svg)?;
    }
    writeln!(out, "<h2>Means over the boards solved</h2>")?;
    let names = ["method", "solved", "longer than optimal", "expanded", "generated", "peak open", "ms"];
    write_table(out, &names, 1, comparison.summaries().iter().map(cells_of_summary))?;
    writeln!(out, "<h2>Every board</h2>")?;
    let names =
        ["board", "goal", "depth", "method", "length", "optimal", "expanded", "generated", "peak open", "ms"];
    write_table(out, &names, 2, comparison.runs().map(|run| cells_of_run(&run)))?;
    writeln!(out, "</body>\n</html>")
}

/// Writes a page up to its heading.
pub(super) fn write_head(title: &str, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>\n{STYLE}\
         </style>\n</head>\n<body>\n<h1>{title}</h1>"
    )
}

fn cells_of_summary(summary: &MethodSummary) -> Vec<String> {
    let MethodSummary { method, solved, boards, longer, expanded, generated, peak_open, seconds } = summary;
    vec![
        method.clone(),
        format!("{solved} of {boards}"),
        longer.to_string(),
        format!("{expanded:.1}"),
        format!("{generated:.1}"),
        format!("{peak_open:.1}"),
        format!("{:.3}", seconds * 1e3),
    ]
}

fn cells_of_run(run: &ComparedRun) -> Vec<String> {
    let or_dash = |value: Option<String>| value.unwrap_or_else(|| "–".to_owned());
    let optimal = run.guaranteed_optimal.map(|is_so| if is_so { "guaranteed" } else { "not guaranteed" });
    vec![
        run.board.clone(),
        run.goal.clone(),
        or_dash(run.depth.map(|depth| depth.to_string())),
        run.method.clone(),
        or_dash(run.length.map(|length| length.to_string())),
        optimal.or(run.limit).unwrap_or_default().to_owned(),
        run.expanded.to_string(),
        run.generated.to_string(),
        run.peak_open.to_string(),
        format!("{:.3}", run.seconds * 1e3),
    ]
}

/// A table of which the first columns, and those of words, are set to the left.
pub(super) fn write_table(
    out: &mut impl Write,
    names: &[&str],
    left: usize,
    rows: impl Iterator<Item = Vec<String>>,
) -> io::Result<()> {
    let class = |nth: usize| {
        if nth < left || matches!(names[nth], "method" | "optimal") { " class=\"text\"" } else { "" }
    };
    writeln!(out, "<div class=\"wide\"><table>\n<tr>")?;
    for (nth, name) in names.iter().enumerate() {
        write!(out, "<th{}>{name}</th>", class(nth))?;
    }
    writeln!(out, "</tr>")?;
    for row in rows {
        write!(out, "<tr>")?;
        for (nth, cell) in row.iter().enumerate() {
            write!(out, "<td{}>{}</td>", class(nth), escape(cell))?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</table></div>")
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
