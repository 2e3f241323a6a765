//! Is a table right? A proof over all its entries, and a comparison with a search that uses no table.
//!
//! # The proof that a full table is right
//!
//! Say every entry is a number, and
//!
//! 1. the entry is 0 at the goal, and nowhere else;
//! 2. the entries of two neighbours differ by exactly 1;
//! 3. every entry but 0 has a neighbour one smaller.
//!
//! By rule 3 there is from every board a path along which the entry falls by one with each move, down to 0,
//! which by rule 1 is the goal: so no distance is *larger* than its entry. By rule 2 no path falls faster, and
//! the goal has 0: so no distance is *smaller*. Hence every entry is the distance. Rule 4, that no entry is
//! unset, and rule 5, that the histogram counts the entries, make the table whole.
//!
//! The rules are checked board by board, by ranking and unranking. The generator does neither, so a fault in
//! its rotations can't hide here.
//!
//! Of a table that has distances modulo 3 alone, the distances are found first, by walking down from every board.
//! Where a walk is lost, the rules are checked modulo 3, to say where. That is done for boards of up to
//! [`RANKED_STATES`]. A larger table modulo 3, whose distances might not fit in memory, is held against its levels, which
//! are computed again, sixty entries at a time; rule 6 is that they agree. That does not show a fault of the rotations, but any
//! of the file and of what wrote it.

mod against_astar;
mod proof;
mod sample;
mod spot_check;

pub use against_astar::{Disagreement, compare_with_astar};
pub use proof::{ProofError, RANKED_STATES, Rule, Violation, memory_in_bytes, prove};
pub use sample::Sample;
pub use spot_check::spot_check;
