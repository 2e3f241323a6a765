//! `pdb-gen list` reports leftovers of killed builds. The next build removes them, and so does
//! `pdb-gen clean`.

use std::fs;

use crate::common::{folder, names_in, parts, run};

const TEMPORARY: &str = ".3x3-123456780.pdb.x1y2z3.tmp";
const OF_CHECKPOINT: &str = ".3x4-123456789ab0.pdb.checkpoint.q1w2e3.tmp";
const CHECKPOINT: &str = ".2x3-123450.pdb.checkpoint";
const LAYOUT: &str = "5x5-123456789abcdefghijklmno0-6x16.layout";
const OF_LAYOUT: &str = ".5x5-123456789abcdefghijklmno0-6x16.layout.a1b2c3.tmp";
/// Files that look like leftovers, but belong to other programs.
const OTHERS: [&str; 4] =
    [".bashrc.pdb", ".notes.txt.abc123.tmp", "3x3-123456780.pdb.tmp", ".pdb.checkpoints"];

/// A layout can be made again, so it is removed like a leftover. No other command takes it for a
/// table.
#[test]
fn layouts_are_reported_and_removed() {
    let folder = folder();
    let pdb = folder.path().join("pdb");
    let gen_ = |args: &[&str]| parts(&run("pdb-gen", folder.path(), args));
    for name in [LAYOUT, OF_LAYOUT] {
        fs::write(pdb.join(name), "half").unwrap();
    }
    let file = format!("pdb/{LAYOUT}");
    let (code, out, err) = gen_(&["list"]);
    assert_eq!((code, out.as_str()), (Some(0), "no tables in pdb; `pdb-gen build` builds one\n"));
    let lines: Vec<&str> = err.lines().collect();
    assert!(lines[0].contains(OF_LAYOUT) && lines[0].ends_with("`pdb-gen clean` removes it"), "{err}");
    assert!(lines[1].contains(&file) && lines[1].ends_with("`pdb-gen clean` removes it"), "{err}");
    assert_eq!(lines.len(), 2, "{err}");

    let (code, out, err) = gen_(&["verify", &file]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("the pattern databases that it was made from are missing"), "{err}");
    let (code, _, err) = gen_(&["verify", &file, "--sample", "5"]);
    assert!(code == Some(2) && err.contains("only apply to tables"), "{err}");
    let (code, _, err) = gen_(&["info", &file]);
    assert!(code == Some(2) && err.contains("this is not a table but a search layout"), "{err}");

    let removed = format!("removed pdb/{OF_LAYOUT}\nremoved {file}\n");
    assert_eq!(gen_(&["clean"]), (Some(0), removed, String::new()));
    assert!(names_in(&pdb).is_empty());
}

#[test]
fn only_leftovers_are_reported_and_removed() {
    let folder = folder();
    let pdb = folder.path().join("pdb");
    let gen_ = |args: &[&str]| parts(&run("pdb-gen", folder.path(), args));
    assert_eq!(gen_(&["clean"]), (Some(0), "nothing to remove in ./pdb\n".replace("./", ""), String::new()));
    for name in [TEMPORARY, OF_CHECKPOINT, CHECKPOINT].into_iter().chain(OTHERS) {
        fs::write(pdb.join(name), if name == OF_CHECKPOINT { "" } else { "half" }).unwrap();
    }
    // The file of a running writer must not be removed.
    let living = fs::File::create(pdb.join(".3x3-012345678.pdb.living.tmp")).unwrap();
    living.lock().unwrap();
    let (code, out, err) = gen_(&["list"]);
    assert_eq!((code, out.as_str()), (Some(0), "no tables in pdb; `pdb-gen build` builds one\n"));
    let lines: Vec<&str> = err.lines().collect();
    assert_eq!(lines.len(), 3, "{err}");
    assert!(lines[0].contains(TEMPORARY) && lines[0].ends_with("`pdb-gen clean` removes it"), "{err}");
    assert!(lines[1].contains(OF_CHECKPOINT), "{err}");
    assert!(
        lines[2].contains(CHECKPOINT) && lines[2].contains("`pdb-gen build --resume` continues it"),
        "{err}"
    );

    // A build of the same table removes the leftovers of the previous one, whatever their age.
    assert_eq!(gen_(&["build", "-q"]).0, Some(0));
    assert!(!pdb.join(TEMPORARY).exists() && pdb.join(OF_CHECKPOINT).exists());

    let removed = |name: &str| format!("removed pdb/{name}\n");
    assert_eq!(gen_(&["clean"]), (Some(0), removed(OF_CHECKPOINT), String::new()));
    assert_eq!(gen_(&["clean", "--checkpoints"]), (Some(0), removed(CHECKPOINT), String::new()));
    assert_eq!(gen_(&["clean", "--checkpoints", "--quiet"]), (Some(0), String::new(), String::new()));
    let mut left: Vec<&str> =
        OTHERS.into_iter().chain([".3x3-012345678.pdb.living.tmp", "3x3-123456780.pdb"]).collect();
    left.sort_unstable();
    assert_eq!(names_in(&pdb), left);
    assert_eq!(gen_(&["clean", "--pdb-dir", "nowhere"]).1, "nothing to remove in nowhere\n");
}
