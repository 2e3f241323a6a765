//! Progress bars on the standard error, where that is a terminal.

use std::fmt::Write;

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use tilebase::search::Progress;

/// A bar for so many steps, which are of this kind ("states"); none if the user wants quiet.
#[must_use]
pub(crate) fn progress_bar(steps: u64, kind: &str, quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(steps);
    let template = format!(
        "{{bar:30}} {{percent:>3}} %  {{msg}}{{human_pos}} of {{human_len}} {kind}  {{rate}}  {{eta}} left"
    );
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style.with_key("rate", write_rate)),
        Err(_) => bar,
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rate, shown in whole steps")]
fn write_rate(state: &ProgressState, out: &mut dyn Write) {
    let _unwritable = write!(out, "{}/s", HumanCount(state.per_sec() as u64));
}

/// How far a long search is; nothing until it is told.
#[derive(Debug)]
pub(crate) struct SearchBar(ProgressBar);

impl SearchBar {
    #[must_use]
    pub(crate) fn new(quiet: bool) -> Self {
        if quiet {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::new(0);
        Self(match ProgressStyle::with_template("{bar:20} {msg}") {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        })
    }

    pub(crate) fn show(&self, progress: &Progress) {
        let Progress { bound, subtrees_done, subtrees, expanded_a_second, remaining, .. } = *progress;
        let [done, all, pace] = [subtrees_done, subtrees, expanded_a_second].map(HumanCount);
        let left =
            remaining.map_or_else(String::new, |time| format!("  about {:#} left", HumanDuration(time)));
        self.0.set_message(format!("bound {bound}  {done} of {all} subtrees  {pace} states/s{left}"));
        self.0.update(|state| {
            state.set_len(subtrees);
            state.set_pos(subtrees_done);
        });
    }

    /// Says something above it.
    pub(crate) fn suspend(&self, say: impl FnOnce()) {
        self.0.suspend(say);
    }

    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
