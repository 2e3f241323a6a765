//! Exports read by other programs: Python with its standard library, and NumPy and SQLite's shell
//! if installed.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::{folder, parts, project, run};

const FILES: [&str; 7] = ["t.pdb", "--csv", "t.csv", "--npy", "t.npy", "--npy-boards", "t-boards.npy"];

/// A table and its exports, under the names of [`FILES`].
fn export_all(folder: &Path, build: &[&str]) {
    let commands = [
        &[&["build", "-q", "--force", "-o", "t.pdb"], build].concat()[..],
        &["export", "t.pdb", "-o", "t.csv"],
        &["export", "t.pdb", "-o", "t.npy"],
        &["export", "t.pdb", "-o", "t-boards.npy", "--as", "npy-boards"],
    ];
    for args in commands {
        assert!(run("pdb-gen", folder, args).status.success(), "{args:?}");
    }
}

fn read_table(folder: &Path, args: &[&str]) -> Output {
    let example = project().join("examples/read_table.py");
    let mut python = Command::new("python3");
    python.arg(example).args(FILES).args(args).current_dir(folder);
    python.output().expect("python3, which scripts/test installs")
}

#[test]
fn the_python_example_finds_that_all_files_agree() {
    let folder = folder();
    let builds: [(&[&str], &str); 3] = [
        (&[], "181440 boards agree\n"),
        (&["3x2", "--goal", "snail"], "360 boards agree\n"),
        (&["2x4", "--goal", "blank-first"], "20160 boards agree\n"),
    ];
    for (build, expected) in builds {
        export_all(folder.path(), build);
        let (code, out, err) = parts(&read_table(folder.path(), &["--all"]));
        assert_eq!((code, out.as_str()), (Some(0), expected), "{err}");
        eprint!("{err}");
    }
}

#[test]
fn the_python_example_checks_solvability() {
    let folder = folder();
    export_all(folder.path(), &[]);
    let (code, out, err) = parts(&read_table(folder.path(), &["638541720", "812043765", "123456780"]));
    assert_eq!(
        (code, out.as_str()),
        (Some(0), "638541720: 28\n812043765: unsolvable\n123456780: 0\n"),
        "{err}"
    );
}

#[test]
fn the_python_example_finds_differences() {
    let folder = folder();
    // The offset of the first state's distance; for the CSV, the offset of its first digit.
    for (file, place, complaint) in [
        ("t.csv", "board,distance\n012345678,".len(), "the CSV disagrees on 012345678"),
        ("t.npy", 128, "the array of distances disagrees on 012345678"),
        ("t-boards.npy", 128 + 9, "the array of records disagrees on 012345678"),
        ("t.pdb", 4096, "chunk 0 of t.pdb is damaged"),
    ] {
        export_all(folder.path(), &[]);
        let mut bytes = fs::read(folder.path().join(file)).unwrap();
        bytes[place] ^= 1;
        fs::write(folder.path().join(file), bytes).unwrap();
        let (code, out, err) = parts(&read_table(folder.path(), &["--all"]));
        assert!(code == Some(1) && out.is_empty() && err.contains(complaint), "{file}: {err}");
    }
}

/// The commands shown in the manual.
#[test]
fn the_shell_of_sqlite_imports_the_csv() {
    let page = fs::read_to_string(project().join("docs/tables.md")).unwrap();
    let begin = page.find("CREATE TABLE distances").expect("the manual shows how");
    let script = page[begin..].split("```").next().unwrap();
    let folder = folder();
    run("pdb-gen", folder.path(), &["build", "-q", "-o", "t.pdb"]);
    assert!(run("pdb-gen", folder.path(), &["export", "t.pdb", "-o", "distances.csv"]).status.success());
    let shell = Command::new("sqlite3")
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut shell) = shell else {
        eprintln!("not checked: sqlite3, the shell, is not installed");
        return;
    };
    shell.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let (code, out, err) = parts(&shell.wait_with_output().unwrap());
    assert_eq!((code, out.as_str(), err.as_str()), (Some(0), "012345678|22\n181440|31\n", ""));
}
