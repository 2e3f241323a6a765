//! The weight of weighted A*, and errors of search settings.

use std::fmt;

/// The weight of weighted A*: a number from 1 to 100, in hundredths.
///
/// ```
/// use tilebase::search::Weight;
///
/// let weight = Weight::new(1.5)?;
/// assert_eq!((weight.value(), weight.to_string()), (1.5, "1.5".to_owned()));
/// assert!(Weight::new(0.99).is_err());
/// # Ok::<(), tilebase::search::SettingError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// Numerator and denominator have no common divisor.
    pub(in crate::search) numerator: u32,
    pub(in crate::search) denominator: u32,
}

impl Weight {
    /// The weight 2.
    pub const TWO: Self = Self { numerator: 2, denominator: 1 };

    const LARGEST: f64 = 100.0;

    /// Creates a weight.
    ///
    /// # Errors
    /// [`SettingError::Weight`] if the number is below 1 (f would ignore part of the heuristic,
    /// with no better guarantee than that of A*), above 100, or not a multiple of a hundredth.
    pub fn new(number: f64) -> Result<Self, SettingError> {
        let hundredths = (number * 100.0).round();
        let is_weight = (1.0..=Self::LARGEST).contains(&number) && (hundredths / 100.0 - number).abs() < 1e-9;
        if !is_weight {
            return Err(SettingError::Weight);
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

    /// The maximum length of a path that is at most this many times as long as one of `moves`
    /// moves.
    #[must_use]
    pub fn times(self, moves: u32) -> u32 {
        let product = u64::from(self.numerator) * u64::from(moves) / u64::from(self.denominator);
        u32::try_from(product).unwrap_or(u32::MAX)
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // In integers: the code that writes floating-point numbers is large on a web page.
        let hundredths = self.numerator * (100 / self.denominator);
        let (whole, rest) = (hundredths / 100, hundredths % 100);
        match (rest / 10, rest % 10) {
            (0, 0) => write!(f, "{whole}"),
            (tenths, 0) => write!(f, "{whole}.{tenths}"),
            (tenths, hundredths) => write!(f, "{whole}.{tenths}{hundredths}"),
        }
    }
}

const fn greatest_common_divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}

/// An invalid setting of a search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingError {
    /// A number that is not a weight.
    #[error("expected a weight from 1 to 100, with at most two decimals")]
    Weight,
    /// Letters that are not an order of moves.
    #[error("{found:?} is not an order of moves: expected U, D, L, and R, each once, such as ULDR")]
    MoveOrder {
        /// The letters, or the first of them.
        found: String,
    },
    /// Conventions under which a search need not end.
    #[error("a greedy search without duplicate detection may never end")]
    Endless,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_checked_and_exact() {
        for number in [f64::NAN, f64::INFINITY, -1.0, 0.0, 0.999, 100.01, 1.001, f64::MAX] {
            assert_eq!(Weight::new(number), Err(SettingError::Weight));
        }
        for (number, numerator, denominator) in
            [(1.0, 1, 1), (1.5, 3, 2), (1.1, 11, 10), (2.25, 9, 4), (100.0, 100, 1)]
        {
            assert_eq!(Weight::new(number), Ok(Weight { numerator, denominator }));
        }
        for hundredths in 100..=10_000 {
            let number = f64::from(hundredths) / 100.0;
            assert_eq!(Weight::new(number).unwrap().to_string(), number.to_string());
        }
        let weight = Weight::new(1.1).unwrap();
        assert_eq!((weight.times(10), weight.times(19), weight.times(0)), (11, 20, 0));
    }
}
