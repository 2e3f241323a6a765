//! The Lehmer index of a placement: the set of its cells and the rank of the tiles on them, updated
//! slide by slide.
//!
//! A slide moves one bit of the set. It changes the rank by a number that depends only on the
//! digits of the rotated window, so a search never ranks anything.

use crate::board::{Cell, Shape};
use crate::space::lehmer::{factorial, rank, unrank};
use crate::space::rotation::Rotation;
use crate::space::{CellSet, PatternSpace};

/// Maximum number of tiles of a pattern: a rank has 16 bits.
pub(in crate::search::pdb) const LEHMER_MAX_TILES: usize = 8;

/// Maximum number of cells of its board: a set of cells has 16 bits.
const LEHMER_MAX_CELLS: usize = 16;

/// Whether a pattern's placements fit this index.
pub(in crate::search::pdb) fn fits_lehmer_index(space: &PatternSpace) -> bool {
    space.pattern().tiles().len() <= LEHMER_MAX_TILES && space.shape().cells() <= LEHMER_MAX_CELLS
}

/// Indexes of a pattern's placements. The upper half of a `u32` is the set of cells, the lower half
/// the rank.
#[derive(Debug)]
pub(in crate::search::pdb) struct LehmerIndex {
    /// Indexed by `from * tiles + to`, where both are positions among the tiles.
    rotations: Vec<RankRotation>,
    /// The changes of ranks, for one rotation after the other.
    added: Vec<u16>,
    tiles: usize,
}

/// The number of set bits of each byte. A table, since not every target processor has an
/// instruction for it.
const ONES: [u8; 256] = {
    let mut ones = [0; 256];
    let mut bits = 1;
    while bits < 256 {
        ones[bits] = ones[bits / 2] + (bits % 2) as u8;
        bits += 1;
    }
    ones
};

impl LehmerIndex {
    pub(in crate::search::pdb) fn new(tiles: usize, shape: Shape) -> Self {
        let places = (0..tiles).flat_map(|from| (0..tiles).map(move |to| Rotation::new(from, to)));
        let mut added = Vec::new();
        // A slide passes at most the tiles of one row.
        let rotation = |rotation: Rotation| match rotation.window_len() <= shape.columns() {
            true => RankRotation::new(rotation, tiles, &mut added),
            false => RankRotation::default(),
        };
        Self { rotations: places.map(rotation).collect(), added, tiles }
    }

    /// The index of a placement, given the cells of the pattern's tiles by label.
    pub(in crate::search::pdb) fn index(&self, cells_by_label: &[Cell]) -> u32 {
        let set: CellSet = cells_by_label.iter().copied().collect();
        let label_on = |cell: Cell| cells_by_label.iter().position(|other| *other == cell).unwrap_or(0) as u8;
        let mut labels = [0; LEHMER_MAX_TILES];
        for (label, cell) in labels.iter_mut().zip(set.cells()) {
            *label = label_on(cell);
        }
        set.bits() << 16 | rank(&labels[..self.tiles], self.tiles) as u32
    }

    /// The index after a tile's slide.
    #[inline]
    pub(in crate::search::pdb) fn after(&self, index: u32, from: Cell, to: Cell) -> u32 {
        let (from, to) = (from.index(), to.index());
        let set = index >> 16;
        let set_after = set ^ 1 << from ^ 1 << to;
        // The tiles on the cells in between, which this one passes.
        let first = from.min(to);
        let passed = set >> first & ((1 << from.abs_diff(to)) - 2);
        // If no tile of the pattern is passed, the order of the tiles stays, and so does the rank.
        if passed == 0 {
            return set_after << 16 | Self::rank(index);
        }
        let before = set & ((1 << first) - 1);
        let near = usize::from(ONES[before as usize % 256] + ONES[before as usize >> 8 & 0xFF]);
        let far = near + usize::from(ONES[passed as usize >> 1 & 0xFF]);
        let (from, to) = if from < to { (near, far) } else { (far, near) };
        let rotation = &self.rotations[from * self.tiles + to];
        set_after << 16 | rotation.after(Self::rank(index), &self.added)
    }

    /// The set of cells.
    #[inline]
    pub(in crate::search::pdb) const fn set(index: u32) -> CellSet {
        CellSet::from_bits(index >> 16)
    }

    /// The rank of the tiles on them.
    #[inline]
    pub(in crate::search::pdb) const fn rank(index: u32) -> u32 {
        index & 0xFFFF
    }
}

/// The effect of a rotation of adjacent labels on the rank of an arrangement.
///
/// A rank consists of one digit per place: the number of smaller labels behind it. Digits outside
/// the rotated window stay, and those within depend only on the digits there before. So the change
/// of the rank depends on these alone. They have at most 1,680 values: a table that stays in the
/// first-level cache.
#[derive(Clone, Copy, Debug, Default)]
struct RankRotation {
    /// The place values of the window's last digit, and of the digit before the window.
    last: Divisor,
    before: Divisor,
    /// The number of values of the window's digits.
    numbers: u32,
    /// The start of this rotation's part of the list. That has the changes modulo 2^16, indexed by
    /// the value of the window's digits.
    first: u32,
}

/// Divides numbers below 2^16 by a constant of 1 to 2^16, using a multiplication. `n * ceil(2^32 /
/// d)` exceeds `n * 2^32 / d` by less than `n`. The next multiple of 2^32 is at least 2^32 / d
/// away, which is more than `n`.
#[derive(Clone, Copy, Debug, Default)]
struct Divisor(u64);

impl Divisor {
    const fn new(divisor: u32) -> Self {
        Self((1_u64 << 32).div_ceil(divisor as u64))
    }

    #[inline]
    const fn divide(self, number: u32) -> u32 {
        ((number as u64 * self.0) >> 32) as u32
    }
}

impl RankRotation {
    fn new(rotation: Rotation, tiles: usize, added: &mut Vec<u16>) -> Self {
        let start = rotation.window_start();
        let last = start + rotation.window_len() - 1;
        let (of_last, of_before) = (factorial(tiles - 1 - last) as u32, factorial(tiles - start) as u32);
        let numbers = of_before / of_last;
        let first = added.len() as u32;
        added.extend((0..numbers).map(|number| {
            let mut labels = vec![0; tiles];
            let before = number * of_last;
            unrank(before.into(), tiles, &mut labels);
            rotation.apply(&mut labels);
            (rank(&labels, tiles) as u16).wrapping_sub(before as u16)
        }));
        Self { last: Divisor::new(of_last), before: Divisor::new(of_before), numbers, first }
    }

    #[inline]
    fn after(self, rank: u32, added: &[u16]) -> u32 {
        let number = self.last.divide(rank) - self.before.divide(rank) * self.numbers;
        (rank as u16).wrapping_add(added[(self.first + number) as usize]).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_follow_every_rotation() {
        for tiles in 2..=LEHMER_MAX_TILES {
            for (from, to) in (0..tiles).flat_map(|from| (0..tiles).map(move |to| (from, to))) {
                if from == to {
                    continue;
                }
                let rotation = Rotation::new(from, to);
                let mut added = vec![7; 5];
                let of_ranks = RankRotation::new(rotation, tiles, &mut added);
                let mut labels = vec![0; tiles];
                for before in 0..factorial(tiles) as u32 {
                    unrank(before.into(), tiles, &mut labels);
                    rotation.apply(&mut labels);
                    assert_eq!(
                        of_ranks.after(before, &added),
                        rank(&labels, tiles) as u32,
                        "{rotation:?} of {before}"
                    );
                }
            }
        }
    }

    #[test]
    fn multiplication_replaces_division() {
        for divisor in (0..=LEHMER_MAX_TILES).map(|tiles| factorial(tiles) as u32).chain([3, 7, 641, 65_535])
        {
            let quotient = Divisor::new(divisor);
            assert!((0..1 << 16).all(|number| quotient.divide(number) == number / divisor), "{divisor}");
        }
    }
}
