//! `validate --nodes-as METHOD`: compares a solver's node counts with those of a method.

use tilebase::search::Limits;
use tilebase::solve::{Algorithm, ConventionName, HeuristicName, SolveError};
use tilebase::table::Folder;

use super::options::{ALGORITHMS, CONVENTIONS, HEURISTICS};
use crate::ask::{Changes, NamedMethod};
use crate::shell::named;
use crate::trial::TrialResult;

/// Reads an algorithm, optionally followed by a heuristic and a convention:
/// `astar:manhattan:zhang`, `bfs:akhtar`.
pub(super) fn read_method(text: &str) -> Result<NamedMethod, String> {
    let expected = |what: &str, names: Vec<&str>, found: &str| {
        format!("expected {what}, one of {}, found {found:?}", names.join(", "))
    };
    let mut parts = text.split(':');
    let name = parts.next().unwrap_or_default();
    // A table lookup expands no nodes.
    let searches = || Algorithm::ALL.into_iter().filter(|algorithm| *algorithm != Algorithm::Table);
    let algorithm = named(&ALGORITHMS, name)
        .filter(|algorithm| *algorithm != Algorithm::Table)
        .ok_or_else(|| expected("an algorithm", searches().map(Algorithm::name).collect(), name))?;
    let mut changes = Changes::default();
    for part in parts {
        let (heuristic, convention) = (named(&HEURISTICS, part), named(&CONVENTIONS, part));
        let is_new = match (heuristic, convention) {
            (Some(_), _) => std::mem::replace(&mut changes.heuristic, heuristic).is_none(),
            (None, Some(_)) => std::mem::replace(&mut changes.convention, convention).is_none(),
            (None, None) => {
                let heuristics = HeuristicName::ALL.into_iter().map(HeuristicName::name);
                let conventions = ConventionName::ALL.map(ConventionName::name);
                return Err(expected(
                    "a heuristic or a convention",
                    heuristics.chain(conventions).collect(),
                    part,
                ));
            }
        };
        if !is_new {
            return Err(format!("expected one heuristic and one convention, found another: {part:?}"));
        }
    }
    NamedMethod::new(algorithm, changes).map_err(|error| error.to_string())
}

/// Sets the expected node count of each board that reports one, unless the board is unsolvable or
/// the method reaches a limit.
///
/// # Errors
/// [`SolveError`] if the tables of the method are missing or damaged.
pub(super) fn count_as(
    method: &NamedMethod,
    folder: &Folder,
    limits: Limits,
    result: &mut TrialResult,
    progress: impl Fn(),
) -> Result<(), SolveError> {
    let Some(first) = result.tried.first() else { return Ok(()) };
    let solver = method.solver(&first.goal).folder(folder).limits(limits).build()?;
    for tried in &mut result.tried {
        if tried.nodes.is_some() && tried.distance.is_some() {
            match solver.solve(&tried.board) {
                Ok(outcome) => tried.expected_nodes = Some(outcome.statistics.expanded),
                Err(SolveError::Limit(_)) => {}
                Err(error) => return Err(error),
            }
        }
        progress();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_is_read_by_its_names() {
        for (text, shown) in [
            ("breadth-first", "breadth-first"),
            ("astar:manhattan", "astar manhattan"),
            ("astar:misplaced:zhang", "astar misplaced zhang"),
            ("uniform-cost:tran", "uniform-cost tran"),
            ("astar:zhang", "astar manhattan zhang"),
            ("bfs:akhtar", "breadth-first akhtar"),
            ("a*:hamming", "astar misplaced"),
        ] {
            assert_eq!(read_method(text).unwrap().to_string(), shown);
        }
        for (text, expected) in [
            ("breadth", "expected an algorithm, one of breadth-first, "),
            ("table", "expected an algorithm"),
            ("astar:best", "expected a heuristic or a convention, one of zero, "),
            ("astar:manhattan:zero", "expected one heuristic and one convention, found another: \"zero\""),
            ("breadth-first:manhattan", "heuristic"),
            ("ida:manhattan:tran", "ida does not support conventions"),
        ] {
            let error = read_method(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
