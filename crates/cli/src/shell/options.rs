//! Option types shared by the commands: output formats, named choices, and deferred subcommands.

use std::ffi::OsStr;
use std::ops::RangeInclusive;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches, ValueEnum};

/// The output format of a command that prints records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    #[default]
    Text,
    Json,
    Csv,
}

/// The output format of a command that prints no records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    #[default]
    Text,
    Json,
}

/// Parses a depth, such as `20`, or a range of depths, such as `18-22`.
pub(crate) fn read_depths(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wrong = || format!("expected a depth such as 20, or a range such as 18-22, found {text:?}");
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse().map_err(|_no_number| wrong());
    let (from, to) = (number(from)?, number(to)?);
    if from <= to { Ok(from..=to) } else { Err(wrong()) }
}

/// A value, its name, its aliases, and its description.
pub(crate) type Choice<T> = (T, &'static str, &'static [&'static str], &'static str);

/// Creates a parser of these names.
pub(crate) const fn choice<T: Copy + Send + Sync + 'static>(
    choices: &'static [Choice<T>],
) -> impl TypedValueParser<Value = T> {
    ChoiceParser(choices)
}

/// Returns the value with this name or alias, ignoring case.
pub(crate) fn named<T: Copy>(choices: &[Choice<T>], text: &str) -> Option<T> {
    let typed = text.to_ascii_lowercase();
    let found = choices.iter().find(|(_, name, others, _)| *name == typed || others.contains(&&*typed));
    found.map(|(value, ..)| *value)
}

struct ChoiceParser<T: 'static>(&'static [Choice<T>]);

// Not derived: that would require the values to be `Clone`.
impl<T> Clone for ChoiceParser<T> {
    fn clone(&self) -> Self {
        Self(self.0)
    }
}

impl<T: Copy + Send + Sync + 'static> TypedValueParser for ChoiceParser<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        if let Some(found) = named(self.0, &value.to_string_lossy()) {
            return Ok(found);
        }
        let mut error = Error::new(ErrorKind::InvalidValue).with_cmd(command);
        let mut note = |kind, value| {
            error.insert(kind, value);
        };
        if let Some(arg) = arg {
            note(ContextKind::InvalidArg, ContextValue::String(arg.to_string()));
        }
        note(ContextKind::InvalidValue, ContextValue::String(value.to_string_lossy().into_owned()));
        let names = self.0.iter().map(|(_, name, ..)| (*name).to_owned());
        note(ContextKind::ValidValue, ContextValue::Strings(names.collect()));
        Err(error)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value =
            |(_, name, others, help): &Choice<T>| PossibleValue::new(*name).aliases(*others).help(*help);
        Some(Box::new(self.0.iter().map(value)))
    }
}

/// The options of a subcommand, defined only when the subcommand is used.
///
/// Defining the options of all subcommands takes ten times as long as answering a board. The enum
/// variant must repeat the first line of the help as its doc comment, since the list of commands is
/// shown before this type's help is known.
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
