//! The error for a command without `--` before it.

use std::path::Path;

/// The message if no program follows `--`. If the words given as boards look like a command, it
/// suggests the right command line.
pub(super) fn missing_dashes(words: &[String]) -> String {
    let is_board = |word: &&String| word.parse::<tilebase::board::Board>().is_ok();
    let (boards, command): (Vec<&String>, Vec<&String>) = words.iter().partition(is_board);
    let joined = |words: &[&String]| words.iter().map(|word| format!(" {word}")).collect::<String>();
    match command.as_slice() {
        [] => format!(
            "no program to check: put it after --, e.g. pdb-solve validate{} -- python3 solver.py",
            joined(&boards)
        ),
        [source] if source.ends_with(".py") => {
            format!("put -- before the program: pdb-solve validate{} -- python3 {source}", joined(&boards))
        }
        [file] if Path::new(file.as_str()).is_file() && !file.contains('/') => {
            format!("put -- before the program: pdb-solve validate{} -- ./{file}", joined(&boards))
        }
        words => {
            format!("put -- before the program: pdb-solve validate{} --{}", joined(&boards), joined(words))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_repeated_with_dashes() {
        let message =
            |words: &[&str]| missing_dashes(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        for (words, end) in [
            (&["python3", "solver.py"][..], "pdb-solve validate -- python3 solver.py"),
            (&["123456708", "./solver", "{}"], "pdb-solve validate 123456708 -- ./solver {}"),
            (&["solver.py"], "pdb-solve validate -- python3 solver.py"),
            (&["123456708"], "e.g. pdb-solve validate 123456708 -- python3 solver.py"),
            (&[], "e.g. pdb-solve validate -- python3 solver.py"),
        ] {
            assert!(message(words).ends_with(end), "{}", message(words));
        }
    }
}
