//! Tests of views in the file system.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use super::plan::{Entry, MAX_ENTRIES};
use super::*;

/// Creates a folder to view, with a sibling folder.
fn project() -> (TempDir, PathBuf) {
    let above = tempfile::tempdir().unwrap();
    let folder = above.path().canonicalize().unwrap().join("project");
    for within in ["data/small", "large"] {
        fs::create_dir_all(folder.join(within)).unwrap();
    }
    fs::create_dir(folder.with_file_name("sibling")).unwrap();
    fs::write(folder.with_file_name("sibling").join("told"), "sibling\n").unwrap();
    fs::write(folder.join("solver.py"), "print('R')\n").unwrap();
    fs::write(folder.join("output.txt"), "old\n").unwrap();
    fs::write(folder.join("data/small/table"), "table\n").unwrap();
    fs::write(folder.join("tool"), "#!/bin/sh\necho tool\n").unwrap();
    fs::set_permissions(folder.join("tool"), fs::Permissions::from_mode(0o755)).unwrap();
    for number in 0..300 {
        fs::write(folder.join(format!("large/{number}")), "x").unwrap();
    }
    fs::write(folder.join("big.bin"), vec![7; 2 << 20]).unwrap();
    (above, folder)
}

/// Returns the output of a script in a run's folder.
fn script(place: &RunFolder<'_>, script: &str) -> String {
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", script]).current_dir(place.path()).env("PWD", place.path()).output();
    String::from_utf8(output.unwrap().stdout).unwrap()
}

/// Every entry of a folder by relative path, with its text or link target.
fn contents(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(at) = waiting.pop() {
        for entry in fs::read_dir(at).unwrap().map(Result::unwrap) {
            let path = entry.path();
            let text = match entry.file_type().unwrap() {
                kind if kind.is_symlink() => format!("-> {}", fs::read_link(&path).unwrap().display()),
                kind if kind.is_dir() => {
                    waiting.push(path.clone());
                    String::new()
                }
                _ => fs::read_to_string(&path).unwrap(),
            };
            found.push((path.strip_prefix(folder).unwrap().to_owned(), text));
        }
    }
    found.sort();
    found
}

#[test]
fn paths_lead_where_they_led() {
    let (_above, folder) = project();
    let folders = RunFolders::of(&folder, None).unwrap();
    let place = folders.take().unwrap();
    let output = script(
        &place,
        "cat output.txt ../sibling/told data/small/table; ./tool; ls large | wc -l; wc -c < big.bin; \
        basename \"$PWD\"; cd ..; cat sibling/told; ls -d ../../..//usr /usr/. | wc -l",
    );
    let output: Vec<&str> = output.split_whitespace().collect();
    assert_eq!(output[..8], ["old", "sibling", "table", "tool", "300", "2097152", "project", "sibling"]);
    let root = place.view.as_ref().unwrap().root();
    assert!(fs::metadata(root.join("usr")).unwrap().is_dir(), "the top is that of the file system");
}

#[test]
fn the_folder_is_restored_after_any_run() {
    let (_above, folder) = project();
    let folders = RunFolders::of(&folder, None).unwrap();
    let (root, before) = {
        let place = folders.take().unwrap();
        let root = place.view.as_ref().unwrap().root().to_owned();
        // Excludes links out of the folder, whose targets other processes may change.
        (root, contents(place.path()))
    };
    let users = contents(&folder);
    for deed in [
        "printf x >> output.txt",
        "printf new > output.txt",
        // Only the length shows the change.
        "cp -p output.txt ../beside; echo more >> output.txt; touch -r ../beside output.txt; rm ../beside",
        "echo R > answer; mkdir deep; touch deep/er",
        "rm output.txt solver.py",
        "rm -r data",
        "mv data moved",
        "rm big.bin; echo 1 > big.bin",
        "rm large; mkdir large; touch large/file",
        "echo more > data/small/more; echo x > data/small/table",
        "chmod 000 output.txt",
        "rm output.txt; mkdir output.txt",
        "rm output.txt; ln -s solver.py output.txt",
        "touch ../beside; mv ../sibling ../moved",
        "mkdir locked; touch locked/in; chmod 000 locked",
        "chmod 000 data",
        "chmod 000 .",
        "mkfifo pipe",
        "true",
    ] {
        script(&folders.take().unwrap(), deed);
        let place = folders.take().unwrap();
        assert_eq!(contents(place.path()), before, "{deed}");
        assert_eq!(script(&place, "ls ..; cat ../sibling/told"), "project\nsibling\nsibling\n", "{deed}");
        assert_eq!(contents(&folder), users, "{deed}");
    }
    let base = folders.base.clone();
    assert!(root.starts_with(&base));
    drop(folders);
    assert!(!base.exists());
}

#[test]
fn copies_keep_the_modification_time() {
    let (_above, folder) = project();
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(900_000_000);
    fs::File::open(folder.join("solver.py")).unwrap().set_modified(time).unwrap();
    let folders = RunFolders::of(&folder, None).unwrap();
    for deed in ["true", "touch solver.py"] {
        let place = folders.take().unwrap();
        assert_eq!(fs::metadata(place.path().join("solver.py")).unwrap().modified().unwrap(), time);
        script(&place, deed);
    }
    let place = folders.take().unwrap();
    assert_eq!(fs::metadata(place.path().join("solver.py")).unwrap().modified().unwrap(), time);
}

#[test]
fn paths_in_errors_are_those_of_the_original_folder() {
    let (_above, folder) = project();
    let folders = RunFolders::of(&folder, None).unwrap();
    let place = folders.take().unwrap();
    let errors = |within: &Path| {
        format!("in {}, line 1\nno {}\n", within.join("solver.py").display(), within.join("data/x").display())
    };
    let shown = place.without_root(errors(place.path()).as_bytes());
    assert_eq!(String::from_utf8(shown).unwrap(), errors(&folder));
    assert_eq!(place.without_root(b"solver.py"), b"solver.py");
}

#[test]
fn a_run_never_meets_another() {
    let (_above, folder) = project();
    let folders = RunFolders::of(&folder, None).unwrap();
    let (one, other) = (folders.take().unwrap(), folders.take().unwrap());
    assert_ne!(one.path(), other.path());
    put(one.path(), "board.txt", "1 2 3\n").unwrap();
    assert_eq!(script(&one, "cat board.txt; rm board.txt; ln -s output.txt board.txt"), "1 2 3\n");
    assert_eq!(script(&other, "cat board.txt"), "");
    // Writing the file does not follow the link.
    put(one.path(), "board.txt", "4\n").unwrap();
    assert_eq!(script(&one, "cat board.txt output.txt"), "4\nold\n");
}

#[test]
fn an_old_answer_file_is_not_read() {
    let (_above, folder) = project();
    for name in ["output.txt", "data/small/table", "large/7"] {
        let folders = RunFolders::of(&folder, Some(Path::new(name))).unwrap();
        let place = folders.take().unwrap();
        assert_eq!(read(place.path(), name, 100).unwrap(), None, "{name}");
        script(&place, &format!("printf 'RRRR' > {name}"));
        assert_eq!(read(place.path(), name, 100).unwrap().unwrap(), b"RRRR");
        assert_eq!(
            read(place.path(), name, 2).unwrap().unwrap(),
            b"RRR",
            "no more than shows that it is too much"
        );
        script(&place, &format!("rm {name}; mkfifo {name}"));
        assert_eq!(read(place.path(), name, 100).unwrap(), None, "a pipe would never end");
        assert!(fs::read_to_string(folder.join(name)).unwrap().len() < 7, "the user's is as it was");
    }
    assert_eq!(contents(&folder).len(), 308);
}

#[test]
fn without_links_all_is_copied_within_bounds() {
    let (_above, folder) = project();
    symlink("data", folder.join("linked")).unwrap();
    symlink("nowhere", folder.join("dangling")).unwrap();
    let base = tempfile::tempdir().unwrap();
    let terms = Terms { left_out: None, hidden: base.path(), can_link: false };
    let plan = Plan::of(&folder, &terms).unwrap();
    let view = View::make(&plan, base.path().join("0")).unwrap();
    let place = view.root().join(&plan.way);
    assert_eq!(fs::read_to_string(place.join("large/299")).unwrap(), "x");
    assert_eq!(fs::metadata(place.join("big.bin")).unwrap().len(), 2 << 20);
    assert!(fs::symlink_metadata(place.join("linked")).unwrap().is_dir());
    assert!(!contents(&place).iter().any(|(_, text)| text.starts_with("-> ")));
    // A sparse file of 300 MB that takes no disk space.
    fs::File::create(folder.join("vast")).unwrap().set_len(300 << 20).unwrap();
    let error = Plan::of(&folder, &terms).unwrap_err().to_string();
    assert!(error.contains("too large to copy for each run"), "{error}");
}

#[test]
fn a_folder_of_too_many_entries_is_refused() {
    let above = tempfile::tempdir().unwrap();
    for number in 0..=MAX_ENTRIES {
        symlink("x", above.path().join(number.to_string())).unwrap();
    }
    let error = RunFolders::of(above.path(), None).unwrap_err().to_string();
    assert!(
        error.ends_with("has more than 20000 entries, too many for a fresh copy for each run"),
        "{error}"
    );
    // Above the run's folder, excess entries are left out.
    let within = above.path().join("within");
    fs::create_dir(&within).unwrap();
    let folders = RunFolders::of(&within, None).unwrap();
    assert_eq!(script(&folders.take().unwrap(), "ls .."), "within\n");
}

#[test]
fn more_than_a_view_should_copy_is_linked() {
    let above = tempfile::tempdir().unwrap();
    for number in 0..1200 {
        fs::write(above.path().join(format!("{number:04}")), "x").unwrap();
    }
    let terms = Terms { left_out: None, hidden: Path::new("/none"), can_link: true };
    let mut plan = Plan::of(above.path(), &terms).unwrap();
    let mut folder = std::mem::take(&mut plan.root);
    for name in &plan.way {
        match folder.entries.remove(name) {
            Some(Entry::Folder(within)) => folder = within,
            other => panic!("{other:?}"),
        }
    }
    let copies = folder.entries.values().filter(|entry| matches!(entry, Entry::File(_))).count();
    assert_eq!((copies, folder.entries.len()), (1000, 1200));
}
