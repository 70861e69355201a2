//! The velocity nearest to a wish that all half-planes permit, within a circle of speed: a linear program in two
//! dimensions, solved one half-plane at a time (Seidel 1991; de Berg and others, Computational Geometry, ch. 4).
//!
//! As long as the best velocity so far satisfies a half-plane, it stays; otherwise the new one is on that half-plane's
//! border. Seidel takes half-planes at random; here the next is always the one violated most, found by looking at all of
//! them at once, so that two or three are taken out of ten or twenty. The best velocity for those taken is the best for
//! all as soon as all permit it.
//!
//! Where nothing is permitted, the largest violation is made as small as possible: a linear program in three
//! dimensions, solved in the same way by two-dimensional ones.

/// Half-planes that are looked at at once.
pub const EIGHT: usize = 8;

/// Violations below this share of the top speed are rounding.
const ROUNDING: f32 = 1e-5;

/// A velocity of one walker.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Velocity {
    pub x: f32,
    pub y: f32,
}

impl Velocity {
    #[inline]
    fn along(self, direction: [f32; 2]) -> f32 {
        self.x * direction[0] + self.y * direction[1]
    }

    /// The same direction, but no faster than `most`.
    pub fn shortened_to(self, most: f32) -> Self {
        let squared = self.x * self.x + self.y * self.y;
        let scale = if squared > most * most { most / squared.sqrt() } else { 1.0 };
        Self { x: self.x * scale, y: self.y * scale }
    }
}

/// The velocities `v` with `normal . v >= offset`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HalfPlane {
    /// Of length 1, into the permitted side.
    pub normal: [f32; 2],
    pub offset: f32,
}

impl HalfPlane {
    /// How far `v` is from being permitted; negative inside.
    #[inline]
    pub fn violation(&self, v: Velocity) -> f32 {
        self.offset - v.along(self.normal)
    }
}

/// Eight half-planes, field by field.
#[derive(Clone, Copy, Debug)]
struct Block {
    x: [f32; EIGHT],
    y: [f32; EIGHT],
    offset: [f32; EIGHT],
}

impl Block {
    /// Half-planes that permit everything.
    const OPEN: Self = Self { x: [0.0; EIGHT], y: [0.0; EIGHT], offset: [f32::MIN; EIGHT] };
}

/// A list of half-planes.
#[derive(Clone, Debug, Default)]
pub struct HalfPlanes {
    blocks: Vec<Block>,
    len: usize,
}

impl HalfPlanes {
    pub const fn len(&self) -> usize {
        self.len
    }

    pub fn clear(&mut self) {
        self.blocks.clear();
        self.len = 0;
    }

    #[inline]
    pub fn push(&mut self, plane: HalfPlane) {
        let lane = self.len % EIGHT;
        if lane == 0 {
            self.blocks.push(Block::OPEN);
        }
        let block = &mut self.blocks[self.len / EIGHT];
        (block.x[lane], block.y[lane], block.offset[lane]) = (plane.normal[0], plane.normal[1], plane.offset);
        self.len += 1;
    }

    #[inline]
    pub fn get(&self, k: usize) -> HalfPlane {
        let (block, lane) = (&self.blocks[k / EIGHT], k % EIGHT);
        HalfPlane { normal: [block.x[lane], block.y[lane]], offset: block.offset[lane] }
    }

    /// The half-plane that `v` violates most, and by how much. With no half-planes there is no violation.
    #[inline]
    fn worst(&self, v: Velocity) -> (usize, f32) {
        let (mut most, mut of) = ([f32::MIN; EIGHT], [0_u32; EIGHT]);
        for (number, block) in self.blocks.iter().enumerate() {
            for k in 0..EIGHT {
                let violation = block.offset[k] - (block.x[k] * v.x + block.y[k] * v.y);
                let is_worse = violation > most[k];
                most[k] = if is_worse { violation } else { most[k] };
                of[k] = if is_worse { number as u32 } else { of[k] };
            }
        }
        let mut lane = 0;
        for k in 1..EIGHT {
            lane = if most[k] > most[lane] { k } else { lane };
        }
        (of[lane] as usize * EIGHT + lane, most[lane])
    }

    /// All half-planes permit `v`.
    pub fn permit(&self, v: Velocity) -> bool {
        self.worst(v).1 <= 0.0
    }
}

/// What to look for.
#[derive(Clone, Copy)]
enum Wanted {
    /// The velocity nearest to this one.
    Nearest(Velocity),
    /// The velocity farthest in this direction; of those, the one nearest to the second.
    Farthest([f32; 2], Velocity),
}

/// Room for a solution.
#[derive(Default)]
pub struct Program {
    /// The half-planes taken so far, for velocities and for the largest violation.
    taken: Vec<HalfPlane>,
    raised: Vec<HalfPlane>,
    /// Where the half-planes raised so far are no worse than a new one.
    lowered: HalfPlanes,
    firm: HalfPlanes,
}

impl Program {
    /// The velocity nearest to `wish`, not faster than `most`, that all half-planes permit. Where there is none, the
    /// largest violation of those after the first `firm` is as small as possible; the first `firm` must permit zero.
    pub fn nearest_permitted(&mut self, planes: &HalfPlanes, firm: usize, wish: Velocity, most: f32) -> Velocity {
        let wanted = Wanted::Nearest(wish);
        best(&mut self.taken, planes, wanted, most).unwrap_or_else(|| self.least_violating(planes, firm, wish, most))
    }

    /// The velocity with the smallest largest violation.
    fn least_violating(&mut self, planes: &HalfPlanes, firm: usize, wish: Velocity, most: f32) -> Velocity {
        self.firm.clear();
        (0..firm).for_each(|k| self.firm.push(planes.get(k)));
        let at_rest = Velocity::default();
        let mut velocity = best(&mut self.taken, &self.firm, Wanted::Nearest(wish), most).unwrap_or(at_rest);
        let mut violation = 0.0;
        self.raised.clear();
        while self.raised.len() < planes.len() {
            let (worst, by) = planes.worst(velocity);
            if by <= violation + ROUNDING * most || worst < firm {
                break;
            }
            let plane = planes.get(worst);
            self.lowered.clone_from(&self.firm);
            let lowered = self.raised.iter().filter_map(|other| no_worse_than(&plane, other));
            lowered.for_each(|plane| self.lowered.push(plane));
            let wanted = Wanted::Farthest(plane.normal, wish);
            // It cannot fail but by rounding: what was best so far satisfies all of them.
            let Some(better) = best(&mut self.taken, &self.lowered, wanted, most) else { break };
            velocity = better;
            violation = plane.violation(velocity);
            self.raised.push(plane);
        }
        velocity
    }
}

/// The best velocity that all half-planes permit.
fn best(taken: &mut Vec<HalfPlane>, planes: &HalfPlanes, wanted: Wanted, most: f32) -> Option<Velocity> {
    taken.clear();
    let mut velocity = match wanted {
        Wanted::Farthest(direction, _) => Velocity { x: direction[0] * most, y: direction[1] * most },
        Wanted::Nearest(wish) => wish.shortened_to(most),
    };
    while taken.len() < planes.len() {
        let (worst, by) = planes.worst(velocity);
        if by <= ROUNDING * most {
            break;
        }
        let plane = planes.get(worst);
        velocity = best_on_border(&plane, taken, wanted, most)?;
        taken.push(plane);
    }
    Some(velocity)
}

/// The best velocity on the border of a half-plane that all `others` permit.
#[inline]
fn best_on_border(plane: &HalfPlane, others: &[HalfPlane], wanted: Wanted, most: f32) -> Option<Velocity> {
    let [x, y] = plane.normal;
    let (foot, along) = (Velocity { x: x * plane.offset, y: y * plane.offset }, [-y, x]);
    let room = most * most - plane.offset * plane.offset;
    if room.is_nan() || room < 0.0 {
        return None;
    }
    let (mut low, mut high) = (-room.sqrt(), room.sqrt());
    for other in others {
        let slope = other.normal[0] * along[0] + other.normal[1] * along[1];
        let lack = other.violation(foot);
        if slope.abs() <= ROUNDING {
            // Pieces of one straight wall leave the same half-plane, up to rounding.
            if lack > ROUNDING * most {
                return None;
            }
        } else if slope > 0.0 {
            low = low.max(lack / slope);
        } else {
            high = high.min(lack / slope);
        }
    }
    if low > high {
        return None;
    }
    let at = match wanted {
        Wanted::Nearest(wish) => wish.along(along).clamp(low, high),
        Wanted::Farthest(direction, wish) => {
            let gain = direction[0] * along[0] + direction[1] * along[1];
            if gain.abs() <= ROUNDING {
                wish.along(along).clamp(low, high)
            } else if gain > 0.0 {
                high
            } else {
                low
            }
        }
    };
    Some(Velocity { x: foot.x + along[0] * at, y: foot.y + along[1] * at })
}

/// Where `other` is violated no more than `plane`; always so if they are parallel.
fn no_worse_than(plane: &HalfPlane, other: &HalfPlane) -> Option<HalfPlane> {
    let (x, y) = (other.normal[0] - plane.normal[0], other.normal[1] - plane.normal[1]);
    let length = (x * x + y * y).sqrt();
    (length > ROUNDING)
        .then(|| HalfPlane { normal: [x / length, y / length], offset: (other.offset - plane.offset) / length })
}

#[cfg(test)]
mod tests;
