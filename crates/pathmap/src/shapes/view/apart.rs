//! Views that have nothing in common, told by the numbers of their bounds.
//!
//! Patches are rounded: two that lie side by side along a bound may overlap by a skin thinner than rounding. Rays nearly
//! along the bound stay in that skin for long, so it must not be taken for something that both see. The map knows better:
//! windows of one generator share the corner that split them, and a corner's shadow begins at the extension of the leg
//! that arrives there. Both are told by numbers and exact tests of input coordinates.

use super::{Generator, View, Views};
use crate::build::Built;
use crate::front::{BEHIND, Even, FlatFront, Front, NONE, PointFront, Roots, Window};
use wayfront_geometry::Point;

impl Views<'_> {
    /// A bound of one is a line beyond which lies all of the other: the two see nothing in common.
    pub fn are_apart(&self, a: &View, b: &View) -> bool {
        let (one, two) = (&a.window, &b.window);
        let shares_bound = |p: u32, q: u32| p == q && p != NONE;
        if one.root == two.root {
            return shares_bound(one.left, two.right) || shares_bound(one.right, two.left);
        }
        self.is_beyond_extension(one, two) || self.is_beyond_extension(two, one)
    }

    /// `shadow` begins at the extension of a leg that arrives from the root of `window`, and all of `window` lies on the
    /// other side of that ray.
    fn is_beyond_extension(&self, window: &Window, shadow: &Window) -> bool {
        let extension = window.root | BEHIND;
        let Some(corner) = self.built.nodes.get(shadow.root as usize) else { return false };
        let side = |bound: u32| if bound == shadow.root { 0.0 } else { self.side(window.root, bound, corner.at) };
        shadow.left == extension && window.right != NONE && side(window.right) <= 0.0
            || shadow.right == extension && window.left != NONE && side(window.left) >= 0.0
    }

    /// Positive if `p` lies left of a bound of a window from `root`. Exact.
    fn side(&self, root: u32, bound: u32, p: Point) -> f64 {
        let Built { nodes, flats, .. } = self.built;
        let roots = Roots { nodes, flats, first_flat: nodes.len() as u32 };
        match self.generator(root) {
            Generator::Point { at, cost } => PointFront { id: root, at, cost, pace: Even }.side(roots, bound, p),
            Generator::Front(flat) => FlatFront { id: root, flat }.side(roots, bound, p),
        }
    }
}
