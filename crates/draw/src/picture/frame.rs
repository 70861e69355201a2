//! Where the world lies on the sheet: one scale for both axes, margins, and strips for title and key.

use super::Options;
use crate::error::DrawError;
use wayfront_geometry::{Bounds, Point};
use wayfront_world::YAxis;

/// A place on the sheet, in pixels from its upper left.
pub type Pixel = [f64; 2];

/// The longest side of a picture, in pixels.
pub const LONGEST_SIDE: u32 = 20_000;
/// The most pixels of a picture: 400 MB while it is drawn.
pub const MOST_PIXELS: u64 = 100_000_000;
/// The smallest size that leaves space for anything.
pub const LEAST_SIZE: u32 = 16;

/// The map from world to sheet, and the sizes that everything else is drawn in.
#[derive(Clone, Debug)]
pub struct Frame {
    view: Bounds,
    y_axis: YAxis,
    /// Pixels per unit of world length.
    pub scale: f64,
    /// Pixels per unit of line width.
    pub unit: f64,
    /// Font size of labels, in pixels.
    pub text: f64,
    /// Between the world and the edge of the sheet.
    pub margin: f64,
    pub width: f64,
    pub height: f64,
    /// The world's part of the sheet: left, top, width, height.
    pub window: [f64; 4],
    /// What axes take beside it.
    pub axes: AxesRoom,
}

/// Room for axes around the world, in pixels.
#[derive(Clone, Copy, Debug, Default)]
pub struct AxesRoom {
    pub left: f64,
    pub right: f64,
    pub above: f64,
    pub below: f64,
}

impl Frame {
    /// The sheet for a view of the world, without strips.
    pub fn new(view: Bounds, y_axis: YAxis, options: &Options) -> Result<Self, DrawError> {
        check_size(options.size)?;
        if view.is_empty() || view.size() <= 0.0 {
            return Err(DrawError::Empty);
        }
        let size = f64::from(options.size);
        let unit = (size / 1000.0).max(0.5);
        // Small pictures need letters that are large for them; huge ones are looked at from farther away.
        let text = (14.0 * unit).max(9.0);
        let margin = (22.0 * unit).min(size / 8.0);
        let scale = (size - 2.0 * margin) / view.size();
        if !(scale.is_finite() && view.size().is_finite()) {
            return Err(DrawError::NotFinite);
        }
        let extent = |length: f64| (length * scale).max(1.0);
        let (w, h) = (extent(view.width()), extent(view.height()));
        let width = (w + 2.0 * margin).max((9.0 * text).min(size)).round();
        let window = [(width - w) / 2.0, margin, w, h];
        let frame = Self {
            view,
            y_axis,
            scale,
            unit,
            text,
            margin,
            width,
            height: h + 2.0 * margin,
            window,
            axes: AxesRoom::default(),
        };
        Ok(frame)
    }

    /// Adds space for axes. Strips lie beyond it.
    pub fn with_axes(mut self, room: AxesRoom) -> Self {
        self.width = (self.width + room.left + room.right).round();
        self.height += room.above + room.below;
        self.window[0] += room.left;
        self.window[1] += room.above;
        Self { axes: room, ..self }
    }

    /// The part of the world that is shown.
    pub const fn view(&self) -> Bounds {
        self.view
    }

    /// Adds strips of these heights above and below the world.
    pub fn with_strips(mut self, above: f64, below: f64) -> Result<Self, DrawError> {
        self.window[1] += above;
        self.height = (self.height + above + below).round();
        let (width, height) = (self.width as u64, self.height as u64);
        // The strips of a tall picture may go a little beyond the longest side; what counts is memory.
        if width * height > MOST_PIXELS {
            return Err(too_large(width, height));
        }
        Ok(self)
    }

    /// The place of a world point on the sheet.
    pub fn pixel_from_world(&self, p: Point) -> Pixel {
        let [left, top, _, _] = self.window;
        let down = match self.y_axis {
            YAxis::Up => self.view.max.y - p.y,
            YAxis::Down => p.y - self.view.min.y,
        };
        [left + (p.x - self.view.min.x) * self.scale, top + down * self.scale]
    }

    /// Left, top, width and height of a box on the sheet.
    pub fn place_of(&self, bounds: Bounds) -> [f64; 4] {
        let [a, b] = [bounds.min, bounds.max].map(|p| self.pixel_from_world(p));
        [a[0].min(b[0]), a[1].min(b[1]), (a[0] - b[0]).abs(), (a[1] - b[1]).abs()]
    }

    /// The first row of an image lies at the bottom.
    pub fn is_upside_down(&self) -> bool {
        self.y_axis == YAxis::Up
    }
}

fn check_size(size: u32) -> Result<(), DrawError> {
    if size < LEAST_SIZE {
        return Err(DrawError::TooSmall { asked: size, least: LEAST_SIZE });
    }
    if size > LONGEST_SIDE {
        return Err(too_large(size.into(), size.into()));
    }
    Ok(())
}

fn too_large(width: u64, height: u64) -> DrawError {
    DrawError::TooLarge { width, height, side: LONGEST_SIDE, pixels: MOST_PIXELS }
}
