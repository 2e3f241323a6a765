//! Checks that the keys of an assignment fit together, and reads the boards that it lists.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, anyhow};
use tilebase::board::{Board, Goal};
use tilebase::notation::{BoardOptions, Boards, CostRule};
use tilebase_answers::Preset;
use toml::Spanned;

use super::assignment::{Assignment, CategoryRules, RequiredAnswer, Unsolvable};
use super::language::{Language, Start};
use super::language_rules::languages;
use super::source::{AssignmentError, Source, all};
use crate::ask::read_costs;
use crate::shell::open_input;
use crate::trial::Runner;

/// The parts of an assignment that need no table.
#[derive(Clone, Debug)]
pub(crate) struct Checked {
    /// The languages of submissions.
    pub(crate) languages: Vec<Language>,
    /// The costs of moves, if paths are judged by them.
    pub(super) cost: Option<CostRule>,
    /// The listed boards, by the number of their category. Categories that draw boards are absent.
    pub(super) listed: BTreeMap<usize, Vec<Board>>,
}

/// Checks an assignment. Files of boards and costs are relative to its folder.
///
/// # Errors
/// If keys contradict each other or are missing, or a board or the costs cannot be used: all errors,
/// with their lines.
pub(crate) fn check(
    source: &Source<'_>,
    rules: &Assignment,
    goal: &Goal,
) -> Result<Checked, AssignmentError> {
    let languages = languages(source, &rules.submission, goal);
    let check = Check { source, rules, languages: languages.as_deref().unwrap_or_default(), goal };
    let (categories, cost) = (check.categories(), check.cost());
    match (languages, categories, cost) {
        (Ok(languages), Ok(listed), Ok(cost)) => Ok(Checked { languages, cost, listed }),
        (languages, categories, cost) => {
            let errors = [languages.err(), categories.err(), cost.err()].into_iter().flatten();
            Err(errors.reduce(AssignmentError::and).expect("one of them is an error"))
        }
    }
}

struct Check<'a> {
    source: &'a Source<'a>,
    rules: &'a Assignment,
    /// The languages; none if their keys are wrong.
    languages: &'a [Language],
    goal: &'a Goal,
}

impl Check<'_> {
    /// The boards of the categories that list them.
    fn categories(&self) -> Result<BTreeMap<usize, Vec<Board>>, AssignmentError> {
        let (source, rules) = (self.source, self.rules);
        let no_limit = Runner::NO_MEMORY_LIMIT.filter(|_| rules.limits.max_memory.is_some());
        let no_limit = no_limit.map(|reason| {
            let what = format!("not available: {reason}; remove this key");
            Err(source.error_at_key(&source.part("[limits]"), "max_memory", &what))
        });
        let expected = "expected a [[category]] with name, points and boards";
        let is_empty = rules.category.is_empty();
        let empty = is_empty.then(|| Err(source.error_at_key(&(0..0), "category", expected)));
        let mut names = HashSet::new();
        let of_category = |(nth, category): (usize, &Spanned<CategoryRules>)| {
            let (part, category) = (category.span(), category.get_ref());
            if category.name.trim().is_empty() || !names.insert(category.name.trim().to_owned()) {
                let what = format!("expected a name that no other category has, found {:?}", category.name);
                return Err(source.error_at_key(&part, "name", &what));
            }
            let contradictions = self.contradictions(category);
            all(contradictions
                .iter()
                .map(|(key, what)| Err::<(), _>(source.error_at_key(&part, key, what))))?;
            Ok(self.listed(&part, category)?.map(|boards| (nth, boards)))
        };
        let each = rules.category.iter().enumerate().map(of_category);
        let listed = all(no_limit.into_iter().chain(empty).chain(each))?.into_iter().flatten().collect();
        self.check_secrets(&listed)?;
        Ok(listed)
    }

    /// The costs of moves.
    fn cost(&self) -> Result<Option<CostRule>, AssignmentError> {
        let Some(text) = &self.rules.cost else { return Ok(None) };
        let error = |what: String| self.source.error_at_key(&(0..0), "cost", &what);
        let rule = read_costs(text, self.folder()).map_err(error)?;
        let convention = self.rules.submission.moves().convention.read_as();
        rule.on(self.goal.shape(), convention).map_err(|why| error(why.to_string()))?;
        Ok(Some(rule))
    }

    /// The folder of the assignment.
    fn folder(&self) -> &Path {
        self.source.file.parent().unwrap_or(Path::new(""))
    }

    /// The keys of a category that contradict others, with the reasons.
    fn contradictions(&self, category: &CategoryRules) -> Vec<(&'static str, &'static str)> {
        let is_given = category.unsolvable == Some(Unsolvable::Given);
        let is_list = category.boards.is_some() || category.file.is_some();
        let calls = self.languages.iter().any(|language| !matches!(language.start, Start::Command(_)));
        let has_solvable = category.unsolvable.is_none() && !category.malformed;
        let requires_path = category.requires.unwrap_or(self.rules.requires) == RequiredAnswer::Path;
        let reads_length =
            self.languages.iter().any(|language| matches!(language.extractor.preset, Preset::LastNumber));
        [
            (
                sources_of(category) != 1,
                "name",
                "expected exactly one of boards, file, depths, unsolvable = N, and malformed = true",
            ),
            (
                category.count.is_some() && category.depths.is_none(),
                "count",
                "only a category with depths has a count",
            ),
            (
                category.malformed && (category.unsolvable.is_some() || category.accept_longer),
                "malformed",
                "malformed input has no solution: remove unsolvable and accept_longer",
            ),
            (
                category.malformed && calls,
                "malformed",
                "only for a command: a function always receives a valid board",
            ),
            (
                category.accept_longer && category.unsolvable.is_some() && !category.malformed,
                "accept_longer",
                "only solvable boards have longer paths",
            ),
            (
                is_given && !is_list && !category.malformed && category.depths.is_some(),
                "unsolvable",
                "true needs boards or a file; otherwise give a number of boards",
            ),
            (
                category.requires == Some(RequiredAnswer::Path) && !has_solvable,
                "requires",
                "only solvable boards have a path",
            ),
            (
                requires_path && has_solvable && reads_length,
                "requires",
                "with expect = \"last-number\", no answer has a path",
            ),
        ]
        .into_iter()
        .filter_map(|(is_wrong, key, what)| is_wrong.then_some((key, what)))
        .collect()
    }

    /// The boards of a category that lists them or names a file; `None` for other categories.
    fn listed(
        &self,
        part: &Range<usize>,
        category: &CategoryRules,
    ) -> Result<Option<Vec<Board>>, AssignmentError> {
        let error = |key: &str, what: &str| self.source.error_at_key(part, key, what);
        let (key, boards) = match (&category.boards, &category.file) {
            (Some(texts), _) => ("boards", self.read_list(part, category, texts)?),
            (None, Some(file)) => {
                let boards = self.read_file(file, category.hidden);
                let unreadable = |reason| error("file", &format!("cannot read the boards: {reason:#}"));
                ("file", boards.map_err(unreadable)?)
            }
            (None, None) => return Ok(category.malformed.then(Vec::new)),
        };
        if boards.is_empty() {
            return Err(error(key, "there are no boards"));
        }
        let mut seen = HashSet::new();
        let is_unsolvable = category.unsolvable.is_some();
        for (nth, board) in boards.iter().enumerate() {
            let shown = shown(board, nth, category);
            let (found, expected) = (board.shape(), self.goal.shape());
            let wrong = if found != expected {
                format!("{shown} is {found}, but the goal is {expected}")
            } else if !seen.insert(board) {
                format!("{shown} appears twice")
            } else if self.goal.is_reachable_from(board) != is_unsolvable {
                continue;
            } else if is_unsolvable {
                format!("{shown} is solvable; move it to a category without unsolvable = true")
            } else {
                format!("{shown} is unsolvable; move it to a category with unsolvable = true")
            };
            return Err(error(key, &wrong));
        }
        Ok(Some(boards))
    }

    fn read_list(
        &self,
        part: &Range<usize>,
        category: &CategoryRules,
        texts: &[String],
    ) -> Result<Vec<Board>, AssignmentError> {
        let read = |(nth, text): (usize, &String)| {
            Board::read(text, Some(self.goal.shape())).map_err(|error| {
                let what = if category.hidden { unreadable(nth) } else { error.to_string() };
                self.source.error_at_key(part, "boards", &what)
            })
        };
        all(texts.iter().enumerate().map(read))
    }

    fn read_file(&self, file: &Path, is_hidden: bool) -> anyhow::Result<Vec<Board>> {
        let file = self.folder().join(file);
        let options = BoardOptions { shape: Some(self.goal.shape()), ..BoardOptions::default() };
        let boards = Boards::new(open_input(&file)?, options).enumerate().map(|(nth, board)| match board {
            Ok(read) => Ok(read.board),
            Err(_secret) if is_hidden => Err(anyhow!(unreadable(nth))),
            Err(error) => Err(error).with_context(|| file.display().to_string()),
        });
        boards.collect()
    }

    /// Checks that no board is in both a hidden and a visible category.
    fn check_secrets(&self, boards: &BTreeMap<usize, Vec<Board>>) -> Result<(), AssignmentError> {
        let mut in_category: HashMap<Board, usize> = HashMap::new();
        for (nth, board) in
            boards.iter().flat_map(|(nth, boards)| boards.iter().map(move |board| (*nth, board)))
        {
            let Some(other) = in_category.insert(*board, nth) else { continue };
            let [one, two] = [other, nth].map(|nth| self.rules.category[nth].get_ref());
            if one.hidden != two.hidden {
                let what = format!(
                    "it shares a board with {:?}, and only one of the two is hidden; hide both, or move the board",
                    one.name
                );
                return Err(self.source.error_at_key(&self.rules.category[nth].span(), "name", &what));
            }
        }
        Ok(())
    }
}

/// The number of keys that say where the boards of a category come from.
fn sources_of(category: &CategoryRules) -> usize {
    let is_drawn = matches!(category.unsolvable, Some(Unsolvable::Drawn(_)));
    let sources = [
        category.boards.is_some(),
        category.file.is_some(),
        category.depths.is_some(),
        is_drawn,
        category.malformed,
    ];
    sources.into_iter().filter(|is_there| *is_there).count()
}

/// The description of a board in a message, which must not show hidden boards.
fn shown(board: &Board, nth: usize, category: &CategoryRules) -> String {
    if category.hidden { format!("board {} of this hidden category", nth + 1) } else { board.to_string() }
}

fn unreadable(nth: usize) -> String {
    format!("cannot read board {}; set hidden = false to see why", nth + 1)
}
