//! Differences between systems, kept out of the rest of the library: replacing files, owners of
//! files, truncated mapped files, reads by several threads, and read-ahead.

pub(super) mod advice;
pub(super) mod lost_file;
mod positioned;

pub(crate) use positioned::read_exact_at;
pub(super) use positioned::write_all_at;

/// Whether there is a file system, unlike on a web page. A constant, so that unused code is
/// removed.
pub(crate) const HAS_FILES: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// A token that code with files needs. On a web page it has no values, so the compiler removes that
/// code.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Files {
    /// Files can be used.
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    Exist,
}

impl Files {
    /// Returns the token; `None` on a web page.
    pub(crate) const fn exist() -> Option<Self> {
        #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
        return Some(Self::Exist);
        #[cfg(all(target_family = "wasm", target_os = "unknown"))]
        None
    }
}

pub(super) use system::{explain_replacing, is_at, other_owner, permissions_of_new_files, sync_folder};

#[cfg(unix)]
mod system {
    use std::fs::{self, File, Metadata, Permissions};
    use std::io::{self, ErrorKind};
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    use std::path::Path;

    /// The superuser's ID.
    const ROOT: u32 = 0;

    /// Returns the ID of a file's owner if that is neither this user nor the superuser.
    pub(in super::super) fn other_owner(metadata: &Metadata) -> Option<u32> {
        Some(metadata.uid()).filter(|owner| ![ROOT, rustix::process::geteuid().as_raw()].contains(owner))
    }

    /// Returns the usual permissions of new files, before the user's mask is applied.
    pub(in super::super) fn permissions_of_new_files() -> Option<Permissions> {
        Some(Permissions::from_mode(0o666))
    }

    /// Syncs a new file name to disk.
    pub(in super::super) fn sync_folder(folder: &Path) -> io::Result<()> {
        File::open(folder)?.sync_all()
    }

    /// Whether the path leads to this open file.
    pub(in super::super) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
        let own = file.metadata()?;
        match fs::metadata(path) {
            Ok(found) => Ok((own.dev(), own.ino()) == (found.dev(), found.ino())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns the error unchanged: the system's message suffices.
    pub(in super::super) fn explain_replacing(error: io::Error) -> io::Error {
        error
    }
}

#[cfg(not(unix))]
mod system {
    use std::fs::{File, Metadata, Permissions};
    use std::io;
    use std::path::Path;

    /// Returns `None`: owners are not compared.
    pub(in super::super) fn other_owner(_metadata: &Metadata) -> Option<u32> {
        None
    }

    /// Returns `None`: new files inherit the folder's permissions.
    pub(in super::super) fn permissions_of_new_files() -> Option<Permissions> {
        None
    }

    /// Whether the path leads to a file. Does not check that it is the same file.
    pub(in super::super) fn is_at(_file: &File, path: &Path) -> io::Result<bool> {
        path.try_exists()
    }

    /// Does nothing: a folder cannot be opened like a file, and Windows keeps names in a journal of
    /// its own.
    #[expect(clippy::unnecessary_wraps, reason = "on other systems this fails")]
    pub(in super::super) fn sync_folder(_folder: &Path) -> io::Result<()> {
        Ok(())
    }

    /// Adds an explanation: Windows does not replace a file that is mapped or open, and only says
    /// that access is denied.
    pub(in super::super) fn explain_replacing(error: io::Error) -> io::Error {
        let help = "if another program has the file open, end that program, then try again";
        io::Error::new(error.kind(), format!("{error}; {help}"))
    }
}
