//! The files of the web lab's page, for a server.
//!
//! The page sends requests only to the server that it came from, under `/api/v1/`. In the single
//! file that `scripts/lab` writes, it sends them to workers with the WebAssembly module of
//! `tilebase-web`: one for each kind of long work, which is terminated and replaced when its answer
//! is no longer needed. In both cases, modules call the same function, `ask`.
//!
//! The state of the page is in `state.js`, and in the address. Modules listen to it and to the
//! position of the board (`position.js`).
//!
//! ```
//! let mut files = tilebase_api::page::FILES.iter();
//! let root = files.find(|file| file.path == "/").expect("a page begins somewhere");
//! assert_eq!(root.content_type, "text/html; charset=utf-8");
//! assert!(root.text.contains("/modules/main.js"));
//! ```

/// A file of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File {
    /// The path of the file on a server.
    pub path: &'static str,
    /// The value of the header `Content-Type`.
    pub content_type: &'static str,
    /// The content.
    pub text: &'static str,
}

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// A module of the page's script.
macro_rules! module {
    ($name:literal) => {
        File {
            path: concat!("/modules/", $name),
            content_type: JAVASCRIPT,
            text: include_str!(concat!("../page/modules/", $name)),
        }
    };
}

/// All files of the page. That at `/` refers to the others.
pub const FILES: &[File] = &[
    File { path: "/", content_type: "text/html; charset=utf-8", text: include_str!("../page/index.html") },
    File {
        path: "/page.css",
        content_type: "text/css; charset=utf-8",
        text: include_str!("../page/page.css"),
    },
    // A script that blocks the first paint, so that the page never shows the wrong colors.
    File { path: "/theme.js", content_type: JAVASCRIPT, text: include_str!("../page/theme.js") },
    File { path: "/icon.svg", content_type: "image/svg+xml", text: include_str!("../page/icon.svg") },
    module!("algorithms.js"),
    module!("ask.js"),
    module!("bar-brush.js"),
    module!("board-view.js"),
    module!("chart.js"),
    module!("compare.js"),
    module!("contours.js"),
    module!("controls.js"),
    module!("daily.js"),
    module!("depth-counts.js"),
    module!("dom.js"),
    module!("growth-chart.js"),
    module!("histogram.js"),
    module!("judge.js"),
    module!("lane.js"),
    module!("lesson-answers.js"),
    module!("lesson-panel.js"),
    module!("lessons.js"),
    module!("main.js"),
    module!("measure.js"),
    module!("mini-board.js"),
    module!("packed.js"),
    module!("panels.js"),
    module!("parity-pair.js"),
    module!("past.js"),
    module!("pattern.js"),
    module!("player.js"),
    module!("position.js"),
    module!("projector.js"),
    module!("puzzle.js"),
    module!("search-panel.js"),
    module!("search-run.js"),
    module!("search-tree.js"),
    module!("search-walk.js"),
    module!("search-words.js"),
    module!("solution.js"),
    module!("state.js"),
    // worker.js is only part of the single file: a server answers requests itself.
    module!("status.js"),
    module!("tree-brush.js"),
    module!("tree-layout.js"),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    fn paths() -> BTreeSet<String> {
        FILES.iter().map(|file| file.path.to_owned()).collect()
    }

    /// Every module is in the list, except the worker of the single file.
    #[test]
    fn no_module_is_forgotten() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/modules");
        let names =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let expected: BTreeSet<_> = names.map(|name| format!("/modules/{name}")).collect();
        let mut found: BTreeSet<_> =
            paths().into_iter().filter(|path| path.starts_with("/modules/")).collect();
        assert!(found.insert("/modules/worker.js".to_owned()));
        assert_eq!(found, expected);
    }

    /// The dark colors are defined twice, for users who choose them and for systems that prefer
    /// them. Both definitions must be the same.
    #[test]
    fn both_definitions_of_dark_colors_agree() {
        let style = FILES.iter().find(|file| file.path == "/page.css").unwrap().text;
        let colors = |selector: &str| -> Vec<&str> {
            let rule = style.split(selector).nth(1).unwrap().split('}').next().unwrap();
            rule.lines().map(str::trim).filter(|line| line.ends_with(';')).collect()
        };
        let chosen = colors(":root[data-theme=\"dark\"] {");
        assert!(chosen.len() > 10);
        assert_eq!(chosen, colors(":root[data-theme=\"auto\"] {"));
    }

    /// Every file that another one refers to exists, except those of the server.
    #[test]
    fn every_referenced_path_exists() {
        let served = ["/openapi.json", "/metrics"].map(str::to_owned);
        let paths: BTreeSet<String> = paths().into_iter().chain(served).collect();
        let mut named = 0;
        for file in FILES {
            for (start, folder) in [
                ("from \"./", "/modules/"),
                ("import \"./", "/modules/"),
                ("src=\"/", "/"),
                ("href=\"/", "/"),
            ] {
                for rest in file.text.split(start).skip(1) {
                    let name = rest.split('"').next().unwrap();
                    assert!(paths.contains(&format!("{folder}{name}")), "{}: {folder}{name}", file.path);
                    named += 1;
                }
            }
        }
        assert!(named > 40, "{named}");
    }
}
