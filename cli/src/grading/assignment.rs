//! The assignment's file: what a submission is, what it may take, and what is worth how many points.

use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use tilebase::board::Shape;
use tilebase::notation::{BlankSign, GoalName};
use toml::{Spanned, Value};

use super::points::Points;
use super::toml_values::{count, points, seconds, some_count, some_seconds, some_text, text, unlike, words};
use crate::shell::read_depths;
use crate::trial::{Feed, HandedForm, Handing};
use tilebase_answers::{MoveNames, Preset};

/// An assignment with every key and comment: what `--example` prints.
pub(crate) const EXAMPLE: &str = include_str!("example.toml");

/// An assignment, as its file has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Assignment {
    /// What stands above the reports.
    pub(crate) title: String,
    /// The goal.
    #[serde(default, deserialize_with = "text")]
    pub(crate) goal: GoalName,
    /// The shape, where the goal leaves it open.
    #[serde(default, deserialize_with = "some_text")]
    pub(crate) shape: Option<Shape>,
    /// The seed of the boards that are drawn.
    #[serde(default = "one")]
    pub(crate) seed: u64,
    /// What a submission is.
    pub(crate) submission: SubmissionRules,
    /// What it may take.
    #[serde(default)]
    pub(crate) limits: LimitRules,
    /// What is tried, in this order.
    #[serde(default)]
    pub(crate) category: Vec<Spanned<CategoryRules>>,
}

/// What a submission is, how it is built and run.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SubmissionRules {
    /// The file that must be in it; a submission of one file gets this name.
    #[serde(default, deserialize_with = "file_within")]
    pub(crate) file: Option<PathBuf>,
    /// What is run once, before all boards.
    #[serde(default, deserialize_with = "some_words")]
    pub(crate) build: Option<Vec<String>>,
    /// How long that may take, if not a minute.
    #[serde(default, deserialize_with = "some_seconds")]
    pub(crate) build_timeout: Option<Duration>,
    /// What is run for each board.
    #[serde(deserialize_with = "words")]
    pub(crate) command: Vec<String>,
    /// What a run gets on its standard input.
    #[serde(default)]
    pub(crate) stdin: Option<String>,
    /// The form in which boards are handed over.
    #[serde(default, deserialize_with = "some_text")]
    pub(crate) notation: Option<HandedForm>,
    /// What stands for the blank in it.
    #[serde(default, deserialize_with = "text")]
    pub(crate) blank: BlankSign,
    /// The name of the file that {file} stands for.
    #[serde(default, deserialize_with = "file_within")]
    pub(crate) file_name: Option<PathBuf>,
    /// The file that a run writes its answer to.
    #[serde(default, deserialize_with = "file_within")]
    pub(crate) output: Option<PathBuf>,
    /// Is the standard input kept open when all is written?
    #[serde(default)]
    pub(crate) stdin_open: bool,
    /// How the answer is found in what is printed.
    #[serde(default, deserialize_with = "text")]
    pub(crate) expect: Preset,
    /// What the directions of moves are those of.
    #[serde(default)]
    pub(crate) moves: MovesOf,
    /// What moves are called, as U=haut,D=bas,L=gauche,R=droite.
    #[serde(default, deserialize_with = "some_text")]
    pub(crate) move_names: Option<MoveNames>,
}

impl SubmissionRules {
    /// What its runs are given.
    pub(super) fn feed(&self) -> Feed {
        let name = |file: &PathBuf| file.to_string_lossy().into_owned();
        Feed {
            input: self.stdin.clone(),
            handing: Handing { form: self.notation, blank: self.blank.clone() },
            keeps_input_open: self.stdin_open,
            file_name: self.file_name.as_ref().map_or_else(|| Feed::FILE_NAME.to_owned(), name),
            output_file: self.output.as_ref().map(name),
        }
    }
}

/// What the directions of moves are those of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MovesOf {
    /// The blank.
    #[default]
    Blank,
    /// The tile that slides.
    Tile,
    /// Either: a path is right if it is under one of them.
    Either,
}

/// What a submission may take.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct LimitRules {
    /// Time for a board.
    #[serde(deserialize_with = "seconds")]
    pub(crate) timeout: Duration,
    /// Time for all boards of a submission together.
    #[serde(deserialize_with = "seconds")]
    pub(crate) total: Duration,
    /// When so many boards have timed out, no others are tried.
    #[serde(deserialize_with = "some_count")]
    pub(crate) stop_after_timeouts: Option<usize>,
    /// Address space of a run, in millions of bytes.
    #[serde(deserialize_with = "some_count")]
    pub(crate) memory: Option<u64>,
    /// What a run may print, in millions of bytes.
    #[serde(deserialize_with = "count")]
    pub(crate) output: usize,
    /// What the files of a submission may take, in millions of bytes.
    #[serde(deserialize_with = "count")]
    pub(crate) size: u64,
}

impl Default for LimitRules {
    /// Ten seconds for a board and five minutes for all, 8 MB of output, 100 MB of files.
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(10),
            total: Duration::from_secs(300),
            stop_after_timeouts: None,
            memory: None,
            output: 8,
            size: 100,
        }
    }
}

/// Boards of a kind, and their points.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CategoryRules {
    /// What it is called.
    pub(crate) name: String,
    /// What it is worth.
    #[serde(deserialize_with = "points")]
    pub(crate) points: Points,
    /// Its boards, as they are written.
    #[serde(default)]
    pub(crate) boards: Option<Vec<String>>,
    /// A file with its boards, found from the assignment's folder.
    #[serde(default)]
    pub(crate) file: Option<PathBuf>,
    /// Boards of these depths are drawn,
    #[serde(default, deserialize_with = "some_depths")]
    pub(crate) depths: Option<RangeInclusive<u32>>,
    /// so many of each.
    #[serde(default, deserialize_with = "some_count")]
    pub(crate) count: Option<usize>,
    /// So many that can't be solved are drawn; or those that are given can't.
    #[serde(default, deserialize_with = "some_unsolvable")]
    pub(crate) unsolvable: Option<Unsolvable>,
    /// Bad input is tried in the place of boards.
    #[serde(default)]
    pub(crate) malformed: bool,
    /// Are its boards kept secret?
    #[serde(default)]
    pub(crate) hidden: bool,
    /// Is it left out of the points that one can be asked for?
    #[serde(default)]
    pub(crate) extra_credit: bool,
    /// Is a path right that is longer than need be?
    #[serde(default)]
    pub(crate) accept_longer: bool,
    /// Time for a board, if not that of all.
    #[serde(default, deserialize_with = "some_seconds")]
    pub(crate) timeout: Option<Duration>,
    /// How points are earned.
    #[serde(default)]
    pub(crate) per: Per,
    /// When Gradescope shows it.
    #[serde(default)]
    pub(crate) visibility: Option<Visibility>,
}

/// Boards that can't be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unsolvable {
    /// So many are drawn.
    Drawn(usize),
    /// Those that are given.
    Given,
}

/// How the points of a category are earned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Per {
    /// Each board has its share.
    #[default]
    Board,
    /// All of them for all boards, else none.
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
    /// The name that Gradescope has for it.
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

fn some_words<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Vec<String>>, D::Error> {
    words(from).map(Some)
}

fn some_depths<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<RangeInclusive<u32>>, D::Error> {
    match Value::deserialize(from)? {
        Value::String(text) => read_depths(&text).map(Some).map_err(serde::de::Error::custom),
        other => Err(unlike("depths in quotes, as \"20\" or \"1-10\"", &other)),
    }
}

fn some_unsolvable<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Unsolvable>, D::Error> {
    let value = Value::deserialize(from)?;
    let drawn = value.as_integer().filter(|count| *count >= 1).and_then(|count| usize::try_from(count).ok());
    let unsolvable =
        drawn.map(Unsolvable::Drawn).or((value == Value::Boolean(true)).then_some(Unsolvable::Given));
    let expected = "how many boards to draw, or true if the boards that are given can't be solved";
    unsolvable.map(Some).ok_or_else(|| unlike(expected, &value))
}

fn file_within<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<PathBuf>, D::Error> {
    let text = String::deserialize(from)?;
    let path = PathBuf::from(&text);
    let is_within = !text.is_empty() && path.components().all(|part| matches!(part, Component::Normal(_)));
    let wrong = || {
        serde::de::Error::custom(format!("expected a file within the folder, as solver.py, found {text:?}"))
    };
    if is_within { Ok(Some(path)) } else { Err(wrong()) }
}

/// What is wrong with an assignment, and where.
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

/// The text of an assignment, to tell places in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    pub(crate) file: &'a Path,
    pub(crate) text: &'a str,
}

impl Source<'_> {
    /// Reads the file. What holds for its keys together is looked at when its boards are chosen.
    ///
    /// # Errors
    /// [`AssignmentError`] with the line and the key of what is wrong.
    pub(crate) fn read(&self) -> Result<Assignment, AssignmentError> {
        toml::from_str(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let message = error.message().replace(['\n', '\r'], " ");
            let key = self.key_at(at).filter(|key| !message.contains(&format!("`{key}`")));
            let what = key.map_or_else(|| message.clone(), |key| format!("{key}: {message}"));
            self.error(at, &what)
        })
    }

    /// An error at a key within a part of the text, or at the part's beginning.
    pub(crate) fn error_at_key(&self, part: &Range<usize>, key: &str, what: &str) -> AssignmentError {
        let is_key = |line: &str| {
            line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        let mut at = part.start;
        let lines = self.text.get(part.start..).unwrap_or_default().split_inclusive('\n').enumerate();
        // The next table begins another part.
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

    /// The part of the text that begins with a header, as `[limits]`.
    pub(crate) fn part(&self, header: &str) -> Range<usize> {
        let at = self.text.find(header).unwrap_or_default();
        at..self.text.len()
    }

    /// The key whose value stands at a place: its line, or one before it, begins with it.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Assignment, String> {
        Source { file: Path::new("a.toml"), text }.read().map_err(|error| error.to_string())
    }

    const LEAST: &str = "title = 't'\n[submission]\ncommand = ['a']\n[[category]]\nname = 'c'\npoints = 1\n";

    #[test]
    fn the_example_has_every_key_and_is_read() {
        let example = read(EXAMPLE).unwrap();
        assert_eq!((example.category.len(), example.seed), (5, 1));
        // With every comment that is a key made one.
        let is_key = |line: &str| line.starts_with("# ") && line.split(' ').nth(2) == Some("=");
        let whole: Vec<&str> =
            EXAMPLE.lines().map(|line| if is_key(line) { &line[2..] } else { line }).collect();
        let whole = read(&whole.join("\n")).unwrap();
        assert!(whole.shape.is_some() && whole.submission.build.is_some() && whole.limits.memory.is_some());
        assert_eq!(whole.submission.stdin.as_deref(), Some("2\n{}\n3\n"));
        let keys = "title goal shape seed file build build_timeout command stdin notation expect moves timeout total \
                    stop_after_timeouts memory output size name points depths count boards unsolvable malformed hidden \
                    extra_credit accept_longer per visibility";
        for key in keys.split_whitespace() {
            assert!(
                EXAMPLE.contains(&format!("\n{key} = ")) || EXAMPLE.contains(&format!("\n# {key} = ")),
                "{key}"
            );
        }
    }

    #[test]
    fn what_is_left_out_is_what_the_example_shows() {
        let least = read(LEAST).unwrap();
        let example = read(EXAMPLE).unwrap();
        assert_eq!(least.goal.to_string(), example.goal.to_string());
        assert_eq!((least.seed, least.submission.moves), (example.seed, example.submission.moves));
        let of =
            |limits: &LimitRules| (limits.timeout, limits.total, limits.output, limits.size, limits.memory);
        assert_eq!(of(&least.limits), of(&example.limits));
    }

    #[test]
    fn every_fault_has_its_line_its_key_and_what_was_expected() {
        for (old, new, said) in [
            ("title = 't'", "titel = 't'", "line 1: unknown field `titel`, expected one of `title`"),
            ("title = 't'", "goal = '1'", "line 1: "),
            ("title = 't'", "title = 't'\ngoal = '12'", "line 2: goal: "),
            ("title = 't'", "title = 't'\nseed = -1", "line 2: seed: "),
            ("['a']", "'a {}'", "line 3: command: expected a list of words, as [\"python3\""),
            ("['a']", "[]", "line 3: command: expected a list of words"),
            ("['a']", "['a', 3]", "line 3: command: expected a list of words"),
            (
                "['a']",
                "['a']\nfile = '../a'",
                "line 4: file: expected a file within the folder, as solver.py",
            ),
            ("['a']", "['a']\nexpect = 'x'", "line 4: expect: expected one of auto, moves"),
            ("['a']", "['a']\nmoves = 'x'", "line 4: moves: unknown variant `x`, expected one of `blank`"),
            (
                "points = 1",
                "points = 0",
                "line 6: points: expected points, more than 0, as 10 or 2.5, found 0",
            ),
            (
                "points = 1",
                "points = '1'",
                "line 6: points: expected points, more than 0, as 10 or 2.5, found \"1\"",
            ),
            (
                "points = 1",
                "points = 1\ncount = 0",
                "line 7: count: expected a whole number, 1 or more, found 0",
            ),
            ("points = 1", "points = 1\ndepths = 3", "line 7: depths: expected depths in quotes"),
            ("points = 1", "points = 1\ndepths = '3-1'", "line 7: depths: expected a depth, as 20, or two"),
            (
                "points = 1",
                "points = 1\nunsolvable = false",
                "line 7: unsolvable: expected how many boards to draw",
            ),
            ("points = 1", "points = 1\ntimeout = 0", "line 7: timeout: expected a number of seconds"),
            ("points = 1", "points = 1\npoints = 2", "line 7: "),
            ("points = 1", "pionts = 1", "line 6: unknown field `pionts`, expected one of `name`, `points`"),
            ("points = 1", "", "missing field `points`"),
            ("points = 1", "points = [", "line 6: "),
            (
                "[submission]",
                "[limits]\nmemory = 1.5\n[submission]",
                "line 3: memory: expected a whole number",
            ),
        ] {
            let error = read(&LEAST.replace(old, new)).unwrap_err();
            assert!(error.starts_with("a.toml, line ") && error.contains(said), "{new}: {error}");
        }
    }
}
