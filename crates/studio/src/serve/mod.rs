//! The server: pages, their files, and a socket for each page.

mod assets;
mod guard;
mod socket;

pub use assets::Assets;

use crate::engine::{self, Inbox};
use crate::files::Desk;
use crate::session::Session;
use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use axum::serve::ListenerExt;
use guard::{Guard, HEADERS};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
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
    /// The scene cannot be opened.
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
    /// If the scene cannot be opened, or the address is taken.
    pub fn start(options: &StudioOptions) -> Result<Self, StudioError> {
        let mut session = Session::new(Desk { folder: options.folder.clone() });
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
        let told = end.clone();
        let server = std::thread::spawn(move || {
            runtime.block_on(async {
                tokio::select! {
                    () = serve(listener, shared) => {}
                    () = told.notified() => {}
                }
            });
            runtime.shutdown_background();
        });
        Ok(Self { url, address, inbox, end, server: Some(server), engine: Some(engine) })
    }

    /// The address to open, with its token.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
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

async fn serve(listener: std::net::TcpListener, shared: Shared) {
    let listener = match tokio::net::TcpListener::from_std(listener) {
        Ok(listener) => listener,
        Err(why) => return eprintln!("the server cannot be started: {why}"),
    };
    // Answers are small and wanted at once.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let router = Router::new().fallback(answer).with_state(shared);
    if let Err(why) = axum::serve(listener, router).await {
        eprintln!("the server ended: {why}");
    }
}

async fn answer(
    State(shared): State<Shared>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    request: Request,
) -> Response {
    let path = request.uri().path();
    let mut response = match shared.guard.admit(request.headers(), path) {
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

fn plain(status: StatusCode, text: &'static str) -> Response {
    let mut response = Response::new(Body::from(text));
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
