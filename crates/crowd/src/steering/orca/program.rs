//! The velocity nearest to a wish that all half-planes permit, within a circle of speed: a linear program in two
//! dimensions, solved one half-plane at a time (Seidel 1991; de Berg and others, Computational Geometry, ch. 4).
//!
//! As long as the best velocity so far satisfies a half-plane, it stays; otherwise the new one is on that half-plane's
//! border. Seidel takes half-planes at random; here the next is always the one violated most, found by looking at all of
//! them, four at once, so that two or three are taken out of ten or twenty. The best velocity for those taken is the best for
//! all as soon as all permit it.
//!
//! Where nothing is permitted, the largest violation is made as small as possible: a linear program in three
//! dimensions. Nearly always three half-planes decide, which [`exchange`] finds; where walls or the top speed have part
//! in it, it is solved in the same way as above by two-dimensional ones.

use wide::f32x4;

mod exchange;

/// Half-planes that are looked at at once.
pub const FOUR: usize = 4;

/// Tolerance: Violations below this share of the top speed are rounding.
const ROUNDING: f32 = 1e-5;

/// All bits of a violation but those that make room for a number from 0 to 31.
const ROOM_FOR_NUMBER: f32 = f32::from_bits(!31);
/// The numbers of eight blocks of half-planes in a row, as bits.
const NUMBERS: [f32x4; 8] =
    [numbers(0), numbers(4), numbers(8), numbers(12), numbers(16), numbers(20), numbers(24), numbers(28)];

/// Four numbers in a row, as bits.
const fn numbers(k: u32) -> f32x4 {
    f32x4::new([f32::from_bits(k), f32::from_bits(k + 1), f32::from_bits(k + 2), f32::from_bits(k + 3)])
}

/// A velocity of one agent.
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

/// Four half-planes, field by field.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    pub x: f32x4,
    pub y: f32x4,
    pub offset: f32x4,
}

impl Block {
    /// Half-planes that permit everything.
    const OPEN: Self = Self { x: f32x4::ZERO, y: f32x4::ZERO, offset: f32x4::new([f32::MIN; FOUR]) };

    /// The first `count`; the others permit everything.
    fn of_first(self, count: usize) -> Self {
        let counts = f32x4::new([0.0, 1.0, 2.0, 3.0]).simd_lt(f32x4::splat(count as f32));
        let Self { x, y, offset } = Self::OPEN;
        Self { x: counts.select(self.x, x), y: counts.select(self.y, y), offset: counts.select(self.offset, offset) }
    }

    fn set(&mut self, lane: usize, plane: HalfPlane) {
        self.x.as_mut_array()[lane] = plane.normal[0];
        self.y.as_mut_array()[lane] = plane.normal[1];
        self.offset.as_mut_array()[lane] = plane.offset;
    }
}

/// A list of half-planes, in blocks of four.
#[derive(Debug, Default)]
pub struct HalfPlanes {
    blocks: Vec<Block>,
    len: usize,
}

impl HalfPlanes {
    /// How many there are; those that fill a block up count.
    pub const fn len(&self) -> usize {
        self.len
    }

    pub fn clear(&mut self) {
        self.blocks.clear();
        self.len = 0;
    }

    pub fn push(&mut self, plane: HalfPlane) {
        let lane = self.len % FOUR;
        if lane == 0 {
            self.blocks.push(Block::OPEN);
        }
        self.blocks[self.len / FOUR].set(lane, plane);
        self.len += 1;
    }

    /// Fills the last block up with half-planes that permit everything.
    pub const fn fill_up(&mut self) {
        self.len = self.len.next_multiple_of(FOUR);
    }

    /// Adds a block of which the first `count` count. The last block must be full.
    #[inline]
    pub fn push_block(&mut self, block: Block, count: usize) {
        self.blocks.push(if count < FOUR { block.of_first(count) } else { block });
        self.len = self.blocks.len() * FOUR;
    }

    /// Only the first `count`, which fill blocks.
    pub fn shorten_to(&mut self, count: usize) {
        self.blocks.truncate(count / FOUR);
        self.len = count;
    }

    /// Only the first `count`, which fill blocks, of another list.
    fn copy_first(&mut self, count: usize, other: &Self) {
        self.blocks.clear();
        self.blocks.extend_from_slice(&other.blocks[..count / FOUR]);
        self.len = count;
    }

    #[inline]
    pub fn get(&self, k: usize) -> HalfPlane {
        let (block, lane) = (&self.blocks[k / FOUR], k % FOUR);
        HalfPlane { normal: [block.x, block.y].map(|v| v.as_array()[lane]), offset: block.offset.as_array()[lane] }
    }

    /// The half-plane that `v` violates by more than `by`, and most; up to rounding, since the last bits of violations
    /// make room for numbers.
    #[inline]
    fn worst(&self, v: Velocity, by: f32) -> Option<usize> {
        let (x, y) = (f32x4::splat(v.x), f32x4::splat(v.y));
        let (mut most, mut of) = (by, None);
        for (chunk, blocks) in self.blocks.chunks(NUMBERS.len()).enumerate() {
            let violations = blocks.iter().zip(&NUMBERS).fold(f32x4::splat(by), |most, (block, number)| {
                let violation = block.offset - block.x * x - block.y * y;
                most.fast_max((violation & f32x4::splat(ROOM_FOR_NUMBER)) | *number)
            });
            let worst = violations.to_array().into_iter().fold(most, |a, b| if b > a { b } else { a });
            if worst > most {
                let number = (worst.to_bits() & !ROOM_FOR_NUMBER.to_bits()) as usize;
                (most, of) = (worst, Some(chunk * NUMBERS.len() * FOUR + number));
            }
        }
        of
    }

    /// All half-planes permit `v`.
    pub fn permit(&self, v: Velocity) -> bool {
        let (x, y) = (f32x4::splat(v.x), f32x4::splat(v.y));
        self.blocks.iter().all(|block| (block.x * x + block.y * y).simd_ge(block.offset).all())
    }
}

/// Three half-planes.
type Triple = [HalfPlane; 3];

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
    /// error has one that makes the largest violation of those after the first `firm` as small as possible. The first
    /// `firm` fill blocks, and permit zero.
    pub fn nearest_permitted(
        &mut self,
        planes: &HalfPlanes,
        firm: usize,
        wish: Velocity,
        most: f32,
    ) -> Result<Velocity, Velocity> {
        best(&mut self.taken, planes, Wanted::Nearest(wish), most).map_err(|blocked| {
            blocked
                .and_then(|triple| exchange::least_violating(planes, firm, triple, most))
                .unwrap_or_else(|| self.least_violating(planes, firm, wish, most))
        })
    }

    /// The velocity with the smallest largest violation.
    fn least_violating(&mut self, planes: &HalfPlanes, firm: usize, wish: Velocity, most: f32) -> Velocity {
        self.firm.copy_first(firm, planes);
        let at_rest = Velocity::default();
        let mut velocity = best(&mut self.taken, &self.firm, Wanted::Nearest(wish), most).unwrap_or(at_rest);
        let mut violation = 0.0;
        self.raised.clear();
        while self.raised.len() < planes.len() {
            let Some(worst) = planes.worst(velocity, violation + ROUNDING * most) else { break };
            if worst < firm {
                break;
            }
            let plane = planes.get(worst);
            self.lowered.copy_first(firm, planes);
            let lowered = self.raised.iter().filter_map(|other| no_worse_than(&plane, other));
            lowered.for_each(|plane| self.lowered.push(plane));
            let wanted = Wanted::Farthest(plane.normal, wish);
            // It cannot fail but by rounding: what was best so far satisfies all of them.
            let Ok(better) = best(&mut self.taken, &self.lowered, wanted, most) else { break };
            velocity = better;
            violation = plane.violation(velocity);
            self.raised.push(plane);
        }
        velocity
    }
}

/// The best velocity that all half-planes permit. If there is none: three half-planes that leave nothing between them,
/// or `None` if the circle of speed has part in it.
fn best(
    taken: &mut Vec<HalfPlane>,
    planes: &HalfPlanes,
    wanted: Wanted,
    most: f32,
) -> Result<Velocity, Option<Triple>> {
    taken.clear();
    let mut velocity = match wanted {
        Wanted::Farthest(direction, _) => Velocity { x: direction[0] * most, y: direction[1] * most },
        Wanted::Nearest(wish) => wish.shortened_to(most),
    };
    while taken.len() < planes.len() {
        let Some(worst) = planes.worst(velocity, ROUNDING * most) else { break };
        let plane = planes.get(worst);
        velocity = best_on_border(&plane, taken, wanted, most)?;
        taken.push(plane);
    }
    Ok(velocity)
}

/// The best velocity on the border of a half-plane that all `others` permit. Errors as those of [`best`].
#[inline]
fn best_on_border(
    plane: &HalfPlane,
    others: &[HalfPlane],
    wanted: Wanted,
    most: f32,
) -> Result<Velocity, Option<Triple>> {
    let [x, y] = plane.normal;
    let (foot, along) = (Velocity { x: x * plane.offset, y: y * plane.offset }, [-y, x]);
    let room = most * most - plane.offset * plane.offset;
    if room.is_nan() || room < 0.0 {
        return Err(None);
    }
    let (mut low, mut high) = (-room.sqrt(), room.sqrt());
    let (mut lower, mut higher) = (None, None);
    for other in others {
        let slope = other.normal[0] * along[0] + other.normal[1] * along[1];
        let lack = other.violation(foot);
        if slope.abs() <= ROUNDING {
            // Pieces of one straight wall leave the same half-plane, up to rounding.
            if lack > ROUNDING * most {
                return Err(None);
            }
        } else if slope > 0.0 && lack > low * slope {
            (low, lower) = (lack / slope, Some(other));
        } else if slope < 0.0 && lack > high * slope {
            (high, higher) = (lack / slope, Some(other));
        }
    }
    if low > high {
        return Err(lower.zip(higher).map(|(&lower, &higher)| [*plane, lower, higher]));
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
    Ok(Velocity { x: foot.x + along[0] * at, y: foot.y + along[1] * at })
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
