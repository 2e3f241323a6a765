//! Checks the rules of the [proof](super) for every entry.

use std::borrow::Cow;
use std::fmt;

use rayon::prelude::*;

use crate::board::{Board, Metric};
use crate::generate::{Generator, Recount};
use crate::oracle::{DistanceBlocks, OracleError, multi_tile_neighbors};
use crate::space::{FullSpace, Space, StateIndex};
use crate::table::{BuiltTable, Encoding, Table};
use crate::threads;

/// A rule that a table must satisfy, in the order of the [proof](super).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Rule 1: the entry is 0 at the goal, and nowhere else.
    ZeroAtTheGoalAlone,
    /// Rule 2: the entries of neighbors differ by exactly 1, or in the multi-tile metric by at most
    /// 1.
    NeighborsDifferByOne,
    /// Rule 3: every entry but 0 has a neighbor one smaller.
    SomeNeighborIsCloser,
    /// Rule 4: no entry is unset.
    NoneUnset,
    /// Rule 5: the header's histogram counts the entries.
    HistogramCounts,
    /// Rule 6, for patterns and large tables modulo 3: the entries match a recomputation.
    SameComputedAgain,
}

impl Rule {
    /// The rule's number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

impl Rule {
    const fn text(self) -> &'static str {
        match self {
            Self::ZeroAtTheGoalAlone => "the entry is 0 at the goal and nowhere else",
            Self::NeighborsDifferByOne => {
                "the entries of neighbors differ by exactly 1 (multi-tile metric: at most 1)"
            }
            Self::SomeNeighborIsCloser => "every entry but 0 has a neighbor one smaller",
            Self::NoneUnset => "no entry is unset",
            Self::HistogramCounts => "the histogram counts the entries",
            Self::SameComputedAgain => "the entries match a recomputation",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rule {} ({})", self.number(), self.text())
    }
}

/// A violated rule, with the number of violations and the first of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// The number of entries that violate it; for the histogram, the number of distances.
    pub count: u64,
    /// A description of the first violation.
    pub first: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, count, first } = self;
        let (number, text) = (rule.number(), rule.text());
        match count {
            1 => write!(f, "rule {number} is violated ({text}): {first}"),
            _ => write!(f, "rule {number} is violated {count} times ({text}); first: {first}"),
        }
    }
}

/// Maximum number of states for which a table modulo 3 is proved by ranking: four million. For
/// larger ones the levels are recomputed instead, which takes half a second instead of a minute for
/// 3x4.
const RANKED_STATES: u64 = 1 << 22;

/// The [proof](crate::prove).
impl Table {
    /// Checks every entry. The table is correct if and only if no rule is violated.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::generate::Generator;
    /// use tilebase::table::Encoding;
    ///
    /// let goal = Goal::blank_last(Shape::new(2, 3)?);
    /// let table = Generator::for_goal(&goal)?.distances()?.encoded(Encoding::Byte)?.into_table();
    /// assert!(table.prove()?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Plain pattern databases do not distinguish the blank's regions, so local rules can't prove
    /// them. For all pattern databases, the entries are computed again and compared (rule 6). The
    /// same holds for tables modulo 3 with more than four million states.
    ///
    /// # Errors
    /// [`OracleError::Table`] if the file is damaged, so that its checksums do not match, or has
    /// changed since it was opened; [`OracleError::Build`] if there is not enough memory to compute
    /// the entries again.
    pub fn prove(&self) -> Result<Vec<Violation>, OracleError> {
        let payload = self.payload()?;
        let broken = match self.header().space() {
            Space::Full(space) if is_recounted(self) => recount(self, space, payload),
            Space::Full(space) => prove_full(self, space),
            space @ Space::Pattern(_) => compute_again(self, space),
        }?;
        // After the reads, so that the check covers them.
        self.check_unchanged()?;
        Ok(broken)
    }

    /// Whether [`prove`](Self::prove) checks rules 1 to 5, instead of computing the entries again.
    pub fn is_proved_by_rules(&self) -> bool {
        self.header().pattern().is_full() && !is_recounted(self)
    }

    /// Estimates the memory in bytes that [`prove`](Self::prove) needs, in addition to the table.
    ///
    /// ```
    /// use tilebase::generate::Generator;
    /// use tilebase::table::Encoding;
    /// use tilebase::{Goal, Shape};
    ///
    /// let goal = Goal::blank_last(Shape::new(3, 3)?);
    /// let table = Generator::for_goal(&goal)?.table(Encoding::Mod3)?;
    /// assert_eq!(table.memory_of_proof_in_bytes(), 181_440);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn memory_of_proof_in_bytes(&self) -> u64 {
        let header = self.header();
        match (header.space(), header.encoding()) {
            (Space::Full(space), Encoding::Mod3) if is_recounted(self) => Recount::memory_in_bytes(space),
            (Space::Full(_), Encoding::Byte) => 0,
            (Space::Full(_), Encoding::Mod3 | Encoding::Bit) => header.entries(),
            (space @ Space::Pattern(_), encoding) => {
                let computed = if encoding == Encoding::Bit { encoding } else { Encoding::Byte };
                Generator::new(space.clone()).memory_per_process_in_bytes(computed, 1)
            }
        }
    }
}

fn is_recounted(table: &Table) -> bool {
    let header = table.header();
    header.encoding() == Encoding::Mod3 && header.entries() > RANKED_STATES
}

/// Compares a table modulo 3 with its levels, computed again.
fn recount(table: &Table, space: &FullSpace, payload: &[u8]) -> Result<Vec<Violation>, OracleError> {
    let found = Recount::run(space, payload)?;
    let wrong = match found.first_wrong {
        Some(index) => {
            let board = space.board_at(index).expect("the index is below the number of states");
            let residue = table.code_at(index)?;
            let first = format!("{board} has {residue}, which is not its distance modulo 3");
            Some(Violation { rule: Rule::SameComputedAgain, count: found.wrong, first })
        }
        None => None,
    };
    let lies = histogram_lies(&found.histogram, table.header().histogram());
    Ok(wrong.into_iter().chain(lies).collect())
}

fn compute_again(table: &Table, space: &Space) -> Result<Vec<Violation>, OracleError> {
    let generator = Generator::new(space.clone());
    if table.header().encoding() == Encoding::Bit {
        return compare_bits(table, &generator.build(Encoding::Bit)?);
    }
    let computed = generator.distances()?;
    let entries = match all_distances(table) {
        Ok(entries) => entries,
        Err(OracleError::Table(error)) => return Err(error.into()),
        Err(_) => {
            let first = "an entry is not a possible cost".to_owned();
            return Ok(vec![Violation { rule: Rule::SameComputedAgain, count: 1, first }]);
        }
    };
    let pairs = || (0..).zip(entries.iter().zip(computed.entries()));
    let count = pairs().filter(|(_, (entry, computed))| entry != computed).count() as u64;
    let wrong =
        pairs().find(|(_, (entry, computed))| entry != computed).map(|(number, (entry, computed))| {
            let state = space.describe(StateIndex::new(number));
            let first = format!("{state} has {entry}, but its cost is {computed}");
            Violation { rule: Rule::SameComputedAgain, count, first }
        });
    Ok(wrong.into_iter().chain(histogram_lies(&counted(&entries), table.header().histogram())).collect())
}

/// Compares each bit with the computed one. Distances are not decoded, since one wrong bit would
/// mislead many walks.
fn compare_bits(table: &Table, computed: &BuiltTable<'_>) -> Result<Vec<Violation>, OracleError> {
    let mut found = table.payload()?;
    let (mut number, mut count, mut first_wrong) = (0, 0, None);
    computed.for_each_part(|right| {
        let (part, rest) = found.split_at(right.len());
        if part != right {
            // A byte has eight entries, so its position gives the number of its first one.
            for (nth, (found, right)) in (number..).step_by(8).zip(part.iter().zip(right)) {
                let wrong = found ^ right;
                count += u64::from(wrong.count_ones());
                if wrong != 0 {
                    first_wrong.get_or_insert((
                        nth + u64::from(wrong.trailing_zeros()),
                        wrong & wrong.wrapping_neg() & right != 0,
                    ));
                }
            }
        }
        number += 8 * right.len() as u64;
        found = rest;
    });
    let wrong = first_wrong.map(|(number, right)| {
        let state = computed.space().describe(StateIndex::new(number));
        let first = format!(
            "{state} has the bit {}, but the bit of its distance is {}",
            u8::from(!right),
            u8::from(right)
        );
        Violation { rule: Rule::SameComputedAgain, count, first }
    });
    Ok(wrong.into_iter().chain(histogram_lies(computed.histogram(), table.header().histogram())).collect())
}

fn all_distances(table: &Table) -> Result<Cow<'_, [u8]>, OracleError> {
    DistanceBlocks::new(table)?.all()
}

fn prove_full(table: &Table, space: &FullSpace) -> Result<Vec<Violation>, OracleError> {
    let distances = match all_distances(table) {
        Ok(distances) => distances,
        Err(OracleError::Table(error)) => return Err(error.into()),
        // Only modulo 3 can a walk get stuck: check the rules over the residues to find the place.
        Err(error) => {
            let residues = |index| table.code_at(index).ok().filter(|code| *code < 3);
            let broken =
                Rules { space, entry: residues, modulo: Some(3), metric: Metric::SingleTile }.check();
            return Ok(if broken.is_empty() { vec![leads_nowhere(&error)] } else { broken });
        }
    };
    let entry = |index: StateIndex| {
        let entry = distances.get(usize::try_from(index.number()).ok()?).copied();
        entry.filter(|entry| *entry != u8::MAX)
    };
    let mut broken = Rules { space, entry, modulo: None, metric: table.header().metric() }.check();
    broken.extend(histogram_lies(&counted(&distances), table.header().histogram()));
    Ok(broken)
}

fn leads_nowhere(error: &OracleError) -> Violation {
    Violation { rule: Rule::SomeNeighborIsCloser, count: 1, first: error.to_string() }
}

/// The local rules, over distances or distances modulo a number.
struct Rules<'a, E> {
    space: &'a FullSpace,
    /// Returns an entry by index, or `None` if it is unset.
    entry: E,
    modulo: Option<u8>,
    metric: Metric,
}

impl<E: Fn(StateIndex) -> Option<u8> + Sync> Rules<'_, E> {
    /// Returns all violated rules, in order.
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
        threads::ensure();
        let all = (0..self.space.states()).into_par_iter();
        let tallies = all.fold(Default::default, note).reduce(Default::default, add);
        let rules = [
            Rule::ZeroAtTheGoalAlone,
            Rule::NeighborsDifferByOne,
            Rule::SomeNeighborIsCloser,
            Rule::NoneUnset,
        ];
        let violation = |(rule, tally): (Rule, Tally)| {
            let (_, case) = tally.first?;
            Some(Violation { rule, count: tally.count, first: case.in_words() })
        };
        rules.into_iter().zip(tallies).filter_map(violation).collect()
    }

    /// Returns the rules that are violated at a state.
    fn broken_at(&self, index: StateIndex) -> [Option<(Rule, Case)>; 3] {
        let board = self.space.board_at(index).expect("the index is below the number of states");
        let Some(entry) = (self.entry)(index) else {
            return [Some((Rule::NoneUnset, Case::Unset(board))), None, None];
        };
        let mut far_neighbor = None;
        let mut has_closer = false;
        let mut compare = |next: Board, next_index: StateIndex| {
            let Some(next_entry) = (self.entry)(next_index) else { return };
            let is_closer = self.one_less(entry) == Some(next_entry);
            has_closer |= is_closer;
            let is_level = self.metric == Metric::MultiTile && entry == next_entry;
            if !is_closer && !is_level && self.one_less(next_entry) != Some(entry) {
                far_neighbor = Some(Case::Pair(board, entry, next, next_entry));
            }
        };
        match self.metric {
            Metric::SingleTile => board
                .successors()
                .for_each(|(step, next)| compare(next, self.space.index_after(index, step, &next))),
            Metric::MultiTile => multi_tile_neighbors(self.space, &board, index)
                .for_each(|(next, next_index)| compare(next, next_index)),
        }
        // A residue of 0 means a distance of 0 only if no neighbor is closer.
        let ends_here = entry == 0 && (self.modulo.is_none() || !has_closer);
        let is_goal = index == self.space.goal_index();
        let here = Case::Entry(board, entry);
        [
            (ends_here != is_goal).then_some((Rule::ZeroAtTheGoalAlone, here)),
            far_neighbor.map(|case| (Rule::NeighborsDifferByOne, case)),
            (!ends_here && !has_closer).then_some((Rule::SomeNeighborIsCloser, here)),
        ]
    }

    fn one_less(&self, entry: u8) -> Option<u8> {
        match self.modulo {
            None => entry.checked_sub(1),
            Some(modulo) => Some((entry + modulo - 1) % modulo),
        }
    }
}

/// The number of violations of a rule, and the first of them.
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
        // The first by index, so that the report does not depend on the threads.
        self.first = both.min_by_key(|(number, _)| *number);
    }
}

/// The entries that violate a rule.
#[derive(Clone, Copy)]
pub(super) enum Case {
    Unset(Board),
    Entry(Board, u8),
    Pair(Board, u8, Board, u8),
}

impl Case {
    pub(super) fn in_words(self) -> String {
        match self {
            Self::Unset(board) => format!("{board} is unset"),
            Self::Entry(board, entry) => format!("{board} has {entry}"),
            Self::Pair(board, entry, next, next_entry) => {
                format!("{board} has {entry}, its neighbor {next} has {next_entry}")
            }
        }
    }
}

/// Counts the entries of each distance.
fn counted(distances: &[u8]) -> [u64; 256] {
    let mut counts = [0; 256];
    distances.iter().for_each(|distance| counts[usize::from(*distance)] += 1);
    counts
}

fn histogram_lies(counts: &[u64], histogram: &[u64]) -> Option<Violation> {
    let of = |counts: &[u64], distance: usize| counts.get(distance).copied().unwrap_or(0);
    let distances = 0..counts.len().max(histogram.len());
    let lies: Vec<usize> =
        distances.filter(|distance| of(counts, *distance) != of(histogram, *distance)).collect();
    let distance = *lies.first()?;
    let (stated, counted) = (of(histogram, distance), of(counts, distance));
    let first = format!("the histogram says {stated} boards at distance {distance}, but there are {counted}");
    Some(Violation { rule: Rule::HistogramCounts, count: lies.len() as u64, first })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape};
    use crate::generate::MultiTileGenerator;

    fn built(shape: Shape, blank: usize) -> Table {
        let goal = Goal::in_order_with_blank_at(shape, shape.all_cells().nth(blank).unwrap());
        MultiTileGenerator::for_goal(&goal).unwrap().build().unwrap().into_table()
    }

    #[test]
    fn tables_in_the_multi_tile_metric_are_proved() {
        for shape in [Shape::new(2, 3).unwrap(), Shape::THREE_BY_THREE] {
            for blank in 0..shape.cells() {
                let table = built(shape, blank);
                assert!(table.is_proved_by_rules() && table.memory_of_proof_in_bytes() == 0);
                assert_eq!(table.prove().unwrap(), [], "{shape}, {blank}");
            }
        }
    }

    /// Distances in one metric are not distances in the other.
    #[test]
    fn the_metric_decides_what_is_proved() {
        let shape = Shape::new(2, 3).unwrap();
        let table = built(shape, 5);
        let entries = table.payload().unwrap();
        let (space, histogram) = (table.header().space(), table.header().histogram());
        let single = BuiltTable::new(space, entries, histogram, Encoding::Byte).unwrap().into_table();
        assert!(single.prove().unwrap().iter().any(|found| found.rule == Rule::NeighborsDifferByOne));
        let goal = *table.header().goal();
        let single = Generator::for_goal(&goal).unwrap().distances().unwrap();
        let (entries, histogram) = (single.entries().to_vec(), single.histogram().to_vec());
        let multi = BuiltTable::in_multi_tile_metric(space.clone(), entries, histogram).into_table();
        assert!(multi.prove().unwrap().iter().any(|found| found.rule == Rule::NeighborsDifferByOne));
    }

    /// Every wrong entry is found, whatever it is.
    #[test]
    fn wrong_entries_in_the_multi_tile_metric_are_found() {
        let table = built(Shape::new(2, 3).unwrap(), 5);
        let right = table.payload().unwrap();
        for (place, value) in (0..right.len()).flat_map(|place| [0, 1, 2, u8::MAX].map(|by| (place, by))) {
            let mut entries = right.to_vec();
            entries[place] =
                if value == u8::MAX { value } else { entries[place].wrapping_add(value + 1) % 23 };
            let mut histogram = counted(&entries).to_vec();
            histogram.truncate(usize::from(u8::MAX));
            histogram[0] += u64::from(value == u8::MAX);
            let wrong = BuiltTable::in_multi_tile_metric(table.header().space().clone(), entries, histogram);
            assert!(!wrong.into_table().prove().unwrap().is_empty(), "{place}: {value}");
        }
    }
}
