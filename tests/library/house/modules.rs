//! Reads the modules of a crate and the uses between them, from formatted sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files
}

/// Returns the trimmed lines of code, without comments, blank lines, and items under `cfg(test)`.
pub fn code_lines(text: &str) -> impl Iterator<Item = &str> {
    // The indentation of a `#[cfg(test)]` whose item has not ended.
    let mut test_item = None;
    let is_code = move |line: &&str| {
        let trimmed = line.trim();
        let indentation = line.len() - line.trim_start().len();
        if trimmed == "#[cfg(test)]" && test_item.is_none() {
            test_item = Some(indentation);
        }
        let is_test = test_item.is_some();
        // Formatted code ends an item at its own indentation.
        if test_item == Some(indentation) && (trimmed.ends_with(';') || trimmed.ends_with('}')) {
            test_item = None;
        }
        !(is_test || trimmed.is_empty() || trimmed.starts_with("//"))
    };
    text.lines().filter(is_code).map(str::trim)
}

/// Returns the paths, without ending, of the files or folders that a file declares as modules under
/// `cfg(test)`.
fn test_modules(file: &Path, text: &str) -> Vec<PathBuf> {
    let folder = file.parent().unwrap();
    let children = match file.file_stem().unwrap().to_str().unwrap() {
        "lib" | "mod" => folder.to_owned(),
        stem => folder.join(stem),
    };
    let mut lines = text.lines();
    let mut found = Vec::new();
    while lines.any(|line| line == "#[cfg(test)]") {
        let mut path = None;
        for line in lines.by_ref() {
            if let Some(given) = line.strip_prefix("#[path = \"") {
                path = given.strip_suffix(".rs\"]").map(|name| folder.join(name));
            } else if !line.starts_with("#[") {
                let name = line.strip_prefix("mod ").and_then(|name| name.strip_suffix(';'));
                found.extend(name.map(|name| path.unwrap_or_else(|| children.join(name))));
                break;
            }
        }
    }
    found
}

/// A crate's files, by module path such as `search::problem`, with their code. The crate root is
/// "".
pub fn modules(source: &Path) -> BTreeMap<String, String> {
    let module_of = |file: &PathBuf| {
        let within = file.strip_prefix(source).unwrap().with_extension("");
        let mut names: Vec<&str> = within.iter().map(|name| name.to_str().unwrap()).collect();
        if matches!(names.last(), Some(&("mod" | "lib"))) {
            names.pop();
        }
        names.join("::")
    };
    let texts = rust_files(source).into_iter().map(|file| (fs::read_to_string(&file).unwrap(), file));
    let texts: Vec<(String, PathBuf)> =
        texts.filter(|(_, file)| !file.starts_with(source.join("bin"))).collect();
    let tests: Vec<PathBuf> = texts.iter().flat_map(|(text, file)| test_modules(file, text)).collect();
    let is_test =
        |file: &Path| tests.iter().any(|test| file.with_extension("") == *test || file.starts_with(test));
    let code = |text: &str| code_lines(text).collect::<Vec<_>>().join("\n");
    let files = texts.iter().filter(|(_, file)| !is_test(file));
    files.map(|(text, file)| (module_of(file), code(text))).collect()
}

/// Returns the paths in a piece of code that begin with `crate` or `super`, resolved from the crate
/// root, with braces expanded. Re-exports do not count as uses.
fn paths_named(module: &str, code: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    let without_reexports: Vec<&str> = code
        .split_inclusive(';')
        .filter(|statement| {
            let last = statement.trim_start();
            let begins = |reexport: &str| last.rsplit('\n').any(|_| last.contains(reexport));
            !(begins("pub use ") || begins("pub(crate) use ") || begins("pub(super) use "))
        })
        .collect();
    let code = without_reexports.concat();
    for begin in ["crate::", "super::"] {
        for (place, _) in code.match_indices(begin) {
            let is_whole = !code[..place].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
            if is_whole {
                multiply_out(&code[place..], &mut Vec::new(), &mut paths);
            }
        }
    }
    let from_root = |path: Vec<String>| {
        let mut at: Vec<String> =
            module.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect();
        for name in path {
            match name.as_str() {
                "crate" => at.clear(),
                "super" => {
                    at.pop();
                }
                _ => at.push(name),
            }
        }
        at
    };
    paths.into_iter().map(from_root).collect()
}

/// Expands `a::b::{c, d::e}` into `a::b::c` and `a::b::d::e`, and returns the rest of the text.
fn multiply_out<'a>(text: &'a str, before: &mut Vec<String>, paths: &mut Vec<Vec<String>>) -> &'a str {
    let depth = before.len();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        if let Some(inner) = rest.strip_prefix('{') {
            rest = inner;
            while !rest.trim_start().starts_with('}') {
                rest = multiply_out(rest, before, paths).trim_start();
                rest = rest.strip_prefix(',').unwrap_or(rest);
                assert!(!rest.is_empty(), "a brace is open: {text}");
            }
            before.truncate(depth);
            return &rest.trim_start()[1..];
        }
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        if end == 0 {
            break;
        }
        before.push(rest[..end].to_owned());
        rest = &rest[end..];
        match rest.strip_prefix("::") {
            Some(behind) => rest = behind,
            None => break,
        }
    }
    // `as name` and generic arguments do not belong to the path.
    let rest = rest.trim_start_matches(|c: char| c != ',' && c != '}' && c != ';' && c != '\n');
    paths.push(before.clone());
    before.truncate(depth);
    rest
}

/// Returns the module whose file defines the item of a path: the longest prefix that is a module
/// or, if that only re-exports the item, the child that it comes from.
fn module_of_path(path: &[String], modules: &BTreeMap<String, String>) -> String {
    let longest =
        (0..=path.len()).rev().find(|len| modules.contains_key(&path[..*len].join("::"))).unwrap_or(0);
    let module = path[..longest].join("::");
    let Some(item) = path.get(longest) else { return module };
    let prefix = if module.is_empty() { String::new() } else { format!("{module}::") };
    let is_word = |c: char| !c.is_alphanumeric() && c != '_';
    for reexport in
        modules.get(&module).map_or("", String::as_str).split(';').filter(|text| text.contains("pub"))
    {
        let Some((_, from)) = reexport.split_once(" use ") else { continue };
        let child = format!("{prefix}{}", from.split("::").next().unwrap_or_default().trim());
        if modules.contains_key(&child) && from.split(is_word).any(|word| word == item) {
            return module_of_path(
                &[child.split("::").map(str::to_owned).collect(), vec![item.clone()]].concat(),
                modules,
            );
        }
    }
    module
}

/// Returns the modules that each module uses.
pub fn arrows(modules: &BTreeMap<String, String>) -> BTreeMap<String, BTreeSet<String>> {
    let used = |module: &String, code: &String| {
        let paths = paths_named(module, code);
        let mut used: BTreeSet<String> = paths.iter().map(|path| module_of_path(path, modules)).collect();
        // A module with code of its own uses the children that it names without `super`.
        for child in
            modules.keys().filter(|other| other.rsplit_once("::").map_or("", |(parent, _)| parent) == module)
        {
            let name = child.rsplit("::").next().unwrap();
            let names_it = |line: &str| {
                let line = line.trim_start();
                line.starts_with(&format!("use {name}::"))
                    || (!line.contains("use ") && line.contains(&format!(" {name}::")))
            };
            if code.lines().any(names_it) || names_a_reexport(code, name) {
                used.insert(child.clone());
            }
        }
        used.remove(module);
        used
    };
    modules.iter().map(|(module, code)| (module.clone(), used(module, code))).collect()
}

/// Whether a module's own code names an item that it re-exports from a child.
fn names_a_reexport(code: &str, child: &str) -> bool {
    let is_word = |c: char| !c.is_alphanumeric() && c != '_';
    let (uses, own): (Vec<&str>, Vec<&str>) = code.split_inclusive(';').partition(|text| {
        text.split_once("use ")
            .is_some_and(|(before, _)| before.trim().lines().last().is_none_or(|v| v.starts_with("pub")))
    });
    let begin = format!("use {child}::");
    let reexported = uses
        .iter()
        .filter_map(|reexport| reexport.split_once(&begin))
        .flat_map(|(_, items)| items.split(is_word));
    let own = own.concat();
    let named: BTreeSet<&str> = own.split(is_word).collect();
    reexported.filter(|item| item.starts_with(char::is_uppercase)).any(|item| named.contains(item))
}

/// Returns a cycle of modules, each of which uses the next, if there is one.
pub fn cycle(arrows: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn walk(
        at: &str,
        arrows: &BTreeMap<String, BTreeSet<String>>,
        way: &mut Vec<String>,
        done: &mut BTreeSet<String>,
    ) -> Option<Vec<String>> {
        if let Some(begin) = way.iter().position(|module| module == at) {
            return Some(way[begin..].to_vec());
        }
        if !done.insert(at.to_owned()) {
            return None;
        }
        way.push(at.to_owned());
        let found = arrows.get(at).into_iter().flatten().find_map(|next| walk(next, arrows, way, done));
        way.pop();
        found
    }
    let mut done = BTreeSet::new();
    arrows.keys().find_map(|module| walk(module, arrows, &mut Vec::new(), &mut done))
}

fn top_module(module: &str) -> &str {
    module.split("::").next().unwrap_or_default()
}

fn layer_of(module: &str, layers: &[&[&str]]) -> usize {
    layers
        .iter()
        .position(|modules| modules.contains(&module))
        .unwrap_or_else(|| panic!("{module} is in no layer"))
}

/// Describes uses that do not lead to a lower layer.
pub fn arrows_up(arrows: &BTreeMap<String, BTreeSet<String>>, layers: &[&[&str]]) -> Vec<String> {
    let pairs = arrows.iter().flat_map(|(from, to)| to.iter().map(move |to| (from, to)));
    let between_modules =
        pairs.filter(|(from, to)| !from.is_empty() && !to.is_empty() && top_module(from) != top_module(to));
    between_modules
        .filter(|(from, to)| layer_of(top_module(to), layers) >= layer_of(top_module(from), layers))
        .map(|(from, to)| format!("{from} uses {to}, which is not below it"))
        .collect()
}
