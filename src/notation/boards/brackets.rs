//! Lists in brackets: what of them is a board, a row, a tile.

use super::error::{BoardReadReason, BracketTrouble};
use super::span::{Span, Symbol};
use crate::notation::{Place, shorten};

/// The most brackets around a tile: boards in a list, rows in a board, tiles in a row.
const DEEPEST: usize = 3;

/// A bracket and what is in it, or a symbol.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Symbol(Symbol),
    Bracket(Bracket),
}

/// A bracket and what is in it.
#[derive(Clone, Debug)]
pub(super) struct Bracket {
    pub(super) open: char,
    pub(super) place: Place,
    pub(super) nodes: Vec<Node>,
    /// No element has come since the bracket or the last comma.
    awaits_element: bool,
}

/// Reads brackets line by line until all are closed.
#[derive(Debug, Default)]
pub(super) struct BracketReader {
    open: Vec<Bracket>,
    pub(super) closed: Vec<Bracket>,
    pub(super) has_single_quotes: bool,
}

type Failure = (Place, BoardReadReason);

const fn closing(open: char) -> char {
    match open {
        '[' => ']',
        '(' => ')',
        _ => '}',
    }
}

pub(super) const fn is_bracket(c: char) -> bool {
    matches!(c, '[' | '(' | '{' | ']' | ')' | '}')
}

const fn is_separator(c: char) -> bool {
    matches!(c, ',' | ';')
}

fn failure(place: Place, trouble: BracketTrouble) -> Failure {
    (place, BoardReadReason::Brackets(trouble))
}

impl BracketReader {
    /// Is every bracket closed?
    pub(super) fn is_complete(&self) -> bool {
        self.open.is_empty()
    }

    /// What to say if the text ends here, or has gone on for too long.
    pub(super) fn unclosed(&self, at_end: bool) -> Option<Failure> {
        let innermost = self.open.last()?;
        let expected = closing(innermost.open);
        Some(failure(innermost.place, BracketTrouble::Unclosed { expected, at_end }))
    }

    /// Goes on with a line.
    pub(super) fn read(&mut self, line: Span<'_>) -> Result<(), Failure> {
        let mut rest = line.trim();
        while let Some(c) = rest.text.chars().next() {
            let after = rest.from(c.len_utf8());
            rest = match c {
                '[' | '(' | '{' => self.open(c, rest.place).map(|()| after)?,
                ']' | ')' | '}' => self.close(c, rest.place).map(|()| after)?,
                c if is_separator(c) => {
                    self.separate(rest.place);
                    after
                }
                _ => self.symbol(rest)?,
            }
            .trim();
        }
        Ok(())
    }

    fn open(&mut self, open: char, place: Place) -> Result<(), Failure> {
        if self.open.len() == DEEPEST {
            return Err(failure(place, BracketTrouble::TooDeep));
        }
        if let Some(outer) = self.open.last_mut() {
            outer.awaits_element = false;
        }
        self.open.push(Bracket { open, place, nodes: Vec::new(), awaits_element: true });
        Ok(())
    }

    fn close(&mut self, found: char, place: Place) -> Result<(), Failure> {
        let expected = self.open.last().map(|bracket| closing(bracket.open));
        match self.open.pop() {
            Some(mut bracket) if expected == Some(found) => {
                // Brackets within say that this is a list of rows or boards: a comma at its end says nothing.
                let has_symbols = matches!(bracket.nodes.last(), Some(Node::Symbol(_)));
                if bracket.awaits_element && has_symbols {
                    bracket.nodes.push(Node::Symbol(Symbol::left_out(place, true)));
                }
                match self.open.last_mut() {
                    Some(outer) => outer.nodes.push(Node::Bracket(bracket)),
                    None => self.closed.push(bracket),
                }
                Ok(())
            }
            _ => Err(failure(place, BracketTrouble::Unmatched { expected, found })),
        }
    }

    fn separate(&mut self, place: Place) {
        if let Some(bracket) = self.open.last_mut() {
            if bracket.awaits_element {
                bracket.nodes.push(Node::Symbol(Symbol::left_out(place, false)));
            }
            bracket.awaits_element = true;
        }
    }

    fn symbol<'a>(&mut self, text: Span<'a>) -> Result<Span<'a>, Failure> {
        let Some(bracket) = self.open.last_mut() else {
            return Err(failure(text.place, BracketTrouble::Beside { found: shorten(text.text) }));
        };
        let (symbol, rest) = text.symbol(|c| c.is_whitespace() || is_separator(c) || is_bracket(c));
        self.has_single_quotes |= text.text.starts_with('\'');
        bracket.nodes.push(Node::Symbol(symbol));
        bracket.awaits_element = false;
        Ok(rest)
    }
}

impl Bracket {
    /// The brackets in it; none if there are only symbols.
    pub(super) fn inner(&self) -> Result<Option<Vec<&Self>>, Failure> {
        let brackets: Vec<&Self> = self
            .nodes
            .iter()
            .filter_map(|node| match node {
                Node::Bracket(bracket) => Some(bracket),
                Node::Symbol(_) => None,
            })
            .collect();
        match brackets.len() {
            _ if self.nodes.is_empty() => Err(failure(self.place, BracketTrouble::Empty)),
            0 => Ok(None),
            n if n == self.nodes.len() => Ok(Some(brackets)),
            _ => Err(failure(self.place, BracketTrouble::Mixed)),
        }
    }

    /// The symbols that stand directly in it.
    pub(super) fn symbols(&self) -> Vec<Symbol> {
        let symbol = |node: &Node| match node {
            Node::Symbol(symbol) => Some(symbol.clone()),
            Node::Bracket(_) => None,
        };
        self.nodes.iter().filter_map(symbol).collect()
    }
}
