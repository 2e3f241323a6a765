//! The verdict on a solver as a sentence, and its usual cause.

use tilebase::board::{Goal, Metric};
use tilebase::judge::Finding;
use tilebase_answers::ReadAs;

use super::super::numbers::with_commas;
use super::causes::{cause_of, remedy};
use super::report::{KindCount, TrialReport};
use crate::shell::plural;
use crate::trial::{Attempt, Verdict};

/// The help, which lists input and output formats and explains the verdicts.
const HELP: &str = "pdb-solve validate --help";

/// The color of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Everything is right.
    Right,
    /// Something is wrong.
    Wrong,
    /// Nothing is wrong, but not everything could be judged.
    Unclear,
}

/// The verdict on a solver, and its probable cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Diagnosis {
    /// Its color.
    pub(crate) tone: Tone,
    /// A sentence, with a full stop.
    pub(crate) verdict: String,
    /// Causes and next steps, as sentences with a full stop.
    pub(crate) advice: Vec<String>,
    /// The command that prints more information.
    pub(crate) more: Option<&'static str>,
}

impl Diagnosis {
    fn new(tone: Tone, verdict: String) -> Self {
        Self { tone, verdict, advice: Vec::new(), more: None }
    }

    fn wrong(verdict: String) -> Self {
        Self { more: Some(HELP), ..Self::new(Tone::Wrong, verdict) }
    }

    fn advising(self, advice: impl Into<Option<String>>) -> Self {
        let advice = advice.into().filter(|advice| !self.advice.contains(advice));
        Self { advice: self.advice.into_iter().chain(advice).collect(), ..self }
    }

    fn with_help(self) -> Self {
        Self { more: Some(HELP), ..self }
    }
}

impl TrialReport {
    /// Returns the verdict, its usual cause, and what to try next.
    pub(crate) fn diagnosis(&self) -> Diagnosis {
        let alone = self.not_started().or_else(|| self.nothing_tried()).or_else(|| self.all_right());
        let alike = || {
            let of_goal = || self.misunderstood().or_else(|| self.goal_of_other_parity());
            self.all_alike().or_else(of_goal).or_else(|| self.pattern())
        };
        let found = alone.or_else(alike).or_else(|| self.only_hangs_on_unsolvable());
        let diagnosis = found.unwrap_or_else(|| self.by_kinds());
        let is_right = diagnosis.tone == Tone::Right;
        diagnosis.advising(self.option_hint.clone().filter(|_| !is_right))
    }

    fn not_started(&self) -> Option<Diagnosis> {
        let reason = self.tried().iter().find_map(|tried| match &tried.verdict {
            Verdict::NotStarted { reason } => Some(reason),
            _ => None,
        })?;
        let program = self.command.split(' ').next().unwrap_or_default();
        let verdict = Diagnosis::new(Tone::Unclear, format!("{program} could not be started: {reason}."));
        Some(verdict.advising(self.start_hint.clone()))
    }

    fn nothing_tried(&self) -> Option<Diagnosis> {
        let why = if self.result.is_interrupted { "Interrupted before" } else { "Stopped before" };
        let verdict = || Diagnosis::new(Tone::Unclear, format!("{why} a board was tried."));
        self.tried().is_empty().then(verdict)
    }

    fn all_right(&self) -> Option<Diagnosis> {
        let tried = self.tried().len();
        if self.right() < tried {
            return None;
        }
        let boards = plural(tried, "answer is", "answers are");
        let all = if tried == 1 { "The one".to_owned() } else { all_of(tried) };
        let verdict = format!("{all} {boards} right: {}.", self.what_is_right());
        let bad = self.bad_wrong();
        if bad == 0 {
            return Some(Diagnosis::new(Tone::Right, verdict));
        }
        let inputs = plural(self.bad_inputs().len(), "bad input", "bad inputs");
        let wrong = format!("{verdict} But {bad} of {} {inputs} were not rejected.", self.bad_inputs().len());
        Some(Diagnosis::wrong(wrong).advising("Check the input before the search starts.".to_owned()))
    }

    /// Summarizes the right answers, such as "63 optimal paths, 2 unsolvable boards".
    fn what_is_right(&self) -> String {
        let is_longer = |tried: &Attempt| {
            matches!(tried.verdict, Verdict::Judged(Finding::Longer { .. } | Finding::TooLong { .. }))
        };
        let longer = self.tried().iter().filter(|tried| is_longer(tried)).count();
        let has_all = |tried: &Attempt| matches!(tried.verdict, Verdict::Judged(Finding::AllPaths { .. }));
        let are_lists = self.tried().iter().any(has_all);
        let parts = self.read_as().into_iter().map(|(form, count, _)| {
            let (one, many) = match form {
                ReadAs::Path if longer > 0 => ("path", "paths"),
                ReadAs::Path if are_lists => ("list of all optimal paths", "lists of all optimal paths"),
                ReadAs::Path => ("optimal path", "optimal paths"),
                ReadAs::Length if longer > 0 => ("possible length", "possible lengths"),
                ReadAs::Length => ("optimal length", "optimal lengths"),
                ReadAs::Unsolvable => ("unsolvable board", "unsolvable boards"),
                ReadAs::Solvable => ("board called solvable", "boards called solvable"),
                ReadAs::Estimate => ("admissible estimate", "admissible estimates"),
            };
            format!("{} {}", separated(count), plural(count, one, many))
        });
        let mut parts: Vec<String> = parts.collect();
        if self.metric == Metric::MultiTile {
            parts.push("counted in multi-tile moves (mtm)".to_owned());
        }
        if longer > 0 {
            parts.push(format!("{longer} longer than optimal"));
        }
        parts.join(", ")
    }

    /// The diagnosis if every run failed in the same way.
    fn all_alike(&self) -> Option<Diagnosis> {
        let tried = self.tried();
        let [first, ..] = tried else { return None };
        let kind = first.verdict.kind();
        if self.result.batch_time.is_some() || tried.iter().any(|other| other.verdict.kind() != kind) {
            return None;
        }
        let count = tried.len();
        let every = if count == 1 { "The run".to_owned() } else { format!("{} runs", all_of(count)) };
        match &first.verdict {
            Verdict::Crashed { how } => {
                let is_same = |other: &Attempt| {
                    matches!(
                        &other.verdict,
                        Verdict::Crashed { how: other } if other == how
                    )
                };
                let is_same = tried.iter().all(is_same) && count > 1;
                let every = if is_same {
                    format!("{every} crashed the same way")
                } else {
                    format!("{every} crashed")
                };
                let advice = remedy(&first.shown[1]).map(in_a_sentence);
                let advice = advice.unwrap_or_else(|| "The input format may be wrong.".to_owned());
                Some(Diagnosis::wrong(format!("{every}: {how}.")).advising(advice))
            }
            Verdict::TimedOut { .. } => {
                let verdict = format!("{every} {}.", first.verdict);
                let advice = "It may wait for more input, or for a key press: see --notation and --stdin.";
                Some(Diagnosis::wrong(verdict).advising(self.same_for_all()).advising(advice.to_owned()))
            }
            Verdict::NotUnderstood { reason } => {
                let runs = match count {
                    1 => "the run".to_owned(),
                    2 => "either run".to_owned(),
                    _ => format!("any of the {} runs", separated(count)),
                };
                let verdict = format!("No answer was found in the output of {runs}.");
                let verdict = Diagnosis::new(Tone::Unclear, verdict);
                let is_silent = first.shown.iter().all(String::is_empty);
                if let Some(hint) = self.silence_hint.clone().filter(|_| is_silent) {
                    return Some(verdict.advising(hint));
                }
                let silent = "It may expect another input format.".to_owned();
                let advice = first_sentence(reason);
                Some(verdict.advising(advice).advising(is_silent.then_some(silent)).with_help())
            }
            _ => None,
        }
    }

    /// The move convention other than the one used to read the answers: `tile` or `blank`.
    fn other_convention(&self) -> &'static str {
        if self.moves == "tile" { "blank" } else { "tile" }
    }

    /// The diagnosis if every path is right when read by the other convention or to another goal.
    fn misunderstood(&self) -> Option<Diagnosis> {
        let is_path = |tried: &&Attempt| tried.distance.is_some_and(|depth| depth > 0);
        let solvable = self.tried().iter().filter(is_path).count();
        let other = self.other_convention();
        let (mut turned, mut optimal, mut both) = (0, 0, Vec::new());
        for tried in self.tried().iter().filter(is_path) {
            match &tried.verdict {
                Verdict::Judged(Finding::OtherConvention { excess, .. }) => {
                    turned += 1;
                    optimal += usize::from(*excess == 0);
                }
                _ => both.extend(tried.goal_by_other_convention),
            }
        }
        let has_right =
            self.tried().iter().any(|tried| tried.is_right && tried.distance.is_some_and(|depth| depth > 0));
        // A few paths fit several explanations by chance, so the one that explains most boards
        // counts.
        let goal = most_frequent(&both);
        let of_goal = both.iter().filter(|other| Some(**other) == goal).count();
        let others = self.tried().iter().filter(|tried| other_goal_of(tried).is_some()).count();
        if turned > 0 && turned >= of_goal.max(others) && turned * 4 >= solvable && !has_right {
            let (all, paths) = (turned == solvable, plural(turned, "path", "paths"));
            let these = if all && turned > 1 {
                format!("{} {paths}", all_of(turned))
            } else {
                format!("{turned} {paths} of {solvable}")
            };
            let these = if turned == 1 && all { "The path".to_owned() } else { these };
            let (are, lead) = (plural(turned, "is", "are"), plural(turned, "leads", "lead"));
            let verdict = match optimal == turned {
                true => format!(
                    "{these} {are} optimal if letters name the {other}: rerun with `--moves {other}`."
                ),
                false => format!(
                    "{these} {lead} to the goal if letters name the {other} ({optimal} optimal): rerun \
                    with `--moves {other}`."
                ),
            };
            return Some(Diagnosis::wrong(verdict));
        }
        let goal = goal.filter(|_| of_goal * 2 > both.len() && of_goal > others)?;
        let right = self.tried().iter().filter(|tried| is_path(tried) && tried.is_right).count();
        let paths = plural(of_goal, "path leads", "paths lead");
        let verdict = format!(
            "{of_goal} {paths} to {goal} if letters name the {other}: rerun with `--goal {goal} --moves \
             {other}`."
        );
        let is_clear = of_goal >= 2 || solvable == 1;
        (is_clear && right * 4 <= of_goal).then(|| Diagnosis::wrong(verdict))
    }

    /// The diagnosis if the program solves for a goal of the other parity: it calls solvable boards
    /// unsolvable, and the reverse.
    fn goal_of_other_parity(&self) -> Option<Diagnosis> {
        let is_called_unsolvable =
            |tried: &&Attempt| matches!(tried.verdict, Verdict::Judged(Finding::SaysUnsolvable { .. }));
        let solvable = self.tried().iter().filter(|tried| tried.distance.is_some_and(|depth| depth > 0));
        let called = solvable.clone().filter(is_called_unsolvable).count();
        let unsolvable: Vec<&Attempt> =
            self.tried().iter().filter(|tried| tried.distance.is_none()).collect();
        let is_reverse = !unsolvable.is_empty() && unsolvable.iter().all(|tried| !tried.is_right);
        if called < 2 || called < solvable.count() || !is_reverse {
            return None;
        }
        let other = self.other_convention();
        let same: Vec<Goal> = unsolvable.iter().filter_map(|tried| other_goal_of(tried)).collect();
        let turned: Vec<Goal> =
            unsolvable.iter().filter_map(|tried| tried.goal_by_other_convention).collect();
        let (goal, moves) = match (most_frequent(&same), most_frequent(&turned)) {
            (Some(goal), _) => (goal, String::new()),
            (None, Some(goal)) => (goal, format!(" --moves {other}")),
            (None, None) => {
                let options: Vec<String> = Goal::common(self.goal.shape())
                    .iter()
                    .filter(|goal| !self.goal.is_reachable_from(&goal.board()))
                    .map(|goal| format!("`--goal {goal}`"))
                    .collect();
                let cause = "Usual cause: the program's goal has the other parity";
                let advice = match &options[..] {
                    [] => format!("{cause}: see --goal."),
                    options => format!("{cause}: try {}.", options.join(" or ")),
                };
                let verdict =
                    "The verdicts are reversed: solvable boards are called unsolvable, others are not.";
                return Some(Diagnosis::wrong(verdict.to_owned()).advising(advice));
            }
        };
        Some(Diagnosis::wrong(format!(
            "The program solves for the goal {goal}: rerun with `--goal {goal}{moves}`."
        )))
    }

    /// The diagnosis if all verdicts follow one pattern.
    fn pattern(&self) -> Option<Diagnosis> {
        if let Some(same) = self.same_for_all().filter(|_| self.right() * 2 < self.tried().len()) {
            return Some(Diagnosis::wrong(in_a_sentence(&same).replace("?.", "?")));
        }
        if let Some(goal) = self.other_goal() {
            return Some(Diagnosis::wrong(in_a_sentence(&goal)));
        }
        let offset = self.constant_offset()?;
        let cause = "Usual cause: boards (or nodes) on the path are counted instead of moves.";
        let is_one_more = offset.ends_with("too large by 1").then(|| cause.to_owned());
        Some(Diagnosis::wrong(in_a_sentence(&offset)).advising(is_one_more))
    }

    /// The diagnosis if the only failures are runs on unsolvable boards that time out or print too
    /// much.
    fn only_hangs_on_unsolvable(&self) -> Option<Diagnosis> {
        let failures = self.failures();
        let hangs = |tried: &&&Attempt| {
            tried.distance.is_none() && matches!(tried.verdict, Verdict::TimedOut { .. } | Verdict::Flooded)
        };
        let count = failures.iter().filter(hangs).count();
        if count == 0 || count < failures.len() {
            return None;
        }
        let solvable = self.tried().iter().filter(|tried| tried.distance.is_some()).count();
        let right = match solvable {
            0 => String::new(),
            1 => "The solvable board is right. ".to_owned(),
            _ => format!("{} solvable boards are right. ", all_of(solvable)),
        };
        let verdict = match count {
            1 => format!("{right}The one that timed out is unsolvable."),
            _ => format!("{right}The {} boards that timed out are the unsolvable ones.", separated(count)),
        };
        let cause =
            "Usual cause: there is no parity test before the search, so it visits every reachable state.";
        Some(Diagnosis::wrong(verdict).advising(cause.to_owned()))
    }

    /// The most frequent kinds of failure, each with its usual cause.
    fn by_kinds(&self) -> Diagnosis {
        const SHOWN: usize = 2;
        let kinds = self.kinds();
        let (wrong, unclear): (Vec<&KindCount<'_>>, Vec<_>) =
            kinds.iter().partition(|kind| kind.smallest.verdict.is_conclusive());
        let tone = if wrong.is_empty() { Tone::Unclear } else { Tone::Wrong };
        let shown: Vec<&KindCount<'_>> = wrong.into_iter().chain(unclear).take(SHOWN).collect();
        let sentences: Vec<String> = shown.iter().map(|kind| self.sentence(kind)).collect();
        let mut diagnosis = Diagnosis { tone, ..Diagnosis::wrong(sentences.join(" ")) };
        for kind in shown {
            diagnosis = diagnosis.advising(self.usual_cause(kind));
        }
        let is_only_goal = self.failures().iter().all(|tried| tried.distance == Some(0));
        let goal = "The only board that fails is the goal itself.".to_owned();
        diagnosis.advising((is_only_goal && self.tried().len() > 1).then_some(goal))
    }

    /// Describes a kind: "Not optimal on 4 of 63 solvable boards, the nearest 17 moves from the
    /// goal."
    fn sentence(&self, kind: &KindCount<'_>) -> String {
        let KindCount { kind: name, count, smallest } = *kind;
        let has = |tried: &&Attempt| !tried.is_right && tried.verdict.kind() == name;
        let members: Vec<&Attempt> = self.tried().iter().filter(has).collect();
        let hopeless = members.iter().filter(|tried| tried.distance.is_none()).count();
        let all_hopeless = self.tried().iter().filter(|tried| tried.distance.is_none()).count();
        let (of, which) = match (hopeless, all_hopeless) {
            (_, 0) => (self.tried().len(), ""),
            (0, _) => (self.tried().len() - all_hopeless, "solvable "),
            _ if hopeless == count => (all_hopeless, "unsolvable "),
            _ => (self.tried().len(), ""),
        };
        let boards = plural(of, "board", "boards");
        let on = if count == of {
            match of {
                1 => "the only".to_owned(),
                2 => "both".to_owned(),
                _ => format!("all {}", separated(of)),
            }
        } else {
            format!("{} of {}", separated(count), separated(of))
        };
        let first = match smallest.distance {
            Some(0) if count > 1 => ", the goal itself among them".to_owned(),
            Some(0) => ", the goal itself".to_owned(),
            Some(moves) => {
                let nearest = if count > 1 { "the nearest " } else { "" };
                format!(", {nearest}{moves} {} from the goal", plural(moves as usize, "move", "moves"))
            }
            None => String::new(),
        };
        format!("{} on {on} {which}{boards}{first}.", cause_of(name).sentence)
    }

    fn usual_cause(&self, kind: &KindCount<'_>) -> Option<String> {
        let errors = &kind.smallest.shown[1];
        let known = self.parity_rule_behind(&kind.smallest.verdict);
        if let Some(known) = known.or_else(|| self.cause_of_longer(&kind.smallest.verdict)) {
            return Some(known);
        }
        let cause = match &kind.smallest.verdict {
            Verdict::Judged(Finding::OtherConvention { .. }) => {
                let other = self.other_convention();
                return Some(format!("If letters name the {other}, rerun with `--moves {other}`."));
            }
            Verdict::Judged(Finding::OtherGoal { goal }) => {
                return Some(format!("If {goal} is its goal, rerun with `--goal {goal}`."));
            }
            Verdict::Crashed { .. } => return remedy(errors).map(in_a_sentence),
            Verdict::TimedOut { .. } if kind.smallest.distance.is_none() => {
                "there is no parity test before the search"
            }
            Verdict::TimedOut { .. } => {
                "states are searched again and again (no closed set), or the heuristic is weak"
            }
            Verdict::NotUnderstood { reason } => return first_sentence(reason),
            _ => cause_of(kind.kind).cause,
        };
        (!cause.is_empty()).then(|| format!("Usual cause: {cause}."))
    }
}

/// `Both`, or for example `All 65`.
fn all_of(count: usize) -> String {
    if count == 2 { "Both".to_owned() } else { format!("All {}", separated(count)) }
}

/// The other common goal that a path leads to.
fn other_goal_of(tried: &Attempt) -> Option<Goal> {
    match tried.verdict {
        Verdict::Judged(Finding::OtherGoal { goal }) => Some(goal),
        _ => None,
    }
}

fn most_frequent(goals: &[Goal]) -> Option<Goal> {
    let count = |goal: &Goal| goals.iter().filter(|other| *other == goal).count();
    goals.iter().copied().max_by_key(count)
}

/// Formats a count with separators.
pub(super) fn separated(count: usize) -> String {
    with_commas(count as u64)
}

/// Capitalizes the text and adds a full stop.
fn in_a_sentence(text: &str) -> String {
    let mut rest = text.chars();
    let first = rest.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(rest).chain(['.']).collect()
}

/// Returns the part of a reason that names an option, as a sentence.
fn first_sentence(reason: &str) -> Option<String> {
    let (_, option) = reason.rsplit_once("; ").or_else(|| reason.rsplit_once(": "))?;
    option.contains("--").then(|| in_a_sentence(option))
}
