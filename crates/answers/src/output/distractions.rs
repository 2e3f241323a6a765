//! Tests of lines beside an answer that say something else: statements about the search, other
//! paths and costs, legends, and moves in a form that is not read.

use super::tests::{EIGHT, TWO, UNSOLVABLE, board, kind};
use super::*;
use tilebase::board::Shape;

/// The lines beside a path that say something else must not change its verdict.
#[test]
fn other_statements_beside_a_path_are_ignored() {
    for line in [
        "Moves left: 0",
        "Remaining moves: 0",
        "No solution is shorter.",
        "There is no shorter solution.",
        "Path length: 9 states",
        "Every board can be solved in 31 moves",
        "Can be solved in at most 31 moves",
        "Reversed path: DDRUURDL",
        "Heuristic: 12 moves",
        "Max depth: 12",
        "cost: 5+8=13",
        "Checking if the puzzle is already solved...",
        "If the puzzle is already solved, the path is empty.",
        "Result: 12 iterations",
        "Result: 1 solution found",
        "Cost: 9 ms",
        "No solution in this branch, backtracking",
        "Created by making 20 moves from the goal state",
        "Mixed with 20 moves",
    ] {
        assert_eq!(kind(EIGHT, &format!("Path: LDRUURDD\n{line}\n")), "optimal", "{line}");
        assert_eq!(kind(EIGHT, &format!("Path: LDRUURDDUD\n{line}\n")), "longer", "{line}");
    }
    for (text, expected) in [
        ("Path: LDRUURDD\nSolution: not found\n", "says-both"),
        ("LDRUURDD\n\nL\n", "Several"),
        ("[\"LDRUURDD\", 7]\n", "length-disagrees"),
        ("[\"LDRUURDD\", 8]\n", "optimal"),
    ] {
        assert_eq!(kind(EIGHT, text), expected, "{text}");
    }
}

/// A right length beside boards that do not lead to the goal is that of a path that fails.
#[test]
fn a_length_beside_boards_that_fail_is_doubted() {
    for text in [
        "Path length: 2\nPath:\n123456078\n123456708\n123465780\n",
        "Minimum number of moves = 2\n1 2 3\n4 5 6\n0 7 8\n\n1 2 3\n4 0 6\n7 5 8\n\n1 2 3\n4 5 6\n7 8 0\n",
    ] {
        assert_eq!(kind(TWO, text), "PerhapsBoards", "{text}");
    }
    let asked = "Start:\n123456078\nGoal:\n123456780\nMoves: 2\n";
    assert_eq!(kind(TWO, asked), "optimal");
}

/// `Answer: 1` above a path numbers it, but another number is its length.
#[test]
fn numbers_of_answers_are_no_lengths() {
    for (text, expected) in [
        ("Answer: 1\nLDRUURDD\n", "optimal"),
        ("Solution: 1\nLDRUURDD\nSolution: 2\nLDRUURDD\n", "optimal"),
        ("Answer: 8\nLDRUURDD\n", "optimal"),
        ("Answer: 9\nLDRUURDD\n", "length-disagrees"),
        ("Moves: 1\nLDRUURDD\n", "length-disagrees"),
    ] {
        assert_eq!(kind(EIGHT, text), expected, "{text}");
    }
}

/// Figures of the search before a label say nothing about its path.
#[test]
fn figures_and_qualities_beside_a_label_are_ignored() {
    for (text, expected) in [
        ("Nodes expanded: 12, path: DR\n", "optimal"),
        ("visited=31 path=DR\n", "optimal"),
        ("Expanded 12 nodes, path: ['down', 'right']\n", "optimal"),
        ("Valid solution: DR\n", "optimal"),
        ("A possible solution: DR\n", "optimal"),
        ("Path: DR\nNodes expanded: 31, solution: DL\n", "ends-elsewhere"),
        // A trace
        ("Nodes expanded: 1, path: D\nNodes expanded: 2, path: DR\n", "optimal"),
        ("Nodes expanded: 1, path: D\nNodes expanded: 2, path: DR\nPath: DR\n", "optimal"),
        ("Expanding node 3, path: DL\nPath: DR\n", "optimal"),
        ("Possible solution: DL\nSolution: DR\n", "optimal"),
        ("Possible solution: DR\nSolution: DL\n", "ends-elsewhere"),
    ] {
        assert_eq!(kind("123406758", text), expected, "{text}");
    }
}

/// A move that is impossible says nothing about the board.
#[test]
fn impossible_moves_are_no_denials() {
    for line in [
        "Impossible move: up",
        "Impossible to go up",
        "Up is impossible",
        "Movimiento imposible: arriba",
        "Pruned 12 impossible actions",
    ] {
        assert_eq!(kind("123406758", &format!("{line}\nPath: DR\n")), "optimal", "{line}");
    }
    for line in ["Impossible to solve", "impossible puzzle", "Impossible."] {
        assert_eq!(kind("123406758", &format!("{line}\nPath: DR\n")), "says-both", "{line}");
    }
}

/// Moves that a program lists as possible are not the beginning of the path below them.
#[test]
fn possible_moves_do_not_continue_on_the_next_line() {
    let text = "Movimentos possíveis: cima, baixo\nabaixo\ndireita\nPassos: 2\n";
    assert_eq!(kind("123406758", text), "optimal");
}

/// Repetitions and tiles in a form that is not read make an answer unclear, never wrong.
#[test]
fn unread_repetitions_are_not_condemned() {
    for text in [
        "Solution: L D R 2U R 2D\n",
        "Path: L D R U*2 R D*2\n",
        "Solution: left, down, right, up (2), right, down (2)\n",
        "Solution: left, down, right, up twice, right, down twice\n",
        "Solution: left down right up2 right down2\n",
        "Path: L1 D2 R3 U4 U5 R6 D7 D8\n",
        "← → ↓ → → → ↑ → ↑ → → → ↓ → ↓\n",
        "Path: L > D > R > U > U > R > D > D\n",
        "Path: LDRUURDD\nDirections: U=up, D=down, L=left, R=right\n",
        "Path: LDRUURDD\nU=2 D=3 L=1 R=2\n",
        "Undo path: UULDDLUR\nPath: LDRUURDD\n",
        "0 moves: impossible\n8 moves: LDRUURDD\n",
        "not solvable in 1 move(s)\nsolvable in 8 moves: LDRUURDD\n",
        "Genetic algorithm: no solution found\nA* solution: LDRUURDD\n",
    ] {
        let kind = kind(EIGHT, text);
        let is_accused =
            ["illegal-move", "ends-elsewhere", "longer", "reversed", "says-both", "other-convention"];
        assert!(!is_accused.contains(&kind.as_str()), "{kind}: {text}");
    }
    for (text, expected) in [
        ("Solution: L, D, R, U, U, R, D, L\n", "ends-elsewhere"),
        ("Solution: LDRU2RD2\n", "optimal"),
        ("Solution: LDRU2RDL\n", "ends-elsewhere"),
        ("Solution: ← ↓ → ↑ ↑ → ↓ ↓\n", "optimal"),
        ("Solution: ← ↓ → ↑ ↑ → ↓ ↑\n", "ends-elsewhere"),
        ("L-D-R-U-U-R-D-D\n", "optimal"),
        ("Solved in 8 moves: L-D-R-U-U-R-D-L\n", "ends-elsewhere"),
        ("L D R U U R D D in 0.01 s\n", "optimal"),
        ("L D R U U R D L in 0.01 s\n", "PerhapsMoves"),
    ] {
        assert_eq!(kind(EIGHT, text), expected, "{text}");
    }
    assert_eq!(kind(UNSOLVABLE, "Aucune solution n'existe.\n"), "unsolvable");
}

/// A cost beside a path that is not a shortest one may be its cost where moves have costs.
#[test]
fn a_cost_beside_a_longer_path_asks_which_cost() {
    for line in [
        "Total cost of moves: 45",
        "Total tile cost: 45",
        "Gesamtkosten des Pfades: 45",
        "Cost of the solution path found by UCS is 45",
        "pathCost=45",
    ] {
        assert_eq!(kind(EIGHT, &format!("Path: LDRUURDDUD\n{line}\n")), "which-cost", "{line}");
    }
}

#[test]
fn numbers_beside_a_path_are_costs_where_moves_have_costs() {
    let goal = Goal::blank_last(Shape::THREE_BY_THREE);
    let extractor = Extractor { has_costs: true, ..Extractor::default() };
    let cost = |text: &str| {
        let outputs = Outputs::of_stdout(text.as_bytes());
        let found = extractor.extract_for(&outputs, &board(EIGHT), &goal, &|_| false).unwrap();
        match found.claims.as_slice() {
            [Claim::WithCost { cost, .. } | Claim::Cost(cost)] => Some(*cost),
            _ => None,
        }
    };
    for text in [
        "('LDRUURDD', 45)\n",
        "[\"LDRUURDD\", 45]\n",
        "LDRUURDD,45\n",
        "45: LDRUURDD\n",
        "LDRUURDD\ntotalCost: 45\n",
        "LDRUURDD\n\nCost 45\n",
        "LDRUURDD\nmax cost: 50\nCost: 45\n",
        "Solution: LDRUURDD with total cost 45 in 8 moves\n",
        "Cost: 45\n",
    ] {
        assert_eq!(cost(text), Some(45), "{text}");
    }
    for text in ["LDRUURDD,8\n", "Path: LDRUURDD\nAverage cost: 3\n", "Path: LDRUURDD\nManhattan cost: 8\n"] {
        assert_eq!(cost(text), None, "{text}");
    }
}
