//! Sequences of moves that a search need not try, because others do the same.
//!
//! Two moves that undo each other change nothing; six moves around a square of four cells do what six the other way
//! round do. Of all sequences with one effect a search needs the first alone: the shortest, and among those the first
//! in the order of the moves. An automaton reads the moves as they are made and says which would complete a sequence
//! that is not the first of its kind: Taylor and Korf, *Pruning Duplicate Nodes in Depth-First Search*, AAAI 1993.
//!
//! # Why an optimal path is left
//!
//! A sequence is forbidden only if an earlier one with the same effect stays within the rectangle of cells that the
//! forbidden one itself visits; so wherever the forbidden one is legal, the earlier one is too. Take the first of all
//! optimal paths of a board. If it held a forbidden sequence, the earlier one could be put in its place, and the path
//! would be shorter or earlier: neither is possible.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::board::Move;

/// An automaton over moves. It starts in state 0.
#[derive(Debug)]
pub(super) struct Detours {
    /// By state and move: the next state, or [`FORBIDDEN`].
    next: Vec<[u16; 4]>,
}

/// The move completes a forbidden sequence.
const FORBIDDEN: u16 = u16::MAX;

/// The state before the first move.
pub(super) const NO_MOVES: u16 = 0;

/// The longest sequences that can be looked at.
const LONGEST: usize = 12;

/// A cell as seen from where the blank starts: row and column.
type Place = (i8, i8);

/// What a sequence of moves does: where the blank ends, then for each cell that holds another tile than before the cell
/// and the one that its tile comes from, in the order of the cells, and zeros.
type Effect = [u32; LONGEST + 1];

/// The least rectangle that holds all cells that a sequence visits: its first and its last row and column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Rectangle {
    first: Place,
    last: Place,
}

impl Rectangle {
    fn with(self, (row, column): Place) -> Self {
        Self {
            first: (self.first.0.min(row), self.first.1.min(column)),
            last: (self.last.0.max(row), self.last.1.max(column)),
        }
    }

    fn holds(self, other: Self) -> bool {
        self.with(other.first).with(other.last) == self
    }
}

impl Detours {
    /// The automaton that forbids a move that takes back the one before, and nothing else.
    pub(super) fn steps_back() -> Self {
        Self::up_to(2)
    }

    /// The automaton that knows all sequences of up to so many moves.
    pub(super) fn up_to(longest: usize) -> Self {
        minimised(&automaton_of(&forbidden_sequences(longest)))
    }

    /// The state after one more move; none if the move need not be tried.
    #[inline]
    pub(super) fn after(&self, state: u16, step: Move) -> Option<u16> {
        let next = self.next[usize::from(state)][step as usize];
        (next != FORBIDDEN).then_some(next)
    }
}

/// Moves in a row, two bits each under a leading 1, so that a longer sequence is a larger number, and of two of one
/// length the one that comes first in the order of the moves is the smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Sequence(u64);

impl Sequence {
    const EMPTY: Self = Self(1);

    const fn then(self, step: Move) -> Self {
        Self(self.0 << 2 | step as u64)
    }

    const fn len(self) -> u32 {
        self.0.ilog2() / 2
    }

    /// The last moves of it.
    const fn end(self, len: u32) -> Self {
        Self(self.0 & ((1 << (2 * len)) - 1) | 1 << (2 * len))
    }

    fn moves(self) -> impl Iterator<Item = Move> {
        (0..self.len()).rev().map(move |place| Move::ALL[(self.0 >> (2 * place) & 3) as usize])
    }
}

/// All forbidden sequences of up to so many moves that hold no shorter one, in the order of their lengths.
fn forbidden_sequences(longest: usize) -> Vec<Sequence> {
    // By effect: where the first sequence that has it stays. Others that are allowed for staying elsewhere are left out;
    // that forbids less than could be, and saves half the time.
    let mut known: FxHashMap<Effect, Rectangle> = FxHashMap::default();
    let mut forbidden = Vec::new();
    let mut is_forbidden = FxHashSet::default();
    let (effect, visited) = effect_of(Sequence::EMPTY);
    known.insert(effect, visited);
    let mut allowed = vec![Sequence::EMPTY];
    for _ in 0..longest {
        let mut longer = Vec::new();
        // `allowed` is in the order of the moves, so what comes first is the first of its kind.
        for sequence in allowed.into_iter().flat_map(|begin| Move::ALL.map(|step| begin.then(step))) {
            if (2..sequence.len()).any(|len| is_forbidden.contains(&sequence.end(len))) {
                continue;
            }
            let (effect, visited) = effect_of(sequence);
            if known.get(&effect).is_some_and(|earlier| visited.holds(*earlier)) {
                forbidden.push(sequence);
                is_forbidden.insert(sequence);
            } else {
                known.entry(effect).or_insert(visited);
                longer.push(sequence);
            }
        }
        allowed = longer;
    }
    forbidden
}

fn effect_of(sequence: Sequence) -> (Effect, Rectangle) {
    let number = |(row, column): Place| (row as u8 as u32) << 8 | column as u8 as u32;
    let (mut blank, mut visited) = ((0, 0), Rectangle::default());
    // The cells visited so far, each once, and where their tiles come from; the blank's is the blank.
    let mut cells = [number(blank); LONGEST + 1];
    let mut origins = cells;
    let (mut len, mut at) = (1, 0);
    for step in sequence.moves() {
        let (row, column) = blank;
        blank = match step {
            Move::Up => (row - 1, column),
            Move::Down => (row + 1, column),
            Move::Left => (row, column - 1),
            Move::Right => (row, column + 1),
        };
        visited = visited.with(blank);
        let to = number(blank);
        let known = cells[..len].iter().position(|cell| *cell == to).unwrap_or(len);
        if known == len {
            (cells[len], origins[len]) = (to, to);
            len += 1;
        }
        origins.swap(at, known);
        at = known;
    }
    let mut effect = [0; LONGEST + 1];
    let mut used = 1;
    for place in (0..len).filter(|place| *place != at && cells[*place] != origins[*place]) {
        effect[used] = cells[place] << 16 | origins[place];
        used += 1;
    }
    effect[1..used].sort_unstable();
    effect[0] = cells[at];
    (effect, visited)
}

/// Aho and Corasick's automaton: a state is the longest end of the moves so far that begins a forbidden sequence.
fn automaton_of(forbidden: &[Sequence]) -> Vec<[u16; 4]> {
    /// No forbidden sequence goes on like this.
    const NONE: u16 = FORBIDDEN - 1;
    let mut next = vec![[NONE; 4]];
    for sequence in forbidden {
        let mut state = 0_usize;
        for (nth, step) in (1..).zip(sequence.moves()) {
            let new = next.len();
            let to = &mut next[state][step as usize];
            if nth == sequence.len() {
                *to = FORBIDDEN;
            } else if *to == NONE {
                *to = u16::try_from(new).expect("sequences of up to twelve moves have fewer beginnings");
                next.push([NONE; 4]);
                state = new;
            } else {
                state = usize::from(*to);
            }
        }
    }
    // Breadth-first: where a sequence does not go on, the longest shorter end of it does.
    let mut shorter_end = vec![NO_MOVES; next.len()];
    let mut queue = VecDeque::from([0_usize]);
    while let Some(state) = queue.pop_front() {
        let goes_on_at_shorter_end =
            if state == 0 { [NO_MOVES; 4] } else { next[usize::from(shorter_end[state])] };
        for (to, falls_back) in next[state].iter_mut().zip(goes_on_at_shorter_end) {
            match *to {
                FORBIDDEN => {}
                NONE => *to = falls_back,
                child => {
                    shorter_end[usize::from(child)] = falls_back;
                    queue.push_back(usize::from(child));
                }
            }
        }
    }
    next
}

/// The least automaton that forbids the same (Moore): states are told apart by what they forbid, then by the classes of
/// the states that they lead to, until nothing changes.
fn minimised(next: &[[u16; 4]]) -> Detours {
    let mut class_of = vec![0_u16; next.len()];
    let mut classes = 1;
    loop {
        let mut numbers: FxHashMap<(u16, [u16; 4]), u16> = FxHashMap::default();
        let class = |state: u16| if state == FORBIDDEN { FORBIDDEN } else { class_of[usize::from(state)] };
        let refined: Vec<u16> = (0..next.len())
            .map(|state| {
                let new = numbers.len() as u16;
                *numbers.entry((class_of[state], next[state].map(class))).or_insert(new)
            })
            .collect();
        let found = numbers.len();
        class_of = refined;
        if found == classes {
            break;
        }
        classes = found;
    }
    let mut least = vec![[FORBIDDEN; 4]; classes];
    for (state, class) in class_of.iter().enumerate() {
        least[usize::from(*class)] = next[state]
            .map(|state| if state == FORBIDDEN { FORBIDDEN } else { class_of[usize::from(state)] });
    }
    Detours { next: least }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Goal, Shape};
    use crate::generate::Generator;
    use crate::oracle::Oracle;
    use crate::table::Encoding;

    /// The shortest square: of six moves around it, each of the four ways to begin has one detour.
    #[test]
    fn the_first_detours_are_steps_back_and_squares() {
        let forbidden = forbidden_sequences(6);
        assert_eq!(forbidden.iter().filter(|sequence| sequence.len() == 2).count(), 4);
        let squares: Vec<String> = forbidden
            .iter()
            .filter(|sequence| sequence.len() > 2)
            .map(|sequence| sequence.moves().map(Move::letter).collect())
            .collect();
        assert_eq!(squares, ["LURDLU", "LDRULD", "RULDRU", "RDLURD"]);
        assert_eq!(forbidden_sequences(10).len(), 340);
    }

    /// Every move sequence of up to six moves is refused just where it ends with a forbidden one, though the automaton
    /// is the least one.
    #[test]
    fn the_automaton_refuses_what_is_forbidden() {
        let forbidden = forbidden_sequences(6);
        let detours = Detours::up_to(6);
        let mut open = vec![(Sequence::EMPTY, NO_MOVES)];
        while let Some((sequence, state)) = open.pop() {
            for step in Move::ALL {
                let longer = sequence.then(step);
                let is_forbidden =
                    forbidden.iter().any(|end| end.len() <= longer.len() && longer.end(end.len()) == *end);
                let next = detours.after(state, step);
                assert_eq!(next.is_none(), is_forbidden, "{longer:?}");
                open.extend(next.filter(|_| longer.len() < 9).map(|next| (longer, next)));
            }
        }
    }

    /// Does a board have an optimal path that the automaton lets pass?
    fn is_served(oracle: &Oracle, board: &Board, detours: &Detours, state: u16) -> bool {
        let distance = oracle.distance(board).unwrap().moves();
        distance == 0
            || board.successors().any(|(step, next)| {
                oracle.distance(&next).unwrap().moves() + 1 == distance
                    && detours
                        .after(state, step)
                        .is_some_and(|state| is_served(oracle, &next, detours, state))
            })
    }

    #[test]
    fn every_board_keeps_an_optimal_path() {
        let detours = Detours::up_to(10);
        for (rows, columns) in [(2, 3), (3, 2), (2, 4), (3, 3)] {
            let shape = Shape::new(rows, columns).unwrap();
            let goal = Goal::snail(shape);
            let built = Generator::for_goal(&goal).unwrap().run().unwrap();
            let oracle = Oracle::new(built.image(Encoding::Byte).unwrap().into_table(), &goal).unwrap();
            let mut seen = FxHashSet::from_iter([goal.board()]);
            let mut open = vec![goal.board()];
            while let Some(board) = open.pop() {
                assert!(is_served(&oracle, &board, &detours, NO_MOVES), "{board}");
                open.extend(board.successors().map(|(_, next)| next).filter(|next| seen.insert(*next)));
            }
            assert_eq!(seen.len(), built.entries().len());
        }
    }
}
