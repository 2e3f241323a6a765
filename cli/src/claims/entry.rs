//! Answers of other solvers, one a line, in the forms that programs write them.
//!
//! A line is a board and an answer (`638541720 28`), a record of CSV under a header that names its fields, or a JSON
//! object with fields of the same names. What `pdb-solve` itself writes as CSV or JSON is read as well.

use std::borrow::Cow;

use tilebase::board::{Board, Goal, Shape};
use tilebase::judge::Claim;
use tilebase::notation::{
    BoardOptions, Boards, MoveConvention, MoveOptions, read_board, read_moves, shorten,
};

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Board,
    Goal,
    Moves,
    Length,
    Solvable,
    Estimate,
    Answer,
    Convention,
    Error,
}

impl Field {
    /// The field of this name, in any case; none for names that say nothing to a judge.
    fn named(name: &str) -> Option<Self> {
        match name.trim().to_ascii_lowercase().as_str() {
            "board" | "state" | "start" | "puzzle" | "initial" => Some(Self::Board),
            "goal" | "target" => Some(Self::Goal),
            "moves" | "path" | "solution" => Some(Self::Moves),
            "length" | "len" | "steps" | "distance" | "depth" | "cost" => Some(Self::Length),
            "solvable" => Some(Self::Solvable),
            "h" | "estimate" => Some(Self::Estimate),
            "answer" | "result" | "output" => Some(Self::Answer),
            "move_convention" => Some(Self::Convention),
            "error" => Some(Self::Error),
            _ => None,
        }
    }
}

/// How lines hold answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EntryForm(Form);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    /// A board and an answer.
    Lines,
    /// Records; what each field holds.
    Csv(Vec<Option<Field>>),
    /// Objects.
    Json,
}

impl EntryForm {
    /// The form that a first line shows, and whether that line is a header.
    #[must_use]
    pub(crate) fn of_first_line(line: &str) -> (Self, bool) {
        let line = line.trim_start_matches('\u{feff}').trim();
        let fields: Vec<Option<Field>> = split_csv(line).iter().map(|name| Field::named(name)).collect();
        if line.starts_with('{') {
            (Self(Form::Json), false)
        } else if fields.contains(&Some(Field::Board)) {
            (Self(Form::Csv(fields)), true)
        } else {
            (Self(Form::Lines), false)
        }
    }
}

/// What an answer that could be read in several ways is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum AnswerKind {
    /// A number is a length, and everything else moves
    #[default]
    Auto,
    /// Moves, by letters, words, tile numbers, or boards
    Moves,
    /// How many moves are needed
    Length,
    /// A heuristic's estimate
    Estimate,
}

/// An answer for a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The board.
    pub(crate) board: Board,
    /// The goal, if the line names one.
    pub(crate) goal: Option<Goal>,
    /// What is said of it, in one way or in several; at least one.
    pub(crate) claims: Vec<Claim>,
}

/// Why a line is no answer for a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EntryError {
    /// The board, as far as it could be read.
    pub(crate) board: Option<Board>,
    /// What is wrong.
    pub(crate) reason: String,
}

/// Reads answers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EntryReader {
    /// What answers are.
    pub(crate) kind: AnswerKind,
    /// What the directions of moves are those of, where a line does not say it.
    pub(crate) convention: MoveConvention,
    /// The shape of the boards, if it is not to be told from the number of tiles.
    pub(crate) shape: Option<Shape>,
}

/// The fields of a line, as text.
#[derive(Debug, Default)]
struct Fields<'a> {
    board: Cow<'a, str>,
    goal: Cow<'a, str>,
    moves: Option<Cow<'a, str>>,
    length: Cow<'a, str>,
    solvable: Cow<'a, str>,
    estimate: Cow<'a, str>,
    answer: Cow<'a, str>,
    convention: Cow<'a, str>,
    error: Cow<'a, str>,
}

impl<'a> Fields<'a> {
    /// Is there nothing but moves that could be an answer?
    fn says_nothing_but_moves(&self) -> bool {
        [&self.length, &self.solvable, &self.estimate, &self.answer]
            .iter()
            .all(|field| field.trim().is_empty())
    }

    fn set(&mut self, field: Field, value: Cow<'a, str>) {
        match field {
            Field::Board => self.board = value,
            Field::Goal => self.goal = value,
            Field::Moves => self.moves = Some(value),
            Field::Length => self.length = value,
            Field::Solvable => self.solvable = value,
            Field::Estimate => self.estimate = value,
            Field::Answer => self.answer = value,
            Field::Convention => self.convention = value,
            Field::Error => self.error = value,
        }
    }
}

impl EntryReader {
    /// Reads a line; none if it is empty or a comment.
    ///
    /// # Errors
    /// [`EntryError`] if the line has no board, or no answer for it.
    pub(crate) fn read(&self, form: &EntryForm, line: &[u8]) -> Result<Option<Entry>, EntryError> {
        let faulty = |reason: String| EntryError { board: None, reason };
        let text = std::str::from_utf8(line)
            .map_err(|error| faulty(format!("byte {} is not UTF-8 text", error.valid_up_to() + 1)))?;
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            return Ok(None);
        }
        let fields = match &form.0 {
            Form::Lines => fields_of_line(text).ok_or_else(|| {
                faulty(format!("expected a board and an answer, found {:?}", shorten(text)))
            })?,
            Form::Csv(columns) => fields_of_record(columns, text).map_err(faulty)?,
            Form::Json => fields_of_object(text).map_err(faulty)?,
        };
        self.entry(&fields).map(Some)
    }

    fn entry(&self, fields: &Fields<'_>) -> Result<Entry, EntryError> {
        let without_board = |reason: String| EntryError { board: None, reason };
        let board =
            read_board(&fields.board, self.shape).map_err(|error| without_board(error.to_string()))?;
        let faulty = |reason: String| EntryError { board: Some(board), reason };
        let goal = match fields.goal.as_ref() {
            "" => None,
            text => {
                let goal = read_board(text, Some(board.shape()));
                Some(Goal::new(goal.map_err(|error| faulty(format!("the goal: {error}")))?))
            }
        };
        let claims = self.claims(fields, &board).map_err(faulty)?;
        Ok(Entry { board, goal, claims })
    }

    /// Every field that says something is a claim: a path is not right because the estimate beside it is.
    fn claims(&self, fields: &Fields<'_>, board: &Board) -> Result<Vec<Claim>, String> {
        let convention = match fields.convention.as_ref() {
            "tile" => MoveConvention::Tile,
            "blank" => MoveConvention::Blank,
            _ => self.convention,
        };
        let mut claims = Vec::new();
        claims.extend(self.claim_of_moves_and_length(fields, board, convention)?);
        if !fields.estimate.trim().is_empty() {
            claims.push(Claim::Estimate(count(&fields.estimate).ok_or_else(|| no_number(&fields.estimate))?));
        }
        if !fields.answer.trim().is_empty() {
            claims.push(self.claim_of_answer(fields.answer.trim(), board, convention)?);
        }
        match fields.solvable.trim().to_ascii_lowercase().as_str() {
            "false" | "no" | "0" => claims.push(Claim::Unsolvable),
            "true" | "yes" | "1" if claims.is_empty() && fields.error.is_empty() => {
                claims.push(Claim::Solvable);
            }
            _ => {}
        }
        match claims.is_empty() {
            true if fields.error.is_empty() => Err("there is no answer on this line".to_owned()),
            true => Err(format!("no answer: {}", shorten(&fields.error))),
            false => Ok(claims),
        }
    }

    fn claim_of_moves_and_length(
        &self,
        fields: &Fields<'_>,
        board: &Board,
        convention: MoveConvention,
    ) -> Result<Option<Claim>, String> {
        let length = match fields.length.trim() {
            "" => None,
            text if is_unsolvable(text) => return Ok(Some(Claim::Unsolvable)),
            text => Some(count(text).ok_or_else(|| no_number(text))?),
        };
        let of_length = || length.map(|length| number_claim(self.kind, length));
        let Some(moves) = fields.moves.as_deref().map(str::trim) else { return Ok(of_length()) };
        let moves = if matches!(moves, "[]" | "()") { "" } else { moves };
        match (moves, length) {
            (text, _) if is_unsolvable(text) => Ok(Some(Claim::Unsolvable)),
            // An empty path is one only where its length, or nothing else, says so.
            ("", Some(1..)) => Ok(of_length()),
            ("", None) if !(fields.error.is_empty() && fields.says_nothing_but_moves()) => Ok(None),
            (text, length) => Ok(Some(match (read_path_of(text, board, convention)?, length) {
                (Claim::Path(moves), Some(length)) => Claim::PathAndLength { moves, length },
                (Claim::Boards(boards), Some(length)) => Claim::BoardsAndLength { boards, length },
                (claim, _) => claim,
            })),
        }
    }

    /// An answer of which nothing says what it is.
    fn claim_of_answer(
        &self,
        text: &str,
        board: &Board,
        convention: MoveConvention,
    ) -> Result<Claim, String> {
        if is_unsolvable(text) {
            return Ok(Claim::Unsolvable);
        }
        match (self.kind, count(text)) {
            (AnswerKind::Auto | AnswerKind::Length | AnswerKind::Estimate, Some(number)) => {
                return Ok(number_claim(self.kind, number));
            }
            (AnswerKind::Length | AnswerKind::Estimate, None) => return Err(no_number(text)),
            (AnswerKind::Auto | AnswerKind::Moves, _) => {}
        }
        // `28 UULDD...`: a number, then something that is none.
        if let Some((first, rest)) = text.split_once(char::is_whitespace)
            && let Some(length) = count(first)
            && rest.contains(|c: char| !c.is_ascii_digit() && !c.is_whitespace() && c != ',')
            && let Ok(Claim::Path(moves)) = read_path_of(rest.trim(), board, convention)
        {
            return Ok(Claim::PathAndLength { moves, length });
        }
        read_path_of(text, board, convention)
    }
}

fn number_claim(kind: AnswerKind, number: u32) -> Claim {
    if kind == AnswerKind::Estimate { Claim::Estimate(number) } else { Claim::Length(number) }
}

fn no_number(text: &str) -> String {
    format!("expected a whole number, found {:?}", shorten(text))
}

/// Moves in any form, or the boards on the way.
fn read_path_of(text: &str, board: &Board, convention: MoveConvention) -> Result<Claim, String> {
    if text.starts_with(['[', '(', '{']) {
        let options = BoardOptions { shape: Some(board.shape()), ..BoardOptions::default() };
        let boards: Result<Vec<Board>, _> =
            Boards::new(text.as_bytes(), options).map(|read| read.map(|read| read.board)).collect();
        if let Ok(boards) = boards
            && !boards.is_empty()
        {
            return Ok(Claim::Boards(boards));
        }
    }
    let anywhere = MoveOptions { convention, ..MoveOptions::default() };
    let from_board = MoveOptions { start: Some(*board), ..anywhere.clone() };
    // Not from the board at first: an illegal move is for the judge. Numbers of tiles mean nothing without it.
    let read = read_moves(text, &anywhere).or_else(|error| {
        read_moves(text, &from_board).map_err(|on_board| if is_numbers(text) { on_board } else { error })
    });
    read.map(|read| Claim::Path(read.moves)).map_err(|error| error.to_string())
}

fn is_numbers(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || c == '[' || c == '(')
}

/// A whole number that is not below 0, as `28`, `28.0` or `28 moves`.
fn count(text: &str) -> Option<u32> {
    let text = text.trim().to_ascii_lowercase();
    let number = ["moves", "move", "steps", "step"].iter().find_map(|unit| text.strip_suffix(unit));
    let number = number.unwrap_or(&text).trim_end();
    let whole = number.split_once('.').filter(|(_, rest)| rest.bytes().all(|digit| digit == b'0'));
    whole.map_or(number, |(whole, _)| whole).parse().ok()
}

/// Does a text say that there is no path?
fn is_unsolvable(text: &str) -> bool {
    const SAYINGS: [&str; 5] = ["unsolvable", "impossible", "no solution", "not solvable", "infeasible"];
    let text = text.trim().to_ascii_lowercase();
    matches!(text.as_str(), "-1" | "none" | "null" | "n/a" | "inf" | "infinity")
        || SAYINGS.iter().any(|saying| text.starts_with(saying))
}

/// A board and an answer: with a colon, semicolon, bar, tab or arrow between them, or else a space, or else a comma.
fn fields_of_line(line: &str) -> Option<Fields<'_>> {
    let (board, answer) = match line.chars().next()? {
        '[' | '(' => {
            let mut depth = 0_i32;
            let end = line.char_indices().find(|(_, c)| {
                depth += i32::from(matches!(c, '[' | '(')) - i32::from(matches!(c, ']' | ')'));
                depth == 0
            })?;
            line.split_at(end.0 + 1)
        }
        _ => ["->", "=>", "\t", ":", ";", "|"]
            .iter()
            .find_map(|between| line.split_once(between))
            .or_else(|| line.split_once(char::is_whitespace))
            .or_else(|| line.split_once(','))?,
    };
    let answer = answer.trim_start_matches([':', ';', '|', ',', '\t', ' ']);
    let (board, answer) = (board.trim().trim_end_matches(','), answer.trim());
    (!board.is_empty() && !answer.is_empty()).then(|| Fields {
        board: board.into(),
        answer: answer.into(),
        ..Fields::default()
    })
}

fn fields_of_record<'a>(columns: &[Option<Field>], line: &'a str) -> Result<Fields<'a>, String> {
    let record = split_csv(line);
    if record.len() > columns.len() {
        let (expected, found) = (columns.len(), record.len());
        return Err(format!("expected {expected} fields, as in the header, found {found}"));
    }
    let mut fields = Fields::default();
    for (column, value) in columns.iter().zip(record) {
        if let Some(field) = column {
            fields.set(*field, value);
        }
    }
    Ok(fields)
}

/// The fields of a record of CSV that lies on one line.
fn split_csv(line: &str) -> Vec<Cow<'_, str>> {
    if !line.contains('"') {
        return line.split(',').map(Cow::Borrowed).collect();
    }
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(line.as_bytes());
    let record = reader.records().next().and_then(Result::ok).unwrap_or_default();
    record.iter().map(|field| Cow::Owned(field.to_owned())).collect()
}

fn fields_of_object(line: &str) -> Result<Fields<'_>, String> {
    let object: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(line).map_err(|error| format!("no JSON object: {error}"))?;
    let mut fields = Fields::default();
    for (name, value) in object {
        let text = match value {
            serde_json::Value::Null => continue,
            serde_json::Value::String(text) => text,
            other => other.to_string(),
        };
        if let Some(field) = Field::named(&name) {
            fields.set(field, Cow::Owned(text));
        }
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase::board::Move::{Down, Left, Right, Up};

    fn claims(lines: &[&str]) -> Vec<Result<Claim, String>> {
        let (form, is_header) = EntryForm::of_first_line(lines[0]);
        let reader = EntryReader::default();
        lines[usize::from(is_header)..]
            .iter()
            .filter_map(|line| reader.read(&form, line.as_bytes()).transpose())
            .map(|read| read.map(|entry| entry.claims[0].clone()).map_err(|error| error.reason))
            .collect()
    }

    #[test]
    fn every_form_of_line_is_read() {
        let path = Ok(Claim::Path(vec![Up, Left]));
        for line in [
            "123456780 UL",
            "123456780: UL",
            "123456780\tu l",
            "123456780 -> Up, Left",
            "1 2 3 4 5 6 7 8 0: UL",
            "1,2,3,4,5,6,7,8,0 UL",
            "123456780,UL",
            "[[1,2,3],[4,5,6],[7,8,0]] ['U', 'L']",
            "123456780: 6 5",
            "board,moves\n123456780,UL",
            "id,STATE,Solution,extra\n7,123456780,UL,x",
            "board,answer\n\"1,2,3,4,5,6,7,8,0\",UL",
            r#"{"board":"123456780","moves":"UL"}"#,
            r#"{"board":[1,2,3,4,5,6,7,8,0],"moves":["U","L"]}"#,
            r#"{"board":[[1,2,3],[4,5,6],[7,8,0]],"answer":[6,5]}"#,
        ] {
            assert_eq!(claims(&line.split('\n').collect::<Vec<_>>()), std::slice::from_ref(&path), "{line}");
        }
        assert_eq!(claims(&["123456780 28"]), [Ok(Claim::Length(28))]);
        assert_eq!(
            claims(&["123456780 2 UL"]),
            [Ok(Claim::PathAndLength { moves: vec![Up, Left], length: 2 })]
        );
        for line in
            ["123456780 unsolvable", "123456780: -1", "123456780 No solution possible", "123456780 None"]
        {
            assert_eq!(claims(&[line]), [Ok(Claim::Unsolvable)], "{line}");
        }
        assert_eq!(claims(&["board,h", "123456780,4"]), [Ok(Claim::Estimate(4))]);
        assert_eq!(claims(&["# a comment", "", "123456780 R"]), [Ok(Claim::Path(vec![Right]))]);
    }

    #[test]
    fn what_pdb_solve_writes_is_read() {
        let lines = [
            "board,goal,solvable,length,moves,move_convention,metric,algorithm,heuristic,optimal,error",
            "123456708,123456780,true,1,L,tile,stm,table,,true,",
            "123456780,123456780,true,0,,blank,stm,table,,true,",
            "213456780,123456780,false,,,blank,stm,,,,",
            "12345678,,,,,,,,,,\"cannot read the board\"",
            "123456708,123456780,true,,,blank,stm,ida,patterns,,\"time limit reached, at least 4 moves\"",
        ];
        let claims = claims(&lines);
        assert_eq!(claims[0], Ok(Claim::PathAndLength { moves: vec![Right], length: 1 }));
        assert_eq!(claims[1], Ok(Claim::PathAndLength { moves: vec![], length: 0 }));
        assert_eq!(claims[2], Ok(Claim::Unsolvable));
        assert!(claims[3].as_ref().unwrap_err().contains("expected 9 tiles"));
        assert!(claims[4].as_ref().unwrap_err().contains("no answer: time limit reached"));
        let object = r#"{"board":"123456708","goal":"123456780","solvable":true,"length":null,"moves":null,"error":"x"}"#;
        assert!(super::tests::claims(&[object])[0].is_err());
    }

    #[test]
    fn lists_of_boards_are_boards_and_faults_are_told() {
        let boards = claims(&["123456780 [[1,2,3,4,5,0,7,8,6], [1,2,3,4,0,5,7,8,6]]"]);
        let Ok(Claim::Boards(boards)) = &boards[0] else { panic!("{boards:?}") };
        assert_eq!(boards.len(), 2);
        for (line, reason) in [
            ("123456780", "expected a board and an answer"),
            ("12345678 UL", "expected 9 tiles"),
            ("123456780 UXL", "X"),
            ("{\"board\":", "no JSON object"),
            ("{\"board\":\"123456780\"}", "no answer on this line"),
        ] {
            let found = claims(&[line]);
            assert!(found[0].as_ref().unwrap_err().contains(reason), "{line}: {found:?}");
        }
        let (form, _) = EntryForm::of_first_line("x");
        assert!(
            EntryReader::default().read(&form, b"123456780 \xff").unwrap_err().reason.contains("byte 11")
        );
        let tile = EntryReader { convention: MoveConvention::Tile, ..EntryReader::default() };
        let entry = tile.read(&form, b"123456780 U").unwrap().unwrap();
        assert_eq!(entry.claims, [Claim::Path(vec![Down])]);
    }
}
