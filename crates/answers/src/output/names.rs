//! Names of moves: the user's, or else all known ones.

use std::str::FromStr;

use super::super::vocabulary::{self, NamesId, Reading, direction, first_character, joined, lowered};

/// A user's names for moves: `U=haut,D=bas,L=gauche,R=droite`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveNames([String; 4]);

/// Reasons why a text does not name the moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveNamesError {
    /// A part does not name a direction.
    #[error("expected U=NAME, D=NAME, L=NAME or R=NAME, found {0:?}")]
    Part(String),
    /// A direction has no name.
    #[error("no name for {0}: name all four, e.g. U=haut,D=bas,L=gauche,R=droite")]
    Missing(char),
    /// Two directions have the same name.
    #[error("two directions have the name {0:?}")]
    Twice(String),
}

impl FromStr for MoveNames {
    type Err = MoveNamesError;

    fn from_str(text: &str) -> Result<Self, MoveNamesError> {
        let mut names = [const { String::new() }; 4];
        for part in text.split(',') {
            let named = part.split_once('=').map(|(direction, name)| (direction.trim(), name.trim()));
            let place = |direction: &str| ["U", "D", "L", "R"].iter().position(|known| *known == direction);
            match named.and_then(|(direction, name)| Some((place(direction)?, name))) {
                Some((place, name)) if !name.is_empty() && names[place].is_empty() => {
                    names[place] = lowered(name);
                }
                _ => return Err(MoveNamesError::Part(part.to_owned())),
            }
        }
        if let Some(place) = names.iter().position(String::is_empty) {
            return Err(MoveNamesError::Missing(['U', 'D', 'L', 'R'][place]));
        }
        let twice = (1..4).find(|place| names[..*place].contains(&names[*place]));
        twice.map_or(Ok(()), |place| Err(MoveNamesError::Twice(names[place].clone())))?;
        Ok(Self(names))
    }
}

impl MoveNames {
    /// The names that a printed legend gives, in lower case.
    pub(super) const fn of_legend(names: [String; 4]) -> Self {
        Self(names)
    }
}

/// All ways to read a word as one move, or as several if names are characters.
///
/// If the user has named the moves, only those names count.
pub(super) fn readings(word: &str, names: Option<&MoveNames>) -> Vec<Reading> {
    let Some(MoveNames(names)) = names else { return vocabulary::readings(word) };
    let lower = lowered(word);
    let names = [&*names[0], &*names[1], &*names[2], &*names[3]];
    let whole = direction(&lower, &names).map(|step| vec![step]);
    let moves = whole.or_else(|| joined(&lower, |rest| first_character(rest, &names)));
    moves.map(|moves| Reading { names: NamesId::Given, moves }).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase::board::Move::{Left, Up};

    #[test]
    fn user_names_replace_the_known_ones() {
        let names: MoveNames = "U=haut, D=bas,L=gauche,R=droite".parse().unwrap();
        assert_eq!(readings("Gauche", Some(&names))[0].moves, [Left]);
        assert_eq!(readings("left", Some(&names)), []);
        let digits: MoveNames = "U=0,D=1,L=2,R=3".parse().unwrap();
        assert_eq!(readings("0", Some(&digits))[0].moves, [Up]);
        for (text, error) in [
            ("U=a,D=b", MoveNamesError::Missing('L')),
            ("U=a,D=a,L=b,R=c", MoveNamesError::Twice("a".to_owned())),
            ("X=a", MoveNamesError::Part("X=a".to_owned())),
            ("U=", MoveNamesError::Part("U=".to_owned())),
            ("U=a,U=b", MoveNamesError::Part("U=b".to_owned())),
        ] {
            assert_eq!(text.parse::<MoveNames>(), Err(error));
        }
    }
}
