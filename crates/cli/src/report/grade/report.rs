//! The result of grading a class.

use tilebase::board::Goal;

use crate::grading::{Category, ClassResult, Grade, Plan, Points};
use crate::shell::plural;
use crate::trial::Isolation;

/// The result of grading a class, to be written in several formats.
///
/// Formats for people contain no times, so that grading the same submissions again gives the same
/// text.
#[derive(Clone, Debug)]
pub(crate) struct ClassReport {
    /// The assignment's title.
    pub(crate) title: String,
    /// The goal of its boards.
    pub(crate) goal: Goal,
    /// Its categories.
    pub(crate) categories: Vec<CategoryHead>,
    /// Whether submissions may be in several languages.
    pub(crate) has_languages: bool,
    /// The total without extra credit, and the extra credit.
    pub(crate) out_of: [Points; 2],
    /// The grades.
    pub(crate) result: ClassResult,
    /// How runs were isolated.
    pub(crate) isolation: Isolation,
    /// The outputs that were asked for. An interrupted run reports whether they were written.
    pub(crate) outputs: Outputs,
}

/// The outputs that were asked for, besides the one on screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outputs {
    /// Whether finished grades are kept in a file.
    pub(crate) keeps_grades: bool,
    /// Whether reports were asked for.
    pub(crate) has_reports: bool,
}

/// A category of an assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CategoryHead {
    /// Its name.
    pub(crate) name: String,
    /// The points for all its boards.
    pub(crate) points: Points,
    /// Whether they are extra credit.
    pub(crate) is_extra: bool,
}

impl CategoryHead {
    /// Its points, for example `of 10` or `extra 3`.
    pub(super) fn out_of(&self) -> String {
        format!("{} {}", if self.is_extra { "extra" } else { "of" }, self.points)
    }
}

impl ClassReport {
    /// Creates the report of a class that was graded by a plan.
    pub(crate) fn new(plan: &Plan, result: ClassResult, isolation: Isolation, outputs: Outputs) -> Self {
        let points = |is_extra: bool| {
            let of_kind = plan.categories.iter().filter(|category| category.is_extra == is_extra);
            of_kind.map(|category| category.points).sum()
        };
        let head = |category: &Category| CategoryHead {
            name: category.name.clone(),
            points: category.points,
            is_extra: category.is_extra,
        };
        Self {
            title: plan.title.clone(),
            goal: plan.goal,
            categories: plan.categories.iter().map(head).collect(),
            has_languages: plan.languages.len() > 1,
            out_of: [points(false), points(true)],
            result,
            isolation,
            outputs,
        }
    }

    /// The grades that need a manual review.
    #[must_use]
    pub(crate) fn to_review(&self) -> Vec<&Grade> {
        self.result.grades.iter().filter(|grade| grade.needs_review()).collect()
    }

    /// Whether every submission has at least these points.
    #[must_use]
    pub(crate) fn have_all(&self, points: Points) -> bool {
        self.result.grades.iter().all(|grade| grade.points >= points)
    }

    /// Returns the title and the summary.
    pub(crate) fn headline(&self) -> String {
        format!("{}: {}", self.title, self.summary())
    }

    /// Returns the number of submissions, the total, and the goal.
    pub(crate) fn summary(&self) -> String {
        let count = self.result.grades.len();
        let submissions = plural(count, "submission", "submissions");
        let [points, extra] = self.out_of;
        let extra = if extra.is_zero() { String::new() } else { format!(" + {extra} extra") };
        let unit = if points.to_string() == "1" { "point" } else { "points" };
        format!("{count} {submissions}, {points} {unit}{extra}, goal {}", self.goal)
    }

    /// Returns the median and mean; `None` for fewer than two submissions.
    pub(crate) fn averages(&self) -> Option<String> {
        let mut points: Vec<Points> = self.result.grades.iter().map(|grade| grade.points).collect();
        if points.len() < 2 {
            return None;
        }
        points.sort_unstable();
        let (median, mean) = (median(&points), mean(&points));
        Some(format!("median {median} of {}, mean {mean}", self.out_of[0]))
    }

    /// Returns remarks to be shown below the grades.
    pub(crate) fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self.isolation.note().into_iter().collect();
        let result = &self.result;
        let left: usize =
            result.grades.iter().map(|grade| grade.left_running).sum::<usize>() + result.left_running;
        if left > 0 {
            let processes = plural(left, "process", "processes");
            notes.push(format!("stopped {left} {processes} that submissions had left running"));
        }
        if result.is_interrupted {
            let (graded, given) = (result.grades.len(), result.given);
            let next = match self.outputs.keeps_grades {
                true => "run the same command again to continue",
                false => "with --grades FILE, a run continues where the last one stopped",
            };
            let no_report = if self.outputs.has_reports { "; no report was written" } else { "" };
            notes
                .push(format!("interrupted: {graded} of {given} submissions were graded{no_report}; {next}"));
        }
        notes
    }
}

/// The median of sorted points.
pub(super) fn median(sorted: &[Points]) -> Points {
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => Points::default(),
        odd if odd % 2 == 1 => sorted[middle],
        _ => mean(&sorted[middle - 1..=middle]),
    }
}

/// The mean, rounded down.
pub(super) fn mean(points: &[Points]) -> Points {
    points.iter().copied().sum::<Points>().share(1, points.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_of_odd_and_even_counts() {
        let points = |numbers: &[f64]| -> Vec<Points> {
            numbers.iter().map(|number| Points::of(*number).unwrap()).collect()
        };
        assert_eq!(median(&points(&[])).to_string(), "0");
        assert_eq!(median(&points(&[1.0, 2.0, 40.0])).to_string(), "2");
        assert_eq!(median(&points(&[1.0, 2.0, 3.5, 40.0])).to_string(), "2.75");
        assert_eq!(mean(&points(&[1.0, 2.0, 2.0])).to_string(), "1.66");
    }
}
