//! Prefetches bytes that will be read soon.
//!
//! A search with large tables would mostly wait for memory. These waits overlap if everything that
//! the successors of several states need is prefetched before the first of it is used. Without a
//! suitable instruction, this does nothing.

/// Prefetches the cache line of a byte, if that byte exists.
#[inline(always)]
pub(in crate::search::pdb) fn byte(bytes: &[u8], place: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(byte) = bytes.get(place) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[expect(unsafe_code, reason = "an intrinsic that has no safe form")]
        // SAFETY: every x86-64 processor has the instruction, which has no effect but on the
        // caches, whatever the address; this one is that of a byte.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(byte).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _nothing_is_done = (bytes, place);
}
