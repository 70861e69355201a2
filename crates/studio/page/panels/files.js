// Files in and out: open by dialog or drop, save, export, and the command line that gives the same.

import { fill, get, h } from '../dom.js';

/** What can be exported, in words. @type {[string, string, string][]} */
const EXPORTS = [
  ['png', 'Picture (PNG)', 'picture'], ['svg', 'Drawing (SVG)', 'picture'], ['film', 'The map while things move (animated PNG)', 'picture'], ['apng', 'The run, animated (PNG)', 'run'],
  ['toml', 'Scene (TOML)', 'scene'], ['json', 'Scene (JSON)', 'scene'], ['geojson', 'GeoJSON', 'scene'], ['wkt', 'WKT', 'scene'],
  ['sqlite', 'Trajectories (SQLite)', 'run'], ['trajectories', 'Trajectories (text)', 'run'], ['summary', 'Summary of the run', 'run'],
];

/** @param {import('../studio.js').Studio} studio @param {import('../run.js').Run} run */
export function files(studio, run) {
  const input = /** @type {HTMLInputElement} */ (get('file-input'));
  const opens = async (/** @type {Iterable<File>} */ list) => {
    const all = await Promise.all([...list].map(async (f) => ({ name: f.name, bytes: await f.arrayBuffer() })));
    if (all.length === 0) return;
    const size = all.reduce((n, f) => n + f.bytes.byteLength, 0);
    if (size > (studio.about.limits.message ?? 67108864) - 4096) {
      notice(studio, `That is ${(size / 1e6).toFixed(0)} MB; at most ${((studio.about.limits.message ?? 67108864) / 1e6).toFixed(0)} MB can be opened here. Start the studio with the file: wayfront studio ${all[0].name}`, true);
      return;
    }
    studio.wire.sendFiles(all);
  };
  input.addEventListener('change', () => {
    opens(input.files ?? []);
    input.value = '';
  });
  openMenu(studio, input);
  saving(studio);
  exporting(studio, run);
  dropping(opens);
  answers(studio);
  studio.on('file plan', () => {
    const name = studio.file?.name ?? studio.plan.get(1)?.value?.name ?? 'new plan';
    get('file-name').textContent = name;
    get('unsaved').hidden = studio.file ? studio.file.saved : studio.undoLabel === null;
    document.title = `${name} · wayfront`;
  });
}

/** @param {import('../studio.js').Studio} studio @param {HTMLInputElement} input */
function openMenu(studio, input) {
  const menu = get('open-menu');
  const close = () => {
    /** @type {HTMLDetailsElement} */ (get('open-fold')).open = false;
  };
  studio.on('scene', () => {
    input.accept = (studio.about.formats.open ?? []).join(',');
    fill(menu,
      h('button', { type: 'button', id: 'new-plan', onclick: () => (close(), studio.wire.send({ type: 'new' })) }, 'New plan'),
      h('button', { type: 'button', id: 'open-file', onclick: () => (close(), input.click()) }, 'A file…'),
      h('p', { class: 'menu-head' }, 'Examples'),
      ...studio.about.builtin.map((/** @type {string} */ name) => h('button', { type: 'button', 'data-builtin': name, onclick: () => (close(), studio.wire.send({ type: 'open', builtin: name })) }, name)));
  });
}

/** @param {import('../studio.js').Studio} studio */
function saving(studio) {
  /** @type {string | null} */
  let asked = null;
  const save = (/** @type {boolean} */ overwrite) => {
    if (studio.file?.path && /\.(toml|json)$/.test(studio.file.name)) {
      studio.wire.send({ type: 'save', name: null, overwrite });
      return;
    }
    const usual = /\.(toml|json)$/.test(studio.file?.name ?? '') ? studio.file.name : `${(studio.plan.get(1)?.value?.name ?? 'plan').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'plan'}.toml`;
    ask('Save as', 'Name of the file, in the folder in which the studio was started:', usual, (name) => {
      asked = name;
      studio.wire.send({ type: 'save', name, overwrite });
    });
  };
  get('save').addEventListener('click', () => save(false));
  studio.on('save', () => save(false));
  studio.messages.set('saved', (m) => {
    studio.file = { ...studio.file, path: m.name, name: m.name, saved: true };
    studio.emit('file');
    notice(studio, `Saved as ${m.name}.${m.kept ? ` Kept: ${m.kept}.` : ''}`);
  });
  studio.messages.set('conflict', (m) => confirm(`${m.name} has changed on disk since it was read.`, 'Write over it', () => studio.wire.send({ type: 'save', name: m.name === asked ? asked : null, overwrite: true })));
}

/** @param {import('../studio.js').Studio} studio @param {import('../run.js').Run} run */
function exporting(studio, run) {
  const menu = get('export-menu');
  const close = () => {
    /** @type {HTMLDetailsElement} */ (get('export-fold')).open = false;
  };
  const layer = () => {
    const { settings } = studio;
    return settings.flow ? 'flow' : settings.field ? 'potential' : settings.paths === 'off' || !studio.hasPaths() ? 'world' : 'path';
  };
  const start = (/** @type {string} */ kind) => {
    close();
    // Films have many pictures: smaller ones.
    const size = kind === 'apng' || kind === 'film' ? 800 : 1600;
    studio.wire.send({ type: 'export', kind, size, layer: layer(), from: 0, to: run.info?.computed ?? 10, faster: 1 });
    studio.wire.send({ type: 'command', kind });
    if (kind === 'apng' || kind === 'film') notice(studio, kind === 'apng' ? 'Drawing the run…' : 'Drawing the map, moment by moment…');
  };
  const draw = () => {
    const known = new Set(studio.about.formats.export ?? []);
    const part = (/** @type {string} */ title, /** @type {string} */ group) => [
      h('p', { class: 'menu-head' }, title),
      ...EXPORTS.filter(([kind, , g]) => g === group && known.has(kind)).map(([kind, label]) =>
        h('button', { type: 'button', 'data-export': kind, disabled: group === 'run' && !run.info, onclick: () => start(kind) }, label)),
    ];
    fill(menu, ...part('Picture', 'picture'), ...part('Scene', 'scene'), ...part(run.info ? 'Run' : 'Run (none yet)', 'run'), h('p', { class: 'menu-head' }, 'The same on the command line'), h('p', { id: 'command', class: 'command' }, 'after an export, here'));
  };
  studio.on('scene', draw);
  studio.on('run', () => {
    for (const b of /** @type {HTMLButtonElement[]} */ ([...menu.querySelectorAll('button[data-export]')])) {
      if (EXPORTS.find(([kind]) => kind === b.dataset.export)?.[2] === 'run') b.disabled = !run.info;
    }
  });
  studio.messages.set('command', (m) => {
    const out = document.getElementById('command');
    if (!out) return;
    fill(out, h('code', {}, m.line), h('button', { type: 'button', class: 'link', onclick: () => navigator.clipboard?.writeText(m.line) }, 'copy'), m.saved ? '' : h('span', { class: 'quiet' }, ' (save first)'));
    studio.emit('command', m);
  });
  studio.blocks.set(6, (block) => {
    const about = JSON.parse(new TextDecoder().decode(new Uint8Array(block.body, 0, block.a)));
    const bytes = new Uint8Array(block.body, block.a, block.b);
    const address = URL.createObjectURL(new Blob([bytes], { type: about.media }));
    const link = h('a', { href: address, download: about.name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
    const left = about.left_out?.length ? ` Not in it: ${about.left_out.join(', ')}.` : '';
    notice(studio, `${about.name}: ${size(block.b)}.${left}`);
    studio.emit('exported', { name: about.name, bytes: block.b });
  });
}

/** @param {number} n */
const size = (n) => (n < 1e4 ? `${n} bytes` : n < 1e6 ? `${(n / 1e3).toFixed(0)} kB` : `${(n / 1e6).toFixed(1)} MB`);

/** @param {(list: Iterable<File>) => void} opens */
function dropping(opens) {
  const cover = get('drop');
  let depth = 0;
  addEventListener('dragenter', (event) => {
    event.preventDefault();
    depth++;
    cover.hidden = false;
  });
  addEventListener('dragleave', () => {
    depth = Math.max(0, depth - 1);
    cover.hidden = depth === 0;
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    depth = 0;
    cover.hidden = true;
    if (event.dataTransfer?.files.length) opens(event.dataTransfer.files);
  });
}

/** @param {import('../studio.js').Studio} studio */
function answers(studio) {
  studio.messages.set('rejected', (m) => {
    const list = h('ul', {}, ...m.problems.slice(0, 20).map((/** @type {any} */ p) => h('li', {}, h('b', {}, p.what), p.line ? h('span', { class: 'quiet' }, ` line ${p.line}`) : null, p.advice ? h('p', { class: 'problem-advice' }, p.advice) : null)));
    dialog(`${m.name} cannot be opened`, [list, m.problems.length > 20 ? h('p', {}, `and ${m.problems.length - 20} more`) : ''], [['Close', () => {}]]);
  });
  studio.on('trouble', (m) => notice(studio, `${m.what}${m.advice ? `: ${m.advice}` : ''}`, true));
  studio.on('scene', () => {
    const r = studio.recover;
    if (!r) return;
    dialog('Unsaved work', [h('p', {}, `An earlier session ended without saving ${r.name ?? 'its plan'}${r.seconds ? ` (${new Date(1000 * r.seconds).toLocaleString()})` : ''}.`)], [
      ['Take it', () => studio.wire.send({ type: 'recover', keep: true })], ['Discard it', () => studio.wire.send({ type: 'recover', keep: false })],
    ]);
  });
  studio.on('online', (why) => {
    get('offline').hidden = studio.online;
    get('offline-why').textContent = why ? ` (${why})` : '';
  });
}

/** @type {number | undefined} */
let noticeTimer;
/** A line that goes by itself. @param {import('../studio.js').Studio} studio @param {string} text @param {boolean} [bad] */
export function notice(studio, text, bad = false) {
  const box = get('notice');
  fill(box, text);
  box.hidden = false;
  box.classList.toggle('bad', bad);
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => {
    box.hidden = true;
  }, bad ? 9000 : 5000);
}

/** @param {string} title @param {(Node | string)[]} body @param {[string, () => void][]} actions */
function dialog(title, body, actions) {
  const made = h('dialog', { class: 'dialog' }, h('h2', {}, title), ...body, h('div', { class: 'buttons' }, ...actions.map(([label, act], i) => h('button', { type: 'button', class: i === 0 ? 'primary' : '', onclick: () => {
    made.close();
    act();
  } }, label))));
  made.addEventListener('close', () => made.remove());
  document.body.append(made);
  made.showModal();
  return made;
}

/** @param {string} text @param {string} label @param {() => void} act */
const confirm = (text, label, act) => dialog('Really?', [h('p', {}, text)], [[label, act], ['Cancel', () => {}]]);

/** @param {string} title @param {string} text @param {string} usual @param {(answer: string) => void} act */
function ask(title, text, usual, act) {
  const input = h('input', { type: 'text', value: usual, id: 'dialog-input' });
  const made = dialog(title, [h('label', { class: 'ask' }, text, input)], [['Save', () => input.value.trim() && act(input.value.trim())], ['Cancel', () => {}]]);
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    made.close();
    if (input.value.trim()) act(input.value.trim());
  });
  input.select();
}
