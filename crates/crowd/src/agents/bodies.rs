//! Agents as discs: one array for each property, one slot for each agent.

use wayfront_geometry::Point;

/// An agent as it enters the flock.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Agent {
    /// Unique, and kept for life: what ties are broken by.
    pub id: u64,
    /// Where its centre is.
    pub position: Point,
    /// How it moves now.
    pub velocity: Point,
    /// Half its width.
    pub radius: f64,
    /// How fast it prefers to walk.
    pub speed: f64,
}

/// Agents as discs: arrays of equal length, one slot each.
///
/// With the feature `serde` they are written as a list of agents with all that steering knows of each: what is read goes on
/// bit for bit as what was written would have.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(from = "Vec<Row>", into = "Vec<Row>")
)]
pub struct Agents {
    id: Vec<u64>,
    pub(crate) position: Vec<Point>,
    pub(crate) velocity: Vec<Point>,
    pub(crate) radius: Vec<f64>,
    pub(crate) speed: Vec<f64>,
    pub(crate) wish: Vec<Point>,
    team: Vec<Option<u32>>,
    bound: Vec<Option<u32>>,
    meets: Vec<bool>,
    chased: Vec<Option<u64>>,
    pub(crate) standing: Vec<f32>,
}

/// All that is known of one agent.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Row {
    agent: Agent,
    wish: Point,
    team: Option<u32>,
    bound: Option<u32>,
    meets: bool,
    chased: Option<u64>,
    standing: f32,
}

#[cfg(feature = "serde")]
impl From<Vec<Row>> for Agents {
    fn from(rows: Vec<Row>) -> Self {
        let mut agents = Self::new();
        for Row { agent, wish, team, bound, meets, chased, standing } in rows {
            let slot = agents.push(agent);
            agents.wish[slot] = wish;
            (agents.team[slot], agents.bound[slot], agents.chased[slot]) = (team, bound, chased);
            (agents.meets[slot], agents.standing[slot]) = (meets, standing);
        }
        agents
    }
}

#[cfg(feature = "serde")]
impl From<Agents> for Vec<Row> {
    fn from(agents: Agents) -> Self {
        let row = |k: usize| Row {
            agent: agents.agent(k),
            wish: agents.wish[k],
            team: agents.team[k],
            bound: agents.bound[k],
            meets: agents.meets[k],
            chased: agents.chased[k],
            standing: agents.standing[k],
        };
        (0..agents.len()).map(row).collect()
    }
}

impl Agents {
    /// Nobody yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.id.len()
    }

    /// There is nobody.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.id.is_empty()
    }

    /// Adds an agent and tells its slot. Its wish is to go on as it moves.
    pub fn push(&mut self, body: Agent) -> usize {
        self.id.push(body.id);
        self.position.push(body.position);
        self.velocity.push(body.velocity);
        self.radius.push(body.radius);
        self.speed.push(body.speed);
        self.wish.push(body.velocity);
        self.team.push(None);
        self.bound.push(None);
        self.meets.push(false);
        self.chased.push(None);
        self.standing.push(0.0);
        self.len() - 1
    }

    /// An agent as it is now.
    ///
    /// # Panics
    /// If there is no such slot.
    #[must_use]
    pub fn agent(&self, slot: usize) -> Agent {
        Agent {
            id: self.id[slot],
            position: self.position[slot],
            velocity: self.velocity[slot],
            radius: self.radius[slot],
            speed: self.speed[slot],
        }
    }

    /// Puts an agent somewhere else, where it stands at first.
    ///
    /// # Panics
    /// If there is no such slot.
    pub fn place(&mut self, slot: usize, at: Point) {
        self.position[slot] = at;
        self.velocity[slot] = Point::default();
    }

    /// Takes an agent out; the last one takes its slot.
    ///
    /// # Panics
    /// If there is no such slot.
    pub fn swap_remove(&mut self, slot: usize) {
        self.id.swap_remove(slot);
        self.position.swap_remove(slot);
        self.velocity.swap_remove(slot);
        self.radius.swap_remove(slot);
        self.speed.swap_remove(slot);
        self.wish.swap_remove(slot);
        self.team.swap_remove(slot);
        self.bound.swap_remove(slot);
        self.meets.swap_remove(slot);
        self.chased.swap_remove(slot);
        self.standing.swap_remove(slot);
    }

    /// From now on the agent in a slot prefers to walk at this speed.
    ///
    /// # Panics
    /// If there is no such slot.
    pub fn set_speed(&mut self, slot: usize, speed: f64) {
        self.speed[slot] = speed;
    }

    /// From now on the agent in a slot keeps together with the others of a team, if the steering model heeds that.
    ///
    /// # Panics
    /// If there is no such slot.
    pub fn join(&mut self, slot: usize, team: u32) {
        self.team[slot] = Some(team);
    }

    /// With whom they keep together.
    #[must_use]
    pub fn team(&self) -> &[Option<u32>] {
        &self.team
    }

    /// From now on the agent in a slot is bound for a place, which has a number. Those who are bound for the same place
    /// merge where their paths meet, whatever their directions are; all others cross.
    ///
    /// # Panics
    /// If there is no such slot.
    pub fn head_for(&mut self, slot: usize, place: Option<u32>) {
        self.bound[slot] = place;
    }

    /// Which place they are bound for.
    #[must_use]
    pub fn bound(&self) -> &[Option<u32>] {
        &self.bound
    }

    /// From now on the agent in a slot meets a stream, or does not: whoever does keeps to its lane, and neither overtakes nor
    /// steps into gaps beside it.
    ///
    /// # Panics
    /// If there is no such slot.
    pub fn set_meeting(&mut self, slot: usize, meets: bool) {
        self.meets[slot] = meets;
    }

    /// Who meets a stream.
    #[must_use]
    pub fn meets(&self) -> &[bool] {
        &self.meets
    }

    /// From now on the agent in a slot wants to catch another one, whose number this is: it does not keep away from that one.
    ///
    /// # Panics
    /// If there is no such slot.
    pub fn chase(&mut self, slot: usize, whom: Option<u64>) {
        self.chased[slot] = whom;
    }

    /// Whom they want to catch.
    #[must_use]
    pub fn chased(&self) -> &[Option<u64>] {
        &self.chased
    }

    /// Seconds for which each has stood, or nearly, while it wanted to walk; [`advance()`](crate::advance) counts them.
    #[must_use]
    pub fn standing(&self) -> &[f32] {
        &self.standing
    }

    /// Who they are: unique numbers that never change.
    #[must_use]
    pub fn id(&self) -> &[u64] {
        &self.id
    }

    /// Where their centres are.
    #[must_use]
    pub fn position(&self) -> &[Point] {
        &self.position
    }

    /// How they moved in the last step.
    #[must_use]
    pub fn velocity(&self) -> &[Point] {
        &self.velocity
    }

    /// Half their widths.
    #[must_use]
    pub fn radius(&self) -> &[f64] {
        &self.radius
    }

    /// How fast they prefer to walk.
    #[must_use]
    pub fn speed(&self) -> &[f64] {
        &self.speed
    }

    /// The velocity that each wants.
    #[must_use]
    pub fn wish(&self) -> &[Point] {
        &self.wish
    }

    /// The velocity that each wants, to be set before a step.
    pub fn wish_mut(&mut self) -> &mut [Point] {
        &mut self.wish
    }
}
