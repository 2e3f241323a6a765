//! Boards with the lengths of optimal paths, by the million: a data set in a folder.
//!
//! A data set is cut into shards, each a file. What a shard has follows from what was asked and the shard's number alone:
//! boards that are drawn come from a seed of its own, and boards that are given are counted off. So shards may be made in
//! any order, on any number of threads and in several runs, and have the same bytes. The folder's ledger says what was
//! asked, and which shards are there.

mod asked;
mod content;
mod format;
mod label;
mod labeller;
mod ledger;
mod parts;
mod ranks;
mod record;
mod shared_work;
mod source;

pub(crate) use asked::{Asked, BoardsAsked};
pub(crate) use content::Content;
pub(crate) use format::LabelFormat;
pub(crate) use label::Label;
pub(crate) use labeller::Labeller;
pub(crate) use ledger::LabelLedger;
pub(crate) use ranks::label_for_first;
pub(crate) use shared_work::{SAVED_EVERY, SharedWork, WorkEnd};
pub(crate) use source::BoardSource;
