//! The system's limit on open files, which limits how many submissions can be graded at a time.

use anyhow::bail;

/// Open files of the judge itself: standard streams, tables, the grades file, reports.
const OWN: u64 = 32;

/// Open files for one submission: pipes, the channel to its run, and files being copied.
const PER_SUBMISSION: u64 = 16;

/// The number of submissions to grade at a time, at most `jobs`. With too few open files, the judge
/// could not tell its own failures from those of submissions.
///
/// # Errors
/// If the system's limit is too low for one.
pub(crate) fn allowed_jobs(jobs: usize) -> anyhow::Result<usize> {
    let Some(files) = limit() else { return Ok(jobs) };
    let Some(allowed) = jobs_within(files) else {
        let needed = OWN + PER_SUBMISSION;
        bail!(
            "at most {files} files may be open (`ulimit -n`), but grading needs {needed}; raise the limit, \
               e.g. with `ulimit -n {needed}`"
        );
    };
    Ok(jobs.min(allowed))
}

/// The number of submissions that can be graded at a time within a limit on open files.
fn jobs_within(files: u64) -> Option<usize> {
    let allowed = files.saturating_sub(OWN) / PER_SUBMISSION;
    (allowed > 0).then(|| usize::try_from(allowed).unwrap_or(usize::MAX))
}

#[cfg(unix)]
fn limit() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::Nofile).current
}

/// Windows has no such limit.
#[cfg(not(unix))]
fn limit() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_open_files_allow_few_jobs() {
        assert_eq!(
            [0, 4, 47, 48, 63, 64, 256].map(jobs_within),
            [None, None, None, Some(1), Some(1), Some(2), Some(14)]
        );
        assert_eq!(jobs_within(u64::MAX), usize::try_from((u64::MAX - OWN) / PER_SUBMISSION).ok());
    }
}
