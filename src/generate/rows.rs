//! The bits of the rows, and their cutting into tasks that are written each by one thread.

use std::collections::TryReserveError;
use std::ops::Range;

use super::bits::Bits;
use super::row_graph::RowGraph;

/// The bits of the rows of one colour, row after row.
#[derive(Debug)]
pub(super) struct RowsOfColour {
    /// The states of the newest level that lies in this colour.
    pub(super) frontier: Bits,
    /// All states of the levels so far.
    pub(super) seen: Bits,
    /// By row: does the frontier have states there?
    pub(super) is_live: Vec<bool>,
    /// By row: has every state been seen?
    is_complete: Vec<bool>,
}

/// The rows of a group, or a chunk of its only row: the unit of work. It alone writes these slices.
pub(super) struct Task<'a> {
    pub(super) footprints: Range<u32>,
    /// The place of the group's first row among the rows of its colour.
    pub(super) first_row: usize,
    /// The first word within the row, where the row was cut.
    pub(super) start: usize,
    /// By row of the group: has everything there been seen?
    pub(super) is_complete: &'a [bool],
    pub(super) frontier: &'a mut [u64],
    pub(super) seen: &'a mut [u64],
    /// The entries that the rows share.
    pub(super) entries: &'a mut [u8],
}

/// What a task has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    /// Entries set.
    pub(super) entries: u64,
    /// States reached: more than the entries where regions of the blank are told apart.
    pub(super) states: u64,
    pub(super) first_row: usize,
    pub(super) rows: usize,
    /// A bit for each row: does the level have states there? A group has 26 rows at the most: 25 cells have no more
    /// than 13 regions, and each has two.
    pub(super) live: u32,
    /// A bit for each row: has everything been seen?
    pub(super) complete: u32,
}

impl Progress {
    /// The sums of two.
    pub(super) fn and(self, other: Self) -> Self {
        Self { entries: self.entries + other.entries, states: self.states + other.states, ..Self::default() }
    }
}

impl RowsOfColour {
    pub(super) fn new(rows: usize, words_per_row: usize) -> Result<Self, TryReserveError> {
        let words = rows * words_per_row;
        Ok(Self {
            frontier: Bits::new(words)?,
            seen: Bits::new(words)?,
            is_live: vec![false; rows],
            is_complete: vec![false; rows],
        })
    }

    /// The tasks of a level that lies in these rows, whose colour this is.
    pub(super) fn tasks<'a>(
        &'a mut self,
        graph: &RowGraph,
        colour: usize,
        entries: &'a mut [u8],
    ) -> Vec<Task<'a>> {
        let (mut frontier, mut seen) = (self.frontier.words_mut(), self.seen.words_mut());
        let entries_per_group = graph.entries_per_group();
        let groups = graph.footprints.groups.iter().zip(entries.chunks_exact_mut(entries_per_group));
        let mut first_row = 0;
        let mut tasks = Vec::new();
        for (group, entries) in groups.filter(|(group, _)| group.colour == colour) {
            let rows = group.footprints.len() * graph.planes();
            let chunks = graph.chunks_of(group);
            let words = rows * graph.layout.words_per_row / chunks;
            for (nth, entries) in entries.chunks_mut(entries_per_group / chunks).enumerate() {
                tasks.push(Task {
                    footprints: group.footprints.clone(),
                    first_row,
                    start: nth * words,
                    is_complete: &self.is_complete[first_row..first_row + rows],
                    frontier: frontier.split_off_mut(..words).unwrap_or_default(),
                    seen: seen.split_off_mut(..words).unwrap_or_default(),
                    entries,
                });
            }
            first_row += rows;
        }
        tasks
    }

    /// Takes down which rows a level has reached, and which are complete now. Tasks are in the order of the rows; a
    /// row that was cut into chunks is live if one is, and complete if all are.
    pub(super) fn note(&mut self, done: &[Progress]) {
        self.is_live.fill(false);
        self.is_complete.fill(true);
        for progress in done {
            for nth in 0..progress.rows {
                let row = progress.first_row + nth;
                self.is_live[row] |= progress.live >> nth & 1 == 1;
                self.is_complete[row] &= progress.complete >> nth & 1 == 1;
            }
        }
    }

    /// The same, from sets that were filled otherwise; `full` is a word of which all states were seen.
    pub(super) fn note_filled(&mut self, words_per_row: usize, full: u64) {
        for (row, words) in self.seen.words().chunks_exact(words_per_row).enumerate() {
            self.is_complete[row] = words.iter().all(|seen| *seen == full);
        }
        for (row, words) in self.frontier.words().chunks_exact(words_per_row).enumerate() {
            self.is_live[row] = words.iter().any(|newest| *newest != 0);
        }
    }
}
