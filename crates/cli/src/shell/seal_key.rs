//! The key that seals saved work, in the user's configuration folder.
//!
//! The first program that needs the key makes it. If it can be neither read nor made, work is saved
//! without a seal, and answers that are resumed from it report that.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::Path;

use tilebase::exchange::{Exchange, ExchangeError};
use tilebase::table::{CheckpointError, Origin, SealKey, SealPolicy};

use super::message::tell;

/// The name of the key file, within the folder of the project.
const FILE: &str = "save.key";

/// The option that trusts saved work from elsewhere.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct TrustArgs {
    /// Resume checkpoints even if another user or another machine saved them
    ///
    /// Checkpoints are sealed with a key in your configuration folder. A forged checkpoint can lead
    /// to a wrong answer that looks correct, so use this only if you trust its origin.
    #[arg(long, requires = "resume", hide_short_help = true)]
    trust_save: bool,
}

impl TrustArgs {
    /// The policy of this process, with the user's key.
    pub(crate) fn policy(self) -> SealPolicy {
        let key = match dirs::config_dir().map(|folder| key_in(&folder.join("tilebase"))) {
            Some(Ok(key)) => Some(key),
            // Without a home, or in one that cannot be written.
            Some(Err(error)) if is_without_home(&error) => None,
            Some(Err(error)) => {
                let effect = "checkpoints are saved unsealed";
                tell(format_args!("cannot use the key file, so {effect}: {error}"));
                None
            }
            None => None,
        };
        SealPolicy { key, trusts_all: self.trust_save }
    }

    /// The policy of a process group: each process uses the key of the first one.
    ///
    /// # Errors
    /// [`ExchangeError`] if the processes cannot continue.
    pub(crate) fn policy_of_first(self, exchange: &mut dyn Exchange) -> Result<SealPolicy, ExchangeError> {
        let own = if exchange.process() == 0 { self.policy() } else { SealPolicy::default() };
        let bytes = own.key.map_or_else(Vec::new, |key| key.bytes().to_vec());
        let key = exchange.broadcast(bytes)?.try_into().ok().map(SealKey::new);
        Ok(SealPolicy { key, trusts_all: self.trust_save })
    }
}

/// The error of saved work, with the option that trusts it if it may be correct.
pub(crate) fn with_trust_hint(error: &CheckpointError) -> String {
    if error.is_untrusted() {
        return format!("{error}; if you trust it, resume with --trust-save");
    }
    error.to_string()
}

/// The origin of saved work, in words.
pub(crate) const fn saved_in_words(origin: Origin) -> &'static str {
    match origin {
        Origin::Here => "saved here",
        Origin::WithoutKey => "saved without a key",
        Origin::Elsewhere => "saved elsewhere",
    }
}

fn is_without_home(error: &io::Error) -> bool {
    use ErrorKind::{NotADirectory, NotFound, PermissionDenied, ReadOnlyFilesystem};
    matches!(error.kind(), NotADirectory | NotFound | PermissionDenied | ReadOnlyFilesystem)
}

/// Reads the key of a folder, or makes one. If several processes make it at once, all get the same.
fn key_in(folder: &Path) -> io::Result<SealKey> {
    let file = folder.join(FILE);
    match read_key(&file) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        read => return read,
    }
    fs::create_dir_all(folder)?;
    let mut bytes = [0; SealKey::BYTES];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    // Only this user can read a temporary file.
    let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
    temporary.write_all(&bytes)?;
    temporary.as_file().sync_all()?;
    match temporary.persist_noclobber(&file) {
        Err(error) if error.error.kind() != ErrorKind::AlreadyExists => Err(error.error),
        _ => read_key(&file),
    }
}

fn read_key(file: &Path) -> io::Result<SealKey> {
    let unusable = |reason: &str| {
        io::Error::new(
            ErrorKind::InvalidData,
            format!("{} {reason}; remove it to get a new one", file.display()),
        )
    };
    let failed = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
    let open = File::open(file).map_err(failed)?;
    if is_open_to_others(&open).map_err(failed)? {
        return Err(unusable("can be read by other users"));
    }
    let mut bytes = Vec::new();
    // One more than a key has, so that a longer file is noticed.
    open.take(SealKey::BYTES as u64 + 1).read_to_end(&mut bytes).map_err(failed)?;
    bytes.try_into().map(SealKey::new).map_err(|_other_length| unusable("is not a valid key"))
}

#[cfg(unix)]
fn is_open_to_others(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt as _;

    Ok(file.metadata()?.permissions().mode() & 0o077 != 0)
}

/// Elsewhere, the configuration folder belongs to the user alone.
#[cfg(not(unix))]
fn is_open_to_others(_file: &File) -> io::Result<bool> {
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_processes_get_the_same_key() {
        for _ in 0..20 {
            let folder = tempfile::tempdir().unwrap();
            let within = folder.path().join("a/b");
            let keys: Vec<SealKey> = std::thread::scope(|scope| {
                let racing: Vec<_> = (0..8).map(|_| scope.spawn(|| key_in(&within).unwrap())).collect();
                racing.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            assert!(keys.iter().all(|key| *key == keys[0]));
            assert_eq!(fs::read(within.join(FILE)).unwrap(), keys[0].bytes());
            assert_eq!(fs::read_dir(&within).unwrap().count(), 1);
        }
    }

    #[test]
    fn keys_differ_and_are_private() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let [one, two] = folders.each_ref().map(|folder| key_in(folder.path()).unwrap());
        assert_ne!(one, two);
        let file = folders[0].path().join(FILE);
        assert!(!is_open_to_others(&File::open(&file).unwrap()).unwrap());
        for bytes in [&[1; SealKey::BYTES - 1][..], &[1; SealKey::BYTES + 1]] {
            fs::write(&file, bytes).unwrap();
            assert_eq!(key_in(folders[0].path()).unwrap_err().kind(), ErrorKind::InvalidData);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_key_that_others_can_read_is_not_used() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = tempfile::tempdir().unwrap();
        key_in(folder.path()).unwrap();
        let file = folder.path().join(FILE);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        assert_eq!(key_in(folder.path()).unwrap_err().kind(), ErrorKind::InvalidData);
        fs::write(folder.path().join("no-folder"), "").unwrap();
        assert!(key_in(&folder.path().join("no-folder")).is_err());
    }
}
