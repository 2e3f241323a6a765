//! Access control by the `Host` and `Origin` of a request.
//!
//! A server that listens only on the loopback interface can still be reached by any page in the
//! user's browser. With DNS rebinding, a page could even read the answers, but its requests then
//! carry a `Host` that is not the server's. Any other page can send a request without reading the
//! answer; browsers mark these requests with their origin.

use hyper::http::request::Parts;
use hyper::http::uri::Authority;
use hyper::{HeaderMap, Version, header};
use tilebase_api::{Code, Failure};

/// Names of the local machine.
const OWN_NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The access rules.
#[derive(Debug)]
pub(super) struct AccessRules {
    /// The server's accepted names; `None` accepts any.
    names: Option<Vec<String>>,
    /// The names that the user configured.
    given: Vec<String>,
}

impl AccessRules {
    /// Creates the rules for a server with these configured names.
    ///
    /// The names of the local machine are accepted too. A server that listens on other interfaces
    /// and has no configured names accepts any name.
    pub(super) fn new(given: &[String], listens_for_all: bool) -> Self {
        let given: Vec<String> = given.iter().map(|name| normalized(name)).collect();
        let all = || given.iter().cloned().chain(OWN_NAMES.map(str::to_owned)).collect();
        let names = if listens_for_all && given.is_empty() { None } else { Some(all()) };
        Self { names, given }
    }

    /// Checks a request. Requests that cause work are refused if they come from other sites' pages.
    ///
    /// # Errors
    /// [`Failure`] if the request is refused.
    pub(super) fn check(&self, request: &Parts, is_work: bool) -> Result<(), Failure> {
        let host = host_of(request)?;
        if let (Some(names), Some(host)) = (&self.names, &host)
            && !names.iter().any(|name| *name == name_in(host))
        {
            let message = format!("unknown host name {:?}", name_in(host));
            let help = "Use localhost or 127.0.0.1, or start the server with --host and this name.";
            return Err(Failure::new(421, Code::WrongHost, &message, help));
        }
        if is_work && self.is_from_elsewhere(&request.headers, host.as_ref()) {
            let message = "requests from pages of other sites are not allowed";
            let help = "Use the server's own page, or a program that is not a browser.";
            return Err(Failure::new(403, Code::WrongOrigin, &message, help));
        }
        Ok(())
    }

    fn is_from_elsewhere(&self, headers: &HeaderMap, host: Option<&Authority>) -> bool {
        let is_own = |origin: &Authority| {
            host.is_some_and(|host| host == origin) || self.given.contains(&name_in(origin))
        };
        let origin = headers.get(header::ORIGIN).map(|origin| {
            let text = origin.to_str().unwrap_or_default();
            text.split_once("://").and_then(|(_, authority)| authority.parse().ok())
        });
        match origin {
            // An opaque origin such as "null" also belongs to a page.
            Some(origin) => !origin.as_ref().is_some_and(is_own),
            None => headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site"),
        }
    }
}

/// Returns the server's name in a request; `None` for HTTP/1.0 requests without one.
fn host_of(request: &Parts) -> Result<Option<Authority>, Failure> {
    let wrong = |message: &str| Err(Failure::malformed_request(&message));
    let mut fields = request.headers.get_all(header::HOST).iter();
    let host = match (request.uri.authority(), fields.next(), fields.next()) {
        (_, _, Some(_)) => return wrong("the request has more than one Host header"),
        (Some(authority), ..) => return Ok(Some(authority.clone())),
        (None, None, None) if request.version < Version::HTTP_11 => return Ok(None),
        (None, None, None) => return wrong("the Host header is missing"),
        (None, Some(host), None) => host,
    };
    match host.to_str().ok().and_then(|host| host.parse::<Authority>().ok()) {
        Some(host) if !host.as_str().contains('@') => Ok(Some(host)),
        _ => wrong("the Host header is invalid: expected a host name, optionally with a port"),
    }
}

/// Returns the name without the port, in lower case and without a trailing dot.
fn name_in(host: &Authority) -> String {
    normalized(host.host())
}

/// Returns a name in lower case and without a trailing dot.
fn normalized(name: &str) -> String {
    name.trim_end_matches('.').to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::Request;

    fn status(access: &AccessRules, uri: &str, fields: &[(&str, &str)]) -> u16 {
        let mut request = Request::builder().uri(uri);
        for (name, value) in fields {
            request = request.header(*name, *value);
        }
        let (parts, ()) = request.body(()).unwrap().into_parts();
        access.check(&parts, true).map_or_else(|failure| failure.status, |()| 200)
    }

    #[test]
    fn a_local_server_accepts_the_names_of_the_machine() {
        let access = AccessRules::new(&["Puzzles.example".to_owned()], false);
        for host in
            ["localhost:8080", "127.0.0.1", "[::1]:80", "LOCALHOST", "localhost.", "puzzles.example:1"]
        {
            assert_eq!(status(&access, "/", &[("host", host)]), 200, "{host}");
        }
        let with_dot = AccessRules::new(&["Puzzles.example.".to_owned()], false);
        for host in ["puzzles.example", "puzzles.example."] {
            assert_eq!(status(&with_dot, "/", &[("host", host)]), 200, "{host}");
        }
        for host in ["evil.example", "127.0.0.2", "localhost.evil.example", "127.0.0.1.evil.example:8080"] {
            assert_eq!(status(&access, "/", &[("host", host)]), 421, "{host}");
        }
        for host in ["", "a b", "localhost@evil.example", "evil.example@localhost", "[::1", "localhost:x/"] {
            assert_eq!(status(&access, "/", &[("host", host)]), 400, "{host}");
        }
        assert_eq!(status(&access, "/", &[]), 400);
        assert_eq!(status(&access, "/", &[("host", "localhost"), ("host", "localhost")]), 400);
        assert_eq!(
            status(&access, "http://evil.example/", &[("host", "localhost")]),
            421,
            "the path's counts"
        );
    }

    #[test]
    fn a_public_server_accepts_any_name_unless_configured() {
        let host = [("host", "any.example")];
        assert_eq!(status(&AccessRules::new(&[], true), "/", &host), 200);
        assert_eq!(status(&AccessRules::new(&["other.example".to_owned()], true), "/", &host), 421);
    }

    #[test]
    fn foreign_pages_cause_no_work() {
        let access = AccessRules::new(&["puzzles.example".to_owned()], false);
        let asked_by =
            |fields: &[(&str, &str)]| status(&access, "/", &[&[("host", "localhost:8080")], fields].concat());
        for fields in [
            &[("origin", "http://localhost:8080")][..],
            &[("origin", "https://puzzles.example")],
            &[("sec-fetch-site", "same-origin")],
            &[("sec-fetch-site", "none")],
        ] {
            assert_eq!(asked_by(fields), 200, "{fields:?}");
        }
        for fields in [
            &[("origin", "http://localhost:3000")][..],
            &[("origin", "https://evil.example")],
            &[("origin", "null")],
            &[("origin", "")],
            &[("sec-fetch-site", "cross-site")],
            &[("sec-fetch-site", "same-origin"), ("origin", "https://evil.example")],
        ] {
            assert_eq!(asked_by(fields), 403, "{fields:?}");
        }
    }
}
