//! `pdb-solve convert`: boards and moves from one notation to another.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use anyhow::{Context, bail};
use clap::ArgGroup;
use tilebase::board::{Board, Shape};
use tilebase::notation::{
    Blank, BoardForm, BoardOptions, BoardRead, Boards, MoveConvention, MoveForm, MoveOptions, read_moves,
    read_path, write_board, write_path,
};

use super::options::moves;
use crate::shell::{Exit, PDB_SOLVE, tell};

const CONVERT_EXAMPLES: &str = "\
Examples:
  pdb-solve convert puzzle04.txt --to digits
  pdb-solve convert '[[1, 2, 3], [4, 5, 6], [7, 8, 0]]' --to princeton
  pdb-solve convert 638541720 --moves UULDD --moves-to numbers
  pdb-solve convert --path solution.txt --moves-to letters

Forms of boards:
  digits hex spaces commas python python-rows tuple tuple-rows json json-rows braces braces-rows grid princeton
  42 rows-cols slash backslash

Forms of moves:
  letters counts words compass arrows ascii-arrows numbers boards

Exit codes:
  0  everything was converted
  2  something was not: it is no board, there are two ways to read it, or the form has no way to write it";

#[derive(Debug, clap::Args)]
#[command(after_help = CONVERT_EXAMPLES, group = ArgGroup::new("steps").args(["moves", "path"]))]
pub(super) struct ConvertArgs {
    /// Files, boards, or - for the standard input, which is also read if there are none
    #[arg(value_name = "FILE|-|BOARD")]
    inputs: Vec<OsString>,

    /// The form of the boards [default: detected]
    #[arg(long, value_name = "FORM")]
    from: Option<BoardForm>,

    /// The form to write boards in [default: digits up to ten cells, else commas]
    #[arg(long, value_name = "FORM")]
    to: Option<BoardForm>,

    /// Rows x columns, where the number of tiles leaves it open (6 tiles are 2x3)
    #[arg(long)]
    shape: Option<Shape>,

    /// The symbol of the blank, or `largest` where it has the largest number [default: 0, else detected]
    #[arg(long, value_name = "SYMBOL")]
    blank: Option<Blank>,

    /// Convert these moves, made from each board, in its place
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,

    /// The boards of each input are a path: write its moves
    #[arg(long)]
    path: bool,

    /// The form of the moves [default: detected]
    #[arg(long, value_name = "FORM", requires = "moves")]
    moves_from: Option<MoveForm>,

    /// The form to write moves in [default: letters]
    #[arg(long, value_name = "FORM", requires = "steps")]
    moves_to: Option<MoveForm>,

    /// What the directions of moves are those of [default: blank]
    #[arg(long, value_parser = moves(), requires = "steps")]
    convention: Option<MoveConvention>,

    /// The same for the moves that are written [default: as read]
    #[arg(long, value_parser = moves(), requires = "steps")]
    to_convention: Option<MoveConvention>,

    /// Say nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

/// One thing to read: what it is called in messages, and its text.
struct Source {
    name: Option<String>,
    input: Box<dyn BufRead>,
}

pub(super) fn run(args: &ConvertArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let writes_moves = args.moves.is_some() || args.path;
    if writes_moves && args.to.is_some() && args.moves_to != Some(MoveForm::Boards) {
        bail!("--to is the form of boards: with moves it goes with --moves-to boards");
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
    /// The board of which it was said last how it is read.
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

    /// An argument is `-`, a file or a board.
    fn open(&self, argument: &OsStr) -> anyhow::Result<Source> {
        if argument == "-" {
            let input = Box::new(io::stdin().lock());
            return Ok(Source { name: Some("standard input".to_owned()), input });
        }
        let path = Path::new(argument);
        let shown = path.display();
        let is_path = path.exists();
        let text = argument.to_string_lossy();
        let is_board =
            || Boards::new(text.as_bytes(), self.options()).next().is_some_and(|outcome| outcome.is_ok());
        // A name with a slash can only be told from a board by whether it is one.
        if is_path && !text.contains('/') && is_board() {
            bail!("{shown} is a board and the name of a file: ./{shown} is the file");
        }
        if is_path {
            let file = File::open(path).with_context(|| format!("{shown} can't be read"))?;
            return Ok(Source { name: Some(shown.to_string()), input: Box::new(BufReader::new(file)) });
        }
        let input = Box::new(io::Cursor::new(text.into_owned().into_bytes()));
        Ok(Source { name: None, input })
    }

    fn convert(&mut self, source: Source, out: &mut impl Write) -> anyhow::Result<()> {
        let Source { name, input } = source;
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
                    let of_argument =
                        if name.is_none() { "there is no such file, and as a board: " } else { "" };
                    self.fail(name.as_deref(), format_args!("{of_argument}{error}"), out)?;
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

    /// The board, or the moves from it, in the form asked for.
    fn written(&mut self, board: &Board) -> anyhow::Result<String> {
        let Some(text) = &self.args.moves else {
            return Ok(write_board(board, self.form_for(board))?);
        };
        let (form, start) = (self.args.moves_from, Some(*board));
        let convention = self.args.convention.unwrap_or_default();
        let options = MoveOptions { form, convention, start, board_form: None };
        let read = read_moves(text, &options)?;
        self.tell_move_form(read.form);
        Ok(write_path(&read.moves, &self.style(board))?)
    }

    fn convert_path(
        &mut self,
        name: Option<&str>,
        input: Box<dyn BufRead>,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        match read_path(input, self.options()) {
            Ok((first, moves)) => {
                let text = write_path(&moves, &self.style(&first.board));
                self.tell_assumed(name, None, first);
                self.write(&text?, out)
            }
            Err(error) => self.fail(name, error, out),
        }
    }

    fn style(&self, start: &Board) -> MoveOptions {
        MoveOptions {
            form: self.args.moves_to,
            convention: self.args.to_convention.or(self.args.convention).unwrap_or_default(),
            start: Some(*start),
            board_form: self.args.to,
        }
    }

    /// The form asked for; else the shortest of all.
    fn form_for(&self, board: &Board) -> BoardForm {
        let shortest = if board.shape().cells() <= 10 { BoardForm::Digits } else { BoardForm::Commas };
        self.args.to.unwrap_or(shortest)
    }

    fn write(&mut self, text: &str, out: &mut impl Write) -> anyhow::Result<()> {
        // Grids without a blank line between them would run into one.
        if self.written > 0 && self.args.to == Some(BoardForm::Grid) {
            writeln!(out)?;
        }
        self.written += 1;
        Ok(writeln!(out, "{text}")?)
    }

    /// Says how boards are read, where that is not as it was said last.
    fn tell_assumed(&mut self, name: Option<&str>, line: Option<usize>, read: BoardRead) {
        let is_news = !self.before.as_ref().is_some_and(|before| before.is_read_like(&read));
        if is_news && !self.args.quiet {
            let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
            tell(PDB_SOLVE, format_args!("{}{place}{}", prefix(name), read.assumed()));
        }
        self.before = Some(read);
    }

    /// Says how the moves are read, if that was detected, once.
    fn tell_move_form(&mut self, form: Option<MoveForm>) {
        let is_news = self.args.moves_from.is_none() && self.move_form != form;
        if let Some(form) = form.filter(|_| is_news && !self.args.quiet) {
            tell(PDB_SOLVE, format_args!("moves in the form {form}"));
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
        // What was written before is to stand before.
        out.flush()?;
        tell(PDB_SOLVE, format_args!("{}{error}", prefix(name)));
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
        let words: Vec<&str> = CONVERT_EXAMPLES.split_whitespace().collect();
        for name in names {
            assert!(words.contains(&name), "{name} is not there");
        }
    }
}
