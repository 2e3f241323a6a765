//! The path that an output presents as its answer, if some path in it reaches the goal.
//!
//! The choice follows labels and order, never the goal: otherwise, any line that happens to work
//! would hide a wrong answer.
//!
//! - Labeled paths (`Solution: UL`) are the answer, and all of them must reach the goal. If one
//!   fails, it is judged, or the output is in doubt if a different label comes last.
//! - Without a label, the last path is the answer. If an earlier path works, but later moves or
//!   boards fail, the output is in doubt.
//! - At least three similar lines of which most fail are a trace of the search, unless they are
//!   labeled as a solution.
//!
//! An output may have a million lines, so no candidate is compared with every path.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::candidate::{Candidate, Standing};
use super::evidence::{Denial, Evidence};
use super::extracted::{NoAnswer, listed};
use super::labels::Label;
use super::proofs::GoalPath;
use super::replay::{directed, directions, replay};
use super::weigh::{Answer, Case};
use tilebase::board::Move;
use tilebase::judge::Claim;
use tilebase::notation::MoveConvention;

/// A labeled path.
struct Labeled<'a> {
    noun: &'static str,
    line: usize,
    outcome: Outcome<'a>,
}

/// Whether a labeled path reaches the goal.
enum Outcome<'a> {
    Reaches(&'a GoalPath),
    Fails(Vec<Move>),
    /// A list of numbers, which may not be tiles; the four directions, which may be a legend; or
    /// moves that may be repeated in a form that is not read.
    MayFail,
}

/// Fewest similar lines that may be a trace.
const MIN_TRACE_LINES: usize = 3;

impl Evidence {
    /// Whether each candidate is part of a trace of the search.
    pub(super) fn traces(&self, proofs: &[GoalPath]) -> Vec<bool> {
        let mut is_proven = vec![false; self.candidates.len()];
        proofs.iter().filter_map(|proof| proof.candidate).for_each(|index| is_proven[index] = true);
        // A path may cover several lines, each of which fails alone.
        let paths = Spans::of(proofs.iter().map(|proof| proof.lines.clone()).filter(|lines| lines.len() > 1));
        let mut alike: BTreeMap<(Standing, Option<Label>), Vec<usize>> = BTreeMap::new();
        for (index, candidate) in self.candidates.iter().enumerate() {
            let has_moves = candidate.moves_of_path().is_some();
            let is_whole = candidate.lines.len() == 1 && candidate.standing > Standing::Steps;
            let may_be_trace = candidate.label.is_none_or(|label| label.may_be_of_trace());
            let is_line = is_whole && may_be_trace;
            if is_line && (is_proven[index] || (has_moves && !paths.hold(&candidate.lines))) {
                alike.entry((candidate.standing, candidate.label)).or_default().push(index);
            }
        }
        let mut traces = vec![false; self.candidates.len()];
        for members in alike.values() {
            let lines: BTreeSet<usize> =
                members.iter().map(|index| self.candidates[*index].lines.start).collect();
            let good: BTreeSet<usize> = members
                .iter()
                .filter(|index| is_proven[**index])
                .map(|index| self.candidates[*index].lines.start)
                .collect();
            if lines.len() >= MIN_TRACE_LINES && 2 * good.len() < lines.len() {
                members.iter().for_each(|index| traces[*index] = true);
            }
        }
        traces
    }

    /// Chooses the path that is presented as the answer, and compares it with other statements.
    ///
    /// `proofs` are the paths that reach the goal, at least one, without those of traces.
    pub(super) fn presented(
        &self,
        proofs: &[GoalPath],
        traces: &[bool],
        case: &Case<'_>,
    ) -> Result<Answer, NoAnswer> {
        let labeled = self.labeled(proofs, traces, case);
        let Some(last) = labeled.last() else { return self.unlabeled(proofs, case) };
        let failing = labeled.iter().rev().find(|path| !matches!(path.outcome, Outcome::Reaches(_)));
        if let Some(failing) = failing {
            let is_the_answer = failing.noun == last.noun && !case.has_failed;
            return match &failing.outcome {
                Outcome::Fails(moves) if is_the_answer => {
                    Ok(self.answer(Claim::Path(moves.clone()), failing.line))
                }
                _ if failing.line == last.line => Err(self.several(proofs[0].line(), failing.line)),
                _ => Err(self.several(failing.line, last.line)),
            };
        }
        let paths: Vec<&GoalPath> = labeled
            .iter()
            .filter_map(|path| if let Outcome::Reaches(proof) = path.outcome { Some(proof) } else { None })
            .collect();
        let chosen = self.last_of(&paths);
        if let Some(other) = paths.iter().find(|other| other.length != chosen.length) {
            return Err(self.several(other.line(), chosen.line()));
        }
        self.compared(chosen, proofs, case)
    }

    /// The last path. Of several paths on the same lines, prefers one whose length is stated, then
    /// a complete one, then the longest.
    fn last_of<'a>(&self, paths: &[&'a GoalPath]) -> &'a GoalPath {
        let has_stated_length =
            |proof: &GoalPath| self.clear_lengths().any(|length| proof.may_be_as_long(length));
        let last = paths.iter().max_by_key(|proof| proof.line()).expect("there is a path");
        // A line of a path with one move on each is no path of its own.
        let is_stepwise =
            |proof: &&&GoalPath| proof.candidate.is_some_and(|index| self.candidates[index].is_stepwise());
        let stepwise = Spans::of(paths.iter().filter(is_stepwise).map(|proof| proof.lines.clone()));
        let begins_above = |proof: &GoalPath| Some(proof.lines.start.checked_sub(1)?..proof.lines.end);
        let is_inside = |proof: &GoalPath| begins_above(proof).is_some_and(|lines| stepwise.hold(&lines));
        let same = paths
            .iter()
            .filter(|proof| proof.lines.start < last.lines.end && last.lines.start < proof.lines.end)
            .filter(|proof| !is_inside(proof));
        same.max_by_key(|proof| (has_stated_length(proof), !proof.goes_on, proof.lines.len()))
            .expect("itself")
    }

    /// The answer without a label: the last path, unless something contradicts it.
    fn unlabeled(&self, proofs: &[GoalPath], case: &Case<'_>) -> Result<Answer, NoAnswer> {
        let chosen = self.last_of(&proofs.iter().collect::<Vec<_>>());
        let is_apart = |other: &&GoalPath| other.lines.end <= chosen.lines.start;
        let shorter = proofs.iter().filter(is_apart).find(|other| other.length < chosen.length);
        if let Some(shorter) = shorter {
            return Err(self.several(shorter.line(), chosen.line()));
        }
        let other =
            self.contradiction(chosen, proofs, case).or_else(|| self.path_of_other_method(chosen, case));
        if let Some(line) = other {
            return Err(self.several(chosen.line(), line));
        }
        self.compared(chosen, proofs, case)
    }

    /// The labeled paths, in order, except those of traces and of single steps of another path.
    fn labeled<'a>(&self, proofs: &'a [GoalPath], traces: &[bool], case: &Case<'_>) -> Vec<Labeled<'a>> {
        let mut found: Vec<Labeled<'a>> = proofs
            .iter()
            .filter(|proof| proof.candidate.is_none() && proof.standing == Standing::Named)
            .map(|proof| Labeled { noun: "", line: proof.line(), outcome: Outcome::Reaches(proof) })
            .collect();
        // The best path of each line, and of each column of it: a line may have several labels.
        let (mut on_line, mut own) = (BTreeMap::new(), BTreeMap::new());
        for proof in proofs {
            let Some(index) = proof.candidate else { continue };
            keep_more_complete(on_line.entry(proof.line()).or_insert(proof), proof);
            keep_more_complete(
                own.entry((proof.line(), self.candidates[index].column)).or_insert(proof),
                proof,
            );
        }
        let beside = Beside::of(proofs);
        let mut last_place = None;
        for (candidate, _) in self.candidates.iter().zip(traces).filter(|(_, is_trace)| !**is_trace) {
            let Some(label) = candidate.label.filter(|label| label.is_of_answer) else { continue };
            let (line, column) = (candidate.lines.start, candidate.column);
            // Beside a path, a single move may belong to a legend.
            let is_path = candidate.moves_of_path().is_some_and(|moves| moves.len() > 1);
            let outcome = match own.get(&(line, column)).or_else(|| on_line.get(&line).filter(|_| !is_path)) {
                Some(proof) => Some(Outcome::Reaches(proof)),
                None if label.is_of_tiles && beside.mirror(candidate) => None,
                None => self.outcome_of_failing(candidate, label, &beside, case),
            };
            let is_new = last_place != Some((line, column));
            if let Some(outcome) = outcome.filter(|_| is_new) {
                last_place = Some((line, column));
                found.push(Labeled { noun: label.noun, line, outcome });
            }
        }
        found.sort_by_key(|path| path.line);
        found
    }

    /// The outcome of labeled moves that do not reach the goal; `None` if they are no path of their
    /// own.
    fn outcome_of_failing<'a>(
        &self,
        candidate: &Candidate,
        label: Label,
        beside: &Beside,
        case: &Case<'_>,
    ) -> Option<Outcome<'a>> {
        let Some(moves) = candidate.moves_of_path() else {
            let tiles = candidate.tiles.iter().filter(|_| candidate.readings.is_empty());
            let is_tile = |number: &u32| (1..=case.board.shape().tiles() as u32).contains(number);
            let is_list = |tiles: &Vec<u32>| tiles.len() > 1 && tiles.iter().all(is_tile);
            let is_of_tiles = tiles.clone().any(is_list) && !self.is_board(candidate);
            // The four directions once each are a legend only above a path.
            let is_below = beside.end <= candidate.lines.start;
            let may_be_path = candidate.is_clear && candidate.usual_moves().is_some() && is_below;
            return (is_of_tiles || may_be_path).then_some(Outcome::MayFail);
        };
        let is_step = moves.len() == 1 && label.may_head_legend() && beside.steps.hold(&candidate.lines);
        let may_be_path = (candidate.is_clear || candidate.may_repeat) && !is_step;
        let moves = directed(moves, case.convention);
        if !may_be_path || beside.agree_with(candidate) || self.is_of_other_board(candidate, &moves, case) {
            return None;
        }
        Some(if candidate.may_repeat { Outcome::MayFail } else { Outcome::Fails(moves) })
    }

    /// Whether moves solve another board that is printed above them.
    fn is_of_other_board(&self, candidate: &Candidate, moves: &[Move], case: &Case<'_>) -> bool {
        let other = self.board_above(candidate.lines.start).filter(|board| *board != case.board);
        other.is_some_and(|board| replay(board, moves.iter().copied()) == Some(case.goal.board()))
    }

    /// Whether a candidate has a line of a board.
    fn is_board(&self, candidate: &Candidate) -> bool {
        candidate.lines.clone().any(|line| self.board_lines[line])
    }

    /// The line of moves or boards that contradict a path: they do not reach the goal, and come
    /// after the path, perhaps on its line, or begin before it.
    fn contradiction(&self, path: &GoalPath, proofs: &[GoalPath], case: &Case<'_>) -> Option<usize> {
        let has_stated_length = self.clear_lengths().any(|length| path.may_be_as_long(length));
        if path.goes_on && !has_stated_length {
            return Some(path.lines.end.min(self.page.lines.len() - 1));
        }
        // Moves alone on consecutive lines may be one path.
        let block = self.candidates.iter().find(|block| {
            let is_longer = block.lines.start < path.lines.start && holds(&block.lines, &path.lines);
            is_longer && !block.is_part && block.label.is_none() && block.usual_moves().is_some()
        });
        if let Some(block) = block.filter(|_| path.boards.is_none() && !has_stated_length) {
            return Some(block.lines.start);
        }
        let fewest = path.moves.len().min(2);
        // Alone on its line, a single move may be another answer.
        let fewest_of = |candidate: &Candidate| match candidate.standing {
            Standing::Alone => 1,
            _ => fewest,
        };
        let column = path.candidate.map(|index| self.candidates[index].column);
        let on_its_line: BTreeSet<usize> = proofs
            .iter()
            .filter(|other| other.line() == path.line())
            .filter_map(|other| other.candidate.map(|index| self.candidates[index].column))
            .collect();
        let of_moves = self.candidates.iter().rev().find(|candidate| {
            let is_beside = candidate.lines == path.lines
                && column.is_some_and(|column| column < candidate.column)
                && !on_its_line.contains(&candidate.column);
            let is_long = candidate.usual_moves().is_some_and(|moves| moves.len() >= fewest_of(candidate));
            let is_of_search = candidate.label.is_some_and(|label| !label.is_of_answer);
            (is_beside || candidate.lines.start >= path.lines.end)
                && is_long
                && candidate.is_clear
                && !is_of_search
                && !(is_given_otherwise(path)
                    && either_convention(candidate).any(|moves| moves == path.moves))
        });
        let goal = case.goal.board();
        let of_boards = self.chains.last().filter(|chain| {
            chain.lines.start >= path.lines.end
                && chain.shows_first
                && chain.steps.len() >= fewest.max(1)
                && chain.up_to(&goal).is_none()
        });
        of_moves.map(|candidate| candidate.lines.start).or(of_boards.map(|chain| chain.lines.start))
    }

    /// Compares a path with denials and with its stated length.
    fn compared(&self, proof: &GoalPath, proofs: &[GoalPath], case: &Case<'_>) -> Result<Answer, NoAnswer> {
        let mut quotes = vec![self.quote(proof.line())];
        if let Some(line) = self.other_moves_beside(proof) {
            return Err(self.several(proof.line(), line));
        }
        let own = self.method_of_path(proof);
        let denies_path = |denial: &&Denial| {
            let is_sentence = !denial.is_limited && !denial.is_word;
            is_sentence && denial.line != proof.line() && !self.is_of_other_method(denial.line, own)
        };
        let denied = self.denials.iter().find(denies_path);
        let claim = match denied {
            Some(denial) if !proof.moves.is_empty() => {
                quotes.push(self.quote(denial.line));
                Claim::PathAndUnsolvable { moves: proof.moves.clone() }
            }
            Some(denial) => return Ok(self.answer(Claim::Unsolvable, denial.line)),
            None => self.with_stated_length(proof, proofs, case)?,
        };
        let lines = proof.lines.clone();
        Ok(Answer { path_start: proof.path_start, lines, ..Answer::new(vec![claim], quotes) })
    }

    /// The line of moves, one beside each board of a path, that describe another path.
    fn other_moves_beside(&self, proof: &GoalPath) -> Option<usize> {
        proof.boards.as_ref().filter(|_| proof.moves.len() > 1)?;
        let lines = proof.lines.start.saturating_sub(1)..proof.lines.end + 1;
        // `↓` between boards, whatever the move
        let is_separator = |candidate: &Candidate| {
            let is_of_one = |moves: &[Move]| moves.iter().all(|step| *step == moves[0]);
            candidate.readings.iter().all(|reading| reading.names.is_of_arrows() && is_of_one(&reading.moves))
        };
        let is_beside = |candidate: &&Candidate| {
            candidate.standing == Standing::Steps
                && candidate.is_clear
                && holds(&lines, &candidate.lines)
                && candidate.usual_moves().is_some_and(|moves| moves.len() == proof.moves.len())
                && !is_separator(candidate)
        };
        let mut beside = self.candidates.iter().filter(is_beside);
        let other =
            beside.find(|candidate| !either_convention(candidate).any(|moves| moves == proof.moves))?;
        Some(other.lines.start)
    }

    pub(super) fn several(&self, one: usize, other: usize) -> NoAnswer {
        NoAnswer::Several(listed(&[one.min(other), one.max(other)].map(|line| self.quote(line))))
    }
}

/// Replaces a path by another one that begins in the same place, if that is more complete.
fn keep_more_complete<'a>(best: &mut &'a GoalPath, proof: &'a GoalPath) {
    let rank = |proof: &GoalPath| (!proof.goes_on, proof.lines.len());
    if rank(proof) > rank(best) {
        *best = proof;
    }
}

/// Whether one range of lines holds another.
fn holds(lines: &Range<usize>, other: &Range<usize>) -> bool {
    lines.start <= other.start && other.end <= lines.end
}

/// Ranges of lines, sorted by their first line.
struct Spans {
    /// The first line of each range, and the largest end of it and the ranges before it.
    ends: Vec<(usize, usize)>,
}

impl Spans {
    fn of(lines: impl Iterator<Item = Range<usize>>) -> Self {
        let mut ends: Vec<(usize, usize)> = lines.map(|lines| (lines.start, lines.end)).collect();
        ends.sort_unstable();
        let mut largest = 0;
        for (_, end) in &mut ends {
            largest = largest.max(*end);
            *end = largest;
        }
        Self { ends }
    }

    /// Whether one of the ranges holds these lines.
    fn hold(&self, lines: &Range<usize>) -> bool {
        let before = self.ends.partition_point(|(start, _)| *start <= lines.start);
        before > 0 && self.ends[before - 1].1 >= lines.end
    }
}

/// The paths that reach the goal, for comparison with labeled moves that do not.
struct Beside<'a> {
    /// The line ranges of paths over several lines, with a margin.
    steps: Spans,
    /// The moves of all paths.
    all: BTreeSet<&'a [Move]>,
    /// The moves of paths that are given by boards or tiles.
    given_otherwise: BTreeSet<&'a [Move]>,
    /// The end of the last path.
    end: usize,
}

impl<'a> Beside<'a> {
    fn of(paths: &'a [GoalPath]) -> Self {
        /// A step may be named two lines above or below its board.
        const MARGIN: usize = 2;
        let is_of_steps = |path: &&GoalPath| path.lines.len() > 1 && path.moves.len() > 1;
        let around = |path: &GoalPath| path.lines.start.saturating_sub(MARGIN)..path.lines.end + MARGIN;
        Self {
            steps: Spans::of(paths.iter().filter(is_of_steps).map(around)),
            all: paths.iter().map(|path| path.moves.as_slice()).collect(),
            given_otherwise: paths
                .iter()
                .filter(|path| is_given_otherwise(path))
                .map(|path| path.moves.as_slice())
                .collect(),
            end: paths.iter().map(|path| path.lines.end).max().unwrap_or(0),
        }
    }

    /// Whether moves describe another path in the other convention.
    fn mirror(&self, candidate: &Candidate) -> bool {
        let inverse = |moves: &[Move]| moves.iter().map(|step| step.inverse()).collect::<Vec<_>>();
        candidate.usual_moves().is_some_and(|moves| self.all.contains(inverse(moves).as_slice()))
    }

    /// Whether moves describe a path that is given by boards or tiles, in either convention.
    fn agree_with(&self, candidate: &Candidate) -> bool {
        either_convention(candidate).any(|moves| self.given_otherwise.contains(moves.as_slice()))
    }
}

fn is_given_otherwise(path: &GoalPath) -> bool {
    path.boards.is_some() || path.is_of_tiles
}

/// The readings of a candidate in both conventions.
fn either_convention(candidate: &Candidate) -> impl Iterator<Item = Vec<Move>> + '_ {
    [MoveConvention::Blank, MoveConvention::Tile]
        .into_iter()
        .flat_map(|convention| directions(&candidate.readings, convention))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{board, kind_of};
    use super::super::{Extractor, Outputs};

    /// Two moves from the goal; the path is `DR`.
    const TWO: &str = "123406758";
    const BOARDS: &str = "1 2 3\n4 0 6\n7 5 8\n\n1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n7 8 0\n";

    fn kinds(texts: &[(&str, &str)]) {
        for preset in ["auto", "moves"] {
            let extractor = Extractor { preset: preset.parse().unwrap(), ..Extractor::default() };
            for (text, expected) in texts {
                let kind = kind_of(&extractor, &Outputs::of_stdout(text.as_bytes()), &board(TWO));
                assert_eq!(kind, *expected, "{text}");
            }
        }
    }

    #[test]
    fn labeled_paths_must_all_reach_the_goal() {
        kinds(&[
            ("Path: DR, Path: DL", "ends-elsewhere"),
            ("Path: DL, Path: DR", "ends-elsewhere"),
            ("BFS path: DL | A* path: DR", "ends-elsewhere"),
            ("BFS path:\nDR\nA* path:\nDL", "ends-elsewhere"),
            ("Solution: DL (hint: DR)", "ends-elsewhere"),
            // `D3L` may be moves in a form that is not read.
            ("Path: DR\nSolution: D3L", "Several"),
            ("Path: DR, Path: DR", "optimal"),
            ("Path (U=up, D=down): DR", "optimal"),
            ("{\"bfs\":{\"path\":\"DL\"},\"astar\":{\"path\":\"DR\"}}", "ends-elsewhere"),
            ("[{\"path\":\"DL\"},{\"path\":\"DR\"}]", "ends-elsewhere"),
            ("{\"bfs\":\"DR\",\"astar\":\"DL\"}", "ends-elsewhere"),
            ("DR\nSolution: DL\n", "ends-elsewhere"),
            ("Solution: DL\nDR\n", "ends-elsewhere"),
            ("Path: DR\nPath: DL\n", "ends-elsewhere"),
            ("Path: DL\nPath: DR\n", "ends-elsewhere"),
            ("Solution: DL\nSolution: DR\n", "ends-elsewhere"),
            ("BFS path: left\nA* path: down, right\n", "ends-elsewhere"),
            ("BFS path: down, right\nA* path: down, right\n", "optimal"),
            ("BFS path: DR\nDFS path: DRLR\n", "Several"),
            ("Moves: L\nPath: DR\n", "Several"),
            (&format!("{BOARDS}Solution: DL\n"), "ends-elsewhere"),
            (&format!("{BOARDS}Solution: down, right\n"), "optimal"),
            (&format!("{BOARDS}Solution: D\n"), "ends-elsewhere"),
            ("Solution: DL\nSolution: UL\nSolution: DL\nDR\n", "ends-elsewhere"),
        ]);
    }

    #[test]
    fn all_paths_of_an_object_must_reach_the_goal() {
        for (text, expected) in [
            ("{\"path\":\"DR\",\"moves\":\"DL\"}", "ends-elsewhere"),
            ("{\"path\":\"DL\",\"moves\":\"DR\"}", "ends-elsewhere"),
            ("{\"path\":[\"down\",\"right\"],\"moves\":\"DR\"}", "optimal"),
            ("{\"path\":\"DR\",\"moves\":2}", "optimal"),
            ("{\"path\":\"DR\",\"moves\":[]}", "optimal"),
        ] {
            let outputs = Outputs::of_stdout(text.as_bytes());
            assert_eq!(kind_of(&Extractor::default(), &outputs, &board(TWO)), expected, "{text}");
        }
    }

    #[test]
    fn a_list_of_paths_is_several_paths() {
        let two = "123408765";
        for (text, expected) in [
            (
                "[['down','right','up','left','down','right'],['right','down','left','up','right','down']]\n",
                "optimal",
            ),
            ("paths: [[D, R, U, L, D, R], [R, D, L, U, R, D]]\n", "optimal"),
            ("[['down'],['right'],['up'],['left'],['down'],['right']]\n", "optimal"),
            ("[['D','R','U','L','D','R'],['R','D','L','U','R','D','U','D']]\n", "optimal"),
            ("[['D','R','U','L','D','R'],['R','D','L','U','R']]\n", "illegal-move"),
        ] {
            let outputs = Outputs::of_stdout(text.as_bytes());
            assert_eq!(kind_of(&Extractor::default(), &outputs, &board(two)), expected, "{text}");
        }
    }

    /// A time that grows with the square of the lines would not end here.
    #[test]
    fn long_outputs_are_weighed() {
        const LINES: usize = 100_000;
        let repeated = |line: &str| format!("{line}\n").repeat(LINES);
        kinds(&[
            (&repeated("Path: DR"), "optimal"),
            (&format!("{}Solution: DL\n", repeated("Path: DR")), "ends-elsewhere"),
            (&format!("{}Solution: DR\n", repeated("Path: DL")), "optimal"),
            (&repeated("No solution found"), "says-unsolvable"),
            (&repeated("Moves: 2\nPath: DR\nCost: 2"), "optimal"),
        ]);
    }

    #[test]
    fn a_trace_is_no_answer() {
        kinds(&[
            ("Exploring: UR\nExploring: DR\nSolution: DL\n", "ends-elsewhere"),
            ("path: U\npath: D\npath: DR\npath: DL\nSolution: DL\n", "ends-elsewhere"),
            ("path: U\npath: D\npath: DR\npath: DL\nSolution: DR\n", "optimal"),
            ("Path: U\nPath: DR\nPath: L\nAnswer: L\n", "ends-elsewhere"),
            ("path: U\npath: L\npath: DR\n", "PerhapsTrace"),
            ("UU\nf = 3\nDR\nf = 4\nDL\nf = 5\nbye\n", "PerhapsTrace"),
            ("current path: U\nSolution: DR\n", "optimal"),
        ]);
    }

    #[test]
    fn moves_of_a_search_are_no_answer() {
        kinds(&[
            ("Possible moves: D R\n", "PerhapsMoves"),
            ("Legal moves: down, right\n", "PerhapsMoves"),
            ("Available actions: ['down', 'right']\nbye\n", "PerhapsMoves"),
            ("Scramble moves: DR\nSolved!\n", "PerhapsMoves"),
            ("Path so far: D R\nTimeout\n", "PerhapsMoves"),
            ("Reversed path: D R\n", "optimal"),
        ]);
    }

    #[test]
    fn moves_that_are_cut_short_are_no_answer() {
        kinds(&[
            ("Path: D, R, ...\n", "PerhapsMoves"),
            ("Path: DR…\n", "not found"),
            ("Solution: ['down', 'right', ...]\n", "PerhapsMoves"),
            ("Path: DR?\n", "PerhapsMoves"),
            ("Path: D R X\n", "PerhapsMoves"),
            ("Path: D, ...\nPath: D, R\n", "optimal"),
            ("Path: D, L, ...\nSolution: D, R\n", "optimal"),
            ("Path: D R Goal\n", "optimal"),
        ]);
    }

    #[test]
    fn a_path_may_be_shown_in_both_conventions() {
        kinds(&[
            ("Blank moves: DR\nTile moves: UL\n", "optimal"),
            ("Moves of the blank: D R\nMoves of the tiles: U L\n", "optimal"),
            ("Solution (tiles): UL\nSolution (blank): DR\n", "optimal"),
            ("Blank moves: DR\nTile moves: UR\n", "ends-elsewhere"),
            ("Tile moves: UL\n", "optimal"),
        ]);
    }

    #[test]
    fn a_path_of_another_board_is_no_answer() {
        kinds(&[
            ("123456708\nPath: R\n123406758\nPath: DR\n", "optimal"),
            ("123406758\nPath: DR\n123456708\nPath: R\n", "optimal"),
            ("123406758\nPath: DL\n123456708\nPath: R\n", "ends-elsewhere"),
            ("123456708\nPath: L\n123406758\nPath: DR\n", "ends-elsewhere"),
            ("Cached path: DR\n", "PerhapsMoves"),
            ("Example solution: DR\nSolution: DL\n", "ends-elsewhere"),
        ]);
    }

    #[test]
    fn a_zero_below_a_path_is_no_length() {
        kinds(&[
            ("Path: DR\n0\n", "optimal"),
            ("Path: DR\nCost: 0\n", "Several"),
            ("Path: DR\nLength: 0\n", "length-disagrees"),
        ]);
    }

    #[test]
    fn an_unlabeled_path_counts_if_nothing_contradicts_it() {
        kinds(&[
            ("searching\nDR\ndone\n", "optimal"),
            ("DR\n\nDL\nthe end\n", "Several"),
            ("DL\nDR\n", "Several"),
            ("down\nright\nup\nthe end\n", "Several"),
            ("DR\nuse U D L R for moves\n", "optimal"),
            (&format!("{BOARDS}\n1 2 3\n4 5 6\n7 0 8\n"), "Several"),
        ]);
    }

    #[test]
    fn all_stated_lengths_must_be_of_a_path() {
        kinds(&[
            ("Path: DR\nMoves: 3\n", "length-disagrees"),
            ("Path: DR\nMoves: 3\nCost: 2\n", "Several"),
            ("Path: DR\nMoves: 2\nCost: 2\n", "optimal"),
            ("Moves: 1\nMoves: 2\nMoves: 3\nPath: DR\n", "length-disagrees"),
        ]);
    }

    #[test]
    fn all_objects_must_be_right() {
        let kind =
            |text: &str| kind_of(&Extractor::default(), &Outputs::of_stdout(text.as_bytes()), &board(TWO));
        for (text, expected) in [
            ("{\"path\":\"DL\"}\n{\"path\":\"DR\"}\n", "ends-elsewhere"),
            ("{\"path\":\"DR\"}\n{\"path\":\"DL\"}\n", "ends-elsewhere"),
            ("{\"path\":\"DR\"}\n{\"path\":\"DR\"}\n", "optimal"),
            ("{\"path\":\"D\"}\n{\"path\":\"U\"}\n{\"path\":\"DR\"}\n", "Several"),
            ("{\"path\":\"DR\"}\nSolution: DL\n", "Several"),
            ("Solution: DL\n{\"path\":\"DR\"}\n", "Several"),
            ("Solution: DR\n{\"path\":\"DR\"}\nnodes: 7\n", "optimal"),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
    }

    #[test]
    fn different_lengths_are_several_answers() {
        let kind =
            |text: &str| kind_of(&Extractor::default(), &Outputs::of_stdout(text.as_bytes()), &board(TWO));
        for (text, expected) in [
            ("cost: 2\ncost: 20\n", "Several"),
            ("cost: 20\ncost: 2\n", "Several"),
            ("Moves: 0\nMoves: 2\n", "optimal"),
            ("Moves: 2\nNo solution found\n", "Several"),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
    }
}
