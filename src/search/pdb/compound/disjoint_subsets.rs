//! Selects the tables to be added up: disjoint subsets.
//!
//! A *lookup* is a table applied to the board or to the reflected board. A *disjoint subset* is a
//! maximal set of lookups whose patterns have no tile in common. Sixteen tables of six tiles have
//! 264 of them, and maintaining all their sums would cost more time than it saves. So a few are
//! chosen greedily: each raises the estimates of a sample of boards the most.

use crate::search::pdb::MAX_TABLES;

/// Number of lookups: those of the board, then in the same order those of the reflected board. Each
/// is a bit of a `u32`.
pub(super) const LOOKUPS: usize = 2 * MAX_TABLES;

/// A set of lookups, one bit each.
pub(super) type LookupSet = u32;

/// Maximum number of lookups in a disjoint subset. Eight half excesses are at most 120 in total,
/// which leaves the highest bit of a byte free.
const MAX_LOOKUPS_IN_SUBSET: u32 = 8;

/// Maximum number of disjoint subsets to consider. Many tables of few tiles would have millions.
const MAX_SUBSETS: usize = 4096;

/// The half excesses of a board, indexed by lookup.
pub(super) type HalfExcesses = [u8; LOOKUPS];

/// Returns all disjoint subsets, given the tiles of each lookup as bits. Lookups without tiles are
/// in none.
pub(super) fn disjoint_subsets_of(tiles: &[u32; LOOKUPS]) -> Vec<LookupSet> {
    let mut found = Vec::new();
    add_to(0, 0, tiles, &mut found);
    found
}

/// Extends `subset` by lookups numbered `first` or higher, so that each subset is found only once.
fn add_to(subset: LookupSet, first: usize, tiles: &[u32; LOOKUPS], found: &mut Vec<LookupSet>) {
    let taken = each(subset).fold(0, |taken, lookup| taken | tiles[lookup]);
    let is_free = |lookup: &usize| tiles[*lookup] != 0 && tiles[*lookup] & taken == 0;
    // Lookups below `first` count as well: while one of them is free, the subset is not maximal.
    let free: LookupSet = each(LookupSet::MAX).filter(is_free).map(|lookup| 1 << lookup).sum();
    if found.len() == MAX_SUBSETS {
        return;
    }
    if free == 0 || subset.count_ones() == MAX_LOOKUPS_IN_SUBSET {
        found.push(subset);
        return;
    }
    for lookup in each(free).filter(|lookup| *lookup >= first) {
        add_to(subset | 1 << lookup, lookup + 1, tiles, found);
    }
}

/// Chooses up to `most` disjoint subsets greedily: each raises the boards' largest sums most, given
/// those chosen before. Stops when none raises any.
pub(super) fn choose(subsets: &[LookupSet], boards: &[HalfExcesses], most: usize) -> Vec<LookupSet> {
    let mut largest = vec![0; boards.len()];
    let mut chosen = Vec::new();
    while chosen.len() < most {
        let mut best = (0, 0);
        for subset in subsets {
            let sums = boards.iter().zip(&largest);
            let rise: u32 =
                sums.map(|(board, largest)| sum_of(board, *subset).saturating_sub(*largest)).sum();
            // Ties go to the first.
            if rise > best.0 {
                best = (rise, *subset);
            }
        }
        if best.0 == 0 {
            break;
        }
        for (largest, board) in largest.iter_mut().zip(boards) {
            *largest = sum_of(board, best.1).max(*largest);
        }
        chosen.push(best.1);
    }
    chosen
}

pub(super) fn sum_of(board: &HalfExcesses, subset: LookupSet) -> u32 {
    each(subset).map(|lookup| u32::from(board[lookup])).sum()
}

/// The indices of the lookups in a set.
#[inline]
pub(super) fn each(lookups: LookupSet) -> impl Iterator<Item = usize> {
    let mut rest = lookups;
    std::iter::from_fn(move || {
        let lookup = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        (lookup < LOOKUPS).then_some(lookup)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with all sets of lookups that have no common tile and can't be extended.
    #[test]
    fn all_disjoint_subsets_are_found() {
        let mut random = fastrand::Rng::with_seed(1);
        for lookups in 1..=10 {
            let mut tiles = [0_u32; LOOKUPS];
            for _ in 0..lookups {
                tiles[random.usize(..LOOKUPS)] = 1 << random.u32(..6) | 1 << random.u32(..6);
            }
            let there: Vec<usize> = (0..LOOKUPS).filter(|lookup| tiles[*lookup] != 0).collect();
            let is_disjoint = |subset: LookupSet| {
                let taken: u32 = each(subset).map(|lookup| tiles[lookup].count_ones()).sum();
                taken == each(subset).fold(0, |all, lookup| all | tiles[lookup]).count_ones()
            };
            let mut expected: Vec<LookupSet> = (0..1_u32 << there.len())
                .map(|some| each(some).map(|place| 1 << there[place]).sum())
                .filter(|subset| is_disjoint(*subset))
                .filter(|subset| {
                    there.iter().all(|lookup| subset >> lookup & 1 == 1 || !is_disjoint(subset | 1 << lookup))
                })
                .collect();
            let mut found = disjoint_subsets_of(&tiles);
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected);
        }
    }

    /// Sixteen single tiles in two views would have millions; all that are kept have the maximum
    /// size.
    #[test]
    fn there_are_not_too_many() {
        let subsets = disjoint_subsets_of(&std::array::from_fn(|lookup| 1 << (lookup % 16)));
        assert_eq!(subsets.len(), MAX_SUBSETS);
        assert!(subsets.iter().all(|subset| subset.count_ones() == MAX_LOOKUPS_IN_SUBSET));
    }

    #[test]
    fn the_best_come_first() {
        let boards: Vec<HalfExcesses> = [[2, 0, 1], [2, 0, 0], [0, 1, 0]]
            .map(|board| std::array::from_fn(|lookup| board.get(lookup).copied().unwrap_or(0)))
            .into();
        let subsets = [0b010, 0b100, 0b001];
        assert_eq!(choose(&subsets, &boards, 3), [0b001, 0b010]);
        assert_eq!(choose(&subsets, &boards, 1), [0b001]);
        assert!(choose(&subsets, &[], 3).is_empty());
    }
}
