//! `pdb-solve serve` with too many, slow, malformed, or abandoned requests; and its shutdown.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{folder, parts, program, run};
use crate::server::{ENDLESS, Reply, SOON, Server, read_all};

#[test]
fn large_and_slow_requests_are_rejected() {
    let server = Server::start(&["--max-body", "1"]);
    let hasty = Server::start(&["--body-timeout", "0.3"]);
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
        hasty.send(
            format!("POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n1230\n")
                .as_bytes(),
        )
    };
    assert_eq!(Reply::read(&half("/api/v1/position")).failure(), expected("too-slow"));
    assert!(!Reply::read(&half("/api/v1/batch")).is_whole);
    assert_eq!(server.get(&format!("/api/v1/position?board={}", "1".repeat(60_000))).failure().0, 400);
    hasty.wait_for("tilebase_batches_running", 0);
}

/// No malformed request causes an internal error or a wait, and the server keeps running.
#[test]
fn malformed_requests_are_refused() {
    let server = Server::start(&["--header-timeout", "0.5", "--body-timeout", "0.5"]);
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
        "POST /api/v1/position HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n\
         {}",
        "POST /api/v1/position HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n",
        "POST /api/v1/position HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n\
         ffffffffffffffffff\r\n",
        "POST /api/v1/position HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: gzip\r\n\r\n{}",
        "POST /api/v1/batch HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n5\r\n1230\n\
         foo\r\n",
        "POST /api/v1/position HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\nexpect: 100-continue\r\n\
         \r\n",
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
        // A TLS handshake.
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
fn clients_without_a_complete_head_are_disconnected() {
    let server = Server::start(&["--header-timeout", "1"]);
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
fn connections_beyond_the_limit_are_refused() {
    let server = Server::start(&["--max-connections", "10", "--max-searches", "10", "--timeout", "100000"]);
    let held: Vec<TcpStream> = (0..9).map(|_| server.begin(ENDLESS)).collect();
    server.wait_for("tilebase_searches_running", 9);
    let begin = Instant::now();
    // If another request arrives before this one is read, this connection is closed to make room.
    let last = loop {
        let last = server.begin(ENDLESS);
        if server.get("/healthz").status == 503 {
            break last;
        }
        assert!(begin.elapsed() < SOON);
    };
    let status = thread::scope(|scope| {
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
    assert_eq!(status, 200);
    drop((held, last));
    let begin = Instant::now();
    while !server.has_room() {
        assert!(begin.elapsed() < SOON);
    }
    assert!(server.metric("tilebase_connections_refused_total") >= 200);
}

/// Connections without a request, with an incomplete head or body, or idle after a response are
/// closed in favor of new ones.
#[test]
fn idle_connections_make_room() {
    let server =
        Server::start(&["--max-connections", "8", "--header-timeout", "1000", "--body-timeout", "1000"]);
    let whole = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let half: &[u8] = b"POST /api/v1/position HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99\r\n\r\n{";
    for sent in [b"", &whole[..20], half, whole] {
        let mut held: Vec<TcpStream> = (0..30)
            .map(|_| {
                let mut stream = server.connect();
                stream.write_all(sent).unwrap();
                stream
            })
            .collect();
        // Right after thirty clients connect at once, none may be idle yet, so there may be no
        // room.
        let begin = Instant::now();
        while !server.has_room() {
            assert!(begin.elapsed() < SOON);
        }
        for _ in 0..20 {
            assert_eq!(server.get("/healthz").status, 200, "{}", String::from_utf8_lossy(sent));
        }
        read_all(&mut held[0]);
    }
}

#[test]
fn a_search_ends_when_its_client_disconnects() {
    let server = Server::start(&["--max-searches", "1", "--timeout", "100000", "--batch-timeout", "100000"]);
    let running = "tilebase_searches_running";
    for _ in 0..3 {
        let client = server.begin(ENDLESS);
        server.wait_for(running, 1);
        // Other requests are answered meanwhile, with and without an existing table.
        assert_eq!(server.get("/api/v1/position?board=638541720").json()["distance"], json!(28));
        assert_eq!(server.get("/api/v1/solve?board=638541720&goal=012345678").json()["length"], json!(22));
        assert_eq!(server.metric(running), 1);
        drop(client);
        server.wait_for(running, 0);
    }
    server.wait_for("tilebase_requests_total{path=\"search\",status=\"499\"}", 3);
}

/// The limits of a search also hold for each board of a batch. The board is the hardest of Korf &
/// Felner's (2002).
#[test]
fn a_search_of_a_batch_ends_at_its_time_limit() {
    let server = Server::start(&["--timeout", "1"]);
    let lines = b"23,1,12,6,16,2,20,10,21,18,14,13,17,19,22,0,15,24,3,7,4,8,5,9,11\n";
    let reply = server.ask("POST", "/api/v1/batch?format=ndjson&goal=blank-first", "", lines);
    assert!(reply.is_whole && reply.status == 200, "{}", reply.status);
    let answer: Value = serde_json::from_slice(&reply.body).unwrap();
    assert_eq!(answer["limit"], json!("time limit reached"), "{answer}");
    assert!(answer["lower_bound"].as_u64().is_some_and(|moves| moves > 80), "{answer}");
    server.wait_for("tilebase_batches_running", 0);
}

/// Other batches get their turn, however slowly a client reads its answers.
#[test]
fn a_batch_ends_at_its_time_limit_if_no_one_reads() {
    let server = Server::start(&["--max-searches", "1", "--batch-timeout", "2", "--body-timeout", "100000"]);
    let lines = b"867254301\n".repeat(500_000);
    let mut client = server.connect();
    let head =
        format!("POST /api/v1/batch HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n", lines.len());
    // The batch may be over before all lines are sent.
    let _sent = client.write_all(&[head.as_bytes(), &lines].concat());
    // Once its response has begun, the batch occupies its slot, and another batch is refused.
    let mut begun = [0; 12];
    client.read_exact(&mut begun).unwrap();
    assert_eq!(&begun, b"HTTP/1.1 200");
    let begin = Instant::now();
    loop {
        let reply = server.ask("POST", "/api/v1/batch", "", b"123456708\n");
        if reply.status == 200 && reply.is_whole {
            break;
        }
        assert!(begin.elapsed() < SOON, "{}", reply.status);
        thread::sleep(Duration::from_millis(10));
    }
    assert!(!Reply::read(&[&begun[..], &read_all(&mut client)].concat()).is_whole);
}

#[test]
fn searches_beyond_the_queue_are_refused() {
    let server = Server::start(&["--max-searches", "1", "--timeout", "100000"]);
    let first = server.begin(ENDLESS);
    server.wait_for("tilebase_searches_running", 1);
    let waiting: Vec<TcpStream> = (0..16).map(|_| server.begin(ENDLESS)).collect();
    // Connections are queued in the order of arrival, so all of these precede the next one.
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
    let server = Server::start(&["--timeout", "0.2"]);
    let reply = server.get(ENDLESS).json();
    assert_eq!((&reply["limit"], &reply["moves"]), (&json!("time limit reached"), &Value::Null));
    let server = Server::start(&["--max-memory", "1"]);
    let reply = server.get(&ENDLESS.replace("=ida", "=astar")).json();
    assert_eq!((&reply["limit"], &reply["moves"]), (&json!("memory limit reached"), &Value::Null));
}

#[cfg(unix)]
#[test]
fn the_server_stops_on_a_signal() {
    for signal in ["-INT", "-TERM"] {
        let server = Server::start(&["--max-searches", "2", "--timeout", "100000"]);
        let mut searching = server.begin(ENDLESS);
        let [mut silent, mut unused] = [server.connect(), server.connect()];
        unused.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(b"ok\n") {
            let mut byte = [0];
            unused.read_exact(&mut byte).unwrap();
            answer.extend(byte);
        }
        server.wait_for("tilebase_searches_running", 1);
        server.signal(signal);
        assert!(read_all(&mut unused).is_empty() && read_all(&mut silent).is_empty());
        // Running searches got some time, and then returned what they knew.
        let answer = Reply::read(&read_all(&mut searching)).json();
        assert_eq!((&answer["limit"], &answer["moves"]), (&json!("interrupted"), &Value::Null));
        assert!(TcpStream::connect(&server.address).is_err(), "nobody listens any more");
        let expected = "pdb-solve: stopping\npdb-solve: stopped\n".to_owned();
        assert_eq!(server.end(), (Some(0), String::new(), expected));
    }
}

#[cfg(unix)]
#[test]
fn a_second_interrupt_stops_the_server_at_once() {
    let mut server = Server::start(&["--timeout", "100000"]);
    let _searching = server.begin(ENDLESS);
    server.wait_for("tilebase_searches_running", 1);
    server.signal("-INT");
    let mut line = String::new();
    BufReader::new(server.child.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "pdb-solve: stopping\n");
    server.signal("-INT");
    assert_eq!(server.child.wait().unwrap().code(), Some(130));
}

#[test]
fn invalid_options_are_reported_before_the_start() {
    let server = Server::start(&[]);
    let folder = folder();
    for (arguments, message) in [
        (&["--listen", &server.address][..], "address in use: choose another port with --listen"),
        (&["--listen", "nowhere"], "expected an address and a port, such as 127.0.0.1:8080"),
        (&["--listen", "127.0.0.1:99999"], "expected an address and a port, such as 127.0.0.1:8080"),
        (&["--max-connections", "0"], "expected a number from 1 to 1048576"),
        (&["--max-searches", "0"], "expected a number from 1 to 1024"),
        (&["--timeout", "0"], "expected a time above 0 and up to a year"),
        (&["--header-timeout", "-1"], "expected a time such as 10"),
        (&["--host", "http://x/"], "without http:// and port"),
        (&["--host", "x:80"], "without http:// and port"),
    ] {
        let output = run("pdb-solve", folder.path(), &[&["serve"], arguments].concat());
        let (code, out, err) = parts(&output);
        assert!(code == Some(2) && out.is_empty() && err.contains(message), "{arguments:?}: {err}");
    }
}

#[cfg(unix)]
#[test]
fn more_connections_than_open_files_are_refused_at_the_start() {
    let folder = folder();
    let own = program("pdb-solve", folder.path());
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", "ulimit -n 100; exec \"$0\" serve --listen 127.0.0.1:0"]).arg(own.get_program());
    let (code, out, err) = parts(&shell.current_dir(folder.path()).output().unwrap());
    assert!(code == Some(2) && out.is_empty(), "{err}");
    assert!(err.contains("cannot serve 256 connections"), "{err}");
    assert!(err.contains("the open-file limit is 100") && err.contains("--max-connections"), "{err}");
}
