//! A line on the terminal that shows the current step of a long preparation or search.
//!
//! There is one line per process. It appears only after half a second, so that quick work shows
//! nothing, and leaves nothing behind.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::lock::lock;
use super::status_line::status_line;

/// Work that takes less time shows nothing.
const SHOWN_AFTER: Duration = Duration::from_millis(500);

/// Interval for redrawing the line, which shows the elapsed time.
const TICK: Duration = Duration::from_millis(250);

static PHASE: Mutex<Option<Phase>> = Mutex::new(None);

/// A line, and the thread that draws it.
#[derive(Debug)]
struct Phase {
    bar: ProgressBar,
    /// Dropping it ends the thread.
    ticking: Option<(SyncSender<()>, JoinHandle<()>)>,
}

/// Shows the current step on a terminal, replacing the previous one.
pub(crate) fn show_phase(doing: String) {
    if !io::stderr().is_terminal() {
        return;
    }
    let mut phase = held();
    if let Some(phase) = &*phase {
        phase.bar.set_message(doing);
    } else if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed:>4}  {wide_msg}") {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()).with_style(style);
        bar.set_message(doing);
        let (sender, ended) = sync_channel(0);
        let drawn = bar.clone();
        let thread = thread::Builder::new().name("phase".to_owned()).spawn(move || draw(&drawn, &ended));
        // If the thread cannot be started, work continues without the line.
        *phase = Some(Phase { bar, ticking: thread.ok().map(|thread| (sender, thread)) });
    }
}

/// Removes the line.
pub(crate) fn end_phase() {
    let Some(Phase { bar, ticking }) = held().take() else { return };
    if let Some((sender, thread)) = ticking {
        drop(sender);
        // A panic is harmless: the thread only draws.
        let _panicked = thread.join();
    }
    bar.finish_and_clear();
}

fn held() -> MutexGuard<'static, Option<Phase>> {
    lock(&PHASE)
}

fn draw(bar: &ProgressBar, ended: &Receiver<()>) {
    let mut wait = SHOWN_AFTER;
    while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
        if bar.is_hidden() {
            bar.set_draw_target(status_line());
        }
        bar.tick();
        wait = TICK;
    }
}
