//! Lists of paths: as good as the shortest of them, if all lead to the same board.

use serde_json::Value;

use super::vocabulary::read_path;
use tilebase::board::{Board, Move};
use tilebase::judge::Claim;
use tilebase::notation::MoveConvention;

/// Returns the shortest path of a list like `["ULDR", "LURD"]` or `[['U', 'L'], ['L', 'U']]`, if
/// all lead to the same board.
pub(super) fn shortest_of_list(text: &str, board: &Board, convention: MoveConvention) -> Option<Vec<Move>> {
    let inner = text.trim_start().strip_prefix('[')?.trim_start();
    let is_of_texts = || inner.get(1..3).is_some_and(|letters| letters.chars().all(char::is_alphabetic));
    if !(inner.starts_with('[') || (inner.starts_with(['"', '\'']) && is_of_texts())) {
        return None;
    }
    let list: Vec<Value> = serde_json::from_str(&text.replace('\'', "\"")).ok()?;
    let moves_of = |path: &Value| {
        let is_of_texts = |list: &Vec<Value>| list.iter().all(Value::is_string);
        let text = match path {
            Value::String(text) => text.clone(),
            Value::Array(list) if is_of_texts(list) => path.to_string(),
            _ => return None,
        };
        match read_path(&text, board, convention).ok()? {
            Claim::Path(moves) if moves.len() > 1 => Some(moves),
            _ => None,
        }
    };
    let paths: Vec<Vec<Move>> = list.iter().map(moves_of).collect::<Option<_>>()?;
    let end = |moves: &Vec<Move>| board.along(moves.iter().copied()).last()?.ok();
    let first = end(paths.first()?)?;
    let lead_there = paths.len() > 1 && paths.iter().all(|moves| end(moves) == Some(first));
    paths.into_iter().filter(|_| lead_there).min_by_key(Vec::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_of_paths_to_one_board_is_found() {
        let board = "123408765".parse().unwrap();
        let letters = |text: &str| {
            let moves = shortest_of_list(text, &board, MoveConvention::Blank)?;
            Some(moves.iter().map(|step| step.letter()).collect::<String>())
        };
        for (text, expected) in [
            ("[\"DRULDR\", \"RDLURD\"]", Some("DRULDR")),
            ("[['D','R','U','L','D','R'],['R','D','L','U','R','D']]", Some("DRULDR")),
            ("[\"DRULDRLR\", \"RDLURD\"]", Some("RDLURD")),
            ("[\"DRULDR\", \"RDLURU\"]", None),
            ("[\"DRULDR\"]", None),
            ("[\"D\", \"R\"]", None),
            ("[\"down\", \"right\"]", None),
            ("[['D'], ['R']]", None),
            ("[[1,2,3,4,0,8,7,6,5],[1,2,3,4,6,8,7,0,5]]", None),
            ("DR", None),
        ] {
            assert_eq!(letters(text).as_deref(), expected, "{text}");
        }
    }
}
