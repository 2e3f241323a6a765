//! The pattern sets of each goal: presets, or the tiles divided by a rule.

use super::MAX_PATTERNS;
use crate::board::{Cell, Goal, Tile};
use crate::space::{Pattern, PatternSpace, SpaceError};

/// Patterns whose databases are used together.
///
/// If each tile is in one pattern (a partition), the entries add up to a heuristic. If patterns
/// share tiles, the entries of disjoint patterns are added, and the largest of these sums is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternSet {
    name: String,
    patterns: Vec<Pattern>,
    is_zero_aware: bool,
}

/// A preset, as cells of a goal with the blank in the first cell.
struct Preset {
    name: &'static str,
    rows: usize,
    columns: usize,
    cells: &'static [&'static [u8]],
    is_zero_aware: bool,
}

/// The presets, strongest first for each shape.
///
/// 7-8 and 6-6-3 are from Felner, Korf and Hanan, *Additive Pattern Database Heuristics*, Journal
/// of Artificial Intelligence Research 22 (2004), rotated so that the blank comes first. 6-6-6-6 is
/// from Korf and Felner, *Disjoint Pattern Database Heuristics*, Artificial Intelligence 134
/// (2002). 5-5-5 was the best of six on random boards.
///
/// 6x16 extends a partition of four patterns by twelve, chosen one by one: each is the candidate
/// that pruned the most states left by the earlier ones, in searches of 79 random boards. Its
/// tables, like those of 7-8x1, are zero-aware.
const PRESETS: &[Preset] = &[
    Preset {
        name: "7-8x1",
        rows: 4,
        columns: 4,
        cells: &[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]],
        is_zero_aware: true,
    },
    Preset {
        name: "7-8",
        rows: 4,
        columns: 4,
        cells: &[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]],
        is_zero_aware: false,
    },
    Preset {
        name: "6-6-3",
        rows: 4,
        columns: 4,
        cells: &[&[3, 6, 7, 10, 11, 15], &[1, 2, 4, 5, 8, 9], &[12, 13, 14]],
        is_zero_aware: false,
    },
    Preset {
        name: "5-5-5",
        rows: 4,
        columns: 4,
        cells: &[&[1, 4, 5, 8, 9], &[2, 3, 6, 7, 11], &[10, 12, 13, 14, 15]],
        is_zero_aware: false,
    },
    Preset {
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
        is_zero_aware: true,
    },
    Preset {
        name: "6-6-6-6",
        rows: 5,
        columns: 5,
        cells: &[
            &[1, 2, 5, 6, 7, 12],
            &[3, 4, 8, 9, 13, 14],
            &[10, 11, 15, 16, 20, 21],
            &[17, 18, 19, 22, 23, 24],
        ],
        is_zero_aware: false,
    },
];

impl PatternSet {
    /// Returns the pattern sets of a goal, strongest first; there is at least one.
    ///
    /// Goals with the blank in the first or last cell have the presets. Boards of ten to fourteen
    /// tiles, such as 3x4 and 2x7, have one with a pattern for each half of the board. For all
    /// others, the tiles are divided in the order of the goal.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::search::PatternSet;
    ///
    /// let of_goal = PatternSet::of_goal(&Goal::blank_last(Shape::new(4, 4)?));
    /// let set = of_goal.iter().find(|set| set.name() == "6-6-3").expect("a preset of 4x4");
    /// let patterns: Vec<String> = set.patterns().iter().map(ToString::to_string).collect();
    /// assert_eq!(patterns, ["1,5,6,9,10,13", "7,8,11,12,14,15", "2,3,4"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_goal(goal: &Goal) -> Vec<Self> {
        let (shape, blank) = (goal.shape(), goal.blank());
        let is_blank_at_an_end = blank == Cell::new(0) || blank == shape.last_cell();
        let serves = |preset: &&Preset| {
            is_blank_at_an_end && (preset.rows, preset.columns) == (shape.rows(), shape.columns())
        };
        let presets: Vec<Self> =
            PRESETS.iter().filter(serves).map(|preset| Self::from_preset(goal, preset)).collect();
        if !presets.is_empty() {
            return presets;
        }
        match shape.tiles() {
            10..=13 => vec![Self::halves(goal)],
            // Two patterns of seven tiles need 65 MB and a second to build, so offer a smaller
            // choice too.
            14 => vec![Self::halves(goal), Self::in_order(goal)],
            _ => vec![Self::in_order(goal)],
        }
    }

    fn from_preset(goal: &Goal, preset: &Preset) -> Self {
        let (board, last) = (goal.board(), goal.shape().tiles());
        let tile_of = |cell: &u8| {
            let cell = usize::from(*cell);
            // With the blank last, the board is turned by 180 degrees.
            board.tiles()[if goal.blank() == Cell::new(0) { cell } else { last - cell }]
        };
        let patterns = preset.cells.iter().map(|cells| pattern_of(goal, cells.iter().map(tile_of)));
        Self {
            name: preset.name.to_owned(),
            patterns: patterns.collect(),
            is_zero_aware: preset.is_zero_aware,
        }
    }

    /// A zero-aware set of patterns, which may share tiles. No small board has such a preset.
    #[cfg(test)]
    pub(crate) fn zero_aware(goal: &Goal, name: &str, patterns: &[&[u8]]) -> Self {
        let pattern = |tiles: &&[u8]| pattern_of(goal, tiles.iter().copied().map(Tile::new));
        Self { name: name.to_owned(), patterns: patterns.iter().map(pattern).collect(), is_zero_aware: true }
    }

    /// Divides the tiles between the two ends of a board. On ten random 2x7 boards, searches with
    /// this partition, 7-6, expanded 28,248 states; with 5-5-3 in goal order, 129 million.
    fn halves(goal: &Goal) -> Self {
        let (board, shape) = (goal.board(), goal.shape());
        let mut cells: Vec<Cell> = shape.all_cells().filter(|cell| *cell != goal.blank()).collect();
        if shape.columns() > shape.rows() {
            cells.sort_by_key(|cell| cell.index() % shape.columns());
        }
        let tiles: Vec<Tile> = cells.into_iter().map(|cell| board.tiles()[cell.index()]).collect();
        Self::in_chunks(goal, &tiles, tiles.len().div_ceil(2))
    }

    /// Patterns of up to five tiles in goal order; larger ones only if there would be too many.
    fn in_order(goal: &Goal) -> Self {
        const USUAL: usize = 5;
        let goal_board = goal.board();
        let tiles: Vec<Tile> = goal_board.tiles().iter().copied().filter(|tile| !tile.is_blank()).collect();
        // A pattern has at most cells - 3 tiles (`PatternSpace::new`).
        let size = USUAL.max(tiles.len().div_ceil(MAX_PATTERNS)).min(tiles.len().saturating_sub(2)).max(1);
        Self::in_chunks(goal, &tiles, size)
    }

    /// Patterns of `size` tiles each, in this order; the last may have fewer.
    fn in_chunks(goal: &Goal, tiles: &[Tile], size: usize) -> Self {
        let patterns: Vec<Pattern> =
            tiles.chunks(size).map(|tiles| pattern_of(goal, tiles.iter().copied())).collect();
        let sizes: Vec<String> = patterns.iter().map(|pattern| pattern.tiles().len().to_string()).collect();
        Self { name: sizes.join("-"), patterns, is_zero_aware: false }
    }

    /// The sizes of the patterns, such as `6-6-3`. If the tables are zero-aware, `x1` follows, as
    /// in `7-8x1`: one bit per entry. An overlapping set is named by size and number: `6x16`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The patterns. Every tile is in at least one.
    #[must_use]
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// Whether some tile is in more than one pattern.
    #[must_use]
    pub(crate) fn is_overlapping(&self) -> bool {
        let tiles: usize = self.patterns.iter().map(|pattern| pattern.tiles().len()).sum();
        self.patterns.first().is_some_and(|pattern| tiles > pattern.shape().tiles())
    }

    /// Whether the tables are zero-aware.
    #[must_use]
    pub const fn is_zero_aware(&self) -> bool {
        self.is_zero_aware
    }

    /// The space of a pattern's table: the placements that its entries stand for.
    ///
    /// # Errors
    /// [`SpaceError`] if the pattern is too large, or for another shape.
    pub fn space(&self, goal: &Goal, pattern: &Pattern) -> Result<PatternSpace, SpaceError> {
        if self.is_zero_aware {
            PatternSpace::zero_aware(goal, pattern.clone())
        } else {
            PatternSpace::new(goal, pattern.clone())
        }
    }
}

/// Creates a pattern. It is valid, since the tiles are on distinct cells of the goal, none of them
/// the blank's.
fn pattern_of(goal: &Goal, tiles: impl Iterator<Item = Tile>) -> Pattern {
    Pattern::new(goal.shape(), tiles).expect("tiles of a goal, each once")
}

#[cfg(test)]
mod tests {
    use super::super::MAX_TABLES;
    use super::*;
    use crate::board::Shape;

    #[test]
    fn every_goal_has_pattern_sets_that_fit_it() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 3), (3, 4), (2, 6), (4, 4), (4, 5), (5, 5)] {
            let shape = Shape::new(rows, columns).unwrap();
            for blank in shape.all_cells() {
                let goal = Goal::in_order_with_blank_at(shape, blank);
                for set in PatternSet::of_goal(&goal) {
                    let mut tiles: Vec<Tile> =
                        set.patterns().iter().flat_map(Pattern::tiles).copied().collect();
                    tiles.sort_unstable();
                    if set.is_overlapping() {
                        tiles.dedup();
                        assert!(set.is_zero_aware() && set.patterns().len() <= MAX_TABLES);
                    } else {
                        assert!(set.patterns().len() <= MAX_PATTERNS);
                    }
                    assert_eq!(tiles, Pattern::full(shape).tiles(), "{} of {goal:?}", set.name());
                    for pattern in set.patterns() {
                        set.space(&goal, pattern).unwrap();
                    }
                }
            }
        }
    }
}
