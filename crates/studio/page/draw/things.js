// The things of the plan as planners draw them: what blocks is filled, doors swing, exits carry an arrow, areas of the
// crowd are tinted. Everything above the field and below the people.

import { KINDS, parts } from '../kinds.js';
import { area, distance, labelPlace, middle, sub } from '../geometry.js';
import { pathOf } from './ground.js';

/** @typedef {import('../kinds.js').Thing} Thing */
/** @typedef {import('../view.js').View} View */
/** @typedef {import('../geometry.js').Point} Point */
/** @typedef {import('./colours.js').Theme} Theme */
/** @typedef {{pen: CanvasRenderingContext2D, view: View, colours: Theme, origin: Point, names: boolean, running: boolean}} Sheet */

const FONT = '600 12px system-ui, sans-serif';
const TINTED = ['slow', 'goods', 'stop', 'group', 'measure', 'constraint'];

/** @param {Sheet} sheet @param {Thing[]} things */
export function drawThings(sheet, things) {
  for (const kind of TINTED) for (const t of things) if (t.kind === kind) tint(sheet, t);
  solidParts(sheet, things);
  for (const t of things) {
    if (t.kind === 'wall') stroke(sheet, t, 3);
    else if (t.kind === 'barrier') stroke(sheet, t, 3, [7, 4]);
    else if (t.kind === 'entrance' || t.kind === 'outlet') stroke(sheet, t, 5, [], 0.75);
  }
  for (const t of things) if (t.kind === 'door') door(sheet, t);
  for (const t of things) if (t.kind === 'exit' || t.kind === 'source') goal(sheet, t);
  for (const t of things) if (t.kind === 'weight') dot(sheet, parts(t)[0]?.points[0], 5, sheet.colours.weight, `×${t.value.speed}`);
  if (sheet.names) names(sheet, things);
}

/** Obstacles and solids in one path each kind of fill, outlines in one stroke. @param {Sheet} sheet @param {Thing[]} things */
function solidParts({ pen, view, colours, origin }, things) {
  view.world(pen, origin);
  const outlines = new Path2D();
  pen.fillStyle = colours.obstacle;
  for (const thing of things) {
    if (thing.kind !== 'obstacle' && thing.kind !== 'solid' && thing.kind !== 'boundary' && thing.kind !== 'area') continue;
    const own = pathOf(thing, origin);
    if (thing.kind === 'obstacle' || thing.kind === 'solid') pen.fill(own, 'evenodd');
    outlines.addPath(own);
  }
  pen.strokeStyle = colours.outline;
  pen.lineWidth = 1.25 / view.scale;
  pen.lineJoin = 'round';
  pen.stroke(outlines);
}

/** @param {Sheet} sheet @param {Thing} thing @param {number} width @param {number[]} [dash] @param {number} [alpha] */
function stroke({ pen, view, colours, origin }, thing, width, dash = [], alpha = 1) {
  view.world(pen, origin);
  const path = pathOf(thing, origin);
  pen.strokeStyle = colours[KINDS[thing.kind].paint];
  pen.globalAlpha = alpha;
  pen.lineCap = dash.length ? 'butt' : 'round';
  pen.lineWidth = width / view.scale;
  pen.setLineDash(dash.map((d) => d / view.scale));
  pen.stroke(path);
  pen.setLineDash([]);
  pen.globalAlpha = 1;
}

/** Areas of the crowd and measures. @param {Sheet} sheet @param {Thing} thing */
function tint(sheet, thing) {
  const { pen, view, colours, origin } = sheet;
  // Where people stood at the beginning says little once they walk.
  if (sheet.running && thing.kind === 'group') return;
  const colour = colours[KINDS[thing.kind].paint];
  for (const part of parts(thing)) {
    if (part.points.length === 1) {
      dot(sheet, part.points[0], 3.5, colour);
      continue;
    }
    view.world(pen, origin);
    const path = pathOf(thing, origin);
    if (part.closed) {
      pen.globalAlpha = 0.16;
      pen.fillStyle = colour;
      pen.fill(path);
      pen.globalAlpha = 1;
    }
    // A light seam, so that the line is seen on dark fields as well.
    pen.strokeStyle = colours.halo;
    pen.globalAlpha = 0.6;
    pen.lineWidth = (part.closed ? 3.5 : 5) / view.scale;
    pen.stroke(path);
    pen.globalAlpha = 1;
    pen.strokeStyle = colour;
    pen.lineWidth = (part.closed ? 1.75 : 3) / view.scale;
    pen.setLineDash(part.closed || thing.kind === 'measure' ? [6 / view.scale, 4 / view.scale] : []);
    pen.stroke(path);
    pen.setLineDash([]);
  }
}

/** Closed: a bar across. Open: the leaf stands at an angle, with the arc that it swings. @param {Sheet} sheet @param {Thing} thing */
function door({ pen, view, colours }, thing) {
  const part = parts(thing)[0];
  if (!part || part.points.length < 2) return;
  const [a, b] = part.points.map((p) => view.toScreen(p));
  const length = distance(a, b);
  view.screen(pen);
  pen.strokeStyle = colours.door;
  pen.fillStyle = colours.door;
  pen.lineCap = 'round';
  if (thing.value.open) {
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
    const turned = angle - Math.PI / 2.6;
    pen.lineWidth = 3;
    pen.beginPath();
    pen.moveTo(...a);
    pen.lineTo(a[0] + length * Math.cos(turned), a[1] + length * Math.sin(turned));
    pen.stroke();
    pen.globalAlpha = 0.45;
    pen.lineWidth = 1.25;
    pen.beginPath();
    pen.arc(a[0], a[1], length, turned, angle);
    pen.stroke();
    pen.setLineDash([2, 4]);
    pen.beginPath();
    pen.moveTo(...a);
    pen.lineTo(...b);
    pen.stroke();
    pen.setLineDash([]);
    pen.globalAlpha = 1;
  } else {
    pen.lineWidth = 5;
    pen.beginPath();
    pen.moveTo(...a);
    pen.lineTo(...b);
    pen.stroke();
  }
  for (const p of [a, b]) {
    pen.beginPath();
    pen.arc(p[0], p[1], 3, 0, 7);
    pen.fill();
  }
}

/** An exit is a bar with an arrow through it, a goal a ring. @param {Sheet} sheet @param {Thing} thing */
function goal(sheet, thing) {
  const { pen, view, colours } = sheet;
  const part = parts(thing)[0];
  if (!part) return;
  if (part.points.length === 1) {
    dot(sheet, part.points[0], 6, colours.source);
    return;
  }
  stroke(sheet, thing, 6);
  if (thing.kind !== 'exit') return;
  const [a, b] = [view.toScreen(part.points[0]), view.toScreen(part.points[part.points.length - 1])];
  const [mid, d, length] = [middle(a, b), sub(b, a), distance(a, b)];
  if (length < 14) return;
  view.screen(pen);
  pen.strokeStyle = colours.halo;
  pen.lineWidth = 1.75;
  pen.lineCap = 'round';
  const size = 3;
  // Three small chevrons along the bar: it differs from a wall without its colour.
  for (const k of [-1, 0, 1]) {
    const [x, y] = [mid[0] + (k * d[0] * 9) / length, mid[1] + (k * d[1] * 9) / length];
    const [ux, uy] = [d[0] / length, d[1] / length];
    pen.beginPath();
    pen.moveTo(x - size * ux - 1.6 * uy, y - size * uy + 1.6 * ux);
    pen.lineTo(x, y);
    pen.stroke();
  }
}

/** @param {Sheet} sheet @param {Point | undefined} at @param {number} radius @param {string} colour @param {string} [text] */
function dot({ pen, view, colours }, at, radius, colour, text) {
  if (!at) return;
  view.screen(pen);
  const [x, y] = view.toScreen(at);
  pen.fillStyle = colour;
  pen.strokeStyle = colours.halo;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 7);
  pen.fill();
  pen.stroke();
  if (text) label(pen, text, x, y - radius - 9, colours);
}

/** Names, those of exits first; one that would stand on another, or say the same beside it, is left out. @param {Sheet} sheet @param {Thing[]} things */
function names(sheet, things) {
  /** @type {{text: string, x: number, y: number, wide: number}[]} */
  const put = [];
  const rank = (/** @type {Thing} */ t) => (t.kind === 'exit' || t.kind === 'source' ? 0 : t.kind === 'group' ? 1 : 2);
  const free = (/** @type {{text: string, x: number, y: number, wide: number}} */ l) =>
    put.every((o) => (Math.abs(o.x - l.x) > (o.wide + l.wide) / 2 + 4 || Math.abs(o.y - l.y) > 15) && (o.text !== l.text || Math.hypot(o.x - l.x, o.y - l.y) > 70));
  sheet.pen.font = FONT;
  for (const thing of things.filter((t) => t.value && !Array.isArray(t.value)).sort((a, b) => rank(a) - rank(b))) {
    const found = name(sheet, thing);
    if (!found) continue;
    const [text, x, y, align = 'center'] = found;
    const wide = sheet.pen.measureText(text).width;
    const spot = { text, wide, y, x: align === 'left' ? x + wide / 2 : align === 'right' ? x - wide / 2 : x };
    if (!free(spot)) continue;
    put.push(spot);
    label(sheet.pen, text, x, y, sheet.colours, undefined, align);
  }
}

/** Where the name of a thing stands. @param {Sheet} sheet @param {Thing} thing @returns {[string, number, number, CanvasTextAlign?] | null} */
function name({ pen, view, running }, thing) {
  if (running && thing.kind === 'group') return null;
  const value = thing.value;
  if (!value || Array.isArray(value) || KINDS[thing.kind]?.shape === 'none') return null;
  const part = parts(thing)[0];
  if (!part) return null;
  const people = thing.kind === 'group' && value.count ? `${value.count} ${value.count === 1 ? 'person' : 'people'}` : '';
  const text = [value.name, people].filter(Boolean).join(' · ');
  if (!text) return null;
  view.screen(pen);
  if (part.closed) {
    const wide = Math.sqrt(area(part.points)) * view.scale;
    if (wide < 34) return null;
    const [x, y] = view.toScreen(labelPlace(part.points));
    return [text, x, y];
  }
  const ends = [view.toScreen(part.points[0]), view.toScreen(part.points[part.points.length - 1])];
  const mid = middle(ends[0], ends[1]);
  if (part.points.length > 1 && distance(ends[0], ends[1]) < 10) return null;
  if (thing.kind === 'door') {
    // On the side to which the leaf does not swing.
    const [nx, ny] = [(ends[0][1] - ends[1][1]) / distance(ends[0], ends[1]), (ends[1][0] - ends[0][0]) / distance(ends[0], ends[1])];
    return [text, mid[0] + nx * 12, mid[1] + ny * 14, nx > 0.5 ? 'left' : nx < -0.5 ? 'right' : 'center'];
  }
  const away = 10;
  // Beside upright things and above level ones, on the side where the middle of the window is.
  if (part.points.length > 1 && Math.abs(ends[0][1] - ends[1][1]) > Math.abs(ends[0][0] - ends[1][0])) {
    const left = mid[0] > view.width / 2;
    return [text, mid[0] + (left ? -away : away), mid[1], left ? 'right' : 'left'];
  }
  return [text, mid[0], mid[1] + (mid[1] < view.height / 2 ? away + 6 : -away - 6)];
}

/** Text with a halo, centred. @param {CanvasRenderingContext2D} pen @param {string} text @param {number} x @param {number} y @param {Theme} colours @param {string} [colour] @param {CanvasTextAlign} [align] */
export function label(pen, text, x, y, colours, colour, align = 'center') {
  const short = text.length > 40 ? `${text.slice(0, 39)}…` : text;
  pen.font = FONT;
  pen.textAlign = align;
  pen.textBaseline = 'middle';
  pen.lineJoin = 'round';
  // What would be cut off at the edge of the window is moved in.
  const wide = align === 'center' ? pen.measureText(short).width / 2 + 4 : 0;
  if (wide) x = Math.max(22 + wide, Math.min(pen.canvas.width / (devicePixelRatio || 1) - wide, x));
  pen.lineWidth = 3.5;
  pen.strokeStyle = colours.halo;
  pen.globalAlpha = 0.9;
  pen.strokeText(short, x, y);
  pen.globalAlpha = 1;
  pen.fillStyle = colour ?? colours.text;
  pen.fillText(short, x, y);
}
