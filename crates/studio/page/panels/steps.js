// The first steps, for a person new to it: an empty plan says how to begin, and until a run was seen a line
// under the bar says what comes next.

import { fill, get, h, icon } from '../dom.js';

/** The examples that show most; all of them are in the menu Open. */
const FIRST = ['office', 'evacuation', 'museum', 'three-corridors', 'school', 'subway', 'trains', 'narrow-door', 'grove', 'plaza', 'city'];

/** @param {import('../studio.js').Studio} studio @param {import('../run.js').Run} run */
export function steps(studio, run) {
  const welcome = get('welcome');
  const line = get('steps');
  let seen = false;
  const draw = () => {
    if (!studio.ready) return;
    const empty = studio.plan.empty();
    welcome.hidden = !empty || studio.tool !== 'pick';
    if (empty && welcome.childElementCount === 0) greet();
    const has = (/** @type {string[]} */ ...kinds) => kinds.some((k) => studio.plan.of(k).some((t) => t.id > 0));
    const all = /** @type {[string, string, string, boolean][]} */ ([
      ['floor', 'F', 'Draw the floor', has('boundary', 'area')],
      ['exit', 'E', 'Put exits on its edge', has('exit', 'source')],
      ['people', 'P', 'Place people', has('group')],
      ['run', 'R', 'Run', run.info !== null],
    ]);
    if (run.info) seen = true;
    line.hidden = empty || seen || all.slice(0, 3).every(([, , , done]) => done) === false && studio.file !== null && studio.undoLabel === null;
    const next = all.findIndex(([, , , done]) => !done);
    fill(line, ...all.map(([tool, key, label, done], i) => h('button', {
      type: 'button', class: done ? 'step done' : i === next ? 'step next' : 'step', 'data-step': tool, disabled: done,
      onclick: () => (tool === 'run' ? run.start() : studio.use(tool)),
    }, h('span', { class: 'step-number' }, done ? '✓' : String(i + 1)), label, h('kbd', {}, key))));
  };
  const greet = () => fill(welcome,
    h('h1', {}, 'Draw a building, and see where people go'),
    h('p', {}, 'Begin with the floor: drag a rectangle anywhere. Then exits, walls, doors, people.'),
    h('div', { class: 'buttons' },
      h('button', { type: 'button', class: 'primary', id: 'begin', onclick: () => studio.use('floor') }, icon('floor'), 'Draw a floor', h('kbd', {}, 'F')),
      h('button', { type: 'button', onclick: () => get('file-input').click() }, 'Open a file…')),
    h('p', { class: 'quiet' }, 'or drop one here; or look at an example (all of them are under Open):'),
    h('div', { class: 'examples' }, ...FIRST.filter((name) => studio.about.builtin.includes(name)).map((name) => h('button', { type: 'button', class: 'chip', 'data-example': name, onclick: () => studio.wire.send({ type: 'open', builtin: name }) }, name))));
  studio.on('scene', () => {
    seen = false;
    fill(welcome);
    draw();
  });
  studio.on('plan tool run', draw);
}
