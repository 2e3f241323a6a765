//! How a submission is run on a board: its command, or a small program that calls its function.

use std::path::{MAIN_SEPARATOR, Path};

use tilebase::Interrupt;
use tilebase::board::Goal;
use tilebase::notation::BoardForm;

use super::assignment::RequiredAnswer;
use super::grade::require_path;
use super::language::{Language, Start, source_text};
use super::plan::Category;
use crate::trial::{
    Adapter, AdapterError, Attempt, EasyAnswer, Feed, FixedFolders, ForeignSolver, InputForm, InputNotation,
    Probe, RunLimits, repeating,
};

/// The command that runs a submission.
#[derive(Debug)]
pub(super) struct Caller {
    /// The command.
    pub(super) solver: ForeignSolver,
    /// The program that calls the function, if the submission has one.
    adapter: Option<Adapter>,
    /// The convention and the names of moves as the assignment has them.
    moves: Option<String>,
    /// The costs of moves as the assignment has them.
    cost: Option<String>,
}

impl Caller {
    /// Prepares the runs of a submission. For a function, calls it with an easy board if that is
    /// necessary to find out the type of its board.
    ///
    /// # Errors
    /// If the function does not exist or cannot be loaded.
    pub(super) fn of(
        language: &Language,
        goal: &Goal,
        folders: FixedFolders,
        limits: RunLimits,
        interrupt: &'static Interrupt,
    ) -> Result<Self, AdapterError> {
        let probe = || Probe::new(*goal, false, limits, interrupt).in_folders(folders.clone());
        let adapter = match &language.start {
            Start::Command(solver) => {
                return Ok(Self {
                    solver: solver.in_folders(folders),
                    adapter: None,
                    moves: None,
                    cost: None,
                });
            }
            Start::Python { function, notation } => function.adapt(notation, &probe())?,
            Start::Java { solver, .. } => {
                let adapter = solver.adapt(".".as_ref(), &probe());
                adapter
                    .map_err(|error| with_package(error, &folders.current_dir, language, &solver.target))?
            }
        };
        let input_notation =
            InputNotation { form: Some(InputForm::Board(BoardForm::Commas)), ..InputNotation::default() };
        let feed = Feed { input_notation, is_function: true, ..Feed::default() };
        let solver = ForeignSolver::new(adapter.command(false), feed, *goal)?;
        let Language { moves_text: moves, cost_text: cost, .. } = language.clone();
        Ok(Self { solver: solver.in_folders(folders), adapter: Some(adapter), moves, cost })
    }

    /// Whether the type of a function's board is a guess, because it did not solve an easy board.
    pub(super) fn is_unproven(&self) -> bool {
        let answer = self.adapter.as_ref().map(Adapter::on_easy_board);
        matches!(answer, Some(EasyAnswer::Missing | EasyAnswer::Wrong))
    }

    /// Reasons to doubt the results: the type of the board is a guess, or a notebook cell failed.
    pub(super) fn doubts(&self) -> Vec<String> {
        let Some(adapter) = &self.adapter else { return Vec::new() };
        let mut lines: Vec<&str> = adapter.notice().lines().map(str::trim).collect();
        // The last line says how it is called.
        lines.truncate(lines.len().saturating_sub(1));
        let unproven = match lines.split_first() {
            Some((first, tried)) if self.is_unproven() => Some(format!("{first} {}", tried.join("; "))),
            _ => None,
        };
        unproven.into_iter().chain(adapter.defect().map(str::to_owned)).collect()
    }

    /// Completes the results of a category: rejects answers that lack a required path, adds the
    /// command that repeats a run, and removes the random folder name from outputs.
    pub(super) fn complete(&self, attempts: &mut [Attempt], category: &Category, folder: &Path) {
        let folder = format!("{}{MAIN_SEPARATOR}", folder.display());
        for attempt in attempts {
            if category.requires == RequiredAnswer::Path {
                require_path(attempt);
            }
            if !attempt.is_right {
                attempt.shown = attempt.shown.each_ref().map(|text| text.replace(&folder, ""));
                attempt.call = self.repeat(attempt, category.accepts_longer);
            }
        }
    }

    /// The command that repeats a run in the submission's folder.
    fn repeat(&self, attempt: &Attempt, accepts_longer: bool) -> String {
        let Some(adapter) = &self.adapter else { return self.solver.call(&attempt.board).to_string() };
        let options = repeating(&attempt.goal, self.moves.as_deref(), self.cost.as_deref(), accepts_longer);
        adapter.repeat(&attempt.board, &options)
    }
}

/// Whether the name of a class is in a package.
fn is_in_package(target: &str, package: &str) -> bool {
    target.strip_prefix(package).is_some_and(|rest| rest.starts_with('.'))
}

/// Explains why a class was not found, if its file puts it into a package.
fn with_package(error: AdapterError, folder: &Path, language: &Language, target: &str) -> AdapterError {
    let AdapterError::Fault(_) = &error else { return error };
    let Some(file) = language.files.first() else { return error };
    let text = source_text(&folder.join(file)).unwrap_or_default();
    let package = |line: &str| line.trim().strip_prefix("package ")?.strip_suffix(';').map(str::to_owned);
    match text.lines().find_map(package) {
        Some(package) if !is_in_package(target, package.trim()) => AdapterError::Fault(format!(
            "{} is in the package {package}, but the assignment runs {target}: remove the line `package \
             {package};` from all files",
            file.display()
        )),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_ends_at_a_dot() {
        assert!(is_in_package("puzzle.Solver", "puzzle") && is_in_package("a.b.Solver.solve", "a.b"));
        assert!(!is_in_package("puzzles.Solver", "puzzle") && !is_in_package("Solver", "puzzle"));
    }
}
