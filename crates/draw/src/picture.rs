//! The picture: layers, title and key, and how it is saved.

use crate::frame::Frame;
use crate::{DrawError, Key, Layer, Theme, compose, furniture, of_world, png, svg};
use std::path::Path;
use wayfront_geometry::{Bounds, Point};
use wayfront_world::{World, YAxis};

/// How a picture is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Longer side of the world's image with its margin, in pixels. Strips for title and key are added to it.
    pub size: u32,
    /// The colours.
    pub theme: Theme,
    /// Show the world's name.
    pub title: bool,
    /// Show names of sources and costs of barriers.
    pub labels: bool,
    /// Show a bar of round length.
    pub scale_bar: bool,
    /// Explain the symbols. Left out where the picture is too small for it.
    pub key: bool,
    /// The unit of length that the scale bar names.
    pub length_unit: String,
    /// The part of the world to show; absent: all of it.
    pub view: Option<Bounds>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            size: 1200,
            theme: Theme::LIGHT,
            title: true,
            labels: true,
            scale_bar: true,
            key: true,
            length_unit: "m".into(),
            view: None,
        }
    }
}

/// Layers in world coordinates, with a title and a key.
///
/// ```
/// use wayfront_draw::{Colour, Layer, Level, Options, Picture, Shape, Stroke};
/// let world = wayfront_world::builtin("two-rooms").unwrap();
/// let mut picture = Picture::of_world(&world, &Options::default())?;
/// let route = vec![[1.0, 1.0].into(), [12.0, 4.0].into(), [20.0, 5.0].into()];
/// let stroke = Stroke::new(Colour::hex(0x0072B2), 3.0).with_arrow();
/// picture.push(Layer::new("route", Level::Line, Shape::Lines { lines: vec![route], closed: false, stroke }));
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
    /// A picture of everything in the world.
    ///
    /// # Errors
    /// If the world is empty, its extent is not finite, or the size is impossible.
    pub fn of_world(world: &World, options: &Options) -> Result<Self, DrawError> {
        of_world::picture(world, options)
    }

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

    /// Width and height in pixels.
    ///
    /// # Errors
    /// If the picture is too large.
    pub fn size(&self) -> Result<[u32; 2], DrawError> {
        let frame = furniture::framed(self)?;
        Ok([frame.width as u32, frame.height as u32])
    }

    /// The place of a world point in the picture, in pixels from its upper left.
    ///
    /// # Errors
    /// If the picture is too large.
    pub fn pixel_from_world(&self, p: Point) -> Result<[f64; 2], DrawError> {
        Ok(furniture::framed(self)?.pixel_from_world(p))
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    /// If the picture is too large or cannot be encoded.
    pub fn to_png(&self) -> Result<Vec<u8>, DrawError> {
        png::draw(&compose::sheet(self)?)
    }

    /// The picture as an SVG file.
    ///
    /// # Errors
    /// If the picture is too large or an image in it cannot be encoded.
    pub fn to_svg(&self) -> Result<String, DrawError> {
        svg::write(&compose::sheet(self)?)
    }

    /// Writes the picture as PNG or SVG, by the file's ending.
    ///
    /// # Errors
    /// If the ending is another one, the file cannot be written, or the picture cannot be made.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), DrawError> {
        let path = path.as_ref();
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let bytes = match ending.as_deref() {
            Some("png") => self.to_png()?,
            Some("svg") => self.to_svg()?.into_bytes(),
            _ => return Err(DrawError::UnknownExtension { path: path.to_owned() }),
        };
        std::fs::write(path, bytes).map_err(|cause| DrawError::Unwritable { path: path.to_owned(), cause })
    }
}
