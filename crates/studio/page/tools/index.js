// All tools: their keys, names and what they make. Adding one is adding a row.

import { Pick } from './pick.js';
import { Shape } from './shape.js';
import { Line } from './line.js';
import { Opening } from './opening.js';
import { Spot } from './spot.js';
import { Ruler } from './ruler.js';
import { area, tidy } from '../geometry.js';

/** @typedef {import('../geometry.js').Point} Point */
/** @typedef {import('../plan.js').Edit} Edit */
/** @typedef {import('../studio.js').Studio} Studio */
/** @typedef {import('../stage.js').Press} Press */
/**
 * @typedef {{
 *   cursor(press: Press): string, down(press: Press): void, move(press: Press): void, up(press: Press): void,
 *   cancel(): boolean | void, enter?(): void, back?(): void, add?(at: Point, last: boolean): void,
 *   draw(pen: CanvasRenderingContext2D, colours: Record<string, string>): void,
 * }} Tool
 */
/** @typedef {{name: string, key: string, label: string, hint: string, group: string, tool: (s: Studio) => Tool}} Row */

/** People on a square metre when a group is drawn: a room that is used, not a jam. */
const USUAL_DENSITY = 0.5;
const DOOR_WIDTH = 1;
const EXIT_WIDTH = 2;

/** @param {string} kind @param {(p: any) => any} value @returns {(p: any) => Edit[]} */
const adding = (kind, value) => (p) => [{ op: 'add', kind, value: value(p) }];

/** @param {Studio} s @param {string} name the word of the label @param {string} kind @param {(ring: Point[]) => any} value */
const shape = (s, name, kind, value) => new Shape(s, `draw ${name}`, adding(kind, value));

/** The first floor is the boundary, further ones are areas. @param {Studio} s @param {Point[]} ring @returns {Edit[]} */
function floor(s, ring) {
  const first = [...s.plan.things.values()].every((t) => t.kind !== 'boundary');
  return first ? [{ op: 'add', kind: 'boundary', value: ring }] : [{ op: 'add', kind: 'area', value: { outline: ring } }];
}

/** People in an area. The first ones of a plan heed queues, as people do; the settings of the run say so. @param {Studio} s @param {any} value @returns {Edit[]} */
function people(s, value) {
  /** @type {Edit[]} */
  const run = s.plan.get(3)?.value ? [] : [{ op: 'set', id: 3, value: { rerouting: 'delay' } }];
  return [...run, { op: 'add', kind: 'group', value }];
}

/** @type {Row[]} */
export const TOOLS = [
  { name: 'pick', key: 'V', label: 'Pick', group: 'hand', hint: 'Click to pick, drag to move, Alt-drag to copy. Drag a dot to change the shape.', tool: (s) => new Pick(s) },
  { name: 'floor', key: 'F', label: 'Floor', group: 'building', hint: 'Drag a rectangle, or click corner by corner.', tool: (s) => new Shape(s, 'draw a floor', (ring) => floor(s, ring)) },
  { name: 'wall', key: 'W', label: 'Wall', group: 'building', hint: 'Drag a wall, or click from corner to corner; double-click ends it.', tool: (s) => new Line(s, 'draw a wall', adding('wall', (line) => line)) },
  { name: 'obstacle', key: 'O', label: 'Obstacle', group: 'building', hint: 'Drag a rectangle, or click corner by corner.', tool: (s) => shape(s, 'an obstacle', 'obstacle', (ring) => ring) },
  {
    name: 'door', key: 'D', label: 'Door', group: 'building', hint: 'Click on a wall; drag along it for the width. Or draw from wall to wall.',
    tool: (s) => new Opening(s, { label: 'draw a door', width: DOOR_WIDTH, cuts: true, make: (segment) => ({ op: 'add', kind: 'door', value: { name: s.plan.freshName('door'), segment, open: true } }) }),
  },
  {
    name: 'exit', key: 'E', label: 'Exit', group: 'paths', hint: 'Click on the edge of the floor; drag along it for the width.',
    tool: (s) => new Opening(s, { label: 'draw an exit', width: EXIT_WIDTH, cuts: false, make: (segment) => ({ op: 'add', kind: 'exit', value: { name: s.plan.freshName('exit'), segment } }) }),
  },
  { name: 'goal', key: 'G', label: 'Goal', group: 'paths', hint: 'Click where paths should lead.', tool: (s) => new Spot(s, 'draw a goal', (point) => ({ op: 'add', kind: 'source', value: { name: s.plan.freshName('source'), point } })) },
  {
    name: 'barrier', key: 'B', label: 'Barrier', group: 'paths', hint: 'Draw from wall to wall: what passes it loses time.',
    tool: (s) => new Opening(s, { label: 'draw a barrier', width: DOOR_WIDTH, cuts: false, make: (segment) => ({ op: 'add', kind: 'barrier', value: { segment, delay: 5 } }) }),
  },
  { name: 'people', key: 'P', label: 'People', group: 'people', hint: 'Drag where people stand at the beginning.', tool: (s) => new Shape(s, 'draw people', (ring) => people(s, { area: ring, count: Math.max(1, Math.min(2000, Math.round(area(ring) * USUAL_DENSITY))) })) },
  { name: 'stop', key: 'S', label: 'Stop', group: 'people', hint: 'Drag where people stop on their way; name it in a group’s “By way of”.', tool: (s) => shape(s, 'a stop', 'stop', (ring) => ({ name: s.plan.freshName('stop'), area: ring, wait: [5, 15] })) },
  {
    name: 'counter', key: 'M', label: 'Counter', group: 'people', hint: 'Draw a line across a path: what passes is counted.',
    tool: (s) => new Opening(s, { label: 'draw a counter', width: DOOR_WIDTH, cuts: false, make: (segment) => ({ op: 'add', kind: 'measure', value: { name: s.plan.freshName('measure'), segment } }) }),
  },
  { name: 'ruler', key: 'K', label: 'Ruler', group: 'hand', hint: 'Click from place to place to measure. Not part of the plan.', tool: (s) => new Ruler(s) },
  { name: 'zone', key: 'N', label: 'Density area', group: 'more', hint: 'Drag an area: density and speed in it are measured.', tool: (s) => shape(s, 'a density area', 'measure', (ring) => ({ name: s.plan.freshName('measure'), area: ring })) },
  { name: 'slow', key: 'L', label: 'Slow area', group: 'more', hint: 'Drag an area in which people walk more slowly: stairs, smoke.', tool: (s) => shape(s, 'a slow area', 'slow', (ring) => ({ area: ring, speed: 0.5 })) },
  { name: 'goods', key: 'J', label: 'Goods', group: 'more', hint: 'Drag an area in which something lies about.', tool: (s) => shape(s, 'goods', 'goods', (ring) => ({ area: ring, count: Math.max(1, Math.round(area(ring) * 10)) })) },
  { name: 'arrivals', key: 'A', label: 'People come in', group: 'more', hint: 'Click on the edge of the floor: people come in there.', tool: (s) => new Opening(s, { label: 'draw an entrance', width: EXIT_WIDTH, cuts: false, make: (segment) => ({ op: 'add', kind: 'group', value: { entrance: segment, count: 50, rate: 1 } }) }) },
  { name: 'weight', key: 'X', label: 'Speed change', group: 'more', hint: 'Click on a corner from which one is faster or slower.', tool: (s) => new Spot(s, 'draw a speed change', (corner) => ({ op: 'add', kind: 'weight', value: { corner, speed: 1.5 } })) },
  { name: 'constraint', key: 'C', label: 'Avoid', group: 'more', hint: 'Drag an area that searched paths rather avoid.', tool: (s) => shape(s, 'a constraint', 'constraint', (ring) => ({ in: ring, factor: 2 })) },
  { name: 'entrance', key: 'I', label: 'Flow entrance', group: 'more', hint: 'Click or drag along the edge of the floor: where a flow comes in.', tool: (s) => new Opening(s, { label: 'draw a flow entrance', width: 4, cuts: false, make: (segment) => ({ op: 'add', kind: 'entrance', value: segment }) }) },
  { name: 'outlet', key: 'U', label: 'Flow exit', group: 'more', hint: 'Click or drag along the edge of the floor: where a flow goes out.', tool: (s) => new Opening(s, { label: 'draw a flow exit', width: 4, cuts: false, make: (segment) => ({ op: 'add', kind: 'outlet', value: segment }) }) },
];

/** @param {number} x */
export const rounded = (x) => tidy(x);
