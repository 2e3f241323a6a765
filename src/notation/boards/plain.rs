//! Boards without brackets: on one line, or row by row.

use std::io::BufRead;

use super::error::{Ambiguity, BoardReadError, BoardReadReason, Reading};
use super::form::BoardForm;
use super::line::Page;
use super::one_line::{one_line, slashes, without_index};
use super::options::{BoardOptions, BoardRead};
use super::reader::{Outcome, Taken};
use super::row::Row;
use super::rows::{Header, continues, faulty_grid, row_at, sized, whole_grid};
use super::sketch::Sketch;
use super::span::Span;
use crate::board::Shape;

/// A way to read the next lines.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) sketch: Sketch,
    pub(super) lines: usize,
    pub(super) has_index: bool,
}

impl Candidate {
    pub(super) const fn new(sketch: Sketch, lines: usize) -> Self {
        Self { sketch, lines, has_index: false }
    }
}

/// What is known when a line is reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain<'a> {
    pub(super) options: &'a BoardOptions,
    pub(super) has_comment: bool,
    pub(super) has_dropped_index: bool,
}

/// Reads rows with slashes between them.
pub(super) fn read_slashes(body: Span<'_>, label: Option<&str>, options: &BoardOptions) -> Taken {
    let sketch = slashes(body).labelled(label.map(str::to_owned));
    decide(&[Candidate::new(sketch, 1)], options).0
}

/// Reads what the next line begins. Says as well whether an index was dropped that nothing marks as one.
pub(super) fn read_plain<R: BufRead>(
    page: &mut Page<R>,
    body: Span<'_>,
    label: Option<&str>,
    plain: Plain<'_>,
) -> (Taken, bool) {
    let options = plain.options;
    let mut on_one_line: Vec<Candidate> =
        one_line(body).into_iter().map(|sketch| Candidate::new(sketch, 1)).collect();
    if label.is_some() {
        for candidate in &mut on_one_line {
            candidate.sketch.label = label.map(str::to_owned);
        }
        return decide(&on_one_line, options);
    }
    add_without_index(&mut on_one_line, body, plain);
    let mut candidates = Vec::new();
    let first = Row::of(body, None);
    // Five is the most columns of a square; beyond it, lines are rather boards than rows.
    let next = if first.width() <= 5 { row_at(page, 1) } else { None };
    if let (Some(header), Some(_)) = (Header::of(&first), &next) {
        candidates.extend(sized(page, header, plain.has_comment));
    }
    let grid = whole_grid(page, &first, options);
    let is_told = options.form.is_some() || options.shape.is_some();
    if !is_told && next.as_ref().is_some_and(|next| continues(next, &first, first.width())) {
        on_one_line.clear();
    }
    let is_grid_begun = next.is_some_and(|row| row.width() > 1 && !is_board(&row, options));
    if let Some(grid) = grid {
        candidates.push(grid);
    } else if is_grid_begun {
        candidates.push(faulty_grid(page, &first, options));
    }
    candidates.append(&mut on_one_line);
    decide(&candidates, options)
}

/// Adds the reading of a line as a board after an index that nothing marks as one. A line that is a board as it stands has
/// none, unless lines before it had one; nor has one with as many symbols as a square has cells, which is rather a
/// square with a fault.
fn add_without_index(candidates: &mut Vec<Candidate>, body: Span<'_>, plain: Plain<'_>) {
    let symbols = body.symbols().len();
    let is_square = symbols.isqrt().pow(2) == symbols && plain.options.shape.is_none();
    let is_whole = candidates.iter().any(|candidate| candidate.sketch.judge(plain.options).is_ok());
    if (is_whole || is_square) && !plain.has_dropped_index {
        return;
    }
    if let Some(sketch) = without_index(body) {
        let symbols = sketch.rows.iter().map(Vec::len).sum::<usize>();
        let fits =
            |cells| plain.options.shape.map_or(Shape::squarest(cells).is_some(), |s| s.cells() == cells);
        let candidate = Candidate { sketch, lines: 1, has_index: true };
        if fits(symbols) && !fits(symbols + 1) {
            candidates.insert(0, candidate);
        } else {
            candidates.push(candidate);
        }
    }
}

fn is_board(row: &Row, options: &BoardOptions) -> bool {
    let sketch = Sketch::flat(BoardForm::Spaces, row.symbols.clone(), row.place);
    let sketch = if row.is_gapless { sketch.gapless() } else { sketch };
    // A board of another shape than was told is one line all the same.
    let of_any_shape = BoardOptions { shape: None, ..options.clone() };
    sketch.judge(&of_any_shape).is_ok()
}

/// The one reading that gives a board, or what is wrong with the likeliest. The candidates come in the order of their
/// likelihood.
fn decide(candidates: &[Candidate], options: &BoardOptions) -> (Taken, bool) {
    let is_in_form =
        |candidate: &&Candidate| options.form.is_none_or(|form| form.covers(candidate.sketch.form));
    let in_form: Vec<&Candidate> = candidates.iter().filter(is_in_form).collect();
    let Some(likeliest) = in_form.first() else {
        return (of_other_form(candidates, options), false);
    };
    let judged: Vec<(&Candidate, Outcome)> =
        in_form.iter().map(|candidate| (*candidate, candidate.sketch.judge(options))).collect();
    let boards =
        || judged.iter().filter_map(|(candidate, outcome)| Some((*candidate, outcome.as_ref().ok()?)));
    let most = boards().map(|(candidate, _)| candidate.lines).max();
    let mut longest = boards().filter(|(candidate, _)| Some(candidate.lines) == most);
    let Some((candidate, read)) = longest.next() else {
        let outcome = judged.into_iter().next().map(|(_, outcome)| outcome);
        return (Taken { lines: likeliest.lines, outcomes: outcome.into_iter().collect() }, false);
    };
    if let Some((_, other)) = longest.find(|(_, other)| other.board != read.board) {
        let error = BoardReadError { place: candidate.sketch.place, reason: ambiguous(read, other) };
        return (Taken { lines: candidate.lines, outcomes: vec![Err(error)] }, false);
    }
    let mut read = read.clone();
    read.assumed.form = options.form.unwrap_or(read.assumed.form);
    (Taken { lines: candidate.lines, outcomes: vec![Ok(read)] }, candidate.has_index)
}

fn of_other_form(candidates: &[Candidate], options: &BoardOptions) -> Taken {
    let found = candidates.iter().find(|candidate| candidate.sketch.judge(options).is_ok());
    let (Some(found), Some(expected)) = (found.or(candidates.first()), options.form) else {
        return Taken { lines: 1, outcomes: Vec::new() };
    };
    let reason = BoardReadReason::OtherForm { expected, found: found.sketch.form };
    Taken::failed(found.lines, found.sketch.place, reason)
}

fn ambiguous(one: &BoardRead, other: &BoardRead) -> BoardReadReason {
    let reading = |read: &BoardRead| Reading { form: read.assumed.form, label: read.assumed.label.clone() };
    let pair = |read: &BoardRead| (read.board, reading(read));
    BoardReadReason::Ambiguous(Box::new(Ambiguity { one: pair(one), other: pair(other) }))
}
