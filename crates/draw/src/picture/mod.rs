//! The picture: options, layers, title and key, and where the world lies on the sheet.
//!
//! A [`Picture`] only collects. The composer turns it into strokes, fills and texts in pixels, the encoders write these
//! as PNG or SVG.

mod frame;
mod options;

pub(crate) use frame::{AxesRoom, Frame, Pixel};
pub use options::Options;

use crate::error::DrawError;
use crate::layers::{Key, Layer};
use wayfront_geometry::{Bounds, Point};
use wayfront_world::YAxis;

/// Layers in world coordinates, with a title and a key.
///
/// ```
/// use wayfront_draw::{Colour, Layer, Options, Picture, Primitive, Stroke, ZLevel};
/// let world = wayfront_world::builtin("two-rooms").unwrap();
/// let mut picture = Picture::of_world(&world, &Options::default())?;
/// let route = vec![[1.0, 1.0].into(), [12.0, 4.0].into(), [20.0, 5.0].into()];
/// let stroke = Stroke::new(Colour::hex(0x0072B2), 3.0).with_arrow();
/// picture.push(Layer::new("route", ZLevel::Line, Primitive::Lines { lines: vec![route], closed: false, stroke }));
/// let png = picture.to_png()?;
/// assert_eq!(&png[1..4], b"PNG");
/// # Ok::<(), wayfront_draw::DrawError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture {
    pub(crate) options: Options,
    pub(crate) frame: Frame,
    pub(crate) title: Option<String>,
    pub(crate) walkable: Vec<Vec<Point>>,
    pub(crate) layers: Vec<Layer>,
    pub(crate) keys: Vec<Key>,
}

impl Picture {
    /// An empty picture of this part of the plane. Nothing is cut off at a walkable area until
    /// [`set_walkable`](Self::set_walkable) says which it is.
    ///
    /// # Errors
    /// If the bounds have no finite extent, or the size is impossible.
    pub fn new(bounds: Bounds, y_axis: YAxis, options: &Options) -> Result<Self, DrawError> {
        let frame = Frame::new(options.view.unwrap_or(bounds), y_axis, options)?;
        let (title, walkable, layers, keys) = (None, Vec::new(), Vec::new(), Vec::new());
        Ok(Self { options: options.clone(), frame, title, walkable, layers, keys })
    }

    /// The area at whose outline fields and obstacles are cut off: rings filled by the non-zero rule.
    pub fn set_walkable(&mut self, rings: Vec<Vec<Point>>) {
        self.walkable = rings;
    }

    /// Adds a layer. Its [level](Layer::level) decides what it covers.
    pub fn push(&mut self, layer: Layer) {
        self.layers.push(layer);
    }

    /// Explains a symbol below the picture.
    pub fn push_key(&mut self, key: Key) {
        self.keys.push(key);
    }

    /// What is explained below the picture.
    #[must_use]
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// Explains these symbols below the picture and no others.
    pub fn set_keys(&mut self, keys: Vec<Key>) {
        self.keys = keys;
    }

    /// Puts a title above the picture, or takes it away.
    pub fn set_title(&mut self, title: Option<String>) {
        self.title = title;
    }

    /// The layers, in the order in which they were added.
    #[must_use]
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }
}
