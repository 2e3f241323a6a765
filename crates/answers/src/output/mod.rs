//! Finds the answer in a solver's output, among banners, traces, and statistics.
//!
//! First the page is read as a person would see it ([`page`]). Then all evidence is collected
//! ([`evidence`]): boards ([`boards`]) that form chains ([`chains`]), moves ([`paths`], [`steps`]),
//! stated lengths and costs ([`lengths`], [`costs`]), and statements. Only then is it weighed
//! ([`weigh`]).
//!
//! ```text
//! file, output, errors       bytes
//!    | page                  lines as a person sees them: no colors, frames, or prompts
//!    | boards, chains        everything that may be a board; boards that follow each other by moves,
//!    |                       from the start or from the goal
//!    | paths, steps          everything that may be moves: named, alone, in a list, one per line
//!    | lengths               numbers called a length, or named so that they may describe the search
//! evidence::Evidence         all of these, phrases, and empty lists; nothing is decided yet
//!    | weigh                 compares them with the board and the goal:
//!    |   proofs, presented     the paths to the goal; the one that the output presents as its answer
//!    |   failing               a path that fails, but is clearly meant
//!    |   stated_length         a length, alone or beside a path
//!    |   rejected              a statement that the answer is wrong
//! claims, and their lines    or the reason for having none ([`NoAnswer`])
//! ```

mod all_paths;
mod boards;
mod candidate;
mod cells;
mod chains;
mod costs;
mod estimate;
mod evidence;
mod extracted;
mod failing;
mod json;
mod labels;
mod legend;
mod legend_use;
mod lengths;
mod method_lengths;
mod names;
mod of_methods;
mod page;
mod passages;
mod paths;
mod presented;
mod presets;
mod proofs;
mod rejected;
mod repetitions;
mod replay;
mod run_on_line;
mod stated_length;
mod steps;
mod vectors;
mod weigh;
mod words;

#[cfg(test)]
mod distractions;
#[cfg(test)]
mod forms;
#[cfg(test)]
mod hidden_errors;
#[cfg(test)]
mod languages;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

pub use estimate::NoEstimate;
pub use extracted::{Extracted, NoAnswer, PathStart, ReadAs};
pub use names::{MoveNames, MoveNamesError};
pub use page::{Outputs, Quote, Stream};
pub use presets::{EVERY_PRESET, Preset, PresetError};

use super::fault::AnswerFault;
use super::fields::may_mean_unsolvable;
use super::parser::{AnswerKind, AnswerParser};
use super::sentences::nodes_in;
use estimate::estimate_in;
use evidence::Evidence;
use extracted::listed;
use json::{claims_of_all, claims_of_object, is_all_json, joined_steps, objects_in, with_lines_around};
use labels::label_at_end;
use lengths::MAX_MOVES;
use page::Page;
use presets::Printed;
use repetitions::line_may_repeat;
use tilebase::board::{Board, Goal, Metric};
use tilebase::judge::{Claim, Judge};
use tilebase::notation::MoveConvention;
use weigh::{Answer, Case};

/// Reads answers in one format.
#[derive(Clone, Debug, Default)]
pub struct Extractor {
    /// The format.
    pub preset: Preset,
    /// The convention for move letters.
    pub moves: MoveConvention,
    /// The user's names for moves, if any.
    pub names: Option<MoveNames>,
    /// Whether the answer is a heuristic's estimate.
    pub reads_estimates: bool,
    /// Whether paths printed as boards begin with the start board, if other answers show it.
    pub path_start: Option<PathStart>,
    /// Whether moves have costs, so that a cost is not a length, and a number alone is a cost.
    pub has_costs: bool,
    /// The metric of lengths: what a stated length counts, and how far the blank goes from one
    /// board of a path to the next.
    pub metric: Metric,
}

impl Extractor {
    /// Finds the answer for a board in the output of a run. Ignores bytes that are not UTF-8.
    ///
    /// # Errors
    /// [`NoAnswer`] if there is none.
    pub fn extract(
        &self,
        outputs: &Outputs<'_>,
        board: &Board,
        judge: &Judge,
    ) -> Result<Extracted, NoAnswer> {
        let is_right = |claim: &Claim| judge.judge(board, claim).is_ok_and(|finding| finding.is_right(false));
        self.extract_for(outputs, board, judge.solver().goal(), &is_right)
    }

    /// Finds the answer, with a custom test for right claims.
    ///
    /// The test has four uses. It confirms a number whose name is vague, and a length printed
    /// before a crash. It chooses between the usual reading of the moves and the reading by a
    /// printed legend. It limits rejections to answers that would otherwise pass.
    ///
    /// # Errors
    /// [`NoAnswer`] if there is none.
    pub fn extract_for(
        &self,
        outputs: &Outputs<'_>,
        board: &Board,
        goal: &Goal,
        is_right: &dyn Fn(&Claim) -> bool,
    ) -> Result<Extracted, NoAnswer> {
        match self.legend_in(outputs) {
            Some(legend) => self.extract_by_legend(&legend, outputs, board, goal, is_right),
            None => self.extract_as_named(outputs, board, goal, is_right),
        }
    }

    /// Finds the answer, without regard to legends.
    fn extract_as_named(
        &self,
        outputs: &Outputs<'_>,
        board: &Board,
        goal: &Goal,
        is_right: &dyn Fn(&Claim) -> bool,
    ) -> Result<Extracted, NoAnswer> {
        let text = String::from_utf8_lossy(outputs.main());
        if text.is_empty() && outputs.stderr.is_empty() {
            return Err(NoAnswer::Nothing);
        }
        if self.reads_estimates {
            return self.extract_estimate(outputs, board);
        }
        let printed = self.printed(&text, board);
        let (answer, nodes) = match &self.preset {
            Preset::Auto => {
                let weighed = || self.weigh(outputs, board, goal, is_right);
                let Some(plain) = self.plain(&text, outputs, board) else { return weighed() };
                let answer = plain?;
                if may_mean_unsolvable(&answer.claims, board, goal)
                    && let Some(quote) = answer.quotes.last()
                {
                    return Err(NoAnswer::Empty(quote.clone()));
                }
                let beside = outputs.besides_main();
                // The fields of an object beside the answer may be anything.
                let answer = if !is_all_json(&text) {
                    with_lines_around(answer, weighed())?
                } else if beside.are_blank() {
                    answer
                } else {
                    let case = self.case(&beside, board, goal, is_right);
                    let evidence = Evidence::of(&beside, board, goal, self.metric, self.names.as_ref());
                    let answer = evidence.unless_rejected(answer, &case)?;
                    // Lines outside the JSON may be a log. They can contradict the answer, but not
                    // give another.
                    if let Err(doubt @ NoAnswer::CalledWrong { .. }) = evidence.weigh(&case) {
                        return Err(doubt);
                    }
                    answer
                };
                (answer, nodes_in(&text))
            }
            Preset::Moves => return self.weigh(outputs, board, goal, is_right),
            preset => {
                let claims = printed.claims(preset)?;
                let quotes = Page::of(&outputs.only_main()).tail(1);
                (Answer::new(claims, quotes), printed.nodes(preset))
            }
        };
        Ok(Extracted { claims: answer.claims, quotes: answer.quotes, nodes, path_start: None })
    }

    pub(super) const fn parser<'a>(&self, board: &'a Board, kind: AnswerKind) -> AnswerParser<'a> {
        let Self { moves: convention, has_costs, metric, .. } = *self;
        AnswerParser { board, kind, convention, has_costs, metric }
    }

    const fn printed<'a>(&self, text: &'a str, board: &'a Board) -> Printed<'a> {
        Printed { text, parser: self.parser(board, AnswerKind::Auto) }
    }

    /// Finds an estimate. If the user names the format, a length in that format is one.
    fn extract_estimate(&self, outputs: &Outputs<'_>, board: &Board) -> Result<Extracted, NoAnswer> {
        if matches!(self.preset, Preset::Auto) {
            let (claim, quote) = estimate_in(outputs)?;
            return Ok(Extracted { claims: vec![claim], quotes: vec![quote], nodes: None, path_start: None });
        }
        let text = String::from_utf8_lossy(outputs.main());
        let printed = self.printed(&text, board);
        let estimate =
            |claim| if let Claim::Length(length) = claim { Claim::Estimate(length) } else { claim };
        let claims = printed.claims(&self.preset)?.into_iter().map(estimate).collect();
        let quotes = Page::of(&outputs.only_main()).tail(1);
        Ok(Extracted { claims, quotes, nodes: printed.nodes(&self.preset), path_start: None })
    }

    /// Reads an object, or a single line that is the whole output, like an answer beside a board.
    ///
    /// Returns `None` if the output is neither.
    fn plain(&self, text: &str, outputs: &Outputs<'_>, board: &Board) -> Option<Result<Answer, NoAnswer>> {
        let parser = self.parser(board, AnswerKind::Auto);
        let quotes = || Page::of(&outputs.only_main()).tail(1);
        let answer = |claims| Some(Ok(Answer::new(claims, quotes())));
        if outputs.has_failed || self.names.is_some() {
            return None;
        }
        let mut objects = objects_in(text);
        // Beside other text, the objects may be the log of a search.
        if let Some(joined) = joined_steps(&objects, &parser)
            && is_all_json(text)
        {
            objects = vec![joined];
        }
        match objects.last().map(|object| claims_of_object(object, &parser)) {
            Some(Ok(last)) => return Some(claims_of_all(&objects, last, &parser, quotes())),
            // If an object cannot be understood, its numbers are ignored, but moves may follow on
            // other lines.
            Some(Err(fault)) if fault != AnswerFault::Nothing && !text.trim().contains('\n') => {
                return Some(Err(NoAnswer::NotUnderstood { fault }));
            }
            _ => {}
        }
        let line = text.trim();
        if line.is_empty() || line.contains('\n') {
            return None;
        }
        // A small number may be the tile that slides, and a large one a board: weigh the whole
        // output.
        let tiles = board.shape().tiles() as u32;
        // A denial may concern only one depth, and a single mark may be a prompt or a drawn arrow.
        // A list of lists may be several paths.
        let is_nested = line.replace(' ', "").contains("],[");
        let is_mark = ['<', '>', '^', 'v'].iter().any(|mark| line.trim_matches(*mark).is_empty());
        let is_open = |claims: &[Claim]| match claims {
            [Claim::Length(number)] => *number >= MAX_MOVES || *number <= tiles,
            [Claim::Cost(number)] => *number <= u64::from(tiles),
            [Claim::Path(_)] if is_nested || line_may_repeat(line) || is_of_search(line) => true,
            claims => is_mark || claims.contains(&Claim::Unsolvable),
        };
        parser.answer(line).ok().filter(|claims| !is_open(claims)).and_then(answer)
    }

    const fn case<'a>(
        &self,
        outputs: &Outputs<'_>,
        board: &'a Board,
        goal: &'a Goal,
        is_right: &'a dyn Fn(&Claim) -> bool,
    ) -> Case<'a> {
        Case {
            board,
            goal,
            convention: self.moves,
            has_failed: outputs.has_failed,
            has_costs: self.has_costs,
            metric: self.metric,
            expects_moves: matches!(self.preset, Preset::Moves),
            path_start: self.path_start,
            is_right,
        }
    }

    /// Collects and weighs all evidence in the output.
    fn weigh(
        &self,
        outputs: &Outputs<'_>,
        board: &Board,
        goal: &Goal,
        is_right: &dyn Fn(&Claim) -> bool,
    ) -> Result<Extracted, NoAnswer> {
        let evidence = Evidence::of(outputs, board, goal, self.metric, self.names.as_ref());
        let case = self.case(outputs, board, goal, is_right);
        match evidence.weigh(&case) {
            Ok(Answer { claims, quotes, path_start, .. }) => {
                Ok(Extracted { claims, quotes, nodes: evidence.nodes, path_start })
            }
            Err(NoAnswer::Nothing) => match listed(&evidence.page.tail(2)) {
                end if end.is_empty() => Err(NoAnswer::Nothing),
                end => Err(NoAnswer::NotFound { end }),
            },
            Err(doubt) => Err(doubt),
        }
    }
}

/// Whether a line is labeled as a part of a search: `Possible moves: UR`.
fn is_of_search(line: &str) -> bool {
    let name = line.find([':', '=']).map(|at| &line[..=at]);
    name.and_then(label_at_end).is_some_and(|label| label.is_of_search)
}
