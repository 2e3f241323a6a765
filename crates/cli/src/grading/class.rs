//! Grades the submissions of a class in parallel, each on its boards in order.

use std::cell::Cell;
use std::collections::{BTreeMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use anyhow::Context;

use super::grade::Grade;
use super::grader::{GradeError, Grader};
use super::grades_file::GradesFile;
use super::submission::Submission;
use super::workplace::Workshop;

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
    /// Number of submissions, graded or not.
    pub(crate) given: usize,
    /// Whether grading was interrupted.
    pub(crate) is_interrupted: bool,
    /// Number of leftover processes that were found and stopped only at the end.
    pub(crate) left_running: usize,
}

/// State shared by the threads.
#[derive(Debug, Default)]
struct Shared {
    next: AtomicUsize,
    is_over: AtomicBool,
    /// Grades by the number of the submission.
    done: Mutex<BTreeMap<usize, Grade>>,
    /// The numbers of the submissions whose grade is from the grades file.
    reused: Mutex<HashSet<usize>>,
    failed: Mutex<Option<anyhow::Error>>,
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
    let workshop = Workshop::open().context("cannot make a folder for submissions")?;
    let shared = Shared::default();
    let work = || work(grader, submissions, grades_file, &workshop, &shared, &progress);
    thread::scope(|scope| {
        for _ in 1..jobs.min(submissions.len()) {
            // If the system refuses more threads, the others do the work.
            let _other = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    let left_running = grader.sweep();
    if let Some(error) = lock(&shared.failed).take() {
        return Err(error);
    }
    let done = std::mem::take(&mut *lock(&shared.done));
    let reused = std::mem::take(&mut *lock(&shared.reused));
    let is_new = |(number, _): &(&usize, &Grade)| !reused.contains(number);
    let graded = done.iter().filter(is_new).map(|(_, grade)| grade.submission.clone()).collect();
    let grades: Vec<Grade> = done.into_values().collect();
    let is_interrupted = grades.len() < submissions.len();
    let reused = reused.len();
    Ok(ClassResult { grades, graded, reused, given: submissions.len(), is_interrupted, left_running })
}

/// Grades one submission after the other until all are done, or an interrupt.
fn work(
    grader: &Grader<'_>,
    submissions: &[Submission],
    grades_file: Option<&GradesFile>,
    workshop: &Workshop,
    shared: &Shared,
    progress: &(impl Fn() + Sync),
) {
    while !shared.is_over.load(Ordering::Relaxed) && !grader.is_interrupted() {
        let number = shared.next.fetch_add(1, Ordering::Relaxed);
        let Some(submission) = submissions.get(number) else { return };
        let is_known = Cell::new(false);
        let known = |hash: &str| {
            let grade = grades_file.and_then(|file| file.grade_of(hash));
            is_known.set(grade.is_some());
            grade
        };
        let graded = grader.grade(submission, workshop, number, known);
        let entered = match graded {
            Ok((grade, hash)) => {
                let entered = grades_file.zip(hash).map_or(Ok(()), |(file, hash)| file.add(hash, &grade));
                lock(&shared.done).insert(number, grade);
                if is_known.get() {
                    lock(&shared.reused).insert(number);
                }
                progress();
                entered
            }
            Err(GradeError::Interrupted) => return,
            Err(error) => Err(error.into()),
        };
        if let Err(error) = entered {
            shared.is_over.store(true, Ordering::Relaxed);
            *lock(&shared.failed) = Some(error);
        }
    }
}

/// Locks, ignoring poisoning: every holder only inserts a complete value.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
