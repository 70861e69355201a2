//! Lanes and what they are asked for.

use crate::cut::{Gate, Measure};
use crate::map::FlowMap;
use crate::terminals::Terminal;
use std::sync::OnceLock;
use wayfront_domain::SideId;
use wayfront_geometry::{Piece, Point};
use wayfront_pathmap::LevelLine;

/// A path from an entrance to an exit for discs, one behind the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// Straight pieces and arcs, end to end.
    pub pieces: Vec<Piece>,
    /// Where it starts.
    pub entrance: usize,
    /// Where it ends.
    pub exit: usize,
}

impl Lane {
    /// How long it is.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.pieces.iter().map(Piece::length).sum()
    }

    /// The same lane, moved.
    pub(crate) fn moved(&self, by: Point) -> Self {
        Self { pieces: self.pieces.iter().map(|piece| piece.moved(by)).collect(), ..*self }
    }

    /// Its points as a polyline that stays within `tolerance` of it.
    #[must_use]
    pub fn polyline(&self, tolerance: f64) -> Vec<Point> {
        let mut points: Vec<Point> = self.pieces.first().map(Piece::start).into_iter().collect();
        self.pieces.iter().for_each(|piece| piece.flatten_into(tolerance, &mut points));
        points
    }
}

/// The lanes of a world for discs of a radius.
pub struct Lanes<'a> {
    pub(crate) flow: &'a FlowMap,
    pub(crate) radius: f64,
    pub(crate) capacity: usize,
    /// In local coordinates.
    pub(crate) gates: Vec<Gate>,
    pub(crate) given_gates: Vec<Gate>,
    /// Per solid: its height above the bottom, if there is one bottom only.
    pub(crate) heights: Vec<f64>,
    /// In local coordinates.
    pub(crate) lanes: Vec<Lane>,
    /// In the user's coordinates, where they are others and asked for.
    pub(crate) given: OnceLock<Vec<Lane>>,
}

impl FlowMap {
    /// A line as a lane, if it leads from an entrance to an exit or back.
    pub(crate) fn lane(&self, line: LevelLine, start: Terminal) -> Option<Lane> {
        match (start, self.terminal(line.end?)?) {
            (Terminal::Entrance(entrance), Terminal::Exit(exit)) => Some(Lane { pieces: line.pieces, entrance, exit }),
            (Terminal::Exit(exit), Terminal::Entrance(entrance)) => {
                let pieces = line.pieces.iter().rev().map(Piece::reversed).collect();
                Some(Lane { pieces, entrance, exit })
            }
            _ => None,
        }
    }
}

impl<'a> Lanes<'a> {
    /// Lanes that have the world to themselves, to be measured.
    pub(crate) fn only(flow: &'a FlowMap, radius: f64, capacity: usize, lanes: Vec<Lane>) -> Self {
        let (gates, heights, given) = (Vec::new(), Vec::new(), OnceLock::new());
        Self { flow, radius, capacity, given_gates: gates.clone(), gates, heights, lanes, given }
    }

    /// The world that they cross.
    #[must_use]
    pub fn flow(&self) -> &'a FlowMap {
        self.flow
    }

    /// Radius of the discs.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// How many lanes the world can carry: the min cut in whole lanes.
    ///
    /// Where entrances and exits take turns around the world, it may be fewer: lanes for different exits then keep their
    /// distance from each other in the middle too, which no cut between entrances and exits asks for.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// The gates that together let no more lanes pass.
    #[must_use]
    pub fn cut(&self) -> &[Gate] {
        &self.given_gates
    }

    /// How many lanes fit through a gate.
    #[must_use]
    pub fn lanes_through(&self, gate: &Gate) -> usize {
        self.measure().lanes(gate.width) as usize
    }

    /// The lanes, from bottom to top.
    #[must_use]
    pub fn lanes(&self) -> &[Lane] {
        if self.flow.frame.is_given() {
            return &self.lanes;
        }
        self.given.get_or_init(|| self.lanes.iter().map(|lane| lane.moved(self.flow.frame.origin)).collect())
    }

    /// The sum of their lengths.
    #[must_use]
    pub fn total_length(&self) -> f64 {
        self.lanes().iter().map(Lane::length).sum()
    }

    /// How many discs leave per second if they walk at `speed`, their centres `spacing` apart.
    #[must_use]
    pub fn agents_per_second(&self, speed: f64, spacing: f64) -> f64 {
        self.lanes.len() as f64 * speed / spacing
    }

    pub(crate) fn measure(&self) -> Measure {
        Measure::Lanes { width: 2.0 * self.radius, slack: self.flow.slack() }
    }

    /// The side on which a lane's end lies, of those that belong to a terminal.
    pub(crate) fn sides_of(&self, terminal: Terminal) -> impl Iterator<Item = SideId> + '_ {
        self.flow.open_sides().filter(move |(_, t)| *t == terminal).map(|(side, _)| side)
    }
}
