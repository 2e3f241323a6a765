//! Progress bars on the standard error, if it is a terminal.

use std::fmt::{self, Write};
use std::io::{self, IsTerminal};

use console::Term;
use indicatif::{
    HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike,
};
use tilebase::search::Progress;

/// The bar gets the remaining columns. Large counts would leave none, so they are shortened.
const TEMPLATE: &str = "{wide_bar} {percent:>3} %  {msg}{done} of {all} KIND  {rate}/s  {eta} left";

/// Creates a progress bar for this many steps, named in the plural ("states").
///
/// With `quiet`, nothing is shown.
#[must_use]
pub(crate) fn progress_bar(steps: u64, kind: &str, quiet: bool) -> ProgressBar {
    new_bar(steps, &TEMPLATE.replace("KIND", kind), quiet)
}

/// Columns reserved for the `^C` that terminals echo.
///
/// In the last column it would start a new line, and the bar could not be cleared.
const COLUMNS_OF_INTERRUPT: u16 = 3;

/// Redraw rate of a bar, in Hz.
const DRAWN_PER_SECOND: u8 = 20;

/// The terminal of the standard error, without its last columns.
#[derive(Debug)]
struct NarrowTerminal(Term);

impl TermLike for NarrowTerminal {
    fn width(&self) -> u16 {
        TermLike::width(&self.0).saturating_sub(COLUMNS_OF_INTERRUPT)
    }

    fn height(&self) -> u16 {
        TermLike::height(&self.0)
    }

    fn move_cursor_up(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_up(lines)
    }

    fn move_cursor_down(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_down(lines)
    }

    fn move_cursor_right(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_right(columns)
    }

    fn move_cursor_left(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_left(columns)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.0.write_line(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}

fn new_bar(steps: u64, template: &str, quiet: bool) -> ProgressBar {
    if quiet || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let terminal = Box::new(NarrowTerminal(Term::buffered_stderr()));
    let target = ProgressDrawTarget::term_like_with_hz(terminal, DRAWN_PER_SECOND);
    styled(ProgressBar::with_draw_target(Some(steps), target), template)
}

/// Clears the bar before Ctrl-C ends the process, for commands without their own handler.
#[cfg(unix)]
pub(crate) fn clear_on_interrupt(bar: &ProgressBar) {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    if bar.is_hidden() {
        return;
    }
    // Without a handler, the signal still ends the process.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
    let bar = bar.clone();
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            bar.finish_and_clear();
            let _ended = emulate_default_handler(signal);
        }
    });
}

/// On other systems the bar is not cleared, but the process ends.
#[cfg(not(unix))]
pub(crate) fn clear_on_interrupt(_bar: &ProgressBar) {}

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
        let Progress { bound, subtrees_done, subtrees, expanded_a_second, remaining, .. } = *progress;
        let [done, all, pace] = [subtrees_done, subtrees, expanded_a_second].map(Short);
        let left = remaining.map_or_else(String::new, |time| format!("  {:#} left", HumanDuration(time)));
        self.0.set_message(format!("bound {bound}  {done} of {all} subtrees  {pace} states/s{left}"));
        self.0.update(|state| {
            state.set_len(subtrees);
            state.set_pos(subtrees_done);
        });
    }

    /// Hides the bar while a message is written.
    pub(crate) fn suspend(&self, say: impl FnOnce()) {
        self.0.suspend(say);
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
