//! Recognizes a folder of submissions, so that it is never graded as one submission.

use std::fs;
use std::path::{Path, PathBuf};

use super::archive::{self, is_archive, is_leftover};
use super::language::{Language, is_hidden, is_submission, only_candidate, source_text};

/// The kind of a folder, by its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FolderKind {
    /// One submission, complete or not.
    Submission,
    /// Several submissions, or one in a folder of its own.
    Class,
    /// One or the other: the contents are ambiguous.
    Unclear,
}

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    /// A folder or an archive with the files of a language.
    Submission,
    /// A folder with one file that may be a submission under another name.
    Candidate,
    /// A file that may be a whole submission, or part of one.
    SingleFile,
    /// Another folder or archive: an incomplete submission, or part of one.
    Folder,
    /// A file that is not a submission.
    Other,
}

/// Names of folders that are part of a program rather than submissions.
const PARTS: [&str; 9] = ["bin", "build", "doc", "docs", "lib", "out", "src", "test", "tests"];

/// Endings of files in a class folder that are not submissions, unless a language uses them.
const DOCUMENTS: [&str; 21] = [
    "bib", "csv", "doc", "docx", "gif", "html", "ini", "jpeg", "jpg", "json", "jsonl", "log", "md", "odt",
    "pdf", "png", "toml", "txt", "xls", "xlsx", "xml",
];

/// Whether an entry of a class folder is not a submission: a document, a report, or a leftover of
/// some tool.
pub(super) fn is_no_submission(languages: &[Language], entry: &Path) -> bool {
    let is_left = entry.file_name().is_some_and(|name| is_leftover(name.as_ref()));
    if is_hidden(entry) || is_left {
        return true;
    }
    let is_document =
        |ending: &&str| entry.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending));
    let is_wanted = languages.iter().any(|language| language.name_for(entry).is_some());
    !is_wanted && entry.is_file() && DOCUMENTS.iter().any(is_document)
}

/// The folders in a folder, up to two levels down, that look like a class.
pub(super) fn classes_in(languages: &[Language], folder: &Path) -> Vec<PathBuf> {
    let folders = |of: &Path| {
        let entries = fs::read_dir(of).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut folders: Vec<PathBuf> =
            entries.filter(|entry| entry.is_dir() && !is_no_submission(languages, entry)).collect();
        folders.sort_unstable();
        folders
    };
    let is_class = |folder: &PathBuf| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let entries: Vec<PathBuf> = entries.collect();
        folder_kind(languages, folder, &entries) == FolderKind::Class
    };
    let found: Vec<PathBuf> = folders(folder).into_iter().filter(is_class).collect();
    if !found.is_empty() {
        return found;
    }
    folders(folder).iter().flat_map(|inner| folders(inner)).filter(is_class).collect()
}

/// Decides whether a folder with these entries is a submission or a class.
///
/// It is a submission if it contains the files of a language. It is a class if two of its entries
/// are submissions, or if everything in it but documents may be one: folders, archives, and files
/// that do not mention each other. (The files of one program do mention each other, as in `import
/// board`.)
pub(super) fn folder_kind(languages: &[Language], folder: &Path, entries: &[PathBuf]) -> FolderKind {
    if is_submission(languages, folder) {
        return FolderKind::Submission;
    }
    let all = entries;
    let entries: Vec<PathBuf> =
        all.iter().filter(|entry| !is_no_submission(languages, entry)).cloned().collect();
    let kinds: Vec<Entry> = entries.iter().map(|entry| kind_of(languages, entry)).collect();
    let count = |kind: Entry| kinds.iter().filter(|other| **other == kind).count();
    let (complete, single) = (count(Entry::Submission), count(Entry::SingleFile));
    if complete >= 2 {
        return FolderKind::Class;
    }
    let likely = complete + count(Entry::Candidate);
    if count(Entry::Other) == 0 && likely + single >= 2 && !mention_each_other(&entries) {
        return FolderKind::Class;
    }
    let folders = likely + count(Entry::Folder);
    if folders == 0 && only_candidate(languages, folder).is_some() {
        return FolderKind::Submission;
    }
    // If no file is required, only a folder that contains nothing but folders is ambiguous.
    let needs_no_file = languages.iter().all(|language| language.files.is_empty());
    let is_unclear = if needs_no_file {
        folders > usize::from(all.len() > entries.len()) && count(Entry::Other) == 0
    } else {
        folders > 0 || single > 0
    };
    if is_unclear { FolderKind::Unclear } else { FolderKind::Submission }
}

fn kind_of(languages: &[Language], entry: &Path) -> Entry {
    let is_wanted = |file: &Path| languages.iter().any(|language| language.name_for(file).is_some());
    if entry.is_dir() {
        let inner = inner(entry);
        let is_part = PARTS.iter().any(|name| entry.file_name().is_some_and(|found| found == *name));
        return if is_submission(languages, &inner) {
            Entry::Submission
        } else if !is_part && only_candidate(languages, &inner).is_some() {
            Entry::Candidate
        } else {
            Entry::Folder
        };
    }
    if is_archive(entry) && !is_wanted(entry) {
        return if holds_files(languages, entry) { Entry::Submission } else { Entry::Folder };
    }
    if is_wanted(entry) { Entry::SingleFile } else { Entry::Other }
}

/// The only folder in a folder, or else the folder itself.
fn inner(folder: &Path) -> PathBuf {
    archive::only_folder(folder).unwrap_or_else(|| folder.to_owned())
}

/// Whether an archive has the files of some language, in its root or in its only folder.
fn holds_files(languages: &[Language], archive: &Path) -> bool {
    let Ok(names) = archive::file_names(archive) else { return false };
    let first = |name: &PathBuf| name.components().next().map(|part| part.as_os_str().to_owned());
    let root = names.first().and_then(first);
    let has_one_root = names.iter().all(|name| first(name) == root);
    let fits = |has_file: &dyn Fn(&Path) -> bool| {
        languages.iter().any(|language| !language.files.is_empty() && language.fits(has_file))
    };
    let in_root = |file: &Path| names.iter().any(|name| name == file);
    let in_folder = |file: &Path| {
        let root = root.as_ref().filter(|_| has_one_root).map(PathBuf::from);
        root.is_some_and(|root| names.iter().any(|name| *name == root.join(file)))
    };
    fits(&in_root) || fits(&in_folder)
}

/// Whether one of these files contains the name of another, without the extension, as a word.
fn mention_each_other(entries: &[PathBuf]) -> bool {
    let files = || entries.iter().filter(|entry| entry.is_file() && !is_archive(entry));
    let names: Vec<(&PathBuf, String)> =
        files().filter_map(|file| Some((file, file.file_stem()?.to_str()?.to_owned()))).collect();
    files().any(|file| {
        let Some(text) = source_text(file) else { return false };
        let is_separator = |c: char| !c.is_alphanumeric() && c != '_';
        let mut words = text.split(is_separator);
        words.any(|word| names.iter().any(|(other, name)| *other != file && name == word))
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use tilebase::board::{Goal, Shape};
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::super::language_rules::languages;
    use super::super::source::Source;
    use super::*;

    const PYTHON_AND_C: &str = "[[submission.language]]\nname = 'Python'\nfile = 'solver.py'\n\
                                command = ['a']\n\
                                [[submission.language]]\nname = 'C'\nfile = ['a.c', 'b.c']\n\
                                command = ['a']\n";

    /// Classifies a folder with these files. A name that ends in .zip is an archive of the files
    /// after it, up to a semicolon.
    fn kind_of(submission: &str, files: &str) -> FolderKind {
        let text = format!("title = 't'\n[submission]\n{submission}");
        let source = Source { file: Path::new("a.toml"), text: &text };
        let rules = source.read().unwrap();
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let languages = languages(&source, &rules.submission, &goal).unwrap();
        let folder = tempfile::tempdir().unwrap();
        for file in files.split(';').map(str::trim).filter(|file| !file.is_empty()) {
            let (name, content) = file.split_once('=').unwrap_or((file, ""));
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            if name.ends_with('/') {
                fs::create_dir_all(&path).unwrap();
            } else if is_archive(&path) {
                let mut archive = ZipWriter::new(fs::File::create(&path).unwrap());
                for packed in content.split_whitespace() {
                    archive.start_file(packed, SimpleFileOptions::default()).unwrap();
                    archive.write_all(b"1").unwrap();
                }
                archive.finish().unwrap();
            } else {
                fs::write(&path, content).unwrap();
            }
        }
        let mut entries: Vec<PathBuf> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        folder_kind(&languages, folder.path(), &entries)
    }

    #[test]
    fn classes_and_submissions_are_distinguished() {
        for (files, expected) in [
            // One submission, whatever else the folder contains.
            ("solver.py", FolderKind::Submission),
            ("solver.py; old/solver.py; older/solver.py", FolderKind::Submission),
            ("a.c; b.c; README.md", FolderKind::Submission),
            // Incomplete, but nothing in it could be a submission.
            ("README.md", FolderKind::Submission),
            ("", FolderKind::Submission),
            // A class: two complete submissions, whatever else the folder contains.
            ("ann/solver.py; bob/solver.py; README.md; cid/main.py", FolderKind::Class),
            ("ann/solver.py; bob/hw/solver.py; cid/", FolderKind::Class),
            ("ann/solver.py; bob/hw/solver.py; bob/.DS_Store; bob/__MACOSX/x", FolderKind::Class),
            ("ann/solver.py; bob.zip=mine/solver.py node_modules/y", FolderKind::Class),
            ("ann/a.c; ann/b.c; bob.zip=mine/solver.py mine/x __MACOSX/y; notes.txt", FolderKind::Class),
            ("ann.zip=solver.py; bob.zip=a.c b.c", FolderKind::Class),
            // A class of files, some of which may be incomplete.
            ("ann.py=print(1); bob.py=print(2)", FolderKind::Class),
            ("ann.py; bob/solver.py; cid/main.py", FolderKind::Class),
            ("ann.py; bob.zip=main.py; cid.c", FolderKind::Class),
            ("ann.py; bob.py; README.md; grades.csv; __MACOSX/x", FolderKind::Class),
            ("ann/main.py; bob/main.py", FolderKind::Class),
            // One file that may be the submission under another name.
            ("main.py", FolderKind::Submission),
            ("frank.PY; report.pdf", FolderKind::Submission),
            // Files of one program, or a class of single files.
            ("main.py=import board; board.py", FolderKind::Unclear),
            ("main.py=import board; board.py; tests/test.py", FolderKind::Unclear),
            ("main.py; board.pyc", FolderKind::Submission),
            ("src/solver.py; README.md", FolderKind::Unclear),
            ("src/solver.py", FolderKind::Unclear),
            ("src/main.py; tests/test.py", FolderKind::Unclear),
            ("ann.zip=main.py", FolderKind::Unclear),
        ] {
            assert_eq!(kind_of(PYTHON_AND_C, files), expected, "{files}");
        }
    }

    #[test]
    fn without_required_files_only_folders_are_unclear() {
        let submission = "build = ['make']\ncommand = ['./solver']";
        for (files, expected) in [
            ("Makefile; main.c; src/a.c", FolderKind::Submission),
            ("ann/Makefile; bob/Makefile", FolderKind::Unclear),
            ("ann.zip=Makefile; bob.zip=Makefile", FolderKind::Unclear),
            ("src/main.c; README.md", FolderKind::Submission),
            ("ann/Makefile; bob/Makefile; README.md", FolderKind::Unclear),
            ("", FolderKind::Submission),
        ] {
            assert_eq!(kind_of(submission, files), expected, "{files}");
        }
    }

    #[test]
    fn classes_are_found_below_a_folder() {
        let text = format!("title = 't'\n[submission]\n{PYTHON_AND_C}");
        let source = Source { file: Path::new("a.toml"), text: &text };
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let languages = languages(&source, &source.read().unwrap().submission, &goal).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("deep");
        for file in ["hand-in/submissions/ann.py", "hand-in/submissions/bob.py"] {
            fs::create_dir_all(deep.join(file).parent().unwrap()).unwrap();
            fs::write(deep.join(file), "").unwrap();
        }
        let found = [deep.join("hand-in/submissions")];
        assert_eq!(classes_in(&languages, &deep), found);
        assert_eq!(classes_in(&languages, &deep.join("hand-in")), found);
        assert!(classes_in(&languages, &found[0]).is_empty());
    }
}
