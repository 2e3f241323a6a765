//! Builds by several processes, each with a share of the words of every row.
//!
//! [`rounds`] computes a level, with messages in the format of [`sparse`]. [`forecast`] predicts
//! what such a build needs, and [`generator`] offers both.

pub(super) mod forecast;
mod generator;
pub(super) mod rounds;
mod sparse;
