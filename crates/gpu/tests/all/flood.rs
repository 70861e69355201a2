//! Flooded diagrams against distances from every site, and beside the exact diagram.

use std::sync::Arc;
use wayfront_domain::{Domain, Scene};
use wayfront_geometry::{Bounds, Point, closest_on_segment};
use wayfront_gpu::{FloodPixel, FloodSite, GpuError, GpuFlood, sites_of};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;
use wayfront_voronoi::Voronoi;

fn distance(site: &FloodSite, p: Point) -> f64 {
    closest_on_segment(site.ends[0], site.ends[1], p).distance(p) - site.radius
}

/// The two nearest owners by asking every site.
fn nearest(sites: &[FloodSite], p: Point) -> [Option<(u32, f64)>; 2] {
    let least = |but: Option<u32>| {
        let others = sites.iter().filter(|site| Some(site.owner) != but);
        others.map(|site| (site.owner, distance(site, p))).min_by(|a, b| a.1.total_cmp(&b.1))
    };
    let first = least(None);
    [first, first.and_then(|first| least(Some(first.0)))]
}

fn centre(view: Bounds, [width, height]: [usize; 2], k: usize) -> (Point, f64) {
    let pixel = (view.width() / width as f64).max(view.height() / height as f64);
    let offset =
        Point::new((k % width) as f64 + 0.5 - width as f64 / 2.0, (k / width) as f64 + 0.5 - height as f64 / 2.0);
    (view.min.lerp(view.max, 0.5) + offset * pixel, pixel)
}

/// How many distances of both orders are right, of how many; all must be within the bound.
fn compared(sites: &[FloodSite], view: Bounds, size: [usize; 2], pixels: &[FloodPixel], what: &str) -> [usize; 2] {
    let (mut right, mut all) = (0, 0);
    for (k, pixel) in pixels.iter().enumerate() {
        let (p, side) = centre(view, size, k);
        let extent = side * size[0].max(size[1]) as f64;
        for (order, (found, exact)) in [pixel.first, pixel.second].into_iter().zip(nearest(sites, p)).enumerate() {
            assert_eq!(found.is_some(), exact.is_some(), "{what}: pixel {k}, order {order}");
            let (Some((owner, found)), Some((_, exact))) = (found, exact) else { continue };
            let over = f64::from(found) - exact;
            let rounding = 4.0 * f64::from(f32::EPSILON) * extent;
            assert!(over > -rounding, "{what}: pixel {k}, order {order}: {found} instead of {exact}");
            assert!(over < 1.5 * side + rounding, "{what}: pixel {k}, order {order}: {found} instead of {exact}");
            let own = sites.iter().filter(|site| site.owner == owner).map(|site| distance(site, p));
            assert!((own.fold(f64::INFINITY, f64::min) - f64::from(found)).abs() < 1.5 * side + rounding, "{what}");
            right += usize::from(over < rounding);
            all += 1;
        }
    }
    [right, all]
}

fn random_sites(rng: &mut Rng, origin: Point) -> Vec<FloodSite> {
    let place = |rng: &mut Rng| origin + Point::new(rng.unit() * 100.0, rng.unit() * 60.0);
    let mut sites = Vec::new();
    for owner in 0..rng.below(12) as u32 {
        if rng.chance(0.4) {
            sites.push(FloodSite::disc(place(rng), 2.0 * rng.unit(), owner));
            continue;
        }
        let mut from = place(rng);
        for _ in 0..1 + rng.below(4) {
            let to = if rng.chance(0.1) { from } else { place(rng) };
            sites.push(FloodSite { ends: [from, to], radius: 0.0, owner });
            from = to;
        }
    }
    sites
}

#[test]
fn pixels_know_their_two_nearest() {
    let Some(gpu) = crate::common::gpu() else { return };
    let mut flood = GpuFlood::new(&gpu).unwrap();
    let mut sum = [0, 0];
    each_seed("pixels_know_their_two_nearest", 300, |seed| {
        let rng = &mut Rng::new(seed);
        let origin = *rng.pick(&[Point::new(0.0, 0.0), Point::new(691_234.7, 5_334_567.1)]);
        let size = *rng.pick(&[[1, 1], [1, 9], [64, 33], [50, 30], [37, 61]]);
        let view = Bounds::of(&[origin, origin + Point::new(100.0, 60.0)]);
        let sites = random_sites(rng, origin);
        flood.run(view, size, &sites).unwrap();
        let pixels = flood.read().unwrap();
        assert_eq!(pixels.len(), size[0] * size[1]);
        let counts = compared(&sites, view, size, &pixels, &format!("seed {seed}, {size:?}"));
        sum = [sum[0] + counts[0], sum[1] + counts[1]];
    });
    let share = sum[0] as f64 / sum[1] as f64;
    assert!(share > 0.995, "{sum:?}: {share}");
}

#[test]
fn clearance_is_that_of_the_exact_diagram() {
    let Some(gpu) = crate::common::gpu() else { return };
    let mut flood = GpuFlood::new(&gpu).unwrap();
    for (name, size) in [("office", [640, 300]), ("plaza", [180, 180])] {
        let scene = Scene::open(name).unwrap();
        let domain: &Arc<Domain> = scene.walled_domain();
        let voronoi = Voronoi::of(domain).unwrap();
        let sites = sites_of(domain);
        let view = domain.bounds();
        flood.run(view, size, &sites).unwrap();
        let (mut right, mut all) = (0, 0);
        for (k, pixel) in flood.read().unwrap().iter().enumerate() {
            let (p, side) = centre(view, size, k);
            let Some(exact) = voronoi.clearance(p) else { continue };
            let found = f64::from(pixel.first.unwrap().1);
            assert!(
                (found - exact.distance).abs() < 1.5 * side,
                "{name} at {p}: {found} instead of {}",
                exact.distance
            );
            right += usize::from((found - exact.distance).abs() < 1e-5 * view.size());
            all += 1;
        }
        assert!(right as f64 > 0.98 * f64::from(all), "{name}: {right} of {all}");
    }
}

#[test]
fn the_second_frame_uploads_what_moved() {
    let Some(gpu) = crate::common::gpu() else { return };
    let mut flood = GpuFlood::new(&gpu).unwrap();
    let mut sites: Vec<FloodSite> =
        (0..9).map(|k| FloodSite::disc(Point::new(10.0 * f64::from(k), 30.0), 0.3, k as u32)).collect();
    let view = Bounds::of(&[Point::new(0.0, 0.0), Point::new(100.0, 60.0)]);
    flood.run(view, [64, 64], &sites).unwrap();
    flood.read().unwrap();
    let before = gpu.counts();
    sites[2] = FloodSite::disc(Point::new(7.0, 8.0), 0.3, 2);
    flood.run(view, [64, 64], &sites).unwrap();
    flood.read().unwrap();
    let after = gpu.counts();
    assert_eq!((after.buffers, after.uploaded - before.uploaded), (before.buffers, 32));
}

#[test]
fn what_cannot_be_flooded_is_refused() {
    let Some(gpu) = crate::common::gpu() else { return };
    let mut flood = GpuFlood::new(&gpu).unwrap();
    let view = Bounds::of(&[Point::new(0.0, 0.0), Point::new(4.0, 2.0)]);
    let error = flood.run(view, [0, 5], &[]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "jump flooding cannot do a picture of 0 x 5 pixels over 4 x 2: take a picture and a box with an area"
    );
    assert!(matches!(flood.run(view, [1 << 20, 1 << 20], &[]), Err(GpuError::TooLarge { .. })));
    flood.run(view, [3, 2], &[]).unwrap();
    assert!(flood.read().unwrap().iter().all(|pixel| pixel.first.is_none() && pixel.second.is_none()));
    gpu.close();
    assert!(matches!(flood.run(view, [3, 2], &[]), Err(GpuError::Lost { .. })));
}
