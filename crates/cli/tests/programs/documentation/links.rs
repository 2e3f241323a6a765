//! Links, anchors and pictures in every Markdown file of the project.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;

use crate::common::project;

/// Folders without pages of the project. The links of `site` are those of the built site, which
/// `scripts/site` checks.
const SKIPPED: &[&str] = &["target", "node_modules", "artifacts", "corpus", "site"];

const PICTURES: &[&str] = &["png", "svg", "jpg", "jpeg", "gif", "webp"];

/// The files below a folder with one of the extensions, by their paths within the project.
fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        if entry.file_type().unwrap().is_dir() {
            if !name.starts_with('.') && !SKIPPED.contains(&name.as_str()) {
                files(&path, endings, found);
            }
        } else if path.extension().is_some_and(|ending| endings.contains(&ending.to_str().unwrap())) {
            found.push(path.strip_prefix(project()).unwrap().to_owned());
        }
    }
}

fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    files(&project(), &["md"], &mut pages);
    pages.sort();
    pages
}

/// The lines of a page outside code blocks, with their numbers and with inline code blanked out.
fn prose(text: &str) -> Vec<(usize, String)> {
    let code = Regex::new("`[^`]*`").unwrap();
    let mut fence = None;
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let begins = line.trim_start();
        match fence {
            Some(mark) if begins.starts_with(mark) => fence = None,
            Some(_) => {}
            None if begins.starts_with("```") => fence = Some("```"),
            None if begins.starts_with("~~~") => fence = Some("~~~"),
            None => lines.push((number + 1, code.replace_all(line, "code").into_owned())),
        }
    }
    lines
}

/// The targets of links and pictures, with their line numbers.
fn targets(text: &str) -> Vec<(usize, String)> {
    let link = Regex::new(
        r#"\]\(([^()\s]+(?:\([^()\s]*\))?)(?: "[^"]*")?\)|(?:src|href)="([^"]+)"|^\[[^\]]+\]: +(\S+)"#,
    )
    .unwrap();
    let mut targets = Vec::new();
    for (number, line) in prose(text) {
        for found in link.captures_iter(&line) {
            let target = (1..=3).find_map(|group| found.get(group)).unwrap();
            targets.push((number, target.as_str().to_owned()));
        }
    }
    targets
}

/// The anchors that GitHub generates for a page's headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let named = Regex::new(r#"<a (?:id|name)="([^"]+)""#).unwrap();
    let words = Regex::new(r"\[([^\]]*)\]\([^)]*\)|`([^`]*)`").unwrap();
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    let mut anchors = BTreeSet::new();
    let mut is_code = false;
    for line in text.lines() {
        is_code ^= line.trim_start().starts_with("```");
        anchors.extend(named.captures_iter(line).map(|found| found[1].to_owned()));
        let level = line.chars().take_while(|letter| *letter == '#').count();
        if is_code || !(1..=6).contains(&level) || !line[level..].starts_with(' ') {
            continue;
        }
        let heading = words.replace_all(line[level..].trim(), "$1$2");
        let kept = heading.to_lowercase();
        let kept: String = kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect();
        let anchor = kept.replace(' ', "-");
        let before = times.entry(anchor.clone()).or_default();
        anchors.insert(if *before == 0 { anchor } else { format!("{anchor}-{before}") });
        *before += 1;
    }
    anchors
}

/// The path of a link's target within the project.
fn resolve(page: &Path, path: &str) -> PathBuf {
    let mut resolved = page.parent().unwrap().to_owned();
    for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
        if part == ".." {
            assert!(resolved.pop(), "{}: {path} leads out of the project", page.display());
        } else {
            resolved.push(part);
        }
    }
    resolved
}

/// The broken links of a page.
fn faults(page: &Path, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for (line, target) in targets(text) {
        let has_scheme = Regex::new("^[a-z][a-z0-9+.-]*:").unwrap().is_match(&target);
        if has_scheme {
            continue;
        }
        let (path, anchor) =
            target.split_once('#').map_or((target.as_str(), None), |(path, a)| (path, Some(a)));
        let file = if path.is_empty() { page.to_owned() } else { resolve(page, path) };
        let place = format!("{}:{line}: {target}", page.display());
        if !project().join(&file).exists() {
            faults.push(format!("{place}: there is no {}", file.display()));
        } else if let Some(anchor) = anchor
            && file.extension().is_some_and(|ending| ending == "md")
        {
            let other = if file == page { text.to_owned() } else { read(&file) };
            if !anchors(&other).contains(anchor) {
                faults.push(format!("{place}: {} has no heading #{anchor}", file.display()));
            }
        }
    }
    faults
}

fn read(page: &Path) -> String {
    fs::read_to_string(project().join(page)).unwrap()
}

#[test]
fn links_and_anchors_lead_somewhere() {
    let pages = pages();
    assert!(pages.len() >= 30, "only {} pages were found", pages.len());
    let faults: Vec<String> = pages.iter().flat_map(|page| faults(page, &read(page))).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_picture_in_docs_is_shown() {
    let shown: BTreeSet<PathBuf> = pages()
        .iter()
        .flat_map(|page| {
            let found = targets(&read(page)).into_iter().filter(|(_, target)| !target.contains(':'));
            found.map(|(_, target)| resolve(page, target.split('#').next().unwrap())).collect::<Vec<_>>()
        })
        .collect();
    let mut pictures = Vec::new();
    files(&project().join("docs"), PICTURES, &mut pictures);
    assert!(pictures.len() >= 3);
    for picture in pictures {
        assert!(shown.contains(&picture), "no page shows {}", picture.display());
    }
}

#[test]
fn broken_links_are_found() {
    let page = Path::new("docs/solve.md");
    let found = |text: &str| faults(page, text).len();
    for right in [
        "[a](tables.md)",
        "[a](../README.md#tilebase)",
        "[a](#my-own--heading), `[b](nowhere.md)`\n# My own & `heading`",
        "[a](https://example.org/nowhere.md)",
        "```text\n[a](nowhere.md)\n```",
        "![a](histogram.svg \"title\")",
    ] {
        assert_eq!(found(right), 0, "{right}");
    }
    for wrong in [
        "[a](nowhere.md)",
        "![a](nowhere.png)",
        "[a](../README.md#nowhere)",
        "[a](#nowhere)\n# Heading",
        "```text\n```\n[a](nowhere.md)",
        "<img src=\"nowhere.png\">",
        "[a]: nowhere.md",
        "[a](#b)\n```sh\n# b\n```",
    ] {
        assert_eq!(found(wrong), 1, "{wrong}");
    }
}

#[test]
fn equal_headings_have_numbered_anchors() {
    let anchors = anchors("# A b\n## A b\n### `pdb-gen` [c](d.md): e?\n");
    let expected = ["a-b", "a-b-1", "pdb-gen-c-e"].map(str::to_owned);
    assert_eq!(anchors, expected.into());
}
