//! Candidates as numbers, eight side by side: a cost that is a cone over the pixels, and lines that end what is seen.

use super::NO_GENERATOR;

/// Pixels, and candidates, that are worked on at once.
pub(super) const LANES: usize = 8;

/// Rows that are prepared at once: a strip.
pub(crate) const ROWS: usize = 16;

/// A cost as a function of column and row, both counted from the triangle's first, in the raster's unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cone {
    pub id: u32,
    pub cost: f32,
    /// At the first column and row.
    pub u: f32,
    pub v: f32,
    /// Growth of `u` from column to column and from row to row.
    pub u_column: f32,
    pub u_row: f32,
    /// Growth of `v` from row to row.
    pub v_row: f32,
}

/// A line, as a column for each row, counted from the triangle's first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Column in row 0.
    pub start: f64,
    /// Columns per row.
    pub lean: f64,
}

/// What is seen: nothing left of the low lines, nothing right of the high ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub low: [Line; 2],
    pub high: [Line; 2],
}

const NO_LOW: Line = Line { start: f64::NEG_INFINITY, lean: 0.0 };
const NO_HIGH: Line = Line { start: f64::INFINITY, lean: 0.0 };

impl View {
    /// Sees everything.
    pub const ALL: Self = Self { low: [NO_LOW; 2], high: [NO_HIGH; 2] };

    #[inline(always)]
    pub fn is_all(&self) -> bool {
        self.low[0].start.is_infinite() & self.high[0].start.is_infinite()
    }
}

/// Eight candidates side by side.
#[derive(Clone, Copy)]
pub(super) struct Packet {
    pub id: [u32; LANES],
    pub cost: [f32; LANES],
    pub u: [f32; LANES],
    pub v: [f32; LANES],
    pub u_column: [f32; LANES],
    pub u_row: [f32; LANES],
    pub v_row: [f32; LANES],
    /// Starts and leans of the lines.
    pub low: [[[f64; LANES]; 2]; 2],
    pub high: [[[f64; LANES]; 2]; 2],
}

impl Packet {
    /// Nothing: no lane sees anything.
    pub const EMPTY: Self = Self {
        id: [NO_GENERATOR; LANES],
        cost: [f32::INFINITY; LANES],
        u: [0.0; LANES],
        v: [0.0; LANES],
        u_column: [0.0; LANES],
        u_row: [0.0; LANES],
        v_row: [f32::NAN; LANES],
        low: [[[f64::INFINITY; LANES], [0.0; LANES]]; 2],
        high: [[[f64::NEG_INFINITY; LANES], [0.0; LANES]]; 2],
    };

    #[inline(always)]
    pub fn set(&mut self, lane: usize, cone: &Cone, view: &View) {
        self.id[lane] = cone.id;
        self.cost[lane] = cone.cost;
        self.u[lane] = cone.u;
        self.v[lane] = cone.v;
        self.u_column[lane] = cone.u_column;
        self.u_row[lane] = cone.u_row;
        self.v_row[lane] = cone.v_row;
        for k in 0..2 {
            (self.low[k][0][lane], self.low[k][1][lane]) = (view.low[k].start, view.low[k].lean);
            (self.high[k][0][lane], self.high[k][1][lane]) = (view.high[k].start, view.high[k].lean);
        }
    }

    /// Makes a candidate dearer than anything.
    #[inline(always)]
    pub fn drop(&mut self, lane: usize) {
        self.cost[lane] = f32::INFINITY;
    }

    /// A candidate has no lines.
    #[inline(always)]
    pub fn sees_all(&self, lane: usize) -> bool {
        self.low[0][0][lane].is_infinite() & self.high[0][0][lane].is_infinite()
    }

    #[inline(always)]
    pub fn cone(&self, lane: usize) -> Cone {
        Cone {
            id: self.id[lane],
            cost: self.cost[lane],
            u: self.u[lane],
            v: self.v[lane],
            u_column: self.u_column[lane],
            u_row: self.u_row[lane],
            v_row: self.v_row[lane],
        }
    }

    #[inline(always)]
    pub fn view(&self, lane: usize) -> View {
        let line = |[starts, leans]: &[[f64; LANES]; 2]| Line { start: starts[lane], lean: leans[lane] };
        View { low: [line(&self.low[0]), line(&self.low[1])], high: [line(&self.high[0]), line(&self.high[1])] }
    }
}
