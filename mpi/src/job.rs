//! The beginning and the end of MPI in a process.

use std::marker::PhantomData;

use mpi::Threading;
use mpi::environment::Universe;
use mpi::traits::Communicator;

use crate::exchange::Mpi;

/// This process's part in an MPI job, from `MPI_Init_thread` to `MPI_Finalize`.
///
/// A process that was not started by `mpirun` or its like is a job of one rank.
///
/// When it is dropped, be it by a panic, this rank tells the others that it has ended, and waits until they have ended too: those
/// that would swap with it get an error. So a rank that fails ends the job, and none is cut off before it has said why. It is
/// not done by `MPI_Abort`: where several ranks call that at once, some versions of `mpirun` hang or crash.
pub struct Job {
    universe: Universe,
    /// MPI is to be ended by the thread that began it.
    stays_on_its_thread: PhantomData<*const ()>,
}

/// Why MPI can't be begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BeginError {
    /// It was begun before: a process does so once.
    #[error("MPI was begun before in this process, and can be begun only once")]
    BegunBefore,
    /// Only some threads may call it.
    #[error(
        "this MPI lets threads use it as {found:?}, and Serialized is needed (any thread, one at a time): \
         take one that was built with support for threads"
    )]
    Threads {
        /// What it grants.
        found: Threading,
    },
}

impl Job {
    /// Begins MPI. A failure of MPI itself ends the process, and is told by MPI.
    ///
    /// # Errors
    /// [`BeginError`] if it was begun before, or must not be used by more than one thread.
    pub fn begin() -> Result<Self, BeginError> {
        let (universe, found) =
            mpi::initialize_with_threading(Threading::Serialized).ok_or(BeginError::BegunBefore)?;
        if found < Threading::Serialized {
            return Err(BeginError::Threads { found });
        }
        Ok(Self { universe, stays_on_its_thread: PhantomData })
    }

    /// The line to the other ranks. There is one at a time, for so MPI may be used.
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
    fn what_a_begin_lacks_is_said() {
        let said = BeginError::Threads { found: Threading::Single }.to_string();
        assert!(
            said.starts_with("this MPI lets threads use it as Single, and Serialized is needed"),
            "{said}"
        );
    }
}
