//! Who may ask: by the name that the server is called by, and by the page that asks.
//!
//! A server that listens for its own machine alone can still be reached by any page that its user's browser shows. A page
//! whose name was made to lead to this machine would even be allowed to read the answers: but it calls the server by that
//! name, which is none of the server's (the field `Host`). Any other page may send a question, though it can't read the
//! answer: browsers tell of such questions where they come from.

use hyper::http::request::Parts;
use hyper::http::uri::Authority;
use hyper::{HeaderMap, Version, header};
use tilebase_api::{Code, Failure};

/// What this machine is called by itself.
const OWN_NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Who may ask.
#[derive(Debug)]
pub(super) struct Gate {
    /// The names of the server; none if it may have any.
    names: Option<Vec<String>>,
    /// Those among them that its user gave it.
    given: Vec<String>,
}

impl Gate {
    /// A gate for a server that has these names, and those of the machine if it listens for the machine alone. One that
    /// listens for others, and was given no names, may have any.
    pub(super) fn new(given: &[String], listens_for_all: bool) -> Self {
        let given: Vec<String> = given.iter().map(|name| name.to_ascii_lowercase()).collect();
        let all = || given.iter().cloned().chain(OWN_NAMES.map(str::to_owned)).collect();
        let names = if listens_for_all && given.is_empty() { None } else { Some(all()) };
        Self { names, given }
    }

    /// Lets a request pass, or tells why not. What makes work is kept from the pages of others.
    ///
    /// # Errors
    /// [`Failure`] if it must not pass.
    pub(super) fn check(&self, request: &Parts, is_work: bool) -> Result<(), Failure> {
        let host = host_of(request)?;
        if let (Some(names), Some(host)) = (&self.names, &host)
            && !names.iter().any(|name| *name == name_in(host))
        {
            let message = format!("this server is not called {:?}", name_in(host));
            let help = "Call it localhost or 127.0.0.1, or start it with --host and this name.";
            return Err(Failure::new(421, Code::WrongHost, &message, help));
        }
        if is_work && self.is_from_elsewhere(&request.headers, host.as_ref()) {
            let message = "this question comes from a page of another site";
            let help = "Ask from the server's own page, or from a program.";
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
            // An origin that says nothing, as "null" does, is that of a page all the same.
            Some(origin) => !origin.as_ref().is_some_and(is_own),
            None => headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site"),
        }
    }
}

/// The name that a server is called by in a request; none in those of old, which call it nothing.
fn host_of(request: &Parts) -> Result<Option<Authority>, Failure> {
    let wrong = |message: &str| Err(Failure::malformed_request(&message));
    let mut fields = request.headers.get_all(header::HOST).iter();
    let host = match (request.uri.authority(), fields.next(), fields.next()) {
        (_, _, Some(_)) => return wrong("the field Host stands there more than once"),
        (Some(authority), ..) => return Ok(Some(authority.clone())),
        (None, None, None) if request.version < Version::HTTP_11 => return Ok(None),
        (None, None, None) => return wrong("the field Host is missing"),
        (None, Some(host), None) => host,
    };
    match host.to_str().ok().and_then(|host| host.parse::<Authority>().ok()) {
        Some(host) if !host.as_str().contains('@') => Ok(Some(host)),
        _ => wrong("the field Host has no name, or a name and a port"),
    }
}

/// The name without the port, as all write it.
fn name_in(host: &Authority) -> String {
    host.host().trim_end_matches('.').to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::Request;

    fn status(gate: &Gate, uri: &str, fields: &[(&str, &str)]) -> u16 {
        let mut request = Request::builder().uri(uri);
        for (name, value) in fields {
            request = request.header(*name, *value);
        }
        let (parts, ()) = request.body(()).unwrap().into_parts();
        gate.check(&parts, true).map_or_else(|failure| failure.status, |()| 200)
    }

    #[test]
    fn a_server_for_its_machine_has_the_names_of_the_machine() {
        let gate = Gate::new(&["Puzzles.example".to_owned()], false);
        for host in
            ["localhost:8080", "127.0.0.1", "[::1]:80", "LOCALHOST", "localhost.", "puzzles.example:1"]
        {
            assert_eq!(status(&gate, "/", &[("host", host)]), 200, "{host}");
        }
        for host in ["evil.example", "127.0.0.2", "localhost.evil.example", "127.0.0.1.evil.example:8080"] {
            assert_eq!(status(&gate, "/", &[("host", host)]), 421, "{host}");
        }
        for host in ["", "a b", "localhost@evil.example", "evil.example@localhost", "[::1", "localhost:x/"] {
            assert_eq!(status(&gate, "/", &[("host", host)]), 400, "{host}");
        }
        assert_eq!(status(&gate, "/", &[]), 400);
        assert_eq!(status(&gate, "/", &[("host", "localhost"), ("host", "localhost")]), 400);
        assert_eq!(status(&gate, "http://evil.example/", &[("host", "localhost")]), 421, "the path's counts");
    }

    #[test]
    fn a_server_for_all_has_any_name_unless_it_was_given_some() {
        let host = [("host", "any.example")];
        assert_eq!(status(&Gate::new(&[], true), "/", &host), 200);
        assert_eq!(status(&Gate::new(&["other.example".to_owned()], true), "/", &host), 421);
    }

    #[test]
    fn pages_of_others_make_no_work() {
        let gate = Gate::new(&["puzzles.example".to_owned()], false);
        let asked_by =
            |fields: &[(&str, &str)]| status(&gate, "/", &[&[("host", "localhost:8080")], fields].concat());
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
