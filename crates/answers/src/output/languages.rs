//! Tests that a word has the same meaning in prose, lists, and objects, in every language.

use super::tests::{board, judge, kind_of};
use super::*;
use tilebase::board::{Board, Move};

fn kind(start: &str, text: &str) -> String {
    kind_of(&Extractor::default(), &Outputs::of_stdout(text.as_bytes()), &board(start))
}

/// Two moves from the goal; the path is down, right.
const TWO: &str = "123406758";
/// One move from the goal; the path is right.
const ONE: &str = "123456708";
const UNSOLVABLE: &str = "213456780";
const GOAL: &str = "123456780";

/// Names of up, down, left, and right, with and without accents.
pub(super) const LANGUAGES: &[[&str; 4]] = &[
    ["up", "down", "left", "right"],
    ["arriba", "abajo", "izquierda", "derecha"],
    ["acima", "abaixo", "esquerda", "direita"],
    ["haut", "bas", "gauche", "droite"],
    ["oben", "unten", "links", "rechts"],
    ["aufwärts", "abwärts", "links", "rechts"],
    ["sopra", "sotto", "sinistra", "destra"],
    ["góra", "dół", "lewo", "prawo"],
    ["hore", "dole", "vľavo", "vpravo"],
    ["hore", "dole", "vlavo", "vpravo"],
    ["nahoru", "dolů", "doleva", "doprava"],
    ["nahoru", "dolu", "vlevo", "vpravo"],
    ["upp", "ned", "vänster", "höger"],
    ["upp", "ner", "vanster", "hoger"],
    ["opp", "ned", "venstre", "høyre"],
    ["op", "ned", "venstre", "højre"],
    ["omhoog", "omlaag", "links", "rechts"],
    ["lên", "xuống", "trái", "phải"],
    ["len", "xuong", "trai", "phai"],
    ["ऊपर", "नीचे", "बाएं", "दाएं"],
    ["fel", "le", "balra", "jobbra"],
    ["sus", "jos", "stânga", "dreapta"],
    ["πάνω", "κάτω", "αριστερά", "δεξιά"],
    ["вгору", "вниз", "вліво", "вправо"],
    ["вверх", "вниз", "влево", "вправо"],
    ["yukarı", "aşağı", "sol", "sağ"],
    ["上", "下", "左", "右"],
    ["向上", "向下", "向左", "向右"],
    ["위", "아래", "왼쪽", "오른쪽"],
    ["atas", "bawah", "kiri", "kanan"],
];

/// Every word, as a path of one or two moves that leads to the goal.
#[test]
fn move_words_are_known_to_all_readers() {
    for names in LANGUAGES {
        let [up, down, left, right] = names;
        for (start, path) in [
            (TWO, [*down, *right]),
            ("123450786", [*down, ""]),
            ("023156478", [*down, *down]),
            ("123456078", [*right, *right]),
            ("123745806", [*left, *up]),
        ] {
            // The last board is not on a path of two moves: its words must be read, not right.
            let expected = if start == "123745806" { "ends-elsewhere" } else { "" };
            let path: Vec<&str> = path.into_iter().filter(|word| !word.is_empty()).collect();
            let moves: Vec<Move> = path
                .iter()
                .map(|word| Move::ALL[names.iter().position(|name| name == word).unwrap()])
                .collect();
            let board = Board::read(start, None).unwrap();
            let finding = judge().judge(&board, &Claim::Path(moves)).unwrap();
            let upper: Vec<String> = path.iter().map(|word| word.to_uppercase()).collect();
            let list = serde_json::Value::from(path.clone());
            for text in [
                format!("{{\"moves\": {list}}}\n"),
                format!("{{\"path\": \"{}\"}}\n", path.join(" ")),
                format!("{list}\n"),
                format!("{}\n", upper.join(", ")),
            ] {
                let found = kind(start, &text);
                assert_eq!(found, finding.kind(), "{text}");
            }
            if expected.is_empty() && finding.is_right(false) {
                let named = format!("Searching\nPath: {}\nnodes: 12\n", path.join(" -> "));
                assert_eq!(kind(start, &named), "optimal", "{named}");
                let steps: Vec<String> =
                    (1..).zip(&path).map(|(number, word)| format!("Step {number}: {word}\n")).collect();
                assert_eq!(kind(start, &steps.concat()), "optimal", "{steps:?}");
            }
        }
    }
    for text in
        ["下右\n", "Path: 下右\n", "{\"moves\": \"下右\"}\n", "하우\nnodes: 3\n", "[\"下移\",\"右移\"]\n"]
    {
        assert_eq!(kind(TWO, text), "optimal", "{text}");
    }
}

#[test]
fn objects_name_their_fields_in_many_languages() {
    for text in [
        "{\"moves\": [\"abaixo\", \"direita\"]}",
        "{\"camino\": [\"abajo\", \"derecha\"], \"costo\": 2}",
        "{\"Lösung\": [\"unten\", \"rechts\"], \"Länge\": 2}",
        "{\"plan\": [\"down\", \"right\"], \"steps\": 2}",
        "{\"steps\": [\"down\", \"right\"], \"order\": 7}",
        "{\"actions\": [\"move_down\", \"moveRight\"], \"sequence\": 17}",
        "{\"numero_movimientos\": 2}",
        "{\"coups\": 2}",
        "{\"passos\": 2}",
        "{\"步数\": 2}",
        "{\"ergebnis\": \"2 Schritte\"}",
        "{\"path\": [123406758, 123456708, 123456780]}",
        "[123406758, 123456708, 123456780]",
    ] {
        assert_eq!(kind(TWO, text), "optimal", "{text}");
    }
    assert_eq!(kind(TWO, "{\"coups\": 4}"), "too-long");
    assert_eq!(kind(TWO, "{\"camino\": [\"abajo\", \"derecha\"], \"costo\": 3}"), "length-disagrees");
    assert_eq!(kind(UNSOLVABLE, "{\"camino\": null}"), "unsolvable");
    assert_eq!(kind(UNSOLVABLE, "{\"solvable\": \"nein\"}"), "unsolvable");
    // The first board has lost its leading 0.
    let boards = "[12345678, 102345678]";
    let goal = Board::read("102345678", None).unwrap();
    let extractor = Extractor::default();
    let text = format!("{{\"path\": {boards}}}");
    let outputs = Outputs::of_stdout(text.as_bytes());
    let start = Board::read("012345678", None).unwrap();
    let found = extractor.extract_for(&outputs, &start, &Goal::new(goal), &|_| true).unwrap();
    assert_eq!(found.claims, [Claim::Boards(vec![start, goal])]);
}

const BOARDS_OF_TWO: &str = "1 2 3\n4 0 6\n7 5 8\n\n1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n7 8 0\n";

#[test]
fn lengths_have_labels_in_many_languages() {
    for text in [
        "Passos: 2",
        "Pasos: 2",
        "Coups: 2",
        "Ergebnis: 2 Schritte",
        "Movimentos: 2",
        "turns: 2",
        "Moves to solve - 2",
        "2 steps. (8 evals)",
        "步数: 2",
        "Total Steps: 2\nNodes: 17",
        "Ходов: 2",
        "Počet tahů: 2\nUzly: 9",
        "Длина пути: 2\nвремя: 13",
        "Anzahl der Züge: 2\nZeit: 12",
        "Gelöst in 2 Zügen (17 Knoten)",
        "Hamle sayısı: 2\ndüğüm: 9",
        "共2步",
    ] {
        assert_eq!(kind(TWO, &format!("{text}\n")), "optimal", "{text}");
    }
    for text in ["Moves to solve - 3", "Coups: 3", "Movimentos: 3", "turns: 3", "Počet tahov: 3"] {
        assert_eq!(kind(TWO, &format!("{BOARDS_OF_TWO}\n{text}\n")), "length-disagrees", "{text}");
    }
    // Steps may be those of the search.
    for text in ["Passos: 3", "Schritte: 17", "步数: 3", "Total Steps: 3"] {
        assert_eq!(kind(TWO, &format!("{BOARDS_OF_TWO}\n{text}\n")), "optimal", "{text}");
        assert_eq!(kind(TWO, &format!("{text}\nnodes: 9\n")), "PerhapsLength", "{text}");
    }
    for text in ["turns: 0", "Passos: 0", "Total Steps: 1"] {
        assert_eq!(kind(GOAL, &format!("1 2 3\n4 5 6\n7 8 0\n{text}\n")), "optimal", "{text}");
    }
    assert_eq!(kind(GOAL, "Sequence of moves:\n1 2 3\n4 5 6\n7 8 0\n"), "optimal");
}

#[test]
fn statements_are_read_in_outputs() {
    for text in [
        "Nothing\n",
        "searching\nfalse.\n",
        "Řešení neexistuje\nčas: 3\n",
        "BFS\nSolution not found\n",
        "无解\n",
    ] {
        assert_eq!(kind(UNSOLVABLE, text), "unsolvable", "{text}");
        assert_eq!(kind(TWO, text), "says-unsolvable", "{text}");
    }
    for text in [
        "nothing\nto see\n",
        "Goal not found yet\n",
        "no solution at depth 7\n",
        "visited: false\nend\n",
        "1)\n2)\n3)\n4)\n5)\n6)\n7)\n8)\nfalse\n",
    ] {
        assert_eq!(kind(TWO, text), "not found", "{text}");
    }
    // The result of a function that prints, and stages of a search, deny nothing.
    for text in [
        "Path: down, right\nNone\n",
        "DR\nNone\n",
        "Solution not found\nSolution not found\nPath: DR\n",
        "No solution found at depth 1, increasing\nDR\n",
    ] {
        assert_eq!(kind(TWO, text), "optimal", "{text}");
    }
    assert_eq!(kind(TWO, "Solution not found\nPath: DR\n"), "says-both");
    assert_eq!(kind(UNSOLVABLE, "Good news! This board can be solved.\n"), "says-solvable");
    assert_eq!(kind(UNSOLVABLE, "This puzzle is solvable.\nsearching\n"), "says-solvable");
    assert_eq!(kind(TWO, "Good news! This board can be solved.\n"), "solvable");
    assert_eq!(kind(TWO, "This puzzle is solvable.\n@#!\n"), "not found");
    assert_eq!(kind(UNSOLVABLE, "Make sure that your board can be solved.\n"), "not found");
    assert_eq!(kind(UNSOLVABLE, "-- h = 1, g = 0 --\n"), "not found");
}

#[test]
fn short_paths_are_read() {
    for blank in ["X", "x", "b", "*", "0"] {
        let text = "1 2 3\n4 5 6\n7 X 8\n\n1 2 3\n4 5 6\n7 8 X\n".replace('X', blank);
        assert_eq!(kind(ONE, &text), "optimal", "{text}");
    }
    assert_eq!(kind(ONE, "Moves made:\n1\nTiles in order:\n(8)\n"), "optimal");
    let walk = "Start:\n1 2 3\n4 5 6\n7 8 0\n\n1 2 3\n4 5 0\n7 8 6\n\n1 2 3\n4 5 6\n7 8 0\n";
    for text in ["Depth: 2", "Moves: 2", "Steps: 2"] {
        assert_eq!(kind(GOAL, &format!("{walk}{text}\n")), "longer", "{text}");
    }
    assert_eq!(kind(GOAL, &format!("{walk}Moves: 3\n")), "length-disagrees");
    assert_ne!(kind(GOAL, walk), "longer");
}
