//! Slides as operations on the words of a target row.
//!
//! The position of the rotation's window determines the operation (`space::rotation` defines
//! windows, periods, and runs):
//!
//! - no window, for a slide along a row of the board: the words stay in place;
//! - window within the prefix: runs of whole words move;
//! - window within the tail: the bits of each word are permuted ([`TailRotation`]);
//! - window across the boundary: the rotation from place `i` to place `j` is composed of one
//!   between `i` and the tail's first place and one between that place and `j`. The one that
//!   reaches into the prefix moves *fifths* of words: the arrangements of a fifth have the same
//!   element in the tail's first place. The other one is within the tail, and is omitted if `i` or
//!   `j` is the tail's first place.
//!
//! All operations run forward over the target's words and skip zeros: most words are zero in early
//! and late levels.

use std::ops::Range;

use super::layout::{FIFTH, FIFTH_BITS, RowLayout, TAIL};
use super::tail::TailRotation;
use crate::space::rotation::Rotation;

/// The effect of a slide on the words of a row.
#[derive(Debug)]
pub(crate) enum Pull {
    /// Words stay in place.
    Straight,
    /// Runs of words move within their periods.
    Runs(Runs),
    /// Bits move within their words.
    Tail(TailRotation),
    /// Fifths move within their periods of words.
    Fifths(Fifths),
    /// Fifths move within their periods of words; then the tail rotates in the target.
    FifthsThenTail(Fifths, TailRotation),
    /// The tail rotates; then fifths move within their periods of words.
    TailThenFifths(TailRotation, Fifths),
}

/// The source run of each run of a target's period.
#[derive(Debug)]
pub(crate) struct Runs {
    sources: Vec<u32>,
    words_per_run: usize,
}

/// The source of each fifth of a target's period: the word, counted from the period's first, and
/// the shift within it, as `word << 8 | shift`.
#[derive(Debug)]
pub(crate) struct Fifths {
    sources: Vec<[u32; TAIL]>,
    /// Whether moving the fifths changes the parity of the arrangements.
    odd: bool,
}

/// The context of a pull into a row segment: its position and parity, and a work buffer.
pub(crate) struct PullContext<'a> {
    pub(crate) layout: &'a RowLayout,
    /// Number of the row segment's first word within its row.
    pub(crate) start: usize,
    /// Words of the source row that this process holds. Each row segment, period, and run lies
    /// entirely inside or outside of them.
    pub(crate) held: Range<usize>,
    /// Parity of the arrangements in the source row.
    pub(crate) source_is_odd: bool,
    /// Work buffer that keeps its allocation between calls.
    pub(crate) scratch: &'a mut Vec<u64>,
}

impl Pull {
    /// Compiles the operation for a rotation of arrangements in this layout.
    pub(crate) fn new(layout: &RowLayout, rotation: Rotation) -> Self {
        let tail_start = layout.tail_start();
        let (from, to) = (usize::from(rotation.from), usize::from(rotation.to));
        let within_tail = |from: usize, to: usize| {
            let within = Rotation::new(from - tail_start, to - tail_start);
            TailRotation::new(layout.tail, within)
        };
        match (from < tail_start, to < tail_start) {
            _ if rotation.is_identity() => Self::Straight,
            (true, true) => Self::Runs(Runs::new(layout, rotation)),
            (false, false) => Self::Tail(within_tail(from, to)),
            (true, false) if to == tail_start => Self::Fifths(Fifths::new(layout, rotation)),
            (false, true) if from == tail_start => Self::Fifths(Fifths::new(layout, rotation)),
            (true, false) => {
                let fifths = Fifths::new(layout, Rotation::new(from, tail_start));
                Self::FifthsThenTail(fifths, within_tail(tail_start, to))
            }
            (false, true) => {
                let fifths = Fifths::new(layout, Rotation::new(tail_start, to));
                Self::TailThenFifths(within_tail(from, tail_start), fifths)
            }
        }
    }

    /// Returns the start of the window if row segments must contain its periods whole, as for
    /// fifths.
    pub(crate) fn period_start(layout: &RowLayout, rotation: Rotation) -> Option<usize> {
        let start = rotation.window_start();
        let crosses =
            start < layout.tail_start() && usize::from(rotation.from.max(rotation.to)) >= layout.tail_start();
        crosses.then_some(start)
    }

    /// Returns the source words for a row segment of `words` words that begins at word `start` of
    /// its row.
    pub(crate) fn source_words(&self, start: usize, words: usize) -> Range<usize> {
        let Self::Runs(runs) = self else { return start..start + words };
        if words <= runs.words_per_run {
            let from = runs.source_of(start);
            return from..from + words;
        }
        let period = start - start % runs.words_per_period();
        period..period + words.max(runs.words_per_period())
    }

    /// Adds to `target`, a row segment, the states that the slide moves there from the source row's
    /// words.
    pub(crate) fn run(&self, source: &[u64], target: &mut [u64], context: &mut PullContext<'_>) {
        if let Self::Runs(runs) = self {
            return runs.pull(source, &context.held, target, context.start);
        }
        if !context.held.contains(&context.start) {
            return;
        }
        let here = &source[context.start - context.held.start..][..target.len()];
        let (prefix_is_odd, all_are_flipped) = context.layout.parities(context.start, target.len());
        let odd = context.source_is_odd ^ all_are_flipped;
        match self {
            Self::Straight => or_into(here, target),
            Self::Runs(_) => {}
            Self::Tail(tail) => {
                for ((word, into), prefix) in here.iter().zip(target).zip(prefix_is_odd) {
                    if *word != 0 {
                        *into |= tail.apply(*word, odd ^ prefix);
                    }
                }
            }
            Self::Fifths(fifths) => fifths.pull(here, prefix_is_odd, target, |word, _| word),
            Self::FifthsThenTail(fifths, tail) => {
                // The tail rotates last, so the parity is the one after the fifths have moved.
                let odd = odd ^ fifths.odd;
                fifths.pull(here, prefix_is_odd, target, |word, prefix| tail.apply(word, odd ^ prefix));
            }
            Self::TailThenFifths(tail, fifths) => {
                // Rotated once beforehand, since the fifths of a word go to several target words.
                context.scratch.clear();
                let words = here.iter().zip(prefix_is_odd);
                let rotated = |(word, prefix): (&u64, &bool)| match word {
                    0 => 0,
                    _ => tail.apply(*word, odd ^ prefix),
                };
                context.scratch.extend(words.map(rotated));
                fifths.pull(context.scratch, prefix_is_odd, target, |word, _| word);
            }
        }
    }
}

impl Runs {
    fn new(layout: &RowLayout, rotation: Rotation) -> Self {
        let behind_window = rotation.window_start() + rotation.window_len();
        Self { sources: rotation.sources(layout.places), words_per_run: layout.words_behind(behind_window) }
    }

    const fn words_per_period(&self) -> usize {
        self.words_per_run * self.sources.len()
    }

    /// Returns the source of the word `start`, and so of a row segment that begins there and is not
    /// longer than a run.
    fn source_of(&self, start: usize) -> usize {
        let within = start % self.words_per_period();
        let run = self.sources[within / self.words_per_run] as usize;
        start - within + run * self.words_per_run + within % self.words_per_run
    }

    /// Adds the runs of a row segment.
    ///
    /// A row segment, a run, and a period each consist of all words that share some leading places.
    /// So of any two of them, one contains the other or they are disjoint.
    fn pull(&self, source: &[u64], held: &Range<usize>, target: &mut [u64], start: usize) {
        if target.len() <= self.words_per_run {
            let from = self.source_of(start);
            if held.contains(&from) {
                or_into(&source[from - held.start..][..target.len()], target);
            }
            return;
        }
        let words_per_period = self.words_per_period();
        let within = start % words_per_period;
        let period = start - within;
        // A part of the period belongs to other processes.
        if period < held.start || held.end < period + target.len().max(words_per_period) {
            return self.pull_what_is_held(source, held, target, start);
        }
        let runs = &self.sources[within / self.words_per_run..];
        let periods = source[period - held.start..].chunks_exact(words_per_period);
        for (period, into) in periods.zip(target.chunks_mut(words_per_period)) {
            if self.words_per_run == 1 {
                runs.iter().zip(into).for_each(|(run, into)| *into |= period[*run as usize]);
                continue;
            }
            for (run, into) in runs.iter().zip(into.chunks_exact_mut(self.words_per_run)) {
                let from = *run as usize * self.words_per_run;
                or_into(&period[from..from + self.words_per_run], into);
            }
        }
    }

    /// Like [`pull`](Self::pull), where this process may hold only some of the runs.
    fn pull_what_is_held(&self, source: &[u64], held: &Range<usize>, target: &mut [u64], start: usize) {
        for (nth, into) in target.chunks_exact_mut(self.words_per_run).enumerate() {
            let from = self.source_of(start + nth * self.words_per_run);
            if held.contains(&from) {
                or_into(&source[from - held.start..][..self.words_per_run], into);
            }
        }
    }
}

impl Fifths {
    /// Compiles the fifths of a rotation between a place of the prefix and the tail's first place.
    fn new(layout: &RowLayout, rotation: Rotation) -> Self {
        let runs = rotation.sources(layout.places);
        let packed = |fifth: u32| {
            let fifths_per_word = TAIL as u32;
            ((fifth / fifths_per_word) << 8) | (fifth % fifths_per_word * FIFTH_BITS)
        };
        let words = runs.as_chunks::<TAIL>().0;
        Self { sources: words.iter().map(|fifths| fifths.map(packed)).collect(), odd: rotation.is_odd() }
    }

    /// Assembles the words of the target's periods from their fifths, and adds `then(word, parity)`
    /// for each word that is not 0, with the parity of its prefix.
    #[inline]
    fn pull(
        &self,
        source: &[u64],
        prefix_is_odd: &[bool],
        target: &mut [u64],
        then: impl Fn(u64, bool) -> u64,
    ) {
        let words = self.sources.len();
        let periods = source.chunks_exact(words).zip(target.chunks_exact_mut(words));
        for ((from, into), prefixes) in periods.zip(prefix_is_odd.chunks_exact(words)) {
            if from.iter().all(|word| *word == 0) {
                continue;
            }
            for ((sources, into), prefix) in self.sources.iter().zip(into).zip(prefixes) {
                let mut word = 0;
                for (nth, place) in (0_u32..).zip(sources) {
                    let fifth = from[(place >> 8) as usize] >> (place & 0xFF) & FIFTH;
                    word |= fifth << (nth * FIFTH_BITS);
                }
                if word != 0 {
                    *into |= then(word, *prefix);
                }
            }
        }
    }
}

fn or_into(source: &[u64], target: &mut [u64]) {
    for (word, into) in source.iter().zip(target) {
        *into |= word;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::lehmer::{factorial, rank, unrank_half};

    /// Reference implementation: each set bit is unranked, rotated, and ranked.
    fn pull_slowly(layout: &RowLayout, rotation: Rotation, odd: bool, source: &[u64]) -> Vec<u64> {
        let mut target = vec![0; source.len()];
        for half in 0..factorial(layout.places) / 2 {
            let at = |half: u64| (half as usize / layout.bits_per_word, half as usize % layout.bits_per_word);
            let (word, bit) = at(half);
            if source[word] >> bit & 1 == 1 {
                let mut elements = vec![0; layout.places];
                unrank_half(half, odd, &mut elements);
                rotation.apply(&mut elements);
                let (word, bit) = at(rank(&elements, layout.places) / 2);
                target[word] |= 1 << bit;
            }
        }
        target
    }

    /// Checks every rotation of three to eight places on random rows of several densities, one row
    /// segment at a time.
    #[test]
    fn pulls_move_words_like_arrangements() {
        let mut random = fastrand::Rng::with_seed(7);
        for places in 3..=8 {
            let layout = RowLayout::new(places);
            for (from, to) in (0..places).flat_map(|from| (0..places).map(move |to| (from, to))) {
                let rotation = Rotation::new(from, to);
                let pull = Pull::new(&layout, rotation);
                let smallest = Pull::period_start(&layout, rotation).map_or(1, |p| layout.words_behind(p));
                for (odd, thinning) in [(false, 0), (true, 2), (false, 9)] {
                    let full = (1 << layout.bits_per_word) - 1;
                    let mut word = || (0..thinning).fold(random.u64(0..), |w, _| w & random.u64(0..)) & full;
                    let source: Vec<u64> = (0..layout.words_per_row).map(|_| word()).collect();
                    let expected = pull_slowly(&layout, rotation, odd, &source);
                    for place in 0..=layout.tail_start() {
                        let segment_len = layout.words_behind(place);
                        if segment_len < smallest {
                            continue;
                        }
                        let mut target = vec![0; source.len()];
                        for (nth, into) in target.chunks_mut(segment_len).enumerate() {
                            let mut context = PullContext {
                                layout: &layout,
                                start: nth * segment_len,
                                held: 0..source.len(),
                                source_is_odd: odd,
                                scratch: &mut Vec::new(),
                            };
                            // Words outside the declared source are zeroed: the pull must not read
                            // them.
                            let words = pull.source_words(context.start, segment_len);
                            let mut source = source.clone();
                            source[..words.start].fill(0);
                            source[words.end..].fill(0);
                            pull.run(&source, into, &mut context);
                        }
                        assert_eq!(target, expected, "{rotation:?} of {places}, segments of {segment_len}");
                    }
                }
            }
        }
    }
}
