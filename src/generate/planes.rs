//! Distances modulo 3 in two bits a state, while a full board is built.
//!
//! Entry by entry a table would be written a state at a time. In planes, a bit of each residue apart, an entry is set for the
//! sixty states of a word at once. Only residues 1 and 2 have a plane: what is in neither has residue 0, or was not reached,
//! and in the end all is reached.

use std::collections::TryReserveError;

use super::arrays::{Data, Rows};
use super::bits::Bits;
use super::checkpoint::{Body, CheckpointProblem};
use super::entries::{Entries, Tally};
use super::layout::RowLayout;
use super::notes::{Membership, Nothing, no_items};
use super::row_graph::RowGraph;
use super::sweep::{NextLevel, Reached, Sweep};
use crate::exchange::{Collective, ExchangeError};
use crate::space::Space;
use crate::table::Encoding;

/// The states at distances that leave a residue, words of sixty in the order of the table.
#[derive(Debug)]
pub(super) struct Planes {
    /// Of residue 1, and of residue 2.
    planes: [Bits; 2],
    states_per_word: usize,
}

impl Planes {
    /// The words of the states at distances of residue 1, and of residue 2.
    pub(super) fn words(&self) -> [&[u64]; 2] {
        self.planes.each_ref().map(Bits::words)
    }

    pub(super) const fn states_per_word(&self) -> usize {
        self.states_per_word
    }

    fn words_in(space: &Space) -> u64 {
        let shape = space.shape();
        RowLayout::words_in_a_row(shape.tiles()) * shape.cells() as u64
    }
}

impl Entries for Planes {
    const ENCODING: Encoding = Encoding::Mod3;

    fn memory_in_bytes(space: &Space) -> u64 {
        2 * 8 * Self::words_in(space)
    }

    fn unset(graph: &RowGraph) -> Result<Self, TryReserveError> {
        let words = (graph.rows[0] + graph.rows[1]) * graph.words_held();
        let states_per_word = graph.layout.bits_per_word;
        Ok(Self { planes: [Bits::new(words)?, Bits::new(words)?], states_per_word })
    }

    fn set_goal(&mut self, _: &RowGraph) {}

    fn advance(
        &mut self,
        sweep: &mut Sweep,
        to: &NextLevel<'_>,
        exchange: &mut (impl Collective + ?Sized),
    ) -> Result<Reached, ExchangeError> {
        let residue = usize::from(to.distance % 3);
        match residue.checked_sub(1) {
            Some(plane) => {
                let rows = self.planes[plane].words_mut().chunks_mut(sweep.graph.words_held().max(1));
                sweep.advance_with(to, &Membership, rows, exchange)
            }
            None => {
                let Reached { states, .. } = sweep.advance_with(to, &Nothing, no_items(), exchange)?;
                Ok(Reached { states, noted: states })
            }
        }
    }

    fn rows(graph: &RowGraph) -> Vec<Rows> {
        vec![Rows::of_words(graph.rows[0] + graph.rows[1]); 2]
    }

    fn arrays(&self) -> Vec<Data<'_>> {
        self.words().map(Data::Words).into()
    }

    fn read(&mut self, body: &mut Body, at: &mut u64, graph: &RowGraph) -> Result<(), CheckpointProblem> {
        for (plane, rows) in self.planes.iter_mut().zip(Self::rows(graph)) {
            body.read_rows_of_words(at, rows, graph, plane.words_mut())?;
        }
        Ok(())
    }

    /// The states of residue 1 and of residue 2, and those that are in both planes.
    fn tally(&self, _: &Sweep, _: u8) -> Tally {
        let [ones, twos] = self.words();
        let states = |words: &[u64]| words.iter().map(|word| u64::from(word.count_ones())).sum();
        let mut tally = [0; 1 << u8::BITS];
        tally[1] = states(ones);
        tally[2] = states(twos);
        tally[3] = ones.iter().zip(twos).map(|(one, two)| u64::from((one & two).count_ones())).sum();
        tally
    }

    fn are_counted(tally: &Tally, histogram: &[u64]) -> bool {
        let is_counted = |residue: usize| tally[residue] == histogram.iter().skip(residue).step_by(3).sum();
        tally[3] == 0 && is_counted(1) && is_counted(2)
    }
}
