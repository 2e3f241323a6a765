//! Grades the submissions of a class in parallel, each on its boards in order.

use std::collections::BTreeMap;
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
    let grades: Vec<Grade> = std::mem::take(&mut *lock(&shared.done)).into_values().collect();
    let is_interrupted = grades.len() < submissions.len();
    Ok(ClassResult { grades, given: submissions.len(), is_interrupted, left_running })
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
        let known = |hash: &str| grades_file.and_then(|file| file.grade_of(hash));
        let graded = grader.grade(submission, workshop, number, known);
        let entered = match graded {
            Ok((grade, hash)) => {
                let entered = grades_file.zip(hash).map_or(Ok(()), |(file, hash)| file.add(hash, &grade));
                lock(&shared.done).insert(number, grade);
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
