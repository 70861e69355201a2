// All keys and habits on one sheet.

import { TOOLS } from '../tools/index.js';
import { get, h } from '../dom.js';

const HABITS = [
  ['Wheel', 'zoom at the pointer'], ['Space-drag|middle button', 'pan'], ['0', 'show everything'], ['Shift', 'keep angles of 15°; squares'],
  ['Alt-drag', 'copy'], ['Ctrl', 'without snapping'], ['Double click|Enter', 'end a wall or an area'], ['Backspace', 'take back the last corner'],
  ['Digits', 'type coordinates while drawing: 12, 4.5 or @3, 0 from the last'], ['Arrows', 'move what is picked by a step of the grid, or the cross while drawing; Enter puts a corner'],
  ['Delete', 'remove a vertex or what is picked'], ['Ctrl-Z|Shift-Ctrl-Z', 'undo, redo'], ['Ctrl-A|Ctrl-D', 'pick all, copy'],
  ['Ctrl-S', 'save'], ['R|Shift-R', 'run or pause, run again'], [',|.', 'a second back, a second on'], ['Esc', 'give up, then pick'], ['?', 'this sheet'],
];

/** @param {import('../studio.js').Studio} studio */
export function help(studio) {
  const rows = (/** @type {string[][]} */ list) => h('dl', {}, ...list.flatMap(([k, v]) => [h('dt', {}, ...k.split('|').flatMap((key, i) => [i ? ', ' : '', h('kbd', {}, key)])), h('dd', {}, v)]));
  const sheet = h('dialog', { class: 'dialog help', id: 'help-sheet' },
    h('h2', {}, 'Keys'), h('div', { class: 'columns' }, rows(TOOLS.map((t) => [t.key, t.label])), rows(HABITS)),
    h('form', { method: 'dialog', class: 'buttons' }, h('button', { class: 'primary' }, 'Close')));
  document.body.append(sheet);
  const toggle = () => (sheet.open ? sheet.close() : sheet.showModal());
  get('help').addEventListener('click', toggle);
  studio.on('help', toggle);
}
