//! Routes and their allowed methods.

use hyper::Method;
use tilebase_api::{Batch, Endpoint};

use super::page;

/// The target of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// An API endpoint.
    Endpoint(Endpoint),
    /// A batch of boards.
    Batch,
    /// The health check.
    Health,
    /// The metrics.
    Metrics,
    /// A constant resource, by path.
    Page(&'static str),
    /// An unknown path.
    Nowhere,
}

impl Route {
    /// Parses a path. No decoding is needed: no known path has characters that have to be escaped.
    pub(super) fn of(path: &str) -> Self {
        if let Some(endpoint) = Endpoint::at(path) {
            return Self::Endpoint(endpoint);
        }
        match path {
            Batch::PATH => Self::Batch,
            "/healthz" => Self::Health,
            "/metrics" => Self::Metrics,
            _ => page::paths().find(|page| *page == path).map_or(Self::Nowhere, Self::Page),
        }
    }

    /// The label in the metrics. The set of labels is small and fixed, whatever clients request.
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Endpoint(endpoint) => endpoint.name(),
            Self::Page(label) => label,
            Self::Batch => "batch",
            Self::Health => "/healthz",
            Self::Metrics => "/metrics",
            Self::Nowhere => "other",
        }
    }

    /// Whether the route computes something, rather than returning existing data.
    pub(super) const fn is_work(self) -> bool {
        matches!(self, Self::Endpoint(_) | Self::Batch)
    }

    /// The allowed methods, as in the header `Allow`.
    pub(super) const fn methods(self) -> &'static str {
        match self {
            Self::Endpoint(_) => "GET, HEAD, POST, OPTIONS",
            Self::Batch => "POST, OPTIONS",
            Self::Health | Self::Metrics | Self::Page(_) | Self::Nowhere => "GET, HEAD, OPTIONS",
        }
    }

    /// Whether a method is allowed.
    pub(super) fn allows(self, method: &Method) -> bool {
        self.methods().split(", ").any(|allowed| allowed == method.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_routed() {
        for (path, route) in [
            ("/", Route::Page("/")),
            ("/openapi.json", Route::Page("/openapi.json")),
            ("/healthz", Route::Health),
            ("/metrics", Route::Metrics),
            ("/api/v1/batch", Route::Batch),
            ("/api/v1/position", Route::Endpoint(Endpoint::Position)),
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
