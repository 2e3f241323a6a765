//! What makes a state worth expanding: f.

use crate::search::settings::Weight;

/// By what the states of a best-first search are ordered: the least comes first. *g* is the number of moves made, *h* the
/// heuristic's estimate of those to come.
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
    /// f in whole numbers: times the weight's denominator.
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

    /// What a whole-numbered f is divided by to give a bound on the length of a path; none if it says nothing of it.
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
