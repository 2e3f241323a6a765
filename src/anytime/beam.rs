//! A path by a beam search: level by level, with the most promising states of each level kept.
//!
//! The beam goes through the [stages](Stage) one after the other. States are promising that have few moves to the end of the
//! stage, which its table tells, and are near by Manhattan distances and linear conflicts: so of the ways to put a tile in its
//! place those are taken that are good for others. The longer a stage takes, the more its own distance counts, and
//! some successor is always nearer to the end. As soon as states have come to it, the others are dropped. By Manhattan
//! distances alone a beam comes near the goal of a large board and hardly ever to it: the last tiles that are out of place
//! are far from where they belong, and every way goes through states that look worse.
//!
//! Many ways lead to each state, so states that were met before are dropped, as far back as a table of a fixed size
//! remembers. If the beam has gone as far as a path that is known without reaching the goal, the rest is left to others.

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

/// Searches from a state with a beam of so many states, through so many levels at the most. Gives the moves to the goal, or
/// else to the most promising state of the last level.
pub(super) fn beam(
    geometry: &Geometry,
    stages: &[Stage],
    start: &State,
    width: usize,
    levels: usize,
    work: &mut Work<'_>,
) -> ControlFlow<(), Vec<Move>> {
    let mut memory = Memory::new(width);
    let first = Kept {
        state: *start,
        key: memory.key(start),
        manhattan: manhattan(geometry, start),
        conflicts: conflicts(geometry.shape, start),
        followed: Followed::default(),
        to_end: 0,
        last: None,
    };
    let mut left = stages.iter();
    let mut stage = None;
    let mut levels_of_stage = 0;
    let mut level = vec![first];
    let mut steps: Vec<Vec<Step>> = Vec::new();
    loop {
        while level.iter().any(|kept| kept.to_end == 0) {
            if let Some(step) = steps.last_mut() {
                let mut has_ended = level.iter().map(|kept| kept.to_end == 0);
                step.retain(|_| has_ended.next() == Some(true));
            }
            level.retain(|kept| kept.to_end == 0);
            let Some(next) = left.next() else { return ControlFlow::Continue(way_to(&steps, 0)) };
            for kept in &mut level {
                kept.followed = next.followed(geometry, &kept.state);
                kept.to_end = next.distance(&kept.followed);
            }
            stage = Some(next);
            levels_of_stage = 0;
        }
        let Some(stage) = stage else { return ControlFlow::Continue(Vec::new()) };
        if steps.len() == levels {
            return ControlFlow::Continue(way_to(&steps, 0));
        }
        let weight = 2 + levels_of_stage / LEVELS_OF_PATIENCE;
        let chosen = chosen(geometry, stage, weight, &level, width, &mut memory, work)?;
        if chosen.is_empty() {
            return ControlFlow::Continue(way_to(&steps, 0));
        }
        level = chosen.iter().map(|candidate| reached(geometry, &level, candidate)).collect();
        steps.push(chosen.iter().map(|candidate| (candidate.parent, candidate.step)).collect());
        levels_of_stage += 1;
    }
}

/// The moves to a state of the last level.
fn way_to(steps: &[Vec<Step>], mut place: usize) -> Vec<Move> {
    let mut moves = Vec::with_capacity(steps.len());
    for step in steps.iter().rev() {
        let (parent, step) = step[place];
        moves.push(step);
        place = parent as usize;
    }
    moves.reverse();
    moves
}

/// The most promising successors of a level.
fn chosen(
    geometry: &Geometry,
    stage: &Stage,
    weight: u32,
    level: &[Kept],
    width: usize,
    memory: &mut Memory,
    work: &mut Work<'_>,
) -> ControlFlow<(), Vec<Candidate>> {
    let mut candidates = Vec::with_capacity(3 * level.len());
    for (parent, kept) in (0..).zip(level) {
        work.expand()?;
        let from = kept.state.blank;
        for &(step, to) in geometry.ways(from) {
            if kept.last == Some(step.inverse()) || !stage.is_free(to) {
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
            let to_end = stage.distance(&slid(&kept.followed, to));
            let promise = manhattan + conflicts + weight * u32::from(to_end);
            candidates.push(Candidate { promise, key, parent, step, manhattan, conflicts, to_end });
        }
    }
    if candidates.len() > width {
        candidates.select_nth_unstable(width);
        candidates.truncate(width);
    }
    candidates.sort_unstable();
    ControlFlow::Continue(candidates)
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

/// The state that a candidate stands for.
fn reached(geometry: &Geometry, level: &[Kept], candidate: &Candidate) -> Kept {
    let parent = &level[candidate.parent as usize];
    let mut state = parent.state;
    state.slide(geometry.shape, candidate.step);
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
