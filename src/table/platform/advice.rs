//! Advice to the system on how a mapped file will be read, so that it reads neither too much nor
//! too little ahead.
//!
//! Systems may ignore it; reads are then slower but still correct.

use std::ops::Range;

use memmap2::Mmap;

/// Announces scattered reads, for which read-ahead is useless: with 8 MB of it, one answer from a
/// 10.9 GB table read 480 MB.
#[cfg(unix)]
pub(crate) fn reads_are_scattered(map: &Mmap) {
    let _untaken = map.advise(memmap2::Advice::Random);
}

/// Announces that these bytes will be read in order.
#[cfg(unix)]
pub(crate) fn reads_are_in_order(map: &Mmap, bytes: Range<usize>) {
    let _untaken = map.advise_range(memmap2::Advice::Normal, bytes.start, bytes.len());
}

/// Announces that all of these bytes will be read soon, so that the system fetches them at once
/// instead of page by page.
#[cfg(unix)]
pub(crate) fn will_read(map: &Mmap, bytes: Range<usize>) {
    let _untaken = map.advise_range(memmap2::Advice::WillNeed, bytes.start, bytes.len());
}

/// Asks for large pages, where the system has them for files. They are also read at once: on ext4,
/// 1 GB that is not in memory is read in 2.3 s instead of 5.7 s.
#[cfg(target_os = "linux")]
pub(crate) fn use_large_pages(map: &Mmap) {
    let _untaken = map.advise(memmap2::Advice::HugePage);
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn use_large_pages(_: &Mmap) {}

#[cfg(not(unix))]
pub(crate) fn reads_are_scattered(_: &Mmap) {}

#[cfg(not(unix))]
pub(crate) fn reads_are_in_order(_: &Mmap, _: Range<usize>) {}

#[cfg(not(unix))]
pub(crate) fn will_read(_: &Mmap, _: Range<usize>) {}
