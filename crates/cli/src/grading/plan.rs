//! An assignment after its boards are chosen.

use std::collections::{BTreeMap, HashSet};
use std::ops::{Range, RangeInclusive};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use fastrand::Rng;
use tilebase::Interrupt;
use tilebase::board::{Board, Goal};
use tilebase::notation::CostRule;
use tilebase::oracle::Oracle;
use tilebase::search::Limits;
use tilebase::solve::{CostSolver, Depths, Population};
use tilebase_answers::Extractor;

use super::assignment::{
    Assignment, CategoryRules, LimitRules, RequiredAnswer, Scoring, Unsolvable, Visibility,
};
use super::checks::Checked;
use super::language::{Language, Start};
use super::points::Points;
use super::source::{AssignmentError, Source, all};
use super::tree::hash_file;
use crate::ask::Costs;
use crate::shell::plural;
use crate::trial::BadInput;

/// An assignment with its boards.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The title of the reports.
    pub(crate) title: String,
    /// The goal.
    pub(crate) goal: Goal,
    /// The solver for cheapest paths, if paths are judged by their costs.
    pub(crate) costs: Option<CostSolver>,
    /// The languages of submissions.
    pub(crate) languages: Vec<Language>,
    /// Limits on each submission.
    pub(crate) limits: LimitRules,
    /// The categories, in the order of grading.
    pub(crate) categories: Vec<Category>,
    /// A hash of the assignment and its boards.
    pub(crate) hash: String,
    /// Remarks on the choice of boards, with their lines.
    pub(crate) notes: Vec<String>,
}

/// A category with its boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Category {
    /// The name of the category.
    pub(crate) name: String,
    /// The points for all boards.
    pub(crate) points: Points,
    /// The boards, without duplicates.
    pub(crate) boards: Vec<Board>,
    /// The malformed inputs, in a category that has no boards.
    pub(crate) bad_inputs: Vec<BadInput>,
    /// Whether the boards are hidden from students.
    pub(crate) is_hidden: bool,
    /// Whether the points are added on top of the total.
    pub(crate) is_extra: bool,
    /// Whether a path may be longer than the shortest.
    pub(crate) accepts_longer: bool,
    /// The form that an answer on a solvable board must have.
    pub(crate) requires: RequiredAnswer,
    /// The time limit per board.
    pub(crate) timeout: Duration,
    /// The rule by which points are earned.
    pub(crate) per: Scoring,
    /// When Gradescope shows the category.
    pub(crate) visibility: Visibility,
}

impl Category {
    /// The number of runs.
    pub(crate) const fn size(&self) -> usize {
        self.boards.len() + self.bad_inputs.len()
    }

    /// The points for a number of right answers.
    pub(crate) fn earned(&self, right: usize) -> Points {
        match self.per {
            Scoring::All if right < self.size() => Points::default(),
            Scoring::All | Scoring::Board => self.points.share(right, self.size()),
        }
    }
}

impl Plan {
    /// Keeps only these categories. Their boards stay the same.
    ///
    /// # Errors
    /// If there is no category with one of these names.
    pub(crate) fn only(mut self, names: &[String]) -> anyhow::Result<Self> {
        for name in names {
            if !self.categories.iter().any(|category| category.name == *name) {
                let known: Vec<&str> =
                    self.categories.iter().map(|category| category.name.as_str()).collect();
                bail!("there is no category {name:?}: expected one of {}", known.join(", "));
            }
        }
        if names.is_empty() {
            return Ok(self);
        }
        self.categories.retain(|category| names.contains(&category.name));
        // In the order of the assignment, so that the order of the options makes no difference.
        let kept: Vec<&str> = self.categories.iter().map(|category| category.name.as_str()).collect();
        self.hash = blake3::hash(format!("{} only {kept:?}", self.hash).as_bytes()).to_hex().to_string();
        Ok(self)
    }

    /// Allows runs to use the network if `has_network`, or if the assignment does.
    #[must_use]
    pub(crate) fn with_network(mut self, has_network: bool) -> Self {
        if has_network && !self.limits.network {
            self.limits.network = true;
            self.hash = blake3::hash(format!("{} network", self.hash).as_bytes()).to_hex().to_string();
        }
        self
    }
}

impl Assignment {
    /// Whether boards are drawn by depth, which requires the goal's table.
    pub(crate) fn needs_table(&self) -> bool {
        self.category.iter().any(|category| category.get_ref().depths.is_some())
    }
}

/// Chooses the boards of an assignment. The oracle is required if boards are drawn by depth.
///
/// # Errors
/// If there are no such boards, with the line.
pub(crate) fn plan(
    source: &Source<'_>,
    rules: Assignment,
    checked: Checked,
    goal: Goal,
    oracle: Option<&Oracle>,
    interrupt: &Interrupt,
) -> anyhow::Result<Plan> {
    let Checked { languages, cost, listed } = checked;
    let by_cost = |language: Language| Language {
        extractor: Extractor { has_costs: cost.is_some(), ..language.extractor },
        cost_text: rules.cost.clone(),
        ..language
    };
    let languages: Vec<Language> = languages.into_iter().map(by_cost).collect();
    let choice = Choice { source, languages: &languages, goal: &goal, oracle, seed: rules.seed };
    let categories = choice.categories(&rules, listed)?;
    let notes = rules
        .category
        .iter()
        .zip(&categories)
        .filter_map(|(rules, category)| choice.too_few(&rules.span(), rules.get_ref(), category.boards.len()))
        .collect();
    let hash = hash_of(source.text, cost.as_ref(), &categories, &languages)?;
    let costs = costs(source, &rules, cost, &goal, interrupt)?;
    Ok(Plan { title: rules.title, goal, costs, languages, limits: rules.limits, categories, hash, notes })
}

/// The solver for cheapest paths. Directions are those that `moves` under `[submission]` names.
fn costs(
    source: &Source<'_>,
    rules: &Assignment,
    rule: Option<CostRule>,
    goal: &Goal,
    interrupt: &Interrupt,
) -> anyhow::Result<Option<CostSolver>> {
    let Some(rule) = rule else { return Ok(None) };
    let convention = rules.submission.moves().convention.read_as();
    let limits = Limits::default().with_interrupt(interrupt.clone());
    let solver = Costs { rule, convention }.solver(goal, None, limits);
    Ok(Some(solver.map_err(|error| source.error_at_key(&(0..0), "cost", &error.to_string()))?))
}

/// A hash of the assignment. It includes the version, because another version may grade
/// differently.
fn hash_of(
    text: &str,
    cost: Option<&CostRule>,
    categories: &[Category],
    languages: &[Language],
) -> anyhow::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(env!("CARGO_PKG_VERSION").as_bytes()).update(text.as_bytes());
    // The text has only the name of a file of costs.
    if let Some(CostRule::List(costs)) = cost {
        costs.iter().flatten().for_each(|cost| _ = hasher.update(&cost.to_le_bytes()));
    }
    for board in categories.iter().flat_map(|category| &category.boards) {
        hasher.update(b"\n").update(board.to_string().as_bytes());
    }
    for file in languages.iter().flat_map(Language::libraries).filter(|path| path.is_file()) {
        hash_file(file, &mut hasher).with_context(|| format!("cannot read {}", file.display()))?;
    }
    Ok(hasher.finalize().to_hex().to_string())
}

/// The inputs of the choice of boards.
struct Choice<'a> {
    source: &'a Source<'a>,
    languages: &'a [Language],
    goal: &'a Goal,
    oracle: Option<&'a Oracle>,
    seed: u64,
}

impl Choice<'_> {
    /// Chooses the boards of all categories. No category draws a board that another one lists.
    fn categories(
        &self,
        rules: &Assignment,
        listed: BTreeMap<usize, Vec<Board>>,
    ) -> Result<Vec<Category>, AssignmentError> {
        let mut boards = listed;
        let drawn = rules.category.iter().enumerate().map(|(nth, category)| {
            if !boards.contains_key(&nth) {
                let taken: HashSet<Board> = boards.values().flatten().copied().collect();
                let drawn = self.drawn(&category.span(), category.get_ref(), nth, &taken)?;
                boards.insert(nth, drawn);
            }
            Ok(())
        });
        all(drawn)?;
        let whole = |(category, boards): (&toml::Spanned<CategoryRules>, Vec<Board>)| {
            let category = category.get_ref();
            let bad_inputs = if category.malformed { self.bad_inputs() } else { Vec::new() };
            Category { bad_inputs, ..whole_category(rules, category, boards) }
        };
        Ok(rules.category.iter().zip(boards.into_values()).map(whole).collect())
    }

    /// The malformed inputs that all languages can receive, so that all submissions get the same.
    fn bad_inputs(&self) -> Vec<BadInput> {
        let of_programs = self.languages.iter().filter_map(|language| match &language.start {
            Start::Command(solver) => Some(solver.bad_inputs()),
            Start::Python { .. } | Start::Java { .. } => None,
        });
        let common = of_programs.reduce(|mut common, its| {
            common.retain(|bad| its.contains(bad));
            common
        });
        common.unwrap_or_default()
    }

    /// Draws the boards of a category, excluding those that are taken.
    fn drawn(
        &self,
        part: &Range<usize>,
        category: &CategoryRules,
        nth: usize,
        taken: &HashSet<Board>,
    ) -> Result<Vec<Board>, AssignmentError> {
        let seed = self.seed.wrapping_add(nth as u64);
        let drawn = match (category.unsolvable, &category.depths) {
            (Some(Unsolvable::Drawn(count)), _) => self.draw_unsolvable(count, seed, taken),
            (_, Some(depths)) => self.draw_depths(depths, category.count.unwrap_or(1), seed, taken),
            _ => Ok(Vec::new()),
        };
        let key = if category.depths.is_some() { "depths" } else { "unsolvable" };
        let boards = drawn.map_err(|error| self.source.error_at_key(part, key, &format!("{error:#}")))?;
        if boards.is_empty() {
            let what = "the other categories already have all of these boards";
            return Err(self.source.error_at_key(part, key, what));
        }
        Ok(boards)
    }

    /// Draws a number of boards per depth, or all that are left at a depth.
    fn draw_depths(
        &self,
        depths: &RangeInclusive<u32>,
        count: usize,
        seed: u64,
        taken: &HashSet<Board>,
    ) -> anyhow::Result<Vec<Board>> {
        let no_table =
            || anyhow!("{} is too large to draw boards by depth: use boards or a file", self.goal.shape());
        let oracle = self.oracle.ok_or_else(no_table)?;
        let deepest = oracle.histogram().len().saturating_sub(1) as u32;
        if *depths.end() > deepest {
            bail!(
                "expected depths up to {deepest}, the maximum for {}, found {}",
                self.goal.shape(),
                depths.end()
            );
        }
        let pool = Depths::Each.draw(oracle, count.saturating_add(taken.len()), seed)?;
        let mut by_depth: BTreeMap<u32, Vec<Board>> = BTreeMap::new();
        for board in pool.into_iter().filter(|board| !taken.contains(board)) {
            by_depth.entry(oracle.distance(&board)?.moves().into()).or_default().push(board);
        }
        // The pool is not in random order, so taking its first boards would be biased.
        let mut random = Rng::with_seed(seed);
        let mut chosen = Vec::new();
        for (_, mut boards) in by_depth.into_iter().filter(|(depth, _)| depths.contains(depth)) {
            random.shuffle(&mut boards);
            chosen.extend(boards.into_iter().take(count));
        }
        Ok(chosen)
    }

    /// A remark if a category has fewer boards than its depths and count ask for.
    fn too_few(&self, part: &Range<usize>, category: &CategoryRules, found: usize) -> Option<String> {
        let depths = category.depths.as_ref()?;
        let asked =
            ((depths.end() - depths.start() + 1) as usize).saturating_mul(category.count.unwrap_or(1));
        let boards = plural(found, "board", "boards");
        let what = format!(
            "only {found} {boards} instead of {asked}: the rest do not exist at these depths, or other \
             categories use them"
        );
        (found < asked).then(|| self.source.error_at_key(part, "depths", &what).to_string())
    }

    fn draw_unsolvable(&self, count: usize, seed: u64, taken: &HashSet<Board>) -> anyhow::Result<Vec<Board>> {
        // Draw more than needed: on small shapes, the same board is drawn many times.
        let drawn = count.saturating_add(taken.len()).saturating_mul(20);
        let mut seen = HashSet::new();
        let mut boards = Population::Unsolvable.draw(self.goal, drawn, seed)?;
        boards.retain(|board| !taken.contains(board) && seen.insert(*board));
        if boards.len() < count {
            bail!(
                "{} has only {} unsolvable boards that no other category uses",
                self.goal.shape(),
                boards.len()
            );
        }
        boards.truncate(count);
        Ok(boards)
    }
}

fn whole_category(assignment: &Assignment, rules: &CategoryRules, boards: Vec<Board>) -> Category {
    let usual = if rules.hidden { Visibility::Hidden } else { Visibility::Visible };
    Category {
        name: rules.name.trim().to_owned(),
        points: rules.points,
        boards,
        bad_inputs: Vec::new(),
        is_hidden: rules.hidden,
        is_extra: rules.extra_credit,
        accepts_longer: rules.accept_longer,
        requires: rules.requires.unwrap_or(assignment.requires),
        timeout: rules.timeout.unwrap_or(assignment.limits.timeout),
        per: rules.per,
        visibility: rules.visibility.unwrap_or(usual),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::checks::check;
    use super::*;
    use tilebase::board::Shape;

    fn plan_of(categories: &str) -> Result<Plan, String> {
        let text =
            format!("title = 't'\ngoal = '123450'\nseed = 3\n[submission]\ncommand = ['a']\n{categories}");
        let source = Source { file: Path::new("a.toml"), text: &text };
        let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
        let oracle = Oracle::build(&goal).unwrap();
        let rules = source.read().map_err(|error| error.to_string())?;
        let checked = check(&source, &rules, &goal).map_err(|error| error.to_string())?;
        plan(&source, rules, checked, goal, Some(&oracle), &Interrupt::new())
            .map_err(|error| format!("{error:#}"))
    }

    fn category(name: &str, keys: &str) -> String {
        format!("[[category]]\nname = '{name}'\npoints = 1\n{keys}\n")
    }

    #[test]
    fn boards_depend_on_the_seed_and_are_in_one_category() {
        let text = category("a", "depths = '0-21'\ncount = 2\nhidden = true")
            + &category("b", "depths = '0-21'\ncount = 60")
            + &category("c", "unsolvable = 100")
            + &category("d", "boards = ['123405', '120453']");
        let plan = plan_of(&text).unwrap();
        assert_eq!(plan.categories, plan_of(&text).unwrap().categories);
        let all: Vec<Board> = plan.categories.iter().flat_map(|category| category.boards.clone()).collect();
        let once: HashSet<&Board> = all.iter().collect();
        assert_eq!(all.len(), once.len());
        let notes = [
            "line 9: depths: only 40 boards instead of 44: the rest do not exist at these depths, or other",
            "line 15: depths: only 318 boards instead of 1320",
        ];
        assert!(
            plan.notes.iter().zip(notes).all(|(found, expected)| found.contains(expected)),
            "{:?}",
            plan.notes
        );
        let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
        let solvable = |nth: usize| {
            plan.categories[nth].boards.iter().filter(|board| goal.is_reachable_from(board)).count()
        };
        assert_eq!([0, 1, 2, 3].map(|nth| plan.categories[nth].boards.len()), [40, 318, 100, 2]);
        // There are 22 levels. The goal and the deepest board are the only ones of their levels,
        // and category d has both boards of level 1.
        assert_eq!((solvable(0), solvable(2)), (40, 0));
        let other = plan_of(&text.replace("'123405', ", "'123405', '023145', ")).unwrap();
        assert!(other.hash != plan.hash);
    }

    #[test]
    fn the_order_of_chosen_categories_makes_no_difference() {
        let text = category("a", "boards = ['123405']") + &category("b", "boards = ['123045']");
        let text = text + &category("c", "unsolvable = 2");
        let only = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            plan_of(&text).unwrap().only(&names).unwrap()
        };
        let plan = only(&["c", "a"]);
        assert_eq!(plan.categories.iter().map(|category| &*category.name).collect::<Vec<_>>(), ["a", "c"]);
        assert_eq!(plan.hash, only(&["a", "c", "a"]).hash);
        for other in [&["a"][..], &["a", "b"], &["a", "b", "c"], &[]] {
            assert!(only(other).hash != plan.hash, "{other:?}");
        }
    }

    #[test]
    fn contradictions_are_reported_with_their_line() {
        let given = "boards = ['123405', '123045']";
        for (text, expected) in [
            (String::new(), "line 1: expected a [[category]]"),
            (category("a", ""), "line 7: name: expected exactly one of boards, file, depths, unsolvable"),
            (category("a", "depths = '1'\nunsolvable = 1"), "line 7: name: expected exactly one of"),
            (category("a", "unsolvable = true"), "line 7: name: expected exactly one of"),
            (
                category("a", "unsolvable = true\ndepths = '3'"),
                "line 9: unsolvable: true needs boards or a file",
            ),
            (category("a", "malformed = true\ndepths = '3'"), "line 7: name: expected exactly one of"),
            (
                category("a", "malformed = true\naccept_longer = true"),
                "line 9: malformed: malformed input has no solution",
            ),
            (
                category("a", "malformed = true\nunsolvable = true"),
                "line 9: malformed: malformed input has no solution",
            ),
            (
                category("a", given) + &category("a", given),
                "line 11: name: expected a name that no other category has, found \"a\"",
            ),
            (category(" ", given), "line 7: name: expected a name that no other category has"),
            (
                category("a", "count = 2\nunsolvable = 3"),
                "line 9: count: only a category with depths has a count",
            ),
            (
                category("a", "unsolvable = 3\naccept_longer = true"),
                "line 10: accept_longer: only solvable boards",
            ),
            (
                "build_timeout = 3\n".to_owned() + &category("a", given),
                "line 6: build_timeout: there is no build",
            ),
            (category("a", "boards = []"), "line 9: boards: there are no boards"),
            (category("a", "boards = ['123405', '123405']"), "line 9: boards: 123405 appears twice"),
            (category("a", "boards = ['213450']"), "line 9: boards: 213450 is unsolvable; move it"),
            (category("a", "unsolvable = true\nboards = ['123405']"), "line 10: boards: 123405 is solvable"),
            (category("a", "boards = ['12340']"), "line 9: boards: "),
            (category("a", "depths = '20-22'"), "line 9: depths: expected depths up to 21"),
            (category("a", "unsolvable = 361"), "line 9: unsolvable: 2x3 has only 360 unsolvable boards"),
            (category("a", "file = 'absent'"), "line 9: file: cannot read the boards"),
            (
                category("a", "depths = '0'") + &category("b", "depths = '0'"),
                "line 13: depths: the other categories already have",
            ),
            (
                category("a", given) + &category("b", "hidden = true\nboards = ['123045']"),
                "line 11: name: it shares a board with",
            ),
        ] {
            let error = plan_of(&text).unwrap_err();
            assert!(error.contains(expected), "{text}{error}");
        }
    }

    #[test]
    fn no_error_shows_a_hidden_board() {
        for boards in ["'213450'", "'123405', '123405'", "'123405', '12340x'", "'123456780'"] {
            let error = plan_of(&category("a", &format!("hidden = true\nboards = [{boards}]"))).unwrap_err();
            assert!(!error.contains("1234") && !error.contains("2134"), "{error}");
            assert!(error.contains("line 10: boards: ") && error.contains("board "), "{error}");
        }
    }
}
