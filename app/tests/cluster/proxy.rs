//! A proxy in front of the cluster that answers some requests itself: as a cluster does that is busy, has lost a
//! shard, or wants to know who asks; over TLS, too.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Answers a request by its head, or has the cluster do it.
pub(crate) type Rule = Box<dyn FnMut(&str) -> Option<(u16, String)> + Send>;

/// A proxy, for as long as the process lives.
pub(crate) struct Proxy {
    port: u16,
    rule: Arc<Mutex<Rule>>,
}

impl Proxy {
    /// Stands before a node; with TLS if it is given what it takes.
    pub(crate) fn start(node: &str, tls: Option<Arc<rustls::ServerConfig>>) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("its address").port();
        let rule: Arc<Mutex<Rule>> = Arc::new(Mutex::new(Box::new(|_| None)));
        let (rules, node) = (Arc::clone(&rule), node.to_owned());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (rule, node, tls) = (Arc::clone(&rules), node.clone(), tls.clone());
                thread::spawn(move || connected(stream, &node, &rule, tls));
            }
        });
        Proxy { port, rule }
    }

    pub(crate) fn url(&self, scheme: &str) -> String {
        format!("{scheme}://localhost:{}", self.port)
    }

    /// Answers by another rule from now on.
    pub(crate) fn set(&self, rule: impl FnMut(&str) -> Option<(u16, String)> + Send + 'static) {
        *self.rule.lock().unwrap_or_else(PoisonError::into_inner) = Box::new(rule);
    }
}

fn connected(
    stream: TcpStream,
    node: &str,
    rule: &Mutex<Rule>,
    tls: Option<Arc<rustls::ServerConfig>>,
) {
    match tls {
        None => serve(stream, node, rule),
        Some(config) => {
            let connection = rustls::ServerConnection::new(config).expect("a connection");
            serve(rustls::StreamOwned::new(connection, stream), node, rule);
        }
    }
}

/// Answers requests until the client goes away.
fn serve(stream: impl Read + Write, node: &str, rule: &Mutex<Rule>) {
    let mut stream = BufReader::new(stream);
    loop {
        let (mut head, mut length) = (String::new(), 0);
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).unwrap_or(0) == 0 {
                return;
            }
            let lower = line.to_ascii_lowercase();
            if let Some(number) = lower.strip_prefix("content-length:") {
                length = number.trim().parse().expect("a length");
            }
            if line.trim().is_empty() {
                break;
            }
            head += &line;
        }
        let mut body = vec![0; length];
        if stream.read_exact(&mut body).is_err() {
            return;
        }
        let answer = rule.lock().unwrap_or_else(PoisonError::into_inner)(&head);
        let (status, text) = answer.unwrap_or_else(|| forward(node, &head, &body));
        let length = text.len();
        let head = format!(
            "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n"
        );
        let answered = stream.get_mut().write_all((head + &text).as_bytes());
        if answered.and_then(|()| stream.get_mut().flush()).is_err() {
            return;
        }
    }
}

fn forward(node: &str, head: &str, body: &[u8]) -> (u16, String) {
    let mut words = head.split(' ');
    let (method, path) = (
        words.next().expect("a method"),
        words.next().expect("a path"),
    );
    let agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build();
    let agent = ureq::Agent::from(agent);
    let url = format!("{node}{path}");
    let json = "application/json";
    let answer = match method {
        "GET" => agent.get(url).call(),
        "PUT" => agent.put(url).content_type(json).send(body),
        "DELETE" => agent
            .delete(url)
            .force_send_body()
            .content_type(json)
            .send(body),
        _ => agent.post(url).content_type(json).send(body),
    };
    let mut answer = answer.expect("the node's answer");
    let text = answer
        .body_mut()
        .with_config()
        .limit(1 << 30)
        .read_to_string();
    (answer.status().as_u16(), text.expect("text"))
}
