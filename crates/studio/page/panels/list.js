// All things as a list by kind: what is there, for eyes, for keys and for screen readers. Picking here is picking in
// the plan.

import { KINDS, title } from '../kinds.js';
import { fill, get, h } from '../dom.js';

/** Things up to which a kind is listed one by one. */
const LISTED = 300;

/** @param {import('../studio.js').Studio} studio @param {(id: number) => void} find */
export function list(studio, find) {
  const box = get('list');
  const draw = () => {
    /** @type {HTMLElement[]} */
    const groups = [];
    for (const [kind, about] of Object.entries(KINDS)) {
      if (about.single) continue;
      const things = studio.plan.of(kind).filter((t) => t.id > 0);
      if (things.length === 0) continue;
      const open = things.length <= 12 || things.some((t) => studio.picked.has(t.id));
      const rows = things.slice(0, LISTED).map((thing, i) =>
        h('li', {
          role: 'option', tabIndex: -1, 'aria-selected': String(studio.picked.has(thing.id)), 'data-id': thing.id,
          onclick: (/** @type {MouseEvent} */ event) => choose(thing.id, event.shiftKey || event.ctrlKey),
          ondblclick: () => find(thing.id),
        }, title(thing, i)));
      if (things.length > LISTED) rows.push(h('li', { class: 'quiet' }, `and ${things.length - LISTED} more`));
      groups.push(h('details', { open }, h('summary', {}, h('i', { class: `dot dot-${about.paint}` }), `${things.length} ${things.length === 1 ? (about.one ?? about.label).toLowerCase() : about.plural.toLowerCase()}`), h('ul', { role: 'listbox', 'aria-label': about.plural, 'aria-multiselectable': 'true' }, ...rows)));
    }
    const focused = document.activeElement?.getAttribute('data-id');
    fill(box, ...(groups.length ? groups : [h('p', { class: 'quiet' }, 'Nothing yet.')]));
    const first = box.querySelector(focused ? `[data-id="${CSS.escape(focused)}"]` : '[aria-selected="true"]') ?? box.querySelector('[role=option]');
    if (first instanceof HTMLElement) {
      first.tabIndex = 0;
      if (focused) first.focus({ preventScroll: true });
    }
  };
  const choose = (/** @type {number} */ id, /** @type {boolean} */ more) => {
    const next = new Set(more ? studio.picked : []);
    if (more && next.has(id)) next.delete(id);
    else next.add(id);
    studio.use('pick');
    studio.pick(next);
  };
  box.addEventListener('keydown', (event) => {
    const options = /** @type {HTMLElement[]} */ ([...box.querySelectorAll('[role=option]')]);
    const at = options.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (at < 0) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const next = options[at + (event.key === 'ArrowDown' ? 1 : -1)];
      if (next) {
        next.focus();
        choose(Number(next.dataset.id), event.shiftKey);
      }
    } else if (event.key === 'Enter' || event.key === ' ') {
      choose(Number(options[at].dataset.id), event.shiftKey);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  studio.on('plan', draw);
  studio.on('picked', () => {
    for (const option of box.querySelectorAll('[role=option]')) {
      const on = studio.picked.has(Number(/** @type {HTMLElement} */ (option).dataset.id));
      option.setAttribute('aria-selected', String(on));
      if (on) {
        const fold = option.closest('details');
        if (fold && !fold.open) fold.open = true;
        // Only the list scrolls: panels above it stay where they are.
        const item = /** @type {HTMLElement} */ (option);
        if (item.offsetTop < box.scrollTop || item.offsetTop + item.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = item.offsetTop - box.clientHeight / 2;
      }
    }
  });
}
