//! The memory map: all the unsafe code there is.

#![expect(unsafe_code, reason = "mapping a file is unsafe by nature; the argument stands at the call")]

use std::fs::File;
use std::io;

use memmap2::{Mmap, MmapOptions};

/// Maps a whole file for reading. With `populate` its pages are brought in at once, which is quicker than
/// one fault after the other for a file that will be read from end to end.
pub(super) fn map(file: &File, populate: bool) -> io::Result<Mmap> {
    let mut options = MmapOptions::new();
    if populate {
        options.populate();
    }
    // SAFETY: a map is sound as long as nobody changes the file's bytes, or cuts the file, while it is
    // mapped. Tables are never changed in place: `TableImage::write_to` puts a new file under the name, and
    // a map keeps the file that it was made from. What the map is read as can't be made unsound by other
    // bytes than the writer's: it is a slice of `u8`, every value of which is valid, and every use of an
    // entry is checked. A foreign program that cuts a table short while it is in use can end this process
    // with SIGBUS; that is documented at `Table::open`.
    unsafe { options.map(file) }
}
