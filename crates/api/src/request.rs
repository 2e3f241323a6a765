//! Requests and responses.

use serde::de::{DeserializeOwned, Deserializer, Visitor};
use serde::{Serialize, forward_to_deserialize_any};
use serde_json::de::SliceRead;

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
            Verb::Post if is_no_object(self.body) => Err(Failure::malformed_request(
                &"the body: expected an object such as {\"board\":\"123456780\"}",
            )),
            Verb::Post => {
                object(self.body).map_err(|error| Failure::malformed_request(&format!("the body: {error}")))
            }
        }
    }
}

/// Reads a JSON object.
fn object<T: DeserializeOwned>(body: &[u8]) -> serde_json::Result<T> {
    let mut json = serde_json::Deserializer::from_slice(body);
    let value = T::deserialize(Object(&mut json))?;
    json.end()?;
    Ok(value)
}

/// Reads an object only. serde would also accept a list, as the values of the fields in order, and
/// generate the code for it.
struct Object<'a, 'b>(&'a mut serde_json::Deserializer<SliceRead<'b>>);

impl<'de> Deserializer<'de> for Object<'_, 'de> {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> serde_json::Result<V::Value> {
        self.0.deserialize_map(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
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
