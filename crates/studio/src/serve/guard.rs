//! Access: this machine, pages of this server, and only with the token.
//!
//! A page of another origin can open a WebSocket to any port of this machine, and a name of its own can point here (DNS
//! rebinding): so `Host` must be the server's own address, `Origin`, where there is one, its own origin, and the path must
//! begin with a token that no page can guess. A header that is given twice, or an absolute address of another server, is
//! refused: readers do not agree on which of the two counts.

use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use std::net::{IpAddr, SocketAddr};

/// What is asked of every request.
#[derive(Clone, Debug)]
pub struct Guard {
    token: String,
    /// `127.0.0.1:PORT` and other names of the same.
    hosts: Vec<String>,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Host,
    Origin,
    Token,
}

impl Refusal {
    /// What the answer says; nothing that helps an intruder.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Host => "this server answers to its own address only\n",
            Self::Origin => "this server answers to its own pages only\n",
            Self::Token => "open the address that `wayfront studio` printed: its token is needed\n",
        }
    }
}

impl Guard {
    /// A guard with a token of 128 random bits.
    pub fn new(address: SocketAddr) -> Result<Self, getrandom::Error> {
        let mut random = [0; 16];
        getrandom::fill(&mut random)?;
        let token = random.iter().map(|byte| format!("{byte:02x}")).collect();
        let port = address.port();
        let mut hosts = vec![address.to_string()];
        if address.ip().is_loopback() || address.ip().is_unspecified() {
            hosts.extend([format!("localhost:{port}"), format!("127.0.0.1:{port}"), format!("[::1]:{port}")]);
        }
        Ok(Self { token, hosts })
    }

    /// The address that pages are opened at.
    pub fn url(&self, address: SocketAddr) -> String {
        let ip = match address.ip() {
            ip if ip.is_unspecified() => IpAddr::from([127, 0, 0, 1]),
            ip => ip,
        };
        format!("http://{}/{}/", SocketAddr::new(ip, address.port()), self.token)
    }

    /// The rest of the path, behind the token; or why the request is refused.
    pub fn admit<'p>(&self, uri: &'p Uri, headers: &HeaderMap) -> Result<&'p str, Refusal> {
        let texts = |name: HeaderName| -> Vec<&str> {
            headers.get_all(name).iter().map(|value| value.to_str().unwrap_or("?")).collect()
        };
        let is_own_authority = uri.authority().is_none_or(|authority| self.is_own(authority.as_str()));
        let is_own_scheme = uri.scheme_str().is_none_or(|scheme| scheme == "http");
        if !is_own_authority || !is_own_scheme || !matches!(texts(header::HOST)[..], [host] if self.is_own(host)) {
            return Err(Refusal::Host);
        }
        let is_own_origin = |origin: &str| origin.strip_prefix("http://").is_some_and(|host| self.is_own(host));
        match texts(header::ORIGIN)[..] {
            [] => {}
            [origin] if is_own_origin(origin) => {}
            _ => return Err(Refusal::Origin),
        }
        let path = uri.path().strip_prefix('/').unwrap_or(uri.path());
        let (token, rest) = path.split_once('/').unwrap_or((path, ""));
        if is_same(token.as_bytes(), self.token.as_bytes()) { Ok(rest) } else { Err(Refusal::Token) }
    }

    fn is_own(&self, host: &str) -> bool {
        self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host))
    }
}

/// Compared in a time that does not depend on where the two differ.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |differing, (a, b)| differing | (a ^ b)) == 0
}

/// Headers of every answer.
pub const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
             font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
];
