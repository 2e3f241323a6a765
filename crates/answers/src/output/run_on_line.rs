//! Classifies the moves on a line: a path, a legend, or words of a sentence.

use super::super::vocabulary::{Reading, join};
use super::candidate::{Candidate, Standing};
use super::labels::{Label, label_at_end};
use super::passages::Passage;
use super::repetitions::run_may_repeat;
use super::words::{Kind, Run, Word, is_one_mark, tiles_beside_moves};

/// A run of moves on its line.
#[derive(Clone, Copy)]
pub(super) struct RunOnLine<'a> {
    pub(super) passage: &'a Passage,
    /// All words of the passage.
    pub(super) words: &'a [Word<'a>],
    pub(super) run: &'a Run,
}

impl RunOnLine<'_> {
    /// The moves as a candidate; `None` if they are words of a sentence.
    ///
    /// `last_other` is the position of the last word of no known kind. Scanning every word for each
    /// run would take too long on a line of megabytes.
    pub(super) fn candidate(
        self,
        last_other: Option<usize>,
        label_above: Option<Label>,
    ) -> Option<Candidate> {
        let Self { passage, words, run } = self;
        if self.are_figures() || self.is_legend() || self.is_word_of_sentence() {
            return None;
        }
        let label = self.label(label_above);
        let is_cut = self.is_cut_short() || self.is_first_of_several();
        if is_cut && label.is_none() {
            return None;
        }
        // Like moves of a search, they are no answer, wherever they lead.
        let label = label.map(|label| if is_cut { label.without_answer() } else { label });
        let standing = if label.is_some() { Standing::Named } else { self.standing_without_label()? };
        let may_repeat = run_may_repeat(&passage.text, words, run);
        let is_last = last_other.is_none_or(|at| at < run.words.end);
        Some(Candidate {
            standing,
            readings: run.readings.clone(),
            inner: self.inner_lists(),
            tiles: self.tiles(label.is_some()),
            lines: passage.lines.clone(),
            column: self.first().place.start,
            label,
            is_clear: !may_repeat && (is_last || !(self.is_lowercase_word() || run.longest() == 1)),
            may_repeat,
            is_part: false,
        })
    }

    /// Whether the line only has this run, fillers, and numbers.
    pub(super) fn is_only(self) -> bool {
        let Self { words, run, .. } = self;
        let is_beside = |word: &Word<'_>| matches!(word.kind, Kind::Filler | Kind::Number(_));
        // `Right 3` means three moves or the third move, and `g: 3` none.
        let has_number = || words.iter().any(|word| matches!(word.kind, Kind::Number(_)));
        let is_counted = || self.is_one_word() && run.longest() == 1 && has_number();
        // The nearest words come first: on a line with many runs, one of them is another run.
        words[..run.words.start].iter().rev().all(is_beside)
            && words[run.words.end..].iter().all(is_beside)
            && !is_counted()
    }

    fn first(&self) -> &Word<'_> {
        &self.words[self.run.words.start]
    }

    /// The words of the run, with those between its moves.
    fn inside(&self) -> &[Word<'_>] {
        &self.words[self.run.words.clone()]
    }

    fn is_one_word(self) -> bool {
        self.run.words.len() == 1
    }

    /// Whether other words follow.
    fn goes_on(self) -> bool {
        self.words.len() > self.run.words.end
    }

    /// The text before the run.
    fn before(&self) -> &str {
        &self.passage.text[..self.first().place.start]
    }

    /// The text after the run.
    fn after(&self) -> &str {
        &self.passage.text[self.words[self.run.words.end - 1].place.end..]
    }

    /// Whether letters are the names of figures: `h = 1, g = 0`.
    fn are_figures(self) -> bool {
        let is_figure = |word: &Word<'_>| {
            let rest = self.passage.text[word.place.end..].trim_start();
            let value = rest.strip_prefix(['=', ':']).map(str::trim_start);
            // `U=2` counts moves; `U: 2` may be the second move.
            let is_letter = word.text.len() == 1
                && (word.text.starts_with(|c: char| c.is_ascii_lowercase()) || rest.starts_with('='));
            is_letter && value.is_some_and(|value| value.starts_with(|c: char| c.is_ascii_digit()))
        };
        let mut moves = self.inside().iter().filter(|word| matches!(word.kind, Kind::Moves(_)));
        moves.all(is_figure)
    }

    /// Whether the run defines its words, or is defined: `U=up D=down`.
    fn is_legend(self) -> bool {
        let is_move = |at: usize| self.words.get(at).is_some_and(|word| matches!(word.kind, Kind::Moves(_)));
        let equals_next = |at: usize| {
            let rest = self.passage.text[self.words[at].place.end..].trim_start();
            rest.starts_with('=') && !rest.starts_with("=>") && is_move(at + 1)
        };
        let is_defined = |at: usize| equals_next(at) || (at > 0 && is_move(at - 1) && equals_next(at - 1));
        self.run.words.clone().filter(|at| is_move(*at)).all(is_defined)
    }

    /// Whether the run only looks like moves but is a word of a sentence: "news", or the "w" of
    /// "rozwiązanie w 0 ruchach".
    fn is_word_of_sentence(self) -> bool {
        let first = self.first().text;
        let is_letter = first.chars().count() == 1 && first.chars().all(char::is_lowercase);
        let is_signed = self.before().trim_end().ends_with([':', '=', '>', '|', '[', '(', '\'', '"']);
        self.goes_on() && (self.is_word_of_points() || (self.is_one_word() && is_letter && !is_signed))
    }

    /// Whether the run is a lowercase word of compass points: "news", "see".
    fn is_word_of_points(self) -> bool {
        self.is_one_word()
            && self.run.longest() > 1
            && self.first().text.chars().any(char::is_lowercase)
            && self.run.readings.iter().all(|reading| reading.names.is_of_points())
    }

    /// Whether the run is one word of letters, some of them in lower case.
    fn is_lowercase_word(self) -> bool {
        self.is_one_word()
            && self.first().text.chars().any(char::is_lowercase)
            && self.run.readings.iter().all(|reading| reading.names.is_of_letters())
    }

    /// The label before the run, or the one above if the run is alone on its line.
    fn label(self, label_above: Option<Label>) -> Option<Label> {
        let beside = label_at_end(self.before()).or_else(|| label_at_end(self.before_fillers()));
        beside.or(label_above.filter(|_| self.is_alone() && !is_one_mark(self.run)))
    }

    /// The text before the run and its fillers. In `Path: moved right` and `Path: 5 right`, a word
    /// is between the name and the moves; in `Moves ULDR`, the word before the moves is the name.
    fn before_fillers(&self) -> &str {
        let is_beside = |word: &&Word<'_>| {
            let is_name = self.passage.text[word.place.end..].trim_start().starts_with([':', '=']);
            matches!(word.kind, Kind::Filler | Kind::Number(_)) && !is_name
        };
        let start = self.run.words.start;
        let fillers = self.words[..start].iter().rev().take_while(is_beside).count();
        &self.passage.text[..self.words[start - fillers].place.start]
    }

    /// How a run without a label appears; `None` if it is not clearly moves.
    fn standing_without_label(self) -> Option<Standing> {
        if is_one_mark(self.run) {
            return None;
        }
        if self.is_alone() {
            return Some(Standing::Alone);
        }
        if self.is_listed() && self.run.longest() > 1 {
            return Some(Standing::Listed);
        }
        (self.is_long() && !self.is_word_of_points()).then_some(Standing::InProse)
    }

    /// Whether the run is alone on its line, and is not a word such as "see" after fillers:
    /// "Nothing to see".
    fn is_alone(self) -> bool {
        self.is_only() && !(self.is_word_of_points() && self.words.len() > 1)
    }

    /// Whether the run is in brackets or quotes.
    fn is_listed(self) -> bool {
        self.before().trim_end().ends_with(['[', '(', '{', '\'', '"'])
            && self.after().trim_start().starts_with([']', ')', '}', '\'', '"'])
    }

    /// Whether the run is long enough to be a path among other words: one word of at least four
    /// moves, such as `ULDR`, or at least five moves with nothing between them. `U L D R` may only
    /// name the four directions.
    fn is_long(self) -> bool {
        let is_unbroken = self.inside().iter().all(|word| matches!(word.kind, Kind::Moves(_)));
        self.run.longest() > (if self.is_one_word() { 3 } else { 4 })
            && is_unbroken
            && self.run.readings.iter().any(|reading| reading.is_usual() && reading.names.is_of_letters())
    }

    /// Whether more moves follow that are not shown or not known: `D, R, ...`, `DR?`, `D R X`.
    fn is_cut_short(self) -> bool {
        let after = self.after();
        let rest = after.trim_start_matches([' ', ',', '\'', '"']);
        let is_letter = |text: &str| text.len() == 1 && text.starts_with(|c: char| c.is_ascii_uppercase());
        let next = self.words.get(self.run.words.end);
        let goes_on_with_letter = is_letter(self.first().text)
            && next.is_some_and(|next| next.kind == Kind::Other && is_letter(next.text));
        let has_dots = rest.starts_with("...") || rest.starts_with('…');
        // `Moving up...` is one move that is being made.
        match self.run.longest() {
            1 => has_dots && after.starts_with(','),
            _ => has_dots || after.starts_with('?') || goes_on_with_letter,
        }
    }

    /// Whether more moves follow a single one, after other words: `right x1, left x1`.
    fn is_first_of_several(self) -> bool {
        /// Maximum number of words between two moves of a path.
        const MAX_WORDS_BETWEEN: usize = 4;
        let Self { words, run, .. } = self;
        let letters = |word: &Word<'_>| word.text.chars().count().min(2);
        let is_similar = |word: &Word<'_>| {
            let mut readings = run.readings.clone();
            letters(word) == letters(self.first())
                && matches!(&word.kind, Kind::Moves(more) if join(&mut readings, more))
        };
        let later = words.iter().skip(run.words.end).take(MAX_WORDS_BETWEEN);
        run.longest() == 1
            && later.skip_while(|word| !matches!(word.kind, Kind::Moves(_))).take(1).any(is_similar)
    }

    /// The tiles beside the moves. If tiles are named too, all numbers must be tiles.
    fn tiles(self, has_label: bool) -> Option<Vec<u32>> {
        let Self { words, run, .. } = self;
        let is_number = |at: &usize| matches!(words[*at].kind, Kind::Number(_));
        let from = run.words.start.checked_sub(1).filter(is_number).unwrap_or(run.words.start);
        let is_named = from < run.words.start && has_label;
        tiles_beside_moves(&words[from..run.words.end]).filter(|tiles| tiles.len() > 1 || is_named)
    }

    /// The readings of the inner lists, as in `[['U', 'L'], ['L', 'U']]`; empty if it is not a list
    /// of lists.
    fn inner_lists(self) -> Vec<Vec<Reading>> {
        let begins_list = |word: &Word<'_>| {
            let before = self.passage.text[..word.place.start].trim_end_matches(['\'', '"', ' ']);
            before.ends_with(['[', '('])
        };
        let mut lists: Vec<Vec<Reading>> = Vec::new();
        for word in self.inside() {
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
}
