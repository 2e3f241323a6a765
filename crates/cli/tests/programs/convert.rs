//! `pdb-solve convert` from a user's point of view.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use crate::common::{folder, parts, program, run};

#[test]
fn boards_are_converted_and_assumptions_reported() {
    let folder = folder();
    let convert = |args: &[&str]| parts(&run("pdb-solve", folder.path(), &[&["convert"], args].concat()));
    let (code, out, err) = convert(&["1 2 3/4 5 6/7 8 _", "--to", "princeton"]);
    assert_eq!((code, out.as_str()), (Some(0), "3\n1 2 3\n4 5 6\n7 8 0\n"));
    assert_eq!(err, "pdb-solve: line 1: form slash; shape 3x3; blank _\n");
    let (code, out, err) = convert(&["123450", "412503", "--to", "python", "-q"]);
    assert_eq!((code, out.as_str(), err.as_str()), (Some(0), "[1, 2, 3, 4, 5, 0]\n[4, 1, 2, 5, 0, 3]\n", ""));
    let (code, out, err) = convert(&["123450", "--shape", "3x2", "--to", "grid"]);
    assert_eq!((code, out.as_str()), (Some(0), "1 2\n3 4\n5 0\n"));
    assert_eq!(err, "pdb-solve: line 1: form digits; shape 3x2; blank 0\n");
    let (_, out, err) = convert(&["123456789", "--blank", "largest"]);
    assert_eq!((out.as_str(), err.contains("blank the largest number, 9")), ("123456780\n", true));
    let (code, _, err) = convert(&["absent.txt"]);
    assert_eq!(code, Some(2));
    assert!(err.starts_with("pdb-solve: no such file: absent.txt"), "{err}");
    let (code, out, err) = convert(&["1,2,3,0", "--from", "json"]);
    assert_eq!((code, out.as_str(), err.contains("found commas")), (Some(2), "", true));
    let (code, _, err) = convert(&["123450", "--to", "42"]);
    assert_eq!(
        (code, err.contains("the form 42 supports only square boards, but this one is 2x3")),
        (Some(2), true)
    );
}

#[test]
fn one_bad_board_does_not_stop_the_others() {
    let folder = folder();
    let text = "3\n1 2 3\n4 5 6\n7 8 0\n\n3\n1 2 3\n4 5 6\n7 8 8\n\n638541720\n12345x78\n";
    fs::write(folder.path().join("boards.txt"), text).unwrap();
    let (code, out, err) =
        parts(&run("pdb-solve", folder.path(), &["convert", "boards.txt", "--to", "grid", "-q"]));
    assert_eq!((code, out.as_str()), (Some(2), "1 2 3\n4 5 6\n7 8 0\n\n6 3 8\n5 4 1\n7 2 0\n"));
    let lines: Vec<&str> = err.lines().collect();
    assert!(lines[0].starts_with("pdb-solve: boards.txt: line 9, column 5: tile 8 appears twice"), "{err}");
    assert!(lines[1].starts_with("pdb-solve: boards.txt: line 12, column "), "{err}");
    assert_eq!(lines.len(), 2);
    fs::write(folder.path().join("empty.txt"), "# nothing\n").unwrap();
    let (code, _, err) = parts(&run("pdb-solve", folder.path(), &["convert", "empty.txt"]));
    assert_eq!((code, err.as_str()), (Some(2), "pdb-solve: empty.txt: expected a board, found none\n"));
}

#[test]
fn the_standard_input_is_read_without_arguments() {
    let folder = folder();
    for args in [&["convert", "-q"][..], &["convert", "-", "-q"]] {
        let mut child = program("pdb-solve", folder.path())
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(b"[[6,3,8],[5,4,1],[7,2,0]]\n").unwrap();
        assert_eq!(child.wait_with_output().unwrap().stdout, b"638541720\n");
    }
}

#[test]
fn an_argument_that_is_a_board_and_a_file_is_rejected() {
    let folder = folder();
    fs::write(folder.path().join("1230"), "1203\n").unwrap();
    let (code, _, err) = parts(&run("pdb-solve", folder.path(), &["convert", "1230"]));
    assert_eq!(code, Some(2));
    assert_eq!(err, "pdb-solve: 1230 is both a board and a file; for the file write ./1230\n");
    let (code, out, _) = parts(&run("pdb-solve", folder.path(), &["convert", "./1230"]));
    assert_eq!((code, out.as_str()), (Some(0), "1203\n"));
}

#[test]
fn moves_and_paths_are_converted() {
    let folder = folder();
    let convert = |args: &[&str]| parts(&run("pdb-solve", folder.path(), &[&["convert"], args].concat()));
    let moves = ["123456780", "--apply", "up, left, left", "--to-move-form"];
    for (form, expected) in [
        ("letters", "ULL\n"),
        ("counts", "UL2\n"),
        ("numbers", "6 5 4\n"),
        ("arrows", "↑←←\n"),
        ("compass", "NWW\n"),
    ] {
        let (code, out, err) = convert(&[&moves[..], &[form]].concat());
        assert_eq!((code, out.as_str()), (Some(0), expected));
        assert!(err.ends_with("pdb-solve: reading the moves as words\n"), "{err}");
    }
    let (_, out, _) = convert(&[&moves[..], &["words", "--to-moves", "tile"]].concat());
    assert_eq!(out, "down right right\n");
    let (code, out, err) = convert(&[&moves[..], &["letters", "--moves", "tile"]].concat());
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("step 1 (line 1, column 1): the blank of 123456780 can't go down"), "{err}");
    let (_, path, _) = convert(&[&moves[..], &["boards", "--to", "grid"]].concat());
    assert_eq!(path.lines().count(), 4 * 3 + 3);
    fs::write(folder.path().join("path.txt"), &path).unwrap();
    let (code, out, err) = convert(&["--path", "path.txt"]);
    assert_eq!(
        (code, out.as_str(), err.as_str()),
        (Some(0), "ULL\n", "pdb-solve: path.txt: form grid; shape 3x3; blank 0\n")
    );
    fs::write(folder.path().join("path.txt"), path.replace("1 2 3", "1 3 2")).unwrap();
    assert_eq!(convert(&["--path", "path.txt", "-q"]).0, Some(0), "a path need not lead to the goal");
    for args in [
        &["--to-move-form", "words", "1230"][..],
        &["--moves", "tile", "1230"],
        &["--path", "1230", "--to", "grid"],
    ] {
        assert_eq!(convert(args).0, Some(2), "{args:?}");
    }
}
