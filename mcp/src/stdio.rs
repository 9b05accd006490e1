//! Standard input and output as a transport: each line is a message.
//!
//! The transport of the SDK skips lines that are not JSON, so a client waits for an answer that never comes. This one
//! answers them with an error, as JSON-RPC 2.0 requires.

use std::io;
use std::sync::Arc;

use app::json::LARGEST_JSON;
use rmcp::RoleServer;
use rmcp::model::ClientJsonRpcMessage;
use rmcp::service::TxJsonRpcMessage;
use rmcp::transport::io::{StdioReader, StdioWriter};
use rmcp::transport::{Transport, stdio_pipes};
use serde::Serialize;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::sync::{Mutex, mpsc};

use crate::message::{invalid_request, parse};

/// Messages on standard input and output.
pub(crate) struct Stdio {
    messages: mpsc::Receiver<ClientJsonRpcMessage>,
    output: Output,
}

type Output = Arc<Mutex<StdioWriter>>;

impl Stdio {
    /// Starts to read standard input.
    pub(crate) fn new() -> Stdio {
        let (input, output) = stdio_pipes();
        let output = Arc::new(Mutex::new(output));
        let (sender, messages) = mpsc::channel(1);
        let answers = Arc::clone(&output);
        // A task of its own reads: whenever the service sends a message, it cancels `receive`, which may have read half
        // of one.
        tokio::spawn(async move {
            if let Err(error) = read(input, sender, &answers).await {
                tracing::error!("standard input and output: {error}");
            }
        });
        Stdio { messages, output }
    }
}

impl Transport<RoleServer> for Stdio {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let output = Arc::clone(&self.output);
        async move { write(&output, &message).await }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        self.messages.recv().await
    }

    async fn close(&mut self) -> io::Result<()> {
        self.messages.close();
        Ok(())
    }
}

/// Reads until the input ends or the receiver of the messages is closed.
async fn read(
    input: StdioReader,
    messages: mpsc::Sender<ClientJsonRpcMessage>,
    output: &Output,
) -> io::Result<()> {
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut beginning = (&mut input).take(LARGEST_JSON as u64);
        if beginning.read_until(b'\n', &mut line).await? == 0 {
            return Ok(());
        }
        if line.len() == LARGEST_JSON && !line.ends_with(b"\n") {
            skip_line(&mut input).await?;
            let why = format!("the message has more than {LARGEST_JSON} bytes");
            write(output, &invalid_request(&why, None).json).await?;
            continue;
        }
        // Some programs begin with a byte order mark.
        let text = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&line);
        if text.trim_ascii().is_empty() {
            continue;
        }
        match parse(text) {
            Ok(message) => {
                if messages.send(message).await.is_err() {
                    return Ok(());
                }
            }
            Err(refusal) => write(output, &refusal.json).await?,
        }
    }
}

/// Skips the rest of a line.
async fn skip_line(input: &mut BufReader<StdioReader>) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf().await?;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let is_over = end.is_some() || buffer.is_empty();
        let length = end.map_or(buffer.len(), |end| end + 1);
        input.consume(length);
        if is_over {
            return Ok(());
        }
    }
}

/// Writes a message as a line.
async fn write(output: &Output, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    let mut output = output.lock().await;
    output.write_all(&line).await?;
    output.flush().await
}
