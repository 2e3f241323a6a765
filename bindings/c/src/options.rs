//! Options of builds, and reports of their progress.

use std::ffi::c_void;
use std::ops::ControlFlow;

use tilebase::Interrupt;
use tilebase::generate::{Event, Generator};
use tilebase::solve::SolverBuilder;
use tilebase::space::Space;

use crate::failure::Failure;
use crate::objects::{self, Stop};
use crate::pointers::array;
use crate::status::Status;

/// Maximum number of threads; a larger number is taken for a mistake.
const MAX_THREADS: u32 = 1024;

/// A completed level of a build: all entries at one distance from the goal.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The distance from the goal, in moves.
    pub distance: u32,
    /// The number of entries at this distance.
    pub added: u64,
    /// The number of entries found so far, including this level.
    pub reached: u64,
    /// The number of all entries.
    pub entries: u64,
}

/// A function that is called after each level of a build, with the context of the options. It
/// returns true to continue, or false to end the build with `TB_STATUS_STOPPED`. It runs on the
/// calling thread or on one of the build's threads, which may differ between calls. Calls never
/// overlap. The function may call any function of this library. It must return: neither a C++
/// exception nor `longjmp` may leave it.
pub type OnLevel = Option<unsafe extern "C" fn(context: *mut c_void, level: *const Level) -> bool>;

/// The options of a build. A zeroed struct or NULL selects the defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BuildOptions {
    /// The memory limit of the build in bytes; 0 for none. Set a limit if the shape or pattern
    /// comes from untrusted input: on systems that overcommit memory, the kernel may kill the
    /// process if a table is too large.
    pub max_memory: u64,
    /// The number of threads; 0 for one per core. The result does not depend on it.
    pub threads: u32,
    /// A stop for the build; NULL for none.
    pub stop: *const Stop,
    /// The function to call after each level; NULL for none.
    pub on_level: OnLevel,
    /// The first argument of `on_level`.
    pub context: *mut c_void,
}

/// The options of a build, checked.
#[derive(Debug)]
pub(crate) struct Build {
    max_memory: u64,
    threads: usize,
    interrupt: Interrupt,
    progress: Progress,
}

/// The function of the caller, and its context.
#[derive(Clone, Copy, Debug)]
struct Progress {
    on_level: OnLevel,
    context: *mut c_void,
}

// SAFETY: the documentation of `OnLevel` says that the function may run on another thread, so its
// context is made for that.
unsafe impl Send for Progress {}

// SAFETY: a build reports one level after the other, so the function's calls never overlap.
unsafe impl Sync for Progress {}

impl Progress {
    fn report(&self, event: &Event) -> ControlFlow<()> {
        let (Event::Level(level), Some(on_level)) = (event, self.on_level) else {
            return ControlFlow::Continue(());
        };
        let tilebase::generate::Level { distance, new, reached, states } = *level;
        // The last levels of a pattern may only reach regions whose entries were set before.
        if new == 0 {
            return ControlFlow::Continue(());
        }
        let level = Level { distance: distance.into(), added: new, reached, entries: states };
        // SAFETY: the level is valid during the call. The caller of `Build::read` guarantees that
        // the function can be called, and that the context is the one it expects.
        if unsafe { on_level(self.context, &raw const level) } {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

impl Build {
    /// Reads the options; NULL means the defaults.
    ///
    /// # Safety
    /// If `options` is not NULL, it must point to options whose stop is not freed during the call,
    /// and whose function can be called with their context until the build has ended.
    pub(crate) unsafe fn read(options: *const BuildOptions) -> Result<Self, Failure> {
        let len = usize::from(!options.is_null());
        // SAFETY: guaranteed by the caller.
        let Some(options) = unsafe { array(options, len, "options") }?.first().copied() else {
            let progress = Progress { on_level: None, context: std::ptr::null_mut() };
            return Ok(Self { max_memory: 0, threads: 0, interrupt: Interrupt::new(), progress });
        };
        let BuildOptions { max_memory, threads, stop, on_level, context } = options;
        if threads > MAX_THREADS {
            let text =
                format!("threads: expected at most {MAX_THREADS}, or 0 for one per core, found {threads}");
            return Err(Failure::new(Status::BadArgument, text));
        }
        // SAFETY: guaranteed by the caller.
        let interrupt = unsafe { objects::interrupt(stop) }?.unwrap_or_default();
        let progress = Progress { on_level, context };
        Ok(Self { max_memory, threads: threads as usize, interrupt, progress })
    }

    /// The interrupt of the build.
    pub(crate) const fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Applies the memory limit and the function to the builder of a solver. Its builds use all
    /// cores, so a number of threads is refused.
    pub(crate) fn watching<'a>(&self, builder: SolverBuilder<'a>) -> Result<SolverBuilder<'a>, Failure> {
        if self.threads > 0 {
            let text =
                format!("threads: expected 0, since this build uses all cores, found {}", self.threads);
            return Err(Failure::new(Status::BadArgument, text));
        }
        let builder = match self.max_memory {
            0 => builder,
            bytes => builder.pdb_memory_in_bytes(bytes),
        };
        let (progress, interrupt) = (self.progress, self.interrupt.clone());
        Ok(builder.on_level(move |level| {
            if progress.report(&Event::Level(level)).is_break() {
                interrupt.raise();
            }
        }))
    }

    /// Creates the generator of a space's entries.
    pub(crate) fn generator(&self, space: Space) -> Result<Generator<'static>, Failure> {
        let (shape, pattern) = (space.goal().shape(), space.pattern().clone());
        let progress = self.progress;
        let generator = Generator::new(space)
            .threads(self.threads)
            .interrupt(&self.interrupt)
            .on_event(move |event| progress.report(&event));
        let needed = generator.memory_in_bytes();
        if self.max_memory == 0 || needed <= self.max_memory {
            return Ok(generator);
        }
        let what = match pattern.is_full() {
            true => format!("a table of {shape}"),
            false => format!("the pattern database of {pattern} of {shape}"),
        };
        let text = format!("{what} takes {needed} bytes to build, and the limit is {}", self.max_memory);
        Err(Failure::new(Status::TooLarge, text))
    }
}
