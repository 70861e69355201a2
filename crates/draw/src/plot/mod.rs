//! Plots: curves and points over two axes.
//!
//! A plot is a picture of a box of fixed proportions into which the data is scaled; frame, numbers and key come from the
//! same parts as those of maps.
//!
//! No library, since it would bring a second composer: plotters (46 packages with the fonts of the system, 10 without)
//! measures and draws its own texts and has no place for our font, key and themes, and what a plot needs beyond these
//! is this file.

mod crowds;

use crate::colours::{Colour, Theme};
use crate::error::DrawError;
use crate::layers::{Anchor, Caption, Fill, Key, Layer, Mark, Primitive, Stroke, ZLevel, short_number};
use crate::picture::{Options, Picture};
use wayfront_geometry::{Bounds, Point};
use wayfront_views::round_levels;
use wayfront_world::YAxis;

/// The box of the data, in lengths of the plot's own plane.
const WIDTH: f64 = 100.0;
const HEIGHT: f64 = 56.0;
/// Room for numbers and names: left, right, below, above.
const ROOM: [f64; 4] = [7.0, 2.0, 6.0, 4.6];
/// About how many numbers an axis has.
const TICKS: usize = 8;
/// Tolerance: A number this close to an end of its axis, as a share of the axis, is a number of the axis: far below a
/// pixel, far above rounding.
const AT_END: f64 = 1e-6;
/// Widths of lines and sizes of dots, in units.
const CURVE: f64 = 2.6;
const GRID: f64 = 1.0;
const DOT: f64 = 3.0;

/// What a plot's axis shows.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Axis {
    /// What the numbers are, with their unit.
    pub label: String,
    /// The first number.
    pub from: f64,
    /// The last number.
    pub to: f64,
}

/// How a curve is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Look {
    /// A line through the points.
    Line,
    /// The same, dashed.
    Dashed,
    /// A dot at each point.
    Dots,
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Curve {
    /// What the key calls it.
    pub label: String,
    /// Its points.
    pub points: Vec<[f64; 2]>,
    /// Its colour.
    pub colour: Colour,
    /// How it is drawn.
    pub look: Look,
}

/// Curves over two axes.
///
/// ```
/// use wayfront_draw::{Axis, Colour, Curve, Look, Options, Picture, Plot};
/// let points = (0..=20).map(|k| [f64::from(k), f64::from(k * k)]).collect();
/// let squares = Curve::new("squares", points, Colour::hex(0x0072B2)).look(Look::Dashed);
/// let plot = Plot::new(Axis::up_to("n", 20.0), Axis::new("n²", 0.0, 400.0)).curve(squares);
/// assert!(Picture::of_plot(&plot, &Options::default())?.to_svg()?.contains("squares"));
/// # Ok::<(), wayfront_draw::DrawError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Plot {
    /// What stands above it.
    pub title: Option<String>,
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// What is shown; later ones cover earlier ones.
    pub curves: Vec<Curve>,
}

impl Axis {
    /// From one number to another.
    #[must_use]
    pub fn new(label: &str, from: f64, to: f64) -> Self {
        Self { label: label.to_owned(), from, to }
    }

    /// From 0 to a number, or to 1 if that is no number above 0.
    #[must_use]
    pub fn up_to(label: &str, to: f64) -> Self {
        Self { label: label.to_owned(), from: 0.0, to: if to.is_finite() && to > 0.0 { to } else { 1.0 } }
    }

    fn share(&self, value: f64) -> f64 {
        (value - self.from) / (self.to - self.from)
    }

    /// Round numbers between both ends, ends included.
    fn ticks(&self) -> Vec<f64> {
        let beyond = (self.to - self.from) * AT_END;
        round_levels(self.from - beyond, self.to + beyond, TICKS)
    }
}

impl Curve {
    /// A line through these points.
    #[must_use]
    pub fn new(label: impl Into<String>, points: Vec<[f64; 2]>, colour: Colour) -> Self {
        Self { label: label.into(), points, colour, look: Look::Line }
    }

    /// The same with another look.
    #[must_use]
    pub fn look(self, look: Look) -> Self {
        Self { look, ..self }
    }
}

impl Plot {
    /// A plot without curves.
    #[must_use]
    pub fn new(x: Axis, y: Axis) -> Self {
        Self { title: None, x, y, curves: Vec::new() }
    }

    /// The same with a title.
    #[must_use]
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// The same with one more curve.
    #[must_use]
    pub fn curve(mut self, curve: Curve) -> Self {
        self.curves.push(curve);
        self
    }
}

impl Picture {
    /// A picture of a plot. There is no scale bar.
    ///
    /// # Errors
    /// If an axis has no finite extent, or the size is impossible.
    pub fn of_plot(plot: &Plot, options: &Options) -> Result<Self, DrawError> {
        if [&plot.x, &plot.y].iter().any(|axis| !(axis.to - axis.from).is_finite() || axis.to <= axis.from) {
            return Err(DrawError::NotFinite);
        }
        let [left, right, below, above] = ROOM;
        let bounds = Bounds { min: Point::new(-left, -below), max: Point::new(WIDTH + right, HEIGHT + above) };
        let options = Options { scale_bar: false, axes: false, view: None, ..options.clone() };
        let mut picture = Self::new(bounds, YAxis::Up, &options)?;
        picture.set_title(plot.title.clone().filter(|_| options.title));
        picture.set_walkable(vec![data_box()]);
        axes(plot, &options.theme, &mut picture);
        for curve in &plot.curves {
            picture.push(layer(curve, plot));
            picture.push_key(key(curve));
        }
        Ok(picture)
    }
}

fn data_box() -> Vec<Point> {
    Bounds { min: Point::default(), max: Point::new(WIDTH, HEIGHT) }.corners().to_vec()
}

fn place(plot: &Plot, [x, y]: [f64; 2]) -> Point {
    Point::new(plot.x.share(x) * WIDTH, plot.y.share(y) * HEIGHT)
}

/// The box, its grid, numbers and names.
fn axes(plot: &Plot, theme: &Theme, picture: &mut Picture) {
    let outline = Some(Stroke::new(theme.outline, GRID * 2.0));
    let ground = Primitive::Polygons { rings: vec![data_box()], fill: Fill::solid(theme.walkable), outline };
    picture.push(Layer::new("box", ZLevel::Ground, ground));
    let mut lines = Vec::new();
    let mut captions = Vec::new();
    let mut caption = |x: f64, y: f64, text: String, anchor: Anchor| {
        captions.push(Caption { at: Point::new(x, y), text, colour: theme.text, anchor });
    };
    for tick in plot.x.ticks() {
        let x = plot.x.share(tick) * WIDTH;
        lines.push(vec![Point::new(x, 0.0), Point::new(x, HEIGHT)]);
        caption(x, -2.0, short_number(tick), Anchor::Middle);
    }
    for tick in plot.y.ticks() {
        let y = plot.y.share(tick) * HEIGHT;
        lines.push(vec![Point::new(0.0, y), Point::new(WIDTH, y)]);
        caption(-1.0, y, short_number(tick), Anchor::End);
    }
    caption(WIDTH / 2.0, -5.0, plot.x.label.clone(), Anchor::Middle);
    caption(-ROOM[0] + 0.4, HEIGHT + 2.6, plot.y.label.clone(), Anchor::Start);
    let stroke = Stroke::new(theme.walkable.mixed(theme.outline, 0.2), GRID);
    picture.push(Layer::new("grid", ZLevel::Field, Primitive::Lines { lines, closed: false, stroke }));
    picture.push(Layer::new("axes", ZLevel::Mark, Primitive::Captions(captions)));
}

fn stroke(curve: &Curve) -> Stroke {
    let plain = Stroke::new(curve.colour, CURVE);
    if curve.look == Look::Dashed { plain.dashed(8.0, 6.0) } else { plain }
}

/// A curve, cut off at the box.
fn layer(curve: &Curve, plot: &Plot) -> Layer {
    let finite = curve.points.iter().filter(|p| p.iter().all(|x| x.is_finite()));
    let points: Vec<Point> = finite.map(|&p| place(plot, p)).collect();
    match curve.look {
        Look::Line | Look::Dashed => {
            let shape = Primitive::Lines { lines: vec![points], closed: false, stroke: stroke(curve) };
            Layer::new("curve", ZLevel::Field, shape)
        }
        Look::Dots => {
            let is_in = |p: &Point| (0.0..=WIDTH).contains(&p.x) && (0.0..=HEIGHT).contains(&p.y);
            let centres = points.into_iter().filter(is_in).collect();
            let fill = curve.colour.with_opacity(0.55);
            let shape = Primitive::Marks { centres, mark: Mark::Disc, radius: DOT, fill, outline: None };
            Layer::new("dots", ZLevel::Mark, shape)
        }
    }
}

fn key(curve: &Curve) -> Key {
    let label = curve.label.clone();
    match curve.look {
        Look::Dots => Key::Mark { label, mark: Mark::Disc, fill: curve.colour },
        _ => Key::Line { label, stroke: stroke(curve) },
    }
}
