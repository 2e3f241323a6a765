//! Fields with a list of all optimal paths. Lengths, costs, counts, paths, marks, and denials
//! beside it must agree with it. Estimates and errors are ignored.

use super::fault::AnswerFault;
use super::fields::{Fields, is_empty};
use super::parser::{AnswerParser, with_length};
use super::path_list::paths_in_text;
use super::values::is_denial;
use super::vocabulary::count;
use tilebase::board::Move;
use tilebase::judge::Claim;
use tilebase::notation::shorten;

impl Fields<'_> {
    /// Converts the fields to the paths of a list, which may be empty, and to the claims of other
    /// fields. Without a list, the fields make the usual claims.
    pub(super) fn listed_paths(&self, parser: &AnswerParser<'_>) -> Result<Vec<Claim>, AnswerFault> {
        self.claims_of_list(parser).unwrap_or_else(|| self.claims(parser))
    }

    /// The claims of a list and of the fields beside it; `None` if there is no list.
    pub(super) fn claims_of_list(
        &self,
        parser: &AnswerParser<'_>,
    ) -> Option<Result<Vec<Claim>, AnswerFault>> {
        let parser = &self.parser_with_convention(parser);
        let mut others = Vec::new();
        let mut list = None;
        // `"optimal_paths": 2` beside the list counts it.
        let lists = self.paths.iter().filter(|text| count(text).is_none());
        let texts = lists.chain(&self.moves).chain(&self.vague_moves).chain(&self.answers);
        for text in texts.map(|text| &**text) {
            match paths_in_text(text, &|item| parser.item(item)).filter(|_| list.is_none()) {
                Some(read) => list = Some(read),
                None => others.push(text),
            }
        }
        let paths = list?;
        Some(paths.and_then(|paths| self.with_other_fields(paths, &others, parser)))
    }

    fn with_other_fields(
        &self,
        paths: Vec<Claim>,
        texts: &[&str],
        parser: &AnswerParser<'_>,
    ) -> Result<Vec<Claim>, AnswerFault> {
        let contradiction = |text: &str| Err(AnswerFault::Contradiction(shorten(text)));
        if let Some(mark) = self.called_wrong.as_ref().filter(|_| !paths.is_empty()) {
            return Err(AnswerFault::CalledWrong(shorten(mark)));
        }
        let mut counts = self.path_counts.iter().chain(&self.paths);
        let is_other = |text: &str| count(text).is_some_and(|count| count as usize != paths.len());
        if let Some(other) = counts.find(|text| is_other(text)) {
            return contradiction(other);
        }
        let stated = self.stated(parser);
        let mut denials = 0;
        let (length, more_lengths) = match stated.lengths.split_first() {
            Some((first, more)) => (count(first), more),
            None if self.costs.is_empty() => (count(&self.vague_length), &[][..]),
            None => (None, &[][..]),
        };
        let numbers = stated.lengths.iter().copied().chain(self.costs.iter().map(|cost| &**cost));
        denials += numbers.filter(|text| count(text).is_none() && is_denial(text)).count();
        let mut more: Vec<Claim> =
            more_lengths.iter().filter_map(|length| count(length)).map(Claim::Length).collect();
        if let Some(first) = paths.first() {
            for cost in self.costs.iter().filter_map(|cost| count(cost)) {
                // A cost other than the length cannot be judged.
                match parser.with_cost(Some(first), with_length(first.clone(), Some(cost))) {
                    claim @ Claim::WithCost { .. } => more.push(claim),
                    _ => more.push(Claim::Length(cost)),
                }
            }
        }
        for text in texts.iter().filter(|text| !text.is_empty()) {
            match parser.path(text) {
                _ if is_denial(text) => denials += 1,
                // `"moves": 6` is a length.
                _ if count(text).is_some() => more.extend(count(text).map(Claim::Length)),
                Ok(path) if is_empty(&path) => {}
                Ok(path) if !paths.iter().any(|listed| is_same(listed, &path, parser)) => {
                    return contradiction(text);
                }
                Ok(_) | Err(_) => {}
            }
        }
        let mut claims: Vec<Claim> = paths.into_iter().map(|path| with_length(path, length)).collect();
        claims.extend(more);
        claims.extend((denials > 0 || self.says_unsolvable()).then_some(Claim::Unsolvable));
        Ok(claims)
    }
}

/// Whether two claims are the same path.
fn is_same(one: &Claim, other: &Claim, parser: &AnswerParser<'_>) -> bool {
    let moves = |claim: &Claim| -> Option<Vec<Move>> {
        match claim {
            Claim::Path(moves) => Some(moves.clone()),
            Claim::Boards(boards) => parser.metric.slides_along(parser.board, boards).ok(),
            _ => None,
        }
    };
    one == other || moves(one).is_some_and(|moves_of_one| moves(other) == Some(moves_of_one))
}
