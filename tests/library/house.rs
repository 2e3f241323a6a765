//! Architecture rules that the compiler does not check.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the library by layer, lowest first. A module may use modules of lower layers
/// only.
const LIBRARY: &[&[&str]] = &[
    &["clock", "names"],
    &["board", "exchange", "interrupt", "threads"],
    &["anytime", "space", "notation"],
    &["table"],
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
    &["number", "vocabulary"],
    &["columns", "sentences"],
    &["fields"],
    &["document", "table"],
    &["output", "pair"],
    &["line"],
    &["opening"],
];

/// The modules of the API crate, one file each.
const QUESTIONS: &[&[&str]] = &[
    &["bounds", "endpoint", "failure", "model", "page"],
    &["parity", "request", "solvers"],
    &["means", "question"],
    &["check", "convert", "histogram", "position", "sample", "solutions", "solve", "tables"],
    &["batch", "search"],
    &["laboratory"],
    &["effort", "openapi"],
];

/// The modules of the C interface.
const INTERFACE: &[&[&str]] = &[
    &["status", "version"],
    &["failure"],
    &["call", "handles", "pointers"],
    &["objects"],
    &["ask", "batch", "check", "finish", "full_table", "make", "stop"],
];

/// The modules of the Python package, one file each.
const PYTHON: &[&[&str]] = &[
    &["errors"],
    &["boardlike", "heuristic", "limits", "moves", "shape"],
    &["failure", "goal", "integers"],
    &["board", "pool"],
    &["interruptible", "path"],
    &["batch", "cache", "records", "solutions"],
    &["answer", "batches", "questions", "search"],
    &["sample", "states"],
    &["table"],
    &["catalogue"],
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
        ("crates/api/src", QUESTIONS),
        ("bindings/c/src", INTERFACE),
        ("bindings/python/src", PYTHON),
    ]
    .map(|(source, floors)| (project().join(source), floors))
}

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

fn code_lines(text: &str) -> impl Iterator<Item = &str> {
    let before_tests = text.split("#[cfg(test)]").next().unwrap_or_default();
    before_tests.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"))
}

/// A crate's files, by module path such as `search::problem`, with their code. The crate root is
/// "".
fn modules(source: &Path) -> BTreeMap<String, String> {
    let module_of = |file: &PathBuf| {
        let within = file.strip_prefix(source).unwrap().with_extension("");
        let mut names: Vec<&str> = within.iter().map(|name| name.to_str().unwrap()).collect();
        if matches!(names.last(), Some(&("mod" | "lib"))) {
            names.pop();
        }
        names.join("::")
    };
    let of_the_crate = |file: &PathBuf| !file.starts_with(source.join("bin"));
    let code = |file: &PathBuf| code_lines(&fs::read_to_string(file).unwrap()).collect::<Vec<_>>().join("\n");
    let files = rust_files(source).into_iter().filter(of_the_crate);
    files.map(|file| (module_of(&file), code(&file))).collect()
}

/// Returns the paths in a piece of code that begin with `crate` or `super`, resolved from the crate
/// root, with braces expanded. Re-exports do not count as uses.
fn paths_named(module: &str, code: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    let without_doors: Vec<&str> = code
        .split_inclusive(';')
        .filter(|statement| {
            let last = statement.trim_start();
            let begins = |door: &str| last.rsplit('\n').any(|_| last.contains(door));
            !(begins("pub use ") || begins("pub(crate) use ") || begins("pub(super) use "))
        })
        .collect();
    let code = without_doors.concat();
    for begin in ["crate::", "super::"] {
        let mut rest = code.as_str();
        while let Some(place) = rest.find(begin) {
            let is_whole = !rest[..place].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
            if is_whole {
                multiply_out(&rest[place..], &mut Vec::new(), &mut paths);
            }
            rest = &rest[place + begin.len()..];
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
    for door in modules.get(&module).map_or("", String::as_str).split(';').filter(|text| text.contains("pub"))
    {
        let Some((_, from)) = door.split_once(" use ") else { continue };
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
fn arrows(modules: &BTreeMap<String, String>) -> BTreeMap<String, BTreeSet<String>> {
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
            if code.lines().any(names_it) || names_through_its_door(code, name) {
                used.insert(child.clone());
            }
        }
        used.remove(module);
        used
    };
    modules.iter().map(|(module, code)| (module.clone(), used(module, code))).collect()
}

/// Whether a module's own code names an item that it re-exports from a child.
fn names_through_its_door(code: &str, child: &str) -> bool {
    let is_word = |c: char| !c.is_alphanumeric() && c != '_';
    let (uses, own): (Vec<&str>, Vec<&str>) = code.split_inclusive(';').partition(|text| {
        text.split_once("use ")
            .is_some_and(|(before, _)| before.trim().lines().last().is_none_or(|v| v.starts_with("pub")))
    });
    let begin = format!("use {child}::");
    let let_out =
        uses.iter().filter_map(|door| door.split_once(&begin)).flat_map(|(_, items)| items.split(is_word));
    let own = own.concat();
    let named: BTreeSet<&str> = own.split(is_word).collect();
    let_out.filter(|item| item.starts_with(char::is_uppercase)).any(|item| named.contains(item))
}

/// Returns a cycle of modules, each of which uses the next, if there is one.
fn circle(arrows: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
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

fn room(module: &str) -> &str {
    module.split("::").next().unwrap_or_default()
}

fn floor_of(room: &str, floors: &[&[&str]]) -> usize {
    floors.iter().position(|rooms| rooms.contains(&room)).unwrap_or_else(|| panic!("{room} is on no floor"))
}

/// Describes uses that do not lead to a lower layer.
fn arrows_up(arrows: &BTreeMap<String, BTreeSet<String>>, floors: &[&[&str]]) -> Vec<String> {
    let pairs = arrows.iter().flat_map(|(from, to)| to.iter().map(move |to| (from, to)));
    let between_rooms =
        pairs.filter(|(from, to)| !from.is_empty() && !to.is_empty() && room(from) != room(to));
    between_rooms
        .filter(|(from, to)| floor_of(room(to), floors) >= floor_of(room(from), floors))
        .map(|(from, to)| format!("{from} uses {to}, which is not below it"))
        .collect()
}

#[test]
fn modules_use_lower_layers_only() {
    for (source, floors) in crates() {
        let arrows = arrows(&modules(&source));
        let uses: usize = arrows.values().map(BTreeSet::len).sum();
        assert!(uses > 2 * arrows.len(), "only {uses} uses were found: the test reads the wrong lines");
        assert_eq!(arrows_up(&arrows, floors), [""; 0]);
    }
}

#[test]
fn files_have_no_dependency_cycles() {
    for (source, _) in crates() {
        assert_eq!(circle(&arrows(&modules(&source))), None);
    }
}

/// Small crates with one violation each.
#[test]
fn upward_uses_and_cycles_are_detected() {
    let crate_of = |files: &[(&str, &str)]| -> BTreeMap<String, String> {
        files.iter().map(|(module, code)| ((*module).to_owned(), (*code).to_owned())).collect()
    };
    let floors: &[&[&str]] = &[&["low", "beside"], &["high"]];
    let sound = [
        ("", "pub mod low;\npub mod high;"),
        ("low", "mod a;\npub use a::A;"),
        ("low::a", "pub struct A;"),
        ("high", "mod b;\nuse crate::low::{A, a::Other};"),
        ("high::b", "fn f(a: crate::low::A) {}"),
    ];
    let found = arrows(&crate_of(&sound));
    assert_eq!(found["high::b"], BTreeSet::from(["low::a".to_owned()]), "through the door");
    assert_eq!((arrows_up(&found, floors), circle(&found)), (Vec::new(), None));

    for up in ["use crate::high::B;", "use crate::beside::C;", "use crate::{low::A, high::B};"] {
        let code = crate_of(&[("low", ""), ("low::a", up), ("high", "struct B;"), ("beside", "struct C;")]);
        assert_eq!(arrows_up(&arrows(&code), floors).len(), 1, "{up}");
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
        assert_eq!(circle(&arrows(&code)).map(|circle| circle.len()), Some(2), "{one} {other}");
    }
    let through_its_own_door =
        [("low", "mod a;\npub use a::A;\npub struct Noun;\nfn f(a: A) {}"), ("low::a", "use super::Noun;")];
    assert_eq!(circle(&arrows(&crate_of(&through_its_own_door))).map(|circle| circle.len()), Some(2));
    let noun_in_its_room = [("low", "mod a;\nuse a::A;\npub struct Noun;"), ("low::a", "use super::Noun;")];
    assert_eq!(circle(&arrows(&crate_of(&noun_in_its_room))).map(|circle| circle.len()), Some(2));
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
        "crates/api/tests/questions",
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
        "bindings/python/src/table.rs",
        "src/search/pdb/layout/prefetch.rs",
        "src/table/mapped.rs",
        "src/table/platform/lost_file.rs",
    ];
    assert_eq!(files, known.map(|name| project().join(name)));
}
