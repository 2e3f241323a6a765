//! The rules of the [proof](super), checked over every entry.

use std::fmt;

use rayon::prelude::*;

use crate::board::Board;
use crate::oracle::{OracleError, decode};
use crate::space::{SpaceTooLarge, StateIndex, StateSpace};
use crate::table::{Encoding, Table};

/// A rule that a table must keep, in the order of the [proof](super).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// 1: the entry is 0 at the goal, and nowhere else.
    ZeroAtTheGoalAlone,
    /// 2: the entries of neighbours differ by exactly 1.
    NeighboursDifferByOne,
    /// 3: every entry but 0 has a neighbour one smaller.
    SomeNeighbourIsCloser,
    /// 4: no entry is unset.
    NoneUnset,
    /// 5: the header's histogram counts the entries.
    HistogramCounts,
}

impl Rule {
    /// The rule's number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::ZeroAtTheGoalAlone => "the entry is 0 at the goal, and nowhere else",
            Self::NeighboursDifferByOne => "the entries of neighbours differ by exactly 1",
            Self::SomeNeighbourIsCloser => "every entry but 0 has a neighbour one smaller",
            Self::NoneUnset => "no entry is unset",
            Self::HistogramCounts => "the histogram counts the entries",
        };
        write!(f, "rule {}, {text}", self.number())
    }
}

/// A rule that a table breaks, where it does so first, and how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// The entries, or for the histogram the distances, that break it.
    pub count: u64,
    /// The first of them, in words.
    pub first: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, is broken {} times; first: {}", self.rule, self.count, self.first)
    }
}

/// Checks every entry of a table. The table is right if and only if no rule is broken.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::build::{Threads, build};
/// use tilebase::table::Encoding;
/// use tilebase::validate::prove;
///
/// let goal = Goal::blank_last(Shape::new(2, 3)?);
/// let table = build(&goal, Threads::One, |_| ())?.image(Encoding::Byte)?.into_table()?;
/// assert!(prove(&table)?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SpaceTooLarge`] can't occur for a table that could be opened.
pub fn prove<D: AsRef<[u8]> + Sync>(table: &Table<D>) -> Result<Vec<Violation>, SpaceTooLarge> {
    let goal = table.header().goal();
    let space = StateSpace::new(goal)?;
    if table.header().encoding() == Encoding::Mod3 {
        let residues = |index| table.code_at(index).filter(|code| *code < 3);
        let broken = Rules { space: &space, entry: residues, modulo: Some(3) }.check();
        if !broken.is_empty() {
            return Ok(broken);
        }
    }
    let distances = match decode(table) {
        Ok(distances) => distances,
        Err(OracleError::Inconsistent { board }) => return Ok(vec![leads_nowhere(&board)]),
        Err(OracleError::Unsolvable { board, .. } | OracleError::OtherShape { board, .. }) => {
            return Ok(vec![leads_nowhere(&board)]);
        }
    };
    let entry = |index: StateIndex| {
        let entry = distances.get(usize::try_from(index.number()).ok()?).copied();
        entry.filter(|entry| *entry != u8::MAX)
    };
    let mut broken = Rules { space: &space, entry, modulo: None }.check();
    broken.extend(histogram_lies(&distances, table.header().histogram()));
    Ok(broken)
}

fn leads_nowhere(board: &Board) -> Violation {
    let first = format!("walking down from {board} does not end at the goal");
    Violation { rule: Rule::SomeNeighbourIsCloser, count: 1, first }
}

/// The local rules over entries that are distances, or distances modulo something.
struct Rules<'a, E> {
    space: &'a StateSpace,
    /// An entry by index; none if it is unset.
    entry: E,
    modulo: Option<u8>,
}

impl<E: Fn(StateIndex) -> Option<u8> + Sync> Rules<'_, E> {
    /// All rules that are broken, in their order.
    fn check(&self) -> Vec<Violation> {
        let note = |mut tallies: [Tally; 4], number| {
            for (rule, case) in self.broken_at(StateIndex::new(number)).into_iter().flatten() {
                tallies[rule as usize].note(number, case);
            }
            tallies
        };
        let add = |mut one: [Tally; 4], other: [Tally; 4]| {
            one.iter_mut().zip(other).for_each(|(one, other)| one.add(other));
            one
        };
        let all = (0..self.space.states()).into_par_iter();
        let tallies = all.fold(Default::default, note).reduce(Default::default, add);
        let rules = [
            Rule::ZeroAtTheGoalAlone,
            Rule::NeighboursDifferByOne,
            Rule::SomeNeighbourIsCloser,
            Rule::NoneUnset,
        ];
        let violation = |(rule, tally): (Rule, Tally)| {
            let (_, case) = tally.first?;
            Some(Violation { rule, count: tally.count, first: case.in_words() })
        };
        rules.into_iter().zip(tallies).filter_map(violation).collect()
    }

    /// The rules that are broken at one state.
    fn broken_at(&self, index: StateIndex) -> [Option<(Rule, Case)>; 3] {
        let board = self.space.board_at(index).unwrap_or_else(|| self.space.goal().board());
        let Some(entry) = (self.entry)(index) else {
            return [Some((Rule::NoneUnset, Case::Unset(board))), None, None];
        };
        let mut far_neighbour = None;
        let mut has_closer = false;
        for (step, next) in board.successors() {
            let Some(next_entry) = (self.entry)(self.space.index_after(index, step, &next)) else { continue };
            let is_closer = self.one_less(entry) == Some(next_entry);
            has_closer |= is_closer;
            if !is_closer && self.one_less(next_entry) != Some(entry) {
                far_neighbour = Some(Case::Pair(board, entry, next, next_entry));
            }
        }
        // A residue of 0 is a distance of 0 where no neighbour is closer.
        let ends_here = entry == 0 && (self.modulo.is_none() || !has_closer);
        let is_goal = index == self.space.goal_index();
        let here = Case::Entry(board, entry);
        [
            (ends_here != is_goal).then_some((Rule::ZeroAtTheGoalAlone, here)),
            far_neighbour.map(|case| (Rule::NeighboursDifferByOne, case)),
            (!ends_here && !has_closer).then_some((Rule::SomeNeighbourIsCloser, here)),
        ]
    }

    fn one_less(&self, entry: u8) -> Option<u8> {
        match self.modulo {
            None => entry.checked_sub(1),
            Some(modulo) => Some((entry + modulo - 1) % modulo),
        }
    }
}

/// How often a rule is broken, and where first.
#[derive(Clone, Copy, Default)]
struct Tally {
    count: u64,
    first: Option<(u64, Case)>,
}

impl Tally {
    fn note(&mut self, number: u64, case: Case) {
        self.add(Self { count: 1, first: Some((number, case)) });
    }

    fn add(&mut self, other: Self) {
        self.count += other.count;
        let both = self.first.into_iter().chain(other.first);
        self.first = both.min_by_key(|(number, _)| *number);
    }
}

/// A place where a rule is broken.
#[derive(Clone, Copy)]
enum Case {
    Unset(Board),
    Entry(Board, u8),
    Pair(Board, u8, Board, u8),
}

impl Case {
    fn in_words(self) -> String {
        match self {
            Self::Unset(board) => format!("{board} is unset"),
            Self::Entry(board, entry) => format!("{board} has {entry}"),
            Self::Pair(board, entry, next, next_entry) => {
                format!("{board} has {entry}, its neighbour {next} has {next_entry}")
            }
        }
    }
}

fn histogram_lies(distances: &[u8], histogram: &[u64]) -> Option<Violation> {
    let mut counts = [0_u64; 256];
    for distance in distances {
        counts[usize::from(*distance)] += 1;
    }
    let told = |distance: usize| histogram.get(distance).copied().unwrap_or(0);
    let lies: Vec<usize> =
        (0..counts.len()).filter(|distance| counts[*distance] != told(*distance)).collect();
    let distance = *lies.first()?;
    let (told, counted) = (told(distance), counts[distance]);
    let first = format!("it says {told} boards at distance {distance}, and there are {counted}");
    Some(Violation { rule: Rule::HistogramCounts, count: lies.len() as u64, first })
}
