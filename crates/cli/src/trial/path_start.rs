//! Reads outputs that are ambiguous on their own, using the program's other answers.
//!
//! For the solved board, a program may print that board as a path of no moves, or as an echo of its
//! input, or print nothing. For a board one move from the goal, it may print two boards or only the
//! goal. The program's paths on other boards show whether its paths begin with the start board.

use tilebase::solve::SolveError;

use super::{Attempt, Trial};
use tilebase_answers::{Extractor, PathStart};

/// Whether the paths of all right answers, on boards at least two moves from the goal, begin with
/// the start board; `None` if these answers disagree, are fewer than two, or are not boards.
pub(crate) fn path_start_of<'a>(attempts: impl IntoIterator<Item = &'a Attempt>) -> Option<PathStart> {
    const MIN_DISTANCE: u32 = 2;
    const MIN_ANSWERS: usize = 2;
    let is_plain = |attempt: &&Attempt| {
        attempt.is_right && attempt.distance.is_some_and(|distance| distance >= MIN_DISTANCE)
    };
    let starts: Vec<Option<PathStart>> =
        attempts.into_iter().filter(is_plain).map(|attempt| attempt.path_start).collect();
    let first = *starts.first()?;
    let agree = starts.len() >= MIN_ANSWERS && starts.iter().all(|start| *start == first);
    first.filter(|_| agree)
}

impl Trial<'_> {
    /// Rereads the outputs that were not understood, now that it is known whether the program's
    /// paths begin with the start board.
    ///
    /// # Errors
    /// [`SolveError`] if the optimal solution cannot be computed.
    pub(crate) fn read_by_path_start(
        &self,
        path_start: Option<PathStart>,
        attempts: &mut [Attempt],
    ) -> Result<(), SolveError> {
        let extractor = Extractor { path_start, ..self.extractor.clone() };
        for attempt in attempts {
            let Some(unread) = attempt.unread.take().filter(|_| path_start.is_some()) else { continue };
            let outputs = unread.outputs();
            let Ok(extracted) = extractor.extract(&outputs, &attempt.board, self.judge) else { continue };
            let call = self.solver.call(&attempt.board);
            let verdict = self.verdict_of(&attempt.board, extracted)?;
            let again = self.new_attempt(&attempt.board, verdict, &call, [outputs.main(), outputs.stderr])?;
            let Attempt { time, cpu_time, peak_memory_in_bytes, .. } = *attempt;
            let disturbance = attempt.disturbance.take();
            *attempt = Attempt { time, cpu_time, disturbance, peak_memory_in_bytes, ..again };
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tilebase::board::{Goal, Shape};
    use tilebase::judge::Judge;
    use tilebase::solve::Solver;

    use super::super::{Feed, ForeignSolver, RunLimits, Runner};
    use super::*;

    /// Prints the boards of a path from one or two moves away, without its first board.
    const SCRIPT: &str = "case $1 in \
        123456708) echo 123456780;; \
        123456078) echo 123456708; echo 123456780;; \
        123405786) echo 123450786; echo 123456780;; \
        123456780) echo here it is;; \
        *) echo unsolvable;; esac";

    #[test]
    fn the_other_answers_decide_short_paths() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let command = ["sh", "-c", SCRIPT, "sh", "{}"].map(Into::into).to_vec();
        let trial = Trial {
            solver: &ForeignSolver::new(command, Feed::default(), goal).unwrap(),
            runner: &Runner::new(RunLimits { time: Duration::from_secs(40), ..RunLimits::default() }, None),
            extractor: &Extractor::default(),
            judge: &Judge::new(Solver::new(&goal).unwrap()),
            jobs: 1,
            fail_fast: false,
            stop_after_timeouts: None,
            accepts_longer: false,
            expects_all_paths: false,
        };
        let right = |boards: &[&str], fail_fast| {
            let trial = Trial { fail_fast, ..trial };
            let boards: Vec<_> = boards.iter().map(|board| board.parse().unwrap()).collect();
            let tried = trial.run(&boards, |_| {}).unwrap().tried;
            tried.iter().map(|attempt| attempt.is_right).collect::<Vec<_>>()
        };
        let short = ["123456780", "123456708"];
        assert_eq!(right(&short, false), [false, false], "nothing shows how it prints paths");
        for fail_fast in [false, true] {
            let boards = [&short[..], &["123456078", "123405786"]].concat();
            assert_eq!(right(&boards, fail_fast), [true; 4], "{fail_fast}");
            let boards = ["123456078", "867254301", "123456780"];
            let expected: &[bool] = if fail_fast { &[true, false] } else { &[true, false, false] };
            assert_eq!(right(&boards, fail_fast), expected);
        }
    }
}
