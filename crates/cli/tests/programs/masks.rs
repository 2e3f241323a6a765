//! Compares outputs except for parts that vary between runs.

use std::cell::Cell;

use regex_lite::Regex;
use serde::Deserialize;

use crate::common::project;

/// Rates and durations, which vary in every output.
const TIMES: &[&str] = &[
    r"\d[\d,]*(?:\.\d+)?(?: (?:thousand|million|billion))?(?:/s| a second| per second)\b",
    r"\d[\d,]*(?:\.\d+)? ?(?:ns|µs|us|ms|s|min|h|seconds?|minutes?|hours?)\b",
    r#""seconds":([\d.e-]+)"#,
];

/// An entry of `varies.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The page.
    page: String,
    /// A part of the command.
    command: String,
    /// A regular expression for the varying parts of a line: its groups, or the whole match if it
    /// has none.
    varies: String,
    /// The reason for the variation, for human readers only.
    #[serde(rename = "reason")]
    _reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entries {
    varies: Vec<Entry>,
}

fn entries() -> Vec<Entry> {
    let text = std::fs::read_to_string(project().join("crates/cli/tests/documentation/varies.toml")).unwrap();
    let entries: Entries = toml::from_str(&text).unwrap_or_else(|error| panic!("varies.toml: {error}"));
    entries.varies
}

/// The pages that `varies.toml` names.
pub fn pages_listed() -> Vec<String> {
    entries().into_iter().map(|entry| entry.page).collect()
}

struct Mask {
    /// A part of the command; empty for every command.
    command: String,
    pattern: Regex,
    was_used: Cell<bool>,
}

impl Mask {
    fn new(command: &str, pattern: &str) -> Self {
        let pattern = Regex::new(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"));
        Self { command: command.to_owned(), pattern, was_used: Cell::new(false) }
    }

    /// The parts of a line that vary.
    fn parts(&self, line: &str) -> Vec<(usize, usize)> {
        let mut parts = Vec::new();
        for found in self.pattern.captures_iter(line) {
            let first = usize::from(found.len() > 1);
            parts.extend((first..found.len()).filter_map(|n| found.get(n)).map(|m| (m.start(), m.end())));
        }
        parts
    }
}

/// Removes the note of a system that refuses namespaces, which may take several lines.
fn without_note_on_isolation(printed: &str) -> String {
    let mut is_note = false;
    let is_shown = |line: &&str| -> bool {
        is_note |= line.trim_start().starts_with("Runs were not isolated");
        let is_shown = !is_note;
        is_note &= !line.contains("running");
        is_shown
    };
    printed.split_inclusive('\n').filter(is_shown).collect()
}

/// The masks for the commands of a page.
pub struct Masks(Vec<Mask>);

impl Masks {
    /// Masks durations and rates only.
    pub fn of_times() -> Self {
        Self(TIMES.iter().map(|pattern| Mask::new("", pattern)).collect())
    }

    pub fn of_page(name: &str) -> Self {
        let listed = entries().into_iter().filter(|entry| entry.page == name);
        let listed = listed.map(|entry| Mask::new(&entry.command, &entry.varies));
        Self(TIMES.iter().map(|pattern| Mask::new("", pattern)).chain(listed).collect())
    }

    /// Whether two outputs of a command differ in masked parts only.
    pub fn are_alike(&self, command: &str, shown: &str, printed: &str) -> bool {
        self.masked(command, shown) == self.masked(command, &without_note_on_isolation(printed))
    }

    /// An output with a sign in place of each masked part. Masked parts differ in width, so if
    /// there are any, runs of spaces count as one space.
    fn masked(&self, command: &str, output: &str) -> String {
        let masks = self.0.iter().filter(|mask| command.contains(&mask.command));
        let mut masked = String::new();
        let mut any = false;
        for line in output.lines() {
            let mut parts: Vec<(usize, usize)> = Vec::new();
            for mask in masks.clone() {
                let found = mask.parts(line);
                mask.was_used.set(mask.was_used.get() || !found.is_empty());
                parts.extend(found);
            }
            parts.sort_unstable();
            any |= !parts.is_empty();
            let mut end = 0;
            for part in parts {
                if part.0 >= end {
                    masked += &line[end..part.0];
                    masked.push('§');
                }
                end = end.max(part.1);
            }
            masked += &line[end..];
            masked.push('\n');
        }
        if any { Regex::new(" +").unwrap().replace_all(&masked, " ").into_owned() } else { masked }
    }

    /// Checks that every entry of `varies.toml` masks something.
    pub fn assert_used(&self, name: &str) {
        if let Some(mask) = self.0.iter().find(|mask| !mask.command.is_empty() && !mask.was_used.get()) {
            panic!(
                "varies.toml: {name}: {} masks nothing of {}: remove the entry",
                mask.pattern, mask.command
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masks(patterns: &[&str]) -> Masks {
        let times = TIMES.iter().map(|pattern| Mask::new("", pattern));
        Masks(times.chain(patterns.iter().map(|pattern| Mask::new("label", pattern))).collect())
    }

    #[test]
    fn times_and_rates_may_differ() {
        let masks = masks(&[]);
        for (shown, printed) in [
            ("(0.3 s)", "(12.25 s)"),
            ("took 850 µs", "took 1.2 ms"),
            ("  0.5 ms  28", " 12.5 ms  28"),
            ("{\"seconds\":0.000013,\"n\":1}", "{\"seconds\":1.2e-5,\"n\":1}"),
            ("1,234/s, 5.3 million/s", "7/s, 81 million/s"),
        ] {
            assert!(masks.are_alike("any", shown, printed), "{shown} {printed}");
        }
    }

    #[test]
    fn everything_else_must_be_equal() {
        let masks = masks(&[]);
        for (shown, printed) in [
            ("28 moves (0.3 s)", "26 moves (0.3 s)"),
            ("UULD", "UULL"),
            ("5 states", "6 states"),
            ("0.3 s", "0.3 m"),
            ("0.3 s", ""),
            ("0.3 s", "fast"),
            ("{\"seconds\":1,\"n\":1}", "{\"seconds\":1,\"n\":2}"),
            ("a  b", "a b"),
            ("a\nb\n", "b\na\n"),
            ("a\n", "a\nb\n"),
            ("", "a\n"),
        ] {
            assert!(!masks.are_alike("any", shown, printed), "{shown} {printed}");
        }
    }

    #[test]
    fn listed_parts_may_differ_in_their_command_only() {
        let masks = masks(&[r"written +\d+ files?, (\d+) bytes"]);
        let (shown, printed) = ("written   1 file, 834 bytes", "written   1 file, 91 bytes");
        assert!(masks.are_alike("pdb-solve label 4x4", shown, printed));
        assert!(!masks.are_alike("pdb-solve sample", shown, printed));
        assert!(!masks.are_alike("pdb-solve label 4x4", shown, "written   2 files, 834 bytes"));
    }
}
