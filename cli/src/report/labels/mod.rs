//! Labels in the forms that other programs read, and what they have come to.

mod arrays;
mod csv;
#[cfg(feature = "parquet")]
mod parquet;
mod pen;
mod pickle;
mod programs;
mod rows;
mod summary;

pub(crate) use pen::LabelPen;
pub(crate) use summary::LabelSummary;
