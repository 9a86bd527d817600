// The viewer: tiles of 256 pixels from the server, everything else drawn here. Lengths are micrometres.
'use strict';
(() => {
const TILE = 256, FLIGHT = 6, KEEP = 700;
const by = id => document.getElementById(id);
const map = by('map'), pen = map.getContext('2d');
const state = {info: null, x: 0, y: 0, scale: 1, hidden: new Set(), dark: false, ruler: null, rulers: [], measures: false,
  ports: null, showsPorts: false, marks: [], mark: -1, pointer: null, drawn: 0, asked: 0};
window.layoutViewer = state; // for tests
let dpr = 1, width = 1, height = 1, tiles = new Map(), waiting = [], flight = 0, planned = false;

// ---- talking to the server ----
async function ask(tool, more) {
  const answer = await fetch('tool/' + tool, {method: 'POST', body: JSON.stringify(Object.assign({session_id: state.info.session_id}, more))});
  const json = await answer.json();
  if (!answer.ok) throw new Error(json.message || 'the server refuses');
  return json;
}
const say = text => { by('said').textContent = text; };
function number(value, decimals) {
  const text = value.toFixed(decimals === undefined ? 3 : decimals);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

// ---- places ----
const toX = x => (x - state.x) * state.scale + width / 2;
const toY = y => height / 2 - (y - state.y) * state.scale;
const fromX = px => (px - width / 2) / state.scale + state.x;
const fromY = py => (height / 2 - py) / state.scale + state.y;
function plan() {
  if (!planned) { planned = true; requestAnimationFrame(() => { planned = false; draw(); }); }
}
function zoomAt(px, py, factor) {
  const x = fromX(px), y = fromY(py);
  state.scale = Math.min(60000, Math.max(1e-6, state.scale * factor));
  state.x = x - (px - width / 2) / state.scale;
  state.y = y - (height / 2 - py) / state.scale;
  plan();
}
function show(box, share) {
  const w = Math.max(box[2] - box[0], state.info.dbu * 10), h = Math.max(box[3] - box[1], state.info.dbu * 10);
  state.scale = Math.min(width / w, height / h) * (share || 0.9);
  state.x = (box[0] + box[2]) / 2;
  state.y = (box[1] + box[3]) / 2;
  plan();
}

// ---- tiles ----
function layersAsked() {
  return state.info.layers.filter(l => !state.hidden.has(l.index)).map(l => l.index).join(',');
}
function forget() {
  state.missing = 1; // until it is drawn
  waiting = [];
  for (const t of tiles.values()) if (t.image && t.image.close) t.image.close();
  tiles = new Map();
  plan();
}
function keyOf(z, x, y) { return z + '/' + x + '/' + y; }
async function load(tile) {
  const mine = tiles;
  flight++;
  state.asked++;
  try {
    const query = 'tile?cell=' + encodeURIComponent(state.info.cell) + '&z=' + tile.z + '&x=' + tile.x + '&y=' + tile.y +
      '&layers=' + layersAsked() + (state.dark ? '&dark=1' : '');
    const answer = await fetch(query);
    if (!answer.ok) throw new Error('a tile was refused');
    const image = await createImageBitmap(await answer.blob());
    if (mine === tiles) tile.image = image; else image.close();
  } catch (error) {
    tile.failed = true;
    say(error.message);
  }
  flight--;
  next();
  plan();
}
function next() {
  while (flight < FLIGHT && waiting.length) {
    const tile = waiting.shift();
    if (tiles.get(keyOf(tile.z, tile.x, tile.y)) === tile && !tile.begun) { tile.begun = true; load(tile); }
  }
}
function shorten() {
  if (tiles.size <= KEEP) return;
  const old = [...tiles.entries()].filter(e => e[1].image).sort((a, b) => a[1].used - b[1].used).slice(0, tiles.size - KEEP);
  for (const [key, tile] of old) { tile.image.close(); tiles.delete(key); }
}
function put(tile, z) {
  const side = TILE * state.scale / Math.pow(2, z);
  const left = toX(tile.x * TILE / Math.pow(2, z)), top = toY(-tile.y * TILE / Math.pow(2, z));
  const x = Math.round(left * dpr), y = Math.round(top * dpr);
  pen.drawImage(tile.image, x, y, Math.round((left + side) * dpr) - x, Math.round((top + side) * dpr) - y);
}
function drawTiles() {
  const z = Math.max(-30, Math.min(16, Math.ceil(Math.log2(state.scale * dpr) - 0.35)));
  const side = TILE / Math.pow(2, z), wanted = [];
  const left = Math.floor(fromX(0) / side), right = Math.floor(fromX(width) / side);
  const top = Math.floor(-fromY(0) / side), bottom = Math.floor(-fromY(height) / side);
  for (const tile of tiles.values()) if (tile.image && tile.z !== z) put(tile, tile.z); // something to see meanwhile
  state.missing = 0;
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const key = keyOf(z, x, y);
      let tile = tiles.get(key);
      if (!tile) { tile = {z, x, y}; tiles.set(key, tile); }
      tile.used = performance.now();
      if (tile.image) put(tile, z);
      else { state.missing += tile.failed ? 0 : 1; if (!tile.begun) wanted.push(tile); }
    }
  }
  const cx = (left + right) / 2, cy = (top + bottom) / 2;
  waiting = wanted.sort((a, b) => Math.hypot(a.x - cx, a.y - cy) - Math.hypot(b.x - cx, b.y - cy));
  for (const [key, tile] of tiles) if (!tile.begun && tile.z !== z) tiles.delete(key);
  next();
  shorten();
}

// ---- over them ----
function ink() { return state.dark ? '#fff' : '#16181c'; }
function label(text, x, y, color) {
  pen.font = '12px system-ui, sans-serif';
  pen.lineWidth = 4;
  pen.lineJoin = 'round';
  pen.strokeStyle = state.dark ? '#000' : '#fff';
  pen.strokeText(text, x, y);
  pen.fillStyle = color || ink();
  pen.fillText(text, x, y);
}
function roundBelow(value) {
  const power = Math.pow(10, Math.floor(Math.log10(value)));
  return [5, 2, 1].map(f => f * power).find(v => v <= value * 1.0000001);
}
function drawScaleBar() {
  const um = roundBelow(160 / state.scale), x = 16, y = height - 16;
  pen.fillStyle = state.dark ? '#000' : '#fff';
  pen.fillRect(x - 6, y - 24, um * state.scale + 12, 32);
  pen.fillStyle = ink();
  pen.fillRect(x, y - 2, um * state.scale, 4);
  const nm = um < 0.1;
  label(number(nm ? um * 1000 : um, 4) + (nm ? ' nm' : ' \u00b5m'), x, y - 8);
}
function drawRuler(r) {
  const ax = toX(r.a[0]), ay = toY(r.a[1]), bx = toX(r.b[0]), by_ = toY(r.b[1]);
  pen.strokeStyle = '#d0021b';
  pen.fillStyle = '#d0021b';
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.moveTo(ax, ay);
  pen.lineTo(bx, by_);
  pen.stroke();
  for (const [x, y] of [[ax, ay], [bx, by_]]) { pen.beginPath(); pen.arc(x, y, 3, 0, 7); pen.fill(); }
  label(lengthOf(r), (ax + bx) / 2 + 8, (ay + by_) / 2 - 8, '#d0021b');
}
function lengthOf(r) {
  return number(Math.hypot(r.b[0] - r.a[0], r.b[1] - r.a[1]), 4) + ' \u00b5m';
}
function drawPorts() {
  for (const p of state.ports || []) {
    const x = toX(p.at_um.x), y = toY(p.at_um.y);
    if (x < -50 || y < -50 || x > width + 50 || y > height + 50) continue;
    const turn = -(p.angle_deg || 0) * Math.PI / 180;
    pen.fillStyle = pen.strokeStyle = state.dark ? '#4dff9a' : '#006b3c';
    pen.lineWidth = 2;
    pen.beginPath();
    if (p.angle_deg === undefined) { pen.arc(x, y, 4, 0, 7); pen.fill(); }
    else {
      pen.moveTo(x, y);
      pen.lineTo(x + 14 * Math.cos(turn), y + 14 * Math.sin(turn));
      pen.stroke();
      pen.beginPath();
      pen.moveTo(x + 19 * Math.cos(turn), y + 19 * Math.sin(turn));
      pen.lineTo(x + 12 * Math.cos(turn + 0.3), y + 12 * Math.sin(turn + 0.3));
      pen.lineTo(x + 12 * Math.cos(turn - 0.3), y + 12 * Math.sin(turn - 0.3));
      pen.fill();
    }
    if (state.ports.length < 400 && p.name) label(p.name, x + 8, y - 8, pen.fillStyle);
  }
}
function drawMarks() {
  state.marks.forEach((m, i) => {
    const x0 = toX(m.box[0]), y0 = toY(m.box[3]), x1 = toX(m.box[2]), y1 = toY(m.box[1]);
    if (x1 < 0 || y1 < 0 || x0 > width || y0 > height) return;
    pen.strokeStyle = i === state.mark ? '#d0021b' : '#e8702a';
    pen.lineWidth = i === state.mark ? 3 : 1.5;
    for (const points of m.lines) {
      pen.beginPath();
      points.forEach((p, k) => k ? pen.lineTo(toX(p[0]), toY(p[1])) : pen.moveTo(toX(p[0]), toY(p[1])));
      pen.stroke();
    }
    if (x1 - x0 < 10 && y1 - y0 < 10) {
      pen.beginPath();
      pen.arc((x0 + x1) / 2, (y0 + y1) / 2, 7, 0, 7);
      pen.stroke();
    }
  });
}
function draw() {
  if (!state.info) return;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.fillStyle = state.dark ? '#000' : '#fff';
  pen.fillRect(0, 0, map.width, map.height);
  pen.imageSmoothingEnabled = true;
  drawTiles();
  pen.setTransform(dpr, 0, 0, dpr, 0, 0);
  drawMarks();
  if (state.showsPorts) drawPorts();
  state.rulers.forEach(drawRuler);
  if (state.ruler) drawRuler(state.ruler);
  drawScaleBar();
  state.drawn++;
}
function measure() {
  dpr = window.devicePixelRatio || 1;
  width = Math.max(1, map.clientWidth);
  height = Math.max(1, map.clientHeight);
  map.width = Math.round(width * dpr);
  map.height = Math.round(height * dpr);
  plan();
}

// ---- the side ----
function element(name, text, parent, more) {
  const e = Object.assign(document.createElement(name), more || {});
  e.textContent = text;
  if (parent) parent.append(e);
  return e;
}
function listLayers() {
  const list = by('layers');
  list.replaceChildren();
  state.info.layers.slice().reverse().forEach(l => {
    const line = element('label', '', element('li', '', list));
    const box = element('input', '', line, {type: 'checkbox', checked: !state.hidden.has(l.index)});
    element('span', '', line, {className: 'swatch'}).style.background = l.color;
    element('span', l.layer + '/' + l.datatype, line, {className: 'dim'});
    const name = l.name.replace(l.layer + '/' + l.datatype, '').trim();
    element('span', name, line, {className: 'name', title: name});
    box.addEventListener('change', () => {
      if (box.checked) state.hidden.delete(l.index); else state.hidden.add(l.index);
      forget();
    });
  });
}
function showAll(yes) {
  state.hidden = new Set(yes ? [] : state.info.layers.map(l => l.index));
  listLayers();
  forget();
}
async function openCell(name) {
  const answer = await fetch('info' + (name === undefined ? '' : '?cell=' + encodeURIComponent(name)));
  const info = await answer.json();
  if (!answer.ok) { say(info.message); return; }
  const known = new Set(state.info ? state.info.layers.map(l => l.index) : []);
  state.info = info;
  info.layers.forEach(l => { if (!known.has(l.index) && !l.shown) state.hidden.add(l.index); });
  state.ports = null;
  state.rulers = [];
  by('file').textContent = info.file.split('/').pop();
  by('file').title = info.file;
  by('cell').textContent = 'cell ' + info.cell + ', ' + number(info.box[2] - info.box[0]) + ' \u00d7 ' +
    number(info.box[3] - info.box[1]) + ' \u00b5m';
  document.title = info.cell + ' \u2013 ' + by('file').textContent;
  document.querySelectorAll('#cells .now').forEach(e => e.classList.remove('now'));
  document.querySelectorAll('#cells li').forEach(e => { if (e.dataset.name === info.cell) e.classList.add('now'); });
  listLayers();
  forget();
  show(info.box);
  if (state.showsPorts) await loadPorts();
}
function cellLine(name, parent, count) {
  const line = element('li', '', parent);
  line.dataset.name = name;
  line.setAttribute('role', 'treeitem');
  const twist = element('button', '\u25b8', line, {className: 'twist', title: 'Cells in it'});
  const open = element('button', name, line, {className: 'open'});
  if (count > 1) element('span', ' \u00d7 ' + count, line, {className: 'dim'});
  open.addEventListener('click', () => openCell(name));
  twist.addEventListener('click', async () => {
    const under = line.querySelector('ul');
    if (under) { under.remove(); twist.textContent = '\u25b8'; return; }
    try {
      const answer = await fetch('info?cell=' + encodeURIComponent(name)), told = await answer.json();
      if (!answer.ok) throw new Error(told.message);
      const list = element('ul', '', line, {});
      list.setAttribute('role', 'group');
      twist.textContent = '\u25be';
      for (const c of told.children) cellLine(c.cell, list, c.count);
      if (!list.children.length) { element('li', 'no cells', list, {className: 'dim'}); }
    } catch (error) { say(error.message); }
  });
  return {line, twist};
}
async function loadPorts() {
  try {
    const told = await ask('list_ports', {cell: state.info.cell, limit: 1000, max_chars: 3000000});
    state.ports = told.ports;
    say(told.port_count + ' ports' + (told.ports.length < told.port_count ? ', the first ' + told.ports.length + ' are shown' : ''));
  } catch (error) { state.ports = []; say(error.message); }
  plan();
}

// ---- markers of a report: brackets contain positions in micrometres ----
function readReport(text) {
  const xml = new DOMParser().parseFromString(text, 'text/xml'), marks = [];
  if (xml.querySelector('parsererror')) throw new Error('the report is not XML');
  for (const item of xml.querySelectorAll('items > item')) {
    const rule = (item.querySelector('category') || {}).textContent || '';
    const lines = [], box = [Infinity, Infinity, -Infinity, -Infinity];
    for (const value of item.querySelectorAll('values > value')) {
      for (const part of value.textContent.matchAll(/\(([-+.\deE,;\s]+)\)/g)) {
        const points = part[1].split(';').map(p => p.split(',').map(Number)).filter(p => p.length === 2 && p.every(isFinite));
        const isBox = /^\s*box/.test(value.textContent), isRing = /^\s*polygon/.test(value.textContent);
        if (!points.length) continue;
        for (const p of points) { box[0] = Math.min(box[0], p[0]); box[1] = Math.min(box[1], p[1]); box[2] = Math.max(box[2], p[0]); box[3] = Math.max(box[3], p[1]); }
        if (isBox && points.length === 2) lines.push([points[0], [points[1][0], points[0][1]], points[1], [points[0][0], points[1][1]], points[0]]);
        else lines.push(isRing ? points.concat([points[0]]) : points);
      }
    }
    if (lines.length) marks.push({rule: rule.replace(/^'|'$/g, ''), lines, box});
  }
  return marks;
}
function listMarks() {
  const list = by('marks');
  list.replaceChildren();
  state.marks.slice(0, 2000).forEach((m, i) => {
    const line = element('li', '', list);
    element('button', (i + 1) + '  ' + m.rule, line).addEventListener('click', () => goTo(i));
  });
  by('markbox').open = true;
  say(state.marks.length + ' markers');
}
// Those of --markers, where it was given.
async function loadMarks() {
  try {
    const answer = await fetch('markers');
    if (answer.status === 204) return;
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    state.marks = readReport(text);
    state.mark = -1;
    listMarks();
  } catch (error) { say(error.message); }
  plan();
}
function goTo(i) {
  if (!state.marks.length) return;
  state.mark = (i + state.marks.length) % state.marks.length;
  const b = state.marks[state.mark].box, more = Math.max(b[2] - b[0], b[3] - b[1], 0.5);
  show([b[0] - more, b[1] - more, b[2] + more, b[3] + more]);
  [...by('marks').children].forEach((e, k) => e.classList.toggle('now', k === state.mark));
}

// ---- hands ----
function press(id, value) { by(id).setAttribute('aria-pressed', String(value)); }
function setRuler(yes) {
  state.measures = yes;
  if (!yes) state.ruler = null;
  map.classList.toggle('measures', yes);
  press('ruler', yes);
  plan();
}
function setDark(yes) { state.dark = yes; map.classList.toggle('dark', yes); press('dark', yes); forget(); }
async function setPorts(yes) { state.showsPorts = yes; press('ports', yes); if (yes && !state.ports) await loadPorts(); plan(); }
function along(a, b, event) {
  if (!event.shiftKey) return b;
  return Math.abs(b[0] - a[0]) > Math.abs(b[1] - a[1]) ? [b[0], a[1]] : [a[0], b[1]];
}
function grid(v) { return Math.round(v / state.info.dbu) * state.info.dbu; }
function placeOf(event) {
  const r = map.getBoundingClientRect();
  return [event.clientX - r.left, event.clientY - r.top];
}
map.addEventListener('pointerdown', event => {
  const [px, py] = placeOf(event);
  map.setPointerCapture(event.pointerId);
  state.pointer = {px, py, x: state.x, y: state.y, moved: false};
  map.classList.add('moves');
});
map.addEventListener('pointermove', event => {
  if (!state.info) return;
  const [px, py] = placeOf(event), p = state.pointer;
  by('place').textContent = 'x ' + number(fromX(px)) + '   y ' + number(fromY(py)) + ' \u00b5m';
  if (p && Math.hypot(px - p.px, py - p.py) > 3) p.moved = true;
  if (p && p.moved) {
    state.x = p.x - (px - p.px) / state.scale;
    state.y = p.y + (py - p.py) / state.scale;
    plan();
  } else if (state.ruler) {
    state.ruler.b = along(state.ruler.a, [grid(fromX(px)), grid(fromY(py))], event);
    by('measure').textContent = lengthOf(state.ruler) + '  (' + number(state.ruler.b[0] - state.ruler.a[0], 4) + ', ' +
      number(state.ruler.b[1] - state.ruler.a[1], 4) + ')';
    plan();
  }
});
map.addEventListener('pointerup', event => {
  const p = state.pointer, [px, py] = placeOf(event);
  state.pointer = null;
  map.classList.remove('moves');
  if (!p || p.moved || !state.measures) return;
  const at = [grid(fromX(px)), grid(fromY(py))];
  if (state.ruler) {
    state.ruler.b = along(state.ruler.a, at, event);
    by('measure').textContent = lengthOf(state.ruler);
    state.rulers.push(state.ruler);
    state.ruler = null;
  } else state.ruler = {a: at, b: at};
  plan();
});
map.addEventListener('wheel', event => {
  event.preventDefault();
  const [px, py] = placeOf(event);
  zoomAt(px, py, Math.pow(2, -event.deltaY * (event.deltaMode ? 20 : 1) / 400));
}, {passive: false});
const keys = {
  '+': () => zoomAt(width / 2, height / 2, 1.5), '=': () => zoomAt(width / 2, height / 2, 1.5),
  '-': () => zoomAt(width / 2, height / 2, 1 / 1.5),
  ArrowLeft: () => { state.x -= width / 5 / state.scale; plan(); }, ArrowRight: () => { state.x += width / 5 / state.scale; plan(); },
  ArrowUp: () => { state.y += height / 5 / state.scale; plan(); }, ArrowDown: () => { state.y -= height / 5 / state.scale; plan(); },
  f: () => show(state.info.box), r: () => setRuler(!state.measures), p: () => setPorts(!state.showsPorts),
  d: () => setDark(!state.dark), '[': () => goTo(state.mark - 1), ']': () => goTo(state.mark + 1),
  '?': () => by('help').click(),
  Escape: () => { if (state.ruler) state.ruler = null; else { state.rulers = []; setRuler(false); } by('measure').textContent = ''; plan(); },
};
document.addEventListener('keydown', event => {
  const act = keys[event.key] || keys[event.key.toLowerCase()];
  if (!act || !state.info || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
  event.preventDefault();
  act();
});
by('fit').onclick = keys.f;
by('in').onclick = keys['+'];
by('out').onclick = keys['-'];
by('ruler').onclick = keys.r;
by('ports').onclick = keys.p;
by('dark').onclick = keys.d;
by('help').onclick = () => { by('keys').hidden = !by('keys').hidden; press('help', !by('keys').hidden); };
by('all').onclick = event => { event.preventDefault(); showAll(true); };
by('none').onclick = event => { event.preventDefault(); showAll(false); };
by('lyrdb').onchange = async event => {
  try { state.marks = readReport(await event.target.files[0].text()); state.mark = -1; listMarks(); }
  catch (error) { say(error.message); }
  plan();
};
new ResizeObserver(measure).observe(map);
(async () => {
  measure();
  try {
    await openCell();
    const top = cellLine(state.info.cell, by('cells'), 0);
    top.line.classList.add('now');
    top.twist.click();
    await loadMarks();
    state.ready = true;
  } catch (error) { say(error.message); }
})();
})();
