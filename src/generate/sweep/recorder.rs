//! The trait for recorders, which store the states that each level reaches first.

use crate::generate::kernel::row_graph::RowGraph;

/// Records a level's states in items, which lie in the order of the entries. A group has the same
/// number of items for each word of a row.
pub(crate) trait Recorder: Sync {
    /// The unit of storage.
    type Item: Send;

    /// Records the states of consecutive words whose entries are reached first.
    ///
    /// `items` are those of the place's group from the word `start` of the row on. `before` holds
    /// the previous level, in all rows of its colour.
    fn record(&self, graph: &RowGraph, at: Place, new: &[u64], before: &[u64], items: &mut [Self::Item]);
}

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

/// Records nothing, where states are only counted.
pub(crate) struct Nothing;

impl Recorder for Nothing {
    type Item = ();

    #[inline]
    fn record(&self, _: &RowGraph, _: Place, _: &[u64], _: &[u64], _: &mut [()]) {}
}

/// Returns the empty items of groups that are not recorded.
pub(crate) fn no_items<'a>() -> impl Iterator<Item = &'a mut [()]> {
    std::iter::repeat_with(Default::default)
}
