//! The format in which processes send rows of words: non-zero words and their positions.
//!
//! The first byte of a row is 0 if all words are 0, 2 if all words follow (eight bytes each), and 1
//! for a sparse row. A sparse row is a sequence of groups, of eight words each; groups of zeros are
//! skipped. A group starts with the number of groups skipped before it plus one, as a
//! variable-length integer of seven bits per byte. A byte that marks the non-zero words comes next,
//! and then those words. A 0 ends the row. A lone word takes ten bytes.

/// Number of words in a group, whose non-zero words one byte marks.
const WORDS_PER_GROUP: usize = 8;
const WORD_BYTES: usize = 8;

const EMPTY: u8 = 0;
const SPARSE: u8 = 1;
const WHOLE: u8 = 2;

/// Appends a row: as a whole if at most one word in eight is 0, else as empty or sparse.
pub(in crate::generate) fn write_row(words: &[u64], bytes: &mut Vec<u8>) {
    let zeros = words.iter().filter(|word| **word == 0).count();
    if zeros == words.len() {
        bytes.push(EMPTY);
    } else if zeros <= words.len() / WORDS_PER_GROUP {
        write_whole_row(words, bytes);
    } else {
        write_sparse_row(words, bytes);
    }
}

/// Appends all words of a row, for rows that this process reads again soon and does not send.
pub(in crate::generate) fn write_whole_row(words: &[u64], bytes: &mut Vec<u8>) {
    bytes.push(WHOLE);
    bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
}

fn write_sparse_row(words: &[u64], bytes: &mut Vec<u8>) {
    bytes.push(SPARSE);
    let mut skipped = 0_usize;
    for group in words.chunks(WORDS_PER_GROUP) {
        let mut found = [0; 1 + WORDS_PER_GROUP * WORD_BYTES];
        let mut end = 1;
        for (nth, word) in group.iter().enumerate().filter(|(_, word)| **word != 0) {
            found[0] |= 1 << nth;
            found[end..end + WORD_BYTES].copy_from_slice(&word.to_le_bytes());
            end += WORD_BYTES;
        }
        if end == 1 {
            skipped += 1;
            continue;
        }
        write_number(skipped + 1, bytes);
        bytes.extend_from_slice(&found[..end]);
        skipped = 0;
    }
    bytes.push(0);
}

/// Reads a row from the front of `bytes`, and combines it with `words`, if any, by OR. The
/// result is `None` if the bytes end within the row or the row is longer than `len` words.
pub(in crate::generate) fn read_row(bytes: &mut &[u8], words: Option<&mut [u64]>, len: usize) -> Option<()> {
    match *bytes.split_off_first()? {
        EMPTY => Some(()),
        SPARSE => read_sparse_row(bytes, words, len),
        WHOLE => {
            let (found, _) = bytes.split_off(..WORD_BYTES * len)?.as_chunks();
            let words = words.unwrap_or_default().iter_mut();
            words.zip(found).for_each(|(word, found)| *word |= u64::from_le_bytes(*found));
            Some(())
        }
        _ => None,
    }
}

fn read_sparse_row(bytes: &mut &[u8], mut words: Option<&mut [u64]>, len: usize) -> Option<()> {
    let mut next = 0_usize;
    loop {
        let step = read_number(bytes)?;
        if step == 0 {
            return Some(());
        }
        let at = (step - 1).checked_mul(WORDS_PER_GROUP).and_then(|words| words.checked_add(next))?;
        let mask = *bytes.split_off_first()?;
        let there = mask.count_ones() as usize;
        let (found, _) = bytes.split_off(..WORD_BYTES * there)?.as_chunks::<WORD_BYTES>();
        let last = (u8::BITS - mask.leading_zeros()) as usize;
        if mask == 0 || at.checked_add(last).is_none_or(|end| end > len) {
            return None;
        }
        if let Some(words) = words.as_deref_mut() {
            let mut left = mask;
            for word in found {
                words[at + left.trailing_zeros() as usize] |= u64::from_le_bytes(*word);
                left &= left - 1;
            }
        }
        next = at + WORDS_PER_GROUP;
    }
}

fn write_number(mut number: usize, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_number(bytes: &mut &[u8]) -> Option<usize> {
    let mut number = 0;
    for shift in (0..usize::BITS).step_by(7) {
        let byte = *bytes.split_off_first()?;
        number |= usize::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Vec<u64>> {
        let mut random = fastrand::Rng::with_seed(3);
        let mut rows = vec![vec![], vec![0], vec![7], vec![0; 100], vec![u64::MAX; 64]];
        for (len, thinning) in [(9, 2), (336, 8), (5000, 300), (3024, 1)] {
            rows.push(
                (0..len).map(|_| if random.u32(0..thinning) == 0 { random.u64(..) } else { 0 }).collect(),
            );
        }
        rows
    }

    #[test]
    fn rows_round_trip() {
        let rows = rows();
        let mut bytes = Vec::new();
        rows.iter().for_each(|row| write_row(row, &mut bytes));
        let mut left = &bytes[..];
        for (nth, row) in rows.iter().enumerate() {
            let mut found = vec![1; row.len()];
            let wanted = nth % 3 != 1;
            read_row(&mut left, wanted.then_some(&mut found), row.len()).unwrap();
            let expected: Vec<u64> = row.iter().map(|word| if wanted { word | 1 } else { 1 }).collect();
            assert_eq!(found, expected);
        }
        assert!(left.is_empty());
    }

    /// Malformed rows neither panic nor write out of place.
    #[test]
    fn malformed_rows_do_not_panic() {
        let mut random = fastrand::Rng::with_seed(4);
        for row in rows() {
            let mut bytes = Vec::new();
            write_row(&row, &mut bytes);
            for end in 0..bytes.len().min(200) {
                let mut found = vec![0; row.len()];
                assert_eq!(read_row(&mut &bytes[..end], Some(&mut found), row.len()), None);
            }
            for _ in 0..200 {
                let mut bytes = bytes.clone();
                let at = random.usize(..bytes.len());
                bytes[at] = random.u8(..);
                let mut found = vec![0; row.len()];
                let _any = read_row(&mut &bytes[..], Some(&mut found), row.len());
            }
        }
    }
}
