//! Estimates which words receive states from other processes, and how many.
//!
//! This depends on the owners of the words and the slides, not on the level. It is computed for a
//! random sample of words with a fixed seed, each with the slides that lead to it.

use super::levels::{Lengths, LengthsOfWord};
use crate::board::Cell;
use crate::generate::distributed::rounds::rounds_for;
use crate::generate::kernel::{RowLayout, WordOwners, owners_for};
use crate::space::footprints::{self, Footprints};
use crate::space::lehmer::{factorial, rank};
use crate::space::rotation::Rotation;
use crate::space::{FullSpace, PatternSpace, Space};

/// Number of words sampled for each cell of a full board's blank.
const WORDS_PER_CELL: usize = 2000;

/// Maximum number of a pattern's cell sets to sample, and the number of words for each footprint.
const MAX_CELL_SETS: u32 = 1000;
const WORDS_PER_FOOTPRINT: usize = 4;

/// Number of arrangements sampled from a pattern's word, since a slide may bring them from
/// different words.
const ARRANGEMENTS_PER_WORD: usize = 5;

/// A sampled word, which stands for many words of rows.
#[derive(Debug)]
pub(super) struct Crossing {
    /// Number of words that it stands for.
    pub(super) words: f64,
    /// Distances of its states, and of those that slide into it.
    pub(super) lengths: LengthsOfWord,
    /// Number of words of its row in a message.
    pub(super) words_of_row: f64,
    /// Number of slides from each other process that contributes. Fractional if only some of the
    /// word's states come from there.
    pub(super) from_processes: Vec<f64>,
    /// Number of message parts that contain it, per word, in messages that are sent.
    pub(super) parts: f64,
    /// Number of rows in these parts, per word, each with a first byte.
    pub(super) rows_of_parts: f64,
    /// Number of words in a part. If none of them receives states, the part has no rows.
    pub(super) words_of_part: f64,
}

/// The transfers between processes in a space.
#[derive(Debug)]
pub(super) struct Crossings {
    /// Sampled words, by color of their rows.
    into: [Vec<Crossing>; 2],
    /// Maximum number of messages for a level of each color.
    pub(super) messages: [f64; 2],
    states: f64,
}

impl Crossings {
    /// Samples the transfers between `processes` processes.
    pub(super) fn sample(space: &Space, processes: usize) -> Self {
        let mut sampler = Sampler::new(space, processes);
        let into = match space {
            Space::Full(space) => sampler.sample_full_board(space),
            Space::Pattern(space) => sampler.sample_pattern(space),
        };
        let words = into.each_ref().map(|words| words.iter().map(|one| one.words).sum::<f64>());
        let pairs = (sampler.busy_processes * sampler.busy_processes.saturating_sub(1)) as f64;
        let rounds = |words: f64| {
            let rows = words / sampler.layout.words_per_row as f64;
            rounds_for((rows * sampler.owners.largest() as f64) as usize) as f64
        };
        Self {
            into,
            messages: words.map(|of_color| pairs * rounds(of_color)),
            states: (words[0] + words[1]) * sampler.layout.bits_per_word as f64,
        }
    }

    /// Returns the sampled words in the rows of a color.
    pub(super) fn into(&self, color: usize) -> impl Iterator<Item = &Crossing> {
        self.into[color].iter()
    }

    /// Returns the number of states.
    pub(super) fn states(&self) -> u64 {
        self.states.round() as u64
    }
}

/// Samples words.
struct Sampler {
    lengths: Lengths,
    random: fastrand::Rng,
    owners: WordOwners,
    segment_words: usize,
    layout: RowLayout,
    /// Number of processes that hold any words.
    busy_processes: usize,
}

impl Sampler {
    fn new(space: &Space, processes: usize) -> Self {
        let (owners, segment_words) = owners_for(space, processes);
        Self {
            random: fastrand::Rng::with_seed(1),
            busy_processes: (0..processes).filter(|process| !owners.of_process(*process).is_empty()).count(),
            owners,
            segment_words,
            layout: RowLayout::without_parities(space.pattern().tiles().len()),
            lengths: Lengths::new(space),
        }
    }

    fn sample_full_board(&mut self, space: &FullSpace) -> [Vec<Crossing>; 2] {
        let footprints = Footprints::of_full_board(space);
        let (words, segment_words) = (self.layout.words_per_row as f64, self.segment_words as f64);
        let mut into = [Vec::new(), Vec::new()];
        for block in &footprints.blocks {
            let slides = footprints.slides_into(block.footprints.start);
            let rotations: Vec<Rotation> = slides.iter().map(|slide| slide.rotation).collect();
            let blank = block.footprints.start as usize;
            let others = space.shape().all_cells().enumerate().filter(|(number, _)| *number != blank);
            let cells: Vec<Cell> = others.map(|(_, cell)| cell).collect();
            for _ in 0..WORDS_PER_CELL {
                let target = self.arrangement();
                let asked: usize =
                    rotations.iter().map(|rotation| self.processes_asked(&target, *rotation)).sum();
                into[block.color].push(Crossing {
                    lengths: self.lengths.of_word(&cells, &target, self.layout.tail),
                    words: words / WORDS_PER_CELL as f64,
                    words_of_row: segment_words,
                    from_processes: self.sources(&target, &rotations, 1),
                    parts: asked as f64 / segment_words,
                    rows_of_parts: 0.0,
                    words_of_part: segment_words,
                });
            }
        }
        into
    }

    fn sample_pattern(&mut self, space: &PatternSpace) -> [Vec<Crossing>; 2] {
        #[expect(clippy::cast_possible_truncation, reason = "sets of cells are numbered so")]
        let sets = (space.placements() / space.placements_per_cell_set()) as u32;
        let sampled: Vec<u32> = match sets {
            ..=MAX_CELL_SETS => (0..sets).collect(),
            _ => (0..MAX_CELL_SETS).map(|_| self.random.u32(..sets)).collect(),
        };
        let weight = f64::from(sets) / sampled.len() as f64;
        let others = self.busy_processes.saturating_sub(1) as f64;
        let mut into = [Vec::new(), Vec::new()];
        for number in sampled {
            let (color, cells, footprints) = footprints::of_cell_set(space, number);
            // A pattern's footprint has one row per parity.
            let rows = 2.0 * footprints.len() as f64;
            for rotations in footprints {
                for _ in 0..WORDS_PER_FOOTPRINT {
                    let target = self.arrangement();
                    let held = self.owners.of_process(self.owner(&target)).len() as f64;
                    into[color].push(Crossing {
                        lengths: self.lengths.of_word(&cells, &target, self.layout.tail),
                        words: 2.0 * weight * self.layout.words_per_row as f64 / WORDS_PER_FOOTPRINT as f64,
                        words_of_row: held,
                        from_processes: self.sources(&target, &rotations, ARRANGEMENTS_PER_WORD),
                        parts: others / (rows * held),
                        rows_of_parts: others / held,
                        words_of_part: rows * held,
                    });
                }
            }
        }
        into
    }

    /// Returns a random arrangement. Uniform arrangements select words uniformly.
    fn arrangement(&mut self) -> Vec<u8> {
        #[expect(clippy::cast_possible_truncation, reason = "there are at most 15 places")]
        let mut elements: Vec<u8> = (0..self.layout.places as u8).collect();
        self.random.shuffle(&mut elements);
        elements
    }

    /// Returns, for each other process that contributes, the number of slides from it into the word
    /// of an arrangement, in fractions of `draws`.
    fn sources(&mut self, target: &[u8], rotations: &[Rotation], draws: usize) -> Vec<f64> {
        let own = self.owner(target);
        let mut found: Vec<usize> = Vec::new();
        for rotation in rotations.iter().filter(|rotation| !rotation.is_identity()) {
            for _ in 0..draws {
                let mut source = target.to_vec();
                if draws > 1 {
                    self.random.shuffle(&mut source[self.layout.tail_start()..]);
                }
                rotation.inverse().apply(&mut source);
                found.push(self.owner(&source));
            }
        }
        found.retain(|process| *process != own);
        found.sort_unstable();
        found.chunk_by(|one, next| one == next).map(|same| same.len() as f64 / draws as f64).collect()
    }

    /// Returns the number of other processes that send a part to the row segment of an arrangement:
    /// those that hold words of the period from which the slide takes runs.
    fn processes_asked(&self, target: &[u8], rotation: Rotation) -> usize {
        let start = rotation.window_start();
        let end = start + rotation.window_len();
        if rotation.is_identity() || end > self.layout.tail_start() {
            return 0;
        }
        if self.segment_words <= self.layout.words_behind(end) {
            let mut source = target.to_vec();
            rotation.inverse().apply(&mut source);
            return usize::from(self.owner(&source) != self.owner(target));
        }
        let period = self.layout.words_behind(start).max(self.segment_words);
        let first = self.word(target) / period * period;
        self.owners.owner_of(first + period - 1) - self.owners.owner_of(first)
    }

    /// Returns the number of an arrangement's word.
    fn word(&self, elements: &[u8]) -> usize {
        let word = rank(elements, self.layout.places) / factorial(self.layout.tail);
        usize::try_from(word).unwrap_or(usize::MAX)
    }

    /// Returns the process that holds an arrangement.
    fn owner(&self, elements: &[u8]) -> usize {
        self.owners.owner_of(self.word(elements))
    }
}
