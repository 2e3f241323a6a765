//! Compiles and runs every program in the README, and compares its output.

use std::fs;

use tempfile::TempDir;

use super::building::{command, is_installed, not_checked, prefix, text};
use super::common::crate_folder;
use super::programs::{output, programs};

/// The code blocks of a page: the language and the text of each.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut parts = page.split("```");
    let mut blocks = Vec::new();
    while let (Some(_words), Some(block)) = (parts.next(), parts.next()) {
        let (kind, text) = block.split_once('\n').unwrap();
        blocks.push((kind.to_owned(), text.to_owned()));
    }
    blocks
}

#[test]
fn every_program_prints_the_output_shown() {
    let page = fs::read_to_string(crate_folder().join("README.md")).unwrap();
    let blocks = blocks(&page);
    let mut run = 0;
    for (place, (kind, code)) in blocks.iter().enumerate() {
        let ending = match kind.as_str() {
            "c" => "c",
            "cpp" => "cpp",
            _ => continue,
        };
        let (below, expected) = &blocks[place + 1];
        assert_eq!(below, "text", "what it prints stands below: {code}");
        let folder = TempDir::new().unwrap();
        let source = folder.path().join(format!("example.{ending}"));
        fs::write(&source, code).unwrap();
        for program in programs(&source, folder.path()) {
            assert_eq!(&text(&output(&mut command(&program))), expected, "{}", program.display());
        }
        run += 1;
    }
    assert_eq!(run, 4, "two in C, one in C++, one for HOG2");
}

/// The README of the project shows lines of C without a main function, ending with a comment that
/// has the path they find.
#[test]
fn c_lines_of_the_project_readme_find_the_path() {
    let page = fs::read_to_string(crate_folder().join("../../README.md")).unwrap();
    let code: Vec<_> = blocks(&page).into_iter().filter(|(kind, _)| kind == "c").collect();
    let [(_, code)] = code.as_slice() else { panic!("expected one block of C, found {}", code.len()) };
    let (_, expected) = code.trim_end().rsplit_once("// ").expect("the last line ends with the path");
    let folder = TempDir::new().unwrap();
    let source = folder.path().join("example.c");
    let includes = "#include <stdio.h>\n#include <tilebase.h>\n";
    let program =
        format!("{includes}int main(void) {{\n{code}puts(path);\ntb_solver_free(solver);\nreturn 0;\n}}\n");
    fs::write(&source, program).unwrap();
    for program in programs(&source, folder.path()) {
        assert_eq!(text(&output(&mut command(&program))).trim_end(), expected, "{}", program.display());
    }
}

/// Runs the compile commands of the README as they are, in a folder with the examples.
#[test]
fn every_command_that_compiles_does() {
    if !is_installed("pkg-config") {
        not_checked("pkg-config is not installed");
        return;
    }
    let page = fs::read_to_string(crate_folder().join("README.md")).unwrap();
    let folder = TempDir::new().unwrap();
    for name in ["solve.c", "solve.cpp"] {
        fs::copy(crate_folder().join("examples").join(name), folder.path().join(name)).unwrap();
    }
    let blocks = blocks(&page);
    let commands = blocks.iter().filter(|(kind, _)| kind == "sh").flat_map(|(_, commands)| commands.lines());
    let mut made = Vec::new();
    for line in commands.filter(|line| line.starts_with("cc ") || line.starts_with("c++ ")) {
        let mut shell = command("sh");
        shell.args(["-c", line]).current_dir(folder.path());
        output(shell.env("PKG_CONFIG_PATH", prefix().join("lib/pkgconfig")));
        let program = folder.path().join(line.rsplit(' ').next().unwrap());
        made.push(text(&output(&mut command(program))).lines().next().unwrap_or_default().to_owned());
    }
    assert_eq!(made, ["28 moves: UULDDLUURDLDRURDLURULDLURRDD", "12 moves: LUULLURDRDRD"]);
}
