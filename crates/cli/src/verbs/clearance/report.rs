//! What `clearance` says.

use super::is_opening;
use crate::arguments::Clearance;
use crate::failure::Failure;
use crate::text::{Unit, count, milliseconds, place_within};
use serde::Serialize;
use wayfront::Point;
use wayfront::domain::NoPath;
use wayfront::voronoi::{Narrow, Skeleton, Widest, object_at};
use wayfront::world::World;

/// What the command found.
pub struct Found<'a> {
    pub world: &'a World,
    pub skeleton: &'a Skeleton,
    pub narrows: Vec<Narrow>,
    /// What is smaller and touches no wall is furniture.
    pub furniture: f64,
    /// What is narrower is a crack.
    pub crack: f64,
    pub ends: Option<[Point; 2]>,
    pub radius: Option<f64>,
    pub route: Vec<Point>,
    pub seconds: f64,
}

/// The result for programs.
#[derive(Serialize)]
pub struct Report {
    narrows: Vec<NarrowJson>,
    /// Of which so many are listed.
    narrow_count: usize,
    /// So many of all are between walls, not beside furniture.
    opening_count: usize,
    /// And so many are cracks between outlines that nearly touch.
    crack_count: usize,
    widest: Option<WidestJson>,
    radius: Option<f64>,
    /// Parts of the free space for that radius.
    parts: Option<usize>,
    /// The two ends are in the same part.
    fits: Option<bool>,
    /// Why they are not, and what to do about it.
    problem: Option<String>,
    advice: Option<String>,
    route_length: Option<f64>,
    route: Vec<[f64; 2]>,
    #[serde(skip)]
    size: f64,
    vertices: usize,
    cells: usize,
    seconds: f64,
    picture: Option<String>,
    shapes: Option<String>,
    raster: Option<String>,
}

#[derive(Serialize)]
struct NarrowJson {
    width: f64,
    at: [f64; 2],
    ends: [[f64; 2]; 2],
    between: [Option<String>; 2],
    prominence: f64,
    /// Between walls, not beside furniture.
    is_opening: bool,
    /// Between outlines that nearly touch.
    is_crack: bool,
    /// How large the smaller of the two things is, if they do not touch.
    island: Option<f64>,
}

#[derive(Serialize)]
struct WidestJson {
    from: [f64; 2],
    to: [f64; 2],
    width: f64,
    at: [f64; 2],
    ends: [[f64; 2]; 2],
    between: [Option<String>; 2],
    /// The narrowest place is the start or the end itself.
    at_end: bool,
}

impl Report {
    pub fn of(found: &Found, arguments: &Clearance) -> Result<Self, Failure> {
        let names = |feet: [Point; 2]| feet.map(|p| object_at(found.world, p).map(|place| place.to_string()));
        let narrow = |narrow: &Narrow| NarrowJson {
            width: narrow.width,
            at: narrow.at.into(),
            ends: narrow.feet.map(Into::into),
            between: names(narrow.feet),
            prominence: narrow.prominence,
            is_opening: narrow.width >= found.crack && is_opening(narrow, found.furniture),
            is_crack: narrow.width < found.crack,
            island: narrow.island,
        };
        let widest = found.ends.map(|[from, to]| found.skeleton.widest(from, to).map(|widest| (from, to, widest)));
        let widest = widest.transpose().map_err(|why: NoPath| Failure::File {
            what: format!("{}: {why}", arguments.scene),
            advice: why.advice(),
        })?;
        let of_ends = |(from, to, widest): (Point, Point, Widest)| WidestJson {
            from: from.into(),
            to: to.into(),
            width: widest.width,
            at: widest.at.into(),
            ends: widest.feet.map(Into::into),
            between: names(widest.feet),
            at_end: widest.at == from || widest.at == to,
        };
        let parts = found.radius.map(|radius| found.skeleton.passable(radius));
        let fits = parts.as_ref().zip(found.ends).map(|(parts, [from, to])| {
            let part = parts.part(from);
            part.is_some() && part == parts.part(to)
        });
        let why = found.radius.zip(found.ends).and_then(|(radius, [from, to])| {
            found.skeleton.why_no_passage(from, to, radius).filter(|_| fits == Some(false))
        });
        let named = |file: &Option<std::path::PathBuf>| file.as_ref().map(|f| f.display().to_string());
        Ok(Self {
            narrows: found.narrows.iter().take(arguments.narrows).map(narrow).collect(),
            narrow_count: found.narrows.len(),
            opening_count: found
                .narrows
                .iter()
                .filter(|n| n.width >= found.crack && is_opening(n, found.furniture))
                .count(),
            crack_count: found.narrows.iter().filter(|narrow| narrow.width < found.crack).count(),
            size: found.skeleton.domain().bounds().size(),
            widest: widest.map(of_ends),
            radius: found.radius,
            parts: parts.map(|parts| parts.count),
            fits,
            problem: why.map(|why| why.to_string()),
            advice: why.map(|why| why.advice()),
            route_length: (found.route.len() > 1)
                .then(|| found.route.windows(2).map(|leg| leg[0].distance(leg[1])).sum()),
            route: found.route.iter().map(|&p| p.into()).collect(),
            vertices: found.skeleton.voronoi().vertex_count(),
            cells: found.skeleton.voronoi().cell_count(),
            seconds: found.seconds,
            picture: named(&arguments.picture),
            shapes: named(&arguments.shapes),
            raster: named(&arguments.raster),
        })
    }

    pub fn describe(&self, label: &str, unit: Unit) -> String {
        let between = |names: &[Option<String>; 2]| match names {
            [Some(a), Some(b)] if a == b => format!("within {a}"),
            [Some(a), Some(b)] => format!("between {a} and {b}"),
            _ => String::new(),
        };
        let took = milliseconds(self.seconds);
        let narrowest = self
            .narrows
            .first()
            .map_or_else(String::new, |narrow| format!(", the narrowest {} wide", unit.length(narrow.width)));
        let place = |at: [f64; 2]| place_within(at, self.size);
        let gaps = self.narrow_count - self.opening_count - self.crack_count;
        let mut more = if gaps > 0 { format!(" and {} beside furniture", count(gaps, "gap")) } else { String::new() };
        if self.crack_count > 0 {
            more += &format!(" and {} between outlines that nearly touch", count(self.crack_count, "crack"));
        }
        let mut text = format!("{label}: {}{more}{narrowest}; {took}\n", count(self.opening_count, "narrow place"));
        for (k, narrow) in self.narrows.iter().enumerate() {
            if narrow.heading() != k.checked_sub(1).map_or("", |before| self.narrows[before].heading()) {
                text += narrow.heading();
            }
            let width = unit.length(narrow.width);
            text += &format!("  {:>2}  {width:<10}  at {}, {}\n", k + 1, place(narrow.at), between(&narrow.between));
        }
        if self.narrow_count > self.narrows.len() && !self.narrows.is_empty() {
            text += &format!("  and {} more: --narrows lists them\n", self.narrow_count - self.narrows.len());
        }
        if let Some(widest) = &self.widest {
            let (from, to) = (place(widest.from), place(widest.to));
            text += &format!("widest      {} from {from} to {to}\n", unit.length(widest.width));
            text += &if widest.at_end {
                format!("narrowest   at the end {} itself, beside {}\n", place(widest.at), named(&widest.between[0]))
            } else {
                format!("narrowest   at {}, {}\n", place(widest.at), between(&widest.between))
            };
        }
        if let (Some(radius), Some(parts)) = (self.radius, self.parts) {
            text += &format!("radius      {}: {}", unit.length(radius), count(parts, "part"));
            text += match self.fits {
                Some(true) => ", both ends in the same one\n",
                Some(false) => ", the ends in different ones or without room\n",
                None => "\n",
            };
            if let (Some(problem), Some(advice)) = (&self.problem, &self.advice) {
                text += &format!("            {problem}; {advice}\n");
            }
        }
        if let Some(length) = self.route_length {
            text += &format!("route       {} over the skeleton\n", unit.length(length));
        }
        text
    }
}

impl NarrowJson {
    /// What kind of place it is, above the first of them.
    const fn heading(&self) -> &'static str {
        match (self.is_opening, self.is_crack) {
            (true, _) => "",
            (false, false) => "  beside furniture\n",
            (false, true) => "  between outlines that nearly touch\n",
        }
    }
}

fn named(name: &Option<String>) -> &str {
    name.as_deref().unwrap_or("the outline")
}
