//! Numbers with separators and units, for people. JSON and CSV have plain numbers instead.

/// Formats a number with a comma between groups of three digits.
pub(crate) fn with_commas(number: u64) -> String {
    let digits = number.to_string();
    let grouped = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    grouped.collect::<Vec<_>>().join(",")
}

/// Formats a mean of counts with one decimal: `179,069.5`.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "counts are not negative")]
pub(crate) fn decimal(number: f64) -> String {
    let tenths = (number * 10.0).round() as u64;
    format!("{}.{}", with_commas(tenths / 10), tenths % 10)
}

/// Formats a time: `0.7 µs`, `15 ms`, `2.3 s`, `4 min 10 s`, `1 h 20 min`, or `3 days 4 h`.
pub(crate) fn duration(seconds: f64) -> String {
    const UNITS: [(&str, f64); 4] = [("ns", 1e9), ("µs", 1e6), ("ms", 1e3), ("s", 1.0)];
    // A value that would round to 1,000, or to 60 s, uses the next unit.
    let fits = |(unit, in_a_second): &(&str, f64)| match *unit {
        "ns" => seconds * in_a_second < 99.5,
        "s" => seconds < 59.5,
        _ => seconds * in_a_second < 999.5,
    };
    if seconds == 0.0 {
        return "0 s".to_owned();
    }
    if let Some((unit, in_a_second)) = UNITS.iter().find(|unit| fits(unit)) {
        let value = seconds * in_a_second;
        return if value < 9.95 { format!("{value:.1} {unit}") } else { format!("{value:.0} {unit}") };
    }
    let seconds = whole(seconds);
    match seconds {
        0..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        3600..86_400 => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
        _ if seconds < 2 * 86_400 => format!("1 day {} h", seconds % 86_400 / 3600),
        _ => format!("{} days {} h", with_commas(seconds / 86_400), seconds % 86_400 / 3600),
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "times are not negative")]
fn whole(seconds: f64) -> u64 {
    seconds.round() as u64
}

/// Formats a size: `512 bytes`, `181 kB`, `1.2 GB`, or `10.5 TB`. A kilobyte has 1,000 bytes.
#[expect(clippy::cast_precision_loss, reason = "shown with one decimal")]
pub(crate) fn size(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["kB", "MB", "GB", "TB", "PB", "EB"];
    if bytes < 1000 {
        return if bytes == 1 { "1 byte".to_owned() } else { format!("{bytes} bytes") };
    }
    let mut value = bytes as f64 / 1e3;
    let mut unit = 0;
    while value >= 999.5 && unit + 1 < UNITS.len() {
        value /= 1e3;
        unit += 1;
    }
    let unit = UNITS[unit];
    if value < 99.95 { format!("{value:.1} {unit}") } else { format!("{value:.0} {unit}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        assert_eq!(
            [0, 999, 1000, 181_440, 1_000_000].map(with_commas),
            ["0", "999", "1,000", "181,440", "1,000,000"]
        );
        assert_eq!([0.0, 21.97, 179_069.46].map(decimal), ["0.0", "22.0", "179,069.5"]);
    }

    #[test]
    fn durations_have_two_digits_and_a_unit() {
        let short = [0.0, 4.2e-8, 7e-7, 1.5e-5, 0.000_999_6, 0.0153, 0.999_6, 2.34, 59.4];
        assert_eq!(
            short.map(duration),
            ["0 s", "42 ns", "0.7 µs", "15 µs", "1.0 ms", "15 ms", "1.0 s", "2.3 s", "59 s"]
        );
        let long = [59.6, 250.0, 3599.6, 4800.0, 86_399.6, 273_600.0];
        assert_eq!(
            long.map(duration),
            ["1 min 0 s", "4 min 10 s", "1 h 0 min", "1 h 20 min", "1 day 0 h", "3 days 4 h"]
        );
    }

    #[test]
    fn sizes_have_up_to_three_digits_and_a_unit() {
        let bytes = [0, 1, 999, 181_440, 999_999, 1_234_567_890, 10_461_394_944_000];
        assert_eq!(
            bytes.map(size),
            ["0 bytes", "1 byte", "999 bytes", "181 kB", "1.0 MB", "1.2 GB", "10.5 TB"]
        );
    }
}
