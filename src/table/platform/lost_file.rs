//! Mapped files that are truncated while in use, or lie on a failing disk.
//!
//! On Unix, such a read raises SIGBUS, which usually ends the process. The handler installed here
//! checks whether the address belongs to a watched file. If so, it marks the file as lost, maps
//! zeros over all of it, and returns, so that the read continues. Readers of a watched file check
//! the mark *after* each read, and discard what was read if it is set. So a read needs no lock and
//! no system call. At any other SIGBUS, the previous handler is reinstalled and the read is
//! repeated; from then on, files are no longer watched.
//!
//! The handler is restricted to what handlers may do: it reads and writes atomics, and makes two
//! system calls. Windows needs none of this, since mapped files cannot be truncated there.

#[cfg(unix)]
pub(crate) use watch::{Watched, install_handler};

/// On other systems, no file can be lost.
#[cfg(not(unix))]
#[derive(Debug)]
pub(crate) struct Watched;

#[cfg(not(unix))]
impl Watched {
    pub(crate) const fn new(_bytes: &[u8]) -> Option<Self> {
        Some(Self)
    }

    pub(crate) const fn is_lost(&self) -> bool {
        false
    }
}

#[cfg(not(unix))]
pub(crate) const fn install_handler() -> std::io::Result<()> {
    Ok(())
}

#[cfg(unix)]
mod watch {
    use std::ops::Range;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering, fence};
    use std::{io, ptr};

    /// The addresses of a mapped file.
    #[derive(Debug)]
    struct Slot {
        is_taken: AtomicBool,
        start: AtomicUsize,
        /// Length in bytes; 0 if no file is mapped here. Set after `start`.
        len: AtomicUsize,
        /// Number of files that used this slot before.
        earlier_files: AtomicUsize,
        is_lost: AtomicBool,
    }

    /// Slots for files that are watched at the same time. The number is fixed, so that the handler
    /// does not walk a list that may be changing.
    static SLOTS: [Slot; 64] = [const { Slot::empty() }; 64];

    /// The previous handler of SIGBUS. Set before the handler that reads it is installed.
    static PREVIOUS_HANDLER: OnceLock<libc::sigaction> = OnceLock::new();

    impl Slot {
        const fn empty() -> Self {
            Self {
                is_taken: AtomicBool::new(false),
                start: AtomicUsize::new(0),
                len: AtomicUsize::new(0),
                earlier_files: AtomicUsize::new(0),
                is_lost: AtomicBool::new(false),
            }
        }

        /// The addresses of the file, or `None` if another thread has given the slot to another
        /// file in the meantime. The file that this thread reads is still mapped, so it is not in
        /// such a slot.
        fn addresses(&self) -> Option<Range<usize>> {
            let earlier_files = self.earlier_files.load(Ordering::SeqCst);
            // In this order: if the length is not 0, the start has been set, too.
            let len = self.len.load(Ordering::SeqCst);
            let start = self.start.load(Ordering::SeqCst);
            let is_same_file = self.earlier_files.load(Ordering::SeqCst) == earlier_files;
            is_same_file.then(|| start..start.saturating_add(len))
        }

        /// If the address belongs to this file, marks it as lost, and replaces it by zeros. Called
        /// by the handler.
        #[expect(unsafe_code, reason = "the mapping is replaced; see the SAFETY comment")]
        fn mark_lost_and_map_zeros(&self, address: usize) -> bool {
            let Some(addresses) = self.addresses().filter(|addresses| addresses.contains(&address)) else {
                return false;
            };
            // Set before the zeros appear, so that whoever reads one of them also sees the mark.
            self.is_lost.store(true, Ordering::SeqCst);
            let flags = libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_FIXED | libc::MAP_NORESERVE;
            let start = ptr::without_provenance_mut(addresses.start);
            // SAFETY: the range is that of one file, and was mapped when it was loaded. It contains
            // the address that this thread was reading when the signal was raised, so this thread
            // is inside a read of this file, and its `Mmap` cannot be dropped before the handler
            // returns. The range stays mapped for reading, and can be unmapped as before.
            let zeros = unsafe { libc::mmap(start, addresses.len(), libc::PROT_READ, flags, -1, 0) };
            zeros != libc::MAP_FAILED
        }
    }

    /// Watches a mapped file until it is dropped, which must happen before the file is unmapped.
    #[derive(Debug)]
    pub(crate) struct Watched(&'static Slot);

    impl Watched {
        /// Watches the bytes of a mapped file. Returns `None` if too many files are being watched.
        pub(crate) fn new(bytes: &[u8]) -> Option<Self> {
            let slot = SLOTS.iter().find(|slot| !slot.is_taken.swap(true, Ordering::SeqCst))?;
            slot.is_lost.store(false, Ordering::SeqCst);
            slot.start.store(bytes.as_ptr().addr(), Ordering::SeqCst);
            slot.len.store(bytes.len(), Ordering::SeqCst);
            Some(Self(slot))
        }

        /// Whether bytes read before this call may be zeros instead of the file's. To be checked
        /// after every read.
        #[inline]
        pub(crate) fn is_lost(&self) -> bool {
            // Keeps the compiler and the processor from moving the read past the check.
            fence(Ordering::Acquire);
            self.0.is_lost.load(Ordering::Relaxed)
        }
    }

    impl Drop for Watched {
        fn drop(&mut self) {
            self.0.len.store(0, Ordering::SeqCst);
            self.0.earlier_files.fetch_add(1, Ordering::SeqCst);
            self.0.is_taken.store(false, Ordering::SeqCst);
        }
    }

    extern "C" fn on_bus_error(_: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
        #[expect(unsafe_code, reason = "the handler reads what the system gives it; see the SAFETY comment")]
        // SAFETY: with SA_SIGINFO, the system passes a valid `siginfo_t`, and for SIGBUS it has an
        // address.
        let address = unsafe { (*info).si_addr() }.addr();
        if !SLOTS.iter().any(|slot| slot.mark_lost_and_map_zeros(address))
            && let Some(previous) = PREVIOUS_HANDLER.get()
        {
            #[expect(unsafe_code, reason = "handlers are set by an unsafe call; see the SAFETY comment")]
            // SAFETY: `previous` is the previous handler as returned by the system. The failed read
            // is repeated, and reaches that handler.
            let _it_was_valid_then = unsafe { libc::sigaction(libc::SIGBUS, previous, ptr::null_mut()) };
        }
    }

    /// Installs the handler on the first call. Every call returns the first call's result, once
    /// installation has finished.
    pub(crate) fn install_handler() -> io::Result<()> {
        /// The system's error number, if the first call failed.
        static INSTALLED: OnceLock<Result<(), i32>> = OnceLock::new();
        INSTALLED.get_or_init(replace_handler).map_err(io::Error::from_raw_os_error)
    }

    fn replace_handler() -> Result<(), i32> {
        #[expect(unsafe_code, reason = "handlers are set by unsafe calls; see the SAFETY comment")]
        // SAFETY: all zeros is a valid `sigaction`. The first call only queries the current
        // handler. The handler installed by the second call is sound at any time, as explained in
        // the module's documentation. It runs on the alternate signal stack, if there is one, and
        // receives the address.
        let is_installed = unsafe {
            let mut previous: libc::sigaction = std::mem::zeroed();
            let queried = libc::sigaction(libc::SIGBUS, ptr::null(), &raw mut previous);
            let mut ours: libc::sigaction = std::mem::zeroed();
            ours.sa_sigaction = on_bus_error as *const () as usize;
            ours.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            queried == 0
                && PREVIOUS_HANDLER.set(previous).is_ok()
                && libc::sigaction(libc::SIGBUS, &raw const ours, ptr::null_mut()) == 0
        };
        if is_installed { Ok(()) } else { Err(io::Error::last_os_error().raw_os_error().unwrap_or_default()) }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn no_call_returns_before_the_handler_is_installed() {
            let is_installed = || {
                install_handler().unwrap();
                #[expect(unsafe_code, reason = "handlers are queried by an unsafe call")]
                // SAFETY: all zeros is a valid `sigaction`, and the call only queries the handler.
                let current = unsafe {
                    let mut current: libc::sigaction = std::mem::zeroed();
                    assert_eq!(libc::sigaction(libc::SIGBUS, ptr::null(), &raw mut current), 0);
                    current
                };
                current.sa_sigaction == on_bus_error as *const () as usize
            };
            std::thread::scope(|scope| {
                let calls: Vec<_> = (0..8).map(|_| scope.spawn(is_installed)).collect();
                assert!(calls.into_iter().all(|call| call.join().unwrap()));
            });
        }

        #[test]
        fn a_slot_has_the_addresses_of_its_newest_file() {
            let slot = Slot::empty();
            assert_eq!(slot.addresses(), Some(0..0));
            slot.start.store(64, Ordering::SeqCst);
            slot.len.store(8, Ordering::SeqCst);
            assert_eq!(slot.addresses(), Some(64..72));
            assert!(!slot.mark_lost_and_map_zeros(72));
        }
    }
}
