//! [`BodyChunks`]: the body of a file, made chunk by chunk.

use std::borrow::Cow;
use std::fmt;

/// The chunks of a file's body that a process holds.
///
/// A chunk is made each time it is used, since memory may not suffice to hold all of them beside
/// their source. The chunks of all processes together cover the body exactly once.
pub(crate) trait BodyChunks: fmt::Debug + Send + Sync {
    /// Returns the number of chunks.
    fn count(&self) -> usize;

    /// Returns a chunk, and its offset in the body.
    fn chunk(&self, number: usize) -> (u64, Cow<'_, [u8]>);
}

/// Forwards to borrowed chunks.
impl<P: BodyChunks + ?Sized> BodyChunks for &P {
    fn count(&self) -> usize {
        (**self).count()
    }

    fn chunk(&self, number: usize) -> (u64, Cow<'_, [u8]>) {
        (**self).chunk(number)
    }
}
