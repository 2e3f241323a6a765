//! Terminal colors, and the option that controls them.
//!
//! Writers always write `{RIGHT}right{RIGHT:#}`. The two output streams strip the colors where they
//! are not wanted: in pipes and files, under `NO_COLOR`, and with `--color never`.

use std::env;
use std::ffi::OsString;
use std::io;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

/// The style of right answers and optimal paths.
pub(crate) const RIGHT: Style = AnsiColor::Green.on_default();
/// The style of wrong answers and unsolvable boards.
pub(crate) const WRONG: Style = AnsiColor::Red.on_default();
/// The style of limits that ended a search, and other results that are neither right nor wrong.
pub(crate) const LIMIT: Style = AnsiColor::Yellow.on_default();
/// The style of paths and single moves.
pub(crate) const MOVES: Style = AnsiColor::Cyan.on_default();
/// The style of headings and of the main result.
pub(crate) const STRONG: Style = Style::new().bold();

/// The option for colors, of a program and of all its commands.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct ColorArgs {
    /// Use colors: auto (on a terminal), always, or never [default: auto]
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        global = true,
        hide_possible_values = true,
        hide_short_help = true,
        display_order = 1000
    )]
    color: Option<WhenColored>,
}

/// When to use colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum WhenColored {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

impl ColorArgs {
    /// Applies the option to all output of this process.
    pub(crate) fn apply(self) {
        if let Some(when) = self.color {
            when.apply();
        }
    }
}

impl WhenColored {
    fn apply(self) {
        match self {
            Self::Auto if has_pseudo_terminal() => ColorChoice::Never,
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        }
        .write_global();
    }
}

/// Returns the arguments of this process for the parser.
///
/// Applies `--color` first, since the parser writes help and errors itself.
pub(crate) fn command_line() -> Vec<OsString> {
    WhenColored::Auto.apply();
    let mut arguments: Vec<OsString> = env::args_os().collect();
    // The parser accepts no command after an option of the program, so remove leading options.
    while let Some((when, count)) = color_option(arguments.get(1..).unwrap_or_default()) {
        when.apply();
        arguments.drain(1..=count);
    }
    let own = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    for at in 1..own {
        if let Some((when, _)) = color_option(&arguments[at..own]) {
            when.apply();
        }
    }
    arguments
}

/// The value of a leading `--color`, and the number of its arguments.
fn color_option(arguments: &[OsString]) -> Option<(WhenColored, usize)> {
    let first = arguments.first()?.to_str()?;
    let (value, count) = match first.strip_prefix("--color")? {
        "" => (arguments.get(1)?.to_str()?, 2),
        value => (value.strip_prefix('=')?, 1),
    };
    let when = match value {
        "auto" => WhenColored::Auto,
        "always" => WhenColored::Always,
        "never" => WhenColored::Never,
        _ => return None,
    };
    Some((when, count))
}

/// Whether the standard output shows colors.
pub(crate) fn output_has_colors() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// Whether Open MPI started this process: it runs each process on a pseudo-terminal, even if the
/// output goes to a file.
pub(super) fn has_pseudo_terminal() -> bool {
    env::var_os("OMPI_COMM_WORLD_RANK").is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_color_option_is_found_in_both_forms() {
        let found = |words: &[&str]| color_option(&words.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(found(&["--color", "never", "check"]), Some((WhenColored::Never, 2)));
        assert_eq!(found(&["--color=always"]), Some((WhenColored::Always, 1)));
        for other in [&["--color"][..], &["--color", "red"], &["--colors=never"], &["check"], &[]] {
            assert_eq!(found(other), None, "{other:?}");
        }
    }
}
