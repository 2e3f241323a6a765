//! What the grading of a class comes to.

use tilebase::board::Goal;

use crate::grading::{ClassResult, Grade, Plan, Points};

/// What the grading of a class comes to, to be written in several forms. Times stand in none of the forms for people, so
/// that these are the same when the same submissions are graded again.
#[derive(Clone, Debug)]
pub(crate) struct ClassReport {
    /// What the assignment is called.
    pub(crate) title: String,
    /// The goal of its boards.
    pub(crate) goal: Goal,
    /// The names of its categories.
    pub(crate) categories: Vec<String>,
    /// What can be earned by all that is no extra credit, and by what is.
    pub(crate) out_of: [Points; 2],
    /// What each submission has earned.
    pub(crate) result: ClassResult,
}

impl ClassReport {
    /// The report of a class that was graded by a plan.
    pub(crate) fn new(plan: &Plan, result: ClassResult) -> Self {
        let points = |is_extra: bool| {
            let of_kind = plan.categories.iter().filter(|category| category.is_extra == is_extra);
            of_kind.map(|category| category.points).sum()
        };
        Self {
            title: plan.title.clone(),
            goal: *plan.solver.goal(),
            categories: plan.categories.iter().map(|category| category.name.clone()).collect(),
            out_of: [points(false), points(true)],
            result,
        }
    }

    /// The grades, first those that a person should look at.
    #[must_use]
    pub(crate) fn grades(&self) -> Vec<&Grade> {
        let mut grades: Vec<&Grade> = self.result.grades.iter().collect();
        grades.sort_by_key(|grade| !grade.needs_a_look());
        grades
    }

    /// Those that a person should look at.
    #[must_use]
    pub(crate) fn to_be_looked_at(&self) -> Vec<&Grade> {
        self.result.grades.iter().filter(|grade| grade.needs_a_look()).collect()
    }

    /// Has every submission so many points?
    #[must_use]
    pub(crate) fn have_all(&self, points: Points) -> bool {
        self.result.grades.iter().all(|grade| grade.points >= points)
    }

    /// What was graded, in a sentence.
    pub(crate) fn headline(&self) -> String {
        let count = self.result.grades.len();
        let plural = if count == 1 { "submission" } else { "submissions" };
        let [points, extra] = self.out_of;
        let extra = if extra.are_none() { String::new() } else { format!(", and {extra} extra") };
        let unit = if points.to_string() == "1" { "point" } else { "points" };
        format!("{}: {count} {plural} to {}, {points} {unit}{extra}", self.title, self.goal)
    }

    /// What is worth knowing beside.
    pub(crate) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let result = &self.result;
        let left: usize =
            result.grades.iter().map(|grade| grade.left_running).sum::<usize>() + result.left_running;
        if left > 0 {
            let plural = if left == 1 { "process" } else { "processes" };
            notes.push(format!("{left} {plural} left running by submissions; ended"));
        }
        if result.is_interrupted {
            notes.push(format!(
                "interrupted: {} of {} submissions were graded; with --resume FILE the next run goes on from there",
                result.grades.len(),
                result.given
            ));
        }
        notes
    }
}
