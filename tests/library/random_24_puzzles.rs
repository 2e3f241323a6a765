//! The random 24-puzzles of `docs/random-24-puzzle.tsv`.

use tilebase::board::{Goal, Shape};
use tilebase::notation::MoveOptions;
use tilebase::search::{Heuristic, Manhattan};
use tilebase::solve::Population;

const ROWS: &str = include_str!("../../docs/random-24-puzzle.tsv");

/// The seed of the first file that `pdb-solve label --seed 1` writes.
fn seed() -> u64 {
    let hash = blake3::Hasher::new()
        .update(b"tilebase labels")
        .update(&1_u64.to_le_bytes())
        .update(&0_u64.to_le_bytes())
        .finalize();
    u64::from_le_bytes(hash.as_bytes()[..8].try_into().unwrap())
}

/// Replays each path. The lower bounds, which show that no path is shorter, took hours of
/// searching.
#[test]
fn random_24_puzzles_are_drawn_by_their_seed_and_solved_by_their_paths() {
    let goal = Goal::blank_last(Shape::new(5, 5).unwrap());
    let drawn = Population::Solvable.draw(&goal, 100, seed()).unwrap();
    let manhattan = Manhattan::new(&goal);
    assert_eq!(ROWS.lines().count(), 1 + drawn.len());
    for ((row, board), expected) in ROWS.lines().skip(1).zip(drawn).zip(1..) {
        let [number, shown, lower_bound, length, path] =
            row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        assert_eq!((number.parse(), shown.parse()), (Ok(expected), Ok(board)), "{row}");
        let lower_bound: u32 = lower_bound.parse().unwrap();
        let least = manhattan.estimate(&board);
        // All paths have the same parity as the Manhattan distance.
        assert!(lower_bound >= least && (lower_bound - least).is_multiple_of(2), "{row}");
        if length.is_empty() && path.is_empty() {
            continue;
        }
        let moves = MoveOptions::default().read(path).unwrap();
        let end = moves.iter().try_fold(board, |board, step| board.after(*step));
        assert_eq!(end, Some(goal.board()), "{row}");
        assert_eq!((length.parse(), moves.len()), (Ok(lower_bound), lower_bound as usize), "{row}");
    }
}
