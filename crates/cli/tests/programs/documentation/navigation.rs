//! The line of links below each page's title, made from the lists of pages in `docs/index.md` and
//! `docs/notes/README.md`.

use std::collections::BTreeSet;

use regex_lite::Regex;

use super::pages::{names, read, rewrite, update};

const INDEX: &str = "docs/index.md";

/// The page that lists the other pages in its folder.
const NOTES: &str = "docs/notes/README.md";

/// The headings above the two lists.
const ALL_PAGES: &str = "\n## All pages\n";
const ALL_NOTES: &str = "\n## All notes\n";

/// The beginning of a navigation line, and of no other line.
const MARK: &str = "[tilebase](";

/// The navigation line of [`INDEX`], which belongs to no group.
const LINE_OF_INDEX: &str = "[tilebase](../README.md) / **Documentation**";

struct Page {
    group: String,
    title: String,
    /// Path below `docs`, or below the folder of the list.
    path: String,
}

/// The list below a heading: a subheading for each group, and an item `- [Title](path): ...` for
/// each page.
fn listed(text: &str, heading: &str) -> Vec<Page> {
    let item = Regex::new(r"^- \[([^\]]+)\]\(([^)]+\.md)\): \S").unwrap();
    let (_, list) = text.split_once(heading).unwrap_or_else(|| panic!("no list below {heading:?}"));
    let mut group = "";
    let mut pages = Vec::new();
    for line in list.lines().take_while(|line| !line.starts_with("## ")) {
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

/// All pages below `docs` but [`INDEX`]. The notes form a group, whose name links to [`NOTES`].
fn all_pages() -> Vec<Page> {
    let notes = listed(&read(NOTES), ALL_NOTES).into_iter().map(|note| Page {
        group: "[Notes](README.md)".into(),
        path: format!("notes/{}", note.path),
        ..note
    });
    listed(&read(INDEX), ALL_PAGES).into_iter().chain(notes).collect()
}

/// The path from one page to another, both below `docs`.
fn link(from: &str, to: &str) -> String {
    match (from.rsplit_once('/'), to.rsplit_once('/')) {
        (Some((here, _)), Some((there, name))) if here == there => name.into(),
        _ => "../".repeat(from.matches('/').count()) + to,
    }
}

/// The navigation line of a page: the README, the index, and the pages of its group.
fn line(page: &Page, pages: &[Page]) -> String {
    let links: Vec<String> = pages
        .iter()
        .filter(|other| other.group == page.group)
        .map(|other| match other.path == page.path {
            true => format!("**{}**", other.title),
            false => format!("[{}]({})", other.title, link(&page.path, &other.path)),
        })
        .collect();
    let [readme, index] = ["../README.md", "index.md"].map(|to| link(&page.path, to));
    format!("{MARK}{readme}) / [Documentation]({index}) / {}: {}", page.group, links.join(" · "))
}

/// A page with a navigation line below its title, instead of the present one.
fn with_line(text: &str, line: &str) -> String {
    let (title, rest) = text.split_once('\n').unwrap();
    let mut rest = rest.trim_start_matches('\n');
    if rest.starts_with(MARK) {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest).trim_start_matches('\n');
    }
    format!("{title}\n\n{line}\n\n{rest}")
}

#[test]
fn index_lists_every_page_once() {
    let pages = listed(&read(INDEX), ALL_PAGES);
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
fn notes_list_every_note_once() {
    let notes = listed(&read(NOTES), ALL_NOTES);
    let paths: BTreeSet<String> = notes.iter().map(|note| format!("docs/notes/{}", note.path)).collect();
    assert_eq!(paths.len(), notes.len(), "{NOTES} lists a note twice");
    let is_note = |name: &String| name.starts_with("docs/notes/") && name != NOTES;
    let expected: BTreeSet<String> = names().into_iter().filter(is_note).collect();
    assert_eq!(paths, expected, "{NOTES} lists other notes than there are");
}

#[test]
fn navigation_follows_the_lists() {
    let pages = all_pages();
    let lines = pages.iter().map(|page| (format!("docs/{}", page.path), line(page, &pages)));
    for (name, line) in lines.chain([(INDEX.to_owned(), LINE_OF_INDEX.to_owned())]) {
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
    let index = "# Documentation\n\n## All pages\n\n### One\n\n\
                 - [A](a.md): x\n- [B](b/c.md): y\n- [E](b/e.md): y\n\n\
                 ### Two\n\n- [D](d.md): z\n\n## Others\n\n- f\n";
    let pages = listed(index, ALL_PAGES);
    assert_eq!(pages.len(), 4);
    let first =
        "[tilebase](../README.md) / [Documentation](index.md) / One: **A** · [B](b/c.md) · [E](b/e.md)";
    assert_eq!(line(&pages[0], &pages), first);
    let second =
        "[tilebase](../../README.md) / [Documentation](../index.md) / One: [A](../a.md) · **B** · [E](e.md)";
    assert_eq!(line(&pages[1], &pages), second);
    assert_eq!(with_line("# A\n\ntext\n", first), format!("# A\n\n{first}\n\ntext\n"));
    assert_eq!(with_line(&format!("# A\n\n{second}\n\ntext\n"), first), format!("# A\n\n{first}\n\ntext\n"));
}
