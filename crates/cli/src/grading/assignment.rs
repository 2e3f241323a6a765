//! The assignment file: the form of submissions, their limits, and the points of each category.

use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use tilebase::board::Shape;
use tilebase::notation::{CostRule, GoalName};
use toml::{Spanned, Value};

use super::points::Points;
use super::run_rules::RunRules;
use super::toml_values::{points, size, some_count, some_size, some_text, some_time, text, time, unlike};
use crate::shell::{nearest, read_depths};

/// An assignment with every key and a comment for each, printed by `--example`.
pub(crate) const EXAMPLE: &str = include_str!("example.toml");

/// An assignment file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Assignment {
    /// The title of the reports.
    pub(crate) title: String,
    /// The goal.
    #[serde(default, deserialize_with = "text")]
    pub(crate) goal: GoalName,
    /// The shape, if the goal does not determine it.
    #[serde(default, deserialize_with = "some_text")]
    pub(crate) shape: Option<Shape>,
    /// The costs of moves, if they differ; then paths are judged by their costs.
    #[serde(default, deserialize_with = "some_text")]
    pub(crate) cost: Option<CostRule>,
    /// The seed for random boards.
    #[serde(default = "one")]
    pub(crate) seed: u64,
    /// The way submissions are recognized, built and run.
    pub(crate) submission: RunRules,
    /// Limits on each submission.
    #[serde(default)]
    pub(crate) limits: LimitRules,
    /// The categories, in the order of grading.
    #[serde(default)]
    pub(crate) category: Vec<Spanned<CategoryRules>>,
}

/// Limits on each submission.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct LimitRules {
    /// The time limit per board.
    #[serde(deserialize_with = "time")]
    pub(crate) timeout: Duration,
    /// The time limit for all boards of a submission together.
    #[serde(deserialize_with = "time")]
    pub(crate) total_timeout: Duration,
    /// The number of boards that may time out before the others are skipped.
    #[serde(deserialize_with = "some_count")]
    pub(crate) stop_after_timeouts: Option<usize>,
    /// The limit on the address space of a run, in bytes.
    #[serde(deserialize_with = "some_size")]
    pub(crate) max_memory: Option<u64>,
    /// The limit on the output of a run, in bytes.
    #[serde(deserialize_with = "size")]
    pub(crate) max_output: u64,
    /// The limit on the files of a submission, in bytes.
    #[serde(deserialize_with = "size")]
    pub(crate) max_size: u64,
}

impl Default for LimitRules {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(10),
            total_timeout: Duration::from_secs(300),
            stop_after_timeouts: None,
            max_memory: None,
            max_output: 8_000_000,
            max_size: 100_000_000,
        }
    }
}

/// A category: its boards and their points.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CategoryRules {
    /// The name.
    pub(crate) name: String,
    /// The points for the whole category.
    #[serde(deserialize_with = "points")]
    pub(crate) points: Points,
    /// Boards in any notation.
    #[serde(default)]
    pub(crate) boards: Option<Vec<String>>,
    /// A file of boards, relative to the assignment's folder.
    #[serde(default)]
    pub(crate) file: Option<PathBuf>,
    /// The depths of random boards.
    #[serde(default, deserialize_with = "some_depths")]
    pub(crate) depths: Option<RangeInclusive<u32>>,
    /// The number of random boards per depth.
    #[serde(default, deserialize_with = "some_count")]
    pub(crate) count: Option<usize>,
    /// Whether the boards are unsolvable.
    #[serde(default, deserialize_with = "some_unsolvable")]
    pub(crate) unsolvable: Option<Unsolvable>,
    /// Whether malformed input is tried instead of boards.
    #[serde(default)]
    pub(crate) malformed: bool,
    /// Whether the boards are hidden from students.
    #[serde(default)]
    pub(crate) hidden: bool,
    /// Whether the points are added on top of the total.
    #[serde(default)]
    pub(crate) extra_credit: bool,
    /// Whether a path may be longer than the shortest.
    #[serde(default)]
    pub(crate) accept_longer: bool,
    /// The time limit per board, if it differs from the one under `[limits]`.
    #[serde(default, deserialize_with = "some_time")]
    pub(crate) timeout: Option<Duration>,
    /// The rule by which points are earned.
    #[serde(default)]
    pub(crate) per: Per,
    /// When Gradescope shows the category.
    #[serde(default)]
    pub(crate) visibility: Option<Visibility>,
}

/// Unsolvable boards of a category.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unsolvable {
    /// A number of random boards.
    Drawn(usize),
    /// The boards that the category lists.
    Given,
}

/// How the points of a category are earned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Per {
    /// Each board earns its share.
    #[default]
    Board,
    /// All points if all boards are right, otherwise none.
    All,
}

/// When a student sees a category on Gradescope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Visibility {
    /// At once.
    Visible,
    /// After the due date.
    AfterDueDate,
    /// When the grades are published.
    AfterPublished,
    /// Never.
    Hidden,
}

impl Visibility {
    /// The name of this value in Gradescope's files.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Visible => "visible",
            Self::AfterDueDate => "after_due_date",
            Self::AfterPublished => "after_published",
            Self::Hidden => "hidden",
        }
    }
}

const fn one() -> u64 {
    1
}

fn some_depths<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<RangeInclusive<u32>>, D::Error> {
    match Value::deserialize(from)? {
        Value::String(text) => read_depths(&text).map(Some).map_err(|error| {
            let turned = text.split_once('-').map(|(from, to)| format!("{}-{}", to.trim(), from.trim()));
            let turned = turned.filter(|turned| read_depths(turned).is_ok());
            serde::de::Error::custom(match turned {
                Some(turned) => format!("the smaller depth comes first: \"{turned}\""),
                None => error,
            })
        }),
        other => Err(unlike("depths in quotes, for example \"20\" or \"1-10\"", &other)),
    }
}

fn some_unsolvable<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Unsolvable>, D::Error> {
    let value = Value::deserialize(from)?;
    let drawn = value.as_integer().filter(|count| *count >= 1).and_then(|count| usize::try_from(count).ok());
    let unsolvable =
        drawn.map(Unsolvable::Drawn).or((value == Value::Boolean(true)).then_some(Unsolvable::Given));
    let expected = "a number of boards, or true if the listed boards are unsolvable";
    unsolvable.map(Some).ok_or_else(|| unlike(expected, &value))
}

/// An error in an assignment, with its line.
#[derive(Debug, thiserror::Error)]
pub(crate) struct AssignmentError {
    file: PathBuf,
    line: usize,
    what: String,
}

impl fmt::Display for AssignmentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}: {}", self.file.display(), self.line, self.what)
    }
}

/// The text of an assignment, used to locate errors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    pub(crate) file: &'a Path,
    pub(crate) text: &'a str,
}

impl Source<'_> {
    /// Reads the file. Combinations of keys are only checked when the boards are chosen.
    ///
    /// # Errors
    /// [`AssignmentError`] with the line and the key of the error.
    pub(crate) fn read(&self) -> Result<Assignment, AssignmentError> {
        toml::from_str(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let message = error.message().replace(['\n', '\r'], " ");
            let line = self.line_at(at);
            if let Some(what) = misspelled_value(line).or_else(|| single_brackets(line, &message)) {
                return self.error(at, &what);
            }
            let has_key = ["unknown field", "missing field"].iter().any(|begin| message.starts_with(begin));
            let key = self.key_at(at).filter(|_| !has_key);
            let message = in_plain_words(&message);
            let what = key.map_or_else(|| message.clone(), |key| format!("{key}: {message}"));
            self.error(at, &what)
        })
    }

    /// An error at a key within a part of the text, or at the start of that part.
    pub(crate) fn error_at_key(&self, part: &Range<usize>, key: &str, what: &str) -> AssignmentError {
        let is_key = |line: &str| {
            line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        let mut at = part.start;
        let lines = self.text.get(part.start..).unwrap_or_default().split_inclusive('\n').enumerate();
        // The part ends at the next table.
        let within = lines.take_while(|(nth, line)| *nth == 0 || !line.trim_start().starts_with('['));
        for (_, line) in within {
            if is_key(line) {
                return self.error(at, &format!("{key}: {what}"));
            }
            at += line.len();
        }
        self.error(part.start, what)
    }

    fn error(&self, at: usize, what: &str) -> AssignmentError {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        AssignmentError { file: self.file.to_owned(), line, what: what.to_owned() }
    }

    /// The line at an offset.
    fn line_at(&self, at: usize) -> &str {
        let begin =
            self.text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1);
        self.text.get(begin..).unwrap_or_default().lines().next().unwrap_or_default()
    }

    /// The part of the text from a header on, for example `[limits]`.
    pub(crate) fn part(&self, header: &str) -> Range<usize> {
        let at = self.text.find(header).unwrap_or_default();
        at..self.text.len()
    }

    /// The key of the value at an offset: that on the last line up to there that has a key.
    fn key_at(&self, at: usize) -> Option<&str> {
        let before = self.text.get(..at)?;
        for line in before.rsplit('\n') {
            if line.trim_start().starts_with('[') && !line.contains('=') {
                return None;
            }
            if let Some((key, _)) = line.split_once('=') {
                return Some(key.trim());
            }
        }
        None
    }
}

/// The right spelling of a value that is no TOML, such as `yes`, `30 s`, `10,5`, or `1-10`.
fn misspelled_value(line: &str) -> Option<String> {
    let (key, value) = line.split('#').next()?.split_once('=')?;
    let (key, value) = (key.trim(), value.trim());
    if value.is_empty() || format!("x = {value}").parse::<toml::Table>().is_ok() {
        return None;
    }
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_word =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_: .".contains(&byte));
    let right = match value.to_ascii_lowercase().as_str() {
        "yes" | "on" | "true" => "true".to_owned(),
        "no" | "off" | "false" => "false".to_owned(),
        _ => match value.split_once(',') {
            Some((whole, part)) if is_number(whole) && is_number(part) => format!("{whole}.{part}"),
            _ if is_word(value) => {
                format!("\"{}\"", if is_time(value) { value.replace(' ', "") } else { value.to_owned() })
            }
            _ => return None,
        },
    };
    Some(format!("expected {key} = {right}, found {value}"))
}

/// Whether a value is a number with a unit.
fn is_time(value: &str) -> bool {
    value.split_once(' ').is_some_and(|(number, unit)| {
        number.parse::<f64>().is_ok() && unit.trim().bytes().all(|byte| byte.is_ascii_alphabetic())
    })
}

/// The right header if a list of tables has single brackets.
fn single_brackets(line: &str, message: &str) -> Option<String> {
    let name = line.trim().split('#').next()?.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
    let is_list = ["category", "submission.language"].contains(&name);
    let is_clash = message.starts_with("invalid type: map") || message.contains("duplicate key");
    (is_list && is_clash).then(|| format!("[{name}] needs double brackets: [[{name}]]"))
}

/// Rewrites an error of the parser without terms of Rust.
fn in_plain_words(message: &str) -> String {
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    if let (true, Some((key, known))) = (message.starts_with("unknown field"), quoted.split_first()) {
        return match nearest(key, known.iter().copied()) {
            Some(near) => format!("unknown key {key}; did you mean {near}?"),
            None => format!("unknown key {key}: expected one of {}", known.join(", ")),
        };
    }
    if let (true, Some(key)) = (message.starts_with("missing field"), quoted.first()) {
        return format!("{key} is missing");
    }
    if let (true, Some((found, known))) = (message.starts_with("unknown variant"), quoted.split_first()) {
        let known: Vec<String> = known.iter().map(|name| format!("\"{name}\"")).collect();
        return format!("expected {}, found \"{found}\"", known.join(" or "));
    }
    for begin in ["invalid type: ", "invalid value: "] {
        let Some((found, expected)) =
            message.strip_prefix(begin).and_then(|rest| rest.split_once(", expected "))
        else {
            continue;
        };
        let expected = match expected {
            "a string" => "text in quotes",
            "a boolean" => "true or false",
            "a sequence" => "a list",
            "a map" | "struct RunRules" | "struct LimitRules" | "struct CategoryRules" => "a table",
            "u64" | "usize" | "u32" => "a whole number, 0 or more",
            other => other,
        };
        let mut found = found.replace('`', "");
        for kind in ["string ", "integer ", "floating point ", "boolean "] {
            if let Some(value) = found.strip_prefix(kind) {
                found = value.to_owned();
            }
        }
        let found = match found.as_str() {
            "map" => "a table",
            "sequence" => "a list",
            other => other,
        };
        return format!("expected {expected}, found {found}");
    }
    message.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Assignment, String> {
        Source { file: Path::new("a.toml"), text }.read().map_err(|error| error.to_string())
    }

    const LEAST: &str = "title = 't'\n[submission]\ncommand = ['a']\n[[category]]\nname = 'c'\npoints = 1\n";

    #[test]
    fn the_example_has_every_key() {
        let example = read(EXAMPLE).unwrap();
        assert_eq!((example.category.len(), example.submission.language.len(), example.seed), (5, 3, 1));
        // Also enable the keys that are commented out.
        let is_key = |line: &str| line.starts_with("# ") && line.split(' ').nth(2) == Some("=");
        let whole: Vec<&str> =
            EXAMPLE.lines().map(|line| if is_key(line) { &line[2..] } else { line }).collect();
        let whole = read(&whole.join("\n")).unwrap();
        assert!(whole.shape.is_some() && whole.limits.max_memory == Some(2_000_000_000));
        assert_eq!(whole.submission.stdin.as_deref(), Some("2\n{}\n3\n"));
        let keys = "title goal shape cost seed file build build_timeout command stdin notation answer_file \
                    expect moves timeout total_timeout stop_after_timeouts max_memory max_output max_size \
                    name points depths count boards unsolvable malformed hidden extra_credit accept_longer \
                    per visibility";
        for key in keys.split_whitespace() {
            assert!(
                EXAMPLE.contains(&format!("\n{key} = ")) || EXAMPLE.contains(&format!("\n# {key} = ")),
                "{key}"
            );
        }
    }

    #[test]
    fn the_example_shows_the_defaults() {
        let least = read(LEAST).unwrap();
        let example = read(EXAMPLE).unwrap();
        assert_eq!(least.goal.to_string(), example.goal.to_string());
        assert_eq!(least.seed, example.seed);
        let of = |limits: &LimitRules| {
            (limits.timeout, limits.total_timeout, limits.max_output, limits.max_size, limits.max_memory)
        };
        assert_eq!(of(&least.limits), of(&example.limits));
    }

    #[test]
    fn times_and_sizes_may_have_units() {
        let with_limits =
            |limits: &str| read(&LEAST.replace("[submission]", &format!("[limits]\n{limits}\n[submission]")));
        let limits = with_limits(
            "timeout = '1.5s'\ntotal_timeout = 2\nmax_memory = '2GB'\nmax_output = 3\nmax_size = '500kB'",
        );
        let limits = limits.unwrap().limits;
        assert_eq!(
            (limits.timeout, limits.total_timeout),
            (Duration::from_millis(1500), Duration::from_secs(2))
        );
        assert_eq!(
            (limits.max_memory, limits.max_output, limits.max_size),
            (Some(2_000_000_000), 3_000_000, 500_000)
        );
        for old in ["memory", "output", "size", "total"] {
            let error = with_limits(&format!("{old} = 1")).unwrap_err();
            assert!(error.contains(&format!("line 3: unknown key {old}: expected one of")), "{error}");
            assert!(error.contains(" total_timeout,") && error.contains(" max_size"), "{error}");
        }
    }

    #[test]
    fn errors_have_line_key_and_expectation() {
        for (old, new, said) in [
            ("title = 't'", "titel = 't'", "line 1: unknown key titel; did you mean title?"),
            ("title = 't'", "goal = '1'", "line 1: "),
            ("title = 't'", "title = 't'\ngoal = '12'", "line 2: goal: "),
            (
                "title = 't'",
                "title = 't'\nseed = -1",
                "line 2: seed: expected a whole number, 0 or more, found -1",
            ),
            ("['a']", "'a {}'", "line 3: command: expected a list of words, for example [\"python3\""),
            ("['a']", "[]", "line 3: command: expected a list of words"),
            ("['a']", "['a', 3]", "line 3: command: expected a list of words"),
            (
                "['a']",
                "['a']\nfile = '../a'",
                "line 4: file: expected a file in the submission, for example solver.py",
            ),
            ("['a']", "['a']\nexpect = 'x'", "line 4: expect: expected one of auto, moves"),
            ("['a']", "['a']\nmoves = 'x'", "line 4: moves: expected blank, tile, either, or names"),
            (
                "points = 1",
                "points = 0",
                "line 6: points: expected a number above 0, for example 10 or 2.5, found 0",
            ),
            (
                "points = 1",
                "points = '1'",
                "line 6: points: expected a number above 0, for example 10 or 2.5, found \"1\"",
            ),
            (
                "points = 1",
                "points = 1\ncount = 0",
                "line 7: count: expected a whole number, 1 or more, found 0",
            ),
            ("points = 1", "points = 1\ndepths = 3", "line 7: depths: expected depths in quotes"),
            (
                "points = 1",
                "points = 1\ndepths = '3-1'",
                "line 7: depths: the smaller depth comes first: \"1-3\"",
            ),
            ("points = 1", "points = 1\ndepths = 'x'", "line 7: depths: expected a depth, as 20, or two"),
            ("points = 1", "points = 1\ndepths = 1-10", "line 7: expected depths = \"1-10\", found 1-10"),
            ("points = 1", "points = 1\ntimeout = 30 s", "line 7: expected timeout = \"30s\", found 30 s"),
            ("points = 1", "points = 1\nhidden = yes", "line 7: expected hidden = true, found yes"),
            ("points = 1", "points = 1\nhidden = 'x'", "line 7: hidden: expected true or false, found \"x\""),
            (
                "points = 1",
                "points = 1\nper = 'x'",
                "line 7: per: expected \"board\" or \"all\", found \"x\"",
            ),
            ("points = 1", "points = 10,5", "line 6: expected points = 10.5, found 10,5"),
            (
                "points = 1",
                "points = 3.333",
                "line 6: points: expected at most two decimals, for example 3.33",
            ),
            ("[[category]]", "[category]", "line 4: [category] needs double brackets: [[category]]"),
            ("title = 't'", "title = 't'\ngoal = snail", "line 2: expected goal = \"snail\", found snail"),
            (
                "points = 1",
                "points = 1\nunsolvable = false",
                "line 7: unsolvable: expected a number of boards",
            ),
            ("points = 1", "points = 1\ntimeout = 0", "line 7: timeout: expected a time such as 10"),
            ("points = 1", "points = 1\npoints = 2", "line 7: "),
            ("points = 1", "pionts = 1", "line 6: unknown key pionts; did you mean points?"),
            ("points = 1", "", "line 4: points is missing"),
            ("points = 1", "points = [", "line 6: "),
            (
                "[submission]",
                "[limits]\nmax_memory = 'much'\n[submission]",
                "line 3: max_memory: expected a size such as 800",
            ),
        ] {
            let error = read(&LEAST.replace(old, new)).unwrap_err();
            assert!(error.starts_with("a.toml, line ") && error.contains(said), "{new}: {error}");
        }
    }
}
