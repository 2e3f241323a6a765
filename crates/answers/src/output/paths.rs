//! Finds moves on the page: after a name, alone on lines, in lists, or broken over lines.
//!
//! Which of them is the answer is decided later.

use super::super::vocabulary::{folded, join, words_in};
use super::candidate::{Candidate, Standing};
use super::labels::{Label, label_at_end};
use super::names::MoveNames;
use super::page::Page;
use super::passages::{Passage, passages};
use super::run_on_line::RunOnLine;
use super::words::{Kind, Word, runs_of, words_of};

/// Maximum number of beginnings of blocks that are kept for a page. Each holds up to 256 moves in
/// several readings, and a trace of megabytes may have millions of them.
const MAX_BEGINNINGS: usize = 10_000;

/// Finds all moves that may be a path, except those on single lines among others.
pub(super) fn candidates(page: &Page, names: Option<&MoveNames>) -> Vec<Candidate> {
    let mut found = on_lines_and_in_blocks(page, names);
    // A tentative label presents the answer only if it is the last label.
    let last_line = |is_it: fn(Label) -> bool| {
        let labeled = found.iter().filter(|path| path.label.is_some_and(is_it));
        labeled.map(|path| path.lines.start).max()
    };
    let last = last_line(|label| label.is_of_answer);
    let last_clear = last_line(|label| label.is_of_answer && !label.is_tentative);
    for path in &mut found {
        path.label = path.label.map(|label| label.before(path.lines.start, last, last_clear));
    }
    found
}

/// Finds the moves on each line, and those of consecutive lines that have nothing else.
fn on_lines_and_in_blocks(page: &Page, names: Option<&MoveNames>) -> Vec<Candidate> {
    let mut finder = Finder { names, found: Vec::new(), block: None, beginnings: 0, label_above: None };
    for passage in &passages(page) {
        finder.read(passage);
    }
    finder.end_block();
    finder.found
}

/// Reads a page passage by passage, and collects its moves.
struct Finder<'a> {
    names: Option<&'a MoveNames>,
    found: Vec<Candidate>,
    /// The block that the last line may begin or continue.
    block: Option<Block>,
    /// The number of beginnings of blocks in `found`.
    beginnings: usize,
    /// The label that ends the last line.
    label_above: Option<Label>,
}

impl Finder<'_> {
    /// Adds the moves of a passage.
    fn read(&mut self, passage: &Passage) {
        let words = words_of(&passage.text, self.names);
        let runs = runs_of(&words);
        self.found.extend(tiles_in(passage, &words, self.label_above));
        let last_other = words.iter().rposition(|word| word.kind == Kind::Other);
        let in_words = |run| RunOnLine { passage, words: &words, run };
        let candidate_of = |run| in_words(run).candidate(last_other, self.label_above);
        let on_line: Vec<Candidate> = runs.iter().filter_map(candidate_of).collect();
        // A path may continue over lines that contain only moves.
        let is_whole_line = runs.len() == 1 && on_line.len() == 1 && in_words(&runs[0]).is_only();
        let next = on_line.last().filter(|_| is_whole_line);
        if self.block.as_mut().zip(next).is_some_and(|(block, next)| block.append(next)) {
            self.continue_block(on_line);
        } else {
            self.end_block();
            let reaches_end = runs.last().is_some_and(|run| run.words.end == words.len());
            self.begin_block(on_line, reaches_end);
        }
        // The name of an algorithm, as in `A* path:`, may contain a letter for a move.
        let has_moves = runs.iter().any(|run| run.longest() > 1);
        self.label_above = label_at_end(&passage.text).filter(|_| !has_moves && passage.text.ends_with(':'));
    }

    /// Adds the moves of a line, of which the last may begin a block if they reach the end of the
    /// line.
    fn begin_block(&mut self, on_line: Vec<Candidate>, reaches_end: bool) {
        // `Possible moves: up, down` ends with its line.
        let may_go_on = |first: &&Candidate| {
            let is_legend = |label: Label| label.may_head_legend() && first.moves_of_path().is_none();
            self.label_above.is_some()
                || first.label.is_none_or(|label| !label.is_of_search && !is_legend(label))
        };
        let latest = self.found.len() + on_line.len().saturating_sub(1);
        let first = on_line.last().filter(|_| reaches_end).filter(may_go_on);
        self.block = first.map(|first| Block { first: first.clone(), lines: 1, kept_lines: 1, latest });
        self.found.extend(on_line);
    }

    /// Adds the moves of a line that was just appended to the block. While the block is short, also
    /// adds the moves of the block so far.
    fn continue_block(&mut self, on_line: Vec<Candidate>) {
        let Some(block) = &mut self.block else { return };
        // The other single moves of a long block are no paths of their own, and may be millions.
        let is_short = block.is_short();
        self.found.extend(on_line.into_iter().filter(|path| is_short || !path.is_of_one_move()));
        // A labeled line of several moves may be a whole path.
        let first = &mut self.found[block.latest];
        first.is_part = first.label.is_none() || first.lines.len() > 1 || first.is_of_one_move();
        // Moves below a short path may not belong to it, so keep each beginning as a candidate.
        if is_short && self.beginnings < MAX_BEGINNINGS {
            self.beginnings += 1;
            block.latest = self.found.len();
            block.kept_lines = block.lines;
            self.found.push(block.first.clone());
        }
    }

    /// Ends the block, and adds it if it is longer than its beginnings in `found`.
    fn end_block(&mut self) {
        self.found.extend(self.block.take().and_then(Block::candidate));
    }
}

/// Moves that continue over several lines.
struct Block {
    /// All moves so far, with the standing of the first line.
    first: Candidate,
    lines: usize,
    /// The lines of the longest beginning among the candidates found.
    kept_lines: usize,
    /// Its index among them.
    latest: usize,
}

impl Block {
    /// Appends a line if it uses the same names. Returns whether it does.
    fn append(&mut self, next: &Candidate) -> bool {
        let is_joined = join(&mut self.first.readings, &next.readings);
        if is_joined {
            self.first.lines.end = next.lines.end;
            self.first.tiles = None;
            self.lines += 1;
        }
        is_joined
    }

    /// Whether each beginning may be the path. No board of up to 25 cells needs more moves.
    fn is_short(&self) -> bool {
        const MAX_PATH_MOVES: usize = 256;
        self.first.readings.iter().all(|reading| reading.moves.len() <= MAX_PATH_MOVES)
    }

    /// The whole block, if it was not already found.
    fn candidate(self) -> Option<Candidate> {
        (self.lines > self.kept_lines).then_some(self.first)
    }
}

/// Finds numbers that may be the moved tiles: in a list, alone, or after a name.
///
/// A label on the line above counts for a single tile in brackets. Without them it may be a length.
fn tiles_in(passage: &Passage, words: &[Word<'_>], label_above: Option<Label>) -> Option<Candidate> {
    let number = |word: &Word<'_>| if let Kind::Number(number) = word.kind { Some(number) } else { None };
    let first = words.iter().position(|word| number(word).is_some())?;
    let tiles: Vec<u32> = words[first..].iter().map_while(number).collect();
    let is_to_the_end = first + tiles.len() == words.len();
    let before = &passage.text[..words[first].place.start];
    if tiles.len() == 1
        && names_quantity(before)
        && !label_at_end(before).is_some_and(|label| label.is_of_tiles)
    {
        return None;
    }
    // `moves = [(5, 'left'), (2, 'up')]` is read by its directions.
    if !is_to_the_end && words[first + tiles.len()..].iter().any(|word| matches!(word.kind, Kind::Moves(_))) {
        return None;
    }
    let is_one_in_brackets = tiles.len() == 1 && is_to_the_end && matches!(before.trim(), "[" | "(");
    let label = label_at_end(before).or(label_above.filter(|_| is_one_in_brackets));
    // `BFS: 8 nodes`
    let label = label.filter(|label| !label.is_of_method);
    let standing = if label.is_some() {
        Standing::Named
    } else if first == 0 && is_to_the_end {
        Standing::Alone
    } else if before.trim_end().ends_with(['[', '(']) && is_to_the_end {
        Standing::Listed
    } else {
        return None;
    };
    Some(Candidate {
        standing,
        readings: Vec::new(),
        inner: Vec::new(),
        tiles: Some(tiles),
        lines: passage.lines.clone(),
        column: words[first].place.start,
        label,
        is_clear: true,
        may_repeat: false,
        is_part: false,
    })
}

/// Whether the words before a number say that it counts moves: `Number of moves: 8`.
fn names_quantity(before: &str) -> bool {
    const WORDS: [&str; 10] =
        ["number", "total", "count", "length", "amount", "numero", "nombre", "anzahl", "liczba", "pocet"];
    words_in(&folded(before)).any(|word| WORDS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::super::page::Outputs;
    use super::*;
    use tilebase::board::Move::{self, Down, Left, Right, Up};

    fn found(text: &str) -> Vec<(Standing, Vec<Move>)> {
        let page = Page::of(&Outputs::of_stdout(text.as_bytes()));
        let candidates = candidates(&page, None);
        let with_moves = candidates.iter().filter(|candidate| !candidate.readings.is_empty());
        with_moves.map(|candidate| (candidate.standing, candidate.readings[0].moves.clone())).collect()
    }

    #[test]
    fn moves_stand_in_many_ways() {
        use Standing::{Alone, InProse, Listed, Named};
        let path = || vec![Up, Left, Down, Right];
        for (text, standing) in [
            ("Path: ULDR", Named),
            ("path_to_goal: ['Up', 'Left', 'Down', 'Right']", Named),
            ("BFS found a path of 4 moves: ['up', 'left', 'down', 'right']", Named),
            ("Solution depth was 4, taking the path ULDR.", Named),
            ("Order: START -> up -> left -> down -> right -> GOAL", Named),
            ("Start -> up -> left -> down -> right", Alone),
            ("ULDR (4 moves)", Alone),
            ("[\n  'U', 'L',\n  'D', 'R'\n]", Alone),
            ("actions: [\n  'U',\n  'L',\n  'D',\n  'R'\n]", Named),
            ("up ->\nleft -> down\n-> right", Alone),
            ("│ Path │ up -> left -> │\n│      │ down -> right │", Named),
            ("found deque(['up', 'left', 'down', 'right']) in 3 s", Listed),
            ("it went ULDR in the end", InProse),
            ("Found it:\n\nSolution path:\nU L D R", Named),
        ] {
            let found = found(text);
            assert!(found.contains(&(standing, path())), "{text}: {found:?}");
        }
        assert!(found("U L\nD R").contains(&(Alone, path())));
        assert!(found("Moves: up, left,\ndown, right").contains(&(Named, path())));
        for text in [
            "Here are the latest news",
            "Good news! This board can be solved.",
            "Result: see below",
            "-- h = 1, g = 0 --",
            "h: 1, g: 0",
            "Moves left: 0",
            "all is right",
            "turn left at the end",
            ">> \n> ",
            "    ^^^^",
            "no way",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }

    /// In quadratic time, this test would not end.
    #[test]
    fn many_moves_on_a_line_are_read() {
        assert_eq!(found(&"up x ".repeat(100_000)), []);
        assert_eq!(found(&"up arriba ".repeat(100_000)), []);
        assert_eq!(found(&"path ULDR x ".repeat(50_000)).len(), 50_000);
        assert_eq!(found(&"Path: ULDR, ".repeat(50_000)).len(), 50_000);
    }

    /// In a page of megabytes, all beginnings of all blocks would take gigabytes.
    #[test]
    fn the_beginnings_of_many_blocks_are_not_all_kept() {
        const BLOCKS: usize = 1000;
        let text = format!("{}x\n", "d\n".repeat(250)).repeat(BLOCKS);
        let page = Page::of(&Outputs::of_stdout(text.as_bytes()));
        let candidates = candidates(&page, None);
        let lengths = || candidates.iter().map(|found| found.lines.len());
        assert_eq!(lengths().filter(|lines| *lines == 250).count(), BLOCKS);
        assert!(lengths().filter(|lines| *lines > 1).count() <= MAX_BEGINNINGS + BLOCKS);
    }

    #[test]
    fn a_block_of_many_lines_is_one_path() {
        let lengths = |text: &str| {
            let found = found(text).into_iter().map(|(_, moves)| moves.len());
            (found.clone().filter(|moves| *moves == 1).count(), found.max())
        };
        assert_eq!(lengths(&"d\n".repeat(100)), (100, Some(100)));
        assert_eq!(lengths(&"d\n".repeat(300_000)), (256, Some(300_000)));
    }

    #[test]
    fn numbers_may_be_tiles() {
        let tiles = |text: &str| {
            let page = Page::of(&Outputs::of_stdout(text.as_bytes()));
            candidates(&page, None).into_iter().find_map(|candidate| candidate.tiles)
        };
        assert_eq!(tiles("moves: [5, 2, 3]"), Some(vec![5, 2, 3]));
        assert_eq!(tiles("5 2 3"), Some(vec![5, 2, 3]));
        assert_eq!(tiles("5 left, 2 up"), Some(vec![5, 2]));
        assert_eq!(tiles("Tiles in order:\n(8)"), Some(vec![8]));
        assert_eq!(tiles("took 5 s"), None);
    }
}
