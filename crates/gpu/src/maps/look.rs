//! What a kernel that looks begins with: its text, and what it is called with.

use bytemuck::{Pod, Zeroable};

/// The text that kernels begin with: `look` gives cost and generator at a point. Bindings 0 to 3 are its own.
pub const LOOK: &str = include_str!("look.wgsl");

/// What `look.wgsl` is called with.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Frame {
    pub corner: [f32; 2],
    pub scale: f32,
    pub slack: f32,
    pub columns: u32,
    pub rows: u32,
    pub blocked: f32,
    pub unreachable: f32,
    pub shift: [f32; 2],
    pub width: u32,
    pub height: u32,
}
