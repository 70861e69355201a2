//! Draws the figures of the docs: `cargo run -p wayfront-draw --example figures -- FOLDER [SIZE]`.
//!
//! Nothing in them is drawn by hand: what they show is looked up in domains, maps and fields. Names of points are those
//! of the text: `g` and `h` are generators, `a` and `b` the left and the right end of a side, `c` the corner opposite.

mod discs;
mod voronoi;

use std::sync::Arc;
use wayfront_domain::{CornerId, Domain, Guide, Scene, SideId};
use wayfront_draw::colours::OKABE_ITO;
use wayfront_draw::figure::{Figure, WindowStep, WindowTrace, corner_tree, seen_by};
use wayfront_draw::{Axis, Curve, Look, MapStyle, Options, Picture, Plot, PotentialStyle, Stroke};
use wayfront_geometry::{Bounds, Point, closest_on_segment, ring_area};
use wayfront_pathmap::PathMap;
use wayfront_pathmap::view::{Root, RootKind};
use wayfront_potential::{Bias, PotentialMap};
use wayfront_views::{BorderKind, MapShapes};
use wayfront_world::{Barrier, Polygon, Source, World};

type Drawn = Result<Picture, Box<dyn std::error::Error>>;

/// A hall with three obstacles and a door.
fn hall() -> World {
    World::new()
        .area(Polygon::ring([(0.0, 0.0), (24.0, 0.0), (24.0, 13.0), (0.0, 13.0)]))
        .with_obstacles(vec![
            Polygon::ring([(4.0, 3.0), (7.0, 2.5), (7.5, 6.0)]),
            Polygon::ring([(11.0, 6.5), (15.0, 5.5), (14.5, 9.5), (12.0, 10.5)]),
            Polygon::ring([(17.5, 2.0), (20.0, 3.5), (18.5, 6.0)]),
        ])
        .source(Source::segment((24.0, 8.0), (24.0, 10.0)))
}

/// The corners at which paths bend.
fn bending(domain: &Domain) -> impl Iterator<Item = Point> + '_ {
    (0..domain.corner_count() as u32).map(CornerId).filter(|&c| domain.bends(c)).map(|c| domain.point(c))
}

/// The windows that a corner sends over the sides opposite to it, each through at most `count` triangles.
fn traces(domain: &Domain, generator: Point, count: usize) -> impl Iterator<Item = WindowTrace> + '_ {
    let sides = (0..3 * domain.free_triangles() as u32).map(SideId);
    let opposite = sides.filter(move |side| domain.side_points(side.prev())[0] == generator);
    opposite.map(move |side| WindowTrace::new(domain, generator, side, count))
}

fn area(ring: &[Point]) -> f64 {
    ring_area(ring).abs()
}

/// The wave: a corner sends a window through the triangles behind it.
fn window(domain: &Domain, options: &Options) -> Drawn {
    let traces = bending(domain).filter_map(|corner| WindowTrace::longest(domain, corner, 3));
    let seen = |trace: &WindowTrace| trace.steps.iter().map(|step| area(&step.seen)).sum::<f64>();
    let best = traces.filter(|trace| trace.steps.len() == 3).max_by(|a, b| seen(a).total_cmp(&seen(b)));
    let trace = best.ok_or("no window that crosses three triangles")?;
    let bounds = trace.steps[2].bounds;
    let named = [(trace.generator, "g"), (bounds[0], "right"), (bounds[1], "left")];
    let figure = Figure::of_world(&hall().with_sources(Vec::new()), options)?.triangulation(domain);
    Ok(figure.window(&trace, OKABE_ITO[5]).points(&named, OKABE_ITO[6]).picture())
}

/// The result: regions in which paths run to the same corner, and the corners' tree.
fn tree(world: &World, map: &PathMap, options: &Options) -> Drawn {
    let style = MapStyle::default().isolines(0).routes(0);
    let picture = Picture::of_path_map(world, map, &style, options)?;
    let tree = corner_tree(map, map.domain());
    let corners: Vec<(Point, &str)> = tree.iter().map(|leg| (leg[0], "")).collect();
    Ok(Figure::over(picture).arrows(&tree, OKABE_ITO[5], "to the next corner").points(&corners, OKABE_ITO[5]).picture())
}

/// A window at a side, with what the first rule compares.
struct AtSide {
    trace: WindowTrace,
    step: usize,
    /// Left and right end of the side, and where the rule looks.
    ends: [Point; 2],
    x: Point,
    /// By how much the window is dearer there.
    margin: f64,
}

/// The next point on the path from a place.
fn next(map: &PathMap, p: Point) -> Option<Point> {
    map.route(p).ok()?.into_iter().find(|&q| q != p)
}

/// Where the ray from `g` through `p` meets the side, as a length from its left end.
fn meets(g: Point, p: Point, [a, b]: [Point; 2]) -> f64 {
    let (ray, side) = (p - g, b - a);
    (side.length() * (a - g).cross(ray) / ray.cross(side)).clamp(0.0, side.length())
}

/// What the first rule says about a window that comes over the side of a step.
fn looked_at(map: &PathMap, trace: &WindowTrace, step: usize) -> Option<AtSide> {
    let g = trace.generator;
    let WindowStep { entered: [b, a], bounds: [right, left], .. } = trace.steps[step];
    let cost = |p: Point| map.cost(p).ok();
    let length = a.distance(b);
    let even = 0.5 * (length + cost(b)? - cost(a)?);
    let far = even.max(meets(g, left, [a, b])).min(meets(g, right, [a, b]));
    let x = a.lerp(b, far / length);
    let by_ends = (cost(a)? + a.distance(x)).min(cost(b)? + b.distance(x));
    let is_sent = next(map, g).is_some_and(|parent| !map.domain().sees(parent, x));
    let is_other = [a, b].iter().all(|&end| end != g && next(map, end) != Some(g));
    let margin = cost(g)? + g.distance(x) - by_ends;
    (is_sent && is_other).then(|| AtSide { trace: trace.clone(), step, ends: [a, b], x, margin })
}

/// The first rule: both ends of the side are cheaper wherever the window crosses it.
fn first_rule(world: &World, map: &PathMap, options: &Options) -> Drawn {
    let domain = map.domain();
    let all = bending(domain).flat_map(|g| traces(domain, g, 4));
    let steps = all.flat_map(|trace| (1..trace.steps.len()).filter_map(move |k| looked_at(map, &trace, k)));
    let inner = |at: &AtSide| at.ends.iter().map(|end| end.distance(at.x)).fold(f64::INFINITY, f64::min);
    let dropped = steps.filter(|at| at.margin > 0.2);
    let best = dropped.max_by(|p, q| inner(p).total_cmp(&inner(q))).ok_or("no window that the first rule drops")?;
    let before = WindowTrace { steps: best.trace.steps[..best.step].to_vec(), ..best.trace.clone() };
    let [a, b] = best.ends;
    let named = [("g", best.trace.generator), ("a", a), ("b", b), ("x", best.x)];
    let from_g = map.cost(best.trace.generator)? + best.trace.generator.distance(best.x);
    let cost = |p: Point| map.cost(p).map_or("unreachable".into(), |cost| format!("{cost:.1}"));
    let mut texts = named.map(|(name, p)| (p, format!("{name}: {}", cost(p))));
    texts[3].1 += &format!(", by way of g {from_g:.1}");
    let points: Vec<(Point, &str)> = texts.iter().map(|(p, text)| (*p, text.as_str())).collect();
    let figure = Figure::of_world(world, options)?.triangulation(domain).window(&before, OKABE_ITO[5]);
    let arrows = figure.arrows(&[[a, best.x], [b, best.x]], OKABE_ITO[3], "cheaper, from the ends of the side");
    let ray = arrows.lines(&[vec![best.trace.generator, best.x]], Stroke::new(OKABE_ITO[6], 1.6), "dearer, from g");
    Ok(ray.points(&points, OKABE_ITO[6]).picture())
}

/// A window that sees the corner opposite to a side that it comes over, and what going there costs.
struct SeesCorner {
    generator: Point,
    step: WindowStep,
    cost: f64,
}

impl SeesCorner {
    /// What the window sees behind the corner, on its left or on its right.
    fn beyond(&self, domain: &Domain, is_left: bool) -> Vec<Vec<Point>> {
        let WindowStep { side, bounds: [right, left], opposite, .. } = self.step;
        let (side, bounds) = if is_left { (side.prev(), [opposite, left]) } else { (side.next(), [right, opposite]) };
        let steps = WindowTrace::between(domain, self.generator, side, bounds, 1).steps;
        steps.into_iter().map(|step| step.seen).collect()
    }
}

/// All windows that are sent and see the corner opposite to a side.
fn seeing_corners(map: &PathMap) -> Vec<SeesCorner> {
    let domain = map.domain();
    let all = bending(domain).flat_map(|g| traces(domain, g, 5));
    let steps = all.flat_map(|trace| trace.steps.into_iter().map(move |step| (trace.generator, step)));
    let is_sent = |g: Point, c: Point| next(map, g).is_some_and(|parent| !domain.sees(parent, c));
    let sees = steps.filter(|(g, step)| step.is_split && is_sent(*g, step.opposite));
    let with_cost = sees.filter_map(|(generator, step)| {
        let cost = map.cost(generator).ok()? + generator.distance(step.opposite);
        Some(SeesCorner { generator, step, cost })
    });
    with_cost.collect()
}

/// The second rule: of two windows that come over the same side and see the same corner, the dearer goes on on one side.
fn second_rule(options: &Options) -> Drawn {
    let more = [
        [(1.5, 7.0), (3.0, 6.5), (2.5, 8.5)],
        [(6.0, 9.0), (8.0, 9.5), (6.5, 11.0)],
        [(9.0, 2.0), (11.0, 1.5), (10.5, 3.5)],
    ];
    let world = more.into_iter().fold(hall(), |world, ring| world.obstacle(Polygon::ring(ring)));
    let domain = Arc::new(Domain::without_doors(&world)?);
    let map = PathMap::new(domain.clone(), &world.sources)?;
    let seeing = seeing_corners(&map);
    let pairs = seeing.iter().flat_map(|first| seeing.iter().map(move |other| (first, other)));
    let same = pairs.filter(|(p, q)| p.step.side == q.step.side && p.cost < q.cost - 0.1 && p.generator != q.generator);
    let least = |(_, q): &(&SeesCorner, &SeesCorner)| {
        [true, false]
            .map(|left| q.beyond(&domain, left).iter().map(|ring| area(ring)).sum::<f64>())
            .into_iter()
            .fold(f64::INFINITY, f64::min)
    };
    let best = same.max_by(|p, q| least(p).total_cmp(&least(q)));
    let (first, other) = best.ok_or("no side with two windows that see the same corner")?;
    let (g, h, c, [b, a]) = (first.generator, other.generator, other.step.opposite, other.step.entered);
    let on_left = (c - g).cross(h - g) > 0.0;
    let texts = [format!("g: c costs {:.1}", first.cost), format!("h: c costs {:.1}", other.cost)];
    let points = [(g, texts[0].as_str()), (h, texts[1].as_str()), (c, "c"), (a, "a"), (b, "b")];
    let seen = std::slice::from_ref(&other.step.seen);
    let figure = Figure::of_world(&world, options)?.triangulation(&domain).areas(seen, OKABE_ITO[2], "window of h");
    let figure = figure.areas(&other.beyond(&domain, on_left), OKABE_ITO[5], "goes on: the side it comes from");
    let figure =
        figure.areas(&other.beyond(&domain, !on_left), OKABE_ITO[6], "does not go on: it would cross the ray of g");
    let figure = figure.lines(&[vec![a, b]], Stroke::new(OKABE_ITO[0], 2.0), "side that both cross");
    Ok(figure.arrows(&[[g, c], [h, c]], OKABE_ITO[3], "ray to c").points(&points, OKABE_ITO[6]).picture())
}

/// Where the speed differs: regions of the layers of a map with a bicycle.
fn layers(options: &Options) -> Drawn {
    let scene = Scene::open("bicycle")?;
    let map = PathMap::of(&scene)?;
    let view = map.view();
    let mut figure = Figure::of_world(scene.world(), options)?;
    for (k, speed) in view.speeds().enumerate() {
        let layer = |root: Root| match root.kind() {
            RootKind::Node(node) => view.node(node).layer().index(),
            RootKind::Flat(_) => 0,
        };
        let regions = MapShapes::new(&map).regions().into_iter();
        let own = regions.filter(|region| view.numbered(region.generator).is_some_and(|root| layer(root) == k));
        let rings: Vec<Vec<Point>> = own.flat_map(|region| region.rings).collect();
        figure = figure.fill(&rings, OKABE_ITO[[2, 1][k % 2]], &format!("layer {k}: the last leg at speed {speed}"));
    }
    let start = Point::new(110.0, 60.0);
    let route = map.route(start)?;
    Ok(figure.lines(&[route], Stroke::new(OKABE_ITO[5], 2.0), "a path over both layers").picture())
}

/// Why slow corners block the rules: the taut path is shorter than the joined one, but turns at a slow corner.
fn slow_corner(options: &Options) -> Drawn {
    let world = World::new().area([[0.0, 0.0], [24.0, 0.0], [24.0, 11.0], [0.0, 11.0]]).obstacle([
        [12.6, 5.0],
        [21.0, 2.5],
        [21.0, 7.5],
    ]);
    let domain = Arc::new(Domain::without_doors(&world)?);
    let (g, q, y, c) = (Point::new(3.0, 2.0), Point::new(10.5, 1.0), Point::new(17.5, 10.0), Point::new(12.6, 5.0));
    let taut = PathMap::new(domain.clone(), &[Source::point(y)])?.route(q)?;
    if taut != [q, c, y] {
        return Err("the taut path does not turn at the slow corner alone".into());
    }
    let x = g.lerp(y, 0.62);
    let length = |path: &[Point]| path.windows(2).map(|leg| leg[0].distance(leg[1])).sum::<f64>();
    let (joined, speed) = (vec![q, x, y], 0.5);
    let slowed = q.distance(c) + length(&taut[1..]) / speed;
    let text = |name: &str, path: &[Point]| format!("{name}, length {:.1}", length(path));
    let at_half = format!("{}, cost {slowed:.1} if c halves the speed", text("taut path", &taut));
    let figure = Figure::of_world(&world, options)?;
    let figure =
        figure.lines(&[vec![g, y]], Stroke::new(OKABE_ITO[5], 1.4).dashed(6.0, 4.0), "ray r of the window of g");
    let figure = figure.lines(
        std::slice::from_ref(&joined),
        Stroke::new(OKABE_ITO[3], 2.0),
        &text("from q to the ray and on", &joined),
    );
    let figure = figure.lines(std::slice::from_ref(&taut), Stroke::new(OKABE_ITO[6], 2.0), &at_half);
    Ok(figure.points(&[(g, "g"), (q, "q"), (x, "x"), (y, "y"), (c, "c")], OKABE_ITO[6]).picture())
}

/// A corridor with a barrier.
fn corridor() -> World {
    World::new()
        .area([[0.0, 0.0], [24.0, 0.0], [24.0, 8.0], [0.0, 8.0]])
        .obstacle([[5.0, 0.0], [7.0, 0.0], [7.0, 5.0], [5.0, 5.0]])
        .obstacle([[16.0, 3.0], [18.0, 3.0], [18.0, 8.0], [16.0, 8.0]])
        .barrier(Barrier::delay((12.0, 0.0), (12.0, 8.0), 10.0))
        .source(Source::point((2.0, 1.0)))
}

/// A gate: a window pays, and goes on with a copy of its generator.
fn gate(options: &Options) -> Drawn {
    let scene = Scene::new(corridor())?;
    let map = PathMap::of(&scene)?;
    let view = map.view();
    let g = Point::new(7.0, 5.0);
    let nodes = view.generators().filter_map(|root| match root.kind() {
        RootKind::Node(id) if view.node(id).at() == g && view.node(id).cost().is_finite() => {
            Some((root, view.node(id).cost()))
        }
        _ => None,
    });
    let mut nodes: Vec<(Root, f64)> = nodes.collect();
    nodes.sort_by(|a, b| a.1.total_cmp(&b.1));
    let ([(own, cost), ..], Some((copy, paid))) = (&nodes[..], nodes.last()) else { return Err("no generator".into()) };
    let text = format!("g: {cost:.1}, its copy: {paid:.1}");
    let figure = Figure::of_world(scene.world(), options)?.triangulation(scene.domain());
    let figure = figure.fill(&seen_by(&map, *own), OKABE_ITO[2], "windows of g");
    let figure =
        figure.fill(&seen_by(&map, *copy), OKABE_ITO[1], "windows of the copy of g that has paid the delay of 10");
    Ok(figure.points(&[(g, &text), (Point::new(2.0, 1.0), "s: 0.0")], OKABE_ITO[6]).picture())
}

/// Cells: a triangle is cut where another generator becomes cheaper, and along the ends of what is seen.
fn cells(options: &Options) -> Drawn {
    let world = hall().source(Source::point((2.0, 11.0)));
    let scene = Scene::new(world)?;
    let map = PathMap::of(&scene)?;
    let view = Bounds { min: Point::new(6.5, 0.0), max: Point::new(17.0, 7.0) };
    let style = MapStyle::default().isolines(24).routes(0);
    let picture = Picture::of_path_map(scene.world(), &map, &style, &options.clone().view(view))?;
    let name = |kind: BorderKind| match kind {
        BorderKind::Shadow => "shadow",
        BorderKind::Hyperbola => "hyperbola",
        BorderKind::Parabola => "parabola",
        BorderKind::Line => "line",
        BorderKind::Oval => "oval",
    };
    let borders = MapShapes::new(&map).borders();
    let inside = |p: &&Point| view.contains(**p);
    let middles = borders.iter().filter_map(|border| {
        let points: Vec<&Point> = border.line.points.iter().filter(inside).collect();
        (points.len() > 1).then(|| (points[0].lerp(*points[points.len() - 1], 0.5), border))
    });
    let on_line = |p: Point, line: &[Point]| {
        let near = line.windows(2).map(|w| closest_on_segment(w[0], w[1], p));
        near.min_by(|a, b| a.distance(p).total_cmp(&b.distance(p))).unwrap_or(p)
    };
    let named: Vec<(Point, &str)> =
        middles.map(|(p, border)| (on_line(p, &border.line.points), name(border.kind))).collect();
    Ok(Figure::over(picture).triangulation(scene.domain()).points(&named, OKABE_ITO[6]).picture())
}

/// The field of a long corridor: where it passes the numbers that an `f64` has.
fn decades(options: &Options) -> Drawn {
    let scene = Scene::open("serpentine")?;
    let map = PotentialMap::of(&scene, 0.5, Bias::NONE)?;
    let far = map.far_starts(1);
    let start = far.first().ok_or("no cell is far from the goal")?;
    let route = map.route(*start)?;
    let picture = Picture::of_potential(scene.world(), &map, &[], &PotentialStyle::default(), options)?;
    let decades = |p: Point| map.cost(p).unwrap_or(0.0) / std::f64::consts::LN_10;
    let at = |decade: f64| route.iter().copied().find(|&p| decades(p) <= decade);
    let marks = [(16.0, "q = 1e-16"), (100.0, "q = 1e-100"), (308.0, "q = 1e-308"), (1000.0, "q = 1e-1000")];
    let named: Vec<(Point, &str)> = marks.iter().filter_map(|&(d, text)| Some((at(d)?, text))).collect();
    Ok(Figure::over(picture).points(&named, OKABE_ITO[6]).picture())
}

/// The middle of a corridor of width 4 and some length with a goal at its start: decades of q in each cell.
fn corridor_decades(length: f64) -> Result<Vec<[f64; 2]>, Box<dyn std::error::Error>> {
    let world = World::new()
        .area([[0.0, 0.0], [length, 0.0], [length, 4.0], [0.0, 4.0]])
        .source(Source::segment((0.0, 0.0), (0.0, 4.0)));
    let map = PotentialMap::of(&Scene::new(world)?, 0.25, Bias::NONE)?;
    let grid = map.grid();
    let columns = (0..(length / 0.25) as usize).map(|k| Point::new(0.25 * (k as f64 + 0.5), 2.1));
    let decades = columns.filter_map(|p| Some([p.x, -map.depth(grid.cell_of(p)?) / std::f64::consts::LN_10]));
    Ok(decades.filter(|p| p[1].is_finite()).collect())
}

/// A patch that is cut off: what it says of a cell is right as far as the cell is above the cut.
fn cut(options: &Options) -> Drawn {
    let (whole, patch) = (corridor_decades(40.0)?, corridor_decades(20.0)?);
    let error = whole.iter().zip(&patch).filter_map(|(w, p)| {
        let relative = 1.0 - 10f64.powf(p[1] - w[1]);
        (relative > 1e-17).then(|| [w[0], relative.log10()])
    });
    let error: Vec<[f64; 2]> = error.collect();
    let least = patch.iter().map(|p| p[1]).fold(0.0, f64::min);
    let above = patch.iter().filter(|p| p[1] >= least + 5.0).map(|p| p[0]).fold(0.0, f64::max);
    let plot =
        Plot::new(Axis::new("distance from the goal, corridor of width 4", 0.0, 24.0), Axis::new("log10", -14.0, 0.0))
            .curve(Curve::new(
                "q of the whole corridor",
                whole.into_iter().filter(|p| p[0] < 24.0).collect(),
                OKABE_ITO[5],
            ))
            .curve(Curve::new("q of the patch, 0 from 20 on", patch, OKABE_ITO[6]))
            .curve(Curve::new("relative error of the patch", error, OKABE_ITO[3]))
            .curve(
                Curve::new("kept: 5 decades above the cut", vec![[above, -14.0], [above, 0.0]], OKABE_ITO[0])
                    .look(Look::Dashed),
            );
    Ok(Picture::of_plot(&plot, options)?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "figures".into());
    let size = arguments.next().map_or(Ok(760), |size| size.parse())?;
    std::fs::create_dir_all(&folder)?;
    let options = Options::default().size(size).scale_bar(false);
    let world = hall();
    let domain = Arc::new(Domain::without_doors(&world)?);
    let map = PathMap::new(domain.clone(), &world.sources)?;
    let figures = [
        ("window", window(&domain, &options)?),
        ("corner-tree", tree(&world, &map, &options)?),
        ("rule-1", first_rule(&world, &map, &options)?),
        ("rule-2", second_rule(&options)?),
        ("layers", layers(&options)?),
        ("gate", gate(&options)?),
        ("slow-corner", slow_corner(&options)?),
        ("cells", cells(&options)?),
        ("decades", decades(&options)?),
        ("cut", cut(&options)?),
        ("disc-path", discs::path(&options)?),
        ("disc-tangents", discs::tangents(&options)?),
        ("voronoi-cells", voronoi::cells(&options)?),
        ("voronoi-insert", voronoi::insert(&options)?),
        ("voronoi-discs", voronoi::discs(&options)?),
    ];
    for (name, picture) in figures {
        picture.save(format!("{folder}/{name}.png"))?;
        println!("{folder}/{name}.png");
    }
    Ok(())
}
