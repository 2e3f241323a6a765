//! The loop over all levels, from the goal to the deepest one.
//!
//! The loop is compiled twice: for a process known to be alone ([`Alone`](crate::exchange::Alone)),
//! and for any process of a group. So a program with a single process, such as the Python package
//! or the web page, links no code for communication.

use std::fmt;
use std::ops::ControlFlow;

use super::error::BuildError;
use super::record::entries::Entries;
use super::saving::{Saver, Saving};
use super::state::{Level, State, WORK};
use super::sweep::workers::on_threads;
use crate::exchange::Collective;
use crate::interrupt::Interrupt;
use crate::space::Space;
use crate::table::{HAS_FILES, WriteError};

/// Options of a build.
pub(super) struct Build<'a> {
    pub(super) space: Space,
    pub(super) threads: usize,
    pub(super) saving: Option<Saving>,
    pub(super) interrupt: Interrupt,
    pub(super) on_event: Box<dyn FnMut(Event) -> ControlFlow<()> + Send + 'a>,
}

/// Progress reports of a running build.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event {
    /// The build resumed from a checkpoint; this is its newest level.
    Resumed(Level),
    /// A level is complete. A build that starts from the goal first reports level 0.
    Level(Level),
    /// The checkpoint could not be saved. The build continues and tries again; later failures are
    /// not reported.
    NotSaved(WriteError),
}

impl Build<'_> {
    /// Advances from level to level until one is empty.
    pub(super) fn levels<E: Entries>(
        mut self,
        exchange: &mut (impl Collective + ?Sized),
    ) -> Result<(Space, State<E>), BuildError> {
        let mut state = self.initial_state(exchange)?;
        let Self { space, threads, saving, interrupt, mut on_event } = self;
        // A constant condition: without files, as on a web page, the saver below is dead code.
        let saving = saving.filter(|_| HAS_FILES);
        let mut saver = saving.as_ref().map(|saving| Saver::new(saving, &space));
        let levels = |parallel| -> Result<(), BuildError> {
            while state.advance(parallel, &interrupt, exchange)? {
                stop_on_break(on_event(Event::Level(state.level(space.entries()))))?;
                let Some(saver) = &mut saver else { continue };
                if let Some(error) = saver.save_if_due(&state, exchange)? {
                    stop_on_break(on_event(Event::NotSaved(error)))?;
                }
            }
            Ok(())
        };
        on_threads(WORK, threads, space.entries(), levels)??;
        // A pattern's last levels may only reach regions whose entries were set before.
        while state.histogram.last() == Some(&0) {
            state.histogram.pop();
        }
        match saving {
            // A build from the goal counts every entry exactly once. Only a checkpoint with wrong
            // contents can break this.
            Some(saving) if saving.resumes && !state.is_complete(&space) => {
                Err(saving.incomplete_table_error().into())
            }
            _ => Ok((space, state)),
        }
    }

    /// Returns the initial state: loaded from the checkpoint, or the goal alone.
    fn initial_state<E: Entries>(
        &mut self,
        exchange: &mut (impl Collective + ?Sized),
    ) -> Result<State<E>, BuildError> {
        let saved = match &self.saving {
            Some(saving) if HAS_FILES && saving.resumes => saving.load(&self.space, exchange)?,
            _ => None,
        };
        if let Some(state) = saved {
            stop_on_break((self.on_event)(Event::Resumed(state.level(self.space.entries()))))?;
            return Ok(state);
        }
        let state = State::at_goal_unless_interrupted(&self.interrupt, &self.space, exchange)?;
        stop_on_break((self.on_event)(Event::Level(state.level(self.space.entries()))))?;
        Ok(state)
    }
}

impl fmt::Debug for Build<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { space, threads, saving, .. } = self;
        let mut debug = f.debug_struct("Build");
        debug.field("space", space).field("threads", threads).field("saving", saving).finish_non_exhaustive()
    }
}

/// Turns a callback's `Break` into the error that ends the build.
fn stop_on_break(answer: ControlFlow<()>) -> Result<(), BuildError> {
    if answer.is_break() { Err(BuildError::Interrupted { work: WORK }) } else { Ok(()) }
}
