//! The plan of a view: which entries are copied and which are linked.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, DirEntry, Metadata, Permissions};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

/// Maximum number of entries in a viewed folder.
pub(super) const MAX_ENTRIES: usize = 20_000;

/// Size above which a file is linked.
const SMALL_FILE_IN_BYTES: u64 = 1 << 20;

/// Copying limits for the whole view if links are available; the rest is linked.
const VIEW_BUDGET: Budget = Budget { entries: 1000, bytes: 32 << 20 };

/// Copying limits for one subfolder; a larger one is linked as a whole.
const SUBFOLDER_BUDGET: Budget = Budget { entries: 200, bytes: 4 << 20 };

/// Copying limits if links are unavailable; a larger folder is refused.
const WITHOUT_LINKS: Budget = Budget { entries: MAX_ENTRIES, bytes: 256 << 20 };

/// Maximum nesting depth of copied folders.
const MAX_DEPTH: usize = 16;

/// Reasons why a folder cannot be viewed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum FolderError {
    /// It has too many entries.
    #[error("{folder} has more than {MAX_ENTRIES} entries, too many for a fresh copy for each \
    run", folder = .0.display())]
    TooManyEntries(PathBuf),
    /// It is too large to be copied, and links are unavailable.
    #[error("{folder} is too large to copy for each run, and links cannot be made on this \
    system", folder = .0.display())]
    TooLarge(PathBuf),
    /// The file system reported an error.
    #[error("cannot make folders for the runs: {0}")]
    System(#[from] io::Error),
}

/// Parameters of a view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms<'a> {
    /// A file of the folder to leave out.
    pub(super) left_out: Option<&'a Path>,
    /// A folder to leave out everywhere.
    pub(super) hidden: &'a Path,
    /// Whether links can be made.
    pub(super) can_link: bool,
}

impl Terms<'_> {
    /// Whether an entry appears in the view. Without links, dangling links are left out.
    fn shows(&self, entry: &DirEntry) -> bool {
        let path = entry.path();
        path != self.hidden && (self.can_link || fs::metadata(path).is_ok())
    }
}

/// A view, and the path within it to the run's folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) root: Folder,
    pub(super) way: PathBuf,
}

/// The planned entries of a folder, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Folder {
    pub(super) entries: BTreeMap<OsString, Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// A folder with planned entries.
    Folder(Folder),
    /// A copied file.
    File(Original),
    /// A link.
    Link {
        /// The target path.
        to: PathBuf,
        /// Whether this is a folder link, on systems that distinguish them.
        is_folder: bool,
    },
}

/// The original of a copied file, as it was when the plan was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Original {
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
    pub(super) modified: SystemTime,
    pub(super) permissions: Permissions,
}

impl Original {
    fn of(path: PathBuf, metadata: &Metadata) -> io::Result<Self> {
        let modified = metadata.modified()?;
        Ok(Self { path, bytes: metadata.len(), modified, permissions: metadata.permissions() })
    }

    /// Whether a copy still matches the original.
    pub(super) fn is_like(&self, copy: &Metadata) -> bool {
        let is_as_long = copy.is_file() && copy.len() == self.bytes;
        is_as_long
            && copy.permissions() == self.permissions
            && copy.modified().is_ok_and(|modified| modified == self.modified)
    }
}

impl Plan {
    /// Plans a view of a folder, whose path must be absolute and without `..`.
    ///
    /// # Errors
    /// [`FolderError`] if the folder cannot be read or is too large.
    pub(super) fn of(folder: &Path, terms: &Terms<'_>) -> Result<Self, FolderError> {
        let mut budget = if terms.can_link { VIEW_BUDGET } else { WITHOUT_LINKS };
        let mut inner = folder_of(folder, terms.left_out, terms, &mut budget)?;
        let mut way = PathBuf::new();
        let names: Vec<&OsStr> = folder.components().filter_map(name_of).collect();
        for (name, above) in names.iter().rev().zip(folder.ancestors().skip(1)) {
            // If the parent cannot be listed or has too many entries, it contains only the way
            // down.
            let entries = if terms.can_link { entries_of(above).unwrap_or_default() } else { Vec::new() };
            let others = entries.into_iter().filter(|entry| terms.shows(entry));
            let mut outer: BTreeMap<OsString, Entry> =
                others.map(|entry| (entry.file_name(), link_to(&entry))).collect();
            outer.insert((*name).to_owned(), Entry::Folder(inner));
            inner = Folder { entries: outer };
            way = Path::new(name).join(way);
        }
        Ok(Self { root: inner, way })
    }
}

fn name_of(component: Component<'_>) -> Option<&OsStr> {
    match component {
        Component::Normal(name) => Some(name),
        _ => None,
    }
}

/// The remaining allowance for copies.
#[derive(Clone, Copy, Debug)]
struct Budget {
    entries: usize,
    bytes: u64,
}

impl Budget {
    /// Reserves room for an entry of this size. Returns whether there is room.
    fn take(&mut self, bytes: u64) -> bool {
        let is_enough = self.entries > 0 && self.bytes >= bytes;
        if is_enough {
            *self = Self { entries: self.entries - 1, bytes: self.bytes - bytes };
        }
        is_enough
    }

    const fn at_most(self, other: Self) -> Self {
        let entries = if self.entries < other.entries { self.entries } else { other.entries };
        let bytes = if self.bytes < other.bytes { self.bytes } else { other.bytes };
        Self { entries, bytes }
    }
}

/// Returns the entries of a folder, sorted by name.
fn entries_of(folder: &Path) -> Result<Vec<DirEntry>, FolderError> {
    // One more than allowed shows that there are too many.
    let mut entries: Vec<DirEntry> = fs::read_dir(folder)?.take(MAX_ENTRIES + 1).collect::<Result<_, _>>()?;
    if entries.len() > MAX_ENTRIES {
        return Err(FolderError::TooManyEntries(folder.to_owned()));
    }
    // Makes plans reproducible: the order decides which entries still fit the budget.
    entries.sort_by_key(DirEntry::file_name);
    Ok(entries)
}

/// Plans the run's folder, or one on the path from it to the file that is left out.
fn folder_of(
    folder: &Path,
    left_out: Option<&Path>,
    terms: &Terms<'_>,
    budget: &mut Budget,
) -> Result<Folder, FolderError> {
    let mut way = left_out.into_iter().flat_map(Path::components).filter_map(name_of);
    let (first, rest): (Option<&OsStr>, PathBuf) = (way.next(), way.collect());
    let mut entries = BTreeMap::new();
    for entry in entries_of(folder)?.into_iter().filter(|entry| terms.shows(entry)) {
        let is_on_way = first == Some(entry.file_name().as_os_str());
        let is_folder = fs::metadata(entry.path()).is_ok_and(|metadata| metadata.is_dir());
        let planned = match (is_on_way, is_folder) {
            (true, true) if !rest.as_os_str().is_empty() => {
                Entry::Folder(folder_of(&entry.path(), Some(&rest), terms, budget)?)
            }
            (true, _) => continue,
            (false, _) => entry_of(&entry, terms, budget, 0)
                .or_else(|| terms.can_link.then(|| link_to(&entry)))
                .ok_or_else(|| FolderError::TooLarge(folder.to_owned()))?,
        };
        entries.insert(entry.file_name(), planned);
    }
    Ok(Folder { entries })
}

/// Plans an entry of a folder. Returns `None` if there is no room for a copy.
fn entry_of(entry: &DirEntry, terms: &Terms<'_>, budget: &mut Budget, depth: usize) -> Option<Entry> {
    let kind = entry.file_type().ok()?;
    let path = entry.path();
    if terms.can_link && !kind.is_dir() && !kind.is_file() {
        return Some(link_to(entry));
    }
    // Follows links: without link support, their targets are copied.
    let metadata = fs::metadata(&path).ok()?;
    if metadata.is_dir() {
        let within = if terms.can_link { budget.at_most(SUBFOLDER_BUDGET) } else { *budget };
        let mut left = within;
        let folder = small_folder(&path, terms, &mut left, depth)?;
        // Cannot underflow: `within` is at most the budget.
        budget.entries -= within.entries - left.entries;
        budget.bytes -= within.bytes - left.bytes;
        return Some(Entry::Folder(folder));
    }
    if terms.can_link && (metadata.len() > SMALL_FILE_IN_BYTES || is_program(&path, &metadata)) {
        return Some(link_to(entry));
    }
    if !budget.take(metadata.len()) {
        return None;
    }
    Original::of(path, &metadata).ok().map(Entry::File)
}

/// Plans a subfolder if it is small enough to be copied.
fn small_folder(path: &Path, terms: &Terms<'_>, budget: &mut Budget, depth: usize) -> Option<Folder> {
    if depth >= MAX_DEPTH {
        return None;
    }
    let mut entries = BTreeMap::new();
    for entry in fs::read_dir(path).ok()? {
        let entry = entry.ok()?;
        if !terms.shows(&entry) {
            continue;
        }
        // Links count too: they have to be created for every view.
        let is_room = budget.take(0);
        let planned = if is_room { entry_of(&entry, terms, budget, depth + 1)? } else { return None };
        entries.insert(entry.file_name(), planned);
    }
    Some(Folder { entries })
}

fn link_to(entry: &DirEntry) -> Entry {
    let to = entry.path();
    // Only Windows distinguishes folder links, and checking every entry of a large folder is slow.
    let is_folder = cfg!(windows) && fs::metadata(&to).is_ok_and(|metadata| metadata.is_dir());
    Entry::Link { to, is_folder }
}

/// Whether a file is a program.
///
/// Programs are linked whatever their size. The temporary folder may forbid execution, and a copy
/// cannot be executed while a concurrently started child still holds it open for writing.
#[cfg(unix)]
fn is_program(path: &Path, metadata: &Metadata) -> bool {
    use std::io::Read;
    use std::os::unix::fs::PermissionsExt;

    const MAGIC: [&[u8]; 4] = [b"#!", b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"];
    // The permission alone is not enough: some file systems set it for all files.
    if metadata.permissions().mode() & 0o111 == 0 {
        return false;
    }
    let mut head = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(4).read_to_end(&mut head));
    read.is_ok() && MAGIC.iter().any(|magic| head.starts_with(magic))
}

#[cfg(not(unix))]
fn is_program(_: &Path, _: &Metadata) -> bool {
    false
}
