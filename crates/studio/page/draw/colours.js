// The colours of pictures that `wayfront` draws, light and dark: the same themes, the same maps through OKLab.

/** @typedef {Record<string, string>} Theme */

/** @type {Theme} */
const LIGHT = {
  outside: '#b0b9c4', walkable: '#fdfdfb', obstacle: '#a9b3bf', outline: '#5c6774', wall: '#363f4a', door: '#8a4b12',
  text: '#252c35', halo: '#ffffff', source: '#d55e00', barrier: '#8f3d7e', weight: '#e69f00', entrance: '#009e73',
  outlet: '#0072b2', change: '#d6007f', people: '#0072b2', stop: '#7a5195', slow: '#b07d2b', goods: '#5a8f29',
  measure: '#00798c', accent: '#1463c4', grid: '#1e2a3a', ruler: '#f5f6f8', route: '#0b3d91', cut: '#c1121f', lane: '#00695c',
};
/** @type {Theme} */
const DARK = {
  outside: '#505b6a', walkable: '#262d36', obstacle: '#556170', outline: '#93a1b1', wall: '#d5dde6', door: '#e3a865',
  text: '#e8ecf0', halo: '#12161b', source: '#ff8a3d', barrier: '#e08fc4', weight: '#f0e442', entrance: '#2fc798',
  outlet: '#56b4e9', change: '#ff5cb8', people: '#56b4e9', stop: '#c39be0', slow: '#e0b060', goods: '#9ccc65',
  measure: '#4dd0e1', accent: '#6cb0ff', grid: '#e8ecf0', ruler: '#1b2027', route: '#ffffff', cut: '#ff6b6b', lane: '#4db6ac',
};

/** @param {boolean} dark @returns {Theme} */
export const theme = (dark) => (dark ? DARK : LIGHT);

/** Lightness from and to, then chroma and hue at evenly spaced numbers. */
const MAPS = {
  'near-far': { lightness: [0.965, 0.32], stops: [[0.045, 105], [0.07, 140], [0.08, 185], [0.095, 228], [0.11, 256], [0.105, 272]] },
  'green-red': { lightness: [0.95, 0.43], stops: [[0.09, 152], [0.14, 130], [0.165, 103], [0.16, 76], [0.17, 53], [0.18, 36], [0.16, 27]] },
  'violet-yellow': { lightness: [0.26, 0.92], stops: [[0.13, 315], [0.13, 285], [0.1, 240], [0.1, 190], [0.15, 150], [0.18, 105]] },
};
/** @typedef {keyof typeof MAPS} MapName */

/** @typedef {[number, number, number]} Rgb from 0 to 1 */

/** @param {MapName} name @param {number} t @returns {Rgb} */
export function colourAt(name, t) {
  const { lightness: [from, to], stops } = MAPS[name];
  const place = Math.max(0, Math.min(1, t)) * (stops.length - 1);
  const below = Math.min(Math.floor(place), stops.length - 2);
  const knots = [Math.max(below - 1, 0), below, below + 1, Math.min(below + 2, stops.length - 1)].map((i) => {
    const [chroma, hue] = stops[i];
    return [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  });
  const [a, b] = [0, 1].map((axis) => spline(knots.map((k) => k[axis]), place - below));
  return fromOklab([from + (to - from) * t, a, b]);
}

/** @param {number[]} k @param {number} t */
function spline([before, from, to, after], t) {
  const [out, arrival] = [(to - before) / 2, (after - from) / 2];
  return from + t * (out + t * (3 * (to - from) - 2 * out - arrival + t * (2 * (from - to) + out + arrival)));
}

/** @param {number[]} lab @returns {Rgb} */
function fromOklab([lightness, a, b]) {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const curve = (/** @type {number} */ c) => {
    const held = Math.max(0, Math.min(1, c));
    return held <= 0.0031308 ? 12.92 * held : 1.055 * held ** (1 / 2.4) - 0.055;
  };
  return [curve(linear[0]), curve(linear[1]), curve(linear[2])];
}

/** 256 colours as bytes, for a texture. @param {MapName} name */
export function table(name) {
  const bytes = new Uint8Array(256 * 4);
  for (let i = 0; i < 256; i++) bytes.set([...colourAt(name, i / 255).map((c) => Math.round(c * 255)), 255], i * 4);
  return bytes;
}

const GOLDEN_ANGLE = 137.507764;

/** @param {number} lightness @param {number} chroma @param {number} hue @returns {Rgb} */
const fromOklch = (lightness, chroma, hue) =>
  fromOklab([lightness, chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]);

/** A light colour for a region of a map. @param {number} index @returns {Rgb} */
export const regionColour = (index) => fromOklch([0.86, 0.74, 0.93][index % 3], 0.085, (70 + GOLDEN_ANGLE * index) % 360);

const GROUPS = ['#0072b2', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'];
/** @param {number} index @returns {string} */
export function groupColour(index) {
  if (index < GROUPS.length) return GROUPS[index];
  return css(fromOklch([0.55, 0.68, 0.45][index % 3], 0.11, (70 + GOLDEN_ANGLE * index) % 360));
}

/** @param {Rgb} c */
export const css = (c) => `rgb(${c.map((v) => Math.round(v * 255)).join(' ')})`;
/** @param {string} hex @returns {Rgb} */
export function rgb(hex) {
  if (hex.startsWith('rgb')) {
    const n = (hex.match(/[\d.]+/g) ?? []).map(Number);
    return [n[0] / 255, n[1] / 255, n[2] / 255];
  }
  const n = parseInt(hex.slice(1), 16);
  return [((n >> 16) & 255) / 255, ((n >> 8) & 255) / 255, (n & 255) / 255];
}
