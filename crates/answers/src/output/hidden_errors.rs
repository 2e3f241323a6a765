//! Outputs in which an error hides behind a right length or a right part, and right outputs that
//! look wrong.

use super::tests::kind;

/// The solved board.
const SOLVED: &str = "123456780";
/// The path is `R`.
const ONE: &str = "123456708";
/// The path is `DR`.
const TWO: &str = "123406758";
/// The path is `DDRR`.
const FOUR: &str = "023156478";
const UNSOLVABLE: &str = "213456780";

fn expect(start: &str, cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .map(|(text, expected)| (text, kind(start, text), expected))
        .filter(|(_, found, expected)| found != *expected)
        .map(|(text, found, expected)| format!("{text:?}: {found}, not {expected}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_path_may_come_back_to_its_start() {
    expect(
        TWO,
        &[
            ("123406758\n123460758\n123406758\n123456708\n123456780\n", "longer"),
            ("123406758 -> 123460758 -> 123406758 -> 123456708 -> 123456780\n", "longer"),
            ("Path: 123406758 -> 123460758 -> 123406758 -> 123456708 -> 123456780\nLength: 4\n", "longer"),
            (
                "Step 0: 123406758\nStep 1: 123460758\nStep 2: 123406758\nStep 3: 123456708\nStep 4: 123456780\n\
                 Total steps: 4\n",
                "longer",
            ),
            (
                "1 2 3\n4 0 6\n7 5 8\n\n1 2 3\n4 6 0\n7 5 8\n\n1 2 3\n4 0 6\n7 5 8\n\n1 2 3\n4 5 6\n7 0 8\n\n\
                 1 2 3\n4 5 6\n7 8 0\n",
                "longer",
            ),
            // Another path begins after its heading, or counts anew.
            ("123406758\n123460758\nSolution:\n123406758\n123456708\n123456780\n", "optimal"),
            (
                "Step 0: 123406758\nStep 1: 123460758\nStep 0: 123406758\nStep 1: 123456708\nStep 2: 123456780\n",
                "optimal",
            ),
        ],
    );
}

#[test]
fn a_line_of_a_path_is_not_the_path() {
    expect(
        ONE,
        &[
            ("Right\nLeft\nRight\nTotal moves: 1\n", "length-disagrees"),
            ("Blank Right\nBlank Left\nBlank Right\nTotal moves: 1\n", "length-disagrees"),
            ("Moves: right x1, left x1, right x1\n", "not found"),
            ("Path: right (cost 1), left (cost 1), right (cost 1)\n", "not found"),
            ("moves = [(8, 'left'), (8, 'right'), (8, 'left')]\n", "longer"),
        ],
    );
}

#[test]
fn a_path_that_is_not_read_does_not_pass_with_its_length() {
    expect(
        TWO,
        &[
            ("{\"boards\": [\"123406758\", \"123456708\", \"123456780\"], \"num_moves\": 2}\n", "optimal"),
            (
                "{\"boards\": [\"123406758\", \"123460758\", \"123456780\"], \"num_moves\": 2}\n",
                "illegal-move",
            ),
            ("{\"states\": [\"123406758\", \"123456780\"], \"num_moves\": 2}\n", "illegal-move"),
            ("{\"sol\": [\"D\", \"R\"], \"cost\": 2}\n", "optimal"),
            ("{\"sol\": [\"D\", \"L\"], \"cost\": 2}\n", "ends-elsewhere"),
            ("{\"moveList\": [\"D\"], \"moveCount\": 2}\n", "optimal"),
            (
                "{\"nodes\": [{\"action\": null}, {\"action\": \"D\"}, {\"action\": \"L\"}], \"cost\": 2}\n",
                "ends-elsewhere",
            ),
            ("{\"visited\": [\"D\", \"L\", \"U\"], \"cost\": 2}\n", "optimal"),
            ("[<Move.UP: 'U'>, <Move.LEFT: 'L'>]\nMoves: 2\n", "other-convention"),
            ("[<Dir.UP: (-1, 0)>, <Dir.RIGHT: (0, 1)>]\nMoves: 2\n", "ends-elsewhere"),
            ("[<Dir.DOWN: (1, 0)>, <Dir.RIGHT: (0, 1)>]\nMoves: 2\n", "optimal"),
            ("Tiles moved: 4 1\nMoves: 2\n", "Several"),
            ("tiles to slide: 4 7\nnumber of moves: 2\n", "Several"),
            ("Tiles moved: 5 8\nMoves: 2\n", "optimal"),
            ("b'UR'\nMoves: 2\n", "ends-elsewhere"),
            ("1.U 2.R\nMoves: 2\n", "ends-elsewhere"),
            ("1:U 2:R\nMoves: 2\n", "ends-elsewhere"),
            ("Up (h=1)\nRight (h=0)\nMoves: 2\n", "ends-elsewhere"),
            ("Moves: 2\nD\n", "Several"),
            ("U/R\nMoves: 2\n", "ends-elsewhere"),
            ("Path: D/R\nMoves: 2\n", "optimal"),
            ("moves: [(1, 0), (0, 1)]\nlength: 2\n", "PerhapsMoves"),
            ("DIRS = [(0, 1), (1, 0), (0, -1), (-1, 0)]\nlength: 2\n", "optimal"),
            ("5 left, 8 up\nMoves: 2\n", "Several"),
            ("5 up, 8 left\nMoves: 2\n", "optimal"),
            ("Total steps: 2\n1. Down\n", "Several"),
        ],
    );
}

#[test]
fn a_stated_length_that_contradicts_the_path_is_found() {
    expect(
        FOUR,
        &[
            ("A*: DDRR (5 moves, 0.02 s)\n", "length-disagrees"),
            ("moves=5 path=DDRR\n", "length-disagrees"),
            ("#moves=5 #expanded=45 max_frontier=31\ndown\ndown\nright\nright\n", "length-disagrees"),
            ("{\"data\": {\"path\": \"DDRR\", \"depth\": 5}}\n", "length-disagrees"),
            ("solution = 'DDRR'\nlen(solution) = 5\n", "length-disagrees"),
            ("BFS moves: 5\nBFS path: DDRR\n", "length-disagrees"),
            ("Znaleziono rozwiązanie w 5 ruchach:\nDDRR\n", "length-disagrees"),
            ("Ratkaisu 5 siirtoa:\nDDRR\n", "length-disagrees"),
            ("moves=4 path=DDRR\n", "optimal"),
            ("A*: DDRR (4 moves, 0.02 s)\n", "optimal"),
        ],
    );
}

#[test]
fn every_method_must_be_right() {
    expect(
        FOUR,
        &[
            ("BFS: DDUDRR\nA*: DDRR\n", "Several"),
            ("A*: DDRR\nBFS: DDUDRR\n", "Several"),
            ("BFS: DDRR\nA*: DDRR\n", "optimal"),
            ("BFS: DDRL (4 moves, 0.1 s)\n", "ends-elsewhere"),
            ("--- BFS ---\nDDUDRR\n--- A* ---\nDDRR\n", "Several"),
            ("--- BFS ---\nDDRR\n--- A* ---\nDDRR\n", "optimal"),
        ],
    );
}

#[test]
fn moves_and_what_is_beside_them_must_agree() {
    expect(
        TWO,
        &[
            ("123406758\nD\n123456708\nL\n123456780\n", "Several"),
            ("123406758\nD\n123456708\nR\n123456780\n", "optimal"),
            ("123406758\nU\n123456708\nL\n123456780\n", "optimal"),
            ("123406758\n↓\n123456708\n↓\n123456780\n", "optimal"),
            ("BFS: RD (2 moves, 0.1 s)\n", "reversed"),
            ("BFS: DR (2 moves, 0.1 s)\n", "optimal"),
            ("Move tile 5 up\nMove tile 8 left\n", "optimal"),
            ("1. Move tile 5 up\n2. Move tile 8 left\n", "optimal"),
            ("Step 1: Move tile 5 up\nStep 2: Move tile 8 left\n", "optimal"),
            ("1) 5 up\n2) 8 left\n", "optimal"),
            ("1. slide 5 up\n2. slide 8 left\n", "optimal"),
        ],
    );
}

#[test]
fn words_that_are_moves_elsewhere_are_no_path() {
    expect(
        TWO,
        &[
            ("Solution: DR\n0 moves left\n", "optimal"),
            ("Solution: DR\nNo moves left\n", "optimal"),
            ("2 move(s)\n", "optimal"),
            ("Move(s): 2\n", "optimal"),
            ("[u'D', u'R']\n", "optimal"),
            ("Path: [u'D', u'R']\n", "optimal"),
            ("[b'D', b'R']\n", "optimal"),
            ("[np.str_('D'), np.str_('R')]\n", "optimal"),
            ("Order: UDLR\nDR\n", "optimal"),
        ],
    );
    expect(
        ONE,
        &[
            ("Moves: 8 left\n", "optimal"),
            ("moves = [(8, 'left')]\n", "optimal"),
            ("right (8)\n", "optimal"),
            ("moves = [('right', 8)]\n", "optimal"),
            ("right (3)\n", "length-disagrees"),
            ("No answer, right?\n", "not found"),
        ],
    );
    expect(
        SOLVED,
        &[
            ("Znaleziono rozwiązanie w 0 ruchach:\n", "optimal"),
            ("[{\"path\":\"\",\"cost\":0},{\"path\":\"\",\"cost\":0}]\n", "optimal"),
        ],
    );
    expect(SOLVED, &[("Search order: LRUD\nSolved in 0 moves\n", "optimal"), ("0 move(s)\n", "optimal")]);
    expect(FOUR, &[("Order: UDLR\nMoves: 4\n", "optimal"), ("Search order: RDUL\nMoves: 4\n", "optimal")]);
    expect(
        UNSOLVABLE,
        &[
            ("No solution up to depth 31\n", "not found"),
            ("No solution up to 5 moves.\n", "not found"),
            ("No solution, left with empty queue\n", "unsolvable"),
            ("No moves left, unsolvable\n", "unsolvable"),
            ("{\"error\": \"unsolvable\"}\n", "unsolvable"),
            ("Solvable? No\n", "unsolvable"),
            ("Puzzle is solvable: NO\n", "unsolvable"),
            ("Solvable: N\n", "unsolvable"),
        ],
    );
}

#[test]
fn the_log_of_a_search_is_not_the_path() {
    expect(
        TWO,
        &[
            ("{\"type\":\"log\",\"move\":\"U\"}\n{\"type\":\"result\",\"path\":\"DR\"}\n", "optimal"),
            (
                "{\"event\":\"expand\",\"n\":0,\"dir\":\"U\"}\n{\"event\":\"done\",\"solution\":\"DR\",\"length\":2}\n",
                "optimal",
            ),
            (
                "{\"event\":\"expand\",\"n\":0,\"dir\":\"U\"}\n{\"event\":\"done\",\"solution\":\"DL\",\"length\":2}\n",
                "ends-elsewhere",
            ),
            ("{\"path\": [\"123406758\", \"123456708\", \"123456780\"]}\n", "optimal"),
            (
                "{\"path\": [\"1,2,3,4,0,6,7,5,8\", \"1,2,3,4,5,6,7,0,8\", \"1,2,3,4,5,6,7,8,0\"]}\n",
                "optimal",
            ),
            ("{\"path\": [\"123406758\", \"123460758\", \"123456780\"]}\n", "illegal-move"),
        ],
    );
}
