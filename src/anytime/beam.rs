//! A path by a beam search: level by level, with the most promising states of each level kept.
//!
//! States are promising that are near by Manhattan distances and linear conflicts. A wide beam that goes by them alone comes
//! to the goal, and the wider it is, the shorter is its path ([`straight`]). A narrow one comes near it and hardly ever to it: the
//! last tiles that are out of place are far from where they belong, and every way goes through states that look worse. What is wide
//! enough depends on the board: 128 states mostly do for 6x6, and thousands may be too few for 10x10.
//!
//! So there is another beam, which goes through the [stages](Stage) one after the other ([`through_stages`]). What counts for it as well is how
//! many moves the stage is from its end, which its table tells: so of the ways to put a tile in its place those are taken that are
//! good for others. The longer a stage takes, the more its own distance counts, and some successor is always nearer to the
//! end. As soon as states have come to it, the others are dropped. However wide it is, its paths get no shorter after a while: tiles that
//! are in place stay there.
//!
//! Many ways lead to each state, so states that were met before are dropped, as far back as a table of a fixed size
//! remembers. If a beam has gone as far as a path that is known without reaching the goal, the rest is left to others.

use std::ops::ControlFlow;

use super::estimate::{column_conflicts, conflicts, manhattan, row_conflicts};
use super::large_shape::MOST_CELLS;
use super::stages::{Followed, Stage, slid};
use super::state::{Geometry, State};
use super::work::Work;
use crate::board::Move;

/// For each state of a level, so many states are remembered.
const REMEMBERED_PER_STATE: usize = 64;

/// What a state of a beam takes for good, for the way back, in each level.
const BYTES_PER_STEP: u64 = 8;

/// What a state of a beam takes while its level is made: it and its successors, and what is remembered.
const BYTES_PER_STATE: u64 = 1200;

/// The most memory of a beam of so many states through so many levels.
pub(super) const fn memory_in_bytes(width: usize, levels: usize) -> u64 {
    width as u64 * (BYTES_PER_STATE + BYTES_PER_STEP * levels as u64)
}

/// After so many levels of a stage the distance to its end counts once more.
const LEVELS_OF_PATIENCE: u32 = 16;

/// A state of a level.
#[derive(Clone)]
struct Kept {
    state: State,
    key: u64,
    manhattan: u32,
    conflicts: u32,
    /// The blank and the tiles of the stage.
    followed: Followed,
    /// The moves to the end of the stage.
    to_end: u16,
    last: Option<Move>,
}

/// A successor that may be kept. The least are the most promising ones; keys decide between equals, so that the choice is
/// the same each time, and looks like one at random.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    promise: u32,
    key: u64,
    parent: u32,
    step: Move,
    manhattan: u32,
    conflicts: u32,
    to_end: u16,
}

/// The way that a state was reached by: its place in the level before, and the move.
type Step = (u32, Move);

/// Searches with a beam of so many states, through at most so many levels, for the goal alone. Gives the moves to it, or else to
/// the most promising of all states.
pub(super) fn straight(
    geometry: &Geometry,
    start: &State,
    width: usize,
    levels: usize,
    work: &mut Work<'_>,
) -> ControlFlow<(), Vec<Move>> {
    let mut beam = Beam::new(geometry, start, width);
    let mut nearest = (u32::MAX, 0);
    loop {
        // The first one of a level is its most promising one.
        let away = beam.level.first().map_or(u32::MAX, |kept| kept.manhattan + kept.conflicts);
        nearest = nearest.min((away, beam.steps.len()));
        let (away, level) = nearest;
        if away == 0 || beam.steps.len() == levels || !beam.advance(Aim::THE_GOAL, work)? {
            return ControlFlow::Continue(beam.way_to_first_of(level));
        }
    }
}

/// The same, through the stages. Gives the moves to the goal, or else to the most promising state of the last level.
pub(super) fn through_stages(
    geometry: &Geometry,
    stages: &[Stage],
    start: &State,
    width: usize,
    levels: usize,
    work: &mut Work<'_>,
) -> ControlFlow<(), Vec<Move>> {
    let mut beam = Beam::new(geometry, start, width);
    for stage in stages {
        beam.begin(stage);
        let mut levels_of_stage = 0;
        while !beam.has_ended() {
            let aim = Aim { stage: Some(stage), weight: 2 + levels_of_stage / LEVELS_OF_PATIENCE };
            if beam.steps.len() == levels || !beam.advance(aim, work)? {
                return ControlFlow::Continue(beam.way_to_first_of(beam.steps.len()));
            }
            levels_of_stage += 1;
        }
    }
    ControlFlow::Continue(beam.way_to_first_of(beam.steps.len()))
}

/// What a level is to come near to: the end of a stage, whose distance counts so many times, or the goal alone.
#[derive(Clone, Copy)]
struct Aim<'a> {
    stage: Option<&'a Stage>,
    weight: u32,
}

impl Aim<'_> {
    const THE_GOAL: Self = Self { stage: None, weight: 0 };
}

/// A beam on its way.
struct Beam<'a> {
    geometry: &'a Geometry,
    width: usize,
    memory: Memory,
    level: Vec<Kept>,
    /// By level: the ways that its states were reached by.
    steps: Vec<Vec<Step>>,
}

impl<'a> Beam<'a> {
    fn new(geometry: &'a Geometry, start: &State, width: usize) -> Self {
        let memory = Memory::new(width);
        let first = Kept {
            state: *start,
            key: memory.key(start),
            manhattan: manhattan(geometry, start),
            conflicts: conflicts(geometry.shape, start),
            followed: Followed::default(),
            to_end: 0,
            last: None,
        };
        Self { geometry, width, memory, level: vec![first], steps: Vec::new() }
    }

    /// Begins a stage.
    fn begin(&mut self, stage: &Stage) {
        for kept in &mut self.level {
            kept.followed = stage.followed(self.geometry, &kept.state);
            kept.to_end = stage.distance(&kept.followed);
        }
    }

    /// Has a state come to the end of the stage? Then those that have not are dropped.
    fn has_ended(&mut self) -> bool {
        let has_ended = self.level.iter().any(|kept| kept.to_end == 0);
        if has_ended {
            if let Some(steps) = self.steps.last_mut() {
                let mut ended = self.level.iter().map(|kept| kept.to_end == 0);
                steps.retain(|_| ended.next() == Some(true));
            }
            self.level.retain(|kept| kept.to_end == 0);
        }
        has_ended
    }

    /// Goes to the next level, if there is one; else this one stays.
    fn advance(&mut self, aim: Aim<'_>, work: &mut Work<'_>) -> ControlFlow<(), bool> {
        let chosen = self.chosen(aim, work)?;
        if !chosen.is_empty() {
            self.level = chosen.iter().map(|candidate| self.reached(candidate)).collect();
            self.steps.push(chosen.iter().map(|candidate| (candidate.parent, candidate.step)).collect());
        }
        ControlFlow::Continue(!chosen.is_empty())
    }

    /// The most promising successors of the level.
    fn chosen(&mut self, aim: Aim<'_>, work: &mut Work<'_>) -> ControlFlow<(), Vec<Candidate>> {
        let Self { geometry, level, memory, width, .. } = self;
        let mut candidates = Vec::with_capacity(3 * level.len());
        for (parent, kept) in (0..).zip(&*level) {
            work.expand()?;
            let from = kept.state.blank;
            for &(step, to) in geometry.ways(from) {
                if kept.last == Some(step.inverse()) || aim.stage.is_some_and(|stage| !stage.is_free(to)) {
                    continue;
                }
                let tile = kept.state.names[usize::from(to)];
                let key = kept.key ^ memory.change(tile, to, from);
                if memory.has_met(key) {
                    continue;
                }
                let [before, after] = [to, from].map(|cell| u32::from(geometry.distance(cell, tile)));
                let manhattan = kept.manhattan + after - before;
                let conflicts = conflicts_after(geometry, kept, step, to);
                let to_end = aim.stage.map_or(0, |stage| stage.distance(&slid(&kept.followed, to)));
                let promise = manhattan + conflicts + aim.weight * u32::from(to_end);
                candidates.push(Candidate { promise, key, parent, step, manhattan, conflicts, to_end });
            }
        }
        if candidates.len() > *width {
            candidates.select_nth_unstable(*width);
            candidates.truncate(*width);
        }
        candidates.sort_unstable();
        ControlFlow::Continue(candidates)
    }

    /// The state that a candidate stands for.
    fn reached(&self, candidate: &Candidate) -> Kept {
        let parent = &self.level[candidate.parent as usize];
        let mut state = parent.state;
        state.slide(self.geometry.shape, candidate.step);
        Kept {
            state,
            key: candidate.key,
            manhattan: candidate.manhattan,
            conflicts: candidate.conflicts,
            followed: slid(&parent.followed, state.blank),
            to_end: candidate.to_end,
            last: Some(candidate.step),
        }
    }

    /// The moves to the first state of a level.
    fn way_to_first_of(&self, level: usize) -> Vec<Move> {
        let mut place = 0;
        let mut moves = Vec::with_capacity(level);
        for steps in self.steps[..level].iter().rev() {
            let (parent, step) = steps[place];
            moves.push(step);
            place = parent as usize;
        }
        moves.reverse();
        moves
    }
}

/// The conflicts after a move. A tile passes no other in the line that it slides along: only the line that it leaves and the one
/// that it comes to are counted anew.
fn conflicts_after(geometry: &Geometry, kept: &Kept, step: Move, to: u8) -> u32 {
    let (shape, from) = (geometry.shape, kept.state.blank);
    let mut next = kept.state;
    next.slide(shape, step);
    let columns = shape.columns();
    let [one, other] = [usize::from(from), usize::from(to)];
    let counted = |state: &State| match step {
        Move::Up | Move::Down => [one, other].map(|cell| row_conflicts(shape, state, cell / columns)),
        Move::Left | Move::Right => [one, other].map(|cell| column_conflicts(shape, state, cell % columns)),
    };
    let [before, after] = [&kept.state, &next].map(|state| counted(state).into_iter().sum::<u32>());
    kept.conflicts + after - before
}

/// What was met: keys of states, each in the place that it names, where it stays until another one comes. Two states may have one
/// key, once in a very long while: then one of them is dropped, and the beam has a state less.
struct Memory {
    /// By tile and cell: what it adds to the key.
    parts: Vec<u64>,
    met: Vec<u64>,
}

impl Memory {
    fn new(width: usize) -> Self {
        let mut random = fastrand::Rng::with_seed(0);
        let parts = (0..MOST_CELLS * MOST_CELLS).map(|_| random.u64(1..)).collect();
        Self { parts, met: vec![0; (width * REMEMBERED_PER_STATE).next_power_of_two()] }
    }

    fn part(&self, tile: u8, cell: u8) -> u64 {
        self.parts[usize::from(tile) * MOST_CELLS + usize::from(cell)]
    }

    fn key(&self, state: &State) -> u64 {
        let cells = (0..).zip(&state.names).filter(|(cell, _)| *cell != state.blank);
        cells.fold(0, |key, (cell, tile)| key ^ self.part(*tile, cell))
    }

    /// How a key changes when a tile slides from one cell to the other.
    fn change(&self, tile: u8, from: u8, to: u8) -> u64 {
        self.part(tile, from) ^ self.part(tile, to)
    }

    /// Was this one met? From now on it was.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the mask leaves so many bits as the table's places have"
    )]
    fn has_met(&mut self, key: u64) -> bool {
        let place = key as usize & (self.met.len() - 1);
        std::mem::replace(&mut self.met[place], key) == key
    }
}
