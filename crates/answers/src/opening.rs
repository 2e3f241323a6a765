//! Detection of the input format, from its beginning.

use std::io::{self, BufRead, Read};
use std::str::Utf8Error;

use super::columns::{Columns, NamesError};
use super::document::{Document, DocumentError, check_line, is_answer};
use super::line::{Entry, EntryError, EntryForm, EntryReader};
use super::pair::behind_brackets;
use super::table::{Table, named_separator};
use tilebase::notation::Lines;

/// Maximum size of JSON that is read as a whole. Objects on separate lines have no such limit.
const MAX_DOCUMENT_BYTES: usize = 256 << 20;

/// The beginning of an input with answers.
#[derive(Debug)]
pub struct Opening {
    /// The format of the lines.
    pub entries: Entries,
    /// The bytes read so far that contain entries; the rest of the input follows.
    pub read: Vec<u8>,
}

/// The format and the numbers of an input's lines.
#[derive(Debug)]
pub struct Entries {
    form: EntryForm,
    numbering: Numbering,
}

/// The numbering of lines.
#[derive(Debug)]
enum Numbering {
    /// Consecutive numbers, after this many earlier lines.
    After(u64),
    /// An explicit number for each line.
    Each(Vec<u64>),
}

/// Reasons why the format of an input cannot be detected.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The input fails.
    #[error(transparent)]
    Input(#[from] io::Error),
    /// The column names do not determine its contents.
    #[error(transparent)]
    Names(#[from] NamesError),
    /// It looks like JSON but is not UTF-8.
    #[error("not JSON: byte {} is not UTF-8", .0.valid_up_to() + 1)]
    NoText(#[from] Utf8Error),
    /// It looks like JSON, but is invalid or does not determine its contents.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// It is JSON beyond the maximum size.
    #[error(
        "expected at most {} MiB of JSON, or an object with a board on each line; the first line is \
        not such an object",
        MAX_DOCUMENT_BYTES >> 20
    )]
    TooLong,
}

impl Entries {
    /// The line number in the input of the n-th entry line, both counted from 1.
    pub fn number(&self, nth: u64) -> u64 {
        match &self.numbering {
            Numbering::After(before) => before + nth,
            // An empty line may follow the last entry.
            Numbering::Each(numbers) => {
                let at = usize::try_from(nth).map_or(usize::MAX, |nth| nth.saturating_sub(1));
                numbers.get(at).or(numbers.last()).copied().unwrap_or(nth)
            }
        }
    }

    /// Reads a line. Returns `None` if it is empty or a comment.
    ///
    /// # Errors
    /// [`EntryError`] if the line has no board, or no answer for it.
    pub fn read(&self, reader: &EntryReader, line: &[u8]) -> Result<Option<Entry>, EntryError> {
        reader.read(&self.form, line)
    }
}

impl Opening {
    /// Reads up to the first line that is neither empty nor a comment, and skips a header.
    ///
    /// JSON without an answer on its first line is read to its end. A line that is too long is
    /// truncated, and detected as too long when it is read as an entry.
    ///
    /// # Errors
    /// [`OpeningError`] if the input fails, the names do not determine the board, or JSON is
    /// invalid.
    pub fn of(input: &mut impl BufRead, columns: &Columns) -> Result<Self, OpeningError> {
        let FirstLine { line, before, separator } = FirstLine::of(input)?;
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_matches([' ', '\r', '\n']);
        // A leading tab is an empty first column, except before JSON.
        let text = if text.trim_start().starts_with(['{', '[']) { text.trim() } else { text };
        match text.chars().next() {
            Some('{') if is_answer(text, columns) => {
                check_line(text, columns)?;
                Ok(Self::new(EntryForm::Objects(columns.clone()), Numbering::After(before), line))
            }
            Some('[') if has_more_behind(text) => Ok(Self::pairs(before, line)),
            Some('{' | '[') => Self::of_document(before, &line, input, columns),
            Some(_) => match Table::of_header(text, separator, columns) {
                Some(table) => {
                    Ok(Self::new(EntryForm::Records(table?), Numbering::After(before + 1), Vec::new()))
                }
                None => Ok(Self::pairs(before, line)),
            },
            None => Ok(Self::pairs(before, line)),
        }
    }

    const fn new(form: EntryForm, numbering: Numbering, read: Vec<u8>) -> Self {
        Self { entries: Entries { form, numbering }, read }
    }

    const fn pairs(before: u64, read: Vec<u8>) -> Self {
        Self::new(EntryForm::Pairs, Numbering::After(before), read)
    }

    /// Reads the rest of a possible JSON document. If it is invalid, the input may still be lines
    /// whose first is malformed.
    fn of_document(
        before: u64,
        line: &[u8],
        input: &mut impl BufRead,
        columns: &Columns,
    ) -> Result<Self, OpeningError> {
        let mut bytes = line.to_vec();
        if !read_up_to(MAX_DOCUMENT_BYTES, input, &mut bytes)? {
            return Err(OpeningError::TooLong);
        }
        let text = str::from_utf8(&bytes)?;
        let first = text.lines().next().unwrap_or_default().trim();
        match Document::of(text, before + 1, columns) {
            Ok(Document { text, lines }) => {
                Ok(Self::new(EntryForm::Objects(columns.clone()), Numbering::Each(lines), text))
            }
            Err(DocumentError::Json { .. })
                if first.starts_with('{') && text.lines().any(|line| is_answer(line.trim(), columns)) =>
            {
                Ok(Self::new(EntryForm::Objects(columns.clone()), Numbering::After(before), bytes))
            }
            Err(DocumentError::Json { .. }) if first.starts_with('[') && behind_brackets(first).is_some() => {
                Ok(Self::pairs(before, bytes))
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Reads the rest of an input, up to a limit for the total. Returns whether it fits.
fn read_up_to(most: usize, input: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<bool> {
    let left = most.saturating_sub(bytes.len()) as u64;
    input.by_ref().take(left + 1).read_to_end(bytes)?;
    Ok(bytes.len() <= most)
}

/// Whether more text follows the first bracketed part of a line.
fn has_more_behind(line: &str) -> bool {
    behind_brackets(line).is_some_and(|(_, rest)| !rest.trim().is_empty())
}

/// The first relevant line, without a byte-order mark.
struct FirstLine {
    line: Vec<u8>,
    /// The number of lines before it.
    before: u64,
    /// The field separator, if one of those lines names it.
    separator: Option<u8>,
}

impl FirstLine {
    fn of(input: &mut impl BufRead) -> io::Result<Self> {
        let mut before = 0;
        let mut separator = None;
        loop {
            let mut line = Vec::new();
            let read = input.by_ref().take(Lines::MAX_BYTES as u64 + 1).read_until(b'\n', &mut line)?;
            if before == 0 && line.starts_with("\u{feff}".as_bytes()) {
                line.drain(.."\u{feff}".len());
            }
            let named = named_separator(&line);
            let text = line.trim_ascii();
            if read == 0 || !(text.is_empty() || text.starts_with(b"#") || named.is_some()) {
                return Ok(Self { line, before, separator });
            }
            separator = separator.or(named);
            before += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use tilebase::board::Move::{Left, Up};
    use tilebase::judge::Claim;

    use super::super::tests::claims_by;
    use super::*;

    /// Tests files whose lines are not pairs, each with the claims of a line.
    #[test]
    fn every_form_of_file_is_read() {
        let path = || vec![Ok(vec![Claim::PathAndLength { moves: vec![Up, Left], length: 2 }])];
        for text in [
            "board;moves;length\n123456780;UL;2\n;;\n",
            "\u{feff}\"board\";\"time, ms\";\"moves\";\"length\"\n\"123456780\";\"0,5\";\"U;L\";2",
            "sep=;\nboard;time;moves;length\n123456780;0,5;UL;2",
            "\tboard\tmoves\tlength\n\t123456780\tUL\t2\n\t\t\t\n",
            "board\tmoves\tlength\n1,2,3,4,5,6,7,8,0\tU,L\t2\t\n",
            "id | board | moves | length\n7 | 123456780 | U L | 2",
            "Initial State,Num_Moves,Solution Path\n123456780,2,UL",
            "init_state,moves,solution\n123456780,2,UL",
            "init_state,solution,moves\n123456780,UL,2",
            "123456780,UL,2",
            "123456780,2,UL",
            "1 2 3 4 5 6 7 8 0 UL 2",
            "1,2,3,4,5,6,7,8,0,UL,2",
            "1,2,3,4,5,6,7,8,0,2,UL",
            "1;2;3;4;5;6;7;8;0;UL;2",
            "('123456780', '2 UL')",
            "[{\"board\":\"123456780\",\"moves\":\"UL\",\"length\":2}]",
            "[\n  {\n    \"board\": \"123456780\",\n    \"moves\": [\n \"U\",\n \"L\"\n],\r\
            \n \"length\": 2\n  }\n]\n",
            "{\n  \"board\": [[1,2,3],\n [4,5,6],\n [7,8,0]],\n  \"moves\": \"UL\", \"length\": 2}",
            "[[\"123456780\", \"2 UL\"]]",
            "[\"123456780\",\n\"2 UL\"]",
            "[[1,2,3,4,5,6,7,8,0], \"2 UL\"]",
            "{\"123456780\": \"2 UL\"}",
            "{\n  \"1,2,3,4,5,6,7,8,0\": {\n \"moves\": \"UL\",\n \"length\": 2}}",
        ] {
            assert_eq!(claims_by("", text).unwrap(), path(), "{text}");
        }
        for (columns, text) in [
            ("board=A,moves=B,length=C", "A,B,C,moves\n123456780,UL,2,RRRR"),
            ("board=THE START,moves=b,length=c", "x;The_Start;B;C\n1;123456780;UL;2"),
            ("board=A,moves=B,length=C", "{\"A\":\"123456780\",\"B\":\"UL\",\"C\":2,\"cost\":7}"),
            ("length=C", "[{\"board\":\"123456780\",\"moves\":\"UL\",\"C\":2,\"cost\":7}]"),
            ("board=A,moves=B,length=C", "{\"123456780\":{\"B\":\"UL\",\"C\":2}}"),
            ("answer=a", "{\"123456780\":\"2 UL\"}"),
        ] {
            assert_eq!(claims_by(columns, text).unwrap(), path(), "{columns} {text}");
        }
        let two = "{\"638541720\": 28, \"213456780\": null, \"638541720\": 5}\n{\"123456708\": {}}";
        let [first, second, third, fourth] = &claims_by("", two).unwrap()[..] else { panic!("{two}") };
        let lengths = [Ok(vec![Claim::Length(28)]), Ok(vec![Claim::Unsolvable]), Ok(vec![Claim::Length(5)])];
        assert_eq!([first, second, third].map(Clone::clone), lengths);
        assert!(fourth.as_ref().unwrap_err().contains("no answer"));
        assert_eq!(claims_by("", "{\"123456780\": \"\"}"), Ok(vec![Ok(vec![Claim::Path(vec![])])]));
    }

    #[test]
    fn answers_keep_the_numbers_of_their_lines() {
        let numbers = |text: &str| {
            let Opening { entries, read } = Opening::of(&mut text.as_bytes(), &Columns::default()).unwrap();
            let count = String::from_utf8(read).unwrap().lines().count() as u64;
            (1..=count).map(|nth| entries.number(nth)).collect::<Vec<_>>()
        };
        let array = "# mine\n\n[\n{\"board\":\n\"123456780\"}, {\"board\": 1},\n\n[2,3]\n]";
        assert_eq!(numbers(array), [4, 5, 7]);
        assert_eq!(numbers("{\"123456780\": 1,\n\"123456708\":\n2}"), [1, 3]);
        assert_eq!(numbers("\n# mine\n123456780 0\n"), [3]);
    }

    #[test]
    fn a_file_with_unclear_columns_is_refused() {
        for (columns, text, reason) in [
            (
                "",
                "FROM,FAR\n638541720,28",
                "the columns are \"FROM\", \"FAR\"; name it, e.g. --columns board=FROM",
            ),
            ("", "# mine\nFROM;FAR\n638541720;28", "the columns are \"FROM\", \"FAR\""),
            ("", "puzzle,board,moves\n1,638541720,28", "both puzzle and board may be the board"),
            ("board=X", "638541720 28", "no column \"X\"; the columns are \"638541720 28\""),
            ("board=X", "board,moves\n638541720,28", "no column \"X\"; the columns are \"board\", \"moves\""),
            ("length=X", "{\"board\":\"638541720\",\"moves\":28}", "no column \"X\""),
            ("", "[{\"FROM\":\"638541720\"}]", "the columns are \"FROM\""),
            ("", "{\"results\":[]}", "the columns are \"results\""),
            ("", "\n[\n{\"board\":\"638541720\"},\n{\"bo", "line 4, column 4: invalid JSON: EOF"),
            ("", "[1, 2", "invalid JSON: EOF while parsing a list"),
        ] {
            let error = claims_by(columns, text).expect_err(text);
            assert!(error.contains(reason), "{columns} {text}: {error}");
        }
        let error = Opening::of(&mut &b"[\"\xff\"]"[..], &Columns::default()).unwrap_err();
        assert_eq!(error.to_string(), "not JSON: byte 3 is not UTF-8");
        // A malformed first line must not affect the others.
        let lines = "{\"board\":\n{\"board\":\"123456780\",\"moves\":\"UL\"}\n";
        let found = claims_by("", lines).unwrap();
        assert!(
            found[0].as_ref().unwrap_err().contains("not a JSON object") && found[1].is_ok(),
            "{found:?}"
        );
        // An empty input is not an error.
        for text in ["", "\n# mine\n", "[]"] {
            assert_eq!(claims_by("", text), Ok(Vec::new()), "{text}");
        }
    }

    #[test]
    fn an_input_without_end_is_read_up_to_the_limit() {
        for (most, is_all) in [(9, false), (10, true), (11, true)] {
            let mut bytes = b"[12".to_vec();
            assert_eq!(read_up_to(most, &mut &b"3456789"[..], &mut bytes).unwrap(), is_all, "{most}");
        }
        let mut endless = io::BufReader::new(io::repeat(b'['));
        let mut bytes = Vec::new();
        assert!(!read_up_to(100, &mut endless, &mut bytes).unwrap() && bytes.len() == 101);
    }
}
