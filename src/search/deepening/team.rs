//! Ranks that search for one board together.
//!
//! All of them go through the same iterations, and find the same frontiers, so no state passes between them. Short iterations
//! each searches alone. At a long one they meet, compare what they have, and share out the tasks (`handed_out`); in the end all
//! have the same tally, and go on alike. Whoever has an answer, or gives up, says so where the others would next meet with it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::crew::Crew;
use super::handed_out::{hand_out, help};
use super::keeper::{Iteration, Keeper, Stage};
use super::ledger::Ledger;
use super::record::{byte_of, limit_of, put, read_counts, read_number};
use super::tally::Tally;
use super::walk::{Counts, Found, Root};
use crate::exchange::{ExchangeError, Post};
use crate::search::limits::Limit;
use crate::threads;

/// After an iteration of so many states the next one is shared out: some tenths of a second of work. Tests share out shorter ones.
const WORTH_RANKS: u64 = if cfg!(test) { 1 << 13 } else { 1 << 20 };

/// What a word at a meeting begins with.
const GOES_ON: u8 = 0;
const LEAVES: u8 = 1;

/// A rank among those that search together, with somebody to keep what is done.
pub(in crate::search) struct Team<'a> {
    post: &'a Mutex<dyn Post + 'a>,
    keeper: &'a dyn Keeper,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Is the iteration shared out that was opened last?
    is_shared: bool,
    /// Has anybody left? Then nobody meets any more.
    is_over: bool,
    /// The limit that another rank has left by.
    left_by: Option<Limit>,
    failure: Option<ExchangeError>,
}

impl<'a> Team<'a> {
    pub(in crate::search) fn new(post: &'a Mutex<dyn Post + 'a>, keeper: &'a dyn Keeper) -> Self {
        Self { post, keeper, state: Mutex::default() }
    }

    /// Tells the others that this one has an answer, or has given up by a limit. They are told once.
    pub(in crate::search) fn leave(&self, limit: Option<Limit>) {
        self.meet(vec![LEAVES, byte_of(limit)]);
    }

    /// The limit that another rank has left by.
    pub(in crate::search) fn left_by(&self) -> Option<Limit> {
        held(&self.state).left_by
    }

    /// Why the ranks could not go on, if they could not.
    pub(in crate::search) fn failure(&self) -> Option<ExchangeError> {
        held(&self.state).failure.clone()
    }

    /// What all ranks say, in their order; none if one has left.
    fn meet(&self, word: Vec<u8>) -> Option<Vec<Vec<u8>>> {
        let mut state = held(&self.state);
        if state.is_over {
            return None;
        }
        let goes_on = word[0] == GOES_ON;
        let mut post = held(self.post);
        let outgoing = vec![word; post.ranks()];
        match post.swap(outgoing, &mut || ()) {
            Err(error) => state.failure = Some(error),
            Ok(words) => {
                let Some(rank) = words.iter().position(|word| word.first() != Some(&GOES_ON)) else {
                    return Some(words);
                };
                match words[rank][..] {
                    [LEAVES, limit] => state.left_by = limit_of([limit]).flatten(),
                    _ => state.failure = Some(ExchangeError::Misunderstood { rank }),
                }
                // With the same question and the same tables all come to the answer together.
                if goes_on && state.left_by.is_none() {
                    state.failure = Some(ExchangeError::Misunderstood { rank });
                }
            }
        }
        state.is_over = true;
        None
    }

    /// Ends it for a reason.
    fn fail(&self, failure: ExchangeError) {
        let mut state = held(&self.state);
        (state.is_over, state.failure) = (true, Some(failure));
    }
}

impl Keeper for Team<'_> {
    /// That of the first rank, which alone knows of an earlier search.
    fn beginning(&self) -> Option<Iteration> {
        let mut word = vec![GOES_ON];
        if let Some(Iteration { bound, before, last }) = self.keeper.beginning() {
            put(&mut word, [bound.into(), before.expanded, before.generated, last[0], last[1]]);
        }
        let words = self.meet(word)?;
        let of_first = &mut words[0].get(1..)?;
        let bound = u32::try_from(read_number(of_first)?).ok()?;
        let before = read_counts(of_first)?;
        Some(Iteration { bound, before, last: [read_number(of_first)?, read_number(of_first)?] })
    }

    fn open(&self, iteration: &Iteration, roots: &[Root]) -> Option<Tally> {
        let own = self.keeper.open(iteration, roots)?;
        let is_shared = iteration.last[0] >= WORTH_RANKS;
        held(&self.state).is_shared = is_shared;
        if !is_shared {
            return Some(own);
        }
        let mut word = vec![GOES_ON];
        put(&mut word, [iteration.bound.into(), roots.len() as u64, Root::checksum_of(roots).into()]);
        let head = word.len();
        own.write(&mut word);
        let words = self.meet(word)?;
        let differs = words.iter().position(|word| word.get(..head) != words[0].get(..head));
        let tally = words[0].get(head..).and_then(|mut bytes| Tally::read(&mut bytes, roots.len()));
        match (differs, tally) {
            (None, Some(tally)) => Some(tally),
            (differs, _) => {
                self.fail(ExchangeError::Misunderstood { rank: differs.unwrap_or(0) });
                None
            }
        }
    }

    fn is_due(&self) -> bool {
        self.keeper.is_due()
    }

    fn note(&self, stage: &Stage<'_>) {
        self.keeper.note(stage);
    }

    fn note_end(&self, stage: &Stage<'_>) {
        self.keeper.note_end(stage);
    }
}

impl Crew for Team<'_> {
    fn work_through(&self, ledger: &Ledger<'_>, is_shared_out: bool, work: &(dyn Fn(usize) -> bool + Sync)) {
        let mut post = held(self.post);
        if post.ranks() == 1 || !held(&self.state).is_shared {
            return threads::work_through(ledger.tasks(), is_shared_out, work);
        }
        let share = if post.rank() == 0 { hand_out } else { help };
        if let Err(failure) = share(&mut *post, ledger, is_shared_out, work) {
            ledger.note(0..0, Counts::default(), Found::Stopped(Some(Limit::Interrupt)));
            self.fail(failure);
        }
    }
}

/// What is whole, whoever panicked while it was held.
fn held<T: ?Sized>(one: &Mutex<T>) -> MutexGuard<'_, T> {
    one.lock().unwrap_or_else(PoisonError::into_inner)
}
