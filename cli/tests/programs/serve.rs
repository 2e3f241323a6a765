//! `pdb-solve serve`, asked by raw clients: what is right, what is wrong, and what is meant badly.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tilebase::table::Folder;
use tilebase_api::{Bounds, Interrupt, Laboratory, Request};

use crate::common::{folder, parts, program, run};

/// One of the two hardest boards of 4x4, which no search by the Manhattan distance comes to an end with.
const ENDLESS: &str =
    "/api/v1/search?algorithm=ida&heuristic=manhattan&board=0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1";

/// What ought to happen soon is waited for so long before it has failed.
const SOON: Duration = Duration::from_secs(60);

/// A server that runs, and is ended with this.
struct Server {
    child: Child,
    out: BufReader<ChildStdout>,
    address: String,
    folder: TempDir,
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        let folder = folder();
        let mut command = program("pdb-solve", folder.path());
        command.args(["serve", "--listen", "127.0.0.1:0"]).args(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("listening on http://").and_then(|l| l.strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("no address: {line:?}")).to_owned();
        Self { child, out, address, folder }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(SOON)).unwrap();
        stream
    }

    /// Sends bytes on a connection of their own, and gives all that comes back.
    fn send(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        // The server may close before it has read all.
        let _closed = stream.write_all(bytes);
        read_all(&mut stream)
    }

    fn ask(&self, method: &str, path: &str, fields: &str, body: &[u8]) -> Reply {
        let mut request =
            format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{fields}", self.address);
        if !body.is_empty() {
            request += &format!("content-length: {}\r\n", body.len());
        }
        Reply::read(&self.send(&[request.as_bytes(), b"\r\n", body].concat()))
    }

    fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, "", b"")
    }

    /// A connection on which something was asked, which is not answered yet.
    fn begin(&self, path: &str) -> TcpStream {
        let mut stream = self.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address).unwrap();
        stream
    }

    fn metric(&self, name: &str) -> u64 {
        let text = self.get("/metrics").text();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
    }

    fn wait_for(&self, name: &str, value: u64) {
        let begin = Instant::now();
        while self.metric(name) != value {
            assert!(begin.elapsed() < SOON, "{name} is not {value} but {}", self.metric(name));
            thread::sleep(Duration::from_millis(10));
        }
    }

    #[cfg(unix)]
    fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        assert!(std::process::Command::new("kill").args([signal, &id]).status().unwrap().success());
    }

    /// The exit code, what else was written to the output, and the errors.
    #[cfg(unix)]
    fn end(mut self) -> (Option<i32>, String, String) {
        let [mut out, mut err] = [String::new(), String::new()];
        self.out.read_to_string(&mut out).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (self.child.wait().unwrap().code(), out, err)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ended_already = self.child.kill();
        self.child.wait().unwrap();
    }
}

/// All that comes until the other side closes. That it resets the connection is an end too.
fn read_all(stream: &mut TcpStream) -> Vec<u8> {
    let mut all = Vec::new();
    match stream.read_to_end(&mut all) {
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => panic!("the server hangs: {all:?}"),
        _ => all,
    }
}

/// An answer.
#[derive(Debug)]
struct Reply {
    status: u16,
    head: String,
    body: Vec<u8>,
    /// Was it all there?
    is_whole: bool,
}

impl Reply {
    fn read(bytes: &[u8]) -> Self {
        let place = bytes.windows(4).position(|end| end == b"\r\n\r\n");
        let place = place.unwrap_or_else(|| panic!("no head: {:?}", String::from_utf8_lossy(bytes)));
        let head = String::from_utf8(bytes[..place].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let (body, is_whole) = match field(&head, "transfer-encoding") {
            Some(_) => without_chunks(&bytes[place + 4..]),
            None => (bytes[place + 4..].to_vec(), true),
        };
        Self { status, head, body, is_whole }
    }

    fn field(&self, name: &str) -> Option<&str> {
        field(&self.head, name)
    }

    fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    fn json(&self) -> Value {
        assert_eq!(self.field("content-type"), Some("application/json"), "{self:?}");
        serde_json::from_slice(&self.body).unwrap()
    }

    /// The status, and the code of the failure, which has a message and says what to do.
    fn failure(&self) -> (u16, String) {
        let error = &self.json()["error"];
        let text = |key: &str| error[key].as_str().unwrap_or_default().to_owned();
        assert!(!text("message").is_empty() && text("help").ends_with('.'), "{error}");
        (self.status, text("code"))
    }
}

fn field<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let fields = head.lines().skip(1).filter_map(|line| line.split_once(": "));
    fields.into_iter().find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

/// What was sent in chunks, and whether the last one is there.
fn without_chunks(mut rest: &[u8]) -> (Vec<u8>, bool) {
    let mut whole = Vec::new();
    while let Some(end) = rest.windows(2).position(|end| end == b"\r\n") {
        let len = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        if len == 0 {
            return (whole, true);
        }
        let Some(chunk) = rest.get(end + 2..end + 2 + len) else { break };
        whole.extend_from_slice(chunk);
        rest = rest.get(end + 4 + len..).unwrap_or_default();
    }
    (whole, false)
}

/// Questions of each kind, right and wrong, as a query and as a body.
const QUESTIONS: [(&str, &str, &str); 22] = [
    ("position", "board=638541720", r#"{"board":"638541720"}"#),
    ("position", "board=1+2+3%2F4+5+6%2f8+7+0&goal=snail", r#"{"board":"1 2 3/4 5 6/8 7 0","goal":"snail"}"#),
    ("position", "board=213456780", r#"{"board":"213456780"}"#),
    ("position", "board=1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15", r#"{"board":"0123"}"#),
    ("position", "board=12345678", r#"{"board":"12345678"}"#),
    ("position", "bord=123456780", r#"{"bord":"123456780"}"#),
    ("position", "board=%ff%00%zz", r#"{"board":"\u0000"}"#),
    ("solve", "board=638541720", r#"{"board":"638541720"}"#),
    ("solve", "board=1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15", r#"{"board":"1230","goal":"123456780"}"#),
    ("solutions", "board=638541720&most=3", r#"{"board":"638541720","most":3}"#),
    ("solutions", "board=1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15", r#"{}"#),
    (
        "search",
        "board=638541720&algorithm=astar&heuristic=manhattan",
        r#"{"board":"1230","algorithm":"ida"}"#,
    ),
    ("search", "board=638541720&algorithm=luck", r#"{"board":"638541720","algorithm":"table"}"#),
    ("check", "board=123456708&answer=RLR", r#"{"board":"123456708","answer":"R"}"#),
    ("check", "board=123456708&answer=what", r#"["#),
    ("sample", "count=5&depth=20", r#"{"count":5,"unsolvable":true}"#),
    ("sample", "count=1000000", r#"{"count":-1}"#),
    ("histogram", "", r#"{"shape":"2x3"}"#),
    ("histogram", "shape=4x4", r#"{"shape":"0x0"}"#),
    ("tables", "", r#"{}"#),
    ("convert", "board=638541720&to=grid", r#"{"board":"638541720","to":"verse"}"#),
    ("nothing", "", r#"{}"#),
];

/// What was answered, but for the times, which are never the same.
fn timeless(answer: &[u8]) -> Value {
    let mut answer: Value = serde_json::from_slice(answer).unwrap();
    if let Some(seconds) = answer.pointer_mut("/statistics/seconds") {
        *seconds = Value::Null;
    }
    answer
}

#[test]
fn the_server_answers_as_the_laboratory_does() {
    let tables = folder();
    let server = Server::start(&["--pdb-dir", tables.path().to_str().unwrap()]);
    let laboratory = Laboratory::new(Bounds::default(), Some(Folder::new(tables.path().to_owned())));
    let answer = |request: Request<'_>| laboratory.answer(&request, &Interrupt::new());
    // What was built the first time is read off the second time.
    for (name, query, body) in QUESTIONS.into_iter().chain(QUESTIONS) {
        let path = format!("/api/v1/{name}");
        let get = server.get(&format!("{path}?{query}"));
        let post = server.ask("POST", &path, "", body.as_bytes());
        let own = [answer(Request::get(&path, Some(query))), answer(Request::post(&path, body.as_bytes()))];
        for (reply, own) in [get, post].iter().zip(own) {
            assert_eq!(
                (reply.status, timeless(&reply.body)),
                (own.status, timeless(&own.body)),
                "{name} {query}"
            );
            assert_eq!(reply.field("content-type"), Some("application/json"));
            assert_eq!(reply.field("cache-control"), Some("no-store"));
        }
    }
    assert_eq!(crate::common::names_in(tables.path()), [""; 0], "who asks adds no files");
}

/// Boards and what are none, a line each.
fn lines() -> Vec<u8> {
    let folder = folder();
    let sample = ["sample", "--count", "1900", "--seed", "5"];
    let (code, mut text, _) = parts(&run("pdb-solve", folder.path(), &sample));
    assert_eq!(code, Some(0));
    for nth in 0..20 {
        text += "12345678\n\n213456780\n1230\n1 2 3/4 5 6/7 0 8\r\n";
        text += &format!("no board {nth}\n1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15\n");
    }
    let mut bytes = text.into_bytes();
    bytes.extend(b"\xff\xfe\n");
    bytes.extend([b'7'; 100_000]);
    bytes.extend(b"\n123456708");
    bytes
}

#[test]
fn a_batch_is_what_the_command_writes() {
    let server = Server::start(&[]);
    let lines = lines();
    std::fs::write(server.folder.path().join("boards"), &lines).unwrap();
    for (query, arguments) in [
        ("", &["--format", "csv"][..]),
        ("?format=csv&goal=snail", &["--format", "csv", "--goal", "snail"]),
        ("?format=ndjson&goal=012345678", &["--format", "json", "--goal", "012345678"]),
        ("?format=ndjson&shape=4x4", &["--format", "json", "--shape", "4x4"]),
    ] {
        let command = [&["--quiet", "--input", "boards"], arguments].concat();
        let expected = run("pdb-solve", server.folder.path(), &command);
        assert_eq!(expected.status.code(), Some(2), "some lines have no answer");
        let reply = server.ask("POST", &format!("/api/v1/batch{query}"), "", &lines);
        assert!(reply.status == 200 && reply.is_whole, "{query}");
        let kind = if query.contains("ndjson") { "application/x-ndjson" } else { "text/csv; charset=utf-8" };
        assert_eq!(reply.field("content-type"), Some(kind));
        assert!(reply.body.len() > 50_000 && reply.body == expected.stdout, "{query}");
    }
    let header =
        "board,goal,solvable,length,moves,move_convention,metric,algorithm,heuristic,optimal,error\n";
    let none = server.ask("POST", "/api/v1/batch", "content-length: 0\r\n", b"");
    assert_eq!((none.status, none.text().as_str()), (200, header));
    for query in ["?format=xml", "?goal=middle", "?shape=9x9", "?boards=1230"] {
        assert_eq!(
            server.ask("POST", &format!("/api/v1/batch{query}"), "", b"1230\n").failure().0,
            400,
            "{query}"
        );
    }
}

/// A client that sends a line when it has the answer to the line before.
#[test]
fn a_batch_is_answered_as_it_comes() {
    let server = Server::start(&[]);
    let mut stream = server.connect();
    write!(
        stream,
        "POST /api/v1/batch?format=ndjson HTTP/1.1\r\nhost: {}\r\ntransfer-encoding: chunked\r\n\r\n",
        server.address
    )
    .unwrap();
    let mut replies = BufReader::new(stream.try_clone().unwrap());
    for board in ["123456708", "638541720", "oops", "867254301"] {
        write!(stream, "{:x}\r\n{board}\n\r\n", board.len() + 1).unwrap();
        let mut line = String::new();
        while !line.starts_with('{') {
            line.clear();
            assert_ne!(replies.read_line(&mut line).unwrap(), 0);
        }
        assert!(line.starts_with(&format!("{{\"board\":\"{board}\"")), "{line}");
    }
    server.wait_for("tilebase_batches_running", 1);
    drop((stream, replies));
    server.wait_for("tilebase_batches_running", 0);
}

/// The answers are more than lies in all buffers on the way.
#[test]
fn a_client_may_send_all_its_lines_before_it_reads_an_answer() {
    let server = Server::start(&[]);
    let lines = "638541720\n".repeat(300_000);
    let reply = server.ask("POST", "/api/v1/batch", "", lines.as_bytes());
    assert!(reply.status == 200 && reply.is_whole);
    assert_eq!(reply.text().lines().count(), 300_001);
}

#[test]
fn a_client_that_takes_no_answers_is_left() {
    let server = Server::start(&["--body-time", "0.5"]);
    let lines = "638541720\n".repeat(700_000);
    let mut stream = server.connect();
    let head = format!(
        "POST /api/v1/batch HTTP/1.1\r\nhost: {}\r\ncontent-length: {}\r\n\r\n",
        server.address,
        lines.len()
    );
    stream.write_all((head + &lines).as_bytes()).unwrap();
    server.wait_for("tilebase_batches_running", 0);
    server.wait_for("tilebase_connections_open", 1);
    assert!(!Reply::read(&read_all(&mut stream)).is_whole, "and it can tell that some are missing");
}

#[test]
fn paths_and_ways_to_ask() {
    let server = Server::start(&[]);
    assert_eq!(server.get("/healthz").text(), "ok\n");
    for path in [
        "/nothing",
        "/api/v1/nothing",
        "/api/v1/",
        "/api/v1/%70osition?board=1230",
        "/page.css/",
        "//",
        "/?/x/../..",
    ] {
        let reply = server.get(path);
        if path.starts_with("/?") {
            assert_eq!(reply.status, 200, "what follows is a query");
        } else {
            assert_eq!(reply.failure(), (404, "unknown-path".to_owned()), "{path}");
        }
    }
    for (path, allowed) in [
        ("/api/v1/position?board=1230", "GET, HEAD, POST, OPTIONS"),
        ("/api/v1/batch", "POST, OPTIONS"),
        ("/", "GET, HEAD, OPTIONS"),
        ("/healthz", "GET, HEAD, OPTIONS"),
        ("/metrics", "GET, HEAD, OPTIONS"),
        ("/openapi.json", "GET, HEAD, OPTIONS"),
    ] {
        for method in ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW", "OPTIONS"] {
            let reply = server.ask(method, path, "", b"{}");
            let is_allowed = allowed.split(", ").any(|allowed| allowed == method);
            if method == "OPTIONS" {
                assert_eq!((reply.status, reply.field("allow")), (204, Some(allowed)));
            } else if is_allowed {
                assert_ne!(reply.status, 405, "{method} {path}");
                assert!(
                    method != "HEAD" || reply.body.is_empty() && reply.field("content-length") > Some("0")
                );
            } else {
                let is_told = method == "HEAD" || reply.failure().1 == "method-not-allowed";
                assert!(reply.status == 405 && is_told, "{method} {path}");
                assert_eq!(reply.field("allow"), Some(allowed));
            }
        }
    }
}

/// The page's links are questions that have answers, and the document describes all questions.
#[test]
fn the_page_and_the_document_are_right() {
    let server = Server::start(&[]);
    let page = server.get("/").text();
    let links: Vec<&str> =
        page.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(links.len() >= 12, "{links:?}");
    for link in links {
        assert_eq!(server.get(&link.replace("&amp;", "&")).status, 200, "{link}");
    }
    let document = server.get("/openapi.json").json();
    for name in Laboratory::QUESTIONS {
        assert!(page.contains(&format!("/api/v1/{name}")), "{name} is not on the page");
        assert!(document["paths"][format!("/api/v1/{name}")]["post"].is_object(), "{name} is not described");
    }
    let batch = &document["paths"]["/api/v1/batch"]["post"];
    assert!(batch["requestBody"]["content"]["text/plain"].is_object(), "{batch}");
    assert!(batch["responses"]["200"]["content"]["application/x-ndjson"].is_object());
    assert_eq!(batch["parameters"].as_array().unwrap().len(), 3);
    let references = document.to_string();
    for name in references.split("#/components/schemas/").skip(1).map(|rest| rest.split('"').next().unwrap())
    {
        assert!(document["components"]["schemas"][name].is_object(), "{name} is named, and not there");
    }
}

#[test]
fn what_never_changes_is_sent_once() {
    let server = Server::start(&[]);
    for path in ["/", "/page.css", "/openapi.json"] {
        let first = server.get(path);
        let tag = first.field("etag").unwrap();
        assert_eq!((first.status, first.field("cache-control")), (200, Some("no-cache")));
        for known in [tag.to_owned(), format!("W/{tag}"), format!("\"other\", {tag}"), "*".to_owned()] {
            let again = server.ask("GET", path, &format!("if-none-match: {known}\r\n"), b"");
            assert_eq!((again.status, again.body.len(), again.field("etag")), (304, 0, Some(tag)), "{known}");
        }
        let changed = server.ask("GET", path, "if-none-match: \"other\"\r\n", b"");
        assert_eq!((changed.status, changed.body), (200, first.body.clone()));
    }
}

#[test]
fn every_answer_tells_browsers_what_they_may_not() {
    let server = Server::start(&[]);
    for (method, path) in [
        ("GET", "/"),
        ("GET", "/nothing"),
        ("PUT", "/metrics"),
        ("OPTIONS", "/healthz"),
        ("GET", "/api/v1/position?board=1230"),
        ("POST", "/api/v1/position"),
        ("POST", "/api/v1/batch"),
    ] {
        let reply = server.ask(method, path, "content-length: 0\r\n", b"");
        let policy = reply.field("content-security-policy").unwrap_or_default();
        assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "{path}");
        assert_eq!(reply.field("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.field("referrer-policy"), Some("no-referrer"));
        assert_eq!(reply.field("cross-origin-opener-policy"), Some("same-origin"));
        assert_eq!(reply.field("access-control-allow-origin"), None);
    }
}

#[test]
fn other_names_and_other_sites_are_turned_away() {
    let server = Server::start(&["--host", "puzzles.example"]);
    let ask = |path: &str, fields: &str| {
        let request = format!("GET {path} HTTP/1.1\r\n{fields}connection: close\r\n\r\n");
        Reply::read(&server.send(request.as_bytes()))
    };
    for host in ["localhost", "127.0.0.1:1", "[::1]", "puzzles.example"] {
        assert_eq!(ask("/", &format!("host: {host}\r\n")).status, 200, "{host}");
    }
    for path in ["/", "/healthz", "/metrics", "/nothing", "/api/v1/tables"] {
        assert_eq!(ask(path, "host: evil.example\r\n").failure(), (421, "wrong-host".to_owned()));
        assert_eq!(ask(path, "").failure(), (400, "malformed-request".to_owned()));
    }
    let elsewhere = "host: localhost\r\norigin: https://evil.example\r\n";
    assert_eq!(ask("/api/v1/tables", elsewhere).failure(), (403, "wrong-origin".to_owned()));
    assert_eq!(ask("/", elsewhere).status, 200);
    let old = server.send(b"GET /healthz HTTP/1.0\r\n\r\n");
    assert!(Reply::read(&old).text() == "ok\n", "programs of old name no host");
}

#[test]
fn what_is_too_large_or_too_slow_is_told_so() {
    let server = Server::start(&["--body", "1", "--body-time", "0.3"]);
    let large = vec![b' '; 70_000];
    let expected = |code: &str| (if code == "too-slow" { 408 } else { 413 }, code.to_owned());
    assert_eq!(server.ask("POST", "/api/v1/position", "", &large).failure(), expected("too-large"));
    let huge = b"123456708\n".repeat(100_001);
    assert_eq!(server.ask("POST", "/api/v1/batch", "", &huge).failure(), expected("too-large"));
    let in_chunks = |path: &str, bytes: &[u8]| {
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n{:x}\r\n",
            bytes.len()
        );
        Reply::read(&server.send(&[head.as_bytes(), bytes, b"\r\n0\r\n\r\n"].concat()))
    };
    assert_eq!(in_chunks("/api/v1/position", &large).failure(), expected("too-large"));
    let cut = in_chunks("/api/v1/batch", &huge);
    assert!(cut.status == 200 && !cut.is_whole, "it had begun, and does not pass for whole");
    assert!(in_chunks("/api/v1/batch", &huge[..1_000_000]).is_whole);
    let half = |path: &str| {
        server.send(
            format!("POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n1230\n")
                .as_bytes(),
        )
    };
    assert_eq!(Reply::read(&half("/api/v1/position")).failure(), expected("too-slow"));
    assert!(!Reply::read(&half("/api/v1/batch")).is_whole);
    assert_eq!(server.get(&format!("/api/v1/position?board={}", "1".repeat(60_000))).failure().0, 400);
    assert_eq!(server.metric("tilebase_batches_running"), 0);
}

/// None is answered by a failure of the server, none is waited for, and the server goes on.
#[test]
fn malformed_requests_are_refused() {
    let server = Server::start(&["--header-time", "0.5", "--body-time", "0.5"]);
    let long = "x".repeat(200_000);
    let many: String = (0..200).map(|nth| format!("f{nth}: x\r\n")).collect();
    let requests: Vec<Vec<u8>> = [
        "",
        "\r\n\r\n\r\n\r\n",
        "GET\r\n\r\n",
        "GET /\r\n\r\n",
        "GET / HTTP/1.1",
        "GET / HTTP/9.9\r\nhost: localhost\r\n\r\n",
        "GET / HTTP/2.0\r\nhost: localhost\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET  / HTTP/1.1\r\nhost: localhost\r\n\r\n",
        "GET /\0 HTTP/1.1\r\nhost: localhost\r\n\r\n",
        "GET nowhere HTTP/1.1\r\nhost: localhost\r\n\r\n",
        "GET http:// HTTP/1.1\r\nhost: localhost\r\n\r\n",
        "GET * HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
        "CONNECT evil.example:80 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nhost: localhost\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\nhost: localhost\r\n: x\r\n\r\n",
        "GET / HTTP/1.1\r\nhost: localhost\r\n folded\r\n\r\n",
        "GET / HTTP/1.1\r\nhost: local\0host\r\n\r\n",
        "GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n",
        "G\u{e9}T / HTTP/1.1\r\nhost: localhost\r\n\r\n",
        "POST /api/v1/position HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n{}",
        "POST /api/v1/position HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99999999999999999999\r\n\r\n{}",
        "POST /api/v1/position HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}",
        "POST /api/v1/position HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n",
        "POST /api/v1/position HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
        "POST /api/v1/position HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: gzip\r\n\r\n{}",
        "POST /api/v1/batch HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n5\r\n1230\nfoo\r\n",
        "POST /api/v1/position HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\nexpect: 100-continue\r\n\r\n",
    ]
    .iter()
    .map(|text| text.as_bytes().to_vec())
    .chain([
        format!("GET /{long} HTTP/1.1\r\nhost: localhost\r\n\r\n").into_bytes(),
        format!("GET / HTTP/1.1\r\nhost: localhost\r\nfield: {long}\r\n\r\n").into_bytes(),
        format!("GET / HTTP/1.1\r\nhost: localhost\r\n{many}\r\n").into_bytes(),
        long.clone().into_bytes(),
        (0..=255).collect(),
        vec![0; 100_000],
        // A greeting of TLS.
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(),
    ])
    .collect();
    for request in requests {
        let shown = String::from_utf8_lossy(&request[..request.len().min(120)]).into_owned();
        let answer = server.send(&request);
        let text = String::from_utf8_lossy(&answer);
        assert!(!text.starts_with("HTTP/1.1 5") && !text.starts_with("HTTP/1.0 5"), "{shown:?}: {text}");
        assert!(
            !text.starts_with("HTTP/1.1 200") || text.contains("transfer-encoding: chunked"),
            "{shown:?}: {text}"
        );
    }
    assert_eq!(server.get("/healthz").status, 200);
    server.wait_for("tilebase_connections_open", 1);
}

#[test]
fn who_sends_half_a_head_or_nothing_is_left() {
    let server = Server::start(&["--header-time", "0.3"]);
    let mut silent = server.connect();
    let mut half = server.connect();
    half.write_all(b"GET /healthz HTTP/1.1\r\nhost: loc").unwrap();
    let mut idle = server.connect();
    idle.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
    assert!(!read_all(&mut silent).starts_with(b"HTTP/1.1 200"));
    assert!(!read_all(&mut half).starts_with(b"HTTP/1.1 200"));
    assert!(read_all(&mut idle).ends_with(b"ok\n"), "an answer, and then the end");
    server.wait_for("tilebase_connections_open", 1);
}

#[test]
fn many_requests_go_over_one_connection() {
    let server = Server::start(&[]);
    let one = "GET /api/v1/position?board=123456708 HTTP/1.1\r\nhost: localhost\r\n";
    let all = format!("{one}\r\n").repeat(99) + one + "connection: close\r\n\r\n";
    let answers = String::from_utf8(server.send(all.as_bytes())).unwrap();
    assert_eq!(answers.matches("HTTP/1.1 200 OK").count(), 100);
    assert_eq!(answers.matches("\"distance\":1,").count(), 100);
}

#[test]
fn connections_beyond_the_limit_are_told_so() {
    let server = Server::start(&["--connections", "10"]);
    let held: Vec<TcpStream> = (0..10)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
            stream.read_exact(&mut [0; 10]).unwrap();
            stream
        })
        .collect();
    let told = thread::scope(|scope| {
        let clients: Vec<_> = (0..200).map(|_| scope.spawn(|| server.get("/healthz"))).collect();
        clients
            .into_iter()
            .map(|client| client.join().unwrap())
            .filter(|reply| {
                assert_eq!(reply.field("retry-after"), Some("1"));
                reply.failure() == (503, "busy".to_owned())
            })
            .count()
    });
    assert_eq!(told, 200);
    drop(held);
    let begin = Instant::now();
    while server.get("/healthz").status != 200 {
        assert!(begin.elapsed() < SOON);
    }
    assert!(server.metric("tilebase_connections_refused_total") >= 200);
}

#[test]
fn a_search_ends_when_nobody_waits_for_it() {
    let server = Server::start(&["--searches", "1", "--time", "100000", "--batch-time", "100000"]);
    let running = "tilebase_searches_running";
    for _ in 0..3 {
        let client = server.begin(ENDLESS);
        server.wait_for(running, 1);
        // Others are served meanwhile, with and without a table that is there.
        assert_eq!(server.get("/api/v1/position?board=638541720").json()["distance"], json!(28));
        assert_eq!(server.get("/api/v1/solve?board=638541720&goal=012345678").json()["length"], json!(22));
        assert_eq!(server.metric(running), 1);
        drop(client);
        server.wait_for(running, 0);
    }
    assert_eq!(server.metric("tilebase_requests_total{path=\"search\",status=\"499\"}"), 3);
}

#[test]
fn searches_beyond_what_may_wait_are_refused() {
    let server = Server::start(&["--searches", "1", "--time", "100000"]);
    let first = server.begin(ENDLESS);
    server.wait_for("tilebase_searches_running", 1);
    let waiting: Vec<TcpStream> = (0..16).map(|_| server.begin(ENDLESS)).collect();
    // All of them came before the next, once their connections are open: each is in its place before it is waited for.
    server.wait_for("tilebase_connections_open", 18);
    let begin = Instant::now();
    let refused = loop {
        let mut next = server.begin(ENDLESS);
        next.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
        let mut start = [0; 12];
        if next.read_exact(&mut start).is_ok() {
            break start;
        }
        assert!(begin.elapsed() < SOON);
    };
    assert_eq!(&refused, b"HTTP/1.1 503");
    assert_eq!(server.metric("tilebase_searches_running"), 1);
    assert!(server.metric("tilebase_refused_total") >= 1);
    drop((first, waiting));
    server.wait_for("tilebase_searches_running", 0);
    server.wait_for("tilebase_connections_open", 1);
}

#[test]
fn searches_end_at_their_limits() {
    let server = Server::start(&["--time", "0.2"]);
    let reply = server.get(ENDLESS).json();
    assert_eq!((&reply["limit"], &reply["moves"]), (&json!("time limit reached"), &Value::Null));
    let server = Server::start(&["--memory", "1"]);
    let reply = server.get(&ENDLESS.replace("=ida", "=astar")).json();
    assert_eq!((&reply["limit"], &reply["moves"]), (&json!("memory limit reached"), &Value::Null));
}

#[cfg(unix)]
#[test]
fn it_stops_when_it_is_told_to() {
    for signal in ["-INT", "-TERM"] {
        let server = Server::start(&["--searches", "2", "--time", "100000"]);
        let mut searching = server.begin(ENDLESS);
        let mut unused = server.connect();
        unused.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
        server.wait_for("tilebase_searches_running", 1);
        server.signal(signal);
        assert!(read_all(&mut unused).ends_with(b"ok\n"));
        // What still ran had some time, and then told what it knew.
        let told = Reply::read(&read_all(&mut searching)).json();
        assert_eq!((&told["limit"], &told["moves"]), (&json!("interrupted"), &Value::Null));
        assert!(TcpStream::connect(&server.address).is_err(), "nobody listens any more");
        let expected = "pdb-solve: stopping\npdb-solve: stopped\n".to_owned();
        assert_eq!(server.end(), (Some(0), String::new(), expected));
    }
}

#[cfg(unix)]
#[test]
fn a_second_interrupt_ends_it_at_once() {
    let mut server = Server::start(&["--time", "100000"]);
    let _searching = server.begin(ENDLESS);
    server.wait_for("tilebase_searches_running", 1);
    server.signal("-INT");
    let mut line = String::new();
    BufReader::new(server.child.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "pdb-solve: stopping\n");
    server.signal("-INT");
    assert_eq!(server.child.wait().unwrap().code(), Some(130));
}

#[cfg(unix)]
#[test]
fn it_tells_of_requests_if_it_is_asked_to() {
    let server = Server::start(&["--log"]);
    server.get("/healthz");
    server.get("/api/v1/position?board=1230");
    server.get("/nothing%0a");
    server.signal("-TERM");
    let (_, _, told) = server.end();
    let lines: Vec<&str> = told.lines().map(|line| line.rsplit_once(' ').unwrap().0).collect();
    for (line, begin) in
        lines.iter().zip(["GET /healthz 200 ", "GET /api/v1/position 200 ", "GET /nothing%0a 404 "])
    {
        assert!(line.starts_with(&format!("pdb-solve: {begin}")), "{told}");
    }
}

#[test]
fn what_it_can_not_do_is_said_before_it_starts() {
    let server = Server::start(&[]);
    let folder = folder();
    for (arguments, message) in [
        (&["--listen", &server.address][..], "address in use: choose another port with --listen"),
        (&["--listen", "nowhere"], "expected an address of this machine and a port, as 127.0.0.1:8080"),
        (&["--listen", "127.0.0.1:99999"], "cannot listen on 127.0.0.1:99999"),
        (&["--connections", "0"], "0 is not in 1..=1048576"),
        (&["--searches", "0"], "0 is not in 1..=1024"),
        (&["--time", "0"], "expected a time above 0 and of no more than a year"),
        (&["--header-time", "-1"], "expected a number of seconds"),
        (&["--host", "http://x/"], "without http:// and without a port"),
        (&["--host", "x:80"], "without http:// and without a port"),
    ] {
        let output = run("pdb-solve", folder.path(), &[&["serve"], arguments].concat());
        let (code, out, err) = parts(&output);
        assert!(code == Some(2) && out.is_empty() && err.contains(message), "{arguments:?}: {err}");
    }
}
