//! Lists without repeats, lists of alternatives, the median of a list, and the forms of words after
//! a count.

/// The form of a noun or verb after a count.
pub(crate) fn plural<'a, N: Copy + PartialEq + From<u8>>(count: N, one: &'a str, many: &'a str) -> &'a str {
    if count == N::from(1) { one } else { many }
}

/// The items without those that occurred before, in order. For few different items.
pub(crate) fn without_repeats<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for item in items {
        if !distinct.contains(&item) {
            distinct.push(item);
        }
    }
    distinct
}

/// The median of sorted numbers: the mean of the two middle ones if their count is even. `None` for
/// an empty list.
pub(crate) fn median_of_sorted(sorted: &[f64]) -> Option<f64> {
    let upper = *sorted.get(sorted.len() / 2)?;
    let is_even = sorted.len().is_multiple_of(2);
    Some(if is_even { f64::midpoint(sorted[sorted.len() / 2 - 1], upper) } else { upper })
}

/// Lists alternatives: `a, b or c`.
pub(crate) fn any_of(words: &[&str]) -> String {
    match words {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        words => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_of_odd_and_even_counts() {
        assert_eq!(median_of_sorted(&[]), None);
        assert_eq!(median_of_sorted(&[1.0, 3.0, 900.0]), Some(3.0));
        assert_eq!(median_of_sorted(&[1.0, 2.0, 3.0, 900.0]), Some(2.5));
    }

    #[test]
    fn alternatives_are_joined_by_or() {
        assert_eq!(
            ["", "a", "a or b", "a, b or c"],
            [&[][..], &["a"], &["a", "b"], &["a", "b", "c"]].map(any_of)
        );
    }

    #[test]
    fn repeats_are_dropped_wherever_they_are() {
        assert_eq!(without_repeats([3, 1, 3, 3, 2, 1]), [3, 1, 2]);
    }
}
