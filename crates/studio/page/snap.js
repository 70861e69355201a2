// Where a click lands: on a vertex, else on an edge, else on the grid. Distances count in pixels of the screen;
// coordinates of vertices are taken bit for bit, so that outlines that touch do touch. It is the last revision that
// counts, not what is being dragged over it.

import { KINDS, parts } from './kinds.js';
import { add, distance, edges, nearBox, nearestOnSegment, sub, tidy, tidyPoint } from './geometry.js';
import { niceStep } from './view.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./kinds.js').Id} Id */
/** @typedef {import('./kinds.js').Thing} Thing */
/** @typedef {import('./studio.js').Studio} Studio */
/** @typedef {{point: Point, to: 'vertex'|'edge'|'grid'|'angle'|'free', edge?: [Point, Point], thing?: Thing, part?: number, index?: number}} Snap */
/** @typedef {{except?: Set<Id>, from?: Point | null, shift?: boolean, free?: boolean, reach?: number, only?: (t: Thing) => boolean}} Wish */

const VERTEX_REACH = 10;
const EDGE_REACH = 8;

/** The step of the grid: what was set, else one that suits the zoom. @param {Studio} studio */
export const gridStep = (studio) => studio.settings.grid ?? niceStep(8 / studio.view.scale);

/** @param {Studio} studio @param {Point} screen @param {Wish} [wish] @returns {Snap} */
export function snap(studio, screen, wish = {}) {
  const { view } = studio;
  const world = view.toWorld(screen);
  if (wish.free || !studio.settings.snap) return { point: fine(studio, world), to: 'free' };
  const vertex = nearestVertex(studio, screen, wish);
  if (vertex) return vertex;
  if (wish.shift && wish.from) return { point: atAngle(wish.from, world, gridStep(studio)), to: 'angle' };
  const edge = nearestEdge(studio, screen, wish);
  if (edge) return edge;
  const step = gridStep(studio);
  return { point: [onGrid(world[0], step), onGrid(world[1], step)], to: 'grid' };
}

/** @param {number} x @param {number} step */
export const onGrid = (x, step) => tidy(Math.round(x / step) * step);

/** As many digits as the screen can tell apart. @param {Studio} studio @param {Point} p @returns {Point} */
export function fine(studio, p) {
  const step = niceStep(0.3 / studio.view.scale);
  return [onGrid(p[0], step), onGrid(p[1], step)];
}

/** @param {Studio} studio @param {Point} screen @param {Wish} wish @returns {Snap | null} */
function nearestVertex(studio, screen, wish) {
  /** @type {Snap | null} */
  let best = null;
  let reach = VERTEX_REACH;
  const world = studio.view.toWorld(screen);
  for (const thing of studio.plan.things.values()) {
    if (skipped(thing, wish)) continue;
    parts(thing).forEach((part, k) => {
      if (!nearBox(part.points, world, reach / studio.view.scale)) return;
      part.points.forEach((point, index) => {
        const d = distance(point, world) * studio.view.scale;
        if (d >= reach) return;
        reach = d;
        best = { point, to: 'vertex', thing, part: k, index };
      });
    });
  }
  return best;
}

/** The nearest edge of an outline or a wall. @param {Studio} studio @param {Point} screen @param {Wish} wish @returns {Snap | null} */
export function nearestEdge(studio, screen, wish) {
  /** @type {Snap | null} */
  let best = null;
  let reach = wish.reach ?? EDGE_REACH;
  const world = studio.view.toWorld(screen);
  for (const thing of studio.plan.things.values()) {
    if (skipped(thing, wish) || KINDS[thing.kind]?.group !== 'building' || thing.kind === 'door') continue;
    parts(thing).forEach((part, k) => {
      if (!nearBox(part.points, world, reach / studio.view.scale)) return;
      edges(part.points, part.closed).forEach((edge, index) => {
        const near = nearestOnSegment(world, ...edge);
        const d = near.distance * studio.view.scale;
        if (d >= reach) return;
        reach = d;
        best = { point: slide(near.point, edge, gridStep(studio)), to: 'edge', edge, thing, part: k, index };
      });
    });
  }
  return best;
}

/** @param {Thing} thing @param {Wish} wish */
const skipped = (thing, wish) => wish.except?.has(thing.id) || thing.id < 0 || (wish.only && !wish.only(thing));

/** A point of an upright or level edge takes the grid along it. @param {Point} p @param {[Point, Point]} edge @param {number} step @returns {Point} */
function slide(p, [a, b], step) {
  const held = (/** @type {number} */ x, /** @type {number} */ u, /** @type {number} */ v) =>
    Math.min(Math.max(onGrid(x, step), Math.min(u, v)), Math.max(u, v));
  if (a[0] === b[0]) return [a[0], held(p[1], a[1], b[1])];
  if (a[1] === b[1]) return [held(p[0], a[0], b[0]), a[1]];
  return tidyPoint(p);
}

/** From a point in a direction of a multiple of 15 degrees. @param {Point} from @param {Point} to @param {number} step @returns {Point} */
export function atAngle(from, to, step) {
  const d = sub(to, from);
  const turn = Math.round(Math.atan2(d[1], d[0]) / (Math.PI / 12));
  const angle = (turn * Math.PI) / 12;
  const length = Math.max(0, onGrid(d[0] * Math.cos(angle) + d[1] * Math.sin(angle), step));
  if (turn % 12 === 0) return [tidy(from[0] + Math.sign(Math.cos(angle)) * length), from[1]];
  if (turn % 6 === 0) return [from[0], tidy(from[1] + Math.sign(Math.sin(angle)) * length)];
  return tidyPoint(add(from, [length * Math.cos(angle), length * Math.sin(angle)]));
}
