// The page's mirror of the scene. The session owns the scene; the page keeps the last revision and, while something is
// dragged, the edits of each frame over it: what is drawn are the outlines of the frame that the field belongs to.

import { KINDS, parts } from './kinds.js';
import { boxOf } from './geometry.js';

/** @typedef {import('./kinds.js').Thing} Thing */
/** @typedef {import('./kinds.js').Id} Id */
/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./geometry.js').Box} Box */
/** @typedef {{op: 'add', kind: string, value: any, before?: Id} | {op: 'set', id: Id, value: any} | {op: 'remove', id: Id}} Edit */

export class Plan {
  constructor() {
    /** The last revision, in the order of the session. @type {Map<Id, Thing>} */
    this.things = new Map();
    this.revision = 0;
    /** Edits of frames that were asked for and not yet answered. @type {Map<number, Edit[]>} */
    this.frames = new Map();
    /** Edits over the revision that are shown now. @type {Edit[]} */
    this.shown = [];
    /** The frame of these edits; 0 for none. */
    this.shownFrame = 0;
    /** @type {Thing[] | null} */
    this.cache = null;
    /** Counts every change of what is shown. */
    this.version = 0;
  }

  /** @param {Thing[]} things @param {number} revision */
  reset(things, revision) {
    this.things = new Map(things.map((t) => [t.id, { id: t.id, kind: t.kind, value: t.value }]));
    this.revision = revision;
    this.frames.clear();
    this.shown = [];
    this.touch();
  }

  /** Follows `edited`. @param {{id: Id, kind: string, value: any, removed?: boolean, before?: Id|null}[]} changes @param {number} revision */
  follow(changes, revision) {
    for (const { id, kind, value, removed, before } of changes) {
      if (removed) this.things.delete(id);
      else if (this.things.has(id) && before === undefined) this.things.set(id, { id, kind, value });
      else this.insert({ id, kind, value }, before ?? null);
    }
    this.revision = revision;
    this.frames.clear();
    this.shown = [];
    this.touch();
  }

  /** @param {Thing} thing @param {Id | null} before */
  insert(thing, before) {
    this.things.delete(thing.id);
    if (before === null || !this.things.has(before)) {
      this.things.set(thing.id, thing);
      return;
    }
    const order = [...this.things.values()];
    order.splice(order.findIndex((t) => t.id === before), 0, thing);
    this.things = new Map(order.map((t) => [t.id, t]));
  }

  touch() {
    this.cache = null;
    this.version++;
  }

  /** Keeps the edits of a frame until its answer is there. @param {number} frame @param {Edit[]} edits */
  expect(frame, edits) {
    this.frames.set(frame, edits);
  }

  /** Shows the edits of a frame, and forgets older ones. @param {number} frame */
  arrive(frame) {
    const edits = this.frames.get(frame);
    if (!edits) return;
    for (const f of [...this.frames.keys()]) if (f <= frame) this.frames.delete(f);
    this.shown = edits;
    this.shownFrame = frame;
    this.touch();
  }

  /** Shows edits at once. @param {Edit[]} edits */
  preview(edits) {
    this.shown = edits;
    this.touch();
  }

  /** The things as they are shown now. @returns {Thing[]} */
  list() {
    this.cache ??= applied([...this.things.values()], this.shown);
    return this.cache;
  }

  /** As it is in the last revision. @param {Id} id */
  get(id) {
    return this.things.get(id);
  }

  /** As it is shown. @param {Id} id */
  seen(id) {
    return this.shown.length === 0 ? this.things.get(id) : this.list().find((t) => t.id === id);
  }

  /** @param {string} kind @returns {Thing[]} */
  of(kind) {
    return this.list().filter((t) => t.kind === kind);
  }

  /** Whether there is nothing yet that can be drawn. */
  empty() {
    return !this.list().some((t) => parts(t).length > 0);
  }

  /** @returns {Box | null} */
  box() {
    return boxOf(everyPoint(this.list()));
  }

  /** A name that no thing of the kind has: `exit`, `exit 2`, … @param {string} kind */
  freshName(kind) {
    const word = (KINDS[kind]?.label ?? kind).toLowerCase();
    const taken = new Set([...this.things.values()].map((t) => t.value?.name));
    if (!taken.has(word)) return word;
    let n = 2;
    while (taken.has(`${word} ${n}`)) n++;
    return `${word} ${n}`;
  }
}

/** @param {Thing[]} things */
function* everyPoint(things) {
  for (const thing of things) for (const part of parts(thing)) yield* part.points;
}

/** The list after edits; new things get negative ids, since the session has not named them. @param {Thing[]} things @param {Edit[]} edits */
function applied(things, edits) {
  if (edits.length === 0) return things;
  /** @type {Map<Id, Edit>} */
  const byId = new Map();
  /** @type {Thing[]} */
  const added = [];
  for (const edit of edits) {
    if (edit.op === 'add') added.push({ id: -1 - added.length, kind: edit.kind, value: edit.value });
    else byId.set(edit.id, edit);
  }
  const kept = things.flatMap((t) => {
    const edit = byId.get(t.id);
    if (!edit) return [t];
    return edit.op === 'set' ? [{ ...t, value: edit.value }] : [];
  });
  return [...kept, ...added];
}
