// The plan itself: five canvases above each other, drawn only when something changed, and the pointer, which goes to
// the tool in hand. Outlines and field are drawn together when both belong to the same revision.

import { Field } from './draw/field.js';
import { Agents } from './draw/agents.js';
import { grid, pathOf, walkable } from './draw/ground.js';
import { drawThings } from './draw/things.js';
import { flow, keyFrames, line, picked, route, rulers, spot, format } from './draw/hand.js';
import { paint } from './draw/raster.js';
import { resize } from './draw/gl.js';
import { theme } from './draw/colours.js';
import { gridStep } from './snap.js';
import { niceStep } from './view.js';
import { parts } from './kinds.js';
import { TOOLS } from './tools/index.js';
import { distance } from './geometry.js';
import { atTime, keyPlaces } from './motions.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./studio.js').Studio} Studio */
/** @typedef {import('./tools/index.js').Tool} Tool */
/** @typedef {{screen: Point, world: Point, shift: boolean, alt: boolean, ctrl: boolean, double: boolean}} Press */

/** Milliseconds that outlines wait for the field of their revision. */
const PATIENCE = 150;

export class Stage {
  /** @param {Studio} studio @param {import('./layers.js').Layers} layers @param {import('./run.js').Run} run */
  constructor(studio, layers, run) {
    this.studio = studio;
    this.layers = layers;
    this.run = run;
    this.element = /** @type {HTMLElement} */ (document.getElementById('stage'));
    const canvas = (/** @type {string} */ id) => /** @type {HTMLCanvasElement} */ (document.getElementById(id));
    this.ground = pen2d(canvas('ground'));
    this.field = new Field(canvas('field'));
    layers.field = this.field;
    this.things = pen2d(canvas('things'));
    this.agents = new Agents(canvas('agents'));
    this.hand = pen2d(canvas('hand'));
    this.surface = canvas('hand');
    /** @type {Map<string, Tool>} */
    this.tools = new Map(TOOLS.map((row) => [row.name, row.tool(studio)]));
    /** @type {Press | null} */
    this.pointer = null;
    /** A place that keys move. @type {Point | null} */
    this.cursor = null;
    this.panning = false;
    this.space = false;
    /** @type {Map<number, Point>} */
    this.touches = new Map();
    this.dirty = new Set(['ground', 'field', 'things', 'agents', 'hand']);
    this.asked = false;
    this.heldUntil = 0;
    this.frames = 0;
    /** Milliseconds from opening the page to its first picture of a plan. @type {number | null} */
    this.firstPicture = null;
    this.listen();
    this.fitted = false;
    this.observe();
  }

  /** @returns {Tool} */
  tool() {
    return /** @type {Tool} */ (this.tools.get(this.studio.tool) ?? this.tools.get('pick'));
  }

  listen() {
    const { studio } = this;
    studio.on('draw', () => this.redraw('ground', 'field', 'things', 'hand', 'agents'));
    studio.on('hand', () => this.redraw('hand'));
    studio.on('agents', () => this.redraw('agents'));
    studio.on('density', () => this.redraw('ground'));
    studio.on('tool', () => {
      for (const [name, tool] of this.tools) if (name !== studio.tool) tool.cancel();
      this.cursor = null;
      this.showCursor();
    });
    studio.on('edited', () => this.hold());
    studio.on('path', () => {
      this.heldUntil = 0;
      this.redraw('ground', 'field', 'things', 'hand');
    });
    studio.on('scene', (first) => first && this.fit());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => studio.emit('draw'));
    this.pointerEvents();
  }

  /** Outlines wait for the field that belongs to them, but not for long. */
  hold() {
    if (this.studio.settings.paths === 'off' || !this.studio.hasPaths()) return;
    this.heldUntil = performance.now() + PATIENCE;
    setTimeout(() => this.redraw('ground', 'field', 'things', 'hand'), PATIENCE + 1);
  }

  observe() {
    const measure = () => {
      this.studio.view.resize(this.element.clientWidth, this.element.clientHeight);
      this.studio.emit('draw');
      this.studio.emit('view');
    };
    new ResizeObserver(measure).observe(this.element);
    measure();
  }

  fit() {
    const box = this.studio.plan.box();
    if (box) this.studio.view.fit(box);
    else {
      this.studio.view.fit({ x0: 0, y0: 0, x1: 24, y1: 14 });
    }
    this.studio.emit('draw');
    this.studio.emit('view');
  }

  // -- drawing ----------------------------------------------------------------------------------------------------

  /** @param {...string} parts */
  redraw(...parts) {
    for (const part of parts) this.dirty.add(part);
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.paint();
    });
  }

  paint() {
    const { studio } = this;
    const { view, settings } = studio;
    if (view.width === 0 || view.height === 0) return;
    const held = performance.now() < this.heldUntil;
    const dark = studio.dark();
    const colours = theme(dark);
    const list = atTime(studio.plan.list(), this.moment());
    const origin = this.origin();
    if (!held && this.dirty.delete('ground')) {
      resize(this.ground.canvas, view);
      walkable(this.ground, view, list, colours, origin);
      if (settings.gridShown) grid(this.ground, view, gridStep(studio), colours);
      this.ground.globalAlpha = this.run.info ? 0.5 : 1;
      this.ground.save();
      const floors = list.filter((t) => t.kind === 'boundary' || t.kind === 'area');
      if (floors.length === 1) {
        view.world(this.ground, origin);
        this.ground.clip(pathOf(floors[0], origin), 'evenodd');
      }
      for (const picture of this.layers.pictures()) paint(this.ground, view, picture);
      // What was asked for besides the paths is seen instead of them.
      this.field.canvas.style.visibility = this.layers.covers() ? 'hidden' : '';
      this.ground.restore();
      this.ground.globalAlpha = 1;
    }
    if (!held && this.dirty.delete('field')) {
      this.field.draw(view, {
        colour: settings.paths === 'region' ? 'region' : 'cost', isolines: settings.isolines,
        step: this.isolineStep(), dark, stale: studio.stale, line: '#ffffff', wash: this.run.info ? 0.55 : 0, paper: colours.walkable,
      });
    }
    if (!held && this.dirty.delete('things')) {
      resize(this.things.canvas, view);
      clear(this.things);
      if (this.run.density) paint(this.things, view, this.run.density);
      drawThings({ pen: this.things, view, colours, origin, names: settings.names, running: this.run.info !== null && this.run.head > 0 }, list);
    }
    if (this.dirty.delete('agents')) this.run.paint(this.agents, view, dark);
    if (this.dirty.delete('hand')) this.paintHand(colours);
    this.frames++;
    if (studio.ready && (this.field.map || this.layers.pathRaster || !studio.hasPaths())) this.firstPicture ??= performance.now();
    studio.emit('painted');
  }

  /** The moment that is shown: that of the run, or the one that was set. */
  moment() {
    return this.run.info && !this.run.info.recording ? this.run.head : this.studio.time;
  }

  /** The distance between lines of equal cost. */
  isolineStep() {
    return this.studio.settings.step ?? niceStep(Math.max((this.field.map?.most ?? 10) / 30, 18 / this.studio.view.scale));
  }

  /** @param {import('./draw/colours.js').Theme} colours */
  paintHand(colours) {
    const { studio, hand } = this;
    const { view } = studio;
    resize(hand.canvas, view);
    clear(hand);
    view.screen(hand);
    if (this.layers.shapes) flow(hand, view, this.layers.shapes, colours);
    this.run.paintOver(hand, view, colours);
    const answered = this.layers.answered;
    if (answered?.route && this.showsRoute()) {
      route(hand, view, answered.route, colours, `${format(Number(answered.cost.toPrecision(4)))} m`);
    }
    picked(hand, view, studio.pickedThings(), colours, studio.vertex);
    for (const t of studio.pickedThings()) if (t.kind === 'motion') keyFrames(hand, view, keyPlaces(t, studio.plan.list()), t.value.times ?? [], colours);
    view.screen(hand);
    this.tool().draw(hand, colours);
    if (this.cursor) this.paintCursor(hand, colours);
    rulers(hand, view, colours, this.pointer?.screen ?? null);
  }

  /** @param {CanvasRenderingContext2D} pen @param {import('./draw/colours.js').Theme} colours */
  paintCursor(pen, colours) {
    const { view } = this.studio;
    if (!this.cursor) return;
    const [x, y] = view.toScreen(this.cursor);
    spot(pen, [x, y], 7, null, colours.accent);
    line(pen, view, [view.toWorld([x - 14, y]), view.toWorld([x + 14, y])], false);
    line(pen, view, [view.toWorld([x, y - 14]), view.toWorld([x, y + 14])], false);
  }

  showsRoute() {
    return this.studio.settings.pointer && this.studio.tool === 'pick' && !this.studio.dragging && this.pointer !== null && !this.panning;
  }

  /** A point of the plan, for what is drawn in 32 bits. @returns {Point} */
  origin() {
    for (const thing of this.studio.plan.things.values()) {
      const point = parts(thing)[0]?.points[0];
      if (point) return [Math.round(point[0]), Math.round(point[1])];
    }
    return [0, 0];
  }

  // -- the pointer ------------------------------------------------------------------------------------------------

  /** @param {PointerEvent | MouseEvent} event @returns {Press} */
  press(event) {
    const box = this.surface.getBoundingClientRect();
    /** @type {Point} */
    const screen = [event.clientX - box.left, event.clientY - box.top];
    return {
      screen, world: this.studio.view.toWorld(screen), shift: event.shiftKey, alt: event.altKey,
      ctrl: event.ctrlKey || event.metaKey, double: event.detail > 1,
    };
  }

  pointerEvents() {
    const { surface } = this;
    let clicks = 0;
    /** @type {{at: number, screen: Point}} */
    let lastDown = { at: 0, screen: [0, 0] };
    surface.addEventListener('pointerdown', (event) => {
      surface.focus({ preventScroll: true });
      surface.setPointerCapture(event.pointerId);
      const press = this.press(event);
      this.touches.set(event.pointerId, press.screen);
      this.cursor = null;
      if (event.button === 1 || this.space || this.touches.size > 1) {
        if (this.touches.size > 1) this.tool().cancel();
        this.panning = true;
        this.showCursor();
        return;
      }
      if (event.button !== 0) return;
      const again = event.timeStamp - lastDown.at < 400 && distance(lastDown.screen, press.screen) < 6;
      clicks = again ? clicks + 1 : 1;
      lastDown = { at: event.timeStamp, screen: press.screen };
      press.double = clicks === 2;
      this.pointer = press;
      if (this.studio.tool === 'pick' && this.run.pickAt(press.screen)) return;
      this.tool().down(press);
      this.showCursor();
    });
    surface.addEventListener('pointermove', (event) => {
      const press = this.press(event);
      const before = this.touches.get(event.pointerId);
      if (this.panning && before) {
        this.panOrPinch(event.pointerId, before, press.screen);
        return;
      }
      this.pointer = press;
      this.tool().move(press);
      this.showCursor();
      this.studio.emit('hand');
      this.studio.emit('pointer', press);
    });
    const ends = (/** @type {PointerEvent} */ event) => {
      this.touches.delete(event.pointerId);
      if (this.panning) {
        this.panning = this.touches.size > 0;
        this.showCursor();
        this.studio.emit('view');
        return;
      }
      if (event.type === 'pointercancel') this.tool().cancel();
      else if (event.button === 0) {
        const press = this.press(event);
        press.double = clicks === 2;
        this.tool().up(press);
      }
      this.showCursor();
    };
    surface.addEventListener('pointerup', ends);
    surface.addEventListener('pointercancel', ends);
    surface.addEventListener('pointerleave', () => {
      this.pointer = null;
      this.studio.emit('pointer', null);
      this.studio.emit('hand');
    });
    surface.addEventListener('wheel', (event) => {
      event.preventDefault();
      if (event.shiftKey) this.studio.view.pan(-event.deltaY - event.deltaX, 0);
      else this.studio.view.zoom(this.press(event).screen, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : event.deltaMode === 1 ? 0.05 : 0.0016)));
      this.studio.emit('draw');
      this.studio.emit('view');
    }, { passive: false });
    surface.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      this.studio.emit('menu', { x: event.clientX, y: event.clientY, press: this.press(event) });
    });
  }

  /** @param {number} id @param {Point} before @param {Point} now */
  panOrPinch(id, before, now) {
    const others = [...this.touches].filter(([k]) => k !== id).map(([, p]) => p);
    if (others.length === 1) {
      const far = distance(before, others[0]);
      if (far > 0) this.studio.view.zoom(others[0], distance(now, others[0]) / far);
    } else {
      this.studio.view.pan(now[0] - before[0], now[1] - before[1]);
    }
    this.touches.set(id, now);
    this.studio.emit('draw');
  }

  showCursor() {
    const press = this.pointer;
    this.surface.style.cursor = this.panning ? 'grabbing' : this.space ? 'grab' : press ? this.tool().cursor(press) : 'default';
  }
}

/** @param {HTMLCanvasElement} canvas @returns {CanvasRenderingContext2D} */
function pen2d(canvas) {
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser has no canvas');
  return pen;
}

/** @param {CanvasRenderingContext2D} pen */
function clear(pen) {
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, pen.canvas.width, pen.canvas.height);
}
