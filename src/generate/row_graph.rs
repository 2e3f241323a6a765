//! The rows of a search and the slides between them: what is the same at every level.

use super::layout::RowLayout;
use super::pull::Pull;
use super::push::Push;
use super::shares::Shares;
use crate::space::Space;
use crate::space::footprints::{Footprints, Group, Parities};
use crate::space::rotation::Rotation;

/// Where the rows of each footprint lie, and what the slides do to them. A footprint has a row for each parity of the
/// arrangements that occur there; the rows of one colour lie one after the other, in the order of the footprints.
#[derive(Debug)]
pub(super) struct RowGraph {
    pub(super) footprints: Footprints,
    pub(super) layout: RowLayout,
    /// By colour: how many rows there are.
    pub(super) rows: [usize; 2],
    /// The words of each row that this rank has, and others.
    pub(super) shares: Shares,
    /// The words that a task works on at a time in a row that it has for itself.
    pub(super) chunk_words: usize,
    /// By footprint: the place of its first row among the rows of its colour.
    first_rows: Vec<u32>,
    /// By the rotation's places, `from * places + to`: the operation; none for rotations that no slide has.
    pulls: Vec<Option<Pull>>,
    /// The same for pushes, where there are any.
    pushes: Vec<Option<Push>>,
}

impl RowGraph {
    /// The rows of these footprints.
    pub(super) fn new(footprints: Footprints) -> Self {
        let layout = RowLayout::new(footprints.places);
        Self::with_layout(footprints, layout)
    }

    /// The rows of these footprints, in this layout of their places.
    pub(super) fn with_layout(footprints: Footprints, layout: RowLayout) -> Self {
        Self::shared_out(footprints, layout, 0, 1)
    }

    /// The rows of these footprints, as this rank of so many has them.
    pub(super) fn of_rank(footprints: Footprints, rank: usize, ranks: usize) -> Self {
        let layout = layout_of_rank(&footprints, ranks);
        Self::shared_out(footprints, layout, rank, ranks)
    }

    fn shared_out(footprints: Footprints, layout: RowLayout, rank: usize, ranks: usize) -> Self {
        let planes = planes(&footprints.parities);
        let mut rows = [0_u32; 2];
        let mut first_rows = vec![0; footprints.count()];
        for group in &footprints.groups {
            for footprint in group.footprints.clone() {
                first_rows[footprint as usize] = rows[group.colour];
                rows[group.colour] += planes;
            }
        }
        let (mut pulls, mut pushes) = (none_yet(&layout), none_yet(&layout));
        if ranks > 1 && footprints.parities == Parities::Both {
            compile(&mut pushes, &layout, &footprints, Push::new);
        } else {
            compile(&mut pulls, &layout, &footprints, Pull::new);
        }
        let (shares, chunk_words) = shares(&layout, &footprints, rank, ranks);
        let rows = rows.map(|rows| rows as usize);
        Self { footprints, layout, rows, shares, chunk_words, first_rows, pulls, pushes }
    }

    /// The words that this rank has of a row.
    pub(super) fn words_held(&self) -> usize {
        self.shares.own().len()
    }

    /// How many rows a footprint has.
    pub(super) fn planes(&self) -> usize {
        planes(&self.footprints.parities) as usize
    }

    /// The place of a footprint's first row among the rows of its colour.
    pub(super) fn first_row(&self, footprint: u32) -> usize {
        self.first_rows[footprint as usize] as usize
    }

    /// The place of the row of the cell to the left among the rows of its colour, by footprint of a full board; none in the
    /// board's first column. It has the same arrangements as the footprint's own.
    pub(super) fn rows_beside(&self) -> impl Iterator<Item = Option<usize>> {
        let beside = |footprint: &u32| {
            let mut slides = self.footprints.slides_into(*footprint).iter();
            slides.find(|slide| slide.rotation.is_identity() && slide.from < *footprint)
        };
        let footprints = self.footprints.groups.iter().map(|group| group.footprints.start);
        footprints.map(move |footprint| beside(&footprint).map(|slide| self.first_row(slide.from)))
    }

    /// What a slide with this rotation does to a row.
    pub(super) fn pull(&self, rotation: Rotation) -> Option<&Pull> {
        self.pulls[self.layout.pull_of(rotation)].as_ref()
    }

    /// The same from the words that this rank has to those of all; none where others can pull what they need.
    pub(super) fn push(&self, rotation: Rotation) -> Option<&Push> {
        self.pushes[self.layout.pull_of(rotation)].as_ref()
    }

    /// The entries that the footprints of a group share, as far as this rank has them.
    pub(super) fn entries_per_group(&self) -> usize {
        self.words_held() * self.entries_per_word()
    }

    /// The entries of a word of each row that a group has for a parity.
    pub(super) fn entries_per_word(&self) -> usize {
        match (&self.footprints.parities, self.footprints.places) {
            (Parities::One(_), _) | (Parities::Both, 1) => self.layout.bits_per_word,
            (Parities::Both, _) => 2 * self.layout.bits_per_word,
        }
    }

    /// The number of the goal's entry.
    pub(super) fn entry_of_goal(&self) -> usize {
        let goal = self.footprints.goal;
        let group = self.footprints.groups.iter().position(|group| group.footprints.contains(&goal));
        group.unwrap_or(0) * self.entries_per_group()
    }

    /// How many tasks a level has in a group: one, or, where a group is a single row, one for each chunk of it.
    pub(super) fn chunks_of(&self, group: &Group) -> usize {
        let is_single_row = group.footprints.len() * self.planes() == 1;
        if is_single_row { self.words_held() / self.chunk_words } else { 1 }
    }
}

/// The layout for one of many ranks. The parities of a row's prefixes take little beside the rows of one that is alone, but all
/// have as many of them; so of a full board's long rows not all are known word by word.
fn layout_of_rank(footprints: &Footprints, ranks: usize) -> RowLayout {
    let is_long = RowLayout::words_in_a_row(footprints.places) > FEW_PARITIES;
    let is_full = matches!(footprints.parities, Parities::One(_));
    RowLayout::with_parities_before(footprints.places, if ranks > 1 && is_long && is_full { 2 } else { 0 })
}

/// A byte each of so many words is nothing.
const FEW_PARITIES: u64 = 1 << 20;

const fn planes(parities: &Parities) -> u32 {
    match parities {
        Parities::One(_) => 1,
        Parities::Both => 2,
    }
}

/// No operation for any rotation.
fn none_yet<T>(layout: &RowLayout) -> Vec<Option<T>> {
    (0..layout.places * layout.places).map(|_| None).collect()
}

/// The operations of all rotations that occur.
fn compile<T>(
    operations: &mut [Option<T>],
    layout: &RowLayout,
    footprints: &Footprints,
    compiled: impl Fn(&RowLayout, Rotation) -> T,
) {
    for slide in &footprints.slides {
        operations[layout.pull_of(slide.rotation)].get_or_insert_with(|| compiled(layout, slide.rotation));
    }
}

/// Which words of a row each of so many ranks has, and how many of them a task of a full board works on at a time; without what
/// it takes to work on them.
pub(super) fn shares_of(space: &Space, ranks: usize) -> (Shares, usize) {
    let layout = RowLayout::without_parities(space.pattern().tiles().len());
    match space {
        Space::Full(space) => shares(&layout, &Footprints::of_full_board(space), 0, ranks),
        Space::Pattern(_) => (shares_of_pattern(&layout, 0, ranks), layout.words_per_row),
    }
}

/// The words that ranks have, and how many of them a task works on at a time. A full board's rows are cut between chunks; those
/// of a pattern have few words, and a task has all that the rank has.
fn shares(layout: &RowLayout, footprints: &Footprints, rank: usize, ranks: usize) -> (Shares, usize) {
    match footprints.parities {
        Parities::One(_) => {
            let chunk_words = chunk_in_words(layout, footprints, ranks);
            (Shares::of(rank, ranks, layout.words_per_row, chunk_words), chunk_words)
        }
        Parities::Both => {
            let shares = shares_of_pattern(layout, rank, ranks);
            let own = shares.own().len();
            (shares, own)
        }
    }
}

fn shares_of_pattern(layout: &RowLayout, rank: usize, ranks: usize) -> Shares {
    Shares::of(rank, ranks, layout.words_per_row, 1)
}

/// The words of a chunk that holds the blocks of every window.
fn chunk_in_words(layout: &RowLayout, footprints: &Footprints, ranks: usize) -> usize {
    let rotations = footprints.slides.iter().map(|slide| slide.rotation);
    layout.chunk_in_words(rotations.filter_map(|rotation| Pull::block_start(layout, rotation)), ranks)
}
