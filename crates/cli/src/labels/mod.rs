//! Data sets of boards with optimal solution lengths, in a folder.
//!
//! A data set is divided into shards, each a file. A shard's content depends only on the request
//! and the shard's number: generated boards come from a seed per shard, and given boards are
//! counted off. So shards may be made in any order, on any number of threads, and in several runs,
//! with identical bytes. The folder's manifest holds the request and the finished shards.

mod data_set;
mod label;
mod labeler;
mod manifest;
mod parts;
mod processes;
mod record;
mod shared_work;
mod source;

pub(crate) use data_set::{BoardOrigin, Content, DataSetSpec, LabelFormat};
pub(crate) use label::Label;
pub(crate) use labeler::Labeler;
pub(crate) use manifest::LabelManifest;
pub(crate) use processes::label_for_first;
pub(crate) use shared_work::{SAVED_EVERY, SharedWork, WorkEnd};
pub(crate) use source::BoardSource;
