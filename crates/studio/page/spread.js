// Spreads as people write them: "1.34", "5 to 15", "1.34 ± 0.26", "30 ± 10 log", "0.5 < 0.8 < 1.1".

/** @param {any} spread @returns {string} */
export function write(spread) {
  if (spread === undefined || spread === null) return '';
  if (typeof spread === 'number') return String(spread);
  if (Array.isArray(spread)) return `${spread[0]} to ${spread[1]}`;
  if (spread.mode !== undefined) return `${spread.from} < ${spread.mode} < ${spread.to}`;
  return `${spread.mean} ± ${spread.deviation}${spread.kind === 'log-normal' ? ' log' : ''}`;
}

const NUMBER = '(-?\\d*\\.?\\d+(?:e[-+]?\\d+)?)';
const FORMS = /** @type {[RegExp, (n: number[]) => any][]} */ ([
  [new RegExp(`^${NUMBER}$`, 'i'), ([a]) => a],
  [new RegExp(`^${NUMBER}\\s*(?:to|-|–|,|\\.\\.)\\s*${NUMBER}$`, 'i'), ([a, b]) => [a, b]],
  [new RegExp(`^${NUMBER}\\s*(?:±|\\+-|\\+/-)\\s*${NUMBER}$`, 'i'), ([mean, deviation]) => ({ mean, deviation })],
  [new RegExp(`^${NUMBER}\\s*(?:±|\\+-|\\+/-)\\s*${NUMBER}\\s*log$`, 'i'), ([mean, deviation]) => ({ kind: 'log-normal', mean, deviation })],
  [new RegExp(`^${NUMBER}\\s*<\\s*${NUMBER}\\s*<\\s*${NUMBER}$`, 'i'), ([from, mode, to]) => ({ from, mode, to })],
]);

/** @param {string} text @returns {any} the value; undefined for nothing; null if it cannot be read */
export function read(text) {
  const clean = text.trim();
  if (clean === '') return undefined;
  for (const [form, make] of FORMS) {
    const found = form.exec(clean);
    if (found) return make(found.slice(1).map(Number));
  }
  return null;
}
