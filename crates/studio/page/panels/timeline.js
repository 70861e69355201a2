// The run under the plan: play, pause, seek, speed, seed; how far it is computed; arrivals and measures as curves.

import { fill, get, h, icon } from '../dom.js';
import { groupColour, theme } from '../draw/colours.js';
import { format } from '../draw/hand.js';

const SPEEDS = [0.5, 1, 2, 4, 8, 16];

/** @param {import('../studio.js').Studio} studio @param {import('../run.js').Run} run */
export function timeline(studio, run) {
  const bar = get('timeline');
  const play = h('button', { type: 'button', class: 'primary round', id: 'play', title: 'Run or pause (R)', 'aria-keyshortcuts': 'R', onclick: () => run.toggle() });
  const again = h('button', { type: 'button', class: 'round', id: 'again', title: 'Run again from the beginning (Shift-R)', onclick: () => run.start() }, icon('start'));
  const stop = h('button', { type: 'button', class: 'round', id: 'stop', title: 'Stop computing', onclick: () => run.stop() }, icon('stopRun'));
  const slider = h('input', { type: 'range', id: 'seek', min: '0', max: '1', step: '0.05', value: '0', 'aria-label': 'Time', oninput: (/** @type {any} */ e) => {
    run.playing = false;
    run.seek(Number(e.target.value));
  } });
  const done = h('div', { class: 'computed' });
  const clock = h('output', { class: 'clock', id: 'clock' });
  const speed = h('select', { id: 'speed', title: 'Speed of playing', 'aria-label': 'Speed of playing', onchange: (/** @type {any} */ e) => {
    run.setSpeed(Number(e.target.value));
  } }, ...SPEEDS.map((s) => h('option', { value: String(s), selected: s === 1 }, `×${s}`)));
  const colour = h('select', { id: 'colour', title: 'Colour of people', 'aria-label': 'Colour of people', onchange: (/** @type {any} */ e) => studio.set({ colour: e.target.value }) },
    ...[['speed', 'by speed'], ['wait', 'by wait'], ['group', 'by group']].map(([v, l]) => h('option', { value: v, selected: studio.settings.colour === v }, l)));
  const seed = h('input', { type: 'number', id: 'seed', class: 'small', min: '0', step: '1', title: 'Seed: another number draws other people', 'aria-label': 'Seed', onchange: (/** @type {any} */ e) => {
    run.seed = e.target.value === '' ? null : Number(e.target.value);
    if (run.info) run.start();
  } });
  const track = h('div', { class: 'track' }, done, slider);
  const seedLabel = h('label', { class: 'seed' }, h('span', {}, 'seed'), seed);
  const state = h('span', { class: 'run-state', id: 'run-state', role: 'status' });
  const plots = /** @type {HTMLCanvasElement} */ (h('canvas', { id: 'plots', role: 'img', 'aria-label': 'Arrivals over time' }));
  const measures = /** @type {HTMLCanvasElement} */ (h('canvas', { id: 'measures', role: 'img', 'aria-label': 'Measures over time', hidden: true }));
  const words = h('div', { id: 'run-words' });
  fill(bar, h('div', { class: 'controls' }, again, play, stop, track, clock, speed, colour, seedLabel, state),
    h('div', { class: 'curves' }, plots, measures, words));
  const update = () => {
    const info = run.info;
    const people = studio.plan.of('group').length > 0 || info !== null;
    bar.hidden = !people;
    bar.classList.toggle('has-run', info !== null);
    play.disabled = !info && !studio.hasPaths();
    fill(play, icon(run.playing ? 'pause' : 'play'), info ? '' : h('span', {}, 'Run'));
    play.setAttribute('aria-label', run.playing ? 'Pause' : 'Run');
    play.classList.toggle('wide', !info);
    for (const e of [again, stop, track, clock, speed, colour, seedLabel]) e.hidden = !info;
    stop.hidden = !info || info.ended;
    if (info?.recording) seedLabel.hidden = true;
    seed.placeholder = String(studio.plan.get(3)?.value?.seed ?? 1);
    if (info) {
      const end = Math.max(info.computed, info.ended ? 0 : Math.min(info.until ?? info.computed, Math.max(20, info.computed * 1.25)), 0.05);
      slider.max = String(end);
      done.style.width = `${(100 * info.computed) / end}%`;
      slider.step = String(info.every);
    }
    state.textContent = words1(run);
    state.classList.toggle('stale', Boolean(info?.stale));
    head();
  };
  let drawn = 0;
  /** How many queues the words tell of. */
  let queued = 0;
  const head = () => {
    if (!run.info) return;
    slider.value = String(run.head);
    clock.textContent = `${run.head.toFixed(1)} s`;
    // Ten times a second is enough for a line that creeps.
    if (run.playing && performance.now() - drawn < 100) return;
    drawn = performance.now();
    if (run.queues().length !== queued) tell();
    else curves();
  };
  const curves = () => {
    const arrivals = (run.sums?.arrivals ?? []).map((/** @type {any} */ a, /** @type {number} */ i) => ({ name: String(a.exit ?? ''), values: a.counts, colour: groupColour(i + 1) }));
    const seconds = Math.max(1, run.sums?.to ?? 0);
    const total = Array.from({ length: seconds + 1 }, (_, t) => arrivals.reduce((/** @type {number} */ s, /** @type {any} */ a) => s + (a.values[Math.min(t, a.values.length - 1)] ?? 0), 0));
    const all = { name: '', values: total, colour: theme(studio.dark()).text };
    if (run.info && arrivals.length) plot(plots, studio, run.head, 'out', [...(arrivals.length > 1 ? arrivals : []), all], Math.max(1, (run.info.agents ?? 0) + (run.info.arrived ?? 0), ...total), seconds);
    const measured = (run.sums?.measures ?? []).map((/** @type {any} */ m, /** @type {number} */ i) => {
      const values = (m.counts ?? m.density ?? []).map((/** @type {number | null} */ v) => v ?? 0);
      return { name: String(m.name ?? 'measure'), values, colour: groupColour(i + 1), counts: m.kind === 'line' };
    });
    measures.hidden = measured.length === 0;
    if (measured.length) {
      // Lines count people, areas people on a square metre: each kind has its own height.
      const most = (/** @type {boolean} */ counts) => Math.max(1e-9, ...measured.filter((/** @type {any} */ m) => m.counts === counts).flatMap((/** @type {any} */ m) => m.values));
      const scaled = measured.map((/** @type {any} */ m) => ({ ...m, values: m.values.map((/** @type {number} */ v) => v / most(m.counts)) }));
      plot(measures, studio, run.head, [measured.some((/** @type {any} */ m) => m.counts) ? `passed, ≤ ${most(true)}` : '', measured.some((/** @type {any} */ m) => !m.counts) ? `people/m², ≤ ${most(false).toFixed(1)}` : ''].filter(Boolean).join('; '), scaled, 1, seconds);
    }
  };
  const tell = () => {
    const s = run.sums?.summary;
    const measures = run.sums?.measures ?? [];
    const queues = run.queues();
    queued = queues.length;
    fill(words, ...(s ? [h('p', {}, h('b', {}, `${s.arrived} of ${s.entered + 0} out`), s.remaining ? `, ${s.remaining} still inside` : run.info?.ended ? ` after ${format(Number(run.info.computed.toFixed(1)))} s` : '', s.trapped ? `, ${s.trapped} trapped` : '')] : []),
      ...(s?.mean ? [h('p', { class: 'quiet' }, `on average ${s.mean.toFixed(1)} s${s.p95 ? `, 95 % within ${s.p95.toFixed(1)} s` : ''}`)] : []),
      ...(queues.length ? [h('p', { class: 'warn' }, `${queues.length} ${queues.length === 1 ? 'queue' : 'queues'}: ${queues.map((/** @type {any} */ q) => `up to ${q.agents} people`).join(', ')}`)] : []),
      ...measures.map((/** @type {any} */ m, /** @type {number} */ i) => h('p', { class: 'key' }, swatch(groupColour(i + 1)), `${m.name ?? 'measure'}: ${m.kind === 'line' ? `${last(m.counts) ?? 0} passed` : `${(last(m.density) ?? 0).toFixed(2)} people/m²`}`)));
    curves();
  };
  studio.on('run plan online', update);
  studio.on('head', head);
  studio.on('sums', tell);
  studio.on('scene', () => fill(words));
  new ResizeObserver(curves).observe(plots);
  update();
}

/** @param {string} colour */
function swatch(colour) {
  const made = h('i', { class: 'swatch' });
  made.style.background = colour;
  return made;
}

/** @param {any[] | undefined} list */
const last = (list) => list?.[list.length - 1];

/** @param {import('../run.js').Run} run */
function words1(run) {
  const info = run.info;
  if (!info) return run.studio.hasPaths() ? 'see when people get out, and where queues form' : 'an exit is missing (E)';
  if (info.recording) return info.recording;
  if (info.stale) return 'the plan has changed: press R to run again';
  if (!info.ended) return `computing: ${info.computed.toFixed(0)} s`;
  if (run.head < info.computed - 1e-9) return `computed to the end: ${info.computed.toFixed(0)} s`;
  return { over: 'all are out', time: 'time is over', stopped: 'stopped' }[/** @type {string} */ (info.why)] ?? info.why ?? '';
}

/** @typedef {{name: string, values: number[], colour: string}} Curve */

/** Curves over seconds, with the play head. @param {HTMLCanvasElement} canvas @param {import('../studio.js').Studio} studio @param {number} head @param {string} title @param {Curve[]} curves @param {number} most @param {number} seconds */
function plot(canvas, studio, head, title, curves, most, seconds) {
  const ratio = devicePixelRatio || 1;
  const [w, hgt] = [canvas.clientWidth, canvas.clientHeight];
  if (w === 0 || hgt === 0) return;
  if (canvas.width !== Math.round(w * ratio) || canvas.height !== Math.round(hgt * ratio)) {
    canvas.width = Math.round(w * ratio);
    canvas.height = Math.round(hgt * ratio);
  }
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const colours = theme(studio.dark());
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, w, hgt);
  const [left, right, top, bottom] = [34, 12, 14, 16];
  const at = (/** @type {number} */ t, /** @type {number} */ v) => /** @type {[number, number]} */ ([left + (t / seconds) * (w - left - right), hgt - bottom - (v / most) * (hgt - top - bottom)]);
  const path = (/** @type {[number, number][]} */ points) => {
    pen.beginPath();
    points.forEach((p, i) => (i === 0 ? pen.moveTo(...p) : pen.lineTo(...p)));
    pen.stroke();
  };
  pen.strokeStyle = colours.outline;
  pen.globalAlpha = 0.4;
  pen.lineWidth = 1;
  path([at(0, most), at(0, 0), at(seconds, 0)]);
  pen.globalAlpha = 1;
  const text = (/** @type {string} */ words, /** @type {[number, number]} */ [x, y], /** @type {CanvasTextAlign} */ align, /** @type {string} */ colour) => {
    pen.font = '10px system-ui, sans-serif';
    pen.fillStyle = colour;
    pen.textAlign = align;
    pen.textBaseline = 'middle';
    pen.fillText(words, x, y);
  };
  if (most > 1) text(String(most), [left - 4, at(0, most)[1]], 'right', colours.text);
  text('0', [left - 4, at(0, 0)[1]], 'right', colours.text);
  text(`${seconds} s`, [w - right, hgt - bottom + 9], 'right', colours.text);
  text(title, [left + 4, top - 6], 'left', colours.text);
  pen.lineJoin = 'round';
  /** @type {number[]} */
  const named = [];
  curves.forEach(({ name, values, colour }, i) => {
    pen.strokeStyle = colour;
    pen.lineWidth = i === curves.length - 1 ? 2 : 1.5;
    path(values.map((v, t) => at(Math.min(t, seconds), v)));
    const end = at(Math.min(values.length - 1, seconds), last(values) ?? 0);
    // Names that would cover each other stand below each other.
    let y = end[1] - 7;
    while (named.some((other) => Math.abs(other - y) < 10)) y += 10;
    if (name) named.push(y);
    text(name, [end[0] - 2, y], 'right', colour);
  });
  pen.strokeStyle = colours.accent;
  pen.lineWidth = 1.5;
  path([at(Math.min(head, seconds), most), at(Math.min(head, seconds), 0)]);
}
