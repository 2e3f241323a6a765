//! Memory in large pages.

use std::io;

use memmap2::MmapMut;

/// Returns zeroed memory, in large pages where the system has them. A search reads at random, and
/// with small pages it would mostly wait for address translation.
pub(in crate::search::pdb) fn zeros(len: usize) -> io::Result<MmapMut> {
    let map = MmapMut::map_anon(len)?;
    // A failure is ignored: without large pages, the memory is only slower.
    #[cfg(target_os = "linux")]
    let _is_advised = map.advise(memmap2::Advice::HugePage);
    Ok(map)
}
