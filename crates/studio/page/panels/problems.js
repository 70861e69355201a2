// What is wrong, at its place: numbered pins on the plan and the same numbers in the list, with the words and the
// advice of `wayfront check`. Where the advice says what to do, a button does it.

import { fill, get, h } from '../dom.js';
import { parts } from '../kinds.js';
import { labelPlace } from '../geometry.js';

/** @typedef {import('../studio.js').Problem} Problem */
/** @typedef {import('../geometry.js').Point} Point */

const PINS = 60;

/** @param {import('../studio.js').Studio} studio @param {import('../stage.js').Stage} stage */
export function problems(studio, stage) {
  const pins = get('pins');
  const box = get('problems');
  let open = -1;
  /** @param {Problem} p @returns {Point | null} */
  const place = (p) => {
    if (p.at) return p.at;
    const thing = p.thing !== null && p.thing !== undefined ? studio.plan.seen(p.thing) : undefined;
    const part = thing && parts(thing)[0];
    return part ? (part.closed ? labelPlace(part.points) : part.points[0]) : null;
  };
  const card = (/** @type {Problem} */ p, /** @type {number} */ i) => [
    h('p', { class: 'problem-what' }, p.what),
    p.advice ? h('p', { class: 'problem-advice' }, p.advice) : null,
    p.fix ? h('button', { type: 'button', class: 'primary', 'data-fix': i, onclick: () => mend(p) }, capital(p.fix.label)) : null,
  ];
  const mend = (/** @type {Problem} */ p) => {
    open = -1;
    if (p.fix) studio.edit(p.fix.edits, p.fix.label);
  };
  const show = (/** @type {number} */ i) => {
    const p = studio.problems[i];
    open = open === i ? -1 : i;
    if (open >= 0) {
      if (p.thing !== null && p.thing !== undefined && studio.plan.get(p.thing)) studio.pick([p.thing]);
      const at = place(p);
      if (at) bringIntoView(at);
    }
    draw();
  };
  const bringIntoView = (/** @type {Point} */ at) => {
    const [x, y] = studio.view.toScreen(at);
    if (x > 40 && y > 40 && x < studio.view.width - 40 && y < studio.view.height - 40) return;
    studio.view.centre = at;
    studio.emit('draw');
    studio.emit('view');
  };
  const draw = () => {
    // An empty plan is no mistake.
    const all = studio.plan.empty() ? [] : studio.problems;
    if (open >= all.length) open = -1;
    get('problem-count').textContent = all.length ? String(all.length) : '';
    get('problem-section').classList.toggle('has-problems', all.length > 0);
    const rows = all.slice(0, 200).map((p, i) => h('li', { class: i === open ? 'open' : '' },
      h('button', { type: 'button', class: 'problem-line', 'aria-expanded': String(i === open), onclick: () => show(i) }, h('span', { class: 'pin-number' }, String(i + 1)), h('span', {}, p.what)),
      h('div', { class: 'problem-more' }, p.advice ? h('p', { class: 'problem-advice' }, p.advice) : null,
        p.line ? h('p', { class: 'quiet' }, `${p.file ?? 'line'}${p.file ? ':' : ' '}${p.line}`) : null,
        p.fix ? h('button', { type: 'button', class: 'primary', 'data-fix': i, onclick: () => mend(p) }, capital(p.fix.label)) : null)));
    const more = [...studio.mended, ...studio.notes];
    fill(box, all.length ? h('ol', {}, ...rows) : h('p', { class: 'quiet' }, studio.plan.empty() ? 'Nothing to check yet.' : 'No problems.'),
      more.length ? h('details', { class: 'notes' }, h('summary', {}, `${more.length} ${more.length === 1 ? 'note' : 'notes'}`), h('ul', {}, ...more.slice(0, 100).map((n) => h('li', {}, n.what)))) : null);
    fill(pins, ...all.slice(0, PINS).flatMap((p, i) => {
      const at = place(p);
      if (!at) return [];
      const pin = h('button', { type: 'button', class: i === open ? 'pin open' : 'pin', title: p.what, 'aria-label': `Problem ${i + 1}: ${p.what}`, onclick: () => show(i) }, String(i + 1));
      const made = [pin, i === open ? h('div', { class: 'pin-card', role: 'dialog', 'aria-label': `Problem ${i + 1}` }, ...card(p, i)) : null].filter((e) => e !== null);
      for (const e of made) e.dataset.pin = String(i);
      return made;
    }));
    put();
  };
  const put = () => {
    const { view } = studio;
    for (const element of /** @type {HTMLElement[]} */ ([...pins.children])) {
      const p = studio.problems[Number(element.dataset.pin)];
      const at = p && place(p);
      if (!at) continue;
      const [x, y] = view.toScreen(at);
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
      element.hidden = x < 0 || y < 0 || x > view.width || y > view.height;
      if (element.className === 'pin-card') element.classList.toggle('left', x > view.width - 320);
    }
  };
  studio.on('problems', draw);
  studio.on('painted', () => pins.childElementCount > 0 && put());
  stage.element.addEventListener('pointerdown', (event) => {
    if (open >= 0 && event.target === stage.surface) {
      open = -1;
      draw();
    }
  });
}

/** @param {string} s */
const capital = (s) => s.charAt(0).toUpperCase() + s.slice(1);
