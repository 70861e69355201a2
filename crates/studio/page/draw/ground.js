// The lowest canvas: what is walkable, the grid, rasters of the session, and areas of the crowd.

import { parts } from '../kinds.js';
import { niceStep } from '../view.js';

/** @typedef {import('../kinds.js').Thing} Thing */
/** @typedef {import('../view.js').View} View */
/** @typedef {import('../geometry.js').Point} Point */
/** @typedef {import('./colours.js').Theme} Theme */

/** @param {CanvasRenderingContext2D} pen @param {View} view @param {Thing[]} things @param {Theme} colours @param {Point} origin */
export function walkable(pen, view, things, colours, origin) {
  view.screen(pen);
  const floors = things.filter((t) => t.kind === 'boundary' || t.kind === 'area');
  const open = floors.length === 0 && things.some((t) => parts(t).length > 0);
  pen.fillStyle = open ? colours.walkable : colours.outside;
  pen.fillRect(0, 0, view.width, view.height);
  view.world(pen, origin);
  pen.fillStyle = colours.walkable;
  for (const thing of floors) {
    pen.fill(pathOf(thing, origin), 'evenodd');
  }
}

/** @param {CanvasRenderingContext2D} pen @param {View} view @param {number} step @param {Theme} colours */
export function grid(pen, view, step, colours) {
  view.screen(pen);
  // Lines closer than this would be a grey veil.
  const fine = step * view.scale >= 9 ? step : niceStep(9 / view.scale);
  const coarse = fine * (String(fine).replace(/[.0]/g, '').startsWith('2') ? 5 : 10);
  const box = view.box();
  for (const [gap, alpha] of [[fine, 0.04], [coarse, 0.08]]) {
    pen.strokeStyle = colours.grid;
    pen.globalAlpha = alpha;
    pen.lineWidth = 1;
    pen.beginPath();
    for (let x = Math.ceil(box.x0 / gap) * gap; x <= box.x1; x += gap) {
      const at = Math.round(view.toScreen([x, 0])[0]) + 0.5;
      pen.moveTo(at, 0);
      pen.lineTo(at, view.height);
    }
    for (let y = Math.ceil(box.y0 / gap) * gap; y <= box.y1; y += gap) {
      const at = Math.round(view.toScreen([0, y])[1]) + 0.5;
      pen.moveTo(0, at);
      pen.lineTo(view.width, at);
    }
    pen.stroke();
  }
  pen.globalAlpha = 1;
}

/** @type {WeakMap<object, {origin: Point, path: Path2D}>} */
const paths = new WeakMap();
/** All runs of a thing as a path relative to `origin`; kept while the thing stays as it is. @param {Thing} thing @param {Point} origin */
export function pathOf(thing, origin) {
  const kept = paths.get(thing.value);
  if (kept && kept.origin[0] === origin[0] && kept.origin[1] === origin[1]) return kept.path;
  const path = new Path2D();
  for (const part of parts(thing)) trace(path, part.points, part.closed, origin);
  paths.set(thing.value, { origin, path });
  return path;
}

/** Adds a run of points to a path. @param {Path2D} path @param {Point[]} points @param {boolean} closed @param {Point} origin */
function trace(path, points, closed, origin) {
  points.forEach((p, i) => (i === 0 ? path.moveTo(p[0] - origin[0], p[1] - origin[1]) : path.lineTo(p[0] - origin[0], p[1] - origin[1])));
  if (closed) path.closePath();
}
