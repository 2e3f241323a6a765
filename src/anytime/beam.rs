//! Beam search: level by level, only the most promising states are kept.
//!
//! A state is promising if its Manhattan distance plus linear conflicts is small. A wide beam
//! guided by this alone reaches the goal, and the wider it is, the shorter its path ([`straight`]).
//! A narrow one comes near the goal, but hardly ever reaches it: the last misplaced tiles are far
//! from where they belong, and every path leads through states that look worse. The necessary width
//! depends on the board: 128 states are usually enough for 6x6, while thousands may be too few for
//! 10x10.
//!
//! So another kind of beam goes through the [stages](Stage) one by one ([`through_stages`]). It
//! also considers the number of moves to the end of the stage, from the stage's table. Of the ways
//! to place a tile, it thus prefers those that help others. The longer a stage takes, the greater
//! the weight of this distance, and some successor is always closer to the end. As soon as some
//! states have reached the end, the others are dropped. Beyond some width, its paths get no
//! shorter, since tiles once placed stay there.
//!
//! Many paths lead to each state, so states seen before are dropped, as far as a table of fixed
//! size remembers them ([`SeenStates`]). A beam gives up when it is as deep as the best known path
//! is long.

use std::ops::ControlFlow;

use super::estimate::{column_conflicts, conflicts, manhattan, row_conflicts};
use super::incumbent::Incumbent;
use super::stages::{Stage, TrackedCells, slid};
use super::state::{Geometry, State};
use crate::board::{MAX_LARGE_CELLS, Move};

/// Number of states remembered per state of a level.
const SEEN_PER_STATE: usize = 64;

/// Permanent memory per state of each level, to reconstruct the path.
const BYTES_PER_STEP: u64 = 8;

/// Memory per state of the current level: for itself, its successors, and its share of the table.
const BYTES_PER_STATE: u64 = 1200;

/// Upper bound on the memory of a beam of this width through this many levels.
pub(super) const fn memory_in_bytes(width: usize, levels: usize) -> u64 {
    width as u64 * (BYTES_PER_STATE + BYTES_PER_STEP * levels as u64)
}

/// Number of levels of a stage after which the weight of the distance to its end increases by one.
const LEVELS_OF_PATIENCE: u32 = 16;

/// A state of a level.
#[derive(Clone)]
struct Node {
    state: State,
    key: u64,
    manhattan: u32,
    conflicts: u32,
    /// The cells of the blank and of the stage's tiles.
    tracked: TrackedCells,
    /// The number of moves to the end of the stage.
    to_end: u16,
    last: Option<Move>,
}

/// A successor that may be kept; the smallest are the most promising. Ties are broken by key, so
/// that the choice looks random but is reproducible.
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

/// Searches for the goal with a beam of this width through at most `levels` levels, without stages.
/// Returns the moves to the goal, or to the most promising state met.
pub(super) fn straight(
    geometry: &Geometry,
    start: &State,
    width: usize,
    levels: usize,
    incumbent: &mut Incumbent<'_>,
) -> ControlFlow<(), Vec<Move>> {
    let mut beam = Beam::new(geometry, start, width);
    let mut nearest = (u32::MAX, 0);
    loop {
        // The first state of a level is the most promising one.
        let away = beam.level.first().map_or(u32::MAX, |node| node.manhattan + node.conflicts);
        nearest = nearest.min((away, beam.steps.len()));
        let (away, level) = nearest;
        if away == 0 || beam.steps.len() == levels || !beam.advance(None, 0, incumbent)? {
            return ControlFlow::Continue(beam.path_to_first_of(level));
        }
    }
}

/// Like [`straight`], but goes through the stages. Returns the moves to the goal, or to the most
/// promising state of the last level.
pub(super) fn through_stages(
    geometry: &Geometry,
    stages: &[Stage],
    start: &State,
    width: usize,
    levels: usize,
    incumbent: &mut Incumbent<'_>,
) -> ControlFlow<(), Vec<Move>> {
    let mut beam = Beam::new(geometry, start, width);
    for stage in stages {
        beam.begin(stage);
        let mut levels_of_stage = 0;
        while !beam.keep_ended() {
            let weight = 2 + levels_of_stage / LEVELS_OF_PATIENCE;
            if beam.steps.len() == levels || !beam.advance(Some(stage), weight, incumbent)? {
                return ControlFlow::Continue(beam.path_to_first_of(beam.steps.len()));
            }
            levels_of_stage += 1;
        }
    }
    ControlFlow::Continue(beam.path_to_first_of(beam.steps.len()))
}

/// A beam in progress.
struct Beam<'a> {
    geometry: &'a Geometry,
    width: usize,
    seen: SeenStates,
    level: Vec<Node>,
    /// For each level, how its states were reached: the parent's index in the previous level, and
    /// the move.
    steps: Vec<Vec<(u32, Move)>>,
}

impl<'a> Beam<'a> {
    fn new(geometry: &'a Geometry, start: &State, width: usize) -> Self {
        let seen = SeenStates::new(width);
        let first = Node {
            state: *start,
            key: seen.key(start),
            manhattan: manhattan(geometry, start),
            conflicts: conflicts(geometry.shape, start),
            tracked: TrackedCells::default(),
            to_end: 0,
            last: None,
        };
        Self { geometry, width, seen, level: vec![first], steps: Vec::new() }
    }

    /// Begins a stage.
    fn begin(&mut self, stage: &Stage) {
        for node in &mut self.level {
            node.tracked = stage.tracked_cells(self.geometry, &node.state);
            node.to_end = stage.distance(&node.tracked);
        }
    }

    /// If any states have reached the end of the stage, drops the others. Returns whether any have.
    fn keep_ended(&mut self) -> bool {
        let has_ended = self.level.iter().any(|node| node.to_end == 0);
        if has_ended {
            if let Some(steps) = self.steps.last_mut() {
                let mut ended = self.level.iter().map(|node| node.to_end == 0);
                steps.retain(|_| ended.next() == Some(true));
            }
            self.level.retain(|node| node.to_end == 0);
        }
        has_ended
    }

    /// Moves to the next level, and returns whether there is one. If not, the current level stays.
    /// In a stage, `weight` is that of the distance to its end.
    fn advance(
        &mut self,
        stage: Option<&Stage>,
        weight: u32,
        incumbent: &mut Incumbent<'_>,
    ) -> ControlFlow<(), bool> {
        let chosen = self.chosen(stage, weight, incumbent)?;
        if !chosen.is_empty() {
            self.level = chosen.iter().map(|candidate| self.reached(candidate)).collect();
            self.steps.push(chosen.iter().map(|candidate| (candidate.parent, candidate.step)).collect());
        }
        ControlFlow::Continue(!chosen.is_empty())
    }

    /// Returns the most promising successors of the level.
    fn chosen(
        &mut self,
        stage: Option<&Stage>,
        weight: u32,
        incumbent: &mut Incumbent<'_>,
    ) -> ControlFlow<(), Vec<Candidate>> {
        let Self { geometry, level, seen, width, .. } = self;
        let mut candidates = Vec::with_capacity(3 * level.len());
        for (parent, node) in (0..).zip(&*level) {
            incumbent.count_expanded()?;
            let from = node.state.blank;
            for &(step, to) in geometry.moves_from(from) {
                if node.last == Some(step.inverse()) || stage.is_some_and(|stage| !stage.is_free(to)) {
                    continue;
                }
                let tile = node.state.goal_cells[usize::from(to)];
                let key = node.key ^ seen.key_change(tile, to, from);
                if seen.has_seen(key) {
                    continue;
                }
                let [before, after] = [to, from].map(|cell| u32::from(geometry.distance(cell, tile)));
                let manhattan = node.manhattan + after - before;
                let conflicts = conflicts_after(geometry, node, step, to);
                let to_end = stage.map_or(0, |stage| stage.distance(&slid(&node.tracked, to)));
                let promise = manhattan + conflicts + weight * u32::from(to_end);
                candidates.push(Candidate { promise, key, parent, step, manhattan, conflicts, to_end });
            }
        }
        // Selecting first is linear; only those that are kept are sorted.
        if candidates.len() > *width {
            candidates.select_nth_unstable(*width);
            candidates.truncate(*width);
        }
        candidates.sort_unstable();
        ControlFlow::Continue(candidates)
    }

    /// Creates the state of a candidate.
    fn reached(&self, candidate: &Candidate) -> Node {
        let parent = &self.level[candidate.parent as usize];
        let mut state = parent.state;
        state.slide(self.geometry.shape, candidate.step);
        Node {
            state,
            key: candidate.key,
            manhattan: candidate.manhattan,
            conflicts: candidate.conflicts,
            tracked: slid(&parent.tracked, state.blank),
            to_end: candidate.to_end,
            last: Some(candidate.step),
        }
    }

    /// The moves to the first state of a level.
    fn path_to_first_of(&self, level: usize) -> Vec<Move> {
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

/// The linear conflicts after a move. A tile passes no other tile in the line along which it
/// slides, so only the lines that it leaves and enters are counted again.
fn conflicts_after(geometry: &Geometry, node: &Node, step: Move, to: u8) -> u32 {
    let (shape, from) = (geometry.shape, node.state.blank);
    let mut next = node.state;
    next.slide(shape, step);
    let columns = shape.columns();
    let [one, other] = [usize::from(from), usize::from(to)];
    let counted = |state: &State| match step {
        Move::Up | Move::Down => [one, other].map(|cell| row_conflicts(shape, state, cell / columns)),
        Move::Left | Move::Right => [one, other].map(|cell| column_conflicts(shape, state, cell % columns)),
    };
    let [before, after] = [&node.state, &next].map(|state| counted(state).into_iter().sum::<u32>());
    node.conflicts + after - before
}

/// The states seen before, by their Zobrist keys, as far as they are remembered. A key's slot
/// depends on the key, and is overwritten by the next key with the same slot. Very rarely, two
/// states have the same key; then one of them is dropped.
struct SeenStates {
    /// A random number for each tile and cell. A state's key is the exclusive or of its numbers.
    random_numbers: Vec<u64>,
    keys: Vec<u64>,
}

impl SeenStates {
    fn new(width: usize) -> Self {
        let mut random = fastrand::Rng::with_seed(0);
        let random_numbers = (0..MAX_LARGE_CELLS * MAX_LARGE_CELLS).map(|_| random.u64(1..)).collect();
        Self { random_numbers, keys: vec![0; (width * SEEN_PER_STATE).next_power_of_two()] }
    }

    fn random_number(&self, tile: u8, cell: u8) -> u64 {
        self.random_numbers[usize::from(tile) * MAX_LARGE_CELLS + usize::from(cell)]
    }

    fn key(&self, state: &State) -> u64 {
        let cells = (0..).zip(&state.goal_cells).filter(|(cell, _)| *cell != state.blank);
        cells.fold(0, |key, (cell, tile)| key ^ self.random_number(*tile, cell))
    }

    /// The change of a key when a tile slides from one cell to another.
    fn key_change(&self, tile: u8, from: u8, to: u8) -> u64 {
        self.random_number(tile, from) ^ self.random_number(tile, to)
    }

    /// Whether this key is remembered. Remembers it from now on.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the mask keeps only the low bits that index the table"
    )]
    fn has_seen(&mut self, key: u64) -> bool {
        let place = key as usize & (self.keys.len() - 1);
        std::mem::replace(&mut self.keys[place], key) == key
    }
}
