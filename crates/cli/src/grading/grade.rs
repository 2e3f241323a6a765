//! The points of a submission, with reasons.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::assignment::Scoring;
use super::disturbed::Disturbed;
use super::plan::Category;
use super::points::Points;
use crate::trial::{Attempt, BadAttempt, Verdict};
use tilebase_answers::ReadAs;

/// The points of a submission, with reasons. For hidden boards it has only counts, so that no
/// report can show more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Grade {
    /// The submission's name.
    pub(crate) submission: String,
    /// Its language, if the assignment has several.
    pub(crate) language: Option<String>,
    /// Points earned, with extra credit.
    pub(crate) points: Points,
    /// The total, without extra credit.
    pub(crate) out_of: Points,
    /// The part of `points` that is extra credit.
    pub(crate) extra: Points,
    /// Reasons for a manual review, if it needs one.
    pub(crate) needs_review: Vec<String>,
    /// The reason why no board was tried, if any.
    pub(crate) problem: Option<Problem>,
    /// The failure that all runs share, if any.
    pub(crate) alike: Option<String>,
    /// The reason why grading of the whole submission stopped before all boards were tried, if it
    /// did. Categories have reasons of their own.
    pub(crate) stopped: Option<String>,
    /// Each category, in the assignment's order.
    pub(crate) categories: Vec<CategoryGrade>,
    /// Wall time of all runs.
    pub(crate) seconds: f64,
    /// Number of processes that runs left behind. They were stopped.
    pub(crate) left_running: usize,
}

/// The reason why no board was tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Problem {
    /// A sentence without a period.
    pub(crate) what: String,
    /// The output of the build, if any.
    pub(crate) printed: String,
}

/// The points of a category.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct CategoryGrade {
    /// The name of the category.
    pub(crate) name: String,
    /// The points earned.
    pub(crate) points: Points,
    /// The points for all boards.
    pub(crate) out_of: Points,
    /// Whether the points are added on top of the total.
    pub(crate) extra_credit: bool,
    /// Whether the boards are hidden from students.
    pub(crate) hidden: bool,
    /// When Gradescope shows it.
    pub(crate) visibility: String,
    /// Number of boards.
    pub(crate) boards: usize,
    /// Number of right answers.
    pub(crate) right: usize,
    /// Number of other boards, by kind.
    pub(crate) kinds: BTreeMap<String, usize>,
    /// The result on every board; empty for a hidden category.
    pub(crate) tried: Vec<BoardGrade>,
    /// Wall time of the runs.
    pub(crate) seconds: f64,
    /// The reason why its last boards were not tried, if any.
    #[serde(default)]
    pub(crate) stopped: Option<String>,
    /// Runs that something outside the submission may have ended.
    #[serde(default)]
    pub(crate) disturbed: Disturbed,
}

/// The result on a board that may be shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct BoardGrade {
    /// The board, or the name of a malformed input.
    pub(crate) board: String,
    /// The distance of the board; `None` if it is unsolvable.
    pub(crate) distance: Option<u32>,
    /// The kind of the verdict.
    pub(crate) kind: String,
    /// Whether the answer is right.
    pub(crate) right: bool,
    /// The verdict, as a sentence without a period.
    pub(crate) detail: String,
    /// Wall time of the run.
    pub(crate) seconds: f64,
    /// The command that repeats the run in the submission's folder; empty for a right answer.
    pub(crate) repeat: String,
    /// Excerpts of the output; empty for a right answer.
    pub(crate) stdout: String,
    /// Excerpts of the error output; empty for a right answer.
    pub(crate) stderr: String,
}

impl BoardGrade {
    /// The detail, for a text that names the kind already.
    fn detail_alone(&self) -> &str {
        self.detail.strip_prefix(&self.kind).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(&self.detail)
    }

    /// The kind and the detail, without repeating the kind.
    #[must_use]
    pub(crate) fn mistake(&self) -> String {
        let Self { kind, detail, .. } = self;
        let has_kind = detail.replace('-', " ").starts_with(&kind.replace('-', " "));
        if has_kind { detail.clone() } else { format!("{kind}: {detail}") }
    }
}

/// Points with their total, displayed for example as `31 of 40` or `40 of 40, +3 extra`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Score {
    /// Points without extra credit.
    pub(crate) points: Points,
    /// The total.
    pub(crate) out_of: Points,
    /// Extra credit.
    pub(crate) extra: Points,
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.points, self.out_of)?;
        if self.extra.is_zero() { Ok(()) } else { write!(f, ", +{} extra", self.extra) }
    }
}

/// The kind of a board that was not tried.
pub(crate) const NOT_TRIED: &str = "not-tried";

/// The kind of a malformed input refused by a program that solves no board.
const NO_BOARD_RIGHT: &str = "no-board-right";

/// Kinds that may be due to the assignment or the machine, and therefore need a review.
const UNCERTAIN: [&str; 2] = ["not-started", "not-understood"];

impl CategoryGrade {
    /// A category before its first run.
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
            stopped: None,
            disturbed: Disturbed::default(),
        }
    }

    /// Adds the result on a board.
    pub(super) fn add(&mut self, attempt: &Attempt) {
        let [stdout, stderr] = attempt.shown.clone();
        self.disturbed.note(attempt.disturbance.as_ref());
        self.count(BoardGrade {
            board: attempt.board.to_string(),
            distance: attempt.distance,
            kind: kind_of(attempt).to_owned(),
            right: attempt.is_right,
            detail: if lacks_path(attempt) {
                "the length is right, but the assignment requires a path".to_owned()
            } else {
                attempt.verdict.to_string()
            },
            seconds: attempt.time.unwrap_or_default().as_secs_f64(),
            repeat: attempt.call.clone(),
            stdout,
            stderr,
        });
    }

    /// Adds the result on a malformed input.
    pub(super) fn add_bad(&mut self, attempt: &BadAttempt) {
        let [stdout, stderr] = attempt.shown.clone();
        self.disturbed.note(attempt.disturbance.as_ref());
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

    /// Counts a board, and records it unless the category is hidden.
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

    /// Cancels the points for refusing malformed input.
    fn take_back(&mut self) {
        self.points = Points::default();
        if self.right > 0 {
            self.kinds.insert(NO_BOARD_RIGHT.to_owned(), std::mem::take(&mut self.right));
        }
        for tried in self.tried.iter_mut().filter(|tried| tried.right) {
            tried.right = false;
            NO_BOARD_RIGHT.clone_into(&mut tried.kind);
            "rejected, but the program rejects valid boards too".clone_into(&mut tried.detail);
        }
    }

    /// Counts the remaining boards as not tried, and sets the points.
    pub(super) fn close(&mut self, category: &Category) {
        let tried = self.right + self.kinds.values().sum::<usize>();
        let untried = category.size() - tried;
        if untried > 0 {
            self.kinds.insert(NOT_TRIED.to_owned(), untried);
        } else {
            // A limit reached on the last board has not stopped anything.
            self.stopped = None;
        }
        self.points = category.earned(self.right);
    }

    /// The points for the boards that were not tried.
    fn at_stake(&self, category: &Category) -> Points {
        let untried = self.kinds.get(NOT_TRIED).copied().unwrap_or_default();
        match category.per {
            // A wrong board has already cost all points.
            Scoring::All if self.right + untried < self.boards => Points::default(),
            Scoring::All => self.out_of,
            _ => self.out_of.share(untried, self.boards),
        }
    }

    /// Why boards were not tried, with the points at stake, if the limit of the category or of the
    /// submission was reached.
    pub(super) fn untried_in_words(&self, category: &Category, total: Option<&str>) -> Option<String> {
        let untried = self.kinds.get(NOT_TRIED)?;
        let (name, boards, at_stake) = (&self.name, self.boards, self.at_stake(category));
        let points = if at_stake.to_string() == "1" { "point" } else { "points" };
        let stopped = self.stopped.as_deref().or(total)?;
        Some(format!(
            "{name}: {stopped}, {untried} of {boards} boards not tried ({at_stake} {points} at stake)"
        ))
    }

    /// The first board without a right answer; `None` for a hidden category.
    #[must_use]
    pub(crate) fn example(&self) -> Option<&BoardGrade> {
        self.tried.iter().find(|tried| !tried.right)
    }

    /// The counts, for example `7 of 10 right; longer 2, crashed 1`.
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
    /// The reason given for a submission without mistakes.
    pub(crate) const ALL_RIGHT: &'static str = "all right";

    /// The grade for the results of all categories.
    pub(super) fn of(submission: &str, categories: Vec<CategoryGrade>) -> Self {
        let points = |is_extra: bool| -> Points {
            let of_kind = categories.iter().filter(|category| category.extra_credit == is_extra);
            of_kind.map(|category| category.points).sum()
        };
        let total = categories.iter().filter(|category| !category.extra_credit);
        Self {
            submission: submission.to_owned(),
            language: None,
            points: points(false) + points(true),
            out_of: total.map(|category| category.out_of).sum(),
            extra: points(true),
            needs_review: uncertain(&categories),
            problem: None,
            alike: None,
            stopped: None,
            seconds: categories.iter().map(|category| category.seconds).sum(),
            categories,
            left_running: 0,
        }
    }

    /// Replaces the reasons for a review by the failure that all runs share, if any: it says more
    /// than the counts of uncertain results.
    pub(super) fn with_alike(self, alike: Option<String>) -> Self {
        let needs_review = alike.iter().cloned().collect();
        if alike.is_some() { Self { needs_review, alike, ..self } } else { self }
    }

    /// Adds reasons for a review if something outside the submission may have ended its runs. A
    /// failure that all runs share says more than that they timed out.
    pub(super) fn with_disturbances(mut self) -> Self {
        let boards = self.categories.iter().map(|category| category.boards).sum();
        self.needs_review.extend(self.disturbed().reasons(boards, self.alike.is_none()));
        self
    }

    fn disturbed(&self) -> Disturbed {
        let all = self.categories.iter().map(|category| category.disturbed);
        all.fold(Disturbed::default(), Disturbed::and)
    }

    /// Whether something outside the submission may have ended a run, so that it may succeed the
    /// next time.
    pub(super) fn was_disturbed(&self) -> bool {
        self.disturbed().is_any()
    }

    /// Whether any answer was right.
    pub(super) fn has_right(&self) -> bool {
        self.categories.iter().any(|category| category.right > 0)
    }

    /// Whether a run crashed or timed out, which other programs can cause.
    pub(super) fn has_failed_runs(&self) -> bool {
        let has_failed = |category: &CategoryGrade| {
            ["crashed", "timed-out"].iter().any(|kind| category.kinds.contains_key(*kind))
        };
        self.problem.is_some() || self.categories.iter().any(has_failed)
    }

    /// The points with their total.
    #[must_use]
    pub(crate) fn score(&self) -> Score {
        let own = self.categories.iter().filter(|category| !category.extra_credit);
        Score { points: own.map(|category| category.points).sum(), out_of: self.out_of, extra: self.extra }
    }

    /// Whether some run could not be started, which may succeed the next time.
    pub(super) fn was_not_started(&self) -> bool {
        let is_not_started = |category: &CategoryGrade| category.kinds.contains_key("not-started");
        self.categories.iter().any(is_not_started)
    }

    /// Whether a person should review the grade.
    #[must_use]
    pub(crate) fn needs_review(&self) -> bool {
        !self.needs_review.is_empty()
    }

    /// The reason for missing points: the number of mistakes of each kind, with examples that may
    /// be shown.
    #[must_use]
    pub(crate) fn reason(&self) -> String {
        if let Some(problem) = &self.problem {
            return problem.what.clone();
        }
        let right: usize = self.categories.iter().map(|category| category.right).sum();
        let boards: usize = self.categories.iter().map(|category| category.boards).sum();
        if right == boards {
            return Self::ALL_RIGHT.to_owned();
        }
        let counts = [format!("{right} of {boards} boards right")].into_iter().chain(self.stopped.clone());
        match &self.alike {
            Some(alike) => counts.chain([alike.clone()]).collect::<Vec<_>>().join("; "),
            None => counts.chain(self.mistakes()).collect::<Vec<_>>().join("; "),
        }
    }

    /// The number of mistakes of each kind, the most frequent first, with examples.
    fn mistakes(&self) -> Vec<String> {
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for (kind, count) in self.categories.iter().flat_map(|category| &category.kinds) {
            *kinds.entry(kind).or_default() += count;
        }
        let mut kinds: Vec<(&str, usize)> = kinds.into_iter().collect();
        kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let examples = if kinds.len() == 1 { 2 } else { 1 };
        let shown = |(kind, count): &(&str, usize)| {
            let wrong = self.categories.iter().flat_map(|category| &category.tried);
            let of_kind = wrong.filter(|tried| !tried.right && tried.kind == *kind).take(examples);
            let boards: Vec<String> =
                of_kind.map(|tried| format!("{} ({})", tried.board, tried.detail_alone())).collect();
            let gap = if boards.is_empty() { "" } else { ": " };
            format!("{count} {}{gap}{}", kind.replace('-', " "), boards.join(", "))
        };
        kinds.iter().map(shown).collect()
    }
}

/// The kind of an answer that has no path, although the assignment requires one.
pub(super) const NO_PATH: &str = "no-path";

/// Rejects a right answer that has no path. At the goal, the length is the whole path.
pub(super) fn require_path(attempt: &mut Attempt) {
    let is_path = matches!(attempt.read_as, Some(ReadAs::Path));
    if is_path || !attempt.is_right || attempt.distance.is_none_or(|distance| distance == 0) {
        return;
    }
    attempt.is_right = false;
    // The output of a right answer is not kept, apart from its lines with the answer.
    let lines: Vec<&str> = attempt.quotes.iter().map(|quote| quote.text.as_str()).collect();
    attempt.shown = [lines.join("\n"), String::new()];
}

/// Whether an answer was rejected only because it has no path.
fn lacks_path(attempt: &Attempt) -> bool {
    !attempt.is_right && attempt.verdict.is_right(false)
}

/// The kind of a result.
pub(super) fn kind_of(attempt: &Attempt) -> &'static str {
    if lacks_path(attempt) { NO_PATH } else { attempt.verdict.kind() }
}

/// Whether a board of some category was solved.
pub(super) fn has_solved(grades: &[CategoryGrade], categories: &[Category]) -> bool {
    let is_solved =
        |(grade, category): (&CategoryGrade, &Category)| category.bad_inputs.is_empty() && grade.right > 0;
    grades.iter().zip(categories).any(is_solved)
}

/// Cancels the points for refusing malformed input. Used if no board was solved: a program that
/// fails on every input also refuses malformed ones.
pub(super) fn without_merit(mut grades: Vec<CategoryGrade>, categories: &[Category]) -> Vec<CategoryGrade> {
    let all = grades.iter_mut().zip(categories);
    all.filter(|(_, category)| !category.bad_inputs.is_empty()).for_each(|(grade, _)| grade.take_back());
    grades
}

/// The kinds of results that need a review, with their numbers.
fn uncertain(categories: &[CategoryGrade]) -> Vec<String> {
    let count = |kind: &str| categories.iter().filter_map(|category| category.kinds.get(kind)).sum::<usize>();
    let counts = UNCERTAIN.map(|kind| (kind, count(kind)));
    let boards = |count| if count == 1 { "1 board".to_owned() } else { format!("{count} boards") };
    counts
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| format!("{} on {}", kind.replace('-', " "), boards(*count)))
        .collect()
}

/// Whether a run reached its time limit.
pub(super) const fn has_timed_out(attempt: &Attempt) -> bool {
    matches!(attempt.verdict, Verdict::TimedOut { .. })
}

/// Whether the grading ended before the last board, for another reason than the limit of a
/// category. A limit reached on the last board has not stopped anything.
pub(super) fn is_cut_short(categories: &[CategoryGrade]) -> bool {
    let has_untried = |category: &CategoryGrade| category.kinds.contains_key(NOT_TRIED);
    categories.iter().any(|category| has_untried(category) && category.stopped.is_none())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::assignment::{RequiredAnswer, Visibility};
    use super::*;
    use tilebase::board::{Goal, Shape};

    /// A category of four boards for ten points.
    fn category(per: Scoring) -> Category {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE).board();
        Category {
            name: "easy".to_owned(),
            points: Points::of_hundredths(1000),
            boards: vec![goal; 4],
            bad_inputs: Vec::new(),
            is_hidden: false,
            is_extra: false,
            accepts_longer: false,
            requires: RequiredAnswer::Length,
            timeout: Duration::from_secs(1),
            per,
            visibility: Visibility::Visible,
        }
    }

    fn board(board: &str, kind: &str) -> BoardGrade {
        BoardGrade {
            board: board.to_owned(),
            distance: Some(1),
            kind: kind.to_owned(),
            right: kind == "optimal",
            detail: format!("{kind}: {board}"),
            seconds: 0.0,
            repeat: String::new(),
            stdout: String::new(),
            stderr: String::new(),
        }
    }

    /// A closed category with these results.
    fn grade_of(category: &Category, kinds: &[&str]) -> CategoryGrade {
        let mut grade = CategoryGrade::untried(category);
        for (nth, kind) in kinds.iter().enumerate() {
            grade.count(board(&format!("board {nth}"), kind));
        }
        grade.close(category);
        grade
    }

    #[test]
    fn points_depend_on_the_rule_of_the_category() {
        let earned = |per, kinds: &[&str]| grade_of(&category(per), kinds).points.to_string();
        assert_eq!(earned(Scoring::Board, &["optimal", "optimal", "optimal", "longer"]), "7.5");
        assert_eq!(earned(Scoring::All, &["optimal", "optimal", "optimal", "longer"]), "0");
        assert_eq!(earned(Scoring::All, &["optimal"; 4]), "10");
    }

    #[test]
    fn untried_boards_may_still_earn_points() {
        let at_stake = |per, kinds: &[&str]| {
            let category = category(per);
            grade_of(&category, kinds).at_stake(&category).to_string()
        };
        assert_eq!(at_stake(Scoring::Board, &["optimal", "longer"]), "5");
        assert_eq!(at_stake(Scoring::All, &["optimal", "optimal"]), "10");
        assert_eq!(at_stake(Scoring::All, &["optimal", "longer"]), "0", "a wrong board has cost all points");
    }

    #[test]
    fn the_reason_has_examples_of_each_kind() {
        let category = category(Scoring::Board);
        let grade = Grade {
            submission: "ada".to_owned(),
            language: None,
            points: Points::default(),
            out_of: category.points,
            extra: Points::default(),
            needs_review: Vec::new(),
            problem: None,
            alike: None,
            stopped: None,
            categories: vec![grade_of(&category, &["optimal", "longer", "crashed", "longer"])],
            seconds: 0.0,
            left_running: 0,
        };
        assert_eq!(
            grade.reason(),
            "1 of 4 boards right; 2 longer: board 1 (board 1); 1 crashed: board 2 (board 2)"
        );
    }
}
