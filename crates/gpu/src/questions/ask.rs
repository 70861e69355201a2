//! The three kernels of `ask.wgsl`.

use crate::device::{Gpu, GpuError, Kernel, Readback, Store, Uniform, groups};
use crate::maps::{Frame, GpuMap, LOOK};
use bytemuck::{Pod, Zeroable};
use wayfront_geometry::Point;

/// What the card knows about a point, as it lies in the buffer of [`GpuQuestions::answers`].
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct PointAnswer {
    /// Cost; NaN where blocked, infinite where no source can be reached.
    pub cost: f32,
    /// Number of the generator, `u32::MAX` without.
    pub generator: u32,
    /// The point to walk to now, relative to the map's centre; the point itself without generator.
    pub aim: [f32; 2],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Call {
    count: u32,
    most: u32,
    time: f32,
    padding: u32,
}

/// Answers on the card, kept.
#[derive(Debug)]
struct Answers {
    answers: Store,
    lengths: Store,
    routes: Store,
}

/// Questions of points on the card.
///
/// ```
/// use wayfront_domain::{Guide, Scene};
/// use wayfront_geometry::Point;
/// use wayfront_gpu::{Gpu, GpuMap, GpuQuestions};
/// use wayfront_pathmap::PathMap;
///
/// # let Ok(gpu) = Gpu::open(None) else { return Ok(()) };
/// let map = PathMap::of(&Scene::open("office")?)?;
/// let mut on_card = GpuMap::new(&gpu, &map)?;
/// let mut questions = GpuQuestions::new(&gpu)?;
/// let people = [Point::new(3.0, 2.0), Point::new(20.0, 12.0)];
/// questions.set_points(&on_card, &people)?;
/// questions.ask(&mut on_card)?;
/// let answers = questions.read_answers()?;
/// assert!((f64::from(answers[0].cost) - map.cost(people[0])?).abs() < 1e-5);
///
/// questions.advance(&mut on_card, 1.5)?; // a second and a half at speed 1
/// let moved = questions.read_points(&on_card)?;
/// assert!((map.cost(people[0])? - map.cost(moved[0])? - 1.5).abs() < 1e-4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GpuQuestions {
    gpu: Gpu,
    ask: Kernel,
    lead: Kernel,
    advance: Kernel,
    frame: Uniform<Frame>,
    call: Uniform<Call>,
    points: Store,
    speeds: Store,
    count: usize,
    most: usize,
    kept: Answers,
    readback: Readback,
}

impl GpuQuestions {
    /// No points yet.
    ///
    /// # Errors
    /// What is wrong with the device.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let text = [LOOK, include_str!("ask.wgsl")].concat();
        let array = |label| Store::array(gpu, label);
        Ok(Self {
            gpu: gpu.clone(),
            ask: Kernel::new(gpu, "ask", &text, &[])?,
            lead: Kernel::new(gpu, "lead", &text, &[])?,
            advance: Kernel::new(gpu, "advance", &text, &[])?,
            frame: Uniform::new(gpu, "frame of questions")?,
            call: Uniform::new(gpu, "call")?,
            points: array("points")?,
            speeds: array("speeds")?,
            count: 0,
            most: 0,
            kept: Answers { answers: array("answers")?, lengths: array("lengths")?, routes: array("routes")? },
            readback: Readback::new(gpu)?,
        })
    }

    /// Sends points, each with speed 1.
    ///
    /// # Errors
    /// If they are beyond the device's limits.
    pub fn set_points(&mut self, map: &GpuMap, points: &[Point]) -> Result<(), GpuError> {
        let relative: Vec<[f32; 2]> = points.iter().map(|&p| rounded(p - map.centre())).collect();
        self.points.write(&relative)?;
        self.count = points.len();
        self.set_speeds(&vec![1.0; points.len()])
    }

    /// Sends the speeds of agents, in their order; those left out, and those whose speed is no positive number, do not move.
    ///
    /// # Errors
    /// If they are beyond the device's limits.
    pub fn set_speeds(&mut self, speeds: &[f32]) -> Result<(), GpuError> {
        // Shaders may take it that no number is NaN.
        let mut all: Vec<f32> = speeds.iter().take(self.count).map(|&speed| speed.max(0.0)).collect();
        all.resize(self.count, 0.0);
        self.speeds.write(&all)
    }

    /// Makes room for points that kernels of others write into [`GpuQuestions::points`].
    ///
    /// # Errors
    /// If they are beyond the device's limits.
    pub fn reserve(&mut self, count: usize) -> Result<(), GpuError> {
        self.points.reserve(8 * count as u64)?;
        self.count = count;
        self.set_speeds(&vec![1.0; count])
    }

    /// The buffer of points: pairs of `f32` relative to the map's centre.
    #[must_use]
    pub fn points(&self) -> &wgpu::Buffer {
        self.points.buffer()
    }

    /// The buffer of answers: rows of [`PointAnswer`].
    #[must_use]
    pub fn answers(&self) -> &wgpu::Buffer {
        self.kept.answers.buffer()
    }

    /// The buffer of routes: for each point as many places as were asked for, pairs of `f32` relative to the map's centre.
    #[must_use]
    pub fn routes(&self) -> &wgpu::Buffer {
        self.kept.routes.buffer()
    }

    /// Asks for cost, generator and aim of every point. Returns before the card is done.
    ///
    /// # Errors
    /// If the device is lost, or answers are beyond its limits.
    pub fn ask(&mut self, map: &mut GpuMap) -> Result<(), GpuError> {
        self.kept.answers.reserve((self.count * size_of::<PointAnswer>()) as u64)?;
        self.run(map, Which::Ask, Call::default())
    }

    /// Asks for whole routes, of `most` points at most, the asked one included; longer ones are cut.
    ///
    /// # Errors
    /// If the device is lost, or routes are beyond its limits.
    pub fn lead(&mut self, map: &mut GpuMap, most: usize) -> Result<(), GpuError> {
        self.most = most.max(1);
        self.kept.lengths.reserve(4 * self.count as u64)?;
        self.kept.routes.reserve((8 * self.count * self.most) as u64)?;
        self.run(map, Which::Lead, Call { most: self.most as u32, ..Call::default() })
    }

    /// Moves every point along its route for some time at its speed; none if the time is no positive number. What gates cost
    /// is not waited for: see the crowd for queues.
    ///
    /// # Errors
    /// If the device is lost.
    pub fn advance(&mut self, map: &mut GpuMap, time: f64) -> Result<(), GpuError> {
        if time.is_nan() || time <= 0.0 {
            return self.gpu.check();
        }
        self.run(map, Which::Advance, Call { time: time as f32, ..Call::default() })
    }

    /// The answers, in the order of points. Waits for the card.
    ///
    /// # Errors
    /// If the device is lost.
    pub fn read_answers(&mut self) -> Result<Vec<PointAnswer>, GpuError> {
        self.readback.rows(self.kept.answers.buffer(), self.count)
    }

    /// The points where they are now. Waits for the card.
    ///
    /// # Errors
    /// If the device is lost.
    pub fn read_points(&mut self, map: &GpuMap) -> Result<Vec<Point>, GpuError> {
        let rows: Vec<[f32; 2]> = self.readback.rows(self.points.buffer(), self.count)?;
        Ok(rows.into_iter().map(|row| map.centre() + exact(row)).collect())
    }

    /// The routes, in the order of points: empty where no source can be reached, cut at the `most` that was asked for.
    /// Waits for the card.
    ///
    /// # Errors
    /// If the device is lost.
    pub fn read_routes(&mut self, map: &GpuMap) -> Result<Vec<Vec<Point>>, GpuError> {
        let lengths: Vec<u32> = self.readback.rows(self.kept.lengths.buffer(), self.count)?;
        let places: Vec<[f32; 2]> = self.readback.rows(self.kept.routes.buffer(), self.count * self.most)?;
        let of = |(row, length): (&[[f32; 2]], &u32)| -> Vec<Point> {
            row[..(*length as usize).min(self.most)].iter().map(|&p| map.centre() + exact(p)).collect()
        };
        Ok(places.chunks_exact(self.most.max(1)).zip(&lengths).map(of).collect())
    }

    fn run(&mut self, map: &mut GpuMap, which: Which, call: Call) -> Result<(), GpuError> {
        let mut commands = self.gpu.commands();
        let origin = map.prepare(&mut commands, map.centre(), map.size())?;
        self.frame.set(map.frame(origin, map.centre()))?;
        self.call.set(Call { count: self.count as u32, ..call })?;
        let kernel = match which {
            Which::Ask => &self.ask,
            Which::Lead => &self.lead,
            Which::Advance => &self.advance,
        };
        let looked_at = map.bindings(self.frame.store());
        let own = [(5, map.places()), (6, self.call.store()), (7, &self.points)];
        let mut entries: Vec<_> = (0..).zip(looked_at).chain(own.map(|(k, store)| (k, store.binding()))).collect();
        let Answers { answers, lengths, routes } = &self.kept;
        match which {
            Which::Ask => entries.push((8, answers.binding())),
            Which::Lead => entries.extend([(9, lengths.binding()), (10, routes.binding())]),
            Which::Advance => entries.push((11, self.speeds.binding())),
        }
        let bound = kernel.bind_at(&entries);
        kernel.run(&mut commands, &bound, groups(self.count, 64))?;
        self.gpu.submit(commands)
    }
}

#[derive(Clone, Copy)]
enum Which {
    Ask,
    Lead,
    Advance,
}

fn rounded(p: Point) -> [f32; 2] {
    [p.x as f32, p.y as f32]
}

fn exact([x, y]: [f32; 2]) -> Point {
    Point::new(f64::from(x), f64::from(y))
}
