//! Trying a solver on bad input: it should exit without an answer.

use std::collections::HashSet;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use tilebase::board::{Board, Goal};

use super::bad_input::BadInput;
use super::reaction::{BadAttempt, Reaction};
use super::{Disturbance, Ending, ForeignSolver, Outputs, Trial, lock, shown};

/// Distance from the goal of the board that bad input is made from.
///
/// Small, so that a program that ignores the error solves it at once. Larger than one, or a program
/// that prints its board and the goal would seem to print a path.
const STEPS: usize = 4;

impl ForeignSolver {
    /// The kinds of bad input that this solver can receive.
    pub(crate) fn bad_inputs(&self) -> Vec<BadInput> {
        let board = board_to_spoil(self.goal());
        let has_call = |bad: &BadInput| self.bad_call(&board, *bad).is_some();
        BadInput::ALL.into_iter().filter(has_call).collect()
    }
}

impl Trial<'_> {
    /// Tries every kind of bad input, each within `time`. Also returns the number of processes that
    /// were left running and had to be killed.
    pub(crate) fn run_bad_inputs(&self, time: Duration) -> (Vec<BadAttempt>, usize) {
        let bad_inputs = self.solver.bad_inputs();
        let jobs = self.jobs.min(bad_inputs.len());
        let waiting = Mutex::new(bad_inputs);
        let done = Mutex::new((Vec::new(), 0));
        let work = || {
            while !self.runner.is_interrupted() {
                let Some(bad) = lock(&waiting).pop() else { return };
                let (tried, left_running) = self.attempt_bad(bad, time);
                let mut done = lock(&done);
                done.0.extend(tried);
                done.1 += left_running;
            }
        };
        thread::scope(|scope| {
            for _ in 1..jobs {
                // If no other thread can be started, this one does all the work.
                let _other = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        let (mut tried, left_running) = std::mem::take(&mut *lock(&done));
        tried.sort_by_key(|tried: &BadAttempt| tried.input);
        (tried, left_running + self.runner.sweep())
    }

    /// Tries one bad input. Returns no attempt on interruption or if the solver cannot receive it.
    pub(crate) fn attempt_bad(&self, input: BadInput, time: Duration) -> (Option<BadAttempt>, usize) {
        let board = board_to_spoil(self.solver.goal());
        let Some(call) = self.solver.bad_call(&board, input) else { return (None, 0) };
        let run = self.runner.run_within(&call, time);
        if run.ending == Ending::Interrupted {
            return (None, run.left_running);
        }
        let outputs = Outputs {
            file: run.output_file.as_deref(),
            stdout: &run.stdout,
            stderr: &run.stderr,
            has_failed: run.ending != Ending::Exited(0),
        };
        let extracted = self.extractor.extract(&outputs, &board, self.judge).ok();
        let answer = extracted.as_ref().map(|extracted| {
            let quotes: Vec<String> = extracted.quotes.iter().map(ToString::to_string).collect();
            (extracted.claims.as_slice(), quotes.join(", "))
        });
        let reaction = Reaction::of(&run, answer);
        // Typed at a terminal, the command would otherwise wait for the keyboard.
        let is_without_input = input == BadInput::EndOfInput && call.file.is_none();
        let nothing = if is_without_input { "printf '' | " } else { "" };
        let outputs: [&[u8]; 2] = [&run.output(), &run.stderr];
        let shown = if reaction.is_right() { Default::default() } else { outputs.map(shown) };
        let (time, disturbance) = (run.time, Disturbance::of(&run));
        let call = format!("{nothing}{call}");
        let tried = BadAttempt { input, reaction, time, disturbance, call, shown };
        (Some(tried), run.left_running)
    }
}

/// A board near the goal whose last row, the one to be made invalid, holds only tiles.
fn board_to_spoil(goal: &Goal) -> Board {
    let mut seen = HashSet::from([goal.board()]);
    let mut farthest = vec![goal.board()];
    let mut found = goal.board();
    let in_last_row =
        |board: &Board| board.tiles().iter().rev().take(board.shape().columns()).any(|tile| tile.is_blank());
    for _ in 0..STEPS {
        farthest = farthest
            .iter()
            .flat_map(Board::successors)
            .map(|(_, board)| board)
            .filter(|board| seen.insert(*board))
            .collect();
        // Keep an earlier board if none qualifies at this distance.
        found = farthest.iter().find(|board| !in_last_row(board)).copied().unwrap_or(found);
    }
    found
}

#[cfg(test)]
mod tests {
    use tilebase::board::Shape;
    use tilebase::judge::Judge;
    use tilebase::solve::Solver;

    use super::super::{Feed, RunLimits, Runner};
    use super::*;
    use tilebase_answers::Extractor;

    #[test]
    fn the_last_row_of_the_spoiled_board_has_only_tiles() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (5, 5)] {
            let shape = Shape::new(rows, columns).unwrap();
            for goal in [Goal::blank_last(shape), Goal::blank_first(shape), Goal::snail(shape)] {
                let board = board_to_spoil(&goal);
                let blank = board.tiles().iter().position(|tile| tile.is_blank()).unwrap();
                assert!(blank < columns * (rows - 1), "{board} to {goal}");
                assert!(goal.is_reachable_from(&board) && board != goal.board(), "{board} to {goal}");
            }
        }
    }

    /// Names and reactions of all kinds, for a script that gets the board on stdin or as its
    /// argument.
    fn kinds(script: &str, argument: Option<&str>) -> Vec<(&'static str, &'static str)> {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let command = ["sh", "-c", script, "sh"].into_iter().chain(argument).map(Into::into).collect();
        let trial = Trial {
            solver: &ForeignSolver::new(command, Feed::default(), goal).unwrap(),
            runner: &Runner::new(RunLimits::default(), None),
            extractor: &Extractor::default(),
            judge: &Judge::new(Solver::builder(&goal).build().unwrap()),
            jobs: 2,
            fail_fast: false,
            stop_after_timeouts: None,
            accepts_longer: false,
            expects_all_paths: false,
        };
        let (tried, _) = trial.run_bad_inputs(Duration::from_secs(10));
        tried.iter().map(|tried| (tried.input.name(), tried.reaction.kind())).collect()
    }

    #[test]
    fn every_bad_input_is_tried_once() {
        let names: Vec<&str> = BadInput::ALL.iter().map(|bad| bad.name()).collect();
        let tried = kinds("exit 1", None);
        assert_eq!(tried, names.iter().map(|name| (*name, "refused")).collect::<Vec<_>>());
        let without_input: Vec<_> =
            names.iter().filter(|name| **name != "end-of-input").map(|name| (*name, "refused")).collect();
        assert_eq!(kinds("exit 0", Some("{}")), without_input);
    }

    #[test]
    fn a_program_sees_the_bad_input() {
        let script = "read board && case $board in '') kill -SEGV $$;; *x) echo path: UU;; *-*) echo \
        bad; esac; test -n \"$board\" || echo no input >&2";
        let kind_of =
            |name: &str| kinds(script, None).into_iter().find(|(other, _)| *other == name).unwrap().1;
        assert_eq!(kind_of("empty"), "crashed");
        assert_eq!(kind_of("letter"), "solves-bad-input");
        assert_eq!(kind_of("negative"), "refused");
        assert_eq!(kind_of("end-of-input"), "refused");
    }
}
