//! Access to memory of C: arrays, strings, and places for results. Pointers from C are dereferenced
//! only here.
//!
//! Pointers are checked as far as possible: NULL, misaligned, or a length that no array can have.
//! Whether the memory behind a pointer is large enough can't be checked; it is a safety condition
//! of each constructor. Results are written through raw pointers, never through references: if a
//! caller lets two places overlap, only the results are wrong.

use std::ffi::{CStr, c_char};
use std::mem;

use crate::failure::Failure;
use crate::status::Status;

/// Checks a pointer to `len` values.
fn check<T>(start: *const T, len: usize, what: &str) -> Result<(), Failure> {
    if start.is_null() {
        return Err(Failure::new(Status::NullPointer, format!("{what} is NULL")));
    }
    if !start.is_aligned() {
        let text = format!(
            "{what} is not aligned: expected a multiple of {}, found {start:p}",
            mem::align_of::<T>()
        );
        return Err(Failure::new(Status::Misaligned, text));
    }
    let bytes = len.checked_mul(mem::size_of::<T>()).filter(|bytes| isize::try_from(*bytes).is_ok());
    // An array that would wrap around the address space indicates a negative length.
    if bytes.and_then(|bytes| start.addr().checked_add(bytes)).is_none() {
        return Err(Failure::new(
            Status::BadArgument,
            format!("the length of {what} is not possible for an array: {len}"),
        ));
    }
    Ok(())
}

/// An input array. The pointer is ignored if the length is 0.
///
/// # Safety
/// If `start` is not NULL, it must point to `len` values, which must not change while the slice is
/// in use.
pub(crate) unsafe fn array<'a, T>(start: *const T, len: usize, what: &str) -> Result<&'a [T], Failure> {
    if len == 0 {
        return Ok(&[]);
    }
    check(start, len, what)?;
    // SAFETY: not NULL, aligned, and of a valid length; the rest is guaranteed by the caller.
    Ok(unsafe { std::slice::from_raw_parts(start, len) })
}

/// A string with a terminating zero.
///
/// # Safety
/// If `start` is not NULL, it must point to a string with a terminating zero, which must not change
/// while the result is in use.
pub(crate) unsafe fn text<'a>(start: *const c_char, what: &str) -> Result<&'a str, Failure> {
    check(start, 1, what)?;
    // SAFETY: not NULL; the rest is guaranteed by the caller.
    let bytes = unsafe { CStr::from_ptr(start) };
    bytes.to_str().map_err(|error| Failure::new(Status::BadText, format!("{what} is not UTF-8: {error}")))
}

/// A place for one result.
#[derive(Debug)]
pub(crate) struct OutPointer<T>(*mut T);

impl<T: Copy> OutPointer<T> {
    /// # Safety
    /// If `place` is not NULL, it must be writable as long as the `OutPointer` is in use.
    pub(crate) unsafe fn new(place: *mut T, what: &str) -> Result<Self, Failure> {
        check(place, 1, what)?;
        Ok(Self(place))
    }

    /// Like [`new`](Self::new), but returns `None` for NULL.
    ///
    /// # Safety
    /// As for [`new`](Self::new).
    pub(crate) unsafe fn wanted(place: *mut T, what: &str) -> Result<Option<Self>, Failure> {
        // SAFETY: guaranteed by the caller.
        if place.is_null() { Ok(None) } else { unsafe { Self::new(place, what) }.map(Some) }
    }

    pub(crate) fn put(&self, value: T) {
        // SAFETY: `check` has excluded NULL and misaligned pointers; the caller of `new` guarantees
        // the rest.
        unsafe { self.0.write(value) }
    }
}

/// An output array.
#[derive(Debug)]
pub(crate) struct Buffer<T> {
    start: *mut T,
    capacity: usize,
    what: &'static str,
}

impl<T: Copy> Buffer<T> {
    /// Creates a buffer. NULL with capacity 0 is a buffer that only queries the size of the result.
    ///
    /// # Safety
    /// If `start` is not NULL, there must be room for `capacity` values as long as the buffer is in
    /// use.
    pub(crate) unsafe fn new(start: *mut T, capacity: usize, what: &'static str) -> Result<Self, Failure> {
        if capacity > 0 || !start.is_null() {
            check(start, capacity, what)?;
        }
        Ok(Self { start, capacity, what })
    }

    /// Whether the buffer overlaps an array.
    pub(crate) fn overlaps<U>(&self, array: &[U]) -> bool {
        let own = self.start.addr()..self.start.addr() + self.capacity * mem::size_of::<T>();
        let other = array.as_ptr().addr()..array.as_ptr().addr() + mem::size_of_val(array);
        own.start < other.end && other.start < own.end
    }

    /// Whether the buffer only queries the size of the result.
    pub(crate) fn only_asks(&self) -> bool {
        self.start.is_null()
    }

    pub(crate) fn check_room(&self, len: usize) -> Result<(), Failure> {
        if len <= self.capacity {
            return Ok(());
        }
        let text = format!("{} is too small: capacity {}, needs {len}", self.what, self.capacity);
        Err(Failure::new(Status::ShortBuffer, text))
    }

    /// Writes a value at a position within [the capacity](Self::check_room).
    ///
    /// # Panics
    /// If `place` is not below the capacity.
    pub(crate) fn put(&self, place: usize, value: T) {
        assert!(place < self.capacity, "{} has no place {place}", self.what);
        // SAFETY: within the capacity, therefore not NULL, and aligned; the caller of `new`
        // guarantees the rest.
        unsafe { self.start.add(place).write(value) }
    }

    /// Writes the values and their number. The number is written even if the buffer is too small.
    pub(crate) fn fill(&self, values: &[T], len: Option<&OutPointer<usize>>) -> Result<(), Failure> {
        self.fill_and_end(values, &[], len)
    }

    fn fill_and_end(&self, values: &[T], end: &[T], len: Option<&OutPointer<usize>>) -> Result<(), Failure> {
        // Before the check: a caller whose buffer is too small needs the length.
        if let Some(len) = len {
            len.put(values.len());
        }
        if self.only_asks() {
            return Ok(());
        }
        self.check_room(values.len() + end.len())?;
        for (place, value) in values.iter().chain(end).enumerate() {
            self.put(place, *value);
        }
        Ok(())
    }
}

impl Buffer<c_char> {
    /// Writes a string with a terminating zero, which is not counted in the length.
    pub(crate) fn fill_text(&self, text: &str, len: Option<&OutPointer<usize>>) -> Result<(), Failure> {
        let letters: Vec<c_char> = text.bytes().map(|byte| byte as c_char).collect();
        self.fill_and_end(&letters, &[0], len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_pointers_are_rejected() {
        let numbers = [1_i32, 2, 3];
        let status = |start: *const i32, len| {
            // SAFETY: no length that passes the check is longer than the array.
            unsafe { array(start, len, "numbers") }.map(<[i32]>::len).map_err(|failure| failure.status)
        };
        assert_eq!(status(numbers.as_ptr(), 3), Ok(3));
        assert_eq!(status(std::ptr::null(), 0), Ok(0));
        assert_eq!(status(std::ptr::null(), 1), Err(Status::NullPointer));
        assert_eq!(status(numbers.as_ptr().wrapping_byte_add(1), 1), Err(Status::Misaligned));
        for len in [usize::MAX, usize::MAX / 4, usize::MAX / 8 + 1, isize::MAX as usize / 4 + 1] {
            assert_eq!(status(numbers.as_ptr(), len), Err(Status::BadArgument), "{len}");
        }
    }

    #[test]
    fn a_buffer_reports_the_required_size_and_is_not_overrun() {
        let mut room = [9_u8; 4];
        let mut len = 77_usize;
        // SAFETY: the memory has the stated size and outlives the buffers.
        let (asking, short, full, place) = unsafe {
            (
                Buffer::<u8>::new(std::ptr::null_mut(), 0, "room").unwrap(),
                Buffer::new(room.as_mut_ptr(), 2, "room").unwrap(),
                Buffer::new(room.as_mut_ptr(), 3, "room").unwrap(),
                OutPointer::new(&raw mut len, "length").unwrap(),
            )
        };
        assert!(asking.fill(&[1, 2, 3], Some(&place)).is_ok());
        assert_eq!(len, 3);
        let failure = short.fill(&[1, 2, 3], Some(&place)).unwrap_err();
        assert_eq!(failure.text, "room is too small: capacity 2, needs 3");
        assert_eq!(room, [9; 4], "nothing is written");
        full.fill(&[1, 2, 3], None).unwrap();
        assert_eq!(room, [1, 2, 3, 9]);
        assert!(full.overlaps(&room[2..]) && !full.overlaps(&room[3..]) && !asking.overlaps(&room));
    }
}
