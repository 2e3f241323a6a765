//! The rows of a search and the slides between them: what is the same at every level.

use super::layout::RowLayout;
use super::pull::Pull;
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
    /// The words that a task works on at a time in a row that it has for itself.
    pub(super) chunk_words: usize,
    /// By footprint: the place of its first row among the rows of its colour.
    first_rows: Vec<u32>,
    /// By the rotation's places, `from * places + to`: the operation; none for rotations that no slide has.
    pulls: Vec<Option<Pull>>,
}

impl RowGraph {
    /// The rows of these footprints.
    pub(super) fn new(footprints: Footprints) -> Self {
        let layout = RowLayout::new(footprints.places);
        Self::with_layout(footprints, layout)
    }

    /// The rows of these footprints, in this layout of their places.
    pub(super) fn with_layout(footprints: Footprints, layout: RowLayout) -> Self {
        let planes = planes(&footprints.parities);
        let mut rows = [0_u32; 2];
        let mut first_rows = vec![0; footprints.count()];
        for group in &footprints.groups {
            for footprint in group.footprints.clone() {
                first_rows[footprint as usize] = rows[group.colour];
                rows[group.colour] += planes;
            }
        }
        let pulls = compile(&layout, &footprints);
        let chunk_words = match footprints.parities {
            Parities::One(_) => chunk_in_words(&layout, &footprints),
            Parities::Both => layout.words_per_row,
        };
        let rows = rows.map(|rows| rows as usize);
        Self { footprints, layout, rows, chunk_words, first_rows, pulls }
    }

    /// How many rows a footprint has.
    pub(super) fn planes(&self) -> usize {
        planes(&self.footprints.parities) as usize
    }

    /// The place of a footprint's first row among the rows of its colour.
    pub(super) fn first_row(&self, footprint: u32) -> usize {
        self.first_rows[footprint as usize] as usize
    }

    /// What a slide with this rotation does to a row.
    pub(super) fn pull(&self, rotation: Rotation) -> Option<&Pull> {
        self.pulls[self.layout.pull_of(rotation)].as_ref()
    }

    /// The entries that the footprints of a group share.
    pub(super) fn entries_per_group(&self) -> usize {
        let per_row = self.layout.words_per_row * self.layout.bits_per_word;
        match (&self.footprints.parities, self.footprints.places) {
            (Parities::One(_), _) | (Parities::Both, 1) => per_row,
            (Parities::Both, _) => 2 * per_row,
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
        if is_single_row { self.layout.words_per_row / self.chunk_words } else { 1 }
    }
}

const fn planes(parities: &Parities) -> u32 {
    match parities {
        Parities::One(_) => 1,
        Parities::Both => 2,
    }
}

/// The operations of all rotations that occur.
fn compile(layout: &RowLayout, footprints: &Footprints) -> Vec<Option<Pull>> {
    let mut pulls: Vec<Option<Pull>> = (0..layout.places * layout.places).map(|_| None).collect();
    for slide in &footprints.slides {
        let pull = &mut pulls[layout.pull_of(slide.rotation)];
        if pull.is_none() {
            *pull = Some(Pull::new(layout, slide.rotation));
        }
    }
    pulls
}

/// The words of a chunk that holds the blocks of every window.
fn chunk_in_words(layout: &RowLayout, footprints: &Footprints) -> usize {
    let rotations = footprints.slides.iter().map(|slide| slide.rotation);
    layout.chunk_in_words(rotations.filter_map(|rotation| Pull::block_start(layout, rotation)))
}
