//! The server: access, limits, sockets.

use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket, client};
use wayfront_studio::{Studio, StudioOptions};

/// A studio in a folder of its own.
struct Place {
    studio: Option<Studio>,
    folder: PathBuf,
}

impl Place {
    fn new(name: &str, scene: Option<&str>) -> Self {
        let folder = std::env::temp_dir().join(format!("wayfront-serve-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let options =
            StudioOptions { scene: scene.map(str::to_owned), folder: folder.clone(), ..StudioOptions::default() };
        Self { studio: Some(Studio::start(&options).unwrap()), folder }
    }

    fn studio(&self) -> &Studio {
        self.studio.as_ref().unwrap()
    }

    fn token(&self) -> String {
        self.studio().url().trim_end_matches('/').rsplit('/').next().unwrap().to_owned()
    }

    /// Status line, headers and body of a request.
    fn get(&self, path: &str, headers: &[(&str, &str)]) -> (u16, String) {
        let mut stream = TcpStream::connect(self.studio().address()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut request = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|header| header.0 == "Host") {
            request += &format!("Host: {}\r\n", self.studio().address());
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        stream.write_all((request + "\r\n").as_bytes()).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        (status, answer)
    }

    fn socket(&self) -> Page {
        self.socket_with(&[]).unwrap()
    }

    fn socket_with(&self, headers: &[(&str, &str)]) -> Result<Page, String> {
        let url = self.studio().url().replace("http://", "ws://") + "socket";
        let mut request = url.into_client_request().unwrap();
        for (name, value) in headers {
            let name = tungstenite::http::HeaderName::from_bytes(name.as_bytes()).unwrap();
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        let stream = TcpStream::connect(self.studio().address()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream.set_nodelay(true).unwrap();
        let config = tungstenite::protocol::WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let (socket, _) =
            client::client_with_config(request, stream, Some(config)).map_err(|error| error.to_string())?;
        Ok(Page(socket))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.studio = None;
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

struct Page(WebSocket<TcpStream>);

impl Page {
    fn say(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).unwrap();
    }

    /// The next text of a type.
    fn wait(&mut self, kind: &str) -> Value {
        loop {
            if let Message::Text(text) = self.0.read().unwrap() {
                let value: Value = serde_json::from_str(&text).unwrap();
                if value["type"] == kind {
                    return value;
                }
            }
        }
    }

    /// Why the socket was closed.
    fn closed(&mut self) -> (u16, String) {
        loop {
            match self.0.read() {
                Ok(Message::Close(Some(frame))) => return (frame.code.into(), frame.reason.to_string()),
                Ok(_) => {}
                Err(error) => panic!("no reason: {error}"),
            }
        }
    }

    fn hello(&mut self) -> Value {
        self.say(json!({"type": "hello", "protocol": 1}));
        self.wait("scene")
    }
}

#[test]
fn pages_are_served_with_the_token_alone() {
    let place = Place::new("token", Some("office"));
    let token = place.token();
    assert_eq!(token.len(), 32);
    let (status, answer) = place.get(&format!("/{token}/"), &[]);
    assert_eq!(status, 200, "{answer}");
    let lower = answer.to_lowercase();
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cache-control: no-store",
    ] {
        assert!(lower.contains(header), "{header} in {lower}");
    }
    assert!(!lower.contains("unsafe-inline") && !answer.contains("stairs east"), "the scene comes over the socket");
    assert_eq!(place.get(&format!("/{token}"), &[]).0, 308);
    let other = "0".repeat(32);
    for path in [
        "/",
        "/index.html",
        "/socket",
        &format!("/{other}/"),
        &format!("/{}/", &token[..31]),
        &format!("/{other}/socket"),
    ] {
        assert_eq!(place.get(path, &[]).0, 403, "{path}");
    }
    assert_eq!(place.get(&format!("/{token}/nothing.js"), &[]).0, 404);
    assert_eq!(place.get(&format!("/{token}/socket"), &[]).0, 426);
}

#[test]
fn names_of_others_and_pages_of_others_are_refused() {
    let place = Place::new("rebinding", None);
    let (token, port) = (place.token(), place.studio().address().port());
    let path = format!("/{token}/");
    for host in
        ["evil.example", &format!("evil.example:{port}"), "127.0.0.1", &format!("127.0.0.1.evil.example:{port}"), ""]
    {
        assert_eq!(place.get(&path, &[("Host", host)]).0, 403, "{host}");
    }
    assert_eq!(place.get(&path, &[("Host", &format!("localhost:{port}"))]).0, 200);
    for origin in [
        "http://evil.example",
        "null",
        &format!("https://127.0.0.1:{port}"),
        &format!("http://127.0.0.1:{}", port.wrapping_add(1)),
    ] {
        assert_eq!(place.get(&path, &[("Origin", origin)]).0, 403, "{origin}");
        assert!(place.socket_with(&[("Origin", origin)]).is_err_and(|why| why.contains("403")), "{origin}");
    }
    assert!(place.socket_with(&[("Host", "evil.example")]).is_err_and(|why| why.contains("403")));
    assert!(place.socket_with(&[("Origin", &format!("http://127.0.0.1:{port}"))]).is_ok());
}

#[test]
fn a_header_that_is_given_twice_is_refused() {
    let place = Place::new("twice", None);
    let (token, own) = (place.token(), place.studio().address().to_string());
    let (path, origin) = (format!("/{token}/"), format!("http://{own}"));
    assert_eq!(place.get(&path, &[("Origin", &origin)]).0, 200);
    for headers in [
        [("Host", own.as_str()), ("Host", "evil.example")],
        [("Host", &own), ("Host", &own)],
        [("Origin", &origin), ("Origin", "http://evil.example")],
        [("Origin", &origin), ("Origin", &origin)],
    ] {
        let (status, _) = place.get(&path, &headers);
        assert!(matches!(status, 400 | 403), "{headers:?}: {status}");
    }
    assert_eq!(place.get(&format!("http://{own}{path}"), &[]).0, 200);
    for other in [format!("http://evil.example{path}"), format!("https://{own}{path}")] {
        assert_eq!(place.get(&other, &[]).0, 403, "{other}");
    }
}

#[test]
fn connections_that_are_left_half_open_keep_no_page_out() {
    let place = Place::new("half-open", None);
    let path = format!("/{}/", place.token());
    let mut half: Vec<TcpStream> = Vec::new();
    for k in 0..300 {
        let mut stream = TcpStream::connect(place.studio().address()).unwrap();
        if k % 2 == 0 {
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: ");
        }
        half.push(stream);
    }
    let begun = Instant::now();
    assert_eq!(place.get(&path, &[]).0, 200);
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
    // The oldest were closed at once, the newest are when their time is over.
    let is_closed = |stream: &mut TcpStream| {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut rest = Vec::new();
        !matches!(stream.read_to_end(&mut rest), Err(why) if why.kind() == std::io::ErrorKind::WouldBlock)
    };
    assert!(is_closed(&mut half[0]) && is_closed(&mut half[299]));
}

#[test]
fn nothing_beside_the_page_is_served() {
    let place = Place::new("traversal", None);
    let token = place.token();
    for path in [
        "../Cargo.toml",
        "..%2fCargo.toml",
        "%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "a/../../x",
        "index.html%00",
    ] {
        let (status, _) = place.get(&format!("/{token}/{path}"), &[]);
        assert!(matches!(status, 400 | 403 | 404), "{path}: {status}");
    }
}

#[cfg(unix)]
#[test]
fn a_folder_of_assets_ends_where_it_ends() {
    let base = std::env::temp_dir().join(format!("wayfront-serve-{}-assets", std::process::id()));
    let _ = std::fs::remove_dir_all(&base);
    std::fs::create_dir_all(base.join("page")).unwrap();
    std::fs::write(base.join("secret.txt"), "secret").unwrap();
    std::fs::write(base.join("page/index.html"), "<p>mine</p>").unwrap();
    std::os::unix::fs::symlink(base.join("secret.txt"), base.join("page/link.txt")).unwrap();
    let options = StudioOptions { assets: Some(base.join("page")), folder: base.clone(), ..StudioOptions::default() };
    let place = Place { studio: Some(Studio::start(&options).unwrap()), folder: base };
    let token = place.token();
    assert!(place.get(&format!("/{token}/"), &[]).1.ends_with("<p>mine</p>"));
    for path in ["../secret.txt", "link.txt", "%2e%2e/secret.txt", "./../secret.txt"] {
        assert!(!place.get(&format!("/{token}/{path}"), &[]).1.contains("\r\n\r\nsecret"), "{path}");
    }
}

#[test]
fn garbage_closes_its_socket_and_nothing_else() {
    let place = Place::new("garbage", Some("office"));
    let mut good = place.socket();
    good.hello();
    for text in ["garbage", "[]", "{}", "{\"type\": 7}", "\u{0}", "{\"type\": \"edit\"", "null"] {
        let mut bad = place.socket();
        bad.0.send(Message::text(text)).unwrap();
        assert_eq!(bad.closed().0, 1007, "{text:?}");
    }
    let mut bad = place.socket();
    bad.0.send(Message::binary(vec![255; 100])).unwrap();
    assert_eq!(bad.closed().0, 1007);
    good.say(json!({"type": "dance"}));
    assert_eq!(good.wait("trouble")["what"], "there is no message called `dance`");
    assert_eq!(good.hello()["file"]["name"], "office");
}

#[test]
fn limits_are_named() {
    let place = Place::new("limits", None);
    let mut pages: Vec<Page> = (0..8).map(|_| place.socket()).collect();
    assert!(place.socket_with(&[]).is_err_and(|why| why.contains("503")));
    drop(pages.pop());
    let start = Instant::now();
    let again = loop {
        match place.socket_with(&[]) {
            Ok(page) => break page,
            Err(_) if start.elapsed() < Duration::from_secs(10) => std::thread::sleep(Duration::from_millis(20)),
            Err(why) => panic!("{why}"),
        }
    };
    let mut page = again;
    // One byte more than a message may have.
    let large = "x".repeat((64 << 20) + 1);
    let _ = page.0.send(Message::text(large));
    match page.0.read() {
        Ok(Message::Close(Some(frame))) => assert_eq!(u16::from(frame.code), 1009, "{}", frame.reason),
        // The server may close before it has read everything that is still coming.
        Ok(other) => panic!("{other:?}"),
        Err(_) => {}
    }
    assert!(pages[0].hello()["limits"]["message"] == 64 << 20);
}

#[test]
fn two_windows_agree() {
    let place = Place::new("windows", Some("office"));
    let [mut one, mut two] = [place.socket(), place.socket()];
    one.hello();
    two.hello();
    one.say(
        json!({"type": "edit", "frame": 3, "edits": [{"op": "add", "kind": "wall", "value": [[3, 3], [4, 4.25]]}]}),
    );
    let [first, second] = [one.wait("edited"), two.wait("edited")];
    assert_eq!(first, second);
    two.say(json!({"type": "undo"}));
    assert_eq!(one.wait("edited")["revision"], 3);
    assert_eq!(one.hello()["things"], two.hello()["things"]);
}

#[test]
fn ending_keeps_what_is_not_saved() {
    let mut place = Place::new("ending", None);
    std::fs::write(place.folder.join("hall.toml"), "[world]\nboundary = [[0, 0], [9, 0], [9, 9]]\n").unwrap();
    let scene = place.folder.join("hall.toml").display().to_string();
    let start = |folder: &PathBuf| {
        let options = StudioOptions { scene: Some(scene.clone()), folder: folder.clone(), ..StudioOptions::default() };
        Some(Studio::start(&options).unwrap())
    };
    place.studio = start(&place.folder);
    let mut page = place.socket();
    assert_eq!(page.hello()["recover"], Value::Null);
    page.say(json!({"type": "edit", "edits": [{"op": "add", "kind": "wall", "value": [[3, 1], [4, 2]]}]}));
    page.wait("edited");
    let begun = Instant::now();
    place.studio = None;
    assert!(begun.elapsed() < Duration::from_secs(5), "a page that is open does not hold it up");
    place.studio = start(&place.folder);
    let mut page = place.socket();
    assert_eq!(page.hello()["recover"]["name"], "hall.toml");
    page.say(json!({"type": "recover", "keep": true}));
    let scene = page.wait("scene");
    assert!(scene["things"].as_array().unwrap().iter().any(|thing| thing["kind"] == "wall"));
}

#[test]
fn a_run_that_is_stopped_ends_at_once() {
    let place = Place::new("stop", Some("evacuation"));
    let mut page = place.socket();
    page.hello();
    page.say(json!({"type": "run", "until": 3000}));
    page.wait("running");
    let stopped = Instant::now();
    page.say(json!({"type": "stop"}));
    while page.wait("running")["ended"] != true {}
    // How long the work itself goes on is measured without other programs in `session/cancelling.rs`.
    assert!(stopped.elapsed() < Duration::from_secs(5), "{:?}", stopped.elapsed());
}

#[test]
fn a_file_that_cannot_be_read_is_a_page_that_says_so() {
    let mut place = Place::new("unreadable", None);
    let file = place.folder.join("broken.toml");
    std::fs::write(&file, "[world]\nboundary = [[0, 0], [9, 0]\nname = 3\n").unwrap();
    let scene = Some(file.display().to_string());
    let options = StudioOptions { scene, folder: place.folder.clone(), ..StudioOptions::default() };
    place.studio = Some(Studio::start(&options).unwrap());
    assert!(place.studio().unopened()[0].starts_with("line 3: "), "{:?}", place.studio().unopened());
    let mut page = place.socket();
    assert_eq!(page.hello()["file"], Value::Null);
    let rejected = page.wait("rejected");
    assert_eq!((&rejected["name"], &rejected["problems"][0]["line"]), (&json!("broken.toml"), &json!(3)), "{rejected}");
    page.say(json!({"type": "open", "builtin": "office"}));
    page.wait("scene");
    assert_eq!(place.socket().hello()["file"]["name"], "office");
    let missing = StudioOptions { scene: Some("no such scene".to_owned()), ..StudioOptions::default() };
    assert!(Studio::start(&missing).is_err());
}

#[test]
fn both_addresses_of_this_machine_answer() {
    let place = Place::new("addresses", None);
    let port = place.studio().address().port();
    let Ok(mut stream) = TcpStream::connect((std::net::Ipv6Addr::LOCALHOST, port)) else {
        // There is no IPv6 here, or another program has the port.
        assert!(std::net::TcpListener::bind((std::net::Ipv6Addr::LOCALHOST, port)).is_err());
        return;
    };
    let token = place.token();
    write!(stream, "GET /{token}/ HTTP/1.1\r\nHost: [::1]:{port}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}
