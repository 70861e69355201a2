//! Handles: numbers that cannot be mistaken for one another.

use std::num::NonZeroU32;
use wayfront_domain::CornerId;

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(transparent)]
        pub struct $name(pub(super) u32);

        impl $name {
            #[inline]
            pub(crate) const fn new(index: usize) -> Self {
                Self(index as u32)
            }

            /// As an index into the list that it belongs to.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

handle! {
    /// A node: a corner on some layer, a source's point, or a copy of one of these that has paid at gates.
    NodeId
}
handle! {
    /// A flat front: one side of a source's segment, or a copy of it that has paid at gates.
    FlatId
}
handle! {
    /// What sends flat fronts when its turn comes: a straight piece of a source, or a solid.
    OriginId
}
handle! {
    /// A crossing of some gates in one direction: what it costs.
    StepId
}
handle! {
    /// A link around the end of a gate.
    LinkId
}
handle! {
    /// A slow corner that blocks the pruning rules.
    SlowId
}

/// The same with room for none: `Option` of it takes no more memory.
macro_rules! optional_handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(transparent)]
        pub struct $name(NonZeroU32);

        impl $name {
            #[inline]
            pub(crate) const fn new(index: usize) -> Self {
                // Saturated, the number after an index is never zero.
                Self(NonZeroU32::MIN.saturating_add(index as u32))
            }

            /// As an index into the list that it belongs to.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }
    };
}

optional_handle! {
    /// A solid of a map with solids: its index in the list that the map was made of.
    SolidId
}
optional_handle! {
    /// A way over a side that lies on a gate.
    PassageId
}

impl NodeId {
    /// The node of a corner on the first layer.
    #[inline]
    #[must_use]
    pub const fn of(corner: CornerId) -> Self {
        Self(corner.0)
    }

    /// The node so many places after this one.
    #[inline]
    pub(crate) const fn plus(self, places: usize) -> Self {
        Self(self.0 + places as u32)
    }

    /// How many places this one stands after another.
    #[inline]
    pub(crate) const fn minus(self, other: Self) -> u32 {
        self.0 - other.0
    }
}

impl FlatId {
    /// The front so many places after this one.
    #[inline]
    pub(crate) const fn plus(self, places: usize) -> Self {
        Self(self.0 + places as u32)
    }
}

/// Gates crossed one after another: equal for the same gates in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct ChainId(u32);

impl ChainId {
    /// No gate was crossed.
    pub(crate) const NOTHING: Self = Self(0);

    /// The chain after so many others; nothing is the first.
    pub(crate) const fn after(others: usize) -> Self {
        Self(others as u32 + 1)
    }
}

/// A layer of the map: all legs of one speed. The first one has the ordinary speed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct LayerId(u16);

impl LayerId {
    /// The ordinary speed.
    pub const FIRST: Self = Self(0);

    /// How many layers a map can hold.
    pub(crate) const MOST: usize = u16::MAX as usize;

    #[inline]
    pub(crate) const fn new(index: usize) -> Self {
        Self(index as u16)
    }

    /// As an index into the list of layers.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The ordinary speed.
    #[inline]
    #[must_use]
    pub const fn is_first(self) -> bool {
        self.0 == 0
    }
}
