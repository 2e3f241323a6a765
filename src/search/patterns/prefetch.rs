//! Bytes that will be read soon, asked for before.
//!
//! A search by large tables would wait for memory most of its time. If all that the successors of some states need is asked
//! for before the first of it is used, these waits overlap. Where there is no such instruction nothing is done.

/// Has the cache line of a byte brought to the processor, if there is such a byte.
#[inline(always)]
pub(super) fn byte(bytes: &[u8], place: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(byte) = bytes.get(place) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[expect(unsafe_code, reason = "an intrinsic that has no safe form")]
        // SAFETY: every x86-64 processor has the instruction, which has no effect but on the caches, whatever the
        // address; this one is that of a byte.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(byte).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _nothing_is_done = (bytes, place);
}
