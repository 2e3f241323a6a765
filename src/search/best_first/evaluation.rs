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

    /// Like [`scaled`](Self::scaled), for an estimate that need not be an integer.
    ///
    /// Rounding never makes f too large for a bound. If `h <= c` for an integer `c`, then the
    /// result is at most `scaled(g, c)`: products and sums of integers are exact, and rounding
    /// keeps the order of numbers.
    #[inline]
    pub(super) fn scaled_real(self, g: u32, h: f64) -> f64 {
        match self {
            Self::G => f64::from(g),
            Self::H => h,
            Self::GPlusH => f64::from(g) + h,
            Self::GPlusWeightedH(weight) => {
                f64::from(weight.denominator) * f64::from(g) + f64::from(weight.numerator) * h
            }
        }
    }

    /// f itself.
    pub(super) fn f(self, g: u32, h: u32) -> f64 {
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
        assert!((evaluation.f(3, 4) - 7.4).abs() < 1e-12);
    }

    #[test]
    fn integers_have_the_same_f_among_reals() {
        let weighted = |weight| Evaluation::GPlusWeightedH(Weight::new(weight).unwrap());
        for evaluation in [Evaluation::G, Evaluation::H, Evaluation::GPlusH, weighted(1.01), weighted(99.99)]
        {
            for (g, h) in (0..200).zip((0..200).rev()) {
                let real = evaluation.scaled_real(g, f64::from(h));
                assert!(real.total_cmp(&f64::from(evaluation.scaled(g, h))).is_eq());
            }
        }
    }
}
