//! The bytes of a table, mapped or in memory. Here is all the unsafe code there is: the mapping of a file.

use std::fmt;
use std::fs::File;
use std::io;

use memmap2::{Mmap, MmapOptions};

/// The bytes of a whole table file. Both kinds are an address and a length, so reading them costs the same.
pub(super) enum Bytes {
    /// A file.
    Mapped(Mmap),
    /// Memory of our own.
    Owned(Box<[u8]>),
}

impl Bytes {
    /// Maps a whole file for reading. With `populate` its pages are brought in at once, which is quicker than one fault
    /// after the other for a file that will be read from end to end.
    #[expect(unsafe_code, reason = "mapping a file is unsafe by nature; the argument stands at the call")]
    pub(super) fn map(file: &File, populate: bool) -> io::Result<Self> {
        let mut options = MmapOptions::new();
        if populate {
            options.populate();
        }
        // SAFETY: a map is sound as long as nobody changes the file's bytes, or cuts the file, while it is mapped.
        // This program keeps to that: it never changes a table in place, but puts a new file under the name
        // (`AtomicFile`), and a map keeps the file that it was made from. That no other program breaks it can't be
        // checked. `Table::open` says that it trusts the file system so far, and names `Table::read`, which need not.
        let map = unsafe { options.map(file)? };
        Ok(Self::Mapped(map))
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Owned(bytes) => bytes,
        }
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self {
            Self::Mapped(_) => "mapped",
            Self::Owned(_) => "in memory",
        };
        write!(f, "{} bytes, {kind}", self.as_slice().len())
    }
}
