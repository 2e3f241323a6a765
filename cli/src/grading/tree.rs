//! A folder with all that is in it: listed within bounds, copied, compared, removed. Links are never followed.

use std::collections::BTreeMap;
use std::fs::{self, DirEntry, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// More files and folders than this are no submission.
pub(super) const MOST_ENTRIES: usize = 20_000;
/// Paths are no longer than systems take, however deep what a program made.
pub(super) const DEEPEST: usize = 100;

/// What is in a folder, by its path within it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tree {
    entries: BTreeMap<PathBuf, Kind>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Folder,
    File,
    Link(PathBuf),
}

/// Why a folder can't be a submission.
#[derive(Debug, thiserror::Error)]
pub(super) enum TreeError {
    #[error("it has more than {MOST_ENTRIES} files, or folders more than {DEEPEST} deep")]
    TooMany,
    #[error("its files take more than {0} MB")]
    TooLarge(u64),
    #[error("{} is neither a file nor a folder", .0.display())]
    Special(PathBuf),
    #[error("it holds {0:?}, a place outside its folder")]
    Outside(String),
    #[error("it can't be unpacked: {0}")]
    Archive(#[from] zip::result::ZipError),
    #[error("{} can't be copied: {}", .0.display(), .1)]
    Unreadable(PathBuf, io::Error),
}

impl Tree {
    /// Lists a folder.
    ///
    /// # Errors
    /// [`TreeError`] if it is too large, holds what can't be copied, or can't be read.
    pub(super) fn of(folder: &Path, most_megabytes: u64) -> Result<Self, TreeError> {
        let mut entries = BTreeMap::new();
        let mut room = most_megabytes.saturating_mul(1_000_000);
        let mut to_read = vec![PathBuf::new()];
        while let Some(within) = to_read.pop() {
            let unreadable = |error| TreeError::Unreadable(within.clone(), error);
            for entry in fs::read_dir(folder.join(&within)).map_err(unreadable)? {
                let entry = entry.map_err(unreadable)?;
                let path = within.join(entry.file_name());
                let unreadable = |error| TreeError::Unreadable(path.clone(), error);
                let metadata = entry.metadata().map_err(unreadable)?;
                let kind = if metadata.is_dir() {
                    to_read.push(path.clone());
                    Kind::Folder
                } else if metadata.is_symlink() {
                    Kind::Link(fs::read_link(entry.path()).map_err(unreadable)?)
                } else if metadata.is_file() {
                    room = room.checked_sub(metadata.len()).ok_or(TreeError::TooLarge(most_megabytes))?;
                    Kind::File
                } else {
                    return Err(TreeError::Special(path));
                };
                if entries.len() >= MOST_ENTRIES || path.components().count() > DEEPEST {
                    return Err(TreeError::TooMany);
                }
                entries.insert(path, kind);
            }
        }
        Ok(Self { entries })
    }

    /// Copies what was listed into another folder, which is made.
    pub(super) fn copy(&self, from: &Path, to: &Path) -> Result<(), TreeError> {
        fs::create_dir_all(to).map_err(|error| TreeError::Unreadable(PathBuf::new(), error))?;
        for (path, kind) in &self.entries {
            let copied = match kind {
                Kind::Folder => fs::create_dir(to.join(path)),
                Kind::File => fs::copy(from.join(path), to.join(path)).map(|_bytes| ()),
                Kind::Link(target) => link(target, &to.join(path)),
            };
            copied.map_err(|error| TreeError::Unreadable(path.clone(), error))?;
        }
        Ok(())
    }

    /// Adds everything to a hash: names, kinds, what makes a file a program, contents.
    pub(super) fn hash(&self, folder: &Path, hasher: &mut blake3::Hasher) -> io::Result<()> {
        for (path, kind) in &self.entries {
            let name = path.as_os_str().as_encoded_bytes();
            hasher.update(&(name.len() as u64).to_le_bytes()).update(name);
            match kind {
                Kind::Folder => hasher.update(b"d"),
                Kind::Link(target) => {
                    let target = target.as_os_str().as_encoded_bytes();
                    hasher.update(b"l").update(&(target.len() as u64).to_le_bytes()).update(target)
                }
                Kind::File => hash_file(&folder.join(path), hasher)?,
            };
        }
        Ok(())
    }

    /// Do two folders that both look like this hold the same bytes?
    pub(super) fn has_same_bytes(&self, one: &Path, other: &Path) -> io::Result<bool> {
        for (path, _) in self.entries.iter().filter(|(_, kind)| **kind == Kind::File) {
            let [one, other] = [one.join(path), other.join(path)].map(|file| {
                let mut hasher = blake3::Hasher::new();
                Ok::<_, io::Error>(hash_file(&file, &mut hasher)?.finalize())
            });
            if one? != other? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Adds a file to a hash: is it a program, how long it is, and its bytes.
pub(super) fn hash_file<'a>(
    file: &Path,
    hasher: &'a mut blake3::Hasher,
) -> io::Result<&'a mut blake3::Hasher> {
    let file = File::open(file)?;
    let metadata = file.metadata()?;
    hasher.update(if is_program(&metadata) { b"x" } else { b"f" }).update(&metadata.len().to_le_bytes());
    hasher.update_reader(file.take(metadata.len()))
}

#[cfg(unix)]
fn is_program(metadata: &Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o100 != 0
}

#[cfg(not(unix))]
fn is_program(_metadata: &Metadata) -> bool {
    false
}

#[cfg(unix)]
fn link(target: &Path, at: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, at)
}

#[cfg(not(unix))]
fn link(_target: &Path, _at: &Path) -> io::Result<()> {
    Err(io::Error::other("links are copied on unixes only"))
}

/// What the system knows of everything in a folder, by which changes show.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Stamps(BTreeMap<PathBuf, Stamp>);

#[derive(Debug, PartialEq, Eq)]
struct Stamp {
    bytes: u64,
    changed: (i64, i64),
    number: u64,
}

impl Stamps {
    /// Looks at a folder; nothing comes of it if more is there than may be, or something can't be looked at.
    pub(super) fn of(folder: &Path) -> Option<Self> {
        let mut stamps = BTreeMap::new();
        let mut to_read = vec![PathBuf::new()];
        while let Some(within) = to_read.pop() {
            stamps.insert(within.clone(), stamp(&fs::symlink_metadata(folder.join(&within)).ok()?));
            for entry in fs::read_dir(folder.join(&within)).ok()? {
                let entry = entry.ok()?;
                let path = within.join(entry.file_name());
                let metadata = entry.metadata().ok()?;
                if stamps.len() > 2 * MOST_ENTRIES || path.components().count() > DEEPEST + 2 {
                    return None;
                }
                if metadata.is_dir() {
                    to_read.push(path);
                } else {
                    stamps.insert(path, stamp(&metadata));
                }
            }
        }
        Some(Self(stamps))
    }
}

/// The time of the last change of a file can't be set by programs, unlike that of its last writing.
#[cfg(unix)]
fn stamp(metadata: &Metadata) -> Stamp {
    use std::os::unix::fs::MetadataExt;
    let changed = (metadata.ctime(), metadata.ctime_nsec());
    Stamp { bytes: metadata.len(), changed, number: metadata.ino() }
}

#[cfg(not(unix))]
fn stamp(metadata: &Metadata) -> Stamp {
    let written = metadata.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    let written = written.unwrap_or_default();
    Stamp {
        bytes: metadata.len(),
        changed: (written.as_secs() as i64, written.subsec_nanos().into()),
        number: 0,
    }
}

/// Removes a folder with all that is in it, whatever permissions a program took from itself. However deep folders lie in
/// each other, each is first brought up to the top: so no path gets long, and no call goes deep.
pub(super) fn remove(folder: &Path) -> io::Result<()> {
    match fs::symlink_metadata(folder) {
        Err(_not_there) => return Ok(()),
        // A program may have put a link in its place, to what is none of ours.
        Ok(metadata) if !metadata.is_dir() => return fs::remove_file(folder),
        Ok(_) => {}
    }
    let mut top = vec![folder.to_owned()];
    let mut number = 0_u64;
    open_up(folder)?;
    while let Some(emptied) = top.pop() {
        // What is raised meanwhile is not to be met here.
        let entries: Vec<DirEntry> = fs::read_dir(&emptied)?.collect::<io::Result<_>>()?;
        for entry in entries {
            if !entry.file_type()?.is_dir() {
                fs::remove_file(entry.path())?;
                continue;
            }
            open_up(&entry.path())?;
            if fs::remove_dir(entry.path()).is_ok() {
                continue;
            }
            let raised = loop {
                number += 1;
                let raised = folder.join(format!("raised-{number}"));
                if fs::symlink_metadata(&raised).is_err() {
                    break raised;
                }
            };
            fs::rename(entry.path(), &raised)?;
            top.push(raised);
        }
        if emptied != folder {
            fs::remove_dir(&emptied)?;
        }
    }
    fs::remove_dir(folder)
}

/// Gives its owner all rights to a folder.
#[cfg(unix)]
pub(super) fn open_up(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
}

#[cfg(not(unix))]
pub(super) fn open_up(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("one/deep/er")).unwrap();
        fs::write(at("one/deep/er/a"), "text").unwrap();
        fs::write(at("one/program"), "#!/bin/sh\n").unwrap();
        fs::set_permissions(at("one/program"), fs::Permissions::from_mode(0o755)).unwrap();
        symlink("/etc/passwd", at("one/link")).unwrap();
        folder
    }

    fn hash(folder: &Path) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        Tree::of(folder, 1).unwrap().hash(folder, &mut hasher).unwrap();
        hasher.finalize()
    }

    #[test]
    fn a_copy_is_the_same_and_a_change_shows() {
        let folder = folder();
        let (one, two) = (folder.path().join("one"), folder.path().join("two"));
        let tree = Tree::of(&one, 1).unwrap();
        tree.copy(&one, &two).unwrap();
        assert_eq!((Tree::of(&two, 1).unwrap(), hash(&two)), (tree.clone(), hash(&one)));
        assert_eq!(fs::read_link(two.join("link")).unwrap(), Path::new("/etc/passwd"));
        assert!(tree.has_same_bytes(&one, &two).unwrap());
        type Change<'a> = (&'a str, &'a dyn Fn(&Path));
        let changes: [Change<'_>; 6] = [
            ("bytes", &|two| fs::write(two.join("deep/er/a"), "next").unwrap()),
            ("rights", &|two| {
                fs::set_permissions(two.join("program"), fs::Permissions::from_mode(0o644)).unwrap();
            }),
            ("another", &|two| fs::write(two.join("deep/b"), "").unwrap()),
            ("a folder", &|two| fs::create_dir(two.join("deep/b")).unwrap()),
            ("moved", &|two| fs::rename(two.join("deep/er/a"), two.join("deep/a")).unwrap()),
            ("a link", &|two| {
                fs::remove_file(two.join("link")).unwrap();
                symlink("/etc", two.join("link")).unwrap();
            }),
        ];
        for (name, change) in changes {
            remove(&two).unwrap();
            tree.copy(&one, &two).unwrap();
            let stamps = Stamps::of(&two).unwrap();
            assert_eq!(Stamps::of(&two).unwrap(), stamps);
            std::thread::sleep(std::time::Duration::from_millis(20));
            change(&two);
            assert!(Stamps::of(&two).unwrap() != stamps, "{name}");
            assert!(hash(&two) != hash(&one), "{name}");
        }
        fs::write(one.join("program"), "#!/bin/cat").unwrap();
        assert!(!tree.has_same_bytes(&one, &two).unwrap());
    }

    #[test]
    fn what_is_no_submission_is_refused() {
        let folder = folder();
        let one = folder.path().join("one");
        fs::write(one.join("large"), vec![0; 1_000_001]).unwrap();
        assert!(matches!(Tree::of(&one, 1), Err(TreeError::TooLarge(1))));
        assert!(Tree::of(&one, 2).is_ok());
        fs::create_dir_all(one.join("d/".repeat(DEEPEST + 1))).unwrap();
        assert!(matches!(Tree::of(&one, 2), Err(TreeError::TooMany)));
        remove(&one.join("d")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(one.join("socket")).unwrap();
        assert!(matches!(Tree::of(&one, 2), Err(TreeError::Special(path)) if path == Path::new("socket")));
        assert!(matches!(Tree::of(&folder.path().join("absent"), 2), Err(TreeError::Unreadable(..))));
    }

    #[test]
    fn nothing_is_too_deep_or_too_closed_to_be_removed() {
        let folder = folder();
        let one = folder.path().join("one");
        let kept = folder.path().join("kept");
        fs::write(&kept, "").unwrap();
        symlink(folder.path(), one.join("deep/up")).unwrap();
        fs::write(one.join("raised-1"), "").unwrap();
        // Deeper than a path may be long, so it is made from within.
        fs::create_dir(one.join("d")).unwrap();
        for _ in 0..6 {
            let around = one.join("around").join("d/".repeat(900));
            fs::create_dir_all(&around).unwrap();
            fs::rename(one.join("d"), around.join("d")).unwrap();
            fs::rename(one.join("around"), one.join("d")).unwrap();
        }
        assert_eq!(Stamps::of(&one), None);
        for closed in ["deep/er", "deep"] {
            fs::set_permissions(one.join(closed), fs::Permissions::from_mode(0o000)).unwrap();
        }
        remove(&one).unwrap();
        assert!(!one.exists() && kept.exists());
        remove(&one).unwrap();
        let (linked, link) = (folder.path().join("linked"), folder.path().join("link"));
        fs::create_dir(&linked).unwrap();
        fs::write(linked.join("kept"), "").unwrap();
        symlink(&linked, &link).unwrap();
        remove(&link).unwrap();
        assert!(!link.exists() && linked.join("kept").exists());
    }
}
