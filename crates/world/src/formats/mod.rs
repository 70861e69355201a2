//! Files: each format from text to a world and back, and the two doors to all of them, `read` and `write`.
//!
//! A format knows nothing of the others. `format` recognises them, `read` and `write` choose one; only these two
//! files change when a format is added.

mod format;
pub(crate) mod geojson;
mod grid;
mod plain;
mod read;
mod scene;
mod wkt;
mod write;

pub use format::Format;
pub use grid::CellMap;
pub use read::{read_cell_map, read_file, read_file_within, read_text, read_text_within};
pub(crate) use scene::write::value_of;
pub use write::{WriteError, left_out, write_draft, write_file, write_text};
