// The context menu: what can be done with the thing under the pointer.

import { fill, get, h } from '../dom.js';
import { thingAt } from '../tools/pick.js';
import { removal } from '../building.js';
import { area, inRing } from '../geometry.js';
import { KINDS } from '../kinds.js';

/** @param {import('../studio.js').Studio} studio @param {() => void} fit */
export function menu(studio, fit) {
  const box = get('menu');
  const close = () => {
    box.hidden = true;
  };
  studio.on('menu', ({ x, y, press }) => {
    const thing = thingAt(studio, press.screen);
    if (thing && !studio.picked.has(thing.id)) studio.pick([thing.id]);
    const things = studio.pickedThings();
    /** @type {[string, () => void][]} */
    const items = [];
    if (thing && things.length) {
      if (things.length === 1 && thing.kind === 'door') items.push([thing.value.open ? 'Close the door' : 'Open the door', () => studio.edit([{ op: 'set', id: thing.id, value: { ...thing.value, open: !thing.value.open } }], thing.value.open ? 'close a door' : 'open a door')]);
      items.push(['Copy', () => studio.emit('duplicate')], ['Delete', () => studio.edit(removal(studio.plan, things), 'delete')]);
      const holes = holesFor(studio, thing);
      if (holes) items.push(['Make it a courtyard of what is around', holes]);
    }
    items.push(['Pick everything', () => studio.pick([...studio.plan.things.keys()].filter((id) => id > 3))], ['Show everything', fit]);
    fill(box, thing ? h('p', { class: 'menu-head' }, things.length > 1 ? `${things.length} things` : KINDS[thing.kind]?.label ?? thing.kind) : null,
      ...items.map(([label, act]) => h('button', { type: 'button', role: 'menuitem', onclick: () => (close(), act()) }, label)));
    box.hidden = false;
    box.style.left = `${Math.min(x, innerWidth - 230)}px`;
    box.style.top = `${Math.min(y, innerHeight - 40 * items.length - 40)}px`;
    /** @type {HTMLElement | null} */ (box.querySelector('button'))?.focus();
  });
  addEventListener('pointerdown', (event) => {
    if (!box.contains(/** @type {Node} */ (event.target))) close();
  });
  box.addEventListener('keydown', (event) => {
    const all = /** @type {HTMLElement[]} */ ([...box.querySelectorAll('button')]);
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (event.key === 'Escape') {
      close();
      get('hand').focus();
    } else if (event.key === 'ArrowDown') all[(at + 1) % all.length]?.focus();
    else if (event.key === 'ArrowUp') all[(at + all.length - 1) % all.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** A ring inside an obstacle can become a hole of it. @param {import('../studio.js').Studio} studio @param {import('../kinds.js').Thing} thing */
function holesFor(studio, thing) {
  if (thing.kind !== 'obstacle') return null;
  const around = [...studio.plan.of('obstacle'), ...studio.plan.of('solid'), ...studio.plan.of('area')].find((t) => {
    if (t.id === thing.id) return false;
    const outline = Array.isArray(t.value) ? t.value : t.value.outline;
    return area(outline) > area(thing.value) && thing.value.every((/** @type {[number, number]} */ p) => inRing(p, outline));
  });
  if (!around) return null;
  return () => {
    const value = Array.isArray(around.value) ? { outline: around.value, holes: [thing.value] } : { ...around.value, holes: [...(around.value.holes ?? []), thing.value] };
    /** @type {import('../plan.js').Edit[]} */
    const keep = Array.isArray(around.value) ? [{ op: 'remove', id: around.id }, { op: 'add', kind: 'solid', value }] : [{ op: 'set', id: around.id, value }];
    studio.edit([{ op: 'remove', id: thing.id }, ...keep], 'make a courtyard');
  };
}
