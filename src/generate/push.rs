//! A slide of a pattern's rows, from the words that a rank has.
//!
//! What one rank has of a row goes to words of any rank. A [`Pull`](super::pull::Pull) goes over the target's words, of which there are as many
//! whatever a rank has; a push goes over the source's, and looks for the target in the rotation that takes this one back.
//! Rows of patterns are short enough to have a whole one to push into. (Slides act on each state by itself, so what ranks push
//! into copies of a row is put together by an OR.)

use super::layout::{RowLayout, TAIL};
use super::pull::{PIECE, PIECE_BITS};
use super::tail::TailRotation;
use crate::space::rotation::Rotation;

/// Where a slide takes the words of a row.
#[derive(Debug)]
pub(super) enum Push {
    /// Words stay where they are.
    Straight,
    /// Bits move within their words.
    Tail(TailRotation),
    /// Runs of words move within their blocks.
    Runs {
        /// By run of a source's block, the run that it goes to.
        targets: Vec<u32>,
        words_per_run: usize,
    },
    /// The tail rotates, if it does; then pieces move within their blocks of words; then the tail rotates, if it does.
    Pieces {
        before: Option<TailRotation>,
        /// By piece of a source's block, the word of the block and the piece there that it goes to: `word << 8 | piece`.
        targets: Vec<[u32; TAIL]>,
        then: Option<TailRotation>,
        /// Does moving pieces change the parity of the arrangements?
        odd: bool,
    },
}

/// The words of a row that a rank has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held<'a> {
    pub(super) words: &'a [u64],
    /// The first one's number in the row.
    pub(super) start: usize,
    /// The parity of the arrangements in the row.
    pub(super) is_odd: bool,
}

impl Push {
    /// The operation for a rotation of arrangements of this layout.
    pub(super) fn new(layout: &RowLayout, rotation: Rotation) -> Self {
        if rotation.is_identity() {
            return Self::Straight;
        }
        let tail_start = layout.tail_start();
        let (from, to) = (usize::from(rotation.from), usize::from(rotation.to));
        let in_tail = |from: usize, to: usize| {
            (from != to)
                .then(|| TailRotation::new(layout.tail, Rotation::new(from - tail_start, to - tail_start)))
        };
        match (from < tail_start, to < tail_start) {
            (true, true) => {
                let behind_window = rotation.window_start() + rotation.window_len();
                let targets = rotation.inverse().sources(layout.places);
                Self::Runs { targets, words_per_run: layout.words_behind(behind_window) }
            }
            (false, false) => in_tail(from, to).map_or(Self::Straight, Self::Tail),
            (true, false) => {
                Self::pieces(layout, None, Rotation::new(from, tail_start), in_tail(tail_start, to))
            }
            (false, true) => {
                Self::pieces(layout, in_tail(from, tail_start), Rotation::new(tail_start, to), None)
            }
        }
    }

    /// A rotation between a place of the prefix and the tail's first place, and one within the tail on one side of it.
    fn pieces(
        layout: &RowLayout,
        before: Option<TailRotation>,
        rotation: Rotation,
        then: Option<TailRotation>,
    ) -> Self {
        let runs = rotation.inverse().sources(layout.places);
        let pieces_per_word = TAIL as u32;
        let place_of = |piece: u32| ((piece / pieces_per_word) << 8) | (piece % pieces_per_word);
        let words = runs.as_chunks::<TAIL>().0;
        let targets = words.iter().map(|pieces| pieces.map(place_of)).collect();
        Self::Pieces { before, targets, then, odd: rotation.is_odd() }
    }

    /// Adds to `target`, a whole row, what the slide makes of the words that are held.
    pub(super) fn run(&self, layout: &RowLayout, held: Held<'_>, target: &mut [u64]) {
        let Held { words, start, is_odd } = held;
        let prefix_is_odd = &layout.prefix_is_odd;
        match self {
            Self::Straight => words.iter().zip(&mut target[start..]).for_each(|(word, into)| *into |= word),
            Self::Tail(tail) => {
                for ((word, into), prefix) in
                    words.iter().zip(&mut target[start..]).zip(&prefix_is_odd[start..])
                {
                    if *word != 0 {
                        *into |= tail.apply(*word, is_odd ^ prefix);
                    }
                }
            }
            Self::Runs { targets, words_per_run } => {
                let mut words = words;
                let in_block = start % (words_per_run * targets.len());
                let (mut run, mut block) = (in_block / words_per_run, start - in_block);
                // The first run and the last one may not be there whole.
                let mut in_run = in_block % words_per_run;
                while !words.is_empty() {
                    let (moved, behind) = words.split_at(words.len().min(words_per_run - in_run));
                    let to = block + targets[run] as usize * words_per_run + in_run;
                    if let [word] = moved {
                        target[to] |= word;
                    } else {
                        moved.iter().zip(&mut target[to..]).for_each(|(word, into)| *into |= word);
                    }
                    (words, in_run, run) = (behind, 0, run + 1);
                    if run == targets.len() {
                        (run, block) = (0, block + words_per_run * targets.len());
                    }
                }
            }
            Self::Pieces { before, targets, then, odd } => {
                let pieces =
                    MovingPieces { targets, then: then.as_ref(), is_odd: is_odd ^ odd, prefix_is_odd };
                let mut within = start % targets.len();
                let mut block = start - within;
                for (word, prefix) in words.iter().zip(&prefix_is_odd[start..]) {
                    if *word != 0 {
                        let word = before.as_ref().map_or(*word, |tail| tail.apply(*word, is_odd ^ prefix));
                        pieces.push(word, within, block, target);
                    }
                    within += 1;
                    if within == targets.len() {
                        (within, block) = (0, block + within);
                    }
                }
            }
        }
    }
}

/// What is the same for all words whose pieces move.
struct MovingPieces<'a> {
    targets: &'a [[u32; TAIL]],
    then: Option<&'a TailRotation>,
    /// The parity of the arrangements when the pieces have moved.
    is_odd: bool,
    prefix_is_odd: &'a [bool],
}

impl MovingPieces<'_> {
    /// Adds the pieces of a word, of this number within its block, to the words of the target's block.
    #[inline]
    fn push(&self, word: u64, within: usize, block: usize, target: &mut [u64]) {
        for (nth, place) in (0..).zip(self.targets[within]) {
            let bits = word >> (PIECE_BITS * nth) & PIECE;
            if bits != 0 {
                let (to, piece) = (block + (place >> 8) as usize, place & 0xFF);
                target[to] |= match self.then {
                    None => bits << (PIECE_BITS * piece),
                    Some(tail) => {
                        tail.apply_to_piece(bits, piece as usize, self.is_odd ^ self.prefix_is_odd[to])
                    }
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::pull::{Chunk, Pull};
    use super::*;

    /// Every rotation of up to eight places: what the ranks push is together what is pulled.
    #[test]
    fn what_all_push_is_what_is_pulled() {
        let mut random = fastrand::Rng::with_seed(9);
        for places in 1..=8 {
            let layout = RowLayout::new(places);
            for (from, to) in (0..places).flat_map(|from| (0..places).map(move |to| (from, to))) {
                let rotation = Rotation::new(from, to);
                let (pull, push) = (Pull::new(&layout, rotation), Push::new(&layout, rotation));
                for (is_odd, thinning) in [(false, 1), (true, 6)] {
                    let mut word =
                        || if random.u32(0..thinning) == 0 { random.u64(..) & layout.full_word() } else { 0 };
                    let source: Vec<u64> = (0..layout.words_per_row).map(|_| word()).collect();
                    let mut expected = vec![0; source.len()];
                    let mut scratch = Vec::new();
                    let held = 0..source.len();
                    let mut chunk = Chunk {
                        layout: &layout,
                        start: 0,
                        held,
                        source_is_odd: is_odd,
                        scratch: &mut scratch,
                    };
                    pull.run(&source, &mut expected, &mut chunk);
                    for ranks in [1, 2, 5] {
                        let mut found = vec![0; source.len()];
                        for rank in 0..ranks {
                            let share = source.len() * rank / ranks..source.len() * (rank + 1) / ranks;
                            let held = Held { words: &source[share.clone()], start: share.start, is_odd };
                            push.run(&layout, held, &mut found);
                        }
                        assert_eq!(found, expected, "{rotation:?} of {places}, {ranks} ranks");
                    }
                }
            }
        }
    }
}
