//! The counts of the calling thread's last search.

use std::cell::Cell;

use tilebase::search::Statistics;

use crate::call::guard;
use crate::pointers::OutPointer;
use crate::status::Status;

/// The counts of a search.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchStatistics {
    /// States whose successors were generated.
    pub expanded: u64,
    /// States produced, including the start and duplicates.
    pub generated: u64,
    /// The time of the search, in microseconds.
    pub microseconds: u64,
}

thread_local! {
    static LAST: Cell<Option<SearchStatistics>> = const { Cell::new(None) };
}

pub(crate) fn remember(statistics: Statistics) {
    let Statistics { expanded, generated, elapsed, .. } = statistics;
    let microseconds = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
    // Ignored on error: the storage of a thread that is ending may be gone, but then nothing reads
    // the counts.
    let _kept = LAST.try_with(|last| last.set(Some(SearchStatistics { expanded, generated, microseconds })));
}

/// The counts of this thread's last search, even if it ended with `LIMIT` or `STOPPED`. A search is
/// one call of `tb_solver_solve`, or one board whose distance is not looked up in a full table.
/// After a call for many boards, the counts are those of the last board searched. All counts are 0
/// before the first search.
///
/// - Returns: `TB_STATUS_OK`, or a status for an invalid pointer.
/// - Threads: each thread has its own counts.
///
/// # Safety
/// The pointer must be valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_last_statistics(statistics: *mut SearchStatistics) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let place = unsafe { OutPointer::new(statistics, "statistics") }?;
        place.put(LAST.try_with(Cell::get).ok().flatten().unwrap_or_default());
        Ok(())
    })
}
