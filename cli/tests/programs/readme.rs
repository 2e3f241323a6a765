//! Every command of the README and of the manual, run, with its output compared.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{folder, program, project, run};

/// The address that a server has if nobody says otherwise.
const ADDRESS: &str = "127.0.0.1:8080";

/// The page whose commands ask one.
const SERVED: &str = "docs/serve.md";

/// The README, and the pages of the manual.
const PAGES: [&str; 12] = [
    "README.md",
    "docs/solve.md",
    "docs/tables.md",
    "docs/my-solver.md",
    "docs/check-and-validate.md",
    "docs/grading.md",
    "docs/algorithms.md",
    "docs/notation.md",
    "docs/larger-puzzles.md",
    "docs/labels.md",
    "docs/results.md",
    SERVED,
];

fn page(name: &str) -> String {
    fs::read_to_string(project().join(name)).unwrap()
}

/// The text of the code blocks of a kind.
fn blocks<'a>(text: &'a str, kind: &str) -> Vec<&'a str> {
    let begin = format!("```{kind}\n");
    text.split(&begin).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// Does a line look as it should? `[..]` stands for any text.
fn is_like(line: &str, expected: &str) -> bool {
    let mut parts = expected.split("[..]");
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let is_last = parts.peek().is_none();
        let place =
            if is_last { rest.ends_with(part).then(|| rest.len() - part.len()) } else { rest.find(part) };
        let Some(place) = place else { return false };
        rest = &rest[place + part.len()..];
    }
    rest.is_empty()
}

/// Compares an output with what is expected; a last line `...` stands for any more lines. The two streams of a
/// program are shown one after the other, in either order.
fn is_output_like(output: &str, expected: &str) -> bool {
    let (lines, mut wanted): (Vec<&str>, Vec<&str>) = (output.lines().collect(), expected.lines().collect());
    let goes_on = wanted.last() == Some(&"...");
    if goes_on {
        wanted.pop();
    }
    let long_enough = if goes_on { lines.len() > wanted.len() } else { lines.len() == wanted.len() };
    long_enough && lines.iter().zip(&wanted).all(|(line, expected)| is_like(line, expected))
}

#[test]
fn a_pattern_matches_what_it_should_only() {
    assert!(is_like("took 0.5 s", "took [..] s") && is_like("abc", "abc") && is_like("abc", "a[..]"));
    assert!(!is_like("took 0.5 min", "took [..] s") && !is_like("abcd", "abc") && !is_like("b", "a[..]"));
    assert!(
        is_output_like("a\nb\n", "a\n...\n")
            && !is_output_like("b\na\n", "a\n...\n")
            && !is_output_like("a\nb\n", "a\n")
    );
}

/// Runs the commands of a page one after the other, in a folder of its own, and compares what they print. Gives their
/// number. Pages name the usual address of a server, where somebody else may be listening: it stands for this one.
fn run_page(name: &str, folder: &Path, address: &str) -> usize {
    // The solvers that are put on trial.
    let solvers = project().join("tests/solvers");
    fs::create_dir_all(folder.join("tests")).unwrap();
    std::os::unix::fs::symlink(solvers, folder.join("tests/solvers")).unwrap();
    let bin = Path::new(program("pdb-gen", folder).get_program()).parent().unwrap().to_owned();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let mut commands = 0;
    for block in blocks(&page(name), "console") {
        for part in format!("\n{block}").split("\n$ ").skip(1) {
            let (command, expected) = part.split_once('\n').unwrap_or((part, ""));
            let output = Command::new("sh")
                .args(["-c", &command.replace(ADDRESS, address)])
                .current_dir(folder)
                .env("PATH", &path)
                .env_remove("PDB_DIR")
                .output()
                .unwrap();
            let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
            let shown = is_output_like(&(out.clone() + &err), expected)
                || is_output_like(&(err.clone() + &out), expected);
            assert!(shown, "{name}\n$ {command}\n--- expected\n{expected}\n--- found\n{out}{err}");
            commands += 1;
        }
    }
    commands
}

#[test]
fn every_command_gives_what_its_page_shows() {
    let of_programs = PAGES.into_iter().filter(|name| *name != SERVED);
    let commands: Vec<usize> = of_programs.map(|name| run_page(name, folder().path(), ADDRESS)).collect();
    assert!(commands.iter().all(|commands| *commands >= 3), "{commands:?}: too few commands were found");
}

#[cfg(feature = "serve")]
#[test]
fn every_question_gets_what_its_page_shows() {
    let server = crate::server::Server::start(&[]);
    assert!(run_page(SERVED, server.folder.path(), &server.address) >= 3);
}

/// Every page of the manual is one that is run, and is found from the README or the page before.
#[test]
fn every_page_is_run_and_linked() {
    for entry in fs::read_dir(project().join("docs")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let has_commands =
            name.ends_with(".md") && !blocks(&page(&format!("docs/{name}")), "console").is_empty();
        assert!(!has_commands || PAGES.contains(&format!("docs/{name}").as_str()), "{name} is not run");
    }
    for name in PAGES.iter().filter_map(|page| page.strip_prefix("docs/")) {
        assert!(page("README.md").contains(&format!("(docs/{name})")), "the README does not link {name}");
        let others = PAGES.iter().filter(|other| other.starts_with("docs/") && !other.ends_with(name));
        assert!(
            others.clone().count() == 10
                && others.into_iter().all(|other| page(other).contains(&format!("({name})")))
        );
    }
}

/// The two commands of the first screen are those that `scripts/test` runs and is.
#[test]
fn the_first_screen_has_two_commands() {
    let text = page("README.md");
    assert_eq!(blocks(&text, "sh"), ["cargo run --release --bin pdb-solve -- 638541720\n", "scripts/test\n"]);
    let script = fs::read_to_string(project().join("scripts/test")).unwrap();
    assert!(script.contains("cargo run --release --bin pdb-solve -- 638541720"));
}

#[test]
fn the_picture_is_what_the_program_draws() {
    let folder = folder();
    run("pdb-gen", folder.path(), &["build", "-q"]);
    let drawn = run("pdb-gen", folder.path(), &["info", "pdb/3x3-123456780.pdb", "--plot", "histogram.svg"]);
    assert!(drawn.status.success());
    let kept = project().join("docs/histogram.svg");
    assert_eq!(fs::read(folder.path().join("histogram.svg")).unwrap(), fs::read(kept).unwrap());
}

/// The file that the library's page includes as a test.
#[test]
fn the_example_of_the_library_is_tested() {
    assert_eq!(blocks(&page("README.md"), "rust").len(), 1);
    let library = fs::read_to_string(project().join("src/lib.rs")).unwrap();
    assert!(library.contains("include_str!(\"../README.md\")"));
}

#[test]
fn the_chart_is_what_compare_draws() {
    let folder = folder();
    let command = "compare --boards depths:10 -a breadth-first,bidirectional,greedy,astar,weighted-astar,ida -H manhattan --report charts/";
    assert!(page("docs/algorithms.md").contains(command), "the manual shows how");
    let args: Vec<&str> = command.split(' ').collect();
    assert_eq!(run("pdb-solve", folder.path(), &args).status.code(), Some(0));
    let kept = project().join("docs/expanded.svg");
    assert_eq!(fs::read(folder.path().join("charts/expanded.svg")).unwrap(), fs::read(kept).unwrap());
}
