//! Duplicate pruning: an automaton that rejects redundant sequences of moves.
//!
//! Two moves that undo each other change nothing. Six moves around a square of four cells have the
//! effect of six moves the other way round. Of all sequences from one cell with the same effect, a
//! search needs only the first: the shortest, and among those the first in move order. The
//! automaton reads moves as they are made, and rejects a move that would complete any other
//! sequence: Taylor and Korf, *Pruning Duplicate Nodes in Depth-First Search*, AAAI 1993. It knows
//! the cell in which each sequence begins, so it also uses the borders of the board.
//!
//! # Why an optimal path is kept
//!
//! Which moves are legal depends on the blank's cell alone. So wherever a forbidden sequence is
//! legal, the earlier one with the same effect is legal too. Take the first of all optimal paths of
//! a board. If it contained a forbidden sequence, replacing that with the earlier one would give a
//! shorter or an earlier path: a contradiction.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Arc, RwLock, TryLockError, TryLockResult};
use std::thread;
use std::time::Duration;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::board::{Cell, Move, Shape};
use crate::search::common::limits::Limit;
use crate::search::common::move_order::{MoveOrder, MoveTable};
use crate::search::common::packed_board::PackedBoard;

/// A state of the automaton: what it needs to know of the moves so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct PruningState(u16);

impl PruningState {
    /// The number of the state. It is the same in every run.
    pub(super) const fn number(self) -> u16 {
        self.0
    }
}

/// An automaton for duplicate pruning on boards of one shape.
#[derive(Debug)]
pub(in crate::search) struct PruningAutomaton {
    /// `next[state][move]`: the next state, or [`FORBIDDEN`].
    next: Vec<[u16; 4]>,
    /// The initial state, indexed by the blank's cell.
    initial: Vec<u16>,
}

/// The move completes a forbidden sequence.
const FORBIDDEN: u16 = u16::MAX;

/// Maximum sequence length: on 5x5, it gives 41,341 states in 330 KB, while length 10 gives 8,428.
/// Length 14 gives some 200,000 states, too many for a `u16`. Below the roots of a frontier, it
/// would prune less than 1 % more.
const MAX_LENGTH: usize = 12;

/// The automata built so far, by shape and length.
static CACHE: RwLock<BTreeMap<(Shape, usize), Arc<PruningAutomaton>>> = RwLock::new(BTreeMap::new());

/// How long to wait for another thread's automaton before checking the limits again.
const RETRY_INTERVAL: Duration = Duration::from_millis(1);

/// Returns the lock's guard unless another thread holds the lock. Poisoning is ignored, since only
/// complete automata are inserted.
fn unless_locked<T>(lock: TryLockResult<T>) -> Option<T> {
    match lock {
        Ok(made) => Some(made),
        Err(TryLockError::Poisoned(made)) => Some(made.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

impl PruningAutomaton {
    /// Returns the automaton for sequences of up to `longest` moves, at most [`MAX_LENGTH`].
    ///
    /// With 2, it only forbids a move that undoes the previous one. Automata are cached; building
    /// those for 10 and 12 moves on 5x5 takes a quarter of a second in total.
    ///
    /// # Errors
    /// The limit that `reached` returns. It is asked every few milliseconds while the automaton is
    /// built.
    pub(super) fn up_to(
        longest: usize,
        shape: Shape,
        reached: &dyn Fn() -> Option<Limit>,
    ) -> Result<Arc<Self>, Limit> {
        let longest = longest.min(MAX_LENGTH);
        let key = (shape, longest);
        let check_limit = &|| reached().map_or(Ok(()), Err);
        loop {
            if let Some(known) = unless_locked(CACHE.try_read()).and_then(|made| made.get(&key).cloned()) {
                return Ok(known);
            }
            check_limit()?;
            // Built by this thread alone. With work shared through rayon, this thread might steal
            // another search while it waits. That search would wait for this lock: a deadlock.
            match unless_locked(CACHE.try_write()) {
                Some(made) if made.contains_key(&key) => {}
                Some(mut made) => {
                    let automaton =
                        Trie::of_sequences(longest, shape, check_limit)?.automaton(check_limit)?;
                    made.insert(key, Arc::new(automaton));
                }
                None => thread::sleep(RETRY_INTERVAL),
            }
        }
    }

    /// The state before the first move, by the blank's cell.
    pub(super) fn initial(&self, blank: Cell) -> PruningState {
        PruningState(self.initial[blank.index()])
    }

    /// The state after another move, or `None` if the move is redundant.
    #[inline]
    pub(super) fn after(&self, state: PruningState, step: Move) -> Option<PruningState> {
        let next = self.next[usize::from(state.0)][step as usize];
        (next != FORBIDDEN).then_some(PruningState(next))
    }
}

/// The result of adding a move to a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// The move leaves the board, the sequence is too long, or it ends with a shorter forbidden
    /// one.
    Unknown,
    /// It completes a forbidden sequence.
    Forbidden,
    /// It gives this sequence.
    To(u32),
}

/// A sequence of moves from a cell that is the first with its effect, as is every contiguous part
/// of it.
#[derive(Debug)]
struct Sequence {
    /// The index of this sequence without its first move, from the cell that move leads to. For an
    /// empty sequence, its own index.
    end: u32,
    next: [Next; 4],
    blank: Cell,
    /// The board after the sequence, starting from one with distinct tiles.
    board: PackedBoard,
}

/// All such sequences in order of length. The empty ones come first, in the order of their cells.
#[derive(Debug)]
struct Trie {
    shape: Shape,
    sequences: Vec<Sequence>,
}

/// The longest sequences so far from one cell, in move order.
#[derive(Debug)]
struct Newest {
    sequences: Vec<u32>,
    /// The boards these lead to, and those that sequences shorter by one move lead to.
    boards: FxHashSet<PackedBoard>,
    boards_before: FxHashSet<PackedBoard>,
}

impl Trie {
    fn of_sequences(
        longest: usize,
        shape: Shape,
        check_limit: &dyn Fn() -> Result<(), Limit>,
    ) -> Result<Self, Limit> {
        let of_no_moves = |cell: Cell| Sequence {
            end: cell.index() as u32,
            next: [Next::Unknown; 4],
            blank: cell,
            board: PackedBoard::with_blank_at(shape, cell),
        };
        let mut trie = Self { shape, sequences: shape.all_cells().map(of_no_moves).collect() };
        let newest = |(number, sequence): (u32, &Sequence)| Newest {
            sequences: vec![number],
            boards: FxHashSet::from_iter([sequence.board]),
            boards_before: FxHashSet::default(),
        };
        let mut of_cells: Vec<Newest> = (0..).zip(&trie.sequences).map(newest).collect();
        let move_table = MoveTable::new(shape, &MoveOrder::STANDARD);
        for _ in 0..longest {
            for newest in &mut of_cells {
                check_limit()?;
                trie.lengthen(newest, &move_table);
            }
        }
        Ok(trie)
    }

    /// Adds the sequences from one cell that are longer by one move. Those that end with a
    /// forbidden sequence are skipped. The first with each effect is stored, the others are
    /// forbidden. Comparing with two lengths is enough: all but the last move are a shortest
    /// sequence. So the new one is shortest too, or has the effect of one that is shorter by two
    /// moves.
    fn lengthen(&mut self, newest: &mut Newest, move_table: &MoveTable) {
        let mut longer = Vec::with_capacity(3 * newest.sequences.len());
        let mut boards = FxHashSet::with_capacity_and_hasher(3 * newest.sequences.len(), FxBuildHasher);
        for &beginning in &newest.sequences {
            let Sequence { end, blank, board, .. } = self.sequences[beginning as usize];
            for &(step, to) in move_table.from(blank) {
                // The end without its first move must not be forbidden either; for one move, it is
                // empty.
                let end = match self.sequences[end as usize].next[step as usize] {
                    Next::To(end) => end,
                    _ if (beginning as usize) < self.shape.cells() => to.index() as u32,
                    Next::Forbidden | Next::Unknown => continue,
                };
                let board = board.after(blank, to);
                let is_first = !newest.boards_before.contains(&board) && boards.insert(board);
                let next = if is_first { Next::To(self.sequences.len() as u32) } else { Next::Forbidden };
                self.sequences[beginning as usize].next[step as usize] = next;
                if let Next::To(number) = next {
                    self.sequences.push(Sequence { end, next: [Next::Unknown; 4], blank: to, board });
                    longer.push(number);
                }
            }
        }
        newest.sequences = longer;
        newest.boards_before = mem::replace(&mut newest.boards, boards);
    }

    /// Builds the automaton of Aho and Corasick. A state is the longest suffix of the moves so far
    /// that is a proper prefix of a forbidden sequence.
    fn automaton(self, check_limit: &dyn Fn() -> Result<(), Limit>) -> Result<PruningAutomaton, Limit> {
        let Self { shape, sequences } = self;
        let cells = shape.cells();
        let mut begins_forbidden = vec![false; sequences.len()];
        // From the longest to the shortest, so extensions are known first.
        for (number, sequence) in sequences.iter().enumerate().rev() {
            begins_forbidden[number] = number < cells
                || sequence.next.iter().any(|next| match next {
                    Next::To(longer) => begins_forbidden[*longer as usize],
                    Next::Forbidden => true,
                    Next::Unknown => false,
                });
        }
        check_limit()?;
        // `states[sequence]`: its state or, if it is no proper prefix of a forbidden sequence, the
        // state of its longest suffix that is.
        let mut states = vec![0; sequences.len()];
        let mut next: Vec<[Option<usize>; 4]> = Vec::new();
        let mut state_of_end = Vec::new();
        for (number, sequence) in sequences.iter().enumerate() {
            let of_end = states[sequence.end as usize];
            states[number] = if begins_forbidden[number] { state_of_end.len() } else { of_end };
            if begins_forbidden[number] {
                state_of_end.push(of_end);
            }
        }
        check_limit()?;
        let beginnings = sequences.iter().zip(begins_forbidden).filter(|(_, begins)| *begins);
        for (number, (sequence, _)) in beginnings.enumerate() {
            let after = |step: Move| match sequence.next[step as usize] {
                Next::To(longer) => Some(states[longer as usize]),
                Next::Forbidden => None,
                // Suffixes are shorter, so their rows exist already.
                Next::Unknown if number >= cells => next[state_of_end[number]][step as usize],
                Next::Unknown => None,
            };
            next.push(Move::ALL.map(after));
        }
        minimized(&next, cells, check_limit)
    }
}

/// Minimizes an automaton (Moore): states are distinguished by the moves they forbid, then by the
/// classes of their successors, until nothing changes. The first states are the initial ones, by
/// cell.
fn minimized(
    next: &[[Option<usize>; 4]],
    cells: usize,
    check_limit: &dyn Fn() -> Result<(), Limit>,
) -> Result<PruningAutomaton, Limit> {
    let mut class_of = vec![0_u16; next.len()];
    let mut classes = 1;
    loop {
        check_limit()?;
        let mut numbers: FxHashMap<(u16, [u16; 4]), u16> = FxHashMap::default();
        let class = |state: Option<usize>| state.map_or(FORBIDDEN, |state| class_of[state]);
        let refined: Vec<u16> = (0..next.len())
            .map(|state| {
                let new = u16::try_from(numbers.len()).unwrap_or(FORBIDDEN);
                assert!(new < FORBIDDEN, "sequences of up to twelve moves make fewer classes");
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
        least[usize::from(*class)] = next[state].map(|to| to.map_or(FORBIDDEN, |to| class_of[to]));
    }
    class_of.truncate(cells);
    Ok(PruningAutomaton { next: least, initial: class_of })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Goal};
    use crate::generate::Generator;
    use crate::oracle::Oracle;
    use crate::table::Encoding;

    fn shape(rows: usize, columns: usize) -> Shape {
        Shape::new(rows, columns).unwrap()
    }

    fn automaton_of(longest: usize, shape: Shape) -> Arc<PruningAutomaton> {
        PruningAutomaton::up_to(longest, shape, &|| None).unwrap()
    }

    #[test]
    fn construction_stops_at_a_limit_and_can_be_repeated() {
        use std::cell::Cell;

        let shape = shape(4, 6);
        let calls = Cell::new(0);
        let reached = |most: u32| {
            let calls = &calls;
            move || {
                calls.set(calls.get() + 1);
                (calls.get() > most).then_some(Limit::Time)
            }
        };
        for most in [0, 1, 30, 60, 240] {
            calls.set(0);
            let stopped = PruningAutomaton::up_to(10, shape, &reached(most));
            assert_eq!((stopped.err(), calls.get()), (Some(Limit::Time), most + 1));
        }
        assert!(PruningAutomaton::up_to(10, shape, &reached(u32::MAX)).is_ok());
        // Nothing is asked when the automaton is cached.
        calls.set(0);
        assert!(PruningAutomaton::up_to(10, shape, &reached(0)).is_ok());
    }

    /// All legal sequences of `len` moves from a cell, in move order, with the board each leads to.
    fn sequences(shape: Shape, cell: Cell, len: usize) -> Vec<(Vec<Move>, Board)> {
        let mut all = vec![(Vec::new(), Goal::in_order_with_blank_at(shape, cell).board())];
        for _ in 0..len {
            let longer = |(moves, board): (Vec<Move>, Board)| {
                Move::ALL.into_iter().filter_map(move |step| {
                    let mut board = board;
                    board.slide(step).then(|| ([&moves[..], &[step]].concat(), board))
                })
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        all
    }

    /// For all sequences of up to eight moves from every cell: exactly those are rejected that
    /// contain a part which is not the first with its effect.
    #[test]
    fn the_automaton_rejects_exactly_redundant_sequences() {
        for shape in [shape(2, 2), shape(2, 3), shape(4, 2), shape(3, 3)] {
            let automaton = automaton_of(8, shape);
            let mut first: FxHashSet<(Cell, Vec<Move>)> = FxHashSet::default();
            for cell in shape.all_cells() {
                let mut known = FxHashSet::default();
                for (moves, board) in (0..=8).flat_map(|len| sequences(shape, cell, len)) {
                    if known.insert(board) {
                        first.insert((cell, moves));
                    }
                }
            }
            for cell in shape.all_cells() {
                for (moves, _) in sequences(shape, cell, 8) {
                    let mut places = vec![cell];
                    for step in &moves {
                        places.push(shape.neighbor(places[places.len() - 1], *step).unwrap());
                    }
                    let mut state = Some(automaton.initial(cell));
                    for len in 1..=8 {
                        state = state.and_then(|state| automaton.after(state, moves[len - 1]));
                        let is_needed =
                            (0..len).all(|from| first.contains(&(places[from], moves[from..len].to_vec())));
                        assert_eq!(state.is_some(), is_needed, "{:?} from {cell:?}", &moves[..len]);
                        if !is_needed {
                            break;
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn state_counts_match_an_independent_program() {
        let states = |longest| automaton_of(longest, shape(5, 5)).next.len();
        assert_eq!((states(10), states(12)), (8_428, 41_341));
    }

    /// Many searches ask at once, as in a batch, and all get the same automaton.
    #[test]
    fn concurrent_searches_share_one_automaton() {
        use rayon::prelude::*;

        let made: Vec<Arc<PruningAutomaton>> =
            (0..64).into_par_iter().map(|number| automaton_of(8 + number % 3, shape(3, 5))).collect();
        assert!((3..64).all(|number| Arc::ptr_eq(&made[number], &made[number - 3])));
    }

    /// Whether the automaton accepts some optimal path of a board.
    fn has_optimal_path(
        oracle: &Oracle,
        board: &Board,
        automaton: &PruningAutomaton,
        state: PruningState,
    ) -> bool {
        let distance = oracle.distance(board).unwrap().moves();
        distance == 0
            || board.successors().any(|(step, next)| {
                oracle.distance(&next).unwrap().moves() + 1 == distance
                    && automaton
                        .after(state, step)
                        .is_some_and(|state| has_optimal_path(oracle, &next, automaton, state))
            })
    }

    #[test]
    fn every_board_keeps_an_optimal_path() {
        for shape in [shape(2, 3), shape(3, 2), shape(2, 4), shape(3, 3)] {
            let automaton = automaton_of(MAX_LENGTH, shape);
            let goal = Goal::snail(shape);
            let built = Generator::for_goal(&goal).unwrap().distances().unwrap();
            let oracle = Oracle::new(built.encoded(Encoding::Byte).unwrap().into_table(), &goal).unwrap();
            let mut seen = FxHashSet::from_iter([goal.board()]);
            let mut open = vec![goal.board()];
            while let Some(board) = open.pop() {
                assert!(
                    has_optimal_path(&oracle, &board, &automaton, automaton.initial(board.blank())),
                    "{board}"
                );
                open.extend(board.successors().map(|(_, next)| next).filter(|next| seen.insert(*next)));
            }
            assert_eq!(seen.len(), built.entries().len());
        }
    }
}
