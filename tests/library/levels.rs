//! Level counts of boards that take only a moment, compared with those of another program.

use std::collections::BTreeMap;
use std::fs;
use std::iter::repeat;
use std::path::Path;
use std::time::Duration;

use tilebase::board::{Board, Cell, Goal, Metric, MoveCosts, Shape, Tile};
use tilebase::count::{Counter, LevelFiles};
use tilebase::notation::{CostRule, MoveConvention};
use tilebase::oracle::Oracle;
use tilebase::solve::CostSolver;

use crate::common::every_board;

/// The published counts from a corner, for boards at least as wide as high.
fn all_published(metric: Metric) -> Vec<(Shape, Vec<u64>)> {
    let file = match metric {
        Metric::SingleTile => include_str!("../data/level-counts.tsv"),
        Metric::MultiTile => include_str!("../data/level-counts-mtm.tsv"),
    };
    let rows = file.lines().filter(|line| !line.starts_with('#'));
    let boards = rows.map(|row| {
        let (shape, counts) = row.split_once('\t').unwrap();
        (shape.parse().unwrap(), counts.split(' ').map(|count| count.parse().unwrap()).collect())
    });
    boards.collect()
}

/// The published counts of boards with at most twelve cells.
fn published() -> Vec<(Shape, Vec<u64>)> {
    all_published(Metric::SingleTile).into_iter().filter(|(shape, _)| shape.cells() <= 12).collect()
}

/// Levels are kept in files if memory is too small.
#[test]
fn levels_in_files_match_published_counts() {
    let (shape, counts) = published().swap_remove(0);
    let (folder, goal) = (tempfile::tempdir().unwrap(), Goal::blank_last(shape));
    let files = LevelFiles::among_tables(folder.path(), &goal, Duration::from_secs(60));
    let counter = Counter::for_goal(&goal).unwrap().threads(3).memory_limit(16_000_000);
    let counter = counter.checkpoints(files.clone());
    assert!(counter.plan().in_files);
    assert_eq!(counter.run().unwrap().histogram(), counts, "{goal}");
    files.remove().unwrap();
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

/// 3x4, 2x6, and their transposes. (2x7 needs gigabytes; the benchmark has it.)
#[test]
fn levels_match_published_counts() {
    let mut shapes = Vec::new();
    for (lying, counts) in published() {
        let upright = Shape::new(lying.columns(), lying.rows()).unwrap();
        for goal in [Goal::blank_last(lying), Goal::blank_first(upright)] {
            let counted = Counter::for_goal(&goal).unwrap().run().unwrap();
            assert_eq!(counted.histogram(), counts, "{goal}");
        }
        shapes.push(lying.to_string());
    }
    assert_eq!(shapes, ["3x4", "2x6"]);
}

/// The rows of a file of results: the shape, the cell of the goal's blank, and the counts.
fn results(metric: Metric) -> Vec<(Shape, Cell, Vec<u64>)> {
    let rows = match metric {
        Metric::SingleTile => include_str!("../../docs/level-counts.tsv"),
        Metric::MultiTile => include_str!("../../docs/level-counts-mtm.tsv"),
    };
    let parse = |row: &str| {
        let [shape, row, column, deepest, counts] = row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let shape: Shape = shape.parse().unwrap();
        let number = |text: &str| text.parse::<usize>().unwrap();
        let blank = (number(row) - 1) * shape.columns() + number(column) - 1;
        let counts: Vec<u64> = counts.split(' ').map(|count| count.parse().unwrap()).collect();
        assert_eq!(counts.len(), number(deepest) + 1, "{shape}");
        (shape, shape.all_cells().nth(blank).unwrap(), counts)
    };
    rows.lines().skip(1).map(parse).collect()
}

/// The rows of a file of results by the blank's cell: the shape, the cell of the goal's blank, and
/// the counts for each cell of the board's blank.
fn results_by_cell(metric: Metric) -> Vec<(Shape, Cell, Vec<Vec<u64>>)> {
    let rows = match metric {
        Metric::SingleTile => include_str!("../../docs/level-counts-by-cell.tsv"),
        Metric::MultiTile => include_str!("../../docs/level-counts-by-cell-mtm.tsv"),
    };
    let mut results: Vec<(Shape, Cell, Vec<Vec<u64>>)> = Vec::new();
    for row in rows.lines().skip(1) {
        let [shape, goal_row, goal_column, row, column, counts] =
            row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let shape: Shape = shape.parse().unwrap();
        let number = |text: &str| text.parse::<usize>().unwrap() - 1;
        let goal_blank = shape.cell(number(goal_row), number(goal_column));
        let counts = counts.split(' ').map(|count| count.parse().unwrap()).collect();
        if results.last().is_none_or(|last| (last.0, last.1) != (shape, goal_blank)) {
            results.push((shape, goal_blank, Vec::new()));
        }
        let by_cell = &mut results.last_mut().unwrap().2;
        assert_eq!(shape.cell(number(row), number(column)).index(), by_cell.len(), "{shape}");
        by_cell.push(counts);
    }
    results
}

/// Returns where each cell goes when the board is reflected, in every way that keeps its shape.
fn reflections(shape: Shape) -> Vec<Vec<Cell>> {
    let (last_row, last_column) = (shape.rows() - 1, shape.columns() - 1);
    let places = || shape.all_cells().map(|cell| (shape.row(cell), shape.column(cell)));
    let mut all = Vec::new();
    for (is_flipped, is_mirrored) in [(false, false), (false, true), (true, false), (true, true)] {
        let reflected = places().map(|(row, column)| {
            let row = if is_flipped { last_row - row } else { row };
            (row, if is_mirrored { last_column - column } else { column })
        });
        let reflected: Vec<(usize, usize)> = reflected.collect();
        all.push(reflected.iter().map(|(row, column)| shape.cell(*row, *column)).collect());
        if shape.rows() == shape.columns() {
            all.push(reflected.iter().map(|(row, column)| shape.cell(*column, *row)).collect());
        }
    }
    all
}

/// The counts by cell sum to the others; small boards are counted again.
#[test]
fn results_by_cell_match_other_counts() {
    // Goals without counts by cell: the shape and the blank's cell.
    let missing_single = vec![("3x5", 0), ("3x5", 1), ("3x5", 2)];
    let missing_multi = vec![("2x7", 0), ("2x7", 1), ("2x7", 2), ("2x7", 3)];
    for (metric, missing) in [(Metric::SingleTile, missing_single), (Metric::MultiTile, missing_multi)] {
        let others = results(metric);
        let is_missing = |shape: Shape, blank: Cell| {
            missing.iter().any(|other| (other.0, other.1) == (shape.to_string().as_str(), blank.index()))
        };
        let listed = others.iter().filter(|(shape, blank, _)| !is_missing(*shape, *blank));
        let listed: Vec<(Shape, Cell)> = listed.map(|row| (row.0, row.1)).collect();
        let found: Vec<(Shape, Cell)> = results_by_cell(metric).iter().map(|row| (row.0, row.1)).collect();
        assert_eq!(found, listed, "{metric}");
        for (shape, blank, by_cell) in results_by_cell(metric) {
            let (_, _, counts) = others.iter().find(|other| (other.0, other.1) == (shape, blank)).unwrap();
            for (moves, states) in counts.iter().enumerate() {
                assert_eq!(by_cell.iter().map(|counts| counts[moves]).sum::<u64>(), *states, "{shape}");
            }
            for (cell, of_cell) in shape.all_cells().zip(&by_cell) {
                assert_eq!(of_cell.len(), counts.len(), "{shape}");
                let arrangements: u64 = (1..=shape.tiles() as u64).product();
                assert_eq!(of_cell.iter().sum::<u64>(), arrangements / 2, "{shape}: {blank} to {cell}");
                let steps = shape.row(cell).abs_diff(shape.row(blank))
                    + shape.column(cell).abs_diff(shape.column(blank));
                let is_odd = |(moves, states): (usize, &u64)| *states > 0 && (moves + steps) % 2 == 1;
                let has_odd = of_cell.iter().enumerate().any(is_odd);
                assert!(metric == Metric::MultiTile || !has_odd, "{shape}: {blank} to {cell}");
            }
            if shape.cells() <= 10 {
                let goal = Goal::in_order_with_blank_at(shape, blank);
                let counted = Counter::for_goal(&goal).unwrap().metric(metric).run().unwrap();
                for (cell, of_cell) in shape.all_cells().zip(by_cell) {
                    assert_eq!(counted.histogram_with_blank_at(cell), of_cell, "{goal}");
                }
            }
        }
    }
}

/// The distance stays the same if goal and board are exchanged and the tiles renumbered, or if both
/// are reflected. So a goal with the blank in cell *a* has as many boards with the blank in *b* as
/// a goal with the blank in *b* has with the blank in *a*. The same goes for the reflections of *a*
/// and *b*.
#[test]
fn results_by_cell_agree_with_each_other() {
    for (metric, comparisons) in [(Metric::SingleTile, 396), (Metric::MultiTile, 256)] {
        let results = results_by_cell(metric);
        let mut compared = 0;
        for (shape, goal_blank, by_cell) in &results {
            for (cell, counts) in shape.all_cells().zip(by_cell) {
                for reflection in reflections(*shape) {
                    let (a, b) = (reflection[goal_blank.index()], reflection[cell.index()]);
                    for (goal, board) in [(a, b), (b, a)] {
                        if (goal, board) == (*goal_blank, cell) {
                            continue;
                        }
                        let Some(other) = results.iter().find(|other| (other.0, other.1) == (*shape, goal))
                        else {
                            continue;
                        };
                        let context = format!("{shape}, {metric}: {goal_blank} to {cell}, {goal} to {board}");
                        assert_same(counts, &other.2[board.index()], &context);
                        compared += 1;
                    }
                }
            }
        }
        assert_eq!(compared, comparisons, "{metric}");
    }
}

/// Compares counts that may differ in the number of zeros at the end.
fn assert_same(a: &[u64], b: &[u64], context: &str) {
    let most = a.len().max(b.len());
    let pad = |counts: &[u64]| counts.iter().copied().chain(repeat(0)).take(most).collect::<Vec<u64>>();
    assert_eq!(pad(a), pad(b), "{context}");
}

/// Color the cells like a checkerboard. If a board's distance is odd, its blank and the goal's are
/// on different colors. Exchange goal and board, and renumber the tiles: the distance stays the
/// same. So at each odd distance, the goals with the blank on a white cell have as many boards,
/// taken together, as the goals with the blank on a black one.
#[test]
fn counts_of_white_and_black_goals_agree_at_odd_distances() {
    let results = results(Metric::SingleTile);
    // If a side is even, a reflection exchanges the colors, and both sums are the same by
    // definition.
    for shape in ["3x3", "3x5"].map(|shape| shape.parse::<Shape>().unwrap()) {
        let mut by_color = [const { Vec::<u64>::new() }; 2];
        for cell in shape.all_cells() {
            let equivalent = reflections(shape).into_iter().map(|reflection| reflection[cell.index()]);
            let equivalent: Vec<Cell> = equivalent.collect();
            let listed = results.iter().find(|row| row.0 == shape && equivalent.contains(&row.1)).unwrap();
            let sums = &mut by_color[(shape.row(cell) + shape.column(cell)) % 2];
            sums.resize(sums.len().max(listed.2.len()), 0);
            for (moves, states) in listed.2.iter().enumerate() {
                sums[moves] += if moves % 2 == 1 { *states } else { 0 };
            }
        }
        let [white, black] = by_color;
        assert_same(&white, &black, &shape.to_string());
    }
}

/// The sums of all counts are right; small boards are counted again.
#[test]
fn results_match_new_counts() {
    for metric in Metric::ALL {
        let mut counted_again = 0;
        for (shape, blank, counts) in results(metric) {
            let arrangements: u64 = (1..=shape.cells() as u64).product();
            assert_eq!(counts.iter().sum::<u64>(), arrangements / 2, "{shape}");
            if metric == Metric::SingleTile {
                // Each move changes the color of the blank's cell. So at even distances, the
                // board's blank and the goal's are on the same color.
                let color = |cell: Cell| (shape.row(cell) + shape.column(cell)) % 2;
                let same_color = shape.all_cells().filter(|cell| color(*cell) == color(blank)).count() as u64;
                let even: u64 = counts.iter().step_by(2).sum();
                assert_eq!(even, arrangements / 2 / shape.cells() as u64 * same_color, "{shape}");
            }
            if shape.cells() <= 10 {
                let goal = Goal::in_order_with_blank_at(shape, blank);
                let counted = Counter::for_goal(&goal).unwrap().metric(metric).run().unwrap();
                assert_eq!(counted.histogram(), counts, "{goal}");
                counted_again += 1;
            }
        }
        assert_eq!(counted_again, 11, "{metric}");
    }
}

#[test]
fn results_for_corners_match_published_counts() {
    for (metric, shapes) in [(Metric::SingleTile, 4), (Metric::MultiTile, 8)] {
        for (shape, counts) in all_published(metric) {
            let corner =
                results(metric).into_iter().find(|(of, blank, _)| *of == shape && blank.index() == 0);
            assert_eq!(corner.unwrap().2, counts, "{shape}, {metric}");
        }
        assert_eq!(all_published(metric).len(), shapes, "{metric}");
    }
}

/// The rows of docs/cost-counts.tsv. The counts for direction costs also follow from the distances,
/// because an up move and a down move together cost 4, as do two sideways moves.
#[test]
fn cost_counts_match_the_listed_ones() {
    let (mut rows, mut derived) = (Vec::new(), 0);
    for row in include_str!("../../docs/cost-counts.tsv").lines().skip(1) {
        let [shape, goal, cost, greatest, longer, counts] =
            row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let goal: Goal = goal.parse().unwrap();
        assert_eq!(goal.shape().to_string(), shape);
        let rule: CostRule = cost.parse().unwrap();
        let costs = rule.on(goal.shape(), MoveConvention::Blank).unwrap();
        let found = CostSolver::new(&goal, &costs, None).unwrap().counts().unwrap();
        let given: Vec<u64> = counts.split(' ').map(|count| count.parse().unwrap()).collect();
        assert_eq!(by_number(found.histogram()), given, "{cost}");
        assert_eq!((given.len() - 1, found.cheapest_is_longer()), numbers([greatest, longer]), "{cost}");
        if let CostRule::Directions([up, down, 2, 2]) = rule {
            assert_eq!(up + down, 4);
            let least = least_costs_from_distances(&goal, up);
            assert_eq!(by_number(least.into_iter()), given, "{cost}");
            derived += 1;
        }
        rows.push(cost);
    }
    assert_eq!(rows, ["tile", "U=3,D=1,L=2,R=2", "U=1,D=3,L=2,R=2"]);
    assert_eq!(derived, 2);
}

fn numbers([greatest, longer]: [&str; 2]) -> (usize, u64) {
    (greatest.parse().unwrap(), longer.parse().unwrap())
}

/// The counts as a list indexed from 0.
fn by_number(counts: impl Iterator<Item = (u32, u64)>) -> Vec<u64> {
    let by_number: BTreeMap<u32, u64> = counts.collect();
    let (greatest, _) = by_number.last_key_value().unwrap();
    (0..=*greatest).map(|number| by_number.get(&number).copied().unwrap_or(0)).collect()
}

/// The number of boards at each least cost, if a sideways move costs 2, an up move `up`, and a down
/// move 4 - `up`. On all paths, the number of up moves minus down moves is the same.
fn least_costs_from_distances(goal: &Goal, up: u32) -> BTreeMap<u32, u64> {
    let (oracle, columns) = (Oracle::build(goal).unwrap(), goal.shape().columns());
    let row = |board: &Board| (board.cell_of(Tile::BLANK).unwrap().index() / columns) as i64;
    let mut counts = BTreeMap::new();
    for board in every_board() {
        // Half of the boards are unsolvable.
        let Ok(distance) = oracle.distance(&board) else { continue };
        let ups = row(&board) - row(&goal.board());
        let least = 2 * i64::from(distance.moves()) + ups * (i64::from(up) - 2);
        *counts.entry(u32::try_from(least).unwrap()).or_default() += 1;
    }
    counts
}

/// The sequences of `docs/oeis` by name: all terms, from n = 0 on.
fn sequences() -> BTreeMap<String, Vec<u64>> {
    let mut sequences: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for (shape, blank, counts) in results(Metric::MultiTile) {
        let place = match (shape.to_string().as_str(), blank.index()) {
            (_, 0) => "corner",
            ("3x3", 1) => "edge",
            ("3x3", 4) => "center",
            _ => continue,
        };
        sequences.insert(format!("mtm-{shape}-{place}"), counts);
    }
    for (shape, blank, counts) in results(Metric::SingleTile) {
        let (row, column) = (shape.row(blank) + 1, shape.column(blank) + 1);
        let row = if row == 1 { String::new() } else { format!("row-{row}-") };
        sequences.insert(format!("stm-{shape}-{row}column-{column}"), counts);
    }
    let goal = Goal::blank_last(Shape::new(3, 3).unwrap());
    let solver = CostSolver::new(&goal, &MoveCosts::by_tile(goal.shape()), None).unwrap();
    sequences.insert("cost-tile-3x3".to_owned(), by_number(solver.counts().unwrap().histogram()));
    sequences
}

#[test]
fn oeis_drafts_and_b_files_match_the_counts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/oeis");
    let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let drafts: Vec<String> = names
        .filter_map(|name| {
            name.strip_suffix(".txt").filter(|name| !name.starts_with("b-")).map(str::to_owned)
        })
        .collect();
    let sequences = sequences();
    for name in &drafts {
        let terms = &sequences[name];
        let lines: Vec<String> = terms.iter().enumerate().map(|(n, term)| format!("{n} {term}\n")).collect();
        assert_eq!(
            fs::read_to_string(folder.join(format!("b-{name}.txt"))).unwrap(),
            lines.concat(),
            "{name}"
        );
        let draft = fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
        let data = draft.lines().filter_map(|line| line.strip_prefix('%')?.strip_prefix(['S', 'T', 'U']));
        let shown: Vec<u64> =
            data.collect::<String>().split(',').map(|term| term.trim().parse().unwrap()).collect();
        assert!(terms.starts_with(&shown), "{name}: {shown:?}");
        assert_eq!(draft.contains("%K nonn,fini,full\n"), shown.len() == terms.len(), "{name}");
        let last = format!("%C The last term is a({}) = {}. ", terms.len() - 1, terms.last().unwrap());
        assert!(draft.contains(&last), "{name}: {last}");
    }
    assert_eq!(drafts.len(), 18);
}
