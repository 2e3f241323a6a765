//! The verdict on a solver as a sentence, and its usual cause.

use tilebase::judge::Finding;
use tilebase_answers::ReadAs;

use super::super::numbers::with_commas;
use super::causes::{cause_of, remedy};
use super::report::{KindCount, TrialReport};
use crate::trial::{Attempt, Verdict};

/// The page section that explains the verdicts and their causes.
const VERDICTS: &str = "docs/my-solver.md#what-the-verdicts-mean";
/// The page section that lists the input formats.
const READS: &str = "docs/my-solver.md#it-reads-";
/// The page section that lists the output formats.
const PRINTS: &str = "docs/my-solver.md#it-prints-";

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
    /// The page section with more information.
    pub(crate) more: Option<&'static str>,
}

impl Diagnosis {
    fn new(tone: Tone, verdict: String) -> Self {
        Self { tone, verdict, advice: Vec::new(), more: None }
    }

    fn wrong(verdict: String) -> Self {
        Self { more: Some(VERDICTS), ..Self::new(Tone::Wrong, verdict) }
    }

    fn advising(self, advice: impl Into<Option<String>>) -> Self {
        Self { advice: self.advice.into_iter().chain(advice.into()).collect(), ..self }
    }

    fn seeing(self, more: &'static str) -> Self {
        Self { more: Some(more), ..self }
    }
}

impl TrialReport {
    /// Returns the verdict, its usual cause, and what to try next.
    pub(crate) fn diagnosis(&self) -> Diagnosis {
        let alone = self.not_started().or_else(|| self.nothing_tried()).or_else(|| self.all_right());
        let alike = || self.all_alike().or_else(|| self.misunderstood()).or_else(|| self.pattern());
        let found = alone.or_else(alike).or_else(|| self.only_hangs_on_unsolvable());
        found.unwrap_or_else(|| self.by_kinds())
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
        let all = if tried == 1 { "The one".to_owned() } else { format!("All {}", separated(tried)) };
        let verdict = format!("{all} {boards} right: {}.", self.what_is_right());
        let bad = self.bad_wrong();
        if bad == 0 {
            return Some(Diagnosis::new(Tone::Right, verdict));
        }
        let inputs = plural(self.bad_inputs().len(), "bad input", "bad inputs");
        let wrong =
            format!("{verdict} But {bad} of {} {inputs} did not end in a refusal.", self.bad_inputs().len());
        Some(Diagnosis::wrong(wrong).advising("Check the input before the search starts.".to_owned()))
    }

    /// Summarizes the right answers, such as "63 optimal paths, 2 unsolvable boards".
    fn what_is_right(&self) -> String {
        let is_longer = |tried: &Attempt| {
            matches!(tried.verdict, Verdict::Judged(Finding::Longer { .. } | Finding::TooLong { .. }))
        };
        let longer = self.tried().iter().filter(|tried| is_longer(tried)).count();
        let parts = self.read_as().into_iter().map(|(form, count, _)| {
            let (one, many) = match form {
                ReadAs::Path if longer > 0 => ("path", "paths"),
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
        let every = if count == 1 { "The run".to_owned() } else { format!("All {} runs", separated(count)) };
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
                Some(Diagnosis::wrong(format!("{every}: {how}.")).advising(advice).seeing(READS))
            }
            Verdict::TimedOut { .. } => {
                let verdict = format!("{every} {}.", first.verdict);
                let advice = "It may wait for more input, or for a key press: see --notation and --stdin.";
                Some(Diagnosis::wrong(verdict).advising(advice.to_owned()).seeing(READS))
            }
            Verdict::NotUnderstood { reason } => {
                let of = plural(count, "run", "runs");
                let verdict = format!(
                    "No answer was found in the output of {}.",
                    if count == 1 { "the run".to_owned() } else { format!("any of the {count} {of}") }
                );
                let verdict = Diagnosis::new(Tone::Unclear, verdict).advising(first_sentence(reason));
                let silent = "It may expect another input format.".to_owned();
                let is_silent = first.shown.iter().all(String::is_empty);
                Some(verdict.advising(is_silent.then_some(silent)).seeing(if is_silent {
                    READS
                } else {
                    PRINTS
                }))
            }
            _ => None,
        }
    }

    /// The diagnosis if every path is right when read by the other convention or to another goal.
    fn misunderstood(&self) -> Option<Diagnosis> {
        let is_path = |tried: &&Attempt| tried.distance.is_some_and(|depth| depth > 0);
        let solvable = self.tried().iter().filter(is_path).count();
        let other = if self.moves == "tile" { "blank" } else { "tile" };
        let (mut turned, mut optimal, mut both) = (0, 0, Vec::new());
        for tried in self.tried().iter().filter(is_path) {
            match &tried.verdict {
                Verdict::Judged(Finding::OtherConvention { by, .. }) => {
                    turned += 1;
                    optimal += usize::from(*by == 0);
                }
                _ => both.extend(tried.goal_by_other_convention),
            }
        }
        let has_right =
            self.tried().iter().any(|tried| tried.is_right && tried.distance.is_some_and(|depth| depth > 0));
        if turned > 0 && !has_right {
            let (all, paths) = (turned == solvable, plural(turned, "path", "paths"));
            let these = if all && turned > 1 {
                format!("All {turned} {paths}")
            } else {
                format!("{turned} {paths} of {solvable}")
            };
            let these = if turned == 1 && all { "The path".to_owned() } else { these };
            let are = plural(turned, "is", "are");
            let verdict = match optimal == turned {
                true => format!(
                    "{these} {are} optimal if letters name the {other}: rerun with `--moves {other}`."
                ),
                false => format!(
                    "{these} lead to the goal if letters name the {other} ({optimal} optimal): rerun \
                    with `--moves {other}`."
                ),
            };
            return Some(Diagnosis::wrong(verdict));
        }
        let goal = both.first().filter(|first| !has_right && both.iter().all(|goal| goal == *first))?;
        let paths = plural(both.len(), "path leads", "paths lead");
        let verdict = format!(
            "{} {paths} to {goal} if letters name the {other}: rerun with `--goal {goal} --moves {other}`.",
            both.len()
        );
        (both.len() >= 2 || solvable == 1).then(|| Diagnosis::wrong(verdict))
    }

    /// The diagnosis if all verdicts follow one pattern.
    fn pattern(&self) -> Option<Diagnosis> {
        if let Some(same) = self.same_for_all().filter(|_| self.right() * 2 < self.tried().len()) {
            return Some(Diagnosis::wrong(in_a_sentence(&same).replace("?.", "?")).seeing(READS));
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
            _ => format!("All {} solvable boards are right. ", separated(solvable)),
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
            kinds.iter().partition(|kind| kind.smallest.verdict.is_judged());
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
        let on = if count == of && of > 1 {
            format!("all {}", separated(of))
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
        let cause = match &kind.smallest.verdict {
            Verdict::Judged(Finding::Longer { .. }) => self.cause_of_longer(),
            Verdict::Judged(Finding::OtherConvention { .. }) => {
                let other = if self.moves == "tile" { "blank" } else { "tile" };
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

    /// The usual cause of paths that are too long, inferred from their number and excess.
    fn cause_of_longer(&self) -> &'static str {
        let excess = |tried: &Attempt| match tried.verdict {
            Verdict::Judged(Finding::Longer { by, .. }) if !tried.is_right => Some(by),
            _ => None,
        };
        let excesses: Vec<u32> = self.tried().iter().filter_map(excess).collect();
        // On nearer boards, even a greedy search usually finds an optimal path.
        const FAR: u32 = 10;
        let far =
            self.tried().iter().filter(|tried| tried.distance.is_some_and(|depth| depth >= FAR)).count();
        let worst = excesses.iter().max().copied().unwrap_or(0);
        match (worst, excesses.len() * 3 >= far) {
            (100.., _) => "depth-first search, which returns the first path that it finds",
            (_, true) => "greedy search, or a heuristic that overestimates",
            (_, false) => {
                "nodes are marked closed when generated instead of when expanded, or the heuristic \
                overestimates"
            }
        }
    }
}

/// Formats a count with separators.
pub(super) fn separated(count: usize) -> String {
    with_commas(count as u64)
}

pub(super) const fn plural<'a>(count: usize, one: &'a str, many: &'a str) -> &'a str {
    if count == 1 { one } else { many }
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
