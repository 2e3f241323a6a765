//! How a mapped file is going to be read, so that the system reads neither too much of it from the disk nor too little.
//!
//! It is advice: where the system knows none, or does not take it, reads are slower and no less right.

use std::ops::Range;

use memmap2::Mmap;

/// Here and there: what lies around a place is not to be read with it. (A system that reads 8 MB ahead has read 480 MB of a
/// table of 10.9 GB for one answer.)
#[cfg(unix)]
pub(crate) fn reads_are_scattered(map: &Mmap) {
    let _untaken = map.advise(memmap2::Advice::Random);
}

/// These bytes, one after the other.
#[cfg(unix)]
pub(crate) fn reads_are_in_order(map: &Mmap, bytes: Range<usize>) {
    let _untaken = map.advise_range(memmap2::Advice::Normal, bytes.start, bytes.len());
}

/// All of these bytes, and soon: they are read at once, and not page by page.
#[cfg(unix)]
pub(crate) fn will_read(map: &Mmap, bytes: Range<usize>) {
    let _untaken = map.advise_range(memmap2::Advice::WillNeed, bytes.start, bytes.len());
}

#[cfg(not(unix))]
pub(crate) fn reads_are_scattered(_: &Mmap) {}

#[cfg(not(unix))]
pub(crate) fn reads_are_in_order(_: &Mmap, _: Range<usize>) {}

#[cfg(not(unix))]
pub(crate) fn will_read(_: &Mmap, _: Range<usize>) {}
