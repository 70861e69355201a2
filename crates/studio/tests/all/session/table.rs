//! A session with jobs done on the spot, and what it answers.

use serde_json::{Value, json};
use std::path::PathBuf;
use wayfront_studio::{Desk, Outgoing, PageId, Payload, Session, To};

/// A session, with jobs done on the spot.
pub struct Table {
    pub session: Session,
    pub folder: PathBuf,
}

/// What came for a page.
#[derive(Default)]
pub struct Answers {
    pub texts: Vec<Value>,
    pub binaries: Vec<Vec<u8>>,
    pub closed: Vec<String>,
}

impl Answers {
    pub fn of(&self, kind: &str) -> &Value {
        let found = self.texts.iter().rev().find(|text| text["type"] == kind);
        found.unwrap_or_else(|| {
            let kinds: Vec<&Value> = self.texts.iter().map(|text| &text["type"]).collect();
            panic!("no `{kind}` among {kinds:?}")
        })
    }

    pub fn has(&self, kind: &str) -> bool {
        self.texts.iter().any(|text| text["type"] == kind)
    }
}

impl Table {
    pub fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("wayfront-session-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self { session: Session::new(Desk::new(folder.clone())), folder }
    }

    pub fn with(name: &str, scene: &str) -> Self {
        let mut table = Self::new(name);
        table.session.open(scene).unwrap();
        table
    }

    pub fn say(&mut self, message: Value) -> Answers {
        let out = self.session.text(1, &message.to_string());
        self.gather(1, out)
    }

    pub fn drop_files(&mut self, files: &[(&str, &[u8])]) -> Answers {
        let about: Vec<Value> = files.iter().map(|(name, bytes)| json!({"name": name, "size": bytes.len()})).collect();
        let text = json!({"type": "open", "files": about}).to_string();
        let mut message = (text.len() as u32).to_le_bytes().to_vec();
        message.extend_from_slice(text.as_bytes());
        files.iter().for_each(|(_, bytes)| message.extend_from_slice(bytes));
        let out = self.session.bytes(1, &message);
        self.gather(1, out)
    }

    pub fn gather(&mut self, page: PageId, out: Vec<Outgoing>) -> Answers {
        let mut answers = Answers::default();
        let mut waiting: std::collections::VecDeque<Outgoing> = out.into();
        while let Some(what) = waiting.pop_front() {
            match what {
                Outgoing::Send(to, payload) if to == To::All || to == To::Page(page) => match payload {
                    Payload::Text(text) => answers.texts.push(serde_json::from_str(&text).unwrap()),
                    Payload::Binary(bytes) => answers.binaries.push(bytes.to_vec()),
                },
                Outgoing::Send(..) => {}
                Outgoing::Cancel(_) => {}
                Outgoing::Close(_, why) => answers.closed.push(why),
                Outgoing::Work(job) => {
                    let mut events = Vec::new();
                    job.run(&mut |event| events.push(event));
                    waiting.extend(events.into_iter().flat_map(|event| self.session.event(event)));
                }
            }
        }
        answers
    }

    pub fn thing(&mut self, kind: &str, place: usize) -> (u64, Value) {
        let scene = self.say(json!({"type": "hello"}));
        let things = scene.of("scene")["things"].as_array().unwrap().clone();
        let thing = things.iter().filter(|thing| thing["kind"] == kind).nth(place).unwrap().clone();
        (thing["id"].as_u64().unwrap(), thing["value"].clone())
    }

    pub fn edit(&mut self, edits: Value) -> Answers {
        self.say(json!({"type": "edit", "frame": 7, "edits": edits}))
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

pub fn kind_of(binary: &[u8]) -> u32 {
    u32::from_le_bytes(binary[..4].try_into().unwrap())
}

pub fn number(binary: &[u8], place: usize) -> u32 {
    u32::from_le_bytes(binary[place..place + 4].try_into().unwrap())
}

pub const ROOM: &str = r#"{"world":{"boundary":[[0,0],[10,0],[10,6],[0,6]]},"exits":[{"name":"out","segment":[[10,2],[10,4]]}],
    "crowd":{"seconds":60,"groups":[{"area":[[1,1],[4,1],[4,5],[1,5]],"count":12}]}}"#;
