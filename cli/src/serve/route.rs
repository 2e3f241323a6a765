//! What a path leads to, and in which ways it may be asked.

use hyper::Method;
use tilebase_api::Laboratory;

use super::page;

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// A question, by its name.
    Question(&'static str),
    /// Many boards.
    Batch,
    /// Is anybody there?
    Health,
    /// What was counted.
    Metrics,
    /// A page or document that never changes while the server runs, by its path.
    Page(&'static str),
    /// Nothing.
    Nowhere,
}

impl Route {
    /// Where a path leads. Nothing in it is decoded: no path has a sign that would have to be.
    pub(super) fn of(path: &str) -> Self {
        match path.strip_prefix(Laboratory::ROOT) {
            Some("batch") => Self::Batch,
            Some(name) => {
                let question = Laboratory::QUESTIONS.into_iter().find(|question| *question == name);
                question.map_or(Self::Nowhere, Self::Question)
            }
            None => match path {
                "/healthz" => Self::Health,
                "/metrics" => Self::Metrics,
                _ => page::paths().find(|page| *page == path).map_or(Self::Nowhere, Self::Page),
            },
        }
    }

    /// What it is counted under. There are few, whatever is asked.
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Question(label) | Self::Page(label) => label,
            Self::Batch => "batch",
            Self::Health => "/healthz",
            Self::Metrics => "/metrics",
            Self::Nowhere => "other",
        }
    }

    /// Does it take more than a look at what is there?
    pub(super) const fn is_work(self) -> bool {
        matches!(self, Self::Question(_) | Self::Batch)
    }

    /// The ways to ask, as the field `Allow` has them.
    pub(super) const fn methods(self) -> &'static str {
        match self {
            Self::Question(_) => "GET, HEAD, POST, OPTIONS",
            Self::Batch => "POST, OPTIONS",
            Self::Health | Self::Metrics | Self::Page(_) | Self::Nowhere => "GET, HEAD, OPTIONS",
        }
    }

    /// May it be asked in this way?
    pub(super) fn allows(self, method: &Method) -> bool {
        self.methods().split(", ").any(|allowed| allowed == method.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_where_they_say_and_nowhere_else() {
        for (path, route) in [
            ("/", Route::Page("/")),
            ("/openapi.json", Route::Page("/openapi.json")),
            ("/healthz", Route::Health),
            ("/metrics", Route::Metrics),
            ("/api/v1/batch", Route::Batch),
            ("/api/v1/position", Route::Question("position")),
            ("/api/v1/positions", Route::Nowhere),
            ("/api/v1/%70osition", Route::Nowhere),
            ("/api/v1/", Route::Nowhere),
            ("/api/v1/../metrics", Route::Nowhere),
            ("//", Route::Nowhere),
            ("", Route::Nowhere),
            ("*", Route::Nowhere),
        ] {
            assert_eq!(Route::of(path), route, "{path}");
        }
        assert!(Route::Batch.allows(&Method::POST) && !Route::Batch.allows(&Method::GET));
        assert!(!Route::Health.allows(&Method::from_bytes(b"GE").unwrap()));
    }
}
