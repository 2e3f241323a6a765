//! Subcommands whose options cost nothing while nobody names them.

use clap::{ArgMatches, Args, Command, Error, FromArgMatches};

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
