//! From the goal to the deepest level.

use std::fmt;
use std::ops::ControlFlow;

use super::checkpoint;
use super::entries::Entries;
use super::error::BuildError;
use super::saver::{Saver, Saving};
use super::state::{Level, State};
use super::workers::on_threads;
use crate::exchange::Collective;
use crate::interrupt::Interrupt;
use crate::space::Space;
use crate::table::{HAS_FILES, WriteError};

/// What is to be searched, and how.
pub(super) struct Search<'a> {
    pub(super) space: Space,
    pub(super) threads: usize,
    pub(super) saving: Option<Saving>,
    pub(super) interrupt: Interrupt,
    pub(super) on_event: Box<dyn FnMut(Event) -> ControlFlow<()> + Send + 'a>,
}

/// Can a build save its state? Where it is known beforehand that none can, nothing of all that is linked: a page has no files.
const SAVES: bool = HAS_FILES && cfg!(feature = "checkpoints");

/// What a build has to say while it runs.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event {
    /// It goes on from a checkpoint, behind this level.
    Resumed(Level),
    /// A level is done. A build from the beginning reports that of distance 0 first.
    Level(Level),
    /// The state could not be saved. The build goes on, and tries again; later failures are not reported.
    NotSaved(WriteError),
}

impl Search<'_> {
    /// Goes from level to level until one is empty.
    pub(super) fn levels<E: Entries>(
        mut self,
        exchange: &mut (impl Collective + ?Sized),
    ) -> Result<(Space, State<E>), BuildError> {
        let mut state = self.begin(exchange)?;
        let Self { space, threads, saving, interrupt, mut on_event } = self;
        let saving = saving.filter(|_| SAVES);
        let mut saver = saving.as_ref().map(|saving| Saver::new(&saving.checkpoints, &space));
        let levels = |parallel| -> Result<(), BuildError> {
            while state.advance(parallel, &interrupt, exchange)? {
                heed(on_event(Event::Level(state.level(space.entries()))))?;
                let Some(saver) = &mut saver else { continue };
                if let Some(error) = saver.save_if_due(&state, exchange)? {
                    heed(on_event(Event::NotSaved(error)))?;
                }
            }
            Ok(())
        };
        on_threads(threads, space.entries(), levels)
            .map_err(|source| BuildError::Threads { threads, source })??;
        // The last levels of a pattern may only have reached regions whose entries were set before.
        while state.histogram.last() == Some(&0) {
            state.histogram.pop();
        }
        match saving {
            // From the goal alone every state is reached, and each once.
            Some(Saving { checkpoints, resumes: true }) if !state.is_complete(&space) => {
                Err(checkpoint::leads_to_no_table(&checkpoints.file).into())
            }
            _ => Ok((space, state)),
        }
    }

    /// The state to begin with: that of a checkpoint, or the goal alone.
    fn begin<E: Entries>(
        &mut self,
        exchange: &mut (impl Collective + ?Sized),
    ) -> Result<State<E>, BuildError> {
        let saved = match &self.saving {
            Some(Saving { checkpoints, resumes: true }) if SAVES => {
                checkpoint::load(&self.space, &checkpoints.file, exchange)?
            }
            _ => None,
        };
        if let Some(state) = saved {
            heed((self.on_event)(Event::Resumed(state.level(self.space.entries()))))?;
            return Ok(state);
        }
        let state = State::at_the_goal_unless(&self.interrupt, &self.space, exchange)?;
        heed((self.on_event)(Event::Level(state.level(self.space.entries()))))?;
        Ok(state)
    }
}

impl fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { space, threads, saving, .. } = self;
        let mut debug = f.debug_struct("Search");
        debug.field("space", space).field("threads", threads).field("saving", saving).finish_non_exhaustive()
    }
}

/// An answer of the callback as the end of the build, if it is that.
fn heed(answer: ControlFlow<()>) -> Result<(), BuildError> {
    if answer.is_break() { Err(BuildError::Interrupted) } else { Ok(()) }
}
