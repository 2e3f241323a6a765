//! The options `--cost` and `--metric`: what moves count.

use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, bail};
use tilebase::Interrupt;
use tilebase::board::Goal;
use tilebase::judge::Judge;
use tilebase::notation::{CostRule, MoveConvention};
use tilebase::oracle::MultiTileOracle;
use tilebase::search::Limits;
use tilebase::solve::Algorithm;
use tilebase::table::Folder;

use crate::ask::{Costs, PathMeasure, multi_tile_oracle, read_costs};
use crate::shell::MetricArgs;

/// Help for the file of `--cost`, for the long help of several commands.
pub(super) const COST_HELP: &str = "\
Cost of each move: unit, tile, U=1,D=3,L=2,R=2 or a file

  unit             every move costs 1
  tile             a move costs the number on the tile
  U=1,D=3,L=2,R=2  a move costs the number of its direction
  FILE             one tile per line, followed by its cost, or by its costs for U, D, L and R;
                   # begins a comment

Directions are the blank's, or the tile's with --moves tile.";

/// The value of `--cost`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CostArg {
    text: String,
    rule: CostRule,
}

impl CostArg {
    /// The costs, with directions in a convention.
    pub(crate) fn costs(&self, convention: MoveConvention) -> Costs {
        Costs { rule: self.rule.clone(), convention }
    }

    /// The value as given.
    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

impl FromStr for CostArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(Self { text: text.to_owned(), rule: read_costs(text, Path::new(""))? })
    }
}

/// The measure of a path, by the options `--metric` and `--cost`.
pub(super) fn path_measure(
    metric: MetricArgs,
    cost: Option<&CostArg>,
    convention: MoveConvention,
) -> anyhow::Result<PathMeasure> {
    metric.refuse([("--cost", cost.is_some())], "costs apply to single-tile moves")?;
    Ok(match cost {
        None if metric.is_multi_tile() => PathMeasure::MultiTile,
        cost => cost.map(|cost| cost.costs(convention)).into(),
    })
}

/// Rejects algorithms that do not support costs.
pub(super) fn check_algorithms(algorithms: impl IntoIterator<Item = Algorithm>) -> anyhow::Result<()> {
    const WITH_COSTS: [Algorithm; 4] =
        [Algorithm::Table, Algorithm::UniformCost, Algorithm::AStar, Algorithm::Ida];
    let mut algorithms = algorithms.into_iter();
    if let Some(algorithm) = algorithms.find(|algorithm| !WITH_COSTS.contains(algorithm)) {
        bail!("{algorithm} does not support --cost (table, uniform-cost, astar, and ida do)");
    }
    Ok(())
}

/// Rejects what `pdb-solve BOARD` does not support for moves with costs.
pub(super) fn check_costs(algorithm: Option<Algorithm>, lists_paths: bool) -> anyhow::Result<()> {
    check_algorithms(algorithm)?;
    if lists_paths {
        bail!("--paths all cannot be used with --cost; --paths count can");
    }
    Ok(())
}

/// Options that change which paths count as right.
pub(super) const PATH_OPTIONS: [&str; 2] = ["--accept-longer", "--all-paths"];

/// The reason why the multi-tile metric supports none of them.
pub(super) const OPTIMAL_ONLY: &str = "in this metric, only optimal paths are accepted";

/// The reason why the multi-tile metric supports no option of searches.
pub(super) const FROM_TABLE: &str = "its answers come from a full table, without a search";

/// Returns the exact distances to a goal in the multi-tile metric, if that is what a move counts.
/// Call this before tables in the single-tile metric are built: it may fail at once.
pub(super) fn multi_tile_of(
    measure: &PathMeasure,
    goal: &Goal,
    folder: &Folder,
    interrupt: Option<&Interrupt>,
) -> anyhow::Result<Option<MultiTileOracle>> {
    let is_multi_tile = *measure == PathMeasure::MultiTile;
    is_multi_tile.then(|| multi_tile_oracle(goal, Some(folder), None, interrupt)).transpose()
}

/// Returns a judge that uses the given measure of paths.
pub(super) fn judging_by(
    judge: Judge,
    measure: &PathMeasure,
    multi_tile: Option<MultiTileOracle>,
    limits: Limits,
) -> anyhow::Result<Judge> {
    let judge = match multi_tile {
        Some(oracle) => judge.in_multi_tile_metric(oracle),
        None => judge,
    };
    match measure.costs() {
        Some(costs) => {
            let solver = costs.solver(judge.solver().goal(), None, limits).context("--cost")?;
            Ok(judge.with_costs(solver))
        }
        None => Ok(judge),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_rule_or_a_file_gives_the_costs() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("costs");
        fs::write(&file, "1 4\n2 5\n").unwrap();
        let name = file.to_str().unwrap();
        let rule = |text: &str| text.parse::<CostArg>().map(|arg| arg.costs(MoveConvention::Blank).rule);
        assert_eq!(rule("tile"), Ok(CostRule::Tile));
        assert_eq!(rule(name), Ok(CostRule::List(vec![[4; 4], [5; 4]])));
        fs::write(&file, "1 4\n3 5\n").unwrap();
        assert!(rule(name).unwrap_err().ends_with("line 2, column 1: tile 2 has no cost"));
        assert!(rule("tiles").unwrap_err().ends_with("there is no such file either"));
        assert!(rule(folder.path().to_str().unwrap()).unwrap_err().contains(" is a folder; expected a file"));
        // The folder of a relative path matters only where one is given.
        fs::write(&file, "1 4\n2 5\n").unwrap();
        assert_eq!(read_costs("costs", folder.path()), rule(name));
        assert!(rule("costs").is_err());
    }
}
