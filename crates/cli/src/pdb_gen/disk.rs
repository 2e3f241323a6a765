//! Free and used disk space.

use std::path::Path;

/// The free disk space for a folder, which need not exist; `None` if the system does not report it.
#[cfg(unix)]
pub(super) fn free_disk_in_bytes(folder: &Path) -> Option<u64> {
    // A missing folder will be created below its nearest existing ancestor. A relative path may
    // have none: it then lies below the working directory.
    let nearest = folder.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    let found = rustix::fs::statvfs(nearest).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

/// Not implemented for other systems: always `None`.
#[cfg(not(unix))]
pub(super) const fn free_disk_in_bytes(_folder: &Path) -> Option<u64> {
    None
}

/// The total length of a folder's direct entries; unreadable ones count 0.
pub(super) fn used_disk_in_bytes(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.metadata().ok()).map(|metadata| metadata.len()).sum()
}
