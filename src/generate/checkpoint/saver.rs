//! Saves a build's state at intervals.

use super::{Checkpoints, snapshot};
use crate::clock::Clock;
use crate::exchange::{Collective, ExchangeError};
use crate::generate::record::entries::Entries;
use crate::generate::state::State;
use crate::space::Space;
use crate::table::{SharedWriteError, WriteError};

/// The location of a build's checkpoints, and whether the build starts from one.
#[derive(Debug)]
pub(in crate::generate) struct Saving {
    pub(in crate::generate) checkpoints: Checkpoints,
    /// Whether the build resumes from an existing checkpoint.
    pub(in crate::generate) resumes: bool,
}

/// Saves the state at intervals.
pub(in crate::generate) struct Saver<'a> {
    checkpoints: &'a Checkpoints,
    space: &'a Space,
    last_save: Clock,
    failed_before: bool,
}

impl<'a> Saver<'a> {
    pub(in crate::generate) fn new(checkpoints: &'a Checkpoints, space: &'a Space) -> Self {
        Self { checkpoints, space, last_save: Clock::start(), failed_before: false }
    }

    /// Saves the state if the interval has passed. Returns the first write error; later ones are
    /// dropped.
    pub(in crate::generate) fn save_if_due<E: Entries>(
        &mut self,
        state: &State<E>,
        exchange: &mut (impl Collective + ?Sized),
    ) -> Result<Option<WriteError>, ExchangeError> {
        // Clocks differ, but all processes must save or none: saving is a collective operation.
        let [due] = exchange.sums([u64::from(self.last_save.elapsed() >= self.checkpoints.every)])?;
        if due == 0 {
            return Ok(None);
        }
        let saved = snapshot::save(state, self.space, &self.checkpoints.file, exchange);
        // After a failure too: the next attempt waits for the interval again.
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
