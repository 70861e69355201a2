//! Figures that explain: triangulations, windows, trees, labelled points and arrows over a picture.
//!
//! A [`Figure`] takes a picture and adds layers to it, one call each; what it says about an algorithm is computed here
//! from the same domain and map that the algorithm works on, so that figures stay true when code changes.
//!
//! ```
//! use std::sync::Arc;
//! use wayfront_domain::Domain;
//! use wayfront_draw::figure::{Figure, corner_tree};
//! use wayfront_draw::{Colour, MapStyle, Options, Picture};
//! use wayfront_pathmap::PathMap;
//! let world = wayfront_world::builtin("two-rooms").unwrap();
//! let domain = Arc::new(Domain::without_doors(&world)?);
//! let map = PathMap::new(domain.clone(), &world.sources)?;
//! let picture = Picture::of_path_map(&world, &map, &MapStyle::default().routes(0), &Options::default())?;
//! let figure = Figure::over(picture)
//!     .triangulation(&domain)
//!     .arrows(&corner_tree(&map, &domain), Colour::hex(0x0B3C8C), "next corner")
//!     .points(&[([2.0, 2.0].into(), "p")], Colour::hex(0xD55E00));
//! assert!(figure.picture().to_svg()?.contains("triangulation"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod seen;
mod window;

pub use seen::seen_by;
pub use window::{WindowStep, WindowTrace};

use crate::colours::Colour;
use crate::error::DrawError;
use crate::layers::{Fill, Key, Label, Layer, Mark, Primitive, Stroke, ZLevel};
use crate::picture::{Options, Picture};
use wayfront_domain::{CornerId, Domain, Guide, TriangleId};
use wayfront_geometry::Point;
use wayfront_world::World;

/// Widths of lines and sizes of marks, in units.
const EDGE: f64 = 1.0;
const LINE: f64 = 2.0;
const RAY: f64 = 1.4;
const POINT: f64 = 4.6;
/// Rays of windows reach this far beyond the farthest seen point, as a share of its distance: one sees that they go on.
const BEYOND: f64 = 0.06;

/// A picture that is explained by more layers. Labels with text also appear in the key; empty ones do not.
#[derive(Clone, Debug)]
pub struct Figure {
    picture: Picture,
}

impl Figure {
    /// A figure over this picture.
    #[must_use]
    pub fn over(picture: Picture) -> Self {
        Self { picture }
    }

    /// A figure over the picture of a world.
    ///
    /// # Errors
    /// As [`Picture::of_world`].
    pub fn of_world(world: &World, options: &Options) -> Result<Self, DrawError> {
        Picture::of_world(world, options).map(Self::over)
    }

    /// Adds the free triangles of a domain as thin lines.
    #[must_use]
    pub fn triangulation(self, domain: &Domain) -> Self {
        let triangles = (0..domain.free_triangles() as u32).map(|t| domain.triangle(TriangleId(t)).to_vec()).collect();
        let theme = &self.picture.options.theme;
        let stroke = Stroke::new(theme.walkable.mixed(theme.outline, 0.55), EDGE);
        let lines = Primitive::Lines { lines: triangles, closed: true, stroke };
        self.with(
            Layer::new("triangulation", ZLevel::Field, lines),
            Some(Key::Line { label: "triangle".into(), stroke }),
        )
    }

    /// Adds areas in a translucent colour, each with an outline.
    #[must_use]
    pub fn areas(self, rings: &[Vec<Point>], colour: Colour, label: &str) -> Self {
        let (fill, outline) = (colour.with_opacity(0.3), Stroke::new(colour, EDGE));
        let shape = |ring: &Vec<Point>| Primitive::Polygons {
            rings: vec![ring.clone()],
            fill: Fill::solid(fill),
            outline: Some(outline),
        };
        let key = Key::Area { label: label.into(), fill, outline: colour };
        self.with(Layer::of("areas", ZLevel::Field, rings.iter().map(shape).collect()), Some(key))
    }

    /// Adds one area made of many rings in a translucent colour, without outlines.
    #[must_use]
    pub fn fill(self, rings: &[Vec<Point>], colour: Colour, label: &str) -> Self {
        let fill = colour.with_opacity(0.45);
        let shape = Primitive::Polygons { rings: rings.to_vec(), fill: Fill::solid(fill), outline: None };
        let key = Key::Area { label: label.into(), fill, outline: colour };
        self.with(Layer::new("fill", ZLevel::Field, shape), Some(key))
    }

    /// Adds lines, dashed or not.
    #[must_use]
    pub fn lines(self, lines: &[Vec<Point>], stroke: Stroke, label: &str) -> Self {
        self.lines_at(ZLevel::Line, lines, stroke, label)
    }

    fn lines_at(self, level: ZLevel, lines: &[Vec<Point>], stroke: Stroke, label: &str) -> Self {
        let shape = Primitive::Lines { lines: lines.to_vec(), closed: false, stroke };
        self.with(Layer::new("lines", level, shape), Some(Key::Line { label: label.into(), stroke }))
    }

    /// Adds an arrow from the first point to the second of each pair.
    #[must_use]
    pub fn arrows(self, arrows: &[[Point; 2]], colour: Colour, label: &str) -> Self {
        let lines: Vec<Vec<Point>> = arrows.iter().map(|arrow| arrow.to_vec()).collect();
        self.lines(&lines, Stroke::new(colour, LINE).with_arrow(), label)
    }

    /// Adds points with their names beside them.
    #[must_use]
    pub fn points(self, points: &[(Point, &str)], colour: Colour) -> Self {
        let theme = self.picture.options.theme.clone();
        let centres = points.iter().map(|point| point.0).collect();
        let outline = Some(Stroke::new(theme.walkable, 1.4));
        let marks = Primitive::Marks { centres, mark: Mark::Disc, radius: POINT, fill: colour, outline };
        let named = points.iter().filter(|point| !point.1.is_empty());
        let label = |&(at, name): &(Point, &str)| Label { at, text: name.into(), colour: theme.text };
        let names = Primitive::Labels(named.map(label).collect());
        self.with(Layer::of("points", ZLevel::Mark, vec![marks, names]), None)
    }

    /// Adds a window: what its generator sees of each triangle, the sides that it crosses, and the rays that limit it.
    #[must_use]
    pub fn window(self, trace: &WindowTrace, colour: Colour) -> Self {
        let from = trace.generator;
        let first = trace.steps.first().map(|step| vec![from, step.entered[0], step.entered[1]]);
        let seen: Vec<Vec<Point>> = first.into_iter().chain(trace.steps.iter().map(|step| step.seen.clone())).collect();
        let sides: Vec<Vec<Point>> = trace.steps.iter().map(|step| step.entered.to_vec()).collect();
        let reach = (1.0 + BEYOND) * seen.iter().flatten().map(|p| p.distance(from)).fold(0.0, f64::max);
        let ray = |to: &Point| vec![from, from + (*to - from) * (reach / to.distance(from).max(f64::MIN_POSITIVE))];
        let last = trace.steps.last().map(|step| step.bounds);
        let rays: Vec<Vec<Point>> = last.iter().flatten().map(ray).collect();
        let dashed = Stroke::new(colour, RAY).dashed(6.0, 4.0);
        self.areas(&seen, colour, "seen from the generator")
            .lines(&sides, Stroke::new(colour, LINE), "side that the window crosses")
            // They end where the free space does.
            .lines_at(ZLevel::Field, &rays, dashed, "limiting ray")
    }

    /// The finished picture.
    #[must_use]
    pub fn picture(self) -> Picture {
        self.picture
    }

    fn with(mut self, layer: Layer, key: Option<Key>) -> Self {
        self.picture.push(layer);
        if let Some(key) = key.filter(|key| !key.label().is_empty()) {
            self.picture.push_key(key);
        }
        self
    }
}

/// The tree of shortest paths over corners: from each corner at which paths bend to the point that follows on its
/// shortest path. Corners without a path are left out, and those at sources, where paths end.
#[must_use]
pub fn corner_tree(guide: &impl Guide, domain: &Domain) -> Vec<[Point; 2]> {
    let corners = (0..domain.corner_count() as u32).map(CornerId).filter(|&corner| domain.bends(corner));
    let mut tree: Vec<[Point; 2]> = Vec::new();
    for at in corners.map(|corner| domain.point(corner)) {
        let next = guide.route(at).ok().and_then(|route| route.into_iter().find(|&p| p != at));
        tree.extend(next.map(|next| [at, next]).filter(|leg| !tree.contains(leg)));
    }
    tree
}
