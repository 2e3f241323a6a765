//! Slides of a pattern's rows as operations on the source words that a process holds.
//!
//! A [`Pull`](super::pull::Pull) runs over the target's words, whose number does not depend on the
//! source words held. A push runs over the held source words and finds their targets with the
//! inverse rotation. The target is a whole row, which is short for patterns. A slide acts on each
//! state independently, so the rows pushed by several processes are combined with OR.

use super::layout::{FIFTH, FIFTH_BITS, RowLayout, TAIL};
use super::tail::TailRotation;
use crate::space::rotation::Rotation;

/// The effect of a slide on the words of a source row.
#[derive(Debug)]
pub(crate) enum Push {
    /// Words stay in place.
    Straight,
    /// Bits move within their words.
    Tail(TailRotation),
    /// Runs of words move within their periods.
    Runs {
        /// The target run of each run of a source's period.
        targets: Vec<u32>,
        words_per_run: usize,
    },
    /// The tail rotates, if `before` is set; then fifths move within their periods of words; then
    /// the tail rotates, if `then` is set.
    Fifths {
        before: Option<TailRotation>,
        /// The target of each fifth of a source's period: the word within the period, and the fifth
        /// within the word, as `word << 8 | fifth`.
        targets: Vec<[u32; TAIL]>,
        then: Option<TailRotation>,
        /// Whether moving the fifths changes the parity of the arrangements.
        odd: bool,
    },
}

impl Push {
    /// Compiles the operation for a rotation of arrangements in this layout.
    pub(crate) fn new(layout: &RowLayout, rotation: Rotation) -> Self {
        if rotation.is_identity() {
            return Self::Straight;
        }
        let tail_start = layout.tail_start();
        let (from, to) = (usize::from(rotation.from), usize::from(rotation.to));
        let in_tail = |from: usize, to: usize| {
            (from != to)
                .then(|| TailRotation::new(layout.tail, Rotation::new(from - tail_start, to - tail_start)))
        };
        match (from < tail_start, to < tail_start) {
            (true, true) => {
                let behind_window = rotation.window_start() + rotation.window_len();
                let targets = rotation.inverse().sources(layout.places);
                Self::Runs { targets, words_per_run: layout.words_behind(behind_window) }
            }
            (false, false) => in_tail(from, to).map_or(Self::Straight, Self::Tail),
            (true, false) => {
                Self::fifths(layout, None, Rotation::new(from, tail_start), in_tail(tail_start, to))
            }
            (false, true) => {
                Self::fifths(layout, in_tail(from, tail_start), Rotation::new(tail_start, to), None)
            }
        }
    }

    /// Compiles a rotation between a place of the prefix and the tail's first place, with one
    /// within the tail before or after it.
    fn fifths(
        layout: &RowLayout,
        before: Option<TailRotation>,
        rotation: Rotation,
        then: Option<TailRotation>,
    ) -> Self {
        let runs = rotation.inverse().sources(layout.places);
        let fifths_per_word = TAIL as u32;
        let packed = |fifth: u32| ((fifth / fifths_per_word) << 8) | (fifth % fifths_per_word);
        let words = runs.as_chunks::<TAIL>().0;
        let targets = words.iter().map(|fifths| fifths.map(packed)).collect();
        Self::Fifths { before, targets, then, odd: rotation.is_odd() }
    }

    /// Adds to `target`, a whole row, the states that the slide makes of `words`, those that this
    /// process holds of a row. `start` is the number of the first of them within the row, and
    /// `is_odd` the parity of the arrangements in it.
    pub(crate) fn run(
        &self,
        layout: &RowLayout,
        words: &[u64],
        start: usize,
        is_odd: bool,
        target: &mut [u64],
    ) {
        let prefix_is_odd = &layout.prefix_is_odd;
        match self {
            Self::Straight => words.iter().zip(&mut target[start..]).for_each(|(word, into)| *into |= word),
            Self::Tail(tail) => {
                for ((word, into), prefix) in
                    words.iter().zip(&mut target[start..]).zip(&prefix_is_odd[start..])
                {
                    if *word != 0 {
                        *into |= tail.apply(*word, is_odd ^ prefix);
                    }
                }
            }
            Self::Runs { targets, words_per_run } => {
                push_runs(targets, *words_per_run, words, start, target);
            }
            Self::Fifths { before, targets, then, odd } => {
                let fifths =
                    MovingFifths { targets, then: then.as_ref(), is_odd: is_odd ^ odd, prefix_is_odd };
                let mut within = start % targets.len();
                let mut period = start - within;
                for (word, prefix) in words.iter().zip(&prefix_is_odd[start..]) {
                    if *word != 0 {
                        let word = before.as_ref().map_or(*word, |tail| tail.apply(*word, is_odd ^ prefix));
                        fifths.push(word, within, period, target);
                    }
                    within += 1;
                    if within == targets.len() {
                        (within, period) = (0, period + within);
                    }
                }
            }
        }
    }
}

/// Adds runs of words, those from word `start` of a row on, to their places in the target.
#[inline]
fn push_runs(targets: &[u32], words_per_run: usize, mut words: &[u64], start: usize, target: &mut [u64]) {
    let in_period = start % (words_per_run * targets.len());
    let (mut run, mut period) = (in_period / words_per_run, start - in_period);
    // The first and the last run may be held only in part.
    let mut in_run = in_period % words_per_run;
    while !words.is_empty() {
        let (moved, behind) = words.split_at(words.len().min(words_per_run - in_run));
        let to = period + targets[run] as usize * words_per_run + in_run;
        if let [word] = moved {
            target[to] |= word;
        } else {
            moved.iter().zip(&mut target[to..]).for_each(|(word, into)| *into |= word);
        }
        (words, in_run, run) = (behind, 0, run + 1);
        if run == targets.len() {
            (run, period) = (0, period + words_per_run * targets.len());
        }
    }
}

/// The inputs shared by all words whose fifths move.
struct MovingFifths<'a> {
    targets: &'a [[u32; TAIL]],
    then: Option<&'a TailRotation>,
    /// Parity of the arrangements after the fifths have moved.
    is_odd: bool,
    prefix_is_odd: &'a [bool],
}

impl MovingFifths<'_> {
    /// Adds the fifths of a word to the target's period; `within` is the word's number within its
    /// period.
    #[inline]
    fn push(&self, word: u64, within: usize, period: usize, target: &mut [u64]) {
        for (nth, place) in (0..).zip(self.targets[within]) {
            let bits = word >> (FIFTH_BITS * nth) & FIFTH;
            if bits != 0 {
                let (to, fifth) = (period + (place >> 8) as usize, place & 0xFF);
                target[to] |= match self.then {
                    None => bits << (FIFTH_BITS * fifth),
                    Some(tail) => {
                        tail.apply_to_fifth(bits, fifth as usize, self.is_odd ^ self.prefix_is_odd[to])
                    }
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::kernel::{Pull, PullContext};

    /// For every rotation of up to eight places, the rows pushed by all processes add up to the
    /// pulled row.
    #[test]
    fn pushes_of_all_processes_match_pulls() {
        let mut random = fastrand::Rng::with_seed(9);
        for places in 1..=8 {
            let layout = RowLayout::new(places);
            for (from, to) in (0..places).flat_map(|from| (0..places).map(move |to| (from, to))) {
                let rotation = Rotation::new(from, to);
                let (pull, push) = (Pull::new(&layout, rotation), Push::new(&layout, rotation));
                for (is_odd, thinning) in [(false, 1), (true, 6)] {
                    let mut word =
                        || if random.u32(0..thinning) == 0 { random.u64(..) & layout.full_word() } else { 0 };
                    let source: Vec<u64> = (0..layout.words_per_row).map(|_| word()).collect();
                    let mut expected = vec![0; source.len()];
                    let mut scratch = Vec::new();
                    let held = 0..source.len();
                    let mut context = PullContext {
                        layout: &layout,
                        start: 0,
                        held,
                        source_is_odd: is_odd,
                        scratch: &mut scratch,
                    };
                    pull.run(&source, &mut expected, &mut context);
                    for processes in [1, 2, 5] {
                        let mut found = vec![0; source.len()];
                        for process in 0..processes {
                            let share =
                                source.len() * process / processes..source.len() * (process + 1) / processes;
                            let words = &source[share.clone()];
                            push.run(&layout, words, share.start, is_odd, &mut found);
                        }
                        assert_eq!(found, expected, "{rotation:?} of {places}, {processes} processes");
                    }
                }
            }
        }
    }
}
