//! The workers that do the tasks of an iteration.

use super::keeper::Keeper;
use super::ledger::Ledger;
use crate::search::observer::Nobody;
use crate::threads;

/// Workers that search the subtrees of long iterations, with a [`Keeper`] for their progress.
///
/// Not a type parameter, for the reasons given there.
pub(in crate::search) trait Workers: Keeper {
    /// Does all tasks of a ledger, from the front, as long as they matter. `work` does one task,
    /// records its result, and returns whether later tasks matter. On return, the ledger knows
    /// everything that was done.
    fn work_through(&self, ledger: &Ledger<'_>, is_shared_out: bool, work: &(dyn Fn(usize) -> bool + Sync)) {
        threads::work_through(ledger.tasks(), is_shared_out, work);
    }
}

/// The threads of this process, without checkpoints.
impl Workers for Nobody {}
