//! What a submission has earned, and why.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::plan::Category;
use super::points::Points;
use crate::trial::{Attempt, BadAttempt, Verdict};

/// What a submission has earned, and why. Of hidden boards it holds counts and nothing else, so that no report can show
/// more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Grade {
    /// What the submission is called.
    pub(crate) submission: String,
    /// What it has earned.
    pub(crate) points: Points,
    /// What it could be asked for: extra credit is not among it.
    pub(crate) out_of: Points,
    /// Why a person should look at it, if one should.
    pub(crate) needs_a_look: Vec<String>,
    /// Why no board was tried, if none was.
    pub(crate) problem: Option<Problem>,
    /// Why it was stopped before all boards were tried, if it was.
    pub(crate) stopped: Option<String>,
    /// Each category, in the assignment's order.
    pub(crate) categories: Vec<CategoryGrade>,
    /// Time on the clock of all runs.
    pub(crate) seconds: f64,
    /// Processes that runs left behind, and that were ended.
    pub(crate) left_running: usize,
}

/// Why no board was tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Problem {
    /// In a sentence without a full stop.
    pub(crate) what: String,
    /// What the build printed, if there was one.
    pub(crate) printed: String,
}

/// What was earned in a category.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct CategoryGrade {
    /// What it is called.
    pub(crate) name: String,
    /// What was earned.
    pub(crate) points: Points,
    /// What can be.
    pub(crate) out_of: Points,
    /// Is it left out of the points that one can be asked for?
    pub(crate) extra_credit: bool,
    /// Are its boards kept secret?
    pub(crate) hidden: bool,
    /// When Gradescope shows it.
    pub(crate) visibility: String,
    /// How many boards it has.
    pub(crate) boards: usize,
    /// How many are right.
    pub(crate) right: usize,
    /// How many are not, by kind.
    pub(crate) kinds: BTreeMap<String, usize>,
    /// Every board; none if they are hidden.
    pub(crate) tried: Vec<BoardGrade>,
    /// Time on the clock of its runs.
    pub(crate) seconds: f64,
}

/// What became of a board that may be shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct BoardGrade {
    /// The board, or the name of a bad input.
    pub(crate) board: String,
    /// Its distance; none if it can't be solved.
    pub(crate) distance: Option<u32>,
    /// The kind of its verdict.
    pub(crate) kind: String,
    /// Is it right?
    pub(crate) right: bool,
    /// The verdict, in a sentence without a full stop.
    pub(crate) detail: String,
    /// How long its run took.
    pub(crate) seconds: f64,
    /// What one types in the submission's folder to repeat it, if it is not right.
    pub(crate) repeat: String,
    /// How its output began, if it is not right.
    pub(crate) stdout: String,
    /// How its error output began, if it is not right.
    pub(crate) stderr: String,
}

/// The kind of a board that was not tried.
pub(crate) const NOT_TRIED: &str = "not-tried";

/// The kind of a bad input that was refused by a program that has no board right.
const NO_BOARD_RIGHT: &str = "no-board-right";

/// Verdicts that may say less of the submission than of how it was asked: a person should look.
const UNCERTAIN: [&str; 2] = ["not-started", "not-understood"];

impl CategoryGrade {
    /// A category of which nothing was tried yet.
    pub(super) fn untried(category: &Category) -> Self {
        Self {
            name: category.name.clone(),
            points: Points::default(),
            out_of: category.points,
            extra_credit: category.is_extra,
            hidden: category.is_hidden,
            visibility: category.visibility.name().to_owned(),
            boards: category.size(),
            right: 0,
            kinds: BTreeMap::new(),
            tried: Vec::new(),
            seconds: 0.0,
        }
    }

    /// Takes in what became of a board.
    pub(super) fn add(&mut self, attempt: &Attempt) {
        let [stdout, stderr] = attempt.shown.clone();
        self.count(BoardGrade {
            board: attempt.board.to_string(),
            distance: attempt.distance,
            kind: attempt.verdict.kind().to_owned(),
            right: attempt.is_right,
            detail: attempt.verdict.to_string(),
            seconds: attempt.time.unwrap_or_default().as_secs_f64(),
            repeat: attempt.call.clone(),
            stdout,
            stderr,
        });
    }

    /// Takes in what became of a bad input.
    pub(super) fn add_bad(&mut self, attempt: &BadAttempt) {
        let [stdout, stderr] = attempt.shown.clone();
        self.count(BoardGrade {
            board: attempt.input.to_string(),
            distance: None,
            kind: attempt.reaction.kind().to_owned(),
            right: attempt.is_right(),
            detail: attempt.reaction.to_string(),
            seconds: attempt.time.as_secs_f64(),
            repeat: if attempt.is_right() { String::new() } else { attempt.call.clone() },
            stdout,
            stderr,
        });
    }

    /// Counts a board, and keeps it to be shown if it is not hidden.
    fn count(&mut self, board: BoardGrade) {
        self.seconds += board.seconds;
        if board.right {
            self.right += 1;
        } else {
            *self.kinds.entry(board.kind.clone()).or_default() += 1;
        }
        if !self.hidden {
            self.tried.push(board);
        }
    }

    /// Takes the points back that a program has for refusing what it refuses always.
    fn take_back(&mut self) {
        self.points = Points::default();
        if self.right > 0 {
            self.kinds.insert(NO_BOARD_RIGHT.to_owned(), std::mem::take(&mut self.right));
        }
        for tried in self.tried.iter_mut().filter(|tried| tried.right) {
            tried.right = false;
            NO_BOARD_RIGHT.clone_into(&mut tried.kind);
            "of boards it has none right, so to refuse this is no merit".clone_into(&mut tried.detail);
        }
    }

    /// Counts what is left as not tried, and gives the points.
    pub(super) fn close(&mut self, category: &Category) {
        let tried = self.right + self.kinds.values().sum::<usize>();
        let untried = category.size() - tried;
        if untried > 0 {
            self.kinds.insert(NOT_TRIED.to_owned(), untried);
        }
        self.points = category.earned(self.right);
    }

    /// The first board that may be shown and is not right.
    #[must_use]
    pub(crate) fn example(&self) -> Option<&BoardGrade> {
        self.tried.iter().find(|tried| !tried.right)
    }

    /// The counts, as `7 of 10 right; longer 2, crashed 1`.
    #[must_use]
    pub(crate) fn counts(&self) -> String {
        let mut kinds: Vec<(&String, &usize)> = self.kinds.iter().collect();
        kinds.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        let gap = if kinds.is_empty() { "" } else { "; " };
        format!("{} of {} right{gap}{}", self.right, self.boards, kinds.join(", "))
    }
}

impl Grade {
    /// The grade of what its categories came to.
    pub(super) fn of(submission: &str, categories: Vec<CategoryGrade>) -> Self {
        let asked_for = categories.iter().filter(|category| !category.extra_credit);
        Self {
            submission: submission.to_owned(),
            points: categories.iter().map(|category| category.points).sum(),
            out_of: asked_for.map(|category| category.out_of).sum(),
            needs_a_look: uncertain(&categories),
            problem: None,
            stopped: None,
            seconds: categories.iter().map(|category| category.seconds).sum(),
            categories,
            left_running: 0,
        }
    }

    /// Could some run not be started? That may be the fault of the machine, and be gone the next time.
    pub(super) fn was_not_started(&self) -> bool {
        let is_not_started = |category: &CategoryGrade| category.kinds.contains_key("not-started");
        self.categories.iter().any(is_not_started)
    }

    /// Should a person look at it?
    #[must_use]
    pub(crate) fn needs_a_look(&self) -> bool {
        !self.needs_a_look.is_empty()
    }

    /// Why there are not all points, in a few words; an example where one may be shown.
    #[must_use]
    pub(crate) fn reason(&self) -> String {
        if let Some(problem) = &self.problem {
            return problem.what.clone();
        }
        let right: usize = self.categories.iter().map(|category| category.right).sum();
        let boards: usize = self.categories.iter().map(|category| category.boards).sum();
        if right == boards {
            return "all right".to_owned();
        }
        let example = self.categories.iter().find_map(CategoryGrade::example);
        let example = example.map(|tried| format!("; {}: {}", tried.board, tried.detail)).unwrap_or_default();
        let stopped = self.stopped.as_ref().map(|why| format!("; {why}")).unwrap_or_default();
        format!("{right} of {boards} right{stopped}{example}")
    }
}

/// Bad input is refused by a program that never reads any: it earns nothing for that, unless there are no boards to try.
pub(super) fn without_merit(mut grades: Vec<CategoryGrade>, categories: &[Category]) -> Vec<CategoryGrade> {
    let of_boards = || categories.iter().map(|category| category.bad_inputs.is_empty());
    let has_right =
        grades.iter().zip(of_boards()).any(|(grade, is_of_boards)| is_of_boards && grade.right > 0);
    if !has_right && of_boards().any(|is_of_boards| is_of_boards) {
        let bad = grades.iter_mut().zip(of_boards()).filter(|(_, is_of_boards)| !is_of_boards);
        bad.for_each(|(grade, _)| grade.take_back());
    }
    grades
}

/// What is not sure in what was found.
fn uncertain(categories: &[CategoryGrade]) -> Vec<String> {
    let count = |kind: &str| categories.iter().filter_map(|category| category.kinds.get(kind)).sum::<usize>();
    let counts = UNCERTAIN.map(|kind| (kind, count(kind)));
    let boards = |count| if count == 1 { "1 board".to_owned() } else { format!("{count} boards") };
    counts
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| format!("{kind} on {}", boards(*count)))
        .collect()
}

/// Did it have its whole time, and not end?
pub(super) const fn has_timed_out(attempt: &Attempt) -> bool {
    matches!(attempt.verdict, Verdict::TimedOut { .. })
}
