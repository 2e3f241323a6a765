//! Lists of paths, in a text or in JSON. Where one path is expected, a list is as good as the
//! shortest of them, if all lead to the same board.

use serde_json::Value;

use super::vocabulary::{is_letters, read_path};
use tilebase::board::{Board, Metric, Move};
use tilebase::judge::Claim;
use tilebase::notation::MoveConvention;

/// Returns the shortest path of a list like `["ULDR", "LURD"]` or `[['U', 'L'], ['L', 'U']]`, if
/// all lead to the same board.
pub(super) fn shortest_of_list(
    text: &str,
    board: &Board,
    convention: MoveConvention,
    metric: Metric,
) -> Option<Vec<Move>> {
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
    paths.into_iter().filter(|_| lead_there).min_by_key(|moves| metric.length_of(moves))
}

/// Reads a list of paths: in brackets, or separated by semicolons, bars, spaces, or commas. Returns
/// `None` for other text, such as a single path. `read` parses a path; for `None`, an item that is
/// neither a text nor a list, it returns the error.
pub(super) fn paths_in_text<E>(
    text: &str,
    read: &impl Fn(Option<&str>) -> Result<Claim, E>,
) -> Option<Result<Vec<Claim>, E>> {
    let text = text.trim();
    let inner = inside_brackets(text);
    if inner.is_some_and(str::is_empty) {
        return Some(Ok(Vec::new()));
    }
    if inner.is_some() {
        // Python prints lists with other quotes, tuples, and sets.
        let as_json = text.replace('\'', "\"").replace(['(', '{'], "[").replace([')', '}'], "]");
        if let Ok(list) = serde_json::from_str::<Vec<Value>>(&as_json) {
            return paths_of_list(&list, read);
        }
    }
    let text = inner.unwrap_or(text);
    let pieces = |between: &[char]| -> Vec<String> {
        let pieces = text.split(between).map(|piece| piece.trim().trim_matches(['"', '\'']).to_owned());
        pieces.filter(|piece| !piece.is_empty()).collect()
    };
    let at_signs = pieces(&[';', '|', '\n']);
    if at_signs.len() > 1 {
        let paths: Result<Vec<Claim>, E> = at_signs.iter().map(|piece| read(Some(piece))).collect();
        // Moves may have such signs between them, too: a path of single moves is one path.
        return paths.ok().filter(|paths| !paths.iter().all(is_of_one_step)).map(Ok);
    }
    let words = pieces(&[' ', '\t', ',']);
    let are_paths = words.len() > 1
        && words.iter().all(|word| is_letters(word))
        && words.iter().any(|word| word.len() > 1);
    are_paths.then(|| words.iter().map(|word| read(Some(word))).collect())
}

/// The text between brackets around a whole text.
fn inside_brackets(text: &str) -> Option<&str> {
    let within = |open, close| text.strip_prefix(open)?.strip_suffix(close);
    within('[', ']').or_else(|| within('(', ')')).or_else(|| within('{', '}')).map(str::trim)
}

/// Reads a list of paths; `None` if no item is a path. `read` is as for [`paths_in_text`].
///
/// # Errors
/// The error of an item, if only some of the items are paths.
pub(super) fn paths_of_list<E>(
    list: &[Value],
    read: &impl Fn(Option<&str>) -> Result<Claim, E>,
) -> Option<Result<Vec<Claim>, E>> {
    let path_in = |value: &Value| match value {
        Value::String(text) => read(Some(text)),
        Value::Array(_) => read(Some(&value.to_string())),
        _ => read(None),
    };
    let items: Vec<Result<Claim, E>> = list.iter().map(path_in).collect();
    items.iter().find(|item| item.is_ok())?;
    // A list of single moves or boards is one path.
    let is_step = |(item, read): (&Value, &Result<Claim, E>)| {
        let is_path_of_lists = item.is_array() && matches!(read, Ok(Claim::Path(_)));
        !is_path_of_lists && read.as_ref().is_ok_and(is_of_one_step)
    };
    if list.iter().zip(&items).all(is_step) {
        return Some(path_in(&Value::Array(list.to_vec())).map(|path| vec![path]));
    }
    Some(items.into_iter().collect())
}

fn is_of_one_step(claim: &Claim) -> bool {
    match claim {
        Claim::Path(moves) => moves.len() == 1,
        Claim::Boards(boards) => boards.len() == 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase::board::Goal;
    use tilebase::oracle::{MultiTileOracle, Oracle};

    /// The paths of a list as letters, or `None` if the text is no list.
    fn listed(text: &str) -> Option<Vec<String>> {
        let board = "123408765".parse().unwrap();
        let read = |text: Option<&str>| read_path(text?, &board, MoveConvention::Blank).ok();
        let read = |text: Option<&str>| read(text).ok_or("no path");
        let letters = |claim: Claim| match claim {
            Claim::Path(moves) => moves.iter().map(|step| step.letter()).collect(),
            boards => format!("{boards:?}"),
        };
        Some(paths_in_text(text, &read)?.unwrap().into_iter().map(letters).collect())
    }

    #[test]
    fn lists_of_paths_are_told_from_single_paths() {
        let both = Some(vec!["DRULDR".to_owned(), "RDLURD".to_owned()]);
        for text in [
            "DRULDR RDLURD",
            "DRULDR, RDLURD",
            "DRULDR;RDLURD;",
            "DRULDR | RDLURD",
            "druldr\trdlurd",
            "[DRULDR, RDLURD]",
            "(\"DRULDR\", \"RDLURD\")",
            "['DRULDR', 'RDLURD']",
            "[('D','R','U','L','D','R'), ('R','D','L','U','R','D')]",
            "{'DRULDR', 'RDLURD'}",
            "[[\"down\",\"right\",\"up\",\"left\",\"down\",\"right\"],[\"R\",\"D\",\"L\",\"U\",\"R\",\"D\"]]",
            "down, right, up, left, down, right; right, down, left, up, right, down",
            "D R U L D R; R D L U R D",
        ] {
            assert_eq!(listed(text), both, "{text}");
        }
        for text in ["[]", "( )"] {
            assert_eq!(listed(text), Some(Vec::new()), "{text}");
        }
        for text in ["[\"D\", \"R\"]", "['down', 'right']", "[[1,2,3,4,6,8,7,0,5],[1,2,3,4,6,8,7,5,0]]"] {
            assert_eq!(listed(text).map(|paths| paths.len()), Some(1), "{text}");
        }
        for text in ["", "DRULDR", "D R U L", "D, R, U", "down right", "6", "unsolvable", "D;R;U"] {
            assert_eq!(listed(text), None, "{text}");
        }
    }

    #[test]
    fn the_shortest_of_paths_to_one_board_is_found() {
        let board = "123408765".parse().unwrap();
        let letters = |text: &str| {
            let moves = shortest_of_list(text, &board, MoveConvention::Blank, Metric::SingleTile)?;
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

    #[test]
    fn the_shortest_of_paths_depends_on_the_metric() {
        let board: Board = "638541720".parse().unwrap();
        let goal = Goal::blank_last(board.shape());
        let slides = Oracle::build(&goal).unwrap().first_path(&board).unwrap();
        let runs = MultiTileOracle::build(&goal).unwrap().first_path(&board).unwrap();
        let list = format!("{:?}", [&slides, &runs].map(|path| MoveConvention::Blank.write(path)));
        for (metric, shortest) in [(Metric::SingleTile, &slides), (Metric::MultiTile, &runs)] {
            let found = shortest_of_list(&list, &board, MoveConvention::Blank, metric);
            assert_eq!(found.as_ref(), Some(shortest), "{metric}");
        }
        assert_ne!(slides, runs);
    }
}
