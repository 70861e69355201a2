// The line at the bottom of the plan: where the pointer is, snapping, the grid, how far one has zoomed; and undo,
// redo and the theme in the bar above.

import { fill, get, h, icon } from '../dom.js';
import { gridStep, snap } from '../snap.js';
import { format } from '../draw/hand.js';

/** @param {import('../studio.js').Studio} studio @param {import('../stage.js').Stage} stage */
export function status(studio, stage) {
  const box = get('status');
  const where = h('output', { id: 'where' });
  const grid = h('input', { type: 'number', class: 'small', min: '0.001', step: 'any', 'aria-label': 'Step of the grid', title: 'Step of the grid in metres; empty: suits the zoom', onchange: (/** @type {any} */ e) => studio.set({ grid: Number(e.target.value) > 0 ? Number(e.target.value) : null }) });
  const flag = (/** @type {string} */ label, /** @type {'snap'|'gridShown'} */ name, /** @type {string} */ title) =>
    h('label', { class: 'switch', title }, h('input', { type: 'checkbox', checked: studio.settings[name], 'data-setting': name, onchange: (/** @type {any} */ e) => studio.set({ [name]: e.target.checked }) }), h('span', {}, label));
  fill(box, where, flag('Snap', 'snap', 'To vertices, edges and the grid; Ctrl does without'), flag('Grid', 'gridShown', 'Show the grid'), grid, h('span', { class: 'unit' }, 'm'),
    h('button', { type: 'button', id: 'fit', title: 'Show everything (0)', onclick: () => stage.fit() }, icon('fit')));
  const draw = () => {
    grid.placeholder = format(gridStep(studio));
    grid.value = studio.settings.grid === null ? '' : String(studio.settings.grid);
  };
  studio.on('view layers scene', draw);
  studio.on('pointer', (press) => {
    where.textContent = press ? snap(studio, press.screen, { free: press.ctrl }).point.map(format).join(', ') : '';
  });
  draw();
  const button = (/** @type {string} */ id, /** @type {string} */ name, /** @type {() => void} */ act) => {
    fill(get(id), icon(name));
    get(id).addEventListener('click', act);
  };
  button('undo', 'undo', () => studio.undo());
  button('redo', 'redo', () => studio.redo());
  button('theme', 'theme', () => studio.set({ dark: !studio.dark() }));
  fill(get('help'), icon('help'));
  const theme = () => document.documentElement.setAttribute('data-theme', studio.dark() ? 'dark' : 'light');
  studio.on('layers draw', theme);
  theme();
  studio.on('plan', () => {
    const set = (/** @type {string} */ id, /** @type {string} */ word, /** @type {string | null} */ label, /** @type {string} */ keys) => {
      const b = /** @type {HTMLButtonElement} */ (get(id));
      b.disabled = label === null || label === undefined;
      b.title = label ? `${word}: ${label} (${keys})` : `Nothing to ${word.toLowerCase()}`;
    };
    set('undo', 'Undo', studio.undoLabel, 'Ctrl-Z');
    set('redo', 'Redo', studio.redoLabel, 'Shift-Ctrl-Z');
  });
}
