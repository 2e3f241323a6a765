//! Numbers of moves: `28`, `28 moves`, `28 Schritte`.

use std::sync::LazyLock;

use super::super::number::begins_with_word;
use super::spelling::{entries, folded};

/// Names of moves, in the plural. They also name a field: `moves: 28`, `Coups: UL`.
pub(crate) const MOVES: &[&str] = &[
    "moves",
    "movements",
    "turns",
    // Spanish, Portuguese, French, Italian, Romanian
    "movimientos",
    "movimentos",
    "mouvements",
    "deplacements",
    "coups",
    "mosse",
    "mutari",
    "miscari",
    // German, Dutch, Swedish, Norwegian, Danish
    "zuge",
    "zuege",
    "zetten",
    "drag",
    "trekk",
    "traek",
    "traekk",
    // Polish, Czech and Slovak, Hungarian, Turkish
    "ruchy",
    "tahy",
    "lepesek",
    "hamleler",
    // Russian, Ukrainian, Bulgarian, Greek
    "ходы",
    "ходи",
    "ходове",
    "κινησεισ",
    // Vietnamese, Indonesian, Chinese, Japanese, Korean, Hindi
    "nuoc di",
    "gerakan",
    "移动",
    "移動",
    "이동",
    "चालें",
];

/// Other forms of [`MOVES`], and names that are only used with a number.
pub(crate) const MOVE_FORMS: &[&str] = &[
    "move",
    "movement",
    "slide",
    "slides",
    "turn",
    "movimiento",
    "movimento",
    "mouvement",
    "deplacement",
    "coup",
    "mossa",
    "mutare",
    "miscare",
    "zug",
    "zugen",
    "zuegen",
    "zet",
    "trekket",
    "ruch",
    "ruchow",
    "ruchu",
    "ruchach",
    "siirto",
    "siirtoa",
    "siirrolla",
    "siirrossa",
    "tah",
    "tahu",
    "tahov",
    "tahoch",
    "tazich",
    "lepes",
    "lepesben",
    "lepessel",
    "hamle",
    "hamlede",
    "ход",
    "хода",
    "ходов",
    "ходах",
    "ходів",
    "хід",
    "κινηση",
    "nuoc",
    "चाल",
];

/// Names of moves that are also used for steps of a search, in the plural.
pub(crate) const STEPS: &[&str] = &[
    "steps",
    "actions",
    "pasos",
    "passos",
    "etapes",
    "passi",
    "pasi",
    "schritte",
    "stappen",
    "steg",
    "trinn",
    "trin",
    "skridt",
    "kroki",
    "kroky",
    "adimlar",
    "шаги",
    "кроки",
    "стъпки",
    "βηματα",
    "buoc",
    "langkah",
    "步数",
    "步數",
    "步骤",
    "步驟",
    "歩数",
    "手数",
    "ステップ",
    "ステップ数",
    "걸음",
    "단계",
    "कदम",
];

/// Other forms of [`STEPS`].
pub(crate) const STEP_FORMS: &[&str] = &[
    "step",
    "action",
    "paso",
    "passo",
    "etape",
    "pas",
    "schritt",
    "schritten",
    "stap",
    "krok",
    "krokow",
    "kroku",
    "krokov",
    "krokoch",
    "krocich",
    "adim",
    "adimda",
    "шаг",
    "шага",
    "шагов",
    "шагах",
    "крок",
    "кроків",
    "стъпка",
    "βημα",
    "步",
    "手",
    "歩",
];

/// Units of time.
pub(super) const TIMES: [&str; 14] = [
    "s",
    "sec",
    "secs",
    "second",
    "seconds",
    "min",
    "minute",
    "minutes",
    "millisecond",
    "milliseconds",
    "microseconds",
    "ms",
    "us",
    "ns",
];

/// Things other than moves that a program counts, such as states.
const COUNTED: [&str; 16] = [
    "state",
    "states",
    "board",
    "boards",
    "node",
    "nodes",
    "position",
    "positions",
    "configuration",
    "configurations",
    "iteration",
    "iterations",
    "bytes",
    "kb",
    "mb",
    "percent",
];

/// Whether a text after a number begins with a unit of something other than moves: ` ms`, `%`.
pub(crate) fn begins_other_unit(after: &str) -> bool {
    let after = after.trim_start();
    after.starts_with('%') || begins_with_word(after, &TIMES) || begins_with_word(after, &COUNTED)
}

/// The kind of a name of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// One of [`MOVES`].
    Moves,
    /// One of [`MOVE_FORMS`].
    Move,
    /// One of [`STEPS`].
    Steps,
    /// One of [`STEP_FORMS`].
    Step,
}

/// All names, without spaces, sorted.
static UNITS: LazyLock<Vec<(String, Unit)>> = LazyLock::new(|| {
    let all =
        [(MOVES, Unit::Moves), (MOVE_FORMS, Unit::Move), (STEPS, Unit::Steps), (STEP_FORMS, Unit::Step)];
    let named = |(names, unit): (&[&str], Unit)| {
        names.iter().map(move |name| (compact(name), unit)).collect::<Vec<_>>()
    };
    let mut sorted: Vec<(String, Unit)> = all.into_iter().flat_map(named).collect();
    sorted.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    sorted
});

/// Removes spaces, hyphens, and underscores from a folded name.
pub(super) fn compact(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, ' ' | '\t' | '_' | '-')).collect()
}

/// The kind of a folded name of moves.
pub(super) fn kind_of(name: &str) -> Option<Unit> {
    let place = UNITS.binary_search_by(|(known, _)| known.as_str().cmp(name)).ok()?;
    Some(UNITS[place].1)
}

/// "Number of", "total", "fewest", or "shortest", before a name of moves.
const NUMBER_OF: &[&str] = &[
    "numberof|totalnumberof|numof|num|noof|nb|n|countof|amountof|numero|numerode|numerototalde|numde",
    "cantidadde|cantidadtotalde|totalde|quantidadede|nombrede|nombretotalde|numerodi|numarulde",
    "numarde|anzahl|anzahlder|aantal|antal|antall|liczba|pocet|количество|число|кількість|брой",
    "αριθμοσ|αριθμοσκινησεων|so|soluong|jumlah|总|總|最少|最小|最短|최소|총",
];

/// "Count", or what the moves are for, after a name of moves.
const COUNT_OR_PURPOSE: &[&str] = &[
    "count|tosolve|tosolveit|tosolvethepuzzle|tosolvepuzzle|tosolution|tothesolution|togoal|tothegoal",
    "toreachgoal|toreachthegoal|insolution|inthesolution|sayisi|szama|次数|次數|回数|횟수|수",
];

/// Whether a compact name is a number of moves: `numberofmoves`, `movestosolve`, `nombredecoups`.
pub(super) fn is_quantity(name: &str) -> bool {
    let is_unit = |rest: &str| kind_of(rest).is_some();
    let is_unit_with_suffix =
        |rest: &str| entries(COUNT_OR_PURPOSE).filter_map(|suffix| rest.strip_suffix(suffix)).any(is_unit);
    is_unit_with_suffix(name)
        || entries(NUMBER_OF)
            .filter_map(|prefix| name.strip_prefix(prefix))
            .any(|rest| is_unit(rest) || is_unit_with_suffix(rest))
}

/// Parses a nonnegative whole number, such as `28`, `28.0`, or `28 moves`.
pub(crate) fn count(text: &str) -> Option<u32> {
    // Fast paths: most texts are digits only, or are rejected by their first character.
    let text = text.trim();
    if let Ok(number) = text.parse() {
        return Some(number);
    }
    if !text.starts_with(|c: char| c.is_ascii_digit() || c == '+') {
        return None;
    }
    let end = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '+' | '.'))).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number = Some(number).filter(|_| unit.is_empty() || is_unit(unit))?;
    let whole = number.split_once('.').filter(|(_, rest)| rest.bytes().all(|digit| digit == b'0'));
    whole.map_or(number, |(whole, _)| whole).parse().ok()
}

/// Whether a text after a number is nothing, or only a name of moves: ` steps.`
pub(crate) fn is_unit(rest: &str) -> bool {
    /// Longer texts are sentences.
    const MAX_BYTES: usize = 30;
    let rest = rest.trim().trim_end_matches(['.', '!']);
    rest.is_empty() || (rest.len() <= MAX_BYTES && kind_of(&folded(rest)).is_some())
}

/// Whether a text begins with a unit that is written without a space: `28步`.
pub(crate) fn starts_with_joined_unit(text: &str) -> bool {
    ["步", "手", "歩", "걸음", "번", "단계"].iter().any(|unit| text.starts_with(unit))
}

/// Splits off a leading whole number. Returns `None` if the number or a word continues after it.
pub(crate) fn leading_count(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let rest = rest.strip_prefix(".0").unwrap_or(rest);
    let goes_on = rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        || (rest.starts_with('.') && rest[1..].starts_with(|c: char| c.is_alphanumeric()));
    if goes_on { None } else { Some((number.parse().ok()?, rest)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_whole_numbers_with_clear_ends() {
        for (text, expected) in [
            ("28", Some(28)),
            (" 28.0 ", Some(28)),
            ("28 MOVES", Some(28)),
            ("1 step", Some(1)),
            ("2 Schritte", Some(2)),
            ("2.0 coups", Some(2)),
            ("2 Züge.", Some(2)),
            ("2步", Some(2)),
            ("2 boards", None),
            ("1.2.3", None),
            ("28.5", None),
            ("-1", None),
            ("moves", None),
            ("", None),
            ("4294967296", None),
            ("2é", None),
        ] {
            assert_eq!(count(text), expected, "{text}");
        }
        assert_eq!(leading_count("28, 1166 nodes"), Some((28, ", 1166 nodes")));
        assert_eq!(leading_count("28.0 UL"), Some((28, " UL")));
        assert_eq!(leading_count("28."), Some((28, ".")));
        for text in ["28.5", "28ms", "28_000", "x", ""] {
            assert_eq!(leading_count(text), None, "{text}");
        }
    }

    #[test]
    fn quantities_name_moves_and_their_number() {
        for name in [
            "Number of moves",
            "numMoves",
            "moves to solve",
            "steps to the goal",
            "Nombre de coups",
            "Número de movimientos",
            "Anzahl der Züge",
            "počet tahov",
            "количество ходов",
            "hamle sayısı",
            "总步数",
            "이동 횟수",
            "total number of moves to solve",
        ] {
            assert!(is_quantity(&compact(&folded(name))), "{name}");
        }
        for name in ["moves", "number of nodes", "step", "move number", "nodes to solve", "counter", "n"] {
            assert!(!is_quantity(&compact(&folded(name))), "{name}");
        }
        let all = [MOVES, MOVE_FORMS, STEPS, STEP_FORMS].concat();
        assert!(all.iter().all(|name| folded(name) == *name), "names are without accents");
        assert!(UNITS.windows(2).all(|pair| pair[0].0 != pair[1].0), "no name is listed twice");
    }
}
