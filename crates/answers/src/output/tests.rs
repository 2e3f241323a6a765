//! Tests of typical outputs and the answers found in them.

use std::sync::OnceLock;

use super::*;
use tilebase::board::{Goal, Metric, Shape};
use tilebase::oracle::MultiTileOracle;
use tilebase::solve::Solver;

/// The judge for the 8-puzzle with the goal 123456780.
pub(super) fn judge() -> &'static Judge {
    static JUDGE: OnceLock<Judge> = OnceLock::new();
    JUDGE.get_or_init(|| Judge::new(Solver::new(&Goal::blank_last(Shape::THREE_BY_THREE)).unwrap()))
}

pub(super) fn board(text: &str) -> Board {
    Board::read(text, Some(Shape::THREE_BY_THREE)).unwrap()
}

/// The kind of the first wrong claim, or else of the first claim; or why there is no answer.
pub(super) fn kind_of(extractor: &Extractor, outputs: &Outputs<'_>, board: &Board) -> String {
    match extractor.extract(outputs, board, judge()) {
        Ok(found) => {
            let findings: Vec<_> =
                found.claims.iter().map(|claim| judge().judge(board, claim).unwrap()).collect();
            let wrong = findings.iter().find(|finding| !finding.is_right(false));
            wrong.unwrap_or(&findings[0]).kind().to_owned()
        }
        Err(NoAnswer::Nothing) => "nothing".to_owned(),
        Err(NoAnswer::NotFound { .. }) => "not found".to_owned(),
        Err(error) => format!("{error:?}").split(['(', ' ']).next().unwrap().to_owned(),
    }
}

pub(super) fn kind(start: &str, text: &str) -> String {
    kind_of(&Extractor::default(), &Outputs::of_stdout(text.as_bytes()), &board(start))
}

/// Two moves from the goal; the path is `RR`.
pub(super) const TWO: &str = "123456078";
/// Eight moves from the goal; the path is `LDRUURDD`.
pub(super) const EIGHT: &str = "152803476";
pub(super) const UNSOLVABLE: &str = "213456780";
const GOAL: &str = "123456780";

const BOARDS_OF_TWO: &str = "1 2 3\n4 5 6\n0 7 8\n\n1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n7 8 0\n";

#[test]
fn right_answers_are_read_in_every_form() {
    let boards_with = |before: &str, after: &str| format!("{before}{BOARDS_OF_TWO}{after}");
    for text in [
        "RR\n".to_owned(),
        "right\nright\nDone.\n".to_owned(),
        "Start -> right -> right\n".to_owned(),
        "START -> Right -> Right -> GOAL\nnodes: 7\n".to_owned(),
        "Moved RIGHT\n1 2 3\n4 5 6\n7 0 8\n\nMoved RIGHT\n1 2 3\n4 5 6\n7 8 0\n\n".to_owned(),
        "Step 1: right\nStep 2: right\nTime: 0.001\n".to_owned(),
        "1) Right\n2) Right\nexpanded 3\n".to_owned(),
        "direction: RIGHT\n---\ndirection: RIGHT\n---\nlength of path: 2\n".to_owned(),
        "deque(['right', 'right'])\ntime 3 s\n".to_owned(),
        "[Move.RIGHT, Move.RIGHT]\ncost 9 ms\n".to_owned(),
        "[<Move.RIGHT: 4>, <Move.RIGHT: 4>]\n7 nodes\n".to_owned(),
        "\u{1b}[32mRight\u{1b}[0m, \u{1b}[32mRight\u{1b}[0m\nnodes 7\n".to_owned(),
        "[\n  'R',\n  'R'\n]\nnodes 7\n".to_owned(),
        "Right ->\nRight\nnodes 7\n".to_owned(),
        "│ Path │ right -> │\n│      │ right    │\n│ Cost │ 2        │\n".to_owned(),
        "Enter the board\n>> R R\nnodes 7\n".to_owned(),
        "Solution: R2 (2 moves)\nnodes 7\n".to_owned(),
        "caminho: direita, direita\nnós: 7\n".to_owned(),
        "d d\nnodes 7\n".to_owned(),
        "R-R\nnodes 7\n".to_owned(),
        "Solved in 2 moves: R-R\n".to_owned(),
        "droite\ndroite\nfin\n".to_owned(),
        "wait\n→ →\nnodes 7\n".to_owned(),
        "moves: [7, 8]\nnodes 7\n".to_owned(),
        "Move tile 7 left\nMove tile 8 left\nnodes 7\n".to_owned(),
        "7 left, 8 left\nnodes 7\n".to_owned(),
        "the answer is\nRR\n and it took 7 nodes\n".to_owned(),
        boards_with("", ""),
        boards_with("1 2 3\n4 5 6\n0 7 8\n\n", ""),
        boards_with("start:\n1 2 3\n4 5 6\n0 7 8\n\ngoal:\n1 2 3\n4 5 6\n7 8 0\n\n", "1 2 3\n4 5 6\n7 8 0\n"),
        boards_with("2\n\n", ""),
        boards_with("", "total moves:\t\t\t2\ntime complexity:\t\t12\n"),
        boards_with("Minimum number of moves = 2\n", ""),
        boards_with("", "").replace('0', " "),
        boards_with("", "").replace('0', "9"),
        boards_with("", "").replace("0 ", "  ").replace(" 0", "").replace(" 8 ", " 8"),
        boards_with("", "").replace('0', "b").replace('\n', "\r\n"),
        boards_with("", "").replace(' ', " | ").replace('1', "-----\n1"),
        boards_with("", "").replace(' ', ""),
        boards_with("Expanding 123456078\nExpanding 123456708\nSolution depth was 2\n", ""),
        "1 2 3    1 2 3    1 2 3\n4 5 6 -> 4 5 6 -> 4 5 6\n0 7 8    7 0 8    7 8 0\n".to_owned(),
        "[[1,2,3,4,5,6,0,7,8],\n [1,2,3,4,5,6,7,0,8],\n [1,2,3,4,5,6,7,8,0]]\nnodes: 7\n".to_owned(),
        "Solution found at 2 depth with a duration of ~0.2, and 1788 nodes expanded:\n1 2 3\n4 5 6\n7 8 0\n"
            .to_owned(),
        "nodes 7\nthe shortest path has 2 moves\n".to_owned(),
        "cost: 2\nnodes: 7\n".to_owned(),
        "solved in 2 steps\nnodes 7\n".to_owned(),
        "BFS: no solution at depth 0\nBFS: no solution at depth 1\nPath: RR\n".to_owned(),
        "unsolvable: False\nRR\n".to_owned(),
        "This program detects impossible boards.\nRR\n".to_owned(),
        "{\"path\": \"RR\", \"cost\": 2}\n".to_owned(),
        "2\nRR\n".to_owned(),
    ] {
        assert_eq!(kind(TWO, &text), "optimal", "{text}");
    }
}

#[test]
fn solved_boards_have_paths_of_no_moves() {
    for text in [
        "[]\n",
        "\n[]\nnodes: 1\n",
        "path_to_goal: []\ncost_of_path: 0\nnodes_expanded: 1\n",
        "0\n\n1 2 3\n4 5 6\n7 8  \n",
        "1 2 3\n4 5 6\n7 8 0\n\ntotal moves: 0\n",
        "Start\n** Goal **\nOrder: START -> GOAL\n",
        "Solution:  (0 moves)\n",
        "Goal state!\n\nSolution depth was 0\nNumber of nodes expanded: 0\n",
        "[1 2 3]\n[4 5 6]\n[7 8 0]\n\ng: 0\nh: 0.000000\nf: 0.000000\n\nTotal: 4\n",
        "The puzzle is already solved.\nbye\n",
    ] {
        assert_eq!(kind(GOAL, text), "optimal", "{text}");
    }
    // Neither an echo nor a banner is an answer.
    for text in ["1 2 3\n4 5 6\n7 8 0\n", "range from 0 to 8 where 0 is blank\nbye\n", "nodes: 0\ntime: 0\n"]
    {
        assert!(!["optimal", "too-long"].contains(&kind(GOAL, text).as_str()), "{text}");
    }
}

#[test]
fn denials_count_if_there_is_no_path() {
    for text in [
        "Puzzle is unsolvable\nbye\n",
        "checking\nUnfotunately this puzzle has an even number of inversions, and therefore is not \
        solvable, please enter\n",
        "The puzzle you entered is not solvable because the number of inversions is odd\nend\n",
        "Impossible State matched, cannot be solved\nSolution Cost: 0\nNodes Seen: 1163\n",
        "solvable: False\nnodes: 0\n",
        "Path: None\nnodes: 0\n",
        "cost: -1\nnodes: 0\n",
        "não tem solução\nfim\n",
        "invalid or unsolvable puzzle\nend\n",
    ] {
        assert_eq!(kind(UNSOLVABLE, text), "unsolvable", "{text}");
        assert_eq!(kind(EIGHT, text), "says-unsolvable", "{text}");
    }
    for (text, expected) in [
        ("detects impossible boards\nPath: LDRUURDD\n", "says-solvable"),
        (
            "not solvable, another board is solved\n1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n7 8 0\nMoves: 1\n",
            "Several",
        ),
        ("Goal NOT Found\n\nUULLDDRR\n\nPath Length: 8\n", "says-both"),
        ("detects impossible boards\nbye\n", "not found"),
        ("path: []\nnodes: 3\n", "Empty"),
        ("cost: 0\nnodes: 3\n", "Empty"),
        ("searching\nno solution at depth 7\n", "not found"),
    ] {
        assert_eq!(kind(UNSOLVABLE, text), expected, "{text}");
    }
}

#[test]
fn contradictions_have_names() {
    for (start, text, expected) in [
        (EIGHT, "LDRUURDD\nLength: 99\n", "length-disagrees"),
        (EIGHT, "99\nLDRUURDD\n", "length-disagrees"),
        (EIGHT, "No solution found.\nPath: LDRUURDD\n", "says-both"),
        (EIGHT, "path: LDRUURDDUD\nnodes 7\n", "longer"),
        (EIGHT, "path: RULDDLUU\nnodes 7\n", "other-convention"),
        (EIGHT, "path: DDRUURDL\nnodes 7\n", "reversed"),
        (EIGHT, "path: LRDUURDD\nlength: 8\n", "wrong-order"),
        (EIGHT, "path: UUUUDDDD\nlength: 8\n", "illegal-move"),
        (EIGHT, "path: LDRU\nlength: 4\n", "ends-elsewhere"),
        (EIGHT, "path: []\nnodes 7\n", "ends-elsewhere"),
        (EIGHT, "9 movements done to find the solution\nbye\n", "too-long"),
        (EIGHT, "7\n", "too-short"),
        (TWO, "1 2 3\n4 5 6\n7 8 0\n\n1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n0 7 8\n", "reversed"),
    ] {
        assert_eq!(kind(start, text), expected, "{text}");
    }
}

/// Ambiguous texts must not lead to a verdict.
#[test]
fn ambiguous_outputs_are_not_understood() {
    for (text, expected) in [
        ("Eight puzzle, version 8\nbye\n", "not found"),
        ("use U D L R\nbye\n", "not found"),
        ("the axes are L-R and U-D\nbye\n", "not found"),
        ("UDLR\nare the moves\nbye\n", "PerhapsMoves"),
        ("steps: 1166\ntime: 3\n", "PerhapsLength"),
        ("1 5 2\n8 0 3\n4 7 6\n\n1 5 2\n0 8 3\n4 7 6\n\n1 5 2\n4 8 3\n0 7 6\n\nbye 1\n", "PerhapsBoards"),
        ("DFS cost: 45\nBFS cost: 8\nGreedy cost: 20\n", "not found"),
        ("cost: 8\ncost: 20\n", "Several"),
        ("Path: LDRUURDD\nPath: LDRUURDDUD\n", "Several"),
        ("Enter the board\n>> \n", "not found"),
        ("took 3 s\n28\n", "not found"),
        ("", "nothing"),
        ("\n\n", "nothing"),
    ] {
        assert_eq!(kind(EIGHT, text), expected, "{text}");
    }
}

#[test]
fn a_failed_run_is_judged_only_by_a_clear_answer() {
    let failed = |start: &str, stdout: &str, stderr: &str| {
        let outputs =
            Outputs { stdout: stdout.as_bytes(), stderr: stderr.as_bytes(), has_failed: true, file: None };
        kind_of(&Extractor::default(), &outputs, &board(start))
    };
    let object = |limit: &str| format!("{{\"solvable\":false,\"moves\":null,\"limit\":{limit}}}\n");
    assert_eq!(failed(UNSOLVABLE, &object("null"), ""), "unsolvable");
    assert_eq!(failed(UNSOLVABLE, &object("7"), ""), "not found");
    assert_eq!(failed(TWO, "Path: RR\n", ""), "optimal");
    assert_eq!(failed(TWO, "length: 2\n", "Traceback:\nKeyError: 5\n"), "optimal");
    assert_eq!(failed(UNSOLVABLE, "", "Error: Unsolvable\n"), "unsolvable");
    assert_eq!(failed(UNSOLVABLE, "size 3\n", "Traceback:\nValueError: Puzzle not Solvable\n"), "unsolvable");
    // A stack trace is not an answer, whatever the names in it.
    for trace in [
        "Traceback:\n  File \"s.py\", line 12, in is_unsolvable\n    n = inv\nNameError: inv\n",
        "Traceback:\n  File \"s.py\", line 12, in solve\n    return is_unsolvable(b)\nKeyError: 5\n",
        "java.lang.NullPointerException\n\tat Solver.isUnsolvable(Solver.java:12)\n",
        "solver: s.cpp:12: int solve(): Assertion `!is_unsolvable(b)' failed.\n",
    ] {
        assert_eq!(failed(UNSOLVABLE, "", trace), "not found", "{trace}");
        assert_eq!(failed(TWO, "", trace), "not found", "{trace}");
    }
    for (start, stdout) in [
        (GOAL, "range from 0 to 8 where 0 is blank\n"),
        (GOAL, "Moves: 0\n0\n\n1 2 3\n4 5 6\n7 8 0\n"),
        (GOAL, "[]\n"),
        (TWO, "Eight puzzle, version 2\n2\n"),
        (TWO, "length: 4\n"),
        (TWO, "depth: 2\n"),
        (TWO, "2"),
        (TWO, "Path: R\n"),
    ] {
        assert_eq!(failed(start, stdout, ""), "not found", "{stdout}");
    }
}

#[test]
fn answers_are_quoted() {
    let outputs = Outputs { stdout: b"Eight puzzle\n\nPath: LDRUURDD\nLength: 8\n", ..Outputs::default() };
    let found = Extractor::default().extract(&outputs, &board(EIGHT), judge()).unwrap();
    assert_eq!(found.quotes[0].to_string(), "line 3 (\"Path: LDRUURDD\")");
    assert_eq!(found.read_as(), Some(ReadAs::Path));
    let outputs = Outputs { file: Some(b"8\n"), stdout: b"saved\n", ..Outputs::default() };
    let found = Extractor::default().extract(&outputs, &board(EIGHT), judge()).unwrap();
    assert_eq!(found.quotes[0].to_string(), "line 1 of the answer file (\"8\")");
    assert_eq!((found.read_as(), found.nodes), (Some(ReadAs::Length), None));
}

/// The board and the goal, echoed, are not a path: the moves or else the length count.
#[test]
fn an_echo_of_the_question_is_no_path() {
    let asked = "Initial State:    123456708\nGoal State:    123456780\nPath Length: 1\n";
    assert_eq!(kind("123456708", &format!("R\n{asked}")), "optimal");
    assert_eq!(kind("123456708", &format!("path: L\n{asked}")), "other-convention");
    let found =
        Extractor::default().extract(&Outputs::of_stdout(asked.as_bytes()), &board("123456708"), judge());
    assert_eq!(found.unwrap().read_as(), Some(ReadAs::Length));
}

#[test]
fn user_names_and_conventions_apply() {
    let names: MoveNames = "U=0,D=1,L=2,R=3".parse().unwrap();
    let extractor = Extractor { names: Some(names), ..Extractor::default() };
    assert_eq!(kind_of(&extractor, &Outputs::of_stdout(b"3 3\n"), &board(TWO)), "optimal");
    assert_eq!(kind_of(&extractor, &Outputs::of_stdout(b"moves: [3, 1]\n"), &board(TWO)), "illegal-move");
    let tile = Extractor { moves: MoveConvention::Tile, ..Extractor::default() };
    for text in ["LL\n", "left\nleft\ndone\n", "7 left, 8 left\nok\n"] {
        assert_eq!(kind_of(&tile, &Outputs::of_stdout(text.as_bytes()), &board(TWO)), "optimal", "{text}");
    }
}

/// The answer found by a preset, for a board one move from the goal.
fn found(preset: &str, text: &str) -> String {
    let extractor = Extractor { preset: preset.parse().unwrap(), ..Extractor::default() };
    let in_words = |claim: &Claim| match claim {
        Claim::Path(moves) => MoveConvention::Blank.write(moves),
        Claim::PathAndLength { moves, length } => {
            format!("{} {length}", MoveConvention::Blank.write(moves))
        }
        other => format!("{other:?}"),
    };
    match extractor.extract(&Outputs::of_stdout(text.as_bytes()), &board("123456708"), judge()) {
        Err(error) => error.to_string(),
        Ok(found) => found.claims.iter().map(in_words).collect::<Vec<_>>().join(" + "),
    }
}

#[test]
fn presets_go_by_their_names() {
    let read = |text: &str| text.parse::<Preset>();
    assert!(matches!(read("moves"), Ok(Preset::Moves)));
    assert!(matches!(read("json:/answer/moves"), Ok(Preset::Json(_))));
    for (text, reason) in [
        ("regex:no group", "no group named moves, length or unsolvable"),
        ("regex:(", "invalid regular expression"),
        ("json:answer", "expected a JSON pointer"),
        ("guess", "expected one of auto, moves"),
    ] {
        assert!(read(text).unwrap_err().to_string().contains(reason), "{text}");
    }
}

#[test]
fn patterns_and_pointers_take_what_they_name() {
    let pattern = "regex:path=(?<moves>[a-z]*);n=(?<length>[0-9]+)|(?<unsolvable>nope)";
    assert_eq!(found(pattern, "path=r;n=1"), "R 1");
    assert_eq!(found(pattern, "nope"), "Unsolvable");
    assert_eq!(found("regex:went (?<moves>[a-z]+)", "went up\nwent left\n"), "UL");
    assert_eq!(found("regex:path (?<moves>[A-Z]+)", "path UU\npath RL\n"), "RL");
    assert_eq!(found("json:/a/0", "{\"a\":[\"R\"]}"), "R");
    assert_eq!(found("json:/a", "{\"a\":null}"), "Unsolvable");
    assert_eq!(found("json:/a", "{\"a\":28}"), "Length(28)");
    assert_eq!(found("json:/a", "{\"a\":-1}"), "Unsolvable");
    assert_eq!(found("json:/a", "{\"a\":[]}"), "");
    assert_eq!(found("json:/a", "{\"a\":\"\"}"), "");
    assert_eq!(found("json:", "[\"R\"]"), "R");
    assert!(found("json:/b", "{\"a\":null}").starts_with("no answer"));
    assert_eq!(found("last-number", "12 then 13\n"), "Length(13)");
    assert_eq!(found("moves", "unsolvable"), "Unsolvable");
    assert_eq!(found("moves", "length 12\nthe way: ULD\n"), "ULD");
    assert!(found("moves", "28\nno moves here\nall is right\n").starts_with("no answer"));
    assert_eq!(found("tile-numbers", "12 nodes\nmoves: [5, 4]\n"), "UL");
    assert_eq!(found("tile-numbers", "[]\n"), "");
    let no_slide = found("tile-numbers", "[8, 3]");
    assert!(
        no_slide.starts_with("the tiles cannot slide like this: ") && no_slide.contains("tile 3"),
        "{no_slide}"
    );
}

/// The kind of an answer for a board two cells of a row from the goal, in the multi-tile metric.
fn kind_in_multi_tile_metric(start: &str, text: &str) -> String {
    static JUDGE: OnceLock<Judge> = OnceLock::new();
    let judge = JUDGE.get_or_init(|| {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let oracle = MultiTileOracle::build(&goal).unwrap();
        Judge::new(Solver::new(&goal).unwrap()).in_multi_tile_metric(oracle)
    });
    let extractor = Extractor { metric: Metric::MultiTile, ..Extractor::default() };
    let board = board(start);
    match extractor.extract(&Outputs::of_stdout(text.as_bytes()), &board, judge) {
        Ok(found) => judge.judge(&board, &found.claims[0]).unwrap().kind().to_owned(),
        Err(error) => format!("{error:?}").split(['(', ' ']).next().unwrap().to_owned(),
    }
}

#[test]
fn lengths_and_boards_are_those_of_the_metric() {
    let jump = "1 2 3\n4 5 6\n0 7 8\n\n1 2 3\n4 5 6\n7 8 0\n";
    let after_path = |text: &str| format!("{jump}{text}");
    for (text, expected) in [
        ("RR 1\n".to_owned(), "optimal"),
        ("RR 2\n".to_owned(), "single-tile"),
        ("path: RR\nlength: 1\n".to_owned(), "optimal"),
        ("path: RR\nlength: 2\n".to_owned(), "single-tile"),
        ("Path: RR\nCost: 1\nnodes: 7\n".to_owned(), "optimal"),
        ("Path: RR\nCost: 2\nnodes: 7\n".to_owned(), "single-tile"),
        ("A*: 1 moves\nPath: RR\n".to_owned(), "optimal"),
        ("{\"path\": \"RR\", \"cost\": 1}\n".to_owned(), "optimal"),
        ("{\"path\": \"RR\", \"cost\": 2}\n".to_owned(), "single-tile"),
        ("[\"RR\", \"RLRR\"]\n".to_owned(), "optimal"),
        ("Moves: 1\n".to_owned(), "optimal"),
        ("Moves: 2\n".to_owned(), "single-tile"),
        (jump.to_owned(), "optimal"),
        (after_path("Moves: 1\n"), "optimal"),
        (after_path("Moves: 2\n"), "single-tile"),
        (after_path("Path does not reach the goal\n"), "CalledWrong"),
        (BOARDS_OF_TWO.to_owned(), "optimal"),
        (format!("{BOARDS_OF_TWO}Moves: 1\n"), "optimal"),
        (format!("{BOARDS_OF_TWO}Moves: 2\n"), "single-tile"),
        ("RLRR\nMoves: 3\n".to_owned(), "longer"),
        // One run, board by board and without the start.
        ("1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n7 8 0\n".to_owned(), "optimal"),
        ("path: RRU\nlength: 3\n".to_owned(), "ends-elsewhere"),
        ("BFS: 5 moves, A*: 2 moves\nPath: RR\n".to_owned(), "single-tile"),
    ] {
        assert_eq!(kind_in_multi_tile_metric(TWO, &text), expected, "{text}");
    }
}
