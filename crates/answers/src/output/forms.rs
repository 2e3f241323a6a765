//! Forms in which solvers print paths, lengths, and explanations, with the finding about each.

use super::tests::{board, kind_of};
use super::*;

/// A board that is solved by down and right.
const DR: &str = "123406758";
/// A board that is solved by right, down and down.
const RDD: &str = "102453786";
/// A board that is solved by right.
const R: &str = "123456708";

#[test]
fn common_forms_of_output_are_read() {
    let two_boards = "After 1 move:\n1 2 3\n4 5 6\n7 0 8\n\nAfter 2 moves:\n1 2 3\n4 5 6\n7 8 0\n";
    let [start, goal] = ["\n1 2 3\n4 0 6\n7 5 8\n", "\n1 2 3\n4 5 6\n7 8 0\n"];
    let counted =
        "Cost: 0\n1 2 3\n4 0 6\n7 5 8\n\nCost: 1\n1 2 3\n4 5 6\n7 0 8\n\nCost: 2\n1 2 3\n4 5 6\n7 8 0\n";
    for (start, text, expected) in [
        // Words joined by signs
        (DR, "Path: Down-Right\nNodes: 12\n", "optimal"),
        (R, "Path: Left-Right-Right\nNodes: 12\n", "longer"),
        (R, "Path: Down-Right\nNodes: 12\n", "illegal-move"),
        // Arrows between words
        (DR, "Path: Down => Left\nMoves: 2\n", "ends-elsewhere"),
        (DR, "Path: Down > Left\nMoves: 2\n", "ends-elsewhere"),
        (DR, "Path: Down => Right\nNodes: 12\n", "optimal"),
        ("103425786", "Path: V > V\nNodes: 12\n", "optimal"),
        (R, "Path: Left => Right => Right\nNodes: 12\n", "longer"),
        // Words of a search in the label of an answer
        (DR, "Solution found after expanding 57 nodes: DL\nPath length: 2\n", "ends-elsewhere"),
        (DR, "Solution found after expanding 57 nodes: DR\n", "optimal"),
        (DR, "Path from current state to goal: DR\n", "optimal"),
        (DR, "Next solution: DL\nPath length: 2\n", "Several"),
        ("123456078", "Generated 2 moves: U, R\nSolved in 2 moves.\n", "optimal"),
        (DR, "Solution: DR (3 moves, processed 12 nodes)\nTime: 0.01 s\n", "length-disagrees"),
        (DR, "Scramble path: UL\nSolution length: 2\n", "optimal"),
        // The cost or number of each step
        (DR, "Action: Down, Cost: 1\nAction: Right, Cost: 1\n", "optimal"),
        (DR, "Action: Down, Cost: 1\nAction: Right, Cost: 1\nTotal cost: 2\n", "optimal"),
        (DR, "Action: Down, Cost: 1\nAction: Right, Cost: 1\nTotal cost: 3\n", "length-disagrees"),
        (DR, "Down (cost 5)\nRight (cost 8)\n", "optimal"),
        (RDD, "Right (cost 2)\nDown (cost 3)\nDown (cost 6)\nTotal cost: 11\n", "optimal"),
        (DR, "Down (cost 5)\nRight (cost 8)\nTotal cost: 13\n", "optimal"),
        (DR, &format!("{counted}\nTotal cost: 2\n"), "optimal"),
        (DR, &format!("{counted}\nTotal cost: 3\n"), "length-disagrees"),
        (DR, &format!("1 2 3\n4 0 6\n7 5 8\n\n{two_boards}"), "optimal"),
        // Explanations of parity
        (DR, "A puzzle is solvable if inversions are even, unsolvable otherwise.\nPath: DR\n", "optimal"),
        (DR, "Inversions: 4 (odd = unsolvable)\nPath: DR\n", "optimal"),
        (DR, "Unsolvable inputs are rejected.\nPath: DR\n", "optimal"),
        // In some other languages, `D` stands for "to the right".
        ("123456078", "Path: DD\nnodes: 7\n", "PerhapsMoves"),
        (R, "Path: D\nMoves: 1\n", "Several"),
        ("123450786", "Path: D\nMoves: 1\n", "optimal"),
        // Moves that the search examined
        (DR, "Solution found after evaluating 57 moves.\nPath: DR\n", "optimal"),
        (R, "DFS path: d\nMoves: 1\n", "optimal"),
        ("023156478", "Path: down twice, right twice\nTotal moves: 4\n", "optimal"),
        // The action of the root
        ("123456780", "Solution: (None, 0)\nNodes: 1\n", "not found"),
        ("123450786", "Path: [None, 'up']\nCost: 1\n", "other-convention"),
        ("123450786", "Path: [None, 'down']\nNodes: 3\n", "optimal"),
        // A length that is also the number of a tile
        (R, "Path: right\nNumber of moves: 8\n", "length-disagrees"),
        (R, "Path: right\nMoves: 8\n", "length-disagrees"),
        (R, "Number of moves: 8\n", "too-long"),
        (R, "Solution (tile numbers): 8\nNodes: 12\n", "optimal"),
        // Arrows in quotes, and after the number of an item
        (DR, "Solution: ['↓', '→']\nNodes: 12\n", "optimal"),
        (DR, "Solution: ['⬇️', '➡️']\nNodes: 12\n", "optimal"),
        ("123450786", "Solution: ['↓', '→']\nNodes: 12\n", "PerhapsMoves"),
        (DR, "Solution: 'Down'→'Right'\nNodes: 12\n", "optimal"),
        (DR, "Path:\n1) ↓\n2) →\nNodes: 12\n", "optimal"),
        (DR, "Path:\n1) → Down\n2) → Right\nNodes: 12\n", "optimal"),
        (DR, "Path:\n1) → Down\n2) → Left\nMoves: 2\n", "ends-elsewhere"),
        // Numbers that lead nowhere
        (DR, "Moves: [5, 7]\nNumber of moves: 2\n", "Several"),
        (DR, "Moves: [5, 8]\nNumber of moves: 2\n", "optimal"),
        (DR, "Move tile 5\nMove tile 7\nNumber of moves: 2\n", "Several"),
        (DR, "Move tile 5\nMove tile 8\nNumber of moves: 2\n", "optimal"),
        (DR, "Moving tile 5...\nMoving tile 7...\nPath: DR\nNumber of moves: 2\n", "optimal"),
        (DR, "Move 1\nMove 2\nNumber of moves: 2\n", "optimal"),
        (DR, "Moves: 2 (57 nodes)\nTime: 0.01 s\n", "optimal"),
        (DR, "Moves: 2 (3 states)\nTime: 0.01 s\n", "optimal"),
        (DR, "Path: [(1, 1), (2, 1), (2, 2)]\nNumber of moves: 2\n", "optimal"),
        (DR, "Solution: [[1, 2, 3], [4, 5, 6], [7, 8, 0]]\nNumber of moves: 2\n", "optimal"),
        // The same board for every step
        (DR, &format!("Solution found in 2 moves\n{}", goal.repeat(3)), "PerhapsBoards"),
        (DR, &format!("Solution found in 2 moves\n{}", start.repeat(3)), "PerhapsBoards"),
        (DR, &format!("Solution found in 2 moves\n{start}{goal}"), "optimal"),
        (DR, &format!("Start:{start}Goal:{goal}Final state:{goal}Moves: 2\n"), "optimal"),
        // The label of the next number, and a time
        (DR, "Solved! Nodes: 57 Moves: 2 Time: 0.01s\nPath: D R\n", "optimal"),
        (DR, "Solved in 2 moves: 1. Down 2. Right\nNodes: 7\n", "optimal"),
        (DR, "10:15:30 Moves to reach goal: 2\nPath: DR\n", "optimal"),
        (DR, "The optimal solution has 2 moves: 5, 8\nNodes: 7\n", "optimal"),
        // Letters of numbered steps beside other words
        (DR, "Step 1: D=1, nodes=3\nStep 2: D=2, nodes=7\nSolved in 2 moves\n", "optimal"),
        (DR, "Step 1: D, f=2\nStep 2: R, f=2\nPath length: 2\n", "optimal"),
        (DR, "Step 1: D, f=2\nStep 2: L, f=2\nPath length: 2\n", "ends-elsewhere"),
        // An algorithm
        ("123450786", "Solution using A*: D\n", "optimal"),
    ] {
        let outputs = Outputs::of_stdout(text.as_bytes());
        assert_eq!(kind_of(&Extractor::default(), &outputs, &board(start)), expected, "{text}");
    }
}
