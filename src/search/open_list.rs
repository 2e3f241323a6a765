//! The open list: states by f, then by g.

use std::collections::VecDeque;

/// States waiting to be expanded. The one with the least f comes out first; among those the one with the
/// largest g; among those the one that came in first. All of f and g are small whole numbers, so there is a
/// queue for each pair of them and nothing to compare.
#[derive(Debug, Default)]
pub(super) struct OpenList {
    by_f: Vec<ByG>,
    /// No queue below this f has entries.
    least_f: usize,
}

#[derive(Debug, Default)]
struct ByG {
    queues: Vec<VecDeque<u32>>,
    /// No queue from this g on has entries.
    end: usize,
}

impl OpenList {
    pub(super) fn push(&mut self, f: u32, g: u32, node: u32) {
        let (f, g) = (f as usize, g as usize);
        let by_g = at(&mut self.by_f, f);
        at(&mut by_g.queues, g).push_back(node);
        by_g.end = by_g.end.max(g + 1);
        self.least_f = self.least_f.min(f);
    }

    /// The next node, with the g that it was pushed with.
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        while let Some(by_g) = self.by_f.get_mut(self.least_f) {
            while by_g.end > 0 {
                let g = by_g.end - 1;
                if let Some(node) = by_g.queues[g].pop_front() {
                    return Some((u32::try_from(g).unwrap_or(u32::MAX), node));
                }
                by_g.end = g;
            }
            self.least_f += 1;
        }
        None
    }
}

/// The item at a place of a list that grows as needed.
fn at<T: Default>(list: &mut Vec<T>, place: usize) -> &mut T {
    if list.len() <= place {
        list.resize_with(place + 1, T::default);
    }
    &mut list[place]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_f_then_largest_g_then_first_in() {
        let mut open = OpenList::default();
        for (node, (f, g)) in (0..).zip([(5, 1), (4, 0), (4, 2), (4, 2), (3, 0), (5, 3)]) {
            open.push(f, g, node);
        }
        assert_eq!(open.pop(), Some((0, 4)));
        open.push(3, 1, 6);
        let rest: Vec<(u32, u32)> = std::iter::from_fn(|| open.pop()).collect();
        assert_eq!(rest, [(1, 6), (2, 2), (2, 3), (0, 1), (3, 5), (1, 0)]);
    }
}
