//! Larger boards: breadth-first search on 3x4 and on patterns, counting without a table, and IDA*
//! on published 15-puzzle instances. Every result is checked. A run takes about a minute.
//! `--threads 1` builds and counts on one thread; `--most-states 50000000000` also counts 2x7, with
//! 5.9 GB of memory.

use std::time::Instant;

use tilebase::board::{Board, Goal, Shape, Tile};
use tilebase::count::Counter;
use tilebase::generate::Generator;
use tilebase::search::{
    Heuristic, LinearConflict, Manhattan, Outcome, PatternEntries, PatternSet, PdbSet, Problem, Search,
};
use tilebase::space::{Pattern, Space};
use tilebase::table::Encoding;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    // `cargo test` also runs benches, with other arguments; measure only under `cargo bench`.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let number = |option: &str| -> Option<u64> {
        arguments.iter().skip_while(|argument| *argument != option).nth(1)?.parse().ok()
    };
    let threads = number("--threads").unwrap_or(0).try_into().unwrap();
    building(threads);
    counting(threads, number("--most-states").unwrap_or(1_000_000_000));
    searching();
}

/// The shape, the tiles (all if empty), and the expected number of entries and maximum depth.
type Case = (usize, usize, &'static [u8], u64, usize);

fn building(threads: usize) {
    let cases: [Case; 8] = [
        (3, 4, &[], 239_500_800, 53),
        (4, 3, &[], 239_500_800, 53),
        (2, 6, &[], 239_500_800, 80),
        (4, 4, &[1, 5, 6, 9, 10, 13], 5_765_760, 28),
        (4, 4, &[1, 2, 3, 4, 5, 6, 7], 57_657_600, 32),
        (4, 4, &[8, 9, 10, 11, 12, 13, 14, 15], 518_918_400, 38),
        (5, 5, &[1, 2, 5, 6, 7, 12], 127_512_000, 37),
        (5, 5, &[3, 4, 8, 9, 13, 14], 127_512_000, 33),
    ];
    println!("{:<32} {:>13} {:>9} {:>14}", "build, in memory", "entries", "seconds", "entries/s");
    for (rows, columns, tiles, entries, deepest) in cases {
        let shape = Shape::new(rows, columns).unwrap();
        let pattern = match tiles {
            [] => Pattern::full(shape),
            tiles => Pattern::new(shape, tiles.iter().copied().map(Tile::new)).unwrap(),
        };
        let space = Space::new(&Goal::blank_last(shape), &pattern).unwrap();
        let clock = Instant::now();
        let built = Generator::new(space.clone()).threads(threads).distances().unwrap();
        let seconds = clock.elapsed().as_secs_f64();
        assert_eq!((built.entries().len() as u64, built.histogram().len() - 1), (entries, deepest));
        let name = if pattern.is_full() { format!("{shape}") } else { format!("{shape}, {pattern}") };
        println!("{name:<32} {entries:>13} {seconds:>9.3} {:>14.0}", entries as f64 / seconds);
        if pattern.is_full() {
            building_modulo_3(space, threads, &built.encoded(Encoding::Mod3).unwrap().blake3());
        }
    }
}

/// Builds the same board modulo 3, and checks that the table has the expected bytes.
fn building_modulo_3(space: Space, threads: usize, expected: &str) {
    let (name, entries) = (format!("{}, modulo 3", space.shape()), space.entries());
    let clock = Instant::now();
    let built = Generator::new(space).threads(threads).build(Encoding::Mod3).unwrap();
    let seconds = clock.elapsed().as_secs_f64();
    assert_eq!(built.blake3(), expected);
    println!("{name:<32} {entries:>13} {seconds:>9.3} {:>14.0}", entries as f64 / seconds);
}

/// Counts every board with published counts that has at most `most_states` states.
fn counting(threads: usize, most_states: u64) {
    println!("\n{:<32} {:>13} {:>9} {:>14}", "count, without a table", "states", "seconds", "states/s");
    let rows = include_str!("../tests/data/level-counts.tsv").lines().filter(|line| !line.starts_with('#'));
    for row in rows {
        let (shape, counts) = row.split_once('\t').unwrap();
        let counts: Vec<u64> = counts.split(' ').map(|count| count.parse().unwrap()).collect();
        let counter = Counter::for_goal(&Goal::blank_last(shape.parse().unwrap())).unwrap();
        let states = counter.states();
        if states > most_states {
            continue;
        }
        let clock = Instant::now();
        let counted = counter.threads(threads).run().unwrap();
        let seconds = clock.elapsed().as_secs_f64();
        assert_eq!(counted.histogram(), counts);
        println!("{shape:<32} {states:>13} {seconds:>9.3} {:>14.0}", states as f64 / seconds);
    }
}

/// The numbers of those among Korf's first fifty instances that IDA* with Manhattan distance solves
/// within twenty million states.
const EASIER: [usize; 30] = [
    2, 4, 5, 6, 8, 9, 12, 13, 16, 18, 19, 20, 23, 24, 28, 30, 31, 34, 35, 36, 38, 39, 41, 42, 43, 45, 46, 47,
    48, 50,
];

/// A problem with its distance.
type Instance = (Problem, usize);

/// IDA* on one thread: Korf's first fifty 15-puzzle instances with every pattern set, and the
/// easier ones with heuristics that need no table.
fn searching() {
    let goal = Goal::blank_first(Shape::new(4, 4).unwrap());
    let rows = include_str!("../tests/data/korf-15-puzzle.tsv").lines().filter(|line| !line.starts_with('#'));
    let instances: Vec<Instance> = rows
        .map(|row| {
            let fields: Vec<&str> = row.split('\t').collect();
            (Problem::new(Board::read(fields[1], None).unwrap(), goal).unwrap(), fields[2].parse().unwrap())
        })
        .collect();
    println!(
        "\n{:<32} {:>6} {:>13} {:>13} {:>9} {:>14}",
        "IDA*, Korf's instances", "boards", "expanded", "generated", "seconds", "expanded/s"
    );
    for partition in PatternSet::of_goal(&goal) {
        let table = |pattern: &Pattern| {
            let space = partition.space(&goal, pattern).unwrap();
            let built = Generator::new(Space::Pattern(space.clone())).distances().unwrap();
            (space, PatternEntries::from(built.into_entries()))
        };
        let pdb_set = PdbSet::new(partition.patterns().iter().map(table).collect()).unwrap();
        measure(partition.name(), &instances, |problem| {
            Search::ida_with_pdbs(&pdb_set).run(problem).unwrap()
        });
    }
    let easier: Vec<Instance> = EASIER.iter().map(|number| instances[number - 1]).collect();
    let heuristics: [(&str, &dyn Heuristic); 2] =
        [("linear-conflict", &LinearConflict::new(&goal)), ("manhattan", &Manhattan::new(&goal))];
    for (name, heuristic) in heuristics {
        measure(name, &easier, |problem| Search::ida(heuristic).run(problem).unwrap());
    }
}

fn measure(name: &str, instances: &[Instance], solve: impl Fn(&Problem) -> Outcome + Sync) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let clock = Instant::now();
    let (mut expanded, mut generated) = (0, 0);
    for (problem, length) in instances {
        let outcome = pool.install(|| solve(problem));
        assert_eq!(outcome.moves.len(), *length);
        expanded += outcome.statistics.expanded;
        generated += outcome.statistics.generated;
    }
    let seconds = clock.elapsed().as_secs_f64();
    let (boards, rate) = (instances.len(), expanded as f64 / seconds);
    println!("{name:<32} {boards:>6} {expanded:>13} {generated:>13} {seconds:>9.3} {rate:>14.0}");
}
