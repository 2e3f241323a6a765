//! The open list: states ordered by f, with various rules for ties.
//!
//! All values of f and g are small integers. So with a simple rule for ties, there is a list for
//! each f, or for each pair of f and g, and no comparisons are needed.

use std::collections::VecDeque;

/// States waiting to be expanded. One with the smallest f comes out first.
pub(super) trait OpenList: Default {
    fn push(&mut self, f: u32, g: u32, node: u32);

    /// Removes and returns the next node, with the f and g it was pushed with.
    fn pop(&mut self) -> Option<Entry>;
}

/// A node in the open list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) f: u32,
    pub(super) g: u32,
    pub(super) node: u32,
}

/// Among equal f, the largest g comes out first; among those, the oldest entry.
#[derive(Debug, Default)]
pub(super) struct LargerG {
    by_f: Vec<ByG>,
    /// All queues for a smaller f are empty.
    least_f: usize,
}

#[derive(Debug, Default)]
struct ByG {
    queues: Vec<VecDeque<u32>>,
    /// All queues for this g and larger ones are empty.
    end: usize,
}

impl OpenList for LargerG {
    #[inline]
    fn push(&mut self, f: u32, g: u32, node: u32) {
        let (f, g) = (f as usize, g as usize);
        let by_g = at(&mut self.by_f, f);
        at(&mut by_g.queues, g).push_back(node);
        by_g.end = by_g.end.max(g + 1);
        // In greedy search or with an inconsistent heuristic, f may be smaller than before.
        self.least_f = self.least_f.min(f);
    }

    #[inline]
    fn pop(&mut self) -> Option<Entry> {
        while let Some(by_g) = self.by_f.get_mut(self.least_f) {
            while by_g.end > 0 {
                let g = by_g.end - 1;
                if let Some(node) = by_g.queues[g].pop_front() {
                    return Some(Entry { f: self.least_f as u32, g: g as u32, node });
                }
                by_g.end = g;
            }
            self.least_f += 1;
        }
        None
    }
}

/// Among equal f, the oldest entry comes out first, or the newest with `LAST_IN`.
#[derive(Debug, Default)]
pub(super) struct ByAge<const LAST_IN: bool> {
    by_f: Vec<VecDeque<(u32, u32)>>,
    /// All lists for a smaller f are empty.
    least_f: usize,
}

impl<const LAST_IN: bool> OpenList for ByAge<LAST_IN> {
    fn push(&mut self, f: u32, g: u32, node: u32) {
        at(&mut self.by_f, f as usize).push_back((g, node));
        self.least_f = self.least_f.min(f as usize);
    }

    fn pop(&mut self) -> Option<Entry> {
        while let Some(list) = self.by_f.get_mut(self.least_f) {
            if let Some((g, node)) = if LAST_IN { list.pop_back() } else { list.pop_front() } {
                return Some(Entry { f: self.least_f as u32, g, node });
            }
            self.least_f += 1;
        }
        None
    }
}

/// The item at an index of a list that grows as needed.
#[inline]
fn at<T: Default>(list: &mut Vec<T>, place: usize) -> &mut T {
    if list.len() <= place {
        list.resize_with(place + 1, T::default);
    }
    &mut list[place]
}

/// A binary heap that compares only f, with `>` or with `>=`.
///
/// The order among equal f follows from how entries are moved. This heap does it like the usual C++
/// library and Python. A pop moves the hole at the top down to the last row, always pulling up the
/// better child. Of equal children, it takes the right one (with `>=`, the left one). Then the last
/// entry rises from there.
#[derive(Debug, Default)]
pub(super) struct Heap<const NOT_LESS: bool> {
    entries: Vec<Entry>,
}

impl<const NOT_LESS: bool> Heap<NOT_LESS> {
    const fn is_worse(one: Entry, other: Entry) -> bool {
        if NOT_LESS { one.f >= other.f } else { one.f > other.f }
    }

    /// Moves worse entries above a hole down, then puts an entry in the hole.
    fn rise(&mut self, mut hole: usize, entry: Entry) {
        while hole > 0 {
            let above = (hole - 1) / 2;
            if !Self::is_worse(self.entries[above], entry) {
                break;
            }
            self.entries[hole] = self.entries[above];
            hole = above;
        }
        self.entries[hole] = entry;
    }
}

impl<const NOT_LESS: bool> OpenList for Heap<NOT_LESS> {
    fn push(&mut self, f: u32, g: u32, node: u32) {
        let entry = Entry { f, g, node };
        self.entries.push(entry);
        self.rise(self.entries.len() - 1, entry);
    }

    fn pop(&mut self) -> Option<Entry> {
        let last = self.entries.pop()?;
        let Some(&top) = self.entries.first() else { return Some(last) };
        let mut hole = 0;
        loop {
            let (left, right) = (2 * hole + 1, 2 * hole + 2);
            let child = if right < self.entries.len() {
                if Self::is_worse(self.entries[right], self.entries[left]) { left } else { right }
            } else if left < self.entries.len() {
                left
            } else {
                break;
            };
            self.entries[hole] = self.entries[child];
            hole = child;
        }
        self.rise(hole, last);
        Some(top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pushes six entries, pops one, pushes another, and pops the rest: their numbers in order.
    fn order<O: OpenList>() -> Vec<u32> {
        let mut open = O::default();
        for (node, (f, g)) in (0..).zip([(5, 1), (4, 0), (4, 2), (4, 2), (3, 0), (5, 3)]) {
            open.push(f, g, node);
        }
        assert_eq!(open.pop(), Some(Entry { f: 3, g: 0, node: 4 }));
        open.push(3, 1, 6);
        std::iter::from_fn(|| open.pop()).map(|entry| entry.node).collect()
    }

    #[test]
    fn each_rule_has_its_order() {
        assert_eq!(order::<LargerG>(), [6, 2, 3, 1, 5, 0]);
        assert_eq!(order::<ByAge<false>>(), [6, 1, 2, 3, 0, 5]);
        assert_eq!(order::<ByAge<true>>(), [6, 3, 2, 1, 5, 0]);
    }

    /// Eight entries of one f come out as from Python's `heapq`, with elements that compare equal
    /// by `<`, and with ones for which `<` is `<=`.
    #[test]
    fn heap_ties_match_other_libraries() {
        fn order_of_equals<O: OpenList>() -> Vec<u32> {
            let mut open = O::default();
            (0..8).for_each(|node| open.push(1, 0, node));
            std::iter::from_fn(|| open.pop()).map(|entry| entry.node).collect()
        }
        assert_eq!(order_of_equals::<Heap<false>>(), [0, 2, 6, 5, 7, 4, 1, 3]);
        assert_eq!(order_of_equals::<Heap<true>>(), [7, 0, 4, 1, 2, 3, 5, 6]);
    }

    #[test]
    fn heaps_give_the_least_first() {
        let mut random = fastrand::Rng::with_seed(3);
        let (mut strict, mut other) = (Heap::<false>::default(), Heap::<true>::default());
        let mut expected = Vec::new();
        for node in 0..1000 {
            let f = random.u32(0..40);
            strict.push(f, 0, node);
            other.push(f, 0, node);
            expected.push(f);
        }
        expected.sort_unstable();
        let of = |entry: Option<Entry>| entry.unwrap().f;
        for f in expected {
            assert_eq!((of(strict.pop()), of(other.pop())), (f, f));
        }
        assert_eq!((strict.pop(), other.pop()), (None, None));
    }
}
