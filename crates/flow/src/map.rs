//! The flow map of a world.

use crate::cut::{Cut, Gate, Measure};
use crate::error::FlowError;
use crate::frame::Frame;
use crate::near::Near;
use crate::solids::Solids;
use crate::terminals::{Opened, Terminal};
use std::sync::{Arc, OnceLock};
use wayfront_domain::{Domain, Scene, SideId};
use wayfront_geometry::Piece;
use wayfront_pathmap::PathMap;
use wayfront_world::World;

/// How much can flow through a world, and what limits it.
///
/// ```
/// use wayfront_flow::FlowMap;
/// use wayfront_world::{Flow, Polygon, World};
///
/// let world = World::new()
///     .area(Polygon::ring([(0.0, 0.0), (20.0, 0.0), (20.0, 10.0), (0.0, 10.0)]))
///     .obstacle(Polygon::ring([(8.0, 2.0), (12.0, 2.0), (12.0, 5.0), (8.0, 5.0)]))
///     .with_flow(Flow::new(
///         vec![vec![(0.0, 0.0).into(), (0.0, 10.0).into()]],
///         vec![vec![(20.0, 0.0).into(), (20.0, 10.0).into()]],
///     ));
/// let flow = FlowMap::new(&world).unwrap();
/// assert_eq!(flow.capacity(), 2.0 + 5.0);
/// assert_eq!(flow.cut().len(), 2);
/// // Two lanes fit below the obstacle, five above.
/// assert_eq!(flow.lanes(0.5).unwrap().lanes().len(), 7);
/// ```
pub struct FlowMap {
    pub(crate) frame: Frame,
    terminals: Vec<Option<Terminal>>,
    open: Vec<(SideId, Terminal)>,
    pub(crate) solids: Solids,
    /// In local coordinates.
    pub(crate) cut: Cut,
    /// Its gates in the user's coordinates.
    gates: Vec<Gate>,
    /// Its map in the user's coordinates, where they are others and it is asked for.
    levels: OnceLock<PathMap>,
}

/// How many people pass a metre of a door in a second, as experiments and the default steering models have it; and as IMO
/// MSC.1/Circ.1533 allows, with `calm`, which stays below its 1.33.
pub const SPECIFIC_FLOW: [f64; 2] = [1.9, 1.1];

impl FlowMap {
    /// Checks a world, and finds capacity and min cut of its flow: see [`Self::of`].
    ///
    /// # Errors
    /// With everything that is wrong with the world, and as [`Self::of`].
    pub fn new(world: &World) -> Result<Self, FlowError> {
        Self::of(&Scene::new(world.clone()).map_err(|rejected| FlowError::Misplaced(rejected.problems))?)
    }

    /// Finds capacity and min cut of a scene with a flow. Closed doors are walls.
    ///
    /// # Errors
    /// If the scene has no entrances and exits, or they overlap or are not connected.
    pub fn of(scene: &Scene) -> Result<Self, FlowError> {
        let opened = Opened::of(scene)?;
        let solids = Solids::new(&opened)?;
        let frame = Frame::of(opened.domain);
        let cut = Cut::new(&frame.local, &solids, Measure::Width);
        let gates = cut.gates.iter().map(|gate| frame.given_gate(gate)).collect();
        let open = (0u32..).zip(&opened.terminals).filter_map(|(k, t)| t.map(|t| (SideId(k), t))).collect();
        Ok(Self { frame, terminals: opened.terminals, open, solids, cut, gates, levels: OnceLock::new() })
    }

    /// The total width of what can flow: the length of the min cut.
    #[must_use]
    pub fn capacity(&self) -> f64 {
        self.cut.value
    }

    /// How many people pass the min cut in a second, if so many pass each metre of its gates; those narrower than a body
    /// count nothing. People at a door slow down and keep distances, so fewer pass than on lanes.
    #[must_use]
    pub fn people_per_second(&self, specific_flow: f64, body: f64) -> f64 {
        self.gates.iter().map(|gate| gate.width).filter(|&width| width >= body).sum::<f64>() * specific_flow
    }

    /// The min cut, from bottom to top: the gates that together are narrower than any others that separate the entrances
    /// from the exits.
    #[must_use]
    pub fn cut(&self) -> &[Gate] {
        &self.gates
    }

    /// The distance from the bottom when solids cost nothing to pass: the flow follows its lines of equal cost, lower
    /// costs on the right.
    #[must_use]
    pub fn levels(&self) -> &PathMap {
        if self.frame.is_given() {
            return self.local_levels();
        }
        self.levels.get_or_init(|| Cut::new(&self.frame.given, &self.solids, Measure::Width).map.map)
    }

    /// The same in local coordinates.
    pub(crate) fn local_levels(&self) -> &PathMap {
        &self.cut.map.map
    }

    /// The free space in local coordinates.
    pub(crate) fn local(&self) -> &Arc<Domain> {
        &self.frame.local
    }

    /// The free space, with the ends of entrances and exits among its vertices.
    #[must_use]
    pub fn domain(&self) -> &Arc<Domain> {
        &self.frame.given
    }

    /// The entrance or exit that a side of the free space belongs to.
    #[must_use]
    pub fn terminal(&self, side: SideId) -> Option<Terminal> {
        self.terminals.get(side.index()).copied().flatten()
    }

    /// The sides of the free space that are open, with what they belong to.
    pub fn open_sides(&self) -> impl Iterator<Item = (SideId, Terminal)> + '_ {
        self.open.iter().copied()
    }

    /// The sides of the free space that are solid.
    pub fn solid_sides(&self) -> impl Iterator<Item = SideId> + '_ {
        self.solids.solids.iter().flat_map(|solid| solid.sides.iter().copied())
    }

    /// Everything that lanes keep their distance from: the solid sides, and points where an entrance and an exit meet.
    pub fn solid_pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        self.local_solids().map(|piece| self.frame.given_piece(&piece))
    }

    /// The same in local coordinates.
    pub(crate) fn local_solids(&self) -> impl Iterator<Item = Piece> + '_ {
        let sides = self.solid_sides().map(|side| Piece::Straight(self.local().side_points(side)));
        let points = self.solids.solids.iter().flat_map(|solid| &solid.corners);
        sides.chain(points.map(|&corner| Piece::Straight([self.local().point(corner); 2])))
    }

    /// The pieces that lanes keep their distance from, by place.
    pub(crate) fn solids_by_place(&self) -> (Vec<Piece>, Near) {
        let pieces: Vec<Piece> = self.local_solids().collect();
        let mut near = Near::over(self.local().bounds(), pieces.len());
        (0u32..).zip(&pieces).for_each(|(k, piece)| near.add(k, piece.bounds()));
        (pieces, near)
    }

    /// Largest distance by which a point of the scene may miss its place: a matter of the user's coordinates.
    pub(crate) fn rounding(&self) -> f64 {
        self.frame.given.rounding()
    }

    /// Lengths below this are rounding.
    pub(crate) fn slack(&self) -> f64 {
        0.25 * self.rounding()
    }
}
