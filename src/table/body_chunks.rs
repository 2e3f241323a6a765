//! [`BodyChunks`]: the body of a file, made piece by piece.

use std::borrow::Cow;
use std::fmt;

/// The pieces of a file's body that a process holds.
///
/// A piece is made each time it is used, since memory may not suffice to hold all of them beside
/// their source. The pieces of all processes together cover the body exactly once.
pub(crate) trait BodyChunks: fmt::Debug + Send + Sync {
    /// Returns the number of pieces.
    fn count(&self) -> usize;

    /// Returns a piece, and its offset in the body.
    fn piece(&self, number: usize) -> (u64, Cow<'_, [u8]>);
}

/// Forwards to borrowed pieces.
impl<P: BodyChunks + ?Sized> BodyChunks for &P {
    fn count(&self) -> usize {
        (**self).count()
    }

    fn piece(&self, number: usize) -> (u64, Cow<'_, [u8]>) {
        (**self).piece(number)
    }
}
