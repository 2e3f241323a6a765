//! Decodes the distances of a zero-aware pattern database with bit entries.
//!
//! A slide changes the footprint's color (`space::footprints`), and the distance by one. So the
//! color determines the distance modulo 2 and, together with the bit, modulo 4. That is enough to
//! decide which of two neighbors is closer.
//!
//! A slide maps the arrangements of one footprint one to one to those of another. So only the
//! distances at the goal's footprint are found by walking to the goal. All others are one more or
//! one less than those of a known neighbor.
//!
//! Finally, every slide is checked. If all neighbors differ by one, and all states but the goal
//! have a closer neighbor, then these are the distances. No other bits pass this check.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::space::PatternSpace;
use crate::space::footprints::{Footprints, Slide};
use crate::space::lehmer::{rank, unrank};
use crate::space::rotation::Rotation;
use crate::threads;

/// Decodes the entries of a table with bit entries.
pub(super) struct BitDecoder<'a> {
    payload: &'a [u8],
    /// The footprints; each has a block of entries of its own.
    footprints: Footprints,
    entries_per_block: usize,
    /// `sources_of_rotations[rotation.index(places)][arrangement]`: the arrangement before the
    /// rotation. Empty for rotations that no slide has.
    sources_of_rotations: Vec<Vec<u32>>,
}

impl<'a> BitDecoder<'a> {
    /// Prepares decoding the payload of a zero-aware space.
    pub(super) fn new(payload: &'a [u8], space: &PatternSpace) -> Self {
        let footprints = Footprints::of_pattern(space);
        let entries_per_block =
            usize::try_from(space.placements_per_cell_set()).expect("a block fits in memory");
        let mut sources_of_rotations = vec![Vec::new(); footprints.places * footprints.places];
        for slide in &footprints.slides {
            let of_rotation = &mut sources_of_rotations[slide.rotation.index(footprints.places)];
            if of_rotation.is_empty() {
                *of_rotation = sources(slide.rotation, footprints.places, entries_per_block);
            }
        }
        Self { payload, footprints, entries_per_block, sources_of_rotations }
    }

    /// Returns all distances, in the order of their indexes, or `None` if the bits are wrong.
    pub(super) fn distances(&self) -> Option<Vec<u8>> {
        let at_goal: Option<Vec<u8>> = (0..self.entries_per_block).map(|entry| self.walk(entry)).collect();
        let distances = self.propagate(&at_goal?);
        self.are_right(&distances).then_some(distances)
    }

    /// Returns the length of the walk from an arrangement at the goal's footprint to the goal, or
    /// `None` if the walk gets stuck.
    fn walk(&self, arrangement: usize) -> Option<u8> {
        let (mut footprint, mut arrangement) = (self.footprints.goal, arrangement);
        let mut moves = 0_u8;
        while (footprint, arrangement) != (self.footprints.goal, 0) {
            let closer = (self.modulo_4(footprint, arrangement) + 3) % 4;
            let next = |slide: &Slide| (slide.from, self.sources_of(slide)[arrangement] as usize);
            let mut neighbors = self.footprints.slides_into(footprint).iter().map(next);
            (footprint, arrangement) = neighbors
                .find(|(footprint, arrangement)| self.modulo_4(*footprint, *arrangement) == closer)?;
            // A walk in a circle ends here, after 255 moves.
            moves = moves.checked_add(1)?;
        }
        Some(moves)
    }

    /// Computes the distances of all footprints from those of the goal's, each from a neighbor's.
    fn propagate(&self, at_goal: &[u8]) -> Vec<u8> {
        let goal = self.footprints.goal;
        let mut distances = vec![0; self.footprints.count() * self.entries_per_block];
        distances[self.range_of(goal)].copy_from_slice(at_goal);
        let mut is_known = vec![false; self.footprints.count()];
        is_known[goal as usize] = true;
        let mut known = vec![goal];
        let mut of_known = Vec::new();
        while let Some(footprint) = known.pop() {
            of_known.clear();
            of_known.extend_from_slice(&distances[self.range_of(footprint)]);
            for slide in self.footprints.slides_into(footprint) {
                if std::mem::replace(&mut is_known[slide.from as usize], true) {
                    continue;
                }
                known.push(slide.from);
                let range = self.range_of(slide.from);
                let of_neighbor = &mut distances[range];
                for (distance, source) in of_known.iter().zip(self.sources_of(slide)) {
                    let source = *source as usize;
                    let farther = distance.wrapping_add(1);
                    let is_farther = self.modulo_4(slide.from, source) == farther % 4;
                    of_neighbor[source] = if is_farther { farther } else { distance.wrapping_sub(1) };
                }
            }
        }
        distances
    }

    /// Whether all neighbors differ by one, and each state but the goal has a closer one.
    fn are_right(&self, distances: &[u8]) -> bool {
        let all_are = AtomicBool::new(true);
        threads::work_through(self.footprints.count(), true, &|footprint| {
            let is_right =
                u32::try_from(footprint).is_ok_and(|footprint| self.is_right_at(footprint, distances));
            all_are.fetch_and(is_right, Ordering::Relaxed);
            is_right
        });
        all_are.into_inner()
    }

    fn is_right_at(&self, footprint: u32, distances: &[u8]) -> bool {
        let here = &distances[self.range_of(footprint)];
        let mut are_near = true;
        let mut has_closer = vec![false; here.len()];
        has_closer[0] = footprint == self.footprints.goal && here[0] == 0 && self.modulo_4(footprint, 0) == 0;
        for slide in self.footprints.slides_into(footprint) {
            let there = &distances[self.range_of(slide.from)];
            for ((distance, has_closer), source) in
                here.iter().zip(&mut has_closer).zip(self.sources_of(slide))
            {
                let of_neighbor = there[*source as usize];
                are_near &= distance.abs_diff(of_neighbor) == 1;
                *has_closer |= of_neighbor < *distance;
            }
        }
        are_near && has_closer.into_iter().all(|has_closer| has_closer)
    }

    /// The distance modulo 4, if the bits are right.
    fn modulo_4(&self, footprint: u32, arrangement: usize) -> u8 {
        let entry = footprint as usize * self.entries_per_block + arrangement;
        let bit = self.payload[entry / 8] >> (entry % 8) & 1;
        // The color is the distance modulo 2.
        2 * bit + u8::from(self.footprints.blocks[footprint as usize].color == 1)
    }

    fn sources_of(&self, slide: &Slide) -> &[u32] {
        &self.sources_of_rotations[slide.rotation.index(self.footprints.places)]
    }

    /// The range of a footprint's distances.
    const fn range_of(&self, footprint: u32) -> Range<usize> {
        let start = footprint as usize * self.entries_per_block;
        start..start + self.entries_per_block
    }
}

/// Returns the arrangement before a rotation, for each arrangement after it.
fn sources(rotation: Rotation, places: usize, arrangements: usize) -> Vec<u32> {
    let back = rotation.inverse();
    let mut elements = vec![0; places];
    let source = |number: usize| {
        unrank(number as u64, places, &mut elements);
        back.apply(&mut elements);
        u32::try_from(rank(&elements, places)).expect("12 tiles have the most arrangements")
    };
    (0..arrangements).map(source).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape, Tile};
    use crate::generate::{Distances, Generator};
    use crate::oracle::{DistanceBlocks, OracleError};
    use crate::space::{Pattern, Space};
    use crate::table::{BuiltTable, Encoding};

    fn built(goal: &Goal, tiles: impl IntoIterator<Item = u8>) -> Distances {
        let pattern = Pattern::new(goal.shape(), tiles.into_iter().map(Tile::new)).unwrap();
        Generator::new(Space::zero_aware(goal, &pattern).unwrap()).distances().unwrap()
    }

    fn payload_of(distances: &Distances) -> Vec<u8> {
        distances.encoded(Encoding::Bit).unwrap().into_table().payload().unwrap().to_vec()
    }

    fn decoded(payload: &[u8], distances: &Distances) -> Option<Vec<u8>> {
        let Space::Pattern(space) = distances.space() else { panic!("a pattern") };
        BitDecoder::new(payload, space).distances()
    }

    /// All patterns of small boards, for goals with the blank in each cell, and some patterns of
    /// larger boards.
    #[test]
    fn decoded_distances_equal_those_written() {
        let mut patterns = Vec::new();
        for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
            let shape = Shape::new(rows, columns).unwrap();
            for blank in shape.all_cells() {
                let goal = Goal::in_order_with_blank_at(shape, blank);
                let sets =
                    (1_u8..1 << shape.tiles()).filter(|set| set.count_ones() as usize <= shape.cells() - 3);
                patterns.extend(sets.map(|set| {
                    (goal, (1_u8..8).filter(|tile| set >> (tile - 1) & 1 == 1).collect::<Vec<_>>())
                }));
            }
        }
        for goal in [Goal::blank_last(Shape::THREE_BY_THREE), Goal::snail(Shape::THREE_BY_THREE)] {
            let all = [
                &[5][..],
                &[1, 8],
                &[5, 6, 8],
                &[1, 2, 3],
                &[2, 4, 6, 8],
                &[1, 3, 5, 7, 8],
                &[1, 2, 3, 4, 5, 6],
            ];
            patterns.extend(all.map(|tiles| (goal, tiles.to_vec())));
        }
        patterns.push((Goal::blank_first(Shape::new(3, 4).unwrap()), vec![1, 2, 5, 6, 9]));
        for (goal, tiles) in patterns {
            let distances = built(&goal, tiles.iter().copied());
            let payload = payload_of(&distances);
            assert_eq!(payload.len(), distances.entries().len().div_ceil(8));
            for (number, distance) in distances.entries().iter().enumerate() {
                assert_eq!(payload[number / 8] >> (number % 8) & 1, distance >> 1 & 1);
            }
            assert!(decoded(&payload, &distances).unwrap() == distances.entries(), "{goal:?}, {tiles:?}");
        }
    }

    /// Any flipped bit is found: no other bits pass the check.
    #[test]
    fn a_single_wrong_bit_is_detected() {
        let corner = Goal::blank_last(Shape::new(2, 3).unwrap());
        let middle = Goal::snail(Shape::THREE_BY_THREE);
        for (goal, tiles) in
            [(corner, &[2][..]), (corner, &[1, 4]), (corner, &[3, 4, 5]), (middle, &[1, 5, 6])]
        {
            let distances = built(&goal, tiles.iter().copied());
            let mut payload = payload_of(&distances);
            for number in 0..distances.entries().len() {
                payload[number / 8] ^= 1 << (number % 8);
                assert_eq!(decoded(&payload, &distances), None, "{tiles:?}, {number}");
                payload[number / 8] ^= 1 << (number % 8);
            }
        }
    }

    #[test]
    fn bits_that_match_no_distances_are_an_error() {
        let mut random = fastrand::Rng::with_seed(3);
        let distances = built(&Goal::blank_last(Shape::THREE_BY_THREE), [1, 2, 3, 6]);
        let all = distances.entries().len();
        let forged = [0, 1, 2].map(|distance| vec![distance; all]);
        let noise = (0..20).map(|_| (0..all).map(|_| random.u8(0..4)).collect());
        for entries in forged.into_iter().chain(noise) {
            let mut histogram = vec![0; 4];
            entries.iter().for_each(|entry| histogram[usize::from(*entry)] += 1);
            let image = BuiltTable::new(distances.space(), &entries, &histogram, Encoding::Bit).unwrap();
            let error = DistanceBlocks::new(&image.into_table()).unwrap_err();
            assert!(matches!(error, OracleError::Inconsistent { .. }), "{error}");
        }
    }
}
