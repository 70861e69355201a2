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
    run.speed = Number(e.target.value);
  } }, ...SPEEDS.map((s) => h('option', { value: String(s), selected: s === 1 }, `×${s}`)));
  const colour = h('select', { id: 'colour', title: 'Colour of people', 'aria-label': 'Colour of people', onchange: (/** @type {any} */ e) => studio.set({ colour: e.target.value }) },
    ...[['speed', 'by speed'], ['wait', 'by wait'], ['group', 'by group']].map(([v, l]) => h('option', { value: v, selected: studio.settings.colour === v }, l)));
  const seed = h('input', { type: 'number', id: 'seed', class: 'small', min: '0', step: '1', title: 'Seed: another number is another throw of the dice', 'aria-label': 'Seed', onchange: (/** @type {any} */ e) => {
    run.seed = e.target.value === '' ? null : Number(e.target.value);
    if (run.info) run.start();
  } });
  const track = h('div', { class: 'track' }, done, slider);
  const seedLabel = h('label', { class: 'seed' }, h('span', {}, 'seed'), seed);
  const state = h('span', { class: 'run-state', id: 'run-state', role: 'status' });
  const plots = /** @type {HTMLCanvasElement} */ (h('canvas', { id: 'plots', role: 'img', 'aria-label': 'Arrivals over time' }));
  const words = h('div', { id: 'run-words' });
  fill(bar, h('div', { class: 'controls' }, again, play, stop, track, clock, speed, colour, seedLabel, state),
    h('div', { class: 'curves' }, plots, words));
  const update = () => {
    const info = run.info;
    const people = studio.plan.of('group').length > 0 || info !== null;
    bar.hidden = !people;
    bar.classList.toggle('has-run', info !== null);
    play.disabled = !info && !studio.hasWays();
    fill(play, icon(run.playing ? 'pause' : 'play'), info ? '' : h('span', {}, 'Run'));
    play.setAttribute('aria-label', run.playing ? 'Pause' : 'Run');
    play.classList.toggle('wide', !info);
    for (const e of [again, stop, track, clock, speed, colour, seedLabel]) e.hidden = !info;
    stop.hidden = !info || info.ended;
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
  const head = () => {
    if (!run.info) return;
    slider.value = String(run.head);
    clock.textContent = `${run.head.toFixed(1)} s`;
    curves();
  };
  const curves = () => {
    plot(plots, studio, run);
  };
  const tell = () => {
    const s = run.sums?.summary;
    const measures = run.sums?.measures ?? [];
    fill(words, ...(s ? [h('p', {}, h('b', {}, `${s.arrived} of ${s.entered + 0} out`), s.remaining ? `, ${s.remaining} still inside` : run.info?.ended ? ` after ${format(Number(run.info.computed.toFixed(1)))} s` : '', s.trapped ? `, ${s.trapped} trapped` : '')] : []),
      ...(s?.mean ? [h('p', { class: 'quiet' }, `on average ${s.mean.toFixed(1)} s${s.p95 ? `, 95 % within ${s.p95.toFixed(1)} s` : ''}`)] : []),
      ...(run.sums?.queues?.length ? [h('p', { class: 'warn' }, `${run.sums.queues.length} ${run.sums.queues.length === 1 ? 'queue' : 'queues'}: ${run.sums.queues.map((/** @type {any} */ q) => `${q.agents} people`).join(', ')}`)] : []),
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
  if (!info) return run.studio.hasWays() ? 'see who gets out when, and where queues form' : 'an exit is missing (E)';
  if (info.recording) return info.recording;
  if (info.stale) return 'the plan has changed: press R to run again';
  if (!info.ended) return `computing: ${info.computed.toFixed(0)} s`;
  return { over: 'everybody is out', time: 'time is over', stopped: 'stopped' }[/** @type {string} */ (info.why)] ?? info.why ?? '';
}

/** Curves of arrivals, one for each exit, and of measures. @param {HTMLCanvasElement} canvas @param {import('../studio.js').Studio} studio @param {import('../run.js').Run} run */
function plot(canvas, studio, run) {
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
  const arrivals = run.sums?.arrivals ?? [];
  if (!run.info || arrivals.length === 0) return;
  const [left, right, top, bottom] = [34, 12, 14, 16];
  const seconds = Math.max(1, run.sums.to ?? 0, ...arrivals.map((/** @type {any} */ a) => a.counts.length - 1));
  const total = Array.from({ length: seconds + 1 }, (_, t) => arrivals.reduce((/** @type {number} */ s, /** @type {any} */ a) => s + (a.counts[Math.min(t, a.counts.length - 1)] ?? 0), 0));
  const most = Math.max(1, run.info.agents ?? 0, ...total);
  const at = (/** @type {number} */ t, /** @type {number} */ v) => /** @type {[number, number]} */ ([left + (t / seconds) * (w - left - right), hgt - bottom - (v / most) * (hgt - top - bottom)]);
  pen.strokeStyle = colours.outline;
  pen.globalAlpha = 0.4;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.moveTo(...at(0, most));
  pen.lineTo(...at(0, 0));
  pen.lineTo(...at(seconds, 0));
  pen.stroke();
  pen.globalAlpha = 1;
  pen.font = '10px system-ui, sans-serif';
  pen.fillStyle = colours.text;
  pen.textAlign = 'right';
  pen.textBaseline = 'middle';
  pen.fillText(String(most), left - 4, at(0, most)[1]);
  pen.fillText('0', left - 4, at(0, 0)[1]);
  pen.textBaseline = 'top';
  pen.fillText(`${seconds} s`, w - right, hgt - bottom + 4);
  pen.textAlign = 'left';
  pen.textBaseline = 'bottom';
  pen.fillText('out', left + 4, top + 2);
  const curve = (/** @type {number[]} */ values, /** @type {string} */ colour, /** @type {number} */ width) => {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.lineJoin = 'round';
    pen.beginPath();
    values.forEach((v, t) => (t === 0 ? pen.moveTo(...at(t, v)) : pen.lineTo(...at(t, v))));
    pen.stroke();
  };
  if (arrivals.length > 1) {
    arrivals.forEach((/** @type {any} */ a, /** @type {number} */ i) => {
      curve(a.counts, groupColour(i + 1), 1.5);
      const end = at(a.counts.length - 1, last(a.counts) ?? 0);
      pen.fillStyle = groupColour(i + 1);
      pen.textAlign = 'right';
      pen.textBaseline = 'bottom';
      pen.fillText(String(a.exit ?? ''), end[0] - 2, end[1] - 2);
    });
  }
  curve(total, colours.text, 2);
  const x = at(Math.min(run.head, seconds), 0)[0];
  pen.strokeStyle = colours.accent;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.moveTo(x, top - 4);
  pen.lineTo(x, hgt - bottom);
  pen.stroke();
}
