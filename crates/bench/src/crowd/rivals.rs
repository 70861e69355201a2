//! Peers: `dodgy_2d`'s avoidance function, with its neighbours from a plain grid, as one would write it, or from our own
//! search. Its own simulator tests all pairs, so it would not be a fair rival.

use dodgy_2d::{Agent, AvoidanceOptions, Vec2};
use rayon::prelude::*;
use std::borrow::Cow;
use wayfront::Point;
use wayfront::crowd::{Agents, Nearest, Orca, SteeringModel, Surroundings};

/// Agents of one task, as many as of ours.
const CHUNK: usize = 64;

/// Where `dodgy_2d` has its neighbours from.
#[derive(Clone, Copy)]
pub enum Search {
    /// Squares as wide as agents see; the nearest so far in a sorted list.
    Plain,
    /// Ours.
    Ours,
}

/// `dodgy_2d` as a steering model, with the parameters of ours.
pub struct Dodgy(pub Orca, pub Search);

impl SteeringModel for Dodgy {
    fn reach(&self) -> f64 {
        self.0.reach()
    }

    fn steer(&self, around: &Surroundings<'_>, next: &mut [Point]) {
        let agents: Vec<Agent> = (0..around.agents.len()).map(|slot| agent(around.agents, slot)).collect();
        let grid = matches!(self.1, Search::Plain).then(|| Grid::of(&agents, self.0.distance as f32));
        let room = || (Nearest::default(), Vec::new(), Vec::new());
        next.par_chunks_mut(CHUNK).enumerate().for_each_init(room, |(nearest, sorted, neighbours), (chunk, next)| {
            for (k, next) in next.iter_mut().enumerate() {
                let slot = chunk * CHUNK + k;
                neighbours.clear();
                if let Some(grid) = &grid {
                    grid.nearest(&agents, slot, self.0.neighbours, sorted);
                    neighbours.extend(sorted.iter().map(|&(_, other)| Cow::Borrowed(&agents[other as usize])));
                } else {
                    let found = around.near.nearest(around.agents, slot, self.0.neighbours, self.0.distance, nearest);
                    neighbours.extend(found.map(|other| Cow::Borrowed(&agents[other])));
                }
                *next = self.velocity(around, &agents[slot], slot, neighbours);
            }
        });
    }
}

impl Dodgy {
    fn velocity(&self, around: &Surroundings<'_>, agent: &Agent, slot: usize, neighbours: &[Cow<'_, Agent>]) -> Point {
        let options = AvoidanceOptions {
            obstacle_margin: agent.radius,
            time_horizon: self.0.horizon as f32,
            obstacle_time_horizon: self.0.wall_horizon as f32,
        };
        let most = (around.agents.speed()[slot] * self.0.haste) as f32;
        let wish = vector(around.agents.wish()[slot]);
        let velocity = agent.compute_avoiding_velocity(neighbours, &[], wish, most, around.step as f32, &options);
        Point::new(velocity.x.into(), velocity.y.into())
    }
}

fn agent(agents: &Agents, slot: usize) -> Agent {
    Agent {
        position: vector(agents.position()[slot]),
        velocity: vector(agents.velocity()[slot]),
        radius: agents.radius()[slot] as f32,
        avoidance_responsibility: 1.0,
    }
}

fn vector(p: Point) -> Vec2 {
    Vec2::new(p.x as f32, p.y as f32)
}

/// Squares as wide as agents see, over the bounds of all.
struct Grid {
    least: Vec2,
    reach: f32,
    columns: usize,
    rows: usize,
    /// Where each square's agents begin, and the agents, square by square.
    starts: Vec<u32>,
    walkers: Vec<u32>,
}

impl Grid {
    fn of(agents: &[Agent], reach: f32) -> Self {
        let fold = |pick: fn(f32, f32) -> f32, from: f32| {
            let all = agents.iter().map(|agent| agent.position);
            all.fold(Vec2::new(from, from), |a, b| Vec2::new(pick(a.x, b.x), pick(a.y, b.y)))
        };
        let (least, most) = (fold(f32::min, f32::MAX), fold(f32::max, f32::MIN));
        let count = |length: f32| (length / reach) as usize + 1;
        let (columns, rows) = (count(most.x - least.x), count(most.y - least.y));
        let mut grid = Self { least, reach, columns, rows, starts: vec![0; columns * rows + 1], walkers: Vec::new() };
        let squares: Vec<usize> = agents.iter().map(|agent| grid.square(agent.position)).collect();
        squares.iter().for_each(|&square| grid.starts[square] += 1);
        let mut sum = 0;
        for start in &mut grid.starts {
            sum += *start;
            *start = sum;
        }
        grid.walkers = vec![0; agents.len()];
        for (slot, &square) in squares.iter().enumerate().rev() {
            grid.starts[square] -= 1;
            grid.walkers[grid.starts[square] as usize] = slot as u32;
        }
        grid
    }

    fn column_row(&self, p: Vec2) -> [usize; 2] {
        [(p.x - self.least.x) / self.reach, (p.y - self.least.y) / self.reach].map(|v| v as usize)
    }

    fn square(&self, p: Vec2) -> usize {
        let [column, row] = self.column_row(p);
        row * self.columns + column
    }

    /// The nearest `count` agents within reach, with their squared distances, nearest first.
    fn nearest(&self, agents: &[Agent], slot: usize, count: usize, sorted: &mut Vec<(f32, u32)>) {
        sorted.clear();
        let p = agents[slot].position;
        let [column, row] = self.column_row(p);
        let mut farthest = self.reach * self.reach;
        for row in row.saturating_sub(1)..=(row + 1).min(self.rows - 1) {
            let (from, to) = (column.saturating_sub(1), (column + 1).min(self.columns - 1));
            let [from, to] = [from, to + 1].map(|column| self.starts[row * self.columns + column] as usize);
            for &other in &self.walkers[from..to] {
                let squared = agents[other as usize].position.distance_squared(p);
                if squared < farthest && other as usize != slot {
                    if sorted.len() == count {
                        sorted.pop();
                    }
                    let place = sorted.partition_point(|&(nearer, _)| nearer <= squared);
                    sorted.insert(place, (squared, other));
                    if sorted.len() == count {
                        farthest = sorted[count - 1].0;
                    }
                }
            }
        }
    }
}
