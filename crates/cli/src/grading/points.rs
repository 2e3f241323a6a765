//! Points in hundredths, as integers, so that sums are exact.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Points with two decimals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Points {
    hundredths: u64,
}

/// Maximum number of points; larger numbers are taken for typing errors.
const MAX: u64 = 1_000_000;

impl Points {
    /// The share `part` / `whole` of these points, rounded down, so that only all boards earn full
    /// points.
    #[must_use]
    pub(crate) const fn share(self, part: usize, whole: usize) -> Self {
        let hundredths = if whole == 0 { 0 } else { self.hundredths * part as u64 / whole as u64 };
        Self { hundredths }
    }

    /// Whether this is 0.
    #[must_use]
    pub(crate) const fn is_zero(self) -> bool {
        self.hundredths == 0
    }

    /// Points from a number of hundredths.
    pub(crate) const fn of_hundredths(hundredths: u64) -> Self {
        Self { hundredths }
    }

    /// The number of hundredths.
    pub(crate) const fn hundredths(self) -> u64 {
        self.hundredths
    }

    /// The number of points.
    #[must_use]
    pub(crate) fn as_f64(self) -> f64 {
        self.hundredths as f64 / 100.0
    }

    /// Points from a number with at most two decimals.
    pub(crate) fn of(number: f64) -> Option<Self> {
        let hundredths = (number * 100.0).round();
        let is_exact = (hundredths / 100.0 - number).abs() < 1e-9;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
        (is_exact && (0.0..=(MAX * 100) as f64).contains(&hundredths))
            .then_some(Self { hundredths: hundredths as u64 })
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { hundredths: self.hundredths + other.hundredths }
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::default(), Add::add)
    }
}

/// Displays points without trailing zeros: `12`, `12.5`, `12.25`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.hundredths / 100, self.hundredths % 100);
        match (rest, rest % 10) {
            (0, _) => write!(f, "{whole}"),
            (_, 0) => write!(f, "{whole}.{}", rest / 10),
            _ => write!(f, "{whole}.{rest:02}"),
        }
    }
}

impl FromStr for Points {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.parse().ok().and_then(Self::of);
        number.ok_or_else(|| format!("expected points, for example 10 or 2.5, found {text:?}"))
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(self.as_f64())
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(from)?;
        let wrong =
            || serde::de::Error::custom(format!("expected points, for example 10 or 2.5, found {number}"));
        Self::of(number).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_all_boards_earn_full_points() {
        for points in ["0.01", "0.1", "1", "2.5", "10", "33.33"] {
            let points: Points = points.parse().unwrap();
            for whole in 1..40 {
                let shares: Vec<Points> = (0..=whole).map(|part| points.share(part, whole)).collect();
                assert!(shares.is_sorted() && shares[0].is_zero() && shares[whole] == points);
                assert!(shares[..whole].iter().all(|share| *share < points));
            }
        }
        assert!(Points::default().share(0, 0).is_zero());
    }

    #[test]
    fn points_are_read_as_written() {
        for text in ["0", "0.01", "0.1", "2.5", "12", "12.25", "1000000"] {
            let points: Points = text.parse().unwrap();
            assert_eq!(points.to_string(), text);
            let json = serde_json::to_string(&points).unwrap();
            assert_eq!(serde_json::from_str::<Points>(&json).unwrap(), points);
        }
        for wrong in ["-1", "0.001", "nan", "inf", "1e9", "ten", ""] {
            assert!(wrong.parse::<Points>().is_err(), "{wrong}");
        }
        let third = Points::of(10.0).unwrap().share(1, 3);
        assert_eq!((third + third + third).to_string(), "9.99");
    }
}
