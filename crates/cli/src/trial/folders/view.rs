//! Views in the file system: creation and restoration.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::plan::{Entry, Folder, Original, Plan};

/// The modification time given to every folder that matches its plan.
///
/// The system changes it when an entry is added, removed, or renamed. A folder that still has this
/// time need not be listed.
const AS_PLANNED: Duration = Duration::from_secs(1_000_000_000);

/// A view that was created.
#[derive(Debug)]
pub(super) struct View {
    root: PathBuf,
}

impl View {
    /// Creates a view in a folder that does not exist yet.
    ///
    /// # Errors
    /// Errors of the file system.
    pub(super) fn make(plan: &Plan, root: PathBuf) -> io::Result<Self> {
        fs::create_dir(&root)?;
        fill(&plan.root, &root)?;
        Ok(Self { root })
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Restores the planned state.
    ///
    /// # Errors
    /// Errors of the file system; the view is then unusable.
    pub(super) fn restore(&self, plan: &Plan) -> io::Result<()> {
        restore(&plan.root, &self.root)
    }
}

/// Restores a folder: removes added entries, replaces changed ones, and adds missing ones.
fn restore(folder: &Folder, path: &Path) -> io::Result<()> {
    let metadata = fs::symlink_metadata(path)?;
    // The run replaced the folder or made it read-only. The error makes the caller replace it.
    if !metadata.is_dir() || metadata.permissions().readonly() {
        return Err(ErrorKind::NotADirectory.into());
    }
    let was_changed = metadata.modified()? != SystemTime::UNIX_EPOCH + AS_PLANNED;
    if was_changed {
        for found in fs::read_dir(path)? {
            let found = found?;
            let planned = folder.entries.get(&found.file_name());
            if !planned.is_some_and(|planned| is_kept(planned, &found.path())) {
                remove_all(&found.path())?;
            }
        }
        return fill(folder, path);
    }
    for (name, entry) in &folder.entries {
        let path = path.join(name);
        match entry {
            Entry::Folder(within) => restore(within, &path)?,
            Entry::File(original) if !is_same(original, &path) => copy(original, &path)?,
            // A link cannot be changed in place: replacing it changes the folder's time.
            Entry::File(_) | Entry::Link { .. } => {}
        }
    }
    Ok(())
}

/// Whether an existing entry can stay.
fn is_kept(planned: &Entry, path: &Path) -> bool {
    match planned {
        Entry::Folder(within) => restore(within, path).is_ok(),
        Entry::File(original) => is_same(original, path),
        Entry::Link { to, .. } => fs::read_link(path).is_ok_and(|found| found == *to),
    }
}

fn is_same(original: &Original, path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| original.is_like(&found))
}

/// Adds the missing entries of a folder.
fn fill(folder: &Folder, path: &Path) -> io::Result<()> {
    for (name, entry) in &folder.entries {
        let path = path.join(name);
        if fs::symlink_metadata(&path).is_ok() {
            continue;
        }
        match entry {
            Entry::Folder(within) => {
                fs::create_dir(&path)?;
                fill(within, &path)?;
            }
            Entry::File(original) => copy(original, &path)?,
            Entry::Link { to, is_folder } => link(to, &path, *is_folder)?,
        }
    }
    // If the time cannot be set, the folder is listed on every restoration.
    let _is_set = set_modified(path, SystemTime::UNIX_EPOCH + AS_PLANNED);
    Ok(())
}

/// Copies a file with its permissions and modification time, which compiler caches rely on.
fn copy(original: &Original, path: &Path) -> io::Result<()> {
    // The run may have left a link or a read-only file here.
    remove_all(path)?;
    match fs::copy(&original.path, path) {
        Ok(_) => {}
        // A file that is unreadable, or was deleted meanwhile, does not exist for a run either.
        Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::NotFound) => {
            return remove_all(path);
        }
        Err(error) => return Err(error),
    }
    // If the time cannot be set, the file is copied on every restoration.
    let _is_set = set_modified(path, original.modified);
    Ok(())
}

fn set_modified(path: &Path, time: SystemTime) -> io::Result<()> {
    let for_reading = File::open(path).and_then(|file| file.set_modified(time));
    // Some systems require a file that is open for writing.
    for_reading.or_else(|_| File::options().write(true).open(path)?.set_modified(time))
}

#[cfg(unix)]
fn link(to: &Path, at: &Path, _is_folder: bool) -> io::Result<()> {
    std::os::unix::fs::symlink(to, at)
}

#[cfg(windows)]
fn link(to: &Path, at: &Path, is_folder: bool) -> io::Result<()> {
    use std::os::windows::fs::{symlink_dir, symlink_file};

    if is_folder { symlink_dir(to, at) } else { symlink_file(to, at) }
}

/// Whether links can be made in a folder. Windows allows it only for some users.
pub(super) fn can_link(folder: &Path) -> bool {
    let trial = folder.join("link");
    link(folder, &trial, true).is_ok() && remove_all(&trial).is_ok()
}

/// Writes a file, replacing whatever has this path. Does not follow links.
pub(super) fn put_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    remove_all(path)?;
    File::create_new(path).and_then(|mut file| io::Write::write_all(&mut file, bytes))
}

/// Removes an entry and all its contents, even if a run withdrew the permissions. Does not follow
/// links.
pub(super) fn remove_all(path: &Path) -> io::Result<()> {
    let metadata = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        metadata => metadata?,
    };
    if !metadata.is_dir() {
        // Windows removes a link to a folder as a folder.
        return fs::remove_file(path).or_else(|error| fs::remove_dir(path).map_err(|_same| error));
    }
    fs::remove_dir_all(path).or_else(|_| {
        permit(path, &metadata)?;
        fs::remove_dir_all(path)
    })
}

/// Gives the owner all permissions for a folder and its subfolders.
#[cfg(unix)]
fn permit(path: &Path, metadata: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    let mut permissions = metadata.permissions();
    permissions.set_mode(0o700);
    fs::set_permissions(path, permissions)?;
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            permit(&entry.path(), &entry.metadata()?)?;
        }
    }
    Ok(())
}

/// Clears the read-only attribute, which also prevents removal.
#[cfg(not(unix))]
#[expect(
    clippy::permissions_set_readonly_false,
    reason = "outside Unix, this lets no other user write the file"
)]
fn permit(path: &Path, metadata: &Metadata) -> io::Result<()> {
    let mut permissions = metadata.permissions();
    permissions.set_readonly(false);
    fs::set_permissions(path, permissions)?;
    if metadata.is_dir() {
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            permit(&entry.path(), &entry.metadata()?)?;
        }
    }
    Ok(())
}
