//! The start and end of MPI in a process.

use std::marker::PhantomData;

use mpi::Threading;
use mpi::environment::Universe;
use mpi::traits::Communicator;

use crate::exchange::Mpi;

/// This process's membership in an MPI job, from `MPI_Init_thread` to `MPI_Finalize`.
///
/// A process that was not started by `mpirun` or the like is a job of one process.
///
/// When dropped, even by a panic, it announces the end of this process to the others, and waits
/// until they have ended, too: processes that try to swap with it get an error. A failing process
/// therefore ends the job, and all can report their errors first. `MPI_Abort` is not used: some
/// versions of `mpirun` hang or crash if several processes call it at once.
pub struct Job {
    universe: Universe,
    /// Makes the type neither `Send` nor `Sync`: MPI must be finalized by the thread that
    /// initialized it.
    stays_on_its_thread: PhantomData<*const ()>,
}

/// The reason why MPI can't be initialized.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BeginError {
    /// MPI was initialized before, which a process can do only once.
    #[error("MPI was already initialized in this process, and can be initialized only once")]
    AlreadyInitialized,
    /// The MPI library does not support calls from several threads.
    #[error(
        "this MPI library supports threads only at the level {found:?}, but tilebase needs Serialized or more; \
         use a library that was built with thread support"
    )]
    Threads {
        /// The level of thread support it provides.
        found: Threading,
    },
}

impl Job {
    /// Initializes MPI. A failure of MPI itself is reported by MPI, and ends the process.
    ///
    /// # Errors
    /// [`BeginError`] if MPI was initialized before, or if it can't be used by several threads.
    pub fn begin() -> Result<Self, BeginError> {
        let (universe, found) =
            mpi::initialize_with_threading(Threading::Serialized).ok_or(BeginError::AlreadyInitialized)?;
        if found < Threading::Serialized {
            return Err(BeginError::Threads { found });
        }
        Ok(Self { universe, stays_on_its_thread: PhantomData })
    }

    /// Returns the connection to the other processes. It borrows the job, so there is only one at a
    /// time.
    pub fn exchange(&mut self) -> Mpi<'_> {
        Mpi::in_job()
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.exchange().end();
    }
}

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let world = self.universe.world();
        f.debug_struct("Job")
            .field("rank", &world.rank())
            .field("ranks", &world.size())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_thread_support_is_reported() {
        let message = BeginError::Threads { found: Threading::Single }.to_string();
        assert!(
            message.starts_with(
                "this MPI library supports threads only at the level Single, but tilebase needs Serialized"
            ),
            "{message}"
        );
    }
}
