//! `pdb-solve serve`: requests and responses.

use std::io::{BufRead, BufReader, Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tilebase::table::Folder;
use tilebase_api::{Api, Endpoint, Interrupt, Request, RequestLimits};

use crate::common::{folder, names_in, parts, program, run};
use crate::server::{Reply, SOON, Server, read_all};

/// Requests to each endpoint, valid and invalid, as a query and as a body.
const REQUESTS: [(&str, &str, &str); 22] = [
    ("position", "board=638541720", r#"{"board":"638541720"}"#),
    ("position", "board=1+2+3%2F4+5+6%2f8+7+0&goal=snail", r#"{"board":"1 2 3/4 5 6/8 7 0","goal":"snail"}"#),
    ("position", "board=213456780", r#"{"board":"213456780"}"#),
    ("position", "board=1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15", r#"{"board":"0123"}"#),
    ("position", "board=12345678", r#"{"board":"12345678"}"#),
    ("position", "bord=123456780", r#"{"bord":"123456780"}"#),
    ("position", "board=%ff%00%zz", r#"{"board":"\u0000"}"#),
    ("solve", "board=638541720", r#"{"board":"638541720"}"#),
    ("solve", "board=1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15", r#"{"board":"1230","goal":"123456780"}"#),
    ("solutions", "board=638541720&limit=3", r#"{"board":"638541720","limit":3}"#),
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

/// An answer without the time, which varies.
fn timeless(answer: &[u8]) -> Value {
    let mut answer: Value = serde_json::from_slice(answer).unwrap();
    if let Some(seconds) = answer.pointer_mut("/statistics/seconds") {
        *seconds = Value::Null;
    }
    answer
}

#[test]
fn the_server_answers_as_the_api_does() {
    let tables = folder();
    let server = Server::start(&["--pdb-dir", tables.path().to_str().unwrap()]);
    let api = Api::new(RequestLimits::default(), Some(Folder::new(tables.path().to_owned())));
    let answer = |request: Request<'_>| api.answer(&request, &Interrupt::new());
    // The second time, answers come from the cache.
    for (name, query, body) in REQUESTS.into_iter().chain(REQUESTS) {
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
    assert_eq!(names_in(tables.path()), [""; 0], "who asks adds no files");
}

/// Valid and invalid boards, one per line.
fn lines() -> Vec<u8> {
    let folder = folder();
    let sample = ["sample", "--count", "1900", "--seed", "5"];
    let (code, mut text, _) = parts(&run("pdb-solve", folder.path(), &sample));
    assert_eq!(code, Some(0));
    for nth in 0..20 {
        text += "12345678\n213456780\n1230\n1 2 3/4 5 6/7 0 8\r\n";
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
        ("?cost=tile", &["--format", "csv", "--cost", "tile"]),
        ("?format=ndjson&cost=U%3D1,D%3D3,L%3D2,R%3D2", &["--format", "json", "--cost", "U=1,D=3,L=2,R=2"]),
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
    // Batches are answered in single-tile moves.
    for query in ["?format=xml", "?goal=middle", "?shape=9x9", "?boards=1230", "?cost=tiles", "?metric=mtm"] {
        assert_eq!(
            server.ask("POST", &format!("/api/v1/batch{query}"), "", b"1230\n").failure().0,
            400,
            "{query}"
        );
    }
}

/// A client that sends each line only after the answer to the previous one.
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

/// A long request as sent by `curl`, which waits up to a second for permission to continue.
#[test]
fn expect_continue_is_answered() {
    let server = Server::start(&[]);
    for (path, body) in [("position", "{\"board\":\"1230\"}"), ("batch", "1230\n")] {
        let mut stream = server.connect();
        let head = format!("POST /api/v1/{path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
        write!(stream, "{head}expect: 100-continue\r\ncontent-length: {}\r\n\r\n", body.len()).unwrap();
        let expected = b"HTTP/1.1 100 Continue\r\n\r\n";
        let mut sent = vec![0; expected.len()];
        stream.read_exact(&mut sent).unwrap();
        assert_eq!(sent, expected);
        stream.write_all(body.as_bytes()).unwrap();
        let reply = Reply::read(&read_all(&mut stream));
        assert!(reply.status == 200 && reply.text().contains("1230"), "{reply:?}");
    }
}

/// The answers exceed all buffers between server and client.
#[test]
fn a_client_may_send_all_its_lines_before_it_reads_an_answer() {
    let server = Server::start(&[]);
    let lines = "638541720\n".repeat(300_000);
    let reply = server.ask("POST", "/api/v1/batch", "", lines.as_bytes());
    assert!(reply.status == 200 && reply.is_whole);
    assert_eq!(reply.text().lines().count(), 300_001);
}

#[test]
fn a_client_that_reads_no_answers_is_disconnected() {
    let server = Server::start(&["--body-timeout", "0.5"]);
    let lines = "638541720\n".repeat(700_000);
    let mut stream = server.connect();
    let head = format!(
        "POST /api/v1/batch HTTP/1.1\r\nhost: {}\r\ncontent-length: {}\r\n\r\n",
        server.address,
        lines.len()
    );
    // The server may close the connection before everything is sent.
    let _left = stream.write_all((head + &lines).as_bytes());
    server.wait_for("tilebase_batches_running", 0);
    server.wait_for("tilebase_connections_open", 1);
    assert!(!Reply::read(&read_all(&mut stream)).is_whole, "and it can tell that some are missing");
}

#[test]
fn paths_and_methods_are_checked() {
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
                let is_explained = method == "HEAD" || reply.failure().1 == "method-not-allowed";
                assert!(reply.status == 405 && is_explained, "{method} {path}");
                assert_eq!(reply.field("allow"), Some(allowed));
            }
        }
    }
}

/// The page's links are valid requests, and the document describes all endpoints.
#[test]
fn the_page_and_the_document_are_right() {
    let server = Server::start(&[]);
    let page = server.get("/").text();
    let named = |attribute: &str| -> Vec<String> {
        let values = page.split(attribute).skip(1).map(|rest| rest.split('"').next().unwrap());
        values.map(|path| format!("/{path}")).collect()
    };
    for (attribute, content_type) in
        [("href=\"/", ""), ("src=\"/", ""), ("src=\"/modules/", "text/javascript")]
    {
        let paths = named(attribute);
        assert!(!paths.is_empty(), "{attribute}");
        for path in paths {
            let path = if content_type.is_empty() { path } else { format!("/modules{path}") };
            let answer = server.get(&path);
            assert_eq!(answer.status, 200, "{path}");
            assert!(answer.field("content-type").unwrap().starts_with(content_type), "{path}");
        }
    }
    let document = server.get("/openapi.json").json();
    for path in Endpoint::ALL.map(Endpoint::path) {
        assert!(document["paths"][&path]["post"].is_object(), "{path} is not described");
    }
    let batch = &document["paths"]["/api/v1/batch"]["post"];
    assert!(batch["requestBody"]["content"]["text/plain"].is_object(), "{batch}");
    assert!(batch["responses"]["200"]["content"]["application/x-ndjson"].is_object());
    assert_eq!(batch["parameters"].as_array().unwrap().len(), 4);
    let references = document.to_string();
    for name in references.split("#/components/schemas/").skip(1).map(|rest| rest.split('"').next().unwrap())
    {
        assert!(document["components"]["schemas"][name].is_object(), "{name} is named, and not there");
    }
}

#[test]
fn static_files_are_cached() {
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
fn every_response_has_security_headers() {
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
fn other_hosts_and_origins_are_rejected() {
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

#[cfg(unix)]
#[test]
fn requests_are_logged_on_request() {
    let server = Server::start(&["--log"]);
    server.get("/healthz");
    server.get("/api/v1/position?board=1230");
    server.get("/nothing%0a");
    server.signal("-TERM");
    let (_, _, log) = server.end();
    let lines: Vec<&str> = log.lines().map(|line| line.rsplit_once(' ').unwrap().0).collect();
    for (line, begin) in
        lines.iter().zip(["GET /healthz 200 ", "GET /api/v1/position 200 ", "GET /nothing%0a 404 "])
    {
        assert!(line.starts_with(&format!("pdb-solve: {begin}")), "{log}");
    }
}

/// A script takes the place of the browser.
#[cfg(target_os = "linux")]
#[test]
fn open_starts_the_browser() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let script = folder.path().join("xdg-open");
    std::fs::write(&script, "#!/bin/sh\nprintf %s \"$1\" > opened.part && mv opened.part opened\n").unwrap();
    std::fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).unwrap();
    let mut command = program("pdb-solve", folder.path());
    command.env("PATH", format!("{}:/usr/bin:/bin", folder.path().display()));
    command.args(["serve", "--open", "--listen", "0.0.0.0:0"]);
    let server = Server::start_by(command, folder);
    let opened = || std::fs::read_to_string(server.folder.path().join("opened"));
    let begin = Instant::now();
    while opened().is_err() {
        assert!(begin.elapsed() < SOON);
        thread::sleep(Duration::from_millis(10));
    }
    let port = server.address.rsplit(':').next().unwrap().to_owned();
    assert_eq!(opened().unwrap(), format!("http://127.0.0.1:{port}/"));
    assert!(server.address.starts_with("0.0.0.0:"));
    server.signal("-TERM");
    let (_, _, log) = server.end();
    assert!(log.starts_with("pdb-solve: anyone who can reach this port can use the server"), "{log}");
}
