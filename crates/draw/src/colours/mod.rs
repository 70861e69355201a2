//! Colours that people with and without colour vision deficiency can distinguish.
//!
//! Everything is built in OKLab, a space in which equal distances look equally different: maps from numbers to
//! colours rise evenly in lightness, so that they also work in grey; regions get colours that differ from their
//! neighbours'.

mod colour;
mod map;
mod regions;
mod theme;

pub use colour::Colour;
pub use map::ColourMap;
pub use regions::{group_colour, kept_colours, region_colour, region_colours};
pub use theme::Theme;

/// The eight colours of Okabe and Ito, distinct under all common kinds of colour vision deficiency: black, orange,
/// sky blue, bluish green, yellow, blue, vermilion, reddish purple.
pub const OKABE_ITO: [Colour; 8] = [
    Colour::hex(0x00_00_00),
    Colour::hex(0xE6_9F_00),
    Colour::hex(0x56_B4_E9),
    Colour::hex(0x00_9E_73),
    Colour::hex(0xF0_E4_42),
    Colour::hex(0x00_72_B2),
    Colour::hex(0xD5_5E_00),
    Colour::hex(0xCC_79_A7),
];
