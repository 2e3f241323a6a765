//! Reads the languages of an assignment: the keys of `[submission]`, or those of each
//! `[[submission.language]]`.

use std::collections::HashSet;
use std::env;
use std::ffi::OsString;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tilebase::board::Goal;
use tilebase_answers::{Extractor, Preset};

use super::language::{Build, Language, Start};
use super::run_rules::RunRules;
use super::source::{AssignmentError, Source, all};
use crate::trial::{ForeignSolver, JavaSolver, PythonFunction};

/// The default time limit of a build.
const BUILD_TIMEOUT: Duration = Duration::from_secs(60);

/// The keys that each language sets for itself.
const MISPLACED: &str = "with several languages, this key belongs under each [[submission.language]]";

/// The languages of an assignment: those of `[[submission.language]]`, or else those of
/// `[submission]`.
///
/// # Errors
/// If keys contradict each other or are missing; the error has the lines.
pub(super) fn languages(
    source: &Source<'_>,
    rules: &RunRules,
    goal: &Goal,
) -> Result<Vec<Language>, AssignmentError> {
    let part = source.part("[submission]");
    let wrong = |key: &str, what: &str| Err(source.error_at_key(&part, key, what));
    let named = rules.name.is_some().then(|| wrong("name", "only a [[submission.language]] has a name"));
    if rules.language.is_empty() {
        let table =
            Table { source, part: part.clone(), own: rules, whole: rules.clone(), goal, key: 0, name: None };
        let languages = named.unwrap_or_else(|| table.languages())?;
        return with_own_files(
            source,
            languages.into_iter().map(|language| (&table.part, language)).collect(),
        );
    }
    let misplaced = misplaced_keys(rules).map(|key| wrong(key, MISPLACED));
    let misplaced: Vec<Result<_, _>> = misplaced.chain(named).collect();
    let parts: Vec<Range<usize>> = rules.language.iter().map(toml::Spanned::span).collect();
    let mut names = HashSet::new();
    let read = |(nth, part): (usize, &Range<usize>)| {
        let own = rules.language[nth].get_ref();
        let whole = own.clone().with_shared(rules);
        let name = own.name.as_deref().or_else(|| own.usual_name()).unwrap_or_default().trim().to_owned();
        let is_named = !name.is_empty() && names.insert(name.clone());
        // Two keys for each table, because [submission] may have Python and Java.
        let table = Table { source, part: part.clone(), own, whole, goal, key: 2 * nth, name: Some(name) };
        match fault_of(own, is_named) {
            Some((key, what)) => Err(source.error_at_key(part, key, what)),
            None => table.languages(),
        }
    };
    let languages: Vec<Result<Vec<Language>, _>> = parts.iter().enumerate().map(read).collect();
    let languages = all(misplaced.into_iter().chain(languages))?;
    let languages = parts.iter().zip(languages);
    let each = languages.flat_map(|(part, languages)| languages.into_iter().map(move |one| (part, one)));
    with_own_files(source, each.collect())
}

/// The keys of `[submission]` that each of several languages sets for itself.
fn misplaced_keys(rules: &RunRules) -> impl Iterator<Item = &'static str> {
    let own = [
        ("file", rules.file.is_empty()),
        ("build", rules.build.is_none()),
        ("command", rules.command.is_none()),
        ("python", rules.python.is_empty()),
        ("java", rules.java.is_empty()),
    ];
    own.into_iter().filter(|(_, is_absent)| !is_absent).map(|(key, _)| key)
}

/// The key of a `[[submission.language]]` that is missing or wrong, and the reason.
fn fault_of(own: &RunRules, is_named: bool) -> Option<(&'static str, &'static str)> {
    if !is_named {
        return Some(("name", "each language needs a name of its own, for example \"Python\""));
    }
    if own.file.is_empty() && own.usual_name().is_none() {
        let what = "missing: the name of the file that this language requires, for example \"solver.py\"";
        return Some(("file", what));
    }
    (!own.language.is_empty()).then_some(("language", "a language cannot contain other languages"))
}

/// The languages, if their files tell them apart.
fn with_own_files(
    source: &Source<'_>,
    languages: Vec<(&Range<usize>, Language)>,
) -> Result<Vec<Language>, AssignmentError> {
    let files = |language: &Language| {
        let mut files = language.files.clone();
        files.sort_unstable();
        files
    };
    for (nth, (part, language)) in languages.iter().enumerate() {
        let is_same = |(_, other): &&(_, Language)| files(other) == files(language);
        let Some((_, other)) = languages[..nth].iter().find(is_same) else { continue };
        let [one, two] = [other, language].map(|language| language.name.as_deref().unwrap_or_default());
        let key = language.start.key();
        let what = if other.key == language.key {
            format!("two entries have the same file: {}", language.files_and_name())
        } else {
            format!(
                "{one} and {two} have the same file, so the language cannot be recognized; give each its \
                 own file, or merge them into one language"
            )
        };
        return Err(source.error_at_key(part, key, &what));
    }
    Ok(languages.into_iter().map(|(_, language)| language).collect())
}

/// A table of the assignment that describes languages.
struct Table<'a> {
    source: &'a Source<'a>,
    /// Its place in the text.
    part: Range<usize>,
    /// The keys in this table.
    own: &'a RunRules,
    /// The keys with those that all languages share.
    whole: RunRules,
    goal: &'a Goal,
    /// The number of its first key.
    key: usize,
    /// The name of its languages; `None` for the usual ones.
    name: Option<String>,
}

/// One form of submissions: the start of a run, and the main file.
struct Form {
    start: Start,
    main: Option<PathBuf>,
    name: &'static str,
    key: usize,
}

impl RunRules {
    /// The name of the language if a key determines it.
    fn usual_name(&self) -> Option<&'static str> {
        match (self.python.is_empty(), self.java.is_empty()) {
            (true, true) => None,
            (true, false) => Some("Java"),
            (false, _) => Some("Python"),
        }
    }
}

impl Start {
    /// The key that names the file of a submission.
    const fn key(&self) -> &'static str {
        match self {
            Self::Command(_) => "file",
            Self::Python { .. } => "python",
            Self::Java { .. } => "java",
        }
    }
}

impl Table<'_> {
    fn wrong(&self, key: &str, what: &str) -> AssignmentError {
        self.source.error_at_key(&self.part, key, what)
    }

    /// The languages of this table: several if it has several functions.
    fn languages(&self) -> Result<Vec<Language>, AssignmentError> {
        all(self.contradictions().into_iter().map(|(key, what)| Err::<(), _>(self.wrong(key, what))))?;
        let forms = self.forms()?;
        let is_only = forms.len() == 1;
        let names: Vec<&str> = forms.iter().map(|form| form.name).collect();
        let is_unique = |name: &str| names.iter().filter(|other| **other == name).count() == 1;
        let languages = forms.into_iter().map(|form| {
            let name = match (&self.name, &form.main) {
                (None, _) if is_only => None,
                (None, Some(main)) if !is_unique(form.name) => {
                    Some(format!("{} ({})", form.name, main.display()))
                }
                (None, _) => Some(form.name.to_owned()),
                (Some(name), Some(main)) if !is_only => Some(format!("{name} ({})", main.display())),
                (Some(name), _) => Some(name.clone()),
            };
            self.language(form, name)
        });
        let languages: Vec<Language> = languages.collect();
        if self.own.build_timeout.is_some() && languages.iter().all(|language| language.build.is_none()) {
            return Err(self.wrong("build_timeout", "there is no build to limit"));
        }
        Ok(languages)
    }

    /// The keys that contradict others, with the reasons.
    fn contradictions(&self) -> Vec<(&'static str, &'static str)> {
        let own = self.own;
        let (has_python, has_java) = (!own.python.is_empty(), !own.java.is_empty());
        let calls = has_python || has_java;
        let is_text = |expect: &Preset| !matches!(expect, Preset::Auto);
        let of_programs = "only for a command: functions receive a board and return an answer";
        let instead = "use either a command, or python and java; for both, use [[submission.language]]";
        let in_one = "python and java are two languages: use two [[submission.language]]";
        let notation = own.notation.as_ref();
        [
            (calls && own.command.is_some(), "command", instead),
            (has_python && has_java && self.name.is_some(), "java", in_one),
            (has_python && has_java && !own.file.is_empty(), "file", MISPLACED),
            (has_python && has_java && own.build.is_some(), "build", MISPLACED),
            (calls && own.stdin.is_some(), "stdin", of_programs),
            (calls && own.answer_file.is_some(), "answer_file", of_programs),
            (calls && own.expect.as_ref().is_some_and(is_text), "expect", of_programs),
            (
                !has_python && has_java && notation.is_some(),
                "notation",
                "only for python; a Java class declares the type of its board",
            ),
            (
                has_python && notation.is_some_and(|notation| notation.python.is_none()),
                "notation",
                "for python, expected list, rows, tuple, tuple-rows, string or numpy",
            ),
            (
                own.command.is_some() && notation.is_some_and(|notation| notation.input_notation.is_none()),
                "notation",
                "this is only for python; for a command use for example \"grid\" or \"spaces\"",
            ),
            (!has_java && !own.classpath.is_empty() && own.language.is_empty(), "classpath", "only for java"),
        ]
        .into_iter()
        .filter_map(|(is_wrong, key, what)| is_wrong.then_some((key, what)))
        .collect()
    }

    fn forms(&self) -> Result<Vec<Form>, AssignmentError> {
        if self.own.usual_name().is_none() {
            return self.command().map(|form| vec![form]);
        }
        let libraries = self.libraries()?;
        let python = self.own.python.iter().map(|function| self.python(function));
        Ok(python.chain(self.own.java.iter().map(|class| self.java(class, &libraries))).collect())
    }

    fn command(&self) -> Result<Form, AssignmentError> {
        let missing = "missing: the command to run, for example [\"python3\", \"solver.py\", \"{}\"], or a \
                       function to call, for example python = \"solver.py:solve\"";
        let command = self.whole.command.as_ref().ok_or_else(|| self.wrong("command", missing))?;
        let command = command.iter().map(OsString::from).collect();
        let solver = ForeignSolver::new(command, self.whole.feed(), *self.goal)
            .map_err(|error| self.wrong("command", &error.to_string()))?;
        Ok(Form { start: Start::Command(solver), main: None, name: "", key: self.key })
    }

    fn python(&self, function: &PythonFunction) -> Form {
        let main = function.file().to_owned();
        let is_notebook = main.extension().is_some_and(|ending| ending == "ipynb");
        let notation = self.whole.notation.as_ref().and_then(|notation| notation.python.clone());
        let notation = notation.unwrap_or_default();
        let start = Start::Python { function: function.clone(), notation };
        Form { start, main: Some(main), name: if is_notebook { "Notebook" } else { "Python" }, key: self.key }
    }

    fn java(&self, class: &JavaSolver, libraries: &[PathBuf]) -> Form {
        let path = class_path(libraries);
        let solver = JavaSolver { target: class.target.clone(), class_path: Some(path) };
        let start = Start::Java { solver, libraries: libraries.to_vec() };
        Form { start, main: Some(source_of(&class.target)), name: "Java", key: self.key + 1 }
    }

    /// The class path, with absolute paths for files and folders next to the assignment. Other
    /// folders are in the submission.
    fn libraries(&self) -> Result<Vec<PathBuf>, AssignmentError> {
        let folder = self.source.file.parent().unwrap_or(Path::new(""));
        let library = |path: &PathBuf| {
            let there = folder.join(path);
            let is_jar = path.extension().is_some_and(|ending| ending == "jar");
            match std::path::absolute(&there) {
                Ok(whole) if whole.exists() && env::join_paths([&whole]).is_ok() => Ok(whole),
                _ if is_jar => {
                    let what = format!("no such file: {}", there.display());
                    Err(self.wrong("classpath", &what))
                }
                _ => Ok(path.clone()),
            }
        };
        all(self.whole.classpath.iter().map(library))
    }

    fn language(&self, form: Form, name: Option<String>) -> Language {
        let mut files = self.own.file.clone();
        match (form.main, &form.start) {
            (Some(main), Start::Python { .. }) => {
                files.retain(|file| *file != main);
                files.insert(0, main);
            }
            (Some(main), _) if files.is_empty() => files.push(main),
            _ => {}
        }
        let build = match (&self.whole.build, &form.start) {
            (Some(build), _) => Some(build.iter().map(OsString::from).collect()),
            (None, Start::Java { solver, .. }) => Some(compilation(solver, &files)),
            (None, _) => None,
        };
        let timeout = self.whole.build_timeout.unwrap_or(BUILD_TIMEOUT);
        let moves = self.whole.moves.clone();
        let moves_text = moves.as_ref().map(|moves| moves.text.clone());
        let moves = moves.map(|moves| moves.value).unwrap_or_default();
        // The answer of a function needs no reading.
        let is_program = matches!(form.start, Start::Command(_));
        let extractor = Extractor {
            preset: self.whole.expect.clone().filter(|_| is_program).unwrap_or_default(),
            moves: moves.convention.read_as(),
            names: moves.names,
            ..Extractor::default()
        };
        let build = build.map(|command| Build { command, timeout });
        let moves = moves.convention;
        let Form { start, key, .. } = form;
        Language { name, files, build, start, extractor, moves, moves_text, cost_text: None, key }
    }
}

/// The command that compiles the main file, and the classes that it uses.
fn compilation(solver: &JavaSolver, files: &[PathBuf]) -> Vec<OsString> {
    let path = solver.class_path.clone().unwrap_or_default();
    let options = ["javac", "-encoding", "UTF-8", "-d", ".", "-cp"].map(OsString::from);
    let sources = files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "java"));
    options.into_iter().chain([path]).chain(sources.map(OsString::from)).collect()
}

/// The folder of the submission and the libraries.
fn class_path(libraries: &[PathBuf]) -> OsString {
    let parts = [Path::new(".")].into_iter().chain(libraries.iter().map(PathBuf::as_path));
    // Only a path of the submission may contain the separator; it then names two folders.
    env::join_paths(parts).unwrap_or_else(|_separator| ".".into())
}

/// The source file of a class, or of the class of a method: by convention, only the names of
/// packages and methods begin with a small letter.
fn source_of(target: &str) -> PathBuf {
    let is_class = |name: &str| name.chars().next().is_some_and(char::is_uppercase);
    let names: Vec<&str> = target.split('.').collect();
    let last = names.iter().position(|name| is_class(name)).unwrap_or(names.len() - 1);
    names[..=last].iter().collect::<PathBuf>().with_extension("java")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tilebase::board::Shape;

    use super::*;

    fn read_in(folder: &Path, submission: &str) -> Result<Vec<Language>, String> {
        let text = format!("title = 't'\n[submission]\n{submission}");
        let file = folder.join("a.toml");
        let source = Source { file: &file, text: &text };
        let rules = source.read().map_err(|error| error.to_string())?;
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        languages(&source, &rules.submission, &goal).map_err(|error| error.to_string())
    }

    fn read(submission: &str) -> Result<Vec<Language>, String> {
        read_in(Path::new(""), submission)
    }

    /// The names of the languages, their files, and their builds.
    fn shown(languages: &[Language]) -> Vec<String> {
        let words = |words: &[OsString]| {
            words.iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(" ")
        };
        let of = |language: &Language| {
            let name = language.name.as_deref().unwrap_or("-");
            let files: Vec<String> = language.files.iter().map(|file| file.display().to_string()).collect();
            let build = language.build.as_ref().map(|build| format!(": {}", words(&build.command)));
            format!("{name} {}{}", files.join("+"), build.unwrap_or_default())
        };
        languages.iter().map(of).collect()
    }

    #[test]
    fn functions_determine_file_and_build() {
        let javac = "javac -encoding UTF-8 -d . -cp .";
        let separator = if cfg!(windows) { ';' } else { ':' };
        for (text, expected) in [
            ("python = 'solver.py:solve'", vec!["- solver.py".to_owned()]),
            ("python = 'solver.ipynb:solve'\nfile = 'data.txt'", vec!["- solver.ipynb+data.txt".to_owned()]),
            (
                "python = ['solver.py:solve', 'solver.ipynb:solve']",
                vec!["Python solver.py".to_owned(), "Notebook solver.ipynb".to_owned()],
            ),
            (
                "python = ['solver.py:solve', 'src/main.py:solve']",
                vec![
                    "Python (solver.py) solver.py".to_owned(),
                    "Python (src/main.py) src/main.py".to_owned(),
                ],
            ),
            ("java = 'Solver'", vec![format!("- Solver.java: {javac} Solver.java")]),
            ("java = 'Solver.solve'", vec![format!("- Solver.java: {javac} Solver.java")]),
            ("java = 'hw.a.Solver.solve'", vec![format!("- hw/a/Solver.java: {javac} hw/a/Solver.java")]),
            (
                "java = 'Solver'\nfile = ['Solver.java', 'Board.java', 'x.txt']\nclasspath = 'out'",
                vec![format!("- Solver.java+Board.java+x.txt: {javac}{separator}out Solver.java Board.java")],
            ),
            ("java = 'Solver'\nbuild = ['make']", vec!["- Solver.java: make".to_owned()]),
            (
                "python = 'solver.py:solve'\njava = 'Solver'\nbuild_timeout = 5",
                vec!["Python solver.py".to_owned(), format!("Java Solver.java: {javac} Solver.java")],
            ),
            (
                "notation = 'rows'\nstdin = '{}'\nexpect = 'moves'\n[[submission.language]]\n\
                 python = ['a.py:f', 'a.ipynb:f']\n[[submission.language]]\nname = 'JVM'\njava = 'A'\n\
                 [[submission.language]]\nname = 'C'\nfile = 'a.c'\ncommand = ['a']",
                vec![
                    "Python (a.py) a.py".to_owned(),
                    "Python (a.ipynb) a.ipynb".to_owned(),
                    format!("JVM A.java: {javac} A.java"),
                    "C a.c".to_owned(),
                ],
            ),
        ] {
            assert_eq!(shown(&read(text).unwrap()), expected, "{text}");
        }
    }

    #[test]
    fn libraries_are_next_to_the_assignment() {
        let folder = tempfile::tempdir().unwrap();
        let jar = folder.path().join("a.jar");
        fs::write(&jar, "").unwrap();
        let found = read_in(folder.path(), "java = 'Solver'\nclasspath = ['a.jar', 'out']").unwrap();
        let Start::Java { solver, libraries } = &found[0].start else { panic!("{found:?}") };
        assert_eq!(libraries, &[jar.clone(), PathBuf::from("out")]);
        let path = env::join_paths([Path::new("."), &jar, Path::new("out")]).unwrap();
        assert_eq!(solver.class_path, Some(path));
        let error = read_in(folder.path(), "java = 'Solver'\nclasspath = 'b.jar'").unwrap_err();
        assert!(error.contains("line 4: classpath: no such file: ") && error.contains("b.jar"), "{error}");
    }

    #[test]
    fn contradictory_keys_are_reported_together() {
        for (text, expected) in [
            ("python = 'solver.py'", &["line 3: python: expected a function, for example"][..]),
            ("python = ''", &["line 3: python: expected a function"]),
            ("python = '../solver.py:solve'", &["line 3: python: expected a function"]),
            ("java = 'Solver.java'", &["line 3: java: Solver.java is a file: name the class"]),
            ("java = 'bin:Solver'", &["line 3: java: the class path belongs under `classpath`"]),
            ("python = 'a.py:f'\ncommand = ['a']", &["line 4: command: use either a command, or python"]),
            ("python = ['a.py:f', 'a.py:g']", &["line 3: python: two entries have the same file: a.py"]),
            (
                "python = 'a.py:f'\nstdin = '{}'\nnotation = 'grid'\nclasspath = 'a'",
                &[
                    "a.toml has 3 errors:",
                    "line 4: stdin: only for a command",
                    "line 5: notation: for python, expected list, rows",
                    "line 6: classpath: only for java",
                ],
            ),
            ("command = ['a']\nnotation = 'numpy'", &["line 4: notation: this is only for python"]),
            ("java = 'A'\nnotation = 'rows'", &["line 4: notation: only for python; a Java class"]),
            ("python = 'a.py:f'\nbuild_timeout = 3", &["line 4: build_timeout: there is no build"]),
            (
                "python = 'a.py:f'\njava = 'A'\nfile = 'a'\nbuild = ['b']",
                &["line 5: file: with several languages", "line 6: build: with several languages"],
            ),
            (
                "python = 'a.py:f'\n[[submission.language]]\nname = 'C'\nfile = 'a.c'\n\
                 [[submission.language]]\ncommand = ['a']",
                &[
                    "a.toml has 3 errors:",
                    "line 3: python: with several languages, this key belongs",
                    "line 4: missing: the command to run",
                    "line 7: each language needs a name of its own",
                ],
            ),
            (
                "[[submission.language]]\npython = 'a.py:f'\n[[submission.language]]\nname = 'B'\n\
                 file = 'a.py'\ncommand = ['a']",
                &["line 7: file: Python and B have the same file"],
            ),
        ] {
            let error = read(text).unwrap_err();
            assert!(expected.iter().all(|expected| error.contains(expected)), "{text}: {error}");
        }
    }
}
