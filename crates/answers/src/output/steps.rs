//! Moves on separate lines that only differ in the move: `right`, `Step 3: up`, `direction: LEFT`,
//! `Move tile 5 down`. Boards or other text may be between them.

use std::collections::BTreeMap;

use super::super::vocabulary::{Reading, join, lowered};
use super::candidate::{Candidate, Standing};
use super::names::MoveNames;
use super::page::Page;
use super::words::{Kind, Run, Word, is_one_mark, runs_of, words_of};

/// A line with a step.
struct LineStep {
    line: usize,
    readings: Vec<Reading>,
    /// The numbers on the line: of the step, of the tile, or of both.
    numbers: Vec<u32>,
}

/// Maximum number of words on a line with a step.
const MAX_WORDS: usize = 9;

/// Stands for the move in a line's form.
const MOVE: &str = "\u{0}";

/// The beginnings of forms of numbered steps, such as `Step 1: L, f=2`.
const NUMBERED: [&str; 2] = ["step # \u{0}", "move # \u{0}"];

/// Finds sequences of similar steps: all of one form, and each part of them that a gap or a new
/// count separates.
pub(super) fn stepwise_candidates(page: &Page, names: Option<&MoveNames>) -> Vec<Candidate> {
    let mut alike: BTreeMap<String, Vec<LineStep>> = BTreeMap::new();
    for (line, text) in page.lines.iter().map(|line| line.text.trim()).enumerate() {
        if let Some((form, step)) = step_on(line, text, names) {
            alike.entry(form).or_default().push(step);
        }
    }
    let mut found = Vec::new();
    for (form, steps) in &alike {
        let parts = parts_of(steps);
        // Numbers alone must be tiles all together: a part of them may be a board, one cell per
        // line.
        let is_parted = parts.len() > 1 && form.contains(MOVE);
        let of_parts = parts.iter().filter(|_| is_parted).copied();
        for part in of_parts.chain([steps.as_slice()]) {
            // A word that occurs in a single sentence is not a step.
            if part.len() > 1 || is_plain(form) {
                found.extend(candidate(part, form));
            }
        }
    }
    found
}

/// The step on a line, and the line's form without it.
fn step_on(line: usize, text: &str, names: Option<&MoveNames>) -> Option<(String, LineStep)> {
    let words = words_of(text, names);
    if words.is_empty() || words.len() > MAX_WORDS {
        return None;
    }
    let runs = runs_of(&words);
    let number_of = |word: &Word<'_>| if let Kind::Number(number) = word.kind { Some(number) } else { None };
    let numbers: Vec<u32> = words.iter().filter_map(number_of).collect();
    let form = form_of(&words);
    // Among other words, a single letter is not a move: `took 3 s` does not mean south. A capital
    // letter may be a move if its line is numbered as a step.
    let is_letter = |run: &Run| words[run.words.start].text.chars().count() == 1;
    let is_named = |run: &Run| {
        let word = &words[run.words.start];
        let is_capital = word.text.bytes().all(|byte| byte.is_ascii_uppercase());
        // `D=1` is a depth.
        let is_label = text[word.place.end..].trim_start().starts_with(['=', ':']);
        is_capital && !is_label && NUMBERED.iter().any(|begin| form.starts_with(begin))
    };
    let is_move = |run: &Run| !is_letter(run) || is_plain(&form) || is_named(run);
    let readings = match runs.as_slice() {
        [run] if run.longest() == 1 && !is_one_mark(run) && is_move(run) => run.readings.clone(),
        // Without a direction, the number is the tile's.
        [] if numbers.len() == 1 && words.iter().all(|word| word.kind != Kind::Other) => Vec::new(),
        _ => return None,
    };
    Some((form, LineStep { line, readings, numbers }))
}

/// The form of a line: its words, with placeholders for moves and numbers.
fn form_of(words: &[Word<'_>]) -> String {
    let in_common = |word: &Word<'_>| match word.kind {
        Kind::Moves(_) => MOVE.to_owned(),
        Kind::Number(_) => "#".to_owned(),
        Kind::Filler | Kind::Other => lowered(word.text),
    };
    words.iter().map(in_common).collect::<Vec<_>>().join(" ")
}

/// Whether a form is only a move, perhaps with words that name it.
fn is_plain(form: &str) -> bool {
    const AROUND: [&str; 14] = [
        MOVE,
        "#",
        "step",
        "move",
        "moved",
        "action",
        "direction",
        "slide",
        "go",
        "tile",
        "blank",
        "the",
        "to",
        "operator",
    ];
    // `Right 3` may mean three moves.
    let is_counted = form.ends_with('#') && form.contains(MOVE);
    !is_counted && form.split(' ').all(|word| AROUND.contains(&word))
}

/// Splits steps where the count restarts, or where the gap between lines is far wider than usual.
fn parts_of(steps: &[LineStep]) -> Vec<&[LineStep]> {
    let mut gaps: Vec<usize> = steps.windows(2).map(|pair| pair[1].line - pair[0].line).collect();
    gaps.sort_unstable();
    let usual = gaps.get(gaps.len() / 2).copied().unwrap_or(1);
    let belongs = |one: &LineStep, next: &LineStep| {
        let counts_on = match (one.numbers.first(), next.numbers.first()) {
            (Some(one), Some(next)) if one != next => next > one || *next > 1,
            _ => true,
        };
        counts_on && next.line - one.line <= 2 * usual + 1
    };
    steps.chunk_by(belongs).collect()
}

fn candidate(steps: &[LineStep], form: &str) -> Option<Candidate> {
    let (first, rest) = steps.split_first()?;
    let mut readings = first.readings.clone();
    if !rest.iter().all(|step| join(&mut readings, &step.readings)) {
        readings.clear();
    }
    // `1. Move tile 5 up`: the first number counts the steps.
    let start = first.numbers.first().copied().unwrap_or(0);
    let is_counted = start <= 1
        && (start..).zip(steps).all(|(nth, step)| matches!(step.numbers[..], [number, _] if number == nth));
    let column = usize::from(is_counted);
    let tiles: Option<Vec<u32>> = steps.iter().map(|step| step.numbers.get(column).copied()).collect();
    if readings.is_empty() && tiles.is_none() {
        return None;
    }
    let lines = first.line..steps.last()?.line + 1;
    // One word of another language may mean something else, even on several lines: "len(path) = 5".
    let are_moves = readings.iter().any(|reading| reading.names.is_usual() || reading.has_turns());
    // `Move 5` may mean the fifth move, but `Move tile 5` names the tile that moves.
    let are_tiles = readings.is_empty() && form.split(' ').any(|word| word == "tile");
    Some(Candidate {
        standing: Standing::Steps,
        readings,
        inner: Vec::new(),
        tiles,
        lines,
        column: 0,
        label: None,
        is_clear: are_moves || are_tiles,
        may_repeat: false,
        is_part: false,
    })
}

#[cfg(test)]
mod tests {
    use super::super::page::Outputs;
    use super::*;
    use tilebase::board::Move::{self, Down, Left, Right, Up};

    fn found(text: &str) -> Vec<Vec<Move>> {
        let page = Page::of(&Outputs::of_stdout(text.as_bytes()));
        let candidates = stepwise_candidates(&page, None);
        candidates.iter().filter_map(|found| Some(found.readings.first()?.moves.clone())).collect()
    }

    #[test]
    fn steps_are_put_together() {
        for text in [
            "up\nleft\ndown\nDone.\n",
            "Step 1: up\nStep 2: left\nStep 3: down\n",
            "1. U\n2. L\n3. D\nnodes: 5\n",
            "direction: UP\n1 2 3\n\ndirection: LEFT\n4 5 6\n\ndirection: DOWN\n",
            "Moved UP\n\nMoved LEFT\n\nMoved DOWN\n",
            "Move tile 5 up\nMove tile 6 left\nMove tile 3 down\n",
            "U\n123456780\nL\n123456780\nD\n",
        ] {
            assert_eq!(found(text), [[Up, Left, Down]], "{text}");
        }
        assert_eq!(found("Moved RIGHT\n"), [[Right]]);
        assert_eq!(found("It is all right\nthe end\n"), Vec::<Vec<Move>>::new());
    }

    #[test]
    fn a_new_count_or_a_wide_gap_starts_another_path() {
        let both = found("Step 1: up\nStep 2: left\nnext\nStep 1: down\nStep 2: left\n");
        assert_eq!(both, [vec![Up, Left], vec![Down, Left], vec![Up, Left, Down, Left]]);
        let both = found("up\nleft\nup\n\n\n\nnext\n\ndown\nleft\n");
        assert_eq!(both[..2], [vec![Up, Left, Up], vec![Down, Left]]);
    }

    #[test]
    fn numbers_alone_are_tiles() {
        let page = Page::of(&Outputs::of_stdout(b"Move 5\nMove 6\n"));
        let found = stepwise_candidates(&page, None);
        assert_eq!(found[0].tiles, Some(vec![5, 6]));
        let page = Page::of(&Outputs::of_stdout(b"1. Move tile 5 up\n2. Move tile 8 left\n"));
        assert_eq!(stepwise_candidates(&page, None)[0].tiles, Some(vec![5, 8]));
    }
}
