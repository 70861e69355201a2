// A scene that moves, at a moment: the same key frames as in the engine, so that outlines and field agree.

import { mapped, parts } from './kinds.js';
import { add, labelPlace } from './geometry.js';

/** @typedef {import('./kinds.js').Thing} Thing */
/** @typedef {import('./geometry.js').Point} Point */

const TARGETS = ['obstacle', 'source', 'exit', 'door', 'barrier'];

/** The thing that a motion is about. @param {any} motion @param {Thing[]} things @returns {Thing | undefined} */
export function target(motion, things) {
  const kind = TARGETS.find((k) => motion?.[k] !== undefined);
  if (!kind) return undefined;
  const call = motion[kind];
  const of = (/** @type {string[]} */ ...kinds) => kinds.flatMap((k) => things.filter((t) => t.kind === k));
  const lists = {
    obstacle: of('obstacle', 'solid'), source: of('source', 'exit'), exit: typeof call === 'number' ? of('exit') : of('source', 'exit'),
    door: of('door'), barrier: of('barrier'),
  };
  const list = lists[/** @type {keyof typeof lists} */ (kind)];
  return typeof call === 'number' ? list[call] : list.find((t) => t.value?.name === call);
}

/** The last time of all motions; 0 without any. @param {Thing[]} things */
export const lastTime = (things) => Math.max(0, ...things.filter((t) => t.kind === 'motion').map((t) => t.value?.times?.at?.(-1) ?? 0));

/** The things as they are at a moment. @param {Thing[]} things @param {number | null} time @returns {Thing[]} */
export function atTime(things, time) {
  if (time === null) return things;
  /** @type {Map<number, Thing | null>} */
  const changed = new Map();
  for (const { value: motion } of things.filter((t) => t.kind === 'motion')) {
    const thing = target(motion, things);
    if (!thing || !Array.isArray(motion.times) || motion.times.length === 0) continue;
    const now = changed.get(thing.id) === undefined ? thing : changed.get(thing.id);
    if (now) changed.set(thing.id, moved(now, motion, time));
  }
  if (changed.size === 0) return things;
  return things.flatMap((t) => {
    const now = changed.get(t.id);
    return now === undefined ? [t] : now === null ? [] : [now];
  });
}

/** @param {Thing} thing @param {any} motion @param {number} time @returns {Thing | null} */
function moved(thing, motion, time) {
  /** @type {number[]} */
  const times = motion.times;
  const round = times[times.length - 1];
  const t = motion.repeat && round > 0 ? time % round : time;
  const before = times.findLastIndex((k) => k <= t);
  if (motion.present) return before >= 0 && !motion.present[before] ? null : thing;
  if (motion.open) return before >= 0 ? { ...thing, value: { ...thing.value, open: motion.open[before] } } : thing;
  const [i, j] = [Math.max(0, before), Math.min(times.length - 1, before + 1)];
  const share = j > i && before >= 0 ? (t - times[i]) / (times[j] - times[i]) : 0;
  const mix = (/** @type {Point} */ a, /** @type {Point} */ b) => /** @type {Point} */ ([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]);
  if (motion.shifts) return { ...thing, value: mapped(thing, (p) => add(p, mix(motion.shifts[i], motion.shifts[j]))) };
  if (motion.segments) {
    const { point, polyline, ...rest } = thing.value;
    return { ...thing, value: { ...rest, segment: [0, 1].map((k) => mix(motion.segments[i][k], motion.segments[j][k])) } };
  }
  return thing;
}

/** Where the key frames of a motion stand on the plan: the middle of its thing, shifted. @param {Thing} motion @param {Thing[]} things @returns {Point[]} */
export function keyPlaces(motion, things) {
  const thing = target(motion.value, things);
  const part = thing && parts(thing)[0];
  if (!part || !Array.isArray(motion.value?.shifts)) return [];
  const middle = part.closed ? labelPlace(part.points) : part.points[0];
  return motion.value.shifts.map((/** @type {Point} */ s) => add(middle, s));
}

/** How a motion calls a thing: by its name, or by its number. @param {Thing} thing @param {Thing[]} things @returns {Record<string, string | number>} */
export function call(thing, things) {
  const word = thing.kind === 'solid' ? 'obstacle' : thing.kind;
  const name = Array.isArray(thing.value) ? undefined : thing.value?.name;
  if (name && thing.kind !== 'barrier') return { [word]: name };
  const list = word === 'obstacle' ? [...things.filter((t) => t.kind === 'obstacle'), ...things.filter((t) => t.kind === 'solid')] : things.filter((t) => t.kind === word);
  return { [word]: list.findIndex((t) => t.id === thing.id) };
}
