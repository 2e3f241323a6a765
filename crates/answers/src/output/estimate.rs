//! Finds a heuristic's estimate in an output: a lone number, or one with a name.

use serde_json::{Map, Value};

use super::super::number::is_decimal;
use super::super::vocabulary::{count, is_word_for_unsolvable};
use super::page::{Line, Outputs, Page, Quote};
use tilebase::judge::Claim;

/// Reasons why no estimate was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoEstimate {
    /// No number could be one.
    #[error("no estimate found: expected a number alone on its line, or after a name, e.g. `h = 12`")]
    Nothing,
    /// The value is not a nonnegative whole number.
    #[error("expected a whole number as the estimate, found {text:?} on {quote}")]
    NoNumber {
        /// The value.
        text: String,
        /// Its line.
        quote: Quote,
    },
    /// There are several different ones.
    #[error("several numbers that differ: {0} and {1}")]
    Several(Quote, Quote),
}

/// Names of estimates, in lower case without spaces and symbols.
const NAMES: [&str; 9] = [
    "h",
    "hn",
    "hvalue",
    "hscore",
    "heuristic",
    "heuristicvalue",
    "heuristicestimate",
    "estimate",
    "estimateddistance",
];

/// Names of the result of a function that returns a number.
const NAMES_OF_A_NUMBER: [&str; 2] = ["length", "answer"];

/// Finds the estimate. A named number takes precedence over lone ones.
pub(super) fn estimate_in(outputs: &Outputs<'_>) -> Result<(Claim, Quote), NoEstimate> {
    let page = Page::of(&outputs.only_main());
    let named = page.lines.iter().filter_map(|line| Some((named_on(&line.text)?, line)));
    if let Some(found) = the_one(named)? {
        return Ok(found);
    }
    let lone = page.lines.iter().map(|line| (line.text.trim(), line));
    let lone = lone.filter(|(text, _)| is_decimal(text) || is_word_for_unsolvable(text));
    the_one(lone.map(|(text, line)| (text.to_owned(), line)))?.ok_or(NoEstimate::Nothing)
}

/// Returns the common value of all texts, or an error if they differ.
fn the_one<'a>(
    texts: impl Iterator<Item = (String, &'a Line)>,
) -> Result<Option<(Claim, Quote)>, NoEstimate> {
    let mut found: Option<(Claim, Quote)> = None;
    for (text, line) in texts {
        let quote = line.quote();
        let claim = match count(&text) {
            Some(number) => Claim::Estimate(number),
            // An infinite estimate means that there is no path.
            None if is_word_for_unsolvable(&text) => Claim::Unsolvable,
            None => return Err(NoEstimate::NoNumber { text, quote }),
        };
        match &found {
            Some((before, place)) if *before != claim => {
                return Err(NoEstimate::Several(place.clone(), quote));
            }
            Some(_) => {}
            None => found = Some((claim, quote)),
        }
    }
    Ok(found)
}

/// The value after a name on a line, or in an object.
fn named_on(line: &str) -> Option<String> {
    if let Ok(object) = serde_json::from_str::<Map<String, Value>>(line.trim()) {
        let value_of =
            |names: &[&str]| object.iter().find(|(name, _)| names.contains(&spelled(name).as_str()));
        let (_, value) = value_of(&NAMES).or_else(|| value_of(&NAMES_OF_A_NUMBER))?;
        return Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned));
    }
    let (name, value) = line.split_once([':', '=']).or_else(|| line.split_once(" is "))?;
    let value = value.trim().split([',', ';', ' ']).next().unwrap_or_default();
    NAMES.contains(&spelled(name).as_str()).then(|| value.to_owned())
}

/// Normalizes a name: lower case, without an article, spaces, and symbols.
fn spelled(name: &str) -> String {
    let name = name.trim().to_ascii_lowercase();
    let name = name.strip_prefix("the ").unwrap_or(&name);
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Claim, NoEstimate> {
        estimate_in(&Outputs::of_stdout(text.as_bytes())).map(|(claim, _)| claim)
    }

    #[test]
    fn a_number_alone_or_with_a_name_is_an_estimate() {
        for text in [
            "12",
            "12.0\n",
            "Heuristics 1.0\n12\n",
            "h = 12",
            "h(n): 12, g(n): 3",
            "The estimate is 12",
            "Heuristic value: 12\n99\n",
            "{\"h\": 12, \"length\": 4}",
            "{\"length\": 12}",
            "12\n12\n",
        ] {
            assert_eq!(read(text), Ok(Claim::Estimate(12)), "{text:?}");
        }
        for text in ["inf", "-1", "h = inf", "{\"h\": null}", "{\"answer\": \"inf\"}"] {
            assert_eq!(read(text), Ok(Claim::Unsolvable), "{text:?}");
        }
    }

    #[test]
    fn ambiguous_numbers_are_not_estimates() {
        for text in ["", "UULD", "board 3 of 9", "length: 12", "g = 12"] {
            assert_eq!(read(text), Err(NoEstimate::Nothing), "{text:?}");
        }
        for text in ["12.5", "h = 12.5", "h = twelve", "-3", "{\"h\": [1]}"] {
            assert!(matches!(read(text), Err(NoEstimate::NoNumber { .. })), "{text:?}");
        }
        for text in ["3\n12", "h = 3\nestimate: 12"] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains("line 1") && error.contains("line 2"), "{error}");
        }
    }
}
