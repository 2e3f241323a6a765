//! Hints about the command of a solver: a missing file, options in the wrong place, a file that
//! only defines functions, too many runs.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::shell::{in_one_line, quoted, similar_file};

/// Interpreters whose first argument is the name of a source file.
const INTERPRETERS: [&str; 8] = ["python3", "python", "node", "ruby", "perl", "php", "lua", "Rscript"];

/// The options of `validate` that are often put after the program by mistake.
const OPTIONS: [&str; 13] = [
    "--accept-longer",
    "--answer-file",
    "--batch",
    "--boards",
    "--expect",
    "--fail-fast",
    "--goal",
    "--moves",
    "--nodes-as",
    "--notation",
    "--report",
    "--shape",
    "--stdin",
];

/// The source file that an interpreter is to run, if the command has that form.
fn script(command: &[OsString]) -> Option<PathBuf> {
    let program = Path::new(command.first()?).file_stem()?.to_str()?;
    if !INTERPRETERS.contains(&program) {
        return None;
    }
    let file = command.get(1)?.to_str().filter(|word| !word.starts_with('-') && !word.contains('{'))?;
    Path::new(file).extension().map(|_| PathBuf::from(file))
}

/// The message if the source file of an interpreter does not exist.
pub(super) fn missing_script(command: &[OsString]) -> Option<String> {
    let file = script(command).filter(|file| !file.exists())?;
    let meant = similar_file(&file, &[file.extension()?.to_str()?]);
    let meant = meant.map(|file| format!("; did you mean {}?", file.display())).unwrap_or_default();
    Some(format!("no such file: {}{meant}", file.display()))
}

/// A sentence about a Python file that defines functions and prints nothing.
pub(super) fn only_functions(command: &[OsString]) -> Option<String> {
    let file = script(command)?;
    let is_python = file.extension().is_some_and(|ending| ending == "py");
    let text = fs::read_to_string(&file).ok().filter(|_| is_python)?;
    if ["print(", "sys.stdout", "write("].iter().any(|part| text.contains(part)) {
        return None;
    }
    let name = function_of_a_board(&text)?;
    let shown = file.display();
    Some(format!(
        "{shown} prints nothing. To call its function: `pdb-solve validate --python {}`.",
        quoted(&format!("{shown}:{name}"))
    ))
}

/// The function of a Python program that probably solves a board: one with one parameter, and with
/// a usual name if there are several.
fn function_of_a_board(text: &str) -> Option<&str> {
    const USUAL: [&str; 6] = ["solve", "solver", "search", "astar", "a_star", "bfs"];
    let functions = text.lines().filter_map(|line| {
        let (name, rest) = line.strip_prefix("def ")?.split_once('(')?;
        let parameters = rest.split_once(')').map_or(rest, |(parameters, _)| parameters);
        // Defaults make further parameters optional.
        let needed = parameters.split(',').filter(|part| !part.trim().is_empty() && !part.contains('='));
        Some((name.trim(), needed.count()))
    });
    let functions: Vec<(&str, usize)> = functions.filter(|(name, _)| !name.starts_with('_')).collect();
    let of_one = |name: &str| functions.iter().any(|(other, count)| *other == name && *count == 1);
    let usual = USUAL.into_iter().find(|name| of_one(name));
    let last = functions.iter().rev().find(|(_, count)| *count == 1).map(|(name, _)| *name);
    usual.and_then(|name| functions.iter().find(|(other, _)| *other == name).map(|(name, _)| *name)).or(last)
}

/// A sentence about an option of `validate` that is among the program's arguments.
pub(super) fn misplaced_option(command: &[OsString]) -> Option<String> {
    let words: Vec<&str> = command.iter().map(|word| word.to_str()).collect::<Option<_>>()?;
    let is_option = |word: &&str| OPTIONS.contains(&word.split('=').next().unwrap_or_default());
    let at = words.iter().skip(1).position(is_option)? + 1;
    let takes_value = !["--accept-longer", "--batch", "--fail-fast"].contains(&words[at]);
    let end = if takes_value && !words[at].contains('=') { (at + 2).min(words.len()) } else { at + 1 };
    let (option, rest) = (in_one_line(&words[at..end]), in_one_line([&words[..at], &words[end..]].concat()));
    let name = words[at].split('=').next().unwrap_or_default();
    Some(format!(
        "If {name} is meant for pdb-solve, put it before --: `pdb-solve validate {option} -- {rest}`."
    ))
}

/// Number of boards from which a run for each is worth a hint.
pub(super) const MANY_RUNS: usize = 20_000;

/// Says how long a run for each board takes, and how to avoid it.
pub(super) fn about_many_runs(boards: usize, jobs: usize, is_function: bool) -> String {
    /// The time to start an interpreter and solve a board.
    const MILLISECONDS_OF_A_RUN: usize = 50;
    let minutes = (boards * MILLISECONDS_OF_A_RUN / jobs.max(1)).div_ceil(60_000);
    let batch = match is_function {
        true => "--batch calls the function for all boards in one process",
        false => "if the program can read one board per line, --batch needs one run for all",
    };
    format!(
        "{boards} runs, one per board: about {minutes} min if each takes {MILLISECONDS_OF_A_RUN} ms; {batch}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn options_after_the_program_are_found() {
        let hint = misplaced_option(&command("./bfs {} --moves tile -v")).unwrap();
        assert!(
            hint.ends_with("put it before --: `pdb-solve validate --moves tile -- ./bfs {} -v`."),
            "{hint}"
        );
        let hint = misplaced_option(&command("./bfs --goal=snail {}")).unwrap();
        assert!(hint.ends_with("`pdb-solve validate --goal=snail -- ./bfs {}`."), "{hint}");
        assert_eq!(misplaced_option(&command("./bfs {} -v")), None);
        let words = ["./my solver", "{}", "--moves", "U=haut,D=bas;x"].map(OsString::from);
        let hint = misplaced_option(&words).unwrap();
        assert!(
            hint.ends_with("`pdb-solve validate --moves 'U=haut,D=bas;x' -- './my solver' {}`."),
            "{hint}"
        );
    }

    #[test]
    fn files_without_output_have_a_function() {
        assert_eq!(function_of_a_board("def h(s):\n  pass\ndef solve(board, depth=3):\n"), Some("solve"));
        assert_eq!(
            function_of_a_board("def f(a, b):\n  pass\ndef _g(s):\n  pass\ndef run(s):\n"),
            Some("run")
        );
        assert_eq!(function_of_a_board("x = 1\n"), None);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("astar.py");
        fs::write(&file, "def solve(board):\n    return []\n").unwrap();
        let typed = folder.path().join("astra.py").display().to_string();
        let message = missing_script(&command(&format!("python3 {typed}"))).unwrap();
        assert_eq!(message, format!("no such file: {typed}; did you mean {}?", file.display()));
        let command = command(&format!("python3 {}", file.display()));
        assert!(missing_script(&command).is_none());
        assert!(only_functions(&command).unwrap().ends_with("astar.py:solve`."));
        fs::write(&file, "def solve(board):\n    print(board)\n").unwrap();
        assert_eq!(only_functions(&command), None);
    }
}
