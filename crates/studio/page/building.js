// What builders do with walls: cut a door into one, close the gap again, push a door along. Each gives edits, so each
// is one step of undo.

import { BLOCKS, parts } from './kinds.js';
import { add, cross, distance, dot, nearestOnSegment, same, sub, tidyPoint } from './geometry.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./kinds.js').Thing} Thing */
/** @typedef {import('./plan.js').Edit} Edit */
/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {import('./snap.js').Snap} Snap */

/** A piece of an edge around a place, not longer than the edge. @param {[Point, Point]} edge @param {Point} at @param {number} width @returns {[Point, Point]} */
export function pieceAround([a, b], at, width) {
  const length = distance(a, b);
  const half = Math.min(width, length) / 2;
  const middle = Math.max(half, Math.min(length - half, nearestOnSegment(at, a, b).along * length));
  return [onEdge(a, b, (middle - half) / length), onEdge(a, b, (middle + half) / length)];
}

/** The piece of an edge between the places nearest to two points, in the direction of the edge. @param {[Point, Point]} edge @param {Point} p @param {Point} q @returns {[Point, Point]} */
export function pieceBetween([a, b], p, q) {
  const [s, t] = [nearestOnSegment(p, a, b), nearestOnSegment(q, a, b)];
  return s.along <= t.along ? [s.point, t.point] : [t.point, s.point];
}

/** Ends are kept bit for bit; upright and level edges stay so. @param {Point} a @param {Point} b @param {number} t @returns {Point} */
function onEdge(a, b, t) {
  if (t <= 1e-12) return a;
  if (t >= 1 - 1e-12) return b;
  const p = tidyPoint([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]);
  return [a[0] === b[0] ? a[0] : p[0], a[1] === b[1] ? a[1] : p[1]];
}

/** Whether a door can be cut there: a wall, or an obstacle with four corners. @param {Snap} hit */
export const canCut = (hit) =>
  hit.to === 'edge' && (hit.thing?.kind === 'wall' || (hit.thing?.kind === 'obstacle' && hit.thing.value.length === 4));

/** Edits that make a gap in a wall, from `a` to `b` on one of its edges. @param {Snap} hit @param {Point} a @param {Point} b @returns {Edit[]} */
export function cut(hit, a, b) {
  const { thing, index } = hit;
  if (!thing || index === undefined) return [];
  return thing.kind === 'wall' ? cutWall(thing, index, a, b) : cutBlock(thing, index, a, b);
}

/** @param {Thing} wall @param {number} index @param {Point} a @param {Point} b @returns {Edit[]} */
function cutWall(wall, index, a, b) {
  /** @type {Point[]} */
  const line = wall.value;
  const pieces = [[...line.slice(0, index + 1), a], [b, ...line.slice(index + 1)]].map(withoutDoubles).filter((p) => p.length > 1);
  return replaced(wall, pieces);
}

/** A block of four corners in two. @param {Thing} block @param {number} index @param {Point} a @param {Point} b @returns {Edit[]} */
function cutBlock(block, index, a, b) {
  /** @type {Point[]} */
  const ring = block.value;
  const corner = (/** @type {number} */ k) => ring[(index + k) % 4];
  // The far side runs the other way: from corner 3 to corner 2 beside the edge from 0 to 1.
  const far = (/** @type {Point} */ p) => {
    const t = distance(corner(0), p) / distance(corner(0), corner(1));
    return onEdge(corner(3), corner(2), t);
  };
  const pieces = [[corner(0), a, far(a), corner(3)], [b, corner(1), corner(2), far(b)]].map(withoutDoubles).filter((p) => p.length > 2);
  return replaced(block, pieces);
}

/** The first piece keeps the thing's id. @param {Thing} thing @param {Point[][]} pieces @returns {Edit[]} */
function replaced(thing, pieces) {
  if (pieces.length === 0) return [{ op: 'remove', id: thing.id }];
  /** @type {Edit[]} */
  const more = pieces.slice(1).map((value) => ({ op: 'add', kind: thing.kind, value }));
  return [{ op: 'set', id: thing.id, value: pieces[0] }, ...more];
}

/** @param {Point[]} line */
const withoutDoubles = (line) => line.filter((p, i) => i === 0 || !same(p, line[i - 1]));

/** The walls that end at the two ends of a door. @param {Plan} plan @param {Thing} door */
export function jambs(plan, door) {
  const ends = parts(door)[0]?.points ?? [];
  const found = ends.map((end) => {
    for (const wall of plan.of('wall')) {
      /** @type {Point[]} */
      const line = wall.value;
      if (same(line[0], end)) return { wall, index: 0 };
      if (same(line[line.length - 1], end)) return { wall, index: line.length - 1 };
    }
    return null;
  });
  return found[0] && found[1] && found[0].wall.id !== found[1].wall.id ? [found[0], found[1]] : null;
}

/** Edits that take things away; where a door goes, its wall is whole again. @param {Plan} plan @param {Thing[]} things @returns {Edit[]} */
export function removal(plan, things) {
  const gone = new Set(things.map((t) => t.id));
  /** @type {Edit[]} */
  const edits = [...gone].filter((id) => id > 3).map((id) => ({ op: 'remove', id }));
  for (const door of things.filter((t) => t.kind === 'door')) {
    const pair = jambs(plan, door);
    if (!pair || pair.some(({ wall }) => gone.has(wall.id))) continue;
    const [first, second] = pair.map(({ wall, index }) => (index === 0 ? [...wall.value].reverse() : [...wall.value]));
    const straight = [first, second].every((line) => parallel(sub(line[line.length - 1], line[line.length - 2]), sub(...ends(door))));
    if (!straight) continue;
    const whole = [...first.slice(0, -1), ...second.slice(0, -1).reverse()];
    edits.push({ op: 'set', id: pair[0].wall.id, value: whole }, { op: 'remove', id: pair[1].wall.id });
    gone.add(pair[0].wall.id).add(pair[1].wall.id);
  }
  return edits;
}

/** @param {Thing} door @returns {[Point, Point]} */
const ends = (door) => {
  const [a, b] = parts(door)[0].points;
  return [b, a];
};

/** @param {Point} u @param {Point} v */
const parallel = (u, v) => Math.abs(cross(u, v)) <= 1e-6 * Math.hypot(...u) * Math.hypot(...v);

/** Pushes a door along its wall: the gap goes with it. @param {Plan} plan @param {Thing} door @param {Point} shift @param {(p: Point) => Point} place @returns {Edit[] | null} */
export function push(plan, door, shift, place) {
  const pair = jambs(plan, door);
  if (!pair) return null;
  const [a, b] = parts(door)[0].points;
  const d = sub(b, a);
  const along = dot(shift, d) / dot(d, d);
  const moved = [a, b].map((p) => alongEdge(place(add(p, [d[0] * along, d[1] * along])), p, d));
  // Walls keep something to stand on.
  for (const [k, { wall, index }] of pair.entries()) {
    const other = wall.value[index === 0 ? 1 : index - 1];
    const [before, after] = [sub([a, b][k], other), sub(moved[k], other)];
    if (dot(before, after) <= 0) return [];
  }
  return [
    { op: 'set', id: door.id, value: { ...door.value, segment: moved } },
    ...pair.map(({ wall, index }, k) => /** @type {Edit} */ ({
      op: 'set', id: wall.id, value: wall.value.map((/** @type {Point} */ p, /** @type {number} */ i) => (i === index ? moved[k] : p)),
    })),
  ];
}

/** @param {Point} p @param {Point} from @param {Point} d @returns {Point} */
const alongEdge = (p, from, d) => [d[0] === 0 ? from[0] : p[0], d[1] === 0 ? from[1] : p[1]];

/** Whether a thing stands in the way. @param {Thing} thing */
export const blocks = (thing) => BLOCKS.has(thing.kind);
