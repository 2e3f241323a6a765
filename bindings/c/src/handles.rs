//! Handles: what C holds instead of pointers to objects. A handle reveals whether its object still
//! exists.
//!
//! A handle looks like a pointer but is not an address. It encodes the number of a slot, and a
//! *generation*: how many objects the slot has held so far. Freeing an object moves its slot to the
//! next generation, so a freed handle differs from that of the slot's next object. Handles of
//! another kind differ as well, and so do ordinary pointers, which do not start with the mark. A
//! mark inside the object could not detect this: after `free`, the memory may have any content, or
//! may be unmapped. A lookup costs one read of memory shared by all threads.

use std::collections::VecDeque;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::failure::Failure;
use crate::status::Status;

/// Maximum number of objects of one kind at a time.
const SLOTS: usize = 1 << 12;

/// Bit positions of the kind, the slot and the generation. The lowest bits are 0, as in addresses.
const KIND_SHIFT: u32 = 4;
const SLOT_SHIFT: u32 = 8;
const GENERATION_SHIFT: u32 = SLOT_SHIFT + SLOTS.ilog2();

/// Width and value of the mark, the highest bits of a handle. On 64-bit machines, no address starts
/// like this.
const MARK_BITS: u32 = if usize::BITS == 64 { 16 } else { 0 };
const MARK: usize = if usize::BITS == 64 { 0x7462_usize.wrapping_shl(usize::BITS - 16) } else { 0 };

/// Highest generation; the next one is 1 again.
const GENERATIONS: usize = (1 << (usize::BITS - MARK_BITS - GENERATION_SHIFT)) - 1;

/// The handles and objects of one kind.
#[derive(Debug)]
pub(crate) struct Handles<T> {
    kind: usize,
    /// The name of the kind in messages.
    name: &'static str,
    slots: [Slot<T>; SLOTS],
    vacant: Mutex<Vacant>,
}

/// A slot; `generation` is 0 while it is empty.
#[derive(Debug)]
struct Slot<T> {
    generation: AtomicUsize,
    object: AtomicPtr<T>,
}

impl<T> Slot<T> {
    const fn new() -> Self {
        Self { generation: AtomicUsize::new(0), object: AtomicPtr::new(ptr::null_mut()) }
    }
}

/// The empty slots: the freed ones with their next generations, and all slots from `unused` on. The
/// slot that was freed first is reused first, so that each generation lasts as long as possible.
#[derive(Debug)]
struct Vacant {
    freed: VecDeque<(usize, usize)>,
    unused: usize,
}

impl<T: Send + Sync> Handles<T> {
    /// Creates a table of handles; `kind` is a number below 16, different for each kind.
    pub(crate) const fn new(kind: usize, name: &'static str) -> Self {
        let slots = [const { Slot::new() }; SLOTS];
        Self { kind, name, slots, vacant: Mutex::new(Vacant { freed: VecDeque::new(), unused: 0 }) }
    }

    /// Stores an object and returns its handle.
    pub(crate) fn keep(&self, object: T) -> Result<*mut T, Failure> {
        let (number, generation) = self.take_slot()?;
        let slot = &self.slots[number];
        slot.object.store(Box::into_raw(Box::new(object)), Ordering::Relaxed);
        // Release: a thread that reads this generation must see the object.
        slot.generation.store(generation, Ordering::Release);
        Ok(self.handle(number, generation))
    }

    /// Returns the object of a handle.
    ///
    /// # Safety
    /// The handle must not be freed while the reference is in use.
    pub(crate) unsafe fn get<'a>(&self, handle: *const T) -> Result<&'a T, Failure> {
        // SAFETY: guaranteed by the caller.
        unsafe { self.find(handle) }.ok_or_else(|| self.no_handle(handle))
    }

    /// Like [`get`](Self::get), but returns `None` for an invalid handle. Never reads invalid
    /// memory.
    ///
    /// # Safety
    /// As for [`get`](Self::get).
    pub(crate) unsafe fn find<'a>(&self, handle: *const T) -> Option<&'a T> {
        let (slot, _) = self.slot_of(handle)?;
        // Relaxed suffices: `slot_of` has read the generation with Acquire.
        // SAFETY: the slot holds an object of this generation, which `keep` made from a box. Only
        // `free` removes it, which the caller guarantees does not happen now.
        Some(unsafe { &*slot.object.load(Ordering::Relaxed) })
    }

    /// Frees the object of a handle. Does nothing for NULL.
    ///
    /// # Safety
    /// No reference to the object may be in use.
    pub(crate) unsafe fn free(&self, handle: *mut T) -> Result<(), Failure> {
        if handle.is_null() {
            return Ok(());
        }
        // Claim the generation first, so that only one of several concurrent calls frees the
        // object.
        let claimed = self.slot_of(handle).filter(|(slot, generation)| {
            slot.generation.compare_exchange(*generation, 0, Ordering::AcqRel, Ordering::Relaxed).is_ok()
        });
        let Some((slot, generation)) = claimed else { return Err(self.no_handle(handle)) };
        let object = slot.object.swap(ptr::null_mut(), Ordering::Relaxed);
        // SAFETY: `keep` made the pointer from a box, and only one thread can have claimed the
        // generation.
        drop(unsafe { Box::from_raw(object) });
        let next = generation % GENERATIONS + 1;
        self.vacant().freed.push_back((self.slot_number(handle), next));
        Ok(())
    }

    /// Number of live objects.
    pub(crate) fn alive(&self) -> usize {
        let vacant = self.vacant();
        vacant.unused - vacant.freed.len()
    }

    fn vacant(&self) -> MutexGuard<'_, Vacant> {
        self.vacant.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_slot(&self) -> Result<(usize, usize), Failure> {
        let mut vacant = self.vacant();
        // Prefer unused slots: none of their handles has existed before.
        if vacant.unused < SLOTS {
            vacant.unused += 1;
            return Ok((vacant.unused - 1, 1));
        }
        vacant.freed.pop_front().ok_or_else(|| {
            let kinds = match self.name.split_once(" of ") {
                Some((set, of)) => format!("{set}s of {of}"),
                None => format!("{}s", self.name),
            };
            let text = format!("too many {kinds}: at most {SLOTS} can exist at once; free some");
            Failure::new(Status::OutOfMemory, text)
        })
    }

    fn handle(&self, slot: usize, generation: usize) -> *mut T {
        ptr::without_provenance_mut(
            MARK | generation << GENERATION_SHIFT | slot << SLOT_SHIFT | self.kind << KIND_SHIFT,
        )
    }

    fn slot_number(&self, handle: *const T) -> usize {
        handle.addr() >> SLOT_SHIFT & (SLOTS - 1)
    }

    /// The slot and the generation of a handle, if the slot holds an object of that generation.
    fn slot_of(&self, handle: *const T) -> Option<(&Slot<T>, usize)> {
        let number = self.slot_number(handle);
        let slot = &self.slots[number];
        let generation = slot.generation.load(Ordering::Acquire);
        (generation != 0 && self.handle(number, generation).cast_const() == handle)
            .then_some((slot, generation))
    }

    #[cold]
    fn no_handle(&self, handle: *const T) -> Failure {
        let name = self.name;
        if handle.is_null() {
            return Failure::new(Status::NullPointer, format!("the {name} is NULL"));
        }
        let text = format!("{handle:p} is not a {name}: the handle was already freed, or never was a {name}");
        Failure::new(Status::BadHandle, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static NUMBERS: Handles<AtomicUsize> = Handles::new(5, "number");
    static OTHERS: Handles<AtomicUsize> = Handles::new(6, "other");
    static FULL: Handles<usize> = Handles::new(7, "thing");

    fn value(handle: *const AtomicUsize) -> Result<usize, Status> {
        // SAFETY: the test frees nothing at the same time.
        unsafe { NUMBERS.get(handle) }
            .map(|number| number.load(Ordering::Relaxed))
            .map_err(|failure| failure.status)
    }

    #[test]
    fn freed_foreign_and_invalid_handles_are_rejected() {
        let one = NUMBERS.keep(AtomicUsize::new(1)).unwrap();
        let two = NUMBERS.keep(AtomicUsize::new(2)).unwrap();
        assert_eq!((value(one), value(two), NUMBERS.alive()), (Ok(1), Ok(2), 2));
        let other = OTHERS.keep(AtomicUsize::new(3)).unwrap();
        let own = AtomicUsize::new(4);
        for strange in [other.cast_const(), &raw const own, one.wrapping_byte_add(1), ptr::dangling()] {
            assert_eq!(value(strange), Err(Status::BadHandle));
        }
        assert_eq!(value(ptr::null()), Err(Status::NullPointer));
        // SAFETY: no reference is in use.
        unsafe {
            assert!(NUMBERS.free(one).is_ok());
            assert_eq!(NUMBERS.free(one).unwrap_err().status, Status::BadHandle);
            assert!(NUMBERS.free(ptr::null_mut()).is_ok());
            assert_eq!((value(one), value(two), NUMBERS.alive()), (Err(Status::BadHandle), Ok(2), 1));
            assert!(NUMBERS.free(two).is_ok() && OTHERS.free(other).is_ok());
        }
    }

    #[test]
    fn slots_are_limited_and_reused_under_new_handles() {
        let handles: Vec<_> = (0..SLOTS).map(|number| FULL.keep(number).unwrap()).collect();
        let failure = FULL.keep(0).unwrap_err();
        assert_eq!(failure.text, "too many things: at most 4096 can exist at once; free some");
        // SAFETY: no reference is in use.
        unsafe {
            FULL.free(handles[7]).unwrap();
            let again = FULL.keep(70).unwrap();
            assert_eq!(FULL.slot_number(again), FULL.slot_number(handles[7]));
            assert!(FULL.get(handles[7]).is_err());
            assert_eq!(*FULL.get(again).unwrap(), 70);
            assert_eq!(*FULL.get(handles[8]).unwrap(), 8);
        }
    }

    #[test]
    fn only_one_of_many_threads_frees_a_handle() {
        static SHARED: Handles<u8> = Handles::new(8, "byte");
        for _ in 0..200 {
            let handle = SHARED.keep(1).unwrap().addr();
            let freed = std::thread::scope(|scope| {
                let free = || {
                    // SAFETY: no reference is in use.
                    unsafe { SHARED.free(ptr::without_provenance_mut(handle)) }.is_ok()
                };
                let threads = [(); 3].map(|()| scope.spawn(free));
                threads.into_iter().map(|thread| usize::from(thread.join().unwrap())).sum::<usize>()
            });
            assert_eq!(freed, 1);
        }
        assert_eq!(SHARED.alive(), 0);
    }
}
