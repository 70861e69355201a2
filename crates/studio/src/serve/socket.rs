//! The socket of a page: its messages to the engine, the engine's to it.

use super::{Shared, plain};
use crate::engine::{Inbox, ToPage};
use crate::limits;
use crate::messages::Payload;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::Response;
use std::sync::atomic::Ordering;
use tokio::sync::mpsc;

/// A message is larger than the limit.
const TOO_LARGE: u16 = 1009;

/// Takes a page in, if there are not too many.
pub fn accept(upgrade: WebSocketUpgrade, shared: Shared) -> Response {
    if shared.open.fetch_add(1, Ordering::Relaxed) >= limits::SOCKETS {
        shared.open.fetch_sub(1, Ordering::Relaxed);
        let why = format!("at most {} pages look into a session: close one\n", limits::SOCKETS);
        return plain(StatusCode::SERVICE_UNAVAILABLE, why);
    }
    let page = shared.pages.fetch_add(1, Ordering::Relaxed) + 1;
    let upgrade = upgrade.max_message_size(limits::MESSAGE_BYTES).max_frame_size(limits::MESSAGE_BYTES);
    let counted = Counted(shared.clone());
    upgrade.on_upgrade(move |socket| async move {
        let counted = counted;
        let (sender, receiver) = mpsc::channel(limits::WAITING);
        if counted.0.inbox.send(Inbox::Joined(page, sender)).is_ok() {
            talk(socket, page, &shared, receiver).await;
            let _ = shared.inbox.send(Inbox::Gone(page));
        }
    })
}

/// Counts a page as long as its socket is open, also if it never opens.
struct Counted(Shared);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn talk(mut socket: WebSocket, page: u32, shared: &Shared, mut receiver: mpsc::Receiver<ToPage>) {
    loop {
        tokio::select! {
            said = socket.recv() => {
                let message = match said {
                    Some(Ok(Message::Text(text))) => Inbox::Text(page, text.as_str().to_owned()),
                    Some(Ok(Message::Binary(bytes))) => Inbox::Bytes(page, bytes.to_vec()),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Close(_))) | None => return,
                    Some(Err(why)) => {
                        let code = if why.to_string().contains("too") { TOO_LARGE } else { 1002 };
                        let most = || format!("messages have at most {} bytes", limits::MESSAGE_BYTES);
                        let why = if code == TOO_LARGE { most() } else { why.to_string() };
                        return close(&mut socket, code, &why).await;
                    }
                };
                if shared.inbox.send(message).is_err() {
                    return;
                }
            }
            answer = receiver.recv() => match answer {
                None => return,
                Some(ToPage::Close(code, why)) => return close(&mut socket, code, &why).await,
                Some(ToPage::Send(payload)) => {
                    let message = match payload {
                        Payload::Text(text) => Message::Text(text.as_ref().into()),
                        Payload::Binary(bytes) => Message::Binary(Bytes::from_owner(bytes)),
                    };
                    if socket.send(message).await.is_err() {
                        return;
                    }
                }
            }
        }
    }
}

async fn close(socket: &mut WebSocket, code: u16, why: &str) {
    // Reasons have at most 123 bytes.
    let mut end = why.len().min(120);
    while !why.is_char_boundary(end) {
        end -= 1;
    }
    // A page that is gone needs no reason.
    let _ = socket.send(Message::Close(Some(CloseFrame { code, reason: why[..end].into() }))).await;
}
