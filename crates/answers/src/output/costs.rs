//! Finds the costs that a program states: in fields (`Total cost: 45`) and in sentences (`depth 15
//! with cost of 45`).
//!
//! Many programs call the number of moves a cost. So a cost is also a length
//! ([`lengths`](super::lengths)), and is one unless it differs from the number of moves, or moves
//! have costs.

use super::super::number::{Number, begins_with_word, numbers};
use super::super::vocabulary::folded;
use super::page::Page;

/// A cost stated on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StatedCost {
    pub(super) cost: u64,
    /// Whether it is clearly that of the whole path.
    pub(super) is_total: bool,
    /// Line of the page.
    pub(super) line: usize,
}

/// Words for a cost.
const COSTS: [&str; 14] = [
    "cost",
    "costs",
    "expense",
    "expenses",
    "price",
    "costo",
    "coste",
    "custo",
    "cout",
    "kosten",
    "kostnad",
    "koszt",
    "maliyet",
    "стоимость",
];

/// Words between a cost and its number.
const BETWEEN: [&str; 14] =
    ["of", "is", "was", "the", "a", "path", "solution", "goal", "to", "total", "del", "de", "la", "du"];

/// Words after a number that is not the cost of a path.
const UNITS: [&str; 14] = [
    "ms", "s", "sec", "secs", "seconds", "min", "minutes", "us", "ns", "bytes", "kb", "mb", "nodes", "states",
];

/// Words before a cost that is not that of the path.
const OTHERS: [&str; 16] = [
    "search",
    "time",
    "space",
    "memory",
    "estimated",
    "heuristic",
    "step",
    "move",
    "tile",
    "uniform",
    "unit",
    "node",
    "current",
    "initial",
    "per",
    "each",
];

/// Words on a line about the whole path.
const TOTAL: [&str; 7] = ["total", "path", "solution", "final", "goal", "overall", "optimal"];

/// Finds all stated costs, in order.
pub(super) fn costs_in(page: &Page) -> Vec<StatedCost> {
    /// Longer lines are lists and dumps.
    const MAX_LINE_BYTES: usize = 1000;
    let mut costs = Vec::new();
    for (line, text) in page.lines.iter().map(|line| &line.text).enumerate() {
        if text.len() > MAX_LINE_BYTES || !text.contains(|c: char| c.is_ascii_digit()) {
            continue;
        }
        let text = &*folded(text);
        let is_total = TOTAL.iter().any(|word| text.contains(word));
        let stated = numbers(text).filter(is_cost).filter_map(|number| number.digits.parse().ok());
        costs.extend(stated.map(|cost| StatedCost { cost, is_total, line }));
    }
    costs
}

/// Whether a number follows a word for a cost, and is a whole number of its own.
fn is_cost(number: &Number<'_>) -> bool {
    /// More words are a sentence about something else.
    const MAX_BETWEEN: usize = 5;
    let after = number.after.strip_prefix(".0").unwrap_or(number.after);
    let goes_on = after.trim_start().starts_with(|c: char| c.is_ascii_digit())
        || after.strip_prefix(['.', ',']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let is_other = begins_with_word(after.trim_start(), &UNITS) || after.trim_start().starts_with('%');
    if !number.is_apart() || goes_on || is_other || number.before.ends_with(['-', '.', ',']) {
        return false;
    }
    let mut words = number.before.rsplit(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.by_ref().take(MAX_BETWEEN + 1).find(|word| !BETWEEN.contains(word));
    name.is_some_and(|name| COSTS.contains(&name)) && words.next().is_none_or(|word| !OTHERS.contains(&word))
}

/// The cost of the path among all that are stated. Of several, those count that are clearly about
/// the whole path; `None` if these differ.
pub(super) fn cost_of_path(costs: &[StatedCost]) -> Option<StatedCost> {
    let only = |costs: Vec<&StatedCost>| {
        let last = **costs.last()?;
        costs.iter().all(|other| other.cost == last.cost).then_some(last)
    };
    only(costs.iter().collect()).or_else(|| only(costs.iter().filter(|cost| cost.is_total).collect()))
}

#[cfg(test)]
mod tests {
    use super::super::page::Outputs;
    use super::*;

    fn costs(text: &str) -> Vec<u64> {
        let page = Page::of(&Outputs::of_stdout(text.as_bytes()));
        costs_in(&page).iter().map(|stated| stated.cost).collect()
    }

    #[test]
    fn costs_differ_from_other_numbers() {
        for text in [
            "cost: 45",
            "Solution Found at depth 15 with cost of 45.",
            "Total cost = 45",
            "cost_of_path: 45",
            "the cost of the solution is 45",
            "{\"moves\": 15, \"cost\": 45}",
            "Expense: 45.0",
            "moves: 15, cost: 45",
            "Costo total: 45",
        ] {
            assert_eq!(costs(text), [45], "{text}");
        }
        for text in [
            "search cost: 45",
            "uniform cost: 45",
            "step cost = 45",
            "cost: -45",
            "cost: 4.5",
            "cost: 4,500",
            "cost: 1 2 3",
            "cost 9 ms",
            "cost: 12 nodes",
            "cost so far: 45",
            "cost45",
            "moves: 45",
            "cost\n45",
        ] {
            assert_eq!(costs(text), [0; 0], "{text}");
        }
    }

    #[test]
    fn the_cost_of_the_path_is_the_only_one_or_the_total() {
        let of_path = |text: &str| {
            let page = Page::of(&Outputs::of_stdout(text.as_bytes()));
            cost_of_path(&costs_in(&page)).map(|stated| stated.cost)
        };
        assert_eq!(of_path("cost: 45\nagain: cost 45\n"), Some(45));
        assert_eq!(of_path("up (cost 6)\nleft (cost 5)\nTotal cost: 11\n"), Some(11));
        assert_eq!(of_path("up (cost 6)\nleft (cost 5)\n"), None);
        assert_eq!(of_path("no figures"), None);
    }
}
