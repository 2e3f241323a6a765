//! Files of a few sections that are mapped for reading, such as pattern databases laid out for
//! search.
//!
//! The file begins with an [`Envelope`], whose fields are:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | number of sections |
//! | 8 each | their lengths |
//! | 4 each | CRC-32 of each page, section by section |
//! | the rest | fields that describe the content |
//!
//! Each section begins at a multiple of 2 MiB, the size of large memory pages; the gap before it is
//! filled with zeros. A section consists of pages of 64 KiB, of which the last may be shorter. The
//! file ends with the last section.
//!
//! The envelope is sealed without a key, since a file is only as trustworthy as the tables from
//! which it was made. A file that another user owns is refused.
//!
//! A file is used only after every page has been compared with its checksum. Afterwards, it is
//! watched for changes, as a mapped table is.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::atomic::{AtomicFile, WriteError};
use super::checkpoint_error::CheckpointProblem;
use super::envelope::{Envelope, open_if_present};
use super::header::PAGE_BYTES;
use super::layout_error::LayoutProblem;
use super::seal::SealPolicy;
use super::section::Section;
use crate::threads;

const PAGE: u64 = PAGE_BYTES as u64;
const PAGE_LEN: usize = PAGE_BYTES as usize;

/// Sections begin at multiples of this number. A file system that reads and writes large pieces
/// keeps aligned pieces in large memory pages.
const ALIGNMENT: u64 = 1 << 21;

/// Number of bytes to write between two checks for an interrupt: some milliseconds.
const WRITTEN_AT_ONCE: usize = 1 << 24;

/// An opened file, whose sections are not checked yet.
#[derive(Debug)]
pub(crate) struct SectionFile {
    path: PathBuf,
    file: File,
    /// The parts of the file.
    sections: Vec<Range<u64>>,
    checksums: Vec<u32>,
    fields: Vec<u8>,
}

/// Writes a file completely or not at all. Returns `false`, and writes nothing, if `keep_going`
/// returns false.
///
/// # Errors
/// [`WriteError`] with the step that failed.
pub(crate) fn write_sections(
    path: &Path,
    envelope: &Envelope,
    sections: &[&[u8]],
    fields: &[u8],
    keep_going: &dyn Fn() -> bool,
) -> Result<bool, WriteError> {
    let mut out = AtomicFile::create(path)?;
    let doing = "writing its sections";
    let head = head(envelope, sections, fields);
    let mut end = 0_u64;
    for part in [&head[..]].into_iter().chain(sections.iter().copied()) {
        let start = end.next_multiple_of(ALIGNMENT);
        out.write_part(&vec![0; (start - end) as usize], doing)?;
        for piece in part.chunks(WRITTEN_AT_ONCE) {
            if !keep_going() {
                return Ok(false);
            }
            out.write_part(piece, doing)?;
        }
        end = start + part.len() as u64;
    }
    out.commit().map(|()| true)
}

/// Returns the head: the envelope with its checksum.
fn head(envelope: &Envelope, sections: &[&[u8]], fields: &[u8]) -> Vec<u8> {
    let mut all = (sections.len() as u64).to_le_bytes().to_vec();
    sections.iter().for_each(|section| all.extend((section.len() as u64).to_le_bytes()));
    for section in sections {
        checksums_of(section).iter().for_each(|checksum| all.extend(checksum.to_le_bytes()));
    }
    all.extend(fields);
    envelope.encode(&all, &SealPolicy::default(), None)
}

fn checksums_of(section: &[u8]) -> Vec<u32> {
    use rayon::prelude::*;

    threads::ensure();
    section.par_chunks(PAGE_LEN).map(crc32fast::hash).collect()
}

impl SectionFile {
    /// Opens a file and checks its head and its length.
    pub(crate) fn open(path: &Path, envelope: &Envelope) -> Result<Self, LayoutProblem> {
        let policy = SealPolicy::default();
        let mut saved = open_if_present(path, &policy)?.ok_or(LayoutProblem::Absent)?;
        let opened = envelope.read(&mut saved, &policy)?;
        let parsed = parse(&opened.fields, opened.body_at).ok_or_else(LayoutProblem::inconsistent)?;
        let Parsed { sections, checksums, fields } = parsed;
        let (file, file_bytes) = (saved.file, saved.bytes);
        let expected = sections.last().map_or(opened.body_at, |last| last.end);
        if file_bytes != expected {
            return Err(CheckpointProblem::Length { expected, found: file_bytes }.into());
        }
        Ok(Self { path: path.to_owned(), file, sections, checksums, fields: fields.to_vec() })
    }

    /// The fields that describe the content.
    pub(crate) fn fields(&self) -> &[u8] {
        &self.fields
    }

    /// Maps the sections, and compares all pages with their checksums.
    ///
    /// # Errors
    /// [`LayoutProblem`] if a page is damaged, and [`LayoutProblem::Interrupted`] if `keep_going`
    /// returned false.
    pub(crate) fn map(self, keep_going: &(dyn Fn() -> bool + Sync)) -> Result<Vec<Section>, LayoutProblem> {
        let mut sections = Vec::new();
        let mut checksums = &self.checksums[..];
        for part in &self.sections {
            let section = Section::map(self.path.clone(), self.file.try_clone()?, part)?;
            let section = section.ok_or_else(|| io::Error::other("too many files are in use"))?;
            let (of_section, behind) = checksums.split_at(pages(part) as usize);
            checksums = behind;
            if let Some(page) = section.find_damage(of_section, keep_going) {
                let from = part.start + page as u64 * PAGE;
                let to = part.end.min(from + PAGE) - 1;
                return Err(LayoutProblem::Unusable(format!("it is damaged in bytes {from} to {to}")));
            }
            if !keep_going() {
                return Err(LayoutProblem::Interrupted);
            }
            section.check_unchanged().map_err(|error| io::Error::other(error.to_string()))?;
            sections.push(section);
        }
        Ok(sections)
    }
}

fn pages(part: &Range<u64>) -> u64 {
    (part.end - part.start).div_ceil(PAGE)
}

/// The fields of the envelope.
struct Parsed<'a> {
    sections: Vec<Range<u64>>,
    checksums: Vec<u32>,
    fields: &'a [u8],
}

/// Parses the fields of the envelope, whose head has `head_bytes` bytes. Returns `None` if they are
/// inconsistent.
fn parse(all: &[u8], head_bytes: u64) -> Option<Parsed<'_>> {
    let (count, rest) = all.split_first_chunk()?;
    let lens = usize::try_from(u64::from_le_bytes(*count)).ok()?.checked_mul(8)?;
    let (lens, rest) = rest.split_at_checked(lens)?;
    let mut sections: Vec<Range<u64>> = Vec::new();
    let mut end = head_bytes;
    for len in lens.as_chunks().0 {
        let start = end.checked_next_multiple_of(ALIGNMENT)?;
        // An empty map would have no address to watch.
        end = start.checked_add(u64::from_le_bytes(*len)).filter(|end| *end > start)?;
        sections.push(start..end);
    }
    let pages: u64 = sections.iter().map(pages).sum();
    let (checksums, fields) = rest.split_at_checked(usize::try_from(pages).ok()?.checked_mul(4)?)?;
    let checksums = checksums.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
    Some(Parsed { sections, checksums, fields })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const ENVELOPE: Envelope =
        Envelope { magic: *b"\x89TILT\r\n\x1a", version: 3, max_field_bytes: 1 << 12, has_body: true };

    /// Sections of less than one page, of several pages, and of one page plus a byte.
    fn sections() -> [Vec<u8>; 3] {
        let mut random = fastrand::Rng::with_seed(1);
        [1000, 3 * PAGE_LEN, PAGE_LEN + 1].map(|len| (0..len).map(|_| random.u8(..)).collect())
    }

    fn written(path: &Path) -> bool {
        let all = sections();
        let sections: Vec<&[u8]> = all.iter().map(Vec::as_slice).collect();
        write_sections(path, &ENVELOPE, &sections, b"fields", &|| true).unwrap()
    }

    fn read(path: &Path) -> Result<Vec<Vec<u8>>, LayoutProblem> {
        let sections = SectionFile::open(path, &ENVELOPE)?.map(&|| true)?;
        Ok(sections.iter().map(|section| section.bytes().to_vec()).collect())
    }

    #[test]
    fn sections_are_read_as_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sections");
        assert!(matches!(SectionFile::open(&path, &ENVELOPE), Err(LayoutProblem::Absent)));
        assert!(written(&path));
        assert_eq!(SectionFile::open(&path, &ENVELOPE).unwrap().fields(), b"fields");
        assert_eq!(read(&path).unwrap(), sections());
        let opened = SectionFile::open(&path, &ENVELOPE).unwrap();
        assert!(matches!(opened.map(&|| false), Err(LayoutProblem::Interrupted)));
        let other = Envelope { version: 4, ..ENVELOPE };
        assert!(matches!(SectionFile::open(&path, &other), Err(LayoutProblem::Outdated)));
        let other = Envelope { magic: *b"\x89TILU\r\n\x1a", ..ENVELOPE };
        assert!(matches!(SectionFile::open(&path, &other), Err(LayoutProblem::Unusable(_))));
    }

    #[test]
    fn an_interrupted_write_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sections");
        assert!(!write_sections(&path, &ENVELOPE, &[b"bytes"], b"", &|| false).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    /// Changes each byte of the head, and bytes of each page. Only changes of the zeros before a
    /// section don't matter.
    #[test]
    fn every_changed_byte_is_detected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sections");
        written(&path);
        let bytes = fs::read(&path).unwrap();
        let opened = SectionFile::open(&path, &ENVELOPE).unwrap();
        let parts: Vec<Range<usize>> =
            opened.sections.iter().map(|part| part.start as usize..part.end as usize).collect();
        let head = head(&ENVELOPE, &sections().each_ref().map(Vec::as_slice), b"fields").len();
        assert_eq!(bytes.len(), parts[2].end);
        let of_parts = parts.iter().flat_map(|part| part.clone().step_by(9973).chain([part.end - 1]));
        for place in (0..head).chain(of_parts) {
            let mut changed = bytes.clone();
            changed[place] ^= 1 << (place % 8);
            fs::write(&path, changed).unwrap();
            assert!(read(&path).is_err(), "byte {place}");
        }
        // Zeros after the head and after the first section.
        let mut changed = bytes;
        (changed[head], changed[parts[0].end]) = (1, 1);
        fs::write(&path, changed).unwrap();
        assert_eq!(read(&path).unwrap(), sections());
    }

    #[test]
    fn a_file_of_another_length_is_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sections");
        written(&path);
        let bytes = fs::read(&path).unwrap();
        for len in [0, 1, 7, 8, 15, 16, 17, 100, PAGE_LEN, bytes.len() - 1] {
            fs::write(&path, &bytes[..len]).unwrap();
            assert!(read(&path).is_err(), "{len} bytes");
        }
        fs::write(&path, [&bytes[..], b"more"].concat()).unwrap();
        assert!(read(&path).is_err());
        assert!(SectionFile::open(folder.path(), &ENVELOPE).is_err());
    }

    /// Heads with a valid checksum whose lengths make no sense.
    #[test]
    fn inconsistent_heads_are_rejected() {
        for numbers in [&[][..], &[1], &[2, 5], &[u64::MAX], &[1, u64::MAX], &[1, 0], &[1, 1 << 40]] {
            let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
            assert!(parse(&bytes, 100).is_none(), "{numbers:?}");
        }
        assert!(parse(&0_u64.to_le_bytes(), 100).is_some_and(|parsed| parsed.sections.is_empty()));
    }
}
