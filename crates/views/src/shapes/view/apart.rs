//! Views that have nothing in common, as the numbers of their bounds show.
//!
//! Patches are rounded: two that lie side by side along a bound may overlap by a skin thinner than rounding. Rays nearly
//! along the bound stay in that skin for long, so it must not be taken for something that both see. The map knows better:
//! windows of one generator share the corner that split them, and a corner's shadow begins at the extension of the leg
//! that arrives there. Both are decided by numbers and exact tests of input coordinates.

use super::{View, Views};
use wayfront_pathmap::view::{Bound, RootKind, Window};

impl Views<'_> {
    /// A bound of one is a line beyond which lies all of the other: the two see nothing in common.
    pub fn are_apart(&self, a: &View, b: &View) -> bool {
        let (one, two) = (&a.window, &b.window);
        let shares_bound = |p: Bound, q: Bound| p == q && !p.is_none();
        if one.root == two.root {
            return shares_bound(one.left, two.right) || shares_bound(one.right, two.left);
        }
        self.is_beyond_extension(one, two) || self.is_beyond_extension(two, one)
    }

    /// `shadow` begins at the extension of a leg that arrives from the root of `window`, and all of `window` lies on the
    /// other side of that ray.
    fn is_beyond_extension(&self, window: &Window, shadow: &Window) -> bool {
        let RootKind::Node(corner) = shadow.root.kind() else { return false };
        let extension = Bound::beyond(window.root.into());
        let at = self.view.node(corner).at();
        // A bound through the corner itself has it on neither hand.
        let is_own = |bound: Bound| bound.node_ahead() == Some(corner);
        let side = |bound: Bound| if is_own(bound) { 0.0 } else { self.view.side(window.root, bound, at) };
        shadow.left == extension && !window.right.is_none() && side(window.right) <= 0.0
            || shadow.right == extension && !window.left.is_none() && side(window.left) >= 0.0
    }
}
