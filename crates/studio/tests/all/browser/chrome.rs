//! A Chromium without a window, driven by its debugging protocol over a plain WebSocket: start it, open a page, press
//! and type as a person would, look at what is there. The browser that a test starts ends with it.

use std::collections::VecDeque;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};
use wayfront_testkit::outside::skip;

/// How long a page may take for anything. A loaded machine is slow, a test that hangs is worse.
const PATIENCE: Duration = Duration::from_secs(60);
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// A running browser with one page.
pub struct Page {
    process: Child,
    profile: PathBuf,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: String,
    next: u64,
    events: VecDeque<Value>,
    errors: Vec<String>,
    /// Where the pointer is, in pixels of the window.
    pointer: [f64; 2],
}

/// Which keys are held: the bits of the protocol.
pub const ALT: u32 = 1;
pub const CTRL: u32 = 2;
pub const SHIFT: u32 = 8;

impl Page {
    /// Opens `address` in a window of `width` by `height` pixels; `None`, and one line, where there is no Chromium.
    pub fn open(address: &str, [width, height]: [u32; 2]) -> Option<Self> {
        let Some(program) = NAMES.into_iter().find(|name| runs(name)) else {
            skip("no Chromium");
            return None;
        };
        let profile = std::env::temp_dir().join(format!("wayfront-browser-{}-{:x}", std::process::id(), stamp()));
        std::fs::create_dir_all(&profile).expect("a folder for the profile");
        let process = start(program, &profile, [width, height]);
        let mut page = Self {
            socket: connect(&profile),
            process,
            profile,
            session: String::new(),
            next: 1,
            events: VecDeque::new(),
            errors: Vec::new(),
            pointer: [0.0; 2],
        };
        let target = page.command("Target.createTarget", json!({"url": "about:blank"}));
        let attached = page.command("Target.attachToTarget", json!({"targetId": target["targetId"], "flatten": true}));
        page.session = attached["sessionId"].as_str().expect("a session").to_owned();
        for domain in ["Page.enable", "Runtime.enable", "Log.enable"] {
            page.command(domain, json!({}));
        }
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        page.command("Emulation.setDeviceMetricsOverride", metrics);
        page.go(address);
        Some(page)
    }

    /// Goes to an address and waits until the studio there is ready.
    pub fn go(&mut self, address: &str) {
        self.command("Page.navigate", json!({"url": address}));
        self.wait("window.studio?.state().ready && window.studio.state().frames > 0");
    }

    /// Leaves the page.
    pub fn leave(&mut self) {
        self.command("Page.navigate", json!({"url": "about:blank"}));
    }

    pub fn reload(&mut self) {
        self.eval("window.studio = undefined");
        self.command("Page.reload", json!({}));
        self.wait("window.studio?.state().ready && window.studio.state().frames > 0");
    }

    /// The value of an expression in the page.
    pub fn eval(&mut self, expression: &str) -> Value {
        let wish = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.command("Runtime.evaluate", wish);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Waits until an expression holds.
    pub fn wait(&mut self, expression: &str) {
        let until = Instant::now() + PATIENCE;
        while self.eval(&format!("Boolean({expression})")) != json!(true) {
            if Instant::now() > until {
                self.picture("timeout");
                let state = self.brief();
                panic!("not within {PATIENCE:?}: {expression}\nerrors: {:?}\nstate: {state}", self.errors);
            }
            std::thread::sleep(Duration::from_millis(40));
        }
    }

    fn brief(&mut self) -> String {
        self.eval("JSON.stringify(window.studio?.state?.() ?? null)")
            .as_str()
            .unwrap_or("")
            .chars()
            .take(3000)
            .collect()
    }

    /// A field of `studio.state()`.
    pub fn state(&mut self, field: &str) -> Value {
        self.eval(&format!("window.studio.state().{field}"))
    }

    /// Where a point of the plan is in the window.
    pub fn place(&mut self, [x, y]: [f64; 2]) -> [f64; 2] {
        let at = self.eval(&format!("window.studio.place({x}, {y})"));
        [at[0].as_f64().expect("x"), at[1].as_f64().expect("y")]
    }

    /// The middle of the first element that a selector finds.
    pub fn middle_of(&mut self, selector: &str) -> [f64; 2] {
        let find = format!(
            "(() => {{ const e = document.querySelector({}); if (!e) return null; e.scrollIntoView({{block: 'nearest'}}); \
             const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()",
            json!(selector)
        );
        self.wait(&format!("document.querySelector({})", json!(selector)));
        let at = self.eval(&find);
        [at[0].as_f64().expect("x"), at[1].as_f64().expect("y")]
    }

    /// Clicks an element.
    pub fn press(&mut self, selector: &str) {
        let at = self.middle_of(selector);
        self.click_at(at, 0);
    }

    /// Clicks a point of the plan.
    pub fn click(&mut self, at: [f64; 2]) {
        let at = self.place(at);
        self.click_at(at, 0);
    }

    pub fn click_at(&mut self, at: [f64; 2], held: u32) {
        self.mouse("mouseMoved", at, 0, held);
        self.mouse("mousePressed", at, 1, held);
        self.mouse("mouseReleased", at, 0, held);
    }

    /// Moves the pointer to a point of the plan.
    pub fn hover(&mut self, at: [f64; 2]) {
        let at = self.place(at);
        self.mouse("mouseMoved", at, 0, 0);
    }

    /// Drags from one point of the plan to another, in steps.
    pub fn drag(&mut self, from: [f64; 2], to: [f64; 2], steps: u32, held: u32) {
        self.grab(from, held);
        self.pull(from, to, steps, held);
        self.let_go(held);
    }

    /// Presses the button at a point of the plan, and holds it.
    pub fn grab(&mut self, at: [f64; 2], held: u32) {
        let at = self.place(at);
        self.mouse("mouseMoved", at, 0, held);
        self.mouse("mousePressed", at, 1, held);
    }

    pub fn pull(&mut self, from: [f64; 2], to: [f64; 2], steps: u32, held: u32) {
        let ends = [self.place(from), self.place(to)];
        for step in 1..=steps {
            let t = f64::from(step) / f64::from(steps);
            let at = [0, 1].map(|k| ends[0][k] + (ends[1][k] - ends[0][k]) * t);
            self.mouse("mouseMoved", at, 1, held);
        }
    }

    pub fn let_go(&mut self, held: u32) {
        self.mouse("mouseReleased", self.pointer, 0, held);
    }

    fn mouse(&mut self, kind: &str, [x, y]: [f64; 2], buttons: u32, held: u32) {
        self.pointer = [x, y];
        let button = if kind == "mouseMoved" && buttons == 0 { "none" } else { "left" };
        let wish = json!({"type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "modifiers": held, "clickCount": 1});
        self.command("Input.dispatchMouseEvent", wish);
    }

    /// Presses a key: a letter, or a name such as `Enter`.
    pub fn key(&mut self, key: &str, held: u32) {
        let text = if key.chars().count() == 1 && held & CTRL == 0 { key } else { "" };
        let text = if key == "Enter" { "\r" } else { text };
        let code = match key {
            "Enter" => 13,
            "Tab" => 9,
            "Escape" => 27,
            "Backspace" => 8,
            "Delete" => 46,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            other => u32::from(other.to_ascii_uppercase().bytes().next().unwrap_or(0)),
        };
        let wish = |kind: &str| json!({"type": kind, "key": key, "text": text, "windowsVirtualKeyCode": code, "modifiers": held});
        self.command("Input.dispatchKeyEvent", wish("keyDown"));
        self.command("Input.dispatchKeyEvent", wish("keyUp"));
    }

    /// Types a text, letter by letter.
    pub fn write(&mut self, text: &str) {
        for letter in text.chars() {
            self.key(&letter.to_string(), 0);
        }
    }

    /// Drops a file on the page.
    pub fn drop_file(&mut self, name: &str, text: &str) {
        self.eval(&format!(
            "(() => {{ const data = new DataTransfer(); data.items.add(new File([{}], {})); \
             for (const type of ['dragenter', 'dragover', 'drop']) \
             document.getElementById('hand').dispatchEvent(new DragEvent(type, {{dataTransfer: data, bubbles: true, cancelable: true}})); }})()",
            json!(text),
            json!(name)
        ));
    }

    /// Waits until the page has drawn what it knows.
    pub fn settle(&mut self) {
        self.eval("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
        std::thread::sleep(Duration::from_millis(60));
    }

    /// Keeps a picture of the window in `target/studio-pictures`.
    pub fn picture(&mut self, name: &str) -> PathBuf {
        use std::io::Write as _;
        self.settle();
        let shot = self.command("Page.captureScreenshot", json!({"format": "png"}));
        let bytes = base64(shot["data"].as_str().expect("a picture"));
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/studio-pictures");
        std::fs::create_dir_all(&folder).expect("a folder for pictures");
        let path = folder.join(format!("{name}.png"));
        std::fs::File::create(&path).and_then(|mut file| file.write_all(&bytes)).expect("a picture is written");
        path
    }

    /// A part of the window (x, y, width, height) as a PNG, made smaller or larger.
    pub fn part(&mut self, [x, y, width, height]: [f64; 4], scale: f64) -> Vec<u8> {
        self.settle();
        let clip = json!({"x": x, "y": y, "width": width, "height": height, "scale": scale});
        let shot = self.command("Page.captureScreenshot", json!({"format": "png", "clip": clip}));
        base64(shot["data"].as_str().expect("a picture"))
    }

    /// What the console complained about so far.
    pub fn errors(&mut self) -> Vec<String> {
        self.eval("1");
        self.errors.clone()
    }

    fn command(&mut self, method: &str, params: Value) -> Value {
        let id = self.next;
        self.next += 1;
        let mut message = json!({"id": id, "method": method, "params": params});
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.socket.send(Message::text(message.to_string())).expect("the browser listens");
        loop {
            let answer = self.read();
            if answer["id"] == json!(id) {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.note(&answer);
        }
    }

    fn read(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().expect("the browser answers") {
                return serde_json::from_str(text.as_str()).expect("JSON");
            }
        }
    }

    /// Exceptions, errors and warnings of the console, and files that are missing.
    fn note(&mut self, event: &Value) {
        let params = &event["params"];
        match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => {
                let details = &params["exceptionDetails"];
                let text = details["exception"]["description"].as_str().or(details["text"].as_str());
                self.errors.push(text.unwrap_or("an exception").to_owned());
            }
            Some("Runtime.consoleAPICalled")
                if matches!(params["type"].as_str(), Some("error" | "assert" | "warning")) =>
            {
                self.errors.push(params["args"].to_string());
            }
            Some("Log.entryAdded") if params["entry"]["level"] == "error" => {
                self.errors.push(format!("{} {}", params["entry"]["text"], params["entry"]["url"]));
            }
            _ => {}
        }
        self.events.push_back(event.clone());
        self.events.truncate(64);
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // Asked politely first, since its helpers then end with it; then by its handle.
        let _ = self.socket.send(Message::text(json!({"id": 0, "method": "Browser.close"}).to_string()));
        for _ in 0..40 {
            if !matches!(self.process.try_wait(), Ok(None)) {
                break;
            }
            std::thread::sleep(Duration::from_millis(25));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

fn runs(program: &str) -> bool {
    let mut ask = Command::new(program);
    ask.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    ask.status().is_ok_and(|status| status.success())
}

fn stamp() -> u128 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_nanos())
}

fn start(program: &str, profile: &Path, [width, height]: [u32; 2]) -> Child {
    let mut command = Command::new(program);
    command
        .args(["--headless=new", "--remote-debugging-port=0", "--no-first-run", "--disable-extensions", "--mute-audio"])
        .args(["--enable-unsafe-swiftshader", "--hide-scrollbars", "--force-color-profile=srgb"])
        .args(["--disable-background-timer-throttling", "--disable-renderer-backgrounding"])
        .arg(format!("--window-size={width},{height}"))
        .arg(format!("--user-data-dir={}", profile.display()));
    // Its sandbox refuses to run as root, as containers do.
    if std::env::var("USER").as_deref() == Ok("root") || Path::new("/root").read_dir().is_ok() {
        command.arg("--no-sandbox");
    }
    command.arg("about:blank").stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("Chromium starts")
}

/// The address is in a file of the profile as soon as the browser listens.
fn connect(profile: &Path) -> WebSocket<MaybeTlsStream<TcpStream>> {
    let until = Instant::now() + PATIENCE;
    loop {
        if let Ok(text) = std::fs::read_to_string(profile.join("DevToolsActivePort")) {
            let mut lines = text.lines();
            if let (Some(port), Some(path)) = (lines.next(), lines.next())
                && let Ok((socket, _)) = tungstenite::connect(format!("ws://127.0.0.1:{port}{path}"))
            {
                return socket;
            }
        }
        assert!(Instant::now() < until, "Chromium does not listen");
        std::thread::sleep(Duration::from_millis(30));
    }
}

/// Base64 as the protocol has it: no breaks, padded.
fn base64(text: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<u8> = text.bytes().filter_map(value).collect();
    let group = |digits: &[u8]| {
        let bits = digits.iter().enumerate().fold(0_u32, |sum, (k, &d)| sum | u32::from(d) << (18 - 6 * k));
        bits.to_be_bytes()[1..digits.len()].to_vec()
    };
    digits.chunks(4).flat_map(group).collect()
}
