//! Layers: what each page sees of the scene.

use super::state::{none, took};
use super::{Event, Job, JobKind, Outcome, Outgoing, Session, Unwanted, to};
use crate::document::Document;
use crate::layers::path::{MapTimes, NoMap, PathState};
use crate::layers::{clearance, flow, potential};
use crate::limits;
use crate::messages::{PageId, Payload, Show};
use crate::problems::{problem_json, repair_json, thing};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
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
    /// The scene is large: a job makes its map.
    pub is_later: bool,
}

impl Found {
    /// Makes the map that of a document, at a moment.
    fn by_following(
        path: &mut PathState,
        document: &Document,
        world: &Result<Arc<World>, Rejected>,
        time: Option<f64>,
    ) -> Self {
        let start = Instant::now();
        let found = |problems, map, reading| Self { problems, map, reading, is_later: false };
        let world = match world {
            Ok(world) => world,
            Err(rejected) => {
                let problems = rejected.problems.iter().map(|problem| problem_json(document, problem, None)).collect();
                return found(problems, Err("the scene cannot be read".to_owned()), 0.0);
            }
        };
        let moment = time.map(|time| world.at(time));
        let reading = 1e3 * start.elapsed().as_secs_f64();
        match path.follow(moment.as_ref().unwrap_or(world)) {
            Ok(times) => found(Vec::new(), Ok(times), reading),
            Err(NoMap::Nothing(why)) => found(Vec::new(), Err(why), reading),
            Err(NoMap::Problems(problems)) => {
                let problems = problems.iter().map(|problem| problem_json(document, problem, time)).collect();
                found(problems, Err("something in the scene is not where it should be".to_owned()), reading)
            }
        }
    }

    /// The scene has problems, and no map can be made of it.
    pub fn is_stale(&self) -> bool {
        !self.problems.is_empty() && self.map.is_err()
    }

    /// What a page that drags gets.
    pub fn dragged(&self, frame: u32, revision: u32) -> Value {
        let problems = &self.problems;
        json!({"type": "dragged", "frame": frame, "revision": revision, "problems": problems, "stale": self.is_stale()})
    }
}

/// Such a scene is shown before its map is made.
fn is_large(world: &Result<Arc<World>, Rejected>) -> bool {
    world.as_ref().is_ok_and(|world| world.points().nth(limits::LARGE).is_some())
}

fn locked(path: &Mutex<PathState>) -> MutexGuard<'_, PathState> {
    // A job that was cancelled has left no map, and nothing half made.
    path.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Makes the map that of a document, at a moment; jobs do that later if it is large.
    pub(super) fn follow(
        &mut self,
        document: &Document,
        world: &Result<Arc<World>, Rejected>,
        time: Option<f64>,
    ) -> Found {
        self.path_jobs.drain(..).for_each(|job| job.cancel());
        if is_large(world) {
            return Found { problems: Vec::new(), map: Err(String::new()), reading: 0.0, is_later: true };
        }
        Found::by_following(&mut locked(&self.path), document, world, time)
    }

    pub(super) fn show(&mut self, page: PageId, frame: u32, show: Show) -> Vec<Outgoing> {
        let known = self.pages.entry(page).or_default();
        (known.show, known.frame) = (show, frame);
        let (document, world) = match &self.dragged {
            Some(document) => (document.clone(), document.world()),
            None => (self.document.clone(), self.world.clone()),
        };
        let found = self.follow(&document, &world, self.time_of(page));
        let layers = &self.pages.entry(page).or_default().show.layers;
        let unwanted = [
            (layers.path.is_none(), JobKind::Path(page)),
            (layers.flow.is_none(), JobKind::Flow(page)),
            (layers.potential.is_none(), JobKind::Potential(page)),
            (layers.clearance.is_none(), JobKind::Clearance(page)),
        ];
        let ended =
            unwanted.into_iter().filter(|(is_off, _)| *is_off).map(|(_, kind)| Outgoing::Cancel(Unwanted(kind)));
        let mut out: Vec<Outgoing> = ended.collect();
        out.extend(self.page_layers(page, &found, &document, &world, self.dragged.is_some()));
        out
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
            let document = self.document.clone();
            out.extend(self.page_layers(page, &found, &document, &world, is_drag));
        }
        out
    }

    /// The layers of a page: the path map at once if it is there, the others as jobs.
    pub(super) fn page_layers(
        &mut self,
        page: PageId,
        found: &Found,
        document: &Document,
        world: &Result<Arc<World>, Rejected>,
        is_drag: bool,
    ) -> Vec<Outgoing> {
        let Some(known) = self.pages.get(&page) else { return Vec::new() };
        let (show, frame, revision) = (known.show.clone(), known.frame, self.revision);
        let mut out = Vec::new();
        if show.layers.path.is_some() {
            if found.is_later {
                let job = self.path_job(page, document, world, is_drag);
                out.push(Outgoing::Work(job));
            } else {
                let path = locked(&self.path);
                let messages = path_messages(&path, &show, found, frame, revision, is_drag);
                out.extend(messages.into_iter().map(|message| to(page, message)));
            }
        }
        let Ok(world) = world else { return out };
        let moment = || match show.time.filter(|time| time.is_finite()) {
            Some(time) => Arc::new(world.at(time)),
            None => world.clone(),
        };
        if let Some(layer) = show.layers.flow {
            let world = moment();
            out.push(Outgoing::Work(Job::new(JobKind::Flow(page), move |tell| {
                let mut send = |messages| tell(Outcome::Layer { page, revision, frame, is_drag, messages });
                let computed =
                    flow::compute(&world, layer, |shapes, ms| send(flow_messages(shapes, ms, frame, revision)));
                if let Err(why) = computed {
                    send(vec![none("flow", frame, revision, &why)]);
                }
            })));
        }
        if let Some(layer) = show.layers.potential {
            let world = moment();
            out.push(raster_job("potential", JobKind::Potential(page), page, [frame, revision], is_drag, move || {
                potential::compute(&world, layer, frame, revision)
            }));
        }
        if let Some(layer) = show.layers.clearance {
            let world = moment();
            out.push(raster_job("clearance", JobKind::Clearance(page), page, [frame, revision], is_drag, move || {
                clearance::compute(&world, layer, frame, revision)
            }));
        }
        out
    }

    /// The path map of a large scene, for a page.
    fn path_job(
        &mut self,
        page: PageId,
        document: &Document,
        world: &Result<Arc<World>, Rejected>,
        is_drag: bool,
    ) -> Job {
        let known = self.pages.get(&page).cloned().unwrap_or_default();
        let (path, document, world) = (self.path.clone(), document.clone(), world.clone());
        let (show, frame, revision) = (known.show, known.frame, self.revision);
        let job = Job::new(JobKind::Path(page), move |tell| {
            let mut path = locked(&path);
            let time = show.time.filter(|time| time.is_finite());
            let found = Found::by_following(&mut path, &document, &world, time);
            if is_drag {
                tell(Outcome::Dragged { page, message: found.dragged(frame, revision).into() });
            }
            if !(is_drag && found.is_stale()) {
                let messages = path_messages(&path, &show, &found, frame, revision, is_drag);
                tell(Outcome::Layer { page, revision, frame, is_drag, messages });
            }
        });
        self.path_jobs.push(job.cancel());
        job
    }

    pub(super) fn ask(&self, page: PageId, frame: u32, point: [f64; 2]) -> Vec<Outgoing> {
        // While a job makes the map, nothing is known.
        let path = match self.path.try_lock() {
            Ok(path) => Some(path),
            Err(TryLockError::Poisoned(path)) => Some(path.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        };
        let answer = path.as_ref().map_or(Err("unknown"), |path| path.ask(Point::from(point)));
        let answered = match answer {
            Ok(answered) => {
                let sources = path.as_ref().and_then(|path| path.live()).map(|live| live.world());
                let place = sources.and_then(|world| world.sources.get(answered.source)).map(|source| source.place);
                let route: Vec<[f64; 2]> = answered.route.iter().map(|&p| p.into()).collect();
                json!({
                    "type": "answered", "frame": frame, "revision": self.revision, "point": point, "status": "ok",
                    "cost": answered.cost, "length": answered.length, "source": answered.source,
                    "thing": place.and_then(|place| thing(&self.document, &place)), "route": route,
                })
            }
            Err(status) => json!({
                "type": "answered", "frame": frame, "revision": self.revision, "point": point, "status": status,
                "cost": null, "length": null, "source": null, "thing": null, "route": null,
            }),
        };
        vec![to(page, answered)]
    }

    /// Everything that is wrong with the scene: that takes longer than a map where there is a crowd.
    pub(super) fn check_job(&self) -> Job {
        let (world, revision) = (self.world.clone(), self.revision);
        Job::new(JobKind::Check, move |tell| {
            if let Ok(world) = &world {
                tell(Outcome::Checked { revision, findings: Box::new(examine(world)) });
            }
        })
    }

    /// Takes what a job brings back.
    pub fn event(&mut self, event: Event) -> Vec<Outgoing> {
        match event.0 {
            Outcome::Checked { revision, findings } if revision == self.revision => {
                let problems = findings.problems.iter().map(|problem| problem_json(&self.document, problem, None));
                let passing = findings.passing.iter().map(|(time, p)| problem_json(&self.document, p, Some(*time)));
                let problems: Vec<Value> = problems.chain(passing).collect();
                let mended: Vec<Value> = findings.repairs.iter().map(|r| repair_json(&self.document, r)).collect();
                vec![super::to_all(json!({
                    "type": "checked", "revision": revision, "problems": problems, "mended": mended,
                    "trapped": findings.trapped,
                }))]
            }
            Outcome::Checked { .. } => Vec::new(),
            Outcome::Layer { page, revision, frame, is_drag, messages } => {
                // What was dragged may have been dropped since, and what is late is of no use.
                let is_wanted = revision == self.revision
                    && self.pages.get(&page).is_some_and(|page| !is_drag || page.frame == frame);
                if is_wanted { messages.into_iter().map(|message| to(page, message)).collect() } else { Vec::new() }
            }
            Outcome::Dragged { page, message } => vec![to(page, message)],
            Outcome::Run(event) => self.run_event(event),
            Outcome::Exported { page, frame, result } => match result {
                Ok(bytes) => vec![to(page, bytes)],
                Err([what, advice]) => vec![to(page, crate::messages::trouble("export", frame, &what, &advice))],
            },
        }
    }
}

fn path_messages(
    path: &PathState,
    show: &Show,
    found: &Found,
    frame: u32,
    revision: u32,
    is_drag: bool,
) -> Vec<Payload> {
    match (&found.map, path.layer(show, frame, revision, is_drag)) {
        (Ok(times), Some((bytes, form, forming))) => {
            let ms = json!({"world": found.reading, "ground": times.ground, "map": times.map, "form": forming});
            let size = bytes.len();
            vec![bytes.into(), took("path", frame, revision, ms, size, form)]
        }
        (Err(why), _) => vec![none("path", frame, revision, why)],
        (Ok(_), None) => vec![none("path", frame, revision, "the view has no extent")],
    }
}

/// A layer that is one raster: its bytes and the milliseconds of its stages, or why there is none.
fn raster_job(
    layer: &'static str,
    kind: JobKind,
    page: PageId,
    [frame, revision]: [u32; 2],
    is_drag: bool,
    compute: impl FnOnce() -> Result<(Vec<u8>, Value), String> + Send + 'static,
) -> Outgoing {
    Outgoing::Work(Job::new(kind, move |tell| {
        let messages = match compute() {
            Ok((bytes, ms)) => {
                let size = bytes.len();
                vec![bytes.into(), took(layer, frame, revision, ms, size, "raster")]
            }
            Err(why) => vec![none(layer, frame, revision, &why)],
        };
        tell(Outcome::Layer { page, revision, frame, is_drag, messages });
    }))
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
