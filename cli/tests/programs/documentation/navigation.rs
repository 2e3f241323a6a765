//! The line of links below each page's title, generated from the list of pages in `docs/index.md`.

use std::collections::BTreeSet;

use regex_lite::Regex;

use super::pages::{names, read, rewrite, update};
use crate::common::project;

const INDEX: &str = "docs/index.md";

/// The page that lists the other pages in its folder.
const NOTES: &str = "docs/notes/README.md";

/// The start of navigation lines, and of no other lines.
const MARK: &str = "[tilebase](";

struct Page {
    group: String,
    title: String,
    /// The path below `docs`.
    path: String,
}

/// The list below the heading "All pages": a heading per group, and an item `- [Title](path): ...`
/// per page.
fn listed(index: &str) -> Vec<Page> {
    let item = Regex::new(r"^- \[([^\]]+)\]\(([^)]+\.md)\): \S").unwrap();
    let (_, list) = index.split_once("\n## All pages\n").expect("docs/index.md lists all pages");
    let mut group = "";
    let mut pages = Vec::new();
    for line in list.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            group = heading;
        } else if line.starts_with("- ") {
            let found =
                item.captures(line).unwrap_or_else(|| panic!("expected `- [Title](page.md): ...`: {line}"));
            pages.push(Page { group: group.into(), title: found[1].into(), path: found[2].into() });
        }
    }
    pages
}

/// The navigation line of a page: the README, the index, and the pages of its group.
fn line(page: &Page, pages: &[Page]) -> String {
    let up = "../".repeat(page.path.matches('/').count());
    let links: Vec<String> = pages
        .iter()
        .filter(|other| other.group == page.group)
        .map(|other| match other.path == page.path {
            true => format!("**{}**", other.title),
            false => format!("[{}]({up}{})", other.title, other.path),
        })
        .collect();
    format!("{MARK}{up}../README.md) / [Documentation]({up}index.md) / {}: {}", page.group, links.join(" · "))
}

/// A page with a navigation line below its title, which replaces an existing one.
fn with_line(text: &str, line: &str) -> String {
    let (title, rest) = text.split_once('\n').unwrap();
    let mut rest = rest.trim_start_matches('\n');
    if rest.starts_with(MARK) {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest).trim_start_matches('\n');
    }
    format!("{title}\n\n{line}\n\n{rest}")
}

/// Whether the library's documentation includes a page. Relative links to other pages would be
/// broken there.
fn is_included(path: &str) -> bool {
    fn any(folder: &std::path::Path, text: &str) -> bool {
        std::fs::read_dir(folder).unwrap().any(|entry| {
            let path = entry.unwrap().path();
            if path.is_dir() {
                any(&path, text)
            } else {
                std::fs::read_to_string(path).unwrap().contains(text)
            }
        })
    }
    any(&project().join("src"), &format!("docs/{path}\")"))
}

#[test]
fn index_lists_every_page_once() {
    let pages = listed(&read(INDEX));
    let paths: BTreeSet<String> = pages.iter().map(|page| format!("docs/{}", page.path)).collect();
    assert_eq!(paths.len(), pages.len(), "docs/index.md lists a page twice");
    let is_listed_here = |name: &String| {
        name.starts_with("docs/") && name != INDEX && (!name.starts_with("docs/notes/") || name == NOTES)
    };
    let expected: BTreeSet<String> = names().into_iter().filter(is_listed_here).collect();
    let missing: Vec<_> = expected.difference(&paths).collect();
    assert!(missing.is_empty(), "docs/index.md does not list {missing:?}");
    assert_eq!(paths, expected);
    assert!(pages.iter().all(|page| !page.group.is_empty()), "each page of the list belongs to a group");
}

#[test]
fn notes_list_every_note() {
    let list = read(NOTES);
    for name in names().iter().filter(|name| name.starts_with("docs/notes/") && *name != NOTES) {
        let path = name.strip_prefix("docs/notes/").unwrap();
        assert!(list.contains(&format!("({path})")), "{NOTES} does not list {path}");
        assert!(read(name).contains("[Notes](README.md)"), "{name} does not link {NOTES}");
    }
}

#[test]
fn navigation_follows_the_index() {
    let pages = listed(&read(INDEX));
    for page in pages.iter().filter(|page| !is_included(&page.path)) {
        let name = format!("docs/{}", page.path);
        let line = line(page, &pages);
        if update() {
            rewrite(&name, |text| with_line(text, &line));
        }
        let text = read(&name);
        assert!(
            text.lines().nth(2) == Some(line.as_str()),
            "{name}, line 3 (UPDATE=1 writes it): expected\n{line}"
        );
        let lines = text.lines().filter(|line| line.starts_with(MARK)).count();
        assert_eq!(lines, 1, "{name} has two navigation lines");
    }
}

#[test]
fn navigation_lines_are_inserted_and_replaced() {
    let index = "# Documentation\n\n## All pages\n\n### One\n\n- [A](a.md): x\n- [B](b/c.md): y\n\n### Two\n\
                 \n- [D](d.md): z\n";
    let pages = listed(index);
    let first = "[tilebase](../README.md) / [Documentation](index.md) / One: **A** · [B](b/c.md)";
    assert_eq!(line(&pages[0], &pages), first);
    let second = "[tilebase](../../README.md) / [Documentation](../index.md) / One: [A](../a.md) · **B**";
    assert_eq!(line(&pages[1], &pages), second);
    assert_eq!(with_line("# A\n\ntext\n", first), format!("# A\n\n{first}\n\ntext\n"));
    assert_eq!(with_line(&format!("# A\n\n{second}\n\ntext\n"), first), format!("# A\n\n{first}\n\ntext\n"));
}
