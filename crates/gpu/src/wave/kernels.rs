//! The kernels of a wave and what they work on.

use crate::device::{Gpu, GpuError, Kernel, Store, Uniform, groups};
use bytemuck::{Pod, Zeroable};
use wayfront_search::{StateId, Ticks};

const WGSL: &str = include_str!("wave.wgsl");
/// What is known of a tile.
const TILE_BYTES: u64 = 48;
/// Workgroups of a round at most; each takes tiles in turn.
const MOST_GROUPS: u32 = 512;

/// The numbers that kernels are called with: as in `wave.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct Grid {
    pub columns: u32,
    pub rows: u32,
    pub tile_columns: u32,
    pub tile_rows: u32,
    pub goals: u32,
    pub changes: u32,
    pub agents: u32,
    pub spare: u32,
}

impl Grid {
    const fn cells(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    const fn tiles(&self) -> usize {
        self.tile_columns as usize * self.tile_rows as usize
    }
}

/// How far a wave is: as in `wave.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct Progress {
    pub round: u32,
    pub count: u32,
    pub next: u32,
    pub limit: u32,
    pub rounds: u32,
    pub looks: u32,
    pub lost: u32,
    pub is_cut: u32,
    pub near: u32,
    pub spare: [u32; 3],
}

/// The kernels of `wave.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    Forget,
    Lull,
    Edit,
    Begin,
    Pay,
    Advance,
    /// On even ground; the next one with factors.
    Renew,
    RenewUneven,
    Lose,
    LoseUneven,
    Settle,
    Rest,
}

const ENTRIES: usize = Entry::Rest as usize + 1;

impl Entry {
    /// Its name, the bindings that it uses, and whether cells have factors.
    const fn facts(self) -> (&'static str, &'static [u32], bool) {
        match self {
            Self::Forget => ("forget", &[0, 2, 4], false),
            Self::Lull => ("lull", &[0, 4], false),
            Self::Edit => ("edit", &[0, 1, 4, 5, 6, 7], false),
            Self::Begin => ("begin", &[0, 1, 2, 3, 4, 5, 6, 7], false),
            Self::Pay => ("pay", &[0, 4, 5, 6], false),
            Self::Advance => ("advance", &[0, 2, 3, 4, 5, 6, 7], false),
            Self::Renew => ("renew", &[0, 1, 2, 3, 4, 5, 6], false),
            Self::RenewUneven => ("renew", &[0, 1, 2, 3, 4, 5, 6], true),
            Self::Lose => ("lose", &[0, 1, 2, 3, 4, 5, 6, 7], false),
            Self::LoseUneven => ("lose", &[0, 1, 2, 3, 4, 5, 6, 7], true),
            Self::Settle => ("settle", &[0, 2, 3, 4, 6], false),
            Self::Rest => ("rest", &[0, 1, 2, 4, 6], false),
        }
    }

    /// One that renews costs, or one that takes them back.
    pub const fn of_tiles(is_losing: bool, is_uneven: bool) -> Self {
        match (is_losing, is_uneven) {
            (false, false) => Self::Renew,
            (false, true) => Self::RenewUneven,
            (true, false) => Self::Lose,
            (true, true) => Self::LoseUneven,
        }
    }
}

/// A kernel, made when it is first asked for, and what it is bound to.
#[derive(Debug)]
struct Ready {
    kernel: Kernel,
    bound: Option<wgpu::BindGroup>,
}

#[derive(Debug)]
pub struct Kernels {
    pub gpu: Gpu,
    grid: Grid,
    numbers: Uniform<Grid>,
    pub ground: Store,
    pub first: Store,
    second: Store,
    tiles: Store,
    lists: Store,
    pub progress: Store,
    marks: Store,
    generation: u64,
    ready: [Option<Ready>; ENTRIES],
}

impl Kernels {
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self {
            gpu: gpu.clone(),
            grid: Grid::default(),
            numbers: Uniform::new(gpu, "numbers of a wave")?,
            ground: Store::array(gpu, "cells of a wave")?,
            first: Store::array(gpu, "costs of a wave")?,
            second: Store::array(gpu, "other costs of a wave")?,
            tiles: Store::array(gpu, "tiles of a wave")?,
            lists: Store::array(gpu, "active tiles of a wave")?,
            progress: Store::array(gpu, "progress of a wave")?,
            marks: Store::array(gpu, "goals of a wave")?,
            generation: 0,
            ready: [const { None }; ENTRIES],
        })
    }

    /// Room for a grid; goals, changes and agents are uploaded.
    pub fn prepare(
        &mut self,
        grid: Grid,
        goals: &[(StateId, Ticks)],
        changes: &[[u32; 2]],
        agents: &[StateId],
    ) -> Result<(), GpuError> {
        let (goal_count, change_count, agent_count) = (goals.len() as u32, changes.len() as u32, agents.len() as u32);
        let grid = Grid { goals: goal_count, changes: change_count, agents: agent_count, ..grid };
        self.numbers.set(grid)?;
        let (cells, tiles) = (4 * grid.cells() as u64, grid.tiles() as u64);
        for costs in [&mut self.ground, &mut self.first, &mut self.second] {
            costs.reserve(cells)?;
        }
        self.tiles.reserve(TILE_BYTES * tiles)?;
        self.lists.reserve(8 * tiles)?;
        let mut marks: Vec<u32> = goals.iter().flat_map(|goal| [goal.0.0, goal.1]).collect();
        marks.extend(changes.iter().flatten());
        marks.extend(agents.iter().map(|agent| agent.0));
        self.marks.write(&marks)?;
        self.progress.reserve(size_of::<Progress>() as u64)?;
        self.grid = grid;
        // Stores that have grown are other buffers.
        let generation = self.stores().iter().map(|store| store.generation()).sum();
        if generation != self.generation {
            self.generation = generation;
            self.ready.iter_mut().flatten().for_each(|ready| ready.bound = None);
        }
        Ok(())
    }

    /// In the order of their bindings.
    fn stores(&self) -> [&Store; 8] {
        let Self { numbers, ground, first, second, tiles, lists, progress, marks, .. } = self;
        [numbers.store(), ground, first, second, tiles, lists, progress, marks]
    }

    /// Runs a kernel on all that it is about.
    pub fn run(&mut self, entry: Entry, commands: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        let grid = &self.grid;
        let workgroups = match entry {
            Entry::Forget | Entry::Settle | Entry::Rest => groups(grid.cells(), 64),
            Entry::Edit => groups(grid.changes as usize, 64),
            Entry::Begin => groups(grid.goals as usize, 64),
            Entry::Lull | Entry::Pay => groups(grid.tiles(), 64),
            Entry::Advance => [1, 1, 1],
            _ => [(grid.tiles() as u32).min(MOST_GROUPS), 1, 1],
        };
        let mut ready = match self.ready[entry as usize].take() {
            Some(ready) => ready,
            None => Ready { kernel: self.compiled(entry)?, bound: None },
        };
        let bound = ready.bound.get_or_insert_with(|| self.bound(entry, &ready.kernel));
        let done = ready.kernel.run(commands, bound, workgroups);
        self.ready[entry as usize] = Some(ready);
        done
    }

    fn compiled(&self, entry: Entry) -> Result<Kernel, GpuError> {
        let (name, _, is_uneven) = entry.facts();
        Kernel::new(&self.gpu, name, WGSL, &[("IS_UNEVEN", f64::from(u8::from(is_uneven)))])
    }

    fn bound(&self, entry: Entry, kernel: &Kernel) -> wgpu::BindGroup {
        let (_, bindings, _) = entry.facts();
        let stores = self.stores();
        let entries: Vec<_> = bindings.iter().map(|&k| (k, stores[k as usize].binding())).collect();
        kernel.bind_at(&entries)
    }
}
