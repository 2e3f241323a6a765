//! The memory limit of a command, and the space on a disk.

use std::path::Path;

use anyhow::bail;

use crate::report::numbers::size;
use crate::shell::{available_memory_in_bytes, read_size};

/// The option that limits the memory of a command.
#[derive(Debug, clap::Args)]
pub(super) struct MemoryArgs {
    /// Memory limit, such as 2GB [default: all free memory]
    #[arg(long, value_name = "SIZE", value_parser = read_size, allow_negative_numbers = true)]
    max_memory: Option<u64>,
}

impl MemoryArgs {
    /// The limit, if one was given.
    pub(super) const fn given_in_bytes(&self) -> Option<u64> {
        self.max_memory
    }

    /// The number of bytes that may be used.
    pub(super) fn limit_in_bytes(&self) -> u64 {
        self.max_memory.or_else(available_memory_in_bytes).unwrap_or(u64::MAX)
    }

    /// Rejects work that needs more bytes than the limit. `figures` describe the work and its
    /// needs.
    pub(super) fn check(&self, work: &str, needed: u64, limit: u64, figures: &str) -> anyhow::Result<()> {
        if needed <= limit {
            return Ok(());
        }
        let limit = size(limit);
        let allowed = if self.max_memory.is_some() {
            format!("--max-memory allows {limit}")
        } else {
            format!("{limit} are free")
        };
        bail!("this {work} does not fit: {figures}; {allowed}")
    }
}

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
