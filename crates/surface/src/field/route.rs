//! Routes over the triangles that arrive.
//!
//! Inside a triangle q is linear, and the route goes straight along its gradient; at an edge it goes on in whichever
//! triangle leads away from it, and where none does it slides along the edge; at a vertex it takes the steepest triangle
//! or edge. That can turn around a vertex without end. So the route is kept on a leash: within a few crossings it must
//! enter a triangle with a corner nearer to the goal than all before. If it does not, it goes to the best corner of its
//! triangle and on from vertex to nearer vertex until one is nearer than all before. Vertices are finite, so it ends.

use super::{NoRoute, SurfaceField};
use crate::mesh::VertexId;
use crate::vec3::Vec3;

/// Crossings within which the route must come nearer.
const LEASH: usize = 24;
/// Tolerance: Barycentric coordinates nearer to a corner than this are at it.
const AT_CORNER: f64 = 1e-9;

/// Where a route is.
#[derive(Clone, Copy, Debug)]
enum At {
    Vertex(VertexId),
    /// In a triangle that it enters at these barycentric coordinates.
    Face(usize, [f64; 3]),
}

impl SurfaceField<'_> {
    /// The route from a vertex to the goal.
    ///
    /// # Errors
    /// If there is none.
    pub fn route(&self, start: VertexId) -> Result<Vec<Vec3>, NoRoute> {
        if start.index() >= self.mesh.vertex_count() {
            return Err(NoRoute::Blocked);
        }
        let is_placed = self.is_goal(start) || self.next(start).is_some();
        if !is_placed {
            return Err(if self.is_obstacle(start) { NoRoute::Blocked } else { NoRoute::Unreachable });
        }
        let mut route = vec![self.mesh.point(start)];
        let mut at = At::Vertex(start);
        let (mut best, mut waited) = (self.log_q[start.index()], 0);
        loop {
            let (top, log_q) = self.top(at);
            waited = if log_q > best { 0 } else { waited + 1 };
            best = best.max(log_q);
            if self.is_goal(top) {
                push(&mut route, self.mesh.point(top));
                return Ok(route);
            }
            at = if waited > LEASH { self.climb(top, best, &mut route) } else { self.step(at, &mut route) };
        }
    }

    /// The corner nearest to the goal of where the route is.
    fn top(&self, at: At) -> (VertexId, f64) {
        let log_q = |v: &u32| self.log_q[*v as usize];
        let top = match at {
            At::Vertex(v) => v.0,
            At::Face(f, _) => {
                let [a, b, c] = self.mesh.faces()[f];
                let ab = if log_q(&a) >= log_q(&b) { a } else { b };
                if log_q(&ab) >= log_q(&c) { ab } else { c }
            }
        };
        (VertexId(top), log_q(&top))
    }

    /// From a vertex to nearer ones, until one is nearer than `best` or the goal.
    fn climb(&self, mut v: VertexId, best: f64, route: &mut Vec<Vec3>) -> At {
        push(route, self.mesh.point(v));
        while let Some(next) = self.next(v) {
            v = next;
            push(route, self.mesh.point(v));
            if self.log_q[v.index()] > best {
                break;
            }
        }
        At::Vertex(v)
    }

    fn step(&self, at: At, route: &mut Vec<Vec3>) -> At {
        match at {
            At::Vertex(v) => self.leave_vertex(v, route),
            At::Face(f, from) => self.cross(f, from, route),
        }
    }

    /// Into the steepest triangle that the gradient leads into, or along the steepest edge.
    fn leave_vertex(&self, v: VertexId, route: &mut Vec<Vec3>) -> At {
        let mut best: Option<(f64, At)> = None;
        for &f in self.mesh.vertex_faces(v) {
            let f = f as usize;
            let Some(Slope { rates, steepness }) = self.slope(f, self.log_q[v.index()]) else { continue };
            let corner = self.mesh.faces()[f].map(|u| if u == v.0 { 1.0 } else { 0.0 });
            let leads_in = (0..3).all(|k| corner[k] == 1.0 || rates[k] > 0.0);
            if leads_in && best.is_none_or(|(most, _)| steepness > most) {
                best = Some((steepness, At::Face(f, corner)));
            }
        }
        if let Some((_, into)) = best {
            return into;
        }
        let rise = |n: u32| {
            if self.log_q[n as usize] == f64::NEG_INFINITY {
                return f64::NEG_INFINITY;
            }
            let gain = (self.log_q[n as usize] - self.log_q[v.index()]).exp_m1();
            gain / self.mesh.point(v).distance(self.mesh.point(VertexId(n)))
        };
        let neighbours = self.mesh.neighbours(v).iter().copied();
        let steepest = neighbours.max_by(|&a, &b| rise(a).total_cmp(&rise(b)));
        let to = steepest.map_or(v, VertexId);
        push(route, self.mesh.point(to));
        At::Vertex(to)
    }

    /// Straight through a triangle, and into the next one.
    fn cross(&self, f: usize, from: [f64; 3], route: &mut Vec<Vec3>) -> At {
        let (_, top) = self.top(At::Face(f, from));
        let exit = self.slope(f, top).and_then(|slope| exit(from, slope.rates));
        let Some((left, to)) = exit else {
            let (top, _) = self.top(At::Face(f, from));
            push(route, self.mesh.point(top));
            return At::Vertex(top);
        };
        push(route, self.at(f, to));
        if let Some(k) = (0..3).find(|&k| to[k] > 1.0 - AT_CORNER) {
            return At::Vertex(VertexId(self.mesh.faces()[f][k]));
        }
        self.over_edge(f, left, to, route)
    }

    /// Over the edge opposite corner `left` of a triangle, or along it.
    fn over_edge(&self, f: usize, left: usize, to: [f64; 3], route: &mut Vec<Vec3>) -> At {
        let corners = self.mesh.faces()[f];
        let ends = [(left + 1) % 3, (left + 2) % 3];
        let edge = self.mesh.face_edges(f)[left] as usize;
        let mut best: Option<(f64, At)> = None;
        for &g in self.mesh.edge_faces(edge).iter().filter(|&&g| g as usize != f) {
            let g = g as usize;
            let (_, top) = self.top(At::Face(g, to));
            let Some(Slope { rates, steepness }) = self.slope(g, top) else { continue };
            let share = |v: u32| ends.iter().find(|&&k| corners[k] == v).map_or(0.0, |&k| to[k]);
            let entry = self.mesh.faces()[g].map(share);
            let leads_in = (0..3).all(|k| entry[k] > 0.0 || rates[k] > 0.0);
            if leads_in && best.is_none_or(|(most, _)| steepness > most) {
                best = Some((steepness, At::Face(g, entry)));
            }
        }
        if let Some((_, into)) = best {
            return into;
        }
        let [a, b] = ends.map(|k| corners[k]);
        let end = if self.log_q[a as usize] >= self.log_q[b as usize] { a } else { b };
        push(route, self.mesh.point(VertexId(end)));
        At::Vertex(VertexId(end))
    }

    /// How q grows in a triangle, in units of exp(scale); `None` where it is flat or the triangle has no area.
    fn slope(&self, f: usize, scale: f64) -> Option<Slope> {
        let [a, b, c] = self.mesh.corners(f);
        let normal = self.mesh.normal(f);
        let square = normal.dot(normal);
        let towards = [c - b, a - c, b - a].map(|side| normal.cross(side) * (1.0 / square));
        let scale = if scale.is_finite() { scale } else { self.top(At::Face(f, [0.0; 3])).1 };
        let q = self.mesh.faces()[f].map(|v| (self.log_q[v as usize] - scale).exp());
        let gradient = towards[0] * q[0] + towards[1] * q[1] + towards[2] * q[2];
        let rates = towards.map(|t| t.dot(gradient));
        let is_usable = gradient.is_finite() && rates.iter().any(|&r| r < 0.0);
        is_usable.then(|| Slope { rates, steepness: gradient.length() })
    }

    fn at(&self, f: usize, [u, v, w]: [f64; 3]) -> Vec3 {
        let [a, b, c] = self.mesh.corners(f);
        a * u + b * v + c * w
    }
}

/// The gradient of q in a triangle.
struct Slope {
    /// How the barycentric coordinates change along it.
    rates: [f64; 3],
    steepness: f64,
}

/// Where a line from `from` leaves the triangle: the corner opposite the edge, and the place on the edge.
fn exit(from: [f64; 3], rates: [f64; 3]) -> Option<(usize, [f64; 3])> {
    let time = |k: usize| from[k] / -rates[k];
    let falling = (0..3).filter(|&k| rates[k] < 0.0 && from[k] > 0.0);
    let left = falling.min_by(|&a, &b| time(a).total_cmp(&time(b)))?;
    let t = time(left);
    let mut to = [0, 1, 2].map(|k| (from[k] + t * rates[k]).max(0.0));
    to[left] = 0.0;
    let sum: f64 = to.iter().sum();
    (sum > 0.0).then(|| (left, to.map(|share| share / sum)))
}

fn push(route: &mut Vec<Vec3>, p: Vec3) {
    if route.last() != Some(&p) {
        route.push(p);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Mesh;
    use std::f64::consts::{PI, TAU};

    /// A disc of two hundred triangles around its middle. The field rises along half of the rim up to just below that of
    /// the middle, so that the gradient leads around the middle, past a hundred triangles that all have it as their
    /// nearest corner; the goal lies at the end of that half.
    #[test]
    fn the_leash_ends_where_nothing_comes_nearer() {
        const RIM: usize = 200;
        let angle = |k: usize| TAU * k as f64 / RIM as f64;
        let mut points = vec![Vec3::new(0.0, 0.0, 0.0)];
        points.extend((0..RIM).map(|k| Vec3::new(angle(k).cos(), angle(k).sin(), 0.0)));
        let faces = (0..RIM as u32).map(|k| [0, k + 1, (k + 1) % RIM as u32 + 1]).collect();
        let mesh = Mesh::new(points, faces).unwrap();
        let middle = 0.5;
        // From 0.3 at the start to nearly the middle's value half around, and back.
        let rim = |k: usize| {
            let share = 1.0 - (angle(k) - PI).abs() / PI;
            0.3 + (middle - 0.3) * share * 0.999
        };
        let goal = RIM / 2 + 1;
        let mut log_q: Vec<f64> = std::iter::once(middle).chain((0..RIM).map(rim)).map(f64::ln).collect();
        log_q[goal] = 0.0;
        let count = log_q.len();
        let field = SurfaceField::new(&mesh, vec![VertexId(goal as u32)], log_q, vec![false; count]);
        assert_eq!(field.lowered(), 0);
        let route = field.route(VertexId(4)).unwrap();
        assert_eq!(route.last(), Some(&mesh.point(VertexId(goal as u32))));
        assert!(route.contains(&mesh.point(VertexId(0))), "{} points, none of them the middle", route.len());
        assert!(route.len() > LEASH / 2, "it turns around the middle first: {} points", route.len());
    }

    /// A field over a few triangles: points in the plane with what q is there; the first with 1 is the goal.
    fn field<'a>(mesh: &'a Mesh, q: &[f64]) -> SurfaceField<'a> {
        let goal = q.iter().position(|&q| q == 1.0).unwrap();
        let log_q: Vec<f64> = q.iter().map(|q| q.ln()).collect();
        SurfaceField::new(mesh, vec![VertexId(goal as u32)], log_q, vec![false; q.len()])
    }

    fn plane(points: &[(f64, f64)], faces: Vec<[u32; 3]>) -> Mesh {
        Mesh::new(points.iter().map(|&(x, y)| Vec3::new(x, y, 0.0)).collect(), faces).unwrap()
    }

    /// The gradient leads out of the only triangle: of its two edges the steeper one is taken, though the other rises to more.
    #[test]
    fn along_edges_it_is_the_slope_that_counts() {
        let mesh = plane(&[(0.0, 0.0), (3.0, 0.0), (0.94, 0.342)], vec![[0, 1, 2]]);
        let field = field(&mesh, &[0.7, 1.0, 0.9]);
        let route = field.route(VertexId(0)).unwrap();
        assert_eq!(route, [0, 2, 1].map(|v| mesh.point(VertexId(v))));
    }

    /// Two triangles lead on from a vertex: the steeper one is taken, whichever comes first.
    #[test]
    fn from_a_vertex_the_steepest_triangle_is_taken() {
        let points = [(0.0, 0.0), (1.0, -0.5), (1.0, 0.5), (-1.0, 0.5), (-1.0, -0.5)];
        for faces in [vec![[0, 1, 2], [0, 3, 4]], vec![[0, 3, 4], [0, 1, 2]]] {
            let mesh = plane(&points, faces);
            let field = field(&mesh, &[0.5, 0.6, 0.6, 1.0, 0.98]);
            let route = field.route(VertexId(0)).unwrap();
            assert!(route[1].x < 0.0, "{route:?}");
        }
    }
}
