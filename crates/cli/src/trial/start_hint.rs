//! Suggestions for starting a program that could not be started.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

use crate::shell::quoted;

/// Returns a sentence with the command to type instead, or `None` if there is no suggestion.
pub(crate) fn start_hint(command: &[OsString]) -> Option<String> {
    let (first, rest) = command.split_first()?;
    let program = first.to_str()?;
    let rest: String = rest.iter().map(|word| format!(" {}", quoted(&word.to_string_lossy()))).collect();
    let with_rest = |begin: &str| format!("{begin}{rest}");
    let path = Path::new(program);
    let instead = |begin: &str| format!("Run it as: pdb-solve validate -- {}", with_rest(begin));
    if path.is_dir() {
        return Some(format!("{program} is a folder: name the program in it."));
    }
    if path.is_file() {
        return of_source(path, &with_rest).or_else(|| Some(of_program_file(program, &with_rest)));
    }
    let is_program = |word: &str| is_on_path(word) || Path::new(word).is_file();
    if program.split_once(' ').is_some_and(|(word, _)| is_program(word)) {
        return Some(format!("Leave out the quotes: pdb-solve validate -- {}", with_rest(program)));
    }
    let is_function = |(file, name): (&str, &str)| Path::new(file).is_file() && !name.is_empty();
    if program.rsplit_once(':').is_some_and(is_function) {
        return Some(format!("To call a function: pdb-solve validate --python {}", quoted(program)));
    }
    if program == "python" && is_on_path("python3") {
        return Some(instead("python3"));
    }
    let language = match program {
        "python" | "python3" => "Python 3",
        "java" | "javac" => "a JDK",
        "node" => "Node.js",
        _ => "",
    };
    if !language.is_empty() {
        return Some(format!("Install {language}, or put it on the PATH."));
    }
    let name = similar(path)?;
    Some(format!("Did you mean {}?", with_rest(&name)))
}

/// Returns how to run a file that is a program, as far as its name shows.
fn of_program_file(program: &str, with_rest: &dyn Fn(&str) -> String) -> String {
    let (is_here, named) = match program.contains(['/', '\\']) {
        true => (false, quoted(program).into_owned()),
        false => (true, quoted(&format!("./{program}")).into_owned()),
    };
    match (is_executable(Path::new(program)), is_here) {
        (false, _) => format!(
            "Make it executable: chmod +x {}. Then: pdb-solve validate -- {}",
            quoted(program),
            with_rest(&named)
        ),
        (true, true) => {
            format!("Put ./ before a program in this folder: pdb-solve validate -- {}", with_rest(&named))
        }
        (true, false) => {
            "Its first line has to name an interpreter that exists, e.g. #!/usr/bin/env python3.".to_owned()
        }
    }
}

/// Returns how to run a source file or an archive, by its file name extension.
fn of_source(path: &Path, with_rest: &dyn Fn(&str) -> String) -> Option<String> {
    let instead = |begin: &str| format!("Run it as: pdb-solve validate -- {}", with_rest(begin));
    let stem = path.file_stem()?.to_str()?;
    let name = quoted(stem);
    let plain = path.to_str()?;
    let plain = quoted(plain.strip_prefix("./").unwrap_or(plain));
    let compile = |compiler: &str| {
        format!(
            "Compile it first, e.g. {compiler} -o {name} {plain}. Then: pdb-solve validate -- {}",
            with_rest(&quoted(&format!("./{stem}")))
        )
    };
    Some(match path.extension()?.to_str()? {
        // An executable script names its own interpreter.
        _ if is_executable(path) => return None,
        "py" => instead(&format!("python3 {plain}")),
        "js" | "mjs" => instead(&format!("node {plain}")),
        "sh" => instead(&format!("sh {plain}")),
        "rb" => instead(&format!("ruby {plain}")),
        "jar" => instead(&format!("java -jar {plain}")),
        "java" => format!(
            "Compile it first: javac {plain}. Then: pdb-solve validate -- {}",
            with_rest(&format!("java {name}"))
        ),
        "class" => instead(&format!("java {name}")),
        "cpp" | "cc" | "cxx" => compile("g++ -O2"),
        "c" => compile("gcc -O2"),
        "rs" => compile("rustc -O"),
        "go" => instead(&format!("go run {plain}")),
        "ipynb" => {
            format!(
                "Call a function in it: pdb-solve validate --python {}",
                quoted(&format!("{}:FUNCTION", path.display()))
            )
        }
        _ => return None,
    })
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("exe"))
}

fn is_on_path(program: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    !program.is_empty() && env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

/// Finds a file in the same folder whose name differs only in its extension or letter case.
fn similar(path: &Path) -> Option<String> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let lower = |path: &Path| Some(path.file_stem()?.to_str()?.to_lowercase());
    let wanted = lower(path)?;
    let entries = fs::read_dir(parent).ok()?.flatten().map(|entry| entry.path());
    let mut found: Vec<_> =
        entries.filter(|entry| entry.is_file() && lower(entry).as_ref() == Some(&wanted)).collect();
    // Executable files come first.
    found.sort_by_key(|entry| (!is_executable(entry), entry.clone()));
    let first = found.first()?;
    let command = match first.extension().and_then(|ending| ending.to_str()) {
        Some("py") if !is_executable(first) => "python3 ",
        _ => "",
    };
    let shown = first.strip_prefix(".").unwrap_or(first).display().to_string();
    let dot = if command.is_empty() && !shown.contains('/') { "./" } else { "" };
    Some(format!("{command}{}", quoted(&format!("{dot}{shown}"))))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn files_are_run_by_their_language() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, mode: u32| {
            let path = folder.path().join(name);
            fs::write(&path, "x").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            path.display().to_string()
        };
        let hint = |words: &[&str]| {
            start_hint(&words.iter().map(OsString::from).collect::<Vec<_>>()).unwrap_or_default()
        };
        let python = file("solver.py", 0o644);
        assert_eq!(hint(&[&python, "{}"]), format!("Run it as: pdb-solve validate -- python3 {python} {{}}"));
        let plain = file("tool", 0o644);
        assert!(hint(&[&plain]).starts_with(&format!("Make it executable: chmod +x {plain}")));
        let source = file("fast.cpp", 0o644);
        assert!(hint(&[&source]).contains("g++ -O2 -o fast "));
        assert!(hint(&[&file("run.py", 0o755)]).contains("interpreter"));
        let other = folder.path().join("Solver").display().to_string();
        assert_eq!(hint(&[&other]), format!("Did you mean python3 {python}?"));
        assert!(hint(&["sh solver"]).contains("Leave out the quotes"));
        assert!(hint(&[folder.path().to_str().unwrap()]).contains("is a folder"));
        assert_eq!(hint(&["no-such-program"]), "");
    }
}
