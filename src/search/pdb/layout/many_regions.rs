//! The placements for which two bits are not enough: three or more blank regions, where the smaller
//! ones differ.
//!
//! Each table has a list of four-byte numbers, which can be used directly in a mapped file. An item
//! of the list is a placement, and items are grouped by *spans* of indexes. The list begins with
//! one number per span: the count of items in earlier spans. Then come the items. The low bits of
//! an item are the index within the span; above them is one bit per region.

/// Number of index bits within a span. Six tiles on 5x5 have about five items per span, which fit
/// in one or two cache lines, so a linear search is fast.
const SPAN: u32 = 9;

/// The position of a table's list in the numbers of all tables.
#[derive(Debug)]
pub(super) struct ManyRegions {
    /// Where the counts of items in earlier spans begin.
    before: usize,
    /// Where the items begin.
    items: usize,
}

const fn span(index: u32) -> usize {
    (index >> SPAN) as usize
}

const fn within_span(number: u32) -> u32 {
    number % (1 << SPAN)
}

const fn number(bytes: &[u8; 4]) -> u32 {
    u32::from_le_bytes(*bytes)
}

/// Returns the number of spans of indexes below `end`, plus one, for the count that ends the last.
const fn spans(end: u32) -> usize {
    span(end) + 2
}

/// Returns the list of items, each an index below `end` with one bit per region.
pub(super) fn list_of(found: &[(u32, u32)], end: u32) -> Vec<u32> {
    let spans = spans(end);
    let mut list = vec![0; spans + found.len()];
    let (before, items) = list.split_at_mut(spans);
    for (index, _) in found {
        before[span(*index) + 1] += 1;
    }
    for span in 1..before.len() {
        before[span] += before[span - 1];
    }
    let mut next = before.to_vec();
    for (index, bits) in found {
        let place = &mut next[span(*index)];
        items[*place as usize] = within_span(*index) | bits << SPAN;
        *place += 1;
    }
    list
}

impl ManyRegions {
    /// Creates a list that begins at `start`, for a table with indexes below `end`.
    pub(super) const fn new(start: usize, end: u32) -> Self {
        Self { before: start, items: start + spans(end) }
    }

    /// Returns where the list ends in the numbers of all tables, or `None` if they end earlier.
    pub(super) fn end(&self, lists: &[[u8; 4]]) -> Option<usize> {
        let items = lists.get(..self.items)?.last().map_or(0, number);
        self.items.checked_add(items as usize).filter(|end| *end <= lists.len())
    }

    /// Returns the bits at an index of the table, one per region, if it is in the list. `lists` has
    /// the numbers of all tables.
    pub(super) fn get(&self, lists: &[[u8; 4]], index: u32) -> Option<u32> {
        let place = self.before + span(index);
        let [from, to] = lists.get(place..place + 2)?.first_chunk()?.each_ref().map(number);
        let near = lists.get(self.items + from as usize..self.items + to as usize)?;
        let bits = near.iter().map(number).find(|bits| within_span(*bits) == within_span(index));
        bits.map(|bits| bits >> SPAN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_items_are_found() {
        let mut random = fastrand::Rng::with_seed(3);
        for end in [1, 511, 512, 513, 5000] {
            let all: Vec<Option<u32>> =
                (0..end).map(|_| random.bool().then(|| random.u32(..1 << 20))).collect();
            let mut found: Vec<(u32, u32)> =
                (0..).zip(&all).filter_map(|(index, bits)| Some((index, (*bits)?))).collect();
            random.shuffle(&mut found);
            let list = [vec![7; 3], list_of(&found, end)].concat();
            let lists: Vec<[u8; 4]> = list.into_iter().map(u32::to_le_bytes).collect();
            let many_regions = ManyRegions::new(3, end);
            assert_eq!(many_regions.end(&lists), Some(lists.len()));
            assert_eq!(many_regions.end(&lists[..lists.len() - 1]), None);
            for (index, bits) in (0..).zip(all) {
                assert_eq!(many_regions.get(&lists, index), bits, "{index} of {end}");
            }
        }
    }
}
