//! Handles: numbers that cannot be mistaken for one another.

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[repr(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index into arrays that run parallel to the domain's.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

handle! {
    /// A sector of free space around a vertex. Outlines that touch in a point have a corner for each side there.
    CornerId
}
handle! {
    /// A triangle; free ones come first.
    TriangleId
}
handle! {
    /// A gate: its index in the list that the domain was made with.
    GateId
}
handle! {
    /// A side of a triangle: `3 t`, `3 t + 1` and `3 t + 2`, counter-clockwise. It runs from its corner to the next.
    SideId
}

impl TriangleId {
    /// Its three sides.
    #[inline]
    #[must_use]
    pub const fn sides(self) -> [SideId; 3] {
        [SideId(3 * self.0), SideId(3 * self.0 + 1), SideId(3 * self.0 + 2)]
    }
}

impl SideId {
    /// The triangle it belongs to.
    #[inline]
    #[must_use]
    pub const fn triangle(self) -> TriangleId {
        TriangleId(self.0 / 3)
    }

    /// The next side of its triangle, counter-clockwise.
    #[inline]
    #[must_use]
    pub const fn next(self) -> Self {
        Self(if self.0 % 3 == 2 { self.0 - 2 } else { self.0 + 1 })
    }

    /// The previous side of its triangle.
    #[inline]
    #[must_use]
    pub const fn prev(self) -> Self {
        Self(if self.0.is_multiple_of(3) { self.0 + 2 } else { self.0 - 1 })
    }
}
