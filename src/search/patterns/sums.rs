//! The sums of a catalogue's entries, kept up move by move, and IDA* by them.

use std::ops::ControlFlow;

use super::MAX_PATTERNS;
use super::catalogue::{Catalogue, Tables};
use super::entries::{IndexAndPlace, Layout};
use super::one_partition::{Lookup, OnePartition, Parts, Role};
use super::ranked::TileSlide;
use crate::board::{Board, Cell, Shape};
use crate::search::deepening::{BlankStep, Crew, Guide, Opener, Opening, deepen};
use crate::search::heuristics::Heuristic as _;
use crate::search::journal::{Journal, ResumableError, keep};
use crate::search::limits::{LimitReached, Limits};
use crate::search::observer::{Expansion, Nobody, Observer, Somebody};
use crate::search::outcome::Outcome;
use crate::search::packed_board::PackedBoard;
use crate::search::problem::Problem;

/// Finds an optimal path with a catalogue, on all cores where that is worth it. A limit on the states expanded is kept
/// exactly, and by one thread. With patterns of seven or eight tiles the search begins with A*, and iterative
/// deepening goes on from the bound that 131,072 states have proven.
///
/// # Errors
/// [`LimitReached`] if a limit comes before the answer.
///
/// # Panics
/// If the catalogue is for another goal than the problem's.
pub fn ida(problem: &Problem, catalogue: &Catalogue, limits: &Limits) -> Result<Outcome, LimitReached> {
    ida_for(problem, catalogue, limits, Nobody, &Nobody)
}

/// The same, and a [`Journal`] is told how far it is, saves that, and may have it go on where it was: as
/// [`ida_with_resumable`](crate::search::ida_with_resumable).
///
/// # Errors
/// [`ResumableError`] if a limit comes before the answer, or the journal was to go on from what can't be gone on from.
///
/// # Panics
/// If the catalogue is for another goal than the problem's.
pub fn ida_resumable(
    problem: &Problem,
    catalogue: &Catalogue,
    limits: &Limits,
    journal: &Journal<'_>,
) -> Result<Outcome, ResumableError> {
    keep(journal, problem, &|board| catalogue.of(board), |crew| {
        ida_for(problem, catalogue, limits, Nobody, crew)
    })
}

/// The same on one thread, and it tells of each state that it expanded. The search goes on as long as the observer says
/// so. All iterations are depth-first, the first and the long ones as well: so path and counts are those of the search
/// that nobody observes where this has neither A* nor long iterations, and else they may differ, but not the length.
///
/// # Errors
/// [`LimitReached`] if a limit comes before the answer, or the observer stops the search.
///
/// # Panics
/// If the catalogue is for another goal than the problem's.
pub fn ida_observed(
    problem: &Problem,
    catalogue: &Catalogue,
    limits: &Limits,
    mut observer: impl FnMut(&Expansion<'_>) -> ControlFlow<()>,
) -> Result<Outcome, LimitReached> {
    ida_for(problem, catalogue, limits, &mut observer as Somebody<'_>, &Nobody)
}

fn ida_for(
    problem: &Problem,
    catalogue: &Catalogue,
    limits: &Limits,
    observer: impl Observer,
    crew: &dyn Crew,
) -> Result<Outcome, LimitReached> {
    assert_eq!(problem.goal(), catalogue.goal(), "a catalogue serves its own goal");
    let partition = match catalogue.tables() {
        Tables::Several(collection) => return deepen(problem, &**collection, None, limits, observer, crew),
        Tables::One(partition) => partition,
    };
    match partition.parts() {
        Parts::Spread(parts) => by_sums(problem, &Sums::new(partition, parts), limits, observer, crew),
        Parts::Large(parts) => by_sums(problem, &Sums::new(partition, parts), limits, observer, crew),
    }
}

fn by_sums<L: Layout>(
    problem: &Problem,
    sums: &Sums<'_, L>,
    limits: &Limits,
    observer: impl Observer,
    crew: &dyn Crew,
) -> Result<Outcome, LimitReached> {
    let opening = if L::IS_LARGE { Some(sums as &dyn Opening) } else { None };
    deepen(problem, sums, opening, limits, observer, crew)
}

/// One partition as a guide.
#[derive(Debug)]
struct Sums<'a, L> {
    partition: &'a OnePartition,
    parts: &'a [L],
    goal: PackedBoard,
    /// Is the reflected board looked up as well? Not a parameter of the type: that made 6 KB more of the Python package, and no
    /// search quicker.
    is_reflected: bool,
}

/// A board, its indexes, and what their entries add up to.
#[derive(Clone, Copy, Debug)]
struct State {
    board: PackedBoard,
    regular: Lookup,
    reflected: Lookup,
    sum: u16,
    reflected_sum: u16,
}

/// What is looked up after a slide.
#[derive(Clone, Copy, Debug)]
struct Slid {
    pattern: u8,
    index: u32,
    place: u32,
}

impl<'a, L: Layout> Sums<'a, L> {
    fn new(partition: &'a OnePartition, parts: &'a [L]) -> Self {
        let goal = PackedBoard::new(&partition.goal().board());
        Self { partition, parts, goal, is_reflected: partition.is_reflected() }
    }

    /// What is looked up after a tile's slide.
    #[inline]
    fn slide(&self, lookup: &Lookup, role: &Role, from: Cell, to: Cell) -> Slid {
        let part = &self.parts[usize::from(role.pattern)];
        let slide = TileSlide { weight: role.weight, from, to };
        let IndexAndPlace { index, place } =
            part.after(lookup.index[usize::from(role.pattern) % MAX_PATTERNS], slide);
        Slid { pattern: role.pattern, index, place }
    }

    /// The same on the reflected board.
    #[inline]
    fn slide_reflected(&self, lookup: &Lookup, role: &Role, from: Cell, to: Cell) -> Slid {
        self.slide(lookup, role, self.partition.mirror(from), self.partition.mirror(to))
    }

    #[inline]
    fn prefetch(&self, slid: Slid) {
        self.parts[usize::from(slid.pattern)].prefetch(slid.place);
    }

    /// The entry after a slide, and what the sum is then.
    #[inline]
    fn sum_after(&self, slid: Slid, lookup: &Lookup, sum: u16) -> (u8, u16) {
        let before = lookup.entry[usize::from(slid.pattern) % MAX_PATTERNS];
        let entry = self.parts[usize::from(slid.pattern)].entry_after(slid.place, before);
        (entry, sum - u16::from(before) + u16::from(entry))
    }
}

impl Lookup {
    #[inline]
    fn note(&mut self, slid: Slid, entry: u8) {
        let pattern = usize::from(slid.pattern) % MAX_PATTERNS;
        (self.index[pattern], self.entry[pattern]) = (slid.index, entry);
    }
}

impl<L: Layout> Guide for Sums<'_, L> {
    type State = State;

    fn shape(&self) -> Shape {
        self.partition.goal().shape()
    }

    fn start(&self, board: &Board) -> State {
        let (regular, reflected) = self.partition.look_up(board, self.parts);
        let (sum, reflected_sum) = (regular.sum(), reflected.sum());
        State { board: PackedBoard::new(board), regular, reflected, sum, reflected_sum }
    }

    #[inline]
    fn estimate(&self, state: &State) -> u32 {
        state.sum.max(state.reflected_sum).into()
    }

    /// The larger sum, then the smaller one.
    #[inline]
    fn promise(&self, state: &State) -> u32 {
        self.estimate(state) << 16 | u32::from(state.sum.min(state.reflected_sum))
    }

    /// The smaller sum: twice the mean, less the larger one, as with more sums than two.
    fn remoteness(&self, state: &State) -> u16 {
        if self.is_reflected { state.sum.min(state.reflected_sum) } else { state.sum }
    }

    // A third of the search's instructions. The compiler would call it, now that the observed search has it as well,
    // and take 13 % more of them.
    #[inline(always)]
    fn after(&self, state: &State, step: BlankStep, most: u32) -> Option<State> {
        let BlankStep { from: blank, to, .. } = step;
        let roles = self.partition.roles(state.board.tile_at(to));
        let slid = self.slide(&state.regular, &roles.regular, to, blank);
        let (entry, sum) = self.sum_after(slid, &state.regular, state.sum);
        if u32::from(sum) > most {
            return None;
        }
        let mut next = State { sum, ..*state };
        next.regular.note(slid, entry);
        if self.is_reflected {
            let slid = self.slide_reflected(&state.reflected, &roles.reflected, to, blank);
            let (entry, sum) = self.sum_after(slid, &state.reflected, state.reflected_sum);
            if u32::from(sum) > most {
                return None;
            }
            next.reflected_sum = sum;
            next.reflected.note(slid, entry);
        }
        next.board = state.board.after(blank, to);
        Some(next)
    }

    fn packed(&self, state: &State) -> PackedBoard {
        state.board
    }

    fn board(&self, state: &State) -> Board {
        state.board.board(self.partition.goal().shape())
    }

    #[inline]
    fn is_goal(&self, state: &State) -> bool {
        state.board == self.goal
    }

    /// An entry has the parity of its tiles' Manhattan distance, which each of their moves changes by one. So a sum has
    /// that of the Manhattan distance of all tiles, which every move changes by one, as it does the distance.
    fn has_parity(&self) -> bool {
        true
    }

    fn has_failed(&self) -> bool {
        self.partition.check_unchanged().is_err()
    }
}

impl<L: Layout> Opener for Sums<'_, L> {
    type Asked = [Slid; 2];

    #[inline]
    fn ask(&self, state: &State, BlankStep { from: blank, to, .. }: BlankStep) -> [Slid; 2] {
        let roles = self.partition.roles(state.board.tile_at(to));
        let regular = self.slide(&state.regular, &roles.regular, to, blank);
        self.prefetch(regular);
        if !self.is_reflected {
            return [regular; 2];
        }
        let reflected = self.slide_reflected(&state.reflected, &roles.reflected, to, blank);
        self.prefetch(reflected);
        [regular, reflected]
    }

    #[inline]
    fn make_after(&self, state: &mut State, step: BlankStep, asked: [Slid; 2]) {
        let [regular, reflected] = asked;
        state.board = state.board.after(step.from, step.to);
        let (entry, sum) = self.sum_after(regular, &state.regular, state.sum);
        state.sum = sum;
        state.regular.note(regular, entry);
        if self.is_reflected {
            let (entry, sum) = self.sum_after(reflected, &state.reflected, state.reflected_sum);
            state.reflected_sum = sum;
            state.reflected.note(reflected, entry);
        }
    }
}
