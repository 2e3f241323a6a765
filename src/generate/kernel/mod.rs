//! The effect of a slide on the words of a row.
//!
//! [`layout`] defines how a row's bits lie in words, and [`row_graph`] which rows there are and
//! which slides lead from one to another. [`pull`] applies a slide for all words of a target,
//! [`push`] for the words that a process holds. [`word_owners`] divides the words among processes.

pub(crate) mod bits;
mod layout;
mod pull;
mod push;
mod row_graph;
mod tail;
mod word_owners;

pub(crate) use layout::{RowLayout, TAIL, is_digit_sum_odd, to_usize};
pub(crate) use pull::{Pull, PullContext};
pub(crate) use row_graph::{ArrayLayout, RowGraph, owners_for};
pub(crate) use word_owners::WordOwners;
