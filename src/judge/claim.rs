//! Claims of another solver about a board.

use crate::board::{Board, Metric, Move, NotOneMove};

/// An answer of another solver, as parsed. Nothing in it has been checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// These moves are an optimal path.
    Path(Vec<Move>),
    /// These are the boards of an optimal path, with or without the first.
    Boards(Vec<Board>),
    /// These are the boards of an optimal path, which has this length.
    BoardsAndLength {
        /// The boards.
        boards: Vec<Board>,
        /// The claimed number of moves.
        length: u32,
    },
    /// An optimal path has this many moves.
    Length(u32),
    /// These moves are an optimal path, which has this length.
    PathAndLength {
        /// The moves.
        moves: Vec<Move>,
        /// The claimed number of moves.
        length: u32,
    },
    /// These moves lead to the goal, and the goal can't be reached: the program contradicts itself.
    PathAndUnsolvable {
        /// The moves.
        moves: Vec<Move>,
    },
    /// The goal can be reached.
    Solvable,
    /// The goal can't be reached.
    Unsolvable,
    /// A claim about a path, which has this cost.
    WithCost {
        /// The claim.
        claim: Box<Claim>,
        /// The claimed cost.
        cost: u64,
    },
    /// A cheapest path has this cost.
    Cost(u64),
    /// A heuristic's estimate of the distance.
    Estimate(u32),
}

impl Claim {
    /// The claim without the cost of its path.
    #[must_use]
    pub fn without_cost(&self) -> &Self {
        match self {
            Self::WithCost { claim, .. } => claim.without_cost(),
            claim => claim,
        }
    }

    /// Returns the slides of the claimed path that starts at `board`, without checking whether they
    /// are legal. Returns `None` if the claim has no path.
    ///
    /// ```
    /// use tilebase::board::{Board, Metric, Move};
    /// use tilebase::judge::Claim;
    ///
    /// let [start, end]: [Board; 2] = ["123456708".parse()?, "123456780".parse()?];
    /// let claim = Claim::Boards(vec![start, end]);
    /// assert_eq!(claim.slides_from(&start, Metric::SingleTile), Some(Ok(vec![Move::Right])));
    /// assert_eq!(Claim::Length(1).slides_from(&start, Metric::SingleTile), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NotOneMove`] if the claim lists boards, and two of them are not one move apart in the metric.
    #[must_use]
    pub fn slides_from(&self, board: &Board, metric: Metric) -> Option<Result<Vec<Move>, NotOneMove>> {
        match self {
            Self::Path(moves) | Self::PathAndLength { moves, .. } | Self::PathAndUnsolvable { moves } => {
                Some(Ok(moves.clone()))
            }
            Self::Boards(boards) | Self::BoardsAndLength { boards, .. } => {
                Some(metric.slides_along(board, boards))
            }
            Self::WithCost { claim, .. } => claim.slides_from(board, metric),
            Self::Length(_) | Self::Cost(_) | Self::Estimate(_) | Self::Solvable | Self::Unsolvable => None,
        }
    }
}
