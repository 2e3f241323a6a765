//! The counts that four published 8-puzzle programs report, reproduced by their conventions.

use crate::common::{board, goal};
use tilebase::board::Goal;
use tilebase::search::{
    BestFirst, Conventions, Evaluation, Guarantee, Heuristic, Limits, Manhattan, ManhattanPlusMisplaced,
    Misplaced, Outcome, Problem, Zero,
};

/// What a column holds of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    ExpandedAndQueue,
    ExpandedAndGenerated,
    All,
}

/// A program's column: its conventions, evaluation and heuristic.
struct Column {
    name: &'static str,
    conventions: Conventions,
    evaluation: Evaluation,
    heuristic: fn(&Goal) -> Box<dyn Heuristic>,
    shown: Shown,
}

fn columns() -> Vec<Column> {
    use Evaluation::{G, GPlusH, H};
    use Shown::{All, ExpandedAndGenerated, ExpandedAndQueue};
    let [zhang, akhtar] = [Conventions::zhang(), Conventions::akhtar()];
    let [parnami, tran] = [Conventions::parnami(), Conventions::tran()];
    let zero = |_: &Goal| Box::new(Zero) as Box<dyn Heuristic>;
    let misplaced = |goal: &Goal| Box::new(Misplaced::new(goal)) as Box<dyn Heuristic>;
    let without_blank = |goal: &Goal| Box::new(Misplaced::but_the_goals_blank(goal)) as Box<dyn Heuristic>;
    let manhattan = |goal: &Goal| Box::new(Manhattan::new(goal)) as Box<dyn Heuristic>;
    let both = |goal: &Goal| Box::new(ManhattanPlusMisplaced::new(goal)) as Box<dyn Heuristic>;
    let column = |name, conventions, evaluation, heuristic, shown| Column {
        name,
        conventions,
        evaluation,
        heuristic,
        shown,
    };
    vec![
        column("zhang-uniform-cost", zhang, G, zero, ExpandedAndQueue),
        column("zhang-misplaced", zhang, GPlusH, without_blank, ExpandedAndQueue),
        column("zhang-manhattan", zhang, GPlusH, manhattan, ExpandedAndQueue),
        column("parnami-astar", parnami, GPlusH, manhattan, ExpandedAndGenerated),
        column("tran-uniform-cost", tran, G, zero, ExpandedAndQueue),
        column("tran-misplaced", tran, GPlusH, misplaced, ExpandedAndQueue),
        column("tran-manhattan", tran, GPlusH, manhattan, ExpandedAndQueue),
        column("akhtar-astar", akhtar, GPlusH, both, All),
        column("akhtar-greedy", akhtar, H, both, All),
        column("akhtar-breadth-first", akhtar, G, zero, All),
    ]
}

impl Column {
    fn run(&self, problem: &Problem) -> Outcome {
        let search = BestFirst::new(self.evaluation, self.conventions).unwrap();
        search.run(problem, &*(self.heuristic)(problem.goal()), Limits::default()).unwrap()
    }

    /// The counts as the data has them; the length is added where it is not the distance.
    fn show(&self, outcome: &Outcome, distance: usize) -> String {
        let statistics = &outcome.statistics;
        let (expanded, generated, queue) = (statistics.expanded, statistics.generated, statistics.peak_open);
        let counts = match self.shown {
            Shown::ExpandedAndQueue => format!("{expanded}/{queue}"),
            Shown::ExpandedAndGenerated => format!("{expanded}/{generated}"),
            Shown::All => format!("{expanded}/{generated}/{queue}"),
        };
        match outcome.moves.len() {
            length if length == distance => counts,
            length => format!("{counts}:{length}"),
        }
    }
}

/// Every count of every row, but those that a program did not finish. Where a published count is due to a fault, the data
/// has the right one beside it.
#[test]
fn published_counts_come_out_exactly() {
    let mut rows = include_str!("../data/published-counts.tsv").lines().filter(|line| !line.starts_with('#'));
    let header: Vec<&str> = rows.next().unwrap().split('\t').collect();
    let columns = columns();
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    assert_eq!(header[4..], names);
    let (mut compared, mut corrected, mut wrong) = (0, 0, Vec::new());
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        let problem = Problem::new(board(cells[1]), goal(cells[2])).unwrap();
        let distance: usize = cells[3].parse().unwrap();
        for (column, cell) in columns.iter().zip(&cells[4..]).filter(|(_, cell)| **cell != "-") {
            let expected = match cell.split_once('~') {
                Some((published, right)) => {
                    assert!(column.name.starts_with("zhang") && published != right, "{row}");
                    corrected += 1;
                    right
                }
                None => cell,
            };
            let outcome = column.run(&problem);
            let found = column.show(&outcome, distance);
            if found != expected {
                wrong.push(format!("{} {}: {found} for {expected}", cells[0], column.name));
            }
            compared += 1;
            let end = outcome.moves.iter().try_fold(*problem.start(), |board, step| board.after(*step));
            assert_eq!(end, Some(problem.goal().board()));
            let is_guaranteed = !matches!(column.name, "akhtar-astar" | "akhtar-greedy");
            let guarantee = if is_guaranteed { Guarantee::Optimal } else { Guarantee::None };
            assert_eq!(outcome.guarantee, guarantee, "{}", column.name);
        }
    }
    assert_eq!(wrong, [""; 0]);
    assert_eq!((compared, corrected), (312, 13));
}
