//! Layers: what each page sees of the scene.

use super::state::{none, took};
use super::{Event, Job, JobKind, Outgoing, Session, Told, to};
use crate::document::Document;
use crate::layers::path::{MapTimes, NoMap};
use crate::layers::{flow, potential};
use crate::messages::{PageId, Payload, Show};
use crate::problems::{problem_json, repair_json, thing};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;
use wayfront_crowd::examine;
use wayfront_geometry::Point;
use wayfront_world::{Rejected, World};

/// What was found on the way to a map.
#[derive(Debug)]
pub(super) struct Found {
    /// As pages get them.
    pub problems: Vec<Value>,
    /// How long the map took, or why there is none.
    pub map: Result<MapTimes, String>,
    /// How long the document took to become a world of that moment.
    pub reading: f64,
}

impl Session {
    pub(super) fn time_of(&self, page: PageId) -> Option<f64> {
        self.pages.get(&page).and_then(|page| page.show.time).filter(|time| time.is_finite())
    }

    /// Makes the map that of the document, at the moment that the first page shows.
    pub(super) fn follow_document(&mut self) -> Found {
        let time = self.pages.keys().next().and_then(|&page| self.time_of(page));
        let (document, world) = (self.document.clone(), self.world.clone());
        self.follow(&document, &world, time)
    }

    /// Makes the map that of a document, at a moment.
    pub(super) fn follow(
        &mut self,
        document: &Document,
        world: &Result<Arc<World>, Rejected>,
        time: Option<f64>,
    ) -> Found {
        let start = Instant::now();
        let world = match world {
            Ok(world) => world,
            Err(rejected) => {
                let problems = rejected.problems.iter().map(|problem| problem_json(document, problem, None)).collect();
                return Found { problems, map: Err("the scene cannot be read".to_owned()), reading: 0.0 };
            }
        };
        let moment = time.map(|time| world.at(time));
        let reading = 1e3 * start.elapsed().as_secs_f64();
        match self.path.follow(moment.as_ref().unwrap_or(world)) {
            Ok(times) => Found { problems: Vec::new(), map: Ok(times), reading },
            Err(NoMap::Nothing(why)) => Found { problems: Vec::new(), map: Err(why), reading },
            Err(NoMap::Problems(found)) => {
                let problems = found.iter().map(|problem| problem_json(document, problem, time)).collect();
                Found { problems, map: Err("something in the scene is not where it should be".to_owned()), reading }
            }
        }
    }

    pub(super) fn show(&mut self, page: PageId, frame: u32, show: Show) -> Vec<Outgoing> {
        let known = self.pages.entry(page).or_default();
        (known.show, known.frame) = (show, frame);
        let (document, world) = match &self.dragged {
            Some(document) => (document.clone(), document.world()),
            None => (self.document.clone(), self.world.clone()),
        };
        let found = self.follow(&document, &world, self.time_of(page));
        self.page_layers(page, &found, world.as_ref().ok(), self.dragged.is_some())
    }

    /// The layers of all pages, after an edit. Pages may show different moments: the map follows each in turn.
    pub(super) fn all_layers(&mut self, found: Found, is_drag: bool) -> Vec<Outgoing> {
        let pages: Vec<PageId> = self.pages.keys().copied().collect();
        let world = self.world.clone();
        let mut found = found;
        let mut shown = pages.first().and_then(|&page| self.time_of(page));
        let mut out = Vec::new();
        for page in pages {
            if self.time_of(page) != shown {
                shown = self.time_of(page);
                let document = self.document.clone();
                found = self.follow(&document, &world, shown);
            }
            out.extend(self.page_layers(page, &found, world.as_ref().ok(), is_drag));
        }
        out
    }

    /// The layers of a page: the path map at once, the others as jobs.
    pub(super) fn page_layers(
        &self,
        page: PageId,
        found: &Found,
        world: Option<&Arc<World>>,
        is_drag: bool,
    ) -> Vec<Outgoing> {
        let Some(known) = self.pages.get(&page) else { return Vec::new() };
        let (show, frame, revision) = (&known.show, known.frame, self.revision);
        let mut out: Vec<Outgoing> =
            self.path_messages(show, found, frame, is_drag).into_iter().map(|message| to(page, message)).collect();
        let Some(world) = world else { return out };
        let moment = || match show.time.filter(|time| time.is_finite()) {
            Some(time) => Arc::new(world.at(time)),
            None => world.clone(),
        };
        if let Some(layer) = show.layers.flow {
            let world = moment();
            out.push(Outgoing::Work(Job::new(JobKind::Flow(page), move |tell| {
                let mut send = |messages| tell(Told::Layer { page, revision, frame, is_drag, messages });
                let told = flow::compute(&world, layer, |shapes, ms| send(flow_messages(shapes, ms, frame, revision)));
                if let Err(why) = told {
                    send(vec![none("flow", frame, revision, &why)]);
                }
            })));
        }
        if let Some(layer) = show.layers.potential {
            let world = moment();
            out.push(Outgoing::Work(Job::new(JobKind::Potential(page), move |tell| {
                let messages = match potential::compute(&world, layer, frame, revision) {
                    Ok((bytes, ms)) => {
                        let size = bytes.len();
                        vec![bytes.into(), took("potential", frame, revision, ms, size, "raster")]
                    }
                    Err(why) => vec![none("potential", frame, revision, &why)],
                };
                tell(Told::Layer { page, revision, frame, is_drag, messages });
            })));
        }
        out
    }

    fn path_messages(&self, show: &Show, found: &Found, frame: u32, is_drag: bool) -> Vec<Payload> {
        if show.layers.path.is_none() {
            return Vec::new();
        }
        match (&found.map, self.path.layer(show, frame, self.revision, is_drag)) {
            (Ok(times), Some((bytes, form, forming))) => {
                let ms = json!({"world": found.reading, "ground": times.ground, "map": times.map, "form": forming});
                let size = bytes.len();
                vec![bytes.into(), took("path", frame, self.revision, ms, size, form)]
            }
            (Err(why), _) => vec![none("path", frame, self.revision, why)],
            (Ok(_), None) => vec![none("path", frame, self.revision, "the view has no extent")],
        }
    }

    pub(super) fn ask(&self, page: PageId, frame: u32, point: [f64; 2]) -> Vec<Outgoing> {
        let answer = self.path.ask(Point::from(point));
        let told = match answer {
            Ok(told) => {
                let sources = self.path.live().map(|live| live.scene().world());
                let place = sources.and_then(|world| world.sources.get(told.source)).map(|source| source.place);
                let route: Vec<[f64; 2]> = told.route.iter().map(|&p| p.into()).collect();
                json!({
                    "type": "told", "frame": frame, "revision": self.revision, "point": point, "status": "ok",
                    "cost": told.cost, "length": told.length, "source": told.source,
                    "thing": place.and_then(|place| thing(&self.document, &place)), "route": route,
                })
            }
            Err(status) => json!({
                "type": "told", "frame": frame, "revision": self.revision, "point": point, "status": status,
                "cost": null, "length": null, "source": null, "thing": null, "route": null,
            }),
        };
        vec![to(page, told)]
    }

    /// Everything that is wrong with the scene: that takes longer than a map where there is a crowd.
    pub(super) fn check_job(&self) -> Job {
        let (world, revision) = (self.world.clone(), self.revision);
        Job::new(JobKind::Check, move |tell| {
            if let Ok(world) = &world {
                tell(Told::Checked { revision, findings: Box::new(examine(world)) });
            }
        })
    }

    /// Takes what a job brings back.
    pub fn event(&mut self, event: Event) -> Vec<Outgoing> {
        match event.0 {
            Told::Checked { revision, findings } if revision == self.revision => {
                let problems = findings.problems.iter().map(|problem| problem_json(&self.document, problem, None));
                let passing = findings.passing.iter().map(|(time, p)| problem_json(&self.document, p, Some(*time)));
                let problems: Vec<Value> = problems.chain(passing).collect();
                let mended: Vec<Value> = findings.repairs.iter().map(|r| repair_json(&self.document, r)).collect();
                vec![super::to_all(json!({
                    "type": "checked", "revision": revision, "problems": problems, "mended": mended,
                    "trapped": findings.trapped,
                }))]
            }
            Told::Checked { .. } => Vec::new(),
            Told::Layer { page, revision, frame, is_drag, messages } => {
                // What was dragged may have been dropped since, and what is late is of no use.
                let is_wanted = revision == self.revision
                    && self.pages.get(&page).is_some_and(|page| !is_drag || page.frame == frame);
                if is_wanted { messages.into_iter().map(|message| to(page, message)).collect() } else { Vec::new() }
            }
            Told::Run(event) => self.run_event(event),
            Told::Exported { page, frame, result } => match result {
                Ok(bytes) => vec![to(page, bytes)],
                Err([what, advice]) => vec![to(page, crate::messages::trouble("export", frame, &what, &advice))],
            },
        }
    }
}

fn flow_messages(shapes: Value, ms: Value, frame: u32, revision: u32) -> Vec<Payload> {
    let mut message = json!({"type": "shapes", "layer": "flow", "frame": frame, "revision": revision});
    if let (Some(message), Value::Object(shapes)) = (message.as_object_mut(), shapes) {
        message.extend(shapes);
    }
    let text = message.to_string();
    let size = text.len();
    vec![text.into(), took("flow", frame, revision, ms, size, "shapes")]
}
