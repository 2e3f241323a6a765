//! Options for how the answers of a solver are read and judged.

use std::fmt;
use std::str::FromStr;

use anyhow::bail;
use tilebase_answers::{Extractor, Preset};

use super::cost_args::{COST_HELP, CostArg, OPTIMAL_ONLY, PATH_OPTIONS, path_measure};
use super::feed::RARE;
use super::nodes_as::read_method;
use crate::ask::{NamedMethod, PathMeasure};
use crate::shell::MetricArgs;
use crate::trial::{AcceptedMoves, Moves};

/// How answers are read and judged.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct AnswerArgs {
    /// Answer format, e.g. last-number [default: auto]
    ///
    /// auto, moves, tile-numbers, last-number, regex:PATTERN, json:/POINTER or estimate: see below.
    #[arg(long, value_name = "PRESET", default_value_t, hide_default_value = true)]
    expect: Expect,

    /// Letters name moves of: blank, tile or either
    ///
    /// Whether U, D, L, and R name the direction of the blank (the default) or of the tile. Other
    /// names for the moves can be given, e.g. --moves U=0,D=1,L=2,R=3 or --moves
    /// tile,U=haut,D=bas,L=gauche,R=droite. Common words of many languages are known.
    #[arg(long, short, value_name = "WHICH")]
    moves: Option<MovesText>,

    /// Accept paths that are longer than necessary
    ///
    /// If the program prints only a length, it is accepted if a path of that length exists.
    #[arg(long)]
    pub(super) accept_longer: bool,

    /// Expect all optimal paths: none missing, repeated, or wrong
    ///
    /// The program prints a list of paths, or one path on each line.
    #[arg(long, conflicts_with_all = ["accept_longer", "cost"], hide_short_help = true)]
    pub(super) all_paths: bool,

    #[command(flatten)]
    metric: MetricArgs,

    #[arg(
        long,
        value_name = "COSTS",
        help = "Judge paths by cost: tile, U=1,D=3,L=2,R=2 or a file",
        long_help = COST_HELP,
        hide_short_help = true
    )]
    cost: Option<CostArg>,

    /// Compare the number of expanded nodes with that of a search method, named as in `compare`
    ///
    /// E.g. breadth-first, astar:manhattan or astar:misplaced:zhang. Differences are reported, but
    /// do not count as wrong.
    #[arg(
        long,
        value_name = "METHOD",
        value_parser = read_method,
        hide_short_help = true,
        help_heading = RARE
    )]
    pub(super) nodes_as: Option<NamedMethod>,
}

/// A preset, and whether answers are the estimates of a heuristic.
#[derive(Clone, Debug, Default)]
struct Expect {
    text: String,
    preset: Preset,
    is_estimate: bool,
}

const ESTIMATE: &str = "estimate";

impl FromStr for Expect {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let preset = match text.strip_prefix(ESTIMATE) {
            Some("") => "auto",
            Some(rest) => rest.strip_prefix(':').unwrap_or(text),
            None => text,
        };
        let is_estimate = text.starts_with(ESTIMATE);
        let read: Preset =
            preset.parse().map_err(|error: tilebase_answers::PresetError| error.to_string())?;
        if is_estimate && matches!(read, Preset::Moves | Preset::TileNumbers) {
            return Err(format!(
                "an estimate is a number: expected estimate:last-number, estimate:regex:... or \
                 estimate:json:..., found {text:?}"
            ));
        }
        Ok(Self { text: text.to_owned(), preset: read, is_estimate })
    }
}

impl fmt::Display for Expect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.text.is_empty() { "auto" } else { &self.text })
    }
}

/// The value of `--moves` and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MovesText {
    text: String,
    moves: Moves,
}

impl FromStr for MovesText {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(Self { text: text.to_owned(), moves: text.parse()? })
    }
}

impl AnswerArgs {
    /// Rejects options that can't be combined.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        self.metric
            .refuse(PATH_OPTIONS.into_iter().zip([self.accept_longer, self.all_paths]), OPTIMAL_ONLY)?;
        let of_search = [("--nodes-as", self.nodes_as.is_some())];
        self.metric.refuse(of_search, "the search methods count only single-tile moves")?;
        self.measure()?;
        if !self.is_estimate() {
            return Ok(());
        }
        let given = [
            ("--moves", self.moves.is_some()),
            ("--accept-longer", self.accept_longer),
            ("--all-paths", self.all_paths),
            ("--cost", self.cost.is_some()),
            ("--nodes-as", self.nodes_as.is_some()),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => {
                bail!("{option} has no meaning for an estimate: leave it out, or --expect {}", self.expect)
            }
            None => Ok(()),
        }
    }

    /// Whether answers are the estimates of a heuristic.
    pub(super) const fn is_estimate(&self) -> bool {
        self.expect.is_estimate
    }

    /// The direction that move letters name.
    pub(super) fn moves(&self) -> AcceptedMoves {
        self.moves.as_ref().map_or(AcceptedMoves::Blank, |given| given.moves.convention)
    }

    /// The value of `--moves`, if it is not the default.
    pub(super) fn moves_text(&self) -> Option<&str> {
        self.moves.as_ref().map(|moves| moves.text.as_str()).filter(|text| *text != "blank")
    }

    /// The measure of paths: a metric, or costs.
    ///
    /// # Errors
    /// If there are both costs and the multi-tile metric.
    pub(super) fn measure(&self) -> anyhow::Result<PathMeasure> {
        path_measure(self.metric, self.cost.as_ref(), self.moves().read_as())
    }

    /// The metric of lengths.
    pub(super) const fn metric(&self) -> MetricArgs {
        self.metric
    }

    /// The value of `--cost`.
    pub(super) fn cost_text(&self) -> Option<&str> {
        self.cost.as_ref().map(CostArg::text)
    }

    /// The reader of answers.
    pub(super) fn extractor(&self) -> Extractor {
        Extractor {
            preset: self.expect.preset.clone(),
            moves: self.moves().read_as(),
            names: self.moves.as_ref().and_then(|given| given.moves.names.clone()),
            reads_estimates: self.is_estimate(),
            path_start: None,
            has_costs: self.cost.is_some(),
            metric: self.metric.metric,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_may_have_a_preset() {
        let read = |text: &str| text.parse::<Expect>().map(|expect| (expect.is_estimate, expect.to_string()));
        for text in
            ["auto", "estimate", "estimate:last-number", "estimate:regex:h=(?<length>\\d+)", "json:/a"]
        {
            assert_eq!(read(text), Ok((text.starts_with("estimate"), text.to_owned())));
        }
        for (text, expected) in [
            ("estimate:moves", "an estimate is a number"),
            ("estimates", "expected one of auto"),
            ("guess", "expected one of auto"),
        ] {
            assert!(read(text).unwrap_err().contains(expected), "{text}");
        }
    }
}
