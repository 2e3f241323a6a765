//! `pdb-solve convert`: converts boards and moves between notations.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use anyhow::{Context, bail};
use clap::ArgGroup;
use tilebase::board::{Board, Shape};
use tilebase::notation::{
    Blank, BoardForm, BoardOptions, BoardRead, Boards, MoveConvention, MoveForm, MoveOptions,
};

use super::arguments::missing_file;
use super::options::{moves, read_shape};
use crate::shell::{Exit, tell};

const EXAMPLES: &str = "\
Examples:
  pdb-solve convert puzzle04.txt --to digits
  pdb-solve convert '[[1, 2, 3], [4, 5, 6], [7, 8, 0]]' --to princeton
  pdb-solve convert 638541720 --apply UULDD --to-move-form numbers
  pdb-solve convert --path solution.txt --to-move-form letters

More, and all forms: pdb-solve convert --help";

const LONG_EXAMPLES: &str = "\
Examples:
  pdb-solve convert puzzle04.txt --to digits
  pdb-solve convert '[[1, 2, 3], [4, 5, 6], [7, 8, 0]]' --to princeton
  pdb-solve convert 638541720 --apply UULDD --to-move-form numbers
  pdb-solve convert --path solution.txt --to-move-form letters
  pdb-solve convert 638541720 --apply UULDD --moves tile --to-moves blank

Forms of boards:
  digits hex spaces commas python python-rows tuple tuple-rows json json-rows braces
  braces-rows grid princeton 42 rows-cols slash backslash

Forms of moves:
  letters counts words compass arrows ascii-arrows numbers boards

Exit codes:
  0  everything was converted
  2  some input was not: it is not a board, is ambiguous, or does not fit the form";

/// Convert boards or moves between notations
#[derive(Debug, clap::Args)]
#[command(
    after_help = EXAMPLES,
    after_long_help = LONG_EXAMPLES,
    group = ArgGroup::new("steps").args(["apply", "path"])
)]
pub(crate) struct ConvertArgs {
    /// Files, boards, or - [default: standard input]
    #[arg(value_name = "FILE|-|BOARD")]
    inputs: Vec<OsString>,

    /// Form of boards to read [default: detected]
    #[arg(long, value_name = "FORM")]
    from: Option<BoardForm>,

    /// Form of boards to write [default: digits or commas]
    #[arg(long, value_name = "FORM")]
    to: Option<BoardForm>,

    /// Moves to convert, starting from each board
    #[arg(long, value_name = "MOVES")]
    apply: Option<String>,

    /// Treat the boards as a path, and convert it to moves
    #[arg(long)]
    path: bool,

    /// Form of moves to read [default: detected]
    #[arg(long, value_name = "FORM", requires = "apply")]
    move_form: Option<MoveForm>,

    /// Form of moves to write [default: letters]
    #[arg(long, value_name = "FORM", requires = "steps")]
    to_move_form: Option<MoveForm>,

    /// Direction of moves read: blank or tile
    #[arg(
        long,
        short,
        value_name = "WHOSE",
        value_parser = moves(),
        hide_possible_values = true,
        requires = "steps"
    )]
    moves: Option<MoveConvention>,

    /// Direction of moves written [default: as read]
    #[arg(
        long,
        value_name = "WHOSE",
        value_parser = moves(),
        hide_possible_values = true,
        requires = "steps"
    )]
    to_moves: Option<MoveConvention>,

    /// Symbol of the blank, or largest if the largest number is the blank [default: detected]
    #[arg(long, value_name = "SYMBOL", hide_short_help = true)]
    blank: Option<Blank>,

    /// Board shape, needed only if ambiguous (default for 6 cells: 2x3)
    #[arg(long, value_name = "RxC", hide_short_help = true, value_parser = read_shape)]
    shape: Option<Shape>,

    /// Print only results and errors
    #[arg(long, short, hide_short_help = true)]
    quiet: bool,
}

/// An input: its name in messages, and its text.
struct Source {
    name: Option<String>,
    input: Box<dyn BufRead>,
    /// The message to add if the text is not a board but looks like a file name.
    missing: Option<String>,
}

pub(super) fn run(args: &ConvertArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let writes_moves = args.apply.is_some() || args.path;
    if writes_moves && args.to.is_some() && args.to_move_form != Some(MoveForm::Boards) {
        bail!(
            "--to is the form of boards, but --apply and --path write moves; use --to-move-form FORM, or add \
             --to-move-form boards"
        );
    }
    let mut converter = Converter { args, before: None, move_form: None, written: 0, has_failed: false };
    let standard_input = [OsStr::new("-").to_owned()];
    let inputs = if args.inputs.is_empty() { &standard_input[..] } else { &args.inputs };
    for input in inputs {
        let source = converter.open(input)?;
        converter.convert(source, out)?;
    }
    Ok(if converter.has_failed { Exit::Failed } else { Exit::Yes })
}

struct Converter<'a> {
    args: &'a ConvertArgs,
    /// The last board whose notation was reported.
    before: Option<BoardRead>,
    move_form: Option<MoveForm>,
    written: usize,
    has_failed: bool,
}

impl Converter<'_> {
    fn options(&self) -> BoardOptions {
        let blank = self.args.blank.clone().unwrap_or_default();
        BoardOptions { form: self.args.from, shape: self.args.shape, blank }
    }

    /// Opens an argument: `-`, a file, or a board.
    fn open(&self, argument: &OsStr) -> anyhow::Result<Source> {
        if argument == "-" {
            let input = Box::new(io::stdin().lock());
            return Ok(Source { name: Some("standard input".to_owned()), input, missing: None });
        }
        let path = Path::new(argument);
        let shown = path.display();
        let is_path = path.exists();
        let text = argument.to_string_lossy();
        let is_board =
            || Boards::new(text.as_bytes(), self.options()).next().is_some_and(|outcome| outcome.is_ok());
        // With a slash, an existing file takes precedence, so that ./NAME selects the file.
        if is_path && !text.contains('/') && is_board() {
            bail!("{shown} is both a board and a file; for the file write ./{shown}");
        }
        if is_path {
            let file = File::open(path).with_context(|| format!("cannot read {shown}"))?;
            let input = Box::new(BufReader::new(file));
            return Ok(Source { name: Some(shown.to_string()), input, missing: None });
        }
        let input = Box::new(io::Cursor::new(text.into_owned().into_bytes()));
        Ok(Source { name: None, input, missing: missing_file(argument) })
    }

    fn convert(&mut self, source: Source, out: &mut impl Write) -> anyhow::Result<()> {
        let Source { name, input, missing } = source;
        if self.args.path {
            return self.convert_path(name.as_deref(), input, out);
        }
        let mut boards = Boards::new(input, self.options()).peekable();
        if boards.peek().is_none() {
            self.fail(name.as_deref(), "expected a board, found none", out)?;
        }
        for outcome in boards {
            let read = match outcome {
                Ok(read) => read,
                Err(error) => {
                    match &missing {
                        Some(message) => self.fail(None, message, out)?,
                        None => self.fail(name.as_deref(), error, out)?,
                    }
                    continue;
                }
            };
            let (board, line) = (read.board, read.line);
            self.tell_assumed(name.as_deref(), Some(line), read);
            match self.written(&board) {
                Ok(text) => self.write(&text, out)?,
                Err(error) => self.fail(name.as_deref(), format_args!("line {line}: {error:#}"), out)?,
            }
        }
        Ok(())
    }

    /// The text of the board, or of the moves from it, in the requested form.
    fn written(&mut self, board: &Board) -> anyhow::Result<String> {
        let Some(text) = &self.args.apply else {
            return Ok(self.form_for(board).write(board)?);
        };
        let (form, start) = (self.args.move_form, Some(*board));
        let convention = self.args.moves.unwrap_or_default();
        let options = MoveOptions { form, convention, start, board_form: None };
        let (moves, form) = options.read_with_form(text)?;
        self.tell_move_form(form);
        Ok(self.style(board).write(&moves)?)
    }

    fn convert_path(
        &mut self,
        name: Option<&str>,
        input: Box<dyn BufRead>,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        match Boards::new(input, self.options()).read_path() {
            Ok((first, moves)) => {
                let text = self.style(&first.board).write(&moves);
                self.tell_assumed(name, None, first);
                self.write(&text?, out)
            }
            Err(error) => self.fail(name, error, out),
        }
    }

    fn style(&self, start: &Board) -> MoveOptions {
        MoveOptions {
            form: self.args.to_move_form,
            convention: self.args.to_moves.or(self.args.moves).unwrap_or_default(),
            start: Some(*start),
            board_form: self.args.to,
        }
    }

    /// The requested form, or the shortest one.
    fn form_for(&self, board: &Board) -> BoardForm {
        let shortest = if board.shape().cells() <= 10 { BoardForm::Digits } else { BoardForm::Commas };
        self.args.to.unwrap_or(shortest)
    }

    fn write(&mut self, text: &str, out: &mut impl Write) -> anyhow::Result<()> {
        // Separate grids by an empty line, so that they can be read again.
        if self.written > 0 && self.args.to == Some(BoardForm::Grid) {
            writeln!(out)?;
        }
        self.written += 1;
        Ok(writeln!(out, "{text}")?)
    }

    /// Reports how a board is read if this differs from the last report.
    fn tell_assumed(&mut self, name: Option<&str>, line: Option<usize>, read: BoardRead) {
        let is_news = !self.before.as_ref().is_some_and(|before| before.is_read_like(&read));
        if is_news && !self.args.quiet {
            let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
            tell(format_args!("{}{place}{}", prefix(name), read.assumed()));
        }
        self.before = Some(read);
    }

    /// Reports the detected form of moves, once.
    fn tell_move_form(&mut self, form: Option<MoveForm>) {
        let is_news = self.args.move_form.is_none() && self.move_form != form;
        if let Some(form) = form.filter(|_| is_news && !self.args.quiet) {
            tell(format_args!("reading the moves as {form}"));
        }
        self.move_form = form;
    }

    fn fail(
        &mut self,
        name: Option<&str>,
        error: impl std::fmt::Display,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        self.has_failed = true;
        // Flush, so that earlier output appears before the message.
        out.flush()?;
        tell(format_args!("{}{error}", prefix(name)));
        Ok(())
    }
}

fn prefix(name: Option<&str>) -> String {
    name.map(|name| format!("{name}: ")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_every_form() {
        let names = BoardForm::ALL.map(BoardForm::name).into_iter().chain(MoveForm::ALL.map(MoveForm::name));
        let words: Vec<&str> = LONG_EXAMPLES.split_whitespace().collect();
        for name in names {
            assert!(words.contains(&name), "{name} is not there");
        }
    }
}
