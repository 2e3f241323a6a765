//! Checks numbers stated in the README and ARCHITECTURE.md.

use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;

use super::blocks;
use super::pages::read;
use crate::common::project;

/// Number of lines that readers see without much scrolling: a screen and a half of 24 lines.
const FIRST_SCREENS: usize = 36;

const WORDS: [&str; 16] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen",
];

/// A number in words or digits.
fn number(text: &str) -> Option<u64> {
    let word = WORDS.iter().position(|word| *word == text.to_lowercase());
    word.map(|place| place as u64).or_else(|| text.replace(',', "").parse().ok())
}

/// The number that a page states: the group of a regular expression, which must match once.
fn stated(page: &str, pattern: &str) -> u64 {
    let text = read(page).replace('\n', " ");
    let pattern = Regex::new(pattern).unwrap();
    let found: Vec<_> = pattern.captures_iter(&text).collect();
    assert_eq!(found.len(), 1, "{page} states {pattern} once");
    number(&found[0][1]).unwrap_or_else(|| panic!("{page}: {} is a number", &found[0][1]))
}

fn factorial(number: u64) -> u64 {
    (1..=number).product()
}

#[test]
fn readme_fits_in_100_lines() {
    let lines = read("README.md").lines().count();
    assert!(lines <= 100, "README.md has {lines} lines");
}

#[test]
fn readme_shows_its_two_commands_early() {
    let text = read("README.md");
    assert_eq!(blocks(&text, "sh"), ["cargo run --release --bin pdb-solve -- 638541720\n", "scripts/test\n"]);
    let script = fs::read_to_string(project().join("scripts/test")).unwrap();
    assert!(
        script.contains("cargo run --release --bin pdb-solve -- 638541720"),
        "scripts/test runs the first"
    );
    let second = text.lines().position(|line| line == "scripts/test").unwrap() + 1;
    assert!(second <= FIRST_SCREENS, "scripts/test is on line {second}, below line {FIRST_SCREENS}");
}

/// The names of the scripts that the shell script `text` runs.
fn scripts_run_by<'a>(text: &str, scripts: &'a [String]) -> Vec<&'a String> {
    let code: Vec<_> = text.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
    let runs = |name: &str| Regex::new(&format!(r"(^|[ (/$])scripts/{name}([ \n;)]|$)")).unwrap();
    scripts.iter().filter(|name| code.iter().any(|line| runs(name).is_match(line))).collect()
}

#[test]
fn every_script_is_run_by_scripts_test() {
    let folder = project().join("scripts");
    let scripts: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let mut run = scripts_run_by(&text("test"), &scripts);
    let indirectly: Vec<_> = run.iter().flat_map(|name| scripts_run_by(&text(name), &scripts)).collect();
    run.extend(indirectly);
    let missed: Vec<_> = scripts.iter().filter(|name| *name != "test" && !run.contains(name)).collect();
    assert!(missed.is_empty(), "scripts/test does not run {missed:?}");
}

#[test]
fn dependencies_are_as_many_as_stated() {
    fn count(table: &toml::Table) -> usize {
        table.get("dependencies").map_or(0, |dependencies| dependencies.as_table().unwrap().len())
    }
    let manifest: toml::Table = fs::read_to_string(project().join("Cargo.toml")).unwrap().parse().unwrap();
    let targets = manifest["target"].as_table().unwrap().values();
    let counted = count(&manifest) + targets.map(|target| count(target.as_table().unwrap())).sum::<usize>();
    assert_eq!(stated("README.md", r"(\w+) dependencies"), counted as u64);
}

#[test]
fn unsafe_files_are_as_many_as_stated() {
    fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, found);
            } else if fs::read_to_string(&path).unwrap().lines().any(|line| {
                let code = line.split("//").next().unwrap();
                code.contains("unsafe {") || code.contains("unsafe fn") || code.contains("unsafe extern")
            }) {
                found.push(path);
            }
        }
    }
    let mut files = Vec::new();
    collect(&project().join("src"), &mut files);
    let stated = stated("ARCHITECTURE.md", r"(\w+) files of the library contain unsafe code");
    assert_eq!(stated, files.len() as u64, "{files:?}");
    let text = read("ARCHITECTURE.md");
    for file in files {
        let name = file.strip_prefix(project()).unwrap().display().to_string();
        assert!(text.contains(&format!("`{name}`")), "ARCHITECTURE.md names {name}");
    }
}

#[test]
fn numbers_of_boards_are_as_stated() {
    let cells = |rows: &str, columns: &str| rows.parse::<u64>().unwrap() * columns.parse::<u64>().unwrap();
    let all = Regex::new(r"(\d+)x(\d+), all (\d[\d,]*)").unwrap();
    let mut found = 0;
    for row in all.captures_iter(&read("README.md")) {
        assert_eq!(number(&row[3]), Some(factorial(cells(&row[1], &row[2])) / 2), "{}", &row[0]);
        found += 1;
    }
    assert!(found >= 2);
    assert_eq!(stated("README.md", r"8-puzzle, all (\d[\d,]*)"), factorial(9) / 2);
    assert_eq!(stated("README.md", r"of up to (\d[\d,]*) boards"), factorial(14) / 2);
    assert_eq!(stated("ARCHITECTURE.md", r"(\w+) payloads serve all"), 9);
    assert_eq!(stated("ARCHITECTURE.md", r"payloads serve all (\d[\d,]*) goals"), factorial(9));
}

/// The figures in the README's table of numbers are those of the pages that describe the
/// measurements.
#[test]
fn headline_numbers_are_those_of_the_benchmarks() {
    let text = read("README.md");
    let (_, table) = text.split_once("\n## Numbers\n").unwrap();
    let rows: Vec<&str> = table.lines().skip_while(|line| !line.starts_with("|---")).skip(1).collect();
    let rows = rows.iter().take_while(|line| line.starts_with('|'));
    let sources = read("BENCHMARKS.md") + &read("docs/larger-puzzles.md");
    let figure = Regex::new(r"\d[\d,.]*\d|\d").unwrap();
    let known: Vec<&str> = figure.find_iter(&sources).map(|found| found.as_str()).collect();
    let mut count = 0;
    for row in rows {
        let ours = row.split('|').nth(2).unwrap();
        for found in figure.find_iter(ours) {
            assert!(known.contains(&found.as_str()), "{} of {row}\nis in no page of figures", found.as_str());
            count += 1;
        }
    }
    assert!(count >= 8, "only {count} figures were found");
}
