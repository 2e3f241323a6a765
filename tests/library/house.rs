//! Architecture rules that the compiler does not check.

mod modules;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

pub use modules::rust_files;
use modules::{arrows, arrows_up, code_lines, cycle, modules};

/// The modules of the library by layer, lowest first. A module may use modules of lower layers
/// only.
const LIBRARY: &[&[&str]] = &[
    &["clock", "names"],
    &["board", "exchange", "interrupt", "threads"],
    &["anytime", "space", "notation"],
    &["least_costs", "table"],
    &["search", "generate"],
    &["count", "oracle"],
    &["solve", "prove"],
    &["judge"],
];

/// The modules of the programs.
const PROGRAMS: &[&[&str]] = &[
    &["shell", "batch"],
    &["ask"],
    &["contest", "labels", "trial"],
    &["grading"],
    &["report"],
    &["serve"],
    &["pdb_gen", "pdb_solve"],
    &["tilebase"],
    &["fuzzing"],
];

/// The modules of the crate that reads other solvers' answers.
const ANSWERS: &[&[&str]] = &[
    &["number", "reprs"],
    &["vocabulary"],
    &["columns", "fault", "path_list", "sentences", "step_objects", "tile_moves"],
    &["length_sentences", "values"],
    &["parser"],
    &["fields"],
    &["all_paths", "document", "table"],
    &["output", "pair"],
    &["line"],
    &["opening"],
];

/// The modules of the API crate, one file each.
const API: &[&[&str]] = &[
    &["endpoint", "failure", "model", "page"],
    &["request_limits"],
    &["parity", "request", "supply"],
    &["large_builds"],
    &["solvers"],
    &["instance"],
    &["context", "search_while_building"],
    &["costs", "metric"],
    &["check", "convert", "histogram", "position", "sample", "solutions", "solve", "tables"],
    &["batch", "search"],
    &["api"],
    &["effort", "openapi"],
];

/// The modules of the C interface.
const INTERFACE: &[&[&str]] = &[
    &["status", "version"],
    &["failure"],
    &["call", "handles", "pointers"],
    &["objects", "patterns", "statistics"],
    &["options", "results", "tiles"],
    &["alive", "ask", "batch", "boards", "check", "finish", "full_table", "make", "stop", "text"],
    &["bounds", "pdb_ask", "pdb_finish", "pdb_make", "pdb_set"],
    &["distances"],
];

/// The modules of the Python package, one file each.
const PYTHON: &[&[&str]] = &[
    &["errors", "view"],
    &["boardlike", "limits", "moves", "shape"],
    &["configuration", "failure", "goal", "integers"],
    &["board", "large", "pool"],
    &["interruptible", "path"],
    &["batch", "costs", "records", "solutions"],
    &["progress"],
    &["tables"],
    &["cache"],
    &["answer", "anytime", "batches", "board_functions", "building", "known_distances"],
    &["array_heuristic", "heuristic"],
    &["bounds", "sample", "search", "states"],
    &["heuristics", "pattern_database", "table"],
    &["pdb_set", "solver"],
];

/// Maximum number of lines of code in a file, without comments, blank lines, and tests.
const MAX_FILE_LINES: usize = 400;

pub fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn crates() -> [(PathBuf, &'static [&'static [&'static str]]); 6] {
    [
        ("src", LIBRARY),
        ("crates/cli/src", PROGRAMS),
        ("crates/answers/src", ANSWERS),
        ("crates/api/src", API),
        ("bindings/c/src", INTERFACE),
        ("bindings/python/src", PYTHON),
    ]
    .map(|(source, layers)| (project().join(source), layers))
}

#[test]
fn modules_use_lower_layers_only() {
    for (source, layers) in crates() {
        let arrows = arrows(&modules(&source));
        let uses: usize = arrows.values().map(BTreeSet::len).sum();
        assert!(uses > 2 * arrows.len(), "only {uses} uses were found: the test reads the wrong lines");
        assert_eq!(arrows_up(&arrows, layers), [""; 0]);
    }
}

#[test]
fn files_have_no_dependency_cycles() {
    for (source, _) in crates() {
        assert_eq!(cycle(&arrows(&modules(&source))), None);
    }
}

/// Small crates with one violation each.
#[test]
fn upward_uses_and_cycles_are_detected() {
    let crate_of = |files: &[(&str, &str)]| -> BTreeMap<String, String> {
        files.iter().map(|(module, code)| ((*module).to_owned(), (*code).to_owned())).collect()
    };
    let layers: &[&[&str]] = &[&["low", "beside"], &["high"]];
    let sound = [
        ("", "pub mod low;\npub mod high;"),
        ("low", "mod a;\npub use a::A;"),
        ("low::a", "pub struct A;"),
        ("high", "mod b;\nuse crate::low::{A, a::Other};"),
        ("high::b", "fn f(a: crate::low::A) {}"),
    ];
    let found = arrows(&crate_of(&sound));
    assert_eq!(found["high::b"], BTreeSet::from(["low::a".to_owned()]), "through the re-export");
    assert_eq!((arrows_up(&found, layers), cycle(&found)), (Vec::new(), None));

    for up in ["use crate::high::B;", "use crate::beside::C;", "use crate::{low::A, high::B};"] {
        let code = crate_of(&[("low", ""), ("low::a", up), ("high", "struct B;"), ("beside", "struct C;")]);
        assert_eq!(arrows_up(&arrows(&code), layers).len(), 1, "{up}");
    }
    for (one, other) in [
        ("use super::b::B;", "use super::a::A;"),
        ("use super::{b::B, c::C};", "fn f() { crate::low::a::g() }"),
        ("use super::B;", "use super::a::A;"),
    ] {
        let code = crate_of(&[
            ("low", "mod a; mod b; mod c;\npub use b::{B};"),
            ("low::a", one),
            ("low::b", other),
            ("low::c", ""),
        ]);
        assert_eq!(cycle(&arrows(&code)).map(|modules| modules.len()), Some(2), "{one} {other}");
    }
    let through_its_own_reexport =
        [("low", "mod a;\npub use a::A;\npub struct Type;\nfn f(a: A) {}"), ("low::a", "use super::Type;")];
    assert_eq!(cycle(&arrows(&crate_of(&through_its_own_reexport))).map(|modules| modules.len()), Some(2));
    let type_in_its_parent = [("low", "mod a;\nuse a::A;\npub struct Type;"), ("low::a", "use super::Type;")];
    assert_eq!(cycle(&arrows(&crate_of(&type_in_its_parent))).map(|modules| modules.len()), Some(2));
}

#[test]
fn files_stay_short() {
    for folder in [
        "src",
        "crates/cli/src",
        "crates/answers",
        "crates/api",
        "bindings/c",
        "bindings/python/src",
        "crates/mpi/src",
        "crates/mpi/tests",
        "tests",
        "benches",
        "examples",
    ] {
        for file in rust_files(&project().join(folder)) {
            let lines = code_lines(&fs::read_to_string(&file).unwrap()).count();
            assert!(lines <= MAX_FILE_LINES, "{} has {lines} lines of code", file.display());
        }
    }
}

/// A file that its test program does not list would never run.
#[test]
fn every_test_file_is_run() {
    let folders = [
        "tests/library",
        "crates/api/tests/endpoints",
        "crates/cli/tests/programs",
        "bindings/c/tests/interface",
    ];
    for folder in folders.map(|folder| project().join(folder)) {
        for file in rust_files(&folder) {
            let name = file.file_stem().unwrap().to_str().unwrap();
            // `documentation/links.rs` is a module of `documentation.rs`.
            let of_folder = file.parent().unwrap();
            let parent =
                if of_folder == folder { folder.join("main.rs") } else { of_folder.with_extension("rs") };
            let modules = fs::read_to_string(parent).unwrap();
            assert!(name == "main" || modules.contains(&format!("\nmod {name};\n")), "{name} is not run");
        }
    }
}

/// WebAssembly has no clock, and other systems than Unix have other calls. So each is used in one
/// place only.
#[test]
fn clock_and_system_calls_have_one_place_each() {
    for (words, place) in
        [(&["Instant"][..], "clock.rs"), (&["cfg(unix)", "os::unix", "libc::"], "table/platform")]
    {
        let source = project().join("src");
        let asks = |file: &PathBuf| {
            let text = fs::read_to_string(file).unwrap();
            code_lines(&text).any(|line| words.iter().any(|word| line.contains(word)))
        };
        let files: Vec<PathBuf> = rust_files(&source).into_iter().filter(asks).collect();
        assert!(
            !files.is_empty() && files.iter().all(|file| file.starts_with(source.join(place))),
            "{files:?}"
        );
    }
}

#[test]
fn unsafe_code_is_confined_to_known_files() {
    let has_unsafe = |file: &PathBuf| {
        let text = fs::read_to_string(file).unwrap();
        code_lines(&text).any(|line| line.contains("unsafe ") || line.contains("unsafe_code"))
    };
    let of_interface = |file: &PathBuf| file.starts_with(project().join("bindings/c"));
    let all = crates().into_iter().flat_map(|(source, _)| rust_files(&source));
    let mut files: Vec<PathBuf> = all.filter(|file| !of_interface(file) && has_unsafe(file)).collect();
    files.sort();
    let known = [
        "bindings/python/src/view.rs",
        "src/search/pdb/layout/prefetch.rs",
        "src/table/platform/lost_file.rs",
        "src/table/watched_file.rs",
    ];
    assert_eq!(files, known.map(|name| project().join(name)));
}

#[test]
fn only_test_items_are_left_out_of_code_lines() {
    let text = "\
use one;
#[cfg(test)]
mod every_board;
mod two;
impl Three {
    #[cfg(test)]
    fn four(
        &self,
    ) {
        five();
    }

    fn six() {}
}
#[cfg(test)]
mod tests {
    #[cfg(test)]
    use seven;
}
// eight
struct Nine;
";
    let found: Vec<&str> = code_lines(text).collect();
    assert_eq!(found, ["use one;", "mod two;", "impl Three {", "fn six() {}", "}", "struct Nine;"]);
}

/// A package with a link to a missing license can't be built.
#[cfg(unix)]
#[test]
fn links_in_packages_lead_to_files() {
    let mut links = 0;
    for folder in ["crates/cli", "bindings/python/licenses"] {
        for entry in fs::read_dir(project().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_symlink() {
                links += 1;
                assert!(path.is_file(), "{} leads to no file", path.display());
            }
        }
    }
    assert_eq!(links, 4);
}
