//! Files that several processes write together.
//!
//! Each process holds parts of the file's body and writes them to their positions; all must see the
//! same file system. The first process combines the checksums without the bytes: the checksum of
//! two concatenated strings follows from their checksums and lengths. From these it makes the head,
//! and puts the file in place when everything is on disk. A single process writes its files in the
//! same way.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use rayon::prelude::*;

use super::atomic::{AtomicFile, WriteError, temporary_beside};
use super::body_chunks::BodyChunks;
use super::platform::{read_exact_at, write_all_at};
use super::seal::PageTags;
use crate::exchange::{Exchange, ExchangeError};
use crate::threads;

/// The layout of a body in its file: pages of `page_bytes` bytes, each followed by `gap_bytes`
/// bytes that do not belong to the body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paging {
    pub(crate) page_bytes: u64,
    pub(crate) gap_bytes: u64,
}

/// The bytes of a file that do not belong to the body.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) head: Vec<u8>,
    /// Bytes elsewhere, with their offsets after the head.
    pub(crate) others: Vec<(u64, Vec<u8>)>,
}

/// The tags to write directly behind each page.
#[derive(Debug)]
pub(crate) struct PageTagsToWrite {
    pub(crate) body_bytes: u64,
    pub(crate) tags: PageTags,
}

/// The checksum of a page or of a part of it, and the number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Checksum {
    pub(crate) crc32: u32,
    pub(crate) bytes: u64,
}

impl Checksum {
    /// Returns the checksum of these bytes followed by the others.
    pub(crate) fn followed_by(self, behind: Self) -> Self {
        let mut hasher = crc32fast::Hasher::new_with_initial_len(self.crc32, self.bytes);
        hasher.combine(&crc32fast::Hasher::new_with_initial_len(behind.crc32, behind.bytes));
        Self { crc32: hasher.finalize(), bytes: self.bytes + behind.bytes }
    }
}

impl Paging {
    /// Cuts a chunk at page boundaries. Returns the parts with their offsets after the head.
    fn cut(self, at: u64, chunk: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
        let Self { page_bytes, gap_bytes } = self;
        let mut left = (at, chunk);
        std::iter::from_fn(move || {
            let (at, rest) = left;
            let to_end = usize::try_from(page_bytes - at % page_bytes).unwrap_or(usize::MAX);
            let (part, behind) = rest.split_at(to_end.min(rest.len()));
            left = (at + part.len() as u64, behind);
            (!part.is_empty()).then_some((at + at / page_bytes * gap_bytes, part))
        })
    }
}

/// Writes a file together with the other processes, completely or not at all. The first process
/// calls `frame` with the checksums of all pages; `None` means that they do not fit.
///
/// A page may have parts from several processes, and the hashes of parts cannot be combined. So the
/// tags are computed after all pages are written: each process reads back a share of the pages.
///
/// # Errors
/// If a process cannot write. The others receive an error that says so.
pub(crate) fn write<E: From<WriteError> + From<ExchangeError>>(
    file: &Path,
    paging: Paging,
    chunks: &dyn BodyChunks,
    frame: impl FnOnce(&[Checksum]) -> Option<Frame>,
    tags: Option<&PageTagsToWrite>,
    exchange: &mut impl Exchange,
) -> Result<(), E> {
    let failed = |doing| move |source| WriteError { file: file.to_owned(), doing, source };
    let summed = checksums_of_chunks(paging, chunks);
    let summed = exchange.gather(summed)?;
    // Only the first process creates the temporary file; the others open it by its name.
    let begun =
        if exchange.process() == 0 { begin(file, paging, &summed, frame).map(Some) } else { Ok(None) };
    let (whole, frame) = agree::<_, E>(begun, file, exchange)?.unzip();
    let (at_body, name) = broadcast_start(whole.as_ref().zip(frame.as_ref()), exchange)?;
    let path = temporary_beside(file, &name).map_err(failed("following the link"));
    let path = agree::<_, E>(path, file, exchange)?;
    let written = write_chunks(&path, at_body, paging, chunks, frame.as_ref())
        .map_err(failed("writing its part of it"));
    agree::<_, E>(written, file, exchange)?;
    if let Some(tags) = tags {
        let every = [exchange.process(), exchange.processes()];
        let tagged = write_page_tags(&path, at_body, paging, tags, every)
            .map_err(failed("writing the tags of its pages"));
        agree::<_, E>(tagged, file, exchange)?;
    }
    agree(whole.map_or(Ok(()), AtomicFile::commit), file, exchange)
}

/// Creates the temporary file, and makes the frame from the checksums of all processes' chunks.
fn begin(
    file: &Path,
    paging: Paging,
    summed: &[Vec<u8>],
    frame: impl FnOnce(&[Checksum]) -> Option<Frame>,
) -> Result<(AtomicFile, Frame), WriteError> {
    let frame = checksums_of_pages(summed, paging).and_then(|checksums| frame(&checksums));
    let torn = || WriteError {
        file: file.to_owned(),
        doing: "putting it together",
        source: io::Error::other("the processes' parts overlap or leave gaps"),
    };
    Ok((AtomicFile::create(file)?, frame.ok_or_else(torn)?))
}

/// Returns the offset of the body and the name of the temporary file, which the first process has.
fn broadcast_start(
    begun: Option<(&AtomicFile, &Frame)>,
    exchange: &mut impl Exchange,
) -> Result<(u64, String), ExchangeError> {
    let mut start = Vec::new();
    if let Some((whole, frame)) = begun {
        start.extend((frame.head.len() as u64).to_le_bytes());
        start.extend(whole.temporary_name().as_bytes());
    }
    let start = exchange.broadcast(start)?;
    let invalid_message = ExchangeError::InvalidMessage { process: 0 };
    let (head_bytes, name) = start.split_first_chunk().ok_or(invalid_message.clone())?;
    let name = str::from_utf8(name).map_err(|_not_text| invalid_message)?;
    Ok((u64::from_le_bytes(*head_bytes), name.to_owned()))
}

/// Returns this process's result, unless another one has failed.
fn agree<T, E: From<WriteError> + From<ExchangeError>>(
    own: Result<T, WriteError>,
    file: &Path,
    exchange: &mut impl Exchange,
) -> Result<T, E> {
    let [failed] = exchange.sums([own.is_err().into()])?;
    match own {
        Ok(_) if failed > 0 => {
            let source = io::Error::other("see what that process says");
            Err(WriteError { file: file.to_owned(), doing: "the part of another process", source }.into())
        }
        own => Ok(own?),
    }
}

/// Writes this process's part of the file, and the frame if given, and syncs it.
fn write_chunks(
    path: &Path,
    at_body: u64,
    paging: Paging,
    chunks: &dyn BodyChunks,
    frame: Option<&Frame>,
) -> io::Result<()> {
    let file = OpenOptions::new().write(true).open(path)?;
    for number in 0..chunks.count() {
        let (at, chunk) = chunks.chunk(number);
        paging.cut(at, &chunk).try_for_each(|(at, part)| write_all_at(&file, part, at_body + at))?;
    }
    if let Some(Frame { head, others }) = frame {
        write_all_at(&file, head, 0)?;
        others.iter().try_for_each(|(at, bytes)| write_all_at(&file, bytes, at_body + at))?;
    }
    file.sync_all()
}

/// Writes the tag of every `step`th page of the file from the `first` on, and syncs it. Works on
/// the pool's threads if it is called on one of them.
fn write_page_tags(
    path: &Path,
    at_body: u64,
    paging: Paging,
    tags: &PageTagsToWrite,
    [first, step]: [usize; 2],
) -> io::Result<()> {
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    let pages = usize::try_from(tags.body_bytes.div_ceil(paging.page_bytes)).unwrap_or(usize::MAX);
    let write_tag =
        |page: &mut Vec<u8>, number: usize| write_page_tag(&file, at_body, paging, tags, number as u64, page);
    let numbers = (first..pages).step_by(step);
    // On other systems, reading and writing at a position moves the cursor that all threads share.
    if cfg!(unix) && threads::SUPPORTED && rayon::current_thread_index().is_some() {
        numbers.par_bridge().try_for_each_init(Vec::new, write_tag)?;
    } else {
        let mut page = Vec::new();
        numbers.into_iter().try_for_each(|number| write_tag(&mut page, number))?;
    }
    file.sync_all()
}

/// Writes the tag of one page behind it. `page` is a buffer.
fn write_page_tag(
    file: &File,
    at_body: u64,
    paging: Paging,
    tags: &PageTagsToWrite,
    number: u64,
    page: &mut Vec<u8>,
) -> io::Result<()> {
    let Paging { page_bytes, gap_bytes } = paging;
    let len = page_bytes.min(tags.body_bytes - number * page_bytes);
    let at = at_body + number * (page_bytes + gap_bytes);
    page.resize(usize::try_from(len).unwrap_or(usize::MAX), 0);
    read_exact_at(file, page, at)?;
    write_all_at(file, &tags.tags.of_page(number, page), at + len)
}

/// Returns the checksums of this process's chunks as bytes: the offset in the body, the length, and
/// the checksum of each.
fn checksums_of_chunks(paging: Paging, chunks: &dyn BodyChunks) -> Vec<u8> {
    let mut checksums = Vec::new();
    let without_gaps = Paging { gap_bytes: 0, ..paging };
    for number in 0..chunks.count() {
        let (at, chunk) = chunks.chunk(number);
        for (at, part) in without_gaps.cut(at, &chunk) {
            checksums.extend(at.to_le_bytes());
            checksums.extend((part.len() as u64).to_le_bytes());
            checksums.extend(u64::from(crc32fast::hash(part)).to_le_bytes());
        }
    }
    checksums
}

/// Combines the checksums of all processes' chunks into those of pages. Returns `None` if the
/// chunks do not cover the body exactly once.
fn checksums_of_pages(chunks: &[Vec<u8>], paging: Paging) -> Option<Vec<Checksum>> {
    let numbers = |chunk: &[[u8; 8]; 3]| chunk.map(u64::from_le_bytes);
    let mut chunks: Vec<[u64; 3]> =
        chunks.iter().flat_map(|of_process| of_process.as_chunks().0.as_chunks().0).map(numbers).collect();
    chunks.sort_unstable();
    let mut all = Vec::new();
    let mut end = 0;
    for [at, bytes, crc32] in chunks {
        let chunk = Checksum { crc32: u32::try_from(crc32).ok()?, bytes };
        if at != end {
            return None;
        }
        if at % paging.page_bytes == 0 {
            all.push(chunk);
        } else {
            let last = all.last_mut()?;
            *last = Checksum::followed_by(*last, chunk);
        }
        end = at.checked_add(bytes)?;
    }
    Some(all)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::exchange::InProcess;

    #[derive(Debug)]
    enum Failure {
        Write(&'static str),
        Exchange,
    }

    impl From<WriteError> for Failure {
        fn from(error: WriteError) -> Self {
            Self::Write(error.doing)
        }
    }

    impl From<ExchangeError> for Failure {
        fn from(_: ExchangeError) -> Self {
            Self::Exchange
        }
    }

    /// The only byte of the first process's part, or no part.
    #[derive(Debug)]
    struct OneByte(bool);

    impl BodyChunks for OneByte {
        fn count(&self) -> usize {
            self.0.into()
        }

        fn chunk(&self, _number: usize) -> (u64, Cow<'_, [u8]>) {
            (0, Cow::Borrowed(b"x"))
        }
    }

    /// A build continues when a checkpoint fails. So all processes must see the failure of one, and
    /// be in step afterwards.
    #[test]
    fn processes_stay_in_step_if_one_cannot_follow_the_link() {
        let folder = tempfile::tempdir().unwrap();
        let loops = folder.path().join("loops");
        std::os::unix::fs::symlink(&loops, &loops).unwrap();
        let files = [folder.path().join("file"), loops];
        let write_and_sum = |mut own: InProcess| {
            let process = own.process();
            let paging = Paging { page_bytes: 8, gap_bytes: 0 };
            let frame = |_: &[Checksum]| Some(Frame { head: vec![0; 4], others: Vec::new() });
            let written =
                write::<Failure>(&files[process], paging, &OneByte(process == 0), frame, None, &mut own);
            (written, own.sums([1]))
        };
        let results: Vec<_> = std::thread::scope(|scope| {
            let write_and_sum = &write_and_sum;
            let group = InProcess::group(2).into_iter();
            let running: Vec<_> = group.map(|own| scope.spawn(move || write_and_sum(own))).collect();
            running.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        for ((written, sums), expected) in
            results.into_iter().zip(["the part of another process", "following the link"])
        {
            assert!(matches!(written, Err(Failure::Write(doing)) if doing == expected), "{written:?}");
            assert_eq!(sums, Ok([2]));
        }
    }
}
