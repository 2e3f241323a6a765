//! Plans for builds with several processes, compared with actual builds.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use tilebase::board::{Goal, Shape, Tile};
use tilebase::exchange::{Exchange, ExchangeError, InProcess};
use tilebase::generate::{BuildPlan, Generator};
use tilebase::space::{Pattern, Space};
use tilebase::table::Encoding;

/// The space of a shape, with all tiles or a pattern.
fn space(shape: &str, tiles: &[u8]) -> Space {
    let shape: Shape = shape.parse().unwrap();
    let pattern = match tiles {
        [] => Pattern::full(shape),
        tiles => Pattern::new(shape, tiles.iter().copied().map(Tile::new)).unwrap(),
    };
    Space::new(&Goal::blank_last(shape), &pattern).unwrap()
}

fn encoding(space: &Space) -> Encoding {
    if space.pattern().is_full() { Encoding::Mod3 } else { Encoding::Byte }
}

fn plan(space: &Space, ranks: usize) -> BuildPlan {
    Generator::new(space.clone()).plan_distributed(encoding(space), ranks).unwrap()
}

/// A process that counts the bytes it sends.
struct Counted<'a> {
    line: InProcess,
    sent: &'a AtomicU64,
}

impl Exchange for Counted<'_> {
    fn process(&self) -> usize {
        self.line.process()
    }

    fn processes(&self) -> usize {
        self.line.processes()
    }

    fn swap(
        &mut self,
        outgoing: Vec<Vec<u8>>,
        meanwhile: &mut (dyn FnMut() + Send),
    ) -> Result<Vec<Vec<u8>>, ExchangeError> {
        let own = outgoing[self.process()].len();
        let all: usize = outgoing.iter().map(Vec::len).sum();
        self.sent.fetch_add((all - own) as u64, Ordering::Relaxed);
        self.line.swap(outgoing, meanwhile)
    }

    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), ExchangeError> {
        self.line.send(to, message)
    }

    fn receive(&mut self, timeout: Duration) -> Result<Option<(usize, Vec<u8>)>, ExchangeError> {
        self.line.receive(timeout)
    }
}

/// The number of bytes that the processes send each other to build a table.
fn sent(space: &Space, ranks: usize) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.pdb");
    let sent = AtomicU64::new(0);
    thread::scope(|scope| {
        for line in InProcess::group(ranks) {
            let (mut line, file) = (Counted { line, sent: &sent }, &file);
            let generator = Generator::new(space.clone()).threads(1);
            scope.spawn(move || generator.write_distributed(&mut line, encoding(space), file).unwrap());
        }
    });
    sent.into_inner()
}

/// Checks that the plan is within 20 % of the bytes sent.
fn compare(space: &Space, ranks: usize, sent: u64) {
    let planned = plan(space, ranks).sent_in_bytes();
    let times = planned as f64 / sent as f64;
    assert!(
        (0.8..=1.2).contains(&times),
        "{:?}, {ranks} ranks: {planned} planned, {sent} sent",
        space.pattern()
    );
}

/// Small tables, built here.
#[test]
fn plans_match_bytes_sent_by_small_builds() {
    for (shape, tiles, ranks) in [
        ("3x3", &[][..], 2),
        ("3x3", &[], 4),
        ("3x3", &[], 7),
        ("2x5", &[], 7),
        ("3x3", &[1, 2, 3, 4, 5, 6], 2),
        ("3x3", &[1, 2, 3, 4, 5, 6], 7),
        ("3x4", &[1, 2, 3, 5, 6, 7], 2),
        ("3x4", &[1, 2, 3, 5, 6, 7], 4),
    ] {
        let space = space(shape, tiles);
        compare(&space, ranks, sent(&space, ranks));
    }
}

/// Larger tables: the bytes that all processes sent when they were built once.
#[test]
fn plans_match_bytes_sent_by_large_builds() {
    let seven = [1, 2, 3, 4, 5, 6, 7];
    let eight = [1, 2, 3, 4, 5, 6, 7, 8];
    for (shape, tiles, ranks, sent) in [
        ("3x4", &[][..], 2, 24_180_521),
        ("3x4", &[], 4, 40_165_460),
        ("3x4", &[], 7, 50_110_299),
        ("3x4", &[], 16, 65_587_390),
        ("3x4", &[], 64, 110_622_136),
        ("4x3", &[], 3, 28_506_021),
        ("2x6", &[], 2, 33_433_918),
        ("2x6", &[], 4, 51_370_365),
        ("2x6", &[], 16, 65_469_950),
        ("6x2", &[], 3, 38_973_380),
        ("4x4", &seven, 2, 28_622_897),
        ("4x4", &seven, 4, 72_919_965),
        ("4x4", &seven, 7, 103_594_057),
        ("4x4", &eight, 2, 197_973_423),
        ("4x4", &eight, 4, 344_534_234),
        ("3x5", &[1, 2, 3, 4, 6, 7, 8], 4, 51_893_623),
        ("2x8", &[1, 2, 3, 9, 10, 11], 2, 8_456_732),
        ("5x5", &[1, 2, 3, 6, 7, 8], 2, 75_529_399),
        ("5x5", &[1, 2, 3, 6, 7, 8], 4, 257_618_241),
    ] {
        compare(&space(shape, tiles), ranks, sent);
    }
}

/// The mean distance of a histogram.
fn mean(histogram: impl Iterator<Item = u64>) -> f64 {
    let (mut states, mut moves) = (0.0, 0.0);
    for (distance, count) in histogram.enumerate() {
        states += count as f64;
        moves += distance as f64 * count as f64;
    }
    moves / states
}

/// Checks the counted boards, boards of 16 cells counted by others
/// (github.com/lightln2/SlidingTilesSolver), and patterns built here.
#[test]
fn planned_level_sizes_are_accurate() {
    let is_near = |what: &str, space: &Space, expected: f64| {
        let plan = plan(space, 2);
        let levels = || plan.states_of_levels.iter().copied();
        let found = mean(levels());
        assert!((found / expected - 1.0).abs() < 0.1, "{what}: {found} planned, {expected}");
        let all: u64 = levels().sum();
        assert!((all as f64 / plan.states as f64 - 1.0).abs() < 0.02, "{what}: {all} of {}", plan.states);
    };
    for row in include_str!("../../docs/level-counts.tsv").lines().skip(1) {
        let [shape, row, column, _, counts] = row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let shape: Shape = shape.parse().unwrap();
        let number = |text: &str| text.parse::<usize>().unwrap();
        let blank = shape.all_cells().nth((number(row) - 1) * shape.columns() + number(column) - 1).unwrap();
        // Boards of four and six cells are too small for the planned distribution.
        if shape.cells() > 6 {
            let goal = Goal::in_order_with_blank_at(shape, blank);
            let space = Space::new(&goal, &Pattern::full(shape)).unwrap();
            is_near(&goal.to_string(), &space, mean(counts.split(' ').map(|count| count.parse().unwrap())));
        }
    }
    for (shape, expected) in [("4x4", 52.59), ("2x8", 84.17)] {
        is_near(shape, &space(shape, &[]), expected);
    }
    for (shape, tiles) in [
        ("4x4", &[1, 2, 3, 4, 5][..]),
        ("4x4", &[10, 11, 14, 15]),
        ("3x4", &[1, 2, 3, 5, 6, 7]),
        ("5x5", &[1, 2, 6, 7]),
    ] {
        let space = space(shape, tiles);
        let built = Generator::new(space.clone()).distances().unwrap();
        is_near(&format!("{tiles:?} of {shape}"), &space, mean(built.histogram().iter().copied()));
    }
}

/// The returned number of processes fits, and one fewer does not. `None` if no number fits.
#[test]
fn the_minimum_number_of_processes_fits() {
    for (shape, tiles) in [("3x5", &[][..]), ("4x4", &[]), ("5x5", &[1, 2, 3, 4, 5, 6, 7])] {
        let space = space(shape, tiles);
        let (encoding, generator) = (encoding(&space), Generator::new(space.clone()));
        assert_eq!(generator.processes_that_fit(encoding, u64::MAX), Some(1));
        assert_eq!(generator.processes_that_fit(encoding, 1_000_000), None);
        let limit = plan(&space, 5).memory_per_process_in_bytes;
        let ranks = generator.processes_that_fit(encoding, limit).unwrap();
        assert!(ranks <= 5);
        assert!(generator.memory_per_process_in_bytes(encoding, ranks) <= limit);
        assert!(generator.memory_per_process_in_bytes(encoding, ranks - 1) > limit);
    }
    let pattern = Generator::new(space("3x3", &[1, 2, 3]));
    assert!(pattern.plan_distributed(Encoding::Mod3, 2).is_err());
}

/// Plans exist for boards of all kinds, even the smallest. A single process sends nothing.
#[test]
fn every_board_has_a_plan() {
    for (shape, tiles) in [
        ("2x2", &[][..]),
        ("2x2", &[1]),
        ("2x3", &[]),
        ("5x5", &[7]),
        ("3x3", &[1, 2]),
        ("8x2", &[]),
        ("2x8", &[]),
    ] {
        let space = space(shape, tiles);
        for ranks in [1, 2, 1000] {
            let plan = plan(&space, ranks);
            assert_eq!((plan.processes, plan.entries), (ranks, space.entries()));
            assert_eq!(plan.sent_in_bytes() == 0, ranks == 1, "{shape} {tiles:?}");
            assert!(plan.time(1, 1e9) > plan.time(2, 1e9) || ranks > 1);
        }
    }
}
