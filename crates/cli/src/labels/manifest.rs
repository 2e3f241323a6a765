//! The manifest of a folder of labels, and its finished shards: a file of JSON lines.
//!
//! The first line is the request, and each of the others a shard. A shard's line is added when its
//! file is complete and on the disk. So a run that is killed at any moment leaves complete files,
//! lines for all of them except perhaps the last, and perhaps a truncated last line. Finished
//! labels of other shards are in part files (`parts`). The last shard puts the lines in order, so
//! that a data set has the same bytes for any number of threads.
//!
//! When a run resumes, each file is compared with the hash in its line. A file without a line was
//! written just before a kill. It is made again, and must have the same bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, bail};
use tilebase::board::{Board, Goal};
use tilebase::table::{AtomicFile, WriteError, open_locked};

use super::data_set::{BoardOrigin, DataSetSpec};
use super::label::Label;
use super::parts::{Numbered, PartFile};
use super::record::{Digest, ShardRecord};
use crate::shell::{lock, write_file};

/// The manifest's file name.
const NAME: &str = "labels.jsonl";

/// The end of the name of a checkpoint.
const CHECKPOINT: &str = ".search";

/// The hint for a folder that cannot be continued.
const WAY_OUT: &str = "choose another folder with --output, or move this one away";

/// The open manifest of a folder, locked against other runs. Any thread may add shards.
#[derive(Debug)]
pub(crate) struct LabelManifest {
    folder: PathBuf,
    data_set: DataSetSpec,
    file: Mutex<File>,
    records: Mutex<BTreeMap<u64, ShardRecord>>,
}

impl LabelManifest {
    /// Opens the manifest of a folder, or creates it together with the folder.
    ///
    /// Shards whose files are missing are written again.
    ///
    /// # Errors
    /// If the folder has labels of another kind, unknown or changed files, or a manifest that is
    /// damaged or in use; or if it cannot be read or written.
    pub(crate) fn open(folder: &Path, data_set: &DataSetSpec) -> anyhow::Result<Self> {
        let path = folder.join(NAME);
        if !path.try_exists().with_context(|| format!("cannot read {}", path.display()))? {
            refuse_foreign_files(folder)?;
            let mut first = AtomicFile::create(&path)?;
            let written = first.write_all(line_of(data_set)?.as_bytes());
            written.map_err(|error| first.failed("writing its first line", error))?;
            // Another run may have created the manifest meanwhile, and locked it. If this run
            // replaced it, both would continue.
            first.commit_new()?;
        }
        let unreadable = || format!("cannot read {}", path.display());
        let opened = open_locked(OpenOptions::new().read(true).write(true), &path);
        let Some(mut file) = opened.with_context(unreadable)? else {
            bail!("{} is in use by another run", path.display())
        };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(unreadable)?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        let records = read(&bytes[..whole], &path, data_set)?;
        let kept = records_with_files(records, folder)?;
        // Drop a truncated last line; its shard will be made again.
        file.set_len(whole as u64).with_context(unreadable)?;
        file.seek(SeekFrom::End(0)).with_context(unreadable)?;
        // A run that was killed just after finishing a shard may have left its part file.
        for shard in kept.keys() {
            let _unremovable = PartFile::of(folder, data_set, *shard)?.remove();
        }
        let finished: BTreeSet<&str> = kept.values().map(|record| record.file.as_str()).collect();
        remove_checkpoints(folder, |shard| finished.contains(shard));
        let (file, records) = (Mutex::new(file), Mutex::new(kept));
        Ok(Self { folder: folder.to_owned(), data_set: data_set.clone(), file, records })
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The description of the data set.
    pub(crate) const fn data_set(&self) -> &DataSetSpec {
        &self.data_set
    }

    /// The finished shards, by number.
    pub(crate) fn records(&self) -> Vec<ShardRecord> {
        lock(&self.records).values().cloned().collect()
    }

    /// The numbers of the shards that are not finished.
    pub(crate) fn missing(&self) -> Vec<u64> {
        let records = lock(&self.records);
        (0..self.data_set.shards()).filter(|shard| !records.contains_key(shard)).collect()
    }

    /// Returns the labels that an earlier run has finished in an unfinished shard.
    pub(super) fn part(&self, shard: u64, boards: &[Board], goal: &Goal) -> anyhow::Result<Vec<Numbered>> {
        Ok(self.part_file(shard)?.read(boards, goal))
    }

    /// Whether an earlier run has left labels of an unfinished shard.
    pub(super) fn has_part(&self, shard: u64) -> anyhow::Result<bool> {
        Ok(self.part_file(shard)?.exists())
    }

    /// Saves the labels of an unfinished shard.
    pub(super) fn keep_part(&self, shard: u64, labels: &[Numbered]) -> anyhow::Result<()> {
        Ok(self.part_file(shard)?.write(labels)?)
    }

    /// The number of labels in the folder, including those of unfinished shards.
    pub(crate) fn kept_labels(&self) -> anyhow::Result<u64> {
        let whole: u64 = self.records().iter().map(|record| record.boards).sum();
        let in_parts = self.missing().into_iter().map(|shard| Ok(self.part_file(shard)?.count()));
        in_parts.sum::<anyhow::Result<u64>>().map(|in_parts| whole + in_parts)
    }

    /// The file for the checkpoint of board `nth` of a shard.
    pub(super) fn checkpoint_of(&self, shard: u64, nth: usize) -> PathBuf {
        self.folder.join(format!(".{}.{nth}{CHECKPOINT}", self.data_set.file_of(shard)))
    }

    fn part_file(&self, shard: u64) -> serde_json::Result<PartFile> {
        PartFile::of(&self.folder, &self.data_set, shard)
    }

    /// Writes a shard, completely or not at all, and records it. It is on the disk on return.
    ///
    /// If a run was killed before recording a file, the file exists and must have the same bytes. A
    /// foreign file is never replaced.
    ///
    /// # Errors
    /// Errors of `write` and of the folder, and if another file has this name.
    pub(crate) fn add(
        &self,
        shard: u64,
        labels: &[Label],
        write: impl Fn(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let path = self.folder.join(self.data_set.file_of(shard));
        let digest = if let Some(found) = digest_of(&path)? {
            let mut out = Digesting::new(io::sink());
            write(&mut out)?;
            let digest = out.digest();
            if digest != found {
                bail!("{} already exists and is not one of these label files; {WAY_OUT}", path.display());
            }
            digest
        } else {
            const DOING: &str = "writing the labels";
            let mut digest = None;
            write_file(&path, DOING, |out| {
                let mut out = Digesting::new(out);
                write(&mut out).map_err(|source| WriteError { file: path.clone(), doing: DOING, source })?;
                digest = Some(out.digest());
                Ok::<(), WriteError>(())
            })?;
            digest.context("a written file has a digest")?
        };
        self.note(ShardRecord::new(shard, &self.data_set, labels, digest))?;
        self.part_file(shard)?.remove().with_context(|| {
            format!(
                "the part file of {} in {} cannot be removed",
                self.data_set.file_of(shard),
                self.folder.display()
            )
        })
    }

    fn note(&self, record: ShardRecord) -> anyhow::Result<()> {
        let line = line_of(&record)?;
        // Ignores poison: a panic during a write leaves a truncated line, but ends this run anyway.
        let mut file = lock(&self.file);
        // The record must be on the disk before the caller removes the part file.
        let written = file.write_all(line.as_bytes()).and_then(|()| file.sync_data());
        written.with_context(|| format!("cannot write {}", self.folder.join(NAME).display()))?;
        let mut records = lock(&self.records);
        records.insert(record.shard, record);
        if records.len() as u64 == self.data_set.shards() {
            self.sort(&records)?;
            remove_checkpoints(&self.folder, |_| true);
        }
        Ok(())
    }

    /// Puts the lines in the order of the shards.
    fn sort(&self, records: &BTreeMap<u64, ShardRecord>) -> anyhow::Result<()> {
        let lines: serde_json::Result<String> = records.values().map(line_of).collect();
        let text = line_of(&self.data_set)? + &lines?;
        // All lines are on the disk. If replacing the file fails, they are complete but unordered.
        let _unsorted = AtomicFile::replace(self.folder.join(NAME), text.as_bytes());
        Ok(())
    }
}

fn line_of(value: &impl serde::Serialize) -> serde_json::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

/// Parses the manifest. A later line for the same shard wins: its file was missing and rewritten.
fn read(bytes: &[u8], path: &Path, data_set: &DataSetSpec) -> anyhow::Result<BTreeMap<u64, ShardRecord>> {
    let path = path.display();
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let first = lines.next().unwrap_or_default();
    let found: DataSetSpec = serde_json::from_slice(first)
        .with_context(|| format!("{path}, line 1: expected the description of these labels; {WAY_OUT}"))?;
    if let Some((what, described, wanted)) = found.difference(data_set) {
        let way_out = match (&found.boards, &data_set.boards) {
            (
                BoardOrigin::Drawn { count, seed, walk },
                BoardOrigin::Drawn { count: wanted, seed: same, walk: equal },
            ) if what == "boards" && seed == same && walk == equal && count < wanted => {
                "a data set cannot be extended; draw more boards with another --seed, into another --output"
            }
            _ => WAY_OUT,
        };
        bail!("{path} describes another data set ({what}): expected {wanted}, found {described}; {way_out}");
    }
    let mut records = BTreeMap::new();
    for (number, line) in (2..).zip(lines) {
        let wrong = || format!("{path}, line {number}: expected a shard of these labels; {WAY_OUT}");
        let record: ShardRecord = serde_json::from_slice(line).with_context(wrong)?;
        if !record.fits(data_set) {
            bail!(wrong());
        }
        records.insert(record.shard, record);
    }
    Ok(records)
}

/// Keeps the records whose files exist.
///
/// # Errors
/// If a file is not the one that was written.
fn records_with_files(
    mut records: BTreeMap<u64, ShardRecord>,
    folder: &Path,
) -> anyhow::Result<BTreeMap<u64, ShardRecord>> {
    let mut gone = Vec::new();
    for record in records.values() {
        let path = folder.join(&record.file);
        match digest_of(&path)? {
            None => gone.push(record.shard),
            Some(digest) if digest == record.digest() => {}
            Some(_) => bail!(
                "{} has changed since it was written: remove it to have it written again, or {WAY_OUT}",
                path.display()
            ),
        }
    }
    gone.iter().for_each(|shard| {
        records.remove(shard);
    });
    Ok(records)
}

/// Removes the checkpoints of boards in shards whose file names satisfy `is_finished`. A run that
/// is killed after it stored a label leaves the label's checkpoint.
fn remove_checkpoints(folder: &Path, is_finished: impl Fn(&str) -> bool) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_str().and_then(|name| name.strip_prefix('.')?.strip_suffix(CHECKPOINT));
        let shard = name.filter(|name| name.starts_with(DataSetSpec::FILE_PREFIX));
        if shard.and_then(|name| name.rsplit_once('.')).is_some_and(|(shard, _)| is_finished(shard)) {
            let _unremovable = fs::remove_file(entry.path());
        }
    }
}

/// Refuses a folder that has shard files but no manifest.
fn refuse_foreign_files(folder: &Path) -> anyhow::Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.with_context(|| format!("cannot read the folder {}", folder.display()))?,
    };
    for entry in entries {
        let name = entry.with_context(|| format!("cannot read the folder {}", folder.display()))?.file_name();
        if name.to_string_lossy().starts_with(DataSetSpec::FILE_PREFIX) {
            let (folder, name) = (folder.display(), name.display());
            bail!("{folder} has {name} but no {NAME} that describes it; {WAY_OUT}");
        }
    }
    Ok(())
}

/// The digest of a file; `None` if it does not exist.
fn digest_of(path: &Path) -> anyhow::Result<Option<Digest>> {
    let unreadable = || format!("cannot read {}", path.display());
    let mut file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file.with_context(unreadable)?,
    };
    let mut out = Digesting::new(io::sink());
    io::copy(&mut file, &mut out).with_context(unreadable)?;
    Ok(Some(out.digest()))
}

/// A writer that computes a digest of the bytes that it passes on.
struct Digesting<W> {
    out: W,
    hasher: blake3::Hasher,
}

impl<W> Digesting<W> {
    fn new(out: W) -> Self {
        Self { out, hasher: blake3::Hasher::new() }
    }

    fn digest(&self) -> Digest {
        Digest { bytes: self.hasher.count(), blake3: self.hasher.finalize().to_hex().to_string() }
    }
}

impl<W: Write> Write for Digesting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use tilebase::board::Move;

    use super::super::data_set::{BoardOrigin, Content, LabelFormat};
    use super::*;

    /// Three shards: of two boards, two, and one.
    fn asked() -> DataSetSpec {
        DataSetSpec {
            version: DataSetSpec::VERSION,
            shape: "3x3".to_owned(),
            goal: "123456780".to_owned(),
            boards: BoardOrigin::Drawn { count: 5, seed: 3, walk: None },
            shard_size: 2,
            content: Content::AlongPath,
            format: LabelFormat::Csv,
            moves: None,
        }
    }

    fn labels(shard: u64) -> Vec<Label> {
        let board: Board = "123450786".parse().unwrap();
        let label = Label::new(&board, vec![Move::Down], &Goal::blank_last(board.shape())).unwrap();
        vec![label; usize::try_from(asked().boards_of(shard)).unwrap()]
    }

    fn add(manifest: &LabelManifest, shard: u64) -> anyhow::Result<()> {
        manifest.add(shard, &labels(shard), |out| writeln!(out, "of shard {shard}"))
    }

    fn opened(folder: &Path) -> Result<LabelManifest, String> {
        LabelManifest::open(folder, &asked()).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn shards_are_recovered_from_a_truncated_manifest() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        let manifest = opened(folder.path()).unwrap();
        assert!(opened(folder.path()).unwrap_err().contains("is in use by another run"));
        let head = fs::read(&path).unwrap().len();
        add(&manifest, 1).unwrap();
        let first = fs::read(&path).unwrap().len();
        add(&manifest, 0).unwrap();
        drop(manifest);
        let whole = fs::read(&path).unwrap();
        for cut in head..=whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let manifest = opened(folder.path()).unwrap();
            let missing = match cut {
                _ if cut == whole.len() => vec![2],
                _ if cut >= first => vec![0, 2],
                _ => vec![0, 1, 2],
            };
            assert_eq!(manifest.missing(), missing, "{cut}");
            // The file exists already, with the expected bytes.
            add(&manifest, 0).unwrap();
        }
        let manifest = opened(folder.path()).unwrap();
        let rows: Vec<u64> = manifest.records().iter().map(|record| record.rows).collect();
        assert_eq!((rows, manifest.records()[0].histogram.clone()), (vec![4, 4], vec![0, 2]));
    }

    #[test]
    fn a_complete_manifest_lists_shards_in_order() {
        let manifest = |order: [u64; 3]| {
            let folder = tempfile::tempdir().unwrap();
            let manifest = opened(folder.path()).unwrap();
            order.iter().for_each(|shard| add(&manifest, *shard).unwrap());
            drop(manifest);
            assert_eq!(opened(folder.path()).unwrap().missing(), [0; 0]);
            fs::read_to_string(folder.path().join(NAME)).unwrap()
        };
        assert_eq!(manifest([2, 0, 1]), manifest([0, 1, 2]));
    }

    #[test]
    fn a_missing_file_is_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = opened(folder.path()).unwrap();
        (0..3).for_each(|shard| add(&manifest, shard).unwrap());
        drop(manifest);
        let bytes = fs::read(folder.path().join("labels-00001.csv")).unwrap();
        fs::remove_file(folder.path().join("labels-00001.csv")).unwrap();
        let manifest = opened(folder.path()).unwrap();
        assert_eq!(manifest.missing(), [1]);
        add(&manifest, 1).unwrap();
        drop(manifest);
        assert_eq!(fs::read(folder.path().join("labels-00001.csv")).unwrap(), bytes);
        assert_eq!(opened(folder.path()).unwrap().missing(), [0; 0]);
    }

    #[test]
    fn foreign_and_damaged_files_are_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        let manifest = opened(folder.path()).unwrap();
        add(&manifest, 0).unwrap();
        drop(manifest);
        let sound = fs::read_to_string(&path).unwrap();
        let (first, shard) = sound.split_once('\n').unwrap();
        for (damaged, complaint) in [
            (String::new(), "line 1: expected the description of these labels"),
            ("{}\n".to_owned(), "line 1"),
            (
                sound.replacen("\"seed\":3", "\"seed\":4", 1),
                "(boards): expected 5 random boards with seed 3, found 5 random boards with seed 4",
            ),
            (sound.replacen("csv", "npz", 1), "(format): expected csv, found npz"),
            (sound.replacen("\"labels\":1", "\"labels\":2", 1), "(version): expected 1, found 2"),
            (format!("{first}\n{first}\n"), "line 2: expected a shard of these labels"),
            (format!("{first}\n{}", shard.replace("\"shard\":0", "\"shard\":3")), "line 2"),
            (format!("{first}\n{}", shard.replace("\"shard\":0", "\"shard\":1")), "line 2"),
            (format!("{first}\n{}", shard.replace("\"boards\":2", "\"boards\":1")), "line 2"),
            (format!("{first}\n{}", shard.replace("\"rows\":4", "\"rows\":5")), "line 2"),
            (format!("{first}\n{}", shard.replace("[0,2]", "[2]")), "line 2"),
            (format!("{first}\n{}", shard.replace("[0,2]", "[18446744073709551615,3]")), "line 2"),
            (format!("{first}\n\n{shard}"), "line 2"),
            (
                format!("{first}\n{}", shard.replace("\"bytes\":11", "\"bytes\":12")),
                "labels-00000.csv has changed since it was written",
            ),
        ] {
            assert_ne!(damaged, sound);
            fs::write(&path, &damaged).unwrap();
            let error = opened(folder.path()).unwrap_err();
            assert!(error.contains(complaint) && error.contains(WAY_OUT), "{damaged}: {error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
        }
        fs::write(&path, &sound).unwrap();

        fs::write(folder.path().join("labels-00002.csv"), "foreign").unwrap();
        let manifest = opened(folder.path()).unwrap();
        let error = add(&manifest, 2).unwrap_err().to_string();
        assert!(
            error.contains("labels-00002.csv already exists and is not one of these label files"),
            "{error}"
        );
        drop(manifest);
        fs::write(folder.path().join("labels-00000.csv"), "changed").unwrap();
        let error = opened(folder.path()).unwrap_err();
        assert!(error.contains("labels-00000.csv has changed since it was written: remove it"), "{error}");
        fs::remove_file(&path).unwrap();
        let error = opened(folder.path()).unwrap_err();
        assert!(error.contains("but no labels.jsonl that describes it"), "{error}");
        assert_eq!(fs::read(folder.path().join("labels-00002.csv")).unwrap(), b"foreign");
    }
}
