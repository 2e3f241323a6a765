//! Sentences that say that a board can't be solved, and numbers.

/// Does a text say that the board can't be solved?
pub(crate) fn says_unsolvable(text: &str) -> bool {
    const SENTENCES: [&str; 15] = [
        "unsolvable",
        "unsolveable",
        "not solvable",
        "not solveable",
        "insolvable",
        "no solution",
        "not be solved",
        "can't be solved",
        "cannot be solved",
        "cannot solve",
        "impossible",
        "unreachable",
        "not reachable",
        "goal not found",
        "cannot reach",
    ];
    let text = text.to_lowercase();
    SENTENCES.iter().any(|sentence| text.contains(sentence))
}

/// The number after the last of these words, on its line.
pub(crate) fn number_after(text: &str, words: &str) -> Option<u32> {
    let (_, rest) = text.rsplit_once(words)?;
    let line = rest.lines().next()?;
    let digits = line.trim_start_matches(|c: char| c.is_whitespace() || ":=".contains(c));
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().ok()
}

/// The last number of the last line that has one. Lines that are not text are passed over.
pub(crate) fn last_number(text: &str) -> Option<i64> {
    let is_text = |line: &&str| {
        line.chars().all(|c| c == '\t' || (!c.is_control() && c != char::REPLACEMENT_CHARACTER))
    };
    let last_of = |line: &str| {
        let words = line.split(|c: char| !c.is_ascii_alphanumeric() && !"-.".contains(c));
        words.rev().find_map(|word| word.trim_end_matches('.').parse().ok())
    };
    text.lines().rev().filter(is_text).find_map(last_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found() {
        assert_eq!(number_after("Path Length:           15\nx", "Path Length"), Some(15));
        assert_eq!(number_after("Path Length:\n15", "Path Length"), None);
        assert_eq!(last_number("28 moves in 0.5 s\n\nlength: 28\n"), Some(28));
        assert_eq!(last_number("the answer is 28.\ndone\n"), Some(28));
        assert_eq!(last_number("-1\n"), Some(-1));
        assert_eq!(last_number("none"), None);
        assert_eq!(last_number("\u{fffd}\u{1} 7\n"), None);
    }
}
