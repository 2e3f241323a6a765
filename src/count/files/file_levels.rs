//! The step from level to level in files.
//!
//! A thread decodes a row segment in all rows of one color, pulls all rows of the other color from
//! it, removes level *n* - 1, and codes the rest. Coding takes most of the time. So the states of
//! a segment are decoded once for all rows that pull from them, except where a rotation takes code
//! units from elsewhere. At any time, the folder has at most two levels and one slab.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::divided_rows::{DividedRows, PartSizes, to_index};
use super::folder::OpenFolder;
use super::gaps::WordSize;
use super::slab::{CodedSegment, SlabReader, SlabWriter};
use crate::count::states_by_cell::StatesByCell;
use crate::generate::newest_levels::color_of;
use crate::interrupt::Interrupt;
use crate::space::{FullSpace, StateIndex};
use crate::table::CheckpointError;
use crate::threads::{self, lock};

/// The two newest levels, in the files of a folder.
#[derive(Debug)]
pub(in crate::count) struct FileLevels {
    divided: DividedRows,
    size: WordSize,
}

/// A thread's buffers, reused for each row segment.
#[derive(Default)]
struct Scratch {
    /// The states of a row segment in each row of the source color; an empty list for a row without
    /// states.
    sources: Vec<Vec<u64>>,
    /// The states pulled into a row, and a buffer for pulling them.
    pulled: Vec<u64>,
    rotated: Vec<u64>,
    code: Vec<u8>,
    coded: CodedSegment,
}

impl FileLevels {
    /// Creates the levels of a space, with code units of at least this many words.
    pub(in crate::count) fn new(space: &FullSpace, min_unit_words: u64) -> Self {
        let divided = DividedRows::new(space, min_unit_words);
        let size = WordSize::new(divided.bits_per_word());
        Self { divided, size }
    }

    /// Saves the goal as level 0. `size` is the level's size.
    pub(in crate::count) fn save_goal(
        &self,
        folder: &mut OpenFolder,
        size: StatesByCell,
    ) -> Result<(), CheckpointError> {
        let PartSizes { words_per_segment, .. } = self.divided.parts;
        let goal_row = self.divided.goal_row();
        for slab in 0..self.divided.parts.slabs() {
            self.write_slab(folder, 0, slab, false, &Interrupt::new(), |segment, scratch| {
                for row in 0..self.divided.rows[0].len() {
                    let mut words = vec![0; to_index(words_per_segment)];
                    words[0] = u64::from((slab, segment, row) == (0, 0, goal_row));
                    scratch.coded.add_row(&words, self.size, self.divided.parts);
                }
                Ok(())
            })?;
        }
        folder.finish_level(&[size])
    }

    /// Computes this level from the two before it, and returns its size. After an interrupt, no
    /// further slab is completed, and the size is meaningless.
    pub(in crate::count) fn advance(
        &self,
        folder: &OpenFolder,
        level: u8,
        parallel: bool,
        interrupt: &Interrupt,
    ) -> Result<StatesByCell, CheckpointError> {
        let source = self.open_level(folder, level - 1)?;
        let mut size = self.no_states();
        for slab in 0..self.divided.parts.slabs() {
            // Completed before the count was interrupted.
            let of_rows = if folder.slab(level, slab).exists() {
                self.open(folder, level, slab)?.states
            } else {
                let before = level.checked_sub(2).map(|level| self.open(folder, level, slab)).transpose()?;
                self.write_slab(folder, level, slab, parallel, interrupt, |segment, scratch| {
                    self.pull(&source, before.as_ref(), slab, segment, level, scratch)
                })?
            };
            self.add_rows(&mut size, level, &of_rows);
            if interrupt.is_raised() {
                break;
            }
            // The slab of the level before last was needed only for this one, which is complete.
            if let Some(before) = level.checked_sub(2) {
                folder.remove_slab(before, slab)?;
            }
        }
        Ok(size)
    }

    /// Pulls a level into a row segment of all rows of its color.
    fn pull(
        &self,
        source: &[SlabReader],
        before: Option<&SlabReader>,
        slab: u64,
        segment: usize,
        level: u8,
        scratch: &mut Scratch,
    ) -> Result<(), CheckpointError> {
        let PartSizes { words_per_slab, words_per_segment, .. } = self.divided.parts;
        let words = to_index(words_per_segment);
        let Scratch { sources, pulled, rotated, code, coded } = scratch;
        let within = segment as u64 * words_per_segment;
        let here = &source[to_index(slab)];
        sources.resize(self.divided.rows[color_of(level - 1)].len(), Vec::new());
        for (row, states) in sources.iter_mut().enumerate() {
            states.clear();
            if here.has_states(row, within) {
                states.resize(words, 0);
                here.visit(row, within, words, code, |word, bits| states[word] |= bits)?;
            }
        }
        for (row, footprint) in self.divided.rows[color_of(level)].iter().enumerate() {
            let fetch = |row: usize, word: u64, into: &mut [u64]| {
                let reader = &source[to_index(word / words_per_slab)];
                reader.visit(row, word % words_per_slab, into.len(), code, |word, bits| into[word] |= bits)
            };
            let start = slab * words_per_slab + within;
            let is_any = self.divided.pull(*footprint, start, sources, pulled, rotated, fetch)?;
            if let Some(before) = before {
                before.visit(row, within, words, code, |word, bits| pulled[word] &= !bits)?;
            }
            if is_any {
                coded.add_row(pulled, self.size, self.divided.parts);
            } else {
                coded.add_empty_row();
            }
        }
        Ok(())
    }

    /// Saves a level in memory, row by row.
    pub(in crate::count) fn save(
        &self,
        folder: &OpenFolder,
        level: u8,
        states: &[u64],
        parallel: bool,
    ) -> Result<(), CheckpointError> {
        let PartSizes { words_per_row, words_per_slab, words_per_segment, .. } = self.divided.parts;
        for slab in 0..self.divided.parts.slabs() {
            self.write_slab(folder, level, slab, parallel, &Interrupt::new(), |segment, scratch| {
                let start = to_index(slab * words_per_slab + segment as u64 * words_per_segment);
                for row in states.chunks_exact(to_index(words_per_row)) {
                    let words = &row[start..start + to_index(words_per_segment)];
                    scratch.coded.add_row(words, self.size, self.divided.parts);
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Loads a level into memory that is all 0.
    pub(in crate::count) fn load(
        &self,
        folder: &OpenFolder,
        level: u8,
        states: &mut [u64],
    ) -> Result<(), CheckpointError> {
        let PartSizes { words_per_row, words_per_slab, words_per_segment, .. } = self.divided.parts;
        for (slab, reader) in self.open_level(folder, level)?.iter().enumerate() {
            for (row, words) in states.chunks_exact_mut(to_index(words_per_row)).enumerate() {
                let words =
                    words[slab * to_index(words_per_slab)..].chunks_exact_mut(to_index(words_per_segment));
                for (segment, words) in words.take(self.divided.parts.segments_per_slab()).enumerate() {
                    let within = segment as u64 * words_per_segment;
                    reader
                        .visit(row, within, words.len(), &mut Vec::new(), |word, bits| words[word] |= bits)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the first states of a level, at most `most`, ordered by blank cell and then by
    /// arrangement.
    pub(in crate::count) fn first_states(
        &self,
        folder: &OpenFolder,
        level: u8,
        most: usize,
    ) -> Result<Vec<StateIndex>, CheckpointError> {
        let PartSizes { words_per_row, words_per_slab, words_per_segment, .. } = self.divided.parts;
        let mut found = Vec::new();
        for (row, footprint) in self.divided.rows[color_of(level)].iter().enumerate() {
            for slab in 0..self.divided.parts.slabs() {
                if found.len() == most {
                    return Ok(found);
                }
                let reader = self.open(folder, level, slab)?;
                for segment in 0..self.divided.parts.segments_per_slab() as u64 {
                    let within = segment * words_per_segment;
                    let first = u64::from(*footprint) * words_per_row + slab * words_per_slab + within;
                    let record = |word: usize, states: u64| {
                        let left = most - found.len();
                        found.extend(self.divided.states_of(first + word as u64, states).take(left));
                    };
                    reader.visit(row, within, to_index(words_per_segment), &mut Vec::new(), record)?;
                }
            }
        }
        Ok(found)
    }

    /// Opens all slabs of a completed level, and checks their numbers of states against the head.
    fn open_level(&self, folder: &OpenFolder, level: u8) -> Result<Vec<SlabReader>, CheckpointError> {
        let slabs = (0..self.divided.parts.slabs()).map(|slab| self.open(folder, level, slab));
        let slabs = slabs.collect::<Result<Vec<SlabReader>, _>>()?;
        let mut size = self.no_states();
        slabs.iter().for_each(|slab| self.add_rows(&mut size, level, &slab.states));
        folder.check_size(level, &size)?;
        Ok(slabs)
    }

    /// Returns the size of an empty level.
    fn no_states(&self) -> StatesByCell {
        StatesByCell::new(vec![0; self.divided.rows.iter().map(Vec::len).sum()])
    }

    /// Adds the numbers of states in a slab's rows to the size of its level.
    fn add_rows(&self, size: &mut StatesByCell, level: u8, of_rows: &[u64]) {
        // A full board has one footprint for each cell.
        for (cell, states) in self.divided.rows[color_of(level)].iter().zip(of_rows) {
            size.add(*cell as usize, *states);
        }
    }

    fn open(&self, folder: &OpenFolder, level: u8, slab: u64) -> Result<SlabReader, CheckpointError> {
        let rows = self.divided.rows[color_of(level)].len();
        let (path, head) = (folder.slab(level, slab), folder.head_of_slab(level, slab));
        SlabReader::open(path, head, rows, self.divided.parts, self.size)
    }

    /// Writes a slab of a level, and returns the number of states in each row. `code` adds all rows
    /// of a row segment to the coded ones. After an interrupt, returns an empty list and writes no
    /// file.
    fn write_slab(
        &self,
        folder: &OpenFolder,
        level: u8,
        slab: u64,
        parallel: bool,
        interrupt: &Interrupt,
        code: impl Fn(usize, &mut Scratch) -> Result<(), CheckpointError> + Sync,
    ) -> Result<Vec<u64>, CheckpointError> {
        let (path, head) = (folder.slab(level, slab), folder.head_of_slab(level, slab));
        let rows = self.divided.rows[color_of(level)].len();
        let writer = Mutex::new(SlabWriter::create(&path, head, rows, self.divided.parts, folder.sealer())?);
        let write = |scratch: &mut Scratch, segment: usize| -> Result<(), CheckpointError> {
            if interrupt.is_raised() {
                return Ok(());
            }
            scratch.coded.clear();
            code(segment, scratch)?;
            lock(&writer).add(segment, &scratch.coded)?;
            Ok(())
        };
        let segments = 0..self.divided.parts.segments_per_slab();
        if parallel && threads::SUPPORTED {
            // Bridged, not split: threads take adjacent row segments, so reads and writes are close
            // together.
            segments.par_bridge().try_for_each_init(Scratch::default, write)?;
        } else {
            let mut scratch = Scratch::default();
            segments.into_iter().try_for_each(|segment| write(&mut scratch, segment))?;
        }
        if interrupt.is_raised() {
            return Ok(Vec::new());
        }
        Ok(writer.into_inner().unwrap_or_else(PoisonError::into_inner).finish()?)
    }
}
