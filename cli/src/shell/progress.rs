//! Progress bars on the standard error, where that is a terminal.

use std::fmt::Write;

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};

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
