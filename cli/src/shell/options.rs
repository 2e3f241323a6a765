//! What options are made of: forms of output, names to choose from, and subcommands that cost nothing unnamed.

use std::ops::RangeInclusive;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgMatches, Args, Command, Error, FromArgMatches, ValueEnum};

/// How to write answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// One object a line
    Json,
    /// One record a line, under a header
    Csv,
}

/// How to say things that make no table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
}

/// Reads a depth, as `20`, or a range of them, as `18-22`.
pub(crate) fn read_depths(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wrong = || format!("expected a depth, as 20, or two, as 18-22, found {text:?}");
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse().map_err(|_no_number| wrong());
    let (from, to) = (number(from)?, number(to)?);
    if from <= to { Ok(from..=to) } else { Err(wrong()) }
}

/// A value, its name, and what the help says of it.
pub(crate) type Choice<T> = (T, &'static str, &'static str);

/// A parser of one of these names.
pub(crate) fn choice<T: Copy + Send + Sync + 'static>(
    choices: &'static [Choice<T>],
) -> impl TypedValueParser<Value = T> {
    let names = choices.iter().map(|(_, name, help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names).try_map(|found| {
        let named = choices.iter().find(|(_, name, _)| *name == found);
        named.map(|(value, ..)| *value).ok_or_else(|| format!("{found} is none of the names"))
    })
}

/// The options of a subcommand, which are described to the parser when the subcommand is named, and not before: to
/// describe those of all subcommands takes ten times as long as to answer a board. (The variant that holds it has the
/// line for the list of subcommands as its own doc comment: the type's is not known yet when that list is shown.)
#[derive(Debug)]
pub(crate) struct WhenNamed<T>(pub(crate) T);

impl<T: Args> Args for WhenNamed<T> {
    fn augment_args(command: Command) -> Command {
        command.defer(T::augment_args)
    }

    fn augment_args_for_update(command: Command) -> Command {
        command.defer(T::augment_args_for_update)
    }
}

impl<T: FromArgMatches> FromArgMatches for WhenNamed<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}
