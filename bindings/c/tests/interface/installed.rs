//! The files installed by `install.sh`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use super::building::{Language, compiler_command, install, is_installed, not_checked, prefix, text};
use super::common::crate_folder;
use super::programs::output;

/// All files below a folder, links with their targets.
fn files(folder: &Path, below: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(below).unwrap().display().to_string();
        if let Ok(target) = fs::read_link(&path) {
            found.push(format!("{name} -> {}", target.display()));
        } else if path.is_dir() {
            files(&path, below, found);
        } else {
            found.push(name);
        }
    }
    found.sort();
}

#[test]
fn all_files_are_installed() {
    let version = env!("CARGO_PKG_VERSION");
    let expected = [
        "include/tilebase.h".to_owned(),
        "include/tilebase.hpp".to_owned(),
        "lib/cmake/tilebase/tilebaseConfig.cmake".to_owned(),
        "lib/cmake/tilebase/tilebaseConfigVersion.cmake".to_owned(),
        "lib/libtilebase.a".to_owned(),
        "lib/libtilebase.so -> libtilebase.so.0".to_owned(),
        format!("lib/libtilebase.so.0 -> libtilebase.so.{version}"),
        format!("lib/libtilebase.so.{version}"),
        "lib/pkgconfig/tilebase.pc".to_owned(),
    ];
    let mut found = Vec::new();
    files(prefix(), prefix(), &mut found);
    assert_eq!(found, expected);

    let root = TempDir::new().unwrap();
    let staged = install(Path::new("/opt/a b"), Some(root.path()));
    assert!(staged.status.success(), "{}", text(&staged.stderr));
    let mut found = Vec::new();
    files(&root.path().join("opt/a b"), &root.path().join("opt/a b"), &mut found);
    assert_eq!(found, expected);
    let package = fs::read_to_string(root.path().join("opt/a b/lib/pkgconfig/tilebase.pc")).unwrap();
    assert!(package.contains("\nprefix=/opt/a b\n") || package.starts_with("prefix=/opt/a b\n"), "{package}");
}

#[test]
fn an_invalid_prefix_is_rejected() {
    for arguments in [&[][..], &["usr/local"], &[""], &["/a", "/b"], &["--help"]] {
        let output = Command::new(crate_folder().join("install.sh")).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).starts_with("usage: bindings/c/install.sh PREFIX"), "{arguments:?}");
    }
}

/// The library has the expected name, and exports exactly the symbols of the header.
#[test]
fn the_shared_library_exports_only_the_header() {
    if !is_installed("readelf") || !is_installed("nm") {
        not_checked("readelf and nm are not installed");
        return;
    }
    let library = prefix().join("lib/libtilebase.so");
    let dynamic = text(&output(Command::new("readelf").arg("-d").arg(&library)));
    assert!(dynamic.contains("soname: [libtilebase.so.0]") && dynamic.contains("NODELETE"), "{dynamic}");
    let symbols = text(&output(
        Command::new("nm").args(["-D", "--defined-only", "--format=just-symbols"]).arg(&library),
    ));
    let header = fs::read_to_string(prefix().join("include/tilebase.h")).unwrap();
    let declarations = header.lines().filter(|line| !line.trim_start().starts_with(['*', '/', '#']));
    let name = |line: &str| {
        let (before, _) = line.split_once('(')?;
        before.rsplit([' ', '*']).next().filter(|name| name.starts_with("tb_")).map(str::to_owned)
    };
    let declared: BTreeSet<String> = declarations.filter_map(name).collect();
    assert!(declared.len() > 30, "{declared:?}");
    assert_eq!(symbols.lines().map(str::to_owned).collect::<BTreeSet<_>>(), declared);
}

#[test]
fn pkg_config_has_the_right_flags() {
    if !is_installed("pkg-config") {
        not_checked("pkg-config is not installed");
        return;
    }
    let asked = |options: &[&str]| {
        let mut asking = Command::new("pkg-config");
        asking.env("PKG_CONFIG_PATH", prefix().join("lib/pkgconfig")).args(options).arg("tilebase");
        text(&output(&mut asking)).trim().to_owned()
    };
    assert_eq!(asked(&["--modversion"]), env!("CARGO_PKG_VERSION"));
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("solve");
    let flags = asked(&["--cflags", "--libs"]);
    let compiler = Language::C.compilers()[0];
    let mut compiling = compiler_command(compiler, Language::C);
    compiling
        .arg(crate_folder().join("examples/solve.c"))
        .arg("-o")
        .arg(&program)
        .args(flags.split_whitespace());
    output(&mut compiling);
    assert!(asked(&["--static", "--libs"]).contains("-lpthread"));
}

/// A project that finds the library by its version, and one that asks for a newer one.
#[test]
fn cmake_finds_both_libraries() {
    if !is_installed("cmake") {
        not_checked("cmake is not installed");
        return;
    }
    let folder = TempDir::new().unwrap();
    fs::copy(crate_folder().join("examples/solve.c"), folder.path().join("solve.c")).unwrap();
    let configure = |version: &str| {
        let project = format!(
            "cmake_minimum_required(VERSION 3.16)\nproject(trial C)\n\
             find_package(tilebase {version} REQUIRED)\n\
             foreach(kind tilebase static)\n  add_executable(${{kind}}-solve solve.c)\n  \
             target_link_libraries(${{kind}}-solve PRIVATE tilebase::${{kind}})\nendforeach()\n"
        );
        fs::write(folder.path().join("CMakeLists.txt"), project).unwrap();
        let mut cmake = Command::new("cmake");
        cmake.current_dir(folder.path()).args(["-S", ".", "-B", "build", "--fresh"]);
        cmake.arg(format!("-DCMAKE_PREFIX_PATH={}", prefix().display())).output().unwrap()
    };
    for version in ["", env!("CARGO_PKG_VERSION")] {
        let configured = configure(version);
        assert!(configured.status.success(), "{}", text(&configured.stderr));
        output(Command::new("cmake").args(["--build", "build"]).current_dir(folder.path()));
        for program in ["tilebase-solve", "static-solve"] {
            let printed = text(&output(&mut Command::new(folder.path().join("build").join(program))));
            assert!(printed.starts_with("28 moves: "), "{printed}");
        }
    }
    for version in ["99.0", "0.0.1"] {
        assert!(!configure(version).status.success(), "{version} was accepted");
    }
}
