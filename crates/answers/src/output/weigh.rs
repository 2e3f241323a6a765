//! Weighs the evidence in an output.
//!
//! A path from the board to the goal is the answer wherever it appears: no text is one by chance,
//! except on the easiest boards. Everything stated about it is checked against it. If no path
//! reaches the goal, other evidence is the answer only if it was clearly meant as one. Otherwise
//! the output is not understood, which is not a verdict on the program.
//!
//! - Of several paths to the goal, the one counts whose length is stated; else one that is named as
//!   a path; else the last one. If that one is too long but another is shorter, the answer is in
//!   doubt.
//! - If no path leads to the goal, one is sought that does so with inverted directions or from the
//!   goal.
//! - Otherwise, only clear statements count: a denial that is not limited to a depth or to one of
//!   several methods; moves that are named as the path, have a stated length, or are the whole
//!   output; a length with an unambiguous name. A failed run is judged only by a path or by a
//!   reason that it gives.
//! - A doubt names its lines, and the option that resolves it. Examples are two lengths of which
//!   one is right, moves that may be a legend, and an empty list that may mean "no path" or
//!   "nothing to do".

use super::super::fields::with_length;
use super::chains::Chain;
use super::evidence::Evidence;
use super::lengths::Stated;
use super::page::Quote;
use super::paths::{Candidate, Standing};
use super::replay::{boards_of, directed, directions, replay, tiles};
use tilebase::board::{Board, Goal, Move};
use tilebase::judge::Claim;
use tilebase::notation::MoveConvention;

/// The subject of the evidence.
pub(super) struct Case<'a> {
    pub(super) board: &'a Board,
    pub(super) goal: &'a Goal,
    pub(super) convention: MoveConvention,
    pub(super) has_failed: bool,
    /// Whether the user has said that the answer is moves.
    pub(super) expects_moves: bool,
    /// Whether a claim is right; used if an output makes several and it is unclear which is meant.
    pub(super) is_right: &'a dyn Fn(&Claim) -> bool,
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReadAs {
    /// Moves or boards, which can be replayed.
    Path,
    /// A length alone.
    Length,
    /// A statement that there is no path.
    Unsolvable,
    /// A heuristic's estimate.
    Estimate,
    /// A statement that there is a path, without one.
    Solvable,
}

impl ReadAs {
    /// The form of a claim.
    pub const fn of(claim: &Claim) -> Self {
        match claim {
            Claim::Unsolvable => Self::Unsolvable,
            Claim::Length(_) => Self::Length,
            Claim::Estimate(_) => Self::Estimate,
            Claim::Solvable => Self::Solvable,
            _ => Self::Path,
        }
    }
}

/// The answer, and the lines from which it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) claims: Vec<Claim>,
    pub(super) quotes: Vec<Quote>,
}

/// Reasons for having no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    /// Nothing resembles one.
    Nothing,
    /// A line resembles one, but nothing confirms it.
    Moves(Quote),
    /// Boards that do not reach the goal.
    Boards(Quote),
    /// A number with a vague name.
    VagueLength(Quote),
    /// Several answers; one is right, but another comes last.
    Several(Vec<Quote>),
    /// No moves, which may mean that no path exists.
    Empty(Quote),
}

/// A path that reaches the goal.
struct Proof {
    moves: Vec<Move>,
    standing: Standing,
    line: usize,
    /// Whether it is given by tile numbers, which are then not lengths.
    is_of_tiles: bool,
    /// The boards of the path, if it is given by boards.
    boards: Option<Vec<Board>>,
}

impl Evidence {
    /// Chooses the answer, or the reason for having none.
    pub(super) fn weigh(&self, case: &Case<'_>) -> Result<Answer, Doubt> {
        let proofs = self.proofs(case);
        if !proofs.is_empty() {
            return self.proven(&proofs, case);
        }
        if let Some(answer) = self.misdirected(case) {
            return Ok(answer);
        }
        let unsolvable = self.sayings.iter().rev().find(|said| !said.is_limited);
        let meant = self.meant(case).filter(|_| !case.has_failed);
        match (meant, unsolvable) {
            (Some((moves, line)), Some(said)) if !moves.is_empty() => Ok(Answer {
                claims: vec![Claim::PathAndUnsolvable { moves }],
                quotes: vec![self.quote(said.line), self.quote(line)],
            }),
            (_, Some(said)) => self.answer(Claim::Unsolvable, said.line),
            _ if case.has_failed => Err(Doubt::Nothing),
            (Some((moves, line)), None) => self.failing(moves, line, case),
            (None, None) if case.expects_moves => Err(self.doubt(None)),
            (None, None) => self.length(case),
        }
    }

    fn quote(&self, line: usize) -> Quote {
        self.page.lines[line].quote()
    }

    fn answer(&self, claim: Claim, line: usize) -> Result<Answer, Doubt> {
        Ok(Answer { claims: vec![claim], quotes: vec![self.quote(line)] })
    }

    /// Finds all paths that reach the goal.
    fn proofs(&self, case: &Case<'_>) -> Vec<Proof> {
        let goal = case.goal.board();
        let of_candidates = self.candidates.iter().filter_map(|candidate| {
            let leads = |moves: &Vec<Move>| replay(case.board, moves.iter().copied()) == Some(goal);
            let by_direction = directions(candidate, case.convention).find(leads);
            let is_of_tiles = by_direction.is_none();
            let moves = by_direction.or_else(|| tiles(candidate, case.board, &goal))?;
            Some(Proof {
                moves,
                standing: candidate.standing,
                line: candidate.lines.start,
                is_of_tiles,
                boards: None,
            })
        });
        let is_there = *case.board == goal;
        let of_chains = self.chains.iter().filter_map(|chain| {
            let moves = chain.up_to(&goal)?;
            // The board alone, or the board and the goal, may be an echo. For a board alone, the
            // output must also state a length of 0.
            let is_path = match moves.len() {
                0 => self.says_zero,
                // A walk from the goal and back may be a trace.
                count if is_there => self.strong().any(|length| length as usize == count),
                1 => chain.shows_first && !self.is_echo(chain),
                _ => true,
            };
            let boards = case.board.along(moves.iter().copied()).collect::<Result<_, _>>().ok();
            is_path.then_some(Proof {
                moves,
                standing: Standing::Listed,
                line: chain.lines.start,
                is_of_tiles: false,
                boards,
            })
        });
        let of_nothing = self.empty_paths.iter().filter(|_| is_there).map(|line| Proof {
            moves: Vec::new(),
            standing: Standing::Named,
            line: *line,
            is_of_tiles: false,
            boards: None,
        });
        let all = of_candidates.chain(of_chains).chain(of_nothing);
        // A failed run may have printed an empty path or the board before it failed.
        all.filter(|proof| !proof.moves.is_empty() || (is_there && !case.has_failed)).collect()
    }

    /// Whether two boards echo the question: one is called the goal, or they are printed
    /// differently.
    fn is_echo(&self, chain: &Chain) -> bool {
        const NAMES: [&str; 6] = ["goal", "target", "final", "desired", "objetiv", "ziel"];
        let says_so = |text: &str| NAMES.iter().any(|name| text.to_lowercase().contains(name));
        let above = chain.lines.start.saturating_sub(1);
        let is_named = self.page.lines[above..chain.lines.end].iter().any(|line| says_so(&line.text));
        let around = |line: usize| -> String {
            self.page.lines[line].text.trim().chars().filter(|c| !c.is_ascii_digit() && *c != ' ').collect()
        };
        // Rows differ in their frames, so only compare whether there are letters.
        let is_mixed = around(chain.lines.start).contains(char::is_alphabetic)
            != around(chain.lines.end - 1).contains(char::is_alphabetic);
        is_named || is_mixed
    }

    /// Chooses a path among those that reach the goal, and compares it with other statements.
    ///
    /// Prefers a path with a stated length, then a named one, then the last one.
    fn proven(&self, proofs: &[Proof], case: &Case<'_>) -> Result<Answer, Doubt> {
        let is_as_said = |proof: &Proof| self.strong().any(|length| length as usize == proof.moves.len());
        let rank = |proof: &&Proof| (is_as_said(proof), proof.standing == Standing::Named, proof.line);
        let Some(proof) = proofs.iter().max_by_key(rank) else { return Err(Doubt::Nothing) };
        let claim = self.with_said(proof);
        let others = proofs.iter().filter(|other| other.moves.len() < proof.moves.len());
        let better = others.filter(|other| other.line != proof.line).max_by_key(|other| other.line);
        if let Some(better) = better.filter(|_| !(case.is_right)(&claim)) {
            return Err(Doubt::Several(vec![self.quote(better.line), self.quote(proof.line)]));
        }
        let mut quotes = vec![self.quote(proof.line)];
        let denied = self.sayings.iter().find(|said| !said.is_limited && said.line != proof.line);
        let claim = match denied {
            Some(said) if !proof.moves.is_empty() => {
                quotes.push(self.quote(said.line));
                Claim::PathAndUnsolvable { moves: proof.moves.clone() }
            }
            Some(said) => return self.answer(Claim::Unsolvable, said.line),
            None => claim,
        };
        Ok(Answer { claims: vec![claim], quotes })
    }

    /// Combines a path with its stated length.
    ///
    /// If different lengths are stated, only the path's own counts. A program that runs three
    /// algorithms states three lengths, and which one belongs to the path is unknown.
    fn with_said(&self, proof: &Proof) -> Claim {
        let is_other =
            |stated: &&Stated| !(stated.is_vague || (proof.is_of_tiles && stated.line == proof.line));
        let mut said: Vec<u32> = self.lengths.iter().filter(is_other).map(|stated| stated.length).collect();
        let beside = self.lone_number.filter(|(_, line)| *line != proof.line).map(|(number, _)| number);
        said.extend(beside.filter(|_| self.is_nothing_but(proof.line)));
        said.sort_unstable();
        said.dedup();
        let length = match said.as_slice() {
            [length] => Some(*length),
            several => several.iter().copied().find(|length| *length as usize == proof.moves.len()),
        };
        let path = proof.boards.clone().map_or_else(|| Claim::Path(proof.moves.clone()), Claim::Boards);
        with_length(path, length)
    }

    /// Whether the output only has a path and a number alone on its line.
    fn is_nothing_but(&self, path: usize) -> bool {
        let number = self.lone_number.map(|(_, line)| line);
        let mut others = (0..self.page.lines.len()).filter(|line| *line != path && Some(*line) != number);
        others.all(|line| self.page.lines[line].text.trim().is_empty())
    }

    /// The lengths with unambiguous names.
    fn strong(&self) -> impl Iterator<Item = u32> + '_ {
        self.lengths.iter().filter(|stated| !stated.is_vague).map(|stated| stated.length)
    }

    /// Finds a path that reaches the goal with inverted directions, or in reverse order.
    fn misdirected(&self, case: &Case<'_>) -> Option<Answer> {
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
            self.candidates.iter().rev().find_map(|candidate| {
                let usual = candidate.readings.iter().filter(|reading| reading.names.is_usual());
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
            let mut whole = chains.filter(|chain| chain.last == *case.board && chain.moves.len() > 1);
            whole.find_map(|chain| Some((Claim::Boards(boards_of(chain)?), chain.lines.start)))
        };
        let (claim, line) = found(&is_turned).or_else(|| found(&is_reversed)).or_else(backwards)?;
        Some(Answer { claims: vec![claim], quotes: vec![self.quote(line)] })
    }

    /// Finds moves that fail, but are clearly meant as the answer.
    ///
    /// They have a stated length, are named as a path while no length is stated, or are the whole
    /// output.
    fn meant(&self, case: &Case<'_>) -> Option<(Vec<Move>, usize)> {
        let lengths: Vec<u32> = self.strong().collect();
        let clear = self.candidates.iter().filter_map(|candidate| {
            let reading = candidate.readings.iter().find(|reading| reading.names.is_usual())?;
            let count = reading.moves.len();
            let is_as_said = lengths.iter().any(|length| *length as usize == count);
            let is_path = candidate.standing == Standing::Named;
            let is_named = is_path && lengths.is_empty() && !is_legend(&reading.moves);
            let is_clear = is_as_said || is_named || case.expects_moves || self.is_all(candidate);
            let line = candidate.lines.start;
            is_clear.then_some(((is_as_said, is_path, count, line), &reading.moves))
        });
        let best = clear.max_by_key(|(rank, _)| *rank);
        let of_moves = best.map(|((.., line), moves)| (directed(moves, case.convention), line));
        of_moves.or_else(|| self.meant_chain(&lengths))
    }

    /// Finds a chain of boards that fails, but has a stated length.
    fn meant_chain(&self, lengths: &[u32]) -> Option<(Vec<Move>, usize)> {
        let is_as_said = |chain: &&Chain| lengths.iter().any(|length| *length as usize == chain.moves.len());
        let chain = self
            .chains
            .iter()
            .rev()
            .find(|chain| chain.shows_first && chain.moves.len() > 1 && is_as_said(chain))?;
        Some((chain.moves.clone(), chain.lines.start))
    }

    /// Whether a candidate's lines are the whole output.
    fn is_all(&self, candidate: &Candidate) -> bool {
        let mut others = (0..self.page.lines.len()).filter(|line| !candidate.lines.contains(line));
        candidate.standing > Standing::Steps
            && others.all(|line| self.page.lines[line].text.trim().is_empty())
    }

    fn failing(&self, moves: Vec<Move>, line: usize, case: &Case<'_>) -> Result<Answer, Doubt> {
        let is_reachable = case.goal.is_reachable_from(case.board);
        let is_there = *case.board == case.goal.board();
        // For unsolvable and solved boards, some programs print an empty list.
        if moves.is_empty() && (!is_reachable || is_there) {
            return Err(Doubt::Empty(self.quote(line)));
        }
        self.answer(Claim::Path(moves), line)
    }

    /// Returns a length as the answer, if there is neither a path nor a denial.
    fn length(&self, case: &Case<'_>) -> Result<Answer, Doubt> {
        let is_reachable = case.goal.is_reachable_from(case.board);
        let strong: Vec<_> = self.lengths.iter().filter(|stated| !stated.is_vague).collect();
        if let Some(last) = strong.last() {
            let is_right = |length: u32| (case.is_right)(&Claim::Length(length));
            let other = strong.iter().find(|stated| stated.length != last.length && is_right(stated.length));
            return match other {
                Some(other) if !is_right(last.length) => {
                    Err(Doubt::Several(vec![self.quote(other.line), self.quote(last.line)]))
                }
                // Some programs print an initial 0.
                _ if last.length == 0 && !is_reachable => Err(Doubt::Empty(self.quote(last.line))),
                _ => self.answer(Claim::Length(last.length), last.line),
            };
        }
        if let Some((number, line)) = self.lone_number {
            return self.answer(Claim::Length(number), line);
        }
        let vague = || self.lengths.iter().rev().filter(|stated| stated.is_vague && is_reachable);
        let is_only = |line: usize| self.only_number == Some(line);
        let mut confirmed = vague().filter(|stated| (case.is_right)(&Claim::Length(stated.length)));
        if let Some(stated) = confirmed.find(|stated| is_only(stated.line) || stated.is_of_solution) {
            return self.answer(Claim::Length(stated.length), stated.line);
        }
        let is_blank = |line: &&usize| self.page.lines[**line].text.trim().is_empty();
        if let Some(line) = self.empty_paths.last().filter(|line| !is_blank(line)) {
            return match is_reachable {
                true => self.answer(Claim::Path(Vec::new()), *line),
                false => Err(Doubt::Empty(self.quote(*line))),
            };
        }
        Err(self.doubt(vague().next().map(|stated| stated.line)))
    }

    /// Returns the evidence that most resembles an answer.
    fn doubt(&self, vague: Option<usize>) -> Doubt {
        let is_path =
            |candidate: &&Candidate| candidate.readings.iter().any(|reading| reading.moves.len() > 1);
        let moves = self.candidates.iter().filter(is_path).max_by_key(|candidate| candidate.standing);
        if let Some(candidate) = moves {
            return Doubt::Moves(self.quote(candidate.lines.start));
        }
        let boards = self.chains.iter().rfind(|chain| !chain.moves.is_empty());
        match (boards, vague) {
            (Some(chain), _) => Doubt::Boards(self.quote(chain.lines.start)),
            (None, Some(line)) => Doubt::VagueLength(self.quote(line)),
            (None, None) => Doubt::Nothing,
        }
    }
}

/// Whether moves are the four directions once each, as in a legend.
fn is_legend(moves: &[Move]) -> bool {
    moves.len() == 4 && Move::ALL.iter().all(|step| moves.contains(step))
}
