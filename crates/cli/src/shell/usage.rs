//! Messages about command-line mistakes: what is wrong, and what to type instead.

use std::ffi::OsString;
use std::mem::ManuallyDrop;
use std::path::Path;
use std::process::ExitCode;

use clap::builder::PossibleValue;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error, Parser};

use super::lists::any_of;
use super::message::{set_program_name, tell_error};
use super::tried_names::NAMES;
use super::width::columns_of_help;

/// Names that users try for the shape option.
const SIZES: &[&str] = &[
    "size",
    "shape",
    "dim",
    "dims",
    "dimension",
    "dimensions",
    "board-size",
    "width",
    "height",
    "rows",
    "n",
];

/// Options that users try, and what to suggest instead; `{}` stands for the typed name.
///
/// A suggestion applies only to commands that have its first option.
const SYNONYMS: &[(&[&str], &str)] = &[
    (&["json", "csv"], "--format {}"),
    (&["text", "plain"], "--format text"),
    (&["output-format", "summary"], "--format"),
    (
        &["size", "dim", "dims", "dimension", "dimensions", "board-size", "n", "width", "height", "rows"],
        "--shape 3x4",
    ),
    (&["to", "target", "end", "end-state", "goal-state", "final", "solution"], "--goal"),
    (&["file", "from-file", "stdin", "read"], "--input FILE"),
    (&["method", "algo", "search", "strategy", "algorithms", "solver"], "--algorithm"),
    (&["h", "heuristics", "heur", "evaluation"], "--heuristic"),
    (&["conventions"], "--convention"),
    (&["time", "time-limit", "limit", "max-time", "seconds", "timelimit"], "--timeout"),
    (&["batch-time"], "--batch-timeout"),
    (&["header-time"], "--header-timeout"),
    (&["body-time"], "--body-timeout"),
    (&["memory", "mem", "memory-limit", "max-mem", "ram"], "--max-memory"),
    (&["nodes", "max-states", "node-limit", "states"], "--max-nodes"),
    (&["connections", "searches", "body"], "--max-{}"),
    (&["all", "all-paths"], "--paths all"),
    (&["count"], "--paths count"),
    (&["answers"], "--solve"),
    (&["answers", "type"], "--kind"),
    (&["all"], "--verbose"),
    (&["statistics", "stat"], "--stats"),
    (&["verbose", "v"], "--stats or --show"),
    (&["path", "print", "display"], "--show"),
    (&["number", "num", "how-many", "samples"], "--count"),
    (&["set", "sample", "samples", "random", "uniform", "malformed"], "--boards SPEC"),
    (&["depth"], "--boards depth=20:5"),
    (&["every-depth", "depths"], "--boards depths:5"),
    (&["hardest"], "--boards hardest:5"),
    (&["walk"], "--boards walk=40:5"),
    (&["unsolvable"], "--boards unsolvable:5"),
    (&["exhaustive"], "--boards all"),
    (&["every"], "--boards every=97"),
    (&["goals"], "--goal random:5"),
    (&["plot", "charts"], "--report charts/"),
    (&["html"], "--report report.html"),
    (&["junit"], "--report report.xml"),
    (&["markdown"], "--report report.md"),
    (&["json", "csv"], "--report report.{}"),
    (&["port", "p", "bind", "address", "host"], "--listen 8080"),
    (&["out", "o", "dir", "folder", "directory"], "--output"),
    (&["convention"], "--moves"),
    (&["to-convention"], "--to-moves"),
    (&["moves-from"], "--move-form"),
    (&["moves-to"], "--to-move-form"),
    (&["table-dir", "tables", "db", "pdb", "folder", "cache"], "--pdb-dir"),
    (&["processes", "ranks"], "--processes"),
    (&["plan", "estimate"], "--dry-run"),
    (&["jobs", "j", "cores", "parallel"], "--threads"),
    (&["threads"], "--jobs"),
    (&["output"], "--answer-file"),
    (&["blank"], "--notation FORM:BLANK"),
    (&["format"], "--as"),
    (&["silent", "s"], "--quiet"),
    (&["overwrite", "f"], "--force"),
    (&["continue"], "--resume"),
    (&["resume", "ledger"], "--grades FILE"),
    (&["tiles", "tile"], "--pattern"),
];

/// Parses a program's arguments, and sets the program's name for messages.
///
/// The first argument is ignored. Returns an exit code for help or after a mistake. Of several
/// processes, only the one that reports for all prints the text.
pub(crate) fn parsed<T: Parser>(
    mut arguments: Vec<OsString>,
    nothing_given: &str,
    speaks: bool,
) -> Result<T, ExitCode> {
    let mut command = T::command();
    set_program_name(command.get_name());
    if let Err(message) = ask_for_help::<T>(&mut arguments) {
        if speaks {
            tell_error(message);
        }
        return Err(ExitCode::from(2));
    }
    // Answering a board takes less time than parsing its command line, so all steps avoid work: a
    // width is copied to all subcommands, `from_arg_matches` copies all matches, and freeing the
    // command takes 2 % of a start, though its memory is returned when the process ends.
    let asks_for_help = arguments.iter().any(|argument| argument == "-h" || argument == "--help");
    if let Some(columns) = columns_of_help().filter(|_| asks_for_help) {
        command = command.term_width(columns);
    }
    let mut command = ManuallyDrop::new(command);
    let matches = command.try_get_matches_from_mut(&arguments);
    let error = match matches.and_then(|mut matches| T::from_arg_matches_mut(&mut matches)) {
        Ok(args) => return Ok(args),
        Err(error) => error,
    };
    if speaks {
        match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                // If the output is closed, it has no reader.
                let _unread = error.print();
            }
            ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                tell_error(nothing_given);
            }
            _ => tell_error(usage_message(&error, &arguments, T::command())),
        }
    }
    Err(ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)))
}

/// Converts `help solve` to `solve --help`, and `help` to `--help`.
///
/// # Errors
/// The message, if there is no such command.
fn ask_for_help<T: Parser>(arguments: &mut Vec<OsString>) -> Result<(), String> {
    if arguments.get(1).is_none_or(|first| first != "help") {
        return Ok(());
    }
    arguments.remove(1);
    if let Some(name) = arguments.get(1).map(|name| name.to_string_lossy().into_owned())
        && !name.starts_with('-')
    {
        let command = T::command();
        if command.find_subcommand(&name).is_none() {
            return Err(unknown_command(&name, &command));
        }
    }
    arguments.push("--help".into());
    Ok(())
}

/// Returns the message about a mistake, with the command whose help explains more.
fn usage_message(error: &Error, arguments: &[OsString], mut command: Command) -> String {
    command.build();
    let program = command.get_name().to_owned();
    // A command is always the first argument.
    let first = arguments.get(1).and_then(|first| first.to_str());
    match first.and_then(|first| command.find_subcommand(first)) {
        Some(named) => {
            let message = describe(error, named);
            format!("{message}\nFor help: {program} {} -h", named.get_name())
        }
        None => format!("{}\nFor help: {program} -h", describe(error, &command)),
    }
}

fn describe(error: &Error, command: &Command) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        Some(value) => value.to_string(),
        None => String::new(),
    };
    let arg = bare(&text(ContextKind::InvalidArg));
    let value = text(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::UnknownArgument => unknown_argument(&arg, command),
        ErrorKind::InvalidSubcommand => unknown_command(&text(ContextKind::InvalidSubcommand), command),
        ErrorKind::MissingSubcommand => "no command given".to_owned(),
        ErrorKind::MissingRequiredArgument => missing(error),
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("{arg} needs a value")
        }
        ErrorKind::InvalidValue => {
            let names: Vec<String> = match error.get(ContextKind::ValidValue) {
                Some(ContextValue::Strings(names)) => names.clone(),
                _ => Vec::new(),
            };
            unknown_name(&arg, &value, &names, command)
        }
        ErrorKind::ValueValidation => {
            if let Some(message) = (arg == "--goal").then(|| mistaken_goal(&value)).flatten() {
                return format!("--goal {value}: {message}");
            }
            let reason = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
            if !arg.starts_with('-') {
                return reason;
            }
            let quoted = reason.strip_suffix(&format!(", found {value:?}"));
            let reason = quoted.or(reason.strip_suffix(&format!(", found {value}"))).unwrap_or(&reason);
            format!("{arg} {value}: {reason}")
        }
        ErrorKind::ArgumentConflict => {
            let prior = bare(&text(ContextKind::PriorArg));
            if prior == arg || prior.is_empty() {
                format!("{arg} is given twice")
            } else {
                format!("{arg} cannot be used with {prior}")
            }
        }
        ErrorKind::TooManyValues => format!("unexpected value {value:?} for {arg}"),
        ErrorKind::InvalidUtf8 => "an argument is not UTF-8 text".to_owned(),
        _ => first_paragraph(error),
    }
}

/// The names of goals.
const GOALS: [&str; 3] = ["blank-last", "blank-first", "snail"];

/// A message about a misspelled goal, or a file in its place.
fn mistaken_goal(typed: &str) -> Option<String> {
    let name = typed.trim().to_ascii_lowercase().replace(['_', ' '], "-");
    if let Some(goal) = nearest(&name, GOALS.into_iter()) {
        return Some(format!("did you mean {goal}?"));
    }
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
    if Path::new(typed).is_file() || Path::new(typed).extension().is_some_and(|end| end.len() > 2) {
        return Some("expected a board or the name of a goal, found the name of a file".to_owned());
    }
    (is_word && name.len() > 1).then(|| format!("expected {}, or a board", GOALS.join(", ")))
}

/// Names the missing options as typed: `--output DIR`, from `--output <DIR>`.
fn missing(error: &Error) -> String {
    let all = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(all)) => all.clone(),
        Some(other) => vec![other.to_string()],
        None => Vec::new(),
    };
    let typed = |arg: &String| {
        // The parser shows a group as `<--count <N>|--input <FILE>>`.
        let inner = arg.strip_prefix('<').and_then(|arg| arg.strip_suffix('>')).unwrap_or(arg);
        let inner = inner.replace(['<', '>'], "").replace("...", "");
        any_of(&inner.split('|').collect::<Vec<_>>())
    };
    let all: Vec<String> = all.iter().map(typed).collect();
    if all == ["--dry-run"] {
        return "--processes and --network are only for estimates; add --dry-run".to_owned();
    }
    let link = if all.iter().any(|one| one.contains(" or ")) { ", and " } else { " and " };
    format!("missing {}", all.join(link))
}

/// The parser's own message, without its decoration.
fn first_paragraph(error: &Error) -> String {
    let text = error.to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    first.strip_prefix("error: ").unwrap_or(first).trim().to_owned()
}

/// Returns `--goal`, from `--goal <GOAL>` or `-g, --goal <GOAL>`.
fn bare(arg: &str) -> String {
    let is_optional = |word: &str| word.starts_with(['<', '[']);
    let words: Vec<&str> = arg.split(' ').collect();
    let named = words.iter().rfind(|word| !is_optional(word)).or(words.first());
    named.copied().unwrap_or_default().to_owned()
}

fn unknown_argument(arg: &str, command: &Command) -> String {
    if !arg.starts_with('-') {
        let has_count = command.get_arguments().any(|option| option.get_long() == Some("count"));
        let is_number = arg.bytes().all(|byte| byte.is_ascii_digit());
        let hint =
            if has_count && is_number { format!("; for {arg} boards use -n {arg}") } else { String::new() };
        return format!("unexpected argument {arg:?}{hint}");
    }
    if arg.len() > 1 && arg[1..].bytes().all(|byte| byte.is_ascii_digit()) {
        return format!("unexpected negative number {arg}");
    }
    if command.get_name() == "label" && ["--resume", "--continue"].contains(&arg) {
        return format!("unknown option {arg}; the same command without it continues an interrupted run");
    }
    match suggested_option(arg.trim_start_matches('-'), command) {
        Some(option) => format!("unknown option {arg}; use {option}"),
        None => format!("unknown option {arg}"),
    }
}

fn suggested_option(typed: &str, command: &Command) -> Option<String> {
    let typed = typed.split('=').next().unwrap_or(typed);
    let options: Vec<&str> = command.get_arguments().filter_map(clap::Arg::get_long).collect();
    let has = |suggestion: &str| {
        let name = suggestion.split(' ').next().unwrap_or_default().trim_start_matches("--");
        options.contains(&name.replace("{}", typed).as_str())
    };
    let takes_shape = command.get_positionals().any(|argument| argument.get_id() == "shape");
    if takes_shape && SIZES.contains(&typed) {
        return Some(format!("the shape as an argument: {} 4x4", command.get_name()));
    }
    let synonym = SYNONYMS.iter().find(|(names, suggestion)| names.contains(&typed) && has(suggestion));
    synonym
        .map(|(_, suggestion)| suggestion.replace("{}", typed))
        .or_else(|| nearest(typed, options.iter().copied()).map(|option| format!("--{option}")))
}

fn unknown_command(typed: &str, command: &Command) -> String {
    let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    if typed == "plan" && names.contains(&"build") {
        return "there is no command plan; use build --dry-run".to_owned();
    }
    if typed.starts_with(|letter: char| letter.is_ascii_digit()) && names.contains(&"solve") {
        return format!("a command is missing; to solve a board: {} solve {typed}", command.get_name());
    }
    match nearest(typed, names.iter().copied()) {
        Some(name) => format!("unknown command {typed:?}; did you mean {name}?"),
        None => {
            let shown: Vec<&str> =
                command.get_subcommands().filter(|one| !one.is_hide_set()).map(Command::get_name).collect();
            format!("unknown command {typed:?}; the commands are {}", shown.join(", "))
        }
    }
}

fn unknown_name(arg: &str, typed: &str, names: &[String], command: &Command) -> String {
    if arg == "--moves" && typed.bytes().all(|letter| b"UDLRudlr".contains(&letter)) {
        let has_apply = command.get_arguments().any(|option| option.get_long() == Some("apply"));
        if has_apply {
            return format!("--moves expects blank or tile; to apply these moves, use --apply {typed}");
        }
    }
    let option = command.get_arguments().find(|option| option.get_long() == arg.strip_prefix("--"));
    let values = option.map(clap::Arg::get_possible_values).unwrap_or_default();
    let aliases: Vec<&str> = values.iter().flat_map(PossibleValue::get_name_and_aliases).collect();
    let lower = typed.to_ascii_lowercase();
    let start = match arg {
        "--algorithm" | "--heuristic" | "--convention" => {
            format!("unknown {} {typed:?}", arg.trim_start_matches('-'))
        }
        _ if arg.starts_with('-') => format!("unknown value {arg} {typed}"),
        _ => format!("unknown value {typed:?}"),
    };
    if arg == "--algorithm" && lower == "rbfs" {
        return format!("{start}; there is no recursive best-first search; ida needs as little memory");
    }
    if arg == "--algorithm" && Path::new(typed).exists() {
        let meant =
            ["ida*", "wa*", "a*"].into_iter().find(|name| lower.starts_with(name.trim_end_matches('*')));
        if let Some(meant) = meant {
            return format!(
                "{start}; the shell may have replaced {meant} by the name of a file: quote it, '{meant}'"
            );
        }
    }
    if typed.contains(' ') && typed.split_whitespace().all(|word| aliases.contains(&word)) {
        let all = typed.split_whitespace().collect::<Vec<_>>().join(",");
        return match option.and_then(clap::Arg::get_value_delimiter) {
            Some(_) => format!("{start}; several are separated by commas: {arg} {all}"),
            None => format!("{start}; only one can be used here; `pdb-solve compare` takes several"),
        };
    }
    let known = NAMES.iter().find(|(name, meant)| *name == lower && names.iter().any(|name| name == meant));
    let meant = known.map(|(_, meant)| *meant).or_else(|| nearest(&lower, aliases.iter().copied()));
    let meant = meant.or_else(|| nearest(&lower, names.iter().map(String::as_str)));
    let of_files = command.get_arguments().find(|option| option.get_long() == Some("as"));
    if let Some(of_files) = of_files.filter(|_| arg == "--format")
        && of_files.get_possible_values().iter().any(|value| value.get_name() == lower)
    {
        return format!("{start}; for the form of the files use --as {lower}");
    }
    match meant {
        Some(meant) => format!("{start}; did you mean {meant}?"),
        None => format!("{start}; expected one of {}", with_aliases(names, &values).join(", ")),
    }
}

/// The names of values, with their short forms: `breadth-first (bfs)`.
fn with_aliases(names: &[String], values: &[PossibleValue]) -> Vec<String> {
    let with_alias = |name: &String| {
        let value = values.iter().find(|value| value.get_name() == name)?;
        let alias = value.get_name_and_aliases().nth(1).filter(|alias| alias.len() < name.len())?;
        Some(format!("{name} ({alias})"))
    };
    names.iter().map(|name| with_alias(name).unwrap_or_else(|| name.clone())).collect()
}

/// Returns the name that differs from the typed one only by a typo, if there is one.
pub(crate) fn nearest<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = |name: &str| match name.len().min(typed.len()) {
        0..3 => 0,
        3..6 => 1,
        _ => 2,
    };
    let near = names.map(|name| (edits(typed, name), name)).filter(|(edits, name)| *edits <= allowed(name));
    near.min_by_key(|(edits, _)| *edits).map(|(_, name)| name)
}

/// The number of letters inserted, removed, changed, or swapped with their neighbor.
fn edits(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut rows = vec![(0..=other.len()).collect::<Vec<usize>>()];
    for (i, a) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in other.iter().enumerate() {
            let mut least = (row[j] + 1).min(rows[i][j + 1] + 1).min(rows[i][j] + usize::from(a != b));
            if i > 0 && j > 0 && *a == other[j - 1] && one[i - 1] == *b {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_fingers_are_near() {
        let commands =
            ["solve", "check", "compare", "sample", "label", "convert", "validate", "grade", "serve"];
        for (typed, meant) in [
            ("slove", Some("solve")),
            ("solv", Some("solve")),
            ("chek", Some("check")),
            ("valdate", Some("validate")),
            ("comapre", Some("compare")),
            ("638541720", None),
            ("help", None),
            ("x", None),
        ] {
            assert_eq!(nearest(typed, commands.into_iter()), meant, "{typed}");
        }
    }

    #[test]
    fn edits_are_counted() {
        for (one, other, count) in
            [("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "bc", 1), ("abc", "xyz", 3)]
        {
            assert_eq!((edits(one, other), edits(other, one)), (count, count));
        }
    }
}
