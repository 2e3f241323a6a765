//! The rows of a search and the slides between them: everything that stays the same at all levels.

use super::layout::RowLayout;
use super::pull::Pull;
use super::push::Push;
use super::word_owners::WordOwners;
use crate::space::Space;
use crate::space::footprints::{Block, Footprints, Parities};
use crate::space::rotation::Rotation;

/// The positions of the footprints' rows, and the operations of the slides.
///
/// A footprint has one row for each parity of its arrangements. The rows of one color are
/// consecutive, in the order of the footprints.
#[derive(Debug)]
pub(crate) struct RowGraph {
    pub(crate) footprints: Footprints,
    pub(crate) layout: RowLayout,
    /// Number of rows of each color.
    pub(crate) rows: [usize; 2],
    /// The words of each row that each process holds.
    pub(crate) owners: WordOwners,
    /// Number of words in a row segment, on which a task works, within this process's part of a
    /// row.
    pub(crate) segment_words: usize,
    /// Position of each footprint's first row among the rows of its color.
    first_rows: Vec<u32>,
    /// Operation of each rotation, at `from * places + to`; `None` for rotations that no slide has.
    pulls: Vec<Option<Pull>>,
    /// The same for pushes, which only patterns on several processes need.
    pushes: Vec<Option<Push>>,
}

impl RowGraph {
    /// Creates the rows of these footprints, for a single process.
    pub(crate) fn new(footprints: Footprints) -> Self {
        let layout = RowLayout::new(footprints.places);
        Self::with_layout(footprints, layout)
    }

    /// Creates the rows of these footprints in a given layout, for a single process.
    pub(crate) fn with_layout(footprints: Footprints, layout: RowLayout) -> Self {
        Self::with_owners(footprints, layout, 0, 1)
    }

    /// Creates the rows of these footprints as process `process` of `processes` holds them.
    pub(crate) fn for_process(footprints: Footprints, process: usize, processes: usize) -> Self {
        let layout = layout_for(&footprints, processes);
        Self::with_owners(footprints, layout, process, processes)
    }

    fn with_owners(footprints: Footprints, layout: RowLayout, process: usize, processes: usize) -> Self {
        let planes = planes(&footprints.parities);
        let mut rows = [0_u32; 2];
        let mut first_rows = vec![0; footprints.count()];
        for block in &footprints.blocks {
            for footprint in block.footprints.clone() {
                first_rows[footprint as usize] = rows[block.color];
                rows[block.color] += planes;
            }
        }
        let (mut pulls, mut pushes) = (none_yet(&layout), none_yet(&layout));
        // For patterns, a process lacks most source words, so it cannot pull (see `rounds`).
        if processes > 1 && footprints.parities == Parities::Both {
            compile(&mut pushes, &layout, &footprints, Push::new);
        } else {
            compile(&mut pulls, &layout, &footprints, Pull::new);
        }
        let (owners, segment_words) = owners(&layout, &footprints, process, processes);
        let rows = rows.map(|rows| rows as usize);
        Self { footprints, layout, rows, owners, segment_words, first_rows, pulls, pushes }
    }

    /// Returns the number of words of a row that this process holds.
    pub(crate) fn words_held(&self) -> usize {
        self.owners.own().len()
    }

    /// Returns the number of rows of a footprint.
    pub(crate) fn planes(&self) -> usize {
        planes(&self.footprints.parities) as usize
    }

    /// Returns the position of a footprint's first row among the rows of its color.
    pub(crate) fn first_row(&self, footprint: u32) -> usize {
        self.first_rows[footprint as usize] as usize
    }

    /// Returns the position of the left cell's row among the rows of its color, for each footprint
    /// of a full board; `None` in the first column. Both rows have the same arrangements.
    pub(crate) fn rows_to_the_left(&self) -> impl Iterator<Item = Option<usize>> {
        let beside = |footprint: &u32| {
            let mut slides = self.footprints.slides_into(*footprint).iter();
            slides.find(|slide| slide.rotation.is_identity() && slide.from < *footprint)
        };
        let footprints = self.footprints.blocks.iter().map(|block| block.footprints.start);
        footprints.map(move |footprint| beside(&footprint).map(|slide| self.first_row(slide.from)))
    }

    /// Returns the operation that pulls the states of slides with this rotation.
    pub(crate) fn pull(&self, rotation: Rotation) -> Option<&Pull> {
        self.pulls[rotation.index(self.layout.places)].as_ref()
    }

    /// Returns the operation that pushes this process's states of such slides to all words of a
    /// row; `None` where processes pull.
    pub(crate) fn push(&self, rotation: Rotation) -> Option<&Push> {
        self.pushes[rotation.index(self.layout.places)].as_ref()
    }

    /// Returns the number of entries shared by the footprints of a block, as far as this process
    /// holds them.
    pub(crate) fn entries_per_block(&self) -> usize {
        self.words_held() * self.entries_per_word()
    }

    /// Returns the number of a block's entries that belong to one word of its rows.
    pub(crate) fn entries_per_word(&self) -> usize {
        match (&self.footprints.parities, self.footprints.places) {
            (Parities::One(_), _) | (Parities::Both, 1) => self.layout.bits_per_word,
            (Parities::Both, _) => 2 * self.layout.bits_per_word,
        }
    }

    /// Returns the index of the goal's entry among this process's entries.
    pub(crate) fn entry_of_goal(&self) -> usize {
        let goal = self.footprints.goal;
        let block = self.footprints.blocks.iter().position(|block| block.footprints.contains(&goal));
        block.unwrap_or(0) * self.entries_per_block()
    }

    /// Returns the number of tasks of a level in a block: one per row segment if the block is a
    /// single row, and one otherwise.
    pub(crate) fn tasks_in(&self, block: &Block) -> usize {
        let is_single_row = block.footprints.len() * self.planes() == 1;
        if is_single_row { self.words_held() / self.segment_words } else { 1 }
    }
}

/// The layout of an array in a file, row after row: its number of rows, each of all words of a row,
/// and the bytes of a word. Each process holds the same words of every row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArrayLayout {
    pub(crate) rows: usize,
    pub(crate) bytes_per_word: usize,
}

impl ArrayLayout {
    /// Creates the layout of rows of 64-bit words.
    pub(crate) const fn words(rows: usize) -> Self {
        Self { rows, bytes_per_word: size_of::<u64>() }
    }

    /// Returns the bytes of the whole array.
    pub(crate) const fn bytes(self, graph: &RowGraph) -> u64 {
        (self.rows * self.bytes_per_word) as u64 * graph.layout.words_per_row as u64
    }

    /// Returns the offset of this process's part of a row.
    pub(crate) fn offset(self, graph: &RowGraph, row: usize) -> u64 {
        let bytes_per_row = (graph.layout.words_per_row * self.bytes_per_word) as u64;
        row as u64 * bytes_per_row + (graph.owners.own().start * self.bytes_per_word) as u64
    }
}

/// Returns the layout for one of `processes` processes.
///
/// Every process needs the same prefix parities, so they are not divided. To save memory, long rows
/// of full boards store only those of their first words.
fn layout_for(footprints: &Footprints, processes: usize) -> RowLayout {
    let is_long = RowLayout::words_in_a_row(footprints.places) > MAX_STORED_PARITIES;
    let is_full = matches!(footprints.parities, Parities::One(_));
    RowLayout::with_parities_before(
        footprints.places,
        if processes > 1 && is_long && is_full { 2 } else { 0 },
    )
}

/// Number of words in a row whose parities, one byte each, are small enough to store.
const MAX_STORED_PARITIES: u64 = 1 << 20;

const fn planes(parities: &Parities) -> u32 {
    match parities {
        Parities::One(_) => 1,
        Parities::Both => 2,
    }
}

/// Returns an empty slot for each rotation.
fn none_yet<T>(layout: &RowLayout) -> Vec<Option<T>> {
    (0..layout.places * layout.places).map(|_| None).collect()
}

/// Compiles the operations of all rotations that occur.
fn compile<T>(
    operations: &mut [Option<T>],
    layout: &RowLayout,
    footprints: &Footprints,
    compiled: impl Fn(&RowLayout, Rotation) -> T,
) {
    for slide in &footprints.slides {
        operations[slide.rotation.index(layout.places)]
            .get_or_insert_with(|| compiled(layout, slide.rotation));
    }
}

/// Returns how a row's words are divided among processes, and the words of a row segment of a full
/// board, without compiling any operation.
pub(crate) fn owners_for(space: &Space, processes: usize) -> (WordOwners, usize) {
    let layout = RowLayout::without_parities(space.pattern().tiles().len());
    match space {
        Space::Full(space) => owners(&layout, &Footprints::of_full_board(space), 0, processes),
        Space::Pattern(_) => (owners_for_pattern(&layout, 0, processes), layout.words_per_row),
    }
}

/// Returns the words of each process, and the number of them on which a task works.
///
/// Rows of full boards are cut between row segments. Rows of patterns have few words, and a task
/// takes all that the process holds.
fn owners(
    layout: &RowLayout,
    footprints: &Footprints,
    process: usize,
    processes: usize,
) -> (WordOwners, usize) {
    match footprints.parities {
        Parities::One(_) => {
            let segment_words = words_per_segment(layout, footprints, processes);
            (WordOwners::new(process, processes, layout.words_per_row, segment_words), segment_words)
        }
        Parities::Both => {
            let owners = owners_for_pattern(layout, process, processes);
            let own = owners.own().len();
            (owners, own)
        }
    }
}

fn owners_for_pattern(layout: &RowLayout, process: usize, processes: usize) -> WordOwners {
    WordOwners::new(process, processes, layout.words_per_row, 1)
}

/// Returns the words of a row segment that contains the periods of every window.
fn words_per_segment(layout: &RowLayout, footprints: &Footprints, processes: usize) -> usize {
    let rotations = footprints.slides.iter().map(|slide| slide.rotation);
    layout.words_per_segment(rotations.filter_map(|rotation| Pull::period_start(layout, rotation)), processes)
}
