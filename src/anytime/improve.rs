//! Finds a first path, and then better ones.

use std::ops::ControlFlow;

use super::answer::Answer;
use super::beam::{self, memory_in_bytes};
use super::incumbent::{Incumbent, Progress};
use super::shortener::Shortener;
use super::stages::{Stage, place_all};
use super::state::{Geometry, State};
use super::task::Task;
use crate::board::Move;

/// The width of the first beam.
const FIRST_WIDTH: usize = 16;

/// Default memory limit for beams, in bytes.
const DEFAULT_MEMORY_BYTES: u64 = 256 << 20;

/// Number of states to search for the windows of a path, per state of the beam's width.
const BUDGET_PER_WIDTH: u64 = 16;

impl Task {
    /// Finds a path at once, and improves it until the callback stops the work or the path is known
    /// to be optimal.
    ///
    /// The callback receives each better path, beginning with the first, and progress every few
    /// thousand states. The work is deterministic: stopping after the same number of states gives
    /// the same path.
    ///
    /// `memory_in_bytes` limits the memory of beams; `None` stands for 256 MiB. Without room for a
    /// beam, paths are only shortened window by window. The tables of distances, at most 25 MB, are
    /// needed in any case.
    ///
    /// For an example, see the [module documentation](crate::anytime).
    #[must_use]
    pub fn improve(
        &self,
        memory_in_bytes: Option<u64>,
        on_progress: &mut dyn FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Answer {
        let geometry = Geometry::new(self.start().shape());
        let start = self.state();
        let stages = Stage::all(&geometry, self.goal().blank());
        let (mut incumbent, goes_on) =
            Incumbent::begin(self, place_all(&geometry, &stages, &start), on_progress);
        if goes_on.is_continue() {
            let memory = memory_in_bytes.unwrap_or(DEFAULT_MEMORY_BYTES);
            // However it ends, the best path is in `incumbent`.
            let _ended =
                (Improver { geometry: &geometry, stages: &stages, start, memory }).run(&mut incumbent);
        }
        incumbent.into_best()
    }
}

struct Improver<'a> {
    geometry: &'a Geometry,
    stages: &'a [Stage],
    start: State,
    memory: u64,
}

impl Improver<'_> {
    /// Runs rounds, each with twice the width and twice the budget of the previous one. When a
    /// wider beam does not fit in memory, only the budget grows. Once the straight beam finds the
    /// shorter path, beams through stages end, since wider ones would give no shorter paths.
    fn run(&self, incumbent: &mut Incumbent<'_>) -> ControlFlow<()> {
        let mut best = self.shortened(incumbent.best().moves.clone(), FIRST_WIDTH as u64, incumbent)?;
        let mut budget = FIRST_WIDTH as u64 * BUDGET_PER_WIDTH;
        let mut width = FIRST_WIDTH;
        let mut through_stages = true;
        loop {
            if memory_in_bytes(width, best.len()) <= self.memory {
                let staged = if through_stages {
                    let moves = beam::through_stages(
                        self.geometry,
                        self.stages,
                        &self.start,
                        width,
                        best.len(),
                        incumbent,
                    )?;
                    Some(self.completed(moves, budget, incumbent)?)
                } else {
                    None
                };
                let moves = beam::straight(self.geometry, &self.start, width, best.len(), incumbent)?;
                let straight = self.completed(moves, budget, incumbent)?;
                through_stages = staged.as_ref().is_some_and(|staged| staged.len() <= straight.len());
                best = staged.into_iter().chain([straight, best]).min_by_key(Vec::len).unwrap_or_default();
                width *= 2;
            }
            best = self.shortened(best, budget, incumbent)?;
            budget = budget.saturating_mul(2);
        }
    }

    /// Extends a beam's path to the goal by placing the remaining tiles one by one. Then shortens
    /// it, unless it is over 1.25 times as long as the best path: shortening a poor path costs more
    /// states than the next wider beams, which find better ones.
    fn completed(
        &self,
        mut moves: Vec<Move>,
        budget: u64,
        incumbent: &mut Incumbent<'_>,
    ) -> ControlFlow<(), Vec<Move>> {
        let mut end = self.start;
        for step in &moves {
            end.slide(self.geometry.shape, *step);
        }
        moves.extend(place_all(self.geometry, self.stages, &end));
        incumbent.offer(&moves)?;
        if 4 * moves.len() > 5 * incumbent.best().moves.len() {
            return ControlFlow::Continue(moves);
        }
        self.shortened(moves, budget, incumbent)
    }

    /// Shortens a path with windows, within a budget.
    fn shortened(
        &self,
        moves: Vec<Move>,
        budget: u64,
        incumbent: &mut Incumbent<'_>,
    ) -> ControlFlow<(), Vec<Move>> {
        let mut shortener = Shortener::new(self.geometry, &self.start, moves);
        let is_shortest = shortener.shorten(budget, incumbent)?;
        incumbent.offer(shortener.moves())?;
        if is_shortest {
            incumbent.prove()?;
        }
        ControlFlow::Continue(shortener.moves().to_vec())
    }
}
