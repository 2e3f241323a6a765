//! The search between two levels: all that the next level is made from.

use super::distances::UNSET;
use super::error::BuildError;
use super::frontier::{Frontier, NextLevel};
use super::layout::to_usize;
use super::rows::Progress;
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
pub(super) struct State {
    pub(super) frontier: Frontier,
    /// By index: the distance, or [`UNSET`].
    pub(super) entries: Vec<u8>,
    /// By level, from 0 to the newest: how many entries it has set.
    pub(super) histogram: Vec<u64>,
}

impl State {
    /// Nothing reached, not even the goal.
    pub(super) fn before_the_goal(space: &Space) -> Result<Self, BuildError> {
        let len = to_usize(space.entries());
        let too_large = |source| BuildError::OutOfMemory { bytes: Self::memory_in_bytes(space), source };
        let mut entries = Vec::new();
        entries.try_reserve_exact(len).map_err(too_large)?;
        entries.resize(len, UNSET);
        let frontier = Frontier::new(match space {
            Space::Full(space) => Footprints::of_full_board(space),
            Space::Pattern(space) => Footprints::of_pattern(space),
        })
        .map_err(too_large)?;
        Ok(Self { frontier, entries, histogram: Vec::new() })
    }

    /// The goal reached: level 0 done.
    pub(super) fn at_the_goal(space: &Space) -> Result<Self, BuildError> {
        let mut state = Self::before_the_goal(space)?;
        state.frontier.start(&mut state.entries);
        state.histogram.push(1);
        Ok(state)
    }

    /// The bytes that the state of a space's search takes: the entries, a byte each, two sets of states, and for a
    /// pattern its footprints and their slides.
    pub(super) fn memory_in_bytes(space: &Space) -> u64 {
        let entries = space.entries();
        match space {
            Space::Full(_) => entries + sets_in_bytes(entries),
            Space::Pattern(pattern) => {
                // A footprint has a range and a row each, and about two slides for each tile, with room to grow.
                let footprints = pattern.footprints();
                let slides = 2 * pattern.pattern().tiles().len() as u64;
                entries
                    + sets_in_bytes(footprints * pattern.placements_per_cell_set())
                    + footprints * (64 + 16 * slides)
            }
        }
    }

    /// The distance of the newest level, in moves.
    pub(super) fn distance(&self) -> u8 {
        u8::try_from(self.histogram.len().saturating_sub(1)).expect("no level is as far away as UNSET")
    }

    /// The newest level.
    pub(super) fn level(&self) -> Level {
        Level {
            distance: self.distance(),
            new: self.histogram.last().copied().unwrap_or(0),
            reached: self.histogram.iter().sum(),
            states: self.entries.len() as u64,
        }
    }

    /// Goes to the next level; false if there is none.
    ///
    /// # Errors
    /// [`BuildError::Interrupted`] if that is wished before the level is done. The state is of no use then.
    pub(super) fn advance(&mut self, parallel: bool, interrupt: &Interrupt) -> Result<bool, BuildError> {
        let Some(distance) = self.distance().checked_add(1).filter(|distance| *distance < UNSET) else {
            return Ok(false);
        };
        let to = NextLevel { distance, colour: colour_of(distance), interrupt };
        let Progress { entries: new, states: reached, .. } =
            self.frontier.advance(&to, &mut self.entries, parallel);
        if interrupt.is_raised() {
            return Err(BuildError::Interrupted);
        }
        if reached > 0 {
            self.histogram.push(new);
        }
        Ok(reached > 0)
    }
}

/// The bytes of two sets of states: sixty bits of each word are used.
const fn sets_in_bytes(states: u64) -> u64 {
    2 * 8 * states.div_ceil(60)
}

/// The colour of the rows in which a level lies: every slide changes it, and the goal's is 0.
pub(super) const fn colour_of(distance: u8) -> usize {
    (distance % 2) as usize
}
