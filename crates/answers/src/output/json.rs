//! Answers in JSON objects, one per line or in the whole output.

use serde_json::{Map, Value};

use super::super::fields::{Fields, Reading};
use super::extracted::{Extracted, NoAnswer, listed};
use super::page::Quote;
use super::weigh::Answer;
use tilebase::board::Move;
use tilebase::judge::Claim;

/// The objects in a text: one per line, or the whole text.
pub(super) fn objects_in(text: &str) -> Vec<Map<String, Value>> {
    let object = |text: &str| serde_json::from_str::<Map<String, Value>>(text).ok();
    let on_lines: Vec<_> =
        text.lines().filter(|line| line.trim_start().starts_with('{')).filter_map(object).collect();
    if on_lines.is_empty() { object(text).into_iter().collect() } else { on_lines }
}

/// Whether a text is nothing but one JSON value, or one per line.
pub(super) fn is_all_json(text: &str) -> bool {
    let is_json = |text: &str| serde_json::from_str::<Value>(text).is_ok();
    is_json(text) || text.lines().filter(|line| !line.trim().is_empty()).all(is_json)
}

/// The claims of several objects. One that differs from the last must be right, too; more may be a
/// log.
pub(super) fn claims_of_all(
    objects: &[Map<String, Value>],
    last: Vec<Claim>,
    reading: &Reading<'_>,
    quotes: Vec<Quote>,
) -> Result<Answer, NoAnswer> {
    let of_object = |object: &Map<String, Value>| Fields::of_object(object.clone()).claims(reading).ok();
    let mut others: Vec<Vec<Claim>> = objects[..objects.len() - 1].iter().filter_map(of_object).collect();
    others.retain(|claims| *claims != last);
    match others.pop() {
        None => Ok(Answer::new(last, quotes)),
        Some(other) if others.is_empty() => Ok(Answer::new([other, last].concat(), quotes)),
        Some(_) => {
            Err(NoAnswer::Several(format!("{} JSON objects, the last on {}", objects.len(), listed(&quotes))))
        }
    }
}

/// The doubt, if the lines around an object give another answer.
pub(super) fn contradicted(
    claims: &[Claim],
    quotes: &[Quote],
    weighed: Result<Extracted, NoAnswer>,
) -> Option<NoAnswer> {
    match weighed {
        Err(doubt @ NoAnswer::Several(_)) => Some(doubt),
        Ok(around) => {
            let differs = |one: &Claim, other: &Claim| match (moves_of(one), moves_of(other)) {
                (Some(one), Some(other)) => one != other,
                _ => (*one == Claim::Unsolvable) != (*other == Claim::Unsolvable),
            };
            let is_other = claims.iter().any(|one| around.claims.iter().any(|other| differs(one, other)));
            is_other.then(|| NoAnswer::Several(listed(&[&around.quotes[..], quotes].concat())))
        }
        Err(_) => None,
    }
}

fn moves_of(claim: &Claim) -> Option<&[Move]> {
    match claim.without_cost() {
        Claim::Path(moves) | Claim::PathAndLength { moves, .. } => Some(moves),
        _ => None,
    }
}
