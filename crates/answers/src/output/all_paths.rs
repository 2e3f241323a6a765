//! Finds all paths in an output, for programs that print every optimal path.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::Value;

use super::super::fault::AnswerFault;
use super::super::fields::Fields;
use super::super::number::{Number, after_gap, before_word, numbers};
use super::super::parser::{AnswerKind, AnswerParser};
use super::super::path_list::{paths_in_text, paths_of_list};
use super::super::vocabulary::{self, count};
use super::Extractor;
use super::candidate::{Candidate, Standing};
use super::chains::{Chain, slides_of};
use super::evidence::Evidence;
use super::extracted::{self, Extracted, NoAnswer};
use super::json::innermost;
use super::page::{Outputs, Page};
use super::passages::passages;
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
        let parser = self.parser(board, AnswerKind::Moves);
        let value = as_json(&text);
        if let Some(claims) = value.as_ref().and_then(|value| paths_in(value, &parser)) {
            let claims = claims?;
            let quotes = Page::of(&outputs.only_main()).tail(1);
            return Ok(Extracted { claims, quotes, nodes: None, path_start: None });
        }
        // Without a list, only the fields of an object count, not its other lists.
        if let Some(Value::Object(object)) = value {
            let page = Page::of(&outputs.only_main());
            let claims =
                Fields::of_object(innermost(object)).claims(&parser).map_err(|fault| match fault {
                    AnswerFault::Nothing => NoAnswer::NotFound { end: extracted::listed(&page.tail(2)) },
                    fault => NoAnswer::NotUnderstood { fault },
                })?;
            return Ok(Extracted { claims, quotes: page.tail(1), nodes: None, path_start: None });
        }
        let evidence = Evidence::of(outputs, board, goal, self.metric, self.names.as_ref());
        let (claims, lines) = evidence.listed_paths(goal, &parser)?;
        if claims.is_empty() {
            return self.extract_for(outputs, board, goal, &|_| false);
        }
        let quotes = lines.iter().take(1).map(|line| evidence.quote(*line)).collect();
        Ok(Extracted { claims, quotes, nodes: evidence.nodes, path_start: None })
    }
}

/// Parses JSON, or a Python list, whose texts have other quotes.
fn as_json(text: &str) -> Option<Value> {
    let parse = |text: &str| serde_json::from_str(text).ok();
    parse(text.trim()).or_else(|| parse(&text.trim().replace('\'', "\"")))
}

/// Returns the paths of a JSON list of paths, or of the only one in an object, with the claims of
/// its other fields. Returns `None` if there is no such list.
///
/// # Errors
/// [`NoAnswer`] if an item of the list is not a path, an object has several lists, or another field
/// contradicts it.
fn paths_in(value: &Value, parser: &AnswerParser<'_>) -> Option<Result<Vec<Claim>, NoAnswer>> {
    match value {
        Value::Array(list) => listed(list, parser),
        Value::Object(object) => {
            let mut fields = Fields::of_object(innermost(object.clone()));
            // A list with an unknown name may be the answer, but not one with a name such as
            // `explored`.
            let is_list = |text: &String| {
                paths_in_text(text, &|item| parser.item(item)).is_some_and(|paths| paths.is_ok())
            };
            let unnamed = std::mem::take(&mut fields.unnamed_lists).into_iter().map(|(_, text)| text);
            fields.paths.extend(unnamed.filter(is_list).map(Cow::Owned));
            // `"optimal_paths": 2` counts the list.
            let lists = fields.paths.iter().filter(|text| count(text).is_none()).count();
            if lists > 1 {
                return Some(Err(NoAnswer::Several(format!("{lists} lists"))));
            }
            let claims = fields.claims_of_list(parser)?;
            Some(claims.map_err(|fault| NoAnswer::NotUnderstood { fault }))
        }
        _ => None,
    }
}

/// The paths found, and their lines.
#[derive(Default)]
struct Found {
    claims: Vec<Claim>,
    /// The first lines.
    lines: Vec<usize>,
    /// The lines that have been read.
    read: BTreeSet<usize>,
}

impl Found {
    fn add(&mut self, lines: &Range<usize>, claims: Vec<Claim>) {
        if !claims.is_empty() {
            self.claims.extend(claims);
            self.lines.push(lines.start);
            self.read.extend(lines.clone());
        }
    }

    /// Whether one of the lines has been read.
    fn holds(&self, lines: &Range<usize>) -> bool {
        self.read.range(lines.clone()).next().is_some()
    }
}

/// Whether a candidate may be one of the paths: moves on one line, or one move on each of several
/// lines. Other lines may also be one path that is wrapped over them.
fn may_be_listed(candidate: &Candidate, least: Standing) -> bool {
    let is_of_search = candidate.label.is_some_and(|label| label.is_of_search && !label.is_tentative);
    candidate.standing >= least
        && !candidate.readings.is_empty()
        && !is_of_search
        && (candidate.lines.len() == 1 || candidate.is_stepwise())
}

/// The interpretation that reaches the goal, or the first one if none does.
fn one_path(readings: &[vocabulary::Reading], goal: &Board, parser: &AnswerParser<'_>) -> Option<Claim> {
    let leading = directions(readings, parser.convention)
        .find(|moves| replay(parser.board, moves.iter().copied()) == Some(*goal));
    let first = || readings.first().map(|first| directed(&first.moves, parser.convention));
    leading.or_else(first).map(Claim::Path)
}

/// The number of paths that a line states: `2 solutions found`, `Number of optimal paths: 2`; none
/// in `explored 120 paths`.
fn path_count(line: &str) -> Option<usize> {
    const BEFORE: [&str; 8] = ["found", "are", "total", "exactly", "has", "all", "only", "exist"];
    const NAMES: [&str; 4] =
        ["number of solutions", "number of paths", "number of optimal paths", "solution count"];
    let lower = line.to_ascii_lowercase();
    let is_counted = |number: &Number<'_>| {
        let before = number.before.trim_end_matches([' ', ':', '(']);
        let is_stated = before.is_empty() || before_word(before, &BEFORE).is_some();
        let after = number.after.trim_start_matches(" optimal").trim_start_matches(" shortest");
        let units = ["solutions", "paths", "solution found", "path found"];
        let begins = |rest: &str| units.iter().any(|unit| rest.starts_with(unit));
        is_stated && after_gap(after).is_some_and(begins)
    };
    let is_value = |number: &Number<'_>| {
        let name = number.before.trim_end_matches([' ', ':', '=']);
        name.len() < number.before.len() && NAMES.iter().any(|words| name.ends_with(words))
    };
    numbers(&lower).find(|number| is_counted(number) || is_value(number))?.digits.parse().ok()
}

/// The lines of a list, and its paths.
type ListOfPaths = (Range<usize>, Vec<Claim>);

fn listed(list: &[Value], parser: &AnswerParser<'_>) -> Option<Result<Vec<Claim>, NoAnswer>> {
    let paths = paths_of_list(list, &|item| parser.item(item))?;
    Some(paths.map_err(|fault| NoAnswer::NotUnderstood { fault }))
}

impl Evidence {
    /// Returns all paths with their line numbers. Uses the last list, and all paths that are
    /// labeled or alone on a line. If there are none, uses moves found elsewhere, or boards. A
    /// stated length, or a statement that no path exists, also counts as a claim.
    ///
    /// # Errors
    /// [`NoAnswer`] if a list has other items, or another number of paths is stated.
    fn listed_paths(
        &self,
        goal: &Goal,
        parser: &AnswerParser<'_>,
    ) -> Result<(Vec<Claim>, Vec<usize>), NoAnswer> {
        let goal = goal.board();
        let nested = || {
            let list = self.candidates.iter().rev().find(|candidate| !candidate.inner.is_empty())?;
            let paths = list.inner.iter().filter_map(|path| one_path(path, &goal, parser));
            Some((list.lines.clone(), paths.collect()))
        };
        let (list, claims) = self.quoted_list(parser)?.or_else(nested).unzip();
        let mut found = Found::default();
        if let (Some(list), Some(claims)) = (&list, claims) {
            found.add(list, claims);
        }
        self.add_moves(Standing::Alone, &goal, parser, &mut found)?;
        if found.claims.is_empty() {
            self.add_moves(Standing::InProse, &goal, parser, &mut found)?;
        }
        if found.claims.is_empty() {
            let paths = self.paths_of_boards(&goal).into_iter().flatten();
            paths.for_each(|(lines, path)| found.add(lines, vec![path]));
        }
        let Found { mut claims, lines, .. } = found;
        if !claims.is_empty() {
            if let Some(line) = self.other_count(claims.len()) {
                let quotes = [self.quote(lines[0]), self.quote(line)];
                return Err(NoAnswer::Several(extracted::listed(&quotes)));
            }
            claims.extend(self.clear_lengths().map(Claim::Length));
            // Prolog ends a list of answers with `false.`
            let denial = self.denials.iter().find(|denial| !denial.is_word);
            claims.extend(denial.map(|_| Claim::Unsolvable));
        }
        Ok((claims, lines))
    }

    /// Adds the paths that are given by moves with at least this standing, except those of a
    /// search.
    ///
    /// # Errors
    /// [`NoAnswer`] if moves may be repeated in a form that is not read.
    fn add_moves(
        &self,
        least: Standing,
        goal: &Board,
        parser: &AnswerParser<'_>,
        found: &mut Found,
    ) -> Result<(), NoAnswer> {
        let passages = passages(&self.page);
        let mut shown: Vec<&Candidate> =
            self.candidates.iter().filter(|candidate| may_be_listed(candidate, least)).collect();
        // At each line, the longest path with one move on each line comes first.
        shown.sort_by_key(|candidate| (candidate.lines.start, Reverse(candidate.lines.len())));
        let mut beside = None;
        for candidate in shown {
            // `DRULDR or RDLURD`
            let is_beside = least < Standing::Alone && beside == Some(&candidate.lines);
            if found.holds(&candidate.lines) && !is_beside {
                continue;
            }
            let leads = |path: &Claim| match path {
                Claim::Path(moves) => replay(parser.board, moves.iter().copied()) == Some(*goal),
                _ => false,
            };
            let whole = one_path(&candidate.readings, goal, parser);
            let is_whole = whole.as_ref().is_some_and(leads);
            if candidate.may_repeat && !is_whole {
                return Err(NoAnswer::PerhapsMoves(self.quote(candidate.lines.start)));
            }
            // An output may have many passages, which are in order.
            let at = passages.partition_point(|passage| passage.lines.start < candidate.lines.start);
            let several = passages.get(at).filter(|_| !is_whole).and_then(|passage| {
                let closing = |c: char| c.is_whitespace() || "}])'\";.".contains(c);
                let text = passage.text.get(candidate.column..)?.trim_end_matches(closing);
                paths_in_text(text, &|item| parser.item(item))?.ok().filter(|paths| paths.len() > 1)
            });
            beside = several.is_none().then_some(&candidate.lines);
            found.add(&candidate.lines, several.or(whole.map(|path| vec![path])).unwrap_or_default());
        }
        Ok(())
    }

    /// Returns the paths that are given by boards, if there are several and all reach the goal.
    /// Other boards may be a trace of the search.
    fn paths_of_boards(&self, goal: &Board) -> Option<Vec<(&Range<usize>, Claim)>> {
        let chains = self.chains.iter().filter(|chain| !chain.steps.is_empty());
        let path = |chain: &Chain| Some(Claim::Path(slides_of(chain.up_to(goal)?)));
        let paths: Option<Vec<_>> = chains.map(|chain| Some((&chain.lines, path(chain)?))).collect();
        paths.filter(|paths| paths.len() > 1)
    }

    /// The line of a stated number of paths that differs from this one: `2 solutions found`.
    fn other_count(&self, count: usize) -> Option<usize> {
        self.page.lines.iter().position(|line| path_count(&line.text).is_some_and(|stated| stated != count))
    }

    /// The last list of quoted paths, such as `['UL', 'LU']`, with its lines.
    ///
    /// # Errors
    /// [`NoAnswer`] if an item of the list is not a path.
    fn quoted_list(&self, parser: &AnswerParser<'_>) -> Result<Option<ListOfPaths>, NoAnswer> {
        let last = passages(&self.page).into_iter().rev().find_map(|passage| {
            let text = &passage.text;
            let value = as_json(text.get(text.find('[')?..=text.rfind(']')?)?)?;
            Some((passage.lines, listed(value.as_array()?, parser)?))
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
            "{\"length\": 6, \"paths\": [\"DRULDR\", \"RDLURD\"], \"solvable\": true, \"h\": 4}",
            "{\"path\": \"DRULDR\", \"all_paths\": [\"DRULDR\", \"RDLURD\"], \"moves\": 6, \"cost\": 6}",
            "{\"routes\": [\"DRULDR\", \"RDLURD\"], \"explored\": [\"DR\", \"RD\"]}",
            "{\"optimal_paths\": 2, \"paths\": [\"DRULDR\", \"RDLURD\"]}",
            "DRULDR\nRDLURD\n",
            "Solution 1: DRULDR\nSolution 2: RDLURD\n",
            "2 solutions\nRDLURD\nDRULDR\n",
            "Paths: ['DRULDR', 'RDLURD']\nLength: 6\n",
            "2 optimal paths of 6 moves\nDRULDR\nRDLURD\n",
            "DRULDR (6 moves)\nRDLURD (6 moves)\n",
            "DRULDR RDLURD\n",
            "DRULDR, RDLURD\n",
            "DRULDR or RDLURD\n",
            "{'DRULDR', 'RDLURD'}\n",
            "DRULDR; RDLURD\n",
            "Found: DRULDR\nFound: RDLURD\n",
            "P = [down,right,up,left,down,right] ;\nP = [right,down,left,up,right,down] ;\nfalse.\n",
            "Solution 1:\ndown\nright\nup\nleft\ndown\nright\n\
             Solution 2:\nright\ndown\nleft\nup\nright\ndown\n",
            "explored 120 paths\ncurrent path: DR\nDRULDR\nRDLURD\n",
            "123408765 123468705 123468750 123460758 123406758 123456708 123456780\n\
             123408765 123480765 123485760 123485706 123405786 123450786 123456780\n",
            "2 solutions found\nDRULDR\nRDLURD\n",
            "Valid solution: DRULDR\nValid solution: RDLURD\n",
            "Nodes expanded: 12, path: D\nPath 1: DRULDR\nPath 2: RDLURD\n",
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
            ("{\"explored\":[\"DRULDR\",\"RDLURD\"]}", "not-understood"),
            ("{\"paths\":[\"DRULDR\",\"RDLURD\"],\"length\":99}", "length-disagrees"),
            ("{\"paths\":[\"DRULDR\",\"RDLURD\"],\"cost\":7}", "length-disagrees"),
            ("{\"paths\":[\"DRULDR\",\"RDLURD\"],\"count\":3}", "not-understood"),
            ("{\"paths\":[\"DRULDR\",\"RDLURD\"],\"num_solutions\":1}", "not-understood"),
            ("{\"paths\":[\"DRULDR\",\"RDLURD\"],\"solvable\":false}", "says-unsolvable"),
            ("{\"paths\":[\"DRULDR\",\"RDLURD\"],\"verified\":false}", "not-understood"),
            ("{\"paths\":[\"DRULDR\",\"RDLURD\"],\"path\":\"LURDRD\"}", "not-understood"),
            ("{\"paths\":[\"DRULDR\"],\"path\":\"RDLURD\"}", "not-understood"),
            ("no solution\n", "says-unsolvable"),
            ("DRULDR\nRDLURD\nNo solution found\n", "says-unsolvable"),
            ("[['D','R','U','L','D','R'],['R','D','L','U','R','D']]\nSolution: DL\n", "ends-elsewhere"),
            ("6\n", "missing-paths"),
            ("found [['D','R','U','L','D','R'],['R','D','L','U','R','D'],['x','y']]\n", "not-understood"),
            ("Paths: ['DRULDR', 'RDLURD', 'what']\n2 paths\n", "not-understood"),
            ("DRULDR\nRDLURD\nLength: 99\n", "too-long"),
            ("Number of optimal paths: 3\nDRULDR\nRDLURD\n", "not-understood"),
            ("DRULDR\nRDLURD\n1 solution found\n", "not-understood"),
            ("DRULDR RDLURU\n", "ends-elsewhere"),
            ("Path 1: DRULDR\nPath 2: R D L U twice\n", "not-understood"),
            ("123408765 123468705 123408765\nbye\n", "not-understood"),
            ("2 optimal paths of 7 moves\nDRULDR\nRDLURD\n", "too-long"),
        ] {
            assert_eq!(judged(text), kind, "{text}");
        }
    }

    /// A time that grows with the square of the lines would not end here.
    #[test]
    fn long_lists_are_read() {
        assert_eq!(judged(&"DRULDR\n".repeat(100_000)), "repeated-path");
    }

    #[test]
    fn a_count_of_paths_without_paths_lacks_them() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let judge = Judge::new(Solver::new(&goal).unwrap());
        let finding = judge.judge_all_paths(&"123408765".parse().unwrap(), &[Claim::Length(6)]);
        assert!(matches!(finding.unwrap(), Some(Finding::MissingPaths { found: 0, count: 2, .. })));
    }
}
