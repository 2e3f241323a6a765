//! The random 24-puzzles of `docs/random-24-puzzle.tsv`.

use tilebase::board::{Board, Goal, Shape};
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

/// Replays each path. That no path is shorter was proved by the search, which takes hours.
#[test]
fn random_24_puzzles_are_drawn_by_their_seed_and_solved_by_their_paths() {
    let goal = Goal::blank_last(Shape::new(5, 5).unwrap());
    let drawn = Population::Solvable.draw(&goal, 100, seed()).unwrap();
    let manhattan = Manhattan::new(&goal);
    let mut last = 0;
    for row in ROWS.lines().skip(1) {
        let [number, board, length, path] = row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let (number, length): (usize, usize) = (number.parse().unwrap(), length.parse().unwrap());
        let board: Board = board.parse().unwrap();
        assert!(number > last, "{row}");
        assert_eq!(board, drawn[number - 1], "{row}");
        let moves = MoveOptions::default().read(path).unwrap();
        let end = moves.iter().try_fold(board, |board, step| board.after(*step));
        assert_eq!((end, moves.len()), (Some(goal.board()), length), "{row}");
        assert!(manhattan.estimate(&board) as usize <= length, "{row}");
        last = number;
    }
    assert!(last > 0);
}
