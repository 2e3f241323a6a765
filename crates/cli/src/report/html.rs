//! Parts shared by the HTML pages.

use std::io::{self, Write};

use super::foreign_text::without_format;

const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #222; --paper: #fff; --line: #d5d5d5; --faint: #f4f4f2; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e6; --paper: #191919; --line: #444; \
--faint: #222; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 68rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
figure { margin: 1rem 0; background: #fff; border: 1px solid var(--line); border-radius: 6px; \
overflow-x: auto; }
figure svg { display: block; width: 100%; min-width: 38rem; height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.9rem; }
th, td { padding: 0.25rem 0.7rem; border-bottom: 1px solid var(--line); text-align: right; \
white-space: nowrap; }
th { background: var(--faint); position: sticky; top: 0; }
td.text, th.text { text-align: left; }
th { white-space: normal; }
td.text { white-space: normal; overflow-wrap: anywhere; min-width: 6rem; }
@media (max-width: 40rem) {
  body { padding: 0 0.4rem; } table { font-size: 0.75rem; } th, td { padding: 0.15rem 0.2rem; }
  td.text { min-width: 3.2rem; }
}
p { overflow-wrap: anywhere; }
code { font-family: ui-monospace, monospace; }
";

/// Writes a page up to its heading.
pub(crate) fn write_head(title: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>\n{STYLE}\
         </style>\n</head>\n<body>\n<h1>{title}</h1>"
    )
}

/// Writes a table. Columns of words are aligned to the left, and empty cells show a dash.
pub(crate) fn write_table(
    out: &mut dyn Write,
    names: &[&str],
    words: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
) -> io::Result<()> {
    let class = |nth: usize| if words.contains(&names[nth]) { " class=\"text\"" } else { "" };
    writeln!(out, "<div class=\"wide\"><table>\n<tr>")?;
    for (nth, name) in names.iter().enumerate() {
        write!(out, "<th{}>{name}</th>", class(nth))?;
    }
    writeln!(out, "</tr>")?;
    for row in rows {
        write!(out, "<tr>")?;
        for (nth, cell) in row.iter().enumerate() {
            let shown = if cell.is_empty() { "–".to_owned() } else { escape(cell) };
            write!(out, "<td{}>{shown}</td>", class(nth))?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</table></div>")
}

pub(crate) fn escape(text: &str) -> String {
    without_format(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
