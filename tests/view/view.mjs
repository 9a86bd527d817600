// `layout-observer view` in a browser: tiles, layers, ruler, cells, ports, markers, keys; and what strangers get.
// usage: node view.mjs PROGRAM CHROMIUM [FOLDER for screenshots]
import {spawn} from 'node:child_process';
import {writeFileSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import http from 'node:http';
import {openBrowser} from './browser.mjs';

const [program, chromium, shots] = process.argv.slice(2);
let passed = 0, failed = 0;
function check(what, fine, seen) {
  if (fine) passed++;
  else { failed++; console.log('FAILED: ' + what + (seen === undefined ? '' : ': ' + JSON.stringify(seen))); }
}
const near = (a, b, by) => Math.abs(a - b) <= by;

function serve(file, ...more) {
  const child = spawn(program, ['view', file, ...more], {stdio: ['ignore', 'pipe', 'inherit']});
  return new Promise((yes, no) => {
    child.stdout.once('data', d => yes({child, url: String(d).trim()}));
    child.once('exit', code => no(new Error('view ended with ' + code)));
  });
}
function get(url, options) {
  return new Promise((yes, no) => {
    const request = http.request(url, options || {}, answer => {
      const parts = [];
      answer.on('data', d => parts.push(d));
      answer.on('end', () => yes({status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts)}));
    });
    request.on('error', no);
    if (options && options.body) request.write(options.body);
    request.end();
  });
}

const work = mkdtempSync(join(tmpdir(), 'lob-view-test-'));
const {child, url} = await serve('fixtures/pins_gdsfactory.gds');
const browser = await openBrowser(chromium);
const shoot = async name => {
  if (!shots) return;
  const {data} = await browser.ask('Page.captureScreenshot', {format: 'png'});
  writeFileSync(join(shots, name + '.png'), Buffer.from(data, 'base64'));
};
try {
  // Strangers.
  const port = new URL(url).port;
  check('the address is of this machine', /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/.test(url), url);
  check('without the token', (await get('http://127.0.0.1:' + port + '/')).status === 404);
  check('with another token', (await get(url.replace(/[0-9a-f]{32}/, '0'.repeat(32)))).status === 404);
  check('another host', (await get(url, {headers: {Host: 'evil.example'}})).status === 403);
  check('another origin', (await get(url + 'tool/list_ports', {method: 'POST', headers: {Origin: 'http://evil.example'}, body: '{}'})).status === 403);
  check('another method', (await get(url, {method: 'DELETE'})).status === 405);
  check('a tool that is not asked by the page', (await get(url + 'tool/close_session', {method: 'POST', body: '{}'})).status === 400);
  check('no JSON', (await get(url + 'tool/list_ports', {method: 'POST', body: '{'})).status === 400);
  check('no such path', (await get(url + 'etc')).status === 404);
  check('no such tile', (await get(url + 'tile?z=99&x=0&y=0')).status === 400);
  check('no such cell', (await get(url + 'info?cell=NOPE')).status === 400);
  check('a policy', /default-src 'none'/.test((await get(url)).headers['content-security-policy']));

  // The page.
  await browser.ask('Page.navigate', {url});
  await browser.until('the page', 'window.layoutViewer && layoutViewer.ready && layoutViewer.missing === 0');
  const v = name => browser.evaluate('layoutViewer.' + name);
  check('the cell', (await browser.evaluate('document.getElementById("cell").textContent')).startsWith('cell pins_gdsfactory'));
  await shoot('fit');

  // A pixel of the waveguide is not white, one beside it is: 10 um of 0.5 um on 1/0 from (0, 0) by its recipe.
  const pixel = (x, y) => browser.evaluate(`(() => { const s = layoutViewer, m = document.getElementById('map'), d = m.width / m.clientWidth;
    const px = ((${x} - s.x) * s.scale + m.clientWidth / 2) * d, py = (m.clientHeight / 2 - (${y} - s.y) * s.scale) * d;
    return [...m.getContext('2d').getImageData(px, py, 1, 1).data]; })()`);
  const isWhite = p => p[0] > 250 && p[1] > 250 && p[2] > 250;
  check('the guide is drawn', !isWhite(await pixel(5, 0)));
  check('beside it is nothing', isWhite(await pixel(5, 9)));

  // Layers.
  const boxes = await browser.evaluate('document.querySelectorAll("#layers input").length');
  check('layers are listed', boxes === await v('info.layers.length') && boxes > 1, boxes);
  await browser.evaluate('document.getElementById("none").click()');
  await browser.until('no layers', 'layoutViewer.missing === 0 && layoutViewer.hidden.size === layoutViewer.info.layers.length');
  check('nothing is drawn', isWhite(await pixel(5, 0)));
  await browser.evaluate('document.getElementById("all").click()');
  await browser.until('all layers', 'layoutViewer.missing === 0 && layoutViewer.hidden.size === 0');
  check('it is drawn again', !isWhite(await pixel(5, 0)));

  // Wheel and drag.
  const before = await v('scale');
  await browser.mouse('mouseWheel', 760, 400, {deltaX: 0, deltaY: -400, buttons: 0, button: 'none'});
  await browser.until('zoom', `layoutViewer.scale > ${before} * 1.9`);
  check('the wheel doubles', near((await v('scale')) / before, 2, 0.01), (await v('scale')) / before);
  const x = await v('x'), scale = await v('scale');
  await browser.mouse('mouseMoved', 700, 400, {buttons: 0});
  await browser.mouse('mousePressed', 700, 400);
  await browser.mouse('mouseMoved', 740, 400);
  await browser.mouse('mouseMoved', 800, 400);
  await browser.mouse('mouseReleased', 800, 400);
  check('dragging moves', near((await v('x')) - x, -100 / scale, 1e-6), (await v('x')) - x);

  // Ruler: two clicks 200 pixels apart.
  await browser.key('f');
  await browser.key('r');
  check('the ruler is on', (await browser.evaluate('document.getElementById("ruler").getAttribute("aria-pressed")')) === 'true');
  await browser.click(600, 300);
  await browser.click(800, 300);
  const r = await v('rulers[0]');
  check('the ruler measures', r && near(Math.abs(r.b[0] - r.a[0]), 200 / (await v('scale')), 0.003), r);
  check('and says it', /\u00b5m/.test(await browser.evaluate('document.getElementById("measure").textContent')));
  await shoot('ruler');
  await browser.key('', 'Escape');
  await browser.key('', 'Escape');

  // Ports, cells, ground.
  await browser.key('p');
  await browser.until('ports', 'layoutViewer.ports && layoutViewer.ports.length > 0');
  check('ports are those of the tool', (await v('ports.length')) === JSON.parse((await get(url + 'tool/list_ports',
    {method: 'POST', body: JSON.stringify({session_id: await v('info.session_id'), limit: 1000})})).body).port_count);
  await browser.key('d');
  await browser.until('dark', 'layoutViewer.dark && layoutViewer.missing === 0');
  const ground = await pixel(5, 9);
  check('the ground is dark', ground[0] < 5 && ground[1] < 5, ground);
  await shoot('dark');
  await browser.key('d');
  await browser.until('cells', 'document.querySelectorAll("#cells li li .open").length === layoutViewer.info.children.length');
  await browser.evaluate('document.querySelector("#cells li li .open").click()');
  await browser.until('another cell', 'layoutViewer.info.cell !== "pins_gdsfactory" && layoutViewer.missing === 0');
  check('the tree marks it', (await browser.evaluate('document.querySelectorAll("#cells .now").length')) >= 1);

  // Markers of a report.
  const report = join(work, 'a.lyrdb');
  writeFileSync(report, `<?xml version="1.0"?><report-database><items><item><category>'W1'</category><cell>TOP</cell><values>
    <value>edge-pair: (0,0;1,0)|(1,0.2;0,0.2)</value></values></item><item><category>A</category><values>
    <value>polygon: (10,10;10,12;12,12)</value></values></item></items></report-database>`);
  const {root} = await browser.ask('DOM.getDocument');
  const {nodeId} = await browser.ask('DOM.querySelector', {nodeId: root.nodeId, selector: '#lyrdb'});
  await browser.ask('DOM.setFileInputFiles', {nodeId, files: [report]});
  await browser.until('markers', 'layoutViewer.marks.length === 2');
  await browser.key(']');
  check('the first marker is shown', near(await v('x'), 0.5, 1e-9) && near(await v('y'), 0.1, 1e-9), [await v('x'), await v('y')]);
  await shoot('marker');

  // Markers that the command names: there from the start, read again with the page.
  const other = await serve('fixtures/pins_gdsfactory.gds', '--markers', report);
  try {
    check('no markers without the option', (await get(url + 'markers')).status === 204);
    await browser.ask('Page.navigate', {url: other.url});
    await browser.until('markers of the command', 'window.layoutViewer && layoutViewer.ready && layoutViewer.marks.length === 2');
    rmSync(report);
    check('a report that is gone', (await get(other.url + 'markers')).status === 404);
    check('no such report', (await serve('fixtures/pins_gdsfactory.gds', '--markers', report).catch(e => e.message)) === 'view ended with 2');
  } finally { other.child.kill('SIGTERM'); }
  browser.told.requests = browser.told.requests.filter(u => !u.startsWith(other.url));

  check('nothing was complained of', browser.told.console.length === 0, browser.told.console.slice(0, 3));
  const outside = browser.told.requests.filter(u => !u.startsWith(url) && !u.startsWith('data:') && u !== 'about:blank');
  check('nothing outside is fetched', outside.length === 0, outside.slice(0, 3));
} catch (error) {
  failed++;
  console.log('FAILED: ' + error.stack);
} finally {
  await browser.close();
  child.removeAllListeners('exit');
  child.once('exit', code => check('it ends cleanly', code === 0, code));
  const end = new Promise(r => child.once('exit', r));
  child.kill('SIGTERM');
  await end;
  rmSync(work, {recursive: true, force: true});
}
console.log(passed + ' passed, ' + failed + ' failed, 0 skipped');
process.exit(failed ? 1 : 0);
