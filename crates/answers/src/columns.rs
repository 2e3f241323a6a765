//! The meaning of table columns and object fields: the user's names first, then the known ones.

use std::str::FromStr;

use super::vocabulary::{Field, is_same_name, names_of};
use tilebase::notation::shorten;

/// The user's names for fields. Fields without one keep their usual names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    own: Vec<(Field, String)>,
}

/// Reasons why the user's names are invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ColumnsError {
    /// Not of the form `field=NAME`.
    #[error("expected FIELD=COLUMN, e.g. board=INIT_STATE,length=PATH_LENGTH; found {0:?}")]
    NoPair(String),
    /// An unknown field.
    #[error(
        "unknown field {0:?}: expected board, goal, moves, paths, length, cost, solvable, \
         unsolvable, h, answer or error"
    )]
    NoField(String),
    /// A field or a name appears twice.
    #[error("{0:?} is named twice")]
    Twice(String),
}

/// Reasons why the names of a table or an object do not determine its contents.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NamesError {
    /// No name belongs to the board.
    #[error(
        "no column is known to hold the board; the columns are {names}; name it, e.g. --columns \
        board={first},length=..."
    )]
    NoBoard {
        /// All names.
        names: String,
        /// The first name.
        first: String,
    },
    /// Several names could belong to the board.
    #[error("both {0} and {1} may be the board; choose one, e.g. --columns board={0}")]
    TwoBoards(String, String),
    /// A name given by the user does not exist.
    #[error("--columns: no column {name:?}; the columns are {names}")]
    Missing {
        /// The user's name.
        name: String,
        /// The existing names.
        names: String,
    },
}

impl FromStr for Columns {
    type Err = ColumnsError;

    /// Parses `board=INIT_STATE,length=PATH_LENGTH`. A name may contain commas: a part without `=`
    /// belongs to the name before it.
    fn from_str(text: &str) -> Result<Self, ColumnsError> {
        let mut own: Vec<(Field, String)> = Vec::new();
        for piece in text.split(',') {
            match (piece.split_once('='), own.last_mut()) {
                (Some((field, name)), _) => {
                    let known =
                        Field::of_column(field).ok_or_else(|| ColumnsError::NoField(shorten(field)))?;
                    // `steps` is ambiguous only if the user does not say what it is.
                    let known = if known == Field::VagueLength { Field::Length } else { known };
                    if own.iter().any(|(other, _)| *other == known) {
                        return Err(ColumnsError::Twice(shorten(field)));
                    }
                    own.push((known, name.trim().to_owned()));
                }
                (None, Some((_, name))) => *name += &format!(",{piece}"),
                (None, None) => return Err(ColumnsError::NoPair(shorten(piece))),
            }
        }
        for (nth, (_, name)) in own.iter().enumerate() {
            if name.trim_matches([' ', '_', '-']).is_empty() {
                return Err(ColumnsError::NoPair(shorten(text)));
            }
            if own[..nth].iter().any(|(_, other)| is_same_name(other, name)) {
                return Err(ColumnsError::Twice(shorten(name)));
            }
        }
        Ok(Self { own })
    }
}

impl Columns {
    /// Whether the user has given names.
    pub(super) fn are_given(&self) -> bool {
        !self.own.is_empty()
    }

    /// The meaning of a column with this name, if any.
    pub(super) fn field(&self, name: &str) -> Option<Field> {
        if let Some((field, _)) = self.own.iter().find(|(_, own)| is_same_name(own, name)) {
            return Some(*field);
        }
        Field::of_column(name).filter(|field| !self.settle(*field))
    }

    /// The name of a field in JSON.
    pub(super) fn name(&self, field: Field) -> String {
        let own = self.own.iter().find(|(of, _)| *of == field).map(|(_, name)| name.as_str());
        let name = own.or_else(|| names_of(field).next()).unwrap_or_default();
        serde_json::Value::from(name).to_string()
    }

    /// Whether the user has named this field. Then no other column is taken for it.
    fn settle(&self, field: Field) -> bool {
        let is_settled = |of| self.own.iter().any(|(own, _)| *own == of);
        is_settled(field) || (matches!(field, Field::VagueLength | Field::Cost) && is_settled(Field::Length))
    }

    /// The meaning of each column of a header.
    ///
    /// # Errors
    /// [`NamesError`] if no column or several are the board, or a name given by the user is
    /// missing.
    pub(super) fn of_header(&self, names: &[impl AsRef<str>]) -> Result<Vec<Option<Field>>, NamesError> {
        for (_, own) in &self.own {
            self.find(own, names)?;
        }
        self.check_board(names)?;
        Ok(names.iter().map(|name| self.field(name.as_ref())).collect())
    }

    /// Checks the names of the first object of many.
    ///
    /// An object may omit fields other than the board, but not all fields that the user has named.
    ///
    /// # Errors
    /// [`NamesError`], as for a header.
    pub(super) fn check_object(&self, names: &[impl AsRef<str>]) -> Result<(), NamesError> {
        let (boards, others): (Vec<_>, Vec<_>) = self.own.iter().partition(|(of, _)| *of == Field::Board);
        for (_, own) in boards {
            self.find(own, names)?;
        }
        let found: Vec<_> = others.iter().map(|(_, own)| self.find(own, names)).collect();
        if found.iter().all(Result::is_err) {
            found.into_iter().next().unwrap_or(Ok(()))?;
        }
        self.check_board(names)
    }

    fn check_board(&self, names: &[impl AsRef<str>]) -> Result<(), NamesError> {
        let mut boards =
            names.iter().map(AsRef::as_ref).filter(|name| self.field(name) == Some(Field::Board));
        match (boards.next(), boards.next()) {
            (Some(_), None) => Ok(()),
            (Some(one), Some(other)) => {
                Err(NamesError::TwoBoards(shorten(one.trim()), shorten(other.trim())))
            }
            (None, _) => Err(NamesError::NoBoard {
                names: listed(names),
                first: names.first().map_or_else(String::new, |name| shorten(name.as_ref().trim())),
            }),
        }
    }

    fn find(&self, own: &str, names: &[impl AsRef<str>]) -> Result<(), NamesError> {
        let is_there = names.iter().any(|name| is_same_name(own, name.as_ref()));
        let missing = || NamesError::Missing { name: shorten(own), names: listed(names) };
        if is_there { Ok(()) } else { Err(missing()) }
    }
}

/// Formats names for a message: the first twelve.
fn listed(names: &[impl AsRef<str>]) -> String {
    const LISTED: usize = 12;
    let shown: Vec<String> =
        names.iter().take(LISTED).map(|name| format!("{:?}", shorten(name.as_ref().trim()))).collect();
    let more = names.len().saturating_sub(LISTED);
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_names_take_precedence() {
        let columns: Columns = "board=INIT_STATE,length=depth, really".parse().unwrap();
        for (name, field) in [
            ("init_state", Some(Field::Board)),
            ("Depth, really", Some(Field::Length)),
            ("board", None),
            ("steps", None),
            ("cost", None),
            ("moves", Some(Field::Moves)),
        ] {
            assert_eq!(columns.field(name), field, "{name}");
        }
        assert_eq!(Columns::default().field("board"), Some(Field::Board));
        for name in ["paths", "All Paths", "optimal_paths", "allOptimalPaths", "solutions"] {
            assert_eq!(Columns::default().field(name), Some(Field::Paths), "{name}");
        }
        for (text, reason) in [
            ("INIT_STATE", "expected FIELD=COLUMN"),
            ("board=", "expected FIELD=COLUMN"),
            ("", "expected FIELD=COLUMN"),
            ("size=x", "unknown field \"size\": expected board, goal"),
            ("board=a,state=b", "\"state\" is named twice"),
            ("board=a_b,moves=A B", "\"A B\" is named twice"),
        ] {
            let error = text.parse::<Columns>().unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }

    #[test]
    fn unclear_board_columns_are_refused_listing_the_names() {
        let of = |columns: &str, names: &[&str]| {
            let columns = if columns.is_empty() { Columns::default() } else { columns.parse().unwrap() };
            let text = |outcome: Result<(), NamesError>| outcome.map_err(|error| error.to_string());
            [text(columns.of_header(names).map(drop)), text(columns.check_object(names))]
        };
        for (columns, names, reason) in [
            ("", &["A", "B"][..], "the columns are \"A\", \"B\"; name it, e.g. --columns board=A"),
            ("", &["puzzle", "state"], "both puzzle and state may be the board"),
            ("board=C", &["A", "B"], "no column \"C\"; the columns are \"A\", \"B\""),
            ("length=C", &["board", "B"], "no column \"C\""),
        ] {
            for found in of(columns, names) {
                assert!(found.as_ref().unwrap_err().contains(reason), "{columns}: {found:?}");
            }
        }
        assert_eq!(of("board=state", &["puzzle", "state"]), [Ok(()), Ok(())]);
        let [in_header, in_object] = of("length=L,moves=M", &["board", "L"]);
        assert!(in_header.unwrap_err().contains("\"M\"") && in_object.is_ok());
        let many: Vec<String> = (0..30).map(|n| format!("column {n}")).collect();
        let error = Columns::default().of_header(&many).unwrap_err().to_string();
        assert!(error.contains("\"column 11\" and 18 more; name it"), "{error}");
    }
}
