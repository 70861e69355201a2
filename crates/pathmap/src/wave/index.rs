//! The kept windows, triangle by triangle: what a query looks at.

use super::window::Window;
use crate::generators::{Bound, NodeId};
use wayfront_domain::TriangleId;

/// A window and the triangle it entered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    pub window: Window,
    pub triangle: TriangleId,
}

/// Windows grouped by the triangle they entered.
#[derive(Debug, Default)]
pub(crate) struct WindowIndex {
    /// Per triangle the end of its windows; they begin where those of the triangle before end.
    ends: Vec<u32>,
    windows: Vec<Window>,
}

impl WindowIndex {
    /// Sorts the windows by triangle. Linear.
    pub fn fill(&mut self, kept: &[Kept], triangles: usize) {
        self.ends.clear();
        self.ends.resize(triangles + 1, 0);
        for k in kept {
            self.ends[k.triangle.index() + 1] += 1;
        }
        for t in 0..triangles {
            self.ends[t + 1] += self.ends[t];
        }
        let nothing = Window { root: NodeId::new(0).into(), left: Bound::NONE, right: Bound::NONE };
        // Every place is written below: what is there need not be cleared.
        self.windows.resize(kept.len(), nothing);
        for k in kept {
            // Counts up from a triangle's start to its end, which is where the next one's start stood.
            let slot = &mut self.ends[k.triangle.index()];
            self.windows[*slot as usize] = k.window;
            *slot += 1;
        }
    }

    /// The windows of a triangle.
    #[inline]
    pub fn of(&self, triangle: TriangleId) -> &[Window] {
        let triangle = triangle.index();
        let start = if triangle == 0 { 0 } else { self.ends[triangle - 1] };
        &self.windows[start as usize..self.ends[triangle] as usize]
    }

    /// The windows of all triangles, one triangle after another.
    pub fn all(&self) -> &[Window] {
        &self.windows
    }

    /// To damage them.
    #[cfg(test)]
    pub fn all_mut(&mut self) -> &mut Vec<Window> {
        &mut self.windows
    }

    /// Number of windows in all.
    pub fn len(&self) -> usize {
        self.windows.len()
    }
}
