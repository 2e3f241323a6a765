//! Grades the submissions of a class, each on its boards in order.
//!
//! First, all submissions are graded in parallel. Then some are graded alone, one by one:
//!
//! - those that were being graded when an earlier run was killed (`grades_file`);
//! - those whose runs may have been killed or stopped by another submission or by a busy machine
//!   (`neighbors`);
//! - those for which the system was short of memory or processes.
//!
//! The result of grading a submission alone replaces the first one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::Context;

use super::grade::Grade;
use super::grader::{Graded, Grader, Received};
use super::grades_file::{Concurrency, Earlier, GradesFile, NoKeptGrade};
use super::neighbors::Neighbors;
use super::progress::{Event, GradeError, Watch};
use super::submission::Submission;
use super::submission_folder::ClassFolder;
use crate::shell::lock;

/// The grades of a class.
#[derive(Clone, Debug)]
pub(crate) struct ClassResult {
    /// The grades, in the order of the submissions.
    pub(crate) grades: Vec<Grade>,
    /// The names of the submissions that were run. The grades of the others are from the grades
    /// file, or they could not be run.
    pub(crate) graded: Vec<String>,
    /// Number of grades from the grades file.
    pub(crate) reused: usize,
    /// The names of the submissions that were being graded when an earlier run was killed.
    pub(crate) unfinished: Vec<String>,
    /// The names of the submissions that were graded again, alone.
    pub(crate) repeated: Vec<String>,
    /// The names of the submissions that could not be graded alone, because the system was short of
    /// something. They keep the grade from the parallel pass, if there is one, or get no points.
    pub(crate) refused_by_system: Vec<String>,
    /// Number of submissions, graded or not.
    pub(crate) given: usize,
    /// Whether grading was interrupted.
    pub(crate) is_interrupted: bool,
    /// Number of leftover processes that were found and stopped only at the end.
    pub(crate) left_running: usize,
}

/// Grades submissions, `jobs` at a time. Calls `progress` after each, from any thread.
///
/// # Errors
/// If one could not be graded for reasons outside the submission. Finished grades are in the grades
/// file.
pub(crate) fn grade_class(
    grader: &Grader<'_>,
    submissions: &[Submission],
    grades_file: Option<&GradesFile>,
    jobs: usize,
    progress: impl Fn() + Sync,
) -> anyhow::Result<ClassResult> {
    let class_folder = ClassFolder::open().context("cannot make a folder for submissions")?;
    let class = Class {
        grader,
        submissions,
        grades_file,
        class_folder: &class_folder,
        has_neighbors: jobs > 1,
        progress: &progress,
        neighbors: Neighbors::default(),
        next: AtomicUsize::new(0),
        is_over: AtomicBool::new(false),
        state: Mutex::default(),
    };
    thread::scope(|scope| {
        for _ in 1..jobs.min(submissions.len()) {
            // If the system refuses more threads, the others do the work.
            let _other = thread::Builder::new().spawn_scoped(scope, || class.grade_beside_others());
        }
        class.grade_beside_others();
    });
    let left_running = class.grade_the_rest_alone() + grader.sweep();
    if let Some(error) = class.lock().failed.take() {
        return Err(error);
    }
    class.conclude()?;
    Ok(class.into_result(left_running))
}

/// A class that is being graded.
struct Class<'a> {
    grader: &'a Grader<'a>,
    submissions: &'a [Submission],
    grades_file: Option<&'a GradesFile>,
    class_folder: &'a ClassFolder,
    /// Whether several submissions may be graded at a time.
    has_neighbors: bool,
    progress: &'a (dyn Fn() + Sync),
    neighbors: Neighbors,
    next: AtomicUsize,
    is_over: AtomicBool,
    state: Mutex<State>,
}

/// The results so far. Submissions are identified by their numbers.
#[derive(Default)]
struct State {
    done: BTreeMap<usize, Grade>,
    /// Those whose grade is from the grades file.
    reused: BTreeSet<usize>,
    /// The hashes of those whose new grade is in the grades file.
    kept: BTreeMap<usize, String>,
    /// The hashes of those that were passed over.
    passed_over: BTreeMap<usize, String>,
    /// Those to grade alone, with their grade from the parallel pass, if they have one.
    alone: BTreeMap<usize, Option<Graded>>,
    /// Submissions that were being graded when an earlier run was killed.
    unfinished: BTreeSet<usize>,
    /// Those that were graded again alone, and whether that raised the grade.
    repeated: BTreeMap<usize, bool>,
    /// Those for which the system was short of something even when they were graded alone.
    refused_by_system: BTreeSet<usize>,
    failed: Option<anyhow::Error>,
}

impl Class<'_> {
    /// Grades one submission after the other until all are done, or an interrupt.
    fn grade_beside_others(&self) {
        while !self.is_over() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.submissions.len() {
                return;
            }
            self.settle(number, Concurrency::WithOthers, None);
        }
    }

    /// Grades those that are to be graded alone. Returns the number of leftover processes that were
    /// stopped before.
    fn grade_the_rest_alone(&self) -> usize {
        let mut left_running = 0;
        while !self.is_over() {
            let Some((number, first)) = self.lock().alone.pop_first() else { break };
            left_running += self.grader.sweep();
            self.settle(number, Concurrency::Alone, first);
        }
        left_running
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.grader.is_interrupted()
    }

    /// Grades a submission. `first` is its grade from the parallel pass. An error ends the grading
    /// of the class.
    fn settle(&self, number: usize, concurrency: Concurrency, first: Option<Graded>) {
        if let Err(error) = self.grade(number, concurrency, first) {
            self.is_over.store(true, Ordering::Relaxed);
            self.lock().failed = Some(error);
        }
    }

    fn grade(&self, number: usize, concurrency: Concurrency, first: Option<Graded>) -> anyhow::Result<()> {
        let received = match self.grader.receive(&self.submissions[number], self.class_folder, number) {
            Ok(Ok(received)) => received,
            Ok(Err(untried)) => {
                self.finish(number, untried);
                return Ok(());
            }
            Err(error) => return self.without_grade(number, concurrency, first, error),
        };
        let hash = received.hash.clone();
        if concurrency == Concurrency::WithOthers && self.use_earlier(number, &hash) {
            return Ok(());
        }
        self.write(|file| file.begin(&hash, concurrency))?;
        let graded = match (self.run(number, received, first.as_ref()), first) {
            (Ok(graded), Some(first)) => {
                self.lock().repeated.insert(number, graded.is_better_than(&first));
                graded
            }
            (Ok(graded), None) => graded,
            (Err(GradeError::NoBetter), Some(first)) => first,
            (Err(error), first) => {
                if let Some(end) = self.end_after(number, concurrency, &error) {
                    self.write(|file| file.end(&hash, end))?;
                }
                return self.without_grade(number, concurrency, first, error);
            }
        };
        if concurrency == Concurrency::WithOthers && self.may_do_better_alone(number, &graded) {
            self.write(|file| file.end(&hash, NoKeptGrade::NotKept))?;
            self.lock().alone.insert(number, Some(graded));
            return Ok(());
        }
        self.keep(number, hash, graded)
    }

    /// Builds and runs a submission. `first` is its grade from the parallel pass.
    fn run(
        &self,
        number: usize,
        received: Received<'_>,
        first: Option<&Graded>,
    ) -> Result<Graded, GradeError> {
        let on_event = |event| self.note_event(number, event);
        // A program that waits for input would otherwise cost all its time limits twice.
        let gives_up = first.is_some_and(|first| !first.grade.has_right());
        self.neighbors.enter(number);
        let graded = self.grader.grade(received, Watch { on_event: &on_event, gives_up });
        self.neighbors.leave(number);
        graded
    }

    /// How the grades file notes the end of a submission without a grade; `None` if it is to look
    /// as if the judge had been killed.
    fn end_after(&self, number: usize, concurrency: Concurrency, error: &GradeError) -> Option<NoKeptGrade> {
        let says_nothing = match error {
            // An isolated submission cannot have sent the signal, so the next run need not suspect
            // it of ending the judge.
            GradeError::Interrupted => self.grader.is_isolated(),
            GradeError::System { .. } => true,
            GradeError::Truth(_) | GradeError::NoBetter => false,
        };
        let is_suspect = concurrency == Concurrency::Alone && self.lock().unfinished.contains(&number);
        says_nothing.then_some(if is_suspect { NoKeptGrade::PassedOver } else { NoKeptGrade::NotKept })
    }

    /// Records a final grade, and keeps it in the grades file if a rerun would not change it.
    fn keep(&self, number: usize, hash: String, graded: Graded) -> anyhow::Result<()> {
        let Graded { grade, is_reproducible, .. } = graded;
        let written = match is_reproducible {
            true => self.write(|file| file.keep(&hash, &grade)),
            false => self.write(|file| file.end(&hash, NoKeptGrade::NotKept)),
        };
        if is_reproducible {
            self.lock().kept.insert(number, hash);
        }
        self.finish(number, grade);
        written
    }

    /// Uses what earlier runs have found out about a submission. Returns whether that settles it
    /// for now.
    fn use_earlier(&self, number: usize, hash: &str) -> bool {
        let submission = &self.submissions[number];
        match self.grades_file.and_then(|file| file.earlier(hash)) {
            None => return false,
            Some(Earlier::Graded(grade)) => {
                self.lock().reused.insert(number);
                self.finish(number, Grade { submission: submission.name.clone(), ..*grade });
            }
            Some(Earlier::Unfinished(Concurrency::WithOthers)) => {
                let mut state = self.lock();
                state.unfinished.insert(number);
                state.alone.insert(number, None);
            }
            Some(Earlier::Unfinished(Concurrency::Alone)) => {
                self.lock().passed_over.insert(number, hash.to_owned());
                self.finish(number, self.grader.passed_over(submission));
            }
        }
        true
    }

    /// Decides what follows if there is no grade. If other submissions may have used up what the
    /// system is short of, the submission is graded again alone. Otherwise it keeps its grade from
    /// the parallel pass, if there is one, and the class goes on.
    fn without_grade(
        &self,
        number: usize,
        concurrency: Concurrency,
        first: Option<Graded>,
        error: GradeError,
    ) -> anyhow::Result<()> {
        match error {
            GradeError::Interrupted => {}
            GradeError::System { .. } if concurrency == Concurrency::WithOthers && self.has_neighbors => {
                self.lock().alone.insert(number, None);
            }
            GradeError::System { what, .. } => {
                let refused = || self.grader.refused_by_system(&self.submissions[number], &what);
                self.lock().refused_by_system.insert(number);
                self.finish(number, first.map_or_else(refused, |first| first.grade));
            }
            error => return Err(error.into()),
        }
        Ok(())
    }

    /// Records a final grade.
    fn finish(&self, number: usize, grade: Grade) {
        self.lock().done.insert(number, grade);
        (self.progress)();
    }

    fn note_event(&self, number: usize, event: Event) {
        match event {
            Event::Disturbed => self.neighbors.was_disturbed(number),
            // Isolated runs reach no others, and what they leave ends with them.
            Event::LeftRunning if self.grader.is_isolated() => {}
            Event::LeftRunning => self.neighbors.left_running(number),
        }
    }

    /// Whether other submissions may have changed a grade.
    fn may_do_better_alone(&self, number: usize, graded: &Graded) -> bool {
        graded.was_disturbed && !self.neighbors.suspects(number).is_empty()
            || graded.grade.has_failed_runs() && !self.neighbors.leavers(number).is_empty()
    }

    fn write(&self, line: impl FnOnce(&GradesFile) -> anyhow::Result<()>) -> anyhow::Result<()> {
        self.grades_file.map_or(Ok(()), line)
    }

    /// After the end of the class, lets the next run try those that were passed over, and names the
    /// submissions that may have disturbed others.
    fn conclude(&self) -> anyhow::Result<()> {
        let state = &mut *self.lock();
        if state.done.len() < self.submissions.len() {
            return Ok(());
        }
        for hash in state.passed_over.values() {
            self.write(|file| file.end(hash, NoKeptGrade::PassedOver))?;
        }
        for (suspect, victims) in self.suspects(&state.repeated) {
            let Some(grade) = state.done.get_mut(&suspect) else { continue };
            grade.needs_review.push(format!(
                "while this submission was graded, runs of {} were killed or suspended, but not when \
                 those were graded alone; check whether this program interferes with others",
                victims.join(" and "),
            ));
            if let Some(hash) = state.kept.get(&suspect) {
                self.write(|file| file.keep(hash, grade))?;
            }
        }
        Ok(())
    }

    /// The submissions that may have disturbed others which did better alone, with the names of
    /// those.
    fn suspects(&self, repeated: &BTreeMap<usize, bool>) -> BTreeMap<usize, Vec<String>> {
        let mut suspects: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        if self.grader.is_isolated() {
            return suspects;
        }
        for (victim, _) in repeated.iter().filter(|(_, is_better)| **is_better) {
            let near = [self.neighbors.suspects(*victim), self.neighbors.leavers(*victim)];
            for suspect in near.iter().flatten().collect::<BTreeSet<_>>() {
                suspects.entry(*suspect).or_default().push(self.submissions[*victim].name.clone());
            }
        }
        suspects
    }

    fn into_result(self, left_running: usize) -> ClassResult {
        let Self { submissions, state, .. } = self;
        let State { done, reused, passed_over, unfinished, repeated, refused_by_system, .. } =
            state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let name = |number: &usize| submissions[*number].name.clone();
        let is_new = |number: &&usize| {
            !reused.contains(number)
                && !passed_over.contains_key(number)
                && !refused_by_system.contains(number)
        };
        ClassResult {
            graded: done.keys().filter(is_new).map(name).collect(),
            reused: reused.len(),
            unfinished: unfinished.iter().map(name).collect(),
            repeated: repeated.keys().map(name).collect(),
            refused_by_system: refused_by_system.iter().map(name).collect(),
            given: submissions.len(),
            is_interrupted: done.len() < submissions.len(),
            left_running,
            grades: done.into_values().collect(),
        }
    }

    /// Ignores poisoning: every holder only inserts complete values.
    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use tilebase::Interrupt;
    use tilebase::board::{Goal, Shape};
    use tilebase::solve::Solver;

    use super::super::checks::check;
    use super::super::plan::plan;
    use super::super::source::Source;
    use super::*;
    use crate::trial::{RunLimits, Runner};

    const ASSIGNMENT: &str = "title = 't'\n[submission]\nfile = 'solver.sh'\n\
                              command = ['sh', 'solver.sh', '{}']\n\
                              [[category]]\nname = 'near'\npoints = 1\nboards = ['123456708']\n";

    /// Every submission fails for reasons of the system, because the class folder cannot be used.
    #[test]
    fn the_class_goes_on_after_a_shortage() {
        let source = Source { file: Path::new("a.toml"), text: ASSIGNMENT };
        let rules = source.read().unwrap();
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let checked = check(&source, &rules, &goal).unwrap();
        let plan = plan(&source, rules, checked, goal, None, &Interrupt::new()).unwrap();
        let interrupt: &'static Interrupt = Box::leak(Box::new(Interrupt::new()));
        // A runner that does not adopt orphans: those of other tests in this process are not its
        // own.
        let builder = Runner::new(RunLimits::default(), Some(interrupt));
        let grader = Grader::with_builder(&plan, Solver::new(&goal).unwrap(), interrupt, builder).unwrap();
        let submissions =
            ["ann", "bob"].map(|name| Submission { name: name.to_owned(), path: "absent".into() });
        let class_folder = ClassFolder::open().unwrap();
        class_folder.replace_by_a_file();
        let class = Class {
            grader: &grader,
            submissions: &submissions,
            grades_file: None,
            class_folder: &class_folder,
            has_neighbors: true,
            progress: &|| (),
            neighbors: Neighbors::default(),
            next: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
            state: Mutex::default(),
        };
        class.grade_beside_others();
        assert_eq!(class.lock().alone.len(), 2, "others may have used up the memory");
        let grade = Grade { left_running: 17, ..grader.passed_over(&submissions[1]) };
        let first = Graded { grade: grade.clone(), is_reproducible: false, was_disturbed: true };
        class.lock().alone.insert(1, Some(first));
        class.grade_the_rest_alone();
        assert!(class.lock().failed.is_none());
        let result = class.into_result(0);
        assert_eq!(result.refused_by_system, ["ann", "bob"]);
        assert!(result.grades[0].reason().contains("cannot make a folder for it"), "{:?}", result.grades);
        assert_eq!(result.grades[1], grade, "the grade beside others");
        assert!(!result.is_interrupted);
    }
}
