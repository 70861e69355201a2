// Which part of the plane the window shows. World coordinates are kept as they are; everything that is drawn is drawn
// relative to an origin near the plan, so that plans in national grids (six digits before the point) do not jitter.

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./geometry.js').Box} Box */

const CLOSEST = 1e5;
const FARTHEST = 1e-5;

export class View {
  constructor() {
    /** Pixels (of CSS) for a unit of the world. */
    this.scale = 30;
    /** The world point in the middle of the window. @type {Point} */
    this.centre = [10, 6];
    this.width = 800;
    this.height = 600;
    /** Whether y grows upwards. */
    this.up = true;
    /** What is covered by rulers and panels at the left, top, right and bottom. */
    this.inset = [28, 28, 12, 12];
  }

  /** @param {Point} p @returns {Point} */
  toScreen(p) {
    const dy = (p[1] - this.centre[1]) * this.scale;
    return [this.width / 2 + (p[0] - this.centre[0]) * this.scale, this.height / 2 + (this.up ? -dy : dy)];
  }

  /** @param {Point} p @returns {Point} */
  toWorld(p) {
    const dy = (p[1] - this.height / 2) / this.scale;
    return [this.centre[0] + (p[0] - this.width / 2) / this.scale, this.centre[1] + (this.up ? -dy : dy)];
  }

  /** Moves what is shown by pixels. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.centre = [this.centre[0] - dx / this.scale, this.centre[1] + ((this.up ? 1 : -1) * dy) / this.scale];
  }

  /** Another size of the window: the upper left corner stays where it is. @param {number} width @param {number} height */
  resize(width, height) {
    const before = this.toWorld([0, 0]);
    [this.width, this.height] = [width, height];
    const after = this.toWorld([0, 0]);
    this.centre = [this.centre[0] + before[0] - after[0], this.centre[1] + before[1] - after[1]];
  }

  /** The point under the pointer stays there. @param {Point} at @param {number} factor */
  zoom(at, factor) {
    const before = this.toWorld(at);
    this.scale = Math.max(FARTHEST, Math.min(CLOSEST, this.scale * factor));
    const after = this.toWorld(at);
    this.centre = [this.centre[0] + before[0] - after[0], this.centre[1] + before[1] - after[1]];
  }

  /** Shows a box with a margin around it. @param {Box} box */
  fit(box) {
    const [left, top, right, bottom] = this.inset;
    const [w, h] = [box.x1 - box.x0 || 1, box.y1 - box.y0 || 1];
    const margin = 28;
    const free = [this.width - left - right - 2 * margin, this.height - top - bottom - 2 * margin];
    this.scale = Math.max(FARTHEST, Math.min(CLOSEST, Math.max(1e-9, Math.min(free[0] / w, free[1] / h))));
    this.centre = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
    this.pan((left - right) / 2, (top - bottom) / 2);
  }

  /** @returns {Box} */
  box() {
    const [a, b] = [this.toWorld([0, 0]), this.toWorld([this.width, this.height])];
    return { x0: a[0], y0: Math.min(a[1], b[1]), x1: b[0], y1: Math.max(a[1], b[1]) };
  }

  /** Sets a canvas to draw in world units relative to `origin`. @param {CanvasRenderingContext2D} pen @param {Point} origin */
  world(pen, origin) {
    const ratio = devicePixelRatio || 1;
    const at = this.toScreen(origin);
    const s = this.scale * ratio;
    pen.setTransform(s, 0, 0, this.up ? -s : s, at[0] * ratio, at[1] * ratio);
  }

  /** Sets a canvas to draw in pixels of CSS. @param {CanvasRenderingContext2D} pen */
  screen(pen) {
    const ratio = devicePixelRatio || 1;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  }
}

/** 1, 2 or 5 times a power of ten: the least that is not below `least`. @param {number} least */
export function niceStep(least) {
  const power = Math.pow(10, Math.floor(Math.log10(least)));
  for (const m of [1, 2, 5]) if (m * power >= least * (1 - 1e-9)) return Number((m * power).toPrecision(6));
  return Number((10 * power).toPrecision(6));
}
