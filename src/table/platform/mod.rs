//! What systems do differently, and nowhere else in the library: when a file is put in place, when one that is mapped
//! is cut, how several threads read one, and what they read ahead.

pub(super) mod advice;
pub(super) mod lost_file;
mod positioned;

pub(crate) use positioned::read_exact_at;
pub(super) use positioned::write_all_at;

/// Can there be files at all? Not in a page. It is a constant, so that what reads them is left out of the module.
pub(crate) const HAS_FILES: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

pub(super) use system::{explain_replacing, permissions_of_new_files, sync_folder};

#[cfg(unix)]
mod system {
    use std::fs::{File, Permissions};
    use std::io;
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;

    /// Those that a program's new files have: what the user's mask leaves of them.
    pub(in super::super) fn permissions_of_new_files() -> Option<Permissions> {
        Some(Permissions::from_mode(0o666))
    }

    /// Brings a new name onto the disk.
    pub(in super::super) fn sync_folder(folder: &Path) -> io::Result<()> {
        File::open(folder)?.sync_all()
    }

    /// What the system says is enough.
    pub(in super::super) fn explain_replacing(error: io::Error) -> io::Error {
        error
    }
}

#[cfg(not(unix))]
mod system {
    use std::fs::Permissions;
    use std::io;
    use std::path::Path;

    /// The folder's, without being asked for.
    pub(in super::super) fn permissions_of_new_files() -> Option<Permissions> {
        None
    }

    /// A folder can't be opened as a file is, and Windows keeps names in a journal of its own.
    #[expect(clippy::unnecessary_wraps, reason = "on other systems this fails")]
    pub(in super::super) fn sync_folder(_folder: &Path) -> io::Result<()> {
        Ok(())
    }

    /// Windows does not replace a file that is mapped or open, and says no more than that access is denied.
    pub(in super::super) fn explain_replacing(error: io::Error) -> io::Error {
        let help = "if another program has the file open, end that program, then try again";
        io::Error::new(error.kind(), format!("{error}; {help}"))
    }
}
