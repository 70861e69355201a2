// Which layers are shown, how, and the time each took.

import { fill, get, h } from '../dom.js';
import { lastTime } from '../motions.js';

/** @param {import('../studio.js').Studio} studio @param {import('../layers.js').Layers} layers @param {import('../run.js').Run} run */
export function layersPanel(studio, layers, run) {
  const box = get('layers');
  const { settings } = studio;
  const time = (/** @type {string} */ layer) => h('output', { class: 'took', 'data-layer': layer });
  const flag = (/** @type {string} */ label, /** @type {keyof typeof settings} */ name, /** @type {string} */ title, /** @type {HTMLElement[]} */ ...more) =>
    h('label', { class: 'row', title }, h('input', { type: 'checkbox', checked: settings[name], 'data-setting': name, onchange: (/** @type {any} */ e) => studio.set({ [name]: e.target.checked }) }), h('span', {}, label), ...more);
  const paths = h('div', { class: 'segmented', role: 'radiogroup', 'aria-label': 'Colour of paths' },
    ...(/** @type {const} */ ([['cost', 'How far'], ['region', 'Where next'], ['off', 'Off']])).map(([value, label]) =>
      h('label', {}, h('input', { type: 'radio', name: 'paths', value, checked: settings.paths === value, onchange: () => studio.set({ paths: value }) }), h('span', {}, label))));
  const radius = h('input', { type: 'number', min: '0.01', step: '0.05', class: 'small', value: settings.flowRadius ?? '', placeholder: '0.25', 'aria-label': 'Radius of lanes', onchange: (/** @type {any} */ e) => studio.set({ flowRadius: Number(e.target.value) > 0 ? Number(e.target.value) : null }) });
  const at = h('output', { class: 'took' });
  const back = h('button', { type: 'button', class: 'link', title: 'Without its motions', onclick: () => moment(null) }, 'as drawn');
  const slider = h('input', { type: 'range', min: '0', step: '0.1', id: 'moment', 'aria-label': 'Moment of the scene', oninput: (/** @type {any} */ e) => moment(Number(e.target.value)) });
  const moving = h('div', { class: 'moment', hidden: true, title: 'The scene has motions: move through time' }, h('div', { class: 'row' }, h('span', {}, 'Moment'), at, back), slider);
  const moment = (/** @type {number | null} */ time) => {
    studio.time = time;
    studio.emit('layers');
    studio.emit('draw');
    update();
  };
  const explain = h('p', { class: 'quiet layer-note' });
  fill(box,
    h('div', { class: 'row head' }, h('span', {}, 'Paths to the exits'), time('path')), paths,
    h('div', { class: 'ramp', title: 'near to far' }, h('span', {}, 'near'), h('i', {}), h('span', { id: 'ramp-most' }, 'far')),
    flag('Lines of equal distance', 'isolines', 'Points on a line are equally far from an exit'),
    flag('Path from the pointer', 'pointer', 'The shortest path from the pointer, and how long it is'),
    flag('Lanes and bottleneck', 'flow', 'How many get through side by side, between flow entrances (I) and flow exits (U)', h('span', { class: 'unit' }, 'r'), radius, time('flow')),
    flag('Smooth field', 'field', 'The harmonic field that smooth routes follow', time('potential')),
    flag('Room to the walls', 'clearance', 'How far the nearest wall is, with lines of equal room: the largest body that fits', time('clearance')),
    flag('Density of the run', 'density', 'People on a square metre, over the last ten seconds', h('output', { class: 'took', id: 'density-most' })),
    flag('Names', 'names', 'Names of things on the plan'), moving, explain);
  const update = () => {
    for (const out of /** @type {HTMLElement[]} */ ([...box.querySelectorAll('.took[data-layer]')])) {
      const took = layers.took[out.dataset.layer ?? ''];
      const total = took ? Object.values(took.ms).reduce((a, b) => a + b, 0) : 0;
      out.textContent = took ? `${total < 10 ? total.toFixed(2) : total.toFixed(0)} ms` : '';
      out.title = took ? Object.entries(took.ms).map(([k, v]) => `${k} ${v.toFixed(2)} ms`).join(', ') : '';
    }
    const last = lastTime(studio.plan.list());
    moving.hidden = last === 0;
    slider.max = String(last);
    slider.value = String(studio.time ?? 0);
    at.textContent = studio.time === null ? 'as drawn' : `${studio.time.toFixed(1)} s`;
    back.hidden = studio.time === null;
    get('ramp-most').textContent = layers.field?.map ? `${Number(layers.field.map.most.toPrecision(3))} m` : 'far';
    get('density-most').textContent = run.density ? `≤ ${run.densityMost.toFixed(1)}/m²` : '';
    const why = [settings.paths !== 'off' && layers.none.path && (studio.hasPaths() ? layers.none.path : 'Paths need an exit (E) or a goal (G).'), settings.flow && layers.none.flow, settings.field && layers.none.potential, settings.clearance && layers.none.clearance].filter(Boolean);
    const shapes = layers.shapes;
    explain.textContent = shapes && settings.flow
      ? `${Number(shapes.capacity.toPrecision(4))} m can flow through${shapes.lanes ? `, ${shapes.lanes.length} lanes` : ''}.`
      : why.length && !studio.plan.empty() ? String(why[0]) : '';
  };
  studio.on('took run plan', update);
  studio.on('head', () => !moving.hidden && update());
  studio.on('layers', () => {
    for (const input of /** @type {HTMLInputElement[]} */ ([...box.querySelectorAll('input[type=checkbox]')])) input.checked = Boolean(settings[/** @type {keyof typeof settings} */ (input.dataset.setting)]);
    for (const input of /** @type {HTMLInputElement[]} */ ([...box.querySelectorAll('input[type=radio]')])) input.checked = input.value === settings.paths;
  });
}
