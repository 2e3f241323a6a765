//! Zero-aware pattern databases: building, description, verification, export, and invalid uses.

use std::fs;

use crate::common::{folder, forge_checksums, names_in, parts, run};

const BUILD: [&str; 5] = ["build", "3x3", "--pattern", "5,6,8", "--zero-aware"];
const FILE: &str = "pdb/3x3-123456780-568.regions.pdb";

#[test]
fn zero_aware_tables_are_built_described_proved_and_exported() {
    let folder = folder();
    let of = |args: &[&str]| parts(&run("pdb-gen", folder.path(), args));
    let (code, out, err) = of(&BUILD);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let metric = "metric    additive-zero-aware (moves of the pattern's tiles)\n\
                  blank     zero-aware: an entry for each region of the blank\n";
    assert!(out.contains(metric) && out.contains("\nstates    744\n"), "{out}");
    assert!(out.contains(&format!("\nwritten to {FILE} in ")), "{out}");
    let (code, _, err) = of(&BUILD);
    assert_eq!((code, err), (Some(2), format!("pdb-gen: {FILE} exists; add --force to rebuild it\n")));

    let bits = [&BUILD[..], &["--encoding", "bit", "--threads", "2", "--checkpoint", "0", "-q"]].concat();
    assert_eq!(of(&bits), (Some(0), String::new(), String::new()));
    assert_eq!(of(&["build", "3x3", "--pattern", "5,6,8", "-q"]).0, Some(0));
    let names =
        ["3x3-123456780-568.pdb", "3x3-123456780-568.regions.bit.pdb", "3x3-123456780-568.regions.pdb"];
    assert_eq!(names_in(&folder.path().join("pdb")), names);
    let files = names.map(|name| format!("pdb/{name}"));
    let files = files.each_ref().map(String::as_str);

    let (code, out, err) = of(&[&["verify"], &files[..]].concat());
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let lines = out.lines().map(|line| line.split(" (").next().unwrap()).collect::<Vec<_>>();
    let right = |file: &str, entries| {
        format!(
            "{file}: right: checksums match, and {entries} entries match a \
            recomputation"
        )
    };
    assert_eq!(lines, [right(files[0], 504), right(files[1], 744), right(files[2], 744)]);

    let (_, out, _) = of(&["list"]);
    let states = |line: &str| line.split_whitespace().nth(1).unwrap().to_owned();
    assert_eq!(out.lines().skip(1).map(states).collect::<Vec<_>>(), ["504", "744", "744"]);
    let (_, out, _) = of(&["info", FILE, "--format", "json"]);
    assert!(out.contains("\"metric\":\"additive-zero-aware\",\"encoding\":\"byte\",\"states\":744"), "{out}");

    // At the goal, the blank is confined to its corner; it could also be in the other region.
    for file in &files[1..] {
        let (code, out, _) = of(&["export", file, "-o", "-", "--as", "csv"]);
        assert_eq!((code, out.lines().count()), (Some(0), 745));
        assert!(out.contains("\n. . . . 5 6 . 8 0,0\n"), "{out}");
        let other_region = out.lines().find(|line| line.starts_with("0 0 0 0 5 6 0 8 .,")).unwrap();
        assert_ne!(other_region, "0 0 0 0 5 6 0 8 .,0");
    }
    assert_eq!(of(&["clean"]).0, Some(0));
    assert_eq!(names_in(&folder.path().join("pdb")), names);
}

/// One bit per entry, built with a checkpoint at every level: verified and exported, it equals the
/// table with bytes.
#[test]
fn a_table_of_bits_has_the_entries_of_the_others() {
    const BITS: &str = "pdb/3x3-123456780-568.regions.bit.pdb";
    let folder = folder();
    let of = |args: &[&str]| parts(&run("pdb-gen", folder.path(), args));
    let build = [&BUILD[..], &["--encoding", "bit", "--checkpoint", "0"]].concat();
    assert_eq!(of(&[&BUILD[..], &["-q"]].concat()).0, Some(0));
    let (code, out, err) = of(&build);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("\nencoding  bit\n") && out.contains(&format!("\nwritten to {BITS} in ")), "{out}");
    assert_eq!(fs::metadata(folder.path().join(BITS)).unwrap().len(), 4096 + 93);

    let (code, out, err) = of(&["verify", BITS]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(
        out.starts_with(&format!(
            "{BITS}: right: checksums match, and 744 entries match a \
        recomputation ("
        )),
        "{out}"
    );
    for format in ["csv", "npy", "npy-boards"] {
        let [bits, bytes] = [BITS, FILE]
            .map(|file| run("pdb-gen", folder.path(), &["export", file, "-o", "-", "--as", format]));
        assert!(bits.status.success() && bits.stdout.len() > 744 && bits.stdout == bytes.stdout, "{format}");
    }
    let histogram = |file| {
        let (_, out, _) = of(&["info", file, "--format", "json"]);
        out.split_once("\"histogram\":").unwrap().1.split_once(']').unwrap().0.to_owned()
    };
    assert_eq!(histogram(BITS), histogram(FILE));
}

/// A wrong bit with a right checksum. Commands that do not recompute all entries can't find it, and
/// say so.
#[test]
fn a_wrong_bit_is_named() {
    let folder = folder();
    run("pdb-gen", folder.path(), &[&BUILD[..], &["--encoding", "bit", "-q", "-o", "table.pdb"]].concat());
    let file = folder.path().join("table.pdb");
    let whole = fs::read(&file).unwrap();
    for (place, bit) in [(4096, 0), (4096 + 50, 3), (whole.len() - 1, 7)] {
        let mut bytes = whole.clone();
        bytes[place] ^= 1 << bit;
        forge_checksums(&mut bytes);
        fs::write(&file, bytes).unwrap();
        let (code, out, _) = parts(&run("pdb-gen", folder.path(), &["verify", "table.pdb"]));
        let rule = "table.pdb: wrong: rule 6 is violated (the entries match a recomputation): ";
        assert!(code == Some(1) && out.starts_with(rule) && out.lines().count() == 1, "{out}");
        let first = "recomputation): 5 6 8 0 0 0 0 0 0 has the bit 0, but the bit of its distance is 1\n";
        assert!(place > 4096 || out.ends_with(first), "{out}");
        let (code, out, err) =
            parts(&run("pdb-gen", folder.path(), &["export", "table.pdb", "-o", "out.csv"]));
        assert_eq!((code, out.as_str()), (Some(2), ""));
        assert!(err.contains("the table is wrong"), "{err}");
        assert!(!folder.path().join("out.csv").exists());
    }
}

/// A file that claims to have bits for a full board, or for a pattern that is not zero-aware.
#[test]
fn bits_of_other_tables_are_refused_when_they_are_opened() {
    let folder = folder();
    for (args, tiles, of) in
        [(&["2x3"][..], 5, "for a full board"), (&["2x3", "--pattern", "1,2"], 2, "for other patterns")]
    {
        run("pdb-gen", folder.path(), &[&["build"], args, &["-q", "-o", "table.pdb", "--force"]].concat());
        let file = folder.path().join("table.pdb");
        let mut bytes = fs::read(&file).unwrap();
        // The offset after the shape, the goal, the pattern and the metric.
        bytes[20 + 2 + (8 + 6) + (8 + tiles) + 1] = 3;
        forge_checksums(&mut bytes);
        fs::write(&file, bytes).unwrap();
        for command in [&["info"][..], &["verify"], &["export", "-o", "out.csv"]] {
            let (code, _, err) = parts(&run("pdb-gen", folder.path(), &[command, &["table.pdb"]].concat()));
            let expected = format!("the bit encoding is for zero-aware pattern databases; {of}");
            assert!(code == Some(2) && err.contains(&expected), "{command:?}: {err}");
        }
    }
}

/// A wrong entry with a right checksum.
#[test]
fn verify_names_a_wrong_entry_with_its_region() {
    let folder = folder();
    run("pdb-gen", folder.path(), &[&BUILD[..], &["-q", "-o", "table.pdb"]].concat());
    let file = folder.path().join("table.pdb");
    let mut bytes = fs::read(&file).unwrap();
    bytes[4096] += 2;
    forge_checksums(&mut bytes);
    fs::write(&file, bytes).unwrap();
    let (code, out, _) = parts(&run("pdb-gen", folder.path(), &["verify", "table.pdb"]));
    assert_eq!(code, Some(1));
    let first = "rule 6 is violated (the entries match a recomputation): 5 6 8 0 0 \
                 0 0 0 0 has 9, but its cost is 7";
    assert!(out.contains(first), "{out}");
}

#[test]
fn tables_that_cannot_be_zero_aware_are_rejected() {
    let folder = folder();
    for args in [&["build", "--zero-aware"][..], &["build", "2x2", "--pattern", "1,2,3", "--zero-aware"]] {
        let (code, out, err) = parts(&run("pdb-gen", folder.path(), args));
        assert_eq!((code, out.as_str()), (Some(2), ""));
        assert!(
            err.contains("zero-aware only applies to patterns") && err.contains("remove --zero-aware"),
            "{err}"
        );
    }
    let args = [&BUILD[..], &["--encoding", "mod3"]].concat();
    let (code, _, err) = parts(&run("pdb-gen", folder.path(), &args));
    assert_eq!(code, Some(2));
    assert!(err.contains("the mod3 encoding is for full tables"), "{err}");
    for (args, expected) in [
        (&["build", "--encoding", "bit"][..], "for a full board use mod3"),
        (&["build", "--pattern", "5,6,8", "--encoding", "bit"], "for other patterns use byte"),
    ] {
        let (code, _, err) = parts(&run("pdb-gen", folder.path(), args));
        assert!(code == Some(2) && err.contains(expected), "{err}");
    }
    let args = ["build", "5x5", "--pattern", "1,2,5,6,7,12", "--zero-aware", "--max-memory", "200"];
    let (code, _, err) = parts(&run("pdb-gen", folder.path(), &args));
    let figures = "181,008,000 entries, 270 MB of memory, 181 MB on disk; --max-memory allows 200 MB";
    assert_eq!((code, err), (Some(2), format!("pdb-gen: this build does not fit: {figures}\n")));
}

/// A checkpoint of one kind of table is invalid for the other.
#[test]
fn a_checkpoint_of_another_kind_is_rejected() {
    use std::time::Duration;
    use tilebase::board::{Goal, Shape, Tile};
    use tilebase::generate::{Checkpoints, Generator};
    use tilebase::space::{Pattern, Space};

    let folder = folder();
    let goal = Goal::blank_last(Shape::new(3, 3).unwrap());
    let space = Space::new(&goal, &Pattern::new(goal.shape(), [5, 6, 8].map(Tile::new)).unwrap()).unwrap();
    let checkpoints = Checkpoints::beside(&folder.path().join("out.pdb"), Duration::ZERO);
    Generator::new(space).checkpoints(checkpoints).distances().unwrap();
    // The library saves without a key unless it is given one.
    let args = [&BUILD[..], &["-o", "out.pdb", "--resume", "--trust-save"]].concat();
    let (code, _, err) = parts(&run("pdb-gen", folder.path(), &args));
    assert_eq!(code, Some(2));
    assert!(err.contains("with tiles 5,6,8 and the blank's regions") && err.contains("--force"), "{err}");
}

/// A search adds up entries regardless of the blank, so it ignores such tables, and rejects one
/// that has the name of another kind. A table given by --table has to be a full one.
#[test]
fn tables_of_the_wrong_kind_are_not_used() {
    let folder = folder();
    let board = "1,2,3,4,5,6,7,8,9,10,0,11";
    let solve = || parts(&run("pdb-solve", folder.path(), &[board, "--algorithm", "ida"]));
    let preset = |encoding: &[&str]| {
        let build = ["build", "3x4", "--preset", "6-5", "--zero-aware", "-q"];
        let built = run("pdb-gen", folder.path(), &[&build[..], encoding].concat());
        assert_eq!(parts(&built), (Some(0), String::new(), String::new()));
    };
    preset(&[]);
    let bits: Vec<_> = names_in(&folder.path().join("pdb"));
    assert!(bits.len() == 2 && bits.iter().all(|name| name.ends_with(".regions.bit.pdb")), "{bits:?}");
    bits.iter().for_each(|name| fs::remove_file(folder.path().join("pdb").join(name)).unwrap());
    preset(&["--encoding", "byte"]);
    let (code, out, err) = solve();
    assert!(code == Some(0) && out.contains("1 move, optimal"), "{out}{err}");
    assert!(err.contains("building the 6-5 pattern databases of 3x4 in memory"), "{err}");

    let files =
        names_in(&folder.path().join("pdb")).into_iter().map(|name| folder.path().join("pdb").join(name));
    for file in files {
        let plain = file.to_str().unwrap().replace(".regions", "");
        fs::rename(&file, plain).unwrap();
    }
    let (code, out, err) = solve();
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(
        err.contains(
            "-12569a.pdb: expected the table 3x4-123456789ab0-12569a.pdb, found the table \
                      3x4-123456789ab0-12569a.regions.pdb"
        ),
        "{err}"
    );

    run("pdb-gen", folder.path(), &[&BUILD[..], &["-q", "-o", "table.pdb"]].concat());
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &["123456708", "--table", "table.pdb"]));
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("needs a full table, but this file is a pattern database"), "{err}");
}
