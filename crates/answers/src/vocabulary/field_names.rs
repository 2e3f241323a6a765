//! The names of fields, in columns, objects, and prose.

use std::sync::LazyLock;

use super::marks::{is_mark_of_column, is_verdict};
use super::spelling::{entries, folded};
use super::units::{MOVES, STEPS, Unit, compact, is_quantity, kind_of};

/// The meaning of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Board,
    Goal,
    Moves,
    /// Moves under a name that could also mean something else. They count only if there are no
    /// other moves, and if they can be read.
    VagueMoves,
    /// All optimal paths, in a column or an object. Read only where a list of paths is expected.
    Paths,
    /// A length with an unambiguous name.
    Length,
    /// The cost of a path. Where every move costs 1, it is the length.
    Cost,
    /// A length whose name could also mean an estimate, a search depth, or a cost of the search. It
    /// counts only if there is no other length.
    VagueLength,
    Solvable,
    Unsolvable,
    Estimate,
    Answer,
    Convention,
    Error,
    /// Whether the answer is right, in the opinion of its program: `true` or `no`.
    Valid,
    /// Such an opinion in a word: `FAILED`.
    Verdict,
    /// The number of optimal paths. Read only beside a list of paths.
    PathCount,
}

/// The names of fields: in columns, in objects, and before colons. Bars separate names.
///
/// Spaces, hyphens, underscores, accents, and case are ignored: `path length` matches
/// `Path_Length` and `pathLength`. Names of moves ([`MOVES`], [`STEPS`]) and of their number, such
/// as `nombre de coups`, are names of fields too.
const FIELDS: [(Field, &[&str]); 13] = [
    (
        Field::Board,
        &[
            "board|state|start|puzzle|initial|init|initial state|init state|start state",
            "starting state|initial board|start board|initial puzzle|board state|puzzle state",
        ],
    ),
    (Field::Goal, &["goal|target|goal state|goal board|target state"]),
    (
        Field::Moves,
        &[
            "moves|path|solution|path to goal|solution path|optimal path|shortest path",
            "solution moves",
            // Spanish, Portuguese, French, Italian, Romanian
            "camino|solucion|ruta|caminho|solucao|chemin|percorso|soluzione|solutie",
            // German, Dutch, Swedish, Norwegian, Danish
            "weg|pfad|losung|loesung|oplossing|losning|losningen",
            // Polish, Czech, Slovak, Hungarian, Turkish
            "rozwiazanie|sciezka|reseni|riesenie|cesta|megoldas|cozum|yol",
            // Russian, Ukrainian, Greek
            "решение|путь|розв'язок|рішення|шлях|λυση|διαδρομη",
            // Vietnamese, Indonesian, Chinese, Japanese, Korean, Hindi
            "loi giai|duong di|solusi|jalur|路径|路徑|解答|解|経路|手順|경로|해답|해법|समाधान",
        ],
    ),
    (Field::VagueMoves, &["sequence|order|plan|route|directions|operators|slides|way"]),
    (
        Field::Length,
        &[
            "length|len|path length|length of path|length of the path|solution length",
            "solution depth|depth of goal|depth of the goal|depth of the goal node",
            "depth of solution|depth of the solution|number of moves|num moves|move count",
            "number of steps|num steps|step count|total moves|optimal length|optimal path length",
            "optimal solution length",
            // Spanish, Portuguese
            "longitud|longitud del camino|longitud de la solucion|profundidad de la solucion",
            "comprimento|comprimento do caminho|comprimento da solucao|tamanho do caminho",
            "tamanho da solucao|profundidade da solucao",
            // French, Italian, Romanian
            "longueur|longueur du chemin|longueur de la solution|profondeur de la solution",
            "lunghezza|lunghezza del percorso|lunghezza della soluzione|lungime|lungimea solutiei",
            // German, Dutch, Swedish, Norwegian, Danish
            "lange|laenge|lange des weges|lange der losung|pfadlange|weglange|losungslange",
            "losungstiefe|lengte|langd|lengde|laengde",
            // Polish, Czech, Slovak, Hungarian, Turkish
            "dlugosc|dlugosc sciezki|dlugosc rozwiazania|delka|delka cesty|delka reseni|dlzka",
            "dlzka cesty|dlzka riesenia|hossz|uzunluk|yol uzunlugu|cozum uzunlugu",
            // Russian, Ukrainian, Greek
            "длина|длина пути|длина решения|ходов|ходів|ruchow|tahu|tahov|довжина|довжина шляху",
            "μηκοσ",
            // Vietnamese, Indonesian, Chinese, Japanese, Korean
            "do dai|do dai duong di|panjang|panjang jalur|panjang solusi|长度|長度|路径长度|解的长度|長さ|経路長|길이",
            "경로 길이",
        ],
    ),
    (
        Field::Cost,
        &[
            "cost|path cost|cost of path|solution cost|optimal cost|total cost|expense",
            "total expense|price|costo|costo total|costo del camino|costo de la solucion|coste",
            "custo|custo total|custo do caminho|custo da solucao|cout|cout total|cout du chemin",
            "costo del percorso|costo della soluzione|kosten|pfadkosten|kostnad|koszt",
            "koszt sciezki|maliyet|стоимость|стоимость пути",
        ],
    ),
    (
        Field::VagueLength,
        &[
            "distance|depth|krokow|kroku|krokov|шагов|кроків|distancia|profundidad|profundidade",
            "profondeur|profondita|tiefe|diepte|djup|dybde|glebokosc|hloubka|hlbka|derinlik",
            "глубина|глибина|βαθοσ|do sau|kedalaman|深度|深さ|깊이",
        ],
    ),
    (
        Field::Solvable,
        &[
            "solvable|is solvable|is it solvable|puzzle is solvable|puzzle solvable|is the puzzle solvable",
            "board is solvable|is the board solvable|has solution|solution exists|can be solved|losbar",
            "loesbar|soluble|resoluble|solucionavel|risolvibile",
        ],
    ),
    (Field::Unsolvable, &["unsolvable|is unsolvable|impossible|insoluble|unlosbar|unloesbar"]),
    (Field::Estimate, &["h|estimate"]),
    (
        Field::Answer,
        &[
            "answer|result|output|resultado|respuesta|resposta|resultat|reponse|risultato|risposta",
            "ergebnis|antwort|antwoord|resultaat|svar|wynik|odpowiedz|vysledek|vysledok|eredmeny",
            "sonuc|ответ|результат|відповідь|απαντηση|ket qua|hasil|jawaban|答案|结果|結果|答え|결과|답",
        ],
    ),
    (Field::Convention, &["move convention"]),
    (Field::Error, &["error"]),
];

/// The names of columns and fields that hold the number of optimal paths, without spaces.
const COUNTS_OF_PATHS: &str = "count pathcount pathscount numberofpaths numpaths totalpaths countofpaths solutioncount \
    solutionscount numberofsolutions numsolutions totalsolutions numberofoptimalpaths numoptimalpaths \
    optimalpathcount numberofoptimalsolutions numoptimalsolutions optimalsolutioncount";

/// The names of columns and fields that hold all optimal paths, without spaces.
const LISTS_OF_PATHS: &str =
    "paths allpaths optimalpaths alloptimalpaths shortestpaths allshortestpaths solutions allsolutions";

impl Field {
    /// The field of a column or an object with this name: like [`named`](Self::named), or a list of
    /// paths, their number, or a mark.
    pub(crate) fn of_column(name: &str) -> Option<Self> {
        let is_list = || LISTS_OF_PATHS.split(' ').any(|list| list == folded_name(name));
        let is_count = || COUNTS_OF_PATHS.split(' ').any(|count| count == folded_name(name));
        Self::named(name)
            .or_else(|| is_list().then_some(Self::Paths))
            .or_else(|| is_count().then_some(Self::PathCount))
            .or_else(|| is_mark_of_column(name).then_some(Self::Valid))
            .or_else(|| is_verdict(name).then_some(Self::Verdict))
    }

    /// The field with this name; `None` for irrelevant names.
    pub(crate) fn named(name: &str) -> Option<Self> {
        /// Longer texts are sentences.
        const MAX_BYTES: usize = 80;
        if name.len() > MAX_BYTES {
            return None;
        }
        let name = folded_name(name);
        if let Ok(place) = NAMES.binary_search_by(|(known, _)| known.as_str().cmp(&name)) {
            return Some(NAMES[place].1);
        }
        match kind_of(&name) {
            Some(Unit::Moves) => Some(Self::Moves),
            Some(Unit::Steps) => Some(Self::VagueLength),
            _ => is_quantity(&name).then_some(Self::Length),
        }
    }
}

/// The names of [`FIELDS`], without spaces and signs, sorted.
static NAMES: LazyLock<Vec<(String, Field)>> = LazyLock::new(|| {
    let all = FIELDS.iter().flat_map(|(field, names)| entries(names).map(|name| (compact(name), *field)));
    let mut sorted: Vec<_> = all.collect();
    sorted.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    sorted
});

/// All words that name a path, sorted.
static PATH_NOUNS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    // `Move: up` is a single move, but `Move sequence: UL` a path.
    let mut nouns = vec!["move"];
    for field in [Field::Moves, Field::VagueMoves, Field::Answer] {
        nouns.extend(names_of(field).filter(|name| !name.contains(' ')));
    }
    nouns.extend(MOVES.iter().chain(STEPS));
    nouns.sort_unstable();
    nouns.dedup();
    nouns
});

/// Returns the entry of a folded word that names a path.
pub(crate) fn path_noun(word: &str) -> Option<&'static str> {
    Some(PATH_NOUNS[PATH_NOUNS.binary_search(&word).ok()?])
}

/// All names of a field.
pub(crate) fn names_of(field: Field) -> impl Iterator<Item = &'static str> {
    FIELDS.iter().filter(move |(of, _)| *of == field).flat_map(|(_, names)| entries(names))
}

/// Whether both are spellings of the same name.
pub(crate) fn is_same_name(known: &str, name: &str) -> bool {
    known == name || folded_name(known) == folded_name(name)
}

/// A name in lower case, without accents, spaces, and signs.
fn folded_name(name: &str) -> String {
    compact(&folded(name))
}

/// Splits a line of prose into a field and its value: `Path length: 28`, `cost_of_path = 28`,
/// `"moves": "UL",` or `The answer is 28.`
pub(crate) fn label(line: &str) -> Option<(Field, &str)> {
    // "Solvable? No"
    let question = || line.split_once("? ").filter(|(name, _)| Field::named(name) == Some(Field::Solvable));
    let (name, value) = line.split_once([':', '=']).or_else(question).or_else(|| line.split_once(" is "))?;
    let name = name.trim().trim_start_matches(['-', '*', '#', ' ']).trim_matches(['"', '\'']);
    let name = match name.get(..4) {
        Some(article) if article.eq_ignore_ascii_case("the ") => &name[4..],
        _ => name,
    };
    let field = Field::named(name)?;
    // `=>` and `==` are separators too; after a colon, `>` is a move.
    let value = if line[..line.len() - value.len()].ends_with('=') {
        value.trim_start_matches(['=', '>'])
    } else {
        value
    };
    Some((field, value.trim_matches(|c: char| c.is_whitespace() || c == ',')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_in_every_spelling() {
        for (name, field) in [
            ("board", Some(Field::Board)),
            (" STATE ", Some(Field::Board)),
            ("Initial State", Some(Field::Board)),
            ("path_to_goal", Some(Field::Moves)),
            ("pathLength", Some(Field::Length)),
            ("PATH-LENGTH", Some(Field::Length)),
            ("cost_of_path", Some(Field::Cost)),
            ("depth", Some(Field::VagueLength)),
            ("Länge", Some(Field::Length)),
            ("numero_movimientos", Some(Field::Length)),
            ("Número de movimientos", Some(Field::Length)),
            ("numMoves", Some(Field::Length)),
            ("Moves to solve", Some(Field::Length)),
            ("Coups", Some(Field::Moves)),
            ("Passos", Some(Field::VagueLength)),
            ("步数", Some(Field::VagueLength)),
            ("plan", Some(Field::VagueMoves)),
            ("Lösung", Some(Field::Moves)),
            ("max_depth", None),
            ("nodes", None),
            ("", None),
            ("_", None),
        ] {
            assert_eq!(Field::named(name), field, "{name:?}");
        }
    }

    #[test]
    fn no_name_means_two_things() {
        let names =
            || FIELDS.iter().flat_map(|(field, names)| entries(names).map(move |name| (*field, name)));
        for (field, name) in names() {
            assert_eq!(Field::named(name), Some(field), "{name}");
        }
        assert!(names().all(|(_, name)| folded(name) == name), "names are without accents");
    }

    #[test]
    fn equal_names_are_spelled_alike_and_name_the_same_field() {
        for [one, other] in [
            ["Länge", "LANGE"],
            ["Número de movimientos", "numero_de_movimientos"],
            ["path length", "PathLength"],
            ["path-length", "path\tlength"],
        ] {
            assert!(is_same_name(one, other), "{one} {other}");
            assert_eq!(Field::named(one), Field::named(other), "{one} {other}");
        }
        assert!(!is_same_name("moves", "move"));
    }

    #[test]
    fn labels_are_names_before_a_sign() {
        for (line, expected) in [
            ("Path length: 28", Some((Field::Length, "28"))),
            ("  cost_of_path = 28", Some((Field::Cost, "28"))),
            ("\"moves\": \"UL\",", Some((Field::Moves, "\"UL\""))),
            ("The answer is 28.", Some((Field::Answer, "28."))),
            ("- Solution => U L", Some((Field::Moves, "U L"))),
            ("Initial cost: 5", None),
            ("The best node is: 5", None),
            ("é: 5", None),
            ("no sign", None),
        ] {
            assert_eq!(label(line), expected, "{line}");
        }
    }
}
