//! Every name appears in the list of its type, in the tests, and in the manual.

use std::fs;
use std::path::Path;

use crate::house::{project, rust_files};
use tilebase::solve::{Algorithm, ConventionName, HeuristicName};
use tilebase::table::Encoding;

/// Counts the variants of an enum, given the text after `pub enum NAME {`. `cargo fmt` indents them
/// by four spaces.
fn variants(text: &str) -> usize {
    let body = text.split("\n}").next().unwrap();
    let is_variant = |line: &&str| {
        line.strip_prefix("    ").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
    };
    body.lines().filter(is_variant).count()
}

/// Names are looked up in `ALL`, so a variant missing there could not be named, and no test would
/// cover it.
#[test]
fn every_list_of_all_is_whole() {
    let mut lists = 0;
    for file in rust_files(&project().join("src")) {
        let text = fs::read_to_string(&file).unwrap();
        for block in text.split("\nimpl ").skip(1) {
            let block = block.split("\n}").next().unwrap();
            let Some((_, rest)) = block.split_once("pub const ALL: [Self; ") else { continue };
            let name = block.split([' ', '{']).next().unwrap();
            let Some((_, body)) = text.split_once(&format!("pub enum {name} {{")) else { continue };
            let listed: usize = rest.split(']').next().unwrap().parse().unwrap();
            assert_eq!(listed, variants(body), "{name}::ALL in {}", file.display());
            lists += 1;
        }
    }
    assert!(lists >= 6, "{lists} lists found");
}

/// `heuristics.rs` checks the claims of all listed heuristics on all boards of small shapes.
#[test]
fn the_claims_of_every_heuristic_are_checked() {
    let checked = fs::read_to_string(project().join("tests/library/heuristics.rs")).unwrap();
    let mut heuristics = 0;
    for file in rust_files(&project().join("src/search/heuristics")) {
        for rest in fs::read_to_string(&file).unwrap().split("impl Heuristic for ").skip(1) {
            let name = rest.split(' ').next().unwrap();
            let is_listed = [format!("Box::new({name})"), format!("Box::new({name}::")]
                .iter()
                .any(|entry| checked.contains(entry));
            assert!(is_listed, "{name} is not in all_of() of tests/library/heuristics.rs");
            heuristics += 1;
        }
    }
    assert!(heuristics >= 5, "{heuristics} heuristics found");
}

#[test]
fn the_manual_has_every_name() {
    let has = |page: &str, name: &str| {
        let text = fs::read_to_string(project().join(Path::new("docs").join(page))).unwrap();
        assert!(text.contains(&format!("`{name}`")), "docs/{page} does not say what `{name}` is");
    };
    Algorithm::ALL.iter().for_each(|algorithm| has("algorithms.md", algorithm.name()));
    HeuristicName::ALL.iter().for_each(|heuristic| has("algorithms.md", heuristic.name()));
    ConventionName::ALL.iter().for_each(|convention| has("algorithms.md", convention.name()));
    for encoding in Encoding::ALL {
        has("format.md", encoding.name());
    }
}
