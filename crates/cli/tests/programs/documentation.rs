//! Runs every command in the README and in `docs`, and compares its output with that on the page.
//!
//! Pages show complete, real output. Durations and rates are masked everywhere. Anything else that
//! varies between runs is listed, with a reason, in `crates/cli/tests/documentation/varies.toml`.
//! `UPDATE=1` rewrites outputs that differ.

use std::path::Path;

use crate::common::{folder, program, project, run};
use crate::masks::{self, Masks};

mod architecture;
mod console;
mod links;
mod navigation;
mod numbers;
mod pages;

use console::{Console, Server};
use pages::{names, read, rewrite};

/// Runs the commands of a page in a temporary folder that contains the repository's `tests/solvers`
/// and `examples`.
fn check(name: &str, server: Option<&Server>) {
    let page = read(name);
    let console = Console::parse(&page);
    assert!(!console.commands.is_empty(), "{name} has no `console` block: remove it from the list");
    let folder = folder();
    std::fs::create_dir_all(folder.path().join("tests")).unwrap();
    for shown in ["tests/solvers", "examples"] {
        std::os::unix::fs::symlink(project().join(shown), folder.path().join(shown)).unwrap();
    }
    let bin = Path::new(program("pdb-gen", folder.path()).get_program()).parent().unwrap().to_owned();

    let masks = Masks::of_page(name);
    let mut outputs = Vec::new();
    let mut faults = Vec::new();
    for command in &console.commands {
        let output = command.run(folder.path(), &bin, server);
        assert!(
            !output.contains("For more information, try"),
            "{name}\n$ {}\nis not how the program is used:\n{output}",
            command.text
        );
        if masks.are_alike(&command.text, &command.output, &output) {
            outputs.push(None);
        } else {
            faults.push(format!("$ {}\n--- shown\n{}--- printed\n{output}", command.text, command.output));
            outputs.push(Some(output));
        }
    }
    if !faults.is_empty() && pages::update() {
        rewrite(name, |text| Console::parse(text).with_outputs(&outputs));
    } else {
        assert!(faults.is_empty(), "{name} (UPDATE=1 rewrites it)\n{}", faults.join("\n"));
    }
    masks.assert_used(name);
}

/// Defines one test per page with commands, so that a filter can run a single page.
macro_rules! pages {
    ($($test:ident: $page:literal,)*) => {
        /// The pages whose commands need no server.
        const PAGES: &[&str] = &[$($page),*];
        $(#[test] fn $test() { check($page, None); })*
    };
}

pages! {
    commands_in_readme: "README.md",
    commands_in_algorithms: "docs/algorithms.md",
    commands_in_check_and_validate: "docs/check-and-validate.md",
    commands_in_cluster: "docs/cluster.md",
    commands_in_format: "docs/format.md",
    commands_in_grading: "docs/grading.md",
    commands_in_index: "docs/index.md",
    commands_in_labels: "docs/labels.md",
    commands_in_larger_puzzles: "docs/larger-puzzles.md",
    commands_in_level_files: "docs/level-files.md",
    commands_in_my_solver: "docs/my-solver.md",
    commands_in_notation: "docs/notation.md",
    commands_in_results: "docs/results.md",
    commands_in_solve: "docs/solve.md",
    commands_in_tables: "docs/tables.md",
}

/// The page whose commands call a server.
const SERVED: &str = "docs/serve.md";

#[cfg(feature = "serve")]
#[test]
fn commands_in_serve() {
    let server = crate::server::Server::start(&[]);
    check(SERVED, Some(&Server { shown: "127.0.0.1:8080", address: server.address.clone() }));
}

#[test]
fn every_page_with_commands_is_run() {
    for name in names() {
        let is_listed = PAGES.contains(&name.as_str()) || name == SERVED;
        let has_commands = !Console::parse(&read(&name)).commands.is_empty();
        assert!(is_listed || !has_commands, "{name} has commands: add it to the list of pages");
    }
}

#[test]
fn pages_show_no_test_markers() {
    for name in names() {
        for (number, line) in read(&name).lines().enumerate() {
            let number = number + 1;
            assert!(!line.contains("[..]"), "{name}:{number}: show the real output");
            assert!(line.trim() != "...", "{name}:{number}: cut the output in the command, e.g. `| head -3`");
            assert!(
                !line.starts_with(' ') || line.trim() != "```console",
                "{name}:{number}: an indented `console` block would not be run"
            );
        }
    }
}

#[test]
fn listed_variations_name_pages_that_exist() {
    for page in masks::pages_listed() {
        assert!(
            PAGES.contains(&page.as_str()) || page == SERVED,
            "varies.toml lists {page}, which is not run"
        );
    }
}

/// A mask that covers a path or a number of moves would let a wrong answer pass.
#[test]
fn no_mask_covers_a_path_or_a_length() {
    let mut plants = 0;
    for name in PAGES.iter().copied().chain([SERVED]) {
        let masks = Masks::of_page(name);
        for command in Console::parse(&read(name)).commands {
            for planted in console::planted_errors(&command.output) {
                plants += 1;
                assert!(
                    !masks.are_alike(&command.text, &command.output, &planted),
                    "{name}\n$ {}\na wrong answer would pass:\n{planted}",
                    command.text
                );
            }
        }
    }
    assert!(plants >= 30, "only {plants} answers were found");
}

/// The code blocks of a page in a language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    text.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// The library's documentation includes the README, so its Rust block is a doctest.
#[test]
fn rust_block_of_readme_is_a_doctest() {
    assert_eq!(blocks(&read("README.md"), "rust").len(), 1);
    let library = std::fs::read_to_string(project().join("src/lib.rs")).unwrap();
    assert!(library.contains("include_str!(\"../README.md\")"));
}

#[test]
fn histogram_picture_is_what_info_draws() {
    let folder = folder();
    run("pdb-gen", folder.path(), &["build", "-q"]);
    let drawn = run("pdb-gen", folder.path(), &["info", "pdb/3x3-123456780.pdb", "--plot", "histogram.svg"]);
    assert!(drawn.status.success());
    pages::assert_picture("docs/histogram.svg", &folder.path().join("histogram.svg"));
}

#[test]
fn expanded_picture_is_what_compare_draws() {
    let folder = folder();
    let command = "compare --boards depths:10 -a \
                   breadth-first,bidirectional,greedy,astar,weighted-astar,ida -H manhattan --report \
                   charts/";
    assert!(read("docs/algorithms.md").contains(command), "docs/algorithms.md shows how");
    let args: Vec<&str> = command.split(' ').collect();
    assert_eq!(run("pdb-solve", folder.path(), &args).status.code(), Some(0));
    pages::assert_picture("docs/expanded.svg", &folder.path().join("charts/expanded.svg"));
}
