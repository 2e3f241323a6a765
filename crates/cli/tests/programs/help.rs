//! `-h` of every command fits a screen, and starts with a description of the command.

use crate::common::{folder, parts, program};

/// Maximum number of lines of `-h`, with [`COLUMNS`] characters each.
const MAX_LINES: usize = 30;
const COLUMNS: usize = 80;

const COMMANDS: [(&str, &[&str]); 3] = [
    (
        "pdb-solve",
        &[
            "",
            "solve",
            "check",
            "validate",
            "grade",
            "compare",
            "explain",
            "sample",
            "label",
            "convert",
            "completions",
            "man",
        ],
    ),
    ("pdb-gen", &["", "build", "verify", "list", "info", "export", "count", "clean", "completions", "man"]),
    ("tilebase", &["", "solve", "validate", "build", "label", "completions", "man"]),
];

fn help(name: &str, command: &str, flag: &str) -> String {
    let folder = folder();
    let words: Vec<&str> = command.split_whitespace().chain([flag]).collect();
    let output = program(name, folder.path()).env("COLUMNS", "80").args(words).output().unwrap();
    let (code, out, err) = parts(&output);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{name} {command} {flag}");
    out
}

#[test]
fn the_short_help_of_every_command_fits_a_screen() {
    let served: &[(&str, &[&str])] = if cfg!(feature = "serve") { &[("pdb-solve", &["serve"])] } else { &[] };
    let mut faults = Vec::new();
    for (name, commands) in COMMANDS.iter().chain(served) {
        for command in *commands {
            let text = help(name, command, "-h");
            let lines = text.lines().count();
            let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            if lines > MAX_LINES || widest > COLUMNS {
                faults.push(format!("{name} {command}: {lines} lines, {widest} columns"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A doc comment on a flattened struct of options can replace the description of a command.
#[test]
fn every_help_starts_with_what_the_command_does() {
    for (name, commands) in COMMANDS {
        let list = help(name, "", "-h");
        for command in commands.iter().filter(|command| !command.is_empty()) {
            let [short, long] = ["-h", "--help"].map(|flag| help(name, command, flag));
            let [first, of_long] = [&short, &long].map(|text| text.lines().next().unwrap_or_default());
            assert_eq!(first, of_long, "{name} {command}");
            assert!(!first.starts_with("The option"), "{name} {command}: {first}");
            let listed = list.lines().find(|line| line.trim().starts_with(&format!("{command} ")));
            let described = listed.map(|line| line.trim()[command.len()..].trim());
            assert!(described.is_none_or(|listed| first.starts_with(listed)), "{name} {command}: {first}");
        }
    }
}

#[test]
fn help_is_also_a_command() {
    assert_eq!(help("pdb-solve", "help", "check"), help("pdb-solve", "check", "--help"));
    assert_eq!(help("pdb-gen", "help", "build"), help("pdb-gen", "build", "--help"));
}
