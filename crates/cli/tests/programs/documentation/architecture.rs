//! Checks that ARCHITECTURE.md is complete: modules, layers, paths, and dependencies.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;

use super::pages::read;
use crate::common::project;

const PAGE: &str = "ARCHITECTURE.md";

const MAX_LINES: usize = 200;

/// The sources with a table of modules, and the constant of the library's tests with their layers.
const SOURCES: [(&str, &str); 2] = [("src", "LIBRARY"), ("crates/cli/src", "PROGRAMS")];

/// Files and folders of the sources that are not modules.
const NO_MODULES: [&str; 2] = ["lib", "bin"];

/// The modules of a crate: the names of the files and folders in its source folder.
fn modules(source: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(project().join(source)).unwrap();
    let names = entries.map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned());
    names.filter(|name| !NO_MODULES.contains(&name.as_str())).collect()
}

/// The rows of the page's table for a source, as (layer, module).
fn listed(source: &str) -> Vec<(usize, String)> {
    let row = Regex::new(r"(?m)^\| (\d+) \| \[`(\w+)`\]\((.+?)\) \| \S").unwrap();
    let page = read(PAGE);
    let rows = row.captures_iter(&page).filter(|row| {
        let (name, target) = (&row[2], &row[3]);
        target == format!("{source}/{name}.rs") || target == format!("{source}/{name}/mod.rs")
    });
    rows.map(|row| (row[1].parse().unwrap(), row[2].to_owned())).collect()
}

/// The layers that the library's tests enforce, as (layer, module). The lowest layer is 1.
fn enforced(constant: &str) -> BTreeSet<(usize, String)> {
    let begin = format!("const {constant}: &[&[&str]] = &[");
    let folder = fs::read_dir(project().join("tests/library")).unwrap();
    let files = folder.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let texts: Vec<String> = files.map(|path| fs::read_to_string(path).unwrap()).collect();
    let found: Vec<&str> = texts.iter().filter_map(|text| Some(text.split_once(&begin)?.1)).collect();
    assert_eq!(found.len(), 1, "one test enforces the layers of {constant}");
    let list = found[0].split_once("\n];").unwrap().0;
    let layer = Regex::new(r"&\[([^\]]*)\]").unwrap();
    let name = Regex::new(r#""(\w+)""#).unwrap();
    let mut layers = BTreeSet::new();
    for (below, group) in layer.captures_iter(list).enumerate() {
        layers.extend(name.captures_iter(&group[1]).map(|found| (below + 1, found[1].to_owned())));
    }
    layers
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files
}

#[test]
fn map_fits_in_200_lines() {
    let lines = read(PAGE).lines().count();
    assert!(lines <= MAX_LINES, "{PAGE} has {lines} lines");
}

#[test]
fn every_module_is_in_one_row_of_the_map_with_its_layer() {
    for (source, constant) in SOURCES {
        let listed = listed(source);
        let names: BTreeSet<String> = listed.iter().map(|(_, name)| name.clone()).collect();
        assert_eq!(names, modules(source), "modules of {source}, in {PAGE} and in the folder");
        assert_eq!(names.len(), listed.len(), "each module of {source} has one row: {listed:?}");
        assert!(
            listed.is_sorted_by(|one, next| one.0 >= next.0),
            "the highest layer of {source} comes first"
        );
        assert_eq!(BTreeSet::from_iter(listed), enforced(constant), "layers of {source}");
    }
}

/// Every text in backticks that looks like a path is one.
#[test]
fn paths_in_the_map_exist() {
    let code = Regex::new(r"`([\w.-]+(?:/[\w.-]+)+)/?`").unwrap();
    let page = read(PAGE);
    let paths: Vec<&str> = code.captures_iter(&page).map(|found| found.get(1).unwrap().as_str()).collect();
    let of_src = paths.iter().filter(|path| path.starts_with("src/")).count();
    assert!(of_src >= 20, "only {of_src} paths of src were found");
    for path in paths {
        assert!(project().join(path).exists(), "{PAGE} names {path}, which does not exist");
    }
}

/// `bincode` and `bitvec` can be replaced by changing one file each.
#[test]
fn replaceable_dependencies_are_behind_one_file_each() {
    let row = Regex::new(r"(?m)^\| `(\w+)`.*? \| `(src/[^`]+)` \|").unwrap();
    let page = read(PAGE);
    let rows: Vec<_> = row.captures_iter(&page).map(|row| (row[1].to_owned(), row[2].to_owned())).collect();
    assert_eq!(rows.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["bincode", "bitvec"]);
    for (name, stated) in rows {
        let uses_it = |file: &PathBuf| fs::read_to_string(file).unwrap().contains(&format!("{name}::"));
        let files: Vec<PathBuf> = rust_files(&project().join("src")).into_iter().filter(uses_it).collect();
        assert_eq!(files, [project().join(stated)], "files that use {name}");
    }
}
