//! A reader that closes the pipe is not an error, whatever is written.

use std::fs;
use std::io::pipe;
use std::process::Stdio;

use crate::common::{folder, program, run};

/// Commands that write to standard output, in each of their formats.
const COMMANDS: [(&str, &str); 41] = [
    ("pdb-solve", "638541720"),
    ("pdb-solve", "867254301 --show --paths count"),
    ("pdb-solve", "867254301 --paths all --format json"),
    ("pdb-solve", "867254301 --format csv"),
    ("pdb-solve", "867254301 --algorithm greedy --trace"),
    ("pdb-solve", "867254301 --algorithm greedy --trace --format json"),
    ("pdb-solve", "--input boards.txt"),
    ("pdb-solve", "--input boards.txt --format json"),
    ("pdb-solve", "--input boards.txt --format csv"),
    ("pdb-solve", "sample -n 100"),
    ("pdb-solve", "sample -n 100 --format csv"),
    ("pdb-solve", "sample -n 100 --format json"),
    ("pdb-solve", "label -n 100 -o labels"),
    ("pdb-solve", "label -n 100 -o labels --format json"),
    ("pdb-solve", "convert -q boards.txt"),
    ("pdb-solve", "check answers.txt"),
    ("pdb-solve", "check answers.txt --format json"),
    ("pdb-solve", "check answers.txt --format csv"),
    ("pdb-solve", "compare --boards keogh"),
    ("pdb-solve", "compare --boards keogh --format csv"),
    ("pdb-solve", "compare --boards keogh --format json"),
    ("pdb-solve", "validate --boards depths:1 -- cat"),
    ("pdb-solve", "validate --boards depths:1 --format json -- cat"),
    ("pdb-solve", "validate --boards depths:1 --format csv -- cat"),
    ("pdb-solve", "completions bash"),
    ("pdb-solve", "man"),
    ("pdb-gen", "build --force"),
    ("pdb-gen", "build --force --format json"),
    ("pdb-gen", "count"),
    ("pdb-gen", "count --format json"),
    ("pdb-gen", "verify pdb/3x3-123456780.pdb"),
    ("pdb-gen", "verify pdb/3x3-123456780.pdb --astar 10"),
    ("pdb-gen", "info pdb/3x3-123456780.pdb"),
    ("pdb-gen", "info pdb/3x3-123456780.pdb --format json"),
    ("pdb-gen", "export pdb/3x3-123456780.pdb -o - --as csv"),
    ("pdb-gen", "export pdb/3x3-123456780.pdb -o - --as npy-boards"),
    ("pdb-gen", "list"),
    ("pdb-gen", "list --format json"),
    ("pdb-gen", "clean"),
    ("pdb-gen", "completions zsh"),
    ("pdb-gen", "man"),
];

#[test]
fn a_closed_output_is_not_an_error() {
    let folder = folder();
    run("pdb-gen", folder.path(), &["build", "-q"]);
    fs::write(folder.path().join("boards.txt"), "638541720\n867254301\n".repeat(20)).unwrap();
    fs::write(folder.path().join("answers.txt"), "123456780 0\n".repeat(5000)).unwrap();
    for (name, args) in COMMANDS {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let mut command = program(name, folder.path());
        let child = command.args(args.split(' ')).stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped());
        let output = child.spawn().unwrap().wait_with_output().unwrap();
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{name} {args}: {messages}");
        assert!(!messages.contains("pipe") && !messages.contains("writ"), "{name} {args}: {messages}");
    }
}
