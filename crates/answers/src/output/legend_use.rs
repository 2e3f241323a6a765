//! Reads the moves of an output by the legend that it prints.

use super::Extractor;
use super::extracted::{Extracted, NoAnswer, listed};
use super::legend::{Effect, Legend};
use super::page::{Outputs, Quote, Stream};
use super::presets::Preset;
use tilebase::board::{Board, Goal};
use tilebase::judge::Claim;

impl Extractor {
    /// Returns the legend of an output, unless names or a format set by the user take precedence.
    pub(super) fn legend_in(&self, outputs: &Outputs<'_>) -> Option<Legend> {
        let is_found = matches!(self.preset, Preset::Auto | Preset::Moves);
        let counts = is_found && self.names.is_none() && !self.reads_estimates;
        counts.then(|| Legend::in_text(&String::from_utf8_lossy(outputs.main()))).flatten()
    }

    /// Reads the moves in the usual way and by the legend, and compares both results.
    ///
    /// A path that is right by the legend is accepted. A path that is right only in the usual way
    /// is doubted. If the legend is incomplete or unclear, any path is doubted.
    pub(super) fn extract_by_legend(
        &self,
        legend: &Legend,
        outputs: &Outputs<'_>,
        board: &Board,
        goal: &Goal,
        is_right: &dyn Fn(&Claim) -> bool,
    ) -> Result<Extracted, NoAnswer> {
        let text = String::from_utf8_lossy(outputs.main());
        let blanked = legend.blanked(&text);
        let without_legend = match outputs.file {
            Some(_) => Outputs { file: Some(blanked.as_bytes()), ..*outputs },
            None => Outputs { stdout: blanked.as_bytes(), ..*outputs },
        };
        let quote = || {
            let stream = if outputs.file.is_some() { Stream::File } else { Stream::Output };
            Quote { stream, line: legend.line.0, text: legend.line.1.clone() }
        };
        let doubted =
            |found: &Extracted| NoAnswer::Several(listed(&[&[quote()], found.quotes.as_slice()].concat()));
        let (names, moves) = match legend.effect(self.moves) {
            Effect::Agrees => return self.extract_as_named(&without_legend, board, goal, is_right),
            Effect::Unclear => {
                let found = self.extract_as_named(outputs, board, goal, is_right)?;
                let is_path = found.claims.iter().any(is_of_moves);
                return if is_path { Err(doubted(&found)) } else { Ok(found) };
            }
            Effect::Renames(names, moves) => (names, moves),
        };
        let is_all_right = |found: &Extracted| found.claims.iter().all(is_right);
        let has_names = names.is_some();
        let usual = self.extract_as_named(outputs, board, goal, is_right);
        if usual.as_ref().is_ok_and(|found| !found.claims.iter().any(is_of_moves)) {
            return usual;
        }
        let extractor = Self { names, moves, ..self.clone() };
        let renamed = extractor.extract_as_named(&without_legend, board, goal, is_right);
        match (usual, renamed) {
            (Ok(usual), Ok(renamed)) => match (is_all_right(&usual), is_all_right(&renamed)) {
                (true, true) => Ok(usual),
                (true, false) => Err(doubted(&usual)),
                (false, _) => Ok(renamed),
            },
            (Ok(usual), Err(_)) if is_all_right(&usual) && has_names => Ok(usual),
            (Ok(usual), Err(_)) if is_all_right(&usual) => Err(doubted(&usual)),
            // The moves are not in the names of the legend.
            (Ok(usual), Err(NoAnswer::NotFound { .. } | NoAnswer::Nothing)) => Ok(usual),
            (Ok(_), Err(doubt)) => Err(doubt),
            (Err(_), Ok(renamed)) if is_all_right(&renamed) => Ok(renamed),
            (Err(doubt), _) => Err(doubt),
        }
    }
}

/// Whether a claim is a path given as moves.
fn is_of_moves(claim: &Claim) -> bool {
    matches!(
        claim.without_cost(),
        Claim::Path(_) | Claim::PathAndLength { .. } | Claim::PathAndUnsolvable { .. }
    )
}
