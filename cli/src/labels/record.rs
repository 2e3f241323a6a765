//! What is known of a shard that is written.

use serde::{Deserialize, Serialize};

use super::asked::Asked;
use super::content::Content;
use super::label::Label;

/// A shard that is written. It is a line of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShardRecord {
    /// Its number, from 0.
    pub(crate) shard: u64,
    /// The name of its file.
    pub(crate) file: String,
    /// What its boards were drawn by: `pdb-solve sample --seed` draws the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<u64>,
    /// Boards that were drawn or read.
    pub(crate) boards: u64,
    /// Rows that were written: more than boards, where every board of a path is one.
    pub(crate) rows: u64,
    /// How long the file is.
    pub(crate) bytes: u64,
    /// The hash of the file.
    pub(crate) blake3: String,
    /// By length, from 0, how many of the boards that were drawn or read have it.
    pub(crate) histogram: Vec<u64>,
}

/// What a file is: its length, and its hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Digest {
    pub(crate) bytes: u64,
    pub(crate) blake3: String,
}

impl ShardRecord {
    /// That of a shard with these labels, whose file is known by its digest.
    pub(crate) fn new(shard: u64, asked: &Asked, labels: &[Label], digest: Digest) -> Self {
        let mut histogram = Vec::new();
        for label in labels {
            let length = usize::from(label.length());
            histogram.resize(histogram.len().max(length + 1), 0);
            histogram[length] += 1;
        }
        Self {
            shard,
            file: asked.file_of(shard),
            seed: asked.seed_of(shard),
            boards: labels.len() as u64,
            rows: rows(&histogram, asked.content),
            bytes: digest.bytes,
            blake3: digest.blake3,
            histogram,
        }
    }

    /// Can it be that of a shard of what was asked?
    pub(crate) fn fits(&self, asked: &Asked) -> bool {
        self.shard < asked.shards()
            && self.file == asked.file_of(self.shard)
            && self.seed == asked.seed_of(self.shard)
            && self.boards == asked.boards_of(self.shard)
            && self.histogram.len() <= usize::from(u16::MAX) + 1
            && self.histogram.iter().try_fold(0, |sum: u64, count| sum.checked_add(*count))
                == Some(self.boards)
            && self.rows == rows(&self.histogram, asked.content)
    }

    /// How the file is known.
    pub(crate) fn digest(&self) -> Digest {
        Digest { bytes: self.bytes, blake3: self.blake3.clone() }
    }
}

/// The rows of so many boards of each length.
fn rows(histogram: &[u64], content: Content) -> u64 {
    match content {
        Content::Boards | Content::Paths => histogram.iter().sum(),
        // The board itself, and one for each move.
        Content::AlongPath => (1..).zip(histogram).map(|(boards, count)| boards * count).sum(),
    }
}
