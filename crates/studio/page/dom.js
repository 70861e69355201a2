// Elements without markup: whatever comes from a file is text.

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Record<string, any>} Props */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Props} [props] @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class') element.className = value;
    else if (name in element && name !== 'list' && name !== 'role') /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((c) => c !== null && c !== undefined && c !== false).map((c) => /** @type {Node|string} */ (c)));
  return element;
}

/** @param {string} id @returns {HTMLElement} */
export function get(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element ${id}`);
  return element;
}

/** Replaces the children, unless a person types in them. @param {HTMLElement} element @param {...(Node | string | null | false)} children */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((c) => c !== null && c !== false).map((c) => /** @type {Node|string} */ (c)));
}

/** An icon of 20 by 20 from the paths of a drawing. @param {string} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', 'icon');
  for (const d of (ICONS[name] ?? '').split('|')) {
    const path = document.createElementNS(SVG, 'path');
    const filled = d.startsWith('!');
    path.setAttribute('d', filled ? d.slice(1) : d);
    if (filled) path.setAttribute('class', 'filled');
    svg.append(path);
  }
  return svg;
}

/** Paths; those that begin with ! are filled. @type {Record<string, string>} */
const ICONS = {
  pick: '!M5 3l10.5 7-4.8.9 2.6 5-2 1-2.6-5L5 15.5z',
  floor: 'M3 5h14v10H3z|M3 5l0 0',
  wall: 'M3 16h5V8h9|M3 16h5V8h9',
  obstacle: '!M4 6h8v8H4z|M12 6h4v8h-4',
  door: 'M3 16h4|M13 16h4|M7 16V6|M7 6a10 10 0 0 1 6 10',
  exit: 'M8 3H4v14h4|M8 10h9|M13.5 6.5L17 10l-3.5 3.5',
  goal: 'M10 3v14|M3 10h14|M10 5.5a4.5 4.5 0 1 0 .01 0',
  barrier: 'M4 4v13|M16 4v13|M4 7h12|M4 11h12|M6 11l3-4|M10 11l3-4',
  people: '!M10 3a2.4 2.4 0 1 1-.01 0|!M6 16v-4a4 4 0 0 1 8 0v4z|!M4 6a1.7 1.7 0 1 1-.01 0|!M16 6a1.7 1.7 0 1 1-.01 0',
  stop: 'M10 3a7 7 0 1 0 .01 0|M10 6v4l3 2',
  counter: 'M3 10h14|M6 7v6|M10 5v10|M14 7v6',
  ruler: 'M2.5 13.5l11-11 4 4-11 11z|M6 10l2 2|M9 7l2 2|M12 4l2 2',
  more: '!M4 8.5a1.5 1.5 0 1 1-.01 0|!M10 8.5a1.5 1.5 0 1 1-.01 0|!M16 8.5a1.5 1.5 0 1 1-.01 0',
  undo: 'M7 4L3 8l4 4|M3 8h9a4.5 4.5 0 0 1 0 9H8',
  redo: 'M13 4l4 4-4 4|M17 8H8a4.5 4.5 0 0 0 0 9h4',
  help: 'M7 7.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.1-1.5 2.4|!M10 14.6a1 1 0 1 1-.01 0',
  play: '!M6 4l10 6-10 6z',
  pause: '!M5 4h4v12H5z|!M11 4h4v12h-4z',
  stopRun: '!M5 5h10v10H5z',
  start: '!M4 4h2.5v12H4z|!M16 4v12l-8-6z',
  fit: 'M3 7V3h4|M13 3h4v4|M17 13v4h-4|M7 17H3v-4',
  theme: 'M10 3a7 7 0 1 0 .01 0|!M10 3a7 7 0 0 1 0 14z',
  trash: 'M4 6h12|M8 6V4h4v2|M6 6l1 11h6l1-11',
  copy: 'M7 7h9v9H7z|M4 13V4h9',
  eye: 'M2.5 10S5.5 5 10 5s7.5 5 7.5 5-3 5-7.5 5-7.5-5-7.5-5|M10 8a2 2 0 1 0 .01 0',
  zone: 'M4 4h3|M9 4h3|M14 4h2v3|M16 9v3|M16 14v2h-2|M12 16H9|M7 16H4v-3|M4 11V8',
  slow: 'M3 14c3-8 4 4 7-4s4 4 7-4', goods: '!M5 10h4v4H5z|!M11 10h4v4h-4z|!M8 5h4v4H8z',
  arrivals: 'M12 3h4v14h-4|M3 10h9|M8.5 6.5L12 10l-3.5 3.5', weight: 'M10 16a6 6 0 1 1 6-6|M10 10l3-3',
  constraint: 'M10 3a7 7 0 1 0 .01 0|M5 5l10 10', entrance: 'M3 4v12|M7 7l3 3-3 3|M12 7l3 3-3 3', outlet: 'M17 4v12|M3 7l3 3-3 3|M8 7l3 3-3 3',
};
