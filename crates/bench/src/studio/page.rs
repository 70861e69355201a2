//! A page without a browser.

use serde_json::{Value, json};
use std::io;
use std::net::TcpStream;
use std::time::Instant;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Message, WebSocket, client::client_with_config};
use wayfront_studio::{Studio, StudioOptions};

/// A studio, and a socket to it.
pub struct Page {
    socket: WebSocket<TcpStream>,
    /// The things of its scene.
    pub things: Vec<Value>,
    _studio: Studio,
}

/// What came until the message that was waited for.
pub struct Answer {
    pub seconds: f64,
    /// Bytes of all binary messages.
    pub bytes: usize,
    pub last: Value,
}

impl Page {
    /// Opens a built-in scene or a file.
    pub fn open(scene: &str) -> io::Result<Self> {
        let folder = std::env::temp_dir();
        let options = StudioOptions { scene: Some(scene.to_owned()), folder, ..StudioOptions::default() };
        let studio = Studio::start(&options).map_err(io::Error::other)?;
        let stream = TcpStream::connect(studio.address())?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let address = studio.url().replace("http://", "ws://") + "socket";
        let (socket, _) = client_with_config(address, stream, Some(config)).map_err(io::Error::other)?;
        let mut page = Self { socket, things: Vec::new(), _studio: studio };
        let scene = page.ask(&json!({"type": "hello", "protocol": 1}), |text| text["type"] == "scene")?;
        page.things = scene.last["things"].as_array().cloned().unwrap_or_default();
        // What is checked beside it would be measured with the first question.
        page.wait(|text| text["type"] == "checked")?;
        Ok(page)
    }

    /// Sends a message, and reads until a text is the one that was waited for.
    pub fn ask(&mut self, message: &Value, is_it: impl FnMut(&Value) -> bool) -> io::Result<Answer> {
        let text = message.to_string();
        let start = Instant::now();
        self.socket.send(Message::text(text)).map_err(io::Error::other)?;
        let answer = self.wait(is_it)?;
        Ok(Answer { seconds: start.elapsed().as_secs_f64(), ..answer })
    }

    fn wait(&mut self, mut is_it: impl FnMut(&Value) -> bool) -> io::Result<Answer> {
        let mut bytes = 0;
        loop {
            match self.socket.read().map_err(io::Error::other)? {
                Message::Binary(binary) => bytes += binary.len(),
                Message::Text(text) => {
                    let last: Value = serde_json::from_str(&text)?;
                    if last["type"] == "trouble" {
                        return Err(io::Error::other(last["what"].to_string()));
                    }
                    if is_it(&last) {
                        return Ok(Answer { seconds: 0.0, bytes, last });
                    }
                }
                _ => {}
            }
        }
    }

    /// Sends a message, and reads so many binary ones.
    pub fn binaries(&mut self, message: &Value, count: usize) -> io::Result<Answer> {
        let start = Instant::now();
        self.socket.send(Message::text(message.to_string())).map_err(io::Error::other)?;
        let (mut bytes, mut read) = (0, 0);
        while read < count {
            if let Message::Binary(binary) = self.socket.read().map_err(io::Error::other)? {
                bytes += binary.len();
                read += 1;
            }
        }
        Ok(Answer { seconds: start.elapsed().as_secs_f64(), bytes, last: Value::Null })
    }
}
