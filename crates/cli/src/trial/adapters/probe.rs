//! Probing a function before the trial: its signature, and whether it solves an easy board.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tilebase::Interrupt;

use serde_json::Value;
use tilebase::board::{Board, Goal, Move};
use tilebase::judge::Claim;
use tilebase::notation::BoardForm;

use super::super::call::FixedFolders;
use super::super::disturbance::Disturbance;
use super::super::ending::Ending;
use super::super::input_notation::{InputForm, InputNotation};
use super::super::no_answer::no_answer_reason;
use super::super::run::{Run, RunLimits};
use super::super::runner::Runner;
use super::super::solver::{Feed, ForeignSolver};
use super::adapter::AdapterError;
use tilebase_answers::{Extractor, Outputs};

/// Runs adapters on an easy board.
#[derive(Debug)]
pub(crate) struct Probe {
    goal: Goal,
    /// Whether an estimate is expected instead of a solution.
    is_for_estimates: bool,
    /// For inspecting the program: some take long to load.
    load_runner: Runner,
    /// For solving a board two moves from the goal.
    solve_runner: Runner,
    /// The location of the program; by default the current folder.
    folders: Option<FixedFolders>,
}

/// The outcome of a call with the easy board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tried {
    /// It failed or timed out, with the last line of its error output.
    Failed(String),
    /// It reported no solution, or returned nothing.
    Nothing,
    /// It gave another answer that is wrong.
    Wrong,
    /// It solved the board.
    Right,
}

impl Probe {
    const LOAD_TIMEOUT: Duration = Duration::from_secs(30);
    const SOLVE_TIMEOUT: Duration = Duration::from_secs(5);

    /// Probes for this goal, within the given limits except for the time.
    pub(crate) fn new(
        goal: Goal,
        is_for_estimates: bool,
        limits: RunLimits,
        interrupt: &'static Interrupt,
    ) -> Self {
        let within = |time| Runner::new(RunLimits { time, ..limits }, Some(interrupt));
        Self {
            goal,
            is_for_estimates,
            load_runner: within(Self::LOAD_TIMEOUT),
            solve_runner: within(Self::SOLVE_TIMEOUT.min(limits.time)),
            folders: None,
        }
    }

    /// Runs the adapters at a fixed location.
    #[must_use]
    pub(crate) fn in_folders(self, folders: FixedFolders) -> Self {
        Self { folders: Some(folders), ..self }
    }

    /// Returns the absolute path of a file of the program.
    pub(super) fn absolute(&self, file: &Path) -> io::Result<PathBuf> {
        match &self.folders {
            Some(folders) => Ok(folders.current_dir.join(file)),
            None => std::path::absolute(file),
        }
    }

    pub(super) const fn goal(&self) -> &Goal {
        &self.goal
    }

    pub(super) const fn is_for_estimates(&self) -> bool {
        self.is_for_estimates
    }

    /// Returns a board two moves from the goal.
    pub(super) fn easy_board(&self) -> Board {
        let goal = self.goal.board();
        let mut steps = goal.successors().flat_map(|(_, near)| {
            near.successors().map(|(_, board)| board).filter(|board| *board != goal).collect::<Vec<_>>()
        });
        steps.next().unwrap_or(goal)
    }

    /// Runs an adapter's `inspect` command and returns the JSON object that it prints.
    ///
    /// `program` and `package` name the language and what to install if it is missing.
    pub(super) fn inspect(
        &self,
        command: Vec<OsString>,
        (program, package): (&'static str, &'static str),
        file: &str,
    ) -> Result<Value, AdapterError> {
        let run = self.run(&self.load_runner, command)?;
        let was_disturbed = Disturbance::of(&run).is_some();
        let not_loaded =
            |reason: String| AdapterError::NotLoaded { file: file.to_owned(), reason, was_disturbed };
        match &run.ending {
            Ending::NotStarted { reason, .. } => {
                return Err(AdapterError::NotInstalled { program, package, reason: reason.clone() });
            }
            Ending::Interrupted => return Err(AdapterError::Interrupted),
            Ending::TimedOut => {
                let seconds = Self::LOAD_TIMEOUT.as_secs();
                return Err(not_loaded(format!(
                    "still loading after {seconds} s; if it solves boards or asks for input when it is loaded, \
                     move that code into a main function"
                )));
            }
            _ => {}
        }
        let inspected = last_line(&run.stdout).and_then(|line| serde_json::from_str::<Value>(&line).ok());
        match inspected {
            Some(inspected) if inspected["fault"].is_string() => Err(AdapterError::Fault(format!(
                "{file}: {}",
                inspected["fault"].as_str().unwrap_or_default()
            ))),
            Some(inspected) => Ok(inspected),
            None => Err(not_loaded(failure(&run))),
        }
    }

    /// Calls the function with the easy board.
    pub(super) fn try_easy_board(&self, command: Vec<OsString>) -> Result<Tried, AdapterError> {
        let run = self.run(&self.solve_runner, command)?;
        match run.ending {
            Ending::Exited(0) => {}
            Ending::Interrupted => return Err(AdapterError::Interrupted),
            _ => return Ok(Tried::Failed(failure(&run))),
        }
        let board = self.easy_board();
        let is_right = |claim: &Claim| self.is_right(claim, &board);
        let outputs = Outputs::of_stdout(&run.stdout);
        Ok(match Extractor::default().extract_for(&outputs, &board, &self.goal, &is_right) {
            Ok(found) if found.claims.iter().any(|claim| self.is_right(claim, &board)) => Tried::Right,
            Ok(found) if found.claims.contains(&Claim::Unsolvable) => Tried::Nothing,
            Ok(_wrong) => Tried::Wrong,
            Err(no_answer) => Tried::Failed(no_answer_reason(&no_answer, true)),
        })
    }

    fn run(&self, runner: &Runner, command: Vec<OsString>) -> Result<Run, AdapterError> {
        let form = Some(InputForm::Board(BoardForm::Commas));
        let feed =
            Feed { input_notation: InputNotation { form, ..InputNotation::default() }, ..Feed::default() };
        let solver = ForeignSolver::new(command, feed, self.goal)?;
        let solver = self.folders.iter().fold(solver, |solver, folders| solver.in_folders(folders.clone()));
        let run = runner.run(&solver.call(&self.easy_board()));
        match Disturbance::of(&run) {
            Some(Disturbance::NotStarted { reason }) => Err(AdapterError::NotStarted(reason)),
            _ => Ok(run),
        }
    }

    /// Whether a claim solves the board, by either move convention.
    ///
    /// Longer paths count too, and smaller estimates: the probe only checks whether the function
    /// understood the board.
    fn is_right(&self, claim: &Claim, board: &Board) -> bool {
        let goal = self.goal.board();
        let leads = |in_turn: fn(Move) -> Move, moves: &[Move]| {
            moves.iter().try_fold(*board, |board, step| board.after(in_turn(*step))) == Some(goal)
        };
        match claim {
            Claim::Path(moves) | Claim::PathAndLength { moves, .. } => {
                leads(|step| step, moves) || leads(Move::inverse, moves)
            }
            Claim::Boards(boards) | Claim::BoardsAndLength { boards, .. } => boards.last() == Some(&goal),
            // 0 may be the estimate of a board that was not understood.
            Claim::Length(length) if self.is_for_estimates => (1..=2).contains(length),
            Claim::Length(length) => *length == 2,
            _ => false,
        }
    }
}

/// Returns why a run failed: the last line of its error output, where interpreters print the
/// exception, or how the run ended.
fn failure(run: &Run) -> String {
    let ending = match &run.ending {
        Ending::TimedOut => return "timed out".to_owned(),
        Ending::Killed { by } => by.clone(),
        Ending::Exited(code) => format!("exit code {code}"),
        _ => "it printed too much".to_owned(),
    };
    last_line(&run.stderr).unwrap_or(ending)
}

fn last_line(output: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(output);
    text.lines().rev().find(|line| !line.trim().is_empty()).map(|line| line.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use tilebase::board::Shape;

    use super::*;

    #[test]
    fn a_list_of_boards_is_right_if_it_ends_at_the_goal() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let probe = Probe {
            goal,
            is_for_estimates: false,
            load_runner: Runner::new(RunLimits::default(), None),
            solve_runner: Runner::new(RunLimits::default(), None),
            folders: None,
        };
        let easy = probe.easy_board();
        for (boards, is_right) in [(vec![easy, goal.board()], true), (vec![easy], false), (vec![], false)] {
            assert_eq!(probe.is_right(&Claim::Boards(boards.clone()), &easy), is_right);
            assert_eq!(probe.is_right(&Claim::BoardsAndLength { boards, length: 2 }, &easy), is_right);
        }
    }
}
