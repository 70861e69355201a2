//! A map prepared for drawing: its shapes and routes, computed once for several uses.

use super::MapStyle;
use wayfront_geometry::Point;
use wayfront_pathmap::PathMap;
use wayfront_views::MapShapes;

/// The shapes and routes of a path map, for files and for a [picture](crate::Picture::of_map_drawing).
///
/// ```
/// use wayfront_domain::Scene;
/// use wayfront_draw::{MapDrawing, MapStyle, Options, Picture};
/// use wayfront_pathmap::PathMap;
/// let scene = Scene::open("two-rooms")?;
/// let map = PathMap::of(&scene)?;
/// let style = MapStyle::cost().routes(3);
/// let drawing = MapDrawing::new(&map, &style);
/// assert_eq!(drawing.routes().len(), 3);
/// let geojson = drawing.shapes().to_geojson(&[2.0, 4.0], scene.sources(), drawing.routes());
/// let picture = Picture::of_map_drawing(scene.world(), drawing, &style, &Options::default())?;
/// assert!(geojson.contains("LineString") && picture.to_svg()?.contains("isolines"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct MapDrawing<'a> {
    pub(super) shapes: MapShapes<'a>,
    pub(super) routes: Vec<Vec<Point>>,
}

impl<'a> MapDrawing<'a> {
    /// The shapes of a map, within a thousandth of the world's size, and the routes that a style shows.
    #[must_use]
    pub fn new(map: &'a PathMap, style: &MapStyle) -> Self {
        Self { shapes: MapShapes::new(map), routes: style.routes_of(map) }
    }

    /// Regions, borders and lines of equal cost.
    #[must_use]
    pub fn shapes(&self) -> &MapShapes<'a> {
        &self.shapes
    }

    /// Routes from points far from each other, or from the starts of the style.
    #[must_use]
    pub fn routes(&self) -> &[Vec<Point>] {
        &self.routes
    }
}
