//! A mapped file that was cut while it is read: on Unix a signal, and here a mark instead of the end of the process.
//!
//! A read behind the end of a file that was mapped when it was longer, or on a disk that fails, gives SIGBUS. The handler
//! looks whether the address lies in a file that is watched. If so, it marks the file as lost, maps zeros over the whole of
//! it, and returns, so that the read goes on. Whoever reads a watched file looks at the mark *after* each read, and drops
//! what was read if it is set. Any other SIGBUS is given back to who had the handler before.
//!
//! The handler does nothing but what a handler may: it reads and writes atomic numbers, and makes two system calls.
//! Windows needs none of this: there a file that is mapped can't be cut.

#[cfg(unix)]
pub(crate) use watch::{Watched, catch};

/// On other systems nothing can be lost.
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

    /// Addresses where a file may be mapped.
    #[derive(Debug)]
    struct Place {
        is_taken: AtomicBool,
        start: AtomicUsize,
        /// In bytes; 0 as long as nothing is mapped here.
        len: AtomicUsize,
        is_lost: AtomicBool,
    }

    /// So many files are watched at once. A fixed number, so that the handler has no list to walk that may be changing.
    static PLACES: [Place; 64] = [const { Place::empty() }; 64];

    /// What handled SIGBUS before.
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

        /// If the address lies here: marks the file as lost, and puts zeros in its place. Called by the handler.
        #[expect(unsafe_code, reason = "the mapping is replaced; the argument stands at the call")]
        fn lose(&self, address: usize) -> bool {
            let (start, len) = (self.start.load(Ordering::SeqCst), self.len.load(Ordering::SeqCst));
            if !(start..start.saturating_add(len)).contains(&address) {
                return false;
            }
            // Before the zeros: whoever sees one of them sees the mark as well.
            self.is_lost.store(true, Ordering::SeqCst);
            let flags = libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_FIXED | libc::MAP_NORESERVE;
            // SAFETY: the range is one that `Watched::new` was given, so a live `Mmap` owns all of it: as `len` is not 0, its
            // `Watched` was not dropped. It stays mapped for reading, and unmapping it later is as before.
            let zeros =
                unsafe { libc::mmap(ptr::without_provenance_mut(start), len, libc::PROT_READ, flags, -1, 0) };
            zeros != libc::MAP_FAILED
        }
    }

    /// A mapped file that is watched as long as this lives. It must be dropped before the file is unmapped.
    #[derive(Debug)]
    pub(crate) struct Watched(&'static Place);

    impl Watched {
        /// Watches the bytes of a mapped file. None if too many are watched.
        pub(crate) fn new(bytes: &[u8]) -> Option<Self> {
            let place = PLACES.iter().find(|place| !place.is_taken.swap(true, Ordering::SeqCst))?;
            place.is_lost.store(false, Ordering::SeqCst);
            place.start.store(bytes.as_ptr().addr(), Ordering::SeqCst);
            place.len.store(bytes.len(), Ordering::SeqCst);
            Some(Self(place))
        }

        /// Is what was read before this call perhaps not the file's? Looked at after every read.
        #[inline]
        pub(crate) fn is_lost(&self) -> bool {
            // The read must not be moved behind the look, by the compiler or the processor.
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
        // SAFETY: with SA_SIGINFO the system passes a valid `siginfo_t`, and of SIGBUS it has an address.
        let address = unsafe { (*info).si_addr() }.addr();
        if !PLACES.iter().any(|place| place.lose(address))
            && let Some(before) = BEFORE.get()
        {
            #[expect(unsafe_code, reason = "handlers are set by an unsafe call; the argument stands there")]
            // SAFETY: `before` is what the system said of the handler before. The read that failed fails again, and finds it.
            let _it_was_valid_then = unsafe { libc::sigaction(libc::SIGBUS, before, ptr::null_mut()) };
        }
    }

    /// Sets the handler, once.
    pub(crate) fn catch() -> io::Result<()> {
        if BEFORE.get().is_some() {
            return Ok(());
        }
        #[expect(unsafe_code, reason = "handlers are set by unsafe calls; the argument stands there")]
        // SAFETY: all zeros is a valid `sigaction`. The first call only asks for the handler that is set. The one that the
        // second sets is sound wherever the signal comes, as the module's page says; it runs on the stack that is meant for
        // handlers, where there is one, and is told of the address.
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
