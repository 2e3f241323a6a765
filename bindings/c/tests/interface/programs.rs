//! Programs in C and C++, compiled by every installed compiler, linked with both libraries, and
//! run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use tilebase::space::StateIndex;
use tilebase::{Goal, Oracle, Shape};

use super::building::{
    Language, Linked, command, compile, compiler_command, is_installed, not_checked, prefix, text,
};
use super::common::{crate_folder, header};

/// One program per compiler and library.
pub fn programs(source: &Path, folder: &Path) -> Vec<PathBuf> {
    let mut programs = Vec::new();
    for compiler in Language::of(source).compilers() {
        for linked in [Linked::Shared, Linked::Static] {
            let program = folder.join(format!("{compiler}-{linked:?}"));
            compile(compiler, source, linked, &program);
            programs.push(program);
        }
    }
    programs
}

pub fn output(command: &mut Command) -> Vec<u8> {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}\n{}", output.status, text(&output.stderr));
    output.stdout
}

/// Runs a program under valgrind, which fails on any invalid access and lost memory. Memory that
/// threads and the standard library keep until the end does not count as lost.
fn run_under_valgrind(program: &Path, args: &[&str], folder: &Path) -> Option<Vec<u8>> {
    if !is_installed("valgrind") {
        not_checked("valgrind is not installed");
        return None;
    }
    let mut valgrind = command("valgrind");
    valgrind.args([
        "-q",
        "--error-exitcode=99",
        "--leak-check=full",
        "--errors-for-leak-kinds=definite,indirect",
    ]);
    valgrind.args(["--show-leak-kinds=definite,indirect"]).arg(program).args(args).current_dir(folder);
    Some(output(&mut valgrind))
}

const SOLVED: &str = "\
28 moves: UULDDLUURDLDRURDLURULDLURRDD
13 shortest paths
U leads to a distance of 27, which is optimal
L leads to a distance of 27, which is optimal
";

const PATTERN_DATABASES: &str = "\
524160 entries in 23 levels; this board: 15
524160 entries in 24 levels; this board: 11
524160 entries in 23 levels; this board: 19
at least 45 moves, not consistent
";

const SOLVED_15_PUZZLE: &str = "\
12 moves: LUULLURDRDRD
known without a search: at least 10
with a detour: 14 moves, 2 more than needed
given up: it is at least 50 moves away
";

const HEURISTICS: &str = "\
3x3: 31 0
4x4: at least 47
consistent: 1 0
";

#[test]
fn the_examples_print_the_expected_output() {
    let examples = [
        ("solve.c", SOLVED),
        ("pattern_databases.c", PATTERN_DATABASES),
        ("solve.cpp", SOLVED_15_PUZZLE),
        ("hog2_heuristic.cpp", HEURISTICS),
    ];
    for (name, expected) in examples {
        let folder = TempDir::new().unwrap();
        let programs = programs(&crate_folder().join("examples").join(name), folder.path());
        for program in &programs {
            assert_eq!(text(&output(&mut command(program))), expected, "{}", program.display());
        }
        for program in &programs[..2] {
            let printed = run_under_valgrind(program, &[], folder.path());
            assert!(printed.is_none_or(|printed| text(&printed) == expected), "{}", program.display());
        }
    }
}

#[test]
fn the_cpp_classes_work_and_throw_the_right_exceptions() {
    let folder = TempDir::new().unwrap();
    for program in programs(&crate_folder().join("tests/c/classes.cpp"), folder.path()) {
        output(command(&program).current_dir(folder.path()));
    }
}

/// The forms with `std::span` exist only in C++20.
#[test]
fn the_cpp_classes_work_in_cpp_20() {
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("classes");
    let compiler = Language::Cpp.compilers()[0];
    let mut compiling = compiler_command(compiler, Language::Cpp);
    compiling.arg("-std=c++20").arg(crate_folder().join("tests/c/classes.cpp")).arg("-o").arg(&program);
    compiling.arg(format!("-L{}", prefix().join("lib").display())).arg("-ltilebase");
    output(&mut compiling);
    output(command(&program).current_dir(folder.path()));
}

#[test]
fn the_example_in_c_takes_any_board() {
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("solve");
    let compiler = Language::C.compilers()[0];
    compile(compiler, &crate_folder().join("examples/solve.c"), Linked::Shared, &program);
    let run = |tiles: &str| {
        let output = command(&program).args(tiles.split(' ')).output().unwrap();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    assert_eq!(run("2 1 3 4 5 6 7 8 0"), (Some(0), "no moves lead to the goal\n".to_owned(), String::new()));
    let (code, _, errors) = run("1 1 3 4 5 6 7 8 0");
    let expected = "TB_STATUS_BAD_BOARD: not a 3x3 board: tile 1 appears twice; tile 2 is missing\n";
    assert_eq!((code, errors.as_str()), (Some(1), expected));
    let (code, _, errors) = run("1 2 3");
    assert_eq!((code, errors.contains("expected 9 tiles, found 3")), (Some(1), true), "{errors}");
}

/// The distance of each board, computed by a program in C: single boards as bytes and as 32-bit
/// numbers, and batches.
#[test]
fn all_181440_distances_equal_those_of_the_library() {
    let goal = Goal::blank_last(Shape::new(3, 3).unwrap());
    let oracle = Oracle::build(&goal).unwrap();
    let distance = |number| {
        let board = oracle.space().board_at(StateIndex::new(number)).unwrap();
        oracle.distance(&board).unwrap().moves()
    };
    let expected: Vec<u8> = (0..181_440).map(distance).collect();
    let folder = TempDir::new().unwrap();
    for program in programs(&crate_folder().join("tests/c/all_distances.c"), folder.path()) {
        assert!(output(&mut command(&program)) == expected, "{}", program.display());
    }
}

#[test]
fn thousands_of_bad_calls_crash_nothing() {
    let folder = TempDir::new().unwrap();
    let programs = programs(&crate_folder().join("tests/c/random_calls.c"), folder.path());
    for (seed, program) in (1..).zip(&programs) {
        let mut calling = command(program);
        calling.args([&seed.to_string(), "60000"]).current_dir(folder.path());
        let printed = text(&output(&mut calling));
        assert!(printed.starts_with("60000 calls, "), "{printed}");
    }
    if let Some(printed) = run_under_valgrind(&programs[0], &["9", "3000"], folder.path()) {
        assert!(printed.starts_with(b"3000 calls, "));
    }
    with_sanitizers(&folder);
}

/// Runs the caller's code under the address and undefined-behavior sanitizers, which detect writes
/// beyond its buffers.
fn with_sanitizers(folder: &TempDir) {
    let program = folder.path().join("sanitized");
    let compiler = Language::C.compilers()[0];
    let mut compiling = compiler_command(compiler, Language::C);
    compiling.args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
    compiling.arg(crate_folder().join("tests/c/random_calls.c")).arg("-o").arg(&program);
    compiling.arg(format!("-L{}", prefix().join("lib").display())).arg("-ltilebase");
    if !compiling.output().unwrap().status.success() {
        not_checked(&format!("{compiler} has no sanitizers here"));
        return;
    }
    output(command(&program).args(["10", "20000"]).current_dir(folder.path()));
}

/// Compiles the headers as C11, C++17 and all later standards that the compiler knows, included
/// twice.
#[test]
fn the_headers_compile_alone() {
    let folder = TempDir::new().unwrap();
    let cpp_header = header().with_extension("hpp");
    for (language, standards, name, included) in [
        (Language::C, &["c11", "c17", "c2x"][..], "a.c", header()),
        (Language::Cpp, &["c++11", "c++17", "c++20", "c++2b"], "b.cpp", header()),
        (Language::Cpp, &["c++17", "c++20", "c++2b"], "c.cpp", cpp_header),
    ] {
        let source = folder.path().join(name);
        let line = format!("#include <{}>\n", included.file_name().unwrap().to_str().unwrap());
        fs::write(&source, format!("{line}{line}int main(void) {{ return (int)tb_handles_alive(); }}\n"))
            .unwrap();
        for compiler in language.compilers() {
            for standard in standards {
                let mut compiling = compiler_command(compiler, language);
                compiling.arg(format!("-std={standard}")).arg("-fsyntax-only").arg(&source);
                let output = compiling.output().unwrap();
                assert!(output.status.success(), "{compiling:?}:\n{}", text(&output.stderr));
            }
        }
    }
}
