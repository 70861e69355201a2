//! Area and connected parts by vertical slabs: between two neighbouring x at which an edge ends or crosses, edges are
//! in order, and what lies between two of them is a trapezoid that is free or not.

use super::Oracle;

/// A free trapezoid: its lower and upper y at the slab's left and right.
struct Trapezoid {
    low: [f64; 2],
    high: [f64; 2],
    area: f64,
    part: usize,
}

/// One edge within a slab.
struct Strand {
    ys: [f64; 2],
    middle: f64,
    edge: usize,
}

impl Oracle {
    /// The area of free space.
    #[must_use]
    pub fn area(&self) -> f64 {
        let xs = self.slab_borders(0.0);
        xs.windows(2).flat_map(|x| self.slab(x[0], x[1], 0.0).0).map(|t| t.area).sum()
    }

    /// Areas of the connected parts of free space, smallest first.
    #[must_use]
    pub fn parts(&self) -> Vec<f64> {
        let xs = self.slab_borders(self.tolerance());
        let mut all: Vec<Trapezoid> = Vec::new();
        let mut before = 0..0;
        let mut links: Vec<[usize; 2]> = Vec::new();
        for x in xs.windows(2) {
            let first = all.len();
            let (trapezoids, joins) = self.slab(x[0], x[1], self.tolerance());
            links.extend(joins.iter().map(|j| j.map(|k| first + k)));
            all.extend(trapezoids);
            for left in before.clone() {
                for right in first..all.len() {
                    let low = all[left].low[1].max(all[right].low[0]);
                    let high = all[left].high[1].min(all[right].high[0]);
                    if self.is_open_at(x[0], low, high) {
                        links.push([left, right]);
                    }
                }
            }
            before = first..all.len();
        }
        joined_areas(all, &links)
    }

    fn slab_borders(&self, tolerance: f64) -> Vec<f64> {
        let ends = self.edges.iter().flat_map(|e| [e.a.x, e.b.x]);
        let mut xs: Vec<f64> = ends.chain(self.crossings.iter().map(|c| c.at.x)).collect();
        xs.sort_by(f64::total_cmp);
        xs.dedup_by(|a, b| *a - *b <= tolerance);
        xs
    }

    /// The free trapezoids of a slab from below to above, and pairs of them that only a line of no consequence parts.
    fn slab(&self, x0: f64, x1: f64, tolerance: f64) -> (Vec<Trapezoid>, Vec<[usize; 2]>) {
        let middle = (x0 + x1) / 2.0;
        let mut strands: Vec<Strand> = Vec::new();
        for (edge, e) in self.edges.iter().enumerate() {
            if e.a.x.min(e.b.x) < middle && middle < e.a.x.max(e.b.x) {
                let y = |x: f64| e.a.y + (e.b.y - e.a.y) * ((x - e.a.x) / (e.b.x - e.a.x));
                strands.push(Strand { ys: [y(x0), y(x1)], middle: y(middle), edge });
            }
        }
        strands.sort_by(|p, q| p.middle.total_cmp(&q.middle));
        let mut winding = vec![0i32; self.rings.len()];
        let (mut free, mut joins): (Vec<Trapezoid>, Vec<[usize; 2]>) = (Vec::new(), Vec::new());
        let (mut below_is_free, mut wall_between) = (false, false);
        for (k, strand) in strands.iter().enumerate() {
            let e = &self.edges[strand.edge];
            if e.is_wall {
                wall_between = true;
            } else {
                winding[e.outline] += if e.a.x < e.b.x { 1 } else { -1 };
            }
            let Some(above) = strands.get(k + 1) else { break };
            if above.middle - strand.middle <= tolerance {
                continue;
            }
            let is_free = self.is_free_by(&winding);
            if is_free {
                if below_is_free && !wall_between {
                    joins.push([free.len() - 1, free.len()]);
                }
                let area = (above.middle - strand.middle) * (x1 - x0);
                free.push(Trapezoid { low: strand.ys, high: above.ys, area, part: 0 });
            }
            (below_is_free, wall_between) = (is_free, false);
        }
        (free, joins)
    }

    fn is_free_by(&self, winding: &[i32]) -> bool {
        let mut outer = vec![false; self.areas.len()];
        let mut in_hole = vec![false; self.areas.len()];
        for (ring, &w) in self.rings.iter().zip(winding) {
            let inside = if ring.is_hole { &mut in_hole } else { &mut outer };
            inside[ring.shape] |= w != 0;
        }
        let covered = |is_area: bool| (0..outer.len()).any(|s| self.areas[s] == is_area && outer[s] && !in_hole[s]);
        covered(true) && !covered(false)
    }

    /// Some of the vertical line at `x` between two y is not closed by a wall.
    fn is_open_at(&self, x: f64, low: f64, high: f64) -> bool {
        let is_here = |p: f64| (p - x).abs() <= self.tolerance();
        let walls = self.edges.iter().filter(|e| e.is_wall && is_here(e.a.x) && is_here(e.b.x));
        let mut closed: Vec<[f64; 2]> = walls.map(|e| [e.a.y.min(e.b.y), e.a.y.max(e.b.y)]).collect();
        closed.sort_by(|p, q| p[0].total_cmp(&q[0]));
        let mut from = low;
        for [start, end] in closed {
            if start.min(high) - from > self.tolerance() {
                return true;
            }
            from = from.max(end);
        }
        high - from > self.tolerance()
    }
}

fn joined_areas(mut all: Vec<Trapezoid>, links: &[[usize; 2]]) -> Vec<f64> {
    for (k, t) in all.iter_mut().enumerate() {
        t.part = k;
    }
    // As many rounds as it takes until linked trapezoids agree: slow and plain.
    while links.iter().fold(false, |changed, &[p, q]| {
        let lower = all[p].part.min(all[q].part);
        let differ = all[p].part != all[q].part;
        (all[p].part, all[q].part) = (lower, lower);
        changed || differ
    }) {}
    let mut areas = vec![0.0; all.len()];
    for t in &all {
        areas[t.part] += t.area;
    }
    areas.retain(|&a| a > 0.0);
    areas.sort_by(f64::total_cmp);
    areas
}
