//! [`PathMeasure`]: the measure that paths minimize.

use super::cheapest::Costs;

/// The measure of a path: its length in a metric, or its cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum PathMeasure {
    /// Each tile that slides counts 1.
    #[default]
    SingleTile,
    /// One or more tiles that slide at once count 1.
    MultiTile,
    /// Each tile that slides has a cost.
    Costs(Costs),
}

impl PathMeasure {
    /// The costs, if moves have any.
    pub(crate) const fn costs(&self) -> Option<&Costs> {
        match self {
            Self::Costs(costs) => Some(costs),
            Self::SingleTile | Self::MultiTile => None,
        }
    }
}

impl From<Option<Costs>> for PathMeasure {
    fn from(costs: Option<Costs>) -> Self {
        costs.map_or(Self::SingleTile, Self::Costs)
    }
}
