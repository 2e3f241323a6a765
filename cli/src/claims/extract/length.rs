//! A length that is called one.

use std::sync::LazyLock;

use regex_lite::Regex;

static AFTER_ITS_NAME: LazyLock<Option<Regex>> = LazyLock::new(|| {
    // "28 moves 12 nodes" names the number before it: between moves and their number there has to be a sign.
    let sign = r#"["']?\s*(?:[:=]|is\b|was\b)\s*"#;
    let names = r"length|cost|solution depth|depth of (?:the )?(?:goal|solution)(?: node)?";
    let pattern = format!(r"(?i)\b(?:(?:{names})(?:{sign}|\s+)|(?:moves|steps){sign})([0-9]+)\b");
    Regex::new(&pattern).ok()
});
static BEFORE_ITS_NAME: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\b([0-9]+)\s+(?:moves|steps|move|step)\b").ok());

/// The last number that is named as the length of a path.
pub(crate) fn named_length(text: &str) -> Option<u32> {
    let last = |pattern: &'static LazyLock<Option<Regex>>| {
        let found = pattern.as_ref()?.captures_iter(text).last()?;
        found.get(1)?.as_str().parse().ok()
    };
    last(&AFTER_ITS_NAME).or_else(|| last(&BEFORE_ITS_NAME))
}

#[cfg(test)]
mod tests {
    use super::named_length;

    #[test]
    fn a_length_is_told_from_other_numbers() {
        for (text, length) in [
            ("length 28\nnodes 1166\n", Some(28)),
            ("Path cost = 28, 1166 nodes", Some(28)),
            ("solved in 28 moves (1166 nodes, 0.5 s)", Some(28)),
            ("The depth of the goal node was 28.\nmax depth 40", Some(28)),
            ("max depth 40\nnodes 1166", None),
            ("depth of the goal: 28\nmax queue 40", Some(28)),
            ("28 moves 12 nodes", Some(28)),
            ("Number of moves: 28\nnodes: 7", Some(28)),
            ("28\n", None),
        ] {
            assert_eq!(named_length(text), length, "{text}");
        }
    }
}
