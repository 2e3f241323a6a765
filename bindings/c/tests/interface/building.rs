//! The installed library, compilers, and programs that use it.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::{env, fs, io};

use super::common::crate_folder;

/// Reports what a test skips, on standard error, so that it shows even if the test passes.
pub fn not_checked(what: &str) {
    let _shown = writeln!(io::stderr(), "not checked: {what}");
}

/// Installs the library in the same profile as these tests.
pub fn install(prefix: &Path, root: Option<&Path>) -> Output {
    let mut command = Command::new(crate_folder().join("install.sh"));
    command.arg(prefix).env("TILEBASE_PROFILE", if cfg!(debug_assertions) { "dev" } else { "release" });
    match root {
        Some(root) => command.env("DESTDIR", root),
        None => command.env_remove("DESTDIR"),
    };
    command.output().expect("bash is there")
}

/// The folder in which the library is installed, once for all tests.
pub fn prefix() -> &'static Path {
    static PREFIX: OnceLock<PathBuf> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let prefix = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libtilebase");
        let _it_was_there = fs::remove_dir_all(&prefix);
        let output = install(&prefix, None);
        assert!(output.status.success(), "{}", text(&output.stderr));
        prefix
    })
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The language of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    C,
    Cpp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linked {
    Shared,
    Static,
}

impl Language {
    pub fn of(source: &Path) -> Self {
        if source.extension() == Some(OsStr::new("c")) { Self::C } else { Self::Cpp }
    }

    const fn standard(self) -> &'static str {
        match self {
            Self::C => "-std=c11",
            Self::Cpp => "-std=c++17",
        }
    }

    /// The installed compilers of the language.
    pub fn compilers(self) -> Vec<&'static str> {
        let names: [&str; 2] = match self {
            Self::C => ["gcc", "clang"],
            Self::Cpp => ["g++", "clang++"],
        };
        let found: Vec<&str> = names.into_iter().filter(|name| is_installed(name)).collect();
        for missing in names.iter().filter(|name| !found.contains(name)) {
            not_checked(&format!("{missing} is not installed"));
        }
        assert!(!found.is_empty(), "none of {names:?} is installed");
        found
    }
}

pub fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Compiles a program against the installed library, with warnings as errors.
pub fn compile(compiler: &str, source: &Path, linked: Linked, program: &Path) {
    let mut command = compiler_command(compiler, Language::of(source));
    command.arg(source).arg("-o").arg(program).args(flags_of_package(linked));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}:\n{}", text(&output.stderr));
}

/// A compiler command with strict warnings, the installed headers, and stand-ins for HOG2's
/// headers.
pub fn compiler_command(compiler: &str, language: Language) -> Command {
    let mut command = Command::new(compiler);
    command.args([
        language.standard(),
        "-Wall",
        "-Wextra",
        "-Wshadow",
        "-Wconversion",
        "-Werror",
        "-pedantic",
        "-g",
    ]);
    command.arg("-I").arg(prefix().join("include")).arg("-I").arg(crate_folder().join("tests/hog2"));
    command
}

/// The linker flags, those of the static library as listed in its `pkg-config` file.
fn flags_of_package(linked: Linked) -> Vec<String> {
    let library = prefix().join("lib");
    match linked {
        Linked::Shared => vec![format!("-L{}", library.display()), "-ltilebase".to_owned()],
        Linked::Static => {
            let package = fs::read_to_string(library.join("pkgconfig/tilebase.pc")).unwrap();
            let needed = package.lines().find_map(|line| line.strip_prefix("Libs.private: ")).unwrap();
            let archive = library.join("libtilebase.a").display().to_string();
            [archive].into_iter().chain(needed.split(' ').map(str::to_owned)).collect()
        }
    }
}

/// A command to run a program with the shared library.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.env("LD_LIBRARY_PATH", prefix().join("lib"));
    command
}
