//! Names of moves: letters, words, and arrows, in many languages.

use std::str::FromStr;

use tilebase::board::Move;

/// A set of names for up, down, left, and right.
type Names = [&'static str; 4];

/// Names of one character each, which may be joined: `ULDR`.
///
/// The first three sets are common; the others count only if they lead to the goal.
const LETTERS: [Names; 9] = [
    ["u", "d", "l", "r"],
    ["n", "s", "w", "e"],
    ["^", "v", "<", ">"],
    // top, bottom
    ["t", "b", "l", "r"],
    // Portuguese, Spanish, French, Polish
    ["c", "b", "e", "d"],
    ["a", "b", "i", "d"],
    ["h", "b", "g", "d"],
    ["g", "d", "l", "p"],
    // game keys
    ["w", "s", "a", "d"],
];

/// Drawn arrows. They are single characters too, but not letters.
const ARROWS: [Names; 5] = [
    ["↑", "↓", "←", "→"],
    ["⬆", "⬇", "⬅", "➡"],
    ["⇑", "⇓", "⇐", "⇒"],
    ["▲", "▼", "◀", "▶"],
    ["🡑", "🡓", "🡐", "🡒"],
];

/// Whole words. The first three sets are English.
const WORDS: [Names; 23] = [
    ["up", "down", "left", "right"],
    ["north", "south", "west", "east"],
    ["top", "bottom", "left", "right"],
    ["upward", "downward", "leftward", "rightward"],
    ["upwards", "downwards", "leftwards", "rightwards"],
    ["above", "below", "left", "right"],
    ["arriba", "abajo", "izquierda", "derecha"],
    ["cima", "baixo", "esquerda", "direita"],
    ["acima", "abaixo", "esquerda", "direita"],
    ["haut", "bas", "gauche", "droite"],
    ["oben", "unten", "links", "rechts"],
    ["hoch", "runter", "links", "rechts"],
    ["góra", "dół", "lewo", "prawo"],
    ["gora", "dol", "lewo", "prawo"],
    ["alto", "basso", "sinistra", "destra"],
    ["su", "giù", "sinistra", "destra"],
    ["su", "giu", "sinistra", "destra"],
    ["вверх", "вниз", "влево", "вправо"],
    ["нагоре", "надолу", "наляво", "надясно"],
    ["yukarı", "aşağı", "sol", "sağ"],
    ["atas", "bawah", "kiri", "kanan"],
    ["上", "下", "左", "右"],
    ["boven", "beneden", "links", "rechts"],
];

/// Prefixes of compound words, such as `move_up` and `blankLeft`.
const BEFORE_WORDS: [&str; 12] =
    ["move", "moved", "moving", "slide", "shift", "go", "blank", "empty", "tile", "direction", "action", "k"];

/// A user's names for moves: `U=haut,D=bas,L=gauche,R=droite`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveNames([String; 4]);

/// Reasons why a text does not name the moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveNamesError {
    /// A part does not name a direction.
    #[error("expected U=NAME, D=NAME, L=NAME or R=NAME, found {0:?}")]
    Part(String),
    /// A direction has no name.
    #[error("no name for {0}: name all four, e.g. U=haut,D=bas,L=gauche,R=droite")]
    Missing(char),
    /// Two directions have the same name.
    #[error("two directions have the name {0:?}")]
    Twice(String),
}

impl FromStr for MoveNames {
    type Err = MoveNamesError;

    fn from_str(text: &str) -> Result<Self, MoveNamesError> {
        let mut names = [const { String::new() }; 4];
        for part in text.split(',') {
            let named = part.split_once('=').map(|(direction, name)| (direction.trim(), name.trim()));
            let place = |direction: &str| ["U", "D", "L", "R"].iter().position(|known| *known == direction);
            match named.and_then(|(direction, name)| Some((place(direction)?, name))) {
                Some((place, name)) if !name.is_empty() && names[place].is_empty() => {
                    names[place] = name.to_lowercase();
                }
                _ => return Err(MoveNamesError::Part(part.to_owned())),
            }
        }
        if let Some(place) = names.iter().position(String::is_empty) {
            return Err(MoveNamesError::Missing(['U', 'D', 'L', 'R'][place]));
        }
        let twice = (1..4).find(|place| names[..*place].contains(&names[*place]));
        twice.map_or(Ok(()), |place| Err(MoveNamesError::Twice(names[place].clone())))?;
        Ok(Self(names))
    }
}

/// One way to read a word as moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    /// The set of names. Joined moves must use the same set.
    pub(super) names: NamesId,
    /// The moves as named, before the convention is applied.
    pub(super) moves: Vec<Move>,
}

/// Identifies a set of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NamesId {
    Told,
    Letters(usize),
    Arrows(usize),
    Words(usize),
}

impl NamesId {
    /// Whether the names are unambiguous: moves with these names are a path even if it is wrong.
    pub(super) const fn is_usual(self) -> bool {
        match self {
            Self::Told | Self::Arrows(_) => true,
            Self::Letters(set) | Self::Words(set) => set < 3,
        }
    }

    pub(super) const fn is_of_letters(self) -> bool {
        matches!(self, Self::Letters(_))
    }

    /// Whether the names are `^`, `v`, `<`, and `>`, which are also marks and prompts.
    pub(super) const fn is_of_marks(self) -> bool {
        matches!(self, Self::Letters(2))
    }
}

/// All ways to read a word as one move, or as several if names are characters.
///
/// If the user has named the moves, only those names count.
pub(super) fn readings(word: &str, told: Option<&MoveNames>) -> Vec<Reading> {
    let lower = word.to_lowercase();
    if let Some(MoveNames(names)) = told {
        let names = [&*names[0], &*names[1], &*names[2], &*names[3]];
        let whole = direction(&lower, &names).map(|step| vec![step]);
        let moves = whole.or_else(|| of_characters(&lower, &names));
        return moves.map(|moves| Reading { names: NamesId::Told, moves }).into_iter().collect();
    }
    let mut found = Vec::new();
    let mut add = |names, moves: Option<Vec<Move>>| found.extend(moves.map(|moves| Reading { names, moves }));
    let is_one_case = lower == word || word.to_uppercase() == word;
    for (set, names) in LETTERS.iter().enumerate().filter(|_| is_one_case) {
        add(NamesId::Letters(set), of_characters(&lower, names));
    }
    for (set, names) in ARROWS.iter().enumerate() {
        add(NamesId::Arrows(set), of_characters(&lower, names));
    }
    let last = last_word(word).to_lowercase();
    for (set, names) in WORDS.iter().enumerate() {
        add(NamesId::Words(set), direction(&last, names).map(|step| vec![step]));
    }
    found
}

fn direction(word: &str, names: &[&str; 4]) -> Option<Move> {
    let place = names.iter().position(|name| *name == word)?;
    Some([Move::Up, Move::Down, Move::Left, Move::Right][place])
}

/// Parses joined names of one character each, optionally followed by repetition counts: `U2L`.
fn of_characters(word: &str, names: &[&str; 4]) -> Option<Vec<Move>> {
    /// Maximum repetition: longer than any row.
    const MAX_REPETITIONS: usize = 24;
    let mut moves = Vec::new();
    let mut rest = word;
    while let Some(c) = rest.chars().next() {
        let (name, after) = rest.split_at(c.len_utf8());
        let step = direction(name, names)?;
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let times = if end == 0 {
            1
        } else {
            after[..end].parse().ok().filter(|times| (1..=MAX_REPETITIONS).contains(times))?
        };
        moves.extend(std::iter::repeat_n(step, times));
        rest = &after[end..];
    }
    (!moves.is_empty()).then_some(moves)
}

/// The last part of a compound word: `Move.RIGHT`, `Direction::Up`, `move_left`, `moveDown`,
/// `kLeft`.
fn last_word(word: &str) -> &str {
    let word = word.rsplit(['.', ':', '_', '-', '/']).next().unwrap_or(word);
    let hump = word.char_indices().skip(1).filter(|(_, c)| c.is_uppercase()).last();
    let Some((at, _)) = hump.filter(|_| word.contains(char::is_lowercase)) else { return word };
    let before = word[..at].to_lowercase();
    if BEFORE_WORDS.contains(&before.as_str()) { &word[at..] } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase::board::Move::{Down, Left, Right, Up};

    fn first(word: &str) -> Option<Vec<Move>> {
        readings(word, None).into_iter().next().map(|reading| reading.moves)
    }

    #[test]
    fn words_of_many_languages_are_moves() {
        for (word, moves) in [
            ("ULdr", None),
            ("ULDR", Some(vec![Up, Left, Down, Right])),
            ("u2l", Some(vec![Up, Up, Left])),
            ("U99", None),
            ("Right", Some(vec![Right])),
            ("Move.RIGHT", Some(vec![Right])),
            ("Direction::Up", Some(vec![Up])),
            ("move_left", Some(vec![Left])),
            ("moveDown", Some(vec![Down])),
            ("kLeft", Some(vec![Left])),
            ("upLeft", None),
            ("Góra", Some(vec![Up])),
            ("droite", Some(vec![Right])),
            ("⬆➡", Some(vec![Up, Right])),
            ("right2", None),
            ("", None),
        ] {
            assert_eq!(first(word), moves, "{word}");
        }
        let portuguese = readings("EBDC", None);
        assert_eq!(portuguese[0].moves, [Left, Down, Right, Up]);
        assert!(!portuguese[0].names.is_usual());
    }

    #[test]
    fn user_names_replace_the_known_ones() {
        let told: MoveNames = "U=haut, D=bas,L=gauche,R=droite".parse().unwrap();
        assert_eq!(readings("Gauche", Some(&told))[0].moves, [Left]);
        assert_eq!(readings("left", Some(&told)), []);
        let digits: MoveNames = "U=0,D=1,L=2,R=3".parse().unwrap();
        assert_eq!(readings("0", Some(&digits))[0].moves, [Up]);
        for (text, error) in [
            ("U=a,D=b", MoveNamesError::Missing('L')),
            ("U=a,D=a,L=b,R=c", MoveNamesError::Twice("a".to_owned())),
            ("X=a", MoveNamesError::Part("X=a".to_owned())),
            ("U=", MoveNamesError::Part("U=".to_owned())),
            ("U=a,U=b", MoveNamesError::Part("U=b".to_owned())),
        ] {
            assert_eq!(text.parse::<MoveNames>(), Err(error));
        }
    }

    #[test]
    fn no_set_of_names_has_one_twice() {
        for names in LETTERS.iter().chain(&ARROWS).chain(&WORDS) {
            assert!((1..4).all(|place| !names[..place].contains(&names[place])), "{names:?}");
        }
    }
}
