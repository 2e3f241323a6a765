//! Patterns whose tables are used together.

use super::MAX_PATTERNS;
use crate::board::{Cell, Goal, Tile};
use crate::space::{Pattern, PatternSpace, SpaceError};

/// A way to share out all tiles of a shape among patterns, so that their costs add up to a heuristic; or patterns that have tiles in
/// common, of which those that have none are added up, and the largest of the sums is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    name: String,
    patterns: Vec<Pattern>,
    keeps_regions: bool,
}

/// A partition that others have found to be good: by cells of a goal with the blank in the first cell.
struct Published {
    name: &'static str,
    rows: usize,
    columns: usize,
    cells: &'static [&'static [u8]],
    keeps_regions: bool,
}

/// The published partitions, for each shape the strongest first.
///
/// 7-8 and 6-6-3 are those of Felner, Korf and Hanan, *Additive Pattern Database Heuristics*, Journal of Artificial
/// Intelligence Research 22 (2004), turned so that the blank is first; 6-6-6-6 that of Korf and Felner, *Disjoint
/// Pattern Database Heuristics*, Artificial Intelligence 134 (2002). 5-5-5 was the best of six on random boards.
/// 6x16 was found by states of searches of 79 random boards by one partition of the 24-puzzle: to its four patterns twelve were added, one
/// after the other, that by which most of the states that were left became too far. For these, as for 7-8x1, the regions of the
/// blank are kept.
const PUBLISHED: [Published; 6] = [
    Published {
        name: "7-8x1",
        rows: 4,
        columns: 4,
        cells: &[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]],
        keeps_regions: true,
    },
    Published {
        name: "7-8",
        rows: 4,
        columns: 4,
        cells: &[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]],
        keeps_regions: false,
    },
    Published {
        name: "6-6-3",
        rows: 4,
        columns: 4,
        cells: &[&[3, 6, 7, 10, 11, 15], &[1, 2, 4, 5, 8, 9], &[12, 13, 14]],
        keeps_regions: false,
    },
    Published {
        name: "5-5-5",
        rows: 4,
        columns: 4,
        cells: &[&[1, 4, 5, 8, 9], &[2, 3, 6, 7, 11], &[10, 12, 13, 14, 15]],
        keeps_regions: false,
    },
    Published {
        name: "6x16",
        rows: 5,
        columns: 5,
        cells: &[
            &[1, 2, 3, 5, 6, 7],
            &[1, 2, 5, 6, 7, 8],
            &[1, 2, 5, 6, 10, 11],
            &[1, 5, 6, 10, 11, 12],
            &[1, 5, 6, 10, 15, 20],
            &[2, 3, 4, 7, 8, 9],
            &[3, 4, 8, 9, 14, 19],
            &[3, 4, 9, 14, 19, 24],
            &[7, 8, 9, 10, 11, 12],
            &[8, 9, 13, 14, 18, 19],
            &[8, 9, 13, 14, 19, 24],
            &[11, 12, 13, 16, 17, 18],
            &[11, 12, 16, 17, 21, 22],
            &[12, 13, 14, 17, 18, 19],
            &[13, 14, 18, 19, 23, 24],
            &[15, 16, 17, 20, 21, 22],
        ],
        keeps_regions: true,
    },
    Published {
        name: "6-6-6-6",
        rows: 5,
        columns: 5,
        cells: &[
            &[1, 2, 5, 6, 7, 12],
            &[3, 4, 8, 9, 13, 14],
            &[10, 11, 15, 16, 20, 21],
            &[17, 18, 19, 22, 23, 24],
        ],
        keeps_regions: false,
    },
];

impl Partition {
    /// The partitions of a goal, the strongest first. There is at least one: the published ones serve goals with the
    /// blank in the first or the last cell, for boards of ten to fourteen tiles, such as 3x4 and 2x7, each half of the
    /// board is a pattern, and for others the tiles are shared out in the order of the goal.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::search::Partition;
    ///
    /// let of_goal = Partition::of_goal(&Goal::blank_last(Shape::new(4, 4)?));
    /// let patterns: Vec<String> = of_goal[2].patterns().iter().map(ToString::to_string).collect();
    /// assert_eq!((of_goal[2].name(), patterns), ("6-6-3", ["1,5,6,9,10,13", "7,8,11,12,14,15", "2,3,4"].map(String::from).into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_goal(goal: &Goal) -> Vec<Self> {
        let (shape, blank) = (goal.shape(), goal.blank());
        let is_at_an_end = blank == Cell::new(0) || blank == shape.last_cell();
        let serves = |published: &&Published| {
            is_at_an_end && (published.rows, published.columns) == (shape.rows(), shape.columns())
        };
        let published = PUBLISHED.iter().filter(serves).map(|published| Self::published(goal, published));
        let found: Vec<Self> = published.collect();
        if !found.is_empty() {
            return found;
        }
        match shape.tiles() {
            10..=13 => vec![Self::halves(goal)],
            // Two patterns of seven tiles take 65 MB and a second, which is not for everyone.
            14 => vec![Self::halves(goal), Self::in_order(goal)],
            _ => vec![Self::in_order(goal)],
        }
    }

    fn published(goal: &Goal, published: &Published) -> Self {
        let (board, last) = (goal.board(), goal.shape().tiles());
        let tile_of = |cell: &u8| {
            let cell = usize::from(*cell);
            board.tiles()[if goal.blank() == Cell::new(0) { cell } else { last - cell }]
        };
        let patterns = published.cells.iter().map(|cells| pattern_of(goal, cells.iter().map(tile_of)));
        Self {
            name: published.name.to_owned(),
            patterns: patterns.collect(),
            keeps_regions: published.keeps_regions,
        }
    }

    /// The tiles at one end of a board and those at the other. On ten random boards of 2x7 a search by these, 7-6, expanded
    /// 28,248 states, and one by patterns in the order of the goal, 5-5-3, 129,025,045.
    fn halves(goal: &Goal) -> Self {
        let (board, shape) = (goal.board(), goal.shape());
        let mut cells: Vec<Cell> = shape.all_cells().filter(|cell| *cell != goal.blank()).collect();
        if shape.columns() > shape.rows() {
            cells.sort_by_key(|cell| cell.index() % shape.columns());
        }
        let tiles: Vec<Tile> = cells.into_iter().map(|cell| board.tiles()[cell.index()]).collect();
        Self::in_chunks(goal, &tiles, tiles.len().div_ceil(2))
    }

    /// Patterns of up to five tiles in the order of the goal; larger ones only where that makes too many.
    fn in_order(goal: &Goal) -> Self {
        const USUAL: usize = 5;
        let goal_board = goal.board();
        let tiles: Vec<Tile> = goal_board.tiles().iter().copied().filter(|tile| !tile.is_blank()).collect();
        let size = USUAL.max(tiles.len().div_ceil(MAX_PATTERNS)).min(tiles.len().saturating_sub(2)).max(1);
        Self::in_chunks(goal, &tiles, size)
    }

    /// Patterns of so many tiles each, in this order; the last may have fewer.
    fn in_chunks(goal: &Goal, tiles: &[Tile], size: usize) -> Self {
        let patterns: Vec<Pattern> =
            tiles.chunks(size).map(|tiles| pattern_of(goal, tiles.iter().copied())).collect();
        let sizes: Vec<String> = patterns.iter().map(|pattern| pattern.tiles().len().to_string()).collect();
        Self { name: sizes.join("-"), patterns, keeps_regions: false }
    }

    /// The sizes of the patterns, as `6-6-3`, and `7-8x1` where the tables keep the region of the blank; of patterns that overlap the size
    /// and how many there are, as `6x16`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The patterns. They leave no tile out.
    #[must_use]
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// Have its patterns tiles in common? Else they are a partition in the strict sense.
    #[must_use]
    pub fn is_overlapping(&self) -> bool {
        let tiles: usize = self.patterns.iter().map(|pattern| pattern.tiles().len()).sum();
        self.patterns.first().is_some_and(|pattern| tiles > pattern.shape().tiles())
    }

    /// Are its tables those that keep the region of the blank?
    #[must_use]
    pub const fn keeps_regions(&self) -> bool {
        self.keeps_regions
    }

    /// What the entries of one of its patterns' tables stand for.
    ///
    /// # Errors
    /// [`SpaceError`] if the pattern is too large, or of another shape.
    pub fn space(&self, goal: &Goal, pattern: &Pattern) -> Result<PatternSpace, SpaceError> {
        if self.keeps_regions {
            PatternSpace::with_regions(goal, pattern.clone())
        } else {
            PatternSpace::new(goal, pattern.clone())
        }
    }
}

/// A pattern of tiles that stand on different cells of the goal, none of them the blank's: so they are tiles of its
/// shape, each once.
fn pattern_of(goal: &Goal, tiles: impl Iterator<Item = Tile>) -> Pattern {
    Pattern::new(goal.shape(), tiles).expect("tiles of a goal, each once")
}

#[cfg(test)]
mod tests {
    use super::super::MOST_TABLES;
    use super::*;
    use crate::board::Shape;

    #[test]
    fn every_goal_has_partitions_that_fit_it() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 3), (3, 4), (2, 6), (4, 4), (4, 5), (5, 5)] {
            let shape = Shape::new(rows, columns).unwrap();
            for blank in shape.all_cells() {
                let goal = Goal::in_order_with_blank_at(shape, blank);
                for partition in Partition::of_goal(&goal) {
                    let mut tiles: Vec<Tile> =
                        partition.patterns().iter().flat_map(Pattern::tiles).copied().collect();
                    tiles.sort_unstable();
                    if partition.is_overlapping() {
                        tiles.dedup();
                        assert!(partition.keeps_regions() && partition.patterns().len() <= MOST_TABLES);
                    } else {
                        assert!(partition.patterns().len() <= MAX_PATTERNS);
                    }
                    assert_eq!(tiles, Pattern::full(shape).tiles(), "{} of {goal:?}", partition.name());
                    for pattern in partition.patterns() {
                        partition.space(&goal, pattern).unwrap();
                    }
                }
            }
        }
    }
}
