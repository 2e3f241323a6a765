//! Memory in large pages.

use std::io;

use memmap2::MmapMut;

/// Zeros, in large pages where the system has them: a search reads here and there, and with small ones it would look
/// for the pages most of the time.
pub(super) fn zeros(len: usize) -> io::Result<MmapMut> {
    let map = MmapMut::map_anon(len)?;
    // What can't be had is not missed but by its speed.
    #[cfg(target_os = "linux")]
    let _is_advised = map.advise(memmap2::Advice::HugePage);
    Ok(map)
}
