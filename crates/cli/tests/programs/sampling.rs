//! `pdb-solve sample`: the right boards, and reproducible seeds.

use crate::common::{folder, parts, run};

#[test]
fn boards_are_drawn_as_requested() {
    let folder = folder();
    let sample = |args: &[&str]| parts(&run("pdb-solve", folder.path(), &[&["sample", "-q"], args].concat()));
    let (code, drawn, _) = sample(&["-n", "200", "--seed", "9"]);
    assert_eq!((code, drawn.lines().count()), (Some(0), 200));
    assert_eq!(sample(&["-n", "200", "--seed", "9"]).1, drawn, "a seed gives the same boards");
    assert_ne!(sample(&["-n", "200", "--seed", "8"]).1, drawn);
    assert_eq!(sample(&["-n", "200", "--seed", "9", "--boards", "random"]).1, drawn, "random is the default");

    let lengths = |out: &str| -> Vec<u32> {
        out.lines()
            .map(|line| line.split("\"length\":").nth(1).unwrap())
            .map(|rest| rest.split(',').next().unwrap().parse().unwrap())
            .collect()
    };
    let (_, out, _) = sample(&["--boards", "depth=18-20:10", "--solve", "--format", "json"]);
    assert!(
        lengths(&out).len() == 30 && lengths(&out).iter().all(|length| (18..=20).contains(length)),
        "{out}"
    );
    let (_, out, _) = sample(&["--boards", "depths:1", "--solve", "--format", "json"]);
    assert_eq!(lengths(&out), (0..=31).collect::<Vec<u32>>());
    let (_, out, _) = sample(&["--boards", "hardest:1000", "--goal", "snail"]);
    assert_eq!(out.lines().count(), 148);
    let (code, out, _) = sample(&["--boards", "unsolvable", "-n", "20", "--solve"]);
    assert_eq!((code, out.matches(": unsolvable").count()), (Some(0), 20));
    let (_, out, _) = sample(&["4x4", "--boards", "walk=20:5", "--solve", "--format", "csv"]);
    assert_eq!(out.lines().count(), 6);
    assert_eq!(sample(&["5x5", "-n", "4", "--format", "csv"]).1.lines().count(), 5);
}

#[test]
fn impossible_samples_are_rejected_with_a_reason() {
    let folder = folder();
    for (args, reason) in [
        (&["--boards", "depth=32"][..], "no 3x3 board is 32 moves from the goal: the farthest are 31"),
        (&["--boards", "depth=9-3"], "the smaller depth comes first"),
        (&["--boards", "depth=twenty"], "expected a whole number"),
        (&["4x4", "--boards", "hardest"], "4x4 has too many states"),
        (&["--boards", "malformed"], "--boards malformed is only for"),
        (&["10"], "use -n 10"),
        (&["-n", "18446744073709551615"], "too many to draw at once"),
        (&["-n", "10000000000", "--boards", "walk=3"], "too many to draw at once"),
    ] {
        let (code, out, err) = parts(&run("pdb-solve", folder.path(), &[&["sample"], args].concat()));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(err.contains(reason), "{args:?}: {err}");
    }
}

#[test]
fn published_sets_are_solved_to_their_own_goals() {
    let folder = folder();
    let args = ["sample", "--boards", "parnami,zhang", "--solve", "--format", "csv", "-q"];
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &args));
    assert_eq!((code, err.as_str(), out.lines().count()), (Some(0), "", 1 + 4 + 5));
    assert!(
        out.contains("\n540618732,123405678,true,") && out.contains("\n638541720,123456780,true,28,"),
        "{out}"
    );
    let korf = run("pdb-solve", folder.path(), &["sample", "--boards", "korf15"]);
    assert_eq!(parts(&korf).1.lines().count(), 100);
}
