//! `pdb-solve sample`: what it draws, and that a seed gives the same.

use crate::common::{folder, parts, run};

#[test]
fn boards_are_drawn_from_what_is_asked_for() {
    let folder = folder();
    let sample = |args: &[&str]| parts(&run("pdb-solve", folder.path(), &[&["sample", "-q"], args].concat()));
    let (code, drawn, _) = sample(&["-n", "200", "--seed", "9"]);
    assert_eq!((code, drawn.lines().count()), (Some(0), 200));
    assert_eq!(sample(&["-n", "200", "--seed", "9"]).1, drawn, "a seed gives the same boards");
    assert_ne!(sample(&["-n", "200", "--seed", "8"]).1, drawn);
    assert_eq!(sample(&["-n", "200", "--seed", "9", "--uniform"]).1, drawn, "uniform is the default");

    let lengths = |out: &str| -> Vec<u32> {
        out.lines()
            .map(|line| line.split("\"length\":").nth(1).unwrap())
            .map(|rest| rest.split(',').next().unwrap().parse().unwrap())
            .collect()
    };
    let (_, out, _) = sample(&["--depth", "18-20", "-n", "30", "--answers", "--format", "json"]);
    assert!(
        lengths(&out).len() == 30 && lengths(&out).iter().all(|length| (18..=20).contains(length)),
        "{out}"
    );
    let (_, out, _) = sample(&["--every-depth", "-n", "1", "--answers", "--format", "json"]);
    assert_eq!(lengths(&out), (0..=31).collect::<Vec<u32>>());
    let (_, out, _) = sample(&["--hardest", "--goal", "snail", "-n", "1000"]);
    assert_eq!(out.lines().count(), 148);
    let (code, out, _) = sample(&["--unsolvable", "-n", "20", "--answers"]);
    assert_eq!((code, out.matches(": unsolvable").count()), (Some(0), 20));
    let (_, out, _) = sample(&["--shape", "4x4", "--walk", "20", "-n", "5", "--answers", "--format", "csv"]);
    assert_eq!(out.lines().count(), 6);
    assert_eq!(sample(&["--shape", "5x5", "-n", "4", "--format", "csv"]).1.lines().count(), 5);
}

#[test]
fn what_can_not_be_drawn_is_refused_with_a_reason() {
    let folder = folder();
    for (args, reason) in [
        (&["--depth", "32"][..], "no board of 3x3 is 32 to 32 moves away: the deepest is 31"),
        (&["--depth", "9-3"], "expected a depth"),
        (&["--depth", "twenty"], "expected a depth"),
        (&["--shape", "4x4", "--hardest"], "4x4 has too many states"),
        (&["--hardest", "--unsolvable"], "cannot be used with"),
        (&["-n", "18446744073709551615"], "more than can be drawn at a time"),
        (&["-n", "10000000000", "--walk", "3"], "more than can be drawn at a time"),
    ] {
        let (code, out, err) = parts(&run("pdb-solve", folder.path(), &[&["sample"], args].concat()));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(err.contains(reason), "{args:?}: {err}");
    }
}
