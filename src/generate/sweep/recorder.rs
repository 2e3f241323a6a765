//! Recorders, which store the states that each level reaches first.

use crate::generate::kernel::row_graph::RowGraph;

/// A function that records a level's states in items, which lie in the order of the entries. A group
/// has the same number of items for each word of a row.
///
/// `recorder(graph, at, new, before, items)` records the states `new` of consecutive words whose
/// entries are reached first. `items` are those of the place's group from the word `start` of the row
/// on. `before` holds the previous level, in all rows of its colour.
pub(crate) trait Recorder<Item>: Fn(&RowGraph, Place, &[u64], &[u64], &mut [Item]) + Sync {}

impl<Item, F: Fn(&RowGraph, Place, &[u64], &[u64], &mut [Item]) + Sync> Recorder<Item> for F {}

/// The position of some words of states.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) footprint: u32,
    /// Row of the footprint: 0 for the even arrangements and 1 for the odd ones, or 0 where only
    /// one parity occurs.
    pub(crate) plane: usize,
    /// Number of the first word with items, within the row.
    pub(crate) start: usize,
    /// Number of the first word to record, counted from `start`.
    pub(crate) word: usize,
}

/// Returns the empty items of groups that are not recorded.
pub(crate) fn no_items<'a>() -> impl Iterator<Item = &'a mut [()]> {
    std::iter::repeat_with(Default::default)
}
