//! What pages say, and what the session answers.

use crate::document::Edit;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// A page: a number that the server gives it.
pub type PageId = u32;

/// What a page says.
#[derive(Debug)]
pub enum Incoming {
    Hello,
    Edit {
        edits: Vec<Edit>,
        label: Option<String>,
    },
    Undo,
    Redo,
    Drag {
        edits: Vec<Edit>,
    },
    Show(Show),
    Ask {
        point: [f64; 2],
    },
    Run(RunSettings),
    Stop,
    Frames {
        from: u64,
        count: u64,
        step: u64,
    },
    Story {
        id: u64,
    },
    Density {
        from: f64,
        to: f64,
        cell: Option<f64>,
    },
    New,
    OpenBuiltin {
        name: String,
    },
    OpenFiles {
        files: Vec<(String, Vec<u8>)>,
    },
    Save {
        name: Option<String>,
        overwrite: bool,
    },
    Export(Export),
    Command {
        kind: String,
    },
    Recover {
        keep: bool,
    },
    /// The page is gone.
    Gone,
}

/// What a page wants to see, until it says otherwise.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Show {
    pub time: Option<f64>,
    pub layers: Layers,
    pub view: Option<[f64; 4]>,
    pub pixels: Option<[u32; 2]>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Layers {
    pub path: Option<PathLayer>,
    pub flow: Option<FlowLayer>,
    pub potential: Option<PotentialLayer>,
    pub clearance: Option<ClearanceLayer>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct PathLayer {
    pub form: Option<String>,
    pub colour: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct FlowLayer {
    pub radius: Option<f64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct PotentialLayer {
    pub cell: Option<f64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct ClearanceLayer {
    pub cell: Option<f64>,
}

/// Settings of a run that differ from the scene's.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct RunSettings {
    pub seed: Option<u64>,
    pub until: Option<f64>,
    pub rerouting: Option<Value>,
    pub steering: Option<String>,
    pub calm: Option<bool>,
}

/// What is to be exported.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Export {
    pub kind: String,
    pub size: Option<u32>,
    pub layer: Option<String>,
    pub from: Option<f64>,
    pub to: Option<f64>,
    pub faster: Option<f64>,
}

/// A message, and the frame that its answers name.
#[derive(Debug)]
pub struct Message {
    pub frame: u32,
    pub what: Incoming,
}

/// Why a message was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misunderstood {
    /// It is no message of this protocol at all.
    Garbage(String),
    /// Its type is unknown, or a field is wrong.
    Field { of: String, frame: u32, what: String },
}

#[derive(Deserialize)]
struct Head {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    frame: u32,
}

#[derive(Deserialize)]
struct Edits {
    edits: Vec<Edit>,
    label: Option<String>,
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Small {
    point: Option<[f64; 2]>,
    from: Option<f64>,
    to: Option<f64>,
    count: Option<u64>,
    step: Option<u64>,
    cell: Option<f64>,
    id: Option<u64>,
    builtin: Option<String>,
    name: Option<String>,
    overwrite: bool,
    keep: bool,
    kind: Option<String>,
}

impl Message {
    /// Reads a text message.
    pub fn parse(text: &str) -> Result<Self, Misunderstood> {
        let head: Head = serde_json::from_str(text).map_err(|error| Misunderstood::Garbage(error.to_string()))?;
        let what = Incoming::parse(&head.kind, text);
        let what = what.map_err(|what| Misunderstood::Field { of: head.kind, frame: head.frame, what })?;
        Ok(Self { frame: head.frame, what })
    }

    /// Reads files that a page opens: the length of a JSON text, that text, the bytes of the files.
    pub fn parse_binary(bytes: &[u8]) -> Result<Self, Misunderstood> {
        #[derive(Deserialize)]
        struct Opened {
            #[serde(default)]
            frame: u32,
            files: Vec<OpenedFile>,
        }
        #[derive(Deserialize)]
        struct OpenedFile {
            name: String,
            size: usize,
        }
        let garbage = |what: &str| Misunderstood::Garbage(what.to_owned());
        let (length, rest) =
            bytes.split_first_chunk().ok_or_else(|| garbage("a binary message begins with a length"))?;
        let length = u32::from_le_bytes(*length) as usize;
        let (text, mut rest) =
            rest.split_at_checked(length).ok_or_else(|| garbage("the message ends within its text"))?;
        let opened: Opened = serde_json::from_slice(text).map_err(|error| Misunderstood::Garbage(error.to_string()))?;
        let mut files = Vec::new();
        for OpenedFile { name, size } in opened.files {
            let Some((file, more)) = rest.split_at_checked(size) else {
                return Err(garbage("the message ends within a file"));
            };
            files.push((name, file.to_vec()));
            rest = more;
        }
        Ok(Self { frame: opened.frame, what: Incoming::OpenFiles { files } })
    }
}

impl Incoming {
    fn parse(kind: &str, text: &str) -> Result<Self, String> {
        fn read<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, String> {
            serde_json::from_str(text).map_err(|error| error.to_string())
        }
        fn needed<T>(value: Option<T>, name: &str) -> Result<T, String> {
            value.ok_or_else(|| format!("`{name}` is missing"))
        }
        Ok(match kind {
            "hello" => Self::Hello,
            "edit" => {
                let Edits { edits, label } = read(text)?;
                Self::Edit { edits, label }
            }
            "undo" => Self::Undo,
            "redo" => Self::Redo,
            "drag" => Self::Drag { edits: read::<Edits>(text)?.edits },
            "show" => Self::Show(read(text)?),
            "run" => Self::Run(read(text)?),
            "stop" => Self::Stop,
            "export" => Self::Export(read(text)?),
            "new" => Self::New,
            "ask" | "frames" | "story" | "density" | "open" | "save" | "command" | "recover" => {
                let small: Small = read(text)?;
                match kind {
                    "ask" => Self::Ask { point: needed(small.point, "point")? },
                    "frames" => Self::Frames {
                        from: small.from.unwrap_or_default() as u64,
                        count: small.count.unwrap_or(1),
                        step: small.step.unwrap_or(1).max(1),
                    },
                    "story" => Self::Story { id: needed(small.id, "id")? },
                    "density" => Self::Density {
                        from: small.from.unwrap_or_default(),
                        to: small.to.unwrap_or(f64::INFINITY),
                        cell: small.cell,
                    },
                    "open" => Self::OpenBuiltin { name: needed(small.builtin, "builtin")? },
                    "save" => Self::Save { name: small.name, overwrite: small.overwrite },
                    "command" => Self::Command { kind: needed(small.kind, "kind")? },
                    _ => Self::Recover { keep: small.keep },
                }
            }
            other => {
                return Err(format!("there is no message called `{}`", other.chars().take(40).collect::<String>()));
            }
        })
    }
}

/// What is sent.
#[derive(Clone, Debug, PartialEq)]
pub enum Payload {
    /// A JSON object.
    Text(Arc<str>),
    /// A header and arrays.
    Binary(Arc<[u8]>),
}

impl From<String> for Payload {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<Value> for Payload {
    fn from(value: Value) -> Self {
        Self::Text(value.to_string().into())
    }
}

impl From<Vec<u8>> for Payload {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Binary(bytes.into())
    }
}

/// Where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// One page.
    Page(PageId),
    /// All of them.
    All,
}

/// Trouble with a request of a page: the session goes on.
pub fn trouble(of: &str, frame: u32, what: &str, advice: &str) -> Payload {
    serde_json::json!({"type": "trouble", "of": of, "frame": frame, "what": what, "advice": advice, "limit": null})
        .into()
}

/// Trouble with a limit.
pub fn beyond(of: &str, frame: u32, name: &str, most: f64, found: f64) -> Payload {
    let what = format!("{name}: {found} are more than {most}, which a session takes on at most");
    let limit = serde_json::json!({"name": name, "most": most, "found": found});
    let advice = "make it smaller, or use the command, which has options for its limits";
    serde_json::json!({"type": "trouble", "of": of, "frame": frame, "what": what, "advice": advice, "limit": limit})
        .into()
}
