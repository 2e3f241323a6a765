//! The checkpoint file: writing, reading, and checking.

use std::path::Path;
use std::time::Duration;

use super::progress::{Progress, per_second};
use crate::board::{Board, Goal, Move, Shape};
use crate::search::common::packed_board::PackedBoard;
use crate::search::common::problem::Problem;
use crate::search::ida::parallel::encoding::{put_numbers, read_counts, read_number, take};
use crate::search::ida::parallel::iteration_progress::{Iteration, IterationProgress};
use crate::search::ida::result::Counts;
use crate::table::{CheckpointProblem, Envelope, Origin, SealPolicy, open_if_present};

/// The magic is like a table's (a byte that is not text, a name, line ends), with another letter.
/// The fields suffice for the done ranges of thirty thousand threads.
const ENVELOPE: Envelope =
    Envelope { magic: *b"\x89TILS\r\n\x1a", version: 2, max_field_bytes: 1 << 20, has_body: false };

/// Number of boards whose estimates identify a heuristic.
const SAMPLE: u64 = 1024;

/// A checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Checkpoint {
    pub(super) problem: Problem,
    /// The checksum of some estimates, which identifies the heuristic.
    pub(super) estimates_checksum: u32,
    pub(super) elapsed: Duration,
    pub(super) iteration: Iteration,
    /// The counts of the states above the subtrees.
    pub(super) above: Counts,
    /// The number of subtrees.
    pub(super) subtrees: u64,
    /// The checksum of their roots.
    pub(super) roots_checksum: u32,
    pub(super) progress: IterationProgress,
}

/// Returns a checksum of a heuristic's estimates for some boards, which identifies the heuristic.
pub(super) fn checksum_of_estimates(start: &Board, estimate: &dyn Fn(&Board) -> u32) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    let mut board = *start;
    for number in 1..=SAMPLE {
        hasher.update(&estimate(&board).to_le_bytes());
        // A walk that looks random, but is always the same.
        let choice = PackedBoard::new(&board).hash() ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let successors: Vec<Board> = board.successors().map(|(_, next)| next).collect();
        board = successors[(choice >> 32) as usize % successors.len()];
    }
    hasher.finalize()
}

impl Checkpoint {
    /// A key for comparing checkpoints: the larger one has got further.
    pub(super) fn extent(&self) -> (u32, usize) {
        (self.iteration.bound, self.progress.done())
    }

    pub(super) fn progress(&self) -> Progress {
        let taken = self.above.plus(self.progress.counts());
        let expanded = self.iteration.earlier.expanded + taken.expanded;
        let rate = per_second(expanded, self.elapsed);
        let done = [self.progress.done() as u64, self.subtrees];
        Progress::new(&self.iteration, taken, done, rate, self.elapsed)
    }

    /// Serializes and seals the checkpoint. `origin` is that of the work that was resumed, if any.
    pub(super) fn encode(&self, policy: &SealPolicy, origin: Option<Origin>) -> Vec<u8> {
        let Self { problem, elapsed, iteration, above, subtrees, progress, .. } = self;
        let (goal, board) = (problem.goal(), problem.start());
        let mut fields = goal.shape().sides().to_vec();
        fields.extend(goal.board().tiles().iter().chain(board.tiles()).map(|tile| tile.number()));
        fields.extend(self.estimates_checksum.to_le_bytes());
        put_numbers(&mut fields, [u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)]);
        fields.extend(iteration.bound.to_le_bytes());
        put_numbers(&mut fields, [iteration.earlier.expanded, iteration.earlier.generated]);
        put_numbers(&mut fields, [iteration.expanded_before, iteration.expanded_two_before]);
        put_numbers(&mut fields, [above.expanded, above.generated, *subtrees]);
        fields.extend(self.roots_checksum.to_le_bytes());
        progress.write(&mut fields);
        ENVELOPE.encode(&fields, policy, origin)
    }

    /// Reads a file, or returns `None` if it does not exist.
    pub(super) fn read(
        file: &Path,
        policy: &SealPolicy,
    ) -> Result<Option<(Self, Origin)>, CheckpointProblem> {
        let Some(mut saved) = open_if_present(file, policy)? else { return Ok(None) };
        let opened = ENVELOPE.read(&mut saved, policy)?;
        // The checksum was correct, so remaining faults are contradictions, not damage.
        match Self::from_fields(&mut &opened.fields[..]) {
            Some(saved) => Ok(Some((saved, opened.origin))),
            None => Err(CheckpointProblem::contradiction("its fields are no search for a board")),
        }
    }

    /// Parses the fields. Returns `None` if they contradict each other or have a wrong length.
    fn from_fields(fields: &mut &[u8]) -> Option<Self> {
        let [rows, columns] = take(fields)?;
        let shape = Shape::new(rows.into(), columns.into()).ok()?;
        let mut board = || Board::from_bytes(shape, fields.split_off(..shape.cells())?).ok();
        let (goal, start) = (Goal::new(board()?), board()?);
        let problem = Problem::new(start, goal).ok()?;
        let estimates_checksum = u32::from_le_bytes(take(fields)?);
        let elapsed = Duration::from_millis(read_number(fields)?);
        let bound = u32::from_le_bytes(take(fields)?);
        let earlier = read_counts(fields)?;
        let (expanded_before, expanded_two_before) = (read_number(fields)?, read_number(fields)?);
        let iteration = Iteration { bound, earlier, expanded_before, expanded_two_before };
        let above = read_counts(fields)?;
        let (subtrees, roots_checksum) = (read_number(fields)?, u32::from_le_bytes(take(fields)?));
        let progress = IterationProgress::read(fields, usize::try_from(subtrees).ok()?)?;
        let is_path = |path: &[Move]| path.len() == bound as usize && leads_to_goal(&problem, path);
        if progress.solved.as_ref().is_some_and(|solved| !is_path(&solved.path)) {
            return None;
        }
        let saved = Self {
            problem,
            estimates_checksum,
            elapsed,
            iteration,
            above,
            subtrees,
            roots_checksum,
            progress,
        };
        (fields.is_empty() && saved.has_plausible_counts()).then_some(saved)
    }

    /// Whether the counts are so small that a search can't overflow when it adds to them.
    fn has_plausible_counts(&self) -> bool {
        let Self { iteration, above, progress, .. } = self;
        let solved = progress.solved.as_ref().map(|solved| solved.counts);
        let counts = progress.done_ranges.iter().map(|range| range.counts).chain(solved);
        let all = counts.chain([iteration.earlier, *above]);
        let sum = |of: fn(Counts) -> u64| {
            all.clone()
                .try_fold(0_u64, |sum, counts| sum.checked_add(of(counts)))
                .is_some_and(|sum| sum < 1 << 62)
        };
        sum(|counts| counts.expanded) && sum(|counts| counts.generated)
    }

    /// Checks that a search for this problem with this heuristic can resume from the checkpoint.
    pub(super) fn check(
        &self,
        problem: &Problem,
        estimates_checksum: u32,
        estimate: &dyn Fn(&Board) -> u32,
    ) -> Result<(), CheckpointProblem> {
        let of = |problem: &Problem| format!("{} to {}", problem.start(), problem.goal());
        if self.problem != *problem {
            let difference = format!("expected {}, found {}", of(problem), of(&self.problem));
            return Err(CheckpointProblem::other_search(difference));
        }
        let (expected, found) = (estimates_checksum, self.estimates_checksum);
        if expected != found {
            let difference = format!(
                "one by another heuristic or other tables (expected estimates with checksum {expected:08x}, \
                 found {found:08x}); resume it with those that it began with"
            );
            return Err(CheckpointProblem::other_search(difference));
        }
        let (bound, first) = (self.iteration.bound, estimate(self.problem.start()));
        if bound < first {
            let reason = format!("its bound is {bound}, below that of the first iteration, {first}");
            return Err(CheckpointProblem::contradiction(reason));
        }
        Ok(())
    }
}

fn leads_to_goal(problem: &Problem, path: &[Move]) -> bool {
    let along = problem.start().along(path.iter().copied()).collect::<Result<Vec<Board>, _>>();
    along.is_ok_and(|boards| boards.last().unwrap_or(problem.start()) == &problem.goal().board())
}
