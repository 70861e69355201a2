// Rasters that come ready from the session: path maps that are too large for windows, potential fields, densities.
// Coloured once on arrival; pan and zoom only draw the picture elsewhere.

import { colourAt, table } from './colours.js';

/** @typedef {import('../wire.js').Block} Block */
const BLOCKED = 65535;
const UNREACHABLE = 65534;
const FULL = 65000;
/** Bytes of the two sides of a pixel, in front of the rows. */
const SIDES = 16;
/** Rasters with fewer cells are drawn finer, by this factor. */
const COARSE = 200000;
const FINER = 4;
/** People on a square metre where queues begin to press: the far end of the colours. */
const PRESSING = 4;

/** @typedef {{canvas: OffscreenCanvas, x0: number, y0: number, x1: number, y1: number, most: number}} Picture */

/**
 * Messages 2 and 3.
 * @param {Block} block @param {{colour: 'region'|'cost', step: number, map: import('./colours.js').MapName}} look
 * @returns {Picture | null}
 */
export function field(block, look) {
  if (block.a * block.b === 0) return null;
  const start = (SIDES + 2 * block.a * block.b + 3) & ~3;
  const coarse = new Uint16Array(block.body, SIDES, block.a * block.b);
  const finer = block.c === 0 && block.a * block.b < COARSE ? FINER : 1;
  const costs = finer > 1 ? between(coarse, block.a, block.b, finer) : coarse;
  const [a, b] = [block.a * finer, block.b * finer];
  const regions = block.c === 1 && look.colour === 'region' ? new Uint32Array(block.body, start, a * b) : null;
  const ramp = table(look.map);
  const image = new ImageData(a, b);
  const step = (look.step / block.most) * FULL;
  const band = (/** @type {number} */ c) => Math.floor(c / step);
  for (let i = 0; i < a * b; i++) {
    const c = costs[i];
    if (c >= UNREACHABLE) {
      if (c === UNREACHABLE) image.data.set([128, 128, 128, 90], 4 * i);
      continue;
    }
    const r = 4 * Math.min(255, Math.floor((c * 255) / FULL));
    const colour = regions ? [regions[i] >> 16 & 255, regions[i] >> 8 & 255, regions[i] & 255] : [ramp[r], ramp[r + 1], ramp[r + 2]];
    const right = i % a + 1 < a ? costs[i + 1] : c;
    const next = i + a < costs.length ? costs[i + a] : c;
    const edge = step > 0 && ((right < UNREACHABLE && band(right) !== band(c)) || (next < UNREACHABLE && band(next) !== band(c)));
    image.data.set(edge ? colour.map((v) => v + (255 - v) * 0.7) : colour, 4 * i);
    image.data[4 * i + 3] = 255;
  }
  return picture(block, image);
}

/** Smooth fields between their cells, so that lines in them are thin. @param {Uint16Array} cells @param {number} a @param {number} b @param {number} finer */
function between(cells, a, b, finer) {
  const out = new Uint16Array(a * b * finer * finer);
  const held = (/** @type {number} */ v, /** @type {number} */ n) => Math.max(0, Math.min(n - 1, v));
  for (let y = 0; y < b * finer; y++) {
    const v = (y + 0.5) / finer - 0.5;
    const [low, high, dv] = [held(Math.floor(v), b) * a, held(Math.floor(v) + 1, b) * a, v - Math.floor(v)];
    for (let x = 0; x < a * finer; x++) {
      const u = (x + 0.5) / finer - 0.5;
      const [left, right, du] = [held(Math.floor(u), a), held(Math.floor(u) + 1, a), u - Math.floor(u)];
      const [p, q, r, s] = [cells[low + left], cells[low + right], cells[high + left], cells[high + right]];
      // Beside walls what is known counts; obstacles are drawn over it.
      const known = [[p, (1 - du) * (1 - dv)], [q, du * (1 - dv)], [r, (1 - du) * dv], [s, du * dv]].filter(([c]) => c < UNREACHABLE);
      const share = known.reduce((sum, [, w]) => sum + w, 0);
      out[y * a * finer + x] = share > 0 ? known.reduce((sum, [c, w]) => sum + c * w, 0) / share : BLOCKED;
    }
  }
  return out;
}

/** Message 4: transparent where no agent was. @param {Block} block @returns {Picture | null} */
export function density(block) {
  const { a, b } = block;
  if (a * b === 0) return null;
  const cells = new Uint16Array(block.body, SIDES, a * b);
  const image = new ImageData(a, b);
  for (let i = 0; i < a * b; i++) {
    if (cells[i] === 0 || cells[i] === BLOCKED) continue;
    const people = (cells[i] / FULL) * block.most;
    image.data.set(colourAt('green-red', Math.min(1, people / PRESSING)).map((v) => v * 255), 4 * i);
    image.data[4 * i + 3] = 60 + 160 * Math.min(1, people / 1.5);
  }
  return picture(block, image);
}

/** @param {Block} block @param {ImageData} image @returns {Picture} */
function picture(block, image) {
  const sides = new DataView(block.body);
  const [w, h] = [sides.getFloat64(0, true), sides.getFloat64(8, true)];
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return { canvas, x0: block.x, y0: block.y, x1: block.x + block.a * w, y1: block.y + block.b * h, most: block.most };
}

/** Rows begin at the lowest y, however y grows. @param {CanvasRenderingContext2D} pen @param {import('../view.js').View} view @param {Picture} picture */
export function paint(pen, view, picture) {
  view.screen(pen);
  const [ax, ay] = view.toScreen([picture.x0, picture.y0]);
  const [bx, by] = view.toScreen([picture.x1, picture.y1]);
  pen.imageSmoothingEnabled = true;
  pen.save();
  pen.translate(ax, ay);
  pen.scale((bx - ax) / picture.canvas.width, (by - ay) / picture.canvas.height);
  pen.drawImage(picture.canvas, 0, 0);
  pen.restore();
}
