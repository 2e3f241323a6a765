//! Runs the examples.

use std::env;
use std::process::Command;

use tilebase::generate::Generator;
use tilebase::search::{Manhattan, Problem, Search, Statistics};
use tilebase::{Board, Goal, Shape};

/// The output of an example.
fn run(name: &str) -> String {
    // With the packages and features of `scripts/test`, everything is compiled already.
    let options = ["--quiet", "--locked", "--workspace", "--all-features", "--example", name];
    let built = Command::new(env!("CARGO"))
        .arg("build")
        .args(options)
        .args(if cfg!(debug_assertions) { &[][..] } else { &["--release"] })
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(built.unwrap().success(), "{name} was not built");
    // Tests are in `deps`, a neighbor of `examples`.
    let tests = env::current_exe().unwrap();
    let program = tests.parent().unwrap().with_file_name("examples").join(name);
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_board_is_solved() {
    assert_eq!(run("solve"), "638541720: 28 moves, optimal\nUULDDLUURDLDRURDLURULDLURRDD\n");
}

#[test]
fn every_board_is_labeled() {
    let labeled = run("label_boards");
    assert_eq!(labeled.lines().count(), 1 + 181_440);
    for line in ["board,distance,optimal_moves", "123456780,0,", "123456708,1,R", "867254301,31,ULR"] {
        assert!(labeled.lines().any(|found| found == line), "{line}");
    }
    let distances =
        labeled.lines().skip(1).map(|line| line.split(',').nth(1).unwrap().parse::<u64>().unwrap());
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

/// The examples that show an algorithm in its simplest form. The library has to agree with them.
#[path = "../../examples/build.rs"]
#[allow(unreachable_pub, reason = "an example is a crate of its own")]
mod build;
#[path = "../../examples/ida.rs"]
#[allow(unreachable_pub, reason = "an example is a crate of its own")]
mod ida;

#[test]
fn ida_example_has_the_paths_and_counts_of_the_library() {
    let mut random = fastrand::Rng::with_seed(3);
    for shape in [Shape::new(2, 3).unwrap(), Shape::new(3, 3).unwrap(), Shape::new(3, 4).unwrap()] {
        let goal = Goal::blank_last(shape);
        for _ in 0..12 {
            // Few enough moves that no iteration is cut into subtrees.
            let mut board = goal.board();
            for _ in 0..60 {
                let successors: Vec<Board> = board.successors().map(|(_, next)| next).collect();
                board = successors[random.usize(..successors.len())];
            }
            let problem = Problem::new(board, goal).unwrap();
            let outcome = Search::ida(&Manhattan::new(&goal)).run(&problem).unwrap();
            let Statistics { expanded, generated, .. } = outcome.statistics;
            let expected = ida::Solution { moves: outcome.moves, expanded, generated };
            assert_eq!(ida::ida(board, &goal.board()), expected, "{board}");
        }
    }
    let lines = run("ida");
    assert_eq!(lines.lines().next(), Some("28 moves: UULLDRDLURULDDRRULDLURULDDRR"));
}

#[test]
fn build_example_has_the_entries_of_the_library() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
        let goal = Goal::blank_last(Shape::new(rows, columns).unwrap());
        let built = Generator::for_goal(&goal).unwrap().distances().unwrap();
        assert_eq!(build::build(&goal), built.entries());
    }
    let printed = run("build");
    assert!(printed.ends_with("30    221\n31      2\n"), "{printed}");
}
