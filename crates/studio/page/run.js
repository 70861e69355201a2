// Runs of the crowd. The session computes ahead as fast as it goes and keeps all frames; the page asks for those
// around the play head, keeps some, and draws between two of them. Seeking is asking for others.

import { density } from './draw/raster.js';
import { STRIDE } from './draw/agents.js';
import { colourAt, groupColour, rgb, theme } from './draw/colours.js';
import { distance } from './geometry.js';
import { line, spot } from './draw/hand.js';
import { label } from './draw/things.js';

/** @typedef {import('./studio.js').Studio} Studio */
/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./view.js').View} View */
/**
 * @typedef {{time: number, index: number, count: number, ids: Uint32Array, x: Float32Array, y: Float32Array, radius: Float32Array,
 *   wait: Float32Array, pace: Uint8Array, group: Uint8Array, state: Uint8Array, origin: Point}} Frame
 */

/** Frames that are asked for at once; the session allows so many. */
const CHUNK = 60;
/** Bytes of frames that the page keeps. */
const KEPT = 128e6;
/** Seconds that count as a long wait, for the colours. */
const LONG_WAIT = 30;

/** @param {number[]} c from 0 to 1 */
const word = (c) => (0xff000000 | Math.round(c[2] * 255) << 16 | Math.round(c[1] * 255) << 8 | Math.round(c[0] * 255)) >>> 0;
/** From agents that stand, dark red, to agents that walk as they like. */
const RAMP = Uint32Array.from({ length: 256 }, (_, i) => word(colourAt('green-red', 1 - i / 255)));
const RESTING = word([0.59, 0.63, 0.67]);
const UNKNOWN = word([0, 0.45, 0.7]);

export class Run {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** The last `running`. @type {any} */
    this.info = null;
    /** The last `sums`. @type {any} */
    this.sums = null;
    /** @type {Map<number, Frame>} */
    this.frames = new Map();
    this.bytes = 0;
    /** Seconds. */
    this.head = 0;
    this.playing = false;
    this.speed = 1;
    this.lastTick = 0;
    /** Chunks that are on their way, by their first frame, with the last one that was asked for. @type {Map<number, number>} */
    this.asked = new Map();
    /** @type {any} */
    this.story = null;
    /** @type {import('./draw/raster.js').Picture | null} */
    this.density = null;
    this.densityMost = 0;
    this.densityAsked = '';
    this.instances = new Float32Array(0);
    this.seed = /** @type {number | null} */ (null);
    this.listen();
  }

  listen() {
    const { studio } = this;
    studio.messages.set('running', (m) => {
      const fresh = this.info?.run !== m.run;
      if (fresh) this.forget();
      // Every second frame was dropped: numbers mean other moments now.
      if (!fresh && this.info.every !== m.every) this.frames.clear();
      this.info = m;
      if (fresh) studio.emit('draw');
      if (fresh && m.recording) this.playing = true;
      this.want();
      studio.emit('run');
      this.tick();
    });
    studio.on('trouble', (m) => {
      if (m.of !== 'run') return;
      this.playing = false;
      studio.emit('run');
    });
    studio.messages.set('sums', (m) => {
      this.sums = m;
      studio.emit('sums');
      if (studio.settings.density) this.askDensity();
    });
    studio.messages.set('story', (m) => {
      this.story = m;
      studio.emit('story');
      studio.emit('hand');
    });
    studio.blocks.set(5, (block) => {
      const frame = read(block);
      for (const [start, end] of this.asked) if (end === frame.index) this.asked.delete(start);
      if (!this.frames.has(frame.index)) this.bytes += block.body.byteLength;
      this.frames.set(frame.index, frame);
      this.trim();
      studio.emit('agents');
      if (this.story) studio.emit('hand');
    });
    studio.blocks.set(4, (block) => {
      this.density = studio.settings.density ? density(block) : null;
      this.densityMost = block.most;
      studio.emit('draw');
      studio.emit('run');
    });
    studio.on('layers', () => {
      if (!studio.settings.density) this.density = null;
      else if (!this.density) this.askDensity();
      this.studio.emit('agents');
    });
    studio.on('scene', (first) => first && this.info?.revision !== studio.plan.revision && this.drop());
    studio.on('edited', () => {
      if (this.info && !this.info.recording) this.info.stale = true;
      studio.emit('run');
    });
  }

  forget() {
    this.frames.clear();
    this.asked.clear();
    this.bytes = 0;
    this.sums = this.story = this.density = null;
    this.densityAsked = '';
  }

  /** Forgets the run altogether. */
  drop() {
    this.forget();
    this.info = null;
    this.playing = false;
    this.head = 0;
    this.studio.emit('run');
    this.studio.emit('agents');
  }

  // -- what people press ------------------------------------------------------------------------------------------

  start() {
    this.head = 0;
    this.playing = true;
    this.story = null;
    this.lastTick = performance.now();
    // During a run people count, not handles.
    this.studio.pick([]);
    if (this.info?.recording) {
      this.seek(0);
      this.tick();
      return;
    }
    /** @type {any} */
    const wish = { type: 'run' };
    if (this.seed !== null) wish.seed = this.seed;
    this.studio.wire.send(wish);
    this.studio.emit('run');
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    this.asked.clear();
    this.want();
  }

  toggle() {
    if (!this.info || this.info.stale) return this.start();
    this.playing = !this.playing;
    if (this.playing && this.info.ended && this.head >= this.info.computed - 1e-9) this.head = 0;
    this.lastTick = performance.now();
    this.studio.emit('run');
    this.tick();
  }

  stop() {
    this.playing = false;
    this.studio.wire.send({ type: 'stop' });
    this.studio.emit('run');
  }

  /** @param {number} time */
  seek(time) {
    if (!this.info) return;
    const before = this.head;
    this.head = Math.max(0, Math.min(this.info.computed, time));
    if ((before > 0) !== (this.head > 0)) this.studio.emit('draw');
    this.want();
    this.studio.emit('run');
    this.studio.emit('head', this.head);
    this.studio.emit('agents');
    this.studio.emit('hand');
    if (this.studio.settings.density) this.askDensity();
  }

  // -- playing ----------------------------------------------------------------------------------------------------

  tick() {
    if (!this.playing || !this.info || this.ticking) return;
    this.ticking = true;
    requestAnimationFrame((now) => {
      this.ticking = false;
      if (!this.playing || !this.info) return;
      const passed = Math.min(0.25, Math.max(0, (now - this.lastTick) / 1000));
      this.lastTick = now;
      const wanted = this.head + passed * this.speed;
      if (this.head === 0 && wanted > 0) this.studio.emit('draw');
      this.head = Math.min(wanted, this.info.computed);
      this.want();
      this.studio.emit('agents');
      this.studio.emit('head', this.head);
      if (this.story) this.studio.emit('hand');
      if (this.info.ended && this.head >= this.info.computed) {
        this.playing = false;
        this.studio.emit('run');
        return;
      }
      this.tick();
    });
  }

  /** Every how many frames is enough: at 16 times the speed, all of them would be 320 a second. */
  step() {
    return this.playing && this.speed >= 4 ? 2 ** Math.floor(Math.log2(this.speed / 2)) : 1;
  }

  /** Asks for the frames around the head, and some ahead of it. */
  want() {
    if (!this.info || this.info.frames === 0) return;
    const step = this.step();
    const chunk = CHUNK * step;
    const now = Math.floor(Math.min(this.info.frames - 1, Math.floor(this.head / this.info.every)) / step) * step;
    const ahead = Math.ceil((this.playing ? 1.2 * Math.max(1, this.speed) : 0.1) / this.info.every);
    const last = Math.min(this.info.frames - 1, now + ahead + step);
    for (let start = Math.floor(now / chunk) * chunk; start <= last; start += chunk) {
      let from = Math.max(start, now);
      const end = Math.min(start + chunk, this.info.frames);
      while (from < end && this.frames.has(from)) from += step;
      if (from >= end || this.asked.has(start)) continue;
      const count = Math.ceil((end - from) / step);
      if (this.studio.wire.send({ type: 'frames', from, count, step })) this.asked.set(start, from + (count - 1) * step);
    }
  }

  /** Keeps the frames nearest to the head. */
  trim() {
    if (this.bytes < KEPT || !this.info) return;
    const now = this.head / this.info.every;
    const order = [...this.frames.values()].sort((a, b) => Math.abs(b.index - now) - Math.abs(a.index - now));
    for (const frame of order) {
      if (this.bytes < KEPT / 2) break;
      this.frames.delete(frame.index);
      this.bytes -= frame.count * 24;
    }
  }

  askDensity() {
    if (!this.info || this.info.frames === 0) return;
    const to = Math.max(1, Math.ceil(this.head));
    const wish = { type: 'density', from: Math.max(0, to - 10), to, cell: 0.4 };
    const key = JSON.stringify(wish) + this.info.run;
    if (key === this.densityAsked) return;
    this.densityAsked = key;
    this.studio.wire.send(wish);
  }

  // -- what is seen -----------------------------------------------------------------------------------------------

  /** The frames around the head. @returns {{a: Frame, b: Frame, t: number} | null} */
  around() {
    if (!this.info) return null;
    const place = this.head / this.info.every;
    for (const step of new Set([this.step(), 1])) {
      const index = Math.floor(place / step) * step;
      const a = this.frames.get(index);
      if (!a) continue;
      const b = this.frames.get(index + step) ?? a;
      return { a, b, t: (place - index) / step };
    }
    return this.nearest(place);
  }

  /** While frames are on their way: the last one before. @param {number} place */
  nearest(place) {
    /** @type {Frame | null} */
    let best = null;
    for (const frame of this.frames.values()) if (frame.index <= place && (!best || frame.index > best.index)) best = frame;
    return best ? { a: best, b: best, t: 0 } : null;
  }

  /** The frame that is shown: its time, and how many hardly move. */
  shown() {
    const frame = this.around()?.a;
    return frame && { time: frame.time, people: frame.count, standing: frame.pace.filter((p) => p < 64).length };
  }

  /** Where all agents are now. @returns {{id: number, at: Point, radius: number, k: number}[]} */
  people() {
    const around = this.around();
    if (!around) return [];
    const { a } = around;
    return Array.from({ length: a.count }, (_, k) => ({ id: a.ids[k], at: /** @type {Point} */ ([a.x[k] + a.origin[0], a.y[k] + a.origin[1]]), radius: a.radius[k], k }));
  }

  /** @param {import('./draw/agents.js').Agents} agents @param {View} view @param {boolean} dark */
  paint(agents, view, dark) {
    const around = this.around();
    if (!around) {
      agents.draw(view, this.instances, 0, [0, 0], [0, 0, 0]);
      return;
    }
    const { a, b, t } = around;
    if (this.instances.length < a.count * STRIDE) this.instances = new Float32Array(a.count * STRIDE * 2);
    const out = this.instances;
    const words = new Uint32Array(out.buffer);
    const next = a === b ? null : indexOf(b);
    const colours = this.colours();
    for (let k = 0; k < a.count; k++) {
      const n = next?.get(a.ids[k]);
      const [dx, dy] = n === undefined ? [0, 0] : [b.x[n] + b.origin[0] - a.x[k] - a.origin[0], b.y[n] + b.origin[1] - a.y[k] - a.origin[1]];
      const far = Math.hypot(dx, dy);
      out[k * STRIDE] = a.x[k] + dx * t;
      out[k * STRIDE + 1] = a.y[k] + dy * t;
      out[k * STRIDE + 2] = a.radius[k];
      out[k * STRIDE + 3] = far > 1e-4 ? dx / far : 0;
      out[k * STRIDE + 4] = far > 1e-4 ? dy / far : 0;
      words[k * STRIDE + 5] = colours(a, k);
    }
    agents.draw(view, out, a.count, a.origin, dark ? [0.05, 0.06, 0.08] : [0.1, 0.13, 0.18]);
  }

  /** The colour of each agent, as four bytes in a word. @returns {(f: Frame, k: number) => number} */
  colours() {
    const by = this.studio.settings.colour;
    const groups = (this.info?.groups ?? []).map((/** @type {any} */ g, /** @type {number} */ i) => word(rgb(g.colour ?? groupColour(i))));
    if (by === 'group') return (f, k) => groups[f.group[k]] ?? UNKNOWN;
    if (by === 'wait') return (f, k) => RAMP[Math.max(0, 255 - Math.round((255 * f.wait[k]) / LONG_WAIT))];
    return (f, k) => (f.state[k] === 2 ? RESTING : RAMP[f.pace[k]]);
  }

  /** The queues at the play head. @returns {any[]} */
  queues() {
    return (this.sums?.queues ?? []).filter((/** @type {any} */ q) => q.since <= this.head && this.head <= q.until);
  }

  /** Queues, and the story of the agent that was clicked. @param {CanvasRenderingContext2D} pen @param {View} view @param {Record<string, string>} colours */
  paintOver(pen, view, colours) {
    if (!this.info) return;
    pen.lineCap = 'round';
    for (const queue of this.queues()) {
      pen.strokeStyle = colours.cut;
      pen.lineWidth = 3;
      pen.setLineDash([3, 5]);
      line(pen, view, [queue.from, queue.to], false);
      pen.setLineDash([]);
    }
    if (!this.story?.path) return;
    pen.strokeStyle = colours.halo;
    pen.lineWidth = 5;
    line(pen, view, this.story.path, false);
    pen.strokeStyle = colours.change;
    pen.lineWidth = 2.25;
    line(pen, view, this.story.path, false);
    const now = this.people().find((p) => p.id === this.story.id);
    if (!now) return;
    spot(pen, view.toScreen(now.at), Math.max(8, now.radius * view.scale + 4), null, colours.change);
    label(pen, `person ${this.story.id}`, ...offset(view.toScreen(now.at), -20), theme(this.studio.dark()));
  }

  /** Whether an agent stands under the pointer; then its story is asked for. @param {Point} screen */
  pickAt(screen) {
    const { view } = this.studio;
    const hit = this.people().find((p) => distance(view.toScreen(p.at), screen) <= Math.max(6, p.radius * view.scale));
    if (!hit) {
      if (this.story) {
        this.story = null;
        this.studio.emit('story');
      }
      return false;
    }
    this.studio.wire.send({ type: 'story', id: hit.id });
    return true;
  }
}

/** @param {Point} p @param {number} dy @returns {Point} */
const offset = (p, dy) => [p[0], p[1] + dy];

/** @type {WeakMap<Frame, Map<number, number>>} */
const indices = new WeakMap();
/** @param {Frame} frame */
function indexOf(frame) {
  let index = indices.get(frame);
  if (!index) {
    index = new Map();
    for (let k = 0; k < frame.count; k++) index.set(frame.ids[k], k);
    indices.set(frame, index);
  }
  return index;
}

/** Binary message 5. @param {import('./wire.js').Block} block @returns {Frame} */
function read(block) {
  const n = block.a;
  const floats = (/** @type {number} */ k) => new Float32Array(block.body, 4 * n * k, n);
  const bytes = (/** @type {number} */ k) => new Uint8Array(block.body, 20 * n + n * k, n);
  return {
    time: block.most, index: block.b, count: n, ids: new Uint32Array(block.body, 0, n), x: floats(1), y: floats(2), radius: floats(3),
    wait: floats(4), pace: bytes(0), group: bytes(1), state: bytes(2), origin: [block.x, block.y],
  };
}
