//! Options that are one of a few names, where the type is the library's and knows nothing of command lines.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

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
