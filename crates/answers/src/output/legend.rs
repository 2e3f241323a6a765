//! Legends that a program prints for its moves: `U = tile moves up`, `0=up,1=right,2=down,3=left`,
//! `Directions refer to the tile`.
//!
//! A legend that agrees with the usual meaning changes nothing. Otherwise, a complete legend
//! decides how moves are read, and one that is incomplete makes them unclear.

use std::ops::Range;

use super::super::vocabulary::{folded, lowered, path_noun, readings, words_in};
use super::names::MoveNames;
use tilebase::board::Move;
use tilebase::notation::MoveConvention;

/// Names for the tile and for the blank.
const TILES: [&str; 4] = ["tile", "tiles", "number", "piece"];
const BLANKS: [&str; 6] = ["blank", "empty", "space", "hole", "gap", "zero"];

/// Other words of a definition.
const FILLERS: [&str; 22] = [
    "move", "moves", "moved", "moving", "slide", "slides", "sliding", "the", "a", "goes", "go", "to", "is",
    "one", "cell", "square", "step", "means", "shift", "it", "into", "towards",
];

/// The definition of a move's name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Definition {
    name: String,
    step: Move,
    convention: Option<MoveConvention>,
}

/// The legend of an output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Legend {
    definitions: Vec<Definition>,
    /// The conventions that sentences state.
    sentences: Vec<MoveConvention>,
    /// `[tile, blank]`: whether a label says that moves are those of the tiles, or of the blank.
    has_label: [bool; 2],
    /// The places of the definitions in the text.
    places: Vec<Range<usize>>,
    /// The line that is quoted: its number and text.
    pub(super) line: (usize, String),
}

/// The effect of a legend on the reading of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// It agrees with the usual reading.
    Agrees,
    /// It gives other names, or another convention.
    Renames(Option<MoveNames>, MoveConvention),
    /// It disagrees, but is incomplete or unclear.
    Unclear,
}

impl Legend {
    /// Finds the legend in a text; `None` if it has none.
    pub(super) fn in_text(text: &str) -> Option<Self> {
        /// Longer lines are lists and dumps.
        const MAX_LINE_BYTES: usize = 300;
        let mut legend = Self::default();
        let mut start = 0;
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            if line.len() <= MAX_LINE_BYTES && legend.add_line(line, start) && legend.line.0 == 0 {
                legend.line = (number, line.trim().to_owned());
            }
            start += line.len();
        }
        (legend.line.0 > 0).then_some(legend)
    }

    /// Adds the definitions and the statement of a line. Returns whether it has any.
    fn add_line(&mut self, line: &str, start: usize) -> bool {
        if !line.contains(['=', ':', '-', '>', '–']) {
            let lower = line.to_ascii_lowercase();
            if !TILES.iter().chain(&BLANKS).any(|word| lower.contains(word)) {
                return false;
            }
        }
        let found = definitions_on(line);
        let sentence = stated_convention(line);
        let label = labeled_convention(line);
        self.has_label[0] |= label == Some(MoveConvention::Tile);
        self.has_label[1] |= label == Some(MoveConvention::Blank);
        let is_legend = !found.is_empty() || sentence.is_some() || label == Some(MoveConvention::Tile);
        for (place, definition) in found {
            self.places.push(start + place.start..start + place.end);
            if !self.definitions.contains(&definition) {
                self.definitions.push(definition);
            }
        }
        self.sentences.extend(sentence);
        is_legend
    }

    /// Whether the legend names each of the four directions exactly once.
    fn is_complete(&self) -> bool {
        let has = |step: &Move| self.definitions.iter().filter(|found| found.step == *step).count() == 1;
        let names: Vec<&str> = self.definitions.iter().map(|found| found.name.as_str()).collect();
        let are_different = (1..names.len()).all(|at| !names[..at].contains(&names[at]));
        names.len() == Move::ALL.len() && are_different && Move::ALL.iter().all(has)
    }

    /// Returns the convention that the legend states, or an error if it states both.
    fn convention(&self) -> Result<Option<MoveConvention>, ()> {
        let of_names = self.definitions.iter().filter_map(|found| found.convention);
        // A path may be shown in both conventions.
        let of_labels = (self.has_label == [true, false]).then_some(MoveConvention::Tile);
        let mut all = of_names.chain(self.sentences.iter().copied()).chain(of_labels);
        let Some(first) = all.next() else { return Ok(None) };
        if all.all(|other| other == first) { Ok(Some(first)) } else { Err(()) }
    }

    /// Returns the effect on moves that would otherwise be read by the `usual` convention.
    pub(super) fn effect(&self, usual: MoveConvention) -> Effect {
        let is_usual = |found: &Definition| {
            let mut read = readings(&found.name).into_iter().filter(|reading| reading.names.is_usual());
            read.next().is_some_and(|reading| reading.moves == [found.step])
        };
        let is_known = |found: &Definition| !readings(&found.name).is_empty();
        let are_usual = self.definitions.iter().all(is_usual);
        match self.convention() {
            Ok(stated) if are_usual && stated.is_none_or(|stated| stated == usual) => Effect::Agrees,
            Ok(Some(stated)) if self.definitions.is_empty() => Effect::Renames(None, stated),
            Ok(stated) if self.is_complete() => {
                let name = |step: &Move| self.definitions.iter().find(|found| found.step == *step);
                let names =
                    Move::ALL.each_ref().map(|step| name(step).map_or(String::new(), |n| n.name.clone()));
                let names = (!are_usual).then(|| MoveNames::of_legend(names));
                Effect::Renames(names, stated.unwrap_or(usual))
            }
            // A few unknown names may be no legend at all.
            Ok(None) if !self.definitions.iter().any(|found| is_known(found) && !is_usual(found)) => {
                Effect::Agrees
            }
            _ => Effect::Unclear,
        }
    }

    /// Blanks out a complete legend in the text, since its words are not moves. The lines keep
    /// their numbers.
    pub(super) fn blanked(&self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        if self.is_complete() {
            self.places.iter().for_each(|place| bytes[place.clone()].fill(b' '));
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// A word of a line, or a sign between a name and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'a> {
    Word(&'a str),
    Sign(&'a str),
    End,
}

/// The pieces of a line, with their places.
fn pieces_of(line: &str) -> Vec<(Range<usize>, Piece<'_>)> {
    const SIGNS: [&str; 7] = ["->", "=>", "==", "=", ":", "-", "–"];
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(c) = line[at..].chars().next() {
        let rest = &line[at..];
        let is_spaced = at == 0 || line[..at].ends_with(' ');
        // A hyphen inside a word is no sign.
        let sign = SIGNS
            .iter()
            .find(|sign| rest.starts_with(**sign) && (sign.len() > 1 || **sign != "-" || is_spaced));
        let (length, piece) = if let Some(sign) = sign {
            (sign.len(), Some(Piece::Sign(sign)))
        } else if ",;|()[]{}\t\n\r./".contains(c) {
            (c.len_utf8(), Some(Piece::End))
        } else if c.is_alphanumeric() {
            let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
            (end, Some(Piece::Word(&rest[..end])))
        } else {
            (c.len_utf8(), None)
        };
        pieces.extend(piece.map(|piece| (at..at + length, piece)));
        at += length;
    }
    pieces
}

/// Returns the definitions on a line, with their places. A definition is a name (one character or a
/// number), a sign, and a phrase with one direction.
fn definitions_on(line: &str) -> Vec<(Range<usize>, Definition)> {
    let pieces = pieces_of(line);
    let mut found = Vec::new();
    for at in 0..pieces.len() {
        let [(place, Piece::Word(name)), (_, Piece::Sign(sign)), ..] = &pieces[at..] else { continue };
        let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
        // `1: up` is the first step.
        if name.chars().count() != 1 || (is_number && !sign.contains('=')) || (is_number && *sign == "=>") {
            continue;
        }
        let next_name = |at: usize| matches!(pieces.get(at + 1), Some((_, Piece::Sign(_))));
        let phrase = (at + 2..pieces.len())
            .take_while(|at| matches!(pieces[*at].1, Piece::Word(_)) && !next_name(*at));
        let words: Vec<usize> = phrase.collect();
        let Some(last) = words.last() else { continue };
        let texts: Vec<String> =
            words.iter().map(|at| folded(&line[pieces[*at].0.clone()]).into_owned()).collect();
        if let Some((step, convention)) = meaning(&texts) {
            let definition = Definition { name: lowered(name), step, convention };
            found.push((place.start..pieces[*last].0.end, definition));
        }
    }
    found
}

/// The direction that words mean, and whether they are about the tile or the blank.
fn meaning(words: &[String]) -> Option<(Move, Option<MoveConvention>)> {
    let mut step = None;
    let mut convention = None;
    for word in words {
        let is_one_of = |known: &[&str]| known.contains(&word.as_str());
        if is_one_of(&TILES) {
            convention = convention.or(Some(MoveConvention::Tile));
        } else if is_one_of(&BLANKS) {
            convention = convention.or(Some(MoveConvention::Blank));
        } else if !is_one_of(&FILLERS) {
            let is_word = word.chars().count() > 1;
            let read =
                readings(word).into_iter().find(|reading| reading.moves.len() == 1).filter(|_| is_word)?;
            if step.replace(read.moves[0]).is_some() {
                return None;
            }
        }
    }
    step.map(|step| (step, convention))
}

/// The convention that a label of moves names: `Tile moves: UL`, `Moves (tile direction): UL`.
fn labeled_convention(line: &str) -> Option<MoveConvention> {
    /// A line with more words before the sign is a sentence, not a label.
    const MAX_WORDS: usize = 6;
    let (name, _) = line.split_once([':', '='])?;
    let name = folded(name);
    let words: Vec<&str> = words_in(&name).collect();
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    if words.len() > MAX_WORDS || !words.iter().any(|word| path_noun(word).is_some()) {
        return None;
    }
    // In `Number of moves: 8`, "number" does not mean a tile.
    let has_tiles = words.iter().any(|word| TILES.contains(word) && *word != "number");
    match [has_tiles, has(&BLANKS)] {
        [true, false] => Some(MoveConvention::Tile),
        [false, true] => Some(MoveConvention::Blank),
        _ => None,
    }
}

/// The convention that a sentence states: "Directions refer to the tile, not the blank".
fn stated_convention(line: &str) -> Option<MoveConvention> {
    const SUBJECTS: [&str; 4] = ["moves", "directions", "direction", "letters"];
    const VERBS: [&str; 10] = [
        "refer to",
        "refers to",
        "denote",
        "describe",
        "indicate",
        "are those of",
        "are moves of",
        "are directions of",
        "are relative to",
        "are from the perspective of",
    ];
    /// With more words in between, the line says something else.
    const MAX_BETWEEN: usize = 5;
    let text = folded(line);
    let (before, after) = VERBS.iter().find_map(|verb| text.split_once(verb))?;
    let is_subject = |word: &str| SUBJECTS.contains(&word);
    if !words_in(before).any(is_subject) {
        return None;
    }
    let clause = after.split([',', '.', ';', '(']).next().unwrap_or_default();
    let mut words = words_in(clause);
    let kind = words.by_ref().take(MAX_BETWEEN).find_map(|word| match word {
        word if TILES.contains(&word) => Some(MoveConvention::Tile),
        word if BLANKS.contains(&word) => Some(MoveConvention::Blank),
        _ => None,
    })?;
    Some(kind).filter(|_| !clause.contains("not "))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{TWO, kind};
    use super::*;

    /// Two moves from the goal; the path is `DR`.
    const DR: &str = "123406758";

    #[test]
    fn definitions_are_found() {
        let names = |text: &str| Legend::in_text(text).map(|legend| legend.definitions.len());
        for text in [
            "U = tile moves up, D = tile moves down, L = tile moves left, R = tile moves right",
            "Legend: N=up S=down E=left W=right",
            "0=up,1=right,2=down,3=left",
            "Moves (0=up,1=right,2=down,3=left): 1 1",
            "u - up\nd - down\nl - left\nr - right\n",
            "U: blank up\nD: blank down\nL: blank left\nR: blank right\n",
            "A -> up; B -> down; C -> left; D -> right",
            "U – up, D – down, L – right, R – left",
        ] {
            assert_eq!(names(text), Some(4), "{text}");
        }
        assert_eq!(names("L: tile left"), Some(1));
        for text in [
            "1: up\n2: left\n3: down\n4: right\n",
            "Path: U",
            "h = 1, g = 0",
            "up -> left -> down",
            "U=2 D=3",
        ] {
            assert_eq!(names(text), None, "{text}");
        }
        assert_eq!(
            stated_convention("Directions refer to the tile, not the blank"),
            Some(MoveConvention::Tile)
        );
        assert_eq!(stated_convention("Moves are those of the blank."), Some(MoveConvention::Blank));
        let piece = Legend::in_text("Directions refer to the piece that slides").unwrap();
        assert_eq!(piece.convention(), Ok(Some(MoveConvention::Tile)));
        assert_eq!(stated_convention("The moves are printed below; the tile 3 is up"), None);
    }

    #[test]
    fn moves_are_read_by_a_complete_legend() {
        for (board, text, expected) in [
            (TWO, "U=tile up, D=tile down, L=tile left, R=tile right\nPath: LL\n", "optimal"),
            (TWO, "U=tile up, D=tile down, L=tile left, R=tile right\nPath: RR\n", "Several"),
            (TWO, "U=blank up, D=blank down, L=blank left, R=blank right\nPath: RR\n", "optimal"),
            (TWO, "U=blank up, D=blank down, L=blank left, R=blank right\nPath: LL\n", "other-convention"),
            (TWO, "Legend: N=up S=down E=left W=right\nPath: WW\n", "optimal"),
            (TWO, "Legend: N=up S=down E=left W=right\nPath: EE\n", "Several"),
            (TWO, "0=up,1=right,2=down,3=left\nPath: 1 1\n", "optimal"),
            (TWO, "Moves (0=up,1=right,2=down,3=left): 1 1\n", "optimal"),
            (DR, "U=left D=right L=up R=down\nPath: RD\n", "optimal"),
            (DR, "U=left D=right L=up R=down\nPath: DR\n", "Several"),
            (DR, "A = up, B = down, C = left, D = right\nPath: BD\n", "optimal"),
            (DR, "Directions refer to the tile that slides\nPath: UL\n", "optimal"),
            (DR, "Directions refer to the tile that slides\nPath: DR\n", "Several"),
            (DR, "Directions refer to the blank\nPath: DR\n", "optimal"),
            (DR, "Moves (tile direction): UL\n", "optimal"),
            (DR, "Moves of tiles: DR\n", "Several"),
            (DR, "w=up, s=down, a=left, d=right\nPath: down, right\n", "optimal"),
            (DR, "U=up D=down L=left R=right\nPath: DL\n", "ends-elsewhere"),
        ] {
            assert_eq!(kind(board, text), expected, "{text}");
        }
    }

    #[test]
    fn an_incomplete_legend_makes_moves_unclear() {
        for (board, text) in [
            (TWO, "L: tile left\nPath: LL\n"),
            (TWO, "L: tile left\nR: tile right\nPath: RR\n"),
            (DR, "D = up\nPath: DR\n"),
        ] {
            assert_eq!(kind(board, text), "Several", "{text}");
        }
        assert_eq!(kind(TWO, "L: blank left\nR: blank right\nPath: RR\n"), "optimal");
    }
}
