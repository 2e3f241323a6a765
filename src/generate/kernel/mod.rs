//! The effect of a slide on the words of a row.
//!
//! [`layout`] defines how a row's bits lie in words, and [`row_graph`] which rows there are and
//! which slides lead from one to another. [`pull`] applies a slide for all words of a target,
//! [`push`] for the words that a process holds. [`shares`] divides the words among processes.

pub(crate) mod bits;
pub(crate) mod layout;
pub(crate) mod pull;
pub(crate) mod push;
pub(crate) mod row_graph;
pub(crate) mod shares;
mod tail;
