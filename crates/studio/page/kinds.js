// The kinds of things that a scene consists of: how they are called, where their points stand in the value that the
// scene format writes, and which fields a form shows. Everything that the page knows of the scene format is here.

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {number} Id */
/** @typedef {{id: Id, kind: string, value: any}} Thing */
/** A run of points of a thing. @typedef {{key: (string|number)[], closed: boolean, points: Point[]}} Part */
/**
 * A field of a form.
 * @typedef {{
 *   name: string, label: string, type: 'text'|'number'|'whole'|'flag'|'choice'|'spread'|'names'|'name'|'json'|'one-of',
 *   unit?: string, usual?: string, options?: string[], from?: 'goals'|'stops'|'groups'|'obstacles', help?: string,
 *   required?: boolean, least?: number, rare?: boolean,
 * }} Field
 */
/**
 * @typedef {{
 *   label: string, plural: string, one?: string, letter?: string, shape: 'ring'|'rings'|'line'|'segment'|'point'|'any'|'none',
 *   paint: string, fields: Field[], single?: boolean, group: 'building'|'paths'|'people'|'measures'|'flow'|'other',
 * }} Kind
 */

/** @type {Field} */
const NAME = { name: 'name', label: 'Name', type: 'text' };
/** @type {Field} */
const NEEDED_NAME = { ...NAME, required: true };
/** @type {Field[]} */
const PLACE_OF_COST = [NAME, { name: 'offset', label: 'Cost already paid', type: 'number', unit: 's', usual: '0', least: 0 }];
/** @type {Field[]} */
const BODY = [
  { name: 'speed', label: 'Walking speed', type: 'spread', unit: 'm/s', usual: '1.34 ± 0.26' },
  { name: 'radius', label: 'Body radius', type: 'spread', unit: 'm', usual: '0.2' },
  { name: 'premovement', label: 'Sets off after', type: 'spread', unit: 's', usual: '0' },
];
const GUIDES = ['path', 'quickest', 'potential', 'cells', 'clearance', 'navgraph', 'flow', 'lanes', 'straight'];

/** @type {Record<string, Kind>} */
export const KINDS = {
  scene: {
    label: 'Scene', plural: 'Scene', shape: 'none', paint: 'text', group: 'other', single: true,
    fields: [
      NAME,
      { name: 'y_axis', label: 'y grows', type: 'choice', options: ['up', 'down'], usual: 'up' },
    ],
  },
  boundary: { label: 'Floor', plural: 'Floors', letter: 'F', shape: 'ring', paint: 'walkable', group: 'building', fields: [] },
  area: { label: 'Floor area', plural: 'Floor areas', shape: 'rings', paint: 'walkable', group: 'building', fields: [] },
  obstacle: { label: 'Obstacle', plural: 'Obstacles', letter: 'O', shape: 'ring', paint: 'obstacle', group: 'building', fields: [] },
  solid: { label: 'Named obstacle', plural: 'Named obstacles', shape: 'rings', paint: 'obstacle', group: 'building', fields: [NAME] },
  wall: { label: 'Wall', plural: 'Walls', letter: 'W', shape: 'line', paint: 'wall', group: 'building', fields: [] },
  door: {
    label: 'Door', plural: 'Doors', letter: 'D', shape: 'segment', paint: 'door', group: 'building',
    fields: [NEEDED_NAME, { name: 'open', label: 'Open', type: 'flag', usual: 'false' }],
  },
  exit: { label: 'Exit', plural: 'Exits', letter: 'E', shape: 'any', paint: 'source', group: 'paths', fields: PLACE_OF_COST },
  source: { label: 'Goal', plural: 'Goals', letter: 'G', shape: 'any', paint: 'source', group: 'paths', fields: PLACE_OF_COST },
  barrier: {
    label: 'Barrier', plural: 'Barriers', letter: 'B', shape: 'segment', paint: 'barrier', group: 'paths',
    fields: [
      { name: 'delay', label: 'Delay', type: 'number', unit: 's', least: 0, help: 'a fixed extra; or a factor, not both' },
      { name: 'factor', label: 'Factor on the rest', type: 'number', least: 1 },
    ],
  },
  weight: {
    label: 'Speed change', plural: 'Speed changes', shape: 'point', paint: 'weight', group: 'paths',
    fields: [{ name: 'speed', label: 'Speed behind the corner', type: 'number', unit: '×', required: true }],
  },
  constraint: {
    label: 'Constraint', plural: 'Constraints', shape: 'any', paint: 'weight', group: 'paths',
    fields: [
      NAME,
      ...['near', 'left', 'right', 'front', 'back', 'sight'].map((name) => /** @type {Field} */ ({
        name, label: `${name[0].toUpperCase()}${name.slice(1)} of`, type: 'name', from: 'obstacles', rare: true,
      })),
      { name: 'between', label: 'Between', type: 'names', from: 'obstacles', rare: true },
      { name: 'reach', label: 'Reach', type: 'number', unit: 'm', least: 0 },
      { name: 'facing', label: 'Facing', type: 'json', usual: '[1, 0]', rare: true },
      { name: 'depth', label: 'Depth', type: 'number', unit: 'm', rare: true },
      { name: 'weight', label: 'Weight', type: 'number', help: 'attracts above 0, repels below' },
      { name: 'factor', label: 'Factor on lengths', type: 'number' },
      { name: 'hard', label: 'No entry', type: 'flag', usual: 'false' },
    ],
  },
  group: {
    label: 'People', plural: 'Groups of people', one: 'Group of people', letter: 'P', shape: 'any', paint: 'people', group: 'people',
    fields: [
      NAME,
      { name: 'count', label: 'How many', type: 'whole', least: 0 },
      { name: 'goal', label: 'Go to', type: 'names', from: 'goals', usual: 'the nearest exit' },
      { name: 'via', label: 'By way of', type: 'names', from: 'stops' },
      ...BODY,
      { name: 'rate', label: 'Come in', type: 'number', unit: '/s', usual: 'as many as find room' },
      { name: 'batch', label: 'At once', type: 'whole', usual: '1', rare: true },
      { name: 'after', label: 'First after', type: 'number', unit: 's', usual: '0', rare: true },
      { name: 'guide', label: 'Guided by', type: 'choice', options: GUIDES, usual: 'path', help: 'path: the shortest path; quickest: around what is crowded now; the rest is in the pages on crowds' },
      { name: 'seek', label: 'After', type: 'choice', options: ['goals', 'random', 'anywhere', 'nearest', 'densest'], usual: 'goals', rare: true },
      { name: 'of', label: 'Chase', type: 'name', from: 'groups', rare: true },
      { name: 'catch', label: 'Catch within', type: 'number', unit: 'm', rare: true },
      { name: 'together', label: 'Keep together', type: 'flag', usual: 'false' },
      { name: 'profiles', label: 'Profiles', type: 'json', rare: true, help: '[{"share": 0.9}, {"name": "wheelchair", "share": 0.1, "radius": 0.4}]' },
    ],
  },
  stop: {
    label: 'Stop', plural: 'Stops', letter: 'S', shape: 'ring', paint: 'stop', group: 'people',
    fields: [NEEDED_NAME, { name: 'wait', label: 'Stay', type: 'spread', unit: 's', usual: '0' }],
  },
  slow: {
    label: 'Slow area', plural: 'Slow areas', shape: 'ring', paint: 'slow', group: 'people',
    fields: [NAME, { name: 'speed', label: 'Share of the speed', type: 'number', unit: '×', required: true }],
  },
  goods: {
    label: 'Goods', plural: 'Goods', shape: 'ring', paint: 'goods', group: 'people',
    fields: [NAME, { name: 'count', label: 'How many', type: 'whole', required: true }, { name: 'rate', label: 'Taken', type: 'number', unit: '/s', usual: '1' }],
  },
  measure: { label: 'Counter', plural: 'Counters', letter: 'M', shape: 'any', paint: 'measure', group: 'measures', fields: [NAME] },
  entrance: { label: 'Flow entrance', plural: 'Flow entrances', letter: 'I', shape: 'line', paint: 'entrance', group: 'flow', fields: [] },
  outlet: { label: 'Flow exit', plural: 'Flow exits', letter: 'U', shape: 'line', paint: 'outlet', group: 'flow', fields: [] },
  flow: {
    label: 'Flow', plural: 'Flow', shape: 'none', paint: 'entrance', group: 'flow', single: true,
    fields: [{ name: 'radius', label: 'Radius of the discs', type: 'number', unit: 'm', usual: 'capacity only' }],
  },
  crowd: {
    label: 'Run', plural: 'Run', shape: 'none', paint: 'people', group: 'people', single: true,
    fields: [
      { name: 'seconds', label: 'At the latest until', type: 'number', unit: 's', usual: '600' },
      { name: 'seed', label: 'Seed', type: 'whole', usual: '1' },
      { name: 'rerouting', label: 'Queues', type: 'choice', options: ['none', 'delay', 'factor'], usual: 'none', help: 'what a queue does to the paths of others' },
      { name: 'steering', label: 'Steering', type: 'choice', options: ['orca', 'orca-plain', 'social-force'], usual: 'orca' },
      { name: 'passing', label: 'Pass on the', type: 'choice', options: ['right', 'left', 'none'], usual: 'right' },
      { name: 'calm', label: 'Calm', type: 'flag', usual: 'false' },
      { name: 'step', label: 'Step', type: 'number', unit: 's', usual: '0.05', rare: true },
    ],
  },
  motion: {
    label: 'Motion', plural: 'Motions', shape: 'none', paint: 'change', group: 'other',
    fields: [
      { name: 'repeat', label: 'Start anew', type: 'flag', usual: 'false' },
    ],
  },
};

/** Things whose inside is not walkable, and walls. */
export const BLOCKS = new Set(['obstacle', 'solid', 'wall']);
/** Things that lie on outlines: their ends are put on walls. */
export const ON_OUTLINES = new Set(['exit', 'door', 'barrier', 'entrance', 'outlet']);

/** Values are never changed, only replaced: what was found in one is kept with it. @type {WeakMap<object, Part[]>} */
const found = new WeakMap();

/** The points of a thing, run by run. @param {Thing} thing @returns {Part[]} */
export function parts(thing) {
  const { value } = thing;
  if (!value || typeof value !== 'object') return [];
  let list = found.get(value);
  if (!list) found.set(value, (list = findParts(thing)));
  return list;
}

/** @param {Thing} thing @returns {Part[]} */
function findParts({ kind, value }) {
  if (Array.isArray(value)) return [{ key: [], closed: KINDS[kind]?.shape === 'ring', points: value }];
  /** @type {Part[]} */
  const list = [];
  const take = (/** @type {string} */ name, /** @type {boolean} */ closed) => {
    if (isLine(value[name])) list.push({ key: [name], closed, points: value[name] });
  };
  for (const name of ['outline', 'area', 'in', 'near']) take(name, true);
  if (Array.isArray(value.holes)) {
    value.holes.forEach((/** @type {Point[]} */ points, /** @type {number} */ i) => list.push({ key: ['holes', i], closed: true, points }));
  }
  for (const name of ['segment', 'polyline', 'entrance']) take(name, false);
  for (const name of ['point', 'corner']) {
    if (isPoint(value[name])) list.push({ key: [name], closed: false, points: [value[name]] });
  }
  if (isLine(value.points)) {
    value.points.forEach((/** @type {Point} */ p, /** @type {number} */ i) => list.push({ key: ['points', i], closed: false, points: [p] }));
  }
  return list;
}

/** The value with other points in one of its parts. @param {any} value @param {Part} part @param {Point[]} points @returns {any} */
export function withPoints(value, part, points) {
  const copy = structuredClone(value);
  if (part.key.length === 0) return points;
  const single = part.key[0] === 'point' || part.key[0] === 'corner' || part.key[0] === 'points';
  let place = copy;
  for (const step of part.key.slice(0, -1)) place = place[step];
  place[part.key[part.key.length - 1]] = single ? points[0] : points;
  return copy;
}

/** The value with all its points mapped. @param {Thing} thing @param {(p: Point) => Point} change */
export function mapped(thing, change) {
  let value = structuredClone(thing.value);
  for (const part of parts({ ...thing, value })) value = withPoints(value, part, part.points.map(change));
  return value;
}

/** @param {any} v */
const isPoint = (v) => Array.isArray(v) && v.length === 2 && typeof v[0] === 'number';
/** @param {any} v */
const isLine = (v) => Array.isArray(v) && v.length > 0 && v.every(isPoint);

/** What a thing is called in lists: its name, or its kind and number. @param {Thing} thing @param {number} [number] */
export function title(thing, number) {
  const kind = KINDS[thing.kind];
  const name = thing.value && !Array.isArray(thing.value) ? thing.value.name : undefined;
  if (name && thing.kind !== 'scene') return String(name);
  return number === undefined || kind?.single ? kind?.label ?? thing.kind : `${kind?.label ?? thing.kind} ${number + 1}`;
}
