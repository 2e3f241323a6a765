//! Answers in JSON objects, one per line or in the whole output.

use serde_json::{Map, Value};

use super::super::fault::AnswerFault;
use super::super::fields::Fields;
use super::super::parser::AnswerParser;
use super::super::step_objects::{move_of_object, push_move};
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
    let found = if on_lines.is_empty() { object(text).into_iter().collect() } else { on_lines };
    found.into_iter().map(innermost).collect()
}

/// The object inside an object that has nothing else: `{"data": {"path": "UL"}}`.
pub(super) fn innermost(mut object: Map<String, Value>) -> Map<String, Value> {
    while object.len() == 1
        && let Some(Value::Object(inner)) = object.values_mut().next()
    {
        object = std::mem::take(inner);
    }
    object
}

/// Whether a text is nothing but one JSON value, or one per line.
pub(super) fn is_all_json(text: &str) -> bool {
    let is_json = |text: &str| serde_json::from_str::<Value>(text).is_ok();
    is_json(text) || text.lines().filter(|line| !line.trim().is_empty()).all(is_json)
}

/// The claims of an object. An estimate alone is a figure about the search.
pub(super) fn claims_of_object(
    object: &Map<String, Value>,
    parser: &AnswerParser<'_>,
) -> Result<Vec<Claim>, AnswerFault> {
    let claims = Fields::of_object(object.clone()).claims(parser)?;
    let is_estimate = claims.iter().all(|claim| matches!(claim, Claim::Estimate(_)));
    if is_estimate { Err(AnswerFault::Nothing) } else { Ok(claims) }
}

/// Combines objects with one move each, and at most one other object, such as a summary, into one
/// object. Returns `None` if there are several other objects, or no moves.
pub(super) fn joined_steps(
    objects: &[Map<String, Value>],
    parser: &AnswerParser<'_>,
) -> Option<Map<String, Value>> {
    let mut moves = String::new();
    let mut other = None;
    for object in objects {
        match move_of_object(object) {
            Some(step) if matches!(claims_of_object(object, parser), Err(AnswerFault::Nothing)) => {
                push_move(&mut moves, &step);
            }
            _ if other.is_none() => other = Some(object),
            _ => return None,
        }
    }
    if moves.is_empty() {
        return None;
    }
    // Beside a path, objects that say more than a step are the log of the search.
    let is_step = |object: &Map<String, Value>| {
        object.values().filter(|value| !value.is_number() && !value.is_array()).count() == 1
    };
    let has_path = other.is_some_and(|other| {
        claims_of_object(other, parser)
            .is_ok_and(|claims| claims.iter().any(|claim| moves_of(claim).is_some()))
    });
    let mut steps = objects.iter().filter(|object| move_of_object(object).is_some());
    if has_path && !steps.all(is_step) {
        return None;
    }
    let mut joined = other.cloned().unwrap_or_default();
    // The other object may have a path or a count of its own as `moves` or `path`, which must
    // agree.
    joined.insert("solution moves".to_owned(), Value::String(moves));
    Some(joined)
}

/// The claims of several objects. One that differs from the last must be right, too; more may be a
/// log.
pub(super) fn claims_of_all(
    objects: &[Map<String, Value>],
    last: Vec<Claim>,
    parser: &AnswerParser<'_>,
    quotes: Vec<Quote>,
) -> Result<Answer, NoAnswer> {
    let others = objects[..objects.len() - 1].iter();
    let mut others: Vec<Vec<Claim>> =
        others.filter_map(|object| claims_of_object(object, parser).ok()).collect();
    others.retain(|claims| *claims != last);
    match others.pop() {
        None => Ok(Answer::new(last, quotes)),
        Some(other) if others.is_empty() => Ok(Answer::new([other, last].concat(), quotes)),
        Some(_) => {
            Err(NoAnswer::Several(format!("{} JSON objects, the last on {}", objects.len(), listed(&quotes))))
        }
    }
}

/// Compares an answer with that of the lines around it. If the answer has no path but these lines
/// do, their path is judged too: it may be wrong even if the length is right.
///
/// # Errors
/// [`NoAnswer::Several`] if the lines give a different path, or if one answer says that there is no path
/// and the other does not. [`NoAnswer::CalledWrong`] if they call their path wrong.
pub(super) fn with_lines_around(
    answer: Answer,
    weighed: Result<Extracted, NoAnswer>,
) -> Result<Answer, NoAnswer> {
    let around = match weighed {
        Ok(around) => around,
        Err(doubt @ (NoAnswer::Several(_) | NoAnswer::CalledWrong { .. })) => return Err(doubt),
        Err(_) => return Ok(answer),
    };
    let differs = |one: &Claim, other: &Claim| match (moves_of(one), moves_of(other)) {
        (Some(one), Some(other)) => one != other,
        _ => (*one == Claim::Unsolvable) != (*other == Claim::Unsolvable),
    };
    let is_other = answer.claims.iter().any(|one| around.claims.iter().any(|other| differs(one, other)));
    let has_path = |claims: &[Claim]| claims.iter().any(|claim| moves_of(claim).is_some());
    let is_more = has_path(&around.claims) && !has_path(&answer.claims);
    let quotes = || [&around.quotes[..], &answer.quotes[..]].concat();
    match (is_other, is_more) {
        (true, _) => Err(NoAnswer::Several(listed(&quotes()))),
        (false, true) => Ok(Answer::new([&around.claims[..], &answer.claims[..]].concat(), quotes())),
        (false, false) => Ok(answer),
    }
}

fn moves_of(claim: &Claim) -> Option<&[Move]> {
    match claim.without_cost() {
        Claim::Path(moves) | Claim::PathAndLength { moves, .. } => Some(moves),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{TWO, board, kind, kind_of};
    use super::super::{Extractor, Outputs};

    #[test]
    fn a_path_beside_an_object_is_judged() {
        for (text, expected) in [
            ("Path: up, left\n{\"cost\": 2, \"expanded\": 12}\n", "illegal-move"),
            ("Solution: UR\n{\"solvable\": true}\n", "ends-elsewhere"),
            ("{\"length\": 2}\nSolution: UR\n", "ends-elsewhere"),
            ("{\"path\":[123456078,123456708,123456780]}\nSolution: UR\n", "ends-elsewhere"),
            ("Path: right, right\n{\"cost\": 2, \"expanded\": 12}\n", "optimal"),
            ("Solution: RR\n{\"solvable\": true}\n", "optimal"),
            ("{\"path\":[123456078,123456708,123456780]}\nSolution: RR\n", "optimal"),
            ("{\"path\":\"RR\",\"cost\":2}\nPath does not reach the goal!\n", "CalledWrong"),
        ] {
            assert_eq!(kind(TWO, text), expected, "{text}");
        }
    }

    #[test]
    fn errors_beside_an_object_are_read() {
        for (errors, expected) in [
            ("", "optimal"),
            ("INFO: searching\n", "optimal"),
            ("INFO: depth 1: no solution\n", "optimal"),
            ("Path does not reach the goal!\n", "CalledWrong"),
            ("Verification failed\n", "CalledWrong"),
        ] {
            for stdout in ["{\"path\": \"RR\"}\n", "RR\n"] {
                assert_eq!(kind_beside(errors, stdout), expected, "{stdout}{errors}");
            }
        }
        // A log beside JSON may show other paths.
        assert_eq!(kind_beside("Solution: UR\n", "{\"path\": \"RR\"}\n"), "optimal");
        assert_eq!(kind_beside("Solution: UR\n", "RR\n"), "Several");
    }

    fn kind_beside(errors: &str, stdout: &str) -> String {
        let outputs = Outputs { stderr: errors.as_bytes(), ..Outputs::of_stdout(stdout.as_bytes()) };
        kind_of(&Extractor::default(), &outputs, &board(TWO))
    }

    #[test]
    fn objects_with_one_move_each_are_a_path() {
        let (one, two) = ("{\"step\": 1, \"move\": \"R\"}", "{\"step\": 2, \"move\": \"R\"}");
        for (text, expected) in [
            (format!("{one}\n{two}\n"), "optimal"),
            (format!("{one}\n{two}\n{{\"length\": 2, \"expanded\": 7}}\n"), "optimal"),
            (format!("{{\"expanded\": 7}}\n{one}\n{two}\n"), "optimal"),
            (format!("{one}\n{two}\n{{\"length\": 3}}\n"), "length-disagrees"),
            (format!("{one}\n{one}\n{{\"step\": 3, \"move\": \"U\"}}\n"), "ends-elsewhere"),
            (format!("{one}\n{{\"step\": 2, \"move\": \"U\"}}\n{{\"length\": 2}}\n"), "ends-elsewhere"),
            (format!("{one}\n{two}\n{{\"moves\": 2}}\n"), "optimal"),
            (format!("{one}\n{two}\n{{\"moves\": 3}}\n"), "length-disagrees"),
            (format!("{one}\n{two}\n{{\"moves\": \"UR\"}}\n"), "ends-elsewhere"),
            (format!("{{\"moves\": [{one}, {two}]}}\n"), "optimal"),
            (format!("{{\"steps\": [{one}, {two}], \"length\": 2}}\n"), "optimal"),
            (format!("{{\"solution\": [{one}, {one}, {one}]}}\n"), "illegal-move"),
            ("{\"move\": \"expand\"}\n{\"move\": \"prune\"}\n".to_owned(), "not found"),
        ] {
            assert_eq!(kind(TWO, &text), expected, "{text}");
        }
    }

    #[test]
    fn an_estimate_alone_is_no_answer() {
        for (text, expected) in [
            ("{\"h\": 0}\n", "not found"),
            ("{\"estimate\": 0}\n{\"estimate\": 0}\n", "not found"),
            ("Solution: UR\n{\"g\": 2, \"h\": 0}\n", "ends-elsewhere"),
            ("{\"moves\": \"RR\", \"h\": 2}\n", "optimal"),
            ("{\"moves\": \"RR\", \"h\": 3}\n", "inadmissible"),
        ] {
            assert_eq!(kind(TWO, text), expected, "{text}");
        }
    }
}
