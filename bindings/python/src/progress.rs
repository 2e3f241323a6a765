//! Reports of builds to Python: callbacks, and the bar of `tilebase._progress`.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use tilebase::Interrupt;
use tilebase::generate::{Event, Level};
use tilebase::solve::Preparation;

use crate::errors::type_name;
use crate::records;

thread_local! {
    /// Whether this thread runs a callback.
    static IS_IN_CALLBACK: Cell<bool> = const { Cell::new(false) };
}

/// The receivers of the reports of one call.
pub(crate) struct Watcher {
    /// Called with a `Level`.
    on_level: Option<Py<PyAny>>,
    /// Called with a `Progress`.
    on_progress: Option<Py<PyAny>>,
    /// Like `on_progress`, and closed at the end.
    bar: Option<Py<PyAny>>,
    step: Mutex<Step>,
    /// The first exception of a callback.
    raised: Mutex<Option<PyErr>>,
}

/// A step of the preparation.
#[derive(Clone, Copy)]
struct Step {
    name: &'static str,
    number: usize,
    of: usize,
}

impl Step {
    const BUILDING: Self = Self { name: "building", number: 1, of: 1 };

    /// The step that begins; the end of the preparation is no step.
    const fn of(preparation: Preparation) -> Option<Self> {
        Some(match preparation {
            Preparation::Loading { number, of } => Self { name: "loading", number, of },
            Preparation::Building { number, of } => Self { name: "building", number, of },
            Preparation::LoadingLayout => Self { name: "loading", number: 1, of: 1 },
            Preparation::LayingOut => Self { name: "laying out", number: 1, of: 1 },
            Preparation::SavingLayout => Self { name: "saving", number: 1, of: 1 },
            _ => return None,
        })
    }
}

impl Watcher {
    /// Creates the receivers of a solver's preparation.
    pub(crate) fn of_steps(
        py: Python<'_>,
        on_progress: Option<Py<PyAny>>,
        progress: bool,
        title: &str,
    ) -> PyResult<Self> {
        let on_progress = read_callback(py, on_progress, "on_progress")?;
        Self::new(py, (None, on_progress), progress, title)
    }

    /// Creates the receivers of a single build.
    pub(crate) fn of_levels(
        py: Python<'_>,
        on_level: Option<Py<PyAny>>,
        progress: bool,
        title: &str,
    ) -> PyResult<Self> {
        let on_level = read_callback(py, on_level, "on_level")?;
        Self::new(py, (on_level, None), progress, title)
    }

    fn new(
        py: Python<'_>,
        (on_level, on_progress): (Option<Py<PyAny>>, Option<Py<PyAny>>),
        progress: bool,
        title: &str,
    ) -> PyResult<Self> {
        let bar = || py.import("tilebase._progress")?.getattr("Bar")?.call1((title,)).map(Bound::unbind);
        let bar = progress.then(bar).transpose()?;
        Ok(Self { on_level, on_progress, bar, step: Mutex::new(Step::BUILDING), raised: Mutex::new(None) })
    }

    /// Creates a watcher without receivers.
    pub(crate) const fn idle() -> Self {
        Self {
            on_level: None,
            on_progress: None,
            bar: None,
            step: Mutex::new(Step::BUILDING),
            raised: Mutex::new(None),
        }
    }

    /// Whether there are no receivers.
    pub(crate) const fn is_idle(&self) -> bool {
        self.on_level.is_none() && self.on_progress.is_none() && self.bar.is_none()
    }

    /// Reports that a step begins. An exception raises the interrupt, and is kept.
    pub(crate) fn begin(&self, preparation: Preparation, interrupt: &Interrupt) {
        if let Some(step) = Step::of(preparation) {
            *self.step.lock().unwrap_or_else(PoisonError::into_inner) = step;
            self.tell(step, None, interrupt);
        }
    }

    /// Reports a level of the step. An exception raises the interrupt, and is kept.
    pub(crate) fn level(&self, level: &Level, interrupt: &Interrupt) {
        // Copied, because no lock may be held while waiting for the interpreter.
        let step = *self.step.lock().unwrap_or_else(PoisonError::into_inner);
        self.tell(step, Some(level), interrupt);
    }

    /// Reports the levels of a generator.
    pub(crate) fn on_event<'a>(
        &'a self,
        interrupt: &'a Interrupt,
    ) -> impl FnMut(Event) -> ControlFlow<()> + Send + 'a {
        move |event| {
            if let Event::Level(level) = event {
                self.level(&level, interrupt);
            }
            if interrupt.is_signalled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }

    fn tell(&self, step: Step, level: Option<&Level>, interrupt: &Interrupt) {
        if self.is_idle() || interrupt.is_signalled() {
            return;
        }
        let result = Python::attach(|py| self.call(py, step, level));
        if let Err(error) = result {
            self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            interrupt.raise();
        }
    }

    fn call(&self, py: Python<'_>, step: Step, level: Option<&Level>) -> PyResult<()> {
        let _until_the_end = InCallback::new();
        let level = level.map(|level| records::level(py, level)).transpose()?;
        if let (Some(on_level), Some(level)) = (&self.on_level, &level) {
            on_level.bind(py).call1((level,))?;
        }
        if self.on_progress.is_none() && self.bar.is_none() {
            return Ok(());
        }
        let report = records::progress(py, step.name, (step.number, step.of), level)?;
        for receiver in [&self.on_progress, &self.bar].into_iter().flatten() {
            receiver.bind(py).call1((&report,))?;
        }
        Ok(())
    }

    /// Closes the bar, and returns the outcome of the work, unless a callback has raised an
    /// exception.
    pub(crate) fn end<T, E>(self, py: Python<'_>, outcome: PyResult<Result<T, E>>) -> PyResult<Result<T, E>> {
        let is_ready = matches!(outcome, Ok(Ok(_)));
        let close = |bar: &Py<PyAny>| bar.bind(py).call_method1("close", (is_ready,)).map(drop);
        let closed = self.bar.as_ref().map_or(Ok(()), close);
        // First, the exception that ended the work: Ctrl-C, or that of a callback.
        let outcome = outcome?;
        match self.raised.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => closed.map(|()| outcome),
        }
    }
}

/// Whether this thread runs a callback of a build.
pub(crate) fn is_in_callback() -> bool {
    IS_IN_CALLBACK.get()
}

/// Marks this thread as running a callback until it is dropped.
pub(crate) struct InCallback {
    was: bool,
}

impl InCallback {
    pub(crate) fn new() -> Self {
        Self { was: IS_IN_CALLBACK.replace(true) }
    }
}

impl Drop for InCallback {
    fn drop(&mut self) {
        IS_IN_CALLBACK.set(self.was);
    }
}

/// Reads a callback; `None` means none.
fn read_callback(py: Python<'_>, callback: Option<Py<PyAny>>, name: &str) -> PyResult<Option<Py<PyAny>>> {
    let callback = callback.filter(|callback| !callback.is_none(py));
    match callback.as_ref().filter(|callback| !callback.bind(py).is_callable()) {
        None => Ok(callback),
        Some(callback) => {
            let found = type_name(callback.bind(py));
            Err(PyTypeError::new_err(format!("{name}: expected a callable, found {found}")))
        }
    }
}
