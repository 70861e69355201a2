// The story of the agent that was clicked: where it came from, how long it walked and waited, where it went.

import { fill, get, h } from '../dom.js';

/** @param {import('../studio.js').Studio} studio @param {import('../run.js').Run} run */
export function storyPanel(studio, run) {
  const box = get('story');
  const draw = () => {
    const s = run.story;
    box.hidden = !s;
    if (!s) return;
    const group = run.info?.groups?.[s.group]?.name;
    const rows = /** @type {[string, string][]} */ ([
      group ? ['group', group] : null, s.entered !== null && s.entered !== undefined ? ['from', `${s.entered.toFixed(1)} s`] : null,
      s.left !== null && s.left !== undefined ? ['until', `${s.left.toFixed(1)} s${s.exit ? `, ${s.exit}` : ''}`] : ['until', 'still inside'],
      s.length !== null && s.length !== undefined ? ['walked', `${s.length.toFixed(1)} m`] : null,
      s.waited !== null && s.waited !== undefined ? ['stood', `${s.waited.toFixed(1)} s`] : null,
      s.speed ? ['walks at', `${s.speed.toFixed(2)} m/s`] : null,
    ].filter((r) => r !== null));
    fill(box, h('h3', {}, `Person ${s.id}`, h('button', { type: 'button', class: 'link', onclick: () => {
      run.story = null;
      studio.emit('story');
      studio.emit('hand');
    } }, 'close')), h('dl', {}, ...rows.flatMap(([k, v]) => [h('dt', {}, k), h('dd', {}, v)])));
  };
  studio.on('story run', draw);
  draw();
}
