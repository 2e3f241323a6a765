//! Runs the examples.

use std::process::Command;

/// The output of an example.
fn run(name: &str) -> String {
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--locked", "--example", name])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_board_is_labelled() {
    let labelled = run("label_boards");
    assert_eq!(labelled.lines().count(), 1 + 181_440);
    for line in ["board,distance,optimal_moves", "123456780,0,", "123456708,1,R", "867254301,31,ULR"] {
        assert!(labelled.lines().any(|found| found == line), "{line}");
    }
    let distances =
        labelled.lines().skip(1).map(|line| line.split(',').nth(1).unwrap().parse::<u64>().unwrap());
    assert_eq!(distances.sum::<u64>(), 3_986_672);
}

#[test]
fn a_heuristic_is_tested_on_every_board() {
    let found = run("admissible");
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines[0], "gaschnig: admissible, consistent");
    assert!(lines[1].starts_with("gaschnig and a half: not admissible: above the distance on "), "{found}");
    assert!(lines[1].contains(", not consistent: ") && lines.len() == 2, "{found}");
}
