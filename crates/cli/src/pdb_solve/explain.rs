//! `pdb-solve explain BOARD`: why a board is or is not solvable.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;

use anyhow::{anyhow, bail};
use tilebase::board::{Board, Goal, Parity, Shape};
use tilebase::notation::GoalName;
use tilebase::solve::{Algorithm, Method, Notice, SolveError, Solver};
use tilebase_api::solvable_goals;

use super::arguments::{unquoted, what_else_it_is};
use super::options::read_shape;
use crate::ask::{tell_of, with_hint};
use crate::report::{Explanation, Nearest};
use crate::shell::{Exit, FolderArgs, TextOrJson, columns_of_output, quoted};

const EXAMPLES: &str = "\
Examples:
  pdb-solve explain 812043765
  pdb-solve explain 812043765 --goal snail
  pdb-solve explain 2,1,3,4,5,6,7,8,9,10,11,12,13,14,15,0

Exit codes:
  0  every board is solvable
  1  at least one board is unsolvable
  2  error: bad input, a damaged table, I/O failure";

/// Explain why a board is or is not solvable
///
/// Counts the inversions, names the rule for this number of columns, and shows common mistakes that
/// would give the opposite verdict. For an unsolvable board, names goals that it can reach, and the
/// nearest solvable board.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExplainArgs {
    /// Boards, row by row, 0 for the blank: 638541720 or 6,3,8,5,4,1,7,2,0
    #[arg(value_name = "BOARD", required = true)]
    boards: Vec<OsString>,

    /// Goal: blank-last, blank-first, snail, or a board
    #[arg(long, short, default_value_t, hide_default_value = true)]
    goal: GoalName,

    /// Board shape, such as 4x4; needed only if ambiguous (default for 6 cells: 2x3)
    #[arg(long, value_name = "RxC", value_parser = read_shape, hide_short_help = true)]
    shape: Option<Shape>,

    /// Output format: text or json
    #[arg(long, short, value_enum, default_value_t, hide_default_value = true, hide_possible_values = true)]
    format: TextOrJson,

    #[command(flatten)]
    folder: FolderArgs,

    /// Print only explanations and errors
    #[arg(long, short, hide_short_help = true)]
    quiet: bool,
}

pub(super) fn run(args: &ExplainArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let mut worst = Exit::Yes;
    let boards = unquoted(&args.boards, args.shape.map(Into::into));
    for (nth, text) in boards.iter().enumerate() {
        let explanation = args.explain(text)?;
        match args.format {
            TextOrJson::Json => explanation.write_json(out)?,
            TextOrJson::Text => {
                if nth > 0 {
                    writeln!(out)?;
                }
                explanation.write_text(columns_of_output(), out)?;
            }
        }
        if !explanation.parity.is_solvable() {
            worst = Exit::No;
        }
    }
    Ok(worst)
}

impl ExplainArgs {
    fn explain(&self, text: &OsStr) -> anyhow::Result<Explanation> {
        let board = self.read(text)?;
        let goal = self.goal.on(board.shape())?;
        let parity = Parity::new(&board, &goal)?;
        let solver = self.solver(&goal).map_err(|error| anyhow!(with_hint(&error)))?;
        explained(parity, &solver).map_err(|error| anyhow!(with_hint(&error)))
    }

    fn read(&self, text: &OsStr) -> anyhow::Result<Board> {
        let of_goal = self.goal.likely_shape().filter(|_| self.shape.is_none());
        let read = |text: &str| match (Board::read(text, self.shape.or(of_goal)), of_goal) {
            // A board of another shape than the goal's is read: the message about the two is
            // clearer.
            (Err(error), Some(_)) => Board::read(text, None).map_err(|_other| error),
            (read, _) => read,
        };
        let error = match text.to_str().map(read) {
            Some(Ok(board)) => return Ok(board),
            Some(Err(error)) => anyhow!(error),
            None => anyhow!("cannot read the board {text:?}: it is not UTF-8 text"),
        };
        if Path::new(text).is_file() {
            let file = quoted(&text.to_string_lossy()).into_owned();
            bail!("{file} is a file; to explain the board in it: pdb-solve explain \"$(cat {file})\"");
        }
        Err(what_else_it_is(text).map_or(error, |what| anyhow!(what)))
    }

    /// A solver with the table of the goal if it is in the folder or quick to build, or else with
    /// Manhattan distances.
    fn solver(&self, goal: &Goal) -> Result<Solver, SolveError> {
        let notify = |notice: Notice| {
            if !self.quiet {
                tell_of(&notice, goal);
            }
        };
        let with_table = Solver::builder(goal).method(Method::of(Algorithm::Table));
        match with_table.folder(&self.folder.folder()).save_tables().on_notice(notify).build() {
            Err(error) if error.is_no_table() => {
                Solver::builder(goal).method(Method::of(Algorithm::AStar)).build()
            }
            made => made,
        }
    }
}

fn explained(parity: Parity, solver: &Solver) -> Result<Explanation, SolveError> {
    let is_exact = solver.oracle().is_some();
    let (board, goal) = (parity.board(), parity.goal());
    if parity.is_solvable() {
        let outcome = if is_exact { Some(solver.solve(board)?) } else { None };
        let path = outcome.map(|outcome| outcome.moves);
        return Ok(Explanation { parity, path, nearest: None, goals: Vec::new() });
    }
    let nearest = Nearest { exchange: solver.nearest_exchange(board)?, is_exact };
    Ok(Explanation { parity, path: None, nearest: Some(nearest), goals: solvable_goals(board, goal) })
}
