//! Finds out how a program reads boards by passing boards as arguments and in the common formats.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Instant;

use tilebase::board::Board;
use tilebase::judge::Finding;
use tilebase::notation::{BlankSign, BoardForm};
use tilebase::search::{Heuristic, Manhattan};
use tilebase::solve::{Population, SolveError};

use super::input_notation::{InputForm, InputNotation};
use super::solver::ForeignSolver;
use super::uncalled::EasyAnswer;
use super::{Trial, Verdict};
use crate::shell::quoted;

/// The formats to try, most common first.
const USUAL: [InputForm; 7] = [
    InputForm::Board(BoardForm::Digits),
    InputForm::Board(BoardForm::Spaces),
    InputForm::Board(BoardForm::Commas),
    InputForm::Board(BoardForm::Grid),
    InputForm::Board(BoardForm::Princeton),
    InputForm::Board(BoardForm::RowsColumns),
    InputForm::Lines,
];

/// The formats to try with another sign for the blank.
const WITH_OTHER_BLANKS: [Option<InputForm>; 4] = [
    None,
    Some(InputForm::Board(BoardForm::Spaces)),
    Some(InputForm::Board(BoardForm::Commas)),
    Some(InputForm::Board(BoardForm::Grid)),
];

/// Other signs for the blank, most common first. The number of cells is also tried.
const OTHER_BLANKS: [&str; 6] = ["_", "space", "x", "b", "*", "."];

/// Each format gets `1 / PART_OF_A_RUN` of a run's time limit, and all together `RUNS_FOR_ALL`
/// limits.
const PART_OF_A_RUN: u32 = 4;
const RUNS_FOR_ALL: u32 = 2;
/// No other sign for the blank is tried after `1 / PART_FOR_BLANKS` of a run's time limit.
const PART_FOR_BLANKS: u32 = 2;

/// Range of the Manhattan distances of easy boards. For a board closer to the goal, an answer may
/// be too short to be recognized.
const EASY: RangeInclusive<u32> = 2..=6;
/// Moves of the random walk to an easy board. A walk never undoes a move, so it is not at the goal.
pub(crate) const EASY_WALK: u32 = 3;

/// Ways to pass the board as an argument: whether its cells are separate, and the format.
const ARGUMENTS: [(bool, Option<InputForm>); 4] = [
    (false, None),
    (false, Some(InputForm::Board(BoardForm::Spaces))),
    (false, Some(InputForm::Board(BoardForm::Commas))),
    (true, None),
];

/// A way of passing boards.
#[derive(Debug)]
struct Way {
    solver: ForeignSolver,
    input_notation: InputNotation,
    /// The placeholder that was added to the arguments, if any.
    place: Option<&'static str>,
}

/// A way of passing boards that a program understands, unlike the default one.
#[derive(Debug)]
pub(crate) struct FittingForm {
    /// The solver, with this format.
    pub(crate) solver: ForeignSolver,
    /// The format and the sign for the blank.
    input_notation: InputNotation,
    /// The placeholder that was added to the arguments, if any.
    place: Option<&'static str>,
    /// The verdict with the default format.
    otherwise: Verdict,
    /// Whether the program solved an easy board. If not, it gave a wrong answer instead of
    /// crashing.
    is_right: bool,
    /// Whether all formats have been tried.
    is_complete: bool,
}

/// The outcome of trying the ways of passing boards.
#[derive(Debug)]
pub(crate) struct TriedForms {
    /// The best answer to the easy board.
    pub(crate) answer: EasyAnswer,
    /// The way of passing boards that led to it, if it is not the default one.
    pub(crate) fitting: Option<FittingForm>,
}

impl TriedForms {
    /// The default way, with this answer to an easy board.
    pub(crate) const fn by_default(answer: EasyAnswer) -> Self {
        Self { answer, fitting: None }
    }
}

impl FittingForm {
    /// Returns the keys of an assignment that pass boards in this way.
    pub(crate) fn keys(&self) -> String {
        let place = self.place.map(|place| format!("{place} at the end of command"));
        let form = self.notation().map(|notation| format!("notation = \"{notation}\""));
        place.into_iter().chain(form).collect::<Vec<_>>().join(" and ")
    }

    /// The notation, if it is not the default one.
    fn notation(&self) -> Option<String> {
        Some(self.input_notation.to_string()).filter(|notation| !notation.is_empty())
    }
}

/// Writes a sentence without a period.
impl fmt::Display for FittingForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let otherwise = match &self.otherwise {
            Verdict::Crashed { how } => format!("crashed ({how})"),
            Verdict::NotUnderstood { .. } => "gave no answer".to_owned(),
            Verdict::Judged(Finding::SaysUnsolvable { .. }) => {
                "reported that an easy board has no solution".to_owned()
            }
            other => other.to_string(),
        };
        let command = || self.solver.command_line();
        let notation = self.notation();
        let form = notation.as_ref().map(|it| format!("--notation {} ", quoted(it))).unwrap_or_default();
        if !self.is_right {
            return write!(
                f,
                "the program {otherwise} with the default format, and solved an easy board in no format{}; \
                 using the first with an answer: pdb-solve validate {form}-- {}",
                if self.is_complete { "" } else { " that was tried in time" },
                command()
            );
        }
        match self.place {
            None => write!(
                f,
                "the program {otherwise} with the default format; using --notation {}, which works",
                quoted(&notation.unwrap_or_default())
            ),
            Some(_) => write!(
                f,
                "the program {otherwise} with the board on standard input; passing the board as an \
                 argument, which works: pdb-solve validate {form}-- {}",
                command()
            ),
        }
    }
}

impl Trial<'_> {
    /// Looks for the first common way of passing boards in which the program solves an easy board.
    ///
    /// Tries them only if the default format led to no path or length. A wrong path shows that the
    /// format was understood, and trying others could hide the fault. If the program crashed and
    /// solves the board in no format, the first format in which it gives an answer is returned.
    ///
    /// # Errors
    /// [`SolveError`] if the optimal solution cannot be computed.
    pub(crate) fn try_forms(&self, boards: &[Board]) -> Result<TriedForms, SolveError> {
        let found = self.first_fitting(boards);
        // Processes left behind by these runs must not count as the trial's.
        let _left_running = self.runner.sweep();
        found
    }

    fn first_fitting(&self, boards: &[Board]) -> Result<TriedForms, SolveError> {
        let untried = TriedForms::by_default(EasyAnswer::Untried);
        let Some(board) = self.easy_board(boards) else { return Ok(untried) };
        let clock = Instant::now();
        let Some(otherwise) = self.probe(&board)? else { return Ok(untried) };
        let answer = EasyAnswer::of(&otherwise, self.accepts_longer);
        if answer != EasyAnswer::Missing {
            return Ok(TriedForms::by_default(answer));
        }
        let has_crashed = matches!(otherwise, Verdict::Crashed { .. });
        let mut best = TriedForms::by_default(EasyAnswer::Missing);
        let mut is_complete = true;
        let usual_call = self.solver.call(&board);
        for way in self.ways() {
            let is_usual = way.input_notation.blank == *self.solver.blank();
            let time = self.runner.time();
            let limit = if is_usual { time * RUNS_FOR_ALL } else { time / PART_FOR_BLANKS };
            if clock.elapsed() >= limit {
                is_complete = false;
                break;
            }
            let Way { solver, input_notation, place } = way;
            // A format that gives the same call has already been tried.
            if solver.call(&board) == usual_call {
                continue;
            }
            let Some(verdict) = Trial { solver: &solver, ..*self }.probe(&board)? else { continue };
            let answer = EasyAnswer::of(&verdict, self.accepts_longer);
            let is_right = answer == EasyAnswer::Right;
            // A program that does not know the sign for the blank may still print something.
            let is_better =
                has_crashed && is_usual && best.fitting.is_none() && matches!(verdict, Verdict::Judged(_));
            if is_right || is_better {
                let otherwise = otherwise.clone();
                let fitting = FittingForm { solver, input_notation, place, otherwise, is_right, is_complete };
                best = TriedForms { answer, fitting: Some(fitting) };
            } else if answer == EasyAnswer::Wrong && is_usual {
                best.answer = answer;
            }
            if is_right {
                break;
            }
        }
        Ok(TriedForms { fitting: best.fitting.map(|fitting| FittingForm { is_complete, ..fitting }), ..best })
    }

    /// The ways of passing boards to try: first as an argument, which is easily forgotten, then in
    /// the common formats, then as an argument in other formats, then with other signs for the
    /// blank.
    fn ways(&self) -> Vec<Way> {
        let usual = self.solver.blank();
        let is_open = self.solver.has_open_place();
        let mut ways = Vec::new();
        if is_open {
            ways.extend(self.with_arguments(&ARGUMENTS[..1], usual));
        }
        if self.solver.has_open_form() {
            ways.extend(self.with_forms(&USUAL.map(Some), usual));
            if is_open {
                ways.extend(self.with_arguments(&ARGUMENTS[1..], usual));
            }
        }
        if self.solver.has_open_form() && *usual == BlankSign::default() {
            let cells = self.solver.goal().shape().cells().to_string();
            let others = [OTHER_BLANKS[0], &cells].into_iter().chain(OTHER_BLANKS[1..].iter().copied());
            for blank in others.filter_map(|sign| sign.parse().ok()) {
                ways.extend(self.with_forms(&WITH_OTHER_BLANKS, &blank));
                if is_open {
                    ways.extend(self.with_arguments(&ARGUMENTS, &blank));
                }
            }
        }
        ways
    }

    fn with_forms(&self, forms: &[Option<InputForm>], blank: &BlankSign) -> Vec<Way> {
        let way = |form: &Option<InputForm>| self.way(self.solver, *form, blank, None);
        forms.iter().filter_map(way).collect()
    }

    fn with_arguments(&self, arguments: &[(bool, Option<InputForm>)], blank: &BlankSign) -> Vec<Way> {
        let way = |(is_split, form): &(bool, Option<InputForm>)| {
            let place = if *is_split { "{args}" } else { "{}" };
            self.way(&self.solver.with_argument(*is_split), *form, blank, Some(place))
        };
        arguments.iter().filter_map(way).collect()
    }

    /// One way; `None` if boards of this shape cannot be written in the format.
    fn way(
        &self,
        solver: &ForeignSolver,
        form: Option<InputForm>,
        blank: &BlankSign,
        place: Option<&'static str>,
    ) -> Option<Way> {
        let input_notation = InputNotation { form, blank: blank.clone() };
        Some(Way { solver: solver.with_input_notation(input_notation.clone()).ok()?, input_notation, place })
    }

    /// Tries a board within part of the time limit. Returns `None` on interruption.
    fn probe(&self, board: &Board) -> Result<Option<Verdict>, SolveError> {
        let call = self.solver.call(board);
        let run = self.runner.run_within(&call, self.runner.time() / PART_OF_A_RUN);
        Ok(self.judge_run(board, &call, &run)?.map(|tried| tried.verdict))
    }

    /// Returns the easiest of the easy boards given, or a generated one if none is easy.
    fn easy_board(&self, boards: &[Board]) -> Option<Board> {
        let goal = self.solver.goal();
        let manhattan = Manhattan::new(goal);
        let solvable = boards.iter().filter(|board| goal.is_reachable_from(board));
        let near = solvable.map(|board| (manhattan.estimate(board), board));
        let is_easy = |board: &Board| EASY.contains(&manhattan.estimate(board));
        let easiest = near.filter(|(_, board)| is_easy(board)).min_by_key(|(steps, _)| *steps);
        let drawn = || Population::Walks(EASY_WALK).draw(goal, 1, 1).ok()?.first().copied();
        easiest.map_or_else(drawn, |(_, board)| Some(*board))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tilebase::board::{Goal, Shape};
    use tilebase::judge::Judge;
    use tilebase::solve::Solver;

    use super::super::{Feed, RunLimits, Runner};
    use super::*;
    use tilebase_answers::Extractor;

    /// The answer of a script that gets the board two moves from the goal, and the format found.
    fn attempt(script: &str, argument: Option<&str>) -> (EasyAnswer, Option<String>) {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let command = ["sh", "-c", script, "sh"].into_iter().chain(argument).map(Into::into).collect();
        let trial = Trial {
            solver: &ForeignSolver::new(command, Feed::default(), goal).unwrap(),
            runner: &Runner::new(RunLimits { time: Duration::from_secs(40), ..RunLimits::default() }, None),
            extractor: &Extractor::default(),
            judge: &Judge::new(Solver::builder(&goal).build().unwrap()),
            jobs: 1,
            fail_fast: false,
            stop_after_timeouts: None,
            accepts_longer: false,
            expects_all_paths: false,
        };
        let boards = ["867254301", "123456078"].map(|board| board.parse().unwrap());
        let TriedForms { answer, fitting } = trial.try_forms(&boards).unwrap();
        (answer, fitting.map(|fitting| fitting.to_string()))
    }

    fn found(script: &str, argument: Option<&str>) -> Option<String> {
        attempt(script, argument).1
    }

    #[test]
    fn the_form_that_is_understood_is_found() {
        for (test, form) in [
            ("[ \"$(cat)\" = '1 2 3 4 5 6 0 7 8' ]", "spaces"),
            ("[ \"$(cat)\" = 1,2,3,4,5,6,0,7,8 ]", "commas"),
            ("[ \"$(head -n 2 | tail -n 1)\" = '4 5 6' ]", "grid"),
            ("[ \"$(head -n 1)\" = 3 ]", "princeton"),
            ("[ \"$(head -n 1)\" = '3 3' ]", "rows-cols"),
            ("[ \"$(tail -n 1)\" = 8 ]", "lines"),
        ] {
            let hint = found(&format!("{test} && echo RR || exit 3"), None);
            let expected = format!(
                "the program crashed (exit code 3) with the default format; using --notation {form}, which \
                 works"
            );
            assert_eq!(hint.as_deref(), Some(expected.as_str()), "{test}");
        }
        let hint = found("[ \"$1\" = 1,2,3,4,5,6,0,7,8 ] && echo RR || echo what", Some("{}")).unwrap();
        assert!(
            hint.contains(
                "the program gave no answer with the default format; using --notation commas, which works"
            ),
            "{hint}"
        );
    }

    /// A sign that the program does not know is not blamed, but a wrong path with 0 is.
    #[test]
    fn the_sign_for_the_blank_is_found() {
        for (test, notation) in [
            ("[ \"$(cat)\" = 123456_78 ]", ":_"),
            ("[ \"$(cat)\" = 123456978 ]", ":9"),
            ("[ \"$(cat)\" = '123456 78' ]", ":space"),
            ("[ \"$(cat)\" = '1 2 3 4 5 6 x 7 8' ]", "spaces:x"),
            ("[ \"$(cat)\" = 1,2,3,4,5,6,b,7,8 ]", "commas:b"),
            ("[ \"$(tail -n 1)\" = '* 7 8' ]", "'grid:*'"),
        ] {
            for otherwise in ["exit 3", "echo no solution exists"] {
                let hint = found(&format!("{test} && echo RR || {otherwise}"), None).unwrap();
                assert!(
                    hint.contains(&format!("using --notation {notation}, which works")),
                    "{test}: {hint}"
                );
            }
        }
        let hint = found("[ \"$1\" = 123456_78 ] && echo RR || exit 3", None).unwrap();
        let command = "sh -c '[ \"$1\" = 123456_78 ] && echo RR || exit 3' sh {}";
        assert!(hint.ends_with(&format!("pdb-solve validate --notation :_ -- {command}")), "{hint}");
        let hint = found("[ \"$1\" = 1,2,3,4,5,6,_,7,8 ] && echo RR || exit 3", Some("{}")).unwrap();
        assert!(hint.contains("using --notation commas:_, which works"), "{hint}");
        assert_eq!(found("[ \"$(cat)\" = 123456_78 ] && echo RR || echo LL", None), None);
        assert_eq!(found("[ \"$(cat)\" = 123456_78 ] && echo LL || exit 3", None), None);
    }

    #[test]
    fn a_forgotten_argument_is_found() {
        let solver =
            |board: &str| format!("[ $# = 1 ] || exit 2; [ \"$1\" = '{board}' ] && echo RR || exit 3");
        let hint = found(&solver("123456078"), None).unwrap();
        assert!(
            hint.starts_with("the program crashed (exit code 2) with the board on standard input"),
            "{hint}"
        );
        assert!(hint.ends_with("sh {}"), "{hint}");
        let hint = found(&solver("1 2 3 4 5 6 0 7 8"), None).unwrap();
        assert!(hint.contains("pdb-solve validate --notation spaces -- sh -c "), "{hint}");
        let hint = found("[ $# = 9 ] && echo RR || exit 3", None).unwrap();
        assert!(hint.ends_with("sh {args}"), "{hint}");
    }

    #[test]
    fn a_fault_is_not_hidden_by_another_form() {
        let right_with_gaps = "read b; [ \"$b\" = '1 2 3 4 5 6 0 7 8' ] && echo RR || echo";
        let found_with = |otherwise: &str| found(&format!("{right_with_gaps} {otherwise}"), None);
        assert!(found_with("what?").is_some());
        let hint = found_with("no solution exists").unwrap();
        assert!(hint.contains("the program reported that an easy board has no solution"), "{hint}");
        for wrong in ["LL", "RRLR", "RLRL"] {
            assert_eq!(found_with(wrong), None, "{wrong}");
        }
        assert_eq!(found("exit 3", None), None, "no form helps");
        let wrong_with_gaps = "read b; [ \"$b\" = '1 2 3 4 5 6 0 7 8' ] && echo UU || exit 3";
        let hint = found(wrong_with_gaps, None).unwrap();
        assert!(hint.contains("solved an easy board in no format"), "{hint}");
        assert_eq!(found("[ \"$(cat)\" = 123456078 ] && echo RR || exit 3", None), None);
    }

    #[test]
    fn the_best_answer_to_the_easy_board_is_kept() {
        let board = "read b; [ \"$b\" =";
        for (script, expected) in [
            (format!("{board} 123456078 ] && echo RR || exit 3"), EasyAnswer::Right),
            (format!("{board} '1 2 3 4 5 6 0 7 8' ] && echo RR || exit 3"), EasyAnswer::Right),
            (format!("{board} 123456078 ] && echo LL || exit 3"), EasyAnswer::Wrong),
            (format!("{board} '1 2 3 4 5 6 0 7 8' ] && echo UU || exit 3"), EasyAnswer::Wrong),
            (format!("{board} '1 2 3 4 5 6 0 7 8' ] && echo UU || echo what"), EasyAnswer::Wrong),
            ("exit 3".to_owned(), EasyAnswer::Missing),
            ("echo no solution exists".to_owned(), EasyAnswer::Missing),
            (format!("{board} 123456078 ] && echo no solution exists || exit 3"), EasyAnswer::Missing),
        ] {
            assert_eq!(attempt(&script, None).0, expected, "{script}");
        }
    }
}
