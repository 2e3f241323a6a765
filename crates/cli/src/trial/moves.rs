//! Interpretation of a solver's moves: `tile`, `U=0,D=1,L=2,R=3`, or both.

use std::str::FromStr;

use clap::ValueEnum;
use tilebase::notation::MoveConvention;
use tilebase_answers::MoveNames;

/// Whether move letters in foreign answers name the blank's or the tile's direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum AcceptedMoves {
    /// The blank's direction
    #[default]
    Blank,
    /// The tile's direction
    Tile,
    /// Either: a path is right if it is right in one of these ways
    Either,
}

impl AcceptedMoves {
    /// The name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::Tile => "tile",
            Self::Either => "either",
        }
    }

    /// The convention for reading moves.
    pub(crate) const fn read_as(self) -> MoveConvention {
        match self {
            Self::Blank | Self::Either => MoveConvention::Blank,
            Self::Tile => MoveConvention::Tile,
        }
    }
}

/// A convention, names of the four moves, or both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moves {
    /// The direction that letters name.
    pub(crate) convention: AcceptedMoves,
    /// Names of the moves, in addition to the usual ones.
    pub(crate) names: Option<MoveNames>,
}

impl FromStr for Moves {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, names) = match text.split_once(',') {
            Some((first, names)) if !first.contains('=') => (first, Some(names)),
            _ if text.contains('=') => (AcceptedMoves::Blank.name(), Some(text)),
            _ => (text, None),
        };
        let convention = AcceptedMoves::from_str(first, true).map_err(|_unknown| {
            format!("expected blank, tile, either, or names, e.g. U=0,D=1,L=2,R=3, found {text:?}")
        })?;
        let names = names.map(str::parse::<MoveNames>).transpose().map_err(|error| error.to_string())?;
        Ok(Self { convention, names })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_a_convention_names_or_both() {
        let read = |text: &str| text.parse::<Moves>().map(|moves| (moves.convention, moves.names.is_some()));
        assert_eq!(read("tile"), Ok((AcceptedMoves::Tile, false)));
        assert_eq!(read("U=0,D=1,L=2,R=3"), Ok((AcceptedMoves::Blank, true)));
        assert_eq!(read("either,U=0,D=1,L=2,R=3"), Ok((AcceptedMoves::Either, true)));
        for (text, expected) in
            [("tiles", "expected blank, tile"), ("tile,U=1", "no name for D"), ("tile,x", "expected U=NAME")]
        {
            assert!(read(text).unwrap_err().contains(expected), "{text}: {:?}", read(text));
        }
    }
}
