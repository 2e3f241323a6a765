//! Names of moves: letters, words, and arrows, in many languages. All readers use these tables.

use std::sync::LazyLock;

use super::spelling::{folded, is_capital, lowered};
use tilebase::board::Move;

/// The names of up, down, left, and right. Bars separate synonyms.
pub(crate) type Names = [&'static str; 4];

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

/// Names in scripts without spaces, which may be joined: `下右`. Longer names come first.
const JOINED: [Names; 3] = [
    // Chinese
    ["向上|往上|上移|上", "向下|往下|下移|下", "向左|往左|左移|左", "向右|往右|右移|右"],
    // Japanese
    ["上へ|上に|うえ|上", "下へ|下に|した|下", "左へ|左に|ひだり|左", "右へ|右に|みぎ|右"],
    // Korean
    ["위로|위쪽|위|상", "아래로|아래쪽|아래|하", "왼쪽으로|왼쪽|좌측|좌", "오른쪽으로|오른쪽|우측|우"],
];

/// Whole words, without accents. The first three sets are English, and common.
const WORDS: [Names; 35] = [
    ["up", "down", "left", "right"],
    ["north", "south", "west", "east"],
    ["top", "bottom", "left", "right"],
    ["upward|upwards", "downward|downwards", "leftward|leftwards", "rightward|rightwards"],
    ["above", "below", "left", "right"],
    // Spanish, Portuguese, Catalan
    ["arriba|sube|subir", "abajo|baja|bajar", "izquierda", "derecha"],
    ["cima|acima|sobe|subir", "baixo|abaixo|desce|descer", "esquerda", "direita"],
    ["amunt|dalt", "avall|baix", "esquerra", "dreta"],
    // French, Italian, Romanian
    ["haut|monter", "bas|descendre", "gauche", "droite"],
    ["alto|su|sopra", "basso|giu|sotto", "sinistra", "destra"],
    ["sus", "jos", "stanga", "dreapta"],
    // German, Dutch
    ["oben|hoch|rauf|aufwarts|aufwaerts", "unten|runter|abwarts|abwaerts", "links", "rechts"],
    ["boven|omhoog", "beneden|omlaag|onder|neer", "links", "rechts"],
    // Swedish; Norwegian and Danish
    ["upp|uppat", "ned|ner|nedat|nerat", "vanster", "hoger"],
    ["opp|op|oppover", "ned|nedover", "venstre", "hoyre|hojre|hoeyre|hoejre"],
    // Finnish, Hungarian
    ["ylos", "alas", "vasen|vasemmalle", "oikea|oikealle"],
    ["fel|felfele", "le|lefele", "bal|balra", "jobb|jobbra"],
    // Polish, Czech, Slovak, Slovenian, Croatian and Serbian
    ["gora|gore", "dol", "lewo", "prawo"],
    ["nahoru|hore", "dolu", "doleva|vlevo", "doprava|vpravo"],
    ["hore|nahor", "dole|dolu|nadol", "vlavo|dolava", "vpravo|doprava"],
    ["gor|navzgor", "dol|navzdol", "levo", "desno"],
    ["gore", "dolje|dole", "lijevo|levo", "desno"],
    ["горе", "доле", "лево", "десно"],
    // Russian, Ukrainian, Bulgarian
    ["вверх|наверх", "вниз", "влево|налево", "вправо|направо"],
    ["вгору|вверх|угору|догори", "вниз|донизу", "вліво|ліворуч|наліво", "вправо|праворуч|направо"],
    ["нагоре|горе", "надолу|долу", "наляво|ляво", "надясно|дясно"],
    // Greek, Turkish
    ["πανω|επανω", "κατω", "αριστερα", "δεξια"],
    ["yukari", "asagi", "sol|sola", "sag|saga"],
    // Hindi, Vietnamese, Indonesian and Malay, Filipino
    ["ऊपर|उपर", "नीचे", "बाएं|बाएँ|बायें|बायाँ|बायां|बाये", "दाएं|दाएँ|दायें|दायाँ|दायां|दाये"],
    ["len", "xuong", "trai", "phai"],
    ["atas|naik", "bawah|turun", "kiri", "kanan"],
    ["taas", "baba", "kaliwa", "kanan"],
    // Arabic, Persian, Hebrew
    ["أعلى|اعلى|فوق", "أسفل|اسفل|تحت", "يسار", "يمين"],
    ["بالا", "پایین|پائین", "چپ", "راست"],
    ["למעלה", "למטה", "שמאלה|שמאל", "ימינה|ימין"],
];

/// Names of moves that are also articles or prepositions: "Le coup 3: haut".
const ARTICLES: [&str; 3] = ["le", "op", "su"];

/// Prefixes of compound words, such as `move_up` and `blankLeft`.
const BEFORE_WORDS: [&str; 13] = [
    "move",
    "moved",
    "moving",
    "slide",
    "shift",
    "go",
    "blank",
    "empty",
    "tile",
    "direction",
    "action",
    "arrow",
    "k",
];

/// Words that may stand between moves, or before or after them.
const FILLERS: [&str; 28] = [
    "step",
    "move",
    "moves",
    "moved",
    "then",
    "and",
    "go",
    "slide",
    "start",
    "goal",
    "end",
    "finish",
    "begin",
    "blank",
    "tile",
    "init",
    "initial",
    "done",
    "to",
    "action",
    "direction",
    "finished",
    "inicio",
    "fim",
    // "para cima", "nach oben", "sang phải", "ke kiri"
    "para",
    "nach",
    "sang",
    "ke",
];

/// One way to read a word as moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    /// The set of names. Joined moves must use the same set.
    pub(crate) names: NamesId,
    /// The moves as named, before the convention is applied.
    pub(crate) moves: Vec<Move>,
}

impl Reading {
    /// Whether the moves count as a path even if they miss the goal. One word of another language
    /// may mean something else: "Path len: 5".
    pub(crate) const fn is_usual(&self) -> bool {
        let is_of_words = matches!(self.names, NamesId::Words(_) | NamesId::Joined(_));
        self.names.is_usual() || (is_of_words && self.moves.len() > 1)
    }

    /// Whether there are at least two different moves.
    pub(crate) fn has_turns(&self) -> bool {
        self.moves.windows(2).any(|pair| pair[0] != pair[1])
    }
}

/// Identifies a set of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NamesId {
    /// The names that the user gives.
    Given,
    Letters(usize),
    Arrows(usize),
    Joined(usize),
    Words(usize),
}

impl NamesId {
    /// Whether even one move with such a name is unambiguous.
    pub(crate) const fn is_usual(self) -> bool {
        match self {
            Self::Given | Self::Arrows(_) => true,
            Self::Joined(_) => false,
            Self::Letters(set) | Self::Words(set) => set < 3,
        }
    }

    pub(crate) const fn is_of_letters(self) -> bool {
        matches!(self, Self::Letters(_))
    }

    /// Whether the names are the compass points `N`, `S`, `W`, and `E`, which also spell words:
    /// "news", "seen".
    pub(crate) const fn is_of_points(self) -> bool {
        matches!(self, Self::Letters(1))
    }

    /// Whether the names are arrows, which also separate boards.
    pub(crate) const fn is_of_arrows(self) -> bool {
        matches!(self, Self::Arrows(_) | Self::Letters(2))
    }

    /// Whether the names are `^`, `v`, `<`, and `>`, which are also marks and prompts.
    pub(crate) const fn is_of_marks(self) -> bool {
        matches!(self, Self::Letters(2))
    }
}

/// All words with their sets and moves, sorted, so that a word of the page is looked up once.
static SORTED_WORDS: LazyLock<Vec<(&str, usize, Move)>> = LazyLock::new(|| {
    let mut sorted: Vec<(&str, usize, Move)> = Vec::new();
    for (set, names) in WORDS.iter().enumerate() {
        for (synonyms, step) in names.iter().zip(Move::ALL) {
            sorted.extend(synonyms.split('|').map(|word| (word, set, step)));
        }
    }
    sorted.sort_unstable_by_key(|(word, set, _)| (*word, *set));
    sorted
});

/// All ways to read a word as one move, or as several if names are characters.
pub(crate) fn readings(word: &str) -> Vec<Reading> {
    let mut found = of_letters(word);
    found.extend(unambiguous_readings(word));
    found
}

/// The readings by letters, of words in one case: `ULD`, `U-L-D`.
fn of_letters(word: &str) -> Vec<Reading> {
    let lower = lowered(word);
    if lower != word && word.contains(char::is_lowercase) {
        return Vec::new();
    }
    // `L-R` names an axis, not a path: no optimal path undoes a move. `U/D/L/R` names the choices.
    let is_axis = |moves: &[Move]| moves.len() == 2 && moves[0] == moves[1].inverse();
    let is_of_choices = |moves: &[Move]| {
        lower.contains(['-', '/']) && is_axis(moves) || lower.contains('/') && are_all_directions(moves)
    };
    let joined_names = |names| joined(&lower, |rest| first_character(rest, names));
    let moves = |names| joined_names(names).filter(|moves| !is_of_choices(moves));
    let of_set = |(set, names)| Some(Reading { names: NamesId::Letters(set), moves: moves(names)? });
    LETTERS.iter().enumerate().filter_map(of_set).collect()
}

/// Whether moves are the four directions, each once. They may be a legend rather than a path.
pub(crate) fn are_all_directions(moves: &[Move]) -> bool {
    moves.len() == Move::ALL.len() && Move::ALL.iter().all(|step| moves.contains(step))
}

/// The readings by arrows, whole words, and joined names, which rarely resemble other words.
fn unambiguous_readings(word: &str) -> Vec<Reading> {
    let mut found = Vec::new();
    if !word.is_ascii() {
        for (set, names) in ARROWS.iter().enumerate() {
            let moves = joined(word, |rest| first_character(rest, names));
            found.extend(moves.map(|moves| Reading { names: NamesId::Arrows(set), moves }));
        }
        for (set, names) in JOINED.iter().enumerate() {
            let moves = joined(word, |rest| first_synonym(rest, names));
            found.extend(moves.map(|moves| Reading { names: NamesId::Joined(set), moves }));
        }
    }
    found.extend(of_compound(word));
    found
}

/// The readings of a word whose parts are joined by signs: one move, as in `Move.RIGHT`, or only
/// moves, as in `Down-Right`.
fn of_compound(word: &str) -> Vec<Reading> {
    const SIGNS: [char; 5] = ['.', ':', '_', '-', '/'];
    if word.ends_with(SIGNS) {
        return Vec::new();
    }
    let parts = word.split(SIGNS).filter(|part| !part.is_empty());
    let mut read: Vec<Vec<Reading>> = parts.map(|part| of_word(without_prefix(part))).collect();
    if read.iter().filter(|found| !found.is_empty()).count() < 2 {
        return read.pop().unwrap_or_default();
    }
    // Moves beside other words mean something else: `left-to-right`.
    let mut all = std::mem::take(&mut read[0]);
    let is_whole = read[1..].iter().all(|next| join(&mut all, next));
    if is_whole { all } else { Vec::new() }
}

/// The readings of a whole word as one move.
fn of_word(word: &str) -> Vec<Reading> {
    let word = folded(word);
    let first = SORTED_WORDS.partition_point(|(known, ..)| **known < *word);
    let same = SORTED_WORDS[first..].iter().take_while(|(known, ..)| **known == *word);
    same.map(|(_, set, step)| Reading { names: NamesId::Words(*set), moves: vec![*step] }).collect()
}

/// The moves of a text that has only whole words, arrows, and fillers; `None` if it has other
/// words, or no moves.
pub(super) fn moves_of_words(text: &str) -> Option<Vec<Move>> {
    let is_separator = |c: char| c.is_whitespace() || ",;[](){}\"'|".contains(c);
    let mut all: Vec<Reading> = Vec::new();
    for word in text.split(is_separator).filter(|word| !word.is_empty()) {
        let found = unambiguous_readings(word);
        if found.is_empty() {
            is_filler(word).then_some(())?;
        } else if all.is_empty() {
            all = found;
        } else {
            join(&mut all, &found).then_some(())?;
        }
    }
    all.into_iter().next().map(|reading| reading.moves)
}

/// Whether a word is a move only if no other words are beside it.
pub(crate) fn may_be_article(word: &str) -> bool {
    ARTICLES.iter().any(|article| article.eq_ignore_ascii_case(word))
}

/// Appends the readings of the same names, and drops the others.
///
/// Returns false, without a change, if no names are common to both.
pub(crate) fn join(first: &mut Vec<Reading>, second: &[Reading]) -> bool {
    let goes_on = |one: &Reading| second.iter().find(|other| other.names == one.names);
    if !first.iter().any(|one| goes_on(one).is_some()) {
        return false;
    }
    first.retain_mut(|one| match goes_on(one) {
        Some(other) => {
            one.moves.extend_from_slice(&other.moves);
            true
        }
        None => false,
    });
    true
}

/// Whether a word may stand between moves.
pub(crate) fn is_filler(word: &str) -> bool {
    FILLERS.iter().any(|filler| filler.eq_ignore_ascii_case(word))
        || word.chars().all(|c| !c.is_alphanumeric())
}

/// Parses names written together or separated by hyphens or slashes, each with an optional
/// repetition count: `U2L`, `U-L`, `U/L`, `下右`.
///
/// `first` reads the first name of a text, and returns the rest.
pub(crate) fn joined(word: &str, first: impl Fn(&str) -> Option<(Move, &str)>) -> Option<Vec<Move>> {
    /// Maximum repetition: longer than any row.
    const MAX_REPETITIONS: usize = 24;
    let mut moves = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let (step, after) = first(rest)?;
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let times = if end == 0 {
            1
        } else {
            after[..end].parse().ok().filter(|times| (1..=MAX_REPETITIONS).contains(times))?
        };
        moves.extend(std::iter::repeat_n(step, times));
        rest = &after[end..];
        rest = rest.strip_prefix(['-', '/']).filter(|next| !next.is_empty()).unwrap_or(rest);
    }
    (!moves.is_empty()).then_some(moves)
}

/// The move that the first character of a text names.
pub(crate) fn first_character<'a>(text: &'a str, names: &[&str; 4]) -> Option<(Move, &'a str)> {
    let (name, rest) = text.split_at(text.chars().next()?.len_utf8());
    Some((direction(name, names)?, rest))
}

/// The move that a text begins with, among names with synonyms.
fn first_synonym<'a>(text: &'a str, names: &Names) -> Option<(Move, &'a str)> {
    let after = |synonyms: &str| synonyms.split('|').find_map(|name| text.strip_prefix(name));
    names.iter().zip(Move::ALL).find_map(|(synonyms, step)| Some((step, after(synonyms)?)))
}

/// The move with this name.
pub(crate) fn direction(word: &str, names: &[&str; 4]) -> Option<Move> {
    let place = names.iter().position(|name| *name == word)?;
    Some(Move::ALL[place])
}

/// A camel-case word without its prefix: `Down` of `moveDown`, `Left` of `kLeft`.
fn without_prefix(word: &str) -> &str {
    let hump = word.char_indices().skip(1).filter(|(_, c)| is_capital(*c)).last();
    let Some((at, _)) = hump.filter(|_| word.contains(char::is_lowercase)) else { return word };
    let before = word[..at].to_ascii_lowercase();
    if BEFORE_WORDS.contains(&before.as_str()) { &word[at..] } else { word }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use tilebase::board::Move::{Down, Left, Right, Up};

    fn first(word: &str) -> Option<Vec<Move>> {
        readings(word).into_iter().next().map(|reading| reading.moves)
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
            ("ArrowLeft", Some(vec![Left])),
            ("kLeft", Some(vec![Left])),
            ("upLeft", None),
            ("Down-Right", Some(vec![Down, Right])),
            ("D-R-R-u", None),
            ("D-R-R-U", Some(vec![Down, Right, Right, Up])),
            ("d-d", Some(vec![Down, Down])),
            ("L-R", None),
            ("L/R", None),
            ("U/D/L/R", None),
            ("U/R", Some(vec![Up, Right])),
            ("n/a", None),
            ("U2-L", Some(vec![Up, Up, Left])),
            ("D-R-", None),
            ("D--R", None),
            ("-D-R", None),
            ("UP/LEFT/DOWN", Some(vec![Up, Left, Down])),
            ("left-right-hand", None),
            ("left-to-right", None),
            ("left-hand", None),
            ("Down-droite", None),
            ("Góra", Some(vec![Up])),
            ("droite", Some(vec![Right])),
            ("⬆➡", Some(vec![Up, Right])),
            ("下右", Some(vec![Down, Right])),
            ("向下右移", Some(vec![Down, Right])),
            ("왼쪽", Some(vec![Left])),
            ("하우", Some(vec![Down, Right])),
            ("DOLŮ", Some(vec![Down])),
            ("Höger", Some(vec![Right])),
            ("Phải", Some(vec![Right])),
            ("ΚΆΤΩ", Some(vec![Down])),
            ("right2", None),
            ("", None),
        ] {
            assert_eq!(first(word), moves, "{word}");
        }
        let portuguese = readings("EBDC");
        assert_eq!(portuguese[0].moves, [Left, Down, Right, Up]);
        assert!(!portuguese[0].is_usual());
    }

    /// So a list of words has one meaning, whatever its language.
    #[test]
    fn no_word_names_two_directions() {
        let mut known: BTreeMap<&str, Move> = BTreeMap::new();
        for names in WORDS.iter().chain(&JOINED) {
            for (synonyms, step) in names.iter().zip(Move::ALL) {
                for name in synonyms.split('|') {
                    assert_eq!(folded(name), name, "must be without accents");
                    assert_eq!(*known.entry(name).or_insert(step), step, "{name}");
                }
            }
        }
        for names in LETTERS.iter().chain(&ARROWS) {
            assert!((1..4).all(|place| !names[..place].contains(&names[place])), "{names:?}");
        }
    }

    #[test]
    fn lists_of_words_are_moves() {
        for (text, moves) in [
            ("[\"abaixo\",\"direita\"]", Some(vec![Down, Right])),
            ("para baixo, para direita", Some(vec![Down, Right])),
            ("['move_down', 'moveRight']", Some(vec![Down, Right])),
            ("[Direction.DOWN, Direction.RIGHT]", Some(vec![Down, Right])),
            ("下右", Some(vec![Down, Right])),
            ("dole vpravo", Some(vec![Down, Right])),
            ("dole droite", None),
            ("down 2", None),
            ("goal", None),
            ("", None),
            ("news", None),
        ] {
            assert_eq!(moves_of_words(text), moves, "{text}");
        }
    }
}
