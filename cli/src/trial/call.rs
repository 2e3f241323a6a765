//! What is started for a board, and what it is given.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};

use tilebase::board::{Board, Goal};
use tilebase::notation::{BoardForm, WriteError, write_board};

/// A solver as a command: how it is started, and how boards are handed to it.
///
/// In its arguments and its input, `{}` stands for the board and `{goal}` for the goal. Without an input of its own, and
/// with no `{}` in an argument, it gets the board on its standard input.
#[derive(Clone, Debug)]
pub(crate) struct ForeignSolver {
    command: Vec<OsString>,
    input: Option<String>,
    form: Option<BoardForm>,
    goal: Goal,
    place: Option<Place>,
}

/// Where runs are started, if not where the judge was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The folder that they are started in.
    pub(crate) current_dir: PathBuf,
    /// The folder for their temporary files.
    pub(crate) temporary: PathBuf,
}

/// Why a command can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum CallError {
    /// There is no program.
    #[error("there is no program to run: name it after --")]
    NoProgram,
    /// An input that does not hold the board, and no argument that does.
    #[error("neither the arguments nor the input hold {{}}, the place of the board")]
    NoPlace,
    /// The form can't hold boards of the goal's shape.
    #[error(transparent)]
    Form(#[from] WriteError),
}

const BOARD: &str = "{}";
const GOAL: &str = "{goal}";

impl ForeignSolver {
    /// A solver that is started by a command: the program, then its arguments. `input` is what it gets on its standard
    /// input, with `\n` for the end of a line. Without a form, boards are written as they are displayed.
    ///
    /// # Errors
    /// [`CallError`] if there is no program, or no place for the board.
    pub(crate) fn new(
        command: Vec<OsString>,
        input: Option<String>,
        form: Option<BoardForm>,
        goal: Goal,
    ) -> Result<Self, CallError> {
        if command.first().is_none_or(|program| program.is_empty()) {
            return Err(CallError::NoProgram);
        }
        form.map_or(Ok(String::new()), |form| write_board(&goal.board(), form))?;
        let solver =
            Self { command, input: input.map(|text| text.replace("\\n", "\n")), form, goal, place: None };
        match &solver.input {
            Some(input) if !input.contains(BOARD) && !solver.takes_arguments() => Err(CallError::NoPlace),
            _ => Ok(solver),
        }
    }

    /// The same, started somewhere.
    #[must_use]
    pub(crate) fn at(&self, place: Place) -> Self {
        Self { place: Some(place), ..self.clone() }
    }

    /// Is the board among its arguments? Then it can't be given many at once.
    #[must_use]
    pub(crate) fn takes_arguments(&self) -> bool {
        self.command.iter().any(|argument| argument.to_string_lossy().contains(BOARD))
    }

    /// The goal that it is told, if it asks.
    #[must_use]
    pub(crate) const fn goal(&self) -> &Goal {
        &self.goal
    }

    /// What is started for a board.
    #[must_use]
    pub(crate) fn call(&self, board: &Board) -> Call {
        let text = self.write(board);
        let arguments = self.command.iter().map(|argument| self.fill_argument(argument, &text)).collect();
        let input = match &self.input {
            Some(input) => self.fill(input, &text),
            None if self.takes_arguments() => String::new(),
            None => text + "\n",
        };
        Call { command: arguments, input, place: self.place.clone() }
    }

    /// What is started for many boards: each is written to the standard input, one after the other.
    #[must_use]
    pub(crate) fn batch(&self, boards: &[Board]) -> Call {
        let template = self.input.as_deref().unwrap_or("{}\n");
        let command = self.command.iter().map(|argument| self.fill_argument(argument, BOARD)).collect();
        let input = boards.iter().map(|board| self.fill(template, &self.write(board))).collect();
        Call { command, input, place: self.place.clone() }
    }

    /// Every board of the goal's shape can be written, since the goal can.
    fn write(&self, board: &Board) -> String {
        let written = self.form.map(|form| write_board(board, form));
        written.and_then(Result::ok).unwrap_or_else(|| board.to_string())
    }

    fn fill(&self, template: &str, board: &str) -> String {
        template.replace(BOARD, board).replace(GOAL, &self.write(&self.goal.board()))
    }

    /// Bytes that are not text are passed on as they are: they hold no place.
    fn fill_argument(&self, argument: &OsStr, board: &str) -> OsString {
        argument.to_str().map_or_else(|| argument.to_owned(), |text| self.fill(text, board).into())
    }
}

/// A command with its input. Displayed as what one types into a shell to repeat it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) command: Vec<OsString>,
    pub(crate) input: String,
    pub(crate) place: Option<Place>,
}

impl Call {
    /// The folder to start it in.
    pub(crate) fn current_dir(&self) -> &Path {
        self.place.as_ref().map_or(Path::new("."), |place| &place.current_dir)
    }

    /// What its environment has beside the judge's: where programs look for a folder for temporary files, on unixes and
    /// on Windows.
    pub(crate) fn environment(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let temporary = self.place.iter().map(|place| place.temporary.as_path());
        temporary.flat_map(|folder| ["TMPDIR", "TMP", "TEMP"].map(|name| (name, folder)))
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.input.is_empty() {
            let input = self.input.replace('\\', "\\\\").replace('%', "%%").replace('\n', "\\n");
            write!(f, "printf {} | ", quote(&input, true))?;
        }
        let words: Vec<String> =
            self.command.iter().map(|word| quote(&word.to_string_lossy(), false)).collect();
        f.write_str(&words.join(" "))
    }
}

/// A word for a shell, quoted where it must be.
fn quote(word: &str, always: bool) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    if !always && !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase::board::Shape;

    fn solver(command: &[&str], input: Option<&str>) -> Result<ForeignSolver, CallError> {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let command = command.iter().map(OsString::from).collect();
        ForeignSolver::new(command, input.map(str::to_owned), Some(BoardForm::Spaces), goal)
    }

    #[test]
    fn the_board_goes_where_it_is_asked_for() {
        let board = Goal::snail(Shape::THREE_BY_THREE).board();
        let line = |command: &[&str], input| solver(command, input).unwrap().call(&board).to_string();
        assert_eq!(line(&["./a.out"], None), "printf '1 2 3 8 0 4 7 6 5\\n' | ./a.out");
        assert_eq!(line(&["it's", "{}"], None), "'it'\\''s' '1 2 3 8 0 4 7 6 5'");
        assert_eq!(line(&["t"], Some("2\\n{}\\n3\\n")), "printf '2\\n1 2 3 8 0 4 7 6 5\\n3\\n' | t");
        assert_eq!(line(&["p", "{}", "{goal}"], None), "p '1 2 3 8 0 4 7 6 5' '1 2 3 4 5 6 7 8 0'");
        assert_eq!(line(&["p"], Some("{} {goal}")), "printf '1 2 3 8 0 4 7 6 5 1 2 3 4 5 6 7 8 0' | p");
    }

    #[test]
    fn a_command_that_could_not_see_the_board_is_refused() {
        assert_eq!(solver(&[], None).unwrap_err(), CallError::NoProgram);
        assert_eq!(solver(&["a"], Some("3\\n")).unwrap_err(), CallError::NoPlace);
        assert!(solver(&["a", "{}"], Some("3\\n")).is_ok());
    }

    #[test]
    fn a_batch_is_one_board_a_line() {
        let boards = [Goal::snail(Shape::THREE_BY_THREE).board(); 2];
        let call = solver(&["a"], None).unwrap().batch(&boards);
        assert_eq!(call.input, "1 2 3 8 0 4 7 6 5\n1 2 3 8 0 4 7 6 5\n");
    }
}
