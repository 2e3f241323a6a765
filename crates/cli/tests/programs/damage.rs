//! Files that are truncated, changed, foreign, or missing: always a clear error, never an answer.

use std::fs;
use std::process::Command;

#[cfg(unix)]
use crate::common::run_as_nobody;
use crate::common::{default_table, distances, folder, forge_checksums, goal, parts, run};
use tilebase::board::Tile;
use tilebase::generate::Generator;
use tilebase::space::{Pattern, Space};
use tilebase::table::{Encoding, FormatError, Table};

/// The bytes of the 3x3 table in an encoding, or of a pattern database for encodings of patterns.
fn file_bytes(encoding: Encoding) -> Vec<u8> {
    let folder = folder();
    let file = folder.path().join("table.pdb");
    let goal = goal("123456780");
    let built = match encoding {
        Encoding::Byte | Encoding::Mod3 => distances(&goal),
        Encoding::Bit => {
            let pattern = Pattern::new(goal.shape(), (1..=6).map(Tile::new)).unwrap();
            Generator::new(Space::zero_aware(&goal, &pattern).unwrap()).distances().unwrap()
        }
    };
    built.encoded(encoding).unwrap().write_to(&file).unwrap();
    fs::read(file).unwrap()
}

fn problem(bytes: &[u8]) -> FormatError {
    Table::from_bytes(bytes).expect_err("this is no table")
}

#[test]
fn a_table_cut_at_any_length_is_refused() {
    for encoding in Encoding::ALL {
        let bytes = file_bytes(encoding);
        assert!(Table::from_bytes(&bytes).is_ok());
        assert_eq!(problem(&[]), FormatError::Empty);
        for len in 1..bytes.len() {
            match problem(&bytes[..len]) {
                FormatError::Truncated { expected, found } => {
                    assert_eq!(found, len as u64);
                    assert!(found < expected && expected <= bytes.len() as u64);
                }
                other => panic!("cut at {len}: {other}"),
            }
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(matches!(problem(&longer), FormatError::TooLong { .. }));
    }
}

#[test]
fn a_flip_of_any_byte_of_the_head_is_refused() {
    for encoding in Encoding::ALL {
        let mut bytes = file_bytes(encoding);
        for place in 0..4096 {
            for flip in [0x01, 0x80, 0xFF] {
                bytes[place] ^= flip;
                let problem = problem(&bytes);
                match place {
                    0..8 => assert!(matches!(problem, FormatError::Magic { .. }), "{place}: {problem}"),
                    8..12 => assert!(matches!(problem, FormatError::Version { .. }), "{place}: {problem}"),
                    12..16 => {}
                    _ => assert!(matches!(problem, FormatError::HeadChecksum { .. }), "{place}: {problem}"),
                }
                bytes[place] ^= flip;
            }
        }
        assert!(Table::from_bytes(&bytes).is_ok());
    }
}

#[test]
fn a_flip_of_any_bit_of_the_payload_is_refused_with_its_place() {
    for encoding in Encoding::ALL {
        let mut bytes = file_bytes(encoding);
        let step = if encoding == Encoding::Byte { 17 } else { 31 };
        let mut places = 0;
        for place in (4096..bytes.len()).step_by(step) {
            let flip = 1 << (place % 8);
            bytes[place] ^= flip;
            let FormatError::PayloadChecksum { from, to, .. } = problem(&bytes) else { panic!("{place}") };
            assert!((from..=to).contains(&(place as u64)));
            bytes[place] ^= flip;
            places += 1;
        }
        assert!(encoding != Encoding::Byte || places > 10_000);
    }
}

/// A head that was changed on purpose, with its checksum corrected: it still differs from what a
/// writer would write.
#[test]
fn a_forged_head_is_rejected_or_harmless() {
    let original = file_bytes(Encoding::Byte);
    let header_len = u32::from_le_bytes(original[12..16].try_into().unwrap()) as usize;
    let mut accepted = 0;
    for place in 20..20 + header_len {
        for flip in [0x01, 0x02, 0x80, 0xFF] {
            let mut bytes = original.clone();
            bytes[place] ^= flip;
            forge_checksums(&mut bytes);
            match Table::from_bytes(&bytes) {
                Err(problem) => assert!(!problem.to_string().is_empty()),
                Ok(table) => {
                    // Only the payload checksums were changed, which forging corrects anyway.
                    assert_eq!(table.payload().unwrap(), &original[4096..]);
                    accepted += 1;
                }
            }
        }
    }
    assert_eq!(accepted, 4 * 4 * 3, "three checksums of four bytes");
}

#[cfg(unix)]
#[test]
fn files_that_are_not_tables_are_distinguished() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("text.pdb"), "board,distance\n123456780,0\n").unwrap();
    fs::write(path.join("empty.pdb"), "").unwrap();
    fs::write(path.join("short.pdb"), b"\x89TIL").unwrap();
    fs::create_dir(path.join("folder.pdb")).unwrap();
    assert!(Command::new("mkfifo").arg(path.join("pipe.pdb")).status().unwrap().success());
    let mut other_version = file_bytes(Encoding::Byte);
    other_version[8] = 2;
    fs::write(path.join("version.pdb"), other_version).unwrap();
    for (file, message) in [
        ("text.pdb", "this is not a table file: expected it to begin with 89"),
        ("empty.pdb", "the file is empty"),
        ("short.pdb", "the file is cut short: expected 4096 bytes, found 4"),
        ("folder.pdb", "expected a file, found a folder"),
        ("pipe.pdb", "expected a file, found a pipe, socket or device"),
        ("version.pdb", "this is a table of format version 2, and this program reads version 1"),
        ("absent.pdb", "no such file; `pdb-gen build` builds one"),
    ] {
        for args in [&["info", file][..], &["verify", file], &["export", file, "-o", "-", "--as", "csv"]] {
            let (code, out, err) = parts(&run("pdb-gen", path, args));
            assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
            assert!(err.starts_with(&format!("pdb-gen: {file}: {message}")), "{args:?}: {err}");
        }
        let (code, out, err) = parts(&run("pdb-solve", path, &["--table", file, "638541720"]));
        assert_eq!((code, out.as_str()), (Some(2), ""));
        assert!(err.starts_with(&format!("pdb-solve: {file}: {message}")), "{err}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let path = folder.path();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    run("pdb-gen", path, &["build", "-q"]);
    fs::set_permissions(default_table(path), fs::Permissions::from_mode(0o000)).unwrap();
    let Some(output) = run_as_nobody(&[], "pdb-gen", path, &["info", "pdb/3x3-123456780.pdb"]) else {
        return;
    };
    let (code, out, err) = parts(&output);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("3x3-123456780.pdb: Permission denied"), "{err}");
}

/// The programs never use a damaged table in the folder, nor replace it silently.
#[test]
fn a_damaged_table_in_the_folder_stops_the_solver() {
    let folder = folder();
    let path = folder.path();
    assert_eq!(run("pdb-gen", path, &["build", "-q"]).status.code(), Some(0));
    let original = fs::read(default_table(path)).unwrap();
    for (place, message) in
        [(30, "the header is damaged"), (100_000, "the payload is damaged in bytes 69632 to 135167")]
    {
        let mut bytes = original.clone();
        bytes[place] ^= 4;
        fs::write(default_table(path), &bytes).unwrap();
        for (name, args) in [
            ("pdb-solve", &["638541720"][..]),
            ("pdb-gen", &["verify", "pdb/3x3-123456780.pdb"]),
            ("pdb-gen", &["info", "pdb/3x3-123456780.pdb"]),
            ("pdb-gen", &["list"]),
        ] {
            let (code, out, err) = parts(&run(name, path, args));
            assert_eq!(code, Some(2), "{name} {args:?}");
            assert!(!out.contains("moves"), "{out}");
            assert!(err.contains(message), "{err}");
        }
        assert_eq!(fs::read(default_table(path)).unwrap(), bytes, "the file was changed");
    }
}
