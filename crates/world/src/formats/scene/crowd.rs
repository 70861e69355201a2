//! The table `crowd` of a scene.

use super::decode::Decoder;
use super::fields::{self, GUIDES, PASSING, PLANS, SEEKS, STEERING, Words};
use super::seek::Sought;
use crate::documents::{Entry, Node, Tree};
use crate::model::{
    Crowd, Distribution, Field, Group, GuideKind, Measure, MeasureShape, Place, Profile, Rerouting, SpeedArea, Start,
    Stop,
};
use crate::problems::{CrowdFault, Fault};
use wayfront_geometry::Point;

/// What a group says about its start, before it is known which kind it is.
#[derive(Default)]
struct Described {
    area: Option<Vec<Point>>,
    points: Option<Vec<Point>>,
    entrance: Option<[Point; 2]>,
    count: Option<usize>,
    rate: Option<f64>,
    batch: Option<usize>,
    after: Option<f64>,
}

impl Described {
    /// The fields that say where the group starts.
    fn given(&self) -> Vec<&'static str> {
        let given = [self.area.is_some(), self.points.is_some(), self.entrance.is_some()];
        fields::START.iter().zip(given).filter(|(_, given)| *given).map(|(name, _)| *name).collect()
    }

    /// The fields that only entrances have.
    fn of_entrances(&self) -> impl Iterator<Item = &'static str> + use<> {
        let given = [("rate", self.rate.is_some()), ("batch", self.batch.is_some()), ("after", self.after.is_some())];
        given.into_iter().filter(|(_, given)| *given).map(|(name, _)| name)
    }
}

impl Decoder<'_, '_> {
    pub(super) fn crowd(&mut self, node: Node<'_>) {
        let place = self.reader.place(Field::Crowd, 0, node.at);
        let Some(entries) = self.table(node, "", place) else { return };
        let mut crowd = Crowd { place, ..Crowd::default() };
        self.remember_fields(&entries, fields::CROWD, place);
        self.older_word(&entries, "rerouting", "barriers", place);
        for entry in entries {
            match entry.key.as_ref() {
                "seconds" => set(&mut crowd.seconds, self.number(&entry.node, "seconds", place)),
                "step" => set(&mut crowd.step, self.number(&entry.node, "step", place)),
                "seed" => set(&mut crowd.seed, self.whole(&entry.node, "seed", place).map(|seed| seed as u64)),
                "steering" => set(&mut crowd.steering, self.word(&entry.node, "steering", STEERING, place)),
                "passing" => set(&mut crowd.passing, self.word(&entry.node, "passing", PASSING, place)),
                "calm" => set(&mut crowd.calm, self.truth(&entry.node, "calm", place)),
                "rerouting" => set(&mut crowd.rerouting, self.rerouting(&entry.node, place)),
                "barriers" => set(&mut crowd.rerouting, self.barriers(&entry.node, place)),
                "groups" => self.each(entry, Field::Groups, |d, entries, place| d.group(entries, place, &mut crowd)),
                "stops" => self.each(entry, Field::Stops, |d, entries, place| d.stop(entries, place, &mut crowd)),
                "measures" => {
                    self.each(entry, Field::Measures, |d, entries, place| d.measure(entries, place, &mut crowd))
                }
                "areas" => {
                    self.each(entry, Field::SpeedAreas, |d, entries, place| d.speed_area(entries, place, &mut crowd))
                }
                "goods" => self.each(entry, Field::Goods, |d, entries, place| d.goods(entries, place, &mut crowd)),
                _ => self.unknown(&entry, place, fields::CROWD),
            }
        }
        self.world.crowd = Some(crowd);
    }

    fn group(&mut self, entries: Vec<Entry<'_>>, place: Place, crowd: &mut Crowd) {
        let mut group = Group { place, ..Group::new(Start::Points(Vec::new())) };
        let mut described = Described::default();
        let mut sought = Sought::default();
        let before = self.reader.problems.len();
        self.remember_fields(&entries, fields::GROUP, place);
        for entry in entries {
            match entry.key.as_ref() {
                "name" => group.name = self.text(&entry.node, "name", place),
                "goal" => set(&mut group.goals, self.names(&entry.node, "goal", place)),
                "seek" => sought.word = self.word(&entry.node, "seek", SEEKS, place),
                "of" => sought.of = self.text(&entry.node, "of", place),
                "catch" => sought.catch = self.number(&entry.node, "catch", place),
                "via" => set(&mut group.via, self.names(&entry.node, "via", place)),
                "guide" => set(&mut group.guide, self.word(&entry.node, "guide", GUIDES, place)),
                "plan" => set(&mut group.plan, self.word(&entry.node, "plan", PLANS, place)),
                "radius" => set(&mut group.radius, self.spread(&entry.node, "radius", place)),
                "speed" => set(&mut group.speed, self.spread(&entry.node, "speed", place)),
                "premovement" => set(&mut group.premovement, self.spread(&entry.node, "premovement", place)),
                "together" => set(&mut group.together, self.truth(&entry.node, "together", place)),
                "profiles" => set(&mut group.profiles, self.profiles(entry.node, place)),
                "area" => described.area = self.reader.ring(entry.node, "area", place),
                "points" => described.points = self.reader.points(entry.node, "points", place),
                "entrance" => described.entrance = self.segment(entry.node, place),
                "count" => described.count = self.whole(&entry.node, "count", place),
                "rate" => described.rate = self.number(&entry.node, "rate", place),
                "batch" => described.batch = self.whole(&entry.node, "batch", place),
                "after" => described.after = self.number(&entry.node, "after", place),
                _ => self.unknown(&entry, place, fields::GROUP),
            }
        }
        set(&mut group.seek, self.seek(sought, place));
        let start = if self.reader.problems.len() > before { None } else { self.start(described, place) };
        // A group without a start stays, so that its other numbers and names are checked in the same round. What
        // stands in for the start is sound, and the scene is refused in any case.
        let on_flow = matches!(group.guide, GuideKind::Flow | GuideKind::Lanes);
        let unknown = if on_flow { Start::Flow { count: None, after: 0.0 } } else { Start::Points(Vec::new()) };
        crowd.groups.push(Group { start: start.unwrap_or(unknown), ..group });
    }

    /// Where a group starts: over the flow's entrances if it does not say. `None` and everything that is wrong with it.
    fn start(&mut self, described: Described, place: Place) -> Option<Start> {
        let given = described.given();
        let mut faults: Vec<Fault> = Vec::new();
        if given.len() > 1 {
            faults.push(Fault::OneOf { names: fields::START, given: given.clone() });
        }
        for name in described.of_entrances() {
            if described.entrance.is_none() && (!given.is_empty() || name != "after") {
                faults.push(Fault::Crowd(CrowdFault::OnlyForEntrances { name }));
            }
        }
        let Described { area, points, entrance, count, rate, batch, after } = described;
        let (batch, after) = (batch.unwrap_or(1).max(1), after.unwrap_or(0.0));
        let start = match (area, points, entrance) {
            (_, _, Some(segment)) => Some(Start::Entrance { segment, count, rate, batch, after }),
            (Some(outline), ..) => {
                if count.is_none() {
                    faults.push(Fault::MissingField { name: "count" });
                }
                count.map(|count| Start::Area { outline, count })
            }
            (_, Some(points), _) => {
                if count.is_some() {
                    faults.push(Fault::OneOf { names: &["points", "count"], given: vec!["points", "count"] });
                }
                Some(Start::Points(points))
            }
            (None, None, None) => Some(Start::Flow { count, after }),
        };
        let is_sound = faults.is_empty();
        faults.into_iter().for_each(|fault| self.reader.fault(place, fault));
        start.filter(|_| is_sound)
    }

    fn stop(&mut self, entries: Vec<Entry<'_>>, place: Place, crowd: &mut Crowd) {
        let (mut name, mut outline, mut wait) = (None, None, Some(Distribution::Exactly(0.0)));
        self.required(&entries, &["name", "area"], place);
        self.remember_fields(&entries, fields::STOP, place);
        for entry in entries {
            match entry.key.as_ref() {
                "name" => name = self.text(&entry.node, "name", place),
                "area" => outline = self.reader.ring(entry.node, "area", place),
                "wait" => wait = self.spread(&entry.node, "wait", place),
                _ => self.unknown(&entry, place, fields::STOP),
            }
        }
        let lost_name = name.clone();
        if let (Some(name), Some(outline), Some(wait)) = (name, outline, wait) {
            crowd.stops.push(Stop { name, outline, wait, place });
        } else {
            self.reader.lose(place.field, lost_name);
        }
    }

    /// The kinds of people in a group.
    fn profiles(&mut self, node: Node<'_>, place: Place) -> Option<Vec<Profile>> {
        let Tree::List(items) = node.value else {
            self.reader.wrong_type(place, "profiles", "a list of tables", &node);
            return None;
        };
        items.into_iter().map(|item| self.profile(item, place)).collect()
    }

    fn profile(&mut self, node: Node<'_>, place: Place) -> Option<Profile> {
        let entries = self.table(node, "profiles", place)?;
        let mut profile = Profile::new(f64::NAN);
        let before = self.reader.problems.len();
        self.required(&entries, &["share"], place);
        for entry in entries {
            match entry.key.as_ref() {
                "name" => profile.name = self.text(&entry.node, "name", place),
                "share" => set(&mut profile.share, self.number(&entry.node, "share", place)),
                "radius" => profile.radius = self.spread(&entry.node, "radius", place),
                "speed" => profile.speed = self.spread(&entry.node, "speed", place),
                "premovement" => profile.premovement = self.spread(&entry.node, "premovement", place),
                _ => self.unknown(&entry, place, fields::PROFILE),
            }
        }
        (self.reader.problems.len() == before).then_some(profile)
    }

    fn speed_area(&mut self, entries: Vec<Entry<'_>>, place: Place, crowd: &mut Crowd) {
        let (mut name, mut outline, mut speed) = (None, None, None);
        self.required(&entries, &["area", "speed"], place);
        self.remember_fields(&entries, fields::SPEED_AREA, place);
        for entry in entries {
            match entry.key.as_ref() {
                "name" => name = self.text(&entry.node, "name", place),
                "area" => outline = self.reader.ring(entry.node, "area", place),
                "speed" => speed = self.number(&entry.node, "speed", place),
                _ => self.unknown(&entry, place, fields::SPEED_AREA),
            }
        }
        if let (Some(outline), Some(speed)) = (outline, speed) {
            crowd.areas.push(SpeedArea { name, outline, speed, place });
        }
    }

    fn measure(&mut self, entries: Vec<Entry<'_>>, place: Place, crowd: &mut Crowd) {
        let (mut name, mut shape) = (None, None);
        self.required(&entries, &["name"], place);
        self.remember_fields(&entries, fields::MEASURE, place);
        let given = self.one_of(&entries, fields::MEASURED, place);
        for entry in entries {
            match entry.key.as_ref() {
                "name" => name = self.text(&entry.node, "name", place),
                "segment" => shape = self.segment(entry.node, place).map(MeasureShape::Line),
                "area" => shape = self.reader.ring(entry.node, "area", place).map(MeasureShape::Area),
                _ => self.unknown(&entry, place, fields::MEASURE),
            }
        }
        if let (true, Some(name), Some(shape)) = (given, name, shape) {
            crowd.measures.push(Measure { name, shape, place });
        }
    }

    fn rerouting(&mut self, node: &Node<'_>, place: Place) -> Option<Rerouting> {
        let rerouting = congestion(node, "factor");
        if rerouting.is_none() {
            self.reader.wrong_type(place, "rerouting", "\"none\", \"delay\", \"factor\" or a number", node);
        }
        rerouting
    }

    /// The older word for the same.
    fn barriers(&mut self, node: &Node<'_>, place: Place) -> Option<Rerouting> {
        let rerouting = congestion(node, "weight");
        if rerouting.is_none() {
            self.reader.wrong_type(place, "barriers", "\"none\", \"delay\", \"weight\" or a number", node);
        }
        rerouting
    }

    /// One of several words.
    pub(super) fn word<T: Copy>(
        &mut self,
        node: &Node<'_>,
        name: &'static str,
        words: Words<T>,
        place: Place,
    ) -> Option<T> {
        let found = node.text().and_then(|text| words.1.iter().find(|(word, _)| *word == text));
        if found.is_none() {
            self.reader.wrong_type(place, name, words.0, node);
        }
        found.map(|(_, value)| *value)
    }

    /// A name, or a list of names.
    fn names(&mut self, node: &Node<'_>, name: &'static str, place: Place) -> Option<Vec<String>> {
        let names = match &node.value {
            Tree::Text(text) => Some(vec![text.to_string()]),
            Tree::List(items) => items.iter().map(|item| item.text().map(str::to_owned)).collect(),
            _ => None,
        };
        if names.is_none() {
            self.reader.wrong_type(place, name, "a name or a list of names", node);
        }
        names
    }

    pub(super) fn whole(&mut self, node: &Node<'_>, name: &'static str, place: Place) -> Option<usize> {
        match node.value {
            Tree::Integer(n) if n >= 0 => Some(n as usize),
            _ => {
                self.reader.wrong_type(place, name, "a whole number from 0", node);
                None
            }
        }
    }

    /// A number, two numbers, a mean and a deviation, or a table that says which kind it is.
    fn spread(&mut self, node: &Node<'_>, name: &'static str, place: Place) -> Option<Distribution> {
        let field = |key: &str| node.field(key).and_then(Node::number);
        let spread = match &node.value {
            Tree::Integer(_) | Tree::Number(_) => node.number().map(Distribution::Exactly),
            Tree::List(items) => match items.iter().map(Node::number).collect::<Option<Vec<f64>>>().as_deref() {
                Some(&[from, to]) => Some(Distribution::Between(from, to)),
                _ => None,
            },
            Tree::Table(entries) => {
                let normal = field("mean").zip(field("deviation"));
                let triangle = field("from").zip(field("mode")).zip(field("to"));
                match (node.field("kind").map(Node::text), entries.len()) {
                    (None, 2) | (Some(Some("normal")), 3) => {
                        normal.map(|(mean, deviation)| Distribution::Around { mean, deviation })
                    }
                    (Some(Some("log-normal")), 3) => {
                        normal.map(|(mean, deviation)| Distribution::LogNormal { mean, deviation })
                    }
                    (None, 3) | (Some(Some("triangular")), 4) => {
                        triangle.map(|((from, mode), to)| Distribution::Triangular { from, mode, to })
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        if spread.is_none() {
            self.reader.wrong_type(place, name, "a number, a range or a mean with a deviation", node);
        }
        spread
    }
}

/// What congestion does, where `factor` is the word for the usual factor.
fn congestion(node: &Node<'_>, factor: &str) -> Option<Rerouting> {
    match (node.text(), node.number()) {
        (Some("none"), _) => Some(Rerouting::None),
        (Some("delay"), _) => Some(Rerouting::Delay),
        (Some(text), _) if text == factor => Some(Rerouting::Factor(Rerouting::USUAL_FACTOR)),
        (_, factor) => factor.map(Rerouting::Factor),
    }
}

fn set<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}
