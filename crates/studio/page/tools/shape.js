// Areas: drag a rectangle, or click corner by corner and close at the first, by a double click or Enter.

import { area, boxOf, distance, rectangle, same } from '../geometry.js';
import { Corners, THRESHOLD } from './corners.js';
import { format, line, spot } from '../draw/hand.js';
import { label } from '../draw/things.js';

/** @typedef {import('../geometry.js').Point} Point */
/** @typedef {import('../plan.js').Edit} Edit */
/** @typedef {import('../studio.js').Studio} Studio */
/** @typedef {import('../stage.js').Press} Press */

const CLOSE = 10;

export class Shape extends Corners {
  /** @param {Studio} studio @param {string} label @param {(ring: Point[]) => Edit[]} make */
  constructor(studio, label, make) {
    super(studio, label, make);
    /** @type {{screen: Point, point: Point} | null} */
    this.pressed = null;
    /** @type {Point[] | null} */
    this.box = null;
  }

  /** @param {Press} press */
  down(press) {
    this.pressed = { screen: press.screen, point: this.place(press) };
  }

  /** @param {Press} press */
  move(press) {
    this.next = this.place(press);
    if (this.pressed && this.points.length === 0 && distance(press.screen, this.pressed.screen) > THRESHOLD) {
      this.box = rectangle(this.pressed.point, press.shift ? square(this.pressed.point, this.next) : this.next);
    }
    this.preview();
  }

  /** @param {Press} press */
  up(press) {
    if (!this.pressed) return;
    const at = this.pressed.point;
    this.pressed = null;
    if (this.box) {
      const box = this.box;
      this.box = null;
      this.finish(box);
      return;
    }
    this.add(at, press.double);
  }

  /** @param {Point} at @param {boolean} last */
  add(at, last) {
    const first = this.points[0];
    const closes = first && distance(this.studio.view.toScreen(first), this.studio.view.toScreen(at)) < CLOSE;
    const again = this.points.length > 0 && same(at, this.points[this.points.length - 1]);
    if (this.points.length > 2 && (closes || again || last)) {
      this.finish(this.points);
      return;
    }
    if (!again && !closes) this.points.push(at);
    this.preview();
  }

  /** The scene follows while the shape grows. */
  preview() {
    const ring = this.box ?? (this.next ? [...this.points, this.next] : this.points);
    if (ring.length > 2 && area(ring) > 0) this.studio.drag(this.make(ring));
    this.studio.emit('hand');
  }

  enter() {
    if (this.points.length > 2) this.finish(this.points);
  }

  /** @param {Point[]} ring */
  finish(ring) {
    this.points = [];
    this.next = null;
    if (area(ring) === 0) {
      this.studio.cancelDrag();
      return;
    }
    this.studio.edit(this.make(ring), this.label, (ids) => {
      this.studio.pick(ids.slice(-1));
      this.studio.emit('drawn');
    });
    this.studio.use('pick');
  }

  /** @returns {boolean} whether something was given up */
  cancel() {
    const busy = this.points.length > 0 || this.box !== null || this.pressed !== null;
    this.points = [];
    this.box = this.pressed = this.next = null;
    this.studio.cancelDrag();
    return busy;
  }

  /** @param {CanvasRenderingContext2D} pen @param {import('../draw/colours.js').Theme} colours */
  draw(pen, colours) {
    const { view } = this.studio;
    const ring = this.box ?? (this.next ? [...this.points, this.next] : this.points);
    pen.strokeStyle = colours.accent;
    pen.lineWidth = 2;
    if (ring.length > 1) line(pen, view, ring, ring.length > 2);
    for (const p of this.points) spot(pen, view.toScreen(p), 4, colours.halo, colours.accent);
    if (this.next && !this.box) spot(pen, view.toScreen(this.next), 4, colours.accent, colours.halo);
    const box = ring.length > 1 ? boxOf(ring) : null;
    if (!box || !this.next) return;
    const [x, y] = view.toScreen(this.next);
    const last = this.points[this.points.length - 1];
    const text = this.box || !last ? `${format(box.x1 - box.x0)} × ${format(box.y1 - box.y0)} m` : `${format(distance(last, this.next))} m`;
    label(pen, text, x, y - 18, colours);
  }
}

/** @param {Point} a @param {Point} b @returns {Point} */
function square(a, b) {
  const side = Math.max(Math.abs(b[0] - a[0]), Math.abs(b[1] - a[1]));
  return [a[0] + Math.sign(b[0] - a[0] || 1) * side, a[1] + Math.sign(b[1] - a[1] || 1) * side];
}
