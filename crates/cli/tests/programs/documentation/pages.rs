//! The pages of the documentation: reading, listing and rewriting.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::common::project;

/// Whether to rewrite outdated parts instead of failing.
pub fn update() -> bool {
    std::env::var_os("UPDATE").is_some_and(|value| value != "0" && !value.is_empty())
}

/// The README and every page below `docs`, sorted.
pub fn names() -> Vec<String> {
    fn collect(folder: &Path, pages: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, pages);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                pages.push(path.strip_prefix(project()).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    let mut pages = vec!["README.md".to_owned()];
    collect(&project().join("docs"), &mut pages);
    pages.sort();
    pages
}

pub fn read(name: &str) -> String {
    fs::read_to_string(project().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Changes a page. Locked, because parallel tests may rewrite different parts of the same page.
pub fn rewrite(name: &str, change: impl FnOnce(&str) -> String) {
    static WRITING: Mutex<()> = Mutex::new(());
    let _guard = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let old = read(name);
    let new = change(&old);
    if new != old {
        fs::write(project().join(name), new).unwrap();
        eprintln!("rewrote {name}");
    }
}

/// Compares a picture in `docs` with one that was just drawn.
pub fn assert_picture(kept: &str, drawn: &Path) {
    let drawn = fs::read(drawn).unwrap();
    let path = project().join(kept);
    if fs::read(&path).ok().as_deref() == Some(drawn.as_slice()) {
        return;
    }
    assert!(update(), "{kept} is not what the program draws (UPDATE=1 replaces it)");
    fs::write(path, drawn).unwrap();
}
