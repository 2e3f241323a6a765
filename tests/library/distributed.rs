//! Tables built by several processes have the same bytes as those built by one.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::thread;
use std::time::Duration;

use tilebase::board::{Goal, Shape, Tile};
use tilebase::exchange::{Exchange, InProcess};
use tilebase::generate::{BuildError, Checkpoints, Event, Generator};
use tilebase::space::{Pattern, Space};
use tilebase::table::{Encoding, Table};

fn goal(rows: usize, columns: usize) -> Goal {
    Goal::blank_last(Shape::new(rows, columns).unwrap())
}

fn full(goal: Goal) -> Space {
    Space::new(&goal, &Pattern::full(goal.shape())).unwrap()
}

fn pattern(goal: Goal, tiles: impl IntoIterator<Item = u8>) -> Space {
    Space::new(&goal, &Pattern::new(goal.shape(), tiles.into_iter().map(Tile::new)).unwrap()).unwrap()
}

/// The zero-aware space of the same pattern.
fn zero_aware(goal: Goal, tiles: impl IntoIterator<Item = u8>) -> Space {
    Space::zero_aware(&goal, pattern(goal, tiles).pattern()).unwrap()
}

/// Runs `work` in each process, and returns the results.
fn on_each<T: Send>(ranks: usize, work: impl Fn(&mut InProcess) -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let work = &work;
        let team = InProcess::group(ranks).into_iter();
        let running: Vec<_> = team.map(|mut rank| scope.spawn(move || work(&mut rank))).collect();
        running.into_iter().map(|rank| rank.join().unwrap()).collect()
    })
}

/// The file that a single process writes.
fn alone(space: &Space, encoding: Encoding, file: &Path) -> Vec<u8> {
    let distances = Generator::new(space.clone()).threads(1).distances().unwrap();
    distances.encoded(encoding).unwrap().write_to(file).unwrap();
    fs::read(file).unwrap()
}

fn together(space: &Space, encoding: Encoding, ranks: usize, threads: usize, file: &Path) -> Vec<u8> {
    for result in on_each(ranks, |rank| {
        Generator::new(space.clone()).threads(threads).write_distributed(rank, encoding, file)
    }) {
        result.unwrap();
    }
    fs::read(file).unwrap()
}

/// Boards whose rows have one word, few chunks, or many; with windows that extend into words; with
/// more processes than work.
#[test]
fn full_tables_do_not_depend_on_the_number_of_processes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.pdb");
    let goals =
        [goal(2, 2), goal(2, 3), goal(2, 4), goal(3, 3), Goal::snail(Shape::new(4, 2).unwrap()), goal(2, 5)];
    for goal in goals {
        let space = full(goal);
        for encoding in Encoding::all_of(&space) {
            let expected = alone(&space, encoding, &file);
            for ranks in [1, 2, 3, 4, 7, 20] {
                let found = together(&space, encoding, ranks, 1, &file);
                assert!(found == expected, "{goal:?}, {encoding}, {ranks} ranks");
            }
        }
    }
}

/// The goal's blank in any cell, in the first column or another.
#[test]
fn full_tables_do_not_depend_on_processes_for_any_goal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.pdb");
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
        let shape = Shape::new(rows, columns).unwrap();
        for blank in shape.all_cells() {
            let space = full(Goal::in_order_with_blank_at(shape, blank));
            for encoding in Encoding::all_of(&space) {
                let expected = alone(&space, encoding, &file);
                let built = Generator::new(space.clone()).build(encoding).unwrap();
                built.write_to(&file).unwrap();
                assert!(fs::read(&file).unwrap() == expected, "{shape}, {blank:?}, {encoding}");
                for ranks in [1, 2, 3] {
                    let found = together(&space, encoding, ranks, 1, &file);
                    assert!(found == expected, "{shape}, {blank:?}, {encoding}, {ranks} ranks");
                }
            }
        }
    }
}

/// Files of more than one payload piece, which do not end where rows end.
#[test]
fn payload_pieces_join_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.pdb");
    for goal in [goal(2, 5), goal(5, 2)] {
        let space = full(goal);
        let expected = alone(&space, Encoding::Byte, &file);
        let built = Generator::new(space).build(Encoding::Byte).unwrap();
        assert_eq!(built.histogram().iter().sum::<u64>(), built.space().entries());
        built.write_to(&file).unwrap();
        assert!(fs::read(&file).unwrap() == expected);
        let table = built.into_table();
        assert!(table.payload().unwrap() == &expected[expected.len() - table.payload().unwrap().len()..]);
        drop(table);
    }
}

/// Patterns whose rows have one bit, one word, or many; also zero-aware ones, with and without
/// blocks of whole bytes.
#[test]
fn pattern_databases_do_not_depend_on_the_number_of_processes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.pdb");
    let spaces = [
        pattern(goal(2, 3), [4]),
        pattern(goal(3, 3), [1, 2, 5, 6]),
        pattern(goal(2, 4), 1..=5),
        pattern(goal(3, 3), 1..=6),
        pattern(goal(2, 5), 1..=7),
        pattern(goal(3, 4), [1, 2, 3, 5, 6, 7]),
        zero_aware(goal(2, 3), [4]),
        zero_aware(goal(2, 3), [1, 4]),
        zero_aware(goal(3, 3), [5, 6, 8]),
        zero_aware(goal(3, 3), [1, 2, 5, 6]),
        zero_aware(goal(2, 4), 1..=5),
        zero_aware(goal(3, 3), 1..=6),
        zero_aware(goal(3, 4), [1, 2, 3, 5, 6, 7]),
    ];
    for space in spaces {
        for encoding in Encoding::all_of(&space) {
            let expected = alone(&space, encoding, &file);
            let built = Generator::new(space.clone()).build(encoding).unwrap();
            built.write_to(&file).unwrap();
            assert!(fs::read(&file).unwrap() == expected, "{:?}, {encoding}", space.pattern());
            for ranks in [1, 2, 3, 7] {
                let found = together(&space, encoding, ranks, 1, &file);
                assert!(found == expected, "{:?}, {encoding}, {ranks} ranks", space.pattern());
            }
        }
        let holds: Vec<Encoding> = Encoding::all_of(&space).collect();
        for encoding in Encoding::ALL.into_iter().filter(|encoding| !holds.contains(encoding)) {
            let refused =
                on_each(2, |rank| Generator::new(space.clone()).write_distributed(rank, encoding, &file));
            assert!(refused.iter().all(|result| matches!(result, Err(BuildError::Encoding(_)))));
            let alone = Generator::new(space.clone()).build(encoding);
            assert!(matches!(alone, Err(BuildError::Encoding(_))));
        }
    }
}

/// A board large enough for threads and rounds, with several threads per process, and several
/// payload pieces modulo 3.
#[test]
fn a_larger_board_is_the_same_with_threads() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.pdb");
    let space = full(goal(2, 6));
    let expected = alone(&space, Encoding::Mod3, &file);
    let built = Generator::new(space.clone()).build(Encoding::Mod3).unwrap();
    built.write_to(&file).unwrap();
    assert!(fs::read(&file).unwrap() == expected);
    drop(built);
    for (ranks, threads) in [(2, 2), (5, 1)] {
        assert!(together(&space, Encoding::Mod3, ranks, threads, &file) == expected, "{ranks} ranks");
    }
    Table::open(&file).unwrap();
}

/// A checkpoint has the same bytes for any number of processes, and any number can resume from it.
#[test]
fn any_number_of_processes_resumes_from_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.pdb");
    let spaces = [
        (full(goal(2, 5)), Encoding::Mod3),
        (full(goal(3, 3)), Encoding::Byte),
        (pattern(goal(3, 3), 1..=6), Encoding::Byte),
        (zero_aware(goal(3, 3), 1..=6), Encoding::Byte),
        (zero_aware(goal(3, 3), 1..=6), Encoding::Bit),
    ];
    for (space, encoding) in spaces {
        let expected = alone(&space, encoding, &file);
        let checkpoints = Checkpoints::beside(&file, Duration::ZERO);
        let ended_at = |level: u8| {
            let checkpoints = checkpoints.clone();
            let space = space.clone();
            let file = &file;
            move |rank: &mut dyn Exchange| {
                let end = |event| match event {
                    Event::Level(reached) if reached.distance > level => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                };
                let build = Generator::new(space.clone()).checkpoints(checkpoints.clone()).on_event(end);
                build.write_distributed(rank, encoding, file)
            }
        };
        let mut saved: Option<Vec<u8>> = None;
        for ranks in [1, 3, 4] {
            let build = ended_at(9);
            let ended = on_each(ranks, |rank| build(rank));
            assert!(ended.iter().all(|result| matches!(result, Err(BuildError::Interrupted { .. }))));
            assert_eq!(checkpoints.saved_level(&space).unwrap(), Some(9));
            let bytes = fs::read(&checkpoints.file).unwrap();
            assert!(saved.as_ref().is_none_or(|saved| *saved == bytes), "{ranks} ranks");
            for others in [1, 2, 7] {
                let resumed = on_each(others, |rank| {
                    let build = Generator::new(space.clone()).resume_from(checkpoints.clone());
                    build.write_distributed(rank, encoding, &file)
                });
                assert!(resumed.iter().all(Result::is_ok), "{resumed:?}");
                assert!(fs::read(&file).unwrap() == expected, "from {ranks} ranks to {others}");
                fs::write(&checkpoints.file, &bytes).unwrap();
            }
            saved = Some(bytes);
        }
        checkpoints.remove().unwrap();
    }
}

/// If one process ends or can't write, the build ends for all. A damaged checkpoint is rejected,
/// whichever process reads the damage.
#[test]
fn a_failure_of_one_process_ends_the_build_for_all() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.pdb");
    let space = full(goal(2, 4));
    let results = on_each(3, |rank| match rank.process() {
        1 => None,
        _ => Some(Generator::new(space.clone()).write_distributed(rank, Encoding::Byte, &file)),
    });
    assert!(
        results.iter().flatten().all(|result| matches!(result, Err(BuildError::Exchange(_)))),
        "{results:?}"
    );
    assert!(!file.exists());

    let no_file = folder.path().join("folder");
    fs::create_dir(&no_file).unwrap();
    let results =
        on_each(3, |rank| Generator::new(space.clone()).write_distributed(rank, Encoding::Byte, &no_file));
    assert!(results.iter().all(|result| matches!(result, Err(BuildError::Write(_)))), "{results:?}");

    let checkpoints = Checkpoints::beside(&file, Duration::ZERO);
    let generator = || Generator::new(space.clone());
    generator().checkpoints(checkpoints.clone()).distances().unwrap();
    let whole = fs::read(&checkpoints.file).unwrap();
    for place in (0..whole.len()).step_by(whole.len() / 50) {
        let mut bytes = whole.clone();
        bytes[place] ^= 4;
        fs::write(&checkpoints.file, bytes).unwrap();
        let results = on_each(2, |rank| {
            generator().resume_from(checkpoints.clone()).write_distributed(rank, Encoding::Byte, &file)
        });
        assert!(results.iter().all(Result::is_err), "byte {place}");
        assert!(
            results.iter().any(|result| matches!(result, Err(BuildError::Checkpoint(_)))),
            "byte {place}"
        );
    }
}

#[test]
fn a_callback_of_one_process_ends_the_build_for_all() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.pdb");
    let space = full(goal(2, 4));
    let results = on_each(3, |rank| {
        let breaks = rank.process() == 1;
        let generator = Generator::new(space.clone()).on_event(move |event| match event {
            Event::Level(level) if breaks && level.distance == 3 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        });
        let result = generator.write_distributed(rank, Encoding::Byte, &file);
        // The processes are still in step.
        (result, rank.sums([1]))
    });
    for (result, sums) in results {
        assert!(matches!(result, Err(BuildError::Interrupted { .. })), "{result:?}");
        assert_eq!(sums, Ok([3]));
    }
    assert!(!file.exists());
}
