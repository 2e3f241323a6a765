//! A solver as a command, and how it receives boards.

use std::ffi::{OsStr, OsString};

use tilebase::board::{Board, Goal};
use tilebase::notation::{BlankSign, WriteError};

use super::bad_input::{BadInput, Puzzle};
use super::call::{Call, FixedFolders};
use super::input_notation::InputNotation;
use super::uncalled::EasyAnswer;
use crate::shell::in_one_line;

/// A solver as a command: how it is started, and how it receives boards.
///
/// Its arguments and input may contain placeholders: `{}` for the board, `{rows}` for its rows,
/// `{args}` for its cells, `{file}` for the name of a file that holds it, and `{goal}` for the
/// goal. Without an input template and without a board placeholder in the arguments, the board is
/// written to the standard input.
#[derive(Clone, Debug)]
pub(crate) struct ForeignSolver {
    command: Vec<OsString>,
    feed: Feed,
    goal: Goal,
    folders: Option<FixedFolders>,
}

/// A template for the standard input, as users write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    /// The text, with placeholders.
    pub(crate) text: String,
    /// Whether the input stays open after the text.
    pub(crate) stays_open: bool,
}

impl Input {
    /// Parses the text. A final `\c` keeps the input open, just as `echo` then omits the newline.
    pub(crate) fn new(text: &str) -> Self {
        let open = text.strip_suffix("\\c");
        Self { text: open.unwrap_or(text).to_owned(), stays_open: open.is_some() }
    }
}

/// How a solver receives boards apart from its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Feed {
    /// Template of the standard input, with placeholders; `\n` ends a line.
    pub(crate) input: Option<String>,
    /// The format of boards.
    pub(crate) input_notation: InputNotation,
    /// Whether the input stays open after it is written.
    pub(crate) keeps_input_open: bool,
    /// Whether it is a function, called by a program of ours: its answer is what it returns.
    pub(crate) is_function: bool,
    /// The answer to an easy board, if this way of passing boards was found by trying.
    pub(crate) on_easy_board: EasyAnswer,
    /// The name of the file that `{file}` stands for.
    pub(crate) file_name: String,
    /// The file that the solver writes its answer to.
    pub(crate) output_file: Option<String>,
}

impl Default for Feed {
    /// The board on one line.
    fn default() -> Self {
        let file_name = Self::FILE_NAME.to_owned();
        Self {
            input: None,
            input_notation: InputNotation::default(),
            is_function: false,
            on_easy_board: EasyAnswer::Untried,
            keeps_input_open: false,
            file_name,
            output_file: None,
        }
    }
}

impl Feed {
    /// Default name of the board file.
    pub(crate) const FILE_NAME: &'static str = "board.txt";
}

/// Reasons why a command cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum CallError {
    /// There is no program.
    #[error("no program to check: put it after --, e.g. pdb-solve validate -- python3 solver.py")]
    NoProgram,
    /// A word that only looks like a placeholder.
    #[error("unknown placeholder {0}; for the board, write {{}}")]
    Unknown(String),
    /// Neither the input nor an argument contains the board.
    #[error("the program never sees the board: put {{}} into its arguments or into --stdin")]
    NoPlace,
    /// `{file:NAME}` does not contain a file name.
    #[error("{{file:NAME}}: expected a file name without a folder, found {0:?}")]
    FileName(String),
    /// Two names were given to the file.
    #[error("{{file:{0}}} and {{file:{1}}}: only one file holds the board")]
    TwoFiles(String, String),
    /// The answer file is also the board file.
    #[error("{{file}} and --answer-file cannot be the same file; rename the first, e.g. {{file:in.txt}}")]
    SameFile,
    /// The format does not suit boards of the goal's shape.
    #[error(transparent)]
    Form(#[from] WriteError),
}

const BOARD: &str = "{}";
const ROWS: &str = "{rows}";
const CELLS: &str = "{args}";
const FILE: &str = "{file}";
const GOAL: &str = "{goal}";

/// The placeholders for the board.
const PLACES: [&str; 4] = [BOARD, ROWS, CELLS, FILE];

/// Words that stand for the board by mistake, as a whole argument or input.
const MISTAKEN: [&str; 8] =
    ["{board}", "{puzzle}", "{state}", "{start}", "{input}", "{tiles}", "<board>", "$board"];

/// The text, if it stands for the board by mistake.
///
/// Only a whole word counts: a shell script or a format string may use `{board}` for itself.
fn mistaken_place(text: &str) -> Option<String> {
    let word = text.trim().trim_end_matches("\\n");
    // In lowercase, this may be the name of a command.
    let is_mistaken = word == "BOARD" || MISTAKEN.contains(&word.to_lowercase().as_str());
    is_mistaken.then(|| word.to_owned())
}

/// The text for each placeholder.
struct Written {
    board: String,
    rows: Vec<String>,
    cells: Vec<String>,
    goal: String,
}

impl ForeignSolver {
    /// Creates a solver from a command: the program, then its arguments.
    ///
    /// # Errors
    /// [`CallError`] if the program or a placeholder for the board is missing, or the goal cannot
    /// be formatted.
    pub(crate) fn new(command: Vec<OsString>, feed: Feed, goal: Goal) -> Result<Self, CallError> {
        if command.first().is_none_or(|program| program.is_empty()) {
            return Err(CallError::NoProgram);
        }
        let mistaken = command.iter().filter_map(|word| word.to_str()).chain(feed.input.as_deref());
        if let Some(place) = mistaken.into_iter().find_map(mistaken_place) {
            return Err(CallError::Unknown(place));
        }
        let mut names = Vec::new();
        let plain = |text: &str, names: &mut Vec<String>| with_plain_places(text, names);
        let command = command.into_iter().map(|word| match word.to_str() {
            Some(text) => plain(text, &mut names).map(OsString::from),
            None => Ok(word),
        });
        let command: Vec<OsString> = command.collect::<Result<_, _>>()?;
        let input = feed.input.map(|text| plain(&text.replace("\\n", "\n"), &mut names)).transpose()?;
        let file_name = names.first().cloned().unwrap_or(feed.file_name);
        if let Some(other) = names.iter().find(|name| **name != file_name) {
            return Err(CallError::TwoFiles(file_name, other.clone()));
        }
        let solver = Self { command, feed: Feed { input, file_name, ..feed }, goal, folders: None };
        if solver.takes_file() && solver.feed.output_file.as_ref() == Some(&solver.feed.file_name) {
            return Err(CallError::SameFile);
        }
        // Fail now if boards of this shape cannot be formatted; see `written_or_plain`.
        solver.written(&goal.board())?;
        match &solver.feed.input {
            Some(input) if !has_place(input) && !solver.takes_arguments() => Err(CallError::NoPlace),
            _ => Ok(solver),
        }
    }

    /// Returns a copy with another goal.
    ///
    /// # Errors
    /// [`CallError::Form`] if that goal cannot be formatted.
    pub(crate) fn with_goal(&self, goal: Goal) -> Result<Self, CallError> {
        Self::new(self.command.clone(), self.feed.clone(), goal).map(|solver| solver.placed(self))
    }

    /// Returns a copy that passes boards in another format.
    ///
    /// # Errors
    /// [`CallError::Form`] if the goal cannot be formatted in it.
    pub(super) fn with_input_notation(&self, input_notation: InputNotation) -> Result<Self, CallError> {
        let feed = Feed { input_notation, ..self.feed.clone() };
        Self::new(self.command.clone(), feed, self.goal).map(|solver| solver.placed(self))
    }

    /// Returns a copy that gets the board as its last argument, or its cells as the last arguments.
    pub(super) fn with_argument(&self, is_split: bool) -> Self {
        let place = OsString::from(if is_split { CELLS } else { BOARD });
        let command = self.command.iter().cloned().chain([place]).collect();
        Self { command, ..self.clone() }
    }

    /// The command with its placeholders, quoted for a shell.
    pub(super) fn command_line(&self) -> String {
        in_one_line(self.command.iter().map(|word| word.to_string_lossy()))
    }

    /// Whether the board is written to the standard input because no placeholder says otherwise.
    #[must_use]
    pub(crate) fn has_open_place(&self) -> bool {
        self.feed.input.is_none() && !PLACES.iter().any(|place| self.has(place))
    }

    /// Returns a copy that starts at a fixed location.
    #[must_use]
    pub(crate) fn in_folders(&self, folders: FixedFolders) -> Self {
        Self { folders: Some(folders), ..self.clone() }
    }

    /// Returns it with the location of another solver.
    fn placed(self, other: &Self) -> Self {
        Self { folders: other.folders.clone(), ..self }
    }

    /// Whether the board is among its arguments. Such a solver cannot run in batch mode.
    #[must_use]
    pub(crate) fn takes_arguments(&self) -> bool {
        self.command.iter().any(|argument| has_place(&argument.to_string_lossy()))
    }

    /// Whether it receives the goal.
    #[must_use]
    pub(crate) fn takes_goal(&self) -> bool {
        self.has(GOAL)
    }

    /// Whether it receives a file.
    #[must_use]
    pub(crate) fn takes_file(&self) -> bool {
        self.has(FILE)
    }

    /// Whether the board's format is still undecided: not named, and not implied by the
    /// placeholders.
    #[must_use]
    pub(crate) fn has_open_form(&self) -> bool {
        let is_plain = self.feed.input.is_none() && ![ROWS, CELLS, FILE].iter().any(|place| self.has(place));
        is_plain && self.feed.input_notation.form.is_none()
    }

    /// The sign for the blank.
    pub(super) const fn blank(&self) -> &BlankSign {
        &self.feed.input_notation.blank
    }

    /// Whether it is a function, whose answer is what it returns.
    pub(crate) const fn is_function(&self) -> bool {
        self.feed.is_function
    }

    /// The answer to an easy board, if the way of passing boards was found by trying.
    pub(crate) const fn on_easy_board(&self) -> EasyAnswer {
        self.feed.on_easy_board
    }

    fn has(&self, place: &str) -> bool {
        let is_argument = self.command.iter().any(|argument| argument.to_string_lossy().contains(place));
        is_argument || self.feed.input.as_ref().is_some_and(|input| input.contains(place))
    }

    /// The goal.
    #[must_use]
    pub(crate) const fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Returns the call for a board.
    #[must_use]
    pub(crate) fn call(&self, board: &Board) -> Call {
        self.call_of(&self.written_or_plain(board))
    }

    /// Returns the call for a bad input made from a board, or `None` if this solver cannot receive
    /// it.
    ///
    /// Its input is closed even if the solver normally keeps it open. A program that receives too
    /// little can only notice when the input ends.
    pub(super) fn bad_call(&self, board: &Board, bad: BadInput) -> Option<Call> {
        let written = self.written_or_plain(board);
        let blank = self.feed.input_notation.blank.to_string();
        let shape = board.shape();
        let puzzle = Puzzle { cells: shape.cells(), columns: shape.columns(), blank: &blank };
        let spoiled = Written {
            board: bad.spoil(&written.board, &puzzle)?,
            rows: bad.spoil_rows(&written.rows, &puzzle)?,
            cells: bad.spoil_cells(&written.cells, &puzzle)?,
            goal: written.goal,
        };
        let call = Call { keeps_input_open: false, ..self.call_of(&spoiled) };
        match (bad, &call.file) {
            (BadInput::EndOfInput, Some((name, _))) => {
                let file = Some((name.clone(), String::new()));
                Some(Call { input: String::new(), file, ..call })
            }
            (BadInput::EndOfInput, None) if call.input.is_empty() => None,
            (BadInput::EndOfInput, None) => Some(Call { input: String::new(), ..call }),
            _ => Some(call),
        }
    }

    fn call_of(&self, written: &Written) -> Call {
        let input = match &self.feed.input {
            Some(input) => self.fill(input, written),
            None if self.takes_arguments() => String::new(),
            None => format!("{}\n", written.board),
        };
        let command =
            self.command.iter().flat_map(|argument| self.fill_argument(argument, written)).collect();
        let file = (self.feed.file_name.clone(), format!("{}\n", written.board));
        Call { file: self.takes_file().then_some(file), ..self.start(command, input) }
    }

    /// Returns the call for many boards, written one after the other to the standard input.
    ///
    /// The arguments must not contain a placeholder for the board.
    #[must_use]
    pub(crate) fn batch(&self, boards: &[Board]) -> Call {
        let template = self.feed.input.as_deref().unwrap_or("{}\n");
        let goal = self.written_or_plain(&self.goal.board());
        let command = self.command.iter().flat_map(|argument| self.fill_argument(argument, &goal)).collect();
        let fill = |board: &Board| self.fill(template, &self.written_or_plain(board));
        self.start(command, boards.iter().map(fill).collect())
    }

    fn start(&self, command: Vec<OsString>, input: String) -> Call {
        let Feed { keeps_input_open, output_file, .. } = self.feed.clone();
        Call { command, input, keeps_input_open, file: None, output_file, folders: self.folders.clone() }
    }

    fn written(&self, board: &Board) -> Result<Written, WriteError> {
        let input_notation = &self.feed.input_notation;
        Ok(Written {
            board: input_notation.write(board)?,
            rows: input_notation.rows(board)?,
            cells: input_notation.cells(board)?,
            goal: input_notation.write(&self.goal.board())?,
        })
    }

    /// Never falls back in practice: the goal could be written, so every board of its shape can.
    fn written_or_plain(&self, board: &Board) -> Written {
        let plain = |_| Written {
            board: board.to_string(),
            rows: Vec::new(),
            cells: Vec::new(),
            goal: self.goal.to_string(),
        };
        self.written(board).unwrap_or_else(plain)
    }

    fn fill(&self, template: &str, written: &Written) -> String {
        template
            .replace(BOARD, &written.board)
            .replace(ROWS, &written.rows.join("\n"))
            .replace(CELLS, &written.cells.join(" "))
            .replace(FILE, &self.feed.file_name)
            .replace(GOAL, &written.goal)
    }

    /// Fills in one argument, which may become several. Passes on bytes that are not Unicode
    /// unchanged.
    fn fill_argument(&self, argument: &OsStr, written: &Written) -> Vec<OsString> {
        let words = |words: &[String]| words.iter().map(OsString::from).collect();
        match argument.to_str() {
            None => vec![argument.to_owned()],
            Some(ROWS) => words(&written.rows),
            Some(CELLS) => words(&written.cells),
            Some(text) => vec![self.fill(text, written).into()],
        }
    }
}

/// Replaces each `{file:NAME}` by `{file}` and appends its name to `names`.
fn with_plain_places(text: &str, names: &mut Vec<String>) -> Result<String, CallError> {
    const BEGIN: &str = "{file:";
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let Some((name, behind)) = after.split_once('}') else { break };
        if name.is_empty() || name.contains(['/', '\\']) || name == "." || name == ".." {
            return Err(CallError::FileName(name.to_owned()));
        }
        names.push(name.to_owned());
        plain = plain + before + FILE;
        rest = behind;
    }
    Ok(plain + rest)
}

fn has_place(text: &str) -> bool {
    PLACES.iter().any(|place| text.contains(place))
}

#[cfg(test)]
mod tests {
    use super::super::input_notation::InputForm;
    use super::*;
    use tilebase::board::Shape;
    use tilebase::notation::BoardForm;

    fn solver(command: &[&str], feed: Feed) -> Result<ForeignSolver, CallError> {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let form = Some(InputForm::Board(BoardForm::Spaces));
        let feed = Feed { input_notation: InputNotation { form, ..feed.input_notation }, ..feed };
        ForeignSolver::new(command.iter().map(OsString::from).collect(), feed, goal)
    }

    fn fed(input: &str) -> Feed {
        Feed { input: Some(input.to_owned()), ..Feed::default() }
    }

    fn line(command: &[&str], feed: Feed) -> String {
        solver(command, feed).unwrap().call(&Goal::snail(Shape::THREE_BY_THREE).board()).to_string()
    }

    #[test]
    fn the_board_goes_where_it_is_asked_for() {
        let plain = |command: &[&str]| line(command, Feed::default());
        assert_eq!(plain(&["./a.out"]), "printf '1 2 3 8 0 4 7 6 5\\n' | ./a.out");
        assert_eq!(plain(&["it's", "{}"]), "'it'\\''s' '1 2 3 8 0 4 7 6 5'");
        assert_eq!(plain(&["p", "{}", "{goal}"]), "p '1 2 3 8 0 4 7 6 5' '1 2 3 4 5 6 7 8 0'");
        assert_eq!(plain(&["p", "{rows}"]), "p '1 2 3' '8 0 4' '7 6 5'");
        assert_eq!(plain(&["p", "{args}", "-v"]), "p 1 2 3 8 0 4 7 6 5 -v");
        assert_eq!(plain(&["sh", "-c", "p {args}"]), "sh -c 'p 1 2 3 8 0 4 7 6 5'");
        assert_eq!(line(&["t"], fed("2\\n{}\\n3\\n")), "printf '2\\n1 2 3 8 0 4 7 6 5\\n3\\n' | t");
        assert_eq!(line(&["p"], fed("{} {goal}")), "printf '1 2 3 8 0 4 7 6 5 1 2 3 4 5 6 7 8 0' | p");
        assert_eq!(line(&["p"], fed("{rows}\\n")), "printf '1 2 3\\n8 0 4\\n7 6 5\\n' | p");
        assert_eq!(line(&["p"], fed("{args}")), "printf '1 2 3 8 0 4 7 6 5' | p");
    }

    #[test]
    fn the_repeat_command_includes_files_and_an_open_input() {
        assert_eq!(
            line(&["p", "-f", "{file:a b.in}"], Feed::default()),
            "printf '1 2 3 8 0 4 7 6 5\\n' > 'a b.in' && p -f 'a b.in'"
        );
        for name in ["", "a/b", ".."] {
            let word = format!("{{file:{name}}}");
            assert_eq!(
                solver(&["p", &word], Feed::default()).unwrap_err(),
                CallError::FileName(name.to_owned())
            );
        }
        let two = solver(&["p", "{file:a}", "{file:b}"], Feed::default());
        assert_eq!(two.unwrap_err(), CallError::TwoFiles("a".to_owned(), "b".to_owned()));
        let same = Feed { output_file: Some("a".to_owned()), ..Feed::default() };
        assert_eq!(solver(&["p", "{file:a}"], same).unwrap_err(), CallError::SameFile);
        let to_file = Feed { output_file: Some("output.txt".to_owned()), ..Feed::default() };
        assert_eq!(line(&["p", "{}"], to_file), "p '1 2 3 8 0 4 7 6 5'; cat output.txt");
        let open = Feed { keeps_input_open: true, ..Feed::default() };
        assert_eq!(line(&["p"], open.clone()), "{ printf '1 2 3 8 0 4 7 6 5\\n'; cat; } | p");
        assert_eq!(line(&["p", "{}"], open), "cat | p '1 2 3 8 0 4 7 6 5'");
    }

    #[test]
    fn a_command_without_the_board_is_refused() {
        assert_eq!(solver(&[], Feed::default()).unwrap_err(), CallError::NoProgram);
        assert_eq!(solver(&["a"], fed("3\\n")).unwrap_err(), CallError::NoPlace);
        assert!(solver(&["a", "{}"], fed("3\\n")).is_ok());
        assert!(solver(&["a"], fed("3\\n{file}\\n")).is_ok());
    }

    #[test]
    fn a_batch_is_one_board_a_line() {
        let boards = [Goal::snail(Shape::THREE_BY_THREE).board(); 2];
        let call = solver(&["a"], Feed::default()).unwrap().batch(&boards);
        assert_eq!(call.input, "1 2 3 8 0 4 7 6 5\n1 2 3 8 0 4 7 6 5\n");
    }

    #[test]
    fn the_format_is_open_until_something_implies_one() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let open = |command: &[&str], feed: Feed| {
            let command = command.iter().map(OsString::from).collect();
            ForeignSolver::new(command, feed, goal).unwrap().has_open_form()
        };
        assert!(open(&["p"], Feed::default()) && open(&["p", "{}", "{goal}"], Feed::default()));
        for command in [["p", "{rows}"], ["p", "{args}"], ["p", "{file}"]] {
            assert!(!open(&command, Feed::default()), "{command:?}");
        }
        assert!(!open(&["p"], fed("{}\\n")));
        assert!(!solver(&["p"], Feed::default()).unwrap().has_open_form());
    }
}
