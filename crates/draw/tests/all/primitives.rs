//! Each primitive, pixel by pixel: fills, lines, dashes, arrows, marks, images and texts look as their fields say.

use tiny_skia::Pixmap;
use wayfront_draw::{
    Anchor, Caption, Colour, ColourMap, Fill, FillRule, Key, Layer, Mark, Options, Picture, Primitive, RasterImage,
    Stroke, Theme, ZLevel,
};
use wayfront_geometry::{Bounds, Point};
use wayfront_world::YAxis;

const RED: Colour = Colour::hex(0xC8_00_00);
const BLUE: Colour = Colour::hex(0x00_00_C8);
const PAGE: Colour = Theme::LIGHT.page;

/// A drawn picture of the square from 0 to 100, with questions in its coordinates. A unit is a pixel.
struct Drawn {
    picture: Picture,
    pixels: Pixmap,
}

fn empty() -> Picture {
    let bounds = Bounds { min: Point::new(0.0, 0.0), max: Point::new(100.0, 100.0) };
    let options = Options::default().size(1000).scale_bar(false).key(false);
    Picture::new(bounds, YAxis::Up, &options).unwrap()
}

impl Drawn {
    fn of(primitives: Vec<Primitive>) -> Self {
        let mut picture = empty();
        picture.push(Layer::of("shapes", ZLevel::Line, primitives));
        Self::new(picture)
    }

    fn new(picture: Picture) -> Self {
        let pixels = Pixmap::decode_png(&picture.to_png().unwrap()).unwrap();
        Self { picture, pixels }
    }

    fn at(&self, x: f64, y: f64) -> Colour {
        let [x, y] = self.picture.pixel_from_world(Point::new(x, y)).unwrap();
        self.pixel(x as u32, y as u32)
    }

    fn pixel(&self, x: u32, y: u32) -> Colour {
        let c = self.pixels.pixel(x, y).unwrap();
        Colour { r: c.red(), g: c.green(), b: c.blue(), a: c.alpha() }
    }

    /// The pixels of a row between two places, left to right.
    fn row(&self, from: f64, to: f64, y: f64) -> Vec<Colour> {
        let [a, row] = self.picture.pixel_from_world(Point::new(from, y)).unwrap();
        let [b, _] = self.picture.pixel_from_world(Point::new(to, y)).unwrap();
        (a as u32..b as u32).map(|x| self.pixel(x, row as u32)).collect()
    }

    /// The smallest box of the world around all pixels that are not the page's: left, bottom, right, top.
    fn extent(&self) -> [f64; 4] {
        let all = (0..self.pixels.height()).flat_map(|y| (0..self.pixels.width()).map(move |x| (x, y)));
        let inked: Vec<(u32, u32)> = all.filter(|&(x, y)| self.pixel(x, y) != PAGE).collect();
        let (x0, x1) = (inked.iter().map(|p| p.0).min().unwrap(), inked.iter().map(|p| p.0).max().unwrap() + 1);
        let (y0, y1) = (inked.iter().map(|p| p.1).min().unwrap(), inked.iter().map(|p| p.1).max().unwrap() + 1);
        let [left, top] = self.world(x0, y0);
        let [right, bottom] = self.world(x1, y1);
        [left, bottom, right, top]
    }

    fn world(&self, x: u32, y: u32) -> [f64; 2] {
        let [x0, y0] = self.picture.pixel_from_world(Point::new(0.0, 0.0)).unwrap();
        let [x1, y1] = self.picture.pixel_from_world(Point::new(100.0, 100.0)).unwrap();
        [100.0 * (f64::from(x) - x0) / (x1 - x0), 100.0 * (f64::from(y) - y0) / (y1 - y0)]
    }

    /// World lengths of one pixel.
    fn pixel_width(&self) -> f64 {
        self.world(1, 0)[0] - self.world(0, 0)[0]
    }
}

fn ring(a: f64, b: f64) -> Vec<Point> {
    [[a, a], [b, a], [b, b], [a, b]].map(Point::from).to_vec()
}

fn line(points: &[[f64; 2]], closed: bool, stroke: Stroke) -> Primitive {
    let lines = vec![points.iter().copied().map(Point::from).collect()];
    Primitive::Lines { lines, closed, stroke }
}

fn level(y: f64, stroke: Stroke) -> Primitive {
    line(&[[20.0, y], [80.0, y]], false, stroke)
}

#[test]
fn rings_are_filled_by_their_rule() {
    for (rule, middle) in [(FillRule::EvenOdd, PAGE), (FillRule::NonZero, RED)] {
        let rings = vec![ring(20.0, 80.0), ring(40.0, 60.0)];
        let drawn = Drawn::of(vec![Primitive::Polygons { rings, fill: Fill { colour: RED, rule }, outline: None }]);
        assert_eq!((drawn.at(30.0, 50.0), drawn.at(50.0, 50.0), drawn.at(10.0, 50.0)), (RED, middle, PAGE), "{rule:?}");
    }
}

/// A ring that runs the other way cuts a hole under the non-zero rule.
#[test]
fn opposite_rings_are_holes() {
    let mut hole = ring(40.0, 60.0);
    hole.reverse();
    let rings = vec![ring(20.0, 80.0), hole];
    let drawn = Drawn::of(vec![Primitive::Polygons { rings, fill: Fill::solid(RED), outline: None }]);
    assert_eq!((drawn.at(30.0, 50.0), drawn.at(50.0, 50.0)), (RED, PAGE));
}

#[test]
fn an_outline_shows_outside_its_fill_alone() {
    let outline = Some(Stroke::new(BLUE, 20.0));
    let rings = vec![ring(20.0, 60.0), ring(40.0, 80.0)];
    let drawn = Drawn::of(vec![Primitive::Polygons { rings, fill: Fill::solid(RED), outline }]);
    let near = 5.0 * drawn.pixel_width();
    assert_eq!((drawn.at(20.0 - near, 40.0), drawn.at(20.0 + near, 40.0)), (BLUE, RED));
    assert_eq!(drawn.at(40.0 - near, 50.0), RED, "where rings overlap");
    assert_eq!(drawn.at(20.0 - 3.0 * near, 40.0), PAGE);
}

#[test]
fn lines_have_their_width_and_round_ends() {
    let drawn = Drawn::of(vec![level(50.0, Stroke::new(RED, 30.0))]);
    let half = 15.0 * drawn.pixel_width();
    let [left, bottom, right, top] = drawn.extent();
    let expected = [20.0 - half, 50.0 - half, 80.0 + half, 50.0 + half];
    for (found, expected) in [left, bottom, right, top].into_iter().zip(expected) {
        assert!((found - expected).abs() <= 1.5 * drawn.pixel_width(), "{found} {expected}");
    }
    let inside = 0.8 * half;
    assert_eq!((drawn.at(20.0 - inside, 50.0), drawn.at(20.0 - inside, 50.0 + inside)), (RED, PAGE));
}

/// Dashes and gaps have their lengths, and gaps are clear of ink.
#[test]
fn dashes_and_gaps_alternate() {
    let drawn = Drawn::of(vec![level(50.0, Stroke::new(RED, 20.0).dashed(30.0, 50.0))]);
    let row = drawn.row(20.0, 80.0, 50.0);
    let clear = |colour: &Colour| *colour == RED || *colour == PAGE;
    assert!(row.iter().filter(|colour| !clear(colour)).count() <= row.len() / 20, "soft ends alone");
    let mut runs: Vec<(Colour, usize)> = Vec::new();
    for &colour in row.iter().filter(|colour| clear(colour)) {
        match runs.last_mut() {
            Some(run) if run.0 == colour => run.1 += 1,
            _ => runs.push((colour, 1)),
        }
    }
    assert!(runs.len() >= 10, "{runs:?}");
    // The last run is cut off by the end of the line.
    for (k, &(colour, length)) in runs.iter().enumerate().take(runs.len() - 1) {
        let (expected, wanted) = if k % 2 == 0 { (RED, 30) } else { (PAGE, 50) };
        assert!(colour == expected && length.abs_diff(wanted) <= 2, "{k}: {colour:?} {length}");
    }
}

#[test]
fn closed_lines_have_their_last_side() {
    for closed in [true, false] {
        let corners = [[20.0, 20.0], [80.0, 20.0], [80.0, 80.0]];
        let drawn = Drawn::of(vec![line(&corners, closed, Stroke::new(RED, 10.0))]);
        assert_eq!(drawn.at(50.0, 50.0), if closed { RED } else { PAGE });
        assert_eq!((drawn.at(50.0, 20.0), drawn.at(80.0, 50.0)), (RED, RED));
    }
}

/// Where translucent lines of one primitive cross, the ink is not twice as thick; of two primitives it is.
#[test]
fn translucent_lines_do_not_add_up() {
    let faint = Stroke::new(Colour { a: 128, ..RED }, 20.0);
    let across = [[50.0, 20.0], [50.0, 80.0]].map(Point::from).to_vec();
    let along = [[20.0, 50.0], [80.0, 50.0]].map(Point::from).to_vec();
    let lines = |lines: Vec<Vec<Point>>| Primitive::Lines { lines, closed: false, stroke: faint };
    let together = Drawn::of(vec![lines(vec![across.clone(), along.clone()])]);
    assert_eq!(together.at(50.0, 50.0), together.at(30.0, 50.0));
    let apart = Drawn::of(vec![lines(vec![across]), lines(vec![along])]);
    assert_eq!(apart.at(30.0, 50.0), together.at(30.0, 50.0));
    assert!(apart.at(50.0, 50.0).g < together.at(50.0, 50.0).g);
    // Half of the page shows through.
    let (half, page) = (together.at(30.0, 50.0), PAGE);
    assert!(half.g.abs_diff(page.g / 2) <= 1 && half.r > RED.r, "{half:?}");
}

/// The head lies at the last point, points on, and the line does not stick out of it.
#[test]
fn arrows_point_to_the_end_of_their_line() {
    let drawn = Drawn::of(vec![level(50.0, Stroke::new(RED, 10.0).with_arrow())]);
    let pixel = drawn.pixel_width();
    let [left, bottom, right, top] = drawn.extent();
    assert!((right - 80.0).abs() <= 1.5 * pixel, "the tip: {right}");
    assert!((left - (20.0 - 5.0 * pixel)).abs() <= 1.5 * pixel, "the blunt end: {left}");
    // 34 pixels long, and wider than the line.
    assert!((top - bottom) / pixel > 25.0 && (top + bottom - 100.0).abs() <= 2.0 * pixel, "{bottom} {top}");
    let beside = 10.0 * pixel;
    assert_eq!((drawn.at(80.0 - 30.0 * pixel, 50.0 + beside), drawn.at(22.0, 50.0 + beside)), (RED, PAGE));
    assert_eq!(drawn.at(80.0 - 4.0 * pixel, 50.0 + 4.0 * pixel), PAGE, "a tip, no blunt end");
}

#[test]
fn marks_have_their_shape_and_size() {
    for (mark, corner) in [(Mark::Disc, RED), (Mark::Diamond, PAGE)] {
        let centres = vec![Point::new(30.0, 30.0), Point::new(70.0, 60.0)];
        let drawn = Drawn::of(vec![Primitive::Marks { centres, mark, radius: 50.0, fill: RED, outline: None }]);
        let pixel = drawn.pixel_width();
        let (most, slanted) = (47.0 * pixel, 32.0 * pixel);
        for (x, y) in [(30.0, 30.0), (70.0, 60.0)] {
            assert_eq!((drawn.at(x, y), drawn.at(x + most, y), drawn.at(x, y - most)), (RED, RED, RED), "{mark:?}");
            assert_eq!(drawn.at(x + slanted, y + slanted), corner, "{mark:?}");
            assert_eq!(drawn.at(x + 53.0 * pixel, y), PAGE, "{mark:?}");
        }
    }
}

#[test]
fn outlines_of_marks_lie_on_their_border() {
    let centres = vec![Point::new(50.0, 50.0)];
    let outline = Some(Stroke::new(BLUE, 20.0));
    for mark in [Mark::Disc, Mark::Diamond] {
        let shape = Primitive::Marks { centres: centres.clone(), mark, radius: 100.0, fill: RED, outline };
        let drawn = Drawn::of(vec![shape]);
        let pixel = drawn.pixel_width();
        // The outer half shows whether the outline is drawn above or below.
        assert_eq!((drawn.at(50.0, 50.0), drawn.at(50.0 + 105.0 * pixel, 50.0)), (RED, BLUE), "{mark:?}");
    }
}

/// Samples show as squares, or blend into each other on request.
#[test]
fn images_are_sharp_unless_smooth() {
    let bounds = Bounds { min: Point::new(20.0, 20.0), max: Point::new(80.0, 80.0) };
    let rgba = [[200, 0, 0, 255], [0, 0, 200, 255]].concat();
    let raster = RasterImage::new(bounds, 2, 1, rgba).unwrap();
    let sharp = Drawn::of(vec![Primitive::Image(raster.clone())]);
    let is_pixelated = |drawn: &Drawn| drawn.picture.to_svg().unwrap().contains("image-rendering=\"pixelated\"");
    assert!(is_pixelated(&sharp));
    assert_eq!((sharp.at(21.0, 50.0), sharp.at(49.0, 79.0)), (RED, RED));
    assert_eq!((sharp.at(51.0, 21.0), sharp.at(79.0, 50.0), sharp.at(19.0, 50.0)), (BLUE, BLUE, PAGE));
    let smooth = Drawn::of(vec![Primitive::Image(raster.smooth())]);
    assert!(!is_pixelated(&smooth));
    let between = smooth.at(50.0, 50.0);
    assert!((60..=140).contains(&between.r) && (60..=140).contains(&between.b), "{between:?}");
}

/// The key of a colour map runs from its low end on the left to its high end on the right.
#[test]
fn the_ramp_of_a_key_rises_to_the_right() {
    let bounds = Bounds { min: Point::new(0.0, 0.0), max: Point::new(100.0, 100.0) };
    let mut picture = Picture::new(bounds, YAxis::Up, &Options::default().size(1000).scale_bar(false)).unwrap();
    let map = ColourMap::NearFar;
    picture.push_key(Key::Ramp { label: "cost".into(), map, ends: ["0".into(), "9".into()] });
    let drawn = Drawn::new(picture);
    let places = |wanted: Colour| {
        let all = (0..drawn.pixels.height()).flat_map(|y| (0..drawn.pixels.width()).map(move |x| (x, y)));
        all.filter(|&(x, y)| drawn.pixel(x, y) == wanted).map(|(x, _)| x).collect::<Vec<u32>>()
    };
    let [low, middle, high] = [0.0, 48.0 / 95.0, 1.0].map(|t| places(map.at(t)));
    assert!(low.iter().max() < middle.iter().min() && middle.iter().max() < high.iter().min());
    assert!(!low.is_empty() && !middle.is_empty());
}

/// Texts lie on the side of their place that the anchor says, level with it.
#[test]
fn captions_keep_their_anchor_in_place() {
    let drawn = |anchor: Anchor| {
        let (at, text) = (Point::new(50.0, 50.0), "HHHHHHHH".to_owned());
        Drawn::of(vec![Primitive::Captions(vec![Caption { at, text, colour: RED, anchor }])])
    };
    let [start, middle, end] = [Anchor::Start, Anchor::Middle, Anchor::End].map(|anchor| drawn(anchor).extent());
    let width = start[2] - start[0];
    assert!(width > 5.0, "{start:?}");
    assert!((start[0] - 50.0).abs() < 0.05 * width && (end[2] - 50.0).abs() < 0.05 * width, "{start:?} {end:?}");
    assert!(((middle[0] + middle[2]) / 2.0 - 50.0).abs() < 0.03 * width, "{middle:?}");
    for [_, bottom, _, top] in [start, middle, end] {
        assert!(((bottom + top) / 2.0 - 50.0).abs() < 0.1 * (top - bottom), "{bottom} {top}");
    }
}

/// Higher levels cover lower ones whatever the order in which they were added; within a level the later one does.
#[test]
fn levels_decide_what_covers_what() {
    let block = |colour: Colour| Primitive::Polygons {
        rings: vec![ring(20.0, 80.0)],
        fill: Fill::solid(colour),
        outline: None,
    };
    let drawn = |order: [(ZLevel, Colour); 2]| {
        let mut picture = empty();
        order.into_iter().for_each(|(level, colour)| picture.push(Layer::new("block", level, block(colour))));
        Drawn::new(picture).at(50.0, 50.0)
    };
    let levels = [ZLevel::Ground, ZLevel::Field, ZLevel::Solid, ZLevel::Line, ZLevel::Mark];
    for pair in levels.windows(2) {
        assert_eq!(drawn([(pair[1], RED), (pair[0], BLUE)]), RED, "{pair:?}");
        assert_eq!(drawn([(pair[0], RED), (pair[0], BLUE)]), BLUE, "{pair:?}");
    }
}

/// Fields and obstacles end at the walkable area; lines and marks do not.
#[test]
fn the_walkable_area_cuts_off_fields_and_solids() {
    for (level, beyond) in [(ZLevel::Field, PAGE), (ZLevel::Solid, PAGE), (ZLevel::Line, RED), (ZLevel::Mark, RED)] {
        let mut picture = empty();
        picture.set_walkable(vec![ring(0.0, 50.0)]);
        let shape = Primitive::Polygons { rings: vec![ring(20.0, 80.0)], fill: Fill::solid(RED), outline: None };
        picture.push(Layer::new("block", level, shape));
        let drawn = Drawn::new(picture);
        assert_eq!((drawn.at(40.0, 40.0), drawn.at(60.0, 60.0)), (RED, beyond), "{level:?}");
    }
}
