//! How much room there is for files.

use std::path::Path;

/// The bytes that are free to this user where a folder is or is going to be; none if the system does not say.
#[cfg(unix)]
pub(super) fn free_disk_in_bytes(folder: &Path) -> Option<u64> {
    // The folders that are not there yet are going to be made in the nearest that is.
    let nearest = folder.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    let found = rustix::fs::statvfs(nearest).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

/// The bytes that are free to this user where a folder is or is going to be; none if the system does not say.
#[cfg(not(unix))]
pub(super) const fn free_disk_in_bytes(_folder: &Path) -> Option<u64> {
    None
}

/// The bytes of the files in a folder; none of it if there is no folder.
pub(super) fn taken_in_bytes(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.metadata().ok()).map(|metadata| metadata.len()).sum()
}
