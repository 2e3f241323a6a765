//! The last line of the terminal: a progress bar, or the current step.
//!
//! Bars and steps are drawn here and nowhere else, and messages and answers are written through
//! [`above_status`]. So there is at most one such line, and it is removed before anything else is
//! written and when the program ends.

use std::cell::Cell;
use std::io;
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use console::Term;
use indicatif::{ProgressDrawTarget, TermLike};

use super::lock::lock;

/// Columns reserved for the `^C` that terminals echo.
///
/// In the last column it would start a new line, and the line above could not be removed.
const COLUMNS_OF_INTERRUPT: u16 = 3;

/// Redraw rate of a line, in Hz.
const DRAWN_PER_SECOND: u8 = 20;

static SCREEN: Mutex<Screen> = Mutex::new(Screen { lines: Vec::new(), is_drawn: false, is_closed: false });

thread_local! {
    /// Whether this thread is writing above the line, and so holds the lock.
    static IS_ABOVE: Cell<bool> = const { Cell::new(false) };
}

/// The lines to show. Only the one that appeared last is on the terminal.
struct Screen {
    /// The number of each line, and its text.
    lines: Vec<(u64, String)>,
    is_drawn: bool,
    is_closed: bool,
}

impl Screen {
    /// Changes a line; an empty text removes it.
    fn set(&mut self, number: u64, text: &str) {
        let place = self.lines.iter().position(|(other, _)| *other == number);
        match (place, text.is_empty()) {
            (None, true) => return,
            (None, false) => self.lines.push((number, text.to_owned())),
            (Some(place), true) => {
                self.lines.remove(place);
            }
            (Some(place), false) => text.clone_into(&mut self.lines[place].1),
        }
        self.draw();
    }

    // Errors are ignored: a line that cannot be drawn does not affect the work.
    fn draw(&mut self) {
        let terminal = Term::buffered_stderr();
        let text = self.lines.last().filter(|_| !self.is_closed).map(|(_, text)| text);
        if self.is_drawn || text.is_some() {
            let _unwritable = terminal.clear_line();
        }
        if let Some(text) = text {
            let columns = usize::from(columns_of(&terminal));
            let shown: String = text.chars().take(columns).collect();
            let _unwritable = terminal.write_str(&shown);
        }
        self.is_drawn = text.is_some();
        let _unwritable = terminal.flush();
    }

    fn erase(&mut self) {
        if mem::take(&mut self.is_drawn) {
            let terminal = Term::stderr();
            let _unwritable = terminal.clear_line();
        }
    }
}

fn screen() -> MutexGuard<'static, Screen> {
    lock(&SCREEN)
}

fn columns_of(terminal: &Term) -> u16 {
    TermLike::width(terminal).saturating_sub(COLUMNS_OF_INTERRUPT)
}

/// Writes to the terminal while the line is removed. `write` must not change a bar.
pub(super) fn above_status<T>(write: impl FnOnce() -> T) -> T {
    // Writing an answer may involve a message.
    if IS_ABOVE.get() {
        return write();
    }
    let mut screen = screen();
    screen.erase();
    IS_ABOVE.set(true);
    let written = write();
    IS_ABOVE.set(false);
    if !screen.lines.is_empty() {
        screen.draw();
    }
    written
}

/// Removes the line for good, at the end of the program.
pub(super) fn close_status() {
    let mut screen = screen();
    screen.is_closed = true;
    screen.erase();
}

/// A new line, for a progress bar to be drawn on.
pub(super) fn status_line() -> ProgressDrawTarget {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let line = StatusLine { number, terminal: Term::stderr(), text: Mutex::default() };
    ProgressDrawTarget::term_like_with_hz(Box::new(line), DRAWN_PER_SECOND)
}

/// The terminal of one progress bar, which passes each drawing on to the screen.
#[derive(Debug)]
struct StatusLine {
    number: u64,
    terminal: Term,
    /// The text drawn since the last flush.
    text: Mutex<String>,
}

impl StatusLine {
    fn text(&self) -> MutexGuard<'_, String> {
        lock(&self.text)
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        screen().set(self.number, "");
    }
}

/// A bar has a single line, so the cursor never leaves it.
impl TermLike for StatusLine {
    fn width(&self) -> u16 {
        columns_of(&self.terminal)
    }

    fn height(&self) -> u16 {
        TermLike::height(&self.terminal)
    }

    fn move_cursor_up(&self, _lines: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _lines: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _columns: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _columns: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.write_str(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.text().push_str(text.trim_start_matches('\r'));
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        self.text().clear();
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        let text = mem::take(&mut *self.text());
        screen().set(self.number, text.trim_end());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_appeared_last_is_shown() {
        let mut screen = Screen { lines: Vec::new(), is_drawn: false, is_closed: true };
        for (number, text, last) in
            [(1, "bar", "bar"), (2, "step", "step"), (1, "bar 2", "step"), (3, "", "step"), (2, "", "bar 2")]
        {
            screen.set(number, text);
            assert_eq!(screen.lines.last().unwrap().1, last);
        }
    }
}
