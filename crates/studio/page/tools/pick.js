// Pick, move, copy, and change vertices. What a press would do is said by the pointer's shape before: a vertex is
// grabbed, a thing is moved, a floor moves only when it was picked before, and on nothing a rubber band is drawn.

import { add, boxOf, distance, edges, inBox, inRing, area, middle, nearBox, nearestOnSegment, same, sub, tidyPoint } from '../geometry.js';
import { mapped, parts, withPoints } from '../kinds.js';
import { fine, nearestEdge, onGrid, gridStep, snap } from '../snap.js';
import { jambs, pieceAround, push } from '../building.js';
import { HANDLES, canGrow } from '../draw/hand.js';
import { keyPlaces } from '../motions.js';

/** @typedef {import('../geometry.js').Point} Point */
/** @typedef {import('../kinds.js').Thing} Thing */
/** @typedef {import('../plan.js').Edit} Edit */
/** @typedef {import('../studio.js').Studio} Studio */
/** @typedef {import('../stage.js').Press} Press */

const GRAB = 10;
const THIN = 7;
const THRESHOLD = 4;

export class Pick {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {{what: 'band'|'move'|'vertex'|'middle'|'key', from: Press, part: number, index: number, started: boolean, things: Thing[]} | null} */
    this.grip = null;
    /** @type {Press | null} */
    this.at = null;
  }

  /** What lies under the pointer: vertices of what is picked, then thin things, then the smallest area. @param {Point} screen */
  under(screen) {
    const { studio } = this;
    const picked = studio.pickedThings();
    if (picked.length === 1) {
      const key = keyPlaces(picked[0], studio.plan.list()).findIndex((p) => distance(studio.view.toScreen(p), screen) < GRAB);
      if (key >= 0) return { thing: picked[0], what: /** @type {const} */ ('key'), part: 0, index: key };
      const handle = handleAt(studio, picked[0], screen);
      if (handle) return { thing: picked[0], ...handle };
    }
    const thing = thingAt(studio, screen);
    return thing ? { thing, what: /** @type {const} */ ('move'), part: 0, index: 0 } : null;
  }

  /** @param {Press} press */
  cursor(press) {
    if (this.grip?.started) return this.grip.what === 'band' ? 'crosshair' : 'grabbing';
    const hit = this.under(press.screen);
    if (!hit) return 'default';
    if (hit.what === 'vertex' || hit.what === 'key') return 'crosshair';
    if (hit.what === 'middle') return 'copy';
    return this.movable(hit.thing) ? 'move' : 'pointer';
  }

  /** @param {Thing} thing */
  movable(thing) {
    return this.studio.picked.has(thing.id) || (thing.kind !== 'boundary' && thing.kind !== 'area');
  }

  /** @param {Press} press */
  down(press) {
    const { studio } = this;
    const hit = this.under(press.screen);
    if (!hit) {
      if (!press.shift) studio.pick([]);
      this.grip = { what: 'band', from: press, part: 0, index: 0, started: false, things: [] };
      return;
    }
    const { thing, what, part, index } = hit;
    const may = this.movable(thing);
    if (press.shift && what === 'move') {
      const next = new Set(studio.picked);
      if (!next.delete(thing.id)) next.add(thing.id);
      studio.pick(next);
    } else if (!studio.picked.has(thing.id)) {
      studio.pick([thing.id]);
    }
    if (what === 'vertex') {
      studio.vertex = { part, index };
      studio.emit('picked');
    } else if (studio.vertex) {
      studio.vertex = null;
    }
    if (!may) {
      this.grip = { what: 'band', from: press, part: 0, index: 0, started: false, things: [] };
      return;
    }
    const things = studio.pickedThings().filter((t) => t.id > 3);
    this.grip = { what, from: press, part, index, started: false, things: what === 'move' ? things : [thing] };
  }

  /** @param {Press} press */
  move(press) {
    this.at = press;
    const grip = this.grip;
    if (!grip) return;
    if (!grip.started && distance(press.screen, grip.from.screen) < THRESHOLD) return;
    grip.started = true;
    if (grip.what !== 'band') this.studio.drag(this.edits(press));
    this.studio.emit('hand');
  }

  /** @param {Press} press */
  up(press) {
    const grip = this.grip;
    this.grip = null;
    if (!grip?.started) return;
    const { studio } = this;
    if (grip.what === 'band') {
      const box = boxOf([grip.from.world, press.world]);
      const inside = box && studio.plan.list().filter((t) => t.id > 3 && parts(t).length > 0 && parts(t).every((p) => p.points.every((q) => inBox(box, q))));
      if (inside) studio.pick(press.shift ? [...studio.picked, ...inside.map((t) => t.id)] : inside.map((t) => t.id));
      studio.emit('hand');
      return;
    }
    this.grip = grip;
    const edits = this.edits(press);
    this.grip = null;
    const copy = press.alt && grip.what === 'move';
    const words = grip.what === 'move' ? (copy ? 'copy' : 'move') : grip.what === 'vertex' ? 'move a vertex' : grip.what === 'key' ? 'move a key frame' : 'add a vertex';
    studio.edit(edits, words, (ids) => copy && studio.pick(ids));
    if (grip.what === 'middle') studio.vertex = { part: grip.part, index: grip.index + 1 };
  }

  cancel() {
    this.grip = null;
    this.studio.cancelDrag();
  }

  /** The edits of the grip with the pointer at a place. @param {Press} press @returns {Edit[]} */
  edits(press) {
    const grip = this.grip;
    if (!grip) return [];
    if (grip.what === 'move') return this.moved(press, grip.from, grip.things);
    const base = this.studio.plan.get(grip.things[0].id);
    if (!base) return [];
    if (grip.what === 'key') return this.movedKey(base, grip.index, press);
    const part = parts(base)[grip.part];
    if (!part) return [];
    const from = grip.what === 'vertex' ? part.points[grip.index] : null;
    const outline = ['exit', 'entrance', 'outlet', 'barrier', 'door'].includes(base.kind);
    const spot = snap(this.studio, press.screen, {
      except: new Set([base.id]), free: press.ctrl, shift: press.shift, from: neighbour(part, grip.index), reach: outline ? 16 : undefined,
    }).point;
    const points = [...part.points];
    if (grip.what === 'vertex') points[grip.index] = spot;
    else points.splice(grip.index + 1, 0, spot);
    /** @type {Edit[]} */
    const edits = [{ op: 'set', id: base.id, value: withPoints(base.value, part, points) }];
    // The end of a door takes the end of its wall along.
    if (base.kind === 'door' && from) {
      for (const jamb of jambs(this.studio.plan, base) ?? []) {
        const line = this.studio.plan.get(jamb.wall.id)?.value;
        if (!line || !same(line[jamb.index], from)) continue;
        edits.push({ op: 'set', id: jamb.wall.id, value: line.map((/** @type {Point} */ p, /** @type {number} */ i) => (i === jamb.index ? spot : p)) });
      }
    }
    return edits;
  }

  /** @param {Press} press @param {Press} from @param {Thing[]} things @returns {Edit[]} */
  moved(press, from, things) {
    const { studio } = this;
    const base = things.flatMap((t) => studio.plan.get(t.id) ?? []);
    let shift = sub(press.world, from.world);
    if (press.shift) shift = Math.abs(shift[0]) > Math.abs(shift[1]) ? [shift[0], 0] : [0, shift[1]];
    const copy = press.alt;
    if (base.length === 1 && !copy) {
      if (base[0].kind === 'door') {
        const step = gridStep(studio);
        const place = press.ctrl ? (/** @type {Point} */ p) => fine(studio, p) : (/** @type {Point} */ p) => /** @type {Point} */ ([onGrid(p[0], step), onGrid(p[1], step)]);
        const pushed = push(studio.plan, base[0], shift, place);
        if (pushed && pushed.length === 0) return studio.plan.shown;
        if (pushed) return pushed;
      }
      const along = this.alongOutline(base[0], press, shift);
      if (along) return along;
    }
    const exact = this.snappedShift(base, shift, press, from);
    if (exact[0] === 0 && exact[1] === 0 && !copy) return [];
    return base.map((thing) => {
      const value = mapped(thing, (p) => exactly(p, exact));
      if (!copy) return /** @type {Edit} */ ({ op: 'set', id: thing.id, value });
      if (value.name) value.name = `${value.name} copy`;
      return /** @type {Edit} */ ({ op: 'add', kind: thing.kind, value });
    });
  }

  /** A key frame of a motion. @param {Thing} motion @param {number} index @param {Press} press @returns {Edit[]} */
  movedKey(motion, index, press) {
    const places = keyPlaces(motion, [...this.studio.plan.things.values()]);
    const step = press.ctrl ? 0 : gridStep(this.studio);
    const by = sub(press.world, places[index]);
    const [dx, dy] = step ? by.map((v) => onGrid(v, step)) : fine(this.studio, by);
    const shifts = motion.value.shifts.map((/** @type {Point} */ s, /** @type {number} */ i) => (i === index ? tidyPoint(add(s, [dx, dy])) : s));
    return [{ op: 'set', id: motion.id, value: { ...motion.value, shifts } }];
  }

  /** Exits slide along outlines. @param {Thing} thing @param {Press} press @param {Point} shift @returns {Edit[] | null} */
  alongOutline(thing, press, shift) {
    if (!['exit', 'entrance', 'outlet'].includes(thing.kind) && !(thing.kind === 'group' && thing.value.entrance)) return null;
    const part = parts(thing)[0];
    if (!part || part.points.length !== 2) return null;
    const wish = add(middle(part.points[0], part.points[1]), shift);
    const hit = nearestEdge(this.studio, this.studio.view.toScreen(wish), { reach: 24, except: new Set([thing.id]) });
    if (!hit?.edge || press.ctrl) return null;
    const piece = pieceAround(hit.edge, hit.point, distance(part.points[0], part.points[1]));
    return [{ op: 'set', id: thing.id, value: withPoints(thing.value, part, piece) }];
  }

  /** The shift that brings a vertex onto another thing's vertex, or the first one onto the grid. @param {Thing[]} things @param {Point} shift @param {Press} press @param {Press} from @returns {Point} */
  snappedShift(things, shift, press, from) {
    const { studio } = this;
    if (press.ctrl || !studio.settings.snap) return fine(studio, shift);
    const except = new Set(things.map((t) => t.id));
    const all = things.flatMap((t) => parts(t).flatMap((p) => p.points));
    if (all.length <= HANDLES) {
      let best = null;
      let reach = 8;
      for (const p of all) {
        const to = studio.view.toScreen(add(p, shift));
        const hit = snap(studio, to, { except });
        if (hit.to !== 'vertex') continue;
        const d = distance(to, studio.view.toScreen(hit.point));
        if (d < reach) {
          reach = d;
          best = sub(hit.point, p);
        }
      }
      if (best) return best;
    }
    const step = gridStep(studio);
    const anchor = all.length ? all.reduce((a, b) => (distance(b, from.world) < distance(a, from.world) ? b : a)) : from.world;
    const to = add(anchor, shift);
    return [shift[0] === 0 ? 0 : onGrid(to[0], step) - anchor[0], shift[1] === 0 ? 0 : onGrid(to[1], step) - anchor[1]];
  }

  /** @param {CanvasRenderingContext2D} pen @param {import('../draw/colours.js').Theme} colours */
  draw(pen, colours) {
    if (this.grip?.what !== 'band' || !this.grip.started || !this.at) return;
    const [a, b] = [this.grip.from.screen, this.at.screen];
    pen.fillStyle = colours.accent;
    pen.globalAlpha = 0.12;
    pen.fillRect(a[0], a[1], b[0] - a[0], b[1] - a[1]);
    pen.globalAlpha = 1;
    pen.strokeStyle = colours.accent;
    pen.lineWidth = 1;
    pen.strokeRect(a[0] + 0.5, a[1] + 0.5, b[0] - a[0], b[1] - a[1]);
  }
}

/** Sums without the noise of the last digits. @param {Point} p @param {Point} shift @returns {Point} */
const exactly = (p, shift) => {
  const q = tidyPoint(add(p, shift));
  return [shift[0] === 0 ? p[0] : q[0], shift[1] === 0 ? p[1] : q[1]];
};

/** @param {import('../kinds.js').Part} part @param {number} index */
const neighbour = (part, index) => part.points[index === 0 ? (part.closed ? part.points.length - 1 : 1) : index - 1] ?? null;

/** A vertex or the middle of an edge. @param {Studio} studio @param {Thing} thing @param {Point} screen */
function handleAt(studio, thing, screen) {
  const all = parts(thing);
  if (all.reduce((n, p) => n + p.points.length, 0) > HANDLES) return null;
  let best = null;
  let reach = GRAB;
  for (const [part, { points, closed }] of all.entries()) {
    points.forEach((p, index) => {
      const d = distance(studio.view.toScreen(p), screen);
      if (d < reach && (points.length > 1 || all.length > 1)) {
        reach = d;
        best = { what: /** @type {const} */ ('vertex'), part, index };
      }
    });
    if (best || !canGrow(thing)) continue;
    edges(points, closed).forEach(([a, b], index) => {
      const [p, q] = [studio.view.toScreen(a), studio.view.toScreen(b)];
      if (distance(p, q) > 44 && distance(middle(p, q), screen) < 7) best = { what: /** @type {const} */ ('middle'), part, index };
    });
  }
  return /** @type {{what: 'vertex'|'middle', part: number, index: number} | null} */ (best);
}

/** @param {Studio} studio @param {Point} screen @returns {Thing | null} */
export function thingAt(studio, screen) {
  const world = studio.view.toWorld(screen);
  /** @type {Thing | null} */
  let thin = null;
  let reach = THIN;
  /** @type {Thing | null} */
  let wide = null;
  let least = Infinity;
  /** @type {Thing | null} */
  let outline = null;
  for (const thing of studio.plan.list()) {
    const floor = thing.kind === 'boundary' || thing.kind === 'area';
    const all = parts(thing);
    for (const part of all) {
      if (!nearBox(part.points, world, 12 / studio.view.scale)) continue;
      const d = part.points.length === 1
        ? distance(studio.view.toScreen(part.points[0]), screen) - 4
        : edges(part.points, part.closed).reduce((least, e) => Math.min(least, nearestOnSegment(world, ...e).distance), Infinity) * studio.view.scale;
      if (floor) {
        if (d < THIN) outline = thing;
      } else if (!part.closed && d <= reach) {
        reach = d;
        thin = thing;
      } else if (part.closed && d < 4 && !wide) {
        wide = thing;
      }
    }
    if (floor || !all[0]?.closed || !nearBox(all[0].points, world, 0)) continue;
    if (all.filter((p) => p.closed && inRing(world, p.points)).length % 2 === 1) {
      const size = area(all[0].points);
      if (size <= least) {
        least = size;
        wide = thing;
      }
    }
  }
  return thin ?? wide ?? outline;
}
