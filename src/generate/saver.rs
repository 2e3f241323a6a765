//! A build that saves its state from time to time.

use super::checkpoint::{self, Checkpoints};
use super::entries::Entries;
use super::state::State;
use crate::clock::Clock;
use crate::exchange::{Collective, ExchangeError};
use crate::space::Space;
use crate::table::{SharedWriteError, WriteError};

/// Where a build saves its state, and whether it begins there.
#[derive(Debug)]
pub(super) struct Saving {
    pub(super) checkpoints: Checkpoints,
    /// Does it go on from the checkpoint that is there?
    pub(super) resumes: bool,
}

/// Saves the state from time to time.
pub(super) struct Saver<'a> {
    checkpoints: &'a Checkpoints,
    space: &'a Space,
    last_save: Clock,
    failed_before: bool,
}

impl<'a> Saver<'a> {
    pub(super) fn new(checkpoints: &'a Checkpoints, space: &'a Space) -> Self {
        Self { checkpoints, space, last_save: Clock::start(), failed_before: false }
    }

    /// Saves the state if the last save is long enough ago. Returns the first failure, and none later.
    pub(super) fn save_if_due<E: Entries>(
        &mut self,
        state: &State<E>,
        exchange: &mut (impl Collective + ?Sized),
    ) -> Result<Option<WriteError>, ExchangeError> {
        // Clocks differ, and the ranks save together or not at all.
        let [due] = exchange.sums([u64::from(self.last_save.elapsed() >= self.checkpoints.every)])?;
        if due == 0 {
            return Ok(None);
        }
        let saved = checkpoint::save(state, self.space, &self.checkpoints.file, exchange);
        self.last_save = Clock::start();
        match saved {
            Ok(()) => Ok(None),
            Err(SharedWriteError::Exchange(error)) => Err(error),
            Err(SharedWriteError::Write(error)) => {
                Ok(Some(error).filter(|_| !std::mem::replace(&mut self.failed_before, true)))
            }
        }
    }
}
