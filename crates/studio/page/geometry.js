// Plane geometry for the hand of the user: nearest points, boxes, what the pointer is on. What is decided here is only
// what one picks and where a click lands; everything that counts is decided by the engine.

/** @typedef {[number, number]} Point */
/** @typedef {{x0: number, y0: number, x1: number, y1: number}} Box */

/** @param {Point} a @param {Point} b @returns {Point} */
export const add = (a, b) => [a[0] + b[0], a[1] + b[1]];
/** @param {Point} a @param {Point} b @returns {Point} */
export const sub = (a, b) => [a[0] - b[0], a[1] - b[1]];
/** @param {Point} a @param {Point} b */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
/** @param {Point} a @param {Point} b */
export const cross = (a, b) => a[0] * b[1] - a[1] * b[0];
/** @param {Point} a @param {Point} b */
export const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
/** @param {Point} a @param {Point} b */
export const same = (a, b) => a[0] === b[0] && a[1] === b[1];
/** @param {Point} a @param {Point} b @returns {Point} */
export const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/**
 * The nearest point of a segment, with its place from 0 to 1. Ends and coordinates that both ends share come out bit
 * for bit.
 * @param {Point} p @param {Point} a @param {Point} b
 * @returns {{point: Point, along: number, distance: number}}
 */
export function nearestOnSegment(p, a, b) {
  const d = sub(b, a);
  const length2 = dot(d, d);
  const along = length2 > 0 ? Math.max(0, Math.min(1, dot(sub(p, a), d) / length2)) : 0;
  /** @type {Point} */
  const point = [between(a[0], b[0], along), between(a[1], b[1], along)];
  return { point, along, distance: distance(p, point) };
}

/** @param {number} a @param {number} b @param {number} t */
function between(a, b, t) {
  if (t <= 0 || a === b) return a;
  return t >= 1 ? b : a + (b - a) * t;
}

/** The edges of a ring or a line. @param {Point[]} points @param {boolean} closed @returns {[Point, Point][]} */
export function edges(points, closed) {
  /** @type {[Point, Point][]} */
  const all = [];
  for (let i = 1; i < points.length; i++) all.push([points[i - 1], points[i]]);
  if (closed && points.length > 2) all.push([points[points.length - 1], points[0]]);
  return all;
}

/** By even-odd rule. @param {Point} p @param {Point[]} ring */
export function inRing(p, ring) {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[i], ring[j]];
    if (a[1] > p[1] !== b[1] > p[1] && p[0] < ((b[0] - a[0]) * (p[1] - a[1])) / (b[1] - a[1]) + a[0]) {
      inside = !inside;
    }
  }
  return inside;
}

/** @param {Point[]} ring */
export function area(ring) {
  let twice = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) twice += cross(ring[j], ring[i]);
  return Math.abs(twice) / 2;
}

/** A place for a label: the centroid if it is inside, else the middle of the box. @param {Point[]} ring @returns {Point} */
export function labelPlace(ring) {
  let [twice, x, y] = [0, 0, 0];
  const [ox, oy] = ring[0];
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay, bx, by] = [ring[j][0] - ox, ring[j][1] - oy, ring[i][0] - ox, ring[i][1] - oy];
    const c = ax * by - bx * ay;
    twice += c;
    x += (ax + bx) * c;
    y += (ay + by) * c;
  }
  /** @type {Point} */
  const centre = [ox + x / (3 * twice), oy + y / (3 * twice)];
  if (twice !== 0 && inRing(centre, ring)) return centre;
  const box = boxOf(ring);
  return box ? [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2] : ring[0];
}

/** @param {Iterable<Point>} points @returns {Box | null} */
export function boxOf(points) {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const [x, y] of points) {
    box.x0 = Math.min(box.x0, x);
    box.y0 = Math.min(box.y0, y);
    box.x1 = Math.max(box.x1, x);
    box.y1 = Math.max(box.y1, y);
  }
  return box.x0 <= box.x1 ? box : null;
}

/** @type {WeakMap<Point[], Box>} */
const boxes = new WeakMap();
/** The box of a run of points that is not changed; grown by a margin. @param {Point[]} points @param {Point} p @param {number} margin */
export function nearBox(points, p, margin) {
  let box = boxes.get(points);
  if (!box) boxes.set(points, (box = boxOf(points) ?? { x0: 1, y0: 1, x1: 0, y1: 0 }));
  return p[0] >= box.x0 - margin && p[0] <= box.x1 + margin && p[1] >= box.y0 - margin && p[1] <= box.y1 + margin;
}

/** @param {Box} box @param {Point} p */
export const inBox = (box, p) => p[0] >= box.x0 && p[0] <= box.x1 && p[1] >= box.y0 && p[1] <= box.y1;

/** The four corners between two opposite ones. @param {Point} a @param {Point} b @returns {Point[]} */
export const rectangle = (a, b) => [[a[0], a[1]], [b[0], a[1]], [b[0], b[1]], [a[0], b[1]]];

/** Whether two segments have a point in common. @param {Point} a @param {Point} b @param {Point} c @param {Point} d */
export function crossing(a, b, c, d) {
  const [u, v, w] = [sub(b, a), sub(d, c), sub(c, a)];
  const bottom = cross(u, v);
  if (bottom === 0) return null;
  const s = cross(w, v) / bottom;
  const t = cross(w, u) / bottom;
  return s >= 0 && s <= 1 && t >= 0 && t <= 1 ? { s, t } : null;
}

/** A number without the noise of its last digits: 0.30000000000000004 becomes 0.3. @param {number} x */
export const tidy = (x) => Number(x.toPrecision(12));
/** @param {Point} p @returns {Point} */
export const tidyPoint = (p) => [tidy(p[0]), tidy(p[1])];
