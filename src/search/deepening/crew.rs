//! Who does the tasks of an iteration.

use super::keeper::Keeper;
use super::ledger::Ledger;
use crate::search::observer::Nobody;
use crate::threads;

/// Those who search the subtrees of long iterations, and keep what is done of them.
///
/// It is no type parameter, for the reasons of [`Keeper`].
pub(in crate::search) trait Crew: Keeper {
    /// Has all tasks of a ledger done, from the front, as long as they matter. `work` does one, notes what became of it, and says
    /// whether the next one matters. In the end the ledger knows of all that was done.
    fn work_through(&self, ledger: &Ledger<'_>, is_shared_out: bool, work: &(dyn Fn(usize) -> bool + Sync)) {
        threads::work_through(ledger.tasks(), is_shared_out, work);
    }
}

/// The threads of this process.
impl Crew for Nobody {}
