// What tools share that put corner after corner: what they make, and where the next corner goes.

import { snap } from '../snap.js';

/** @typedef {import('../geometry.js').Point} Point */
/** @typedef {import('../plan.js').Edit} Edit */
/** @typedef {import('../studio.js').Studio} Studio */
/** @typedef {import('../stage.js').Press} Press */

/** Pixels that the pointer moves before a press is a drag. */
export const THRESHOLD = 5;

export class Corners {
  /** @param {Studio} studio @param {string} label @param {(points: Point[]) => Edit[]} make */
  constructor(studio, label, make) {
    this.studio = studio;
    this.label = label;
    this.make = make;
    /** @type {Point[]} */
    this.points = [];
    /** @type {Point | null} */
    this.next = null;
  }

  cursor() {
    return 'crosshair';
  }

  /** @param {Press} press */
  place(press) {
    return snap(this.studio, press.screen, { from: this.points[this.points.length - 1], shift: press.shift, free: press.ctrl }).point;
  }

  /** The scene follows while it grows. */
  preview() {}

  back() {
    this.points.pop();
    this.preview();
  }
}
