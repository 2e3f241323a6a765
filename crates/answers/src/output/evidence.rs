//! The evidence in an output, collected before an answer is chosen.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::super::sentences::nodes_in;
use super::super::vocabulary::{
    Certainty, Field, Methods, denial_certainty, is_limited, is_null_value, is_word_for_unsolvable, label,
    yes_or_no,
};
use super::boards::{FoundBoard, boards_in};
use super::candidate::{Candidate, Standing};
use super::chains::{Chain, Sought, chains_from};
use super::costs::{StatedCost, costs_in};
use super::labels::label_at_end;
use super::lengths::{MAX_MOVES, Stated, lengths_in};
use super::names::MoveNames;
use super::page::{Outputs, Page, Stream};
use super::paths::candidates;
use super::replay::{contradict_tiles, reaches_goal_if_d_means_right};
use super::steps::stepwise_candidates;
use super::words::{Kind, words_of};
use tilebase::board::{Board, Goal, Metric, Shape};

/// A statement that the goal cannot be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Denial {
    /// Line of the page.
    pub(super) line: usize,
    /// Whether it only concerns a part of a search, or one of several methods.
    pub(super) is_limited: bool,
    /// Whether it is only a word, such as `None`, at the end. Python functions that only
    /// print return `None` too.
    pub(super) is_word: bool,
}

/// The evidence for an answer.
#[derive(Debug)]
pub(super) struct Evidence {
    pub(super) page: Page,
    /// Moves that may be a path.
    pub(super) candidates: Vec<Candidate>,
    /// Chains of boards that begin at the start.
    pub(super) chains: Vec<Chain>,
    /// Chains of boards that begin at the goal.
    pub(super) chains_from_goal: Vec<Chain>,
    pub(super) lengths: Vec<Stated>,
    pub(super) costs: Vec<StatedCost>,
    pub(super) denials: Vec<Denial>,
    /// Lines that name a path of no moves, such as `path: []`.
    pub(super) empty_paths: Vec<usize>,
    /// A number alone on its line, if no other line of its stream has a digit.
    pub(super) lone_number: Option<(u32, usize)>,
    /// Whether a cost of zero is stated: a line `g: 0`, a length of 0, or one board
    /// counted as a step.
    pub(super) may_have_no_moves: bool,
    /// The numbers of boards and of different boards. Where boards overlap, only the first is
    /// counted.
    pub(super) shown_boards: [usize; 2],
    /// Whether each line has a part of a board.
    pub(super) board_lines: Vec<bool>,
    /// The only line with a digit, apart from boards.
    pub(super) only_number: Option<usize>,
    pub(super) nodes: Option<u64>,
    /// All boards and their lines, in the order of the first line.
    boards: Vec<(Range<usize>, Board)>,
}

impl Evidence {
    pub(super) fn of(
        outputs: &Outputs<'_>,
        board: &Board,
        goal: &Goal,
        metric: Metric,
        names: Option<&MoveNames>,
    ) -> Self {
        let page = Page::of(outputs);
        // A path of no moves may be printed as nothing but blank lines.
        let is_blank = outputs.main().trim_ascii().is_empty() && outputs.stderr.trim_ascii().is_empty();
        let is_of_errors = |line: usize| page.lines[line].stream == Stream::Errors;
        let mut boards = boards_in(&page, board.shape());
        let (mut lengths, without) = lengths_in(&page);
        let boards_on = lines_of(&boards, page.lines.len());
        let only_number = only_number(&page, &boards_on);
        let beside_boards = only_number.filter(|_| !boards.is_empty());
        lengths.extend(beside_boards.and_then(|line| bare_length(&page, line, board.shape())));
        let mut found = candidates(&page, names);
        found.extend(stepwise_candidates(&page, names));
        found.retain(|path| may_be_path(path, &boards_on, only_number, board.shape()));
        for path in &mut found {
            note_other_meanings(path, &page, board, goal);
        }
        // The error output of a failed run may quote its source, and `for m, t in moves(s)` is no
        // path.
        found.retain(|path| !(outputs.has_failed && is_of_errors(path.lines.start)));
        boards.retain(|board| !(outputs.has_failed && is_of_errors(board.lines.start)));
        let numbers = numbers_of_answers(&page, &lengths, &found);
        lengths.retain(|stated| !numbers.contains(&stated.line));
        let mut denials = denials_in(&page, without);
        // A stack trace names functions such as `is_unsolvable`.
        denials.retain(|denial| !(outputs.has_failed && is_of_stack_trace(&page, denial.line)));
        let goal_board = goal.board();
        let chains = |start, end| chains_from(Sought { start, goal: end, metric, page: &page }, &boards);
        Self {
            shown_boards: count_boards(&boards),
            chains: chains(board, &goal_board),
            chains_from_goal: chains(&goal_board, board),
            denials,
            // One board, counted as a step of the solution.
            may_have_no_moves: lengths.iter().any(|stated| stated.length == 0 || is_one_board(stated))
                || page.lines.iter().any(|line| line.text.trim() == "g: 0"),
            lengths,
            costs: costs_in(&page),
            only_number,
            board_lines: boards_on,
            empty_paths: if is_blank && !page.lines.is_empty() {
                vec![0]
            } else {
                empty_paths_in(&page, names)
            },
            lone_number: lone_number(&page),
            nodes: nodes_in(&String::from_utf8_lossy(outputs.main())),
            candidates: found,
            boards: boards.iter().map(|found| (found.lines.clone(), found.board)).collect(),
            page,
        }
    }

    /// The last board above a line.
    pub(super) fn board_above(&self, line: usize) -> Option<&Board> {
        let begun = self.boards.partition_point(|(lines, _)| lines.start < line);
        let above = self.boards[..begun].iter().rev().find(|(lines, _)| lines.end <= line)?;
        Some(&above.1)
    }
}

/// Notes what moves may also mean: directions in another language, or something that is no path.
fn note_other_meanings(path: &mut Candidate, page: &Page, board: &Board, goal: &Goal) {
    path.may_repeat |= reaches_goal_if_d_means_right(path, page, board, &goal.board());
    path.is_clear &= !path.may_repeat;
    // `7 up, 8 up` is no path, whatever the tiles say.
    if contradict_tiles(path, board, &goal.board()) {
        (path.may_repeat, path.is_clear) = (true, true);
        path.tiles = None;
    }
}

/// The lines that number the answers below them, from 1: `Answer: 1`, then a path.
fn numbers_of_answers(page: &Page, lengths: &[Stated], found: &[Candidate]) -> Vec<usize> {
    let names_answer = |line: usize| {
        let name = page.lines[line].text.split([':', '=', '#']).next().unwrap_or_default();
        ["answer", "solution"].iter().any(|word| name.trim().eq_ignore_ascii_case(word))
    };
    // clingo prints atoms: `move(1,down) move(2,right)`.
    let is_of_atoms = |path: &Candidate| page.lines[path.lines.start].text.contains(',');
    let is_path = |path: &&Candidate| {
        let is_shown = path.standing >= Standing::Alone && path.is_clear;
        !path.readings.is_empty() && (is_shown || is_of_atoms(path))
    };
    let paths: HashSet<usize> = found.iter().filter(is_path).map(|path| path.lines.start).collect();
    let is_above_path = |line: usize| paths.contains(&(line + 1));
    let numbers = lengths.iter().filter(|stated| names_answer(stated.line) && is_above_path(stated.line));
    let (lines, numbers): (Vec<usize>, Vec<u32>) = numbers.map(|stated| (stated.line, stated.length)).unzip();
    if numbers.iter().copied().eq(1..=numbers.len() as u32) { lines } else { Vec::new() }
}

/// The numbers of boards and of different boards. Rows of two boards may together look like a third
/// board. Where boards overlap, only the first is therefore counted.
fn count_boards(boards: &[FoundBoard]) -> [usize; 2] {
    let mut last: Option<&FoundBoard> = None;
    let mut different: HashSet<Board> = HashSet::new();
    let mut all = 0;
    for found in boards {
        if last.is_none_or(|last| !found.overlaps(last)) {
            different.insert(found.board);
            all += 1;
            last = Some(found);
        }
    }
    [all, different.len()]
}

/// Whether a line is of a stack trace or a failed assertion, apart from the message of the error.
fn is_of_stack_trace(page: &Page, line: usize) -> bool {
    let text = |line: usize| page.lines[line].text.trim_start();
    let is_python_frame = |line: usize| text(line).starts_with("File \"") && text(line).contains(", line ");
    let lower = text(line).to_ascii_lowercase();
    // Java, JavaScript, and C#; debuggers.
    lower.starts_with("at ")
        || lower.starts_with('#')
        || (lower.contains("assertion") && lower.contains("failed"))
        || is_python_frame(line)
        // Python quotes the source below its place, and Go gives the place below the call.
        || line.checked_sub(1).is_some_and(is_python_frame)
        || page.lines.get(line + 1).is_some_and(|below| below.text.contains(".go:"))
}

fn denials_in(page: &Page, without_length: Vec<usize>) -> Vec<Denial> {
    let is_limited_line = |line: usize| {
        let members = page.lines[line].text.split(',').filter(|member| !is_null(member));
        let text: Vec<&str> = members.collect();
        is_limited(&text.join(","))
    };
    let mut lines = without_length;
    let says_so =
        |text: &str| denial_certainty(text) == Some(Certainty::Sentence) || is_labeled_unsolvable(text);
    lines.extend((0..page.lines.len()).filter(|line| says_so(&page.lines[*line].text)));
    // A word such as `None` counts only as the last line.
    let last = page.lines.iter().rposition(|line| !line.text.trim().is_empty());
    lines.extend(last.filter(|line| is_last_word(page, *line)));
    lines.sort_unstable();
    lines.dedup();
    // A search in stages repeats itself: only the last line of the page is then about all of it.
    let mut times: HashMap<&str, usize> = HashMap::new();
    for line in &lines {
        *times.entry(&page.lines[*line].text).or_default() += 1;
    }
    let is_repeated = |line: usize| times[&*page.lines[line].text] > 1 && last != Some(line);
    let denial = |line: &usize| Denial {
        line: *line,
        is_limited: is_limited_line(*line) || is_repeated(*line),
        is_word: is_word_for_unsolvable(&page.lines[*line].text),
    };
    lines.iter().map(denial).collect()
}

/// Whether the last line is a word that says unsolvable.
///
/// Null values and `-1` always count: they are results of functions. Other words count only in a
/// short output: below a long one, `false` may be a setting.
fn is_last_word(page: &Page, line: usize) -> bool {
    const MAX_LINES: usize = 8;
    let is_short = || page.lines.iter().filter(|line| !line.text.trim().is_empty()).count() <= MAX_LINES;
    let text = &page.lines[line].text;
    is_word_for_unsolvable(text) && (is_null_value(text) || is_short())
}

/// Whether a member of a JSON object says nothing: `"limit":null`.
fn is_null(member: &str) -> bool {
    let value = member.trim_end_matches(['}', ' ']).strip_suffix("null");
    value.is_some_and(|before| before.trim_end().ends_with("\":"))
}

/// Whether a line is `solvable: False`, `path = None`, or similar.
fn is_labeled_unsolvable(text: &str) -> bool {
    match label(text.trim()) {
        Some((Field::Solvable, value)) => yes_or_no(value) == Some(false),
        Some((Field::Unsolvable, value)) => yes_or_no(value) == Some(true),
        Some((Field::Moves | Field::Length | Field::Cost | Field::Answer, value)) => {
            is_word_for_unsolvable(value)
        }
        _ => false,
    }
}

/// Lines that name an empty path (`path_to_goal: []`, `Order: START -> GOAL`), or only have empty
/// brackets.
fn empty_paths_in(page: &Page, names: Option<&MoveNames>) -> Vec<usize> {
    let is_empty = |text: &str| {
        let text = text.trim();
        matches!(text, "[]" | "()" | "{}" | "deque([])" | "''" | "\"\"" | "[ ]") || names_nothing(text, names)
    };
    (0..page.lines.len()).filter(|line| is_empty(&page.lines[*line].text)).collect()
}

/// Whether a line names a path, followed only by fillers and a length of 0.
fn names_nothing(text: &str, names: Option<&MoveNames>) -> bool {
    let Some(at) = text.find([':', '=']) else { return false };
    let (name, value) = text.split_at(at + 1);
    // If nothing follows the name, the path may be on the lines below.
    if label_at_end(name).is_none() || !value.contains(['[', '(', '\'', '"', '>', '→']) {
        return false;
    }
    let words = words_of(value, names);
    words.iter().all(|word| matches!(word.kind, Kind::Filler | Kind::Number(0)) || word.text == "deque")
}

/// Whether a candidate may be a path.
///
/// Rows of a board are not moved tiles. Up to one row's worth of numbers may be a row of another
/// board, and one number among others can mean anything.
fn may_be_path(path: &Candidate, boards_on: &[bool], only_number: Option<usize>, shape: Shape) -> bool {
    let Some(tiles) = path.tiles.as_ref().filter(|_| path.readings.is_empty()) else { return true };
    let is_board = || path.lines.clone().any(|line| boards_on[line]);
    let is_row = path.lines.len() == 1 && (2..=shape.columns()).contains(&tiles.len());
    let is_one_of_many =
        tiles.len() == 1 && path.standing != Standing::Steps && only_number != Some(path.lines.start);
    path.standing == Standing::Named || !(is_row || is_one_of_many || is_board())
}

/// Whether a total of one step counts the only board of a path: `Total Steps: 1`.
fn is_one_board(stated: &Stated) -> bool {
    stated.is_vague && stated.is_of_solution && stated.length == 1
}

/// Marks the lines that contain parts of boards.
fn lines_of(boards: &[FoundBoard], count: usize) -> Vec<bool> {
    let mut lines = vec![false; count];
    for found in boards {
        lines[found.lines.clone()].fill(true);
    }
    lines
}

/// The only line of the main stream that has a digit, apart from boards.
fn only_number(page: &Page, boards_on: &[bool]) -> Option<usize> {
    let stream = page.main_stream();
    let is_board = |line: &usize| boards_on[*line];
    let has_digit = |line: &usize| page.lines[*line].text.contains(|c: char| c.is_ascii_digit());
    let is_main = |line: &usize| page.lines[*line].stream == stream;
    let mut lines = (0..page.lines.len()).filter(|line| is_main(line) && has_digit(line) && !is_board(line));
    lines.next().filter(|_| lines.next().is_none())
}

/// A lone number beside boards: perhaps the number of moves, unless it is a dimension of the board.
fn bare_length(page: &Page, line: usize, shape: Shape) -> Option<Stated> {
    let length = page.lines[line].text.trim().parse().ok()?;
    let is_side = [shape.rows(), shape.columns()].contains(&(length as usize));
    (!is_side).then_some(Stated {
        length,
        is_vague: true,
        is_of_solution: false,
        methods: Methods::default(),
        line,
    })
}

/// A number alone on its line, if no other line of its stream has a digit.
fn lone_number(page: &Page) -> Option<(u32, usize)> {
    let stream = page.main_stream();
    let has_digit = |line: &&usize| page.lines[**line].text.contains(|c: char| c.is_ascii_digit());
    let all: Vec<usize> = (0..page.lines.len()).filter(|line| page.lines[*line].stream == stream).collect();
    let mut with_digits = all.iter().filter(has_digit);
    let line = *with_digits.next()?;
    let number = page.lines[line].text.trim().trim_end_matches(".0").parse().ok()?;
    // Larger numbers are boards.
    (with_digits.next().is_none() && number < MAX_MOVES).then_some((number, line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence(text: &str) -> Evidence {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        Evidence::of(&Outputs::of_stdout(text.as_bytes()), &goal.board(), &goal, Metric::SingleTile, None)
    }

    #[test]
    fn denials_are_collected_with_their_limits() {
        let limited =
            |text: &str| evidence(text).denials.iter().map(|denial| denial.is_limited).collect::<Vec<_>>();
        assert_eq!(limited("Puzzle is unsolvable\n"), [false]);
        assert_eq!(limited("depth 3: no solution\nDFS: no solution found\n"), [true, true]);
        assert_eq!(limited("solvable: False\npath: None\ncost: -1\n"), [false, false, false]);
        assert_eq!(limited("searching\nNone\n"), [false]);
        assert_eq!(
            limited("this program detects impossible boards\nunsolvable: no\nNone\nend\n"),
            Vec::<bool>::new()
        );
    }

    #[test]
    fn empty_paths_are_named_or_bracketed() {
        for text in ["[]", "path_to_goal: []", "Path: ''", "Order: START -> GOAL", "Solution:  (0 moves)"] {
            assert_eq!(evidence(text).empty_paths, [0], "{text}");
        }
        for text in ["visited: []", "path:", "Path: [U]", "", "Moves: 3"] {
            assert_eq!(evidence(text).empty_paths, [] as [usize; 0], "{text}");
        }
    }

    #[test]
    fn a_lone_number_has_no_other_beside_it() {
        assert_eq!(evidence("searching\n28\ndone\n").lone_number, Some((28, 1)));
        assert_eq!(evidence("took 3 s\n28\n").lone_number, None);
        assert_eq!(evidence("28 moves\n").lone_number, None);
    }
}
