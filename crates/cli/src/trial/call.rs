//! The command, input, and files of one run.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::shell::{in_one_line, in_quotes, quoted};

/// A fixed location for runs, instead of a folder chosen by the runner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FixedFolders {
    /// The working directory of the runs.
    pub(crate) current_dir: PathBuf,
    /// The folder for their temporary files.
    pub(crate) temporary: PathBuf,
}

/// A command with its input. Displays as the shell command that repeats it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Call {
    /// The program and its arguments.
    pub(crate) command: Vec<OsString>,
    /// The text for its standard input.
    pub(crate) input: String,
    /// Whether the standard input stays open after the text, as it does at a terminal.
    pub(crate) keeps_input_open: bool,
    /// Name and text of a file to be written for it.
    pub(crate) file: Option<(String, String)>,
    /// The file that the program writes its answer to.
    pub(crate) output_file: Option<String>,
    /// The location; by default a folder chosen by the runner.
    pub(crate) folders: Option<FixedFolders>,
}

impl Call {
    /// Environment variables to add: those for the temporary folder, on Unix and on Windows.
    pub(crate) fn environment(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let temporary = self.folders.iter().map(|folders| folders.temporary.as_path());
        temporary.flat_map(|folder| ["TMPDIR", "TMP", "TEMP"].map(|name| (name, folder)))
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, text)) = &self.file {
            write!(f, "{} > {} && ", printf(text), quoted(name))?;
        }
        match (self.input.is_empty(), self.keeps_input_open) {
            (true, false) => {}
            (true, true) => f.write_str("cat | ")?,
            (false, false) => write!(f, "{} | ", printf(&self.input))?,
            (false, true) => write!(f, "{{ {}; cat; }} | ", printf(&self.input))?,
        }
        f.write_str(&in_one_line(self.command.iter().map(|word| word.to_string_lossy())))?;
        match &self.output_file {
            Some(name) => write!(f, "; cat {}", quoted(name)),
            None => Ok(()),
        }
    }
}

fn printf(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('%', "%%").replace('\n', "\\n");
    format!("printf {}", in_quotes(&text))
}
