//! The evaluation function f.

use crate::search::common::settings::Weight;

/// The evaluation function of a best-first search; the smallest f is expanded first. *g* is the
/// number of moves made, *h* the heuristic's estimate of those remaining.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evaluation {
    /// f = g: uniform cost.
    G,
    /// f = h: greedy search.
    H,
    /// f = g + h: A*.
    GPlusH,
    /// f = g + w·h: weighted A*.
    GPlusWeightedH(Weight),
}

impl Evaluation {
    /// f times the weight's denominator, an integer.
    #[inline]
    pub(super) const fn scaled(self, g: u32, h: u32) -> u32 {
        match self {
            Self::G => g,
            Self::H => h,
            Self::GPlusH => g + h,
            Self::GPlusWeightedH(weight) => weight.denominator * g + weight.numerator * h,
        }
    }

    /// f itself.
    pub(super) fn value(self, g: u32, h: u32) -> f64 {
        let denominator = match self {
            Self::GPlusWeightedH(weight) => weight.denominator,
            Self::G | Self::H | Self::GPlusH => 1,
        };
        f64::from(self.scaled(g, h)) / f64::from(denominator)
    }

    /// The number by which a scaled f is divided to give a lower bound on the length of a path;
    /// `None` if f gives no bound.
    pub(super) const fn bound_divisor(self) -> Option<u32> {
        match self {
            Self::G | Self::GPlusH => Some(1),
            Self::GPlusWeightedH(weight) => Some(weight.numerator),
            Self::H => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_exact() {
        let evaluation = Evaluation::GPlusWeightedH(Weight::new(1.1).unwrap());
        assert_eq!((evaluation.scaled(3, 4), evaluation.bound_divisor()), (74, Some(11)));
        assert!((evaluation.value(3, 4) - 7.4).abs() < 1e-12);
    }
}
