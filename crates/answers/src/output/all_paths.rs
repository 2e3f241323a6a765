//! Finds all paths in an output, for programs that print every optimal path.

use std::ops::Range;

use serde_json::Value;

use super::super::fields::{AnswerKind, Reading};
use super::super::path_list::paths_of_list;
use super::super::vocabulary;
use super::Extractor;
use super::evidence::Evidence;
use super::extracted::{Extracted, NoAnswer};
use super::page::{Outputs, Page};
use super::paths::{Standing, passages};
use super::replay::{directed, directions, replay};
use tilebase::board::{Board, Goal};
use tilebase::judge::Claim;

impl Extractor {
    /// Finds all paths in the output of a run: a list of paths, or paths that are labeled or alone
    /// on their lines. Paths that do not reach the goal are included. An output without paths is
    /// read like that of [`extract_for`](Self::extract_for).
    ///
    /// # Errors
    /// [`NoAnswer`] if there is no answer.
    pub fn extract_all_paths(
        &self,
        outputs: &Outputs<'_>,
        board: &Board,
        goal: &Goal,
    ) -> Result<Extracted, NoAnswer> {
        let text = String::from_utf8_lossy(outputs.main());
        let convention = self.moves;
        let reading = Reading { board, kind: AnswerKind::Moves, convention, has_costs: self.has_costs };
        if let Some(claims) = as_json(&text).and_then(|value| paths_in(value, &reading)) {
            let claims = claims?;
            let quotes = Page::of(&outputs.only_main()).tail(1);
            return Ok(Extracted { claims, quotes, nodes: None, habit: None });
        }
        let evidence = Evidence::of(outputs, board, goal, self.names.as_ref());
        let (claims, lines) = evidence.listed_paths(board, goal, &reading)?;
        if claims.is_empty() {
            return self.extract_for(outputs, board, goal, &|_| false);
        }
        let quotes = lines.iter().take(1).map(|line| evidence.quote(*line)).collect();
        Ok(Extracted { claims, quotes, nodes: evidence.nodes, habit: None })
    }
}

/// Parses JSON, or a Python list, whose texts have other quotes.
fn as_json(text: &str) -> Option<Value> {
    let parse = |text: &str| serde_json::from_str(text).ok();
    parse(text.trim()).or_else(|| parse(&text.trim().replace('\'', "\"")))
}

/// Returns the paths of a JSON list of paths, or of the only one in an object; `None` if there is
/// no such list.
///
/// # Errors
/// [`NoAnswer`] if an item of the list is not a path, or an object has several lists.
fn paths_in(value: Value, reading: &Reading<'_>) -> Option<Result<Vec<Claim>, NoAnswer>> {
    match value {
        Value::Array(list) => listed(&list, reading),
        Value::Object(fields) => {
            let lists = fields.values().filter_map(Value::as_array);
            let mut found = lists.filter_map(|list| listed(list, reading));
            let first = found.next()?;
            let others = found.count();
            Some(if others == 0 { first } else { Err(NoAnswer::Several(format!("{} lists", others + 1))) })
        }
        _ => None,
    }
}

/// The lines of a list, and its paths.
type ListOfPaths = (Range<usize>, Vec<Claim>);

fn listed(list: &[Value], reading: &Reading<'_>) -> Option<Result<Vec<Claim>, NoAnswer>> {
    let paths = paths_of_list(list, &|item| reading.item(item))?;
    Some(paths.map_err(|fault| NoAnswer::NotUnderstood { fault }))
}

impl Evidence {
    /// Returns the paths of the last list, the paths that are labeled or alone on their lines, and
    /// the numbers of these lines. Stated lengths and a statement that there is no path are claims
    /// too.
    fn listed_paths(
        &self,
        board: &Board,
        goal: &Goal,
        reading: &Reading<'_>,
    ) -> Result<(Vec<Claim>, Vec<usize>), NoAnswer> {
        let goal = goal.board();
        let path = |readings: &Vec<vocabulary::Reading>| {
            let leading = directions(readings, reading.convention)
                .find(|moves| replay(board, moves.iter().copied()) == Some(goal));
            let first = || readings.first().map(|first| directed(&first.moves, reading.convention));
            leading.or_else(first).map(Claim::Path)
        };
        let nested = || {
            let list = self.candidates.iter().rev().find(|candidate| !candidate.inner.is_empty())?;
            Some((list.lines.clone(), list.inner.iter().filter_map(path).collect()))
        };
        let (list, claims) = self.quoted_list(reading)?.or_else(nested).unzip();
        let mut claims: Vec<Claim> = claims.unwrap_or_default();
        let mut lines: Vec<usize> = list.iter().map(|lines| lines.start).collect();
        let is_beside_list = |lines: &Range<usize>| {
            list.as_ref().is_none_or(|list| lines.end <= list.start || list.end <= lines.start)
        };
        let others = self.candidates.iter().filter(|candidate| is_beside_list(&candidate.lines));
        for candidate in others.filter(|candidate| candidate.standing >= Standing::Alone) {
            // Lines may also be read as one path that is broken over them.
            if candidate.lines.len() == 1
                && lines.last() != Some(&candidate.lines.start)
                && let Some(claim) = path(&candidate.readings)
            {
                claims.push(claim);
                lines.push(candidate.lines.start);
            }
        }
        if !claims.is_empty() {
            claims.extend(self.strong().map(Claim::Length));
            claims.extend(self.sayings.first().map(|_| Claim::Unsolvable));
        }
        Ok((claims, lines))
    }

    /// The last list of quoted paths, such as `['UL', 'LU']`, with its lines.
    ///
    /// # Errors
    /// [`NoAnswer`] if an item of the list is not a path.
    fn quoted_list(&self, reading: &Reading<'_>) -> Result<Option<ListOfPaths>, NoAnswer> {
        let last = passages(&self.page).into_iter().rev().find_map(|passage| {
            let text = &passage.text;
            let value = as_json(text.get(text.find('[')?..=text.rfind(']')?)?)?;
            Some((passage.lines, listed(value.as_array()?, reading)?))
        });
        last.map(|(lines, claims)| Ok((lines, claims?))).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase::Solver;
    use tilebase::board::Shape;
    use tilebase::judge::{Finding, Judge};

    fn judged(text: &str) -> String {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let judge = Judge::new(Solver::new(&goal).unwrap());
        let board = "123408765".parse().unwrap();
        let outputs = Outputs::of_stdout(text.as_bytes());
        match Extractor::default().extract_all_paths(&outputs, &board, &goal) {
            Ok(found) => judge.judge_all_paths(&board, &found.claims).unwrap().unwrap().kind().to_owned(),
            Err(_no_answer) => "not-understood".to_owned(),
        }
    }

    #[test]
    fn lists_and_lines_of_paths_are_read() {
        for text in [
            "[['down','right','up','left','down','right'],['right','down','left','up','right','down']]",
            "[[\"D\",\"R\",\"U\",\"L\",\"D\",\"R\"],[\"R\",\"D\",\"L\",\"U\",\"R\",\"D\"]]",
            "[\"DRULDR\",\"RDLURD\"]",
            "['DRULDR', 'RDLURD']",
            "{\"count\": 2, \"paths\": [\"DRULDR\", \"RDLURD\"]}",
            "DRULDR\nRDLURD\n",
            "Solution 1: DRULDR\nSolution 2: RDLURD\n",
            "2 solutions\nRDLURD\nDRULDR\n",
            "Paths: ['DRULDR', 'RDLURD']\nLength: 6\n",
            "2 optimal paths of 6 moves\nDRULDR\nRDLURD\n",
            "DRULDR (6 moves)\nRDLURD (6 moves)\n",
        ] {
            assert_eq!(judged(text), "all-paths", "{text}");
        }
    }

    #[test]
    fn missing_repeated_and_wrong_paths_are_kept() {
        for (text, kind) in [
            ("[[\"D\",\"R\",\"U\",\"L\",\"D\",\"R\"]]", "missing-paths"),
            ("[\"D\",\"R\",\"U\",\"L\",\"D\",\"R\"]", "missing-paths"),
            ("DRULDR\n", "missing-paths"),
            ("DRULDR\nDRULDR\n", "repeated-path"),
            ("Solution 1: DRULDR\nSolution 2: RDLURU\n", "ends-elsewhere"),
            ("[\"DRULDR\",\"RDLURD\",\"DRULDRLR\"]", "longer"),
            ("[\"DRULDR\",\"RDLURD\",\"what\"]", "not-understood"),
            ("[\"DRULDR\",\"RDLURD\",7]", "not-understood"),
            ("{\"paths\":[\"DRULDR\"],\"z\":[\"DRULDR\",\"RDLURD\"]}", "not-understood"),
            ("no solution\n", "says-unsolvable"),
            ("DRULDR\nRDLURD\nNo solution found\n", "says-unsolvable"),
            ("[['D','R','U','L','D','R'],['R','D','L','U','R','D']]\nSolution: DL\n", "ends-elsewhere"),
            ("6\n", "missing-paths"),
            ("found [['D','R','U','L','D','R'],['R','D','L','U','R','D'],['x','y']]\n", "not-understood"),
            ("Paths: ['DRULDR', 'RDLURD', 'what']\n2 paths\n", "not-understood"),
            ("DRULDR\nRDLURD\nLength: 99\n", "too-long"),
            ("2 optimal paths of 7 moves\nDRULDR\nRDLURD\n", "too-long"),
        ] {
            assert_eq!(judged(text), kind, "{text}");
        }
    }

    #[test]
    fn a_count_of_paths_without_paths_lacks_them() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let judge = Judge::new(Solver::new(&goal).unwrap());
        let finding = judge.judge_all_paths(&"123408765".parse().unwrap(), &[Claim::Length(6)]);
        assert!(matches!(finding.unwrap(), Some(Finding::MissingPaths { found: 0, count: 2, .. })));
    }
}
