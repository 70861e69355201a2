// The form of what is picked: every field of the scene format, position and size as numbers, and the points
// themselves. A change is an edit as soon as it is entered.

import { fill, get, h, icon } from '../dom.js';
import { KINDS, mapped, parts, title, withPoints } from '../kinds.js';
import { area, boxOf, distance } from '../geometry.js';
import { removal } from '../building.js';
import * as spread from '../spread.js';
import { format } from '../draw/hand.js';
import { frames, motionsOf } from './motions.js';

/** @typedef {import('../kinds.js').Thing} Thing */
/** @typedef {import('../kinds.js').Field} Field */
/** @typedef {import('../geometry.js').Point} Point */
/** @typedef {import('../studio.js').Studio} Studio */

/** Points up to which each has its two boxes; more are a text. */
const BOXES = 24;

/** @param {Studio} studio */
export function thingPanel(studio) {
  const box = get('thing');
  const draw = () => {
    // Typing is not interrupted.
    if (box.contains(document.activeElement) && document.activeElement instanceof HTMLInputElement && document.activeElement.dataset.typing) return;
    const open = new Set([...box.querySelectorAll('details[open]')].map((d) => d.getAttribute('data-fold')));
    const keep = document.activeElement instanceof HTMLElement && box.contains(document.activeElement) ? document.activeElement.dataset.field : undefined;
    const things = studio.pickedThings();
    fill(box, ...(things.length === 0 ? nothing(studio) : things.length === 1 ? one(studio, things[0]) : several(studio, things)));
    for (const fold of box.querySelectorAll('details')) if (open.has(fold.getAttribute('data-fold'))) fold.open = true;
    if (keep) /** @type {HTMLElement | null} */ (box.querySelector(`[data-field="${CSS.escape(keep)}"]`))?.focus();
  };
  studio.on('picked plan', draw);
  // Numbers follow the hand, but not every frame of it.
  let last = 0;
  studio.on('dragged', () => {
    if (studio.picked.size === 0 || performance.now() - last < 120) return;
    last = performance.now();
    draw();
  });
}

/** Settings of the scene and of the run. @param {Studio} studio */
function nothing(studio) {
  return [1, 3, 2].flatMap((id) => {
    const thing = studio.plan.get(id);
    if (!thing || (id === 2 && thing.value === null && studio.plan.of('entrance').length === 0)) return [];
    return [h('details', { open: id === 1, 'data-fold': `single${id}` }, h('summary', {}, { 1: 'Scene', 2: 'Flow', 3: 'Settings of the run' }[id] ?? ''), ...fields(studio, thing, KINDS[thing.kind].fields))];
  });
}

/** @param {Studio} studio @param {Thing[]} things */
function several(studio, things) {
  return [
    h('h3', {}, `${things.length} things`),
    buttons(studio, things),
  ];
}

/** @param {Studio} studio @param {Thing[]} things */
function buttons(studio, things) {
  return h('div', { class: 'buttons' },
    h('button', { type: 'button', title: 'Copy (Ctrl-D)', onclick: () => studio.emit('duplicate') }, icon('copy'), 'Copy'),
    h('button', { type: 'button', title: 'Delete (Del)', onclick: () => studio.edit(removal(studio.plan, things), 'delete') }, icon('trash'), 'Delete'));
}

/** @param {Studio} studio @param {Thing} thing */
function one(studio, thing) {
  const kind = KINDS[thing.kind];
  if (!kind) return [h('h3', {}, thing.kind)];
  const number = studio.plan.of(thing.kind).findIndex((t) => t.id === thing.id);
  const usual = kind.fields.filter((f) => !f.rare || thing.value?.[f.name] !== undefined);
  const rare = kind.fields.filter((f) => f.rare && thing.value?.[f.name] === undefined);
  return [
    h('h3', {}, h('i', { class: `dot dot-${kind.paint}` }), title(thing, number), title(thing, number).startsWith(kind.label) ? null : h('span', { class: 'quiet' }, kind.label.toLowerCase())),
    facts(thing),
    ...fields(studio, thing, usual),
    rare.length ? h('details', { 'data-fold': 'rare' }, h('summary', {}, 'More'), ...fields(studio, thing, rare)) : null,
    ...(thing.kind === 'motion' ? frames(studio, thing) : shape(studio, thing)),
    ...motionsOf(studio, thing),
    buttons(studio, [thing]),
    thing.kind === 'obstacle' ? h('button', { type: 'button', class: 'link', onclick: () => nameIt(studio, thing) }, 'Give it a name') : null,
  ].filter((e) => e !== null);
}

/** A ring becomes a solid, which has a name. @param {Studio} studio @param {Thing} thing */
function nameIt(studio, thing) {
  studio.edit([{ op: 'remove', id: thing.id }, { op: 'add', kind: 'solid', value: { name: studio.plan.freshName('obstacle'), outline: thing.value } }], 'name an obstacle', (ids) => studio.pick(ids));
}

/** @param {Thing} thing */
function facts(thing) {
  const part = parts(thing)[0];
  if (!part || part.points.length < 2) return null;
  const text = part.closed ? `${format(Number(area(part.points).toPrecision(4)))} m²` : `${format(part.points.slice(1).reduce((sum, p, i) => sum + distance(part.points[i], p), 0))} m long`;
  const people = thing.kind === 'group' && thing.value.count ? `, ${(thing.value.count / area(part.points)).toFixed(2)} people on a square metre` : '';
  return h('p', { class: 'quiet' }, text + people);
}

/** @param {Studio} studio @param {Thing} thing @param {Field[]} list */
function fields(studio, thing, list) {
  return list.map((field) => {
    const value = thing.value?.[field.name];
    const change = (/** @type {any} */ next) => {
      const current = studio.plan.get(thing.id)?.value;
      if (Array.isArray(current)) return;
      const copy = { ...(current ?? {}) };
      if (next === undefined || next === '') delete copy[field.name];
      else copy[field.name] = next;
      // A barrier has a delay or a factor.
      if (thing.kind === 'barrier' && next !== undefined) delete copy[field.name === 'delay' ? 'factor' : 'delay'];
      studio.edit([{ op: 'set', id: thing.id, value: copy }], `change ${field.label.toLowerCase()}`);
    };
    const input = control(studio, field, value, change);
    return h('label', { class: field.type === 'flag' ? 'field flag' : 'field', title: field.help },
      h('span', { class: 'field-name' }, field.label), input, field.unit ? h('span', { class: 'unit' }, field.unit) : null);
  });
}

/** @param {Studio} studio @param {Field} field @param {any} value @param {(v: any) => void} change */
function control(studio, field, value, change) {
  const key = { 'data-field': field.name };
  const complain = (/** @type {HTMLInputElement | HTMLTextAreaElement} */ input, /** @type {string} */ why) => {
    input.setCustomValidity(why);
    input.reportValidity();
  };
  if (field.type === 'flag') return h('input', { ...key, type: 'checkbox', checked: value === true, onchange: (/** @type {any} */ e) => change(e.target.checked ? true : undefined) });
  if (field.type === 'choice') {
    const known = value === undefined || field.options?.includes(value);
    return h('select', { ...key, onchange: (/** @type {any} */ e) => change(e.target.value === '' ? undefined : e.target.value) },
      h('option', { value: '' }, field.usual ? `usual (${field.usual})` : '—'),
      ...(field.options ?? []).map((o) => h('option', { value: o, selected: value === o }, o)),
      known ? null : h('option', { value: String(value), selected: true }, String(value)));
  }
  if (field.type === 'names' || field.type === 'name') return names(studio, field, value, change);
  if (field.type === 'json') {
    return h('textarea', {
      ...key, rows: 2, spellcheck: false, placeholder: field.usual ?? '', value: value === undefined ? '' : JSON.stringify(value),
      onchange: (/** @type {any} */ e) => {
        e.target.setCustomValidity('');
        if (e.target.value.trim() === '') return change(undefined);
        try {
          change(JSON.parse(e.target.value));
        } catch {
          complain(e.target, 'This is not JSON.');
        }
      },
    });
  }
  if (field.type === 'spread') {
    return h('input', {
      ...key, type: 'text', value: spread.write(value), placeholder: field.usual ?? '', title: '1.3, or 5 to 15, or 1.34 ± 0.26',
      onchange: (/** @type {any} */ e) => {
        const next = spread.read(e.target.value);
        e.target.setCustomValidity('');
        if (next === null) complain(e.target, 'Write 1.3, or 5 to 15, or 1.34 ± 0.26.');
        else change(next);
      },
    });
  }
  const number = field.type === 'number' || field.type === 'whole';
  return h('input', {
    ...key, type: number ? 'number' : 'text', step: field.type === 'whole' ? '1' : 'any', min: field.least, value: value ?? '', placeholder: field.usual ?? '',
    onchange: (/** @type {any} */ e) => {
      if (number && !e.target.checkValidity()) return e.target.reportValidity();
      change(e.target.value === '' ? undefined : number ? Number(e.target.value) : e.target.value);
    },
  });
}

/** @param {Studio} studio @param {Field} field @param {any} value @param {(v: any) => void} change */
function names(studio, field, value, change) {
  const kinds = { goals: ['exit', 'source'], stops: ['stop'], groups: ['group'], obstacles: ['solid'] }[field.from ?? 'goals'] ?? [];
  const all = [...new Set(kinds.flatMap((k) => studio.plan.of(k)).map((t) => t.value?.name).filter(Boolean))];
  if (field.type === 'name' && !field.from) {
    return h('input', { 'data-field': field.name, type: 'text', value: value ?? '', onchange: (/** @type {any} */ e) => change(e.target.value === '' ? undefined : /^\d+$/.test(e.target.value) ? Number(e.target.value) : e.target.value) });
  }
  const chosen = value === undefined ? [] : Array.isArray(value) ? value : [value];
  if (field.type === 'name' || all.length > 12 || all.length === 0) {
    return h('input', { 'data-field': field.name, type: 'text', value: chosen.join(', '), placeholder: field.usual ?? (all.length ? '' : 'none yet'), onchange: (/** @type {any} */ e) => {
      const list = e.target.value.split(',').map((/** @type {string} */ s) => s.trim()).filter(Boolean);
      change(list.length === 0 ? undefined : list.length === 1 ? list[0] : list);
    } });
  }
  return h('span', { class: 'chips' }, ...all.map((name) => h('label', { class: 'chip' },
    h('input', { type: 'checkbox', checked: chosen.includes(name), onchange: (/** @type {any} */ e) => {
      const next = e.target.checked ? [...chosen, name] : chosen.filter((c) => c !== name);
      change(next.length === 0 ? undefined : next.length === 1 ? next[0] : next);
    } }), h('span', {}, String(name)))));
}

/** Position, size and points. @param {Studio} studio @param {Thing} thing */
function shape(studio, thing) {
  const all = parts(thing);
  const points = all.flatMap((p) => p.points);
  const bounds = boxOf(points);
  if (!bounds) return [];
  const number = (/** @type {string} */ name, /** @type {number} */ value, /** @type {(v: number) => void} */ change) =>
    h('label', { class: 'number' }, h('span', {}, name), h('input', { type: 'number', step: 'any', value, 'data-field': `shape-${name}`, onchange: (/** @type {any} */ e) => e.target.value !== '' && Number.isFinite(Number(e.target.value)) && change(Number(e.target.value)) }));
  const set = (/** @type {any} */ value, /** @type {string} */ label) => studio.edit([{ op: 'set', id: thing.id, value }], label);
  const place = (/** @type {0|1} */ axis, /** @type {number} */ from, /** @type {number} */ to) =>
    set(mapped(thing, (p) => /** @type {Point} */ (p.map((v, k) => (k === axis ? (v === from ? to : v + (to - from)) : v)))), 'move');
  const size = (/** @type {0|1} */ axis, /** @type {number} */ low, /** @type {number} */ now, /** @type {number} */ wish) => {
    if (!(wish > 0) || now === 0) return;
    set(mapped(thing, (p) => /** @type {Point} */ (p.map((v, k) => (k !== axis || v === low ? v : v === low + now ? low + wish : low + ((v - low) * wish) / now)))), 'resize');
  };
  const [w, hgt] = [bounds.x1 - bounds.x0, bounds.y1 - bounds.y0];
  /** @type {HTMLElement[]} */
  const rows = [h('div', { class: 'numbers' },
    number('x', bounds.x0, (v) => place(0, bounds.x0, v)), number('y', bounds.y0, (v) => place(1, bounds.y0, v)),
    points.length > 1 && w > 0 ? number('width', w, (v) => size(0, bounds.x0, w, v)) : null,
    points.length > 1 && hgt > 0 ? number('height', hgt, (v) => size(1, bounds.y0, hgt, v)) : null)];
  if (points.length > 1) rows.push(pointList(studio, thing));
  return rows;
}

/** @param {Studio} studio @param {Thing} thing @returns {HTMLElement} */
function pointList(studio, thing) {
  const all = parts(thing);
  const count = all.reduce((n, p) => n + p.points.length, 0);
  const fold = h('details', { 'data-fold': 'points' }, h('summary', {}, `${count} points`));
  const save = (/** @type {import('../kinds.js').Part} */ part, /** @type {Point[]} */ points) => {
    const current = studio.plan.get(thing.id);
    if (current) studio.edit([{ op: 'set', id: thing.id, value: withPoints(current.value, part, points) }], 'change points');
  };
  for (const part of all) {
    if (count > BOXES) {
      fold.append(h('textarea', {
        rows: 8, spellcheck: false, 'aria-label': 'Points, one in a line', value: part.points.map((p) => p.join(', ')).join('\n'),
        onchange: (/** @type {any} */ e) => {
          const points = e.target.value.trim().split('\n').map((/** @type {string} */ line) => line.split(/[,\s]+/).filter(Boolean).map(Number));
          const fine = points.every((/** @type {number[]} */ p) => p.length === 2 && p.every(Number.isFinite));
          e.target.setCustomValidity(fine ? '' : 'Write x, y in each line.');
          if (fine) save(part, points);
          else e.target.reportValidity();
        },
      }));
      continue;
    }
    part.points.forEach((p, i) => fold.append(h('div', { class: 'numbers point' }, h('span', { class: 'quiet' }, String(i + 1)),
      ...([0, 1].map((axis) => h('input', {
        type: 'number', step: 'any', value: p[axis], 'aria-label': `Point ${i + 1} ${'xy'[axis]}`, 'data-field': `p${part.key.join('.')}.${i}.${axis}`,
        onchange: (/** @type {any} */ e) => {
          if (e.target.value === '' || !Number.isFinite(Number(e.target.value))) return;
          save(part, part.points.map((q, k) => (k === i ? /** @type {Point} */ (q.map((v, a) => (a === axis ? Number(e.target.value) : v))) : q)));
        },
      }))))));
  }
  return fold;
}
