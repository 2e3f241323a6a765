//! The manifest's record of a finished shard.

use serde::{Deserialize, Serialize};

use super::data_set::{Content, DataSetSpec};
use super::label::Label;

/// A finished shard; one line of the manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShardRecord {
    /// Its number, from 0.
    pub(crate) shard: u64,
    /// Its file name.
    pub(crate) file: String,
    /// The seed of its boards; `pdb-solve sample --seed` generates the same ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<u64>,
    /// Number of generated or given boards.
    pub(crate) boards: u64,
    /// Number of rows; more than the boards if every board of a path has one.
    pub(crate) rows: u64,
    /// Size of the file.
    pub(crate) bytes: u64,
    /// Hash of the file.
    pub(crate) blake3: String,
    /// Number of generated or given boards of each length, from 0.
    pub(crate) histogram: Vec<u64>,
}

/// The size and hash of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Digest {
    pub(crate) bytes: u64,
    pub(crate) blake3: String,
}

impl ShardRecord {
    /// Creates the record of a shard with these labels and this file.
    pub(crate) fn new(shard: u64, data_set: &DataSetSpec, labels: &[Label], digest: Digest) -> Self {
        let mut histogram = Vec::new();
        for label in labels {
            let length = usize::from(label.length());
            histogram.resize(histogram.len().max(length + 1), 0);
            histogram[length] += 1;
        }
        Self {
            shard,
            file: data_set.file_of(shard),
            seed: data_set.seed_of(shard),
            boards: labels.len() as u64,
            rows: rows(&histogram, data_set.content),
            bytes: digest.bytes,
            blake3: digest.blake3,
            histogram,
        }
    }

    /// Whether the record can belong to a shard of this request.
    pub(crate) fn fits(&self, data_set: &DataSetSpec) -> bool {
        self.shard < data_set.shards()
            && self.file == data_set.file_of(self.shard)
            && self.seed == data_set.seed_of(self.shard)
            && self.boards == data_set.boards_of(self.shard)
            && self.histogram.len() <= usize::from(u16::MAX) + 1
            && self.histogram.iter().try_fold(0, |sum: u64, count| sum.checked_add(*count))
                == Some(self.boards)
            && self.rows == rows(&self.histogram, data_set.content)
    }

    /// The digest of the file.
    pub(crate) fn digest(&self) -> Digest {
        Digest { bytes: self.bytes, blake3: self.blake3.clone() }
    }
}

/// The number of rows for a histogram of lengths.
fn rows(histogram: &[u64], content: Content) -> u64 {
    match content {
        Content::Boards | Content::Paths => histogram.iter().sum(),
        // A path of `n` moves has `n + 1` boards.
        Content::AlongPath => (1..).zip(histogram).map(|(boards, count)| boards * count).sum(),
    }
}
