//! The loop over all levels, from the goal to the deepest one.
//!
//! The loop is compiled twice: for a process known to be alone ([`Alone`](crate::exchange::Alone)),
//! and for any process of a group. So a program with a single process, such as the Python package,
//! links no code for communication.

use std::ops::ControlFlow;

use super::error::{BuildError, Work};
use super::generator::{Event, Generator};
use super::on_threads::on_threads;
use super::record::Entries;
use super::state::BuildState;
use crate::clock::Clock;
use crate::exchange::Exchange;
use crate::space::Space;
use crate::table::HAS_FILES;

impl Generator<'_> {
    /// Advances from level to level until one is empty. Generic, not `dyn`, so that the compiler
    /// removes the code for communication where a single process is
    /// [`Alone`](crate::exchange::Alone).
    pub(super) fn run_levels<E: Entries>(
        mut self,
        exchange: &mut impl Exchange,
    ) -> Result<(Space, BuildState<E>), BuildError> {
        let mut state = self.initial_state(exchange)?;
        let Self { space, threads, mut schedule, interrupt, mut on_event } = self;
        schedule.iter_mut().for_each(|schedule| schedule.last_save = Clock::start());
        let levels = |parallel| -> Result<(), BuildError> {
            while state.advance(parallel, &interrupt, exchange)? {
                stop_on_break(on_event(Event::Level(state.level(space.entries()))), exchange)?;
                // A constant condition: without files, as on a web page, the rest is dead code.
                let Some(schedule) = schedule.as_mut().filter(|_| HAS_FILES) else { continue };
                if let Some(error) = schedule.save_if_due(&state, &space, exchange)? {
                    stop_on_break(on_event(Event::NotSaved(error)), exchange)?;
                }
            }
            Ok(())
        };
        on_threads(Work::Build, threads, space.entries(), levels)??;
        // A pattern's last levels may only reach regions whose entries were set before.
        while state.histogram.last() == Some(&0) {
            state.histogram.pop();
        }
        match schedule {
            // A build from the goal counts every entry exactly once. Only a checkpoint with wrong
            // contents can break this.
            Some(schedule) if HAS_FILES && schedule.resumes && !state.is_complete(&space) => {
                Err(schedule.incomplete_table_error().into())
            }
            _ => Ok((space, state)),
        }
    }

    /// Returns the initial state: loaded from the checkpoint, or the goal alone.
    fn initial_state<E: Entries>(
        &mut self,
        exchange: &mut impl Exchange,
    ) -> Result<BuildState<E>, BuildError> {
        if let Some(schedule) = self.schedule.as_mut().filter(|schedule| HAS_FILES && schedule.resumes)
            && let Some((state, origin)) = schedule.load(&self.space, exchange)?
        {
            let resumed = Event::Resumed(state.level(self.space.entries()), origin);
            stop_on_break((self.on_event)(resumed), exchange)?;
            return Ok(state);
        }
        let state = BuildState::at_goal_within(&self.interrupt, &self.space, exchange)?;
        stop_on_break((self.on_event)(Event::Level(state.level(self.space.entries()))), exchange)?;
        Ok(state)
    }
}

/// Turns a callback's `Break` into the error that ends the build. All processes call this after
/// each event: if one of them breaks and the others continue, they would wait for it forever.
fn stop_on_break(answer: ControlFlow<()>, exchange: &mut impl Exchange) -> Result<(), BuildError> {
    let [breaks] = exchange.sums([answer.is_break().into()])?;
    if breaks > 0 { Err(BuildError::Interrupted { work: Work::Build }) } else { Ok(()) }
}
