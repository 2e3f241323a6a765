//! Paths as objects with one move each: `{"step": 1, "move": "U"}`.

use serde_json::{Map, Value};

/// The names of a field with the move of one step.
const NAMES: [&str; 6] = ["move", "direction", "dir", "action", "operator", "slide"];

/// The moves of a list of such objects, as texts; `None` for other lists.
pub(super) fn moves_of_objects<'a>(
    objects: impl IntoIterator<Item = &'a Map<String, Value>>,
) -> Option<Vec<Value>> {
    let moves: Vec<Value> = objects.into_iter().map(move_of_object).collect::<Option<_>>()?;
    (!moves.is_empty()).then_some(moves)
}

/// Replaces a list of such objects by the list of their moves. Leaves other lists as they are.
pub(super) fn without_objects(list: Vec<Value>) -> Vec<Value> {
    let objects: Option<Vec<&Map<String, Value>>> = list.iter().map(Value::as_object).collect();
    objects.and_then(moves_of_objects).unwrap_or(list)
}

/// The only text of an object under one of the [names](NAMES).
fn move_of_object(object: &Map<String, Value>) -> Option<Value> {
    let is_named = |name: &str| NAMES.iter().any(|known| known.eq_ignore_ascii_case(name));
    let mut moves = object.iter().filter(|(name, value)| value.is_string() && is_named(name));
    let (_, first) = moves.next()?;
    moves.next().is_none().then(|| first.clone())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn objects_with_one_move_are_a_list_of_moves() {
        for (list, expected) in [
            (json!([{"step": 1, "move": "U"}, {"step": 2, "move": "L"}]), json!(["U", "L"])),
            (json!([{"Direction": "up", "tile": 5}]), json!(["up"])),
        ] {
            let Value::Array(list) = list else { unreachable!() };
            assert_eq!(Value::Array(without_objects(list)), expected);
        }
        for list in [
            json!([]),
            json!(["U", "L"]),
            json!([{"move": "U"}, "L"]),
            json!([{"move": 5}]),
            json!([{"step": 1}]),
            json!([{"move": "U", "action": "expand"}]),
        ] {
            let Value::Array(list) = list else { unreachable!() };
            assert_eq!(without_objects(list.clone()), list);
        }
    }
}
