//! The folder in which a count stores its two newest levels.
//!
//! The head identifies the count and gives the number of states of each completed level. Let *n* be
//! the last of them. All its slabs are present. Levels *n* - 1 and *n* + 1 have the other color:
//! each slab of level *n* - 1 is present until that of level *n* + 1 is complete. Head and slabs
//! are replaced atomically (`table::AtomicFile`). A slab of level *n* - 1 is only used for the same
//! slab of level *n* + 1, so the older one is removed when the newer one is complete. Whenever a
//! count is cut off, the remaining files suffice to resume it.
//!
//! Each file has a seal of its own. When a count resumes, every seal is checked, which reads each
//! file once. A checksum is not enough: anyone can construct a file with a given CRC-32.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rayon::prelude::*;

use super::slab::{COUNT_FILE, HEAD_BYTES, head_of_slab, origin_of_slab};
use crate::board::Goal;
use crate::count::states_by_cell::StatesByCell;
use crate::table::{
    AtomicFile, CheckpointError, CheckpointProblem, FileToCheck, Origin, SEAL_BYTES, Seal, SealPolicy,
    Sealer, TableName, hex, open_if_present, open_locked,
};
use crate::threads;

const FIRST_LINE: &str = "tilebase levels 3";
/// The beginning of the line with the seal.
const SEAL: &str = "seal ";
const HEAD: &str = "head";
const LOCK: &str = "lock";

/// The folder of a count's levels, and how often a count in memory is saved there.
///
/// ```
/// use std::path::Path;
/// use std::time::Duration;
/// use tilebase::board::{Goal, Shape};
/// use tilebase::count::LevelFiles;
///
/// let goal = Goal::blank_last(Shape::new(3, 4)?);
/// let files = LevelFiles::among_tables(Path::new("pdb"), &goal, Duration::from_secs(60));
/// assert_eq!(files.folder, Path::new("pdb/.3x4-123456789ab0.pdb.levels"));
/// assert_eq!(files.saved_level(&goal)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelFiles {
    /// The folder, used by this count alone.
    pub folder: PathBuf,
    /// Minimum time between the last save, or the start of the count, and a save at the end of a
    /// level. Counts in files save every slab.
    pub every: Duration,
    /// The key that seals the files, and which ones are trusted.
    pub policy: SealPolicy,
}

impl LevelFiles {
    /// Returns a folder for the count to a goal: within a folder of tables, under a hidden name
    /// derived from the name of the goal's table.
    #[must_use]
    pub fn among_tables(tables: &Path, goal: &Goal, every: Duration) -> Self {
        let folder = tables.join(format!(".{}.levels", TableName::of_full_board(goal)));
        Self { folder, every, policy: SealPolicy::default() }
    }

    /// Returns the distance, in moves, of the last completed level, or `None` if nothing is saved.
    /// Reads only the head.
    ///
    /// # Errors
    /// [`CheckpointError`] if the head is damaged or belongs to another count, or the policy does
    /// not trust it.
    pub fn saved_level(&self, goal: &Goal) -> Result<Option<u8>, CheckpointError> {
        let head = read_head(self, goal)?;
        Ok(head.and_then(|(sizes, _)| u8::try_from(sizes.len() - 1).ok()))
    }

    /// Removes the files, if any, when they are no longer needed or to start over. Foreign files
    /// stay, and the folder with them.
    ///
    /// # Errors
    /// [`CheckpointError`] if the system does not allow it, or a count is using the folder.
    pub fn remove(&self) -> Result<(), CheckpointError> {
        if !self.folder.is_dir() {
            return Ok(());
        }
        let lock = lock_folder(&self.folder)?;
        // The head goes first: without it, the remaining files cannot be mistaken for a count.
        remove_file(&self.folder.join(HEAD))?;
        for name in names_in(&self.folder)?.iter().filter(|name| is_slab(name) || is_temporary(name)) {
            remove_file(&self.folder.join(name))?;
        }
        // Remove the file before unlocking it. Otherwise, a second process could lock the old file
        // just before it is removed. A third process could then create and lock a new one, and both
        // would go on.
        remove_file(&self.folder.join(LOCK))?;
        drop(lock);
        let _stays_if_others_use_it = fs::remove_dir(&self.folder);
        Ok(())
    }
}

/// The folder of a running count.
#[derive(Debug)]
pub(in crate::count) struct OpenFolder {
    path: PathBuf,
    _lock: File,
    identity: String,
    mark: u32,
    policy: SealPolicy,
    /// The origin of the saved levels, if the count resumes from any.
    pub(in crate::count) origin: Option<Origin>,
    /// Sizes of the saved levels, from level 0 on; empty if nothing is saved.
    pub(in crate::count) sizes: Vec<StatesByCell>,
}

impl OpenFolder {
    /// Opens the folder for this count, creating it if necessary. Reads the existing levels to
    /// resume, or removes them.
    pub(in crate::count) fn open(
        files: &LevelFiles,
        goal: &Goal,
        resume: bool,
    ) -> Result<Self, CheckpointError> {
        let path = files.folder.clone();
        let made = fs::create_dir_all(&path).map_err(CheckpointProblem::io("making the folder"));
        made.map_err(CheckpointError::at(&path))?;
        // Locked before anything is read or removed.
        let lock = lock_folder(&path)?;
        let identity = identity(goal);
        let saved = if resume { read_head(files, goal)? } else { None };
        let (sizes, origin) = saved.unzip();
        let sizes = sizes.unwrap_or_default();
        let mark = crc32fast::hash(identity.as_bytes());
        let policy = files.policy.clone();
        let mut folder = Self { path, _lock: lock, identity, mark, policy, origin, sizes };
        if folder.sizes.is_empty() {
            // Removed before the slabs: without the head, they belong to no count.
            remove_file(&folder.path.join(HEAD))?;
        }
        folder.remove_obsolete_slabs()?;
        if let Some(origin) = folder.origin {
            folder.origin = Some(folder.least_certain_origin(origin)?);
        }
        Ok(folder)
    }

    /// Returns the least certain origin of the head and all slabs.
    fn least_certain_origin(&self, of_head: Origin) -> Result<Origin, CheckpointError> {
        let slabs = names_in(&self.path)?;
        let slabs: Vec<PathBuf> =
            slabs.iter().filter(|name| is_slab(name)).map(|name| self.path.join(name)).collect();
        let origin_of =
            |slab: &PathBuf| origin_of_slab(slab, &self.policy).map_err(CheckpointError::at(slab));
        // On a thread of the count's pool, the whole pool shares the work.
        if threads::SUPPORTED && rayon::current_thread_index().is_some() {
            return slabs.par_iter().map(origin_of).try_reduce(|| of_head, |one, two| Ok(one.max(two)));
        }
        slabs.iter().map(origin_of).try_fold(of_head, |least, origin| Ok(least.max(origin?)))
    }

    /// Returns a sealer for a new file of this count.
    pub(in crate::count) fn sealer(&self) -> Sealer {
        self.policy.sealer(self.origin)
    }

    /// Whether slabs of the level before the last are gone, because those of the next level exist.
    pub(in crate::count) fn has_partial_next_level(&self) -> bool {
        let levels = self.sizes.len();
        let Ok(names) = names_in(&self.path) else { return false };
        let slabs: HashSet<(usize, usize)> = names.iter().filter_map(|name| slab_of(name)).collect();
        let is_beyond =
            |(level, slab): &(usize, usize)| *level == levels && !slabs.contains(&(levels - 2, *slab));
        levels >= 2 && slabs.iter().any(is_beyond)
    }

    /// Returns the head of a slab, which identifies it.
    pub(in crate::count) fn head_of_slab(&self, level: u8, slab: u64) -> [u8; HEAD_BYTES] {
        head_of_slab(self.mark, level, slab)
    }

    /// Returns the path of a slab.
    pub(in crate::count) fn slab(&self, level: u8, slab: u64) -> PathBuf {
        self.path.join(format!("level-{level:03}-{slab:02}.states"))
    }

    /// Checks that the size of a completed level, summed over its slabs, matches the one in the
    /// head.
    pub(in crate::count) fn check_size(
        &self,
        level: u8,
        found: &StatesByCell,
    ) -> Result<(), CheckpointError> {
        if self.sizes.get(usize::from(level)) == Some(found) {
            return Ok(());
        }
        let reason = "its level sizes are not those of the slabs";
        Err(CheckpointError::at(&self.path.join(HEAD))(CheckpointProblem::contradiction(reason)))
    }

    /// Removes a slab that a newer one has replaced.
    pub(in crate::count) fn remove_slab(&self, level: u8, slab: u64) -> Result<(), CheckpointError> {
        remove_file(&self.slab(level, slab))
    }

    /// Records that all slabs of the newest of these levels are complete.
    pub(in crate::count) fn finish_level(&mut self, sizes: &[StatesByCell]) -> Result<(), CheckpointError> {
        let texts: Vec<String> = sizes.iter().map(StatesByCell::to_string).collect();
        let mut text = format!("{FIRST_LINE}\n{}\n{}\n", self.identity, texts.join(" "));
        let mut sealer = self.sealer();
        sealer.update(text.as_bytes());
        let _cannot_fail = writeln!(text, "{SEAL}{}", hex(&sealer.finish()).replace(' ', ""));
        let checksum = crc32fast::hash(text.as_bytes());
        let _cannot_fail = writeln!(text, "crc32 {checksum:08x}");
        AtomicFile::replace(self.path.join(HEAD), text.as_bytes())?;
        self.sizes = sizes.to_vec();
        Ok(())
    }

    /// Removes the slabs of all levels except the last, the one before it, and the next one, and
    /// the temporary files of killed writers.
    pub(in crate::count) fn remove_obsolete_slabs(&self) -> Result<(), CheckpointError> {
        let names = names_in(&self.path)?;
        let levels = self.sizes.len();
        let is_needed = |name: &str| {
            let level = slab_of(name).map(|(level, _)| level);
            level.is_some_and(|level| levels > 0 && (levels.saturating_sub(2)..=levels).contains(&level))
        };
        let is_ours = |name: &&String| is_slab(name) || is_temporary(name);
        let mut unneeded = names.iter().filter(is_ours).filter(|name| !is_needed(name));
        unneeded.try_for_each(|name| remove_file(&self.path.join(name)))
    }
}

/// Returns the text that identifies the count.
fn identity(goal: &Goal) -> String {
    let tiles: Vec<String> = goal.board().tiles().iter().map(|tile| tile.number().to_string()).collect();
    format!("{} to {}", goal.shape(), tiles.join(","))
}

/// Reads the sizes of the completed levels and their origin, or returns `None` if there is no head.
fn read_head(
    files: &LevelFiles,
    goal: &Goal,
) -> Result<Option<(Vec<StatesByCell>, Origin)>, CheckpointError> {
    let path = files.folder.join(HEAD);
    let head = open_if_present(&path, &files.policy).and_then(|file| match file {
        Some(file) => check_head(file, &files.policy, goal).map(Some),
        None => Ok(None),
    });
    head.map_err(CheckpointError::at(&path))
}

/// Reads and checks a head.
fn check_head(
    mut file: FileToCheck,
    policy: &SealPolicy,
    goal: &Goal,
) -> Result<(Vec<StatesByCell>, Origin), CheckpointProblem> {
    let mut bytes = Vec::new();
    file.file.read_to_end(&mut bytes).map_err(CheckpointProblem::io("reading it"))?;
    let damaged = |reason: &str| {
        let to = (bytes.len() as u64).saturating_sub(1);
        CheckpointProblem::Damaged { from: 0, to, reason: reason.to_owned() }
    };
    let sealed = sealed_text(&bytes)?.map_err(damaged)?;
    let end = sealed.len().saturating_sub(SEAL.len() + 2 * SEAL_BYTES + 1);
    let (content, seal) = sealed.split_at_checked(end).unwrap_or_default();
    let seal = read_seal(seal).ok_or_else(|| damaged("its seal is malformed"))?;
    let mut lines = content.lines().skip(1);
    let found = lines.next().unwrap_or_default();
    let identity = identity(goal);
    if found != identity {
        let what = "these are the files of another count";
        let difference = format!("expected {identity}, found {found}");
        return Err(CheckpointProblem::OtherTask { what, difference });
    }
    let sizes = parse_sizes(lines.next().unwrap_or_default(), goal.shape().cells());
    let sizes = sizes.ok_or_else(|| damaged("its level sizes are malformed"))?;
    let mut sealer = policy.sealer(None);
    sealer.update(content.as_bytes());
    let checked = policy.check(sealer, seal, file.is_of_other_user)?;
    Ok((sizes, checked.origin))
}

/// Returns the text of a head up to its checksum, or what is damaged.
///
/// # Errors
/// [`CheckpointProblem::Foreign`] if it is no head.
fn sealed_text(bytes: &[u8]) -> Result<Result<&str, &'static str>, CheckpointProblem> {
    if !bytes.starts_with(FIRST_LINE.as_bytes()) {
        let found = String::from_utf8_lossy(&bytes[..bytes.len().min(FIRST_LINE.len())]).into_owned();
        let expected = FIRST_LINE.to_owned();
        return Err(CheckpointProblem::Foreign { kind: COUNT_FILE, expected, found });
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return Ok(Err("it is not text")) };
    let at_checksum = text.len().saturating_sub("crc32 01234567\n".len());
    let (sealed, checksum) = text.split_at_checked(at_checksum).unwrap_or_default();
    let is_right = checksum == format!("crc32 {:08x}\n", crc32fast::hash(sealed.as_bytes()));
    Ok(if is_right { Ok(sealed) } else { Err("its checksum is wrong") })
}

/// Parses the line of the sizes for a board with this number of cells.
fn parse_sizes(line: &str, cells: usize) -> Option<Vec<StatesByCell>> {
    let sizes: Vec<StatesByCell> = line.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
    let is_sound = |size: &StatesByCell| size.states().len() == cells && size.total() > 0;
    (sizes.len() < usize::from(u8::MAX) && sizes.iter().all(is_sound)).then_some(sizes)
}

/// Parses the line of the seal.
fn read_seal(line: &str) -> Option<Seal> {
    let digits = line.strip_prefix(SEAL)?.strip_suffix('\n')?;
    let mut seal = [0; SEAL_BYTES];
    for (byte, digits) in seal.iter_mut().zip(digits.as_bytes().as_chunks::<2>().0) {
        *byte = u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()?;
    }
    (digits.len() == 2 * SEAL_BYTES).then_some(seal)
}

fn lock_folder(folder: &Path) -> Result<File, CheckpointError> {
    let path = folder.join(LOCK);
    let opened = open_locked(File::options().create(true).append(true), &path);
    let opened = opened.map_err(CheckpointProblem::io("opening it")).map_err(CheckpointError::at(&path))?;
    opened.ok_or_else(|| CheckpointError::at(folder)(CheckpointProblem::InUse))
}

fn names_in(folder: &Path) -> Result<Vec<String>, CheckpointError> {
    let failed =
        |error: io::Error| CheckpointError::at(folder)(CheckpointProblem::io("reading the folder")(error));
    let entries = fs::read_dir(folder).map_err(failed)?;
    let names: Result<Vec<_>, _> = entries.map(|entry| entry.map(|entry| entry.file_name())).collect();
    let names = names.map_err(failed)?;
    Ok(names.iter().filter_map(|name| name.to_str()).map(str::to_owned).collect())
}

fn remove_file(path: &Path) -> Result<(), CheckpointError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(CheckpointError::at(path)(CheckpointProblem::io("removing it")(error)))
        }
        _ => Ok(()),
    }
}

/// Parses a slab's file name into its level and slab.
fn slab_of(name: &str) -> Option<(usize, usize)> {
    let (level, slab) = name.strip_prefix("level-")?.strip_suffix(".states")?.split_once('-')?;
    Some((level.parse().ok()?, slab.parse().ok()?))
}

fn is_slab(name: &str) -> bool {
    slab_of(name).is_some()
}

/// Whether this is the name of an [`AtomicFile`]'s temporary file for a slab or head. Removing
/// these is safe: a writer would hold the folder's lock.
fn is_temporary(name: &str) -> bool {
    let is_ours = name.starts_with(".level-") || name.starts_with(".head.");
    is_ours && Path::new(name).extension() == Some(OsStr::new("tmp"))
}
