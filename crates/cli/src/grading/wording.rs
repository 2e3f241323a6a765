//! The wording of errors in an assignment: the TOML library's messages without terms of Rust, and
//! suggestions for common slips.

use crate::shell::nearest;

/// The advice for a list of tables with single brackets.
pub(super) const DOUBLE_BRACKETS: &str = "needs double brackets";

/// The library's message about a key that a table has twice.
pub(super) const DUPLICATE_KEY: &str = "duplicate key";

/// The words in backquotes.
fn quoted(message: &str) -> Vec<&str> {
    message.split('`').skip(1).step_by(2).collect()
}

/// The key that a message reports as missing.
pub(super) fn missing_key(message: &str) -> Option<&str> {
    let key = quoted(message).first().copied();
    key.filter(|_| message.starts_with("missing field"))
}

/// The key that a message reports as unknown, and the known ones.
pub(super) fn unknown_key(message: &str) -> Option<(&str, Vec<&str>)> {
    let quoted = quoted(message);
    let (key, known) = quoted.split_first()?;
    message.starts_with("unknown field").then(|| (*key, known.to_vec()))
}

/// An error with the right spelling of a value that is no TOML, such as `yes`, `30 s`, `10,5`, or
/// `1-10`.
pub(super) fn misspelled_value(line: &str) -> Option<String> {
    let (key, value) = line.split('#').next()?.split_once('=')?;
    let (key, value) = (key.trim(), value.trim());
    if value.is_empty() || format!("x = {value}").parse::<toml::Table>().is_ok() {
        return None;
    }
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_word =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_: .".contains(&byte));
    let right = match value.to_ascii_lowercase().as_str() {
        "yes" | "on" | "true" => "true".to_owned(),
        "no" | "off" | "false" => "false".to_owned(),
        _ => match value.split_once(',') {
            Some((whole, decimals)) if is_number(whole) && is_number(decimals) => {
                format!("{whole}.{decimals}")
            }
            _ if is_word(value) => {
                format!("\"{}\"", if is_time(value) { value.replace(' ', "") } else { value.to_owned() })
            }
            _ => return None,
        },
    };
    Some(format!("expected {key} = {right}, found {value}"))
}

/// Whether a value is a number with a unit.
fn is_time(value: &str) -> bool {
    value.split_once(' ').is_some_and(|(number, unit)| {
        number.parse::<f64>().is_ok() && unit.trim().bytes().all(|byte| byte.is_ascii_alphabetic())
    })
}

/// An error with the right header, if a list of tables has single brackets.
pub(super) fn single_brackets(line: &str, message: &str) -> Option<String> {
    let name = line.trim().split('#').next()?.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
    // All lists of tables of an assignment.
    let is_list = ["category", "submission.language"].contains(&name);
    let has_single_brackets = message.starts_with("invalid type: map") || message.contains(DUPLICATE_KEY);
    (is_list && has_single_brackets).then(|| format!("[{name}] {DOUBLE_BRACKETS}: [[{name}]]"))
}

/// Rewrites an error of the parser without terms of Rust.
pub(super) fn in_plain_words(message: &str) -> String {
    if let Some((key, known)) = unknown_key(message) {
        return match nearest(key, known.iter().copied()) {
            Some(near) => format!("unknown key {key}; did you mean {near}?"),
            None => format!("unknown key {key}: expected one of {}", known.join(", ")),
        };
    }
    if let Some(key) = missing_key(message) {
        return format!("{key} is missing");
    }
    let quoted = quoted(message);
    if message.starts_with("unknown variant")
        && let Some((found, known)) = quoted.split_first()
    {
        let known: Vec<String> = known.iter().map(|name| format!("\"{name}\"")).collect();
        return format!("expected {}, found \"{found}\"", known.join(" or "));
    }
    for prefix in ["invalid type: ", "invalid value: "] {
        let Some((found, expected)) =
            message.strip_prefix(prefix).and_then(|rest| rest.split_once(", expected "))
        else {
            continue;
        };
        // The library's messages contain the names of the types that an assignment is read into.
        let expected = match expected {
            "a string" => "text in quotes",
            "a boolean" => "true or false",
            "a sequence" => "a list",
            "a map" | "struct RunRules" | "struct LimitRules" | "struct CategoryRules" => "a table",
            "u64" | "usize" | "u32" => "a whole number, 0 or more",
            other => other,
        };
        let mut found = found.replace('`', "");
        for kind in ["string ", "integer ", "floating point ", "boolean "] {
            if let Some(value) = found.strip_prefix(kind) {
                found = value.to_owned();
            }
        }
        let found = match found.as_str() {
            "map" => "a table",
            "sequence" => "a list",
            other => other,
        };
        return format!("expected {expected}, found {found}");
    }
    message.to_owned()
}
