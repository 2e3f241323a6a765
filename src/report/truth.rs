//! What answers are compared with, wherever it comes from.

use std::sync::Arc;

use super::engine::{Engine, Made, make_engine};
use super::method::Guide;
use crate::board::{Board, Goal, Move};
use crate::oracle::{Oracle, TableBytes};
use crate::search::Limits;
use crate::table::Folder;
use crate::validate::{Reference, ReferenceError, SearchReference};

/// The table of a goal, or, where there is none, IDA* with pattern tables.
#[derive(Debug)]
pub enum Truth {
    /// Read off a table.
    Table(Arc<Oracle<TableBytes>>),
    /// Found by search.
    Search(SearchReference),
}

impl Truth {
    /// The truth about a goal: the table if there is one or it takes a moment to build. `told` hears of what had to be made.
    ///
    /// # Errors
    /// A message, if there is a table or a pattern table that is damaged.
    pub fn about(
        goal: &Goal,
        folder: &Folder,
        limits: Limits,
        told: &impl Fn(&Made),
    ) -> Result<Self, String> {
        match make_engine(goal, None, folder, told)? {
            Engine::Table(oracle) => Ok(Self::Table(oracle)),
            Engine::Search(_, Guide::Patterns(catalogue)) => {
                Ok(Self::Search(SearchReference::new(catalogue, limits)))
            }
            Engine::Search(method, _) => Err(format!("{method} guarantees nothing")),
        }
    }
}

impl Reference for Truth {
    fn goal(&self) -> &Goal {
        match self {
            Self::Table(oracle) => oracle.goal(),
            Self::Search(search) => search.goal(),
        }
    }

    fn shortest(&self, board: &Board) -> Result<Vec<Move>, ReferenceError> {
        match self {
            Self::Table(oracle) => oracle.shortest(board),
            Self::Search(search) => search.shortest(board),
        }
    }

    fn distance(&self, board: &Board) -> Result<u32, ReferenceError> {
        match self {
            Self::Table(oracle) => Reference::distance(&**oracle, board),
            Self::Search(search) => search.distance(board),
        }
    }
}
