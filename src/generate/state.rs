//! The search between two levels: all that the next level is made from.

use super::distances::UNSET;
use super::entries::Entries;
use super::error::BuildError;
use super::memory::Memory;
use super::row_graph::RowGraph;
use super::sweep::{NextLevel, Reached, Sweep};
use crate::exchange::Collective;
use crate::interrupt::Interrupt;
use crate::space::Space;
use crate::space::footprints::Footprints;

/// A level that is finished: all boards at one distance from the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its distance from the goal, in moves.
    pub distance: u8,
    /// The entries first reached at this distance.
    pub new: u64,
    /// The entries reached so far, these included.
    pub reached: u64,
    /// All entries there are.
    pub states: u64,
}

/// What the levels so far have come to.
#[derive(Debug)]
pub(super) struct State<E> {
    pub(super) sweep: Sweep,
    pub(super) entries: E,
    /// By level, from 0 to the newest: how many entries it has set.
    pub(super) histogram: Vec<u64>,
}

impl<E: Entries> State<E> {
    /// Nothing reached, not even the goal.
    pub(super) fn before_the_goal(
        space: &Space,
        exchange: &(impl Collective + ?Sized),
    ) -> Result<Self, BuildError> {
        Self::before_the_goal_unless(&Interrupt::new(), space, exchange)
    }

    /// The same, unless it is interrupted.
    fn before_the_goal_unless(
        interrupt: &Interrupt,
        space: &Space,
        exchange: &(impl Collective + ?Sized),
    ) -> Result<Self, BuildError> {
        // Several processes begin together, and only agree on an interrupt at the end of a level.
        let may_stop = exchange.ranks() == 1;
        let too_large = |source| BuildError::OutOfMemory {
            bytes: Self::memory_in_bytes(space, exchange.ranks()),
            source,
        };
        let goes_on = || !(may_stop && interrupt.is_raised());
        let footprints = footprints(space, &goes_on).ok_or(BuildError::Interrupted)?;
        let graph = match exchange.ranks() {
            1 => RowGraph::new(footprints),
            ranks => RowGraph::of_rank(footprints, exchange.rank(), ranks),
        };
        let entries = E::unset(&graph).map_err(too_large)?;
        let sweep = Sweep::before_the_goal(graph).map_err(too_large)?;
        Ok(Self { sweep, entries, histogram: Vec::new() })
    }

    /// The goal reached: level 0 done.
    #[cfg(test)]
    pub(super) fn at_the_goal(
        space: &Space,
        exchange: &(impl Collective + ?Sized),
    ) -> Result<Self, BuildError> {
        Self::at_the_goal_unless(&Interrupt::new(), space, exchange)
    }

    /// The same, unless it is interrupted.
    pub(super) fn at_the_goal_unless(
        interrupt: &Interrupt,
        space: &Space,
        exchange: &(impl Collective + ?Sized),
    ) -> Result<Self, BuildError> {
        let mut state = Self::before_the_goal_unless(interrupt, space, exchange)?;
        if state.sweep.start() {
            state.entries.set_goal(&state.sweep.graph);
        }
        state.histogram.push(1);
        Ok(state)
    }

    /// The bytes that the state takes, for the rank that has the most of it.
    pub(super) fn memory_in_bytes(space: &Space, ranks: usize) -> u64 {
        Memory::of::<E>(space).of_a_rank(ranks)
    }

    /// The distance of the newest level, in moves.
    pub(super) fn distance(&self) -> u8 {
        u8::try_from(self.histogram.len().saturating_sub(1)).expect("no level is as far away as UNSET")
    }

    /// The newest level, of a space of so many entries.
    pub(super) fn level(&self, states: u64) -> Level {
        Level {
            distance: self.distance(),
            new: self.histogram.last().copied().unwrap_or(0),
            reached: self.histogram.iter().sum(),
            states,
        }
    }

    /// Is every entry counted, and once? That is so at the end of every search that began with the goal.
    pub(super) fn is_complete(&self, space: &Space) -> bool {
        let counted = self.histogram.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count));
        counted == Some(space.entries())
    }

    /// Goes to the next level; false if there is none.
    ///
    /// # Errors
    /// [`BuildError::Interrupted`] if that is wished before the level is done. The state is of no use then.
    pub(super) fn advance(
        &mut self,
        parallel: bool,
        interrupt: &Interrupt,
        exchange: &mut (impl Collective + ?Sized),
    ) -> Result<bool, BuildError> {
        let Some(distance) = self.distance().checked_add(1).filter(|distance| *distance < UNSET) else {
            return Ok(false);
        };
        let to = NextLevel { distance, parallel, interrupt };
        let Reached { states, noted } = self.entries.advance(&mut self.sweep, &to, exchange)?;
        // All go on, or none does.
        let [states, noted, interrupted] = exchange.sums([states, noted, interrupt.is_raised().into()])?;
        if interrupted > 0 {
            return Err(BuildError::Interrupted);
        }
        if states > 0 {
            self.histogram.push(noted);
        }
        Ok(states > 0)
    }
}

/// The rows of a space, and the slides between them; `None` if it may not go on.
fn footprints(space: &Space, goes_on: &dyn Fn() -> bool) -> Option<Footprints> {
    match space {
        Space::Full(space) => Some(Footprints::of_full_board(space)),
        Space::Pattern(space) => Footprints::of_pattern_while(space, goes_on),
    }
}
