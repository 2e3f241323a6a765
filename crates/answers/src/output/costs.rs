//! Finds the costs that a program states: in fields (`Total cost: 45`) and in sentences (`depth 15
//! with cost of 45`).
//!
//! Many programs call the number of moves a cost. So a stated cost is read as a length
//! ([`lengths`](super::lengths)), unless it differs from the number of moves, or moves have costs.

use std::borrow::Cow;

use super::super::number::{Number, numbers, without_addends};
use super::super::vocabulary::{begins_other_unit, folded, split_camel_case, words_in};
use super::page::Page;

/// A cost stated on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StatedCost {
    pub(super) cost: u64,
    /// Whether it is clearly that of the whole path.
    pub(super) is_total: bool,
    /// Whether it is a sum, as in `cost: 5 + 8 = 13`: perhaps the cost so far and the heuristic.
    pub(super) is_sum: bool,
    /// Line of the page.
    pub(super) line: usize,
}

/// Words for a cost. German compounds such as `Gesamtkosten` count too.
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

/// Words between a cost and its number, without a sign.
const BETWEEN: [&str; 14] =
    ["of", "is", "was", "the", "a", "path", "solution", "goal", "to", "total", "del", "de", "la", "du"];

/// Words near a cost that is not that of the path.
const OTHERS: [&str; 42] = [
    "search",
    "time",
    "space",
    "memory",
    "estimated",
    "heuristic",
    "manhattan",
    "uniform",
    "unit",
    "node",
    "nodes",
    "state",
    "states",
    "expanded",
    "iteration",
    "iterations",
    "depth",
    "current",
    "initial",
    "next",
    "branch",
    "per",
    "each",
    "every",
    "far",
    "max",
    "maximum",
    "average",
    "avg",
    "mean",
    "limit",
    "bound",
    "threshold",
    "open",
    "closed",
    "list",
    "queue",
    "weighted",
    "expanding",
    "start",
    "function",
    "would",
];

/// Words for one move, whose cost is that of the path only as a total.
const ONE_MOVE: [&str; 4] = ["step", "move", "tile", "action"];

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
        let summed = without_addends(text);
        let is_sum = matches!(summed, Cow::Owned(_));
        let spaced = split_camel_case(&summed);
        let text = &*folded(&spaced);
        if is_abandoned(text) {
            continue;
        }
        let is_total = TOTAL.iter().any(|word| text.contains(word));
        let stated = numbers(text).filter(is_cost).filter_map(|number| number.digits.parse().ok());
        costs.extend(stated.map(|cost| StatedCost { cost, is_total, is_sum, line }));
    }
    costs
}

/// Whether a folded line says that the search was stopped at a cost: "cost 45 exceeded, giving up".
fn is_abandoned(text: &str) -> bool {
    ["exceeded", "giving up", "gave up", "aborted"].iter().any(|words| text.contains(words))
}

/// Whether a number is a standalone integer and the words before it say that it is a cost.
fn is_cost(number: &Number<'_>) -> bool {
    let after = number.after.strip_prefix(".0").unwrap_or(number.after);
    let goes_on = after.trim_start().starts_with(|c: char| c.is_ascii_digit())
        || after.strip_prefix(['.', ',']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    number.is_apart()
        && !goes_on
        && !begins_other_unit(after)
        && !number.before.ends_with(['-', '.', ','])
        && names_cost(number.before)
}

/// Whether the last phrase of a text names a cost: `path cost: `, `with cost of `, `the cost of the
/// path found by UCS is `.
fn names_cost(before: &str) -> bool {
    /// More words are a sentence about something else.
    const MAX_BETWEEN: usize = 10;
    /// Words further in front do not qualify the cost.
    const MAX_IN_FRONT: usize = 3;
    let ends = |c: char| c.is_ascii_digit() || ";,.|(){}[]".contains(c);
    let phrase = before.rsplit(ends).next().unwrap_or_default();
    let words = words_in(phrase).rev();
    let words: Vec<&str> = words.take(MAX_BETWEEN + 1 + MAX_IN_FRONT).collect();
    let has_sign = phrase.trim_end().ends_with([':', '=']) || matches!(words.first(), Some(&("is" | "was")));
    let is_cost =
        |word: &&str| COSTS.contains(word) || (word.ends_with("kosten") && !word.starts_with("such"));
    let Some(at) = words.iter().position(is_cost).filter(|at| *at <= MAX_BETWEEN) else { return false };
    let near = [&words[..at], &words[at + 1..words.len().min(at + 1 + MAX_IN_FRONT)]].concat();
    let has = |known: &[&str]| near.iter().any(|word| known.contains(word));
    (has_sign || words[..at].iter().all(|word| BETWEEN.contains(word)))
        && !has(&OTHERS)
        && (has(&TOTAL) || !has(&ONE_MOVE))
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
            "pathCost=45",
            "totalCost: 45",
            "Total cost of moves: 45",
            "Total tile cost: 45",
            "Gesamtkosten des Pfades: 45",
            "Cost of the solution path found by UCS is 45",
            "min cost: 45",
            "max cost: 50, cost: 45",
            "Cost of path = 5 + 8 + 32 = 45",
            "cost: 45 = 5+40",
        ] {
            assert_eq!(costs(text), [45], "{text}");
        }
        for text in [
            "search cost: 45",
            "uniform cost: 45",
            "step cost = 45",
            "cost: -45",
            "cost: 5 + 8",
            "Cost: 45 exceeded, giving up",
            "cost: 4.5",
            "cost: 4,500",
            "cost: 1 2 3",
            "cost 9 ms",
            "cost: 12 nodes",
            "cost so far: 45",
            "max cost: 45",
            "Average cost: 45",
            "Manhattan cost = 45",
            "cost per move: 45",
            "cost of each move: 45",
            "tile cost: 45",
            "Suchkosten: 45",
            "Open list cost: 45",
            "Total cost of expanding: 45",
            "Weighted path cost: 45",
            "BFS would give cost 45",
            "The cost was computed after iteration 45",
            "cost: see line 45",
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
