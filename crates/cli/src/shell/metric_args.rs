//! The option for the metric of lengths.

use anyhow::bail;
use tilebase::board::Metric;

use super::options::{Choice, choice};

const METRICS: [Choice<Metric>; 2] = [
    (Metric::SingleTile, Metric::SingleTile.name(), &[], "Each tile that slides is one move"),
    (Metric::MultiTile, Metric::MultiTile.name(), &[], "One or more tiles that slide at once are one move"),
];

/// The option `--metric`: whether sliding several tiles at once is one move or several.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct MetricArgs {
    /// Metric: stm (one tile per move) or mtm (one or more tiles in a line)
    ///
    /// In the multi-tile metric (mtm), sliding several tiles of a row or column at once is one
    /// move. Paths are still written as single-tile moves. pdb-solve needs a full table in this
    /// metric. It builds one in memory for boards of up to 10 cells; for larger boards, use
    /// `pdb-gen build --metric mtm`.
    #[arg(
        long,
        value_name = "NAME",
        value_parser = choice(&METRICS),
        default_value_t,
        hide_default_value = true,
        hide_possible_values = true,
        hide_short_help = true
    )]
    pub(crate) metric: Metric,
}

impl MetricArgs {
    /// Whether several tiles may slide in one move.
    pub(crate) fn is_multi_tile(self) -> bool {
        self.metric == Metric::MultiTile
    }

    /// Rejects the first given option that the multi-tile metric does not support. `why` is the
    /// reason.
    pub(crate) fn refuse<'a>(
        self,
        given: impl IntoIterator<Item = (&'a str, bool)>,
        why: &str,
    ) -> anyhow::Result<()> {
        match given.into_iter().find(|(_, is_given)| *is_given && self.is_multi_tile()) {
            Some((option, _)) => {
                bail!("{option} cannot be used with --metric mtm: {why}; leave out {option}")
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        metric: MetricArgs,
    }

    #[test]
    fn every_metric_has_its_name() {
        assert_eq!(METRICS.map(|(metric, ..)| metric), Metric::ALL);
        for metric in Metric::ALL {
            let args = Line::try_parse_from(["line", "--metric", metric.name()]).unwrap().metric;
            assert_eq!(args.metric, metric);
            let refused = args.refuse([("--one", false), ("--other", true)], "no table has it");
            let message = refused.err().map(|error| error.to_string());
            let expected = "--other cannot be used with --metric mtm: no table has it; leave out --other";
            assert_eq!(message.as_deref(), args.is_multi_tile().then_some(expected));
        }
        assert_eq!(Line::try_parse_from(["line"]).unwrap().metric.metric, Metric::SingleTile);
        assert!(Line::try_parse_from(["line", "--metric", "qtm"]).is_err());
    }
}
