//! What makes a state worth expanding: f.

use std::fmt;

/// By what the states of a best-first search are ordered: the least comes first. *g* is the number of moves made, *h* the
/// heuristic's estimate of those to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// f = g: uniform cost. Dijkstra, *A Note on Two Problems in Connexion with Graphs*, Numerische Mathematik 1 (1959).
    G,
    /// f = h: greedy. Doran and Michie, *Experiments with the Graph Traverser Program*, Proceedings of the Royal Society
    /// A 294 (1966).
    H,
    /// f = g + h: A*. Hart, Nilsson and Raphael, *A Formal Basis for the Heuristic Determination of Minimum Cost Paths*,
    /// IEEE Transactions on Systems Science and Cybernetics 4 (1968).
    GPlusH,
    /// f = g + w·h: weighted A*. Pohl, *Heuristic Search Viewed as Path Finding in a Graph*, Artificial Intelligence 1
    /// (1970).
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
            Self::GPlusWeightedH(Weight { numerator, denominator }) => denominator * g + numerator * h,
        }
    }

    /// f itself.
    #[must_use]
    pub fn value(self, g: u32, h: u32) -> f64 {
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

/// The weight of weighted A*: a number from 1 to 100, in hundredths.
///
/// ```
/// use tilebase::search::Weight;
///
/// let weight = Weight::new(1.5)?;
/// assert_eq!((weight.value(), weight.to_string()), (1.5, "1.5".to_owned()));
/// assert!(Weight::new(0.99).is_err());
/// # Ok::<(), tilebase::search::WeightError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// Numerator and denominator have no common divisor.
    numerator: u32,
    denominator: u32,
}

/// A number that is no weight.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{found} is no weight: expected a number from 1 to 100, with at most two digits after the point")]
pub struct WeightError {
    /// The number.
    pub found: f64,
}

impl Weight {
    /// 2.
    pub const TWO: Self = Self { numerator: 2, denominator: 1 };

    const LARGEST: f64 = 100.0;

    /// A weight.
    ///
    /// # Errors
    /// [`WeightError`] if the number is below 1 (f would not use what the heuristic knows, and the bound would be that of
    /// A*), above 100, or no multiple of a hundredth.
    pub fn new(number: f64) -> Result<Self, WeightError> {
        let hundredths = (number * 100.0).round();
        let is_weight = (1.0..=Self::LARGEST).contains(&number) && (hundredths / 100.0 - number).abs() < 1e-9;
        if !is_weight {
            return Err(WeightError { found: number });
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 100 to 10,000")]
        let numerator = hundredths as u32;
        let divisor = greatest_common_divisor(numerator, 100);
        Ok(Self { numerator: numerator / divisor, denominator: 100 / divisor })
    }

    /// The number.
    #[must_use]
    pub fn value(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }

    /// The most moves of a path that is at most so many times as long as one of `moves` moves.
    #[must_use]
    pub fn times(self, moves: u32) -> u32 {
        let product = u64::from(self.numerator) * u64::from(moves) / u64::from(self.denominator);
        u32::try_from(product).unwrap_or(u32::MAX)
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

const fn greatest_common_divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_checked_and_exact() {
        for number in [f64::NAN, f64::INFINITY, -1.0, 0.0, 0.999, 100.01, 1.001, f64::MAX] {
            assert!(Weight::new(number).is_err(), "{number}");
        }
        for (number, numerator, denominator) in
            [(1.0, 1, 1), (1.5, 3, 2), (1.1, 11, 10), (2.25, 9, 4), (100.0, 100, 1)]
        {
            assert_eq!(Weight::new(number), Ok(Weight { numerator, denominator }));
        }
        let weight = Weight::new(1.1).unwrap();
        assert_eq!((weight.times(10), weight.times(19), weight.times(0)), (11, 20, 0));
        let evaluation = Evaluation::GPlusWeightedH(weight);
        assert_eq!((evaluation.scaled(3, 4), evaluation.bound_divisor()), (74, Some(11)));
        assert!((evaluation.value(3, 4) - 7.4).abs() < 1e-12);
    }
}
