//! How many states a solver says it has expanded.

use std::sync::LazyLock;

use regex_lite::Regex;

static AFTER_THE_WORD: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)expan(?:ded|sions)[^0-9\r\n]{0,60}([0-9][0-9,]*)").ok());
static BEFORE_THE_WORD: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)([0-9][0-9,]*)\s+(?:nodes|states)\s+(?:were\s+)?expanded").ok());

/// The number beside the last mention of states expanded.
pub(crate) fn nodes_in(text: &str) -> Option<u64> {
    let last = |pattern: &'static LazyLock<Option<Regex>>| {
        let found = pattern.as_ref()?.captures_iter(text).last()?;
        found.get(1)?.as_str().replace(',', "").parse().ok()
    };
    last(&BEFORE_THE_WORD).or_else(|| last(&AFTER_THE_WORD))
}

#[cfg(test)]
mod tests {
    use super::nodes_in;

    #[test]
    fn the_counts_of_known_programs_are_found() {
        for (text, nodes) in [
            ("Number of nodes expanded: 1166\nMax queue size: 690", Some(1166)),
            ("States Expanded: 10\tGenerated: 21", Some(10)),
            ("Num Of State Expansions:         4374\n", Some(4374)),
            ("{\"length\":28,\"expanded\":28,\"generated\":29}", Some(28)),
            ("1,166 nodes expanded in 3 ms", Some(1166)),
            ("The best node to expand with a g(n) = 0", None),
        ] {
            assert_eq!(nodes_in(text), nodes, "{text}");
        }
    }
}
