//! The header of a NumPy array, in version 1.0 of the file format.

use std::io::{self, Write};

/// Writes the header: magic, version, length, and a Python dictionary.
///
/// `item` is the item type as a Python expression, and `shape` the size of each axis. Pads the
/// dictionary so that the data begins at a multiple of 64 bytes.
///
/// # Errors
/// Errors of the writer.
pub(super) fn write_npy_header(item: &str, shape: &[u64], out: &mut impl Write) -> io::Result<()> {
    const BEFORE_DICTIONARY: usize = 10;
    // The trailing comma makes a single number in parentheses a tuple.
    let shape: String = shape.iter().map(|items| format!("{items}, ")).collect();
    let shape = shape.trim_end();
    let dictionary = format!("{{'descr': {item}, 'fortran_order': False, 'shape': ({shape}), }}");
    let header_len = (BEFORE_DICTIONARY + dictionary.len() + 1).next_multiple_of(64) - BEFORE_DICTIONARY;
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&u16::try_from(header_len).unwrap_or(u16::MAX).to_le_bytes())?;
    writeln!(out, "{dictionary:<width$}", width = header_len - 1)
}
