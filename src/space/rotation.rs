//! The effect of a slide on ranks.
//!
//! A tile that moves up or down passes the tiles between the two cells in reading order. In the
//! arrangement, its element moves from one end of a window to the other, and the rest of the window
//! shifts by one place: a *rotation*. Let the window have `l` places, and let `R` be the number of
//! elements in it or after it.
//!
//! - Elements before the window keep their places and their Lehmer digits.
//! - An element after the window keeps the same elements after it, and so its digit.
//! - Within the window, the digits are those of an arrangement of `l` out of `R` elements, and the
//!   new ones depend on the old ones alone.
//!
//! So divide the ranks into *periods* of `R!`, one for each way to fill the places before the
//! window. Divide each period into `R! / (R-l)!` *runs* of `(R-l)!`, one for each way to fill the
//! window. A rotation applies the same permutation to the runs of every period, and keeps the order
//! within each run. [`Rotation::sources`] is that permutation. If ranks are halved by dropping the
//! parity bit, a run has half the length. Nothing else changes while at least two places follow the
//! window.

use super::lehmer::{MAX_ELEMENTS, arrangements, rank, unrank};

/// A move of one element of an arrangement from one place to another; those between shift by one
/// place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Rotation {
    /// The element's place before.
    pub(crate) from: u8,
    /// The element's place after.
    pub(crate) to: u8,
}

impl Rotation {
    /// Creates a rotation between two places of an arrangement.
    ///
    /// # Panics
    /// If a place is above 255.
    pub(crate) fn new(from: usize, to: usize) -> Self {
        let place = |place: usize| u8::try_from(place).expect("an arrangement has at most 16 places");
        Self { from: place(from), to: place(to) }
    }

    /// Its index among the rotations of this many places; less than the square of their number.
    pub(crate) fn index(self, places: usize) -> usize {
        usize::from(self.from) * places + usize::from(self.to)
    }

    /// Whether it leaves every arrangement unchanged.
    pub(crate) const fn is_identity(self) -> bool {
        self.from == self.to
    }

    /// Whether it changes the parity of the arrangements.
    pub(crate) const fn is_odd(self) -> bool {
        self.from.abs_diff(self.to) % 2 == 1
    }

    /// The rotation that undoes this one.
    pub(crate) const fn inverse(self) -> Self {
        Self { from: self.to, to: self.from }
    }

    /// The first place of the window.
    pub(crate) fn window_start(self) -> usize {
        self.from.min(self.to).into()
    }

    /// The number of places in the window.
    pub(crate) const fn window_len(self) -> usize {
        self.from.abs_diff(self.to) as usize + 1
    }

    /// Rotates the elements of an arrangement.
    ///
    /// # Panics
    /// If the arrangement is too short.
    pub(crate) fn apply(self, elements: &mut [u8]) {
        let (from, to) = (usize::from(self.from), usize::from(self.to));
        if from < to {
            elements[from..=to].rotate_left(1);
        } else {
            elements[to..=from].rotate_right(1);
        }
    }

    /// Returns, for each run of the result, the run of the same period that it comes from. The
    /// arrangements have `k` elements.
    ///
    /// # Panics
    /// If the window does not fit within `k` places, or `k` is above [`MAX_ELEMENTS`].
    pub(crate) fn sources(self, k: usize) -> Vec<u32> {
        let (start, len) = (self.window_start(), self.window_len());
        assert!(start + len <= k && k <= MAX_ELEMENTS, "{self:?} does not fit {k} places");
        let behind = k - start;
        // Elements before the window do not matter, so the window is moved to the front.
        let within = Self::new(usize::from(self.from) - start, usize::from(self.to) - start);
        let mut window = vec![0; len];
        (0..arrangements(len, behind))
            .map(|run| {
                unrank(run, behind, &mut window);
                within.inverse().apply(&mut window);
                u32::try_from(rank(&window, behind)).expect(
                    "at most 12! runs: patterns have at most 12 places, full boards windows of at most 8 of 15",
                )
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::lehmer::factorial;

    #[test]
    fn known_rotations() {
        let mut elements = [10, 11, 12, 13, 14];
        Rotation { from: 1, to: 3 }.apply(&mut elements);
        assert_eq!(elements, [10, 12, 13, 11, 14]);
        // 012, 021, 102, 120, 201, 210 come from 201, 102, 210, 012, 120, 021.
        assert_eq!(Rotation { from: 0, to: 2 }.sources(3), [4, 2, 5, 0, 3, 1]);
    }

    /// For every rotation of up to seven elements, permuting runs by `sources` equals rotating rank
    /// by rank.
    #[test]
    fn runs_move_as_ranks_do() {
        for k in 1..=7 {
            for (from, to) in (0..k).flat_map(|from| (0..k).map(move |to| (from, to))) {
                let rotation = Rotation::new(from, to);
                let sources = rotation.sources(k);
                let behind = k - rotation.window_start();
                let run_len = factorial(behind - rotation.window_len());
                let period_len = factorial(behind);
                for target in 0..factorial(k) {
                    let mut elements = vec![0; k];
                    unrank(target, k, &mut elements);
                    rotation.inverse().apply(&mut elements);
                    let (period, within) = (target / period_len, target % period_len);
                    let run = usize::try_from(within / run_len).unwrap();
                    let expected = period * period_len + u64::from(sources[run]) * run_len + within % run_len;
                    assert_eq!(rank(&elements, k), expected, "{rotation:?} of {k}");
                }
            }
        }
    }
}
