//! The error for a command without `--` before it.

use std::path::Path;

use crate::shell::quoted;

/// The message if no program follows `--`. If the words given as boards look like a command, it
/// suggests the right command line, with the options that were given.
pub(super) fn missing_dashes(words: &[String], options: &[String]) -> String {
    let is_board = |word: &&String| word.parse::<tilebase::board::Board>().is_ok();
    let (boards, command): (Vec<&String>, Vec<&String>) = words.iter().partition(is_board);
    let joined =
        |words: &[&String]| words.iter().map(|word| format!(" {}", quoted(word))).collect::<String>();
    let boards = joined(&options.iter().chain(boards).collect::<Vec<_>>());
    let put = format!("put -- before the program: pdb-solve validate{boards} --");
    let Some((first, rest)) = command.split_first() else {
        return format!(
            "no program to check: put it after --, e.g. pdb-solve validate{boards} -- python3 solver.py"
        );
    };
    if let Some(function) = function(first) {
        return format!("to call a function: pdb-solve validate{boards} --python {}", quoted(function));
    }
    let rest = joined(rest);
    if first.ends_with(".py") {
        return format!("{put} python3 {}{rest}", quoted(first));
    }
    let dot = if Path::new(first.as_str()).is_file() && !first.contains('/') { "./" } else { "" };
    format!("{put} {}{rest}", quoted(&format!("{dot}{first}")))
}

/// The word, if it names a function of a Python file.
pub(super) fn function(word: &str) -> Option<&str> {
    let (file, name) = word.rsplit_once(':')?;
    let is_file = [".py", ".ipynb"].iter().any(|ending| file.ends_with(ending));
    (is_file && !name.is_empty()).then_some(word)
}

/// The given words that are options or their values: all but the positional ones.
pub(super) fn options_among(given: &[String], positional: &[String]) -> Vec<String> {
    let mut positional = positional.iter().peekable();
    given.iter().filter(|word| positional.next_if_eq(word).is_none()).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_repeated_with_dashes() {
        let strings = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let message = |words: &[&str]| missing_dashes(&strings(words), &[]);
        for (words, end) in [
            (&["python3", "solver.py"][..], "pdb-solve validate -- python3 solver.py"),
            (&["123456708", "./solver", "{}"], "pdb-solve validate 123456708 -- ./solver {}"),
            (&["solver.py"], "pdb-solve validate -- python3 solver.py"),
            (&["my solver.py", "a b"], "pdb-solve validate -- python3 'my solver.py' 'a b'"),
            (&["solver.py", "{}"], "pdb-solve validate -- python3 solver.py {}"),
            (&["solver.py:solve"], "to call a function: pdb-solve validate --python solver.py:solve"),
            (&["123456708"], "e.g. pdb-solve validate 123456708 -- python3 solver.py"),
            (&[], "e.g. pdb-solve validate -- python3 solver.py"),
        ] {
            assert!(message(words).ends_with(end), "{}", message(words));
        }
        let given = strings(&["--goal", "snail", "./bfs", "{}"]);
        let words = strings(&["./bfs", "{}"]);
        let message = missing_dashes(&words, &options_among(&given, &words));
        assert!(message.ends_with("pdb-solve validate --goal snail -- ./bfs {}"), "{message}");
    }
}
