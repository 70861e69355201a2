//! The colours of a world's parts.

use super::{Colour, OKABE_ITO};

/// Which colour each part of the picture has.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Theme {
    /// The sheet, behind title and key.
    pub page: Colour,
    /// Around the walkable area: nearly as dark as obstacles, since it is not walkable either.
    pub outside: Colour,
    /// The walkable area.
    pub walkable: Colour,
    /// Obstacles.
    pub obstacle: Colour,
    /// Outlines of obstacles and of the walkable area.
    pub outline: Colour,
    /// Walls without thickness.
    pub wall: Colour,
    /// Doors.
    pub door: Colour,
    /// Texts, scale bar.
    pub text: Colour,
    /// Sources.
    pub source: Colour,
    /// Barriers.
    pub barrier: Colour,
    /// Weights at corners.
    pub weight: Colour,
    /// Where a flow comes in.
    pub entrance: Colour,
    /// Where a flow goes out.
    pub exit: Colour,
    /// What opens and closes, comes and goes.
    pub change: Colour,
}

impl Theme {
    /// Dark lines on a light page: for documents.
    pub const LIGHT: Self = Self {
        page: Colour::hex(0xEE_F0_F3),
        outside: Colour::hex(0xB0_B9_C4),
        walkable: Colour::hex(0xFD_FD_FB),
        obstacle: Colour::hex(0xA9_B3_BF),
        outline: Colour::hex(0x5C_67_74),
        wall: Colour::hex(0x36_3F_4A),
        door: Colour::hex(0x8A_4B_12),
        text: Colour::hex(0x25_2C_35),
        source: OKABE_ITO[6],
        barrier: Colour::hex(0x8F_3D_7E),
        weight: OKABE_ITO[1],
        entrance: OKABE_ITO[3],
        exit: OKABE_ITO[5],
        change: Colour::hex(0xD6_00_7F),
    };

    /// Light lines on a dark page: for screens.
    pub const DARK: Self = Self {
        page: Colour::hex(0x12_16_1B),
        outside: Colour::hex(0x50_5B_6A),
        walkable: Colour::hex(0x26_2D_36),
        obstacle: Colour::hex(0x55_61_70),
        outline: Colour::hex(0x93_A1_B1),
        wall: Colour::hex(0xD5_DD_E6),
        door: Colour::hex(0xE3_A8_65),
        text: Colour::hex(0xE8_EC_F0),
        source: Colour::hex(0xFF_8A_3D),
        barrier: Colour::hex(0xE0_8F_C4),
        weight: OKABE_ITO[4],
        entrance: Colour::hex(0x2F_C7_98),
        exit: OKABE_ITO[2],
        change: Colour::hex(0xFF_5C_B8),
    };
}

impl Default for Theme {
    fn default() -> Self {
        Self::LIGHT
    }
}
