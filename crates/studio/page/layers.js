// What is asked of the session besides the scene: layers that it keeps sending after every edit and drag, and the path
// from the pointer. Windows of a path map are asked for once; rasters again when the view has moved.

import * as raster from './draw/raster.js';
import { niceStep } from './view.js';

/** @typedef {import('./studio.js').Studio} Studio */
/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./draw/raster.js').Picture} Picture */

/** Milliseconds of rest before rasters are asked for again. */
const STILL = 80;
/** Seconds of a run between two maps of a scene that moves. */
const FOLLOWS = 0.25;

export class Layers {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {import('./draw/field.js').Field | null} */
    this.field = null;
    /** @type {{[layer: string]: {ms: Record<string, number>, size: number, form?: string}}} */
    this.took = {};
    /** @type {{[layer: string]: string}} */
    this.none = {};
    /** @type {any} */
    this.shapes = null;
    /** @type {any} */
    this.answered = null;
    /** @type {Picture | null} */
    this.pathRaster = null;
    /** @type {Picture | null} */
    this.potential = null;
    /** @type {Picture | null} */
    this.clearance = null;
    this.lastShow = '';
    /** @type {number | undefined} */
    this.timer = undefined;
    this.asking = false;
    /** @type {Point | null} */
    this.wanted = null;
    this.listen();
  }

  listen() {
    const { studio } = this;
    studio.on('scene', () => {
      this.lastShow = '';
      this.answered = null;
      this.asking = false;
    });
    studio.on('layers', () => this.show());
    // Where doors open and obstacles move, the map follows the run.
    studio.on('head', (head) => {
      if (studio.plan.of('motion').length === 0) return;
      const moment = Math.round(head / FOLLOWS) * FOLLOWS;
      if (moment === studio.time) return;
      studio.time = moment;
      studio.emit('draw');
      this.show();
    });
    studio.on('view', () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.usesRaster() && this.show(), STILL);
    });
    studio.on('edited', () => {
      this.answered = null;
    });
    studio.on('pointer', (press) => {
      this.wanted = press && studio.tool === 'pick' && !studio.dragging ? press.world : null;
      if (!press) this.answered = null;
      this.ask();
    });
    studio.blocks.set(1, (block) => {
      this.field?.take(block);
      this.pathRaster = null;
      this.arrived('path', block.frame);
    });
    studio.blocks.set(2, (block) => {
      this.field?.clear();
      this.pathRaster = this.picture(block, studio.settings.paths === 'region' ? 'region' : 'cost', 'near-far');
      this.arrived('path', block.frame);
    });
    studio.blocks.set(3, (block) => {
      this.potential = this.picture(block, 'cost', 'violet-yellow');
      this.arrived('potential', block.frame);
    });
    studio.blocks.set(8, (block) => {
      this.clearance = this.picture(block, 'cost', 'violet-yellow', 6);
      this.arrived('clearance', block.frame);
    });
    studio.messages.set('took', (m) => {
      this.took[m.layer] = m;
      studio.emit('took');
    });
    studio.messages.set('shapes', (m) => {
      this.shapes = this.studio.settings.flow ? m : null;
      delete this.none.flow;
      studio.emit('took');
      studio.emit('hand');
    });
    studio.messages.set('answered', (m) => {
      this.asking = false;
      this.answered = m.status === 'ok' ? m : null;
      this.ask();
      studio.emit('hand');
      studio.emit('answered', m);
    });
    studio.on('none', (m) => {
      this.none[m.layer] = m.why;
      delete this.took[m.layer];
      if (m.layer === 'path') {
        this.field?.clear();
        this.pathRaster = null;
        studio.emit('path');
      } else if (m.layer === 'flow') this.shapes = null;
      else if (m.layer === 'potential') this.potential = null;
      else if (m.layer === 'clearance') this.clearance = null;
      studio.emit('took');
      studio.emit('draw');
    });
  }

  /** @param {string} layer @param {number} frame */
  arrived(layer, frame) {
    delete this.none[layer];
    if (layer === 'path') {
      this.studio.stale = false;
      if (this.studio.dragging) this.studio.plan.arrive(frame);
      this.studio.emit('path');
    }
    this.studio.emit('draw');
  }

  /** @param {import('./wire.js').Block} block @param {'region'|'cost'} colour @param {import('./draw/colours.js').MapName} map @param {number} [lines] about how many lines */
  picture(block, colour, map, lines = 25) {
    const step = this.studio.settings.isolines ? niceStep(block.most / lines) : 0;
    return raster.field(block, { colour, step, map });
  }

  usesRaster() {
    return this.pathRaster !== null || this.studio.settings.field;
  }

  /** Whether something else is shown where paths would be. */
  covers() {
    const { settings } = this.studio;
    return Boolean((settings.field && this.potential) || (settings.clearance && this.clearance));
  }

  /** Rasters that lie under everything. @returns {Picture[]} */
  pictures() {
    const { settings } = this.studio;
    const all = [];
    if (settings.paths !== 'off' && this.pathRaster) all.push(this.pathRaster);
    if (settings.field && this.potential) all.push(this.potential);
    if (settings.clearance && this.clearance) all.push(this.clearance);
    return all;
  }

  /** Tells the session what to send, if that changed. */
  show() {
    const { studio } = this;
    const { settings, view } = studio;
    if (!studio.ready || !studio.online) return;
    const ratio = Math.min(2, devicePixelRatio || 1);
    const box = view.box();
    const layers = {
      path: settings.paths === 'off' ? null : { form: this.field?.gl ? 'windows' : 'raster', colour: settings.paths },
      flow: settings.flow ? { radius: settings.flowRadius } : null,
      potential: settings.field ? { cell: null } : null,
      clearance: settings.clearance ? { cell: null } : null,
    };
    const message = {
      time: studio.time, layers, view: [box.x0, box.y0, box.x1, box.y1],
      pixels: [Math.round(view.width * ratio), Math.round(view.height * ratio)],
    };
    // While no raster is shown, the view is none of the session's business.
    const key = JSON.stringify(this.usesRaster() ? message : { time: studio.time, layers });
    if (key === this.lastShow) return;
    this.lastShow = key;
    const frame = studio.frame++;
    if (settings.paths === 'off') {
      this.field?.clear();
      this.pathRaster = null;
      delete this.took.path;
    }
    if (!settings.flow) {
      this.shapes = null;
      delete this.took.flow;
    }
    if (!settings.field) {
      this.potential = null;
      delete this.took.potential;
    }
    if (!settings.clearance) {
      this.clearance = null;
      delete this.took.clearance;
    }
    studio.emit('took');
    studio.wire.send({ type: 'show', frame, ...message });
  }

  /** The path from the pointer: one question at a time. */
  ask() {
    const { studio } = this;
    if (this.asking || !this.wanted || !studio.settings.pointer || !studio.hasPaths()) return;
    this.asking = studio.wire.send({ type: 'ask', frame: studio.frame++, point: this.wanted });
    this.wanted = null;
  }
}
