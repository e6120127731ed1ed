//! HTTP/1.1, one request a connection.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;
use vitrine::json::Json;

#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Response {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(n, _)| n.eq_ignore_ascii_case(name))
            .map(|(_, v)| v.as_str())
    }

    pub fn json(&self) -> Json {
        assert_eq!(
            self.header("content-type"),
            Some("application/json"),
            "{self:?}"
        );
        Json::parse(&self.body).unwrap()
    }

    /// The name in the body's error.
    pub fn error(&self) -> String {
        let json = self.json();
        let error = json.get("error").unwrap();
        assert!(error
            .get("message")
            .and_then(Json::as_str)
            .is_some_and(|m| !m.is_empty()));
        assert!(error.get("details").and_then(Json::as_object).is_some());
        error.get("code").and_then(Json::as_str).unwrap().to_owned()
    }

    pub fn message(&self) -> String {
        self.json()
            .get("error")
            .unwrap()
            .get("message")
            .unwrap()
            .as_str()
            .unwrap()
            .to_owned()
    }
}

/// One chunk of a chunked body; `None` at its end.
fn read_chunk(stream: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = String::new();
    stream.read_line(&mut line).ok()?;
    let length = usize::from_str_radix(line.trim(), 16).ok()?;
    let mut chunk = vec![0; length + 2];
    stream.read_exact(&mut chunk).ok()?;
    chunk.truncate(length);
    (length > 0).then_some(chunk)
}

/// A server-sent event.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    pub id: String,
    pub name: String,
    /// Empty where there is none.
    pub data: String,
}

/// An open stream of server-sent events.
pub struct Events {
    stream: BufReader<TcpStream>,
    text: String,
}

impl Events {
    pub fn open(address: SocketAddr, path: &str, headers: &[(&str, &str)]) -> Events {
        let mut stream = TcpStream::connect(address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        let mut head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n");
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let mut stream = BufReader::new(stream);
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).unwrap();
            if line.trim().is_empty() {
                break;
            }
            lines.push(line.trim().to_ascii_lowercase());
        }
        assert_eq!(lines[0], "http/1.1 200 ok");
        for line in [
            "content-type: text/event-stream",
            "transfer-encoding: chunked",
        ] {
            assert!(lines.iter().any(|l| l == line), "{lines:?}");
        }
        let text = String::new();
        Events { stream, text }
    }

    /// The next event; `None` when the stream has ended.
    pub fn next(&mut self) -> Option<Event> {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let field = |name: &str| {
                    let line = block.lines().find_map(|line| line.strip_prefix(name));
                    line.unwrap_or_default().trim().to_owned()
                };
                let event = Event {
                    id: field("id:"),
                    name: field("event:"),
                    data: field("data:"),
                };
                self.text = rest.to_owned();
                return Some(event);
            }
            let chunk = read_chunk(&mut self.stream)?;
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }
}

pub fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Response {
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "Host") {
        head.push_str(&format!("Host: {address}\r\n"));
    }
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str(&format!("Content-Length: {}\r\n\r\n", body.len()));
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(body).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();

    let end = answer.windows(4).position(|w| w == b"\r\n\r\n").unwrap();
    let head = std::str::from_utf8(&answer[..end]).unwrap();
    let mut lines = head.split("\r\n");
    let status = lines
        .next()
        .unwrap()
        .split(' ')
        .nth(1)
        .unwrap()
        .parse()
        .unwrap();
    let headers = lines
        .map(|line| {
            let (name, value) = line.split_once(':').unwrap();
            (name.to_owned(), value.trim().to_owned())
        })
        .collect();
    let mut response = Response {
        status,
        headers,
        body: answer[end + 4..].to_vec(),
    };
    if response.header("transfer-encoding") == Some("chunked") {
        let mut whole = Vec::new();
        let mut rest = &response.body[..];
        while let Some(chunk) = read_chunk(&mut rest) {
            whole.extend(chunk);
        }
        response.body = whole;
    }
    let length = response.header("content-length");
    if let Some(length) = length.filter(|_| method != "HEAD") {
        assert_eq!(length, response.body.len().to_string());
    }
    response
}
