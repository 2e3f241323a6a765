//! [`SealPolicy`]: which saved work is trusted, and the seal by which it is recognized.
//!
//! A seal is a message authentication code (MAC): keyed BLAKE3 of all bytes before it. A *tag* is
//! the MAC of a page. A CRC-32 detects damage, but anybody can compute it; only the owner of the
//! key can compute a MAC. A seal ends each file from which work resumes. Work that was resumed from
//! elsewhere remains marked in all later saves, so a second resume reports it too.

use blake3::Hasher;

use super::checkpoint_error::CheckpointProblem;
use crate::names::names;

/// Number of bytes in a [`Tag`].
pub(crate) const TAG_BYTES: usize = 32;

/// A message authentication code; all 0 without a key.
pub(crate) type Tag = [u8; TAG_BYTES];

/// Number of bytes in a [`Seal`]: a byte for the origin, and the tag.
pub(crate) const SEAL_BYTES: usize = 1 + TAG_BYTES;

/// The end of a saved file: whether it has work from elsewhere, and the tag of all bytes before.
pub(crate) type Seal = [u8; SEAL_BYTES];

/// A secret from which seals are computed. Files sealed with another key are foreign.
#[derive(Clone, PartialEq, Eq)]
pub struct SealKey([u8; TAG_BYTES]);

impl SealKey {
    /// Number of bytes in a key.
    pub const BYTES: usize = TAG_BYTES;

    /// Creates a key from random bytes.
    #[must_use]
    pub const fn new(bytes: [u8; Self::BYTES]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes, for sending the key to other processes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; Self::BYTES] {
        &self.0
    }
}

/// Does not show the secret.
impl std::fmt::Debug for SealKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SealKey(..)")
    }
}

/// Decides from which checkpoints and level files to resume, and seals new ones.
///
/// The default has no key: it seals nothing, and trusts files without a seal.
///
/// ```
/// use std::time::Duration;
/// use tilebase::board::{Distance, Goal, Shape};
/// use tilebase::count::{Counter, LevelFiles};
/// use tilebase::table::{SealKey, SealPolicy};
///
/// let folder = tempfile::tempdir()?;
/// let goal = Goal::blank_last(Shape::new(3, 3)?);
/// let mut files = LevelFiles::among_tables(folder.path(), &goal, Duration::from_secs(60));
/// files.policy.key = Some(SealKey::new([1; 32]));
/// Counter::for_goal(&goal)?.checkpoints(files.clone()).up_to(Distance::new(9)).run()?;
/// assert_eq!(files.saved_level(&goal)?, Some(9));
///
/// files.policy.key = Some(SealKey::new([2; 32]));
/// assert!(files.saved_level(&goal).is_err_and(|error| error.is_untrusted()));
/// files.policy = SealPolicy { trusts_all: true, ..files.policy };
/// assert_eq!(files.saved_level(&goal)?, Some(9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SealPolicy {
    /// The key of this user. All processes of a group need the same one.
    pub key: Option<SealKey>,
    /// Whether to resume from files with another seal, or of another user.
    pub trusts_all: bool,
}

/// The origin of work that was resumed, from the most to the least certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// Sealed with the present key.
    Here,
    /// Not sealed, and there is no key to compare with.
    WithoutKey,
    /// Saved with another key or none, or by another user; or resumed from such a file earlier.
    Elsewhere,
}

names! {
    /// All origins, the most certain first.
    Origin { Here = "here", WithoutKey = "without-key", Elsewhere = "elsewhere" }
}

impl SealPolicy {
    /// Returns a sealer for work of this origin; `None` if nothing was resumed.
    pub(crate) fn sealer(&self, origin: Option<Origin>) -> Sealer {
        let hasher = self.key.as_ref().map(|key| Hasher::new_keyed(key.bytes()));
        Sealer { hasher, is_from_elsewhere: origin == Some(Origin::Elsewhere) }
    }

    /// Returns the tags of a file's pages, given the seal of its head.
    pub(crate) fn page_tags(&self, head: &Seal) -> PageTags {
        let mut sealer = self.sealer(None);
        sealer.update(head);
        PageTags(sealer)
    }

    /// Compares the seal of a file with that of its bytes. `sealer` has been fed these bytes, and
    /// `is_of_other_user` tells whether another user owns the file.
    ///
    /// # Errors
    /// [`CheckpointProblem::Elsewhere`] if the seal is another one, unless all files are trusted.
    pub(crate) fn check(
        &self,
        sealer: Sealer,
        found: Seal,
        is_of_other_user: bool,
    ) -> Result<Checked, CheckpointProblem> {
        let has_key = sealer.has_key();
        let is_from_elsewhere = found[0] != 0;
        let is_ours = Sealer { is_from_elsewhere, ..sealer }.finish() == found;
        let origin = match (is_ours, has_key) {
            (true, _) if is_from_elsewhere => Origin::Elsewhere,
            (true, true) => Origin::Here,
            (true, false) if !is_of_other_user => Origin::WithoutKey,
            _ if self.trusts_all => Origin::Elsewhere,
            _ => return Err(CheckpointProblem::Elsewhere),
        };
        Ok(Checked { origin, is_ours })
    }
}

/// A seal that was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Checked {
    pub(crate) origin: Origin,
    /// Whether it is that of the present key. If not, the file was trusted without one.
    pub(crate) is_ours: bool,
}

/// Computes the seal of a file from its bytes.
#[derive(Clone, Debug)]
pub(crate) struct Sealer {
    hasher: Option<Hasher>,
    is_from_elsewhere: bool,
}

impl Sealer {
    /// Whether there is a key, so that the bytes matter.
    pub(crate) const fn has_key(&self) -> bool {
        self.hasher.is_some()
    }

    /// Adds bytes.
    pub(crate) fn update(&mut self, bytes: &[u8]) {
        if let Some(hasher) = &mut self.hasher {
            hasher.update(bytes);
        }
    }

    /// Returns the seal of all bytes so far.
    pub(crate) fn finish(mut self) -> Seal {
        let mut seal = [0; SEAL_BYTES];
        seal[0] = self.is_from_elsewhere.into();
        self.update(&[seal[0]]);
        seal[1..].copy_from_slice(&self.tag());
        seal
    }

    /// Returns the keyed hash of all bytes so far; 0 without a key.
    fn tag(&self) -> Tag {
        self.hasher.as_ref().map_or([0; TAG_BYTES], |hasher| *hasher.finalize().as_bytes())
    }
}

/// Computes the tags of the pages that follow a head. A page in another position, or behind another
/// head, has another tag.
#[derive(Clone, Debug)]
pub(crate) struct PageTags(Sealer);

impl PageTags {
    /// Whether there is a key. If not, all tags are 0.
    pub(crate) const fn have_key(&self) -> bool {
        self.0.has_key()
    }

    /// Returns the tag of a page.
    pub(crate) fn of_page(&self, number: u64, page: &[u8]) -> Tag {
        let mut sealer = self.0.clone();
        sealer.update(&number.to_le_bytes());
        sealer.update(page);
        sealer.tag()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(policy: &SealPolicy, origin: Option<Origin>, bytes: &[u8]) -> Seal {
        let mut sealer = policy.sealer(origin);
        sealer.update(bytes);
        sealer.finish()
    }

    fn checked(policy: &SealPolicy, bytes: &[u8], seal: Seal, is_of_other_user: bool) -> Option<Origin> {
        let mut sealer = policy.sealer(None);
        sealer.update(bytes);
        match policy.check(sealer, seal, is_of_other_user) {
            Ok(checked) => Some(checked.origin),
            Err(CheckpointProblem::Elsewhere) => None,
            Err(other) => panic!("{other}"),
        }
    }

    /// All pairs of a writer and a reader, each with one of two keys or none.
    #[test]
    fn only_the_same_key_opens_a_seal() {
        let policies = [None, Some(1), Some(2)]
            .map(|key| SealPolicy { key: key.map(|byte| SealKey::new([byte; 32])), trusts_all: false });
        for (writer, reader) in policies.iter().flat_map(|one| policies.iter().map(move |two| (one, two))) {
            let is_same = writer == reader;
            let trusting = SealPolicy { trusts_all: true, ..reader.clone() };
            let own = if reader.key.is_some() { Origin::Here } else { Origin::WithoutKey };
            for origin in [None, Some(Origin::Here), Some(Origin::WithoutKey), Some(Origin::Elsewhere)] {
                let seal = sealed(writer, origin, b"bytes");
                let found = if origin == Some(Origin::Elsewhere) { Origin::Elsewhere } else { own };
                assert_eq!(checked(reader, b"bytes", seal, false), is_same.then_some(found));
                let trusted = if is_same { found } else { Origin::Elsewhere };
                assert_eq!(checked(&trusting, b"bytes", seal, false), Some(trusted));
            }
        }
    }

    #[test]
    fn a_change_of_any_bit_breaks_a_seal() {
        let policy = SealPolicy { key: Some(SealKey::new([7; 32])), trusts_all: false };
        let (bytes, seal) = (b"some work", sealed(&policy, None, b"some work"));
        assert_eq!(checked(&policy, bytes, seal, false), Some(Origin::Here));
        for bit in 0..8 * bytes.len() {
            let mut changed = *bytes;
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(checked(&policy, &changed, seal, false), None);
        }
        for bit in 0..8 * SEAL_BYTES {
            let mut changed = seal;
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(checked(&policy, bytes, changed, false), None, "bit {bit}");
        }
    }

    /// The key alone shows who saved a file. Without a key, its owner counts.
    #[test]
    fn files_of_other_users_need_a_key_or_trust() {
        let with_key = SealPolicy { key: Some(SealKey::new([7; 32])), trusts_all: true };
        let seal = sealed(&with_key, None, b"bytes");
        assert_eq!(checked(&with_key, b"bytes", seal, true), Some(Origin::Here));
        let without = SealPolicy::default();
        let seal = sealed(&without, None, b"bytes");
        assert_eq!(checked(&without, b"bytes", seal, true), None);
        let trusting = SealPolicy { trusts_all: true, ..without };
        assert_eq!(checked(&trusting, b"bytes", seal, true), Some(Origin::Elsewhere));
    }

    #[test]
    fn a_page_has_its_place() {
        let policy = SealPolicy { key: Some(SealKey::new([7; 32])), trusts_all: false };
        let pages = policy.page_tags(&[1; SEAL_BYTES]);
        let tag = pages.of_page(3, b"page");
        assert_eq!(pages.of_page(3, b"page"), tag);
        let others = [pages.of_page(4, b"page"), pages.of_page(3, b"Page")];
        let behind_other_head = policy.page_tags(&[2; SEAL_BYTES]).of_page(3, b"page");
        assert!(!others.contains(&tag) && behind_other_head != tag);
        assert_eq!(SealPolicy::default().page_tags(&[1; SEAL_BYTES]).of_page(3, b"page"), [0; TAG_BYTES]);
    }

    #[test]
    fn a_key_is_not_shown() {
        let policy = SealPolicy { key: Some(SealKey::new([0x5A; 32])), trusts_all: false };
        assert_eq!(format!("{policy:?}"), "SealPolicy { key: Some(SealKey(..)), trusts_all: false }");
    }
}
