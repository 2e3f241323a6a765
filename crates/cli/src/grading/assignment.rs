//! The assignment file: the form of submissions, their limits, and the points of each category.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;
use tilebase::board::Shape;
use tilebase::notation::GoalName;
use toml::{Spanned, Value};

use super::points::Points;
use super::run_rules::RunRules;
use super::toml_values::{mismatch, points, size, some_count, some_size, some_text, some_time, text, time};
use crate::shell::read_depths;

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
    /// The costs of moves: a rule, or a file relative to the assignment's folder. If given, paths
    /// are judged by their costs instead of their lengths.
    #[serde(default, deserialize_with = "some_text")]
    pub(crate) cost: Option<String>,
    /// The seed for random boards.
    #[serde(default = "one")]
    pub(crate) seed: u64,
    /// The form that an answer on a solvable board must have.
    #[serde(default)]
    pub(crate) requires: RequiredAnswer,
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
    /// Whether runs may use the network. Builds always may.
    pub(crate) network: bool,
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
            network: false,
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
    /// The form of answers, if it differs from the assignment's rule.
    #[serde(default)]
    pub(crate) requires: Option<RequiredAnswer>,
    /// The time limit per board, if it differs from the one under `[limits]`.
    #[serde(default, deserialize_with = "some_time")]
    pub(crate) timeout: Option<Duration>,
    /// The rule by which points are earned.
    #[serde(default)]
    pub(crate) per: Scoring,
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

/// The form that an answer on a solvable board must have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RequiredAnswer {
    /// The length of the path, or a path.
    #[default]
    Length,
    /// A path.
    Path,
}

/// How the points of a category are earned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Scoring {
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
        other => Err(mismatch("depths in quotes, for example \"20\" or \"1-10\"", &other)),
    }
}

fn some_unsolvable<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Unsolvable>, D::Error> {
    let value = Value::deserialize(from)?;
    let drawn = value.as_integer().filter(|count| *count >= 1).and_then(|count| usize::try_from(count).ok());
    let unsolvable =
        drawn.map(Unsolvable::Drawn).or((value == Value::Boolean(true)).then_some(Unsolvable::Given));
    let expected = "a number of boards, or true if the listed boards are unsolvable";
    unsolvable.map(Some).ok_or_else(|| mismatch(expected, &value))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::source::Source;
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
        let keys = "title goal shape cost seed requires python java classpath file build build_timeout \
                    command stdin notation answer_file expect moves timeout total_timeout \
                    stop_after_timeouts max_memory max_output max_size network name points depths count \
                    boards unsolvable malformed hidden extra_credit accept_longer per visibility";
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
            let times = (limits.timeout, limits.total_timeout);
            (times, limits.max_output, limits.max_size, limits.max_memory, limits.network)
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
        for (old, new, expected) in [
            ("title = 't'", "titel = 't'", "line 1: unknown key titel; did you mean title?"),
            ("title = 't'", "title = 't'\ngoal = '1'", "line 2: "),
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
            (
                "points = 1",
                "points = 1\ndepths = 'x'",
                "line 7: depths: expected a depth such as 20, or a range",
            ),
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
            assert!(error.starts_with("a.toml, line ") && error.contains(expected), "{new}: {error}");
        }
    }
}
