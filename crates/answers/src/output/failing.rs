//! Paths that fail, but are clearly meant as the answer.

use super::candidate::{Candidate, Standing};
use super::chains::{Chain, slides_of};
use super::evidence::Evidence;
use super::extracted::NoAnswer;
use super::replay::{directed, replay};
use super::weigh::{Answer, Case};
use tilebase::board::{Board, Metric, Move};
use tilebase::judge::Claim;

impl Evidence {
    /// Finds a path that reaches the goal with inverted directions, or in reverse order.
    pub(super) fn misdirected(&self, traces: &[bool], case: &Case<'_>) -> Option<Answer> {
        let goal = case.goal.board();
        let inverse = |moves: &[Move]| moves.iter().map(|step| step.inverse()).collect::<Vec<_>>();
        let leads =
            |from: &Board, moves: &[Move], to: &Board| replay(from, moves.iter().copied()) == Some(*to);
        let is_turned = |moves: &Vec<Move>| !moves.is_empty() && leads(case.board, &inverse(moves), &goal);
        let is_reversed = |moves: &Vec<Move>| {
            let backwards: Vec<Move> = moves.iter().rev().copied().collect();
            moves.len() > 1
                && (leads(&goal, moves, case.board)
                    || leads(case.board, &backwards, &goal)
                    || leads(case.board, &inverse(&backwards), &goal))
        };
        let found = |is: &dyn Fn(&Vec<Move>) -> bool| {
            let paths = self.besides_traces(traces).filter(|candidate| candidate.moves_of_path().is_some());
            paths.rev().find_map(|candidate| {
                let usual = candidate.readings.iter().filter(|reading| reading.is_usual());
                let mut moves = usual.map(|reading| directed(&reading.moves, case.convention));
                // A single move can mean anything.
                let is_clear = |moves: &Vec<Move>| {
                    moves.len() > 1 || candidate.standing == Standing::Named || self.is_all(candidate)
                };
                let moves = moves.find(|moves| is_clear(moves) && is(moves))?;
                Some((Claim::Path(moves), candidate.lines.start))
            })
        };
        let backwards = || {
            let chains = self.chains_from_goal.iter().rev();
            let is_walk = *case.board == goal;
            let is_whole = |chain: &&Chain| chain.last == *case.board && chain.steps.len() > 1;
            let mut whole = chains.filter(|chain| !is_walk && is_whole(chain));
            whole.find_map(|chain| Some((Claim::Boards(chain.boards()?), chain.lines.start)))
        };
        let reversed = || found(&is_reversed).or_else(backwards).filter(|_| !self.says_from_goal());
        let (claim, line) = found(&is_turned).or_else(reversed)?;
        Some(self.answer(claim, line))
    }

    /// Whether a line states that the path is printed from the goal. The reversed order is then not
    /// an error.
    fn says_from_goal(&self) -> bool {
        const WORDS: [&str; 6] =
            ["from goal", "from the goal", "goal to start", "goal to initial", "bottom to top", "bottom up"];
        let says_so = |text: &str| WORDS.iter().any(|words| text.contains(words));
        self.page.lines.iter().any(|line| says_so(&line.text.to_ascii_lowercase()))
    }

    /// Finds moves that fail, but are clearly meant as the answer.
    ///
    /// They have a stated length, are named as a path while no length is stated, are the whole
    /// output, or are what the user expects.
    pub(super) fn intended_path(&self, traces: &[bool], case: &Case<'_>) -> Option<(Vec<Move>, usize)> {
        let lengths: Vec<u32> = self.clear_lengths().collect();
        let clear = self.besides_traces(traces).filter_map(|candidate| {
            let reading = candidate.readings.iter().find(|reading| reading.is_usual())?;
            let count = case.metric.length_of(&reading.moves);
            let has_stated_length = candidate.is_clear && is_stated(&lengths, &reading.moves, case);
            let is_path = candidate.label.is_some_and(|label| label.is_of_answer) && candidate.is_clear;
            let is_named = is_path && lengths.is_empty() && candidate.moves_of_path().is_some();
            let is_clear = has_stated_length || is_named || case.expects_moves || self.is_all(candidate);
            let line = candidate.lines.start;
            is_clear.then_some(((has_stated_length, is_path, count, line), &reading.moves))
        });
        let best = clear.max_by_key(|(rank, _)| *rank);
        let of_moves = best.map(|((.., line), moves)| (directed(moves, case.convention), line));
        of_moves.or_else(|| self.intended_chain(&lengths, case))
    }

    /// Finds a chain of boards that fails, but has a stated length.
    fn intended_chain(&self, lengths: &[u32], case: &Case<'_>) -> Option<(Vec<Move>, usize)> {
        let is_whole = |chain: &&Chain| chain.shows_first && chain.steps.len() > 1;
        let mut whole = self.chains.iter().rev().filter(is_whole);
        whole.find_map(|chain| {
            let moves = slides_of(&chain.steps);
            is_stated(lengths, &moves, case).then_some((moves, chain.lines.start))
        })
    }

    /// The candidates that are not part of a trace, have no label of a search, and are read whole.
    fn besides_traces<'a>(
        &'a self,
        traces: &'a [bool],
    ) -> impl DoubleEndedIterator<Item = &'a Candidate> + 'a {
        let all = self.candidates.iter().zip(traces);
        let is_shown = |candidate: &Candidate| {
            !candidate.may_repeat
                && !candidate.is_search_order()
                && candidate.label.is_none_or(|label| label.is_of_answer)
        };
        let of_answers = all.filter(move |(candidate, is_trace)| !**is_trace && is_shown(candidate));
        of_answers.map(|(candidate, _)| candidate)
    }

    /// Whether a candidate's lines are the whole output.
    fn is_all(&self, candidate: &Candidate) -> bool {
        let mut others = (0..self.page.lines.len()).filter(|line| !candidate.lines.contains(line));
        candidate.standing > Standing::Steps
            && others.all(|line| self.page.lines[line].text.trim().is_empty())
    }

    pub(super) fn failing(&self, moves: Vec<Move>, line: usize, case: &Case<'_>) -> Result<Answer, NoAnswer> {
        let is_reachable = case.goal.is_reachable_from(case.board);
        let is_there = *case.board == case.goal.board();
        // For unsolvable and solved boards, some programs print an empty list.
        if moves.is_empty() && (!is_reachable || is_there) {
            return Err(NoAnswer::Empty(self.quote(line)));
        }
        Ok(self.answer(Claim::Path(moves), line))
    }
}

/// Whether the length of moves is stated, or their number where that is not the length.
fn is_stated(lengths: &[u32], moves: &[Move], case: &Case<'_>) -> bool {
    [case.metric, Metric::SingleTile].iter().any(|metric| lengths.contains(&metric.length_of(moves)))
}
