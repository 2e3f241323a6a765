//! Every command of the README and of the manual, run, with its output compared.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::common::{folder, program, project, run};

/// The page whose commands ask a server.
const SERVED: &str = "docs/serve.md";

/// The README, and the pages of the manual.
const PAGES: [&str; 10] = [
    "README.md",
    "docs/solve.md",
    "docs/tables.md",
    "docs/my-solver.md",
    "docs/check-and-validate.md",
    "docs/grading.md",
    "docs/algorithms.md",
    "docs/notation.md",
    "docs/larger-puzzles.md",
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

/// A server in a folder, which is ended with this.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(folder: &Path) -> Self {
        let mut command = program("pdb-solve", folder);
        let mut child = command
            .args(["serve", "--listen", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_start_matches("listening on http://").trim_end_matches(['/', '\n']);
        Self { child, address: address.to_owned() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Runs the commands of a page one after the other, in a folder of its own, and compares what they print. Gives their
/// number.
fn run_page(name: &str) -> usize {
    let folder = folder();
    // The solvers that are put on trial.
    let solvers = project().join("tests/solvers");
    fs::create_dir_all(folder.path().join("tests")).unwrap();
    std::os::unix::fs::symlink(solvers, folder.path().join("tests/solvers")).unwrap();
    let bin = Path::new(program("pdb-gen", folder.path()).get_program()).parent().unwrap().to_owned();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let server = (name == SERVED).then(|| Server::start(folder.path()));
    // Pages name the usual address, where somebody else may be listening.
    let address = server.as_ref().map_or("127.0.0.1:8080", |server| server.address.as_str());
    let mut commands = 0;
    for block in blocks(&page(name), "console") {
        for part in format!("\n{block}").split("\n$ ").skip(1) {
            let (command, expected) = part.split_once('\n').unwrap_or((part, ""));
            let output = Command::new("sh")
                .args(["-c", &command.replace("127.0.0.1:8080", address)])
                .current_dir(folder.path())
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
    let is_there = |name: &&str| cfg!(feature = "serve") || *name != SERVED;
    let commands: Vec<usize> = PAGES.into_iter().filter(is_there).map(run_page).collect();
    assert!(commands.iter().all(|commands| *commands >= 3), "{commands:?}: too few commands were found");
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
            others.clone().count() == 8
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
    let command = "compare --sample 10 -a breadth-first,bidirectional,greedy,astar,weighted-astar,ida -H manhattan --plot charts";
    assert!(page("docs/algorithms.md").contains(command), "the manual shows how");
    let args: Vec<&str> = command.split(' ').collect();
    assert_eq!(run("pdb-solve", folder.path(), &args).status.code(), Some(0));
    let kept = project().join("docs/expanded.svg");
    assert_eq!(fs::read(folder.path().join("charts/expanded.svg")).unwrap(), fs::read(kept).unwrap());
}
