//! Paths as objects with one move each: `{"step": 1, "move": "U"}`.

use std::borrow::Cow;

use serde_json::{Map, Value};

/// The names of a field with the move of one step.
const NAMES: [&str; 6] = ["move", "direction", "dir", "action", "operator", "slide"];

/// The moves of a list of such objects, separated by commas; `None` for other lists. The first
/// object may be the root of the search, without a move.
pub(super) fn moves_of_list(list: &[Value]) -> Option<String> {
    let mut moves = String::new();
    let has_root = list
        .first()
        .and_then(Value::as_object)
        .is_some_and(|root| root.iter().any(|(name, value)| is_name(name) && value.is_null()));
    for object in &list[usize::from(has_root)..] {
        push_move(&mut moves, &move_of_object(object.as_object()?)?);
    }
    (!moves.is_empty()).then_some(moves)
}

/// Appends a move, after a comma if it is not the first.
pub(super) fn push_move(moves: &mut String, step: &str) {
    if !moves.is_empty() {
        moves.push(',');
    }
    moves.push_str(step);
}

/// The only text of an object under one of the [names](NAMES), after the tile that slides, if there
/// is one: `tile 5 up`.
pub(super) fn move_of_object(object: &Map<String, Value>) -> Option<Cow<'_, str>> {
    let mut found = None;
    for (name, value) in object {
        if let Value::String(step) = value
            && is_name(name)
            && found.replace(&**step).is_some()
        {
            return None;
        }
    }
    let step = found?;
    let tile = object.iter().find(|(name, value)| name.eq_ignore_ascii_case("tile") && value.is_u64());
    Some(match tile {
        Some((_, tile)) => Cow::Owned(format!("tile {tile} {step}")),
        None => Cow::Borrowed(step),
    })
}

fn is_name(name: &str) -> bool {
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn objects_with_one_move_are_a_list_of_moves() {
        for (list, expected) in [
            (json!([{"step": 1, "move": "U"}, {"step": 2, "move": "L"}]), Some("U,L")),
            (json!([{"Direction": "up", "tile": 5}]), Some("tile 5 up")),
            (json!([{"action": null, "g": 0}, {"action": "up"}]), Some("up")),
            (json!([]), None),
            (json!(["U", "L"]), None),
            (json!([{"move": "U"}, "L"]), None),
            (json!([{"move": 5}]), None),
            (json!([{"step": 1}]), None),
            (json!([{"move": "U", "action": "expand"}]), None),
        ] {
            assert_eq!(moves_of_list(list.as_array().unwrap()).as_deref(), expected, "{list}");
        }
    }
}
