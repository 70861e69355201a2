// The topmost canvas: what is picked and its handles, what is being drawn, the path from the pointer, lanes and cuts,
// rulers. Redrawn on every move of the pointer, so it holds nothing that is large.

import { parts } from '../kinds.js';
import { distance, middle } from '../geometry.js';
import { label } from './things.js';
import { niceStep } from '../view.js';

/** @typedef {import('../kinds.js').Thing} Thing */
/** @typedef {import('../view.js').View} View */
/** @typedef {import('../geometry.js').Point} Point */
/** @typedef {import('./colours.js').Theme} Theme */

/** Vertices up to which all handles are shown. */
export const HANDLES = 400;
export const RULER = 20;

/** @param {CanvasRenderingContext2D} pen @param {View} view @param {Point[]} points @param {boolean} closed */
export function line(pen, view, points, closed) {
  pen.beginPath();
  points.forEach((p, i) => {
    const [x, y] = view.toScreen(p);
    if (i === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  });
  if (closed) pen.closePath();
  pen.stroke();
}

/** @param {CanvasRenderingContext2D} pen @param {View} view @param {Thing[]} things @param {Theme} colours @param {{part: number, index: number} | null} vertex */
export function picked(pen, view, things, colours, vertex) {
  view.screen(pen);
  pen.strokeStyle = colours.accent;
  pen.lineWidth = 2;
  for (const thing of things) {
    for (const part of parts(thing)) {
      if (part.points.length > 1) line(pen, view, part.points, part.closed);
      else spot(pen, view.toScreen(part.points[0]), 9, null, colours.accent);
    }
  }
  if (things.length !== 1) return;
  const all = parts(things[0]);
  if (all.reduce((n, p) => n + p.points.length, 0) > HANDLES) return;
  all.forEach((part, p) => {
    const at = part.points.map((q) => view.toScreen(q));
    for (let i = 0; i < at.length; i++) {
      const next = i + 1 < at.length ? at[i + 1] : part.closed ? at[0] : null;
      // A small dot in the middle of an edge: drag it out to add a vertex.
      if (next && at.length > 1 && distance(at[i], next) > 44 && canGrow(things[0])) {
        spot(pen, middle(at[i], next), 3, colours.halo, colours.accent);
      }
    }
    at.forEach((q, i) => spot(pen, q, 5, vertex?.part === p && vertex.index === i ? colours.accent : colours.halo, colours.accent));
  });
}

/** The key frames of a motion: numbered, along its path. @param {CanvasRenderingContext2D} pen @param {View} view @param {Point[]} places @param {number[]} times @param {Theme} colours */
export function keyFrames(pen, view, places, times, colours) {
  view.screen(pen);
  pen.strokeStyle = colours.change;
  pen.lineWidth = 2;
  pen.setLineDash([5, 4]);
  if (places.length > 1) line(pen, view, places, false);
  pen.setLineDash([]);
  places.forEach((p, i) => {
    const [x, y] = view.toScreen(p);
    spot(pen, [x, y], 6, colours.halo, colours.change);
    label(pen, `${format(times[i] ?? 0)} s`, x, y - 15, colours, colours.change);
  });
}

/** Whether a thing may have any number of vertices. @param {Thing} thing */
export const canGrow = (thing) =>
  Array.isArray(thing.value) || thing.value?.outline || thing.value?.area || thing.value?.polyline || Array.isArray(thing.value?.in);

/** @param {CanvasRenderingContext2D} pen @param {Point} at @param {number} radius @param {string | null} fill @param {string} stroke */
export function spot(pen, at, radius, fill, stroke) {
  pen.beginPath();
  pen.arc(at[0], at[1], radius, 0, 7);
  if (fill) {
    pen.fillStyle = fill;
    pen.fill();
  }
  pen.strokeStyle = stroke;
  pen.lineWidth = 1.75;
  pen.stroke();
}

/** The path from the pointer, with dashes that differ from walls. @param {CanvasRenderingContext2D} pen @param {View} view @param {Point[]} route @param {Theme} colours @param {string} text */
export function route(pen, view, route, colours, text) {
  view.screen(pen);
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  pen.strokeStyle = colours.halo;
  pen.globalAlpha = 0.7;
  pen.lineWidth = 5;
  line(pen, view, route, false);
  pen.globalAlpha = 1;
  pen.strokeStyle = colours.route;
  pen.lineWidth = 2.25;
  line(pen, view, route, false);
  const [from, to] = [view.toScreen(route[0]), view.toScreen(route[route.length - 1])];
  spot(pen, from, 4, colours.route, colours.halo);
  spot(pen, to, 4, colours.source, colours.halo);
  if (text) label(pen, text, from[0], from[1] - 16, colours);
}

/** Lanes and the gates of the min cut. @param {CanvasRenderingContext2D} pen @param {View} view @param {any} shapes @param {Theme} colours */
export function flow(pen, view, shapes, colours) {
  view.screen(pen);
  pen.lineJoin = 'round';
  pen.strokeStyle = colours.lane;
  // Discs of the radius fit side by side: a lane is drawn nearly as wide as the disc that travels on it.
  pen.lineWidth = Math.max(1.5, Math.min(2 * (shapes.radius ?? 0) * view.scale * 0.82, 40));
  pen.globalAlpha = 0.5;
  for (const lane of shapes.lanes ?? []) line(pen, view, lane, false);
  pen.globalAlpha = 1;
  pen.lineWidth = 1.25;
  for (const lane of shapes.lanes ?? []) line(pen, view, lane, false);
  pen.strokeStyle = colours.cut;
  pen.lineWidth = 3;
  pen.setLineDash([8, 4]);
  for (const gate of shapes.cut ?? []) line(pen, view, gate.segment, false);
  pen.setLineDash([]);
  for (const gate of shapes.cut ?? []) {
    const [x, y] = middle(view.toScreen(gate.segment[0]), view.toScreen(gate.segment[1]));
    label(pen, `${format(gate.width)} m`, x, y - 12, colours, colours.cut);
  }
  for (const gate of shapes.widening ?? []) {
    if (!(gate.gain > 0)) continue;
    const [x, y] = middle(view.toScreen(gate.segment[0]), view.toScreen(gate.segment[1]));
    label(pen, `+${format(gate.needed)} m: ${gate.gain} more`, x, y + 14, colours, colours.cut);
  }
}

/** Rulers along the top and the left, and where the pointer is. @param {CanvasRenderingContext2D} pen @param {View} view @param {Theme} colours @param {Point | null} pointer */
export function rulers(pen, view, colours, pointer) {
  view.screen(pen);
  pen.fillStyle = colours.ruler;
  pen.fillRect(0, 0, view.width, RULER);
  pen.fillRect(0, 0, RULER, view.height);
  pen.strokeStyle = colours.outline;
  pen.fillStyle = colours.text;
  pen.lineWidth = 1;
  pen.globalAlpha = 0.75;
  pen.font = '10px system-ui, sans-serif';
  const step = niceStep(70 / view.scale);
  const box = view.box();
  pen.beginPath();
  const fine = step / 5;
  for (let k = Math.ceil(box.x0 / fine); k <= box.x1 / fine; k++) {
    const x = Math.round(view.toScreen([k * fine, 0])[0]) + 0.5;
    if (x < RULER) continue;
    pen.moveTo(x, k % 5 === 0 ? RULER - 9 : RULER - 4);
    pen.lineTo(x, RULER);
    if (k % 5 === 0) {
      pen.textAlign = 'left';
      pen.textBaseline = 'top';
      pen.fillText(format(k * fine), x + 3, 3);
    }
  }
  for (let k = Math.ceil(box.y0 / fine); k <= box.y1 / fine; k++) {
    const y = Math.round(view.toScreen([0, k * fine])[1]) + 0.5;
    if (y < RULER) continue;
    pen.moveTo(k % 5 === 0 ? RULER - 9 : RULER - 4, y);
    pen.lineTo(RULER, y);
    if (k % 5 === 0) {
      pen.save();
      pen.translate(3, y - 3);
      pen.rotate(-Math.PI / 2);
      pen.textAlign = 'left';
      pen.textBaseline = 'top';
      pen.fillText(format(k * fine), 0, 0);
      pen.restore();
    }
  }
  pen.stroke();
  pen.globalAlpha = 1;
  pen.fillStyle = colours.ruler;
  pen.fillRect(0, 0, RULER, RULER);
  pen.fillStyle = colours.text;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText('m', RULER / 2, RULER / 2);
  if (!pointer) return;
  pen.strokeStyle = colours.accent;
  pen.beginPath();
  pen.moveTo(pointer[0], 0);
  pen.lineTo(pointer[0], RULER);
  pen.moveTo(0, pointer[1]);
  pen.lineTo(RULER, pointer[1]);
  pen.stroke();
}

/** A number for people: at most three digits behind the point. @param {number} x */
export const format = (x) => (Math.abs(x) >= 1e6 || (x !== 0 && Math.abs(x) < 1e-3) ? x.toPrecision(4) : String(Number(x.toFixed(3))));
