//! What several pictures of maps have in common, so that they can be compared.

use wayfront_pathmap::PathMap;
use wayfront_views::MapShapes;

/// The scale of colours, lines of equal cost and key.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Scale {
    /// The cost at the far end.
    pub max_cost: f64,
    /// There are places from which no source can be reached.
    pub has_unreachable: bool,
}

impl Scale {
    /// The scale of one map.
    #[must_use]
    pub fn of_map(map: &PathMap) -> Self {
        Self::of(&MapShapes::new(map))
    }

    pub(super) fn of(shapes: &MapShapes) -> Self {
        let max_cost = shapes.max_cost().unwrap_or(0.0);
        Self { max_cost, has_unreachable: !shapes.unreachable().is_empty() }
    }

    /// The same with this cost at the far end.
    #[must_use]
    pub fn up_to(self, max_cost: f64) -> Self {
        Self { max_cost, ..self }
    }

    /// The least scale that holds both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            max_cost: self.max_cost.max(other.max_cost),
            has_unreachable: self.has_unreachable || other.has_unreachable,
        }
    }
}
