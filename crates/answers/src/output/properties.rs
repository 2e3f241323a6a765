//! Properties: a correct path is never judged wrong, in any format and amid any noise or trace; a
//! wrong path never passes, whatever the lines around it; noise alone is never judged right.
//!
//! `TILEBASE_CASES=1000000 cargo test --release -p tilebase-answers properties` runs that many
//! cases.

use proptest::prelude::*;
use tilebase::board::{Board, Goal, Move, Shape};
use tilebase::notation::{BoardForm, MoveConvention, MoveForm, MoveOptions};

use super::languages::LANGUAGES;
use super::tests::{judge, kind_of};
use super::*;

/// Text around answers: none of it is an answer or a statement about one.
const NOISE: [&str; 106] = [
    "",
    "",
    "Welcome to the 8-puzzle solver!",
    "Eight puzzle, version 8",
    "8 Puzzle Solver 2022",
    "Enter your puzzle, using a 0 to represent the blank:",
    "Enter row 1, use space or tabs between numbers: Enter row 2: Enter row 3:",
    "Valid input range from 0 to 8 where 0 is blank tile",
    "Type '1' to use a default puzzle, or '2' to enter your own puzzle.",
    "(0) Default Puzzle",
    "(1) A-Star with Misplaced Tile Heuristic",
    "1  Uniform Cost Search",
    "2) IDA* with pattern databases",
    "> ",
    ">> ",
    ">>> ",
    "$ ",
    "Please make sure that the puzzle is a legit 8-puzzle.",
    "This program detects impossible boards.",
    "Prints 'unsolvable' if the board is not solvable.",
    "Searching...",
    "Searching for Solution...",
    "Solving with A-star h2",
    "Using Breadth First Search",
    "Now running A* with Manhattan Distance Heuristic",
    "depth limit 5: no solution",
    "iteration 3",
    "threshold: 14",
    "The best state to expand with g(n) = 3 and h(n) = 7 is...",
    "Expanding Node with Hash: 2.6.3.4.5.0.1.7.8.\t Estimate: 8\t g(n): 1\th(n): 7",
    "3 - Node { 203465178 | D: 1, MD: 7 }",
    "g: 7",
    "h: 8.828427",
    "f: 10.828427",
    "[ 2 6 3 ]",
    "[ 4 5 0 ]",
    "4 0 5",
    "| 3 | 1 |   |",
    "-------------",
    "+---+---+---+",
    "      |      ",
    "     \\'/     ",
    "      v      ",
    "=======================================",
    "Solution found...",
    "Goal state!",
    "** Solution found **",
    "Goal Reached",
    "Starting State",
    "Initial State:    213456780",
    "States Expanded: 38\tGenerated: 68",
    "Number of nodes expanded: 42",
    "nodes_expanded: 1227",
    "search_depth: 12",
    "max_search_depth: 13",
    "Max queue size: 31",
    "Max Q Length:        38080",
    "Nodes Seen: 416",
    "Total de vértices fechados: 35",
    "complexity in time: 33",
    "resolution time: 0:00:00.002050",
    "running_time: 0.036206960678100586",
    "max_ram_usage: 0.001408",
    "Time: (aprox) 91.8 ms",
    "Search took 0.02 seconds to run.",
    "took 3 s",
    "Press any key to print the solution..",
    "Press any key to exit...",
    "INFO:root:File is valid",
    "    at Solver.getPath (solver.js:37:17)",
    "No solution found at depth 3, increasing",
    "Goal not found yet",
    "Solution not found so far",
    "checking whether the puzzle is unsolvable",
    "this is not a false alarm",
    "here are the latest news, as seen above",
    "-- h = 1, g = 0 --",
    "Le chemin est le suivant",
    "Der Weg ist gefunden",
    "Voici le chemin",
    "Suche auf Tiefe 4: keine Lösung",
    "Movimentos possíveis: cima, baixo",
    "Profundidade máxima: 7",
    "Steps explored: 31",
    "Visited 12 states in 3 turns of the loop",
    "links zum Thema: siehe unten",
    "Moves left: 0",
    "Every board can be solved in 31 moves",
    "No solution is shorter.",
    "max cost: 50",
    "Average cost: 3",
    "步骤如下",
    "len(frontier) = 4",
    "It is all right, we are left with nothing to do but sit down.",
    "Done.",
    "Checking if the puzzle is already solved...",
    "If the puzzle is already solved, the path is empty.",
    "Result: 12 iterations",
    "Result: 1 solution found",
    "Cost: 9 ms",
    "No solution in this branch, backtracking",
    "Created by making 20 moves from the goal state",
    "Mixed with 20 moves",
    "Moves to reach goal: unknown",
    "Options: U/D/L/R",
    "directions = [(0, 1), (1, 0), (0, -1), (-1, 0)]",
];

fn cases() -> u32 {
    std::env::var("TILEBASE_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(300)
}

/// A board from a random walk, so that easy boards are frequent.
fn walked(steps: &[usize]) -> Board {
    let goal = Goal::blank_last(Shape::THREE_BY_THREE).board();
    steps.iter().fold(goal, |board, step| {
        let next: Vec<Board> = board.successors().map(|(_, next)| next).collect();
        next[step % next.len()]
    })
}

fn board() -> impl Strategy<Value = Board> {
    prop::collection::vec(0..12_usize, 0..60).prop_map(|steps| walked(&steps))
}

fn noise() -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(prop::sample::select(&NOISE[..]), 0..12)
}

/// Formats a path in a format of the writer, or in one that people use, in one of [`LANGUAGES`].
fn written(board: &Board, moves: &[Move], form: usize, language: usize) -> Option<String> {
    let forms = MoveForm::ALL;
    let words = |name: &dyn Fn(usize, Move) -> String, between: &str| {
        let all: Vec<String> = moves.iter().enumerate().map(|(nth, step)| name(nth, *step)).collect();
        all.join(between)
    };
    let word = |step: Move| LANGUAGES[language][step as usize];
    let options = |move_form, board_form| MoveOptions {
        form: Some(move_form),
        start: Some(*board),
        board_form,
        ..MoveOptions::default()
    };
    let own = form.checked_sub(forms.len() + BoardForm::ALL.len());
    Some(match (forms.get(form), own) {
        (Some(form), _) => options(*form, None).write(moves).ok()?,
        (None, None) => {
            let board_form = BoardForm::ALL[form - forms.len()];
            options(MoveForm::Boards, Some(board_form)).write(moves).ok()?
        }
        (None, Some(0)) => words(&|_, step| word(step).to_owned(), "\n"),
        (None, Some(1)) => words(&|nth, step| format!("Step {}: {}", nth + 1, word(step)), "\n"),
        (None, Some(2)) => words(&|_, step| format!("Moved {}", word(step).to_uppercase()), "\n\n"),
        (None, Some(3)) => format!("['{}']", words(&|_, step| word(step).to_owned(), "', '")),
        (None, Some(4)) => {
            format!("Order: START -> {} -> GOAL", words(&|_, step| word(step).to_owned(), " -> "))
        }
        (None, Some(5)) => format!("[\n  '{}'\n]", words(&|_, step| step.letter().to_string(), "',\n  '")),
        (None, Some(6)) => format!("path_to_goal: [{}]", words(&|_, step| format!("'{}'", word(step)), ", ")),
        (None, Some(7)) => {
            let boards = std::iter::once(Ok(*board)).chain(board.along(moves.iter().copied()));
            let grids = boards.map(|board| Some(BoardForm::Grid.write(&board.ok()?).ok()?.replace('0', " ")));
            grids.collect::<Option<Vec<_>>>()?.join("\n\n")
        }
        (None, Some(8)) => words(&|_, step| format!("direction: {}", word(step)), "\n1 2 3\n\n"),
        (None, Some(_)) => {
            format!("{{\"moves\": [{}]}}", words(&|_, step| format!("\"{}\"", word(step)), ", "))
        }
    })
}

const FORMS: usize = MoveForm::ALL.len() + BoardForm::ALL.len() + 10;

fn joined(lines: &[&str], text: &str, after: &[&str]) -> String {
    let all = lines.iter().chain([&text]).chain(after);
    all.map(|line| format!("{line}\n")).collect()
}

/// Labels of a length. The last two may describe the search.
const LENGTH_LABELS: [&str; 9] = [
    "Path length: ",
    "Coups : ",
    "Movimentos: ",
    "Moves to solve - ",
    "turns: ",
    "Počet tahů: ",
    "Anzahl der Züge = ",
    "Passos: ",
    "步数: ",
];

/// Whether a verdict blames the program.
fn condemns(kind: &str) -> bool {
    let is_right = matches!(kind, "optimal" | "unsolvable");
    let is_doubt = matches!(kind, "nothing" | "not found") || kind.starts_with(char::is_uppercase);
    !is_right && !is_doubt
}

/// Labels of a final answer. The last is empty.
const LABELS: [&str; 12] = [
    "Solution: ",
    "Answer: ",
    "Path: ",
    "Moves: ",
    "The solution is ",
    "solution = ",
    "Plan -> ",
    "Camino: ",
    "Lösung: ",
    "Řešení = ",
    "Путь: ",
    "",
];

/// Formats moves on one line.
fn on_line(moves: &[Move], form: usize) -> String {
    let letters: Vec<String> = moves.iter().map(|step| step.letter().to_string()).collect();
    let words: Vec<String> = moves.iter().map(|step| format!("{step:?}").to_lowercase()).collect();
    match form {
        0 => letters.concat(),
        1 => letters.join(" "),
        2 => words.join(", "),
        3 => format!("['{}']", words.join("', '")),
        5 => moves.iter().map(|step| LANGUAGES[1][*step as usize]).collect::<Vec<_>>().join(", "),
        6 => moves.iter().map(|step| LANGUAGES[10][*step as usize]).collect::<Vec<_>>().join(" "),
        _ => words.join(" -> "),
    }
}

/// A line of a search's log: part of the path, the whole path, or moves that lead elsewhere.
fn traced(path: &[Move], other: &[Move], kind: usize, form: usize) -> String {
    let part = on_line(&path[..path.len() / 2], form);
    let whole = on_line(path, form);
    match kind {
        0 => format!("Exploring: {part}"),
        1 => format!("current path: {whole}"),
        2 => whole,
        3 => format!("expanding {part}"),
        4 => format!("trying {}", on_line(other, form)),
        5 => format!("best path so far: {}", on_line(other, form)),
        6 => on_line(other, form),
        _ => format!("frontier: {whole}"),
    }
}

/// A path that is almost right: one move changed, dropped, added, or all of them reversed.
fn spoiled(moves: &[Move], how: usize, at: usize) -> Vec<Move> {
    let mut moves = moves.to_vec();
    let at = at % moves.len();
    match how {
        0 => moves[at] = Move::ALL[(Move::ALL.iter().position(|step| *step == moves[at]).unwrap() + 1) % 4],
        1 => drop(moves.remove(at)),
        2 => moves.insert(at, Move::ALL[at % 4]),
        _ => moves.reverse(),
    }
    moves
}

fn leads_to_goal(board: &Board, moves: &[Move]) -> bool {
    let last = moves.iter().try_fold(*board, |board, step| board.after(*step));
    last == Some(judge().solver().goal().board())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn a_correct_path_is_never_judged_wrong(
        board in board(),
        form in 0..FORMS,
        before in noise(),
        after in noise(),
        is_named in any::<bool>(),
        length_label in 0..2 * LENGTH_LABELS.len(),
        language in 0..LANGUAGES.len(),
    ) {
        let moves = judge().solver().solve(&board).unwrap().moves;
        let Some(text) = written(&board, &moves, form, language) else { return Ok(()) };
        let name = if is_named && !text.contains('\n') { "Path: " } else { "" };
        let label = LENGTH_LABELS.get(length_label);
        let length = label.map_or_else(String::new, |label| format!("\n{label}{}", moves.len()));
        let output = joined(&before, &format!("{name}{text}{length}"), &after);
        for has_failed in [false, true] {
            let outputs = Outputs { has_failed, ..Outputs::of_stdout(output.as_bytes()) };
            let kind = kind_of(&Extractor::default(), &outputs, &board);
            prop_assert!(!condemns(&kind), "{kind} of {board}:\n{output}");
        }
    }

    /// Without noise in between, it must also be understood.
    #[test]
    fn a_named_correct_path_is_understood(
        board in board(),
        form in 0..5_usize,
        before in noise(),
        after in noise(),
    ) {
        let moves = judge().solver().solve(&board).unwrap().moves;
        let text = written(&board, &moves, form, 0).unwrap();
        let output = joined(&before, &format!("Path: [{text}]"), &after);
        let kind = kind_of(&Extractor::default(), &Outputs::of_stdout(output.as_bytes()), &board);
        prop_assert_eq!(kind, "optimal", "{}:\n{}", board, output);
    }

    /// A wrong path that comes last never passes because of a line that works.
    #[test]
    fn a_wrong_final_path_never_passes(
        board in board(),
        spoil in (0..4_usize, 0..40_usize),
        trace in prop::collection::vec((0..8_usize, 0..7_usize), 0..8),
        (label, form) in (0..LABELS.len(), 0..7_usize),
        before in noise(),
        after in noise(),
        (shows_boards, says_length) in any::<(bool, bool)>(),
    ) {
        let path = judge().solver().solve(&board).unwrap().moves;
        if path.is_empty() {
            return Ok(());
        }
        let wrong = spoiled(&path, spoil.0, spoil.1);
        if wrong.len() < 2 || leads_to_goal(&board, &wrong) {
            return Ok(());
        }
        let mut lines: Vec<String> = before.iter().map(|line| (*line).to_owned()).collect();
        lines.extend(trace.iter().map(|(kind, form)| traced(&path, &wrong, *kind, *form)));
        if shows_boards {
            lines.push(written(&board, &path, MoveForm::ALL.len(), 0).unwrap_or_default());
            lines.push(String::new());
        }
        lines.push(format!("{}{}", LABELS[label], on_line(&wrong, form)));
        if says_length {
            lines.push(format!("Path length: {}", path.len()));
        }
        let output = joined(&lines.iter().map(String::as_str).collect::<Vec<_>>(), "", &after);
        let kind = kind_of(&Extractor::default(), &Outputs::of_stdout(output.as_bytes()), &board);
        prop_assert!(kind != "optimal", "{kind} of {board}:\n{output}");
    }

    /// A right labeled path at the end is never condemned because of a trace above it.
    #[test]
    fn a_right_final_path_below_a_trace_is_not_condemned(
        board in board(),
        spoil in (0..4_usize, 0..40_usize),
        trace in prop::collection::vec((0..8_usize, 0..7_usize), 0..8),
        (label, form) in (0..LABELS.len() - 1, 0..7_usize),
        before in noise(),
        after in noise(),
    ) {
        let path = judge().solver().solve(&board).unwrap().moves;
        if path.len() < 2 {
            return Ok(());
        }
        let wrong = spoiled(&path, spoil.0, spoil.1);
        let mut lines: Vec<String> = before.iter().map(|line| (*line).to_owned()).collect();
        lines.extend(trace.iter().map(|(kind, form)| traced(&path, &wrong, *kind, *form)));
        lines.push(format!("{}{}", LABELS[label], on_line(&path, form)));
        let output = joined(&lines.iter().map(String::as_str).collect::<Vec<_>>(), "", &after);
        let kind = kind_of(&Extractor::default(), &Outputs::of_stdout(output.as_bytes()), &board);
        prop_assert!(!condemns(&kind), "{kind} of {board}:\n{output}");
    }

    #[test]
    fn noise_alone_never_passes(
        board in board(),
        is_solvable in any::<bool>(),
        noise in noise(),
        echo in 0..4_usize,
    ) {
        let board = if is_solvable { board } else { unsolvable(&board) };
        let echoed = match echo {
            0 => String::new(),
            1 => board.to_string(),
            2 => BoardForm::Grid.write(&board).unwrap(),
            _ => format!("Initial state: {board}, goal state: {}", judge().solver().goal().board()),
        };
        let output = joined(&noise[..noise.len() / 2], &echoed, &noise[noise.len() / 2..]);
        // Blank lines alone are a path of no moves.
        if output.trim().is_empty() {
            return Ok(());
        }
        let kind = kind_of(&Extractor::default(), &Outputs::of_stdout(output.as_bytes()), &board);
        prop_assert!(!matches!(kind.as_str(), "optimal" | "unsolvable"), "{kind} of {board}:\n{output}");
    }
}

/// A board with two of its tiles exchanged.
fn unsolvable(board: &Board) -> Board {
    let mut numbers: Vec<u32> = board.tiles().iter().map(|tile| u32::from(tile.number())).collect();
    let mut places = (0..numbers.len()).filter(|place| numbers[*place] != 0);
    let pair = (places.next().unwrap(), places.next().unwrap());
    numbers.swap(pair.0, pair.1);
    Board::new(board.shape(), &numbers).unwrap()
}

#[test]
fn the_convention_of_these_tests_is_the_blanks() {
    assert_eq!(Extractor::default().moves, MoveConvention::Blank);
}
