//! A class: its submissions graded side by side, each on its boards in order.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use anyhow::Context;

use super::grade::Grade;
use super::grader::{GradeError, Grader};
use super::ledger::Ledger;
use super::submission::Submission;
use super::workplace::Workshop;

/// What became of a class.
#[derive(Clone, Debug)]
pub(crate) struct ClassResult {
    /// The grades, in the order of the submissions.
    pub(crate) grades: Vec<Grade>,
    /// How many submissions there are.
    pub(crate) given: usize,
    /// Was it interrupted?
    pub(crate) is_interrupted: bool,
    /// Processes that hid until the end, and were ended then.
    pub(crate) left_running: usize,
}

/// What the threads share.
#[derive(Debug, Default)]
struct Desk {
    next: AtomicUsize,
    is_over: AtomicBool,
    /// By the number of the submission.
    done: Mutex<BTreeMap<usize, Grade>>,
    failed: Mutex<Option<anyhow::Error>>,
}

/// Grades submissions, so many at a time. `progress` hears of each, from any thread.
///
/// # Errors
/// If one could not be graded, through no fault of its own. Those that were graded are in the ledger.
pub(crate) fn grade_class(
    grader: &Grader<'_>,
    submissions: &[Submission],
    ledger: Option<&Ledger>,
    jobs: usize,
    progress: impl Fn() + Sync,
) -> anyhow::Result<ClassResult> {
    let workshop = Workshop::open().context("the folder for submissions can't be made")?;
    let desk = Desk::default();
    let work = || work(grader, submissions, ledger, &workshop, &desk, &progress);
    thread::scope(|scope| {
        for _ in 1..jobs.min(submissions.len()) {
            // Where no other can be started, this thread does all the work.
            let _other = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    let left_running = grader.sweep();
    if let Some(error) = lock(&desk.failed).take() {
        return Err(error);
    }
    let grades: Vec<Grade> = std::mem::take(&mut *lock(&desk.done)).into_values().collect();
    let is_interrupted = grades.len() < submissions.len();
    Ok(ClassResult { grades, given: submissions.len(), is_interrupted, left_running })
}

/// Takes submission after submission until there are no more, or an end is asked for.
fn work(
    grader: &Grader<'_>,
    submissions: &[Submission],
    ledger: Option<&Ledger>,
    workshop: &Workshop,
    desk: &Desk,
    progress: &(impl Fn() + Sync),
) {
    while !desk.is_over.load(Ordering::Relaxed) && !grader.is_interrupted() {
        let number = desk.next.fetch_add(1, Ordering::Relaxed);
        let Some(submission) = submissions.get(number) else { return };
        let known = |hash: &str| ledger.and_then(|ledger| ledger.grade_of(hash));
        let graded = grader.grade(submission, workshop, number, known);
        let entered = match graded {
            Ok((grade, hash)) => {
                let entered = ledger.zip(hash).map_or(Ok(()), |(ledger, hash)| ledger.add(hash, &grade));
                lock(&desk.done).insert(number, grade);
                progress();
                entered
            }
            Err(GradeError::Interrupted) => return,
            Err(error) => Err(error.into()),
        };
        if let Err(error) = entered {
            desk.is_over.store(true, Ordering::Relaxed);
            *lock(&desk.failed) = Some(error);
        }
    }
}

/// A thread that panicked while it held the lock has left a whole value behind: it only ever inserts one.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
