//! Requests and responses.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::failure::{Failure, FailureBody};

/// A request, independent of its transport.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// How the arguments are passed.
    pub verb: Verb,
    /// The path, such as `/api/v1/position`.
    pub path: &'a str,
    /// The arguments of a [`Verb::Get`]: `board=123456780&goal=snail`.
    #[cfg(feature = "query")]
    pub query: Option<&'a str>,
    /// The arguments of a [`Verb::Post`]: a JSON object.
    pub body: &'a [u8],
}

/// The way the arguments are passed. It does not affect the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// In the query.
    #[cfg(feature = "query")]
    Get,
    /// In the body.
    Post,
}

impl<'a> Request<'a> {
    /// Creates a request with its arguments in a query.
    #[cfg(feature = "query")]
    #[must_use]
    pub const fn get(path: &'a str, query: Option<&'a str>) -> Self {
        Self { verb: Verb::Get, path, query, body: &[] }
    }

    /// Creates a request with its arguments in a JSON body.
    #[must_use]
    pub const fn post(path: &'a str, body: &'a [u8]) -> Self {
        Self {
            verb: Verb::Post,
            path,
            #[cfg(feature = "query")]
            query: None,
            body,
        }
    }

    /// The length of the arguments in bytes.
    pub(crate) const fn len_in_bytes(&self) -> usize {
        #[cfg(feature = "query")]
        if let Some(query) = self.query {
            return query.len() + self.body.len();
        }
        self.body.len()
    }

    /// Reads the arguments of an endpoint.
    pub(crate) fn arguments<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        match self.verb {
            #[cfg(feature = "query")]
            Verb::Get => serde_urlencoded::from_str(self.query.unwrap_or_default())
                .map_err(|error| Failure::malformed_request(&format!("the query: {error}"))),
            // serde would also accept a list, as the values of the fields in order.
            Verb::Post if is_no_object(self.body) => Err(Failure::malformed_request(
                &"the body: expected an object such as {\"board\":\"123456780\"}",
            )),
            Verb::Post => serde_json::from_slice(self.body)
                .map_err(|error| Failure::malformed_request(&format!("the body: {error}"))),
        }
    }
}

/// Whether the body is not a JSON object. An empty body counts as one.
fn is_no_object(body: &[u8]) -> bool {
    body.trim_ascii_start().first().is_some_and(|first| *first != b'{')
}

/// An answer, or a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The HTTP status: 200 for every answer, also a negative one.
    pub status: u16,
    /// The body, as JSON.
    pub body: Vec<u8>,
}

impl Response {
    /// Creates a response from an answer.
    pub(crate) fn of<R: Serialize>(answer: &R) -> Self {
        Self::written(200, answer)
    }

    fn written<R: Serialize>(status: u16, answer: &R) -> Self {
        // Serialization can't fail: answers contain only numbers, strings, lists, and objects with
        // string keys.
        Self { status, body: serde_json::to_vec(answer).expect("answers are JSON") }
    }
}

impl From<Failure> for Response {
    fn from(failure: Failure) -> Self {
        Self::written(failure.status, &FailureBody { error: failure })
    }
}
