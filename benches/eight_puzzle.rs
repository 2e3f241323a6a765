//! The 8-puzzle within one process: ranking, building, opening, lookups, paths, and searches. Every
//! benchmark checks its results.
#![allow(missing_docs, reason = "criterion's macros make public functions")]

use std::collections::{HashMap, VecDeque};
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tilebase::board::{Batch, Board, Goal, Shape};
use tilebase::generate::Generator;
use tilebase::oracle::Oracle;
use tilebase::search::{BestFirst, LinearConflict, Manhattan, Problem, Search, Zero};
use tilebase::space::{FullSpace, StateIndex};
use tilebase::table::{Encoding, Table};

const STATES: usize = 181_440;
const SUM_OF_DISTANCES: u64 = 3_986_672;

fn goal() -> Goal {
    Goal::blank_last(Shape::THREE_BY_THREE)
}

fn every_board(space: &FullSpace) -> Vec<Board> {
    (0..space.states()).map(|number| space.board_at(StateIndex::new(number)).unwrap()).collect()
}

fn shuffled(mut boards: Vec<Board>) -> Vec<Board> {
    fastrand::Rng::with_seed(1).shuffle(&mut boards);
    boards
}

/// The usual first implementation: breadth-first search with a hash map of boards.
fn distances_by_hash_map() -> HashMap<Board, u8> {
    let start = goal().board();
    let mut distances = HashMap::from([(start, 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(board) = queue.pop_front() {
        let next_distance = distances[&board] + 1;
        for (_, next) in board.successors() {
            distances.entry(next).or_insert_with(|| {
                queue.push_back(next);
                next_distance
            });
        }
    }
    distances
}

/// The usual second implementation: a queue of indexes, and an array of distances.
fn distances_by_queue(space: &FullSpace) -> Vec<u8> {
    let mut distances = vec![u8::MAX; STATES];
    let mut queue = VecDeque::with_capacity(STATES);
    distances[space.goal_index().number() as usize] = 0;
    queue.push_back(space.goal_index());
    while let Some(index) = queue.pop_front() {
        let board = space.board_at(index).unwrap();
        let next_distance = distances[index.number() as usize] + 1;
        for (_, next) in board.successors() {
            let next_index = space.index_of_reachable(&next);
            let known = &mut distances[next_index.number() as usize];
            if *known == u8::MAX {
                *known = next_distance;
                queue.push_back(next_index);
            }
        }
    }
    distances
}

fn sum(distances: impl Iterator<Item = u8>) -> u64 {
    distances.map(u64::from).sum()
}

fn building(criterion: &mut Criterion) {
    let space = FullSpace::new(&goal()).unwrap();
    let mut group = criterion.benchmark_group("build 3x3 in memory");
    group.throughput(Throughput::Elements(STATES as u64)).sample_size(20);
    group.bench_function("tilebase", |bencher| {
        bencher.iter(|| {
            let built = Generator::for_goal(&goal()).unwrap().threads(1).distances().unwrap();
            assert_eq!(built.histogram().len(), 32);
            built
        });
    });
    group.bench_function("queue over an index", |bencher| {
        bencher.iter(|| distances_by_queue(&space));
    });
    group.bench_function("hash map", |bencher| bencher.iter(distances_by_hash_map));
    group.finish();
    assert_eq!(
        sum(Generator::for_goal(&goal()).unwrap().threads(1).distances().unwrap().entries().iter().copied()),
        SUM_OF_DISTANCES
    );
    assert_eq!(sum(distances_by_queue(&space).into_iter()), SUM_OF_DISTANCES);
    assert_eq!(sum(distances_by_hash_map().into_values()), SUM_OF_DISTANCES);
}

fn ranking(criterion: &mut Criterion) {
    let space = FullSpace::new(&goal()).unwrap();
    let boards = shuffled(every_board(&space));
    let mut group = criterion.benchmark_group("ranking all boards");
    group.throughput(Throughput::Elements(STATES as u64));
    group.bench_function("rank", |bencher| {
        bencher.iter(|| {
            let numbers = boards.iter().map(|board| space.index_of_reachable(board).number());
            assert_eq!(numbers.sum::<u64>(), STATES as u64 * (STATES as u64 - 1) / 2);
        });
    });
    group.bench_function("unrank", |bencher| {
        bencher.iter(|| (0..STATES as u64).all(|number| space.board_at(StateIndex::new(number)).is_some()));
    });
    group.finish();
}

fn asking(criterion: &mut Criterion) {
    let space = FullSpace::new(&goal()).unwrap();
    let in_order = every_board(&space);
    let at_random = shuffled(in_order.clone());
    let tiles: Vec<u8> = at_random.iter().flat_map(Board::tiles).map(|tile| tile.number()).collect();
    let distances = Generator::for_goal(&goal()).unwrap().threads(1).distances().unwrap();
    let mut group = criterion.benchmark_group("asking about all boards");
    group.throughput(Throughput::Elements(STATES as u64)).sample_size(10);
    for encoding in Encoding::all_of(distances.space()) {
        let table = distances.encoded(encoding).unwrap().into_table();
        let oracle = Oracle::new(table, &goal()).unwrap();
        for (order, boards) in [("random", &at_random), ("in order", &in_order)] {
            group.bench_function(BenchmarkId::new(format!("distance, {order}"), encoding), |bencher| {
                bencher.iter(|| {
                    let moves = boards.iter().map(|board| oracle.distance(board).unwrap().moves());
                    assert_eq!(sum(moves), SUM_OF_DISTANCES);
                });
            });
        }
        group.bench_function(BenchmarkId::new("distances of a batch, random", encoding), |bencher| {
            bencher.iter(|| {
                let batch = Batch::new(Shape::THREE_BY_THREE, &tiles).unwrap();
                let moves = oracle.distances(&batch).map(|distance| distance.unwrap().moves());
                assert_eq!(sum(moves), SUM_OF_DISTANCES);
            });
        });
        group.bench_function(BenchmarkId::new("path, random", encoding), |bencher| {
            bencher.iter(|| {
                let lengths = at_random.iter().map(|board| oracle.first_path(board).unwrap().len() as u64);
                assert_eq!(lengths.sum::<u64>(), SUM_OF_DISTANCES);
            });
        });
    }
    let (mut next, mut legal) = (vec![0; 4 * tiles.len()], vec![false; 4 * STATES]);
    group.bench_function("successors of a batch", |bencher| {
        bencher.iter(|| {
            Batch::new(Shape::THREE_BY_THREE, &tiles).unwrap().successors(&mut next, &mut legal);
            // The blank has two moves in four of the nine cells, three in another four, and four in
            // one.
            assert_eq!(legal.iter().filter(|legal| **legal).count(), STATES / 9 * 24);
        });
    });
    group.finish();
}

fn opening(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let distances = Generator::for_goal(&goal()).unwrap().threads(1).distances().unwrap();
    let mut group = criterion.benchmark_group("files");
    for encoding in Encoding::all_of(distances.space()) {
        let file = folder.path().join(format!("{encoding}.pdb"));
        distances.encoded(encoding).unwrap().write_to(&file).unwrap();
        let open = |file: &Path| {
            let table = Table::open(file).unwrap();
            assert_eq!(table.header().deepest(), 31);
            table
        };
        group.bench_function(BenchmarkId::new("open and check", encoding), |bencher| {
            bencher.iter(|| open(&file));
        });
        let table = open(&file);
        group.sample_size(10).bench_function(BenchmarkId::new("prove", encoding), |bencher| {
            bencher.iter(|| assert_eq!(table.prove().unwrap(), []));
        });
    }
    group.finish();
}

fn searching(criterion: &mut Criterion) {
    let heuristic = Manhattan::new(&goal());
    let mut group = criterion.benchmark_group("A* with Manhattan distance");
    group.sample_size(20).measurement_time(Duration::from_secs(3));
    for (digits, length) in [("638541720", 28), ("867254301", 31), ("647850321", 31)] {
        let problem = Problem::new(Board::read(digits, None).unwrap(), goal()).unwrap();
        group.bench_function(digits, |bencher| {
            bencher.iter(|| {
                let outcome = Search::astar(&heuristic).run(black_box(&problem)).unwrap();
                assert_eq!(outcome.moves.len(), length);
                outcome
            });
        });
    }
    group.finish();
    let mut group = criterion.benchmark_group("867254301 by other searches");
    group.sample_size(20).measurement_time(Duration::from_secs(3));
    let problem = Problem::new(Board::read("867254301", None).unwrap(), goal()).unwrap();
    let conflict = LinearConflict::new(&goal());
    group.bench_function("A* with linear conflicts", |bencher| {
        bencher.iter(|| {
            let outcome = Search::astar(&conflict).run(black_box(&problem)).unwrap();
            assert_eq!(outcome.moves.len(), 31);
        });
    });
    group.bench_function("bidirectional", |bencher| {
        bencher
            .iter(|| assert_eq!(Search::bidirectional().run(black_box(&problem)).unwrap().moves.len(), 31));
    });
    for (name, search) in
        [("uniform cost", BestFirst::uniform_cost()), ("breadth first", BestFirst::breadth_first())]
    {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                assert_eq!(
                    Search::best_first(search, &Zero).run(black_box(&problem)).unwrap().moves.len(),
                    31
                );
            });
        });
    }
    group.finish();
}

criterion_group!(benches, building, ranking, asking, opening, searching);
criterion_main!(benches);
