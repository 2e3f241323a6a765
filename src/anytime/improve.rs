//! The first path, and then better ones.

use std::ops::ControlFlow;

use super::answer::Answer;
use super::beam::{self, memory_in_bytes};
use super::shortener::Shortener;
use super::stages::{Stage, place_all};
use super::state::{Geometry, State};
use super::task::Task;
use super::work::{Progress, Work};
use crate::board::Move;

/// The width of the first beam.
const FIRST_WIDTH: usize = 16;

/// The memory that beams may take where nothing else is said, in bytes.
const MOST_MEMORY_IN_BYTES: u64 = 256 << 20;

/// Windows of a path may take so many states for each state of the beam's width.
const BUDGET_PER_WIDTH: u64 = 16;

/// Gives a path at once, and improves it until the caller ends the work, or no path is shorter. The caller is told of
/// each better path, the first one among them, and every few thousand states; the same work is done each time, so that
/// who ends it after so many states gets the same path each time.
///
/// `memory_in_bytes` is the most memory for beams; none is 256 MiB. Where there is no room for one, windows alone are
/// shortened. The tables of distances, some 25 MB at the most, are needed in any case.
///
/// There is an example on the [module's page](super).
#[must_use]
pub fn improve(
    task: &Task,
    memory_in_bytes: Option<u64>,
    told: &mut dyn FnMut(&Progress<'_>) -> ControlFlow<()>,
) -> Answer {
    let geometry = Geometry::new(task.start().shape());
    let start = task.state();
    let stages = Stage::all(&geometry, task.goal().blank());
    let (mut work, goes_on) = Work::begin(task, place_all(&geometry, &stages, &start), told);
    if goes_on.is_continue() {
        let memory = memory_in_bytes.unwrap_or(MOST_MEMORY_IN_BYTES);
        // Whoever ends it, the best path is what counts.
        let _ended = (Improver { geometry: &geometry, stages: &stages, start, memory }).run(&mut work);
    }
    work.into_best()
}

struct Improver<'a> {
    geometry: &'a Geometry,
    stages: &'a [Stage],
    start: State,
    memory: u64,
}

impl Improver<'_> {
    /// Round after round, each with twice the width and twice the budget of the one before. When memory has no room for a
    /// wider beam, budgets alone grow. Once a beam that goes straight for the goal is wide enough to find the shorter path, there
    /// are no more that go through stages: paths of wider ones would be no shorter.
    fn run(&self, work: &mut Work<'_>) -> ControlFlow<()> {
        let mut best = self.shortened(work.best().moves.clone(), FIRST_WIDTH as u64, work)?;
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
                        work,
                    )?;
                    Some(self.completed(moves, budget, work)?)
                } else {
                    None
                };
                let moves = beam::straight(self.geometry, &self.start, width, best.len(), work)?;
                let straight = self.completed(moves, budget, work)?;
                through_stages = staged.as_ref().is_some_and(|staged| staged.len() <= straight.len());
                best = staged.into_iter().chain([straight, best]).min_by_key(Vec::len).unwrap_or_default();
                width *= 2;
            }
            best = self.shortened(best, budget, work)?;
            budget = budget.saturating_mul(2);
        }
    }

    /// A path that a beam has begun: what it lacks to the goal is added tile by tile, and then it is shortened, unless it is much
    /// longer than the best one. With as many states as it takes to make 300 moves out of 370, the board of 6x6 whose best path had
    /// 210 got it down to 200 by the next wider beams.
    fn completed(
        &self,
        mut moves: Vec<Move>,
        budget: u64,
        work: &mut Work<'_>,
    ) -> ControlFlow<(), Vec<Move>> {
        let mut end = self.start;
        for step in &moves {
            end.slide(self.geometry.shape, *step);
        }
        moves.extend(place_all(self.geometry, self.stages, &end));
        work.offer(&moves)?;
        if 4 * moves.len() > 5 * work.best().moves.len() {
            return ControlFlow::Continue(moves);
        }
        self.shortened(moves, budget, work)
    }

    /// The path, as short as windows make it within a budget.
    fn shortened(&self, moves: Vec<Move>, budget: u64, work: &mut Work<'_>) -> ControlFlow<(), Vec<Move>> {
        let mut shortener = Shortener::new(self.geometry, &self.start, moves);
        let is_shortest = shortener.shorten(budget, work)?;
        work.offer(shortener.moves())?;
        if is_shortest {
            work.prove()?;
        }
        ControlFlow::Continue(shortener.moves().to_vec())
    }
}
