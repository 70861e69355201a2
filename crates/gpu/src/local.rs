//! Local maps of thousands of agents: the windows of `LocalMap` in the room `potential`, a workgroup for each.
//!
//! After Fischer, Silveira and Nedel 2009: the walls of the world are uploaded once, as bits; a frame uploads where agents
//! are and where they look and go, and reads back one direction each. A window, its cone of view and its open border
//! mean what they mean on the processor; directions agree within the tolerance at which both stop. *Precision*: places
//! are whole cells of the grid and a part of one, so that it does not matter how far the world is from its origin. Numbers
//! have 32 bits: goals are 2^96 high, so that fields may fall by 66 orders of magnitude; what lies behind more than that
//! counts as unreachable (on the processor 300 orders). *Invariant*: an answer depends on its own question and the discs
//! near it, not on the order of either.

mod squares;

use crate::device::{Gpu, GpuError, Kernel, Readback, Store, Uniform, groups};
use bytemuck::{Pod, Zeroable};
use squares::Squares;
use wayfront_domain::{CellId, Cells};
use wayfront_geometry::Point;
use wayfront_potential::{LocalDisc, LocalQuestion};

const METHOD: &str = "local maps on a card";
/// The smallest and the largest window: a row of its inside is a word of 32 bits.
const SIDES: std::ops::RangeInclusive<usize> = 7..=33;
const WGSL: &str = include_str!("local/local.wgsl");

/// As in `local.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
struct Frame {
    step: f32,
    per_cell: f32,
    least: f32,
    columns: i32,
    rows: i32,
    words: u32,
    questions: u32,
    spare: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct DiscRow {
    whole: [i32; 2],
    part: [f32; 2],
    radius: f32,
    spare: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct QuestionRow {
    whole: [i32; 2],
    part: [f32; 2],
    heading: [f32; 2],
    bias: [f32; 2],
    factor: f32,
    radius: f32,
    goals: u32,
    open: u32,
    spans: [[u32; 2]; 3],
}

/// Windows around agents, relaxed on a card. Keep it: it owns its memory.
#[derive(Debug)]
pub struct GpuLocalMaps {
    gpu: Gpu,
    side: usize,
    cell: f64,
    kernel: Kernel,
    grid: Option<wayfront_domain::CellGrid>,
    /// Words of one set of bits.
    layer: u32,
    layers: usize,
    numbers: Uniform<Frame>,
    bits: Store,
    discs: Store,
    questions: Store,
    answers: Store,
    readback: Readback,
    bound: Option<wgpu::BindGroup>,
    generation: u64,
    squares: Squares,
    rows: (Vec<DiscRow>, Vec<QuestionRow>),
}

impl GpuLocalMaps {
    /// Windows of `side` x `side` cells; the papers use 11, 16, 21 and 33.
    ///
    /// # Errors
    /// If the window is too small or too large, its cells have no size, or the device is lost.
    pub fn new(gpu: &Gpu, side: usize, cell: f64) -> Result<Self, GpuError> {
        check_window(side, cell)?;
        let kernel = Kernel::new(gpu, "relax", WGSL, &[("SIDE", side as f64)])?;
        Ok(Self {
            gpu: gpu.clone(),
            side,
            cell,
            kernel,
            grid: None,
            layer: 0,
            layers: 0,
            numbers: Uniform::new(gpu, "numbers of local maps")?,
            bits: Store::array(gpu, "walls and goals of local maps")?,
            discs: Store::array(gpu, "discs of local maps")?,
            questions: Store::array(gpu, "questions of local maps")?,
            answers: Store::array(gpu, "answers of local maps")?,
            readback: Readback::new(gpu)?,
            bound: None,
            generation: 0,
            squares: Squares::default(),
            rows: Default::default(),
        })
    }

    /// Windows of other cells from now on.
    ///
    /// # Errors
    /// If the cells have no size.
    pub fn set_cell(&mut self, cell: f64) -> Result<(), GpuError> {
        check_window(self.side, cell)?;
        self.cell = cell;
        Ok(())
    }

    /// The world: its free cells, and the goal cells of each map that agents follow. Once, and when it changes.
    ///
    /// # Errors
    /// If it is larger than the device can hold, or the device is lost.
    pub fn set_world<'a>(
        &mut self,
        cells: &Cells,
        goals: impl IntoIterator<Item = &'a [CellId]>,
    ) -> Result<(), GpuError> {
        let [columns, rows] = cells.grid().size();
        let words = columns.div_ceil(32);
        let place = |cell: CellId| {
            let [column, row] = cells.column_row(cell);
            (row * words + column / 32, 1 << (column % 32))
        };
        let mut bits = vec![0_u32; words * rows];
        for cell in cells.grid().cells().filter(|&cell| !cells.is_free(cell)) {
            let (word, bit) = place(cell);
            bits[word] |= bit;
        }
        self.layer = bits.len() as u32;
        self.layers = 0;
        for goals in goals {
            let first = bits.len();
            bits.resize(first + words * rows, 0);
            for &goal in goals {
                let (word, bit) = place(goal);
                bits[first + word] |= bit;
            }
            self.layers += 1;
        }
        self.bits.write(&bits)?;
        self.grid = Some(*cells.grid());
        Ok(())
    }

    /// The direction of steepest descent in the middle of each window; `None` where no goal is reached. Discs are all
    /// agents that others have to avoid; a question does not see the disc in its own place. `aperture` is that of the
    /// view cone.
    ///
    /// # Errors
    /// If there is no world yet, a question is about a map that is not there, there are more agents than the device can
    /// hold, or it is lost.
    pub fn descents(
        &mut self,
        aperture: f64,
        discs: &[LocalDisc],
        questions: &[LocalQuestion],
    ) -> Result<Vec<Option<Point>>, GpuError> {
        if questions.is_empty() {
            return Ok(Vec::new());
        }
        self.upload(aperture, discs, questions)?;
        let mut commands = self.gpu.commands();
        let bound = match &self.bound {
            Some(bound) => bound,
            None => self.bound.insert(self.kernel.bind(&[
                self.numbers.binding(),
                self.bits.binding(),
                self.discs.binding(),
                self.questions.binding(),
                self.answers.binding(),
            ])),
        };
        self.kernel.run(&mut commands, bound, groups(questions.len(), 1))?;
        self.gpu.submit(commands)?;
        let answers: Vec<[f32; 2]> = self.readback.rows(self.answers.buffer(), questions.len())?;
        let point = |[x, y]: [f32; 2]| (x != 0.0 || y != 0.0).then(|| Point::new(f64::from(x), f64::from(y)));
        Ok(answers.into_iter().map(point).collect())
    }

    /// The directions of the last call, where kernels can read them: zero where no goal is reached.
    #[must_use]
    pub fn buffer(&self) -> &wgpu::Buffer {
        self.answers.buffer()
    }

    fn upload(&mut self, aperture: f64, discs: &[LocalDisc], questions: &[LocalQuestion]) -> Result<(), GpuError> {
        let unsupported = |what: String, advice| GpuError::Unsupported { method: METHOD, what, advice };
        let Some(grid) = self.grid else {
            return Err(unsupported("a question without a world".into(), "call set_world first"));
        };
        if let Some(question) = questions.iter().find(|question| question.map >= self.layers) {
            let what = format!("a question about map {} of {}", question.map, self.layers);
            return Err(unsupported(what, "numbers of maps begin at 0, in the order of set_world"));
        }
        let Self { squares, rows: (disc_rows, question_rows), side, cell, layer, .. } = self;
        squares.sort(*cell * *side as f64 / 2.0, discs.iter().map(|disc| disc.centre));
        disc_rows.clear();
        disc_rows.extend(squares.order().map(|k| {
            let (whole, part) = place(&grid, discs[k].centre);
            DiscRow { whole, part, radius: (discs[k].radius / *cell) as f32, spare: 0.0 }
        }));
        question_rows.clear();
        question_rows.extend(questions.iter().map(|question| {
            let (whole, part) = place(&grid, question.at);
            let numbers = |p: Point| [p.x as f32, p.y as f32];
            QuestionRow {
                whole,
                part,
                heading: numbers(question.heading),
                bias: numbers(question.bias.vector() * 0.125),
                factor: question.bias.over_relaxation(*side) as f32,
                radius: (question.radius / *cell) as f32,
                goals: *layer * (question.map as u32 + 1),
                open: open_cells(*side, question.towards),
                spans: squares.spans(question.at),
            }
        }));
        let [columns, rows] = grid.size();
        let frame = Frame {
            step: (*cell / grid.cell()) as f32,
            per_cell: (grid.cell() / *cell) as f32,
            least: (aperture / 2.0).cos() as f32,
            columns: columns as i32,
            rows: rows as i32,
            words: columns.div_ceil(32) as u32,
            questions: questions.len() as u32,
            spare: 0,
        };
        self.numbers.set(frame)?;
        // An array without a single row cannot be bound.
        self.discs.reserve(size_of::<DiscRow>() as u64)?;
        self.discs.write(disc_rows)?;
        self.questions.write(question_rows)?;
        self.answers.reserve(8 * questions.len() as u64)?;
        let stores = [self.numbers.store(), &self.bits, &self.discs, &self.questions, &self.answers];
        let generation = stores.iter().map(|store| store.generation()).sum();
        if generation != self.generation {
            self.generation = generation;
            self.bound = None;
        }
        Ok(())
    }
}

fn check_window(side: usize, cell: f64) -> Result<(), GpuError> {
    if SIDES.contains(&side) && cell > 0.0 && cell.is_finite() {
        return Ok(());
    }
    let what = format!("windows of {side} x {side} cells of {cell}");
    Err(GpuError::Unsupported { method: METHOD, what, advice: "take 7 to 33 cells of a positive size" })
}

/// Whole cells of the grid and what is left.
fn place(grid: &wayfront_domain::CellGrid, p: Point) -> ([i32; 2], [f32; 2]) {
    let at = grid.in_cells(p);
    let whole = [at.x.floor(), at.y.floor()];
    (whole.map(|v| v as i32), [(at.x - whole[0]) as f32, (at.y - whole[1]) as f32])
}

/// Where the border is open: as `LocalMap::open_towards`. The edge (left, right, below, above) times 65,536, and the
/// middle of three cells.
fn open_cells(side: usize, towards: Point) -> u32 {
    let most = towards.x.abs().max(towards.y.abs());
    if most == 0.0 || !most.is_finite() {
        return u32::MAX;
    }
    let reach = (side / 2) as f64;
    let at = towards * (reach / most) + Point::new(reach, reach);
    let is_upright = towards.x.abs() >= towards.y.abs();
    let (across, along) = if is_upright { (at.y, towards.x) } else { (at.x, towards.y) };
    let edge = u32::from(!is_upright) * 2 + u32::from(along > 0.0);
    edge << 16 | across.round().max(0.0) as u32
}
