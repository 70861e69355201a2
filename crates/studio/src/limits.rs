//! How much a session takes on. Pages get each limit, and named where it is reached.

/// Bytes of a message from a page.
pub const MESSAGE_BYTES: usize = 64 << 20;
/// Points of a scene.
pub const POINTS: usize = 2_000_000;
/// Pixels along a side of a raster or a picture.
pub const PIXELS: u32 = 4096;
/// Connections at once that have not shown the token.
pub const STRANGERS: usize = 32;
/// Pages at once.
pub const SOCKETS: usize = 8;
/// Seconds of a run.
pub const RUN_SECONDS: f64 = 86_400.0;
/// Agents of a run.
pub const AGENTS: usize = 200_000;
/// Bytes of the recorded frames of a run; then every second frame is dropped.
pub const RUN_BYTES: usize = 512 << 20;
/// Steps that can be undone.
pub const UNDO: usize = 1000;
/// Triangles of windows that are sent; larger maps come as rasters.
pub const PIECES: usize = 100_000;
/// Points of a scene beyond which its maps are made apart from the session, after the scene itself was sent.
pub const LARGE: usize = 20_000;
/// Cells of a potential field.
pub const CELLS: f64 = 1_000_000.0;
/// Frames of an animated picture.
pub const PICTURES: usize = 600;
/// Messages that wait for a page that does not read; then its socket is closed.
pub const WAITING: usize = 512;

/// All of them, as pages get them.
pub fn json() -> String {
    format!(
        "{{\"message\":{MESSAGE_BYTES},\"points\":{POINTS},\"pixels\":{PIXELS},\"sockets\":{SOCKETS},\"seconds\":{RUN_SECONDS},\
         \"agents\":{AGENTS},\"run_bytes\":{RUN_BYTES},\"undo\":{UNDO},\"pieces\":{PIECES}}}"
    )
}
