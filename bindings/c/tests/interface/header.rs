//! The header matches the sources.

use std::{env, fs};

use super::common::{crate_folder, header};

/// The sections of the functions: the first function of each, and the heading.
const SECTIONS: [(&str, &str); 14] = [
    ("tb_last_error", "Errors, names and versions"),
    ("tb_solver_new", "Solvers: create"),
    ("tb_solver_shape", "Solvers: query"),
    ("tb_solver_distances", "Solvers: query a full table"),
    ("tb_solver_save", "Solvers: save and free"),
    ("tb_pdb_build", "Pattern databases: create"),
    ("tb_pdb_shape", "Pattern databases: query"),
    ("tb_pdb_check_file", "Pattern databases: save and free"),
    ("tb_pdb_set_new", "Sets of pattern databases: create"),
    ("tb_pdb_set_shape", "Sets of pattern databases: query"),
    ("tb_pdb_set_free", "Sets of pattern databases: free"),
    ("tb_stop_new", "Stops"),
    ("tb_is_solvable", "Boards and text"),
    ("tb_handles_alive", "Leaks"),
];

fn generated() -> String {
    let config = cbindgen::Config::from_file(crate_folder().join("cbindgen.toml")).unwrap();
    let bindings =
        cbindgen::Builder::new().with_crate(crate_folder()).with_config(config).generate().unwrap();
    let mut text = Vec::new();
    bindings.write(&mut text);
    with_headings(&without_safety(&String::from_utf8(text).unwrap()))
}

/// Leaves out the safety sections of the functions: they are for Rust, and the beginning of the
/// header has the same rules for all functions.
fn without_safety(header: &str) -> String {
    let mut kept = Vec::new();
    let mut is_safety = false;
    for line in header.lines() {
        if line == " * # Safety" {
            is_safety = true;
            assert_eq!(kept.pop(), Some(" *"), "a blank line precedes a section");
        }
        is_safety &= line != " */";
        if !is_safety {
            kept.push(line);
        }
    }
    kept.join("\n") + "\n"
}

/// Inserts the headings of the sections before the comments of their first functions.
fn with_headings(header: &str) -> String {
    let mut lines: Vec<String> = header.lines().map(str::to_owned).collect();
    for (function, heading) in SECTIONS {
        let declares = |line: &String| line.contains(&format!("{function}(")) && !line.starts_with(" *");
        let declaration = lines.iter().position(declares).expect(function);
        let comment = lines[..declaration].iter().rposition(|line| line == "/**").unwrap();
        let rule = "=".repeat(97);
        lines.insert(comment, format!("/* {rule}\n * {heading}\n * {rule} */\n"));
    }
    lines.join("\n") + "\n"
}

#[test]
fn the_header_matches_the_sources() {
    let generated = generated();
    if env::var_os("TILEBASE_WRITE_HEADER").is_some() {
        fs::write(header(), &generated).unwrap();
    }
    let kept = fs::read_to_string(header()).unwrap_or_default();
    assert!(
        kept == generated,
        "include/tilebase.h is not that of the sources: run TILEBASE_WRITE_HEADER=1 cargo test -p \
         tilebase-capi header"
    );
}

/// The headings are in the order of the table, and each function is below that of its kind.
#[test]
fn each_function_is_in_the_section_of_its_kind() {
    let header = fs::read_to_string(header()).unwrap();
    let places: Vec<usize> =
        SECTIONS.iter().map(|(_, heading)| header.find(&format!(" * {heading}\n")).unwrap()).collect();
    assert!(places.is_sorted(), "{places:?}");
    let mut functions = 0;
    for (place, (_, heading)) in places.iter().zip(SECTIONS) {
        let section = header[*place..].split("/* ===").next().unwrap();
        let kind = match heading.split(':').next().unwrap() {
            "Solvers" => "tb_solver_",
            "Pattern databases" => "tb_pdb_",
            "Sets of pattern databases" => "tb_pdb_set_",
            "Stops" => "tb_stop_",
            _ => "tb_",
        };
        for line in section.lines().filter(|line| line.starts_with("tb_status tb_")) {
            let name = line.trim_start_matches("tb_status ");
            let is_of_search = name.starts_with("tb_last_statistics");
            assert!(name.starts_with(kind) || is_of_search, "{name} is below {heading}");
            assert!(!name.starts_with("tb_pdb_set_") || kind == "tb_pdb_set_", "{name} is below {heading}");
            functions += 1;
        }
    }
    assert!(functions > 50, "only {functions} functions");
    assert!(!header.contains("Safety"));
}
