//! Folder trees: listing within limits, copying, comparing and removing. Links are never followed.

use std::collections::BTreeMap;
use std::fs::{self, DirEntry, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::shell::{Links, copy_regular_file, open_regular_file};

/// Maximum number of files and folders of a submission.
pub(super) const MAX_ENTRIES: usize = 20_000;
/// Maximum depth of folders, so that paths stay within the limits of all systems.
pub(super) const MAX_DEPTH: usize = 100;

/// The entries of a folder, by their paths within it.
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

/// The reason why a folder cannot be a submission.
#[derive(Debug, thiserror::Error)]
pub(super) enum TreeError {
    #[error("it has more than {MAX_ENTRIES} files, or folders nested more than {MAX_DEPTH} deep")]
    TooMany,
    #[error("its files need more than max_size ({} MB)", megabytes(*.0))]
    TooLarge(u64),
    #[error("{} is neither a file nor a folder", .0.display())]
    Special(PathBuf),
    #[error("it contains {0:?}, a path outside its folder")]
    Outside(String),
    #[error("it cannot be unpacked: {0}")]
    Archive(#[from] zip::result::ZipError),
    #[error("cannot copy {}: {}", .0.display(), .1)]
    Unreadable(PathBuf, io::Error),
}

/// Displays a number of bytes in millions, for example `100` or `0.5`.
fn megabytes(bytes: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "limits are far below 2^53")]
    let megabytes = bytes as f64 / 1e6;
    megabytes.to_string()
}

impl Tree {
    /// Lists a folder.
    ///
    /// # Errors
    /// [`TreeError`] if it is too large, contains special files, or cannot be read.
    pub(super) fn of(folder: &Path, max_bytes: u64) -> Result<Self, TreeError> {
        let mut entries = BTreeMap::new();
        let mut room = max_bytes;
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
                    room = room.checked_sub(metadata.len()).ok_or(TreeError::TooLarge(max_bytes))?;
                    Kind::File
                } else {
                    return Err(TreeError::Special(path));
                };
                if entries.len() >= MAX_ENTRIES || path.components().count() > MAX_DEPTH {
                    return Err(TreeError::TooMany);
                }
                entries.insert(path, kind);
            }
        }
        Ok(Self { entries })
    }

    /// Copies the listed entries into a new folder.
    pub(super) fn copy(&self, from: &Path, to: &Path) -> Result<(), TreeError> {
        fs::create_dir_all(to).map_err(|error| TreeError::Unreadable(PathBuf::new(), error))?;
        for (path, kind) in &self.entries {
            let copied = match kind {
                Kind::Folder => fs::create_dir(to.join(path)),
                Kind::File => {
                    copy_regular_file(&from.join(path), &to.join(path), Links::Refused).map(|_bytes| ())
                }
                Kind::Link(target) => link(target, &to.join(path)),
            };
            copied.map_err(|error| TreeError::Unreadable(path.clone(), error))?;
        }
        Ok(())
    }

    /// Adds names, kinds, executable bits and contents to a hash.
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

    /// Whether the files of two folders with these entries have the same bytes.
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

/// Adds a file's executable bit, length and bytes to a hash.
pub(super) fn hash_file<'a>(
    file: &Path,
    hasher: &'a mut blake3::Hasher,
) -> io::Result<&'a mut blake3::Hasher> {
    let file = open_regular_file(file, Links::Followed)?;
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
    Err(io::Error::other("links are copied only on Unix"))
}

/// The metadata of everything in a folder, which shows whether anything has changed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Stamps(BTreeMap<PathBuf, Stamp>);

#[derive(Debug, PartialEq, Eq)]
struct Stamp {
    bytes: u64,
    changed: (i64, i64),
    number: u64,
}

impl Stamps {
    /// Reads the metadata of a folder; `None` if there are too many entries, or it cannot be read.
    pub(super) fn of(folder: &Path) -> Option<Self> {
        let mut stamps = BTreeMap::new();
        let mut to_read = vec![PathBuf::new()];
        while let Some(within) = to_read.pop() {
            stamps.insert(within.clone(), stamp(&fs::symlink_metadata(folder.join(&within)).ok()?));
            for entry in fs::read_dir(folder.join(&within)).ok()? {
                let entry = entry.ok()?;
                let path = within.join(entry.file_name());
                let metadata = entry.metadata().ok()?;
                if stamps.len() > 2 * MAX_ENTRIES || path.components().count() > MAX_DEPTH + 2 {
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

/// The metadata of an entry. Uses the change time because, unlike the modification time, programs
/// cannot set it.
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

/// Removes a folder and its contents, whatever their permissions. Nested folders are first moved to
/// the top: paths stay short, and no recursion is needed, however deep a program has nested
/// folders.
pub(super) fn remove(folder: &Path) -> io::Result<()> {
    match fs::symlink_metadata(folder) {
        Err(_not_there) => return Ok(()),
        // A program may have replaced the folder by a link to files of the user.
        Ok(metadata) if !metadata.is_dir() => return fs::remove_file(folder),
        Ok(_) => {}
    }
    let mut top = vec![folder.to_owned()];
    let mut number = 0_u64;
    open_up(folder)?;
    while let Some(emptied) = top.pop() {
        // Collect the entries first: folders moved to the top during the loop must not appear here.
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

/// Gives the owner all permissions on a folder.
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

    const MB: u64 = 1_000_000;

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
        Tree::of(folder, MB).unwrap().hash(folder, &mut hasher).unwrap();
        hasher.finalize()
    }

    #[test]
    fn a_copy_is_equal_and_every_change_is_noticed() {
        let folder = folder();
        let (one, two) = (folder.path().join("one"), folder.path().join("two"));
        let tree = Tree::of(&one, MB).unwrap();
        tree.copy(&one, &two).unwrap();
        assert_eq!((Tree::of(&two, MB).unwrap(), hash(&two)), (tree.clone(), hash(&one)));
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
    fn oversized_and_special_trees_are_refused() {
        let folder = folder();
        let one = folder.path().join("one");
        fs::write(one.join("large"), vec![0; 1_000_001]).unwrap();
        assert!(matches!(Tree::of(&one, MB), Err(TreeError::TooLarge(MB))));
        assert!(Tree::of(&one, 2 * MB).is_ok());
        fs::create_dir_all(one.join("d/".repeat(MAX_DEPTH + 1))).unwrap();
        assert!(matches!(Tree::of(&one, 2 * MB), Err(TreeError::TooMany)));
        remove(&one.join("d")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(one.join("socket")).unwrap();
        assert!(
            matches!(Tree::of(&one, 2 * MB), Err(TreeError::Special(path)) if path == Path::new("socket"))
        );
        assert!(matches!(Tree::of(&folder.path().join("absent"), MB), Err(TreeError::Unreadable(..))));
    }

    #[test]
    fn deep_and_closed_folders_are_removed() {
        let folder = folder();
        let one = folder.path().join("one");
        let kept = folder.path().join("kept");
        fs::write(&kept, "").unwrap();
        symlink(folder.path(), one.join("deep/up")).unwrap();
        fs::write(one.join("raised-1"), "").unwrap();
        // Longer than the maximum path length, so it is built from the inside out.
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
