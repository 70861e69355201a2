// Doors, exits and other things that lie on walls. Near a wall a piece of it is shown under the pointer: a click puts
// it there, a drag along the wall says how wide. A stroke from one wall to another joins them. A door in a wall cuts
// the wall, since what a closed door closes must be open without it.

import { add, distance, same } from '../geometry.js';
import { nearestEdge, snap } from '../snap.js';
import { canCut, cut, pieceAround, pieceBetween } from '../building.js';
import { format, line, spot } from '../draw/hand.js';
import { label } from '../draw/things.js';

/** @typedef {import('../geometry.js').Point} Point */
/** @typedef {import('../plan.js').Edit} Edit */
/** @typedef {import('../snap.js').Snap} Snap */
/** @typedef {import('../studio.js').Studio} Studio */
/** @typedef {import('../stage.js').Press} Press */
/** @typedef {{label: string, width: number, cuts: boolean, make: (segment: [Point, Point]) => Edit}} Job */

const THRESHOLD = 6;
const REACH = 22;

export class Opening {
  /** @param {Studio} studio @param {Job} job */
  constructor(studio, job) {
    this.studio = studio;
    this.job = job;
    /** @type {{screen: Point, hit: Snap | null, point: Point} | null} */
    this.from = null;
    /** @type {{segment: [Point, Point], hit: Snap | null} | null} */
    this.shown = null;
    /** @type {Point | null} */
    this.next = null;
  }

  cursor() {
    return 'crosshair';
  }

  /** @param {Point} screen */
  wall(screen) {
    return nearestEdge(this.studio, screen, { reach: REACH });
  }

  /** @param {Press} press @returns {Point} */
  place(press) {
    return snap(this.studio, press.screen, { reach: 14, free: press.ctrl, shift: press.shift, from: this.from?.point }).point;
  }

  /** @param {Press} press */
  down(press) {
    const at = this.place(press);
    // Second click of a stroke that was begun by a click.
    if (this.from && distance(this.from.screen, press.screen) > THRESHOLD) {
      this.finish();
      return;
    }
    this.from = { screen: press.screen, hit: this.wall(press.screen), point: at };
    this.move(press);
  }

  /** @param {Press} press */
  move(press) {
    this.next = this.place(press);
    const hit = this.wall(press.screen);
    if (this.from && distance(this.from.screen, press.screen) > THRESHOLD) {
      const edge = this.from.hit?.edge;
      const alongSame = edge && hit?.edge && same(edge[0], hit.edge[0]) && same(edge[1], hit.edge[1]);
      const segment = alongSame ? pieceBetween(edge, this.from.point, this.next) : /** @type {[Point, Point]} */ ([this.from.point, this.next]);
      this.shown = same(...segment) ? null : { segment, hit: alongSame ? this.from.hit : null };
    } else {
      this.shown = hit?.edge ? { segment: pieceAround(hit.edge, hit.point, this.job.width), hit } : null;
    }
    if (this.shown) this.studio.drag(this.edits());
    else this.studio.cancelDrag();
    this.studio.emit('hand');
  }

  /** @param {Press} press */
  up(press) {
    if (!this.from) return;
    const dragged = distance(this.from.screen, press.screen) > THRESHOLD;
    if (dragged || this.shown) this.finish();
  }

  /** @returns {Edit[]} */
  edits() {
    if (!this.shown) return [];
    const { segment, hit } = this.shown;
    const cuts = this.job.cuts && hit && canCut(hit) ? cut(hit, ...segment) : [];
    return [...cuts, this.job.make(segment)];
  }

  enter() {
    if (this.shown) this.finish();
  }

  finish() {
    const edits = this.edits();
    this.from = this.shown = null;
    if (edits.length === 0) return;
    this.studio.edit(edits, this.job.label, (ids) => {
      this.studio.pick(ids.slice(-1));
      this.studio.emit('drawn', ids);
    });
    this.studio.use('pick');
  }

  /** A point that was typed or put by a key. @param {Point} at */
  add(at) {
    const screen = this.studio.view.toScreen(at);
    const press = { screen, world: at, shift: false, alt: false, ctrl: false, double: false };
    if (!this.from) {
      this.from = { screen, hit: this.wall(screen), point: at };
      this.move(press);
      return;
    }
    if (same(this.from.point, at)) {
      this.finish();
      return;
    }
    this.next = at;
    const edge = this.from.hit?.edge;
    const hit = this.wall(screen);
    const along = edge && hit?.edge && same(edge[0], hit.edge[0]) && same(edge[1], hit.edge[1]);
    this.shown = { segment: along ? pieceBetween(edge, this.from.point, at) : [this.from.point, at], hit: along ? this.from.hit : null };
    this.finish();
  }

  cancel() {
    const busy = this.from !== null;
    this.from = this.shown = this.next = null;
    this.studio.cancelDrag();
    return busy;
  }

  /** @param {CanvasRenderingContext2D} pen @param {import('../draw/colours.js').Theme} colours */
  draw(pen, colours) {
    const { view } = this.studio;
    if (this.shown) {
      pen.strokeStyle = colours.accent;
      pen.lineWidth = 4;
      pen.lineCap = 'round';
      line(pen, view, this.shown.segment, false);
      const [a, b] = this.shown.segment;
      const [x, y] = view.toScreen(add(a, [(b[0] - a[0]) / 2, (b[1] - a[1]) / 2]));
      label(pen, `${format(distance(a, b))} m`, x, y - 16, colours);
    } else if (this.next) {
      spot(pen, view.toScreen(this.next), 4, colours.accent, colours.halo);
    }
  }
}
