//! The kept windows, triangle by triangle: what a query looks at.

use crate::front::Window;
use crate::run::Kept;

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
            self.ends[k.triangle as usize + 1] += 1;
        }
        for t in 0..triangles {
            self.ends[t + 1] += self.ends[t];
        }
        let nothing = Window { root: 0, left: 0, right: 0 };
        // Every place is written below: what is there need not be cleared.
        self.windows.resize(kept.len(), nothing);
        for k in kept {
            // Counts up from a triangle's start to its end, which is where the next one's start stood.
            let slot = &mut self.ends[k.triangle as usize];
            self.windows[*slot as usize] = k.window;
            *slot += 1;
        }
    }

    /// The windows of a triangle.
    #[inline]
    pub fn of(&self, triangle: usize) -> &[Window] {
        let start = if triangle == 0 { 0 } else { self.ends[triangle - 1] };
        &self.windows[start as usize..self.ends[triangle] as usize]
    }

    /// Number of windows in all.
    pub fn len(&self) -> usize {
        self.windows.len()
    }
}
