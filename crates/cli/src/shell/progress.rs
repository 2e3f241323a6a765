//! Progress bars on the standard error, if it is a terminal.

use std::fmt::{self, Write};
use std::io::{self, IsTerminal};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use tilebase::search::Progress;

#[cfg(unix)]
use super::status_line::close_status;
use super::status_line::status_line;

/// The bar gets the remaining columns. Large counts would leave none, so they are shortened.
const TEMPLATE: &str = "{wide_bar} {percent:>3} %  {msg}{done} of {all} KIND  {rate}/s  {eta} left";

/// Creates a progress bar for this many steps, named in the plural ("states").
///
/// With `quiet`, nothing is shown.
#[must_use]
pub(crate) fn progress_bar(steps: u64, kind: &str, quiet: bool) -> ProgressBar {
    new_bar(steps, &TEMPLATE.replace("KIND", kind), quiet)
}

fn new_bar(steps: u64, template: &str, quiet: bool) -> ProgressBar {
    if quiet || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    styled(ProgressBar::with_draw_target(Some(steps), status_line()), template)
}

/// Removes the bar before Ctrl-C ends the process, for commands without their own handler.
#[cfg(unix)]
pub(crate) fn clear_on_interrupt() {
    use std::sync::Once;

    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    static ONCE: Once = Once::new();
    if !io::stderr().is_terminal() {
        return;
    }
    ONCE.call_once(|| {
        // Without a handler, the signal still ends the process.
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
        std::thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                close_status();
                let _ended = emulate_default_handler(signal);
            }
        });
    });
}

/// On other systems the bar is not removed, but the process ends.
#[cfg(not(unix))]
pub(crate) fn clear_on_interrupt() {}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    let Ok(style) = ProgressStyle::with_template(template) else { return bar };
    let style = style
        .with_key("done", |state: &ProgressState, out: &mut dyn Write| write_to(out, state.pos()))
        .with_key("all", |state: &ProgressState, out: &mut dyn Write| {
            write_to(out, state.len().unwrap_or_default());
        })
        .with_key("rate", |state: &ProgressState, out: &mut dyn Write| write_to(out, rate(state)));
    bar.with_style(style)
}

fn write_to(out: &mut dyn Write, count: u64) {
    // A bar that cannot be written does not affect the work.
    let _unwritable = write!(out, "{}", Short(count));
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rate, shown in whole steps")]
fn rate(state: &ProgressState) -> u64 {
    state.per_sec() as u64
}

/// A count in at most seven characters: `12,345`, `1.2M`, or `43.6B` (billion).
struct Short(u64);

impl fmt::Display for Short {
    #[expect(clippy::cast_precision_loss, reason = "shown with one decimal")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0..1_000_000 => HumanCount(self.0).fmt(f),
            1_000_000..999_950_000 => write!(f, "{:.1}M", self.0 as f64 / 1e6),
            _ => write!(f, "{:.1}B", self.0 as f64 / 1e9),
        }
    }
}

/// The progress of a long search; hidden until the first report.
#[derive(Debug)]
pub(crate) struct SearchBar(ProgressBar);

impl SearchBar {
    #[must_use]
    pub(crate) fn new(quiet: bool) -> Self {
        Self(new_bar(0, "{wide_bar} {percent:>3} %  {msg}", quiet))
    }

    pub(crate) fn show(&self, progress: &Progress) {
        let Progress { bound, subtrees_done, subtrees, expanded_per_second, remaining, .. } = *progress;
        let [done, all, pace] = [subtrees_done, subtrees, expanded_per_second].map(Short);
        let left = remaining.map_or_else(String::new, |time| format!("  {:#} left", HumanDuration(time)));
        self.0.set_message(format!("bound {bound}  {done} of {all} subtrees  {pace} states/s{left}"));
        self.0.update(|state| {
            state.set_len(subtrees);
            state.set_pos(subtrees_done);
        });
    }

    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_bars_are_short() {
        let counts = [0, 999_999, 1_234_567, 999_949_999, 999_950_000, 43_589_145_600];
        assert_eq!(
            counts.map(|count| Short(count).to_string()),
            ["0", "999,999", "1.2M", "999.9M", "1.0B", "43.6B"]
        );
    }
}
