//! The trajectories of agents.

use super::changes::still;
use super::{CrowdColours, SHADES, shade, shade_colour};
use crate::colours::{Colour, group_colour};
use crate::error::DrawError;
use crate::layers::{Key, Layer, Primitive, Stroke, ZLevel};
use crate::picture::{Options, Picture};
use wayfront_crowd::{Trajectories, Trajectory};
use wayfront_geometry::Point;
use wayfront_world::World;

/// Width of a trajectory, in units.
const TRAIL: f64 = 1.3;
/// So many trajectories in one place look opaque.
const SOLID: f64 = 60.0;

impl Picture {
    /// A picture of a world and the trajectories of agents in it. What changes in the run is marked and explained in
    /// the key.
    ///
    /// ```
    /// use wayfront_crowd::{Simulation, Trajectories};
    /// use wayfront_draw::{CrowdColours, Options, Picture};
    /// let world = wayfront_world::builtin("crossing").unwrap();
    /// let mut run = Simulation::new(&world).unwrap();
    /// let mut trails = Trajectories::new(0.1);
    /// while run.time() < 10.0 {
    ///     trails.look(&run);
    ///     run.step();
    /// }
    /// let picture = Picture::of_trails(&world, &trails, CrowdColours::Group, &Options::default())?;
    /// assert!(picture.to_svg()?.contains("eastwards"));
    /// # Ok::<(), wayfront_draw::DrawError>(())
    /// ```
    ///
    /// # Errors
    /// If the world is empty, its extent is not finite, or the size is impossible.
    pub fn of_trails(
        world: &World,
        trails: &Trajectories,
        colours: CrowdColours,
        options: &Options,
    ) -> Result<Self, DrawError> {
        let mut picture = still(world, options)?;
        // Pale shades need to be opaque to be seen.
        let least = if colours == CrowdColours::Pace { 0.65 } else { 0.25 };
        let opacity = (SOLID / trails.all().len().max(1) as f64).clamp(least, 0.8);
        let strokes = match colours {
            CrowdColours::Group => by_group(trails.all()),
            CrowdColours::Pace => by_pace(trails.all()),
        };
        let shapes = strokes.into_iter().filter(|(_, lines)| !lines.is_empty()).map(|(colour, lines)| {
            let stroke = Stroke::new(colour.with_opacity(opacity), TRAIL);
            Primitive::Lines { lines, closed: false, stroke }
        });
        picture.push(Layer::of("trails", ZLevel::Line, shapes.collect()));
        let line = |label, colour| Key::Line { label, stroke: Stroke::new(colour, TRAIL * 2.0) };
        colours.push_keys(world.crowd.as_ref(), line, &mut picture);
        Ok(picture)
    }
}

type Strokes = Vec<(Colour, Vec<Vec<Point>>)>;

fn by_group(trails: &[Trajectory]) -> Strokes {
    let groups = trails.iter().map(|trail| trail.group + 1).max().unwrap_or(0);
    let of = |group: usize| trails.iter().filter(move |trail| trail.group == group && trail.points.len() > 1);
    // One primitive for each trajectory: those that cross must darken each other.
    let shapes = (0..groups).flat_map(|group| of(group).map(move |t| (group_colour(group), vec![t.points.clone()])));
    shapes.collect()
}

/// Pieces of trajectories with the same shade, the fastest first, so that standing agents are seen.
fn by_pace(trails: &[Trajectory]) -> Strokes {
    let mut pieces: Vec<Vec<Vec<Point>>> = vec![Vec::new(); SHADES];
    for trail in trails {
        let mut from = 0;
        for to in 1..trail.points.len() {
            let ends = to + 1 == trail.points.len() || shade(trail.pace[to + 1]) != shade(trail.pace[to]);
            if ends {
                pieces[shade(trail.pace[to])].push(trail.points[from..=to].to_vec());
                from = to;
            }
        }
    }
    pieces.into_iter().enumerate().map(|(shade, lines)| (shade_colour(shade), lines)).collect()
}
