//! The server: pages, their files, and a socket for each page.

mod assets;
mod connections;
mod guard;
mod socket;

pub use assets::Assets;

use crate::engine::{self, Inbox};
use crate::files::Desk;
use crate::session::Session;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use axum::{Extension, Router};
use connections::Connection;
use guard::{Guard, HEADERS};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize};
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use thiserror::Error;
use tokio::sync::Notify;

/// What a studio is started with.
#[derive(Clone, Debug)]
pub struct StudioOptions {
    /// A file or a built-in scene; an empty plan if absent.
    pub scene: Option<String>,
    /// The port; a free one if 0.
    pub port: u16,
    /// The address; this machine alone if not said otherwise.
    pub listen: IpAddr,
    /// A folder that the page's files are read from, instead of those in the program.
    pub assets: Option<PathBuf>,
    /// Where plans are saved that have no file yet.
    pub folder: PathBuf,
}

impl Default for StudioOptions {
    fn default() -> Self {
        Self { scene: None, port: 0, listen: Ipv4Addr::LOCALHOST.into(), assets: None, folder: PathBuf::from(".") }
    }
}

/// Why a studio does not start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StudioError {
    /// There is no such scene.
    #[error("{what}")]
    Scene {
        /// What is wrong.
        what: String,
        /// What to do about it.
        advice: String,
    },
    /// The address cannot be had.
    #[error("{address} cannot be listened on: {why}")]
    Address {
        /// Which.
        address: SocketAddr,
        /// What the system says.
        why: std::io::Error,
    },
    /// The system gives no random numbers, no thread.
    #[error("the server cannot be started: {0}")]
    System(String),
}

impl StudioError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::Scene { advice, .. } => advice.clone(),
            Self::Address { .. } => "choose another port (`--port`), or leave it out for a free one".to_owned(),
            Self::System(_) => "look at the limits of this system".to_owned(),
        }
    }
}

/// A studio that is running: a server in a thread of its own, and the engine in another.
#[derive(Debug)]
pub struct Studio {
    url: String,
    address: SocketAddr,
    inbox: Sender<Inbox>,
    end: Arc<Notify>,
    /// What is wrong with the scene, if it could not be read.
    unopened: Vec<String>,
    server: Option<JoinHandle<()>>,
    engine: Option<JoinHandle<()>>,
}

/// What every request sees.
#[derive(Clone)]
struct Shared {
    guard: Arc<Guard>,
    assets: Assets,
    inbox: Sender<Inbox>,
    pages: Arc<AtomicU32>,
    open: Arc<AtomicUsize>,
}

impl Studio {
    /// Opens the scene, and starts to serve.
    ///
    /// # Errors
    /// If there is no such scene, or the address is taken.
    pub fn start(options: &StudioOptions) -> Result<Self, StudioError> {
        let mut session = Session::new(Desk::new(options.folder.clone()));
        if let Some(scene) = &options.scene {
            session.open(scene).map_err(|[what, advice]| StudioError::Scene { what, advice })?;
        }
        let wanted = SocketAddr::new(options.listen, options.port);
        let taken = |why| StudioError::Address { address: wanted, why };
        let listener = std::net::TcpListener::bind(wanted).map_err(taken)?;
        listener.set_nonblocking(true).map_err(taken)?;
        let address = listener.local_addr().map_err(taken)?;
        let guard = Guard::new(address).map_err(|why| StudioError::System(why.to_string()))?;
        let url = guard.url(address);
        let unopened = session.unopened();
        let listeners = [Some(listener), same_port_of_ipv6(address)];
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|why| StudioError::System(why.to_string()))?;
        let (inbox, engine) = engine::start(session);
        let shared = Shared {
            guard: Arc::new(guard),
            assets: Assets::new(options.assets.clone()),
            inbox: inbox.clone(),
            pages: Arc::default(),
            open: Arc::default(),
        };
        let end = Arc::new(Notify::new());
        let ended = end.clone();
        let server = std::thread::spawn(move || {
            runtime.block_on(async {
                tokio::select! {
                    () = serve(listeners, shared) => {}
                    () = ended.notified() => {}
                }
            });
            runtime.shutdown_background();
        });
        Ok(Self { url, address, inbox, end, unopened, server: Some(server), engine: Some(engine) })
    }

    /// The address to open, with its token.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// What is wrong with the scene that it was started with, in a line for each problem. Its pages say so, too.
    #[must_use]
    pub fn unopened(&self) -> &[String] {
        &self.unopened
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Studio {
    /// Ends the server, and keeps what is not saved.
    fn drop(&mut self) {
        self.end.notify_one();
        // If the engine is gone, there is nothing to keep.
        let _ = self.inbox.send(Inbox::End);
        for thread in [self.server.take(), self.engine.take()].into_iter().flatten() {
            let _ = thread.join();
        }
    }
}

/// Where names of this machine lead to the other kind of address, that port is ours as well, if it is free.
fn same_port_of_ipv6(address: SocketAddr) -> Option<std::net::TcpListener> {
    if address.ip() != IpAddr::from(Ipv4Addr::LOCALHOST) {
        return None;
    }
    let listener = std::net::TcpListener::bind((Ipv6Addr::LOCALHOST, address.port())).ok()?;
    listener.set_nonblocking(true).ok()?;
    Some(listener)
}

async fn serve([first, second]: [Option<std::net::TcpListener>; 2], shared: Shared) {
    let also = shared.clone();
    let serve_one = async |listener: Option<std::net::TcpListener>, shared: Shared| {
        if let Some(listener) = listener {
            serve_at(listener, shared).await;
        }
    };
    tokio::join!(serve_one(first, shared), serve_one(second, also));
}

async fn serve_at(listener: std::net::TcpListener, shared: Shared) {
    let listener = match tokio::net::TcpListener::from_std(listener) {
        Ok(listener) => listener,
        Err(why) => return eprintln!("the server cannot be started: {why}"),
    };
    let router = Router::new().fallback(answer).with_state(shared);
    connections::accept_all(listener, &router).await;
}

async fn answer(
    State(shared): State<Shared>,
    Extension(connection): Extension<Connection>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    request: Request,
) -> Response {
    let path = request.uri().path();
    let admitted = shared.guard.admit(request.uri(), request.headers());
    if admitted.is_ok() {
        connection.admit();
    }
    let mut response = match admitted {
        Err(refusal) => plain(StatusCode::FORBIDDEN, refusal.text()),
        Ok("socket") => match upgrade {
            Ok(upgrade) => socket::accept(upgrade, shared.clone()),
            Err(_) => plain(StatusCode::UPGRADE_REQUIRED, "this is the address of a WebSocket\n"),
        },
        Ok(_) if !matches!(*request.method(), Method::GET | Method::HEAD) => {
            plain(StatusCode::METHOD_NOT_ALLOWED, "pages are read, not written\n")
        }
        // Relative addresses begin behind the token only if a slash stands there.
        Ok("") if !path.ends_with('/') => redirect(&format!("{path}/")),
        Ok(name) => match shared.assets.get(name) {
            Some((bytes, media)) => {
                let mut response = Response::new(Body::from(bytes.into_owned()));
                response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
                response
            }
            None => plain(StatusCode::NOT_FOUND, "there is no such file\n"),
        },
    };
    response.headers_mut().extend(HEADERS);
    response
}

fn plain(status: StatusCode, text: impl Into<Body>) -> Response {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

fn redirect(to: &str) -> Response {
    let mut response = plain(StatusCode::PERMANENT_REDIRECT, "");
    if let Ok(to) = HeaderValue::from_str(to) {
        response.headers_mut().insert(header::LOCATION, to);
    }
    response
}
