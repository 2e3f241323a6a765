//! The programs on boards without a table.

use crate::common::{folder, names_in, parts, program, run};

/// Engines are created while other threads of a batch request them, with work for all threads in
/// between (laying out tables). No thread may wait for itself.
#[test]
fn a_batch_of_several_shapes_finishes() {
    let folder = folder();
    let build = ["build", "4x4", "--preset", "5-5-5", "--quiet"];
    assert_eq!(run("pdb-gen", folder.path(), &build).status.code(), Some(0));
    let one_move =
        ["1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15", "1,2,3,4,5,6,7,8,9,10,0,11", "123456708", "12304"];
    let mut lines = vec!["123456708"; 3000];
    lines.extend((0..3000).map(|nth| one_move[nth * 7 % 4]));
    std::fs::write(folder.path().join("boards.txt"), lines.join("\n")).unwrap();
    let output = program("pdb-solve", folder.path())
        .args(["--input", "boards.txt", "--format", "csv", "--quiet"])
        .env("RAYON_NUM_THREADS", "4")
        .output()
        .unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(out.lines().count(), 6001);
    assert_eq!(out.lines().filter(|line| line.contains(",true,1,R,")).count(), 3000 + 3 * 750);
}

const FIRST: &str = "14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3";

#[test]
fn boards_are_solved_with_and_without_a_preset() {
    let folder = folder();
    let solve = || parts(&run("pdb-solve", folder.path(), &[FIRST, "--goal", "first"]));
    let (code, out, err) = solve();
    assert_eq!((code, out.lines().next()), (Some(0), Some(format!("{FIRST}: 57 moves, optimal").as_str())));
    assert!(
        err.contains("building the 5-5-5 pattern databases of 4x4 in memory")
            && err.contains("--preset 7-8x1"),
        "{err}"
    );
    assert_eq!(names_in(folder.path()), [""; 0]);

    let build = ["build", "4x4", "--preset", "6-6-3", "--goal", "first", "--format", "json"];
    let (code, out, _) = parts(&run("pdb-gen", folder.path(), &build));
    assert_eq!((code, out.lines().count()), (Some(0), 3));
    assert!(out.contains(
        "\"pattern\":[1,2,4,5,8,9],\"metric\":\"additive\",\"encoding\":\"byte\",\"states\":5765760"
    ));
    assert_eq!(
        parts(&run("pdb-gen", folder.path(), &build)),
        (Some(0), String::new(), String::new()),
        "all there"
    );
    let (code, out, err) = solve();
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.starts_with(&format!("{FIRST}: 57 moves, optimal")));

    let files = ["pdb/4x4-0123456789abcdef-124589.pdb", "pdb/4x4-0123456789abcdef-cde.pdb"];
    let (code, out, _) = parts(&run("pdb-gen", folder.path(), &["verify", files[0], files[1]]));
    assert_eq!(code, Some(0));
    assert!(out.contains("right: checksums match, and 5,765,760 entries match a recomputation"), "{out}");

    let whole = folder.path().join(files[1]);
    let aside = folder.path().join("aside");
    std::fs::rename(&whole, &aside).unwrap();
    let (code, out, err) = solve();
    assert!(code == Some(0) && out.starts_with(&format!("{FIRST}: 57 moves, optimal")));
    assert!(err.contains("not using the 6-6-3 pattern databases: missing tiles 12,13,14"), "{err}");
    std::fs::rename(aside, whole).unwrap();

    let mut bytes = std::fs::read(folder.path().join(files[0])).unwrap();
    bytes[1_000_000] ^= 1;
    std::fs::write(folder.path().join(files[0]), bytes).unwrap();
    let (code, out, err) = solve();
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("124589.pdb: the payload is damaged"), "{err}");
}

#[test]
fn a_search_at_its_limit_reports_a_bound() {
    let folder = folder();
    let hard = "14,7,8,2,13,11,10,4,9,12,5,0,3,6,1,15";
    for (args, least) in [(["--max-nodes", "1000"], 40), (["--timeout", "0.000001"], 40)] {
        let args = [&[hard, "--goal", "first", "-q", "--format", "json", "--stats"][..], &args].concat();
        let (code, out, err) = parts(&run("pdb-solve", folder.path(), &args));
        assert_eq!((code, err.as_str()), (Some(2), ""));
        let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert!(answer["lower_bound"].as_u64().unwrap() >= least && answer["length"].is_null(), "{out}");
        assert_eq!(answer["algorithm"], "ida");
    }
    let (_, out, _) =
        parts(&run("pdb-solve", folder.path(), &[hard, "--goal", "first", "-q", "--max-nodes", "1000"]));
    assert!(
        out.starts_with(&format!("{hard}: stopped at --max-nodes; the optimal length is at least ")),
        "{out}"
    );
}

#[test]
fn builds_that_do_not_fit_are_rejected_with_figures() {
    let folder = folder();
    let args = ["build", "4x4", "--pattern", "1,2,3,4,5,6,7,8", "--max-memory", "600"];
    let (code, _, err) = parts(&run("pdb-gen", folder.path(), &args));
    assert_eq!(code, Some(2));
    let figures = "518,918,400 entries, 789 MB of memory, 519 MB on disk; --max-memory allows 600 MB";
    assert_eq!(err, format!("pdb-gen: this build does not fit: {figures}\n"));
    let (code, _, err) = parts(&run("pdb-gen", folder.path(), &["build", "4x4"]));
    assert_eq!(code, Some(2));
    assert!(err.contains("this build does not fit: 10,461,394,944,000 entries"), "{err}");
}
