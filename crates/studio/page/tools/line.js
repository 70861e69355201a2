// Walls: press and drag for one piece, or click from corner to corner; a double click or Enter ends it.

import { distance, same } from '../geometry.js';
import { Corners, THRESHOLD } from './corners.js';
import { format, line, spot } from '../draw/hand.js';
import { label } from '../draw/things.js';

/** @typedef {import('../geometry.js').Point} Point */
/** @typedef {import('../plan.js').Edit} Edit */
/** @typedef {import('../studio.js').Studio} Studio */
/** @typedef {import('../stage.js').Press} Press */

export class Line extends Corners {
  /** @param {Studio} studio @param {string} label @param {(line: Point[]) => Edit[]} make */
  constructor(studio, label, make) {
    super(studio, label, make);
    /** @type {Point | null} */
    this.pressed = null;
    this.dragged = false;
  }

  /** @param {Press} press */
  down(press) {
    this.pressed = press.screen;
    this.dragged = false;
    this.add(this.place(press), press.double);
  }

  /** @param {Press} press */
  move(press) {
    this.next = this.place(press);
    if (this.pressed && distance(this.pressed, press.screen) > THRESHOLD && this.points.length === 1) this.dragged = true;
    this.preview();
  }

  /** @param {Press} press */
  up(press) {
    this.pressed = null;
    if (this.dragged && this.points.length === 1) {
      this.points.push(this.place(press));
      this.enter();
    }
  }

  /** @param {Point} at @param {boolean} last */
  add(at, last) {
    const again = this.points.length > 0 && same(at, this.points[this.points.length - 1]);
    if (!again) this.points.push(at);
    if ((again || last) && this.points.length > 1) this.enter();
    else this.preview();
  }

  preview() {
    const all = this.next ? [...this.points, this.next] : this.points;
    const clean = all.filter((p, i) => i === 0 || !same(p, all[i - 1]));
    if (clean.length > 1) this.studio.drag(this.make(clean));
    this.studio.emit('hand');
  }

  enter() {
    const all = this.points.splice(0);
    const points = all.filter((p, i) => i === 0 || !same(p, all[i - 1]));
    this.next = null;
    this.dragged = false;
    if (points.length < 2) {
      this.studio.cancelDrag();
      return;
    }
    this.studio.edit(this.make(points), this.label, (ids) => this.studio.emit('drawn', ids));
  }

  cancel() {
    const busy = this.points.length > 0;
    this.points.length = 0;
    this.pressed = this.next = null;
    this.studio.cancelDrag();
    return busy;
  }

  /** @param {CanvasRenderingContext2D} pen @param {import('../draw/colours.js').Theme} colours */
  draw(pen, colours) {
    const { view } = this.studio;
    const all = this.next ? [...this.points, this.next] : this.points;
    pen.strokeStyle = colours.accent;
    pen.lineWidth = 2;
    if (all.length > 1) line(pen, view, all, false);
    for (const p of this.points) spot(pen, view.toScreen(p), 4, colours.halo, colours.accent);
    if (!this.next) return;
    const [x, y] = view.toScreen(this.next);
    spot(pen, [x, y], 4, colours.accent, colours.halo);
    const last = this.points[this.points.length - 1];
    if (last) label(pen, `${format(distance(last, this.next))} m`, x, y - 18, colours);
  }
}
