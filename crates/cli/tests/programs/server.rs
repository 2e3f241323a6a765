//! A running server, and clients of it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{folder, program};

/// A search without end: one of the two hardest boards of 4x4, with Manhattan distance.
pub const ENDLESS: &str =
    "/api/v1/search?algorithm=ida&heuristic=manhattan&board=0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1";

/// Timeout for events that should happen soon.
pub const SOON: Duration = Duration::from_secs(60);

/// A running server, which is ended on drop.
pub struct Server {
    pub child: Child,
    out: BufReader<ChildStdout>,
    pub address: String,
    pub folder: TempDir,
}

impl Server {
    pub fn start(arguments: &[&str]) -> Self {
        let folder = folder();
        let mut command = program("pdb-solve", folder.path());
        command.args(["serve", "--listen", "127.0.0.1:0"]).args(arguments);
        Self::start_by(command, folder)
    }

    /// Starts a server with a command that may set up more, in a folder.
    pub fn start_by(mut command: Command, folder: TempDir) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("listening on http://").and_then(|l| l.strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("no address: {line:?}")).to_owned();
        Self { child, out, address, folder }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(SOON)).unwrap();
        stream
    }

    /// Sends bytes on a new connection, and returns everything received.
    pub fn send(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        // The server may close the connection before it has read everything.
        let _closed = stream.write_all(bytes);
        read_all(&mut stream)
    }

    pub fn ask(&self, method: &str, path: &str, fields: &str, body: &[u8]) -> Reply {
        Reply::read(&self.answer_to(method, path, fields, body))
    }

    fn answer_to(&self, method: &str, path: &str, fields: &str, body: &[u8]) -> Vec<u8> {
        let mut request =
            format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{fields}", self.address);
        if !body.is_empty() {
            request += &format!("content-length: {}\r\n", body.len());
        }
        self.send(&[request.as_bytes(), b"\r\n", body].concat())
    }

    /// Whether the server accepts another connection. A refused client may not receive the
    /// response: the server closes before reading the request, so the system may reset the
    /// connection.
    pub fn has_room(&self) -> bool {
        self.answer_to("GET", "/healthz", "", b"").starts_with(b"HTTP/1.1 200")
    }

    pub fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, "", b"")
    }

    /// A connection with a request that is not answered yet.
    pub fn begin(&self, path: &str) -> TcpStream {
        let mut stream = self.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address).unwrap();
        stream
    }

    pub fn metric(&self, name: &str) -> u64 {
        let text = self.get("/metrics").text();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
    }

    pub fn wait_for(&self, name: &str, value: u64) {
        let begin = Instant::now();
        while self.metric(name) != value {
            assert!(begin.elapsed() < SOON, "{name} is not {value} but {}", self.metric(name));
            thread::sleep(Duration::from_millis(10));
        }
    }

    #[cfg(unix)]
    pub fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        assert!(std::process::Command::new("kill").args([signal, &id]).status().unwrap().success());
    }

    /// The exit code, the rest of the output, and the errors.
    #[cfg(unix)]
    pub fn end(mut self) -> (Option<i32>, String, String) {
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

/// Everything received until the other side closes or resets the connection.
pub fn read_all(stream: &mut TcpStream) -> Vec<u8> {
    let mut all = Vec::new();
    match stream.read_to_end(&mut all) {
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => panic!("the server hangs: {all:?}"),
        _ => all,
    }
}

/// A response.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    head: String,
    pub body: Vec<u8>,
    /// Whether the response is complete.
    pub is_whole: bool,
}

impl Reply {
    pub fn read(bytes: &[u8]) -> Self {
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

    pub fn field(&self, name: &str) -> Option<&str> {
        field(&self.head, name)
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub fn json(&self) -> Value {
        assert_eq!(self.field("content-type"), Some("application/json"), "{self:?}");
        serde_json::from_slice(&self.body).unwrap()
    }

    /// The status and the code of a failure, which must have a message and help.
    pub fn failure(&self) -> (u16, String) {
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

/// The content of a chunked body, and whether the last chunk was received.
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
