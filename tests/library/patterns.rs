//! Pattern tables against a slow and obvious twin, and against the truth that they may never exceed.

use std::collections::{HashMap, VecDeque};

use tilebase::board::{Board, Goal, Shape, Tile};
use tilebase::generate::Generator;
use tilebase::space::{Pattern, PatternSpace, Space, StateIndex, StateSpace};

fn pattern(shape: Shape, tiles: &[u8]) -> Pattern {
    Pattern::new(shape, tiles.iter().copied().map(Tile::new)).unwrap()
}

/// Costs by a search over placements of the pattern's tiles and the blank: a move of another tile costs nothing.
fn costs_by_queue(goal: &Goal, pattern: &Pattern) -> Vec<u8> {
    let shape = goal.shape();
    // A key: by cell the tile of the pattern, 0 for the blank, and 255 for any other tile.
    let symbol = |tile: &Tile| match tile.number() {
        0 => 0,
        number if pattern.contains(*tile) => number,
        _ => 255,
    };
    let start: Vec<u8> = goal.board().tiles().iter().map(symbol).collect();
    let mut costs = HashMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(placement) = queue.pop_front() {
        let cost: u8 = costs[&placement];
        let blank = shape.all_cells().find(|cell| placement[cell.index()] == 0).unwrap();
        for to in tilebase::board::Move::ALL.into_iter().filter_map(|step| shape.neighbour(blank, step)) {
            let mut next = placement.clone();
            next.swap(blank.index(), to.index());
            let step = u8::from(placement[to.index()] != 255);
            let better = costs.get(&next).is_none_or(|known| cost + step < *known);
            if better {
                costs.insert(next.clone(), cost + step);
                if step == 0 { queue.push_front(next) } else { queue.push_back(next) }
            }
        }
    }
    let space = PatternSpace::new(goal, pattern.clone()).unwrap();
    let mut entries = vec![u8::MAX; usize::try_from(space.placements()).unwrap()];
    for (placement, cost) in costs {
        let index = space.index_of(&any_board(shape, &placement)).unwrap().number() as usize;
        entries[index] = entries[index].min(cost);
    }
    entries
}

/// A board with the pattern's tiles and the blank where a placement has them.
fn any_board(shape: Shape, placement: &[u8]) -> Board {
    let mut others = (1..u8::try_from(shape.cells()).unwrap()).filter(|number| !placement.contains(number));
    let numbers: Vec<u32> = placement
        .iter()
        .map(|symbol| if *symbol == 255 { others.next().unwrap() } else { *symbol }.into())
        .collect();
    Board::new(shape, &numbers).unwrap()
}

fn entries(goal: &Goal, pattern: &Pattern) -> Vec<u8> {
    let built = Generator::new(Space::new(goal, pattern).unwrap()).run().unwrap();
    assert_eq!(built.histogram().iter().sum::<u64>(), built.entries().len() as u64);
    built.entries().to_vec()
}

#[test]
fn entries_are_those_of_a_plain_queue() {
    for (rows, columns, tiles) in [
        (2, 2, &[1][..]),
        (2, 3, &[1, 2]),
        (2, 3, &[1, 3, 5]),
        (3, 2, &[2, 4, 5]),
        (2, 4, &[1, 2, 5, 6]),
        (2, 4, &[1, 2, 3, 5, 6]),
        (3, 3, &[1, 2, 3]),
        (3, 3, &[1, 2, 4, 5, 7]),
        (3, 3, &[2, 4, 6, 8]),
        (3, 3, &[1, 3, 5, 6, 7, 8]),
        (2, 6, &[1, 2, 6, 7, 11]),
        (3, 4, &[1, 2, 5, 6]),
    ] {
        let shape = Shape::new(rows, columns).unwrap();
        let pattern = pattern(shape, tiles);
        for goal in [Goal::blank_last(shape), Goal::blank_first(shape), Goal::snail(shape)] {
            assert!(entries(&goal, &pattern) == costs_by_queue(&goal, &pattern), "{pattern} to {goal:?}");
        }
    }
}

/// The sum over a partition, on every board: never above the distance, and of the same parity.
#[test]
fn sums_never_exceed_the_distance() {
    for (rows, columns, partition) in [
        (2, 4, &[&[1, 2, 5, 6][..], &[3, 4, 7]][..]),
        (3, 3, &[&[1, 2, 3, 4], &[5, 6, 7, 8]]),
        (3, 3, &[&[1, 2, 4], &[3, 5, 6], &[7, 8]]),
        (2, 5, &[&[1, 2, 6, 7], &[3, 4, 5, 8, 9]]),
    ] {
        let shape = Shape::new(rows, columns).unwrap();
        for goal in [Goal::blank_last(shape), Goal::snail(shape)] {
            let distances = Generator::for_goal(&goal).unwrap().run().unwrap();
            let space = StateSpace::new(&goal).unwrap();
            let tables: Vec<(PatternSpace, Vec<u8>)> = partition
                .iter()
                .map(|tiles| {
                    let pattern = pattern(shape, tiles);
                    (PatternSpace::new(&goal, pattern.clone()).unwrap(), entries(&goal, &pattern))
                })
                .collect();
            for (number, distance) in (0..).zip(distances.entries()) {
                let board = space.board_at(StateIndex::new(number)).unwrap();
                let costs = tables
                    .iter()
                    .map(|(space, entries)| entries[space.index_of(&board).unwrap().number() as usize]);
                let sum: u8 = costs.inspect(|cost| assert!(cost <= distance)).sum();
                assert!(
                    sum <= *distance && (distance - sum).is_multiple_of(2),
                    "{board} to {goal}: {sum} of {distance}"
                );
            }
        }
    }
}
