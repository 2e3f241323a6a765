//! The state of a search between two levels: everything that the next level is computed from.

use super::distributed::rounds;
use super::error::{BuildError, Work};
use super::kernel::RowGraph;
use super::memory::Memory;
use super::newest_levels::{LevelStep, NewestLevels, Reached, color_of};
use super::record::{Entries, UNSET};
use crate::exchange::{Exchange, ExchangeError};
use crate::interrupt::Interrupt;
use crate::space::Space;
use crate::space::footprints::Footprints;

/// A completed level: all boards at one distance from the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Distance from the goal, in moves.
    pub distance: u8,
    /// Number of entries first reached at this distance.
    pub new: u64,
    /// Number of entries reached so far, including this level.
    pub reached: u64,
    /// Total number of entries.
    pub states: u64,
}

/// Progress of the breadth-first search: the last two levels, the entries, and the histogram.
#[derive(Debug)]
pub(super) struct BuildState<E> {
    pub(super) levels: NewestLevels,
    pub(super) entries: E,
    /// Number of entries set by each level, from level 0 to the newest.
    pub(super) histogram: Vec<u64>,
}

impl<E: Entries> BuildState<E> {
    /// Returns the state in which nothing is reached, not even the goal.
    pub(super) fn empty(space: &Space, exchange: &impl Exchange) -> Result<Self, BuildError> {
        Self::empty_within(&Interrupt::new(), space, exchange)
    }

    /// Like [`empty`](Self::empty), but stops when interrupted.
    fn empty_within(
        interrupt: &Interrupt,
        space: &Space,
        exchange: &impl Exchange,
    ) -> Result<Self, BuildError> {
        // Several processes start together and only agree on an interrupt at the end of a level.
        let may_stop = exchange.processes() == 1;
        let too_large = |source| BuildError::OutOfMemory {
            work: Work::Build,
            bytes: Self::memory_in_bytes(space, exchange.processes()),
            source,
        };
        let keep_going = || !(may_stop && interrupt.is_raised());
        let footprints =
            footprints(space, &keep_going).ok_or(BuildError::Interrupted { work: Work::Build })?;
        let graph = match exchange.processes() {
            1 => RowGraph::new(footprints),
            processes => RowGraph::for_process(footprints, exchange.process(), processes),
        };
        let entries = E::unset(&graph).map_err(too_large)?;
        let levels = NewestLevels::empty(graph).map_err(too_large)?;
        Ok(Self { levels, entries, histogram: Vec::new() })
    }

    /// Returns the state after level 0, with the goal reached.
    #[cfg(test)]
    pub(super) fn at_goal(space: &Space, exchange: &impl Exchange) -> Result<Self, BuildError> {
        Self::at_goal_within(&Interrupt::new(), space, exchange)
    }

    /// Returns the state after level 0, unless interrupted.
    pub(super) fn at_goal_within(
        interrupt: &Interrupt,
        space: &Space,
        exchange: &impl Exchange,
    ) -> Result<Self, BuildError> {
        let mut state = Self::empty_within(interrupt, space, exchange)?;
        if state.levels.set_goal() {
            state.entries.set_goal(&state.levels.graph);
        }
        state.histogram.push(1);
        Ok(state)
    }

    /// Returns the bytes of the state on the process that holds the most of it.
    pub(super) fn memory_in_bytes(space: &Space, processes: usize) -> u64 {
        Memory::of_entries::<E>(space).per_process(processes)
    }

    /// Returns the distance of the newest level, in moves.
    pub(super) fn distance(&self) -> u8 {
        u8::try_from(self.histogram.len().saturating_sub(1)).expect("no level is as far away as UNSET")
    }

    /// Describes the newest level, of a space with this many entries.
    pub(super) fn level(&self, states: u64) -> Level {
        Level {
            distance: self.distance(),
            new: self.histogram.last().copied().unwrap_or(0),
            reached: self.histogram.iter().sum(),
            states,
        }
    }

    /// Whether every entry was counted once, as is the case at the end of each build from the goal.
    pub(super) fn is_complete(&self, space: &Space) -> bool {
        let counted = self.histogram.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count));
        counted == Some(space.entries())
    }

    /// Advances to the next level. Returns false if it is empty.
    ///
    /// # Errors
    /// [`BuildError::Interrupted`] if the interrupt is raised before the level is complete. The
    /// state is unusable then.
    pub(super) fn advance(
        &mut self,
        parallel: bool,
        interrupt: &Interrupt,
        exchange: &mut impl Exchange,
    ) -> Result<bool, BuildError> {
        // 255 marks unset entries, so a level at that distance could not be stored.
        let Some(distance) = self.distance().checked_add(1).filter(|distance| *distance < UNSET) else {
            return Ok(false);
        };
        let step = LevelStep { distance, parallel, interrupt };
        let Reached { states, recorded } = {
            let (recorder, items) = self.entries.recording(distance);
            rounds::advance(&mut self.levels, &step, &recorder, items, exchange)?
        };
        // Either all processes continue or none does; otherwise one would wait for the others
        // forever.
        let [states, recorded, interrupted] =
            exchange.sums([states, recorded, interrupt.is_raised().into()])?;
        if interrupted > 0 {
            return Err(BuildError::Interrupted { work: Work::Build });
        }
        if states > 0 {
            self.histogram.push(recorded);
        }
        Ok(states > 0)
    }

    /// Checks entries, sets, and a histogram that were filled, so that no level is computed from an
    /// inconsistent state. Returns the inconsistency, if any.
    pub(super) fn check(
        &mut self,
        space: &Space,
        exchange: &mut impl Exchange,
    ) -> Result<Option<&'static str>, ExchangeError> {
        let tally = exchange.sums(self.entries.tally(&self.levels, self.distance()))?;
        let filled = self.levels.rebuild_summaries();
        let [even, odd] = filled.unwrap_or_default();
        let [even, odd, malformed] = exchange.sums([even, odd, filled.is_none().into()])?;
        let counted = self.histogram.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count));
        if counted.is_none_or(|sum| sum > space.entries()) || !E::are_counted(&tally, &self.histogram) {
            return Ok(Some("its histogram does not count its entries"));
        }
        if malformed > 0 || !self.are_newest_levels([even, odd]) {
            return Ok(Some("its sets are not its newest levels"));
        }
        Ok(None)
    }

    /// Whether these numbers of states, by color, can be those of the two newest levels.
    ///
    /// Levels distinguish a pattern's regions of the blank; the histogram does so only if the
    /// pattern is zero-aware.
    fn are_newest_levels(&self, states: [u64; 2]) -> bool {
        let newest = self.distance();
        let entries_of = |distance: u8| self.histogram.get(usize::from(distance)).copied().unwrap_or(0);
        let fits = |distance: u8| {
            let (states, entries) = (states[color_of(distance)], entries_of(distance));
            if self.levels.graph.footprints.share_entries {
                states >= entries.max(1)
            } else {
                states == entries
            }
        };
        fits(newest) && newest.checked_sub(1).map_or(states[color_of(1)] == 0, fits)
    }
}

/// Lists the rows of a space and the slides between them; returns `None` if interrupted.
fn footprints(space: &Space, keep_going: &dyn Fn() -> bool) -> Option<Footprints> {
    match space {
        Space::Full(space) => Some(Footprints::of_full_board(space)),
        Space::Pattern(space) => Footprints::of_pattern_while(space, keep_going),
    }
}
