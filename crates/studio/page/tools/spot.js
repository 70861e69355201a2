// Single points: goals, and corners from which one is faster or slower.

import { snap } from '../snap.js';
import { spot } from '../draw/hand.js';

/** @typedef {import('../geometry.js').Point} Point */
/** @typedef {import('../plan.js').Edit} Edit */
/** @typedef {import('../studio.js').Studio} Studio */
/** @typedef {import('../stage.js').Press} Press */

export class Spot {
  /** @param {Studio} studio @param {string} label @param {(at: Point) => Edit} make */
  constructor(studio, label, make) {
    this.studio = studio;
    this.label = label;
    this.make = make;
    /** @type {Point | null} */
    this.next = null;
  }

  cursor() {
    return 'crosshair';
  }

  /** @param {Press} press */
  move(press) {
    this.next = snap(this.studio, press.screen, { free: press.ctrl }).point;
    this.studio.drag([this.make(this.next)]);
    this.studio.emit('hand');
  }

  /** @param {Press} press */
  down(press) {
    this.add(snap(this.studio, press.screen, { free: press.ctrl }).point);
  }

  up() {}

  /** @param {Point} at */
  add(at) {
    this.next = null;
    this.studio.edit([this.make(at)], this.label, (ids) => {
      this.studio.pick(ids.slice(-1));
      this.studio.emit('drawn', ids);
    });
    this.studio.use('pick');
  }

  cancel() {
    this.next = null;
    this.studio.cancelDrag();
    return false;
  }

  /** @param {CanvasRenderingContext2D} pen @param {import('../draw/colours.js').Theme} colours */
  draw(pen, colours) {
    if (this.next) spot(pen, this.studio.view.toScreen(this.next), 5, colours.accent, colours.halo);
  }
}
