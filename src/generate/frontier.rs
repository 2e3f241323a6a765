//! The sets of a level: what it reached first, what was reached before, and the step to the next one.

use std::collections::TryReserveError;

use rayon::prelude::*;

use super::row_graph::RowGraph;
use super::rows::{Progress, RowsOfColour, Task};
use super::step::Step;
use crate::interrupt::Interrupt;
use crate::space::footprints::Footprints;

/// The level to go to.
#[derive(Clone, Copy, Debug)]
pub(super) struct NextLevel<'a> {
    /// How far it is from the goal, in moves.
    pub(super) distance: u8,
    /// The colour of the rows that it lies in.
    pub(super) colour: usize,
    pub(super) interrupt: &'a Interrupt,
}

/// The search, between two levels.
#[derive(Debug)]
pub(super) struct Frontier {
    graph: RowGraph,
    colours: [RowsOfColour; 2],
}

impl Frontier {
    /// Before the first level: nothing reached.
    pub(super) fn new(footprints: Footprints) -> Result<Self, TryReserveError> {
        let graph = RowGraph::new(footprints);
        let [even, odd] = graph.rows.map(|rows| RowsOfColour::new(rows, graph.layout.words_per_row));
        Ok(Self { colours: [even?, odd?], graph })
    }

    /// Puts the goal in: the first level. Its arrangement has rank 0.
    pub(super) fn start(&mut self, entries: &mut [u8]) {
        let Self { graph, colours: [rows, _] } = self;
        let goal = graph.footprints.goal;
        let row = graph.first_row(goal);
        let word = row * graph.layout.words_per_row;
        rows.frontier.set_lowest(word);
        rows.seen.set_lowest(word);
        rows.is_live[row] = true;
        let group = graph.footprints.groups.iter().position(|group| group.footprints.contains(&goal));
        entries[group.unwrap_or(0) * graph.entries_per_group()] = 0;
    }

    /// Goes to the next level, and writes its distance into the entries that it reaches first. Once it is interrupted,
    /// rows are passed over.
    pub(super) fn advance(&mut self, to: &NextLevel<'_>, entries: &mut [u8], parallel: bool) -> Progress {
        let &NextLevel { distance, colour, interrupt } = to;
        let Self { graph, colours: [even, odd] } = self;
        let (source, target) = if colour == 0 { (odd, even) } else { (even, odd) };
        let tasks = target.tasks(graph, colour, entries);
        let step = Step { graph, source, distance };
        let run = |scratch: &mut Vec<u64>, task: Task<'_>| {
            if interrupt.is_raised() { Progress::default() } else { step.run(task, scratch) }
        };
        let done: Vec<Progress> = if parallel {
            tasks.into_par_iter().map_init(Vec::new, run).collect()
        } else {
            let mut scratch = Vec::new();
            tasks.into_iter().map(|task| run(&mut scratch, task)).collect()
        };
        target.note(&done);
        done.into_iter().fold(Progress::default(), Progress::and)
    }

    /// The words of the newest level, which lies in the rows of this colour.
    pub(super) fn newest(&self, colour: usize) -> &[u64] {
        self.colours[colour].frontier.words()
    }

    /// The same, to be filled.
    pub(super) fn newest_mut(&mut self, colour: usize) -> &mut [u64] {
        self.colours[colour].frontier.words_mut()
    }

    /// The words of all states reached so far in the rows of a colour.
    pub(super) fn seen(&self, colour: usize) -> &[u64] {
        self.colours[colour].seen.words()
    }

    /// The same, to be filled.
    pub(super) fn seen_mut(&mut self, colour: usize) -> &mut [u64] {
        self.colours[colour].seen.words_mut()
    }

    /// Takes down which rows are live and complete after the sets were filled. The other colour's frontier is cleared
    /// before it is read, so it may be anything. False if the sets can't be those of a search: bits that stand for no
    /// arrangement, a newest level that was not seen, or none.
    pub(super) fn note_rows_of_filled_sets(&mut self, newest_colour: usize) -> bool {
        let layout = &self.graph.layout;
        let full = layout.full_word();
        let newest = &self.colours[newest_colour];
        let mut words = newest.frontier.words().iter().zip(newest.seen.words());
        let was_seen = words.all(|(newest, seen)| newest & !seen == 0);
        let mut seen = self.colours.iter().flat_map(|rows| rows.seen.words());
        let is_arrangement = seen.all(|seen| seen & !full == 0);
        for rows in &mut self.colours {
            rows.note_filled(layout.words_per_row, full);
        }
        was_seen && is_arrangement && self.colours[newest_colour].is_live.contains(&true)
    }
}
