//! The error of builds without Parquet.

/// Parquet was requested, but the feature `parquet` is off.
#[derive(Debug, thiserror::Error)]
#[error(
    "this build does not support Parquet: `cargo install --path crates/cli --features parquet` installs one \
    that does"
)]
pub(crate) struct ParquetLeftOut;
