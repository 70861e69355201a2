//! Pieces of curves for programs: lanes and paths of bodies have the same.

use serde::Serialize;
use wayfront::geometry::Piece;

/// A straight piece by its ends, or an arc.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PieceJson {
    Line([[f64; 2]; 2]),
    /// Angles in radians, counter-clockwise from the x axis.
    Arc {
        centre: [f64; 2],
        radius: f64,
        start: f64,
        sweep: f64,
    },
}

impl From<&Piece> for PieceJson {
    fn from(piece: &Piece) -> Self {
        match piece {
            Piece::Straight(ends) => Self::Line(ends.map(Into::into)),
            Piece::Arc(arc) => {
                Self::Arc { centre: arc.centre.into(), radius: arc.radius, start: arc.start, sweep: arc.sweep }
            }
        }
    }
}
