// The bar of tools, and the line that says what the tool in hand does.

import { TOOLS } from '../tools/index.js';
import { fill, get, h, icon } from '../dom.js';

/** @param {import('../studio.js').Studio} studio */
export function toolbar(studio) {
  const bar = get('tools');
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  const button = (/** @type {import('../tools/index.js').Row} */ row) => {
    const made = h('button', {
      class: 'tool', type: 'button', title: `${row.label} (${row.key}): ${row.hint}`, 'aria-keyshortcuts': row.key, 'data-tool': row.name,
      onclick: () => {
        studio.use(row.name);
        if (row.group === 'more') more.open = false;
        get('hand').focus({ preventScroll: true });
      },
    }, icon(row.name), h('span', { class: 'tool-name' }, row.label), h('kbd', {}, row.key));
    buttons.set(row.name, made);
    return made;
  };
  const rows = (/** @type {string} */ group) => TOOLS.filter((row) => row.group === group).map(button);
  const groups = ['hand', 'building', 'paths', 'people'].map((group) => h('div', { class: 'tool-group', role: 'group' }, ...rows(group)));
  const more = h('details', { class: 'tool-more' }, h('summary', { class: 'tool', title: 'More tools' }, icon('more'), h('span', { class: 'tool-name' }, 'More')), h('div', { class: 'menu' }, ...rows('more')));
  bar.append(...groups, more);
  document.addEventListener('pointerdown', (event) => {
    if (!more.contains(/** @type {Node} */ (event.target))) more.open = false;
  });
  const update = () => {
    for (const [name, made] of buttons) made.setAttribute('aria-pressed', String(name === studio.tool));
    const row = TOOLS.find((r) => r.name === studio.tool);
    fill(get('hint'), studio.tool === 'pick' ? '' : h('b', {}, row?.label ?? ''), studio.tool === 'pick' ? '' : ` ${row?.hint ?? ''} `, studio.tool === 'pick' ? '' : h('span', { class: 'quiet' }, 'Esc ends'));
    get('hint').hidden = studio.tool === 'pick';
  };
  studio.on('tool', update);
  update();
}
