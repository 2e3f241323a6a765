//! The length or cost that an output states, alone or beside a path.

use std::collections::HashSet;
use std::ops::Range;

use super::super::parser::{with_cost, with_length};
use super::candidate::{Candidate, Standing};
use super::costs::{StatedCost, cost_of_path};
use super::evidence::Evidence;
use super::extracted::{NoAnswer, listed};
use super::lengths::Stated;
use super::page::Stream;
use super::passages::{Passage, passages};
use super::proofs::GoalPath;
use super::replay::reaches_goal_if_d_means_right;
use super::vectors::count_vectors;
use super::weigh::{Answer, Case};
use tilebase::board::{Move, Shape};
use tilebase::judge::Claim;

impl Evidence {
    /// Combines a path with its stated length.
    ///
    /// Programs with several algorithms state several lengths. Each must then be that of a path.
    pub(super) fn with_stated_length(
        &self,
        proof: &GoalPath,
        proofs: &[GoalPath],
        case: &Case<'_>,
    ) -> Result<Claim, NoAnswer> {
        let steps = self.lines_of_steps(proof);
        let cost = self.cost_beside(proofs, case, &steps);
        // `Cost: 0` may be the heuristic of the last board.
        if let Some(zero) = cost.filter(|stated| stated.cost == 0 && !proof.moves.is_empty()) {
            return Err(self.several(proof.line(), zero.line));
        }
        let is_of_path = |stated: &&Stated| {
            let is_tile = proof.is_of_tiles && stated.line == proof.line();
            !is_tile && !steps.contains(&stated.line) && (cost.is_none() || !self.is_cost(stated))
        };
        let lengths: Vec<&Stated> = self.final_lengths().into_iter().filter(is_of_path).collect();
        let lengths = self.of_its_method(proof, lengths)?;
        let beside = self
            .lone_number
            .filter(|_| !case.has_costs)
            // A 0 below a path is an exit status, or the heuristic of the goal.
            .filter(|(number, _)| *number > 0 || proof.moves.is_empty())
            .filter(|(_, line)| *line != proof.line() && self.is_nothing_but(proof.line()));
        let length = match lengths.as_slice() {
            [] => beside.map(|(number, _)| number),
            [first, rest @ ..] => {
                let proven: HashSet<u32> = proofs.iter().map(|other| other.length).collect();
                let is_proven = |stated: &Stated| proven.contains(&stated.length);
                let is_same = rest.iter().all(|stated| stated.length == first.length);
                if !is_same && let Some(other) = lengths.iter().find(|stated| !is_proven(stated)) {
                    return Err(self.several(proof.line(), other.line));
                }
                Some(if is_same { first.length } else { proof.length })
            }
        };
        let path = proof.boards.clone().map_or_else(|| Claim::Path(proof.moves.clone()), Claim::Boards);
        let path = with_length(path, length);
        Ok(cost.map_or(path.clone(), |stated| with_cost(path, stated.cost)))
    }

    /// The lines of a path, if the numbers stated on them belong to single steps (the cost of each
    /// step, or its position in the path) and not to the whole path. Otherwise, no lines.
    ///
    /// `Down, cost: 1`, `Right, cost: 1`; or `After 1 move:`, `After 2 moves:` above boards.
    fn lines_of_steps(&self, proof: &GoalPath) -> Range<usize> {
        let is_inside = |stated: &&Stated| !stated.is_vague && proof.lines.contains(&stated.line);
        let inside: Vec<&Stated> = self.lengths.iter().filter(is_inside).collect();
        let has_total = |line: usize| self.costs_on(line).any(|cost| cost.is_total);
        let are_costs = inside.iter().all(|stated| self.is_cost(stated) && !has_total(stated.line));
        let counts_up = inside.windows(2).all(|pair| pair[1].length == pair[0].length + 1)
            && inside.last().is_some_and(|last| last.length <= proof.length);
        let are_apart = inside.windows(2).all(|pair| pair[0].line < pair[1].line);
        match inside.len() > 1 && are_apart && (are_costs || counts_up) {
            true => proof.lines.clone(),
            false => 0..0,
        }
    }

    /// The stated cost of a path, if it is not its length.
    ///
    /// Where every move costs 1, a cost that is not the length of any path leads to the question
    /// which cost is meant. Then any of them will do, so the last one is returned.
    fn cost_beside(&self, proofs: &[GoalPath], case: &Case<'_>, steps: &Range<usize>) -> Option<StatedCost> {
        if case.has_costs {
            return cost_of_path(&self.costs);
        }
        // In the multi-tile metric, the number of single-tile moves is a wrong length, not a cost.
        let lengths_of = |proof: &GoalPath| [u64::from(proof.length), proof.moves.len() as u64];
        let lengths: HashSet<u64> = proofs.iter().flat_map(lengths_of).collect();
        let of_path = || self.costs.iter().filter(|stated| !steps.contains(&stated.line));
        let has_length = of_path().any(|stated| lengths.contains(&stated.cost));
        let costs: Vec<StatedCost> = of_path().filter(|stated| !stated.is_sum).copied().collect();
        cost_of_path(&costs).or_else(|| costs.last().copied()).filter(|_| !has_length)
    }

    /// Whether a length is stated as a cost.
    fn is_cost(&self, stated: &Stated) -> bool {
        self.costs_on(stated.line).any(|cost| cost.cost == u64::from(stated.length))
    }

    /// The costs on a line.
    fn costs_on(&self, line: usize) -> impl Iterator<Item = &StatedCost> {
        // Costs are in the order of lines, of which there may be a million.
        let first = self.costs.partition_point(|cost| cost.line < line);
        self.costs[first..].iter().take_while(move |cost| cost.line == line)
    }

    /// Returns a cost alone as the answer, where moves have costs.
    fn cost_alone(&self) -> Option<Answer> {
        if let Some(stated) = cost_of_path(&self.costs) {
            return Some(self.answer(Claim::Cost(stated.cost), stated.line));
        }
        let (number, line) = self.lone_number.filter(|_| self.costs.is_empty())?;
        Some(self.answer(Claim::Cost(number.into()), line))
    }

    /// The lengths with unambiguous names, without those that a counter passes on its way to the
    /// last one, and without an initial 0.
    fn final_lengths(&self) -> Vec<&Stated> {
        let strong: Vec<&Stated> = self.lengths.iter().filter(|stated| !stated.is_vague).collect();
        // The last value may be repeated as a total.
        let mut values: Vec<u32> = strong.iter().map(|stated| stated.length).collect();
        values.dedup();
        let is_counter =
            values.len() > 2 && values[0] <= 1 && values.windows(2).all(|pair| pair[1] == pair[0] + 1);
        if is_counter {
            return strong.last().copied().into_iter().collect();
        }
        match strong.iter().position(|stated| stated.length > 0) {
            Some(first) => strong[first..].to_vec(),
            None => strong,
        }
    }

    /// Whether the output only has a path and a number alone on its line.
    fn is_nothing_but(&self, path: usize) -> bool {
        let number = self.lone_number.map(|(_, line)| line);
        let mut others = (0..self.page.lines.len()).filter(|line| *line != path && Some(*line) != number);
        others.all(|line| self.page.lines[line].text.trim().is_empty())
    }

    /// The lengths with unambiguous names.
    pub(super) fn clear_lengths(&self) -> impl Iterator<Item = u32> + '_ {
        self.lengths.iter().filter(|stated| !stated.is_vague).map(|stated| stated.length)
    }

    /// Returns a length as the answer, unless moves or boards beside it fail.
    pub(super) fn length_alone(&self, traces: &[bool], case: &Case<'_>) -> Result<Answer, NoAnswer> {
        let answer = self.length(traces, case)?;
        let length = match answer.claims.as_slice() {
            [Claim::Length(length)] => *length as usize,
            _ => 0,
        };
        if self.shows_path_of(length)
            && let Some(line) = self.board_lines.iter().position(|is_board| *is_board)
        {
            return Err(NoAnswer::PerhapsBoards(self.quote(line)));
        }
        let vectors = |passage: &Passage| length > 0 && count_vectors(&passage.text) == length;
        if let Some(passage) = passages(&self.page).iter().find(|passage| vectors(passage)) {
            return Err(NoAnswer::PerhapsMoves(self.quote(passage.lines.start)));
        }
        // In a short output, even a single move is meant as a path.
        let is_short = self.page.lines.iter().filter(|line| !line.text.trim().is_empty()).count() <= 4;
        let is_path = |candidate: &&Candidate| {
            let is_answer = |moves: &[Move]| match candidate.label {
                Some(_) if candidate.is_search_order() => false,
                Some(label) => label.is_of_answer,
                None => moves.len() > 1 || (is_short && candidate.standing >= Standing::Steps),
            };
            let may_be_wrong = candidate.is_clear
                || (candidate.label.is_some()
                    && reaches_goal_if_d_means_right(candidate, &self.page, case.board, &case.goal.board()));
            let moves = candidate.usual_moves();
            may_be_wrong
                && moves
                    .map_or_else(|| self.is_list_of_tiles(candidate, length, case.board.shape()), is_answer)
        };
        let path = self.candidates.iter().rfind(is_path).or_else(|| self.only_path_of_search(&answer));
        match path {
            Some(path) => {
                let quotes = [vec![self.quote(path.lines.start)], answer.quotes].concat();
                Err(NoAnswer::Several(listed(&quotes)))
            }
            None => Ok(answer),
        }
    }

    /// The only path whose label refers to the search, if its length is a stated length. Such a
    /// path may be the answer after all, with a label that was misunderstood.
    fn only_path_of_search(&self, answer: &Answer) -> Option<&Candidate> {
        let is_named = |candidate: &&Candidate| {
            candidate.label.is_some_and(|label| label.is_of_search && !label.may_be_of_trace())
        };
        let mut named = self.candidates.iter().filter(is_named);
        let only = named.next().filter(|_| named.next().is_none())?;
        let is_as_long = only
            .usual_moves()
            .is_some_and(|moves| answer.claims.contains(&Claim::Length(moves.len() as u32)));
        is_as_long.then_some(only)
    }

    /// Whether numbers labeled as the answer, or those on lines of steps, may be the tiles that a
    /// path of this length slides, one for each move. True for `Moves: [5, 7]`, or for `Move tile
    /// 5` and `Move tile 7`; false for `Moves: 2 (3 ms)`.
    fn is_list_of_tiles(&self, candidate: &Candidate, length: usize, shape: Shape) -> bool {
        let are_tiles = |tiles: &Vec<u32>| tiles.iter().all(|tile| (1..=shape.tiles() as u32).contains(tile));
        let tiles = candidate.tiles.as_ref().filter(|tiles| tiles.len() == length && are_tiles(tiles));
        let states_length = || self.lengths.iter().any(|stated| candidate.lines.contains(&stated.line));
        length > 1
            && tiles.is_some()
            && (candidate.standing == Standing::Steps
                || candidate.label.is_some_and(|label| label.is_of_answer))
            && !states_length()
    }

    /// Whether as many boards are shown as on a path of this length, perhaps without the first. If
    /// they do not lead to the goal, the length is that of a path that fails.
    ///
    /// One board that repeats counts each time: a program may keep a path as references to one
    /// array, and then print the same board for every step.
    fn shows_path_of(&self, length: usize) -> bool {
        /// Two boards may be just the start and the goal, without a path.
        const MIN_BOARDS: usize = 3;
        let boards = match self.shown_boards {
            [all, 1] => all,
            [_, different] => different,
        };
        boards >= MIN_BOARDS && (length..=length + 1).contains(&boards)
    }

    /// Returns a right length with an unambiguous name as the answer of a run that failed. A wrong
    /// one may be that of an unfinished search, and 0 an initial value.
    pub(super) fn length_before_failure(&self, traces: &[bool], case: &Case<'_>) -> Result<Answer, NoAnswer> {
        let is_of_errors = |line: usize| self.page.lines[line].stream == Stream::Errors;
        let is_named =
            self.final_lengths().last().is_some_and(|stated| stated.length > 0 && !is_of_errors(stated.line));
        let answer = self.length_alone(traces, case).ok().filter(|_| is_named);
        let is_right = |answer: &Answer| answer.claims.iter().all(|claim| (case.is_right)(claim));
        answer.filter(is_right).ok_or(NoAnswer::Nothing)
    }

    /// The line of a possible length that differs from a stated cost: `Depth: 2`, then `Cost: 13`.
    /// Moves may then have costs.
    fn length_beside_cost(&self, cost: &Stated) -> Option<usize> {
        let mut vague = self.lengths.iter().filter(|stated| stated.is_vague && stated.length > 0);
        let other = vague.find(|stated| stated.length != cost.length).filter(|_| self.is_cost(cost));
        other.map(|stated| stated.line)
    }

    /// Returns a length, or else an empty path, as the answer, if there is neither another path nor
    /// a denial.
    fn length(&self, traces: &[bool], case: &Case<'_>) -> Result<Answer, NoAnswer> {
        let is_reachable = case.goal.is_reachable_from(case.board);
        let is_there = *case.board == case.goal.board();
        if case.has_costs
            && is_reachable
            && let Some(answer) = self.cost_alone()
        {
            return Ok(answer);
        }
        let strong = self.final_lengths();
        if let Some(last) = strong.last() {
            let other = strong.iter().find(|stated| stated.length != last.length);
            let other = other.map(|other| other.line).or_else(|| self.length_beside_cost(last));
            return match other {
                Some(other) => Err(self.several(other, last.line)),
                // Some programs print an initial 0.
                None if last.length == 0 && !is_reachable => Err(NoAnswer::Empty(self.quote(last.line))),
                None => Ok(self.answer(Claim::Length(last.length), last.line)),
            };
        }
        if let Some((number, line)) = self.lone_number {
            return match number {
                0 if !is_reachable => Err(NoAnswer::Empty(self.quote(line))),
                _ => Ok(self.answer(Claim::Length(number), line)),
            };
        }
        let vague = || self.lengths.iter().rev().filter(|stated| stated.is_vague && is_reachable);
        let is_only = |line: usize| self.only_number == Some(line);
        // The last number that may be the length counts if it is right; it never condemns.
        let last = vague().find(|stated| is_only(stated.line) || stated.is_of_solution);
        if let Some(stated) = last.filter(|stated| (case.is_right)(&Claim::Length(stated.length))) {
            return Ok(self.answer(Claim::Length(stated.length), stated.line));
        }
        let is_blank = |line: &&usize| self.page.lines[**line].text.trim().is_empty();
        if let Some(line) = self.empty_paths.last().filter(|line| !is_blank(line)) {
            return match is_reachable {
                true => Ok(self.answer(Claim::Path(Vec::new()), *line)),
                false => Err(NoAnswer::Empty(self.quote(*line))),
            };
        }
        if let Some(chain) = self.chains.iter().find(|chain| chain.steps.is_empty() && is_there) {
            return Err(NoAnswer::OnlyTheBoard(self.quote(chain.lines.start)));
        }
        Err(self.doubt(vague().next().map(|stated| stated.line), traces))
    }
}
