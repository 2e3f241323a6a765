//! Sends requests through the interface that servers and pages use.

use serde_json::Value;
use tilebase_api::{Api, Endpoint, Interrupt, Request};

pub(crate) fn ask(api: &Api, question: &str, arguments: &Value) -> (u16, Value) {
    let (path, body) = (format!("{}{question}", Endpoint::ROOT), arguments.to_string());
    let response = api.answer(&Request::post(&path, body.as_bytes()), &Interrupt::new());
    (response.status, serde_json::from_slice(&response.body).expect("an answer is JSON"))
}

/// The answer to a request that succeeds.
pub(crate) fn answer(question: &str, arguments: &Value) -> Value {
    let (status, answer) = ask(&Api::default(), question, arguments);
    assert_eq!(status, 200, "{question} {arguments}: {answer}");
    answer
}

/// The status and the code of a failure, whose message and help are not empty.
pub(crate) fn failure(question: &str, arguments: &Value) -> (u16, String) {
    let (status, answer) = ask(&Api::default(), question, arguments);
    let error = &answer["error"];
    let text = |key: &str| error[key].as_str().unwrap_or_default().to_owned();
    assert!(!text("message").is_empty() && text("help").ends_with('.'), "{answer}");
    (status, text("code"))
}
