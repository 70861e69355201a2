//! `wayfront studio`, as a command: what it shows is what the other verbs say.

use crate::common::{command, folder, wayfront};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use tungstenite::{Message, WebSocket, client};

/// A studio that runs, and a socket to it. Ends with it.
struct Running {
    child: Child,
    socket: WebSocket<TcpStream>,
}

impl Running {
    fn of(arguments: &[&str]) -> Self {
        let mut child = command(&[&["studio", "--no-open", "--quiet"], arguments].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let address = url.trim().strip_prefix("http://").unwrap().to_owned();
        let stream = TcpStream::connect(address.split('/').next().unwrap()).unwrap();
        let (socket, _) = client::client(format!("ws://{address}socket"), stream).unwrap();
        Self { child, socket }
    }

    fn ask(&mut self, message: Value, kind: &str) -> Value {
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                let value: Value = serde_json::from_str(&text).unwrap();
                if value["type"] == kind {
                    return value;
                }
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A table is dragged and dropped, the scene saved; then `query` answers as the studio did, bit for bit.
#[test]
fn what_is_shown_is_what_the_command_says() {
    let scene = folder().join("studio-office.toml").display().to_string();
    assert_eq!(wayfront(&["convert", "office", &scene]).status, 0);
    let mut studio = Running::of(&[&scene]);
    let things = studio.ask(json!({"type": "hello"}), "scene")["things"].as_array().unwrap().clone();
    let table = things.iter().rfind(|thing| thing["kind"] == "obstacle").unwrap();
    let moved: Vec<Value> = table["value"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| json!([p[0].as_f64().unwrap() - 0.37, p[1].as_f64().unwrap() + 0.11]))
        .collect();
    let edits = json!([{"op": "set", "id": table["id"], "value": moved}]);
    studio.ask(json!({"type": "drag", "frame": 1, "edits": edits}), "dragged");
    studio.ask(json!({"type": "edit", "frame": 2, "edits": edits}), "edited");
    studio.ask(json!({"type": "save"}), "saved");
    let points: Vec<[f64; 2]> = (0..400)
        .map(|k| [0.1 + 40.0 * (f64::from(k) * 0.754_877).fract(), 24.0 * (f64::from(k) * 0.569_84).fract()])
        .collect();
    let mut query =
        command(&["query", &scene, "--points", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let lines: String = points.iter().map(|p| format!("{},{}\n", p[0], p[1])).collect();
    query.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let rows = String::from_utf8(query.wait_with_output().unwrap().stdout).unwrap();
    let mut reached = 0;
    for (row, point) in rows.lines().skip(1).zip(&points) {
        let reply = studio.ask(json!({"type": "ask", "point": point}), "answered");
        let fields: Vec<&str> = row.split(',').collect();
        assert_eq!(reply["status"], fields[2], "{row}");
        if fields[2] == "ok" {
            reached += 1;
            let cost: f64 = fields[3].parse().unwrap();
            assert_eq!(reply["cost"].as_f64().map(f64::to_bits), Some(cost.to_bits()), "{row}");
            assert_eq!(reply["source"].to_string(), fields[6], "{row}");
            let next: [f64; 2] = [fields[4].parse().unwrap(), fields[5].parse().unwrap()];
            assert_eq!(reply["route"][1], json!(next), "{row}");
        }
    }
    assert!(reached > 200, "{reached}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_and_keeps_what_is_not_saved() {
    let scene = folder().join("studio-kept.toml").display().to_string();
    assert_eq!(wayfront(&["convert", "two-rooms", &scene]).status, 0);
    let mut studio = Running::of(&[&scene]);
    studio.ask(json!({"type": "hello"}), "scene");
    studio.ask(json!({"type": "edit", "edits": [{"op": "add", "kind": "wall", "value": [[1, 1], [2, 2]]}]}), "edited");
    assert!(Command::new("kill").args(["-INT", &studio.child.id().to_string()]).status().unwrap().success());
    assert!(studio.child.wait().unwrap().success());
    let kept = folder().join(".studio-kept.toml.unsaved.json");
    assert!(std::fs::read_to_string(&kept).unwrap().contains("[[1,1],[2,2]]"));
    std::fs::remove_file(kept).unwrap();
}

#[test]
fn what_cannot_be_opened_is_said_before_anything_is_served() {
    let run = wayfront(&["studio", "offise", "--no-open"]);
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    assert_eq!(run.err, "there is no file `offise`, and no built-in scene of that name\n    did you mean `office`?\n");
    let run = wayfront(&["studio", "office", "--no-open", "--port", "70000"]);
    assert_eq!(run.status, 2);
}
