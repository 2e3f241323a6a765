//! The roots of subtrees: states in a form that does not depend on the evaluator.

use crate::search::common::packed_board::PackedBoard;
use crate::search::ida::bounded_search::{BoundedSearch, StackNode};
use crate::search::ida::evaluator::{Evaluator, Memo};
use crate::search::ida::pruning::PruningState;

/// The root of a subtree: a board that is `g` moves from the start, with its
/// estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Root {
    pub(in crate::search) board: PackedBoard,
    pub(in crate::search) g: u16,
    pub(in crate::search) h: u16,
    /// The pruning automaton's state after the moves that lead here.
    pub(in crate::search) pruning_state: PruningState,
    /// The evaluator's [key](Evaluator::root_key); the smallest is searched first.
    pub(in crate::search) key: u16,
    pub(in crate::search) memo: Memo,
}

impl Root {
    /// Returns a checksum that identifies the frontier `roots`.
    pub(in crate::search) fn checksum(roots: &[Self]) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        roots.iter().for_each(|root| hasher.update(&root.to_bytes()));
        hasher.finalize()
    }

    /// Serializes all fields but those that follow from the board.
    fn to_bytes(self) -> [u8; 22] {
        let mut bytes = [0; 22];
        bytes[..16].copy_from_slice(&self.board.bits().to_le_bytes());
        for (place, number) in (8..).zip([self.g, self.h, self.pruning_state.number()]) {
            bytes[2 * place..][..2].copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }
}

impl<E: Evaluator> BoundedSearch<'_, E> {
    /// Converts a node to the root of a subtree.
    pub(super) fn to_root(&self, node: &StackNode<E::State>) -> Root {
        let (evaluator, state) = (self.evaluator, &node.state);
        Root {
            board: evaluator.packed(state),
            g: node.g,
            h: u16::try_from(evaluator.estimate(state)).unwrap_or(u16::MAX),
            pruning_state: node.pruning_state,
            key: evaluator.root_key(state),
            memo: evaluator.memo(state),
        }
    }

    /// Restores the node at the root of a subtree.
    // Not inlined: one copy serves all callers, as for `push_successors`.
    #[inline(never)]
    pub(super) fn node_of(&self, root: &Root) -> StackNode<E::State> {
        let board = root.board.board(self.evaluator.shape());
        let state = self.evaluator.restore(&board, root.memo);
        StackNode { state, g: root.g, blank: board.blank(), pruning_state: root.pruning_state, step: None }
    }

    /// Whether the node's f is within the bound. A root found with another evaluator may exceed it.
    pub(super) fn is_within(&self, node: &StackNode<E::State>) -> bool {
        u32::from(node.g) + self.evaluator.estimate(&node.state) <= self.bound
    }
}
