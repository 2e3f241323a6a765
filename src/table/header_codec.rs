//! The header as bytes. This is the only module that uses `bincode`.
//!
//! With fixed-width little-endian integers, `bincode` 2 writes the fields of a struct one after the
//! other, and a list as its length and its items. This is the layout described in `docs/format.md`.
//! The crate is no longer maintained; replacing it would only change this file.

use bincode::config::{Configuration, Fixint, Limit, LittleEndian};
use bincode::{Decode, Encode};

use super::encoding::Encoding;
use super::error::FormatError;
use super::header::{Header, PAGE_BYTES, Unit, space_from};

/// Maximum length of a header, enough for the checksums of a terabyte.
const MAX_HEADER_BYTES: usize = 1 << 26;

const CONFIG: Configuration<LittleEndian, Fixint, Limit<MAX_HEADER_BYTES>> =
    bincode::config::standard().with_fixed_int_encoding().with_limit::<MAX_HEADER_BYTES>();

/// The fields in the order of the file.
#[derive(Debug, PartialEq, Encode, Decode)]
struct Fields {
    rows: u8,
    columns: u8,
    goal: Vec<u8>,
    pattern: Vec<u8>,
    unit: u8,
    encoding: u8,
    entries: u64,
    payload_offset: u64,
    payload_len: u64,
    page_len: u32,
    histogram: Vec<u64>,
    checksums: Vec<u32>,
}

impl Fields {
    fn new(header: &Header, payload_offset: u64) -> Self {
        let [rows, columns] = header.shape().sides();
        Self {
            rows,
            columns,
            goal: header.goal().board().tiles().iter().map(|tile| tile.number()).collect(),
            pattern: header.pattern().tiles().iter().map(|tile| tile.number()).collect(),
            unit: header.unit().code(),
            encoding: header.encoding().code(),
            entries: header.entries(),
            payload_offset,
            payload_len: header.payload_len(),
            page_len: PAGE_BYTES,
            histogram: header.histogram().to_vec(),
            checksums: header.checksums().to_vec(),
        }
    }
}

/// Returns the bytes of a header.
pub(super) fn encode(header: &Header, payload_offset: u64) -> Vec<u8> {
    let bytes = bincode::encode_to_vec(Fields::new(header, payload_offset), CONFIG)
        .expect("writing integers to a vector can't fail");
    debug_assert_eq!(bytes.len(), encoded_len(header));
    bytes
}

/// Returns the number of bytes of a header: the single numbers, the lengths of the four lists, and
/// their items.
pub(super) fn encoded_len(header: &Header) -> usize {
    let numbers = 2 + 1 + 1 + 3 * 8 + 4;
    let tiles = header.shape().cells() + header.pattern().tiles().len();
    numbers + 4 * 8 + tiles + 8 * header.histogram().len() + 4 * header.checksums().len()
}

/// Parses the header of a payload at `payload_offset`. Rejects everything that this program would
/// not have written.
pub(super) fn decode(bytes: &[u8], payload_offset: u64) -> Result<Header, FormatError> {
    let (fields, used) = bincode::decode_from_slice::<Fields, _>(bytes, CONFIG)
        .map_err(|error| FormatError::header(format!("its fields end early or make no sense ({error})")))?;
    if used != bytes.len() {
        return Err(FormatError::header(format!("{} bytes follow its last field", bytes.len() - used)));
    }
    let unit = Unit::from_code(fields.unit)
        .ok_or_else(|| FormatError::header(format!("it names an unknown metric, {}", fields.unit)))?;
    let space = space_from([fields.rows, fields.columns], &fields.goal, &fields.pattern, unit)?;
    if fields.encoding == Encoding::CODE_OF_PACKED {
        return Err(FormatError::PackedEncoding);
    }
    let encoding = Encoding::from_code(fields.encoding)
        .ok_or_else(|| FormatError::header(format!("it names an unknown encoding, {}", fields.encoding)))?;
    let header = Header::new(space, encoding, fields.histogram.clone(), fields.checksums.clone())?;
    let header = if unit == Unit::MultiTile { header.in_multi_tile_metric()? } else { header };
    // Fields that follow from others must have the values that this program writes.
    if fields != Fields::new(&header, payload_offset) {
        return Err(FormatError::header(
            "its sizes, metric or order of tiles do not fit its pattern".to_owned(),
        ));
    }
    Ok(header)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape, Tile};
    use crate::space::{Pattern, Space};

    fn header(rows: usize, columns: usize, tiles: &[u8], levels: usize, encoding: Encoding) -> Header {
        let goal = Goal::snail(Shape::new(rows, columns).unwrap());
        let pattern = Pattern::new(goal.shape(), tiles.iter().copied().map(Tile::new)).unwrap();
        header_of(Space::new(&goal, &pattern).unwrap(), levels, encoding)
    }

    /// Returns the header of a zero-aware pattern.
    fn zero_aware_header(rows: usize, columns: usize, tiles: &[u8], encoding: Encoding) -> Header {
        let goal = Goal::snail(Shape::new(rows, columns).unwrap());
        let pattern = Pattern::new(goal.shape(), tiles.iter().copied().map(Tile::new)).unwrap();
        header_of(Space::zero_aware(&goal, &pattern).unwrap(), 40, encoding)
    }

    fn multi_tile_header() -> Header {
        let header = header(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8], 25, Encoding::Byte);
        header.in_multi_tile_metric().unwrap()
    }

    fn header_of(space: Space, levels: usize, encoding: Encoding) -> Header {
        let mut histogram = vec![0; levels];
        histogram[0] = space.entries();
        let pages = encoding.payload_len(space.entries()).div_ceil(PAGE_BYTES.into());
        Header::new(space, encoding, histogram, (0..).take(pages as usize).collect()).unwrap()
    }

    #[test]
    fn headers_round_trip_with_the_predicted_length() {
        for header in [
            header(2, 2, &[1, 2, 3], 7, Encoding::Mod3),
            header(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8], 32, Encoding::Byte),
            header(5, 5, &[3, 4, 8], 1, Encoding::Byte),
            header(4, 4, &[1, 2, 3, 4, 5, 6], 255, Encoding::Byte),
            zero_aware_header(3, 3, &[1, 2, 5, 6], Encoding::Bit),
            zero_aware_header(5, 5, &[3, 4, 8], Encoding::Byte),
            zero_aware_header(3, 4, &[1, 2, 5, 6], Encoding::Bit),
            multi_tile_header(),
        ] {
            let bytes = encode(&header, 8192);
            assert_eq!(bytes.len(), encoded_len(&header));
            assert_eq!(decode(&bytes, 8192), Ok(header));
            assert!(decode(&bytes, 4096).is_err() && decode(&bytes[1..], 8192).is_err());
        }
    }

    /// Tests a full table, a pattern, and a zero-aware pattern.
    #[test]
    fn a_header_with_an_unsupported_encoding_is_refused() {
        for (header, held, of_others) in [
            (
                header(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8], 32, Encoding::Byte),
                &[0, 2][..],
                &["for a full board"][..],
            ),
            (header(3, 3, &[1, 2, 5, 6], 32, Encoding::Byte), &[0], &["mod3", "for other patterns"]),
            (zero_aware_header(3, 3, &[1, 2, 5, 6], Encoding::Byte), &[0, 3], &["mod3"]),
        ] {
            let mut bytes = encode(&header, 4096);
            let place = 2 + (8 + 9) + (8 + header.pattern().tiles().len()) + 1;
            let refused: Vec<(u8, String)> = [0, 2, 3]
                .into_iter()
                .filter_map(|code| {
                    bytes[place] = code;
                    let error = decode(&bytes, 4096).err().filter(|_| !held.contains(&code))?;
                    Some((code, error.to_string()))
                })
                .collect();
            assert_eq!(refused.len(), 3 - held.len());
            for ((code, error), expected) in refused.iter().zip(of_others) {
                assert!(error.contains("encoding is for") && error.contains(expected), "{code}: {error}");
            }
            bytes[place] = Encoding::CODE_OF_PACKED;
            assert_eq!(decode(&bytes, 4096), Err(FormatError::PackedEncoding));
        }
    }

    /// Tests the metrics of a full table, a pattern, and a zero-aware pattern, and an unknown one.
    #[test]
    fn a_header_of_another_metric_is_refused() {
        for (header, metric) in [
            (header(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8], 32, Encoding::Byte), 0),
            (header(3, 3, &[1, 2, 5, 6], 32, Encoding::Byte), 1),
            (zero_aware_header(3, 3, &[1, 2, 5, 6], Encoding::Byte), 2),
            (multi_tile_header(), 3),
        ] {
            let mut bytes = encode(&header, 4096);
            let place = 2 + (8 + 9) + (8 + header.pattern().tiles().len());
            assert_eq!((bytes[place], header.unit().code()), (metric, metric));
            for other in (0..=u8::MAX).filter(|other| *other != metric) {
                bytes[place] = other;
                // The metric of a full table is a fact that only the header knows.
                if metric % 3 == 0 && other % 3 == 0 && other <= 3 {
                    let read = decode(&bytes, 4096).unwrap();
                    assert_eq!(read.unit().code(), other);
                    continue;
                }
                let found = decode(&bytes, 4096).unwrap_err().to_string();
                let expected = match other {
                    2 if metric == 0 || metric == 3 => "zero-aware only applies to patterns",
                    3 if metric == 1 => "the multi-tile metric is for full tables",
                    0..=2 if metric != 2 && other < 2 => {
                        "its sizes, metric or order of tiles do not fit its pattern"
                    }
                    0..=3 => "its histogram does not count",
                    _ => "it names an unknown metric",
                };
                assert!(found.contains(expected), "{metric} as {other}: {found}");
            }
        }
    }
}
