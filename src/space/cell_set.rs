//! Sets of cells, and their numbers.

use crate::board::{Cell, MAX_CELLS, Shape};

/// A set of cells of a board, with a bit for each cell.
///
/// Sets of one size are numbered in colexicographic order, which is the order of their bits read as
/// a number. The set of cells `c0 < c1 < ..` has the number `C(c0, 1) + C(c1, 2) + ..`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CellSet(u32);

/// `BINOMIALS[n][k]` is the number of subsets of size `k` of a set of size `n`.
const BINOMIALS: [[u32; MAX_CELLS + 1]; MAX_CELLS + 1] = {
    let mut binomials = [[0; MAX_CELLS + 1]; MAX_CELLS + 1];
    let mut n = 0;
    while n <= MAX_CELLS {
        binomials[n][0] = 1;
        let mut k = 1;
        while k <= n {
            binomials[n][k] = binomials[n - 1][k - 1] + binomials[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    binomials
};

impl CellSet {
    /// The number of sets of `size` cells on a board of `cells` cells.
    pub(crate) const fn count(size: usize, cells: usize) -> u32 {
        BINOMIALS[cells][size]
    }

    /// Iterates over all sets of `size` cells on a board of `cells` cells, in the order of their
    /// numbers.
    pub(crate) fn all(size: usize, cells: usize) -> impl Iterator<Item = Self> {
        let first = (1_u32 << size) - 1;
        // The next larger number with as many bits (Gosper's hack). The empty set has no lowest
        // bit, hence `max`.
        let next = |bits: &u32| {
            let lowest = bits & bits.wrapping_neg();
            let ripple = bits + lowest;
            Some(ripple | (((bits ^ ripple) >> 2) / lowest.max(1)))
        };
        std::iter::successors(Some(first), next).take(Self::count(size, cells) as usize).map(Self)
    }

    /// The set's number among all sets of its size.
    pub(crate) fn number(self) -> u32 {
        (1..).zip(self.cells()).map(|(nth, cell)| BINOMIALS[cell.index()][nth]).sum()
    }

    /// Returns the set with this number among the sets of `size` cells. The number of cells of the
    /// board does not matter.
    pub(crate) fn from_number(number: u32, size: usize) -> Self {
        let mut rest = number;
        let mut set = Self::default();
        let mut end = MAX_CELLS;
        // Greedy: each step takes the last cell whose binomial coefficient still fits.
        for nth in (1..=size).rev() {
            while BINOMIALS[end - 1][nth] > rest {
                end -= 1;
            }
            end -= 1;
            rest -= BINOMIALS[end][nth];
            set.0 |= 1 << end;
        }
        set
    }

    /// Iterates over the cells in ascending order.
    pub(crate) fn cells(self) -> impl Iterator<Item = Cell> {
        let next = |bits: &u32| Some(bits & (bits - 1)).filter(|bits| *bits != 0);
        std::iter::successors(Some(self.0).filter(|bits| *bits != 0), next).map(lowest_cell)
    }

    /// The set as a number: bit `c` is set if cell `c` is in the set.
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// Creates the set from its [bits](Self::bits).
    pub(crate) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The number of cells in the set.
    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether a cell is in the set.
    pub(crate) const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.index() & 1 == 1
    }

    /// The set with a cell added.
    pub(crate) const fn with(self, cell: Cell) -> Self {
        Self(self.0 | 1 << cell.index())
    }

    /// The union of two sets.
    pub(crate) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the sets have no cell in common.
    pub(crate) const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// The set with a cell removed.
    pub(crate) const fn without(self, cell: Cell) -> Self {
        Self(self.0 & !(1 << cell.index()))
    }

    /// The number of cells of the set before `cell`.
    #[expect(clippy::cast_possible_truncation, reason = "at most 25 cells")]
    pub(crate) const fn count_before(self, cell: Cell) -> u8 {
        (self.0 & ((1 << cell.index()) - 1)).count_ones() as u8
    }

    /// The color of the set: the parity of the sum of its cells' checkerboard colors.
    pub(crate) fn color(self, shape: Shape) -> usize {
        self.cells().map(|cell| shape.row(cell) + shape.column(cell)).sum::<usize>() % 2
    }

    /// The connected regions of the cells outside the set, ordered by their first cells.
    pub(crate) fn regions_outside(self, shape: Shape) -> Vec<Self> {
        Edges::of(shape).regions_outside(self).collect()
    }

    /// The number of regions outside each set of `size` cells, in the order of the sets' numbers.
    pub(crate) fn counts_of_regions(size: usize, shape: Shape) -> impl Iterator<Item = usize> {
        let edges = Edges::of(shape);
        Self::all(size, shape.cells()).map(move |cells| edges.regions_outside(cells).count())
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::default(), Self::with)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a bit's place")]
const fn lowest_cell(bits: u32) -> Cell {
    Cell::new(bits.trailing_zeros() as u8)
}

/// The first and last columns of a board, across which a shift by one cell would wrap around.
struct Edges {
    cells: usize,
    columns: usize,
    not_first_column: u32,
    not_last_column: u32,
}

impl Edges {
    fn of(shape: Shape) -> Self {
        let column =
            |column| shape.all_cells().filter(|cell| shape.column(*cell) == column).collect::<CellSet>().0;
        let (first, last) = (column(0), column(shape.columns() - 1));
        let (cells, columns) = (shape.cells(), shape.columns());
        Self { cells, columns, not_first_column: !first, not_last_column: !last }
    }

    /// The connected regions of the board's cells outside a set, ordered by their first cells.
    fn regions_outside(&self, cells: CellSet) -> impl Iterator<Item = CellSet> {
        let mut free = ((1_u32 << self.cells) - 1) & !cells.0;
        std::iter::from_fn(move || {
            let mut region = free & free.wrapping_neg();
            loop {
                let grown = self.grow(region) & free;
                if grown == region {
                    break;
                }
                region = grown;
            }
            free &= !region;
            (region != 0).then_some(CellSet(region))
        })
    }

    /// Adds the neighbors of the cells. Some may lie past the last cell; the caller masks them out.
    const fn grow(&self, cells: u32) -> u32 {
        cells
            | cells << self.columns
            | cells >> self.columns
            | (cells & self.not_last_column) << 1
            | (cells & self.not_first_column) >> 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;

    #[test]
    fn known_numbers() {
        let set: CellSet = [0, 2].map(Cell::new).into_iter().collect();
        assert_eq!(set.number(), 1, "after {{0, 1}}, before {{1, 2}}");
        assert_eq!(CellSet::count(6, 25), 177_100);
    }

    #[test]
    fn numbers_count_the_sets_in_order() {
        for cells in 1..=12 {
            for size in 1..=cells {
                let mut count = 0;
                for (number, set) in (0..).zip(CellSet::all(size, cells)) {
                    assert_eq!((set.number(), set.cells().count()), (number, size));
                    assert_eq!(CellSet::from_number(number, size), set);
                    count += 1;
                }
                assert_eq!(count, CellSet::count(size, cells));
            }
        }
        let last = CellSet::all(12, 25).last().unwrap();
        assert_eq!(CellSet::from_number(CellSet::count(12, 25) - 1, 12), last);
    }

    #[test]
    fn regions_are_closed_under_moves_of_the_blank() {
        for (rows, columns) in [(2, 3), (3, 3), (4, 2), (3, 4)] {
            let shape = Shape::new(rows, columns).unwrap();
            for size in 1..shape.cells() {
                for set in CellSet::all(size, shape.cells()) {
                    let regions = set.regions_outside(shape);
                    for cell in shape.all_cells() {
                        let holding = regions.iter().filter(|region| region.contains(cell)).count();
                        assert_eq!(holding, usize::from(!set.contains(cell)));
                        for next in Move::ALL.into_iter().filter_map(|step| shape.neighbor(cell, step)) {
                            let apart = |region: &&CellSet| region.contains(cell) != region.contains(next);
                            let split = regions.iter().any(|region| apart(&region));
                            assert_eq!(split, set.contains(cell) != set.contains(next));
                        }
                    }
                }
            }
        }
    }
}
