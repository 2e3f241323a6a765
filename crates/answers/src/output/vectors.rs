//! Paths as coordinates of moves: `[(1, 0), (0, 1)]`. They are not read, since their axes are
//! unknown, but such a path may be wrong even if a stated length is right.

/// The number of moves that a text gives as coordinates. A list of all four is a legend and has
/// none.
pub(super) fn count_vectors(text: &str) -> usize {
    let inside = text.split(['(', '[']).skip(1).filter_map(|rest| rest.split([')', ']']).next());
    let vectors: Vec<(i8, i8)> = inside.filter_map(vector).collect();
    let is_legend = vectors.len() == 4 && (1..4).all(|at| !vectors[..at].contains(&vectors[at]));
    if is_legend { 0 } else { vectors.len() }
}

/// Reads `1, 0` and similar: one step along an axis.
fn vector(text: &str) -> Option<(i8, i8)> {
    let (first, second) = text.split_once(',')?;
    let (first, second) = (first.trim().parse().ok()?, second.trim().parse().ok()?);
    matches!((first, second), (-1 | 1, 0) | (0, -1 | 1)).then_some((first, second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_along_an_axis_are_counted() {
        for (text, count) in [
            ("moves: [(1, 0), (0, 1)]", 2),
            ("[[-1,0]]", 1),
            ("[(0, 1), (0, 1), (0, 1), (0, 1)]", 4),
            ("DIRECTIONS = [(0, 1), (1, 0), (0, -1), (-1, 0)]", 0),
            ("[1, 2, 3] at (2, 1)", 0),
            ("(1, 1)", 0),
            ("", 0),
        ] {
            assert_eq!(count_vectors(text), count, "{text}");
        }
    }
}
