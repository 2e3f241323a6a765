//! Input, limits, and output of all searches, and boards and moves in a form that is quick to
//! search.

pub(super) mod limits;
pub(super) mod move_order;
pub(super) mod observer;
pub(super) mod outcome;
pub(super) mod packed_board;
pub(super) mod problem;
pub(super) mod settings;
pub(super) mod states;
