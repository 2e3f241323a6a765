//! Tests of statements in many languages, as beside a board and in an output.

use super::phrases::ABOUT_BOARD;
use super::search_phrases::{ABOUT_SEARCH, NOT_FINDING};
use super::spelling::entries;
use super::{Certainty, denial_certainty, folded, is_unsolvable, says_solvable};

/// Sentences that no path exists.
const DENIALS: &[&str] = &[
    "Solution not found",
    "Solution was not found.",
    "The solution could not be found!",
    "Unable to find a solution",
    "ERROR: unable to find any solution for this board",
    "Failed to find a solution",
    "Could not find a valid path",
    "Couldn't find any solution",
    "Sorry, I can't find the answer",
    "Could not solve the puzzle",
    "We could not solve it",
    "Failed to solve the puzzle",
    "No path could be found",
    "No path found",
    "No path to the goal",
    "Path not found",
    "Goal state cannot be reached",
    "The goal can never be reached from here",
    "Goal state not found",
    "A solution does not exist",
    "This puzzle doesn't have a solution",
    "The puzzle isn't solvable",
    "PuzzleUnsolvableException: 213456780",
    "Nothing",
    "false",
    "false.",
    "nil",
    "No",
    "failure",
    "Odd number of inversions",
    "No hay solución",
    "El puzzle no tiene solucion",
    "No se encontró una solución",
    "Solución no encontrada",
    "Imposible de resolver",
    "Não há solução",
    "Nao ha solucao",
    "Não foi possível encontrar a solução",
    "Este tabuleiro é insolúvel",
    "Solução não encontrada!",
    "Pas de solution",
    "Aucune solution trouvée",
    "Solution introuvable",
    "Keine Lösung",
    "KEINE LOESUNG GEFUNDEN",
    "Das Puzzle ist nicht lösbar",
    "Dieses Puzzle ist unloesbar",
    "Nessuna soluzione",
    "Non esiste soluzione",
    "Il puzzle non è risolvibile",
    "Nu există soluție",
    "Brak rozwiązania",
    "Nie znaleziono rozwiazania",
    "Układanka jest nierozwiązywalna",
    "Řešení neexistuje",
    "Reseni nenalezeno",
    "Nemá řešení",
    "Riešenie neexistuje",
    "Riesenie neexistuje",
    "Žiadne riešenie",
    "Решения нет",
    "Решение не найдено",
    "Головоломка неразрешима",
    "Розв’язку не існує",
    "Няма решение",
    "Çözüm bulunamadı",
    "Cozum yok",
    "Ingen lösning finns",
    "Pusslet är olösbart",
    "Ingen løsning",
    "Puslespillet er uløselig",
    "Geen oplossing gevonden",
    "Dit is onoplosbaar",
    "Ei ratkaisua",
    "Nincs megoldás",
    "Δεν υπάρχει λύση",
    "Không tìm thấy lời giải",
    "Khong co loi giai",
    "Tidak ada solusi",
    "कोई समाधान नहीं मिला",
    "无解",
    "此题无解。",
    "無解",
    "找不到解",
    "解なし",
    "解けません",
    "解は存在しません",
    "해가 없습니다",
    "풀 수 없는 퍼즐입니다",
    "אין פתרון",
    "لا يوجد حل",
];

/// Sentences that a right program may print for any board.
const INNOCENT: &[&str] = &[
    "No solution found at depth 3, increasing",
    "no solution at depth 7",
    "Solution not found at depth 7",
    "BFS: no solution",
    "DFS: could not find a solution",
    "Goal not found yet",
    "Goal not found, continuing",
    "Solution not found yet, expanding the next layer",
    "Solution not found so far",
    "Solution not found within 10 seconds",
    "Could not solve the puzzle in time",
    "Failed to find a solution: timed out",
    "Could not find a solution, out of memory",
    "Unable to find a shorter path",
    "Could not find a better solution",
    "Could not find the solution file",
    "Couldn't find file board.txt",
    "cannot find path/to/board.txt",
    "checking whether the puzzle is unsolvable",
    "Checks if a solution does not exist",
    "if no path could be found, prints 'nothing'",
    "The program returns false if the goal cannot be reached",
    "The limit should not be reached",
    "this is not a false alarm",
    "nothing to do",
    "There is nothing left to expand",
    "No, thanks",
    "no visited states",
    "Is the puzzle solvable? false alarm",
    "solvable",
    "This puzzle is solvable.",
    "Even number of inversions",
    "entered unreachable code",
    "Keine Lösung in Tiefe 7",
    "Nenhuma solução na profundidade 7",
    "Pas de solution à la profondeur 7",
    "No hay solución en el nivel 7",
    "Нет решения на глубине 7",
    "深度 7 无解",
    "Comprueba si no tiene solución",
    "Prüfe, ob das Puzzle unlösbar ist",
    "Czy brak rozwiązania?",
    "判断是否无解",
    "not unsolvable",
    "Found the solution",
    "Lösung gefunden",
    "Solución encontrada",
    "Solução encontrada",
    "Solution trouvée",
    "Rozwiązanie znalezione",
    "Řešení nalezeno",
    "Riešenie nájdené",
    "Решение найдено",
    "Çözüm bulundu",
    "找到解",
    "有解",
    "解が見つかりました",
    "해를 찾았습니다",
];

#[test]
fn denials_are_known_in_many_languages() {
    let unknown: Vec<_> = DENIALS.iter().filter(|text| !is_unsolvable(text)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    for phrases in [ABOUT_BOARD, ABOUT_SEARCH] {
        for phrase in entries(phrases) {
            assert_eq!(folded(phrase), phrase, "must be in lower case without accents");
            assert_eq!(denial_certainty(phrase), Some(Certainty::Sentence), "{phrase}");
        }
    }
    for phrase in entries(NOT_FINDING) {
        for object in ["route", "goal"] {
            let text = format!("{phrase} the {object}");
            assert_eq!(denial_certainty(&text), Some(Certainty::Sentence), "{text}");
        }
    }
}

#[test]
fn innocent_sentences_deny_nothing() {
    let denying: Vec<_> = INNOCENT.iter().filter(|text| is_unsolvable(text)).collect();
    assert!(denying.is_empty(), "{denying:?}");
}

#[test]
fn only_clear_sentences_say_that_a_board_is_solvable() {
    for text in [
        "Good news! This board can be solved.",
        "This puzzle is solvable",
        "The initial state is solvable!",
        "It is solvable.",
        "PUZZLE IS SOLVABLE",
        "Your 8-puzzle has a solution",
    ] {
        assert!(says_solvable(text), "{text}");
    }
    for text in [
        "Is this puzzle solvable?",
        "This puzzle is solvable?",
        "This puzzle is solvable: false",
        "This puzzle is not solvable",
        "Checks that the puzzle is solvable.",
        "Make sure that your board can be solved.",
        "If the puzzle is solvable",
        "Half of all boards can be solved.",
        "A solvable puzzle",
        "solvable",
        "can be solved in 3 moves",
    ] {
        assert!(!says_solvable(text), "{text}");
    }
}
