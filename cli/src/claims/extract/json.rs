//! Answers in JSON.

use serde_json::Value;

use super::moves::read_moves;
use tilebase::judge::Claim;
use tilebase::notation::MoveConvention;

/// The last line that is JSON, or the whole text as one.
pub(crate) fn last_json(text: &str) -> Option<Value> {
    let is_compound = |value: &Value| value.is_object() || value.is_array();
    let lines = text.lines().rev().filter(|line| !line.trim().is_empty());
    let read = |line: &str| serde_json::from_str::<Value>(line).ok();
    lines.clone().find_map(|line| read(line).filter(is_compound)).or_else(|| read(text)).or_else(|| {
        let mut lines = lines;
        lines.find_map(read)
    })
}

/// What a value says: moves as a text or a list, a length, or null for unsolvable.
pub(crate) fn claim_of(value: &Value, convention: MoveConvention) -> Option<Claim> {
    match value {
        Value::Null => Some(Claim::Unsolvable),
        Value::Number(number) if number.as_i64() == Some(-1) => Some(Claim::Unsolvable),
        Value::Number(number) => Some(Claim::Length(u32::try_from(number.as_u64()?).ok()?)),
        Value::String(text) => Some(Claim::Path(read_moves(text, convention)?)),
        Value::Array(steps) => {
            let words: Option<Vec<&str>> = steps.iter().map(Value::as_str).collect();
            Some(Claim::Path(read_moves(&words?.join(" "), convention)?))
        }
        Value::Bool(_) | Value::Object(_) => None,
    }
}

/// What an object says by fields with the usual names.
pub(crate) fn claim_of_fields(object: &Value, convention: MoveConvention) -> Option<Claim> {
    if object.get("solvable") == Some(&Value::Bool(false)) {
        return Some(Claim::Unsolvable);
    }
    let moves = ["moves", "path", "solution"].iter().find_map(|name| object.get(name));
    let length = object.get("length").and_then(|length| claim_of(length, convention));
    match (moves.and_then(|moves| claim_of(moves, convention)), length) {
        (Some(Claim::Path(moves)), Some(Claim::Length(length))) => {
            Some(Claim::PathAndLength { moves, length })
        }
        (Some(claim), _) => Some(claim),
        (None, length) => length,
    }
}
