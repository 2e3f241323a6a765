//! Parsers of option values: numbers, and times and sizes with units.

use std::fmt::Display;
use std::num::{NonZero, NonZeroUsize};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::thread;
use std::time::Duration;

/// Number of digits of an upper limit from which it is the type's maximum and not worth mentioning.
const DIGITS_OF_NO_LIMIT: usize = 19;

/// Creates a parser of whole numbers within a range.
pub(crate) fn number<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let digits = without_exponent(text).unwrap_or_else(|| text.replace('_', ""));
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        match digits.parse() {
            Ok(number) if is_number && range.contains(&number) => return Ok(number),
            // Anything else, zero for a nonzero type, too many digits, or out of range.
            _ => {}
        }
        let (from, to) = (range.start(), range.end().to_string());
        let numbers = match to.len() >= DIGITS_OF_NO_LIMIT {
            true => format!(", {from} or more"),
            false => format!(" from {from} to {to}"),
        };
        Err(match is_number {
            true => format!("expected a number{numbers}, found {text}"),
            false => format!("expected a whole number{numbers}, found {text:?}"),
        })
    }
}

/// Writes out a whole number with an exponent: `1000000` for `1e6`, `1500` for `1.5e3`.
fn without_exponent(text: &str) -> Option<String> {
    let (mantissa, exponent) = text.split_once(['e', 'E'])?;
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let zeros = exponent.parse::<usize>().ok()?.checked_sub(decimals.len())?;
    // More digits than any number has.
    (!whole.is_empty() && zeros < 40).then(|| format!("{whole}{decimals}{}", "0".repeat(zeros)))
}

/// Parses a whole number without a meaningful upper limit.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    number(0..=u64::MAX)(text)
}

/// Creates a parser of thread counts.
pub(crate) fn threads() -> impl Fn(&str) -> Result<NonZeroUsize, String> + Clone + Send + Sync + 'static {
    number(NonZeroUsize::MIN..=NonZeroUsize::MAX)
}

/// The number of cores that this process may use, at least 1.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Parses a time such as `10`, `10s`, `500ms`, `2m`, or `1h`. The default unit is seconds.
pub(crate) fn read_time(text: &str) -> Result<Duration, String> {
    let wrong = || format!("expected a time such as 10, 10s, 500ms, 2m or 1h, found {text:?}");
    let (number, unit) = split_unit(text);
    let seconds = match unit {
        "" | "s" | "sec" | "second" | "seconds" => 1.0,
        "ms" => 0.001,
        "m" | "min" | "minute" | "minutes" => 60.0,
        "h" | "hour" | "hours" => 3600.0,
        _ => return Err(wrong()),
    };
    let number: f64 = number.parse().map_err(|_not_a_number| wrong())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_out_of_range| wrong())
}

/// Parses a size such as `800`, `800MB`, `2GB`, or `1.5GiB`, in bytes. The default unit is
/// megabytes.
pub(crate) fn read_size(text: &str) -> Result<u64, String> {
    let wrong = || format!("expected a size such as 800MB, 2GB or 1.5GiB, found {text:?}");
    let (number, unit) = split_unit(text);
    let bytes = match unit.to_ascii_lowercase().as_str() {
        "b" => 1.0,
        "k" | "kb" => 1e3,
        "" | "m" | "mb" => 1e6,
        "g" | "gb" => 1e9,
        "t" | "tb" => 1e12,
        "kib" => 1024.0,
        "mib" => 1_048_576.0,
        "gib" => 1_073_741_824.0,
        "tib" => 1_099_511_627_776.0,
        _ => return Err(wrong()),
    };
    let number: f64 = number.parse().map_err(|_not_a_number| wrong())?;
    if !number.is_finite() || number < 0.0 {
        return Err(wrong());
    }
    // Float casts saturate: a size beyond all memory means no limit.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
    Ok((number * bytes) as u64)
}

/// Splits a number from the letters that follow.
fn split_unit(text: &str) -> (&str, &str) {
    let text = text.trim();
    let letters = text.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    let (number, unit) = text.split_at(text.len() - letters);
    (number.trim_end(), unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, milliseconds) in [
            ("10", 10_000),
            ("10s", 10_000),
            ("0.5", 500),
            ("500ms", 500),
            ("2m", 120_000),
            ("1.5 h", 5_400_000),
            ("0", 0),
        ] {
            assert_eq!(read_time(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "s", "-1", "10 days", "ten", "nan", "inf", "1e300h", "1:30"] {
            assert!(read_time(text).unwrap_err().starts_with("expected a time such as"), "{text}");
        }
    }

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in [
            ("800", 800_000_000),
            ("800MB", 800_000_000),
            ("2GB", 2_000_000_000),
            ("2 gb", 2_000_000_000),
            ("1.5GiB", 1_610_612_736),
            ("64k", 64_000),
            ("12B", 12),
            ("0", 0),
            ("99999999999999999TB", u64::MAX),
        ] {
            assert_eq!(read_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "MB", "-1", "2GB RAM", "two", "nan", "inf", "0x10"] {
            assert!(read_size(text).unwrap_err().starts_with("expected a size such as"), "{text}");
        }
    }

    #[test]
    fn numbers_say_what_is_expected() {
        assert_eq!(number(1..=1000_u16)("181"), Ok(181));
        assert_eq!(number(0..=u64::MAX)("181_440"), Ok(181_440));
        assert_eq!(count("181440"), Ok(181_440));
        assert_eq!([count("1e6"), count("1.5E3")], [Ok(1_000_000), Ok(1_500)]);
        for text in ["1e", "e6", "1.55e1", "-1e3", "1e99", "1e-3"] {
            assert!(count(text).is_err(), "{text}");
        }
        for (text, message) in [
            ("abc", "expected a whole number from 1 to 1000, found \"abc\""),
            ("-1", "expected a whole number from 1 to 1000, found \"-1\""),
            ("1.5", "expected a whole number from 1 to 1000, found \"1.5\""),
            ("1,5", "expected a whole number from 1 to 1000, found \"1,5\""),
            ("", "expected a whole number from 1 to 1000, found \"\""),
            ("0", "expected a number from 1 to 1000, found 0"),
            ("1001", "expected a number from 1 to 1000, found 1001"),
            ("99999999999", "expected a number from 1 to 1000, found 99999999999"),
        ] {
            assert_eq!(number(1..=1000_u16)(text), Err(message.to_owned()));
        }
    }
}
