//! The wave of the room `search`, on a card: ticks, steps and diagonals are the same, and so are the costs, bit for bit.
//!
//! After Kapadia and others 2013 (two copies of all costs, one to read and one to write; inconsistent costs are lost
//! before others are renewed; costs beyond the farthest agent are not wanted), but on lists of active tiles. A tile of 32
//! x 32 cells is read with the ring around it, swept up, down, right and left until nothing changes, and wakes those
//! of its neighbours for which it has an offer. *Invariant*: between calls all costs are in the first copy, final below the
//! horizon and [`UNKNOWN`] from there on. The fixed point is unique and each round reads only what the round before has
//! left, so the order of workgroups changes nothing. *Cost*: some twenty looks at a cell for a fresh wave; the published
//! kernel looks at all cells in each of its hundreds of rounds. *Uploads*: the cells that changed.

mod ground;
mod kernels;

use crate::device::{Gpu, GpuError, Readback};
use ground::Ground;
use kernels::{Entry, Grid, Kernels, Progress};
use wayfront_search::{CellSpace, STRAIGHT, Space, StateId, Ticks, UNKNOWN};

/// Rounds that are handed over together; then one looks whether it is over.
const ROUNDS: usize = 24;
/// The side of a tile.
const TILE: usize = 32;

/// What is left to pay from every cell to the nearest goal, kept on a card.
///
/// ```
/// use wayfront_domain::{CellId, Cells};
/// use wayfront_geometry::Point;
/// use wayfront_gpu::{Gpu, GpuError, GpuWave};
/// use wayfront_search::{CellSpace, Diagonals, StateId, Wave};
///
/// let gpu = match Gpu::open(None) {
///     Err(GpuError::NoAdapter) => return Ok(()),
///     opened => opened?,
/// };
/// let cells = Cells::new(Point::new(0.0, 0.0), 1.0, [50, 40], vec![true; 2000])?;
/// let mut space = CellSpace::new(&cells, Diagonals::BothFree)?;
/// let (mut wave, mut on_card) = (Wave::new(), GpuWave::new(&gpu)?);
/// wave.run(&space, &[(StateId(7), 0)]);
/// on_card.run(&space, &[(StateId(7), 0)])?;
/// let changed = space.set_free(&[CellId(8), CellId(57)], false)?;
/// wave.repair(&space, &changed);
/// on_card.repair(&space, &changed)?;
/// assert_eq!(on_card.costs()?, wave.costs());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GpuWave {
    kernels: Kernels,
    readback: Readback,
    ground: Ground,
    goals: Vec<(StateId, Ticks)>,
    /// Costs from here on are left out.
    horizon: Ticks,
}

/// What a wave or a repair took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WaveWork {
    /// Rounds in which a tile was active.
    pub rounds: u32,
    /// How often a cell was looked at: a row or column of a tile counts as 32 cells.
    pub updates: u64,
    /// Costs that were taken back.
    pub lost: u32,
}

impl GpuWave {
    /// A wave that has not run.
    ///
    /// # Errors
    /// What is wrong with the device.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self {
            kernels: Kernels::new(gpu)?,
            readback: Readback::new(gpu)?,
            ground: Ground::default(),
            goals: Vec::new(),
            horizon: UNKNOWN,
        })
    }

    /// Runs from these goals, each with what is already paid there, to all cells.
    ///
    /// # Errors
    /// If a goal is no cell, the space is larger than the device can hold, or the device is lost.
    pub fn run(&mut self, space: &CellSpace, goals: &[(StateId, Ticks)]) -> Result<WaveWork, GpuError> {
        self.run_until(space, goals, &[])
    }

    /// Runs until these agents know their cost, and no farther; to all cells if there are none.
    ///
    /// # Errors
    /// As [`Self::run`]; also if an agent is in no cell.
    pub fn run_until(
        &mut self,
        space: &CellSpace,
        goals: &[(StateId, Ticks)],
        agents: &[StateId],
    ) -> Result<WaveWork, GpuError> {
        let states = goals.iter().map(|goal| goal.0).chain(agents.iter().copied());
        check_states(space, states)?;
        self.goals.clear();
        self.goals.extend(goals);
        self.goals.sort_unstable();
        self.goals.dedup_by_key(|goal| goal.0); // the cheapest of each cell stays
        self.spread(space, agents)
    }

    fn spread(&mut self, space: &CellSpace, agents: &[StateId]) -> Result<WaveWork, GpuError> {
        self.horizon = UNKNOWN;
        let edits = self.ground.follow(space);
        if space.is_empty() {
            return Ok(WaveWork::default());
        }
        let kernels = &mut self.kernels;
        match edits {
            Some(edits) => kernels.prepare(grid_of(space), &self.goals, &edits, agents)?,
            None => {
                kernels.prepare(grid_of(space), &self.goals, &[], agents)?;
                kernels.ground.write(self.ground.words())?;
            }
        }
        let is_uneven = space.lattice().is_none();
        kernels.progress.write(&[Progress { limit: UNKNOWN, round: 1, ..Progress::default() }])?;
        let mut commands = kernels.gpu.commands();
        kernels.run(Entry::Lull, &mut commands)?;
        kernels.run(Entry::Edit, &mut commands)?;
        kernels.run(Entry::Forget, &mut commands)?;
        kernels.run(Entry::Begin, &mut commands)?;
        kernels.gpu.submit(commands)?;
        self.rounds(false, is_uneven)?;
        self.settle(!agents.is_empty())
    }

    /// Makes the costs right after the steps of these cells became others. All cells that changed, or whose steps did, must
    /// be among them; further ones do no harm.
    ///
    /// # Errors
    /// If one of them is no cell, or the device is lost.
    pub fn repair(&mut self, space: &CellSpace, changed: &[StateId]) -> Result<WaveWork, GpuError> {
        check_states(space, changed.iter().copied())?;
        if !self.ground.is_of(space) {
            return self.spread(space, &[]);
        }
        let edits = self.ground.edits(space, changed);
        if edits.is_empty() {
            return Ok(WaveWork::default());
        }
        let kernels = &mut self.kernels;
        kernels.prepare(grid_of(space), &self.goals, &edits, &[])?;
        let is_uneven = space.lattice().is_none();
        kernels.progress.write(&[Progress { limit: self.horizon, round: 1, ..Progress::default() }])?;
        let mut commands = kernels.gpu.commands();
        kernels.run(Entry::Lull, &mut commands)?;
        kernels.run(Entry::Edit, &mut commands)?;
        kernels.gpu.submit(commands)?;
        self.rounds(true, is_uneven)?;
        let mut commands = self.kernels.gpu.commands();
        self.kernels.run(Entry::Begin, &mut commands)?;
        self.kernels.run(Entry::Pay, &mut commands)?;
        self.kernels.gpu.submit(commands)?;
        self.rounds(false, is_uneven)?;
        self.settle(false)
    }

    /// Rounds until no tile is woken any more.
    fn rounds(&mut self, is_losing: bool, is_uneven: bool) -> Result<(), GpuError> {
        let tiles = Entry::of_tiles(is_losing, is_uneven);
        loop {
            let mut commands = self.kernels.gpu.commands();
            for _ in 0..ROUNDS {
                self.kernels.run(Entry::Advance, &mut commands)?;
                self.kernels.run(tiles, &mut commands)?;
            }
            self.kernels.gpu.submit(commands)?;
            if self.progress()?.next == 0 {
                return Ok(());
            }
        }
    }

    fn progress(&mut self) -> Result<Progress, GpuError> {
        let rows = self.readback.rows::<Progress>(self.kernels.progress.buffer(), 1)?;
        Ok(rows.first().copied().unwrap_or_default())
    }

    /// All costs into the first copy, and what it took.
    fn settle(&mut self, has_agents: bool) -> Result<WaveWork, GpuError> {
        let mut commands = self.kernels.gpu.commands();
        self.kernels.run(Entry::Settle, &mut commands)?;
        self.kernels.run(Entry::Rest, &mut commands)?;
        self.kernels.gpu.submit(commands)?;
        let progress = self.progress()?;
        if has_agents && progress.is_cut != 0 {
            self.horizon = progress.limit;
        }
        let updates = u64::from(progress.looks) * TILE as u64;
        Ok(WaveWork { rounds: progress.rounds, updates, lost: progress.lost })
    }

    /// Reads the cost of all cells back, [`UNKNOWN`] where there is none.
    ///
    /// # Errors
    /// If the device is lost.
    pub fn costs(&mut self) -> Result<Vec<Ticks>, GpuError> {
        self.readback.rows(self.kernels.first.buffer(), self.ground.words().len())
    }

    /// The cost of all cells row by row, where kernels can read it.
    #[must_use]
    pub fn buffer(&self) -> &wgpu::Buffer {
        self.kernels.first.buffer()
    }

    /// Costs from here on are left out; [`UNKNOWN`] if none is.
    #[must_use]
    pub const fn horizon(&self) -> Ticks {
        self.horizon
    }
}

fn check_states(space: &CellSpace, states: impl IntoIterator<Item = StateId>) -> Result<(), GpuError> {
    match states.into_iter().find(|state| state.index() >= space.len()) {
        None => Ok(()),
        Some(state) => Err(GpuError::Unsupported {
            method: "a wave",
            what: format!("cell {} of a grid with {} cells", state.0, space.len()),
            advice: "numbers of cells begin at 0, row by row",
        }),
    }
}

fn grid_of(space: &CellSpace) -> Grid {
    let [columns, rows] = space.grid().size();
    let tiles = |cells: usize| cells.div_ceil(TILE) as u32;
    Grid {
        columns: columns as u32,
        rows: rows as u32,
        tile_columns: tiles(columns),
        tile_rows: tiles(rows),
        ..Grid::default()
    }
}

/// The kernels take buckets to be as wide as a straight step.
const _: () = assert!(STRAIGHT == 408);
