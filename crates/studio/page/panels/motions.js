// Motions: key frames as rows of a table, and the buttons that make a thing move, open, come and go.

import { h } from '../dom.js';
import { call, target } from '../motions.js';

/** @typedef {import('../kinds.js').Thing} Thing */
/** @typedef {import('../studio.js').Studio} Studio */

const MOVING = new Set(['obstacle', 'solid', 'source', 'exit', 'door', 'barrier']);

/** The key frames of a motion. @param {Studio} studio @param {Thing} thing @returns {HTMLElement[]} */
export function frames(studio, thing) {
  const motion = thing.value ?? {};
  const of = target(motion, studio.plan.list());
  const what = ['shifts', 'segments', 'open', 'present'].find((k) => Array.isArray(motion[k])) ?? 'shifts';
  const set = (/** @type {any} */ value) => studio.edit([{ op: 'set', id: thing.id, value }], 'change a motion');
  const change = (/** @type {string} */ list, /** @type {number} */ i, /** @type {any} */ value) => set({ ...motion, [list]: motion[list].map((/** @type {any} */ v, /** @type {number} */ k) => (k === i ? value : v)) });
  const number = (/** @type {number} */ value, /** @type {string} */ label, /** @type {(v: number) => void} */ done) =>
    h('input', { type: 'number', step: 'any', value, 'aria-label': label, 'data-field': label, onchange: (/** @type {any} */ e) => e.target.value !== '' && done(Number(e.target.value)) });
  const cell = (/** @type {any} */ value, /** @type {number} */ i) => {
    if (what === 'open' || what === 'present') return [h('label', { class: 'switch' }, h('input', { type: 'checkbox', checked: value, onchange: (/** @type {any} */ e) => change(what, i, e.target.checked) }), what === 'open' ? 'open' : 'there')];
    if (what === 'shifts') return [0, 1].map((axis) => number(value[axis], `Shift ${i + 1} ${'xy'[axis]}`, (v) => change(what, i, axis === 0 ? [v, value[1]] : [value[0], v])));
    return [h('input', { type: 'text', value: JSON.stringify(value), 'aria-label': `Segment ${i + 1}`, onchange: (/** @type {any} */ e) => {
      try {
        change(what, i, JSON.parse(e.target.value));
      } catch {
        e.target.setCustomValidity('Write [[x, y], [x, y]].');
        e.target.reportValidity();
      }
    } })];
  };
  const rows = (motion.times ?? []).map((/** @type {number} */ time, /** @type {number} */ i) => h('div', { class: 'key-frame' },
    number(time, `Time ${i + 1}`, (v) => change('times', i, v)), h('span', { class: 'unit' }, 's'), ...cell(motion[what]?.[i], i),
    h('button', { type: 'button', class: 'link', title: 'Remove this key frame', disabled: motion.times.length < 2, onclick: () => set({ ...motion, times: without(motion.times, i), [what]: without(motion[what], i) }) }, '×')));
  const more = () => {
    const last = motion.times.length - 1;
    const next = what === 'open' || what === 'present' ? !motion[what][last] : structuredClone(motion[what][last]);
    set({ ...motion, times: [...motion.times, motion.times[last] + 5], [what]: [...motion[what], next] });
  };
  return [
    h('p', { class: 'quiet' }, of ? `of ${of.value?.name ?? of.kind}` : 'of a thing that is not there'),
    ...rows,
    h('button', { type: 'button', class: 'link', onclick: more }, 'add a key frame'),
  ];
}

/** @param {any[]} list @param {number} i */
const without = (list, i) => list.filter((_, k) => k !== i);

/** What a thing does with time. @param {Studio} studio @param {Thing} thing @returns {HTMLElement[]} */
export function motionsOf(studio, thing) {
  if (!MOVING.has(thing.kind)) return [];
  const things = studio.plan.list();
  const own = things.filter((t) => t.kind === 'motion' && target(t.value, things)?.id === thing.id);
  const add = (/** @type {any} */ how) => studio.edit([{ op: 'add', kind: 'motion', value: { ...call(thing, things), times: [0, 10], ...how } }], 'add a motion', (ids) => studio.pick(ids));
  const made = own.map((t) => h('button', { type: 'button', class: 'link', onclick: () => studio.pick([t.id]) }, t.value.shifts || t.value.segments ? 'how it moves' : t.value.open ? 'when it is open' : 'when it is there'));
  const places = own.some((t) => t.value.shifts || t.value.segments);
  const states = own.some((t) => t.value.open || t.value.present);
  return [h('details', { 'data-fold': 'motions', open: own.length > 0 }, h('summary', {}, 'With time'), h('div', { class: 'buttons' }, ...made,
    places ? null : h('button', { type: 'button', onclick: () => add({ shifts: [[0, 0], [2, 0]] }) }, 'Let it move'),
    states ? null : thing.kind === 'door'
      ? h('button', { type: 'button', onclick: () => add({ open: [true, false] }) }, 'Open and close it')
      : h('button', { type: 'button', onclick: () => add({ present: [true, false] }) }, 'Let it come and go')))];
}
