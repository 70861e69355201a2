//! Connections: each gets seconds for the head of a request, and those without the token give way to newer ones.
//!
//! A connection counts as admitted once a request on it passed the guard. Of the others a few are kept, the newest: however
//! many are opened and left half open, the page gets its answer, and files for sockets do not run out.

use crate::limits;
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tower_service::Service;

/// How long a connection may take for the head of a request.
const HEAD: Duration = Duration::from_secs(5);
/// How long the listener rests when the system gives no connection.
const REST: Duration = Duration::from_millis(50);

/// What a request knows of its connection.
#[derive(Clone, Debug, Default)]
pub struct Connection(Arc<AtomicBool>);

impl Connection {
    /// A request on it passed the guard.
    pub fn admit(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_admitted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Serves all connections of a listener, until it is dropped.
pub async fn accept_all(listener: TcpListener, router: &Router) {
    let mut strangers: VecDeque<(Connection, JoinHandle<()>)> = VecDeque::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Too many files are open, or the other side went away: the next one may do.
            tokio::time::sleep(REST).await;
            continue;
        };
        strangers.retain(|(connection, task)| !connection.is_admitted() && !task.is_finished());
        while strangers.len() >= limits::STRANGERS
            && let Some((_, oldest)) = strangers.pop_front()
        {
            oldest.abort();
        }
        let connection = Connection::default();
        let task = tokio::spawn(serve_one(stream, router.clone(), connection.clone()));
        strangers.push_back((connection, task));
    }
}

async fn serve_one(stream: TcpStream, router: Router, connection: Connection) {
    // Answers are small and wanted at once.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(connection.clone());
        router.clone().call(request.map(Body::new))
    });
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD);
    // The other side went away, or was too slow.
    let _ = http.serve_connection(TokioIo::new(stream), service).with_upgrades().await;
}
