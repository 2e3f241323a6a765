//! Every name appears in the tests and in the manual.

use std::fs;
use std::path::Path;

use crate::house::{project, rust_files};
use tilebase::solve::{Algorithm, ConventionName, HeuristicName};
use tilebase::table::Encoding;

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
