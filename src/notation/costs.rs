//! Costs of moves as text: a name, costs of directions, or a list of tiles with their costs.

use std::fmt;
use std::str::FromStr;

use super::error::{ReadError, TextPosition, shorten};
use super::moves::MoveConvention;
use crate::board::{CostError, Move, MoveCosts, Shape};

/// The costs of moves, as the user wrote them, for boards of any shape.
///
/// | text | a move costs |
/// |---|---|
/// | `unit` | 1 |
/// | `tile` | the number on the tile |
/// | `U=1,D=3,L=2,R=2` | the number of its direction |
///
/// [`CostRule::read_list`] reads the costs of each tile from a list.
///
/// ```
/// use tilebase::board::{Move, Shape, Tile};
/// use tilebase::notation::{CostRule, MoveConvention};
///
/// let shape = Shape::new(3, 3)?;
/// let windy: CostRule = "U=1,D=3,L=2,R=2".parse()?;
/// let of_up =
///     |convention| windy.on(shape, convention).map(|costs| costs.of(Tile::new(8), Move::Up));
/// assert_eq!((of_up(MoveConvention::Blank)?, of_up(MoveConvention::Tile)?), (1, 3));
///
/// let list = CostRule::read_list("# tile, cost\n1 1\n2 4\n3 9\n")?;
/// let costs = list.on(Shape::new(2, 2)?, MoveConvention::Blank)?;
/// assert_eq!(costs.of(Tile::new(3), Move::Left), 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CostRule {
    /// Every move costs 1.
    #[default]
    Unit,
    /// A move costs the number on the tile.
    Tile,
    /// A move costs the number of its direction: up, down, left, right.
    Directions([u32; 4]),
    /// The costs of each tile from tile 1 on, by direction: up, down, left, right.
    List(Vec<[u32; 4]>),
}

/// The forms that a rule may have, for messages.
const EXPECTED: &str = "expected unit, tile, or a cost for each direction, such as U=1,D=3,L=2,R=2";

impl CostRule {
    /// Reads the costs of tiles from a list.
    ///
    /// Each line has a tile and its cost, or a tile and its costs in the directions U, D, L, R. A
    /// `#` begins a comment. Tiles may come in any order, but each of them once, without gaps.
    ///
    /// # Errors
    /// [`ReadError`] with the place of the fault.
    pub fn read_list(text: &str) -> Result<Self, ReadError> {
        let mut costs: Vec<Option<[u32; 4]>> = Vec::new();
        let mut lines = 0;
        for (number, line) in (1..).zip(text.lines()) {
            let fault =
                |message: String| ReadError::message(TextPosition { line: number, column: 1 }, message);
            let line = line.split('#').next().unwrap_or_default().trim_start_matches('\u{feff}').trim();
            if line.is_empty() {
                continue;
            }
            let (tile, of_tile) = costs_on(line).ok_or_else(|| {
                let found = shorten(line);
                fault(format!("expected a tile and its cost, or its costs U D L R, found {found:?}"))
            })?;
            if costs.len() < tile {
                costs.resize(tile, None);
            }
            if costs[tile - 1].replace(of_tile).is_some() {
                return Err(fault(format!("tile {tile} has a cost already")));
            }
            lines = number;
        }
        if costs.is_empty() {
            return Err(ReadError::message(TextPosition::START, "expected a tile and its cost, found none"));
        }
        if let Some(missing) = costs.iter().position(Option::is_none) {
            let position = TextPosition { line: lines, column: 1 };
            return Err(ReadError::message(position, format!("tile {} has no cost", missing + 1)));
        }
        Ok(Self::List(costs.into_iter().flatten().collect()))
    }

    /// Returns the costs for boards of a shape. The convention says whether directions are those of
    /// the blank or of the tile.
    ///
    /// # Errors
    /// [`CostError`] if a cost is out of range, or a list does not fit the shape.
    pub fn on(&self, shape: Shape, convention: MoveConvention) -> Result<MoveCosts, CostError> {
        let of_blank = |udlr: [u32; 4]| match convention {
            MoveConvention::Blank => udlr,
            MoveConvention::Tile => Move::ALL.map(|step| udlr[step.inverse() as usize]),
        };
        match self {
            Self::Unit => Ok(MoveCosts::unit(shape)),
            Self::Tile => Ok(MoveCosts::by_tile(shape)),
            Self::Directions(udlr) => MoveCosts::by_direction(shape, of_blank(*udlr)),
            Self::List(list) => {
                let list: Vec<[u32; 4]> = list.iter().copied().map(of_blank).collect();
                MoveCosts::new(shape, &list)
            }
        }
    }
}

/// Parses a line of a list: a tile of up to three digits and one or four costs.
fn costs_on(line: &str) -> Option<(usize, [u32; 4])> {
    let is_between = |c: char| c.is_whitespace() || ",;:=".contains(c);
    let mut fields = line.split(is_between).filter(|field| !field.is_empty());
    let tile: usize = fields.next()?.parse().ok().filter(|tile| (1..1000).contains(tile))?;
    let costs: Vec<u32> = fields.map(|field| field.parse().ok()).collect::<Option<_>>()?;
    match *costs {
        [cost] => Some((tile, [cost; 4])),
        [up, down, left, right] => Some((tile, [up, down, left, right])),
        _ => None,
    }
}

/// Parses `unit`, `tile`, or `U=1,D=3,L=2,R=2`.
impl FromStr for CostRule {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let wrong = |why: &str| {
            ReadError::word(format!("cannot read the costs {:?}: {EXPECTED}{why}", shorten(text)))
        };
        match text.trim().to_ascii_lowercase().as_str() {
            "unit" => return Ok(Self::Unit),
            "tile" => return Ok(Self::Tile),
            _ => {}
        }
        let mut udlr = [None; 4];
        for item in text.split(',') {
            let (letter, cost) = item.split_once('=').ok_or_else(|| wrong(""))?;
            let letter = letter.trim().to_ascii_uppercase();
            let named = Move::ALL.into_iter().find(|step| letter == step.letter().to_string());
            let (step, cost) = named.zip(cost.trim().parse().ok()).ok_or_else(|| wrong(""))?;
            if udlr[step as usize].replace(cost).is_some() {
                return Err(wrong(&format!("; {letter} has two costs")));
            }
        }
        match udlr {
            [Some(up), Some(down), Some(left), Some(right)] => Ok(Self::Directions([up, down, left, right])),
            _ => Err(wrong("; a direction has no cost")),
        }
    }
}

/// Writes the rule as on the command line; a list as `list`.
impl fmt::Display for CostRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unit => f.write_str("unit"),
            Self::Tile => f.write_str("tile"),
            Self::Directions([up, down, left, right]) => write!(f, "U={up},D={down},L={left},R={right}"),
            Self::List(_) => f.write_str("list"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_as_they_are_written() {
        for text in ["unit", "tile", "U=1,D=3,L=2,R=2"] {
            assert_eq!(text.parse::<CostRule>().unwrap().to_string(), text);
        }
        assert_eq!("r = 2, u=1 ,d=3,l=4".parse(), Ok(CostRule::Directions([1, 3, 4, 2])));
    }

    #[test]
    fn faulty_rules_have_a_reason() {
        for (text, why) in [
            ("", ""),
            ("tiles", ""),
            ("U=1,D=3,L=2", "a direction has no cost"),
            ("U=1,D=3,L=2,L=2", "L has two costs"),
            ("U=1,D=3,L=2,R=-2", ""),
            ("U=1,D=3,L=2,X=2", ""),
        ] {
            let error = text.parse::<CostRule>().unwrap_err().to_string();
            assert!(error.contains(EXPECTED) && error.ends_with(why), "{error}");
        }
    }

    #[test]
    fn lists_give_a_cost_to_each_tile() {
        let read = |text: &str| CostRule::read_list(text);
        let expected = CostRule::List(vec![[5; 4], [1, 2, 3, 4]]);
        assert_eq!(read("# costs\n2 1 2 3 4 # by direction\n\n1: 5\r\n"), Ok(expected));
        for (text, why) in [
            ("", "expected a tile and its cost, found none"),
            ("1 2\n3 4\n", "line 2, column 1: tile 2 has no cost"),
            ("1 2\n1 4\n", "line 2, column 1: tile 1 has a cost already"),
            ("1 2 3\n", "found \"1 2 3\""),
            ("0 2\n", "found \"0 2\""),
            ("1 -2\n", "found \"1 -2\""),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }

    /// The tile moves opposite to the blank.
    #[test]
    fn directions_follow_the_convention() {
        let shape = Shape::new(2, 2).unwrap();
        let list = CostRule::List(vec![[1, 2, 3, 4]; 3]);
        for rule in [CostRule::Directions([1, 2, 3, 4]), list] {
            let costs = |convention| {
                let costs = rule.on(shape, convention).unwrap();
                Move::ALL.map(|step| costs.of(crate::board::Tile::new(1), step))
            };
            assert_eq!(costs(MoveConvention::Blank), [1, 2, 3, 4]);
            assert_eq!(costs(MoveConvention::Tile), [2, 1, 4, 3]);
        }
        assert!(CostRule::List(vec![[1; 4]; 8]).on(shape, MoveConvention::Blank).is_err());
    }
}
