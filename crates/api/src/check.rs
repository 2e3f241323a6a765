//! Checks an answer.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tilebase::board::{Metric, NotOneMove};
use tilebase::judge::{Claim, Finding, Judge};
use tilebase::notation::MoveConvention;
use tilebase::search::Limits;
use tilebase::solve::{CostSolver, SolveError};
use tilebase::{Board, Goal, Interrupt, Move, Solver};
use tilebase_answers::{EntryReader, Extractor, NoAnswer, Outputs, may_mean_unsolvable};

use crate::context::Context;
use crate::costs::cost_solver;
use crate::failure::{Code, Failure};
use crate::instance::{Instance, MoveConventionName};
use crate::metric::MetricName;
use crate::search_while_building::HEAD_START_DIVISOR;

/// An answer and its board.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
pub(crate) struct CheckArguments {
    /// The board, in any notation.
    board: String,
    /// The goal: `blank-last` (the default), `blank-first`, `snail`, or a board.
    goal: Option<String>,
    /// Rows and columns, if the board does not determine them.
    shape: Option<String>,
    /// The answer: moves in any notation, a list of boards, a number of moves, `unsolvable`, or
    /// `solvable`; or the whole output of a program, in which the answer is found.
    answer: String,
    /// Whether moves name the direction of the `blank` (the default) or the `tile`.
    move_convention: Option<MoveConventionName>,
    /// The cost of a move: `unit`, `tile` for the number on the tile, or `U=1,D=3,L=2,R=2` for the
    /// direction that `move_convention` selects. If given, a path is right if none is cheaper, and
    /// a number is read as a cost.
    cost: Option<String>,
    /// The metric of lengths: `stm` (the default) or `mtm`, in which sliding several tiles at once
    /// is one move; for boards of up to 10 cells, and without `cost`.
    metric: Option<MetricName>,
}

/// Maximum time for linear conflicts before large pattern databases are built.
const MAX_HEAD_START: Duration = Duration::from_secs(1);

/// The verdict on an answer.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Verdict {
    /// The board row by row.
    board: String,
    /// The goal row by row.
    goal: String,
    /// Whether the answer is right.
    right: bool,
    /// The kind of finding, such as `optimal` or `illegal-move`.
    kind: &'static str,
    /// The finding in words.
    message: String,
    /// The metric of lengths: `stm` or `mtm`.
    metric: &'static str,
    /// The optimal length. Null if the goal can't be reached, or if the answer is wrong and a limit
    /// stops the search for the length.
    distance: Option<u32>,
    /// The least cost, where moves have costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    least_cost: Option<u32>,
    /// The form that the text was read as: `moves of the blank`, `moves of the tiles`, `boards`,
    /// `length`, `cost`, `estimate`, `unsolvable`, or `solvable`.
    read_as: &'static str,
    /// The lines that contain the answer, if there are others.
    read_from: Vec<String>,
    /// The moves that were read, as letters for the blank; null if the answer has no moves. For a
    /// list of boards, they end before the first board that is not one move away from its
    /// predecessor.
    moves: Option<String>,
    /// The number of moves, read or stated; null if the answer has neither.
    length: Option<u32>,
    /// The number of the illegal move, from 1. If the moves are legal but miss the goal, the number
    /// of the last one, or 0 without moves. Null if they lead to the goal. Moves are counted as
    /// they are written, as letters or as boards.
    at: Option<usize>,
    /// The board before the illegal move, or at the end of moves that miss the goal.
    there: Option<String>,
    /// In a wrong answer, the number of the first legal move that does not lead closer to the goal,
    /// from 1. Missing without such a move, with costs, in the metric `mtm`, or if finding it takes
    /// too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    wasted: Option<usize>,
}

/// Checks an answer. If building pattern databases may take long, a short search with linear
/// conflicts comes first. It suffices for easy boards, and for answers that are wrong at any
/// distance.
pub(crate) fn check(
    context: &Context,
    arguments: &CheckArguments,
    interrupt: &Interrupt,
) -> Result<Verdict, Failure> {
    let CheckArguments { board, goal, shape, .. } = arguments;
    let instance = Instance::read(board, goal.as_deref(), shape.as_deref())?;
    arguments.metric.unwrap_or_default().check(arguments.cost.as_deref(), instance.goal.shape())?;
    // One deadline covers all searches of the request.
    let time = context.limits.time;
    let limits = context.limits.for_search(&interrupt.within(time));
    if context.solvers.may_take_long(&instance.goal) {
        let head_start = limits.clone().with_time(MAX_HEAD_START.min(time / HEAD_START_DIVISOR));
        let solver = context.solvers.at_once(&instance.goal)?.with_limits(head_start.clone());
        match verdict(arguments, &instance, solver, &head_start) {
            Err(failure) if failure.code == Code::LimitReached && instance.is_solvable() => {}
            found => return found,
        }
    }
    let solver = context.solvers.for_search(&instance.goal, None, &limits)?;
    verdict(arguments, &instance, solver, &limits)
}

/// The verdict on an answer, with this solver. The limits are for the costs of moves.
fn verdict(
    arguments: &CheckArguments,
    instance: &Instance,
    solver: Solver,
    limits: &Limits,
) -> Result<Verdict, Failure> {
    let CheckArguments { answer, move_convention, .. } = arguments;
    let Instance { board, goal } = instance;
    let convention = move_convention.unwrap_or_default().into();
    let (judge, costs) = judge_with_costs(arguments, goal, solver, limits)?;
    let has_costs = costs.is_some();
    let metric = judge.metric();
    let Answer { claims, read_from } = Answer::read(answer, convention, has_costs, board, &judge)?;
    let (claim, finding) = first_wrong(&claims, board, &judge)?;
    refuse_unclear_cost(&finding, has_costs)?;
    let right = finding.is_right(false);
    let distance = distance_if_known(instance, &judge, right)?;
    let least_cost = match costs.filter(|_| instance.is_solvable()) {
        Some(costs) => Some(costs.least_cost(board).map_err(SolveError::from)?),
        None => None,
    };
    let path = claims.iter().find_map(|claim| Path::of(claim, board, metric));
    let stated = claims.iter().find_map(stated_length);
    let wasted = match (&path, distance) {
        (Some(path), Some(distance)) if !right && !has_costs && metric == Metric::SingleTile => {
            path.first_wasted(board, distance, judge.solver())
        }
        _ => None,
    };
    let astray = path.as_ref().and_then(|path| path.astray(board, goal));
    Ok(Verdict {
        board: board.to_string(),
        goal: goal.to_string(),
        right,
        kind: finding.kind(),
        message: finding.to_string(),
        metric: metric.name(),
        distance,
        least_cost,
        read_as: read_as(claim.without_cost(), convention),
        read_from,
        length: path.as_ref().map(|path| metric.length_of(&path.moves)).or(stated),
        moves: path.map(|path| MoveConvention::Blank.write(&path.moves)),
        at: astray.map(|(at, _)| at),
        there: astray.map(|(_, there)| there.to_string()),
        wasted,
    })
}

/// Refuses an answer that states a cost without saying which.
fn refuse_unclear_cost(finding: &Finding, has_costs: bool) -> Result<(), Failure> {
    if !matches!(finding, Finding::WhichCost { .. }) {
        return Ok(());
    }
    let help = if has_costs {
        "Give a path or its cost."
    } else {
        "Set the cost of a move (cost), for example to tile."
    };
    Err(Failure::new(400, Code::MalformedMoves, finding, help))
}

/// The optimal length. `None` if the goal can't be reached, or if a limit stops the search for the
/// length of a board whose answer is wrong at any distance.
fn distance_if_known(instance: &Instance, judge: &Judge, right: bool) -> Result<Option<u32>, SolveError> {
    match instance.is_solvable().then(|| judge.distance(&instance.board)).transpose() {
        Err(SolveError::Limit(_)) if !right => Ok(None),
        found => found,
    }
}

/// The judge of the answer, and the solver for costs, where moves have costs.
fn judge_with_costs(
    arguments: &CheckArguments,
    goal: &Goal,
    solver: Solver,
    limits: &Limits,
) -> Result<(Judge, Option<CostSolver>), Failure> {
    let judge = arguments.metric.unwrap_or_default().judging(Judge::new(solver), limits)?;
    let Some(cost) = &arguments.cost else { return Ok((judge, None)) };
    let convention = arguments.move_convention.unwrap_or_default().into();
    let costs = cost_solver(goal, cost, convention, limits.clone())?;
    Ok((judge.with_costs(costs.clone()), Some(costs)))
}

/// The parts of an answer that were read.
struct Answer {
    claims: Vec<Claim>,
    read_from: Vec<String>,
}

impl Answer {
    /// Reads one line as an answer. Other text is read as the output of a program.
    fn read(
        text: &str,
        convention: MoveConvention,
        has_costs: bool,
        board: &Board,
        judge: &Judge,
    ) -> Result<Self, Failure> {
        let (line, metric) = (text.trim(), judge.metric());
        // Programs do not print this, but people may enter it.
        if line.eq_ignore_ascii_case("solvable") {
            return Ok(Self { claims: vec![Claim::Solvable], read_from: Vec::new() });
        }
        if !line.contains('\n') && !line.starts_with('{') {
            let reader = EntryReader { convention, has_costs, metric, ..EntryReader::default() };
            if let Ok(claims) = reader.answer(board, line)
                && !may_mean_unsolvable(&claims, board, judge.solver().goal())
            {
                return Ok(Self { claims, read_from: Vec::new() });
            }
        }
        let extractor = Extractor { moves: convention, has_costs, metric, ..Extractor::default() };
        let found = extractor.extract(&Outputs::of_stdout(text.as_bytes()), board, judge);
        let found = found.map_err(|doubt: NoAnswer| {
            let help = "Write moves, a list of boards, a number of moves, solvable, or unsolvable.";
            Failure::new(400, Code::MalformedMoves, &doubt, help)
        })?;
        let read_from = if line.contains('\n') { found.quotes } else { Vec::new() };
        Ok(Self { claims: found.claims, read_from: read_from.iter().map(ToString::to_string).collect() })
    }
}

/// The finding about the first wrong claim, or about the first claim if all are right.
fn first_wrong<'a>(
    claims: &'a [Claim],
    board: &Board,
    judge: &Judge,
) -> Result<(&'a Claim, Finding), SolveError> {
    let mut first = None;
    for claim in claims {
        let finding = judge.judge(board, claim)?;
        if !finding.is_right(false) {
            return Ok((claim, finding));
        }
        first = first.or(Some((claim, finding)));
    }
    Ok(first.expect("an answer that was read makes at least one claim"))
}

const fn read_as(claim: &Claim, convention: MoveConvention) -> &'static str {
    match (claim, convention) {
        (Claim::Boards(_) | Claim::BoardsAndLength { .. }, _) => "boards",
        (Claim::Length(_), _) => "length",
        (Claim::Cost(_), _) => "cost",
        (Claim::Estimate(_), _) => "estimate",
        (Claim::Unsolvable, _) => "unsolvable",
        (Claim::Solvable, _) => "solvable",
        (_, MoveConvention::Blank) => "moves of the blank",
        (_, MoveConvention::Tile) => "moves of the tiles",
    }
}

const fn stated_length(claim: &Claim) -> Option<u32> {
    match claim {
        Claim::Length(length) => Some(*length),
        _ => None,
    }
}

/// The moves of a path.
struct Path {
    /// The slides.
    moves: Vec<Move>,
    /// The number of moves as they are written: letters, or boards.
    written: usize,
    /// In a list of boards, the number of the first move that the metric does not allow.
    breaks_off_at: Option<usize>,
}

impl Path {
    /// The claimed path, if there is one.
    fn of(claim: &Claim, board: &Board, metric: Metric) -> Option<Self> {
        let (moves, breaks_off_at) = match claim.slides_from(board, metric)? {
            Ok(moves) => (moves, None),
            Err(NotOneMove { slides, number, .. }) => (slides, Some(number)),
        };
        let written = match claim.without_cost() {
            Claim::Boards(boards) | Claim::BoardsAndLength { boards, .. } => {
                boards.len() - usize::from(boards.first() == Some(board))
            }
            _ => moves.len(),
        };
        Some(Self { moves, written, breaks_off_at })
    }

    /// Returns the number of the illegal move and the board before it; for a legal path that misses
    /// the goal, the number of the last move and the board after it.
    fn astray(&self, board: &Board, goal: &Goal) -> Option<(usize, Board)> {
        let mut there = *board;
        for (number, step) in (1..).zip(&self.moves) {
            if !there.slide(*step) {
                return Some((number, there));
            }
        }
        match self.breaks_off_at {
            Some(number) => Some((number, there)),
            None => (there != goal.board()).then_some((self.written, there)),
        }
    }

    /// Returns the number of the first legal move that does not lead closer to the goal, from 1.
    fn first_wasted(&self, board: &Board, distance: u32, solver: &Solver) -> Option<usize> {
        let mut there = *board;
        let steps = self.moves.iter().map_while(|step| there.slide(*step).then_some(there));
        let boards: Vec<(u32, Board)> = (1..).zip(steps).collect();
        let mut failed = false;
        // The length of the shortest path through a board never decreases along a path, so a few
        // distances are enough.
        let before = boards.partition_point(|(made, there)| match solver.distance(there) {
            Ok(left) => made + left == distance,
            Err(_) => {
                failed = true;
                false
            }
        });
        (!failed && before < boards.len()).then_some(before + 1)
    }
}

#[cfg(test)]
mod tests {
    use tilebase::oracle::MultiTileOracle;

    use super::*;

    /// A list of boards may slide several tiles in a move, so its moves are not its slides.
    #[test]
    fn places_in_lists_of_boards_are_those_of_the_findings() {
        let goal = Goal::blank_last(tilebase::Shape::THREE_BY_THREE);
        let oracle = MultiTileOracle::build(&goal).unwrap();
        let judge = Judge::new(Solver::new(&goal).unwrap()).in_multi_tile_metric(oracle);
        let read = |board: &str| board.parse::<Board>().unwrap();
        let board = read("123456078");
        let place = |boards: &[&str]| {
            let claim = Claim::Boards(boards.iter().copied().map(read).collect());
            let path = Path::of(&claim, &board, Metric::MultiTile).unwrap();
            (path.astray(&board, &goal), judge.judge(&board, &claim).unwrap())
        };
        let right = place(&["123456078", "123456780"]);
        assert_eq!(right, (None, Finding::Optimal { length: 1 }));
        let (astray, finding) = place(&["123456780", "120453786", "123056478"]);
        let [before, after] = ["120453786", "123056478"].map(read);
        assert_eq!(astray, Some((3, before)));
        assert_eq!(finding, Finding::NotOneMove { number: 3, before, after });
        let (astray, _) = place(&["123456780", "120453786"]);
        assert_eq!(astray, Some((2, before)));
    }
}
