// The keyboard: one letter for each tool, habits of other editors, and drawing without a pointer: arrows move a cross,
// Enter puts a corner, digits type one.

import { TOOLS } from './tools/index.js';
import { gridStep, onGrid } from './snap.js';
import { add } from './geometry.js';
import { mapped, parts, withPoints } from './kinds.js';
import { removal } from './building.js';
import { get } from './dom.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./plan.js').Edit} Edit */

const ARROWS = /** @type {Record<string, Point>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] });

/** @param {import('./studio.js').Studio} studio @param {import('./stage.js').Stage} stage @param {import('./run.js').Run} run */
export function keys(studio, stage, run) {
  const box = /** @type {HTMLInputElement} */ (get('coordinates'));
  typed(studio, stage, box);
  addEventListener('keyup', (event) => {
    if (event.key !== ' ') return;
    stage.space = false;
    stage.showCursor();
  });
  addEventListener('keydown', (event) => {
    if (inField(event.target) || document.querySelector('dialog[open]')) return;
    if (handle(event)) event.preventDefault();
  });
  /** @param {KeyboardEvent} event @returns {boolean} */
  const handle = (event) => {
    const ctrl = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (ctrl) return control(key, event.shiftKey);
    const onButton = event.target instanceof HTMLButtonElement || event.target instanceof HTMLElement && event.target.tagName === 'SUMMARY';
    if (onButton && (key === 'Enter' || key === ' ')) return false;
    if (event.key in ARROWS) return arrow(ARROWS[event.key], event.shiftKey);
    if (studio.tool !== 'pick' && /^[0-9.@-]$/.test(key)) return type(event.key);
    switch (key) {
      case ' ':
        stage.space = true;
        stage.showCursor();
        return true;
      case 'Escape':
        if (closeFold()) return true;
        if (!stage.tool().cancel()) {
          if (studio.tool === 'pick') studio.pick([]);
          studio.use('pick');
        }
        return true;
      case 'Enter': return enter();
      case 'Backspace':
        if (studio.tool !== 'pick') stage.tool().back?.();
        else remove();
        return true;
      case 'Delete': return remove();
      case 'r':
        if (event.shiftKey) run.start();
        else run.toggle();
        return true;
      case ',': case '.':
        run.playing = false;
        run.seek(run.head + (key === '.' ? 1 : -1));
        return true;
      case '0': stage.fit(); return true;
      case '+': case '=': return zoom(1.25);
      case '-': return zoom(0.8);
      case '?': studio.emit('help'); return true;
      default: return tool(key);
    }
  };
  const tool = (/** @type {string} */ key) => {
    const row = TOOLS.find((t) => t.key.toLowerCase() === key);
    if (!row) return false;
    studio.use(row.name);
    get('hand').focus({ preventScroll: true });
    return true;
  };
  const zoom = (/** @type {number} */ factor) => {
    studio.view.zoom([studio.view.width / 2, studio.view.height / 2], factor);
    studio.emit('draw');
    studio.emit('view');
    return true;
  };
  const control = (/** @type {string} */ key, /** @type {boolean} */ shift) => {
    if (key === 'z') shift ? studio.redo() : studio.undo();
    else if (key === 'y') studio.redo();
    else if (key === 'a') studio.pick([...studio.plan.things.keys()].filter((id) => id > 3));
    else if (key === 'd' || key === 'c' && studio.picked.size) studio.emit('duplicate');
    else if (key === 's') studio.emit('save');
    else return false;
    return true;
  };
  const arrow = (/** @type {Point} */ towards, /** @type {boolean} */ far) => {
    const step = gridStep(studio) * (far ? 10 : 1);
    /** @type {Point} */
    const shift = [towards[0] * step, towards[1] * step * (studio.view.up ? 1 : -1)];
    if (studio.tool !== 'pick') return cross(shift);
    const things = studio.pickedThings().filter((t) => t.id > 3 && parts(t).length > 0);
    if (things.length === 0) {
      studio.view.pan(-towards[0] * 60, towards[1] * 60);
      studio.emit('draw');
      studio.emit('view');
      return true;
    }
    const moved = (/** @type {Point} */ p) => /** @type {Point} */ ([onGridOr(p[0], shift[0]), onGridOr(p[1], shift[1])]);
    const vertex = studio.vertex;
    if (vertex && things.length === 1) {
      const part = parts(things[0])[vertex.part];
      const points = part.points.map((p, i) => (i === vertex.index ? moved(p) : p));
      studio.edit([{ op: 'set', id: things[0].id, value: withPoints(things[0].value, part, points) }], 'move a vertex');
      studio.vertex = vertex;
      return true;
    }
    studio.edit(things.map((t) => /** @type {Edit} */ ({ op: 'set', id: t.id, value: mapped(t, moved) })), 'move');
    return true;
  };
  const onGridOr = (/** @type {number} */ x, /** @type {number} */ d) => (d === 0 ? x : Number((x + d).toPrecision(12)));
  const cross = (/** @type {Point} */ shift) => {
    const step = gridStep(studio);
    const start = stage.cursor ?? studio.view.toWorld(stage.pointer?.screen ?? [studio.view.width / 2, studio.view.height / 2]);
    stage.cursor = stage.cursor ? add(start, shift) : [onGrid(start[0], step), onGrid(start[1], step)];
    stage.cursor = [Number(stage.cursor[0].toPrecision(12)), Number(stage.cursor[1].toPrecision(12))];
    const screen = studio.view.toScreen(stage.cursor);
    stage.tool().move({ screen, world: stage.cursor, shift: false, alt: false, ctrl: false, double: false });
    studio.emit('hand');
    get('where').textContent = `${stage.cursor[0]}, ${stage.cursor[1]}`;
    return true;
  };
  const enter = () => {
    const active = stage.tool();
    if (stage.cursor && active.add) active.add(stage.cursor, false);
    else active.enter?.();
    return studio.tool !== 'pick' || stage.cursor !== null;
  };
  const type = (/** @type {string} */ first) => {
    box.hidden = false;
    box.value = first;
    box.focus();
    return true;
  };
  const remove = () => {
    const things = studio.pickedThings();
    const vertex = studio.vertex;
    if (vertex && things.length === 1) {
      const part = parts(things[0])[vertex.part];
      if (part && part.points.length > (part.closed ? 3 : 2)) {
        const points = part.points.filter((_, i) => i !== vertex.index);
        studio.edit([{ op: 'set', id: things[0].id, value: withPoints(things[0].value, part, points) }], 'remove a vertex');
        studio.vertex = null;
        return true;
      }
    }
    if (things.length) studio.edit(removal(studio.plan, things), 'delete');
    return true;
  };
  studio.on('duplicate', () => {
    const step = Math.max(gridStep(studio), 20 / studio.view.scale);
    const shift = onGrid(step, gridStep(studio)) || step;
    /** @type {Edit[]} */
    const edits = studio.pickedThings().filter((t) => t.id > 3 && t.kind !== 'boundary').map((t) => {
      const value = mapped(t, (p) => [Number((p[0] + shift).toPrecision(12)), Number((p[1] - shift).toPrecision(12))]);
      if (value.name) value.name = studio.plan.freshName(t.kind);
      return { op: 'add', kind: t.kind, value };
    });
    if (edits.length) studio.edit(edits, 'copy', (ids) => studio.pick(ids));
  });
}

/** The box in which coordinates are typed. @param {import('./studio.js').Studio} studio @param {import('./stage.js').Stage} stage @param {HTMLInputElement} box */
function typed(studio, stage, box) {
  const close = () => {
    box.hidden = true;
    box.setCustomValidity('');
    get('hand').focus({ preventScroll: true });
  };
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const found = /^\s*(@?)\s*(-?[\d.]+(?:e[-+]?\d+)?)\s*[,;\s]\s*(-?[\d.]+(?:e[-+]?\d+)?)\s*$/i.exec(box.value);
    if (!found || ![found[2], found[3]].every((n) => Number.isFinite(Number(n)))) {
      box.setCustomValidity('Write x, y; or @x, y from the last point.');
      box.reportValidity();
      return;
    }
    /** @type {Point} */
    const given = [Number(found[2]), Number(found[3])];
    const points = /** @type {any} */ (stage.tool()).points ?? [];
    const at = found[1] && points.length ? add(points[points.length - 1], given) : given;
    close();
    stage.cursor = at;
    stage.tool().add?.(at, false);
    studio.emit('hand');
  });
  box.addEventListener('input', () => box.setCustomValidity(''));
  box.addEventListener('blur', () => {
    box.hidden = true;
  });
}

/** Closes the menu that is open above the plan. */
function closeFold() {
  const fold = /** @type {HTMLDetailsElement | null} */ (document.querySelector('details.fold[open]'));
  if (!fold) return false;
  fold.open = false;
  fold.querySelector('summary')?.focus();
  return true;
}

/** @param {EventTarget | null} target */
function inField(target) {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'range', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

