//! The division of rows into parts that are pulled one by one.
//!
//! Each part consists of all words that share some leading places of their arrangements. So a
//! larger part contains the smaller ones whole:
//!
//! - A *slab*, all words that share the first place, is a file.
//! - A *row segment* is processed by one thread at a time, in all rows of a color.
//! - A *code unit* is the smallest part that is read.
//!
//! A rotation whose window lies after the leading places of a row segment leaves those places
//! alone: it pulls the segment from the same segment of another row. The segments are just large
//! enough for every other window to lie within the leading places of a code unit. Such a rotation
//! moves whole code units: each from one other, or several consecutive ones together.
//!
//! For 3x5:
//!
//! | part | words | |
//! |---|---|---|
//! | code unit | 336 | the smallest part that is read; some rotations take units from elsewhere |
//! | row segment | 30,240 | all other rotations stay within it |
//! | slab | 51,891,840 | a file |

use std::ops::Range;

use crate::generate::kernel::{Pull, PullContext, RowGraph, RowLayout, TAIL, is_digit_sum_odd};
use crate::space::footprints::{Footprints, Parities, Slide};
use crate::space::{FullSpace, StateIndex};

/// Code units of a few kilobytes: their index and headers then take less than 1 % of the file.
pub(in crate::count) const MIN_UNIT_WORDS: u64 = 256;

/// The rows of a board and their division.
#[derive(Debug)]
pub(in crate::count) struct DividedRows {
    graph: RowGraph,
    /// Whether the arrangements of each footprint are the odd ones.
    odd: Vec<bool>,
    /// Footprints of the rows of each color, in their order.
    pub(in crate::count) rows: [Vec<u32>; 2],
    pub(in crate::count) parts: PartSizes,
}

/// The sizes of the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::count) struct PartSizes {
    /// Number of elements in an arrangement.
    places: usize,
    /// Number of leading places that the words of a row segment share.
    segment_place: usize,
    pub(in crate::count) words_per_row: u64,
    pub(in crate::count) words_per_slab: u64,
    pub(in crate::count) words_per_segment: u64,
    pub(in crate::count) words_per_unit: u64,
}

impl PartSizes {
    /// Divides a board's rows, with code units of at least `min_unit_words` words.
    pub(in crate::count) fn new(footprints: &Footprints, min_unit_words: u64) -> Self {
        let places = footprints.places;
        let words_behind = |place: usize| RowLayout::words_behind_place(places, place);
        let unit_place = (0..=places.saturating_sub(TAIL))
            .rev()
            .find(|place| words_behind(*place) >= min_unit_words)
            .unwrap_or(0);
        let ends_later = |slide: &&Slide| window_of(slide).is_some_and(|window| window.end > unit_place);
        let starts =
            footprints.slides.iter().filter(ends_later).filter_map(window_of).map(|window| window.start);
        let segment_place = starts.min().unwrap_or(unit_place).min(unit_place);
        Self {
            places,
            segment_place,
            words_per_row: words_behind(0),
            words_per_slab: words_behind(segment_place.min(1)),
            words_per_segment: words_behind(segment_place),
            words_per_unit: words_behind(unit_place),
        }
    }

    /// Returns the number of slabs in a row.
    pub(in crate::count) const fn slabs(&self) -> u64 {
        self.words_per_row / self.words_per_slab
    }

    /// Returns the number of row segments in a slab of a row.
    pub(in crate::count) const fn segments_per_slab(&self) -> usize {
        to_index(self.words_per_slab / self.words_per_segment)
    }

    /// Returns the number of code units in a row segment.
    pub(in crate::count) const fn units_per_segment(&self) -> usize {
        to_index(self.words_per_segment / self.words_per_unit)
    }

    /// Whether the sum of a row segment's leading Lehmer digits is odd. The least significant of
    /// them belongs to the place before `segment_place`.
    fn is_segment_odd(&self, word: u64) -> bool {
        is_digit_sum_odd(word / self.words_per_segment, self.places - self.segment_place + 1)
    }
}

impl DividedRows {
    /// Divides the rows of a board.
    pub(in crate::count) fn new(space: &FullSpace, min_unit_words: u64) -> Self {
        let footprints = Footprints::of_full_board(space);
        let parts = PartSizes::new(&footprints, min_unit_words);
        let of_color = |color| -> Vec<u32> {
            let blocks = footprints.blocks.iter().filter(|block| block.color == color);
            blocks.flat_map(|block| block.footprints.clone()).collect()
        };
        let rows = [of_color(0), of_color(1)];
        let odd = match &footprints.parities {
            Parities::One(odd) => odd.clone(),
            Parities::Both => Vec::new(),
        };
        let layout = RowLayout::with_parities_before(footprints.places, parts.segment_place);
        Self { graph: RowGraph::with_layout(footprints, layout), odd, rows, parts }
    }

    /// Returns the number of used bits in a word.
    pub(in crate::count) const fn bits_per_word(&self) -> usize {
        self.graph.layout.bits_per_word
    }

    /// Iterates over the states of a word, which has this number among the words of all rows.
    pub(in crate::count) fn states_of(
        &self,
        word: u64,
        states: u64,
    ) -> impl Iterator<Item = StateIndex> + use<> {
        self.graph.layout.states_of(word, states)
    }

    /// Returns the position of the goal's row among those of its color, which is 0.
    pub(in crate::count) fn goal_row(&self) -> usize {
        self.graph.first_row(self.graph.footprints.goal)
    }

    /// Pulls the states one slide away from the row segment that begins at word `start` of a
    /// footprint's row into `pulled`, and returns whether there are any. `rotated` is a work
    /// buffer.
    ///
    /// `sources` holds the same row segment of the other color's rows; it is empty for rows without
    /// states there. For other row segments, `fetch` adds a run of words of a row to a part of the
    /// target, and returns whether it has states.
    ///
    /// # Errors
    /// Those of `fetch`.
    pub(in crate::count) fn pull<E>(
        &self,
        footprint: u32,
        start: u64,
        sources: &[Vec<u64>],
        pulled: &mut Vec<u64>,
        rotated: &mut Vec<u64>,
        mut fetch: impl FnMut(usize, u64, &mut [u64]) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let PartSizes { words_per_segment, segment_place, .. } = self.parts;
        let layout = &self.graph.layout;
        pulled.clear();
        pulled.resize(to_index(words_per_segment), 0);
        let mut is_any = false;
        for slide in self.graph.footprints.slides_into(footprint) {
            let Some(pull) = self.graph.pull(slide.rotation) else { continue };
            let row = self.graph.first_row(slide.from);
            match window_of(slide).filter(|window| window.start < segment_place) {
                None if sources[row].is_empty() => {}
                // The leading places are the same in all words of a row segment, so they only
                // change the parity.
                None => {
                    let source_is_odd = self.odd[slide.from as usize] ^ self.parts.is_segment_odd(start);
                    let held = 0..pulled.len();
                    let mut context = PullContext { layout, start: 0, held, source_is_odd, scratch: rotated };
                    pull.run(&sources[row], pulled, &mut context);
                    is_any = true;
                }
                Some(window) => {
                    let run = layout.words_behind(window.end.max(segment_place));
                    for (word, into) in (start..).step_by(run).zip(pulled.chunks_exact_mut(run)) {
                        is_any |= fetch(row, source_of(pull, word, run), into)?;
                    }
                }
            }
        }
        Ok(is_any)
    }
}

/// Returns the source of a run of words that the rotation moves as one.
fn source_of(pull: &Pull, word: u64, run: usize) -> u64 {
    pull.source_words(to_index(word), run).start as u64
}

/// Returns the places that a slide's rotation moves, or `None` for the identity.
fn window_of(slide: &Slide) -> Option<Range<usize>> {
    let (rotation, start) = (slide.rotation, slide.rotation.window_start());
    (!rotation.is_identity()).then(|| start..start + rotation.window_len())
}

/// Converts a number of words that this machine can address; larger boards are rejected up front.
pub(in crate::count) const fn to_index(count: u64) -> usize {
    crate::generate::kernel::to_usize(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape};

    #[test]
    fn known_cuts() {
        let sizes = |rows, columns, least| {
            let space = FullSpace::new(&Goal::blank_last(Shape::new(rows, columns).unwrap())).unwrap();
            let PartSizes { words_per_row, words_per_slab, words_per_segment, words_per_unit, .. } =
                PartSizes::new(&Footprints::of_full_board(&space), least);
            [words_per_row, words_per_slab, words_per_segment, words_per_unit]
        };
        assert_eq!(sizes(5, 3, 256), [726_485_760, 51_891_840, 30_240, 336]);
        assert_eq!(sizes(7, 2, 256), [51_891_840, 3_991_680, 3024, 336]);
        assert_eq!(sizes(4, 4, 256), [10_897_286_400, 726_485_760, 332_640, 336]);
        assert_eq!(sizes(4, 3, 256), [332_640, 30_240, 30_240, 336]);
        assert_eq!(sizes(3, 3, 256), [336, 336, 336, 336]);
        assert_eq!(sizes(3, 3, 1), [336, 42, 42, 1]);
        assert_eq!(sizes(2, 2, 256), [1, 1, 1, 1]);
    }

    #[test]
    fn the_parity_of_a_row_segment_is_that_of_its_first_word() {
        for (rows, columns) in [(3, 3), (5, 2), (6, 2)] {
            let space = FullSpace::new(&Goal::blank_last(Shape::new(rows, columns).unwrap())).unwrap();
            let parts = PartSizes::new(&Footprints::of_full_board(&space), 1);
            let layout = RowLayout::new(space.shape().tiles());
            for (word, is_odd) in (0..).zip(&layout.prefix_is_odd).step_by(to_index(parts.words_per_segment))
            {
                assert_eq!(parts.is_segment_odd(word), *is_odd);
            }
        }
    }
}
