// How far it is: a line with its length, which is not part of the plan.

import { distance } from '../geometry.js';
import { snap } from '../snap.js';
import { format, line, spot } from '../draw/hand.js';
import { label } from '../draw/things.js';

/** @typedef {import('../geometry.js').Point} Point */
/** @typedef {import('../studio.js').Studio} Studio */
/** @typedef {import('../stage.js').Press} Press */

export class Ruler {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {Point[]} */
    this.points = [];
    /** @type {Point | null} */
    this.next = null;
    this.done = false;
  }

  cursor() {
    return 'crosshair';
  }

  /** @param {Press} press */
  place(press) {
    return snap(this.studio, press.screen, { from: this.points[this.points.length - 1], shift: press.shift, free: press.ctrl }).point;
  }

  /** @param {Press} press */
  down(press) {
    this.add(this.place(press), press.double);
  }

  /** @param {Press} press */
  move(press) {
    this.next = this.place(press);
    this.studio.emit('hand');
  }

  up() {}

  /** @param {Point} at @param {boolean} last */
  add(at, last) {
    if (this.done) this.points = [];
    this.done = last;
    if (!last) this.points.push(at);
    this.studio.emit('hand');
  }

  enter() {
    this.done = true;
  }

  cancel() {
    const busy = this.points.length > 0;
    this.points = [];
    this.next = null;
    this.done = false;
    this.studio.emit('hand');
    return busy;
  }

  /** @param {CanvasRenderingContext2D} pen @param {import('../draw/colours.js').Theme} colours */
  draw(pen, colours) {
    const { view } = this.studio;
    const all = this.next && !this.done ? [...this.points, this.next] : this.points;
    pen.strokeStyle = colours.accent;
    pen.lineWidth = 2;
    pen.setLineDash([6, 4]);
    if (all.length > 1) line(pen, view, all, false);
    pen.setLineDash([]);
    for (const p of all) spot(pen, view.toScreen(p), 3.5, colours.halo, colours.accent);
    let total = 0;
    for (let i = 1; i < all.length; i++) {
      const step = distance(all[i - 1], all[i]);
      total += step;
      const [a, b] = [view.toScreen(all[i - 1]), view.toScreen(all[i])];
      label(pen, `${format(step)} m`, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - 12, colours);
    }
    const last = all[all.length - 1];
    if (all.length > 2 && last) label(pen, `${format(total)} m in all`, view.toScreen(last)[0], view.toScreen(last)[1] + 18, colours);
  }
}
