//! Unpacks zip archives within limits.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, DirEntry, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use zip::ZipArchive;
use zip::read::ZipFile;

use super::tree::{MAX_DEPTH, MAX_ENTRIES, TreeError};
use crate::shell::{Links, open_regular_file};

/// Whether a file is a zip archive, judging by its name.
pub(super) fn is_archive(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

/// The names of the files in an archive, except leftovers.
///
/// # Errors
/// [`TreeError`] if it cannot be read.
pub(super) fn file_names(archive: &Path) -> Result<Vec<PathBuf>, TreeError> {
    let unreadable = |error| TreeError::Unreadable(archive.to_owned(), error);
    let mut archive = ZipArchive::new(open_regular_file(archive, Links::Followed).map_err(unreadable)?)?;
    if archive.len() > MAX_ENTRIES {
        return Err(TreeError::TooMany);
    }
    let mut names = Vec::new();
    for nth in 0..archive.len() {
        let entry = archive.by_index(nth)?;
        names.extend(entry.enclosed_name().filter(|name| entry.is_file() && !is_leftover(name)));
    }
    Ok(names)
}

/// Names of folders and files that macOS adds to archives and folders.
const MACOS_LEFTOVERS: [&str; 2] = ["__MACOSX", ".DS_Store"];
/// Names of folders and files that other systems and tools leave in folders.
const OF_OTHERS: [&str; 4] = ["__pycache__", "node_modules", "Thumbs.db", "desktop.ini"];

/// Whether a path within a submission leads to or through something that a system or a tool has
/// left.
pub(super) fn is_leftover(path: &Path) -> bool {
    is_of_macos(path) || has_part(path, &OF_OTHERS)
}

/// Whether macOS has added an entry. Programs may need what others leave, such as `node_modules`.
fn is_of_macos(path: &Path) -> bool {
    has_part(path, &MACOS_LEFTOVERS)
}

fn has_part(path: &Path, names: &[&str]) -> bool {
    path.components().any(|part| names.iter().any(|name| part.as_os_str() == *name))
}

/// Unpacks an archive into a new folder, except the files that macOS adds.
///
/// # Errors
/// [`TreeError`] if the archive is too large, contains special files or paths that lead outside the
/// folder, or cannot be read.
pub(super) fn unpack(archive: &Path, max_bytes: u64, into: &Path) -> Result<(), TreeError> {
    let unreadable = |error| TreeError::Unreadable(archive.to_owned(), error);
    let mut archive = ZipArchive::new(open_regular_file(archive, Links::Followed).map_err(unreadable)?)?;
    if archive.len() > MAX_ENTRIES {
        return Err(TreeError::TooMany);
    }
    fs::create_dir_all(into).map_err(unreadable)?;
    let mut room = max_bytes;
    let mut folders: HashSet<PathBuf> = HashSet::new();
    for nth in 0..archive.len() {
        let mut entry = archive.by_index(nth)?;
        let outside = || {
            TreeError::Outside(
                entry.name().map_or_else(|_| format!("entry {nth}"), std::borrow::Cow::into_owned),
            )
        };
        let path = entry.enclosed_name().ok_or_else(outside)?;
        if path.components().count() > MAX_DEPTH {
            return Err(TreeError::TooMany);
        }
        if is_of_macos(&path) {
            continue;
        }
        // Folders above a file need no entry of their own, so a small archive could make millions.
        let above = path.ancestors().skip(1).map(Path::to_owned);
        above.take_while(|folder| folders.insert(folder.clone())).for_each(drop);
        if nth + folders.len() > MAX_ENTRIES {
            return Err(TreeError::TooMany);
        }
        if !entry.is_dir() && !entry.is_file() {
            return Err(TreeError::Special(path));
        }
        let written = write_entry(&mut entry, &into.join(&path), room);
        let written = written.map_err(|error| TreeError::Unreadable(path, error))?;
        // Bytes are counted as they are written, because the archive's own listing may be forged.
        room = room.checked_sub(written).ok_or(TreeError::TooLarge(max_bytes))?;
    }
    Ok(())
}

/// Writes a folder or a file, and returns the number of bytes written, at most `room` + 1.
fn write_entry(entry: &mut ZipFile<'_, File>, to: &Path, room: u64) -> io::Result<u64> {
    if entry.is_dir() {
        return fs::create_dir_all(to).map(|()| 0);
    }
    fs::create_dir_all(to.parent().unwrap_or(to))?;
    let mut file = File::create_new(to)?;
    let is_program = entry.unix_mode().is_some_and(|mode| mode & 0o111 != 0);
    let written = io::copy(&mut entry.take(room.saturating_add(1)), &mut file)?;
    if is_program {
        make_program(to)?;
    }
    Ok(written)
}

#[cfg(unix)]
fn make_program(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(file, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_program(_file: &Path) -> io::Result<()> {
    Ok(())
}

/// The only entry of a folder besides leftovers, if it is a folder: many archives contain the
/// folder instead of its files.
pub(super) fn only_folder(folder: &Path) -> Option<PathBuf> {
    let entries: Vec<DirEntry> = fs::read_dir(folder).ok()?.collect::<io::Result<_>>().ok()?;
    // Not `node_modules`: the program may need it, and the caller removes what it ignores here.
    let is_left = |name: &OsStr| is_leftover(name.as_ref()) && name != "node_modules";
    let mut entries = entries.into_iter().filter(|entry| !is_left(&entry.file_name()));
    let only = entries.next()?;
    (entries.next().is_none() && only.file_type().ok()?.is_dir()).then(|| only.path())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    fn archive(folder: &Path, entries: &[(&str, &[u8])]) -> PathBuf {
        let path = folder.join("a.zip");
        let mut archive = ZipWriter::new(File::create(&path).unwrap());
        for (name, bytes) in entries {
            archive.start_file(*name, SimpleFileOptions::default().unix_permissions(0o755)).unwrap();
            archive.write_all(bytes).unwrap();
        }
        archive.finish().unwrap();
        path
    }

    #[test]
    fn unpacking_restores_the_packed_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = archive(folder.path(), &[("x/solver", b"1"), ("x/y/z", b"2"), ("__MACOSX/x", b"3")]);
        let into = folder.path().join("into");
        unpack(&path, 1_000_000, &into).unwrap();
        assert_eq!(only_folder(&into), Some(into.join("x")));
        assert_eq!(fs::read(into.join("x/y/z")).unwrap(), b"2");
        assert_eq!((only_folder(&into.join("x")), only_folder(&into.join("x/y"))), (None, None));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(into.join("x/solver")).unwrap().permissions().mode() & 0o777, 0o755);
        }
    }

    #[test]
    fn unsafe_archives_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |entries: &[(&str, &[u8])]| {
            let into = tempfile::tempdir().unwrap();
            unpack(&archive(folder.path(), entries), 1_000_000, &into.path().join("into")).unwrap_err()
        };
        let large = vec![0; 600_000];
        assert!(matches!(refused(&[("a", &large), ("b", &large)]), TreeError::TooLarge(1_000_000)));
        assert!(matches!(refused(&[("../a", b"")]), TreeError::Outside(name) if name == "../a"));
        assert!(matches!(refused(&[(&"d/".repeat(MAX_DEPTH + 1), b"")]), TreeError::TooMany));
        assert!(matches!(refused(&[("a", b""), ("a/b", b"")]), TreeError::Unreadable(..)));
        // Few entries, each in folders of its own.
        let deep: Vec<String> =
            (0..700).map(|nth| format!("{nth}/{}a", "d/".repeat(MAX_DEPTH - 2))).collect();
        let deep: Vec<(&str, &[u8])> = deep.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
        assert!(deep.len() * (MAX_DEPTH - 1) > MAX_ENTRIES);
        assert!(matches!(refused(&deep), TreeError::TooMany));
        // Damage must be either reported or harmless.
        let path = archive(folder.path(), &[("solver", b"echo R"), ("more", b"text")]);
        let whole = fs::read(&path).unwrap();
        for nth in 0..whole.len() {
            let mut changed = whole.clone();
            changed[nth] ^= 0x55;
            for bytes in [&changed[..], &whole[..nth]] {
                fs::write(&path, bytes).unwrap();
                let into = tempfile::tempdir().unwrap();
                let _reported_or_harmless = unpack(&path, 1_000_000, &into.path().join("into"));
                assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
            }
        }
    }
}
