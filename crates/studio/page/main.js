// Puts the parts together, and says what the page knows on request (`window.studio.state()`: tests do).

import { Studio } from './studio.js';
import { Layers } from './layers.js';
import { Run } from './run.js';
import { Stage } from './stage.js';
import { keys } from './keys.js';
import { toolbar } from './panels/tools.js';
import { list } from './panels/list.js';
import { problems } from './panels/problems.js';
import { layersPanel } from './panels/layers.js';
import { thingPanel } from './panels/thing.js';
import { timeline } from './panels/timeline.js';
import { storyPanel } from './panels/story.js';
import { files } from './panels/files.js';
import { steps } from './panels/steps.js';
import { help } from './panels/help.js';
import { menu } from './panels/menu.js';
import { status } from './panels/status.js';
import { boxOf } from './geometry.js';
import { parts } from './kinds.js';

const studio = new Studio();
const layers = new Layers(studio);
const run = new Run(studio);
const stage = new Stage(studio, layers, run);

/** Brings a thing into the middle. @param {number} id */
function find(id) {
  const thing = studio.plan.get(id);
  const box = thing && boxOf(parts(thing).flatMap((p) => p.points));
  if (!box) return;
  studio.view.centre = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
  studio.emit('draw');
  studio.emit('view');
}

toolbar(studio);
list(studio, find);
problems(studio, stage);
layersPanel(studio, layers, run);
thingPanel(studio);
timeline(studio, run);
storyPanel(studio, run);
files(studio, run);
steps(studio, run);
help(studio);
menu(studio, () => stage.fit());
status(studio, stage);
keys(studio, stage, run);

/** What the page knows, as plain data. */
function state() {
  return {
    ready: studio.ready, online: studio.online, revision: studio.plan.revision, tool: studio.tool, dragging: studio.dragging, stale: studio.stale,
    things: studio.plan.list(), picked: [...studio.picked], problems: studio.problems, undo: studio.undoLabel, redo: studio.redoLabel,
    field: layers.field?.map, shownFrame: studio.plan.shownFrame, firstPicture: stage.firstPicture, raster: layers.pathRaster !== null, took: layers.took, none: layers.none, answered: layers.answered, shapes: layers.shapes,
    frames: stage.frames, file: studio.file, view: { scale: studio.view.scale, centre: studio.view.centre },
    run: run.info && { ...run.info, head: run.head, playing: run.playing, cached: run.frames.size, people: run.people().length, sums: run.sums, shown: run.shown(), queues: run.queues() },
    story: run.story, density: run.density !== null, clearance: layers.clearance !== null, gl: stage.field.gl !== null,
  };
}

/** Where a point of the plan is in the window, for tests. @param {number} x @param {number} y */
function place(x, y) {
  const box = stage.surface.getBoundingClientRect();
  const [sx, sy] = studio.view.toScreen([x, y]);
  return [box.left + sx, box.top + sy];
}

/** Where an agent of the run is in the window. @param {number} k */
function person(k) {
  const found = run.people()[k];
  return found && place(...found.at);
}

/** Milliseconds that drawing all people takes the page itself, the median of 30. */
function paintTime() {
  const times = Array.from({ length: 30 }, () => {
    const start = performance.now();
    run.paint(stage.agents, studio.view, studio.dark());
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[15];
}

Object.assign(window, { studio: { state, place, person, paintTime } });
