//! The number of objects that have not been freed.

use crate::objects::{SOLVERS, STOPS};
use crate::patterns::{PDBS, SETS};

/// The number of objects of all kinds that have not been freed. (Leak checkers can't find them,
/// because handles are not addresses.)
///
/// - Threads: may be called from any thread at any time.
#[unsafe(no_mangle)]
pub extern "C" fn tb_handles_alive() -> usize {
    SOLVERS.alive() + PDBS.alive() + SETS.alive() + STOPS.alive()
}
