//! Finds moves on the page: after a name, alone on lines, in lists, or broken over lines.
//!
//! Which of them is the answer is decided later.

use std::ops::Range;

use super::super::vocabulary::{Reading, are_all_directions, folded, join, words_in};
use super::labels::{Label, label_at_end};
use super::names::MoveNames;
use super::page::{Line, Page};
use super::repetitions::run_may_repeat;
use super::words::{Kind, Run, Word, is_one_mark, runs_of, tiles_beside_moves, words_of};
use tilebase::board::Move;

/// Moves that may be the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) standing: Standing,
    /// The ways to read it as directions.
    pub(super) readings: Vec<Reading>,
    /// The readings of each inner list, if it is a list of at least two lists. Each may be a path.
    pub(super) inner: Vec<Vec<Reading>>,
    /// The tiles that slide, if numbers are given.
    pub(super) tiles: Option<Vec<u32>>,
    /// Line range of the page.
    pub(super) lines: Range<usize>,
    /// The byte offset of the first word in its passage; 0 for steps on several lines.
    pub(super) column: usize,
    /// The label, if it is [`Standing::Named`].
    pub(super) label: Option<Label>,
    /// Whether it is clearly moves. A single lowercase word of letters among other words, as in
    /// `Result: see below`, is not.
    pub(super) is_clear: bool,
    /// Whether it may be a correct path in a notation that is not read, so that it can't be called wrong:
    /// `2U`, `up twice`, or `D` for *derecha*.
    pub(super) may_repeat: bool,
    /// Whether it is only the beginning of moves that continue on the next line.
    pub(super) is_part: bool,
}

impl Candidate {
    /// The moves as usually named; `None` if only rare names fit.
    pub(super) fn usual_moves(&self) -> Option<&[Move]> {
        let usual = self.readings.iter().find(|reading| reading.is_usual())?;
        Some(&usual.moves)
    }

    /// The moves as usually named, unless they only list the four directions.
    pub(super) fn moves_of_path(&self) -> Option<&[Move]> {
        let may_be_legend = self.label.is_none_or(|label| label.may_head_legend());
        self.usual_moves().filter(|moves| !(may_be_legend && are_all_directions(moves)))
    }

    /// Whether it is the order in which a search tries the directions: `Search order: UDLR`.
    pub(super) fn is_search_order(&self) -> bool {
        let is_of_order = |label: Label| ["order", "operators", "directions"].contains(&label.noun);
        self.label.is_some_and(is_of_order) && self.usual_moves().is_some() && self.moves_of_path().is_none()
    }

    /// Whether each of its lines has one move.
    pub(super) fn is_stepwise(&self) -> bool {
        self.readings.iter().all(|reading| reading.moves.len() == self.lines.len())
    }

    fn is_of_one_move(&self) -> bool {
        self.readings.iter().all(|reading| reading.moves.len() == 1)
    }
}

/// How moves appear on the page, from weak to strong evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// Among other words, as several letters.
    InProse,
    /// One on each of several similar lines.
    Steps,
    /// In brackets or quotes.
    Listed,
    /// With nothing else on the line.
    Alone,
    /// After a name: `Path: `, `solution = `.
    Named,
}

/// Lines that belong together, because a list or an arrow continues.
pub(super) struct Passage {
    pub(super) text: String,
    pub(super) lines: Range<usize>,
}

/// Splits the page into passages.
pub(super) fn passages(page: &Page) -> Vec<Passage> {
    let mut passages = Vec::new();
    let mut at = 0;
    while at < page.lines.len() {
        let end = end_of_list(&page.lines, at).max(end_of_arrows(&page.lines, at));
        let lines: Vec<&str> = page.lines[at..end].iter().map(|line| without_frame(&line.text)).collect();
        passages.push(Passage { text: lines.join(" "), lines: at..end });
        at = end;
    }
    passages
}

/// Removes a frame around a line.
fn without_frame(text: &str) -> &str {
    text.trim_matches(|c| matches!(c, ' ' | '|'))
}

/// Maximum number of lines of a list of moves or a board.
const MAX_LINES: usize = 400;

/// The end of the brackets opened on a line, or the next line if none are opened or they never
/// close.
fn end_of_list(lines: &[Line], at: usize) -> usize {
    let mut depth = 0_i32;
    for (end, line) in (at + 1..).zip(&lines[at..]).take(MAX_LINES) {
        let has_other_stream = line.stream != lines[at].stream;
        let open = line.text.matches(['[', '(', '{']).count() as i32;
        depth += open - line.text.matches([']', ')', '}']).count() as i32;
        if depth <= 0 && !has_other_stream {
            return end;
        }
        // Fields between the brackets mean that it is not a list of moves.
        let is_list = end == at + 1 || !line.text.contains([':', '=']);
        let opens = line.text.ends_with(['[', '(', '{', ',', '\'', '"']) || line.text.contains(['\'', ',']);
        if line.text.is_empty() || has_other_stream || !is_list || !(opens || end > at + 1) {
            break;
        }
    }
    at + 1
}

/// The end of the lines that continue with an arrow or a comma.
fn end_of_arrows(lines: &[Line], at: usize) -> usize {
    const SIGNS: [&str; 5] = ["->", "→", "=>", "⇒", ","];
    let mut end = at + 1;
    while let Some(next) =
        lines.get(end).filter(|next| next.stream == lines[at].stream && end < at + MAX_LINES)
    {
        let (before, after) = (without_frame(&lines[end - 1].text), without_frame(&next.text));
        // A line of arrows alone contains moves.
        let has_words = [before, after].iter().all(|text| text.contains(char::is_alphanumeric))
            && !after.contains([':', '=']);
        let goes_on = has_words && SIGNS.iter().any(|sign| before.ends_with(sign) || after.starts_with(sign));
        if !goes_on || before.is_empty() || after.is_empty() {
            break;
        }
        end += 1;
    }
    end
}

/// Maximum number of beginnings of blocks that are kept for a page. Each holds up to 256 moves in several
/// readings, and a trace of megabytes may have millions of them.
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
    let passages = passages(page);
    let mut found = Vec::new();
    let mut beginnings = 0;
    let mut block: Option<Block> = None;
    let mut label_above = None;
    for passage in &passages {
        let words = words_of(&passage.text, names);
        let runs = runs_of(&words);
        found.extend(tiles_in(passage, &words, label_above));
        let of_words = (words.as_slice(), words.iter().rposition(|word| word.kind == Kind::Other));
        let on_line: Vec<Candidate> =
            runs.iter().filter_map(|run| candidate(passage, of_words, run, label_above)).collect();
        // A path may continue over lines that contain only moves.
        let is_alone = runs.len() == 1 && on_line.len() == 1 && is_only(&words, &runs[0]);
        let goes_on = match (&mut block, on_line.last()) {
            (Some(block), Some(next)) if is_alone => block.goes_on(next),
            _ => false,
        };
        if !goes_on {
            found.extend(block.take().and_then(Block::candidate));
            let reaches_end = runs.last().is_some_and(|run| run.words.end == words.len());
            let latest = found.len() + on_line.len().saturating_sub(1);
            // `Possible moves: up, down` ends with its line.
            let may_go_on = |first: &&Candidate| {
                let is_legend = |label: Label| label.may_head_legend() && first.moves_of_path().is_none();
                label_above.is_some()
                    || first.label.is_none_or(|label| !label.is_of_search && !is_legend(label))
            };
            block = on_line.last().filter(|_| reaches_end).filter(may_go_on).map(|first| Block {
                first: first.clone(),
                lines: 1,
                kept_lines: 1,
                latest,
            });
        }
        // The other single moves of a long block are no paths of their own, and may be millions.
        let is_inside = goes_on && block.as_ref().is_some_and(|block| !block.is_short());
        found.extend(on_line.into_iter().filter(|path| !(is_inside && path.is_of_one_move())));
        // Moves below a short path may not belong to it, so keep each beginning as a
        // candidate.
        if let Some(block) = block.as_mut().filter(|_| goes_on) {
            // A labeled line of several moves may be a whole path.
            let first = &mut found[block.latest];
            first.is_part = first.label.is_none() || first.lines.len() > 1 || first.is_of_one_move();
            if !is_inside && beginnings < MAX_BEGINNINGS {
                beginnings += 1;
                block.latest = found.len();
                block.kept_lines = block.lines;
                found.push(block.first.clone());
            }
        }
        // The name of an algorithm, as in `A* path:`, may contain a letter for a move.
        let has_moves = runs.iter().any(|run| run.longest() > 1);
        label_above = label_at_end(&passage.text).filter(|_| !has_moves && passage.text.ends_with(':'));
    }
    found.extend(block.and_then(Block::candidate));
    found
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
    /// Adds a line if it uses the same names. Returns whether it does.
    fn goes_on(&mut self, next: &Candidate) -> bool {
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

/// Classifies a run on its line; `None` if it is a word of a sentence.
///
/// Besides the words, it takes the position of the last word of no known kind. Scanning every word for
/// each run would take too long on a line of megabytes.
fn candidate(
    passage: &Passage,
    (words, last_other): (&[Word<'_>], Option<usize>),
    run: &Run,
    label_above: Option<Label>,
) -> Option<Candidate> {
    let (first, last) = (&words[run.words.start], &words[run.words.end - 1]);
    let is_last = last_other.is_none_or(|at| at < run.words.end);
    let is_of_points = is_word_of_points(words, run);
    let goes_on = words.len() > run.words.end;
    let are_moves = !are_figures(passage, &words[run.words.clone()]) && !is_legend(passage, words, run);
    if !are_moves || (is_of_points && goes_on) {
        return None;
    }
    let is_beside = |word: &&Word<'_>| {
        let is_name = passage.text[word.place.end..].trim_start().starts_with([':', '=']);
        matches!(word.kind, Kind::Filler | Kind::Number(_)) && !is_name
    };
    let fillers = words[..run.words.start].iter().rev().take_while(is_beside).count();
    // `Path: moved right` and `Path: 5 right` have a word before the moves, but in `Moves ULDR` it is the
    // name.
    let named = &passage.text[..words[run.words.start - fillers].place.start];
    let before = &passage.text[..first.place.start];
    let after = &passage.text[last.place.end..];
    let is_listed = before.trim_end().ends_with(['[', '(', '{', '\'', '"'])
        && after.trim_start().starts_with([']', ')', '}', '\'', '"']);
    // `ULDR`, or letters with nothing between them; `U L D R` may only name the four directions.
    let is_unbroken = words[run.words.clone()].iter().all(|word| matches!(word.kind, Kind::Moves(_)));
    let is_long = run.longest() > (if run.words.len() == 1 { 3 } else { 4 })
        && is_unbroken
        && run.readings.iter().any(|reading| reading.is_usual() && reading.names.is_of_letters());
    // "Nothing to see", though "to" may be before moves.
    let is_only = is_only(words, run) && !(is_of_points && words.len() > 1);
    let label_beside = label_at_end(before).or_else(|| label_at_end(named));
    let label = label_beside.or(label_above.filter(|_| is_only && !is_one_mark(run)));
    // `rozwiązanie w 0 ruchach`: the letter is a word of the sentence.
    let is_letter = first.text.chars().count() == 1 && first.text.chars().all(char::is_lowercase);
    let is_signed = before.trim_end().ends_with([':', '=', '>', '|', '[', '(', '\'', '"']);
    if run.words.len() == 1 && is_letter && !is_signed && words.len() > run.words.end {
        return None;
    }
    let is_cut = is_cut_short(after, words, run) || is_first_of_several(words, run);
    if is_cut && label.is_none() {
        return None;
    }
    // Like moves of a search, they are no answer, wherever they lead.
    let label = label.map(|label| if is_cut { label.without_answer() } else { label });
    let standing = if label.is_some() {
        Standing::Named
    } else if is_one_mark(run) {
        return None;
    } else if is_only {
        Standing::Alone
    } else if is_listed && run.longest() > 1 {
        Standing::Listed
    } else if is_long && !is_of_points {
        Standing::InProse
    } else {
        return None;
    };
    // If tiles are named too, all numbers must be tiles.
    let is_number = |at: &usize| matches!(words[*at].kind, Kind::Number(_));
    let from = run.words.start.checked_sub(1).filter(is_number).unwrap_or(run.words.start);
    let is_named = from < run.words.start && label.is_some();
    let tiles = tiles_beside_moves(&words[from..run.words.end]).filter(|tiles| tiles.len() > 1 || is_named);
    let may_repeat = run_may_repeat(&passage.text, words, run);
    let is_lowercase_word = run.words.len() == 1
        && first.text.chars().any(char::is_lowercase)
        && run.readings.iter().all(|reading| reading.names.is_of_letters());
    Some(Candidate {
        standing,
        readings: run.readings.clone(),
        inner: inner_lists(passage, words, run),
        tiles,
        lines: passage.lines.clone(),
        column: first.place.start,
        label,
        is_clear: !may_repeat && (is_last || !(is_lowercase_word || run.longest() == 1)),
        may_repeat,
        is_part: false,
    })
}

/// Whether more moves follow that are not shown or not known: `D, R, ...`, `DR?`, `D R X`.
fn is_cut_short(after: &str, words: &[Word<'_>], run: &Run) -> bool {
    let rest = after.trim_start_matches([' ', ',', '\'', '"']);
    let is_letter = |text: &str| text.len() == 1 && text.starts_with(|c: char| c.is_ascii_uppercase());
    let goes_on_with_letter = is_letter(words[run.words.start].text)
        && words.get(run.words.end).is_some_and(|next| next.kind == Kind::Other && is_letter(next.text));
    let has_dots = rest.starts_with("...") || rest.starts_with('…');
    // `Moving up...` is one move that is being made.
    match run.longest() {
        1 => has_dots && after.starts_with(','),
        _ => has_dots || after.starts_with('?') || goes_on_with_letter,
    }
}

/// Whether more moves follow a single one, after other words: `right x1, left x1`.
fn is_first_of_several(words: &[Word<'_>], run: &Run) -> bool {
    let is_similar = |word: &Word<'_>| {
        let is_as_long =
            word.text.chars().count().min(2) == words[run.words.start].text.chars().count().min(2);
        let mut readings = run.readings.clone();
        is_as_long && matches!(&word.kind, Kind::Moves(more) if join(&mut readings, more))
    };
    let later = words.iter().skip(run.words.end).take(MAX_WORDS_BETWEEN);
    run.longest() == 1
        && later.skip_while(|word| !matches!(word.kind, Kind::Moves(_))).take(1).any(is_similar)
}

/// Maximum number of words between two moves of a path.
const MAX_WORDS_BETWEEN: usize = 4;

/// Whether a run defines its words, or is defined: `U=up D=down`.
fn is_legend(passage: &Passage, words: &[Word<'_>], run: &Run) -> bool {
    let is_move = |at: usize| words.get(at).is_some_and(|word| matches!(word.kind, Kind::Moves(_)));
    let equals_next = |at: usize| {
        let rest = passage.text[words[at].place.end..].trim_start();
        rest.starts_with('=') && !rest.starts_with("=>") && is_move(at + 1)
    };
    let is_defined = |at: usize| equals_next(at) || (at > 0 && is_move(at - 1) && equals_next(at - 1));
    run.words.clone().filter(|at| is_move(*at)).all(is_defined)
}

/// The readings of the inner lists of a run, as in `[['U', 'L'], ['L', 'U']]`; empty if it is not a
/// list of lists.
fn inner_lists(passage: &Passage, words: &[Word<'_>], run: &Run) -> Vec<Vec<Reading>> {
    let begins_list = |word: &Word<'_>| {
        let before = passage.text[..word.place.start].trim_end_matches(['\'', '"', ' ']);
        before.ends_with(['[', '('])
    };
    let mut lists: Vec<Vec<Reading>> = Vec::new();
    for word in &words[run.words.clone()] {
        let Kind::Moves(readings) = &word.kind else { continue };
        match lists.last_mut() {
            Some(list) if !begins_list(word) => {
                if !join(list, readings) {
                    return Vec::new();
                }
            }
            _ => lists.push(readings.clone()),
        }
    }
    if lists.len() > 1 { lists } else { Vec::new() }
}

/// Whether a run is a lowercase word of compass points: "news", "see".
fn is_word_of_points(words: &[Word<'_>], run: &Run) -> bool {
    run.words.len() == 1
        && run.longest() > 1
        && words[run.words.start].text.chars().any(char::is_lowercase)
        && run.readings.iter().all(|reading| reading.names.is_of_points())
}

/// Whether letters are the names of figures: `h = 1, g = 0`.
fn are_figures(passage: &Passage, words: &[Word<'_>]) -> bool {
    let is_figure = |word: &Word<'_>| {
        let rest = passage.text[word.place.end..].trim_start();
        let value = rest.strip_prefix(['=', ':']).map(str::trim_start);
        // `U=2` counts moves; `U: 2` may be the second move.
        let is_letter = word.text.len() == 1
            && (word.text.starts_with(|c: char| c.is_ascii_lowercase()) || rest.starts_with('='));
        is_letter && value.is_some_and(|value| value.starts_with(|c: char| c.is_ascii_digit()))
    };
    let mut moves = words.iter().filter(|word| matches!(word.kind, Kind::Moves(_)));
    moves.all(is_figure)
}

/// Whether the line only has a run of moves, fillers, and numbers.
fn is_only(words: &[Word<'_>], run: &Run) -> bool {
    let is_beside = |word: &Word<'_>| matches!(word.kind, Kind::Filler | Kind::Number(_));
    // `Right 3` means three moves or the third move, and `g: 3` none.
    let has_number = || words.iter().any(|word| matches!(word.kind, Kind::Number(_)));
    let is_counted = || run.words.len() == 1 && run.longest() == 1 && has_number();
    // The nearest words come first: on a line with many runs, one of them is another run.
    words[..run.words.start].iter().rev().all(is_beside)
        && words[run.words.end..].iter().all(is_beside)
        && !is_counted()
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
    use tilebase::board::Move::{Down, Left, Right, Up};

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
