//! Mapped files that are truncated while in use. On Unix this raises a signal, which is turned into
//! a flag here instead of ending the process.
//!
//! A read beyond the end of a mapped file that was truncated, or from a failing disk, raises
//! SIGBUS. The handler checks whether the address belongs to a watched file. If so, it marks the
//! file as lost, maps zeros over all of it, and returns, so that the read continues. Readers of a
//! watched file check the mark *after* each read, and discard what was read if it is set. So a read
//! needs no lock and no system call. Any other SIGBUS goes to the previous handler.
//!
//! The handler is restricted to what handlers may do: it reads and writes atomics, and makes two
//! system calls. Windows needs none of this, since mapped files cannot be truncated there.

#[cfg(unix)]
pub(crate) use watch::{Watched, catch};

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
pub(crate) const fn catch() -> std::io::Result<()> {
    Ok(())
}

#[cfg(unix)]
mod watch {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering, fence};
    use std::{io, ptr};

    /// The addresses of a mapped file.
    #[derive(Debug)]
    struct Place {
        is_taken: AtomicBool,
        start: AtomicUsize,
        /// Length in bytes; 0 if no file is mapped here.
        len: AtomicUsize,
        is_lost: AtomicBool,
    }

    /// Slots for files that are watched at the same time. The number is fixed, so that the handler
    /// does not walk a list that may be changing.
    static PLACES: [Place; 64] = [const { Place::empty() }; 64];

    /// The previous handler of SIGBUS.
    static BEFORE: OnceLock<libc::sigaction> = OnceLock::new();

    impl Place {
        const fn empty() -> Self {
            Self {
                is_taken: AtomicBool::new(false),
                start: AtomicUsize::new(0),
                len: AtomicUsize::new(0),
                is_lost: AtomicBool::new(false),
            }
        }

        /// If the address belongs to this file, marks it as lost, and replaces it by zeros. Called
        /// by the handler.
        #[expect(unsafe_code, reason = "the mapping is replaced; the argument stands at the call")]
        fn lose(&self, address: usize) -> bool {
            let (start, len) = (self.start.load(Ordering::SeqCst), self.len.load(Ordering::SeqCst));
            if !(start..start.saturating_add(len)).contains(&address) {
                return false;
            }
            // Set before the zeros appear, so that whoever reads one of them also sees the mark.
            self.is_lost.store(true, Ordering::SeqCst);
            let flags = libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_FIXED | libc::MAP_NORESERVE;
            // SAFETY: the range was passed to `Watched::new`, so a live `Mmap` owns all of it:
            // `len` is not 0, so its `Watched` has not been dropped. The range stays mapped for
            // reading, and can be unmapped as before.
            let zeros =
                unsafe { libc::mmap(ptr::without_provenance_mut(start), len, libc::PROT_READ, flags, -1, 0) };
            zeros != libc::MAP_FAILED
        }
    }

    /// Watches a mapped file until it is dropped, which must happen before the file is unmapped.
    #[derive(Debug)]
    pub(crate) struct Watched(&'static Place);

    impl Watched {
        /// Watches the bytes of a mapped file. Returns `None` if too many files are being watched.
        pub(crate) fn new(bytes: &[u8]) -> Option<Self> {
            let place = PLACES.iter().find(|place| !place.is_taken.swap(true, Ordering::SeqCst))?;
            place.is_lost.store(false, Ordering::SeqCst);
            place.start.store(bytes.as_ptr().addr(), Ordering::SeqCst);
            place.len.store(bytes.len(), Ordering::SeqCst);
            Some(Self(place))
        }

        /// Whether bytes read before this call may not be the file's. To be checked after every
        /// read.
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
            self.0.is_taken.store(false, Ordering::SeqCst);
        }
    }

    extern "C" fn on_bus_error(_: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
        #[expect(
            unsafe_code,
            reason = "the handler reads what the system gives it; the argument stands at the call"
        )]
        // SAFETY: with SA_SIGINFO, the system passes a valid `siginfo_t`, and for SIGBUS it has an
        // address.
        let address = unsafe { (*info).si_addr() }.addr();
        if !PLACES.iter().any(|place| place.lose(address))
            && let Some(before) = BEFORE.get()
        {
            #[expect(unsafe_code, reason = "handlers are set by an unsafe call; the argument stands there")]
            // SAFETY: `before` is the previous handler as returned by the system. The failed read
            // is repeated, and reaches that handler.
            let _it_was_valid_then = unsafe { libc::sigaction(libc::SIGBUS, before, ptr::null_mut()) };
        }
    }

    /// Installs the handler, once.
    pub(crate) fn catch() -> io::Result<()> {
        if BEFORE.get().is_some() {
            return Ok(());
        }
        #[expect(unsafe_code, reason = "handlers are set by unsafe calls; the argument stands there")]
        // SAFETY: all zeros is a valid `sigaction`. The first call only queries the current
        // handler. The handler installed by the second call is sound at any time, as explained in
        // the module's documentation. It runs on the alternate signal stack, if there is one, and
        // receives the address.
        let (first, second) = unsafe {
            let mut before: libc::sigaction = std::mem::zeroed();
            let first = libc::sigaction(libc::SIGBUS, ptr::null(), &raw mut before);
            let mut ours: libc::sigaction = std::mem::zeroed();
            ours.sa_sigaction = on_bus_error as *const () as usize;
            ours.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            let is_first = first == 0 && BEFORE.set(before).is_ok();
            (
                first,
                if is_first { libc::sigaction(libc::SIGBUS, &raw const ours, ptr::null_mut()) } else { 0 },
            )
        };
        if first == 0 && second == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}
