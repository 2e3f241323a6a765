//! What is started for a run, and what it is given.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

/// Where runs are started, if not where the judge was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The folder that they are started in.
    pub(crate) current_dir: PathBuf,
    /// The folder for their temporary files.
    pub(crate) temporary: PathBuf,
}

/// A command with its input. Displayed as what one types into a shell to repeat it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Call {
    /// The program and its arguments.
    pub(crate) command: Vec<OsString>,
    /// What it gets on its standard input.
    pub(crate) input: String,
    /// Is its input kept open after that, as if somebody still sat at the keyboard?
    pub(crate) keeps_input_open: bool,
    /// The name and the text of a file that is written for it.
    pub(crate) file: Option<(String, String)>,
    /// The file that it is to write.
    pub(crate) output_file: Option<String>,
    /// Where it is started, if not in a folder that the runner chooses.
    pub(crate) place: Option<Place>,
}

impl Call {
    /// What its environment has beside the judge's: where programs look for a folder for temporary files, on unixes and
    /// on Windows.
    pub(crate) fn environment(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let temporary = self.place.iter().map(|place| place.temporary.as_path());
        temporary.flat_map(|folder| ["TMPDIR", "TMP", "TEMP"].map(|name| (name, folder)))
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, text)) = &self.file {
            write!(f, "{} > {} && ", printf(text), quote(name, false))?;
        }
        match (self.input.is_empty(), self.keeps_input_open) {
            (true, false) => {}
            (true, true) => f.write_str("cat | ")?,
            (false, false) => write!(f, "{} | ", printf(&self.input))?,
            (false, true) => write!(f, "{{ {}; cat; }} | ", printf(&self.input))?,
        }
        let words: Vec<String> =
            self.command.iter().map(|word| quote(&word.to_string_lossy(), false)).collect();
        f.write_str(&words.join(" "))?;
        match &self.output_file {
            Some(name) => write!(f, "; cat {}", quote(name, false)),
            None => Ok(()),
        }
    }
}

fn printf(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('%', "%%").replace('\n', "\\n");
    format!("printf {}", quote(&text, true))
}

/// A word for a shell, quoted where it must be.
pub(super) fn quote(word: &str, always: bool) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    if !always && !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
