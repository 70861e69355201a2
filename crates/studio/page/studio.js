// What the parts of the page share: the plan, the view, what is picked, settings, and the questions to the session.
// Parts listen to events and never call each other.

import { Plan } from './plan.js';
import { View } from './view.js';
import { Wire } from './wire.js';

/** @typedef {import('./kinds.js').Id} Id */
/** @typedef {import('./kinds.js').Thing} Thing */
/** @typedef {import('./plan.js').Edit} Edit */
/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./wire.js').Message} Message */
/** @typedef {import('./wire.js').Block} Block */
/** @typedef {{what: string, advice: string, at: Point|null, thing: Id|null, fix: {label: string, edits: Edit[]}|null, vertex: number|null, time: number|null, line: number|null, file: string|null, level?: string}} Problem */
/**
 * Events: `draw` something changed that is drawn; `plan` the revision; `picked` the selection; `tool`; `scene` another
 * scene; `problems`; `layers` settings of layers; `took` times; `run`; `file`; `answered`.
 */

/** Frames of drags that are on their way at once: more would only build up a queue. */
const IN_FLIGHT = 1;
const SETTINGS = 'wayfront-studio';

export class Studio {
  constructor() {
    this.plan = new Plan();
    this.view = new View();
    /** @type {Map<string, ((detail?: any) => void)[]>} */
    this.listeners = new Map();
    /** @type {Set<Id>} */
    this.picked = new Set();
    /** The vertex of the picked thing that Delete removes. @type {{part: number, index: number} | null} */
    this.vertex = null;
    this.tool = 'pick';
    /** Settings that this browser keeps. */
    this.settings = {
      paths: /** @type {'region'|'cost'|'off'} */ ('cost'), isolines: true, step: /** @type {number|null} */ (null),
      pointer: true, flow: false, flowRadius: /** @type {number|null} */ (null), field: false, clearance: false, density: false, names: true,
      snap: true, grid: /** @type {number|null} */ (null), gridShown: true, dark: /** @type {boolean|null} */ (null),
      colour: /** @type {'speed'|'group'|'wait'} */ ('speed'), help: false,
    };
    this.restore();
    /** @type {Problem[]} */
    this.problems = [];
    /** @type {{what: string}[]} */
    this.mended = [];
    /** @type {{what: string}[]} */
    this.notes = [];
    /** What the session said of itself: builtin, formats, limits. @type {any} */
    this.about = { builtin: [], formats: { open: [], export: [] }, limits: {} };
    /** @type {any} */
    this.file = null;
    /** @type {any} */
    this.recover = null;
    /** @type {string|null} */
    this.undoLabel = null;
    /** @type {string|null} */
    this.redoLabel = null;
    this.ready = false;
    this.online = false;
    /** Whether the scene as it is dragged gives no map. */
    this.stale = false;
    /** The moment of a scene that moves. @type {number|null} */
    this.time = null;
    this.frame = 1;
    this.inFlight = 0;
    /** @type {Edit[] | null} */
    this.waiting = null;
    this.dragging = false;
    /** Adds whose ids are wanted when they come: frame to what to do. @type {Map<number, (ids: Id[]) => void>} */
    this.afterEdit = new Map();
    /** Kinds of messages that parts listen for. @type {Map<string, (m: any) => void>} */
    this.messages = new Map();
    /** @type {Map<number, (b: Block) => void>} */
    this.blocks = new Map();
    this.listenToSession();
    this.wire = new Wire(
      (m) => this.messages.get(m.type)?.(m),
      (b) => this.blocks.get(b.kind)?.(b),
      (state, why) => {
        this.online = state === 'open';
        this.emit('online', why);
      },
    );
  }

  // -- events -----------------------------------------------------------------------------------------------------

  /** @param {string} names @param {(detail?: any) => void} listener */
  on(names, listener) {
    for (const name of names.split(' ')) this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
  }

  /** @param {string} name @param {any} [detail] */
  emit(name, detail) {
    for (const listener of this.listeners.get(name) ?? []) listener(detail);
  }

  // -- settings ---------------------------------------------------------------------------------------------------

  restore() {
    try {
      Object.assign(this.settings, JSON.parse(localStorage.getItem(SETTINGS) ?? '{}'));
    } catch {
      // Without storage there are the usual settings.
    }
  }

  /** @param {Partial<Studio['settings']>} change */
  set(change) {
    Object.assign(this.settings, change);
    try {
      localStorage.setItem(SETTINGS, JSON.stringify(this.settings));
    } catch {
      // As above.
    }
    this.emit('layers');
    this.emit('draw');
  }

  dark() {
    return this.settings.dark ?? matchMedia('(prefers-color-scheme: dark)').matches;
  }

  // -- what is picked ---------------------------------------------------------------------------------------------

  /** @param {Iterable<Id>} ids */
  pick(ids) {
    this.picked = new Set(ids);
    this.vertex = null;
    this.emit('picked');
    this.emit('draw');
  }

  /** @returns {Thing[]} */
  pickedThings() {
    return this.plan.list().filter((t) => this.picked.has(t.id));
  }

  /** @param {string} name */
  use(name) {
    if (this.tool === name) return;
    this.tool = name;
    this.emit('tool');
    this.emit('draw');
  }

  // -- edits ------------------------------------------------------------------------------------------------------

  /** One step of undo. @param {Edit[]} edits @param {string} label @param {(ids: Id[]) => void} [done] */
  edit(edits, label, done) {
    if (edits.length === 0) return this.cancelDrag();
    const frame = this.frame++;
    this.waiting = null;
    this.dragging = false;
    this.plan.preview(edits);
    if (done) this.afterEdit.set(frame, done);
    this.wire.send({ type: 'edit', revision: this.plan.revision, frame, label, edits });
    this.emit('draw');
  }

  /** Edits that are shown while the hand moves; the latest wins. @param {Edit[]} edits */
  drag(edits) {
    this.dragging = true;
    this.waiting = edits;
    this.flush();
  }

  flush() {
    if (!this.waiting || this.inFlight >= IN_FLIGHT || !this.online) return;
    const frame = this.frame++;
    this.plan.expect(frame, this.waiting);
    if (this.wire.send({ type: 'drag', frame, edits: this.waiting })) this.inFlight++;
    this.waiting = null;
  }

  cancelDrag() {
    this.waiting = null;
    if (!this.dragging && this.plan.shown.length === 0) return;
    this.dragging = false;
    this.plan.frames.clear();
    this.plan.preview([]);
    this.wire.send({ type: 'drag', frame: this.frame++, edits: [] });
    this.emit('draw');
  }

  undo() {
    this.wire.send({ type: 'undo' });
  }

  redo() {
    this.wire.send({ type: 'redo' });
  }

  // -- the session's messages -------------------------------------------------------------------------------------

  listenToSession() {
    const state = (/** @type {any} */ m) => {
      this.problems = m.problems ?? [];
      this.mended = m.mended ?? [];
      this.notes = m.notes ?? [];
      this.undoLabel = m.undo;
      this.redoLabel = m.redo;
    };
    this.messages.set('scene', (m) => {
      // Another scene, not the same one after a pause of the socket.
      const first = !this.ready || m.revision !== this.plan.revision;
      this.ready = true;
      if (first) this.time = null;
      this.inFlight = 0;
      this.plan.reset(m.things, m.revision);
      this.picked = new Set([...this.picked].filter((id) => this.plan.get(id)));
      this.about = { builtin: m.builtin ?? [], formats: m.formats ?? this.about.formats, limits: m.limits ?? {} };
      this.file = m.file;
      this.recover = m.recover;
      state(m);
      this.view.up = this.plan.get(1)?.value?.y_axis !== 'down';
      this.emit('scene', first);
      for (const event of ['plan', 'picked', 'problems', 'file', 'layers', 'draw']) this.emit(event);
    });
    this.messages.set('edited', (m) => {
      this.plan.follow(m.changes, m.revision);
      for (const id of [...this.picked]) if (!this.plan.get(id)) this.picked.delete(id);
      state(m);
      this.stale = false;
      // An edit ends every drag: what is still on its way may never be answered.
      this.inFlight = 0;
      this.emit('edited');
      if (this.file) this.file.saved = m.saved;
      this.view.up = this.plan.get(1)?.value?.y_axis !== 'down';
      const done = this.afterEdit.get(m.frame);
      this.afterEdit.delete(m.frame);
      done?.(m.added ?? []);
      for (const event of ['plan', 'picked', 'problems', 'file', 'draw']) this.emit(event);
    });
    this.messages.set('checked', (m) => {
      if (m.revision !== this.plan.revision || this.dragging) return;
      this.problems = m.problems ?? this.problems;
      this.mended = m.mended ?? this.mended;
      this.emit('problems');
    });
    this.messages.set('dragged', (m) => {
      this.inFlight = Math.max(0, this.inFlight - 1);
      if (this.dragging) {
        this.stale = m.stale;
        this.problems = m.problems ?? this.problems;
        // Without a map to wait for, outlines are shown at once.
        if (m.stale || this.settings.paths === 'off' || !this.hasPaths()) this.plan.arrive(m.frame);
        this.emit('problems');
        this.emit('dragged');
        this.emit('draw');
      }
      this.flush();
    });
    this.messages.set('trouble', (m) => {
      if (m.of === 'drag') this.inFlight = Math.max(0, this.inFlight - 1);
      if (m.of === 'edit') this.cancelDrag();
      this.emit('trouble', m);
      this.flush();
    });
    this.messages.set('none', (m) => {
      if (m.layer === 'path' && this.dragging) this.plan.arrive(m.frame);
      this.emit('none', m);
      this.emit('draw');
    });
    this.on('online', () => {
      this.inFlight = 0;
    });
  }

  hasPaths() {
    return this.plan.list().some((t) => t.kind === 'exit' || t.kind === 'source');
  }
}
